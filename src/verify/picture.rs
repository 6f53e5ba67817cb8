//! Two pictures, with the differences marked.

use std::io::{self, Write};

use crate::color::Color;
use crate::map::{Tile, TileType};
use crate::screen::{Cell, draw_tile};
use crate::support::text::counted;
use crate::trace::Step;

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
fn cell_words(cell: Cell) -> String {
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

/// Returns which other colour a cell has, in words.
pub(super) fn recolored_words(cell: Cell, color: Color) -> String {
    let (Color(r, g, b), Color(x, y, z)) = (color, cell.color);
    format!("{} is drawn {r},{g},{b}, should be {x},{y},{z}", cell_words(cell))
}

/// A part of a picture: the first and the last column and row.
#[derive(Clone, Copy)]
struct Area {
    columns: [usize; 2],
    rows: [usize; 2],
}

impl Area {
    /// Returns the same with a little around it, as far as both pictures go.
    fn widened(self, left: &[String], right: &[String]) -> Area {
        let wider = |[first, last]: [usize; 2], count: usize| {
            [first.saturating_sub(MARGIN), (last + MARGIN).min(count.saturating_sub(1))]
        };
        let width = |rows: &[String]| rows.first().map_or(0, String::len);
        Area {
            columns: wider(self.columns, width(left).min(width(right))),
            rows: wider(self.rows, left.len().min(right.len())),
        }
    }
}

/// Shows both pictures where they differ, and a little around. They are side by side, or one below the other
/// if lines would get too long. Without colours a line of `^` below a row marks what differs.
///
/// # Errors
/// When writing fails.
pub fn both(out: &mut dyn Write, titles: [&str; 2], pictures: [&[String]; 2], color: bool) -> io::Result<()> {
    let [left, right] = pictures;
    let Some((area, _)) = differing(left, right) else { return Ok(()) };
    let area = area.widened(left, right);
    let ([x1, x2], [y1, y2]) = (area.columns, area.rows);
    let column = (x2 - x1 + 1).max(titles[0].len());
    let [ours, theirs] = [(titles[0], left, right), (titles[1], right, left)]
        .map(|(title, picture, other)| lines_of(title, picture, other, area, color));
    if "  ".len() + column + "   ".len() + column.max(titles[1].len()) <= LINE {
        for ((ours, width), (theirs, _)) in ours.iter().zip(&theirs) {
            writeln!(out, "  {ours}{:pad$}   {theirs}", "", pad = column - width)?;
        }
    } else {
        ours.iter().chain(&theirs).try_for_each(|(line, _)| writeln!(out, "  {line}"))?;
    }
    writeln!(out, "  columns {x1} to {x2}, rows {y1} to {y2}")
}

/// Returns the lines of a part of a picture, each with its width: a title, and each row with the marks of
/// what differs from the other picture. With colours that is red, otherwise there is a line below.
fn lines_of(
    title: &str,
    picture: &[String],
    other: &[String],
    area: Area,
    color: bool,
) -> Vec<(String, usize)> {
    let mut lines = vec![(title.to_owned(), title.len())];
    let Area { columns: [x1, x2], rows: [y1, y2] } = area;
    for (row, other) in picture[y1..=y2].iter().zip(&other[y1..=y2]) {
        let (mut text, mut marks) = (String::new(), String::new());
        for (byte, other) in row[x1..=x2].bytes().zip(other[x1..=x2].bytes()) {
            let glyph = char::from(byte);
            if byte != other && color {
                text += &format!("\x1b[1;41m{glyph}\x1b[0m");
            } else {
                text.push(glyph);
            }
            marks.push(if byte == other { ' ' } else { '^' });
        }
        lines.push((text, x2 - x1 + 1));
        let marks = marks.trim_end();
        if !color && !marks.is_empty() {
            lines.push((marks.to_owned(), marks.len()));
        }
    }
    lines
}

/// Shows a picture that has no counterpart.
///
/// # Errors
/// When writing fails.
pub fn alone(out: &mut dyn Write, title: &str, picture: &[String]) -> io::Result<()> {
    writeln!(out, "  {title}")?;
    picture.iter().try_for_each(|row| writeln!(out, "  {}", row.trim_end()))
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
    let (Area { columns: [x1, x2], rows: [y1, y2] }, count) = differing(left, right)?;
    Some(format!("in {}, columns {x1} to {x2}, rows {y1} to {y2}", counted(count, "tile")))
}

/// Returns the area of all differences, and their number.
fn differing(left: &[String], right: &[String]) -> Option<(Area, usize)> {
    let places = changes(left, right);
    let ends = |of: fn(&(usize, usize)) -> usize| {
        let numbers = || places.iter().map(of);
        Some([numbers().min()?, numbers().max()?])
    };
    Some((Area { columns: ends(|place| place.0)?, rows: ends(|place| place.1)? }, places.len()))
}
