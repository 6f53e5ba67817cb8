//! The lines of a step in the description of the format, written from the table of [kinds](super::kinds).

use super::kinds::{Field, Kind, Role, Row};
use crate::part::Part;
use crate::support::text::wrap;

/// The column at which descriptions begin, and their width.
const COLUMN: usize = 25;
const WIDTH: usize = 50;

/// Describes the lines after the line `step`, with the first part that has each line or field.
pub fn lines_of_steps() -> String {
    Kind::all().map(|kind| line(kind.row())).collect()
}

fn line(row: &Row) -> String {
    let fields = row.fields.iter().map(syntax);
    let syntax: String = std::iter::once(row.word.to_owned()).chain(fields).collect();
    let about = format!("{}{}{}", row.about.trim(), since(row.exists), later_fields(row));
    let mut text = format!("  {syntax}");
    for (index, words) in wrap(&about, WIDTH).into_iter().enumerate() {
        if index > 0 || text.len() >= COLUMN {
            text.push('\n');
            text += &" ".repeat(COLUMN);
        } else {
            text = format!("{text:COLUMN$}");
        }
        text += &words;
    }
    text + "\n"
}

fn syntax(field: &Field) -> String {
    let [value, _] = field.value.texts();
    if field.role == Role::Named { format!(" {} {value}", field.name) } else { format!(" {value}") }
}

/// Returns the first part that has something, unless that is Part 1.
fn first_part(exists: fn(Part) -> bool) -> Option<Part> {
    Part::all().find(|part| exists(*part)).filter(|part| part.number() > 1)
}

fn since(exists: fn(Part) -> bool) -> String {
    first_part(exists).map_or_else(String::new, |part| format!(" [{part}]"))
}

/// Returns the fields that later parts add.
fn later_fields(row: &Row) -> String {
    let of_part = |part: Part| {
        let is_new = |field: &&Field| first_part(field.exists) == Some(part);
        let fields = row.fields.iter().filter(is_new).map(|field| field.name);
        let names = fields.collect::<Vec<&str>>().join(" and ");
        (!names.is_empty()).then(|| format!("{names} [{part}]"))
    };
    let later: Vec<String> = Part::all().filter_map(of_part).collect();
    if later.is_empty() { String::new() } else { format!("; {}", later.join(", ")) }
}
