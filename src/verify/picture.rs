//! Two pictures side by side, with what differs marked.

use std::io::{self, Write};

/// Tiles around what differs that are shown as well.
const MARGIN: usize = 5;

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

/// Shows both pictures as far as they differ, and a little around. Without colour a line of `^` below a row marks what differs.
///
/// # Errors
/// When writing fails.
pub fn side_by_side(
    out: &mut dyn Write,
    titles: [&str; 2],
    pictures: [&[String]; 2],
    color: bool,
) -> io::Result<()> {
    let [left, right] = pictures;
    let Some(area) = differing(left, right) else { return Ok(()) };
    let width = area.columns[1] - area.columns[0] + 1;
    let column = width.max(titles[0].len());
    writeln!(out, "  {:column$}   {}", titles[0], titles[1])?;
    for row in area.rows[0]..=area.rows[1] {
        let cut = |picture: &[String]| picture[row].as_bytes()[area.columns[0]..=area.columns[1]].to_vec();
        let (left, right) = (cut(left), cut(right));
        let wrong: Vec<bool> = left.iter().zip(&right).map(|(a, b)| a != b).collect();
        let pad = " ".repeat(column - width);
        writeln!(out, "  {}{pad}   {}", painted(&left, &wrong, color), painted(&right, &wrong, color))?;
        if !color && wrong.contains(&true) {
            let marks: String = wrong.iter().map(|&wrong| if wrong { '^' } else { ' ' }).collect();
            writeln!(out, "  {marks}{pad}   {}", marks.trim_end())?;
        }
    }
    let ([x1, x2], [y1, y2]) = (area.columns, area.rows);
    writeln!(out, "  columns {x1} to {x2}, rows {y1} to {y2}")
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

/// A row, with what is wrong in it in red on a terminal.
fn painted(row: &[u8], wrong: &[bool], color: bool) -> String {
    let mut text = String::new();
    for (&byte, &wrong) in row.iter().zip(wrong) {
        let byte = char::from(byte);
        if wrong && color {
            text += &format!("\x1b[1;41m{byte}\x1b[0m");
        } else {
            text.push(byte);
        }
    }
    text
}
