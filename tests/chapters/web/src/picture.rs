//! Pictures for a canvas, in few numbers.

use roguelike::color::Color;
use roguelike::map::Pos;
use roguelike::screen::Frame;
use serde::Serialize;

/// Coloured characters and tiles.
#[derive(Default, Serialize)]
pub struct Picture {
    /// Height in tiles.
    rows: i32,
    /// The colours, as CSS writes them.
    palette: Vec<String>,
    /// For each character in drawing order: column, row, ASCII, colour.
    cells: Vec<i32>,
}

impl Picture {
    /// Returns the cells of a frame in its upper rows.
    pub fn new(frame: &Frame, rows: i32) -> Picture {
        let mut picture = Picture { rows, ..Picture::default() };
        for &(Pos { x, y }, cell) in frame.cells().iter().filter(|(pos, _)| pos.y < rows) {
            let color = picture.color(cell.color);
            picture.cells.extend([x, y, i32::from(cell.glyph), color]);
        }
        picture
    }

    /// Returns the number of a colour.
    pub fn color(&mut self, Color(r, g, b): Color) -> i32 {
        let name = format!("#{r:02x}{g:02x}{b:02x}");
        let known = self.palette.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.palette.push(name);
            self.palette.len() - 1
        });
        known as i32
    }
}
