//! The screens: the drawing functions write coloured characters into a [`Frame`].

use crate::color::Color;
use crate::game::Game;
use crate::map::{Map, Pos, Tile, TileType};

pub const BG: Color = Color(12, 12, 16); // The colour that clears the window

const WALL_LIT: Color = Color(150, 140, 175); // A wall in view
const FLOOR_LIT: Color = Color(100, 92, 80); // Floor in view
const WALL_MEM: Color = Color(58, 54, 72); // A wall in memory
const FLOOR_MEM: Color = Color(40, 37, 33); // Floor in memory

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

/// Draws a tile (`drawTile`): lit in view, dim from memory, nothing if it is unexplored.
fn draw_tile(pos: Pos, tile: Tile, frame: &mut Frame) {
    if !tile.explored {
        return;
    }
    let (glyph, color) = match (tile.kind, tile.visible) {
        (TileType::Floor, true) => (b'.', FLOOR_LIT),
        (TileType::Wall, true) => (b'#', WALL_LIT),
        (TileType::Floor, false) => (b'.', FLOOR_MEM),
        (TileType::Wall, false) => (b'#', WALL_MEM),
    };
    frame.put(pos, glyph, color);
}

/// Draws the current screen of the game (`draw`). The player comes last, so its `@` is on top.
pub fn draw(game: &Game, frame: &mut Frame) {
    frame.cells.clear();
    for pos in Map::positions() {
        let tile = game.map.tile(pos);
        draw_tile(pos, tile, frame);
    }
    for monster in &game.monsters {
        let body = &monster.entity;
        // Monsters are not remembered: out of view they may have gone anywhere.
        if body.is_alive() && game.map.tile(body.pos).visible {
            frame.put(body.pos, body.glyph, body.color);
        }
    }
    let player = &game.player;
    frame.put(player.pos, player.glyph, player.color);
}
