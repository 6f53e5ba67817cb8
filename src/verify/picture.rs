//! Where two pictures of a step differ.

use super::difference::cells;
use crate::color::Color;
use crate::screen::Cell;
use crate::support::text::counted;
use crate::trace::Step;

/// Returns what is drawn in place of what, if that is the same on all tiles of the frame that differ: another
/// character, or the same one in another colour.
pub(super) fn exchange(expected: &Step, step: &Step) -> Option<String> {
    let glyphs = [expected, step].map(|step| rows(&step.screen).concat().into_bytes());
    if let Some((ours, theirs)) = only_change(&glyphs) {
        return Some(format!("'{}' in place of '{}'", char::from(theirs), char::from(ours)));
    }
    let (ours, theirs) = only_change(&[cells(expected), cells(step)])?;
    let (Cell { glyph, color: Color(r, g, b) }, Cell { glyph: other, color: Color(x, y, z) }) =
        (ours?, theirs?);
    let words = format!("'{}' in the colour {x},{y},{z} in place of {r},{g},{b}", char::from(glyph));
    (glyph == other).then_some(words)
}

/// Returns what stands in the second list in place of what in the first one, if that is the same everywhere.
fn only_change<T: Copy + PartialEq>([ours, theirs]: &[Vec<T>; 2]) -> Option<(T, T)> {
    let mut changes =
        ours.iter().copied().zip(theirs.iter().copied()).filter(|(ours, theirs)| ours != theirs);
    let first = changes.next()?;
    changes.all(|change| change == first).then_some(first)
}

/// Returns the rows of a picture, none if it is not known.
pub fn rows(picture: &Option<Vec<String>>) -> &[String] {
    picture.as_deref().unwrap_or_default()
}

/// Returns the columns and rows where two pictures differ.
pub fn changes(left: &[String], right: &[String]) -> Vec<(usize, usize)> {
    let mut places = Vec::new();
    for (row, (left, right)) in left.iter().zip(right).enumerate() {
        let differing = left.bytes().zip(right.bytes()).enumerate().filter(|(_, (a, b))| a != b);
        places.extend(differing.map(|(column, _)| (column, row)));
    }
    places
}

/// Returns the number of tiles that are floor in one map and wall in the other.
pub fn dug_otherwise(left: &Step, right: &Step) -> usize {
    let rows = rows(&left.tiles).iter().zip(rows(&right.tiles));
    rows.flat_map(|(left, right)| left.bytes().zip(right.bytes())).filter(|(a, b)| (a ^ b) & 1 != 0).count()
}

/// Returns where two pictures differ, in words.
pub fn differing_area(left: &[String], right: &[String]) -> Option<String> {
    let places = changes(left, right);
    let ends = |numbers: &mut dyn Iterator<Item = usize>| {
        let numbers: Vec<usize> = numbers.collect();
        Some(format!("{} to {}", numbers.iter().min()?, numbers.iter().max()?))
    };
    let columns = ends(&mut places.iter().map(|(column, _)| *column))?;
    let rows = ends(&mut places.iter().map(|(_, row)| *row))?;
    Some(format!("in {}, columns {columns}, rows {rows}", counted(places.len(), "tile")))
}
