//! The mistakes that are known by name: the rows of `rows.txt`.

use crate::list::Edit;
use crate::part::Part;

/// A mistake of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownMistake {
    /// Its number among the edits.
    pub number: u32,
    /// The number of its row: one row has a number for each value.
    pub row: u32,
    /// A short name for scripts. Related mistakes share one.
    pub name: &'static str,
    /// What it is, in words.
    pub text: String,
}

/// Returns the sentences of all edits, as a part has them.
pub fn sentences(part: u8) -> impl Iterator<Item = String> {
    let part = Part::new(part).unwrap_or(Part::LAST);
    let edits = (1..).map_while(Edit::of).filter(move |edit| !edit.is_row() || edit.exists(part));
    edits.map(move |edit| edit.text(part))
}

/// Returns every mistake of the table that a part can have, the likeliest first; none for a part that does
/// not exist.
pub fn all(part: u8) -> Vec<KnownMistake> {
    let Ok(part) = Part::new(part) else { return Vec::new() };
    let rows = (1..).map_while(Edit::of).take_while(|edit| edit.is_row()).zip(1..);
    let of_part = rows.filter(|(edit, _)| edit.exists(part));
    let known = of_part.map(|(edit, number)| KnownMistake {
        number,
        row: edit.row(number),
        name: edit.name(),
        text: edit.text(part),
    });
    known.collect()
}
