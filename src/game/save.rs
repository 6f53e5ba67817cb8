//! Part 15: save files in the original's own format, so that a game can move between the two programs.
//! The original checks only the first word of a file. Here the whole file is read into a new game first, so a
//! bad file changes nothing. Part 16 uses the same format, Part 17 a newer one.

use std::ops::RangeInclusive;

use super::{AMULETS_TO_WIN, Game, GameState, Outcome, PlayerClass};
use crate::entity::{Entity, STATUS_COUNT};
use crate::item::{
    COLOURS, FloorItem, Item, ItemCategory, LABELS, PotionType, ScrollType, armour_name_for, weapon_name_for,
};
use crate::level::Level;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos, TileType};
use crate::monster::{KINDS, Monster, MonsterKind};
use crate::part::Part;
use crate::player;
use crate::support::save_slot::MAGIC;
use crate::support::save_words::{AMOUNT, FLAG, LoadError, POSITIVE, Words, only};

/// Maximum numbers of items in the inventory, of levels, and of monsters or items on a level.
const MAX_PACK: i32 = 10_000;
const MAX_LEVELS: i32 = 1_000;
const MAX_ON_LEVEL: i32 = MAP_WIDTH * MAP_HEIGHT;
/// Number of categories of items that the inventory holds: all but amulets.
const CARRIED: usize = ItemCategory::ALL.len() - 1;
/// Amulets held in a game that goes on: one more would win it.
const HELD: RangeInclusive<i32> = 0..=AMULETS_TO_WIN.cast_signed() - 1;
/// The turns that a status of a monster lasts: nothing in the series poisons one, or makes it regenerate.
const NEVER: RangeInclusive<i32> = 0..=0;

/// Returns the version of the save files of a part. A part reads and writes its own version only.
fn version(part: Part) -> u32 {
    if part.has_amulets() { 3 } else { 2 }
}

/// The result of F5 or F9. A failure has its reason as a whole sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum SaveResult {
    Saved,
    SaveFailed(String),
    Loaded,
    NoSave,
    BadSave(String),
}

impl Game {
    /// Saves the game to its slot (`save`), and shows a message about it.
    pub(crate) fn save(&mut self) -> Outcome {
        match self.checked_save().and_then(|text| self.slot.write(text)) {
            Ok(()) => self.flash(SaveResult::Saved, "Game saved."),
            Err(reason) => {
                self.flash(SaveResult::SaveFailed(self.slot.not_saved(&reason)), "Could not save.")
            }
        }
        if self.part.has_hud() { Outcome::Redraw } else { Outcome::Nothing }
    }

    /// Loads the game from its slot (`load`), and shows a message about it. A failed load changes nothing.
    pub(crate) fn load(&mut self) -> Outcome {
        let loaded = match self.slot.read() {
            Ok(None) => {
                self.flash(SaveResult::NoSave, "No save found.");
                return Outcome::Nothing;
            }
            Ok(Some(text)) => self.load_text(&text).map_err(|error| self.slot.cannot_load(error)),
            Err(error) => Err(self.slot.cannot_load(error)),
        };
        // Quirk: a load that fails repaints nothing. From Part 16 on the next repaint shows its message.
        match loaded {
            Ok(()) => {
                self.flash(SaveResult::Loaded, "Game loaded.");
                Outcome::Redraw
            }
            Err(reason) => {
                self.flash(SaveResult::BadSave(reason), "Bad save file.");
                Outcome::Nothing
            }
        }
    }

    /// Answers F5 or F9. Part 15 shows the message in the title (`Game::flash`), Part 16 in the log.
    fn flash(&mut self, result: SaveResult, msg: &str) {
        self.save_result = Some(result);
        if self.part.has_hud() {
            self.log(msg.to_owned());
        } else {
            self.title = msg.to_owned();
        }
    }

    /// Returns the game as a save file that can be loaded again.
    ///
    /// # Errors
    /// If the game has outgrown what a file may hold, with the reason. Such a file must not replace a good
    /// one.
    pub fn checked_save(&self) -> Result<String, String> {
        let text = self.save_text();
        self.read(&text).map_err(|error| format!("it could never be loaded: {error}"))?;
        Ok(text)
    }

    /// Returns the game as a save file (in `save`).
    pub fn save_text(&self) -> String {
        let mut text = format!("{MAGIC} {}\n", version(self.part));
        let (class, depth) = (self.class as usize, self.depth);
        text += &if self.part.has_amulets() {
            format!("{class} {depth} {}\n", self.amulets)
        } else {
            format!("{class} {depth}\n")
        };
        let Game { base_power, base_max_hp, strength_bonus, magic_bonus, .. } = self;
        text += &format!("{base_power} {base_max_hp} {strength_bonus} {magic_bonus}\n");
        let Entity { pos, hp, max_hp, status_turns: [poison, regen], .. } = &self.player;
        text += &format!("{} {} {hp} {max_hp} {poison} {regen}\n", pos.x, pos.y);
        // Quirk: without a weapon or armour, the bonus of the last one is saved.
        let (has_weapon, has_armour) = (u8::from(self.weapon.is_some()), u8::from(self.armour.is_some()));
        let (weapon, armour) = (self.last_weapon_bonus, self.last_armour_bonus);
        text += &format!("{has_weapon} {weapon} {has_armour} {armour}\n");
        text += &format!("{}\n", appearance_fields(&self.potion_appear_idx, &self.potion_ident));
        text += &format!("{}\n", appearance_fields(&self.scroll_appear_idx, &self.scroll_ident));
        text += &format!("{}\n", self.inventory.len());
        for &item in &self.inventory {
            text += &format!("{}\n", item_fields(item));
        }
        text += &format!("{}\n", self.levels.len());
        for level in &self.levels {
            text += &level_lines(level);
        }
        text
    }

    /// Continues the game in a save file's text. The generator goes on. From Part 16 on the log does too.
    ///
    /// # Errors
    /// If the text is no save file of this part. The game is unchanged then.
    pub fn load_text(&mut self, text: &str) -> Result<(), LoadError> {
        *self = self.read(text)?;
        Ok(())
    }

    /// Returns the game after loading (in `load`). If something is wrong, all that was read is lost.
    fn read(&self, text: &str) -> Result<Game, LoadError> {
        let part = self.part;
        let mut game = self.clone();
        let mut words = Words::new(text);
        words.check(part.has_saves(), || format!("Part {part} has no save files; Parts 15 to 17 have"))?;
        let version = version(part);
        words.header(version, &format!("Part {part}"))?;
        game.class = words.one_of("the class", &PlayerClass::ALL, true)?;
        game.depth = words.count("the depth", 0..=MAX_LEVELS - 1)?;
        let depth_line = words.line();
        if part.has_amulets() {
            game.amulets = words.count("the amulets", HELD)? as u32;
        }
        game.base_power = words.number("the base power", AMOUNT)?;
        game.base_max_hp = words.number("the base hit points", POSITIVE)?;
        game.strength_bonus = words.number("the strength bonus", AMOUNT)?;
        game.magic_bonus = words.number("the magic bonus", AMOUNT)?;
        game.player = player::new();
        game.player.pos = read_pos(&mut words, "the player's place")?;
        let player_line = words.line();
        // Nothing in the series changes the maximum during a game.
        let most = game.base_max_hp..=game.base_max_hp;
        [game.player.hp, game.player.max_hp] = read_hit_points(&mut words, "the player's", POSITIVE, most)?;
        game.player.status_turns = read_statuses(&mut words, "the player's", AMOUNT)?;
        let has_weapon = words.flag("whether there is a weapon", FLAG)?;
        let weapon = words.number("the weapon's bonus", AMOUNT)?;
        let has_armour = words.flag("whether there is armour", FLAG)?;
        let armour = words.number("the armour's bonus", AMOUNT)?;
        // Quirk: without a weapon or armour, the bonus of the last one stays here too.
        game.weapon = has_weapon.then(|| make_weapon(weapon));
        game.armour = has_armour.then(|| make_armour(armour));
        game.recompute_stats();
        (game.potion_appear_idx, game.potion_ident) =
            read_appearances(&mut words, "a potion's appearance", COLOURS.len())?;
        (game.scroll_appear_idx, game.scroll_ident) =
            read_appearances(&mut words, "a scroll's label", LABELS.len())?;
        game.inventory = words.list("the pack's size", 0..=MAX_PACK, |words| read_item(words, CARRIED))?;
        game.levels = words.list("the number of levels", 1..=MAX_LEVELS, |words| read_level(words, part))?;
        words.require(game.depth < game.levels.len(), depth_line, || {
            let levels = game.levels.len();
            format!("the depth is '{}', which should be less than the {levels} levels", game.depth)
        })?;
        check_floor(&words, &game.cur().map, game.player.pos, player_line, "the player stands")?;
        words.end()?;
        game.state = GameState::Playing;
        game.update_view();
        Ok(game)
    }
}

/// Column and row.
fn pos_fields(Pos { x, y }: Pos) -> String {
    format!("{x} {y}")
}

/// The appearance of each type, and whether it is identified. A space follows every number.
fn appearance_fields(appear_idx: &[usize], ident: &[bool]) -> String {
    appear_idx.iter().zip(ident).map(|(index, &known)| format!("{index} {} ", u8::from(known))).collect()
}

/// Category, potion, scroll and bonus. A field that does not apply is 0.
fn item_fields(item: Item) -> String {
    let (category, potion, scroll, bonus) = match item {
        Item::Potion(potion) => (ItemCategory::Potion, potion as usize, 0, 0),
        Item::Weapon { bonus, .. } => (ItemCategory::Weapon, 0, 0, bonus),
        Item::Armour { bonus, .. } => (ItemCategory::Armour, 0, 0, bonus),
        Item::Scroll(scroll) => (ItemCategory::Scroll, 0, scroll as usize, 0),
        Item::Amulet => (ItemCategory::Amulet, 0, 0, 0),
    };
    format!("{} {potion} {scroll} {bonus}", category as usize)
}

/// The lines of a level: stairs, tiles, monsters, items.
fn level_lines(level: &Level) -> String {
    let mut text = format!("{}\n", pos_fields(level.stairs));
    for row in &level.map.tiles {
        for tile in row {
            let digit = 2 * u8::from(tile.kind == TileType::Floor) + u8::from(tile.explored);
            text += &digit.to_string();
        }
        text += "\n";
    }
    text += &format!("{}\n", level.monsters.len());
    for Monster { entity, venomous } in &level.monsters {
        let Entity { hp, max_hp, power, status_turns: [poison, regen], .. } = entity;
        let (glyph, pos) = (char::from(entity.glyph), pos_fields(entity.pos));
        let (venomous, alive) = (u8::from(*venomous), u8::from(entity.alive));
        text += &format!("{glyph} {pos} {hp} {max_hp} {power} {poison} {regen} {venomous} {alive}\n");
    }
    text += &format!("{}\n", level.items.len());
    for lying in &level.items {
        text += &format!("{} {}\n", item_fields(lying.item), pos_fields(lying.pos));
    }
    text
}

/// Reads the appearance of each type, and whether it is identified.
fn read_appearances<const TYPES: usize>(
    words: &mut Words,
    what: &str,
    count: usize,
) -> Result<([usize; TYPES], [bool; TYPES]), LoadError> {
    let (mut appear_idx, mut ident) = ([0; TYPES], [false; TYPES]);
    for index in 0..TYPES {
        let appearance = words.index(what, count)?;
        words.check(!appear_idx[..index].contains(&appearance), || {
            format!("{what} is '{appearance}', which should be used once only")
        })?;
        appear_idx[index] = appearance;
        ident[index] = words.flag("whether it is known", FLAG)?;
    }
    Ok((appear_idx, ident))
}

/// Reads the four numbers of an item of the first `categories`.
fn read_item(words: &mut Words, categories: usize) -> Result<Item, LoadError> {
    let category = words.one_of("an item's category", &ItemCategory::ALL[..categories], true)?;
    let potion = words.one_of("an item's potion", &PotionType::ALL, category == ItemCategory::Potion)?;
    let scroll = words.one_of("an item's scroll", &ScrollType::ALL, category == ItemCategory::Scroll)?;
    let has_bonus = matches!(category, ItemCategory::Weapon | ItemCategory::Armour);
    let bonus = words.number("an item's bonus", if has_bonus { AMOUNT } else { 0..=0 })?;
    Ok(build_item(category, potion, scroll, bonus))
}

/// Makes the item of a category (`buildItem`).
fn build_item(category: ItemCategory, potion: PotionType, scroll: ScrollType, bonus: i32) -> Item {
    match category {
        ItemCategory::Potion => Item::Potion(potion),
        ItemCategory::Weapon => make_weapon(bonus),
        ItemCategory::Armour => make_armour(bonus),
        ItemCategory::Scroll => Item::Scroll(scroll),
        ItemCategory::Amulet => Item::Amulet,
    }
}

/// Makes a weapon of this bonus, which decides its name.
pub(crate) fn make_weapon(bonus: i32) -> Item {
    Item::Weapon { name: weapon_name_for(bonus), bonus }
}

/// Makes armour of this bonus, which decides its name.
pub(crate) fn make_armour(bonus: i32) -> Item {
    Item::Armour { name: armour_name_for(bonus), bonus }
}

/// Reads the lines of a level. Its stairs, monsters and items have to be on floor.
fn read_level(words: &mut Words, part: Part) -> Result<Level, LoadError> {
    let stairs = read_pos(words, "the stairs")?;
    let stairs_line = words.line();
    let mut map = Map::default();
    for y in 0..MAP_HEIGHT as usize {
        // One digit a tile: 2 for floor, and 1 more if it is explored.
        let row = words.row("a row of tiles", MAP_WIDTH as usize)?;
        for (x, digit) in (0..MAP_WIDTH as usize).zip(row.bytes()) {
            let tile = &mut map.tiles[y][x];
            tile.kind = if digit >= b'2' { TileType::Floor } else { TileType::Wall };
            tile.explored = digit & 1 != 0;
        }
    }
    check_floor(words, &map, stairs, stairs_line, "the stairs are")?;
    let many = 0..=MAX_ON_LEVEL;
    let monsters =
        words.list("the number of monsters", many.clone(), |words| read_monster(words, part, &map))?;
    let items = words.list("the number of items", many, |words| read_floor_item(words, part, &map))?;
    Ok(Level { map, monsters, items, stairs })
}

/// Reads a monster of one of the kinds.
fn read_monster(words: &mut Words, part: Part, map: &Map) -> Result<Monster, LoadError> {
    let kind: &MonsterKind = words.known("a monster", "the character of a kind", kind_by_glyph)?;
    let pos = read_pos(words, "a monster's place")?;
    check_floor(words, map, pos, words.line(), "a monster stands")?;
    let mut monster = kind.spawn(part, 0, pos);
    let body = &mut monster.entity;
    [body.hp, body.max_hp] = read_hit_points(words, "a monster's", AMOUNT, POSITIVE)?;
    body.power = words.number("a monster's power", AMOUNT)?;
    body.status_turns = read_statuses(words, "a monster's", NEVER)?;
    monster.venomous = words.flag("whether a monster is venomous", only(kind.venom))?;
    // As in the original, `alive` comes from the file: a monster with hit points can be dead.
    body.alive = words.flag("whether a monster is alive", FLAG)?;
    Ok(monster)
}

/// Returns the kind of monster that is drawn as this character (`kindByGlyph`, which returns an
/// `MKind`; here it is the kind itself).
fn kind_by_glyph(glyph: &str) -> Option<&'static MonsterKind> {
    KINDS.iter().find(|kind| glyph.as_bytes() == [kind.glyph])
}

/// Reads an item and where it lies. Part 17 has amulets there.
fn read_floor_item(words: &mut Words, part: Part, map: &Map) -> Result<FloorItem, LoadError> {
    let item = read_item(words, if part.has_amulets() { CARRIED + 1 } else { CARRIED })?;
    let pos = read_pos(words, "an item's place")?;
    check_floor(words, map, pos, words.line(), "an item lies")?;
    Ok(FloorItem { item, pos })
}

/// Reads a position on the map.
fn read_pos(words: &mut Words<'_>, what: &str) -> Result<Pos, LoadError> {
    let x = words.number(what, 0..=MAP_WIDTH - 1)?;
    let y = words.number(what, 0..=MAP_HEIGHT - 1)?;
    Ok(Pos::new(x, y))
}

/// Reads hit points and their maximum, which they do not exceed.
fn read_hit_points(
    words: &mut Words<'_>,
    whose: &str,
    hp: RangeInclusive<i32>,
    max: RangeInclusive<i32>,
) -> Result<[i32; 2], LoadError> {
    let (what, low) = (format!("{whose} hit points"), *hp.start());
    let hp = words.number(&what, hp)?;
    let line = words.line();
    let max = words.number(&format!("{whose} most hit points"), max)?;
    let expected = || format!("{what} is '{hp}', which should be {low} to {max}");
    words.require(hp <= max, line, expected)?;
    Ok([hp, max])
}

/// Reads the turns left of poison and regeneration.
fn read_statuses(
    words: &mut Words<'_>,
    whose: &str,
    range: RangeInclusive<i32>,
) -> Result<[i32; STATUS_COUNT], LoadError> {
    let poison = words.number(&format!("{whose} poison"), range.clone())?;
    Ok([poison, words.number(&format!("{whose} regeneration"), range)?])
}

/// Checks that something is on floor. Its position was read from this line.
fn check_floor(words: &Words<'_>, map: &Map, pos: Pos, line: usize, what: &str) -> Result<(), LoadError> {
    words.require(map.is_floor(pos), line, || format!("{what} at {},{}, which is not floor", pos.x, pos.y))
}
