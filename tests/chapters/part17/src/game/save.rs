//! Save files in the original's own format, so that a run can move between C++ and Rust.

use std::fs;
use std::str::SplitAsciiWhitespace;

use super::{Game, GameState, Outcome, PlayerClass};
use crate::color::Color;
use crate::entity::Entity;
use crate::fov;
use crate::item::{
    COLOURS, FloorItem, Item, LABELS, PotionType, ScrollType, armour_name_for, weapon_name_for,
};
use crate::level::Level;
use crate::map::{Pos, Tile, TileType};
use crate::monster::{KINDS, Monster};

/// The file, in the folder that the game was started in. Tests have one of their own.
const SAVE_PATH: &str = if cfg!(test) { "savegame-test.txt" } else { "savegame.txt" };

impl Game {
    /// Saves the run (`save`), and shows whether that worked.
    pub fn save(&mut self) {
        let saved = fs::write(SAVE_PATH, self.save_text());
        let msg = if saved.is_ok() { "Game saved." } else { "Could not save." };
        self.log.add(msg.to_owned());
    }

    /// Loads the run (`load`), and shows whether that worked. If not, the game is unchanged.
    pub fn load(&mut self) -> Outcome {
        // Quirk: a load that fails repaints nothing. The next repaint shows its message.
        let Ok(bytes) = fs::read(SAVE_PATH) else {
            self.log.add("No save found.".to_owned());
            return Outcome::Nothing;
        };
        if self.load_text(&String::from_utf8_lossy(&bytes)).is_none() {
            self.log.add("Bad save file.".to_owned());
            return Outcome::Nothing;
        }
        self.log.add("Game loaded.".to_owned());
        Outcome::Redraw
    }

    /// Returns the run as the text of a save file (in `save`).
    pub fn save_text(&self) -> String {
        let Game { base_power, base_max_hp, strength_bonus, magic_bonus, .. } = self;
        let Entity { pos, hp, max_hp, status_turns: [poison, regen], .. } = &self.player;
        let (class, depth) = (self.class as usize, self.depth);
        // Quirk: without a weapon or armour, the bonus of the last one is saved.
        let (has_weapon, has_armour) = (u8::from(self.weapon.is_some()), u8::from(self.armour.is_some()));
        let mut lines = vec![
            "RLSAVE 3".to_owned(),
            format!("{class} {depth} {}", self.amulets),
            format!("{base_power} {base_max_hp} {strength_bonus} {magic_bonus}"),
            format!("{} {} {hp} {max_hp} {poison} {regen}", pos.x, pos.y),
            format!("{has_weapon} {} {has_armour} {}", self.last_weapon_bonus, self.last_armour_bonus),
            appearance_line(&self.potion_appear_idx, &self.potion_ident),
            appearance_line(&self.scroll_appear_idx, &self.scroll_ident),
            self.inventory.len().to_string(),
        ];
        lines.extend(self.inventory.iter().map(|&item| item_fields(item)));
        lines.push(self.levels.len().to_string());
        lines.extend(self.levels.iter().flat_map(level_lines));
        lines.join("\n") + "\n"
    }

    /// Continues the run of a save file's text (in `load`). On `None`, nothing has
    /// changed. The original tests only the first word of a file.
    pub fn load_text(&mut self, text: &str) -> Option<()> {
        let mut words = text.split_ascii_whitespace();
        if words.next()? != "RLSAVE" || words.next()? != "3" {
            return None;
        }
        // Everything is read into a new game, which then replaces this one.
        let mut game = Game::new(0);
        let [class, depth, amulets] = read_numbers(&mut words)?;
        game.class = *PlayerClass::ALL.get(class as usize)?;
        game.depth = depth as usize;
        game.amulets = amulets as u32;
        [game.base_power, game.base_max_hp, game.strength_bonus, game.magic_bonus] =
            read_numbers(&mut words)?;
        let [x, y, hp, max_hp, poison, regen] = read_numbers(&mut words)?;
        game.player.pos = Pos::new(x, y);
        game.player.hp = hp;
        game.player.max_hp = max_hp;
        game.player.status_turns = [poison, regen];
        let [has_weapon, weapon, has_armour, armour] = read_numbers(&mut words)?;
        game.weapon = (has_weapon != 0).then(|| make_weapon(weapon));
        game.armour = (has_armour != 0).then(|| make_armour(armour));
        // Quirk: without a weapon or armour, the bonus of the last one stays here too.
        game.last_weapon_bonus = self.last_weapon_bonus;
        game.last_armour_bonus = self.last_armour_bonus;
        game.recompute_stats();
        (game.potion_appear_idx, game.potion_ident) = read_appearances(&mut words, COLOURS.len())?;
        (game.scroll_appear_idx, game.scroll_ident) = read_appearances(&mut words, LABELS.len())?;
        let [count] = read_numbers(&mut words)?;
        for _ in 0..count {
            game.inventory.push(build_item(read_numbers(&mut words)?)?);
        }
        let [count] = read_numbers(&mut words)?;
        for _ in 0..count {
            game.levels.push(read_level(&mut words)?);
        }
        // The player is on the deepest level: `descend` needs rooms, and levels from a file have none.
        if game.depth + 1 != game.levels.len() || words.next().is_some() {
            return None;
        }
        game.state = GameState::Playing;
        fov::compute(&mut game.levels[game.depth].map, game.player.pos);
        // What isn't in the file is kept.
        game.seeds = self.seeds;
        std::mem::swap(&mut game.rng, &mut self.rng);
        std::mem::swap(&mut game.log, &mut self.log);
        *self = game;
        Some(())
    }
}

/// Returns the line of appearances: an index for each type, and 1 if the type is identified.
fn appearance_line(appear_idx: &[usize], ident: &[bool]) -> String {
    appear_idx.iter().zip(ident).map(|(look, &known)| format!("{look} {} ", u8::from(known))).collect()
}

/// Reads a line of appearances, which are indices into a table of this length.
fn read_appearances<const N: usize>(
    words: &mut SplitAsciiWhitespace<'_>,
    count: usize,
) -> Option<([usize; N], [bool; N])> {
    let (mut appear_idx, mut ident) = ([0; N], [false; N]);
    for (look, known) in appear_idx.iter_mut().zip(&mut ident) {
        let [index, is_known] = read_numbers(words)?;
        *look = index as usize;
        if *look >= count {
            return None;
        }
        *known = is_known != 0;
    }
    Some((appear_idx, ident))
}

/// Returns the numbers of an item: category, potion, scroll and bonus. Those that do not apply are 0.
fn item_fields(item: Item) -> String {
    match item {
        Item::Potion(potion) => format!("0 {} 0 0", potion as usize),
        Item::Weapon { bonus, .. } => format!("1 0 0 {bonus}"),
        Item::Armour { bonus, .. } => format!("2 0 0 {bonus}"),
        Item::Scroll(scroll) => format!("3 0 {} 0", scroll as usize),
        Item::Amulet => "4 0 0 0".to_owned(),
    }
}

/// Makes the item of these four numbers (`buildItem`).
fn build_item([category, potion, scroll, bonus]: [i32; 4]) -> Option<Item> {
    match category {
        0 => Some(Item::Potion(*PotionType::ALL.get(potion as usize)?)),
        1 => Some(make_weapon(bonus)),
        2 => Some(make_armour(bonus)),
        3 => Some(Item::Scroll(*ScrollType::ALL.get(scroll as usize)?)),
        4 => Some(Item::Amulet),
        _ => None,
    }
}

/// Makes a weapon of this bonus, which decides its name (`makeWeapon`).
fn make_weapon(bonus: i32) -> Item {
    Item::Weapon { name: weapon_name_for(bonus), bonus }
}

/// Makes armour of this bonus, which decides its name (`makeArmour`).
fn make_armour(bonus: i32) -> Item {
    Item::Armour { name: armour_name_for(bonus), bonus }
}

/// Returns the lines of a level: stairs, tiles, monsters, items.
fn level_lines(level: &Level) -> Vec<String> {
    let mut lines = vec![format!("{} {}", level.stairs.x, level.stairs.y)];
    // 2 for floor, and 1 more if the tile is explored.
    let code = |tile: &Tile| 2 * u8::from(tile.kind == TileType::Floor) + u8::from(tile.explored);
    for row in &level.map.tiles {
        lines.push(row.iter().map(|tile| char::from(b'0' + code(tile))).collect());
    }
    lines.push(level.monsters.len().to_string());
    for Monster { entity, venomous } in &level.monsters {
        let Entity { glyph, pos, hp, max_hp, power, status_turns: [poison, regen], alive, .. } = entity;
        let (glyph, venomous, alive) = (char::from(*glyph), u8::from(*venomous), u8::from(*alive));
        let (x, y) = (pos.x, pos.y);
        lines.push(format!("{glyph} {x} {y} {hp} {max_hp} {power} {poison} {regen} {venomous} {alive}"));
    }
    lines.push(level.items.len().to_string());
    for FloorItem { item, pos } in &level.items {
        lines.push(format!("{} {} {}", item_fields(*item), pos.x, pos.y));
    }
    lines
}

/// Reads the lines of a level.
fn read_level(words: &mut SplitAsciiWhitespace<'_>) -> Option<Level> {
    let mut level = Level::default();
    let [x, y] = read_numbers(words)?;
    level.stairs = Pos::new(x, y);
    for row in &mut level.map.tiles {
        let digits = words.next()?.as_bytes();
        if digits.len() != row.len() {
            return None;
        }
        for (tile, &digit) in row.iter_mut().zip(digits) {
            let code = digit.checked_sub(b'0').filter(|&code| code <= 3)?;
            tile.kind = if code >= 2 { TileType::Floor } else { TileType::Wall };
            tile.explored = code % 2 == 1;
        }
    }
    let [count] = read_numbers(words)?;
    for _ in 0..count {
        let glyph = words.next()?.bytes().next().filter(u8::is_ascii_graphic)?;
        let [x, y, hp, max_hp, power, poison, regen, venomous, alive] = read_numbers(words)?;
        let (color, name) = kind_by_glyph(glyph);
        let mut entity = Entity::new(glyph, color, name, Pos::new(x, y), hp, power);
        entity.max_hp = max_hp;
        entity.status_turns = [poison, regen];
        entity.alive = alive != 0;
        level.monsters.push(Monster { entity, venomous: venomous != 0 });
    }
    let [count] = read_numbers(words)?;
    for _ in 0..count {
        let item = build_item(read_numbers(words)?)?;
        let [x, y] = read_numbers(words)?;
        level.items.push(FloorItem { item, pos: Pos::new(x, y) });
    }
    Some(level)
}

/// Returns colour and name of the kind of monster that is drawn as this character (`kindByGlyph`).
fn kind_by_glyph(glyph: u8) -> (Color, &'static str) {
    match KINDS.iter().find(|kind| kind.glyph == glyph) {
        Some(kind) => (kind.color, kind.name),
        None => (Color(200, 200, 200), "the thing"),
    }
}

/// Reads `N` numbers from 0 to 1,000,000, or returns `None`. Sums of such numbers fit into an `i32`.
fn read_numbers<const N: usize>(words: &mut SplitAsciiWhitespace<'_>) -> Option<[i32; N]> {
    let mut numbers = [0; N];
    for number in &mut numbers {
        *number = words.next()?.parse().ok()?;
        if !(0..=1_000_000).contains(number) {
            return None;
        }
    }
    Some(numbers)
}
