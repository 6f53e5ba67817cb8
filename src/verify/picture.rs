//! Two pictures, with what differs marked.

use std::io::{self, Write};

/// Tiles around what differs that are shown as well.
const MARGIN: usize = 5;
/// Characters that every terminal has room for in a line.
const LINE: usize = 80;

/// A tile's number as a character: seen floor and wall, remembered ones, and those never seen. Light without memory is a fault
/// of its own.
const TILES: &[u8; 8] = b" _oo%,#.";
/// What these characters mean.
pub const LEGEND: &str = "# . in view, % , remembered, _ floor never seen, o in view but not explored";
/// The same for the parts before there is a view.
pub const PLAIN_LEGEND: &str = "_ floor";

/// Rows of tile numbers as a picture.
pub fn tiles(rows: &[String]) -> Vec<String> {
    let tile = |digit: u8| char::from(TILES[usize::from(digit.wrapping_sub(b'0') & 7)]);
    rows.iter().map(|row| row.bytes().map(tile).collect()).collect()
}

/// A part of a picture: columns and rows, the last ones included.
#[derive(Clone, Copy)]
struct Area {
    columns: [usize; 2],
    rows: [usize; 2],
}

/// Shows both pictures as far as they differ, and a little around: side by side, or one below the other where lines would get
/// too long. Without colour a line of `^` below a row marks what differs.
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

    /// With what is wrong in red on a terminal.
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

    /// What goes below the row where there is no colour, if anything is wrong in it.
    fn marks(&self, color: bool) -> Option<String> {
        let marks = || self.wrong.iter().map(|&wrong| if wrong { '^' } else { ' ' }).collect();
        (!color && self.wrong.contains(&true)).then(marks)
    }
}

/// Shows a picture that there is nothing to compare with.
///
/// # Errors
/// When writing fails.
pub fn alone(out: &mut dyn Write, title: &str, picture: &[String]) -> io::Result<()> {
    writeln!(out, "  {title}")?;
    picture.iter().try_for_each(|row| writeln!(out, "  {}", row.trim_end()))
}

/// Where two pictures differ: column and row.
pub fn changes(left: &[String], right: &[String]) -> Vec<(usize, usize)> {
    let mut places = Vec::new();
    for (row, (left, right)) in left.iter().zip(right).enumerate() {
        let differing = left.bytes().zip(right.bytes()).enumerate().filter(|(_, (a, b))| a != b);
        places.extend(differing.map(|(column, _)| (column, row)));
    }
    places
}

/// How many tiles are floor in one map and wall in the other.
pub fn dug_otherwise(left: &[String], right: &[String]) -> usize {
    let tiles = |rows: &[String]| rows.concat().into_bytes();
    tiles(left).iter().zip(tiles(right)).filter(|(a, b)| (**a ^ b) & 1 != 0).count()
}

/// The area around everything that differs.
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
