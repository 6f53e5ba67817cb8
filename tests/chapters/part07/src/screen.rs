//! The screens: the drawing functions write coloured characters into a [`Frame`].

use crate::color::Color;
use crate::game::{Game, GameState};
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos, Tile, TileType};

pub const BG: Color = Color(12, 12, 16); // The colour that clears the window

const WALL_LIT: Color = Color(150, 140, 175); // A wall in view
const FLOOR_LIT: Color = Color(100, 92, 80); // Floor in view
const WALL_MEM: Color = Color(58, 54, 72); // A wall in memory
const FLOOR_MEM: Color = Color(40, 37, 33); // Floor in memory

/// The death screen.
const DEAD_FRAME: Color = Color(150, 60, 60);
const DEAD_TITLE: Color = Color(220, 90, 90);
const DEAD_TEXT: Color = Color(210, 200, 205);
const DEAD_HINT: Color = Color(120, 112, 112);

/// The contents of the window in drawing order: tiles, the characters on them (33 to 126), and their colours.
#[derive(Debug, Default)]
pub struct Frame {
    pub cells: Vec<(Pos, u8, Color)>,
}

impl Frame {
    /// Puts a character on a tile (`drawGlyph`): nothing for a space.
    fn put(&mut self, pos: Pos, glyph: u8, color: Color) {
        if glyph != b' ' {
            self.cells.push((pos, glyph, color));
        }
    }

    /// Draws a text in the middle of a row (`drawCentred`).
    fn draw_centred(&mut self, row: i32, text: &str, color: Color) {
        let start_col = (MAP_WIDTH - text.len() as i32) / 2;
        for (i, byte) in (0..).zip(text.bytes()) {
            self.put(Pos::new(start_col + i, row), byte, color);
        }
    }

    /// Draws the border of a box. In the corners the columns lie on top.
    fn draw_box(&mut self, x0: i32, y0: i32, box_w: i32, box_h: i32, color: Color) {
        for i in 0..box_w {
            self.put(Pos::new(x0 + i, y0), b'=', color);
            self.put(Pos::new(x0 + i, y0 + box_h - 1), b'=', color);
        }
        for j in 0..box_h {
            self.put(Pos::new(x0, y0 + j), b'|', color);
            self.put(Pos::new(x0 + box_w - 1, y0 + j), b'|', color);
        }
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

/// Draws the death screen (`drawDeathScreen`).
fn draw_death_screen(frame: &mut Frame) {
    let (box_w, box_h) = (40, 9);
    let (x0, y0) = ((MAP_WIDTH - box_w) / 2, (MAP_HEIGHT - box_h) / 2);
    frame.draw_box(x0, y0, box_w, box_h, DEAD_FRAME);
    frame.draw_centred(y0 + 2, "Y O U   D I E D", DEAD_TITLE);
    frame.draw_centred(y0 + 4, "The dungeon claims another.", DEAD_TEXT);
    frame.draw_centred(y0 + 6, "SPACE  try again        ESC  quit", DEAD_HINT);
}

/// Draws the current screen of the game (`render`). The player comes last, so its `@` is on top.
pub fn render(game: &Game, frame: &mut Frame) {
    frame.cells.clear();
    if game.state == GameState::Dead {
        draw_death_screen(frame);
        return;
    }
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
