//! The lines of a step on the page of the format, written from the table of [kinds](super::kinds).

use super::kinds::{Field, Form, Kind, Role, ValueType};
use crate::part::Part;
use crate::support::text::wrap;

/// The column at which descriptions begin, and their width.
const COLUMN: usize = 25;
const WIDTH: usize = 50;

/// Returns what follows the line `step` in each step, with the part from which on a line or a field exists.
pub fn lines_of_steps() -> String {
    Kind::all().map(|kind| line(kind.form())).collect()
}

fn line(form: &Form) -> String {
    let fields = form.fields.iter().map(syntax);
    let syntax: String = std::iter::once(form.word.to_owned()).chain(fields).collect();
    let about = format!("{}{}{}", form.about.trim(), since(form.exists), later_fields(form));
    let mut text = format!("  {syntax}");
    for (row, words) in wrap(&about, WIDTH).into_iter().enumerate() {
        if row > 0 || text.len() >= COLUMN {
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
    let value = match field.value {
        ValueType::Text => "TEXT",
        ValueType::Word => "NAME",
        ValueType::What => "WHAT",
        ValueType::Type => "TYPE",
        ValueType::Char => "G",
        ValueType::Looks => "LOOK",
        ValueType::Int | ValueType::U32 => "N",
        ValueType::Place => "X Y",
        ValueType::HitPoints => "H/M",
        ValueType::Index => "I",
        ValueType::Hash => "HASH",
        ValueType::Flag => "B",
    };
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
fn later_fields(form: &Form) -> String {
    let of_part = |part: Part| {
        let is_new = |field: &&Field| first_part(field.exists) == Some(part);
        let fields = form.fields.iter().filter(is_new).map(|field| field.name);
        let names = fields.collect::<Vec<&str>>().join(" and ");
        (!names.is_empty()).then(|| format!("{names} [{part}]"))
    };
    let later: Vec<String> = Part::all().filter_map(of_part).collect();
    if later.is_empty() { String::new() } else { format!("; {}", later.join(", ")) }
}
