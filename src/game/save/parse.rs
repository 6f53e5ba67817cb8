//! Reading save files. Every value is checked, because a file can say anything. What is accepted is possible
//! in a run.
//!
//! Parts 15 and 16 have one format, as in the original, so each of them loads what the other saved.

use std::fmt;
use std::ops::RangeInclusive;

use crate::entity::Status;
use crate::item::{FloorItem, Item, Lore, POTION_LOOKS, PotionType, SCROLL_LABELS, ScrollType, Secret};
use crate::level::Level;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos, TileType};
use crate::monster::{KINDS, Monster, MonsterKind};
use crate::part::Part;
use crate::player::{Gear, Player, PlayerClass};
use crate::support::save_slot::MAGIC;
use crate::support::text::shortened;

/// Why a text is not a save file that can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError {
    /// The line of the mistake, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: String,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for LoadError {}

/// The run of a save file.
pub(super) struct Saved {
    pub class: PlayerClass,
    pub depth: usize,
    pub amulets: u32,
    pub player: Player,
    pub lore: Lore,
    pub pack: Vec<Item>,
    pub levels: Vec<Level>,
}

const FLAG: RangeInclusive<i32> = 0..=1;
/// The range of numbers without a limit of their own. Sums of them cannot overflow.
const AMOUNT: RangeInclusive<i32> = 0..=1_000_000;
const POSITIVE: RangeInclusive<i32> = 1..=1_000_000;
/// Maximum numbers of items in the pack, of levels, and of monsters or items on a level.
const MAX_PACK: i32 = 10_000;
const MAX_LEVELS: i32 = 1_000;
const MAX_ON_LEVEL: i32 = MAP_WIDTH * MAP_HEIGHT;

/// Reads a whole save file of a part.
pub(super) fn parse(text: &str, part: Part) -> Result<Saved, LoadError> {
    let mut words = Words::new(text);
    if !part.has_saves() {
        return Err(words.error(format!("Part {part} has no save files; Parts 15 to 17 have")));
    }
    if words.next(MAGIC) != Ok(MAGIC) {
        words.line = 1;
        return Err(words.error(format!("this is no save file, which begins with {MAGIC}")));
    }
    let (version, expected) = (words.next("the version")?, super::version(part));
    if version.parse() != Ok(expected) {
        let version = shortened(version);
        return Err(
            words.error(format!("save version '{version}', but Part {part} reads version {expected}"))
        );
    }
    let class = words.number("the class", 0..=PlayerClass::ALL.len() as i32 - 1)?;
    let class = PlayerClass::ALL[class as usize];
    let depth = words.number("the depth", 0..=MAX_LEVELS - 1)?;
    let depth_line = words.line;
    // With the third amulet the run would have been won.
    let amulets = if part.has_amulets() { words.number("the amulets", 0..=2)? } else { 0 };
    let (player, player_line) = read_player(&mut words)?;
    let lore = Lore {
        potions: read_secrets(&mut words, "a potion's appearance", POTION_LOOKS.len())?,
        scrolls: read_secrets(&mut words, "a scroll's label", SCROLL_LABELS.len())?,
    };
    let count = words.number("the pack's size", 0..=MAX_PACK)?;
    let pack = (0..count).map(|_| read_item(&mut words, 3)).collect::<Result<_, _>>()?;
    let count = words.number("the number of levels", 1..=MAX_LEVELS)?;
    if depth >= count {
        words.line = depth_line;
        return Err(words.wrong("the depth", &depth.to_string(), format!("less than the {count} levels")));
    }
    let levels: Vec<Level> = (0..count).map(|_| read_level(&mut words, part)).collect::<Result<_, _>>()?;
    let depth = depth as usize;
    words.line = player_line;
    words.check_floor(&levels[depth].map, player.entity.pos, "the player stands")?;
    words.end()?;
    Ok(Saved { class, depth, amulets: amulets.cast_unsigned(), player, lore, pack, levels })
}

/// Reads the player's three lines. Also returns the line of the position, which can only be checked when the
/// level has been read.
fn read_player(words: &mut Words) -> Result<(Player, usize), LoadError> {
    let mut player = Player::new();
    player.base_power = words.number("the base power", AMOUNT)?;
    player.base_max_hp = words.number("the base hit points", POSITIVE)?;
    player.strength_bonus = words.number("the strength bonus", AMOUNT)?;
    player.magic_bonus = words.number("the magic bonus", AMOUNT)?;
    let body = &mut player.entity;
    body.pos = words.position("the player's place")?;
    let line = words.line;
    // Nothing in the series changes the maximum during a run.
    let base = player.base_max_hp;
    [body.hp, body.max_hp] = words.hit_points("the player's", POSITIVE, base..=base)?;
    body.set_status(Status::Poisoned, words.number("the player's poison", AMOUNT)?);
    body.set_status(Status::Regen, words.number("the player's regeneration", AMOUNT)?);
    player.weapon = read_gear(words, "the weapon's bonus")?;
    player.armour = read_gear(words, "the armour's bonus")?;
    Ok((player, line))
}

fn read_gear(words: &mut Words, what: &str) -> Result<Gear, LoadError> {
    Ok(Gear { present: words.flag("whether there is any")?, bonus: words.number(what, AMOUNT)? })
}

/// Reads the appearance and the knowledge of every type. No two types may look alike.
fn read_secrets<const TYPES: usize>(
    words: &mut Words,
    what: &str,
    looks: usize,
) -> Result<[Secret; TYPES], LoadError> {
    let mut secrets = [Secret::default(); TYPES];
    for index in 0..TYPES {
        let look = words.number(what, 0..=looks as i32 - 1)? as usize;
        if secrets[..index].iter().any(|earlier| earlier.look == look) {
            return Err(words.wrong(what, &look.to_string(), "used once only".to_owned()));
        }
        secrets[index] = Secret { look, known: words.flag("whether it is known")? };
    }
    Ok(secrets)
}

/// Reads the four numbers of an item. `last` is the highest category that may be there.
fn read_item(words: &mut Words, last: i32) -> Result<Item, LoadError> {
    let category = words.number("an item's category", 0..=last)?;
    // What does not apply must be 0, because it could not be written back.
    let mut field = |what, applies: bool, range| words.number(what, if applies { range } else { 0..=0 });
    let potion = field("an item's potion", category == 0, 0..=PotionType::ALL.len() as i32 - 1)?;
    let scroll = field("an item's scroll", category == 3, 0..=ScrollType::ALL.len() as i32 - 1)?;
    let bonus = field("an item's bonus", category == 1 || category == 2, AMOUNT)?;
    Ok(build_item(category, potion as usize, scroll as usize, bonus))
}

/// Makes the item of a category (`buildItem`).
const fn build_item(category: i32, potion: usize, scroll: usize, bonus: i32) -> Item {
    match category {
        0 => Item::Potion(PotionType::ALL[potion]),
        1 => Item::Weapon(bonus),
        2 => Item::Armour(bonus),
        // Part 17: the amulet
        4 => Item::Amulet,
        _ => Item::Scroll(ScrollType::ALL[scroll]),
    }
}

fn read_level(words: &mut Words, part: Part) -> Result<Level, LoadError> {
    let stairs = words.position("the stairs")?;
    let stairs_line = words.line;
    let mut map = Map::new();
    for y in 0..MAP_HEIGHT {
        read_row(words, &mut map, y)?;
    }
    let row_line = std::mem::replace(&mut words.line, stairs_line);
    words.check_floor(&map, stairs, "the stairs are")?;
    words.line = row_line;
    let count = words.number("the number of monsters", 0..=MAX_ON_LEVEL)?;
    let monsters = (0..count).map(|_| read_monster(words, part, &map)).collect::<Result<_, _>>()?;
    let count = words.number("the number of items", 0..=MAX_ON_LEVEL)?;
    let items = (0..count).map(|_| read_floor_item(words, part, &map)).collect::<Result<_, _>>()?;
    Ok(Level { map, monsters, items, stairs })
}

/// Reads a row of tiles, one digit a tile: 2 for floor, and 1 more if it is explored.
fn read_row(words: &mut Words, map: &mut Map, y: i32) -> Result<(), LoadError> {
    let row = words.next("a row of tiles")?;
    if row.len() != MAP_WIDTH as usize || !row.bytes().all(|digit| (b'0'..=b'3').contains(&digit)) {
        return Err(words.wrong("a row of tiles", row, format!("{MAP_WIDTH} digits 0 to 3")));
    }
    for (x, digit) in (0..).zip(row.bytes()) {
        let pos = Pos::new(x, y);
        if digit & 2 != 0 {
            map.set_kind(pos, TileType::Floor);
        }
        map.set_explored(pos, digit & 1 != 0);
    }
    Ok(())
}

fn read_monster(words: &mut Words, part: Part, map: &Map) -> Result<Monster, LoadError> {
    let glyph = words.next("a monster")?;
    let Some(kind) = kind_by_glyph(glyph) else {
        return Err(words.wrong("a monster", glyph, "r, k, g or S".to_owned()));
    };
    let pos = words.position("a monster's place")?;
    words.check_floor(map, pos, "a monster stands")?;
    let mut monster = kind.spawn(part, 0, pos);
    let body = &mut monster.entity;
    [body.hp, body.max_hp] = words.hit_points("a monster's", AMOUNT, POSITIVE)?;
    body.power = words.number("a monster's power", AMOUNT)?;
    // Nothing in the series poisons a monster or makes it regenerate.
    words.number("a monster's poison", 0..=0)?;
    words.number("a monster's regeneration", 0..=0)?;
    let venomous = i32::from(kind.venomous);
    words.number("whether a monster is venomous", venomous..=venomous)?;
    // A living monster has hit points, and a dead one has none.
    let alive = i32::from(monster.entity.hp > 0);
    words.number("whether a monster is alive", alive..=alive)?;
    monster.entity.alive = alive == 1;
    Ok(monster)
}

/// Returns the kind of monster that is drawn as this character (`kindByGlyph`).
fn kind_by_glyph(glyph: &str) -> Option<&'static MonsterKind> {
    KINDS.iter().find(|kind| glyph.as_bytes() == [kind.glyph])
}

fn read_floor_item(words: &mut Words, part: Part, map: &Map) -> Result<FloorItem, LoadError> {
    let item = read_item(words, if part.has_amulets() { 4 } else { 3 })?;
    let pos = words.position("an item's place")?;
    words.check_floor(map, pos, "an item lies")?;
    Ok(FloorItem { item, pos })
}

/// The words of a text, and the line of the last one.
struct Words<'t> {
    words: Box<dyn Iterator<Item = (usize, &'t str)> + 't>,
    line: usize,
}

impl<'t> Words<'t> {
    fn new(text: &'t str) -> Words<'t> {
        let lines = (1..).zip(text.split('\n'));
        let words = lines.flat_map(|(number, line)| {
            let words = line.split(is_blank).filter(|word| !word.is_empty());
            words.map(move |word| (number, word))
        });
        Words { words: Box::new(words), line: 1 }
    }

    fn next(&mut self, what: &str) -> Result<&'t str, LoadError> {
        match self.words.next() {
            Some((line, word)) => {
                self.line = line;
                Ok(word)
            }
            None => Err(self.error(format!("the file ends where {what} should be"))),
        }
    }

    fn number(&mut self, what: &str, range: RangeInclusive<i32>) -> Result<i32, LoadError> {
        let word = self.next(what)?;
        match word.parse() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => {
                let (low, high) = range.into_inner();
                let expected = if low == high { low.to_string() } else { format!("{low} to {high}") };
                Err(self.wrong(what, word, expected))
            }
        }
    }

    fn flag(&mut self, what: &str) -> Result<bool, LoadError> {
        Ok(self.number(what, FLAG)? == 1)
    }

    /// Hit points and their maximum, which they do not exceed.
    fn hit_points(
        &mut self,
        whose: &str,
        hp: RangeInclusive<i32>,
        max: RangeInclusive<i32>,
    ) -> Result<[i32; 2], LoadError> {
        let (what, low) = (format!("{whose} hit points"), *hp.start());
        let hp = self.number(&what, hp)?;
        let line = self.line;
        let max = self.number(&format!("{whose} most hit points"), max)?;
        if hp > max {
            self.line = line;
            return Err(self.wrong(&what, &hp.to_string(), format!("{low} to {max}")));
        }
        Ok([hp, max])
    }

    fn position(&mut self, what: &str) -> Result<Pos, LoadError> {
        let x = self.number(what, 0..=MAP_WIDTH - 1)?;
        let y = self.number(what, 0..=MAP_HEIGHT - 1)?;
        Ok(Pos::new(x, y))
    }

    fn check_floor(&self, map: &Map, pos: Pos, what: &str) -> Result<(), LoadError> {
        if map.is_floor(pos) {
            return Ok(());
        }
        Err(self.error(format!("{what} at {},{}, which is no floor", pos.x, pos.y)))
    }

    fn end(&mut self) -> Result<(), LoadError> {
        match self.words.next() {
            None => Ok(()),
            Some((line, found)) => {
                self.line = line;
                Err(self.error(format!("'{}' after the end of the save", shortened(found))))
            }
        }
    }

    fn wrong(&self, what: &str, found: &str, expected: String) -> LoadError {
        self.error(format!("{what} is '{}', which should be {expected}", shortened(found)))
    }

    /// An error in the line of the last word.
    fn error(&self, problem: String) -> LoadError {
        LoadError { line: self.line, problem }
    }
}

/// Returns true for what C++'s `>>` skips: Rust's ASCII white space, and the vertical tab.
const fn is_blank(c: char) -> bool {
    c.is_ascii_whitespace() || c == '\u{b}'
}
