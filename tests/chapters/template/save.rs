//! Save files in the original's own format, so that a run can move between the two programs (Part 15).

use std::fs;
use std::io;
use std::str::SplitAsciiWhitespace;

use super::{Game, GameState, Outcome, PlayerClass};
use crate::entity::Entity;
use crate::event::Event;
use crate::item::{COLOURS, FloorItem, Item, LABELS, PotionType, ScrollType};
use crate::level::Level;
use crate::map::{Map, Pos, TileType};
use crate::monster::{KINDS, Monster, MonsterKind};
use crate::part::Part;
use crate::player;

/// The file, in the folder that the game was started in (`SAVE_PATH`).
const FILE: &str = "savegame.txt";

/// The text is no save file.
#[derive(Debug)]
pub struct LoadError;

impl Game {
    /// Saves the run (`save`), and reports whether that worked.
    pub(crate) fn save(&mut self) -> Outcome {
        let written = fs::write(FILE, self.save_text());
        self.flash(if written.is_ok() { Event::Saved } else { Event::SaveFailed });
        if self.part.has_hud() { Outcome::Redraw } else { Outcome::Nothing }
    }

    /// Loads the run (`load`), and reports whether that worked. If not, the game is unchanged.
    pub(crate) fn load(&mut self) -> Outcome {
        let answer = match fs::read_to_string(FILE) {
            Ok(text) if self.load_text(&text).is_ok() => Event::Loaded,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Event::NoSave,
            _ => Event::BadSave,
        };
        // Quirk: a load that fails repaints nothing. From Part 16 on the next repaint shows its message.
        let outcome = if answer == Event::Loaded { Outcome::Redraw } else { Outcome::Nothing };
        self.flash(answer);
        outcome
    }

    /// Reports the answer to saving or loading. Part 15 shows it in the title (`Game::flash`).
    fn flash(&mut self, event: Event) {
        if !self.part.has_hud()
            && let Some(msg) = event.text(self.part)
        {
            self.title = msg;
        }
        self.events.push(event);
    }

    /// Returns the run as a save file.
    pub fn save_text(&self) -> String {
        let (class, depth) = (self.class.map_or(0, |class| class as usize), self.depth);
        let mut text = if self.part.has_amulets() {
            format!("RLSAVE 3\n{class} {depth} {}\n", self.amulets)
        } else {
            format!("RLSAVE 2\n{class} {depth}\n")
        };
        let Game { base_power, base_max_hp, strength_bonus, magic_bonus, weapon, armour, .. } = self;
        text += &format!("{base_power} {base_max_hp} {strength_bonus} {magic_bonus}\n");
        let Entity { pos, hp, max_hp, status_turns: [poison, regen], .. } = &self.player;
        text += &format!("{} {} {hp} {max_hp} {poison} {regen}\n", pos.x, pos.y);
        // Quirk: without a weapon or armour, the bonus of the last one is saved.
        let (has_weapon, has_armour) = (u8::from(self.has_weapon), u8::from(self.has_armour));
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
    pub fn load_text(&mut self, text: &str) -> Result<(), LoadError> {
        // A bad file changes nothing but a copy.
        let mut game = self.clone();
        game.read(&mut Words(text.split_ascii_whitespace()))?;
        *self = game;
        Ok(())
    }

    fn read(&mut self, words: &mut Words) -> Result<(), LoadError> {
        let version = if self.part.has_amulets() { "3" } else { "2" };
        if words.next()? != "RLSAVE" || words.next()? != version {
            return Err(LoadError);
        }
        self.class = Some(words.one_of(&PlayerClass::ALL)?);
        self.depth = words.number()? as usize;
        if self.part.has_amulets() {
            self.amulets = words.number()? as u32;
        }
        (self.base_power, self.base_max_hp) = (words.number()?, words.number()?);
        (self.strength_bonus, self.magic_bonus) = (words.number()?, words.number()?);
        let mut player = player::new();
        player.pos = words.pos()?;
        (player.hp, player.max_hp) = (words.number()?, words.number()?);
        player.status_turns = [words.number()?, words.number()?];
        self.player = player;
        // Quirk: without a weapon or armour, the bonus of the last one stays here too.
        self.has_weapon = words.number()? == 1;
        let weapon = words.number()?;
        self.weapon = if self.has_weapon { weapon } else { self.weapon };
        self.has_armour = words.number()? == 1;
        let armour = words.number()?;
        self.armour = if self.has_armour { armour } else { self.armour };
        self.recompute_stats();
        words.appearances(&mut self.potion_appear_idx, &mut self.potion_ident, COLOURS.len())?;
        words.appearances(&mut self.scroll_appear_idx, &mut self.scroll_ident, LABELS.len())?;
        self.inventory = words.list(read_item)?;
        let part = self.part;
        self.levels = words.list(|words| read_level(words, part))?;
        if self.depth >= self.levels.len() || words.0.next().is_some() {
            return Err(LoadError);
        }
        self.state = GameState::Playing;
        self.update_view();
        Ok(())
    }
}

/// The appearance of each type, and whether it is identified. A blank follows every number.
fn appearance_line(appear_idx: &[usize], ident: &[bool]) -> String {
    let fields = appear_idx.iter().zip(ident).map(|(look, &known)| format!("{look} {} ", u8::from(known)));
    fields.collect::<String>() + "\n"
}

/// Category, potion, scroll and bonus. What does not apply is 0.
fn item_fields(item: Item) -> String {
    match item {
        Item::Potion(potion) => format!("0 {} 0 0", potion as usize),
        Item::Weapon(bonus) => format!("1 0 0 {bonus}"),
        Item::Armour(bonus) => format!("2 0 0 {bonus}"),
        Item::Scroll(scroll) => format!("3 0 {} 0", scroll as usize),
        Item::Amulet => "4 0 0 0".to_owned(),
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

/// The words of a save file. What they say may be unlikely, but the game can play on with it.
struct Words<'t>(SplitAsciiWhitespace<'t>);

impl<'t> Words<'t> {
    fn next(&mut self) -> Result<&'t str, LoadError> {
        self.0.next().ok_or(LoadError)
    }

    /// Reads a number. Sums of numbers in this range cannot overflow.
    fn number(&mut self) -> Result<i32, LoadError> {
        self.next()?.parse().ok().filter(|number| (0..=1_000_000).contains(number)).ok_or(LoadError)
    }

    fn pos(&mut self) -> Result<Pos, LoadError> {
        Ok(Pos::new(self.number()?, self.number()?))
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> Result<T, LoadError> {
        choices.get(self.number()? as usize).copied().ok_or(LoadError)
    }

    fn list<T>(&mut self, read: impl Fn(&mut Self) -> Result<T, LoadError>) -> Result<Vec<T>, LoadError> {
        (0..self.number()?).map(|_| read(self)).collect()
    }

    fn appearances(&mut self, idx: &mut [usize], ident: &mut [bool], looks: usize) -> Result<(), LoadError> {
        for (look, known) in idx.iter_mut().zip(ident) {
            *look = self.number()? as usize;
            *known = self.number()? == 1;
            if *look >= looks {
                return Err(LoadError);
            }
        }
        Ok(())
    }
}

fn read_item(words: &mut Words) -> Result<Item, LoadError> {
    let category = words.number()?;
    let (potion, scroll) = (words.one_of(PotionType::ALL)?, words.one_of(ScrollType::ALL)?);
    build_item(category, potion, scroll, words.number()?)
}

/// Makes the item of a category (`buildItem`).
fn build_item(category: i32, potion: PotionType, scroll: ScrollType, bonus: i32) -> Result<Item, LoadError> {
    match category {
        0 => Ok(Item::Potion(potion)),
        1 => Ok(Item::Weapon(bonus)),
        2 => Ok(Item::Armour(bonus)),
        3 => Ok(Item::Scroll(scroll)),
        // Part 17: the amulet
        4 => Ok(Item::Amulet),
        _ => Err(LoadError),
    }
}

fn read_level(words: &mut Words, part: Part) -> Result<Level, LoadError> {
    let mut level = Level { stairs: words.pos()?, ..Level::default() };
    for row in &mut level.map.tiles {
        // One digit a tile: 2 for floor, and 1 more if it is explored.
        for (tile, digit) in row.iter_mut().zip(words.next()?.bytes()) {
            tile.kind = if digit & 2 != 0 { TileType::Floor } else { TileType::Wall };
            tile.explored = digit & 1 != 0;
        }
    }
    level.monsters = words.list(|words| read_monster(words, part))?;
    level.items = words.list(|words| Ok(FloorItem { item: read_item(words)?, pos: words.pos()? }))?;
    Ok(level)
}

fn read_monster(words: &mut Words, part: Part) -> Result<Monster, LoadError> {
    let kind = kind_by_glyph(words.next()?).ok_or(LoadError)?;
    let mut monster = kind.spawn(part, 0, words.pos()?);
    let body = &mut monster.entity;
    (body.hp, body.max_hp, body.power) = (words.number()?, words.number()?, words.number()?);
    body.status_turns = [words.number()?, words.number()?];
    monster.venomous = words.number()? == 1;
    body.alive = words.number()? == 1;
    Ok(monster)
}

/// Returns the kind of monster that is drawn as this character (`kindByGlyph`).
fn kind_by_glyph(glyph: &str) -> Option<&'static MonsterKind> {
    KINDS.iter().find(|kind| glyph.as_bytes() == [kind.glyph])
}
