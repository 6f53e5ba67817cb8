//! What a chapter changes, as a unified diff.

use similar::TextDiff;

use crate::chapter::Chapter;
use crate::order::in_order;
use crate::program::Sources;

/// The differences between two chapters, files in the order of the series.
pub fn diff(before: &Chapter, after: &Chapter) -> String {
    let [from, to] = [before, after].map(|chapter| format!("part{:02}", chapter.part));
    difference([&from, &to], &before.sources, &after.sources)
}

/// The differences between sources that are in two folders, of these names.
pub fn difference(folders: [&str; 2], before: &Sources, after: &Sources) -> String {
    let mut text = String::new();
    for path in in_order(before.keys().chain(after.keys())) {
        let [old, new] = [before, after].map(|sources| sources.get(path));
        if old == new {
            continue;
        }
        let name = |folder: &str, file: Option<&String>| match file {
            Some(_) => format!("{folder}/src/{path}"),
            None => "/dev/null".to_owned(),
        };
        let [from, to] = [name(folders[0], old), name(folders[1], new)];
        let [old, new] = [old, new].map(|file| file.map_or("", String::as_str));
        let changes = TextDiff::configure().algorithm(similar::Algorithm::Patience).diff_lines(old, new);
        text += &changes.unified_diff().context_radius(3).header(&from, &to).to_string();
    }
    text
}
