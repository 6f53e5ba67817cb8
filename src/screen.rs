//! What each screen shows, as coloured characters on a grid of tiles (the `draw...` functions of `Game`). No SDL here.

use crate::color::Color;
use crate::game::{Game, State};
use crate::hash::Fnv;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos, Tile, TileKind};
use crate::part::Part;

/// What everything is drawn on.
pub const BACKGROUND: Color = Color(12, 12, 16);

/// Parts 1 and 2 know no light.
const FLOOR: Color = Color(72, 66, 60);
const WALL: Color = Color(130, 120, 150);
const FLOOR_LIT: Color = Color(100, 92, 80);
const WALL_LIT: Color = Color(150, 140, 175);
const FLOOR_MEMORY: Color = Color(40, 37, 33);
const WALL_MEMORY: Color = Color(58, 54, 72);
const STAIRS_LIT: Color = Color(235, 215, 90);
const STAIRS_MEMORY: Color = Color(95, 88, 48);
/// Potions of Part 8, and any item later, when only remembered.
const POTION_MEMORY: Color = Color(90, 55, 100);
const ITEM_MEMORY: Color = Color(72, 66, 80);

const HEADING: Color = Color(230, 220, 180);
const LISTED: Color = Color(205, 200, 215);
const HINT: Color = Color(120, 112, 132);
const STATS: Color = Color(225, 215, 180);
const NEWEST_MESSAGE: Color = Color(215, 210, 220);
const OLDER_MESSAGE: Color = Color(110, 106, 120);

/// Messages the HUD has room for.
const HUD_MESSAGES: usize = 4;
/// Bytes of a line in the pack; the original's buffer has no room for more.
const PACK_LINE: usize = 63;

/// A character in a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Printable ASCII but a blank: 33 to 126.
    pub glyph: u8,
    /// Its colour.
    pub color: Color,
}

/// A cell on its tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Column and row in the window, in tiles.
    pub pos: Pos,
    /// What is drawn there.
    pub cell: Cell,
}

/// How a byte outside ASCII is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dashes {
    /// Each byte as `?`, like the original. Quirk: a dash is three bytes, so it is drawn as `???`.
    #[default]
    Original,
    /// A dash as `-`, as its author will have meant.
    Readable,
}

/// A painted window: what is drawn, in drawing order, so that later cells lie on top of earlier ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    rows: i32,
    dashes: Dashes,
    drawn: Vec<Drawn>,
}

impl Frame {
    /// An empty window of this part.
    pub fn new(part: Part, dashes: Dashes) -> Frame {
        Frame { rows: part.rows(), dashes, drawn: Vec::new() }
    }

    /// Columns of the window, in tiles.
    pub const fn columns(&self) -> i32 {
        MAP_WIDTH
    }

    /// Rows of the window, in tiles.
    pub const fn rows(&self) -> i32 {
        self.rows
    }

    /// What is drawn, in drawing order; all of it inside the window.
    pub fn drawn(&self) -> &[Drawn] {
        &self.drawn
    }

    /// Nothing is drawn any more.
    pub fn clear(&mut self) {
        self.drawn.clear();
    }

    /// Draws a character. Blanks, and what lies outside the window, leave no trace; what ASCII cannot print is a `?`.
    pub fn put(&mut self, pos: Pos, glyph: u8, color: Color) {
        let inside = (0..self.columns()).contains(&pos.x) && (0..self.rows).contains(&pos.y);
        if glyph == b' ' || !inside {
            return;
        }
        let glyph = if glyph.is_ascii_graphic() { glyph } else { b'?' };
        self.drawn.push(Drawn { pos, cell: Cell { glyph, color } });
    }

    /// Draws a text from a column on, one byte a tile (`drawText`).
    pub fn text(&mut self, column: i32, row: i32, text: &str, color: Color) {
        let readable = text.replace('—', "-");
        let text = if self.dashes == Dashes::Readable { &readable } else { text };
        for (x, byte) in (column..).zip(text.bytes()) {
            self.put(Pos::new(x, row), byte, color);
        }
    }

    /// Draws a text in the middle of a row (`drawCentred`).
    pub fn centred(&mut self, row: i32, text: &str, color: Color) {
        self.text((MAP_WIDTH - text.len() as i32) / 2, row, text, color);
    }

    /// Draws a border, the columns over the rows in the corners.
    fn border(&mut self, area: Area, color: Color) {
        for x in area.x..area.x + area.w {
            self.put(Pos::new(x, area.y), b'=', color);
            self.put(Pos::new(x, area.bottom()), b'=', color);
        }
        for y in area.y..area.y + area.h {
            self.put(Pos::new(area.x, y), b'|', color);
            self.put(Pos::new(area.right(), y), b'|', color);
        }
    }

    /// The hash that traces print: every drawn cell, tile by tile in rows, within a tile in drawing order.
    pub fn hash(&self) -> u64 {
        let mut hash = Fnv::default();
        for index in self.by_tile().order {
            let Drawn { pos, cell: Cell { glyph, color } } = self.drawn[index];
            hash.write(&[pos.x as u8, pos.y as u8, glyph, color.0, color.1, color.2]);
        }
        hash.finish()
    }

    /// Where to find what is drawn on a tile.
    pub fn by_tile(&self) -> ByTile<'_> {
        // A counting sort: how many cells each tile has, then where each tile's cells begin.
        let columns = self.columns() as usize;
        let tile_of = |drawn: &Drawn| drawn.pos.y as usize * columns + drawn.pos.x as usize;
        let mut starts = vec![0; columns * self.rows as usize + 1];
        for drawn in &self.drawn {
            starts[tile_of(drawn) + 1] += 1;
        }
        for tile in 1..starts.len() {
            starts[tile] += starts[tile - 1];
        }
        let mut next = starts.clone();
        let mut order = vec![0; self.drawn.len()];
        for (index, drawn) in self.drawn.iter().enumerate() {
            let place = &mut next[tile_of(drawn)];
            order[*place] = index;
            *place += 1;
        }
        ByTile { frame: self, columns, starts, order }
    }

    /// The topmost character of every tile, row by row; a blank where nothing is drawn.
    pub fn picture(&self) -> Vec<String> {
        let mut rows = vec![vec![b' '; self.columns() as usize]; self.rows as usize];
        for Drawn { pos, cell } in &self.drawn {
            rows[pos.y as usize][pos.x as usize] = cell.glyph;
        }
        rows.iter().map(|row| row.iter().copied().map(char::from).collect()).collect()
    }
}

/// The cells of a frame, found by tile.
pub struct ByTile<'f> {
    frame: &'f Frame,
    columns: usize,
    /// Where each tile's cells begin in `order`, row by row, and where the last tile's end.
    starts: Vec<usize>,
    /// Positions in [`Frame::drawn`], by tile, within a tile in drawing order.
    order: Vec<usize>,
}

impl ByTile<'_> {
    /// What is drawn on a tile, in drawing order. Nothing outside the window.
    pub fn on(&self, pos: Pos) -> impl Iterator<Item = &Drawn> {
        self.indices(pos).iter().map(|&index| &self.frame.drawn[index])
    }

    /// What is drawn on a tile and around it, so many columns and rows far, in drawing order.
    pub fn near(&self, pos: Pos, reach: Pos) -> impl Iterator<Item = &Drawn> {
        let mut near = Vec::new();
        for y in pos.y - reach.y..=pos.y + reach.y {
            for x in pos.x - reach.x..=pos.x + reach.x {
                near.extend_from_slice(self.indices(Pos::new(x, y)));
            }
        }
        near.sort_unstable();
        near.into_iter().map(|index| &self.frame.drawn[index])
    }

    /// The tiles that look different from another frame of the same window, row by row.
    pub fn changes(&self, other: &ByTile) -> Vec<Pos> {
        let tiles = (0..self.frame.rows).flat_map(|y| (0..MAP_WIDTH).map(move |x| Pos::new(x, y)));
        tiles.filter(|&pos| !self.on(pos).eq(other.on(pos))).collect()
    }

    fn indices(&self, pos: Pos) -> &[usize] {
        let (Ok(x), Ok(y)) = (usize::try_from(pos.x), usize::try_from(pos.y)) else { return &[] };
        let tile = y * self.columns + x;
        if x >= self.columns || tile + 1 >= self.starts.len() {
            return &[];
        }
        &self.order[self.starts[tile]..self.starts[tile + 1]]
    }
}

/// A rectangle of tiles on the screen.
#[derive(Clone, Copy)]
struct Area {
    x: i32,
    y: i32,
    w: i32,
    h: i32,
}

impl Area {
    /// In the middle of the map's rows.
    const fn centred(w: i32, h: i32) -> Area {
        Area { x: (MAP_WIDTH - w) / 2, y: (MAP_HEIGHT - h) / 2, w, h }
    }

    const fn right(self) -> i32 {
        self.x + self.w - 1
    }

    const fn bottom(self) -> i32 {
        self.y + self.h - 1
    }
}

/// Paints the game's current screen (`Game::draw`).
pub fn compose(game: &Game, frame: &mut Frame) {
    frame.clear();
    match game.state() {
        State::ClassSelect => draw_menu(game.part(), frame),
        State::Playing => {
            draw_map(game, frame);
            draw_hud(game, frame);
        }
        State::Inventory if game.part().has_equipment() => draw_pack(game, frame),
        State::Inventory => draw_pack_box(game, frame),
        State::Dead => draw_death(game, frame),
        State::Won => draw_win(frame),
    }
}

/// The dungeon, then the stairs, what lies around, who walks around, and on top of all the player.
fn draw_map(game: &Game, frame: &mut Frame) {
    let (part, level) = (game.part(), game.level());
    for pos in Map::positions() {
        let tile = level.map.tile(pos);
        let cell = if part.has_fog() { tile_cell(tile) } else { Some(unlit_cell(tile)) };
        if let Some(Cell { glyph, color }) = cell {
            frame.put(pos, glyph, color);
        }
    }
    if part.has_floors() {
        draw_seen(level.map.tile(level.stairs), level.stairs, b'>', STAIRS_LIT, STAIRS_MEMORY, frame);
    }
    let item_memory = if part.has_equipment() { ITEM_MEMORY } else { POTION_MEMORY };
    for lying in &level.items {
        let (glyph, color) = lying.item.look();
        draw_seen(level.map.tile(lying.pos), lying.pos, glyph, color, item_memory, frame);
    }
    for body in level.monsters.iter().map(|monster| &monster.entity) {
        if body.is_alive() && level.map.is_visible(body.pos) {
            frame.put(body.pos, body.glyph, body.color);
        }
    }
    if part.has_player() {
        let body = &game.player().entity;
        frame.put(body.pos, body.glyph, body.color);
    }
}

/// What the player sees of a tile: lit, remembered, or nothing (`drawTile`, Part 3 on).
pub(crate) fn tile_cell(tile: Tile) -> Option<Cell> {
    if !tile.explored {
        return None;
    }
    let (glyph, color) = match (tile.kind, tile.visible) {
        (TileKind::Floor, true) => (b'.', FLOOR_LIT),
        (TileKind::Wall, true) => (b'#', WALL_LIT),
        (TileKind::Floor, false) => (b'.', FLOOR_MEMORY),
        (TileKind::Wall, false) => (b'#', WALL_MEMORY),
    };
    Some(Cell { glyph, color })
}

/// Parts 1 and 2: everything is always seen.
const fn unlit_cell(tile: Tile) -> Cell {
    match tile.kind {
        TileKind::Floor => Cell { glyph: b'.', color: FLOOR },
        TileKind::Wall => Cell { glyph: b'#', color: WALL },
    }
}

/// Something that stays where it is: bright in view, dim from memory.
fn draw_seen(tile: Tile, pos: Pos, glyph: u8, lit: Color, memory: Color, frame: &mut Frame) {
    if tile.visible {
        frame.put(pos, glyph, lit);
    } else if tile.explored {
        frame.put(pos, glyph, memory);
    }
}

/// Part 16: the player's numbers and the last messages, in the rows under the map.
fn draw_hud(game: &Game, frame: &mut Frame) {
    let part = game.part();
    if !part.has_hud() {
        return;
    }
    let class = game.class().map_or("", |class| class.name());
    let body = &game.player().entity;
    let (hp, max, power, defense) = (body.hp, body.max_hp, body.power, body.defense);
    let (depth, statuses) = (game.depth() + 1, game.status_text());
    let stats = if part.has_amulets() {
        let amulets = game.amulets();
        format!(
            "{class}  HP {hp}/{max}  POW {power}  DEF {defense}  Depth {depth}  Amulets {amulets}/3{statuses}"
        )
    } else {
        format!("{class}   HP {hp}/{max}   POW {power}   DEF {defense}   Depth {depth}{statuses}")
    };
    frame.text(1, MAP_HEIGHT, &stats, STATS);
    let messages = game.log().latest(HUD_MESSAGES);
    let count = messages.len();
    for (index, message) in messages.enumerate() {
        let color = if index + 1 == count { NEWEST_MESSAGE } else { OLDER_MESSAGE };
        frame.text(1, MAP_HEIGHT + 1 + index as i32, message, color);
    }
}

/// A slot's line in the pack. Quirk: after `z` the letters go on through ASCII.
fn pack_line(game: &Game, slot: usize) -> String {
    let letter = char::from(b'a'.wrapping_add(slot as u8));
    let mut line = format!("{letter})  {}", game.pack()[slot].name(game.lore()));
    while line.len() > PACK_LINE {
        line.pop();
    }
    line
}

/// One line a slot; those below the window are not seen.
fn list_pack(game: &Game, frame: &mut Frame) {
    let Pos { x, y } = first_slot(game.part());
    for slot in 0..game.pack().len() {
        frame.text(x, y + slot as i32, &pack_line(game, slot), LISTED);
    }
}

/// Part 8: the pack in a box that grows with it.
fn draw_pack_box(game: &Game, frame: &mut Frame) {
    const WIDTH: i32 = 46;
    const TOP: i32 = 6;
    let slots = game.pack().len();
    let area = Area { x: (MAP_WIDTH - WIDTH) / 2, y: TOP, w: WIDTH, h: 4 + slots.max(1) as i32 };
    frame.border(area, Color(120, 110, 140));
    frame.centred(TOP + 1, "I N V E N T O R Y", HEADING);
    if slots == 0 {
        frame.centred(TOP + 3, "(empty - find some potions!)", HINT);
    }
    list_pack(game, frame);
    frame.centred(TOP + area.h + 1, "letter to quaff      i / ESC  close", HINT);
}

/// Part 9 on: gear and pack as a list.
fn draw_pack(game: &Game, frame: &mut Frame) {
    const LEFT: i32 = 8;
    const GEAR: Color = Color(150, 205, 160);
    let part = game.part();
    let player = game.player();
    let label = |item: Option<crate::item::Item>, none: &str| {
        item.map_or_else(|| none.to_owned(), |item| item.name(game.lore()))
    };
    let wielded = label(player.weapon.get().map(crate::item::Item::Weapon), "(bare fists)");
    let worn = label(player.armour.get().map(crate::item::Item::Armour), "(no armour)");
    frame.text(LEFT, 4, "== INVENTORY ==", HEADING);
    frame.text(LEFT, 6, &format!("Wielding: {wielded}"), GEAR);
    frame.text(LEFT, 7, &format!("Wearing:  {worn}"), GEAR);
    frame.text(LEFT, 9, "Pack:", HEADING);
    if game.pack().is_empty() {
        let empty = if part.has_classes() { "(empty)" } else { "(empty - explore to find loot!)" };
        frame.text(LEFT + 3, 10, empty, HINT);
    }
    list_pack(game, frame);
    let uses = if part.has_scrolls() { "use/read/equip" } else { "use/equip" };
    frame.text(LEFT, 33, &format!("letter to {uses}      i / ESC  close"), HINT);
}

/// The row of the menu that a class, by its number from 0, stands in; the one after the last is free.
pub fn menu_row(part: Part, class: usize) -> i32 {
    let first = if part.has_amulets() { 15 } else { 13 };
    first + 2 * class as i32
}

/// A row of the menu, below the classes, in which the original draws nothing.
pub fn free_menu_row(part: Part) -> i32 {
    menu_row(part, crate::player::Class::ALL.len())
}

/// Where the pack's first line begins.
pub fn first_slot(part: Part) -> Pos {
    if part.has_equipment() { Pos::new(11, 10) } else { Pos::new(12, 9) }
}

/// Part 14: the menu of classes.
fn draw_menu(part: Part, frame: &mut Frame) {
    const TITLE: Color = Color(255, 230, 150);
    let (heading, hint) = if part.has_amulets() { (7, 24) } else { (8, 22) };
    frame.centred(heading, "C H O O S E   Y O U R   H E R O", TITLE);
    if part.has_amulets() {
        frame.centred(11, "Recover the three Amulets of SDL from the deep floors,", LISTED);
        frame.centred(12, "and live to tell the tale.", LISTED);
    }
    let (fighter, mage, keys) = if part.has_saves() {
        (
            "1)  Fighter  -  tough; sword & chain mail",
            "3)  Mage     -  frail, but devastating magic",
            "1 / 2 / 3  begin       F9  load saved game       ESC  quit",
        )
    } else {
        (
            "1)  Fighter  -  tough; starts with sword & chain mail",
            "3)  Mage     -  frail, but devastating magic; 2 scrolls",
            "press 1, 2 or 3        ESC  quit",
        )
    };
    let rogue = "2)  Rogue    -  nimble; dagger, leather & a scroll";
    for (index, class) in [fighter, rogue, mage].into_iter().enumerate() {
        frame.centred(menu_row(part, index), class, LISTED);
    }
    frame.centred(hint, keys, HINT);
}

/// Part 5: the death screen.
fn draw_death(game: &Game, frame: &mut Frame) {
    let part = game.part();
    let (area, verdict) = if part.has_amulets() {
        // Quirk: the text is wider than its box and runs over the border.
        let verdict = format!("You held {} of 3 Amulets. The dark keeps them.", game.amulets());
        (Area::centred(42, 9), verdict)
    } else {
        (Area::centred(40, 9), "The dungeon claims another.".to_owned())
    };
    let keys = if part.has_saves() {
        "SPACE  new hero        ESC  quit"
    } else if part.has_classes() {
        "SPACE  choose a new hero        ESC  quit"
    } else {
        "SPACE  try again        ESC  quit"
    };
    frame.border(area, Color(150, 60, 60));
    frame.centred(area.y + 2, "Y O U   D I E D", Color(220, 90, 90));
    frame.centred(area.y + 4, &verdict, Color(210, 200, 205));
    frame.centred(area.y + 6, keys, Color(120, 112, 112));
}

/// Part 17: the win screen.
fn draw_win(frame: &mut Frame) {
    const GOLD: Color = Color(200, 175, 80);
    let area = Area::centred(46, 11);
    frame.border(area, GOLD);
    for (x, y) in
        [(area.x, area.y), (area.right(), area.y), (area.x, area.bottom()), (area.right(), area.bottom())]
    {
        frame.put(Pos::new(x, y), b'+', GOLD);
    }
    frame.centred(area.y + 2, "* * *   V I C T O R Y   * * *", Color(255, 225, 120));
    frame.centred(area.y + 4, "All three Amulets of SDL are yours,", Color(215, 210, 200));
    frame.centred(area.y + 5, "and you walked out of the dark alive.", Color(215, 210, 200));
    frame.centred(area.y + 8, "SPACE  play again        ESC  quit", Color(130, 122, 100));
}
