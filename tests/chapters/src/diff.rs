//! What a chapter changes, as a unified diff.

use similar::TextDiff;

use crate::chapter::Chapter;
use crate::order::in_order;

/// The differences between two chapters' sources, files in the order of the series.
pub fn diff(before: &Chapter, after: &Chapter) -> String {
    let mut text = String::new();
    for path in in_order(before.sources.keys().chain(after.sources.keys())) {
        let [old, new] = [before, after].map(|chapter| chapter.sources.get(path));
        if old == new {
            continue;
        }
        let name = |chapter: &Chapter, file: Option<&String>| match file {
            Some(_) => format!("part{:02}/src/{path}", chapter.part),
            None => "/dev/null".to_owned(),
        };
        let [from, to] = [name(before, old), name(after, new)];
        let [old, new] = [old, new].map(|file| file.map_or("", String::as_str));
        let changes = TextDiff::configure().algorithm(similar::Algorithm::Patience).diff_lines(old, new);
        text += &changes.unified_diff().context_radius(3).header(&from, &to).to_string();
    }
    text
}
