//! Where two pictures of a step differ.

use crate::color::Color;
use crate::map::{Tile, TileType};
use crate::screen::{Cell, draw_tile};
use crate::support::text::counted;
use crate::trace::Step;

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
