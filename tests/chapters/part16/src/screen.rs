//! The screens: the drawing functions write coloured characters into a [`Frame`].

use crate::color::Color;
use crate::entity::Entity;
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
const MENU_HI: Color = Color(255, 230, 150); // The title of the menu of classes
/// The player's numbers in the HUD, the newest message, and the others.
const HUD_STAT: Color = Color(225, 215, 180);
const MSG_NEW: Color = Color(215, 210, 220);
const MSG_OLD: Color = Color(110, 106, 120);

const HUD_ROWS: i32 = 5; // Rows below the map for the HUD
/// Number of messages in the HUD. The player's numbers have the first row.
const HUD_MESSAGES: usize = HUD_ROWS as usize - 1;

pub const ROWS: i32 = MAP_HEIGHT + HUD_ROWS; // Height of the window in tiles

/// The contents of the window in drawing order: tiles, the characters on them (33 to 126), and their colours.
#[derive(Debug, Default)]
pub struct Frame {
    pub cells: Vec<(Pos, u8, Color)>,
}

impl Frame {
    /// Puts a character on a tile (`drawGlyph`): nothing for a space or outside the window, and `?` for
    /// anything but printable ASCII.
    fn put(&mut self, pos: Pos, glyph: u8, color: Color) {
        let inside = pos.x >= 0 && pos.x < MAP_WIDTH && pos.y >= 0 && pos.y < ROWS;
        if glyph == b' ' || !inside {
            return;
        }
        let glyph = if glyph.is_ascii_graphic() { glyph } else { b'?' };
        self.cells.push((pos, glyph, color));
    }

    /// Draws a text in the middle of a row (`drawCentred`).
    fn draw_centred(&mut self, row: i32, text: &str, color: Color) {
        let start_col = (MAP_WIDTH - text.len() as i32) / 2;
        for (i, byte) in (0..).zip(text.bytes()) {
            self.put(Pos::new(start_col + i, row), byte, color);
        }
    }

    /// Draws a text from a column on (`drawLeft`), one byte per tile. Quirk: the long dash of some messages
    /// is drawn as `???`, because UTF-8 has three bytes for it, and none is ASCII.
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

/// Draws the player's numbers and the last messages below the map (`drawHud`).
fn draw_hud(game: &Game, frame: &mut Frame) {
    let base = MAP_HEIGHT;
    let cn = game.class.name();
    let Entity { hp, max_hp, power, defense, .. } = &game.player;
    let depth = game.depth + 1;
    let status = game.player.status_text();
    let line = format!("{cn}   HP {hp}/{max_hp}   POW {power}   DEF {defense}   Depth {depth}{status}");
    frame.draw_left(1, base, &line, HUD_STAT);
    let lines = game.log.lines();
    let count = lines.len().min(HUD_MESSAGES);
    for (i, message) in lines.range(lines.len() - count..).enumerate() {
        let color = if i == count - 1 { MSG_NEW } else { MSG_OLD };
        frame.draw_left(1, base + 1 + i as i32, message, color);
    }
}

/// Draws the menu of classes (`drawClassSelect`).
fn draw_class_select(frame: &mut Frame) {
    frame.draw_centred(8, "C H O O S E   Y O U R   H E R O", MENU_HI);
    frame.draw_centred(13, "1)  Fighter  -  tough; sword & chain mail", UI_TEXT);
    frame.draw_centred(15, "2)  Rogue    -  nimble; dagger, leather & a scroll", UI_TEXT);
    frame.draw_centred(17, "3)  Mage     -  frail, but devastating magic", UI_TEXT);
    frame.draw_centred(22, "1 / 2 / 3  begin       F9  load saved game       ESC  quit", UI_HINT);
}

/// Draws the death screen (`drawDeathScreen`).
fn draw_death_screen(frame: &mut Frame) {
    let (box_w, box_h) = (40, 9);
    let (x0, y0) = ((MAP_WIDTH - box_w) / 2, (MAP_HEIGHT - box_h) / 2);
    frame.draw_box(x0, y0, box_w, box_h, DEAD_FRAME);
    frame.draw_centred(y0 + 2, "Y O U   D I E D", DEAD_TITLE);
    frame.draw_centred(y0 + 4, "The dungeon claims another.", DEAD_TEXT);
    frame.draw_centred(y0 + 6, "SPACE  new hero        ESC  quit", DEAD_HINT);
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
        frame.draw_left(col_text, y0 + 6, "(empty)", UI_HINT);
    }
    for (slot, &item) in (0..).zip(&game.inventory) {
        // Quirk: the letters go on through ASCII after `z`.
        let letter = (i32::from(b'a') + slot) as u8 as char;
        let line = format!("{letter})  {}", game.item_label(item));
        frame.draw_left(col_text, y0 + 6 + slot, &line, UI_TEXT);
    }
    frame.draw_left(x0, MAP_HEIGHT - 3, "letter to use/read/equip      i / ESC  close", UI_HINT);
}

/// Draws the current screen of the game (`render`). The player comes last, so its `@` is on top.
pub fn render(game: &Game, frame: &mut Frame) {
    frame.cells.clear();
    match game.state {
        GameState::ClassSelect => return draw_class_select(frame),
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
    draw_hud(game, frame);
}
