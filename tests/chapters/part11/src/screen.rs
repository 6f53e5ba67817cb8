//! The screens: the drawing functions write coloured characters into a [`Frame`].

use crate::color::Color;
use crate::game::{Game, GameState};
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos, Tile, TileType};

pub const BG: Color = Color(12, 12, 16); // The colour that clears the window

const WALL_LIT: Color = Color(150, 140, 175); // A wall in view
const FLOOR_LIT: Color = Color(100, 92, 80); // Floor in view
const WALL_MEM: Color = Color(58, 54, 72); // A wall in memory
const FLOOR_MEM: Color = Color(40, 37, 33); // Floor in memory
const ITEM_MEM: Color = Color(72, 66, 80); // Any item in memory
/// Stairs in view, and stairs in memory.
const STAIRS_LIT: Color = Color(235, 215, 90);
const STAIRS_MEM: Color = Color(95, 88, 48);

/// The death screen.
const DEAD_FRAME: Color = Color(150, 60, 60);
const DEAD_TITLE: Color = Color(220, 90, 90);
const DEAD_TEXT: Color = Color(210, 200, 205);
const DEAD_HINT: Color = Color(120, 112, 112);
/// The inventory.
const UI_TITLE: Color = Color(230, 220, 180);
const UI_TEXT: Color = Color(205, 200, 215);
const UI_HINT: Color = Color(120, 112, 132);
const UI_GEAR: Color = Color(150, 205, 160); // What is wielded and worn

/// The contents of the window in drawing order: tiles, the characters on them (33 to 126), and their colours.
#[derive(Debug, Default)]
pub struct Frame {
    pub cells: Vec<(Pos, u8, Color)>,
}

impl Frame {
    /// Puts a character on a tile (`drawGlyph`): nothing for a space, or outside the window.
    fn put(&mut self, pos: Pos, glyph: u8, color: Color) {
        let inside = pos.x >= 0 && pos.x < MAP_WIDTH && pos.y >= 0 && pos.y < MAP_HEIGHT;
        if glyph == b' ' || !inside {
            return;
        }
        self.cells.push((pos, glyph, color));
    }

    /// Draws a text in the middle of a row (`drawCentred`).
    fn draw_centred(&mut self, row: i32, text: &str, color: Color) {
        let start_col = (MAP_WIDTH - text.len() as i32) / 2;
        for (i, byte) in (0..).zip(text.bytes()) {
            self.put(Pos::new(start_col + i, row), byte, color);
        }
    }

    /// Draws a text from a column on (`drawLeft`), one byte per tile.
    fn draw_left(&mut self, column: i32, row: i32, text: &str, color: Color) {
        for (i, byte) in (0..).zip(text.bytes()) {
            self.put(Pos::new(column + i, row), byte, color);
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

/// Draws what is wielded and worn, and what is carried (`drawInventory`).
fn draw_inventory(game: &Game, frame: &mut Frame) {
    let (x0, y0) = (8, 4);
    let col_text = x0 + 3;
    frame.draw_left(x0, y0, "== INVENTORY ==", UI_TITLE);
    let gear = game.weapon.map_or("(bare fists)".to_owned(), |weapon| game.item_label(weapon));
    frame.draw_left(x0, y0 + 2, &format!("Wielding: {gear}"), UI_GEAR);
    let gear = game.armour.map_or("(no armour)".to_owned(), |armour| game.item_label(armour));
    frame.draw_left(x0, y0 + 3, &format!("Wearing:  {gear}"), UI_GEAR);
    frame.draw_left(x0, y0 + 5, "Pack:", UI_TITLE);
    if game.inventory.is_empty() {
        frame.draw_left(col_text, y0 + 6, "(empty - explore to find loot!)", UI_HINT);
    }
    for (slot, &item) in (0..).zip(&game.inventory) {
        let letter = (i32::from(b'a') + slot) as u8 as char;
        let line = format!("{letter})  {}", game.item_label(item));
        frame.draw_left(col_text, y0 + 6 + slot, &line, UI_TEXT);
    }
    frame.draw_left(x0, MAP_HEIGHT - 3, "letter to use/equip      i / ESC  close", UI_HINT);
}

/// Draws the current screen of the game (`render`). The player comes last, so its `@` is on top.
pub fn render(game: &Game, frame: &mut Frame) {
    frame.cells.clear();
    match game.state {
        GameState::Dead => return draw_death_screen(frame),
        GameState::Inventory => return draw_inventory(game, frame),
        GameState::Playing => {}
    }
    let level = game.cur();
    for pos in Map::positions() {
        let tile = level.map.tile(pos);
        draw_tile(pos, tile, frame);
    }
    let tile = level.map.tile(level.stairs);
    if tile.visible {
        frame.put(level.stairs, b'>', STAIRS_LIT);
    } else if tile.explored {
        frame.put(level.stairs, b'>', STAIRS_MEM);
    }
    for lying in &level.items {
        let (glyph, color) = lying.item.look();
        let tile = level.map.tile(lying.pos);
        if tile.visible {
            frame.put(lying.pos, glyph, color);
        } else if tile.explored {
            frame.put(lying.pos, glyph, ITEM_MEM);
        }
    }
    for monster in &level.monsters {
        let body = &monster.entity;
        // Monsters are not remembered: out of view they may have gone anywhere.
        if body.is_alive() && level.map.tile(body.pos).visible {
            frame.put(body.pos, body.glyph, body.color);
        }
    }
    let player = &game.player;
    frame.put(player.pos, player.glyph, player.color);
}
