//! Where two pictures of a step differ.

use roguelike::color::Color;
use roguelike::map::Pos;
use roguelike::screen::Cell;
use roguelike::trace::{COLOR_DIGITS, Step, color_of};

/// The one replacement that all tiles have that differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exchange {
    /// A character: as it should be, and as recorded.
    Glyph(char, char),
    /// The colour of a character: as it should be, and as recorded.
    Color(char, Color, Color),
}

/// Returns what is drawn in place of what, if that is the same on all tiles of the frame that differ: another
/// character, or the same one in another colour.
pub(in crate::verify) fn exchange(expected: &Step, step: &Step) -> Option<Exchange> {
    let glyphs = [expected, step].map(|step| rows(&step.screen).concat().into_bytes());
    if let Some((ours, theirs)) = only_change(&glyphs) {
        return Some(Exchange::Glyph(ours.into(), theirs.into()));
    }
    let (ours, theirs) = only_change(&[cells(expected), cells(step)])?;
    recoloured((ours, theirs))
}

/// Returns the change of a character that has another colour.
fn recoloured((ours, theirs): (Option<Cell>, Option<Cell>)) -> Option<Exchange> {
    let (ours, theirs) = ours.zip(theirs)?;
    let is_recoloured = ours.glyph == theirs.glyph && ours != theirs;
    is_recoloured.then(|| Exchange::Color(ours.glyph.into(), ours.color, theirs.color))
}

/// Maximum number of colours that are named.
const MOST_COLOURS: usize = 4;

/// Returns the characters that have another colour, each with both colours.
pub(in crate::verify) fn other_colours(expected: &Step, step: &Step) -> Vec<Exchange> {
    let mut changes: Vec<Exchange> = Vec::new();
    for change in cells(expected).into_iter().zip(cells(step)).filter_map(recoloured) {
        if !changes.contains(&change) {
            changes.push(change);
        }
    }
    changes.truncate(MOST_COLOURS);
    changes
}

/// Returns the pair of values at the places where two lists differ, if it is the same at all of them.
fn only_change<T: Copy + PartialEq>([ours, theirs]: &[Vec<T>; 2]) -> Option<(T, T)> {
    let mut changes =
        ours.iter().copied().zip(theirs.iter().copied()).filter(|(ours, theirs)| ours != theirs);
    let first = changes.next()?;
    changes.all(|change| change == first).then_some(first)
}

/// Returns the rows of a picture, none if it is not known.
pub(in crate::verify) fn rows(picture: &Option<Vec<String>>) -> &[String] {
    picture.as_deref().unwrap_or_default()
}

/// Returns the columns and rows where two pictures differ.
pub(in crate::verify) fn changes(left: &[String], right: &[String]) -> Vec<Pos> {
    let rows = (0..).zip(left.iter().zip(right));
    let cells = rows.flat_map(|(y, (left, right))| {
        let columns = (0..).zip(left.bytes().zip(right.bytes()));
        columns.filter(|(_, (left, right))| left != right).map(move |(x, _)| Pos::new(x, y))
    });
    cells.collect()
}

/// Returns for each tile of two maps the bits of its number that differ.
pub(in crate::verify) fn tile_changes(left: &Step, right: &Step) -> impl Iterator<Item = u8> {
    let rows = rows(&left.tiles).iter().zip(rows(&right.tiles));
    rows.flat_map(|(left, right)| left.bytes().zip(right.bytes())).map(|(left, right)| left ^ right)
}

/// Returns true if a tile is floor in one map and wall in the other.
pub(in crate::verify) fn has_other_floor(left: &Step, right: &Step) -> bool {
    tile_changes(left, right).any(|change| change & 1 != 0)
}

/// Returns the cells of a step's frame, row by row, if its colours are known.
pub(in crate::verify) fn cells(step: &Step) -> Vec<Option<Cell>> {
    let rows = step.screen.iter().flatten().zip(step.colors.iter().flatten()).map(|(glyphs, colors)| {
        let digits = (0..).map(|column| colors.get(COLOR_DIGITS * column..COLOR_DIGITS * (column + 1)));
        let cells = glyphs.bytes().zip(digits);
        cells.map(|(glyph, digits)| Some(Cell { glyph, color: color_of(digits?)? }))
    });
    rows.flatten().collect()
}
