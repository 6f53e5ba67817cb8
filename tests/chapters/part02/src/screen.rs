//! The screens: the drawing functions write coloured characters ([cells](Cell)) into a [`Frame`].

use crate::color::Color;
use crate::game::Game;
use crate::map::{Map, Pos, TileType};

pub const BG: Color = Color(12, 12, 16); // The colour that clears the window

const WALL: Color = Color(130, 120, 150);
const FLOOR: Color = Color(72, 66, 60);
const PLAYER: Color = Color(255, 230, 150); // The colour of `@`

/// A character in a colour: printable ASCII except the blank, 33 to 126.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    pub glyph: u8,
    pub color: Color,
}

/// The contents of the window: cells on their tiles in drawing order. Later ones lie on top.
#[derive(Debug, Default)]
pub struct Frame {
    pub cells: Vec<(Pos, Cell)>,
}

impl Frame {
    /// Puts a character on a tile (`drawGlyph`).
    fn put(&mut self, pos: Pos, glyph: u8, color: Color) {
        self.cells.push((pos, Cell { glyph, color }));
    }
}

/// Draws the current screen of the game (`draw`). The player comes last, and so lies on top of all.
pub fn draw(game: &Game, frame: &mut Frame) {
    frame.cells.clear();
    for pos in Map::positions() {
        let tile = game.map.tile(pos);
        let (glyph, color) = if tile.kind == TileType::Floor { (b'.', FLOOR) } else { (b'#', WALL) };
        frame.put(pos, glyph, color);
    }
    frame.put(game.player.pos, b'@', PLAYER);
}
