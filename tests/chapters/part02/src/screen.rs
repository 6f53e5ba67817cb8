//! The screens: the drawing functions write coloured characters into a [`Frame`].

use crate::color::Color;
use crate::game::Game;
use crate::map::{Map, Pos, TileType};

pub const BG: Color = Color(12, 12, 16); // The colour that clears the window

const WALL: Color = Color(130, 120, 150);
const FLOOR: Color = Color(72, 66, 60);
const PLAYER: Color = Color(255, 230, 150); // The colour of `@`

/// The contents of the window in drawing order: tiles, the characters on them (33 to 126), and their colours.
#[derive(Debug, Default)]
pub struct Frame {
    pub cells: Vec<(Pos, u8, Color)>,
}

impl Frame {
    /// Puts a character on a tile (`drawGlyph`).
    fn put(&mut self, pos: Pos, glyph: u8, color: Color) {
        self.cells.push((pos, glyph, color));
    }
}

/// Draws the current screen of the game (`draw`). The player comes last, so its `@` is on top.
pub fn draw(game: &Game, frame: &mut Frame) {
    frame.cells.clear();
    for pos in Map::positions() {
        let tile = game.map.tile(pos);
        let (glyph, color) = if tile.kind == TileType::Floor { (b'.', FLOOR) } else { (b'#', WALL) };
        frame.put(pos, glyph, color);
    }
    frame.put(game.player.pos, b'@', PLAYER);
}
