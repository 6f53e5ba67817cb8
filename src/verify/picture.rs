//! Two pictures, with the differences marked.

use std::io::{self, Write};

use crate::map::{Tile, TileType};
use crate::screen::{Cell, draw_tile};
use crate::support::text::counted;

/// Number of tiles that are shown around a difference.
const MARGIN: usize = 3;
/// Number of characters in a line that every terminal has room for.
const LINE: usize = 80;

/// The character of each tile number: floor and wall in view, remembered, and never seen. A tile in view that
/// is not explored is a mistake in itself.
const TILES: &[u8; 8] = b" _oo%,#.";
/// The meaning of these characters.
pub const LEGEND: &str = "# . in view, % , remembered, _ floor never seen, o in view but not explored";
/// The same for the parts before there is a view.
pub const PLAIN_LEGEND: &str = "_ floor";

/// Returns rows of tile numbers as a picture.
pub fn tiles(rows: &[String]) -> Vec<String> {
    let tile = |digit: u8| char::from(TILES[usize::from(digit.wrapping_sub(b'0') & 7)]);
    rows.iter().map(|row| row.bytes().map(tile).collect()).collect()
}

/// Returns what a cell shows, in words: a kind of tile, or the glyph.
pub(super) fn cell_words(cell: Cell) -> String {
    let tiles = [(TileType::Wall, "wall"), (TileType::Floor, "floor")];
    let ways = [(true, "lit"), (false, "remembered")];
    for (kind, name) in tiles {
        for (visible, way) in ways {
            if draw_tile(Tile { kind, visible, explored: true }) == Some(cell) {
                return format!("a tile of {way} {name}");
            }
        }
    }
    format!("'{}'", char::from(cell.glyph))
}

/// A part of a picture: the first and the last column and row.
#[derive(Clone, Copy)]
struct Area {
    columns: [usize; 2],
    rows: [usize; 2],
}

/// Shows both pictures where they differ, and a little around. They are side by side, or one below the other
/// if lines would get too long. Without colours a line of `^` below a row marks what differs.
///
/// # Errors
/// When writing fails.
pub fn both(out: &mut dyn Write, titles: [&str; 2], pictures: [&[String]; 2], color: bool) -> io::Result<()> {
    let [left, right] = pictures;
    let Some(area) = differing(left, right) else { return Ok(()) };
    let width = area.columns[1] - area.columns[0] + 1;
    let column = width.max(titles[0].len());
    if "  ".len() + column + "   ".len() + column.max(titles[1].len()) <= LINE {
        writeln!(out, "  {:column$}   {}", titles[0], titles[1])?;
        let pad = " ".repeat(column - width);
        for row in area.rows[0]..=area.rows[1] {
            let (left, right) = (Row::cut(left, right, area, row), Row::cut(right, left, area, row));
            writeln!(out, "  {}{pad}   {}", left.painted(color), right.painted(color))?;
            if let Some(marks) = left.marks(color) {
                writeln!(out, "  {marks}{pad}   {}", marks.trim_end())?;
            }
        }
    } else {
        for (title, picture, other) in [(titles[0], left, right), (titles[1], right, left)] {
            writeln!(out, "  {title}")?;
            for row in area.rows[0]..=area.rows[1] {
                let row = Row::cut(picture, other, area, row);
                writeln!(out, "  {}", row.painted(color))?;
                if let Some(marks) = row.marks(color) {
                    writeln!(out, "  {}", marks.trim_end())?;
                }
            }
        }
    }
    let ([x1, x2], [y1, y2]) = (area.columns, area.rows);
    writeln!(out, "  columns {x1} to {x2}, rows {y1} to {y2}")
}

/// Part of a row of a picture, and where it differs from the other picture.
struct Row<'p> {
    tiles: &'p [u8],
    wrong: Vec<bool>,
}

impl<'p> Row<'p> {
    fn cut(picture: &'p [String], other: &[String], area: Area, row: usize) -> Row<'p> {
        let [first, last] = area.columns;
        let tiles = &picture[row].as_bytes()[first..=last];
        let others = &other[row].as_bytes()[first..=last];
        Row { tiles, wrong: tiles.iter().zip(others).map(|(a, b)| a != b).collect() }
    }

    /// Returns the row, on a terminal with the differences in red.
    fn painted(&self, color: bool) -> String {
        let mut text = String::new();
        for (&byte, &wrong) in self.tiles.iter().zip(&self.wrong) {
            let byte = char::from(byte);
            if wrong && color {
                text += &format!("\x1b[1;41m{byte}\x1b[0m");
            } else {
                text.push(byte);
            }
        }
        text
    }

    /// Returns the marks below the row where there is no colour, if anything in it differs.
    fn marks(&self, color: bool) -> Option<String> {
        let marks = || self.wrong.iter().map(|&wrong| if wrong { '^' } else { ' ' }).collect();
        (!color && self.wrong.contains(&true)).then(marks)
    }
}

/// Shows a picture that has no counterpart.
///
/// # Errors
/// When writing fails.
pub fn alone(out: &mut dyn Write, title: &str, picture: &[String]) -> io::Result<()> {
    writeln!(out, "  {title}")?;
    picture.iter().try_for_each(|row| writeln!(out, "  {}", row.trim_end()))
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
pub fn dug_otherwise(left: &[String], right: &[String]) -> usize {
    let tiles = |rows: &[String]| rows.concat().into_bytes();
    tiles(left).iter().zip(tiles(right)).filter(|(a, b)| (**a ^ b) & 1 != 0).count()
}

/// Returns where two pictures differ, in words.
pub fn differing_area(left: &[String], right: &[String]) -> Option<String> {
    let places = changes(left, right);
    let columns = || places.iter().map(|place| place.0);
    let rows = || places.iter().map(|place| place.1);
    let (x1, x2) = columns().min().zip(columns().max())?;
    let (y1, y2) = rows().min().zip(rows().max())?;
    Some(format!("in {}, columns {x1} to {x2}, rows {y1} to {y2}", counted(places.len(), "tile")))
}

/// Returns the area around all differences.
fn differing(left: &[String], right: &[String]) -> Option<Area> {
    let mut area: Option<Area> = None;
    for (column, row) in changes(left, right) {
        let Area { columns, rows } = area.get_or_insert(Area { columns: [column; 2], rows: [row; 2] });
        *columns = [columns[0].min(column), columns[1].max(column)];
        *rows = [rows[0].min(row), rows[1].max(row)];
    }
    let last = |rows: &[String]| {
        (rows.first().map_or(0, String::len).saturating_sub(1), rows.len().saturating_sub(1))
    };
    let (last_column, last_row) = last(left).min(last(right));
    area.map(|Area { columns, rows }| Area {
        columns: [columns[0].saturating_sub(MARGIN), (columns[1] + MARGIN).min(last_column)],
        rows: [rows[0].saturating_sub(MARGIN), (rows[1] + MARGIN).min(last_row)],
    })
}
