//! What chapters have in another shape, or under another name, than the sources. These have the shape of the
//! last chapter, and what the tools need.

use std::ops::{Range, RangeInclusive};

use crate::chapter::root;
use crate::files::collect;
use crate::nodes::{Kind, Nodes};
use crate::program::Sources;

/// Chapters, a text of the sources, and what stands there in those chapters.
pub type Row = (RangeInclusive<u8>, &'static str, &'static str);

const TEXTS: &[Row] = &include!("../forms/texts.rs");

/// A key is SDL's own type in what is handed out, and nothing there plays recordings.
pub const HANDED_OUT: &[Row] = &include!("../forms/keys.rs");

/// What has another name in some chapters: chapters, name in the sources, name there.
const NAMES: &[Row] = &[
    (1..=5, "render", "draw"),
    (8..=8, "use_item", "quaff"),
    (8..=8, "quaff", "apply_potion"),
    (4..=8, "FIRST_KINDS", "KINDS"),
    (8..=8, "FIRST_ITEM_COUNT", "ITEM_COUNT"),
    (8..=8, "FloorItem", "Item"),
    (8..=8, "draw_inventory_box", "draw_inventory"),
    (8..=12, "POTION_TRUE", "TRUE_NAME"),
    (8..=12, "potion_appear_idx", "appearance"),
    (8..=12, "potion_ident", "identified"),
    (13..=14, "potion_appear_idx", "potion_appear"),
    (13..=14, "scroll_appear_idx", "scroll_appear"),
    (6..=16, "press_at_the_end", "press_when_dead"),
];

/// Puts in what chapters have in a form of their own: in chapters 1 to 4, the functions of
/// `forms/01-04/game.rs` take the place of those of the same names in `src/game.rs`. One that `src` does not
/// have is put behind the one before it. A form that begins as a file does, with `//!`, is the whole file.
fn put_forms(sources: &mut Sources, part: u8) -> Result<(), String> {
    let forms = collect(&root().join("tests/chapters/forms"))?;
    for (path, form) in forms.iter().filter(|(path, _)| path.contains('/')) {
        let unknown =
            || format!("tests/chapters/forms/{path} is not called like 01-04/game.rs, or has no functions");
        let (parts, file) = path.split_once('/').ok_or_else(unknown)?;
        let (first, last) = parts.split_once('-').ok_or_else(unknown)?;
        let (first, last): (u8, u8) = first.parse().ok().zip(last.parse().ok()).ok_or_else(unknown)?;
        let text = sources.get_mut(file).filter(|_| (first..=last).contains(&part));
        let Some(text) = text else { continue };
        if form.starts_with("//!") {
            text.clone_from(form);
            continue;
        }
        let mut end = None;
        for (name, function) in functions(form)? {
            let place =
                functions(text)?.into_iter().find(|(known, _)| *known == name).map(|(_, place)| place);
            let start = place.as_ref().map(|place| place.start).or(end).ok_or_else(|| {
                format!("src/{file} has no function {name} any more: correct tests/chapters/forms/{path}")
            })?;
            let function = match place {
                Some(_) => form[function].to_owned(),
                None => format!("\n\n{}", &form[function]),
            };
            text.replace_range(start..place.map_or(start, |place| place.end), &function);
            end = Some(start + function.len());
        }
    }
    Ok(())
}

/// Returns the names of the functions of a file, and where they stand.
fn functions(text: &str) -> Result<Vec<(String, Range<usize>)>, String> {
    let tree = syn::parse_file(text).map_err(|error| error.to_string())?;
    let nodes =
        Nodes::of(&tree).nodes.into_iter().filter(|node| matches!(node.kind, Kind::Item | Kind::Member));
    let named = nodes.filter(|node| text[..node.name.start].ends_with("fn "));
    Ok(named.map(|node| (text[node.name].to_owned(), node.range)).collect())
}

/// Gives the sources the shape that a chapter has. `rows` are those of [`HANDED_OUT`], or those of what plays
/// recordings.
///
/// # Errors
/// When a text of the table or a function of a form is not in the sources any more.
pub fn reshape(sources: &mut Sources, part: u8, rows: &[Row]) -> Result<(), String> {
    put_forms(sources, part)?;
    for (_, from, to) in TEXTS.iter().chain(rows).filter(|(parts, ..)| parts.contains(&part)) {
        let mut found = false;
        for text in sources.values_mut() {
            found |= text.contains(from);
            *text = text.replace(from, to);
        }
        if !found {
            return Err(format!(
                "src does not say '{from}' any more: correct its row in tests/chapters/forms"
            ));
        }
    }
    Ok(())
}

/// A text with the names that a chapter has. Comments and strings stay.
pub fn renamed(text: &str, part: u8) -> String {
    let names: Vec<&Row> = NAMES.iter().filter(|(parts, ..)| parts.contains(&part)).collect();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    for line in text.lines() {
        let (mut rest, comment) = line.split_at(line.find("//").unwrap_or(line.len()));
        let mut quoted = false;
        while let Some(start) = rest.find(is_part) {
            let word = &rest[start..];
            let (word, after) = word.split_at(word.find(|c| !is_part(c)).unwrap_or(word.len()));
            quoted ^= rest[..start].matches('"').count() % 2 == 1;
            // `sdl2::render::Canvas` is another one.
            let other =
                names.iter().find(|(_, from, _)| *from == word && !quoted && !after.starts_with("::"));
            out += &rest[..start];
            out += other.map_or(word, |(.., to)| to);
            rest = after;
        }
        out += &format!("{rest}{comment}\n");
    }
    out
}
