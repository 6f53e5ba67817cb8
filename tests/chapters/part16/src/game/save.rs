//! Part 15: save files in the original's own format, so that a run can move between the two programs.

use std::fs;
use std::io;
use std::str::SplitAsciiWhitespace;

use super::{Game, GameState, Outcome, PlayerClass};
use crate::entity::Entity;
use crate::fov;
use crate::item::{COLOURS, FloorItem, Item, LABELS, PotionType, ScrollType};
use crate::level::Level;
use crate::map::{Pos, TileType};
use crate::monster::{KINDS, Monster, MonsterKind};
use crate::player::{self, Player};

const SAVE_PATH: &str = "savegame.txt"; // The file, in the folder that the game was started in

impl Game {
    /// Saves the run (`save`), and says whether that worked.
    pub fn save(&mut self) {
        let saved = fs::write(SAVE_PATH, self.save_text());
        let msg = if saved.is_ok() { "Game saved." } else { "Could not save." };
        self.log(msg.to_owned());
    }

    /// Loads the run (`load`), and says whether that worked. If not, the game is unchanged.
    pub fn load(&mut self) -> Outcome {
        // Quirk: a load that fails repaints nothing. From Part 16 on the next repaint shows its message.
        let (outcome, msg) = match fs::read_to_string(SAVE_PATH) {
            Ok(text) if self.load_text(&text).is_some() => (Outcome::Redraw, "Game loaded."),
            Err(error) if error.kind() == io::ErrorKind::NotFound => (Outcome::Nothing, "No save found."),
            _ => (Outcome::Nothing, "Bad save file."),
        };
        self.log(msg.to_owned());
        outcome
    }

    /// Returns the run as a save file.
    pub fn save_text(&self) -> String {
        let Game { depth, base_power, base_max_hp, strength_bonus, magic_bonus, weapon, armour, .. } = self;
        let class = self.class as usize;
        let mut text = format!("RLSAVE 2\n{class} {depth}\n");
        text += &format!("{base_power} {base_max_hp} {strength_bonus} {magic_bonus}\n");
        let Entity { pos, hp, max_hp, status_turns: [poison, regen], .. } = &self.player;
        text += &format!("{} {} {hp} {max_hp} {poison} {regen}\n", pos.x, pos.y);
        // Quirk: without a weapon or armour, the bonus of the last one is saved.
        let [has_weapon, has_armour] = [self.has_weapon, self.has_armour].map(u8::from);
        text += &format!("{has_weapon} {weapon} {has_armour} {armour}\n");
        text += &appearance_line(&self.potion_appear_idx, &self.potion_ident);
        text += &appearance_line(&self.scroll_appear_idx, &self.scroll_ident);
        text += &format!("{}\n", self.inventory.len());
        for &item in &self.inventory {
            text += &format!("{}\n", item_fields(item));
        }
        text += &format!("{}\n", self.levels.len());
        text += &self.levels.iter().map(level_lines).collect::<String>();
        text
    }

    /// Continues the run of a save file's text. The generator goes on. From Part 16 on the log does too.
    pub fn load_text(&mut self, text: &str) -> Option<()> {
        let mut words = Words(text.split_ascii_whitespace());
        if words.0.next()? != "RLSAVE" || words.0.next()? != "2" {
            return None;
        }
        // A bad file changes nothing but a copy.
        let mut game = self.clone();
        let [class, depth] = words.numbers()?;
        game.class = *PlayerClass::ALL.get(class as usize)?;
        game.depth = depth as usize;
        [game.base_power, game.base_max_hp, game.strength_bonus, game.magic_bonus] = words.numbers()?;
        let [x, y, hp, max_hp, poison, regen] = words.numbers()?;
        let status_turns = [poison, regen];
        game.player = Player { pos: Pos::new(x, y), hp, max_hp, status_turns, ..player::new() };
        let [has_weapon, weapon, has_armour, armour] = words.numbers()?;
        (game.has_weapon, game.has_armour) = (has_weapon == 1, has_armour == 1);
        // Quirk: without a weapon or armour, the bonus of the last one stays here too.
        game.weapon = if game.has_weapon { weapon } else { game.weapon };
        game.armour = if game.has_armour { armour } else { game.armour };
        game.recompute_stats();
        words.appearances(&mut game.potion_appear_idx, &mut game.potion_ident, &COLOURS)?;
        words.appearances(&mut game.scroll_appear_idx, &mut game.scroll_ident, &LABELS)?;
        game.inventory = words.list(|words| build_item(words.numbers()?))?;
        game.levels = words.list(|words| read_level(words))?;
        // The stairs lead down only, so the player is on the last level.
        if game.depth + 1 != game.levels.len() || words.0.next().is_some() {
            return None;
        }
        game.state = GameState::Playing;
        fov::compute(&mut game.levels[game.depth].map, game.player.pos);
        *self = game;
        Some(())
    }
}

/// The appearance of each type, and whether it is identified. A blank follows every number.
fn appearance_line(appear_idx: &[usize], ident: &[bool]) -> String {
    let fields = appear_idx.iter().zip(ident).map(|(look, &known)| format!("{look} {} ", u8::from(known)));
    fields.collect::<String>() + "\n"
}

/// What does not apply is 0.
fn item_fields(item: Item) -> String {
    match item {
        Item::Potion(potion) => format!("0 {} 0 0", potion as usize),
        Item::Weapon(bonus) => format!("1 0 0 {bonus}"),
        Item::Armour(bonus) => format!("2 0 0 {bonus}"),
        Item::Scroll(scroll) => format!("3 0 {} 0", scroll as usize),
    }
}

/// Makes the item of these four numbers (`buildItem`).
fn build_item([category, potion, scroll, bonus]: [i32; 4]) -> Option<Item> {
    match category {
        0 => Some(Item::Potion(*PotionType::ALL.get(potion as usize)?)),
        1 => Some(Item::Weapon(bonus)),
        2 => Some(Item::Armour(bonus)),
        3 => Some(Item::Scroll(*ScrollType::ALL.get(scroll as usize)?)),
        _ => None,
    }
}

fn level_lines(level: &Level) -> String {
    let mut text = format!("{} {}\n", level.stairs.x, level.stairs.y);
    for row in &level.map.tiles {
        for tile in row {
            let digit = 2 * u8::from(tile.kind == TileType::Floor) + u8::from(tile.explored);
            text += &digit.to_string();
        }
        text += "\n";
    }
    text += &format!("{}\n", level.monsters.len());
    for Monster { entity, venomous } in &level.monsters {
        let Entity { pos, hp, max_hp, power, status_turns: [poison, regen], .. } = entity;
        text += &format!("{} {} {} {hp} {max_hp} {power} ", char::from(entity.glyph), pos.x, pos.y);
        text += &format!("{poison} {regen} {} {}\n", u8::from(*venomous), u8::from(entity.alive));
    }
    text += &format!("{}\n", level.items.len());
    for FloorItem { item, pos } in &level.items {
        text += &format!("{} {} {}\n", item_fields(*item), pos.x, pos.y);
    }
    text
}

fn read_level(words: &mut Words) -> Option<Level> {
    let [x, y] = words.numbers()?;
    let mut level = Level { stairs: Pos::new(x, y), ..Level::default() };
    for row in &mut level.map.tiles {
        // One digit a tile: 2 for floor, and 1 more if it is explored.
        for (tile, digit) in row.iter_mut().zip(words.0.next()?.bytes()) {
            tile.kind = if digit & 2 != 0 { TileType::Floor } else { TileType::Wall };
            tile.explored = digit & 1 != 0;
        }
    }
    level.monsters = words.list(|words| {
        let kind = kind_by_glyph(words.0.next()?)?;
        let [x, y, hp, max_hp, power, poison, regen, venomous, alive] = words.numbers()?;
        let Monster { entity, .. } = kind.spawn(0, Pos::new(x, y));
        let status_turns = [poison, regen];
        let entity = Entity { hp, max_hp, power, status_turns, alive: alive == 1, ..entity };
        Some(Monster { entity, venomous: venomous == 1 })
    })?;
    level.items = words.list(|words| {
        let item = build_item(words.numbers()?)?;
        let [x, y] = words.numbers()?;
        Some(FloorItem { item, pos: Pos::new(x, y) })
    })?;
    Some(level)
}

/// Returns the kind of monster that is drawn as this character (`kindByGlyph`).
fn kind_by_glyph(glyph: &str) -> Option<&'static MonsterKind> {
    KINDS.iter().find(|kind| glyph.as_bytes() == [kind.glyph])
}

/// The words of a save file. Its functions return `None` where a word is missing or cannot be used.
struct Words<'t>(SplitAsciiWhitespace<'t>);

impl Words<'_> {
    /// Reads numbers. Sums of numbers in this range cannot overflow.
    fn numbers<const N: usize>(&mut self) -> Option<[i32; N]> {
        let mut numbers = [0; N];
        for number in &mut numbers {
            *number = self.0.next()?.parse().ok().filter(|number| (0..=1_000_000).contains(number))?;
        }
        Some(numbers)
    }

    fn list<T>(&mut self, read: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let [count] = self.numbers()?;
        (0..count).map(|_| read(self)).collect()
    }

    fn appearances(&mut self, idx: &mut [usize], ident: &mut [bool], looks: &[&str]) -> Option<()> {
        for (look, known) in idx.iter_mut().zip(ident) {
            let [index, is_known] = self.numbers()?;
            looks.get(index as usize)?;
            (*look, *known) = (index as usize, is_known == 1);
        }
        Some(())
    }
}
