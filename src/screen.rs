//! The screens: the drawing functions write coloured characters ([cells](Cell)) into a [`Frame`].

use crate::color::Color;
use crate::entity::Entity;
use crate::game::{AMULETS_TO_WIN, Game, GameState};
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos, Tile, TileType};
use crate::part::Part;

/// The colour that clears the window.
pub const BG: Color = Color(12, 12, 16);

const WALL: Color = Color(130, 120, 150);
const FLOOR: Color = Color(72, 66, 60);
/// Part 3: a wall in view.
const WALL_LIT: Color = Color(150, 140, 175);
/// Part 3: floor in view.
const FLOOR_LIT: Color = Color(100, 92, 80);
/// Part 3: a wall in memory.
const WALL_MEM: Color = Color(58, 54, 72);
/// Part 3: floor in memory.
const FLOOR_MEM: Color = Color(40, 37, 33);
/// Part 8: any item in memory.
const POTION_MEM: Color = Color(90, 55, 100);
/// Part 9: any item in memory.
const ITEM_MEM: Color = Color(72, 66, 80);
/// Part 11: stairs in view, and stairs in memory.
pub(crate) const STAIRS_LIT: Color = Color(235, 215, 90);
const STAIRS_MEM: Color = Color(95, 88, 48);

/// Part 5: the death screen.
const DEAD_FRAME: Color = Color(150, 60, 60);
const DEAD_TITLE: Color = Color(220, 90, 90);
const DEAD_TEXT: Color = Color(210, 200, 205);
const DEAD_HINT: Color = Color(120, 112, 112);
/// Part 8: the inventory.
const UI_TITLE: Color = Color(230, 220, 180);
const UI_TEXT: Color = Color(205, 200, 215);
const UI_HINT: Color = Color(120, 112, 132);
const UI_FRAME: Color = Color(120, 110, 140);
/// Part 9: what is wielded and worn.
const UI_GEAR: Color = Color(150, 205, 160);
/// Part 14: the title of the menu of classes.
const MENU_HI: Color = Color(255, 230, 150);
/// Part 16: the player's numbers in the HUD, the newest message, and the others.
const HUD_STAT: Color = Color(225, 215, 180);
pub(crate) const MSG_NEW: Color = Color(215, 210, 220);
pub(crate) const MSG_OLD: Color = Color(110, 106, 120);
/// Part 17: the win screen.
const WIN_FRAME: Color = Color(200, 175, 80);
const WIN_TITLE: Color = Color(255, 225, 120);
const WIN_TEXT: Color = Color(215, 210, 200);
const WIN_HINT: Color = Color(130, 122, 100);

/// Part 16: rows below the map for the HUD.
const HUD_ROWS: i32 = 5;
/// Part 16: number of messages in the HUD. The player's numbers have the first row.
pub(crate) const HUD_MESSAGES: usize = HUD_ROWS as usize - 1;
/// Part 8: where the first line of the inventory begins, in the box.
const FIRST_SLOT_IN_BOX: Pos = Pos::new(12, 9);
/// Part 9: where the first line of the inventory begins.
const FIRST_SLOT: Pos = Pos::new(11, 10);

/// Returns the height of the window in tiles. From Part 16 on it has the rows of the HUD too.
pub fn rows(part: Part) -> i32 {
    if part.has_hud() { MAP_HEIGHT + HUD_ROWS } else { MAP_HEIGHT }
}

/// A character in a colour: printable ASCII except the space, 33 to 126.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are explained above")]
pub struct Cell {
    pub glyph: u8,
    pub color: Color,
}

/// The contents of the window: cells on their tiles in drawing order. Later ones lie on top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    rows: i32,
    pub(crate) cells: Vec<(Pos, Cell)>,
}

impl Frame {
    /// An empty window with this many rows of tiles.
    pub fn new(rows: i32) -> Frame {
        Frame { rows, cells: Vec::new() }
    }

    /// Height of the window in tiles.
    pub fn rows(&self) -> i32 {
        self.rows
    }

    /// Returns the cells in drawing order, each with its column and row in the window.
    pub fn cells(&self) -> &[(Pos, Cell)] {
        &self.cells
    }

    /// Removes all cells.
    pub fn clear(&mut self) {
        self.cells.clear();
    }

    /// Puts a character on a tile (`drawGlyph`): nothing for a space or outside the window, and `?` for
    /// anything but printable ASCII.
    pub fn put(&mut self, pos: Pos, glyph: u8, color: Color) {
        let inside = pos.x >= 0 && pos.x < MAP_WIDTH && pos.y >= 0 && pos.y < self.rows;
        if glyph == b' ' || !inside {
            return;
        }
        let glyph = if glyph.is_ascii_graphic() { glyph } else { b'?' };
        self.cells.push((pos, Cell { glyph, color }));
    }

    /// Part 5: draws a text in the middle of a row (`drawCentred`).
    pub fn draw_centred(&mut self, row: i32, text: &str, color: Color) {
        let start_col = (MAP_WIDTH - text.len() as i32) / 2;
        for (i, byte) in (0..).zip(text.bytes()) {
            self.put(Pos::new(start_col + i, row), byte, color);
        }
    }

    /// Part 9: draws a text from a column on (`drawLeft`), one byte per tile. Quirk: from Part 16 on the long
    /// dash of some messages is drawn as `???`, because UTF-8 has three bytes for it, and none is ASCII.
    pub fn draw_left(&mut self, column: i32, row: i32, text: &str, color: Color) {
        for (i, byte) in (0..).zip(text.bytes()) {
            self.put(Pos::new(column + i, row), byte, color);
        }
    }

    /// Part 5: draws the border of a box. In the corners the columns lie on top.
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

/// Part 3: returns what is drawn of a tile (`drawTile`): lit in view, dim from memory, nothing if unexplored.
pub(crate) fn draw_tile(tile: Tile) -> Option<Cell> {
    if !tile.explored {
        return None;
    }
    let (glyph, color) = match (tile.kind, tile.visible) {
        (TileType::Floor, true) => (b'.', FLOOR_LIT),
        (TileType::Wall, true) => (b'#', WALL_LIT),
        (TileType::Floor, false) => (b'.', FLOOR_MEM),
        (TileType::Wall, false) => (b'#', WALL_MEM),
    };
    Some(Cell { glyph, color })
}

/// Part 8: draws something that stays where it is: bright in view, dim from memory.
fn draw_remembered(pos: Pos, map: &Map, glyph: u8, lit: Color, memory: Color, frame: &mut Frame) {
    if map.tile(pos).visible {
        frame.put(pos, glyph, lit);
    } else if map.tile(pos).explored {
        frame.put(pos, glyph, memory);
    }
}

/// Part 16: draws the player's numbers and the last messages below the map (`drawHud`).
fn draw_hud(game: &Game, frame: &mut Frame) {
    let base = MAP_HEIGHT;
    let cn = game.class.name();
    let Entity { hp, max_hp, power, defense, .. } = &game.player;
    let depth = game.depth + 1;
    let status = game.player.status_text();
    let amulets = format!("Amulets {}/{AMULETS_TO_WIN}", game.amulets);
    let line = if game.part.has_amulets() {
        format!("{cn}  HP {hp}/{max_hp}  POW {power}  DEF {defense}  Depth {depth}  {amulets}{status}")
    } else {
        format!("{cn}   HP {hp}/{max_hp}   POW {power}   DEF {defense}   Depth {depth}{status}")
    };
    frame.draw_left(1, base, &line, HUD_STAT);
    let lines = game.log.lines();
    let count = lines.len().min(HUD_MESSAGES);
    for (i, message) in lines.range(lines.len() - count..).enumerate() {
        let color = if i == count - 1 { MSG_NEW } else { MSG_OLD };
        frame.draw_left(1, base + 1 + i as i32, message, color);
    }
}

/// Part 14: draws the menu of classes (`drawClassSelect`).
fn draw_class_select(part: Part, frame: &mut Frame) {
    if part.has_amulets() {
        frame.draw_centred(7, "C H O O S E   Y O U R   H E R O", MENU_HI);
        frame.draw_centred(11, "Recover the three Amulets of SDL from the deep floors,", UI_TEXT);
        frame.draw_centred(12, "and live to tell the tale.", UI_TEXT);
    } else {
        frame.draw_centred(8, "C H O O S E   Y O U R   H E R O", MENU_HI);
    }
    frame.draw_centred(
        first_class_row(part),
        if part.has_saves() {
            "1)  Fighter  -  tough; sword & chain mail"
        } else {
            "1)  Fighter  -  tough; starts with sword & chain mail"
        },
        UI_TEXT,
    );
    frame.draw_centred(
        first_class_row(part) + 2,
        "2)  Rogue    -  nimble; dagger, leather & a scroll",
        UI_TEXT,
    );
    frame.draw_centred(
        first_class_row(part) + 4,
        if part.has_saves() {
            "3)  Mage     -  frail, but devastating magic"
        } else {
            "3)  Mage     -  frail, but devastating magic; 2 scrolls"
        },
        UI_TEXT,
    );
    frame.draw_centred(
        if part.has_amulets() { 24 } else { 22 },
        if part.has_saves() {
            "1 / 2 / 3  begin       F9  load saved game       ESC  quit"
        } else {
            "press 1, 2 or 3        ESC  quit"
        },
        UI_HINT,
    );
}

/// Part 14: returns the row of the first class on the menu. The others follow, two rows apart.
pub fn first_class_row(part: Part) -> i32 {
    if part.has_amulets() { 15 } else { 13 }
}

/// Part 5: draws the death screen (`drawDeathScreen`). Quirk: from Part 17 on its text crosses the border.
fn draw_death_screen(game: &Game, frame: &mut Frame) {
    let part = game.part;
    let (box_w, box_h) = (if part.has_amulets() { 42 } else { 40 }, 9);
    let (x0, y0) = ((MAP_WIDTH - box_w) / 2, (MAP_HEIGHT - box_h) / 2);
    frame.draw_box(x0, y0, box_w, box_h, DEAD_FRAME);
    frame.draw_centred(y0 + 2, "Y O U   D I E D", DEAD_TITLE);
    let verdict = if part.has_amulets() {
        &format!("You held {} of 3 Amulets. The dark keeps them.", game.amulets)
    } else {
        "The dungeon claims another."
    };
    frame.draw_centred(y0 + 4, verdict, DEAD_TEXT);
    frame.draw_centred(
        y0 + 6,
        if part.has_saves() {
            "SPACE  new hero        ESC  quit"
        } else if part.has_classes() {
            "SPACE  choose a new hero        ESC  quit"
        } else {
            "SPACE  try again        ESC  quit"
        },
        DEAD_HINT,
    );
}

/// Part 17: draws the win screen (`drawWinScreen`).
fn draw_win_screen(frame: &mut Frame) {
    let (box_w, box_h) = (46, 11);
    let (x0, y0) = ((MAP_WIDTH - box_w) / 2, (MAP_HEIGHT - box_h) / 2);
    frame.draw_box(x0, y0, box_w, box_h, WIN_FRAME);
    frame.put(Pos::new(x0, y0), b'+', WIN_FRAME);
    frame.put(Pos::new(x0 + box_w - 1, y0), b'+', WIN_FRAME);
    frame.put(Pos::new(x0, y0 + box_h - 1), b'+', WIN_FRAME);
    frame.put(Pos::new(x0 + box_w - 1, y0 + box_h - 1), b'+', WIN_FRAME);
    frame.draw_centred(y0 + 2, "* * *   V I C T O R Y   * * *", WIN_TITLE);
    frame.draw_centred(y0 + 4, "All three Amulets of SDL are yours,", WIN_TEXT);
    frame.draw_centred(y0 + 5, "and you walked out of the dark alive.", WIN_TEXT);
    frame.draw_centred(y0 + 8, "SPACE  play again        ESC  quit", WIN_HINT);
}

/// Part 8: draws the inventory in a box that grows with it (`drawInventory` of Part 8).
fn draw_inventory_box(game: &Game, frame: &mut Frame) {
    let count = game.inventory.len() as i32;
    let (box_w, box_h) = (46, 4 + count.max(1));
    let (x0, y0) = ((MAP_WIDTH - box_w) / 2, 6);
    frame.draw_box(x0, y0, box_w, box_h, UI_FRAME);
    frame.draw_centred(y0 + 1, "I N V E N T O R Y", UI_TITLE);
    if count == 0 {
        frame.draw_centred(y0 + 3, "(empty - find some potions!)", UI_HINT);
    }
    draw_pack(game, frame);
    frame.draw_centred(y0 + box_h + 1, "letter to quaff      i / ESC  close", UI_HINT);
}

/// Part 9: draws what is wielded and worn, and what is carried (`drawInventory`).
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
        frame.draw_left(
            col_text,
            y0 + 6,
            if game.part.has_classes() { "(empty)" } else { "(empty - explore to find loot!)" },
            UI_HINT,
        );
    }
    draw_pack(game, frame);
    frame.draw_left(
        x0,
        MAP_HEIGHT - 3,
        if game.part.has_scrolls() {
            "letter to use/read/equip      i / ESC  close"
        } else {
            "letter to use/equip      i / ESC  close"
        },
        UI_HINT,
    );
}

/// Part 8: draws a line for each slot of the inventory. Lines below the window are not seen.
fn draw_pack(game: &Game, frame: &mut Frame) {
    let Pos { x, y } = first_slot(game.part);
    for (slot, &item) in game.inventory.iter().enumerate() {
        // Quirk: from Part 16 on the letters go on through ASCII after `z`. Earlier they
        // would be below the window.
        let letter = char::from(b'a'.wrapping_add(slot as u8));
        let line = format!("{letter})  {}", game.item_label(item));
        frame.draw_left(x, y + slot as i32, &line, UI_TEXT);
    }
}

/// Part 8: returns where the first line of the inventory begins.
pub fn first_slot(part: Part) -> Pos {
    if part.has_equipment() { FIRST_SLOT } else { FIRST_SLOT_IN_BOX }
}

/// Draws the map, and what is on it. From Part 2 on the player comes last, so its `@` is on top.
pub(crate) fn draw_level(game: &Game, frame: &mut Frame) {
    let part = game.part;
    let level = game.cur();
    for pos in Map::positions() {
        let tile = level.map.tile(pos);
        if !part.has_fog() {
            let (glyph, color) = if tile.kind == TileType::Floor { (b'.', FLOOR) } else { (b'#', WALL) };
            frame.put(pos, glyph, color);
        } else if let Some(Cell { glyph, color }) = draw_tile(tile) {
            frame.put(pos, glyph, color);
        }
    }
    if part.has_floors() {
        draw_remembered(level.stairs, &level.map, b'>', STAIRS_LIT, STAIRS_MEM, frame);
    }
    if part.has_items() {
        for lying in &level.items {
            let (glyph, color) = lying.item.look();
            let memory = if part.has_equipment() { ITEM_MEM } else { POTION_MEM };
            draw_remembered(lying.pos, &level.map, glyph, color, memory, frame);
        }
    }
    if part.has_monsters() {
        for monster in &level.monsters {
            let body = &monster.entity;
            // Monsters are not remembered: out of view they may have gone anywhere.
            if body.is_alive() && level.map.tile(body.pos).visible {
                frame.put(body.pos, body.glyph, body.color);
            }
        }
    }
    if part.has_player() {
        let body = &game.player;
        frame.put(body.pos, body.glyph, body.color);
    }
}

/// Draws the current screen of the game (`render`; in Parts 1 to 5 the lambda `draw`).
pub fn render(game: &Game, frame: &mut Frame) {
    frame.clear();
    if !game.part.has_melee() {
        draw_level(game, frame);
        return;
    }
    match game.state {
        GameState::ClassSelect => return draw_class_select(game.part, frame),
        GameState::Dead => return draw_death_screen(game, frame),
        GameState::Won => return draw_win_screen(frame),
        GameState::Inventory if game.part.has_equipment() => return draw_inventory(game, frame),
        GameState::Inventory => return draw_inventory_box(game, frame),
        GameState::Playing => {}
    }
    draw_level(game, frame);
    if game.part.has_hud() {
        draw_hud(game, frame);
    }
}
