//! Reading save files, believing nothing.

use std::ops::RangeInclusive;

use crate::item::{FloorItem, Item, Lore, POTION_LOOKS, Potion, SCROLL_LABELS, Scroll, Secret};
use crate::level::Level;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos, TileKind};
use crate::monster::{self, Monster};
use crate::part::Part;
use crate::player::{Class, Gear, Player};
use crate::text::shortened;

/// Why a text is no save file that can be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// Something else altogether.
    #[error("line 1: this is no save file, which begins with RLSAVE")]
    NoSaveFile,
    /// Of another part.
    #[error("line {line}: save version '{found}', but Part {part} reads version {expected}")]
    Version {
        /// Where, from 1.
        line: usize,
        /// What stands there.
        found: String,
        /// The part that is played.
        part: Part,
        /// Its version.
        expected: u32,
    },
    /// The part does not save.
    #[error("Part {0} has no save files; Parts 15 to 17 have")]
    NoSaves(Part),
    /// Cut short.
    #[error("line {line}: the file ends where {what} should be")]
    Ends {
        /// The last line, from 1.
        line: usize,
        /// What is missing.
        what: &'static str,
    },
    /// Not what belongs there.
    #[error("line {line}: {what} is '{found}', which should be {expected}")]
    Wrong {
        /// Where, from 1.
        line: usize,
        /// What the value means.
        what: &'static str,
        /// The value.
        found: String,
        /// What would be right.
        expected: String,
    },
    /// Somebody or something inside a wall or off the map.
    #[error("line {line}: {what} at {x},{y}, which is no floor")]
    NotOnFloor {
        /// Where, from 1.
        line: usize,
        /// Who or what.
        what: &'static str,
        /// Its column.
        x: i32,
        /// Its row.
        y: i32,
    },
    /// Longer than it says.
    #[error("line {line}: '{found}' after the end of the save")]
    Trailing {
        /// Where, from 1.
        line: usize,
        /// What stands there.
        found: String,
    },
}

/// A run as its file tells it.
pub(super) struct Saved {
    pub class: Class,
    pub depth: usize,
    pub amulets: u32,
    pub player: Player,
    pub lore: Lore,
    pub pack: Vec<Item>,
    pub levels: Vec<Level>,
}

/// Numbers that have no bound of their own stay below this, so that sums of them cannot overflow.
const LARGE: i32 = 1_000_000;
const FLAG: RangeInclusive<i32> = 0..=1;
const AMOUNT: RangeInclusive<i32> = 0..=LARGE;
const POSITIVE: RangeInclusive<i32> = 1..=LARGE;
/// The most items in a pack, levels in a dungeon, and monsters or items on a level.
const MOST_CARRIED: i32 = 10_000;
const MOST_LEVELS: i32 = 1_000;
const MOST_ON_LEVEL: i32 = MAP_WIDTH * MAP_HEIGHT;

/// Reads a whole file of a part.
pub(super) fn parse(text: &str, part: Part) -> Result<Saved, LoadError> {
    let version = part.save_version().ok_or(LoadError::NoSaves(part))?;
    let mut words = Words::new(text);
    if words.next("RLSAVE") != Ok("RLSAVE") {
        return Err(LoadError::NoSaveFile);
    }
    let found = words.next("the version")?;
    if found.parse() != Ok(version) {
        let (line, found) = (words.line, shortened(found));
        return Err(LoadError::Version { line, found, part, expected: version });
    }
    let class = words.index("the class", &Class::ALL)?;
    let depth = words.number("the depth", 0..=MOST_LEVELS - 1)?;
    let depth_line = words.line;
    // With a third amulet the run would have been won.
    let amulets = if part.has_amulets() { words.number("the amulets", 0..=2)? } else { 0 };
    let (player, player_line) = read_player(&mut words)?;
    let lore = Lore {
        potions: read_secrets(&mut words, "a potion's appearance", POTION_LOOKS.len())?,
        scrolls: read_secrets(&mut words, "a scroll's label", SCROLL_LABELS.len())?,
    };
    let carried = words.number("the pack's size", 0..=MOST_CARRIED)?;
    let pack = (0..carried).map(|_| read_item(&mut words, false)).collect::<Result<_, _>>()?;
    let count = words.number("the number of levels", 1..=MOST_LEVELS)?;
    if depth >= count {
        return Err(wrong(
            depth_line,
            "the depth",
            &depth.to_string(),
            format!("less than the {count} levels"),
        ));
    }
    let levels: Vec<Level> = (0..count).map(|_| read_level(&mut words, part)).collect::<Result<_, _>>()?;
    let depth = depth as usize;
    on_floor(&levels[depth].map, player.entity.pos, player_line, "the player stands")?;
    words.end()?;
    Ok(Saved { class, depth, amulets: amulets.cast_unsigned(), player, lore, pack, levels })
}

/// The player's three lines, and the line of the position, which can only be checked once the level is known.
fn read_player(words: &mut Words) -> Result<(Player, usize), LoadError> {
    let mut player = Player::new();
    player.base_power = words.number("the base power", AMOUNT)?;
    player.base_max_hp = words.number("the base hit points", POSITIVE)?;
    player.strength_bonus = words.number("the strength bonus", AMOUNT)?;
    player.magic_bonus = words.number("the magic bonus", AMOUNT)?;
    let body = &mut player.entity;
    body.pos = words.position("the player's place")?;
    let line = words.line;
    let hp = words.number("the player's hit points", POSITIVE)?;
    let hp_line = words.line;
    body.max_hp = words.number("the player's most hit points", POSITIVE)?;
    if hp > body.max_hp {
        let expected = format!("1 to {}", body.max_hp);
        return Err(wrong(hp_line, "the player's hit points", &hp.to_string(), expected));
    }
    body.hp = hp;
    body.poisoned = words.number("the player's poison", AMOUNT)?;
    body.regenerating = words.number("the player's regeneration", AMOUNT)?;
    player.weapon = read_gear(words, "the weapon's bonus")?;
    player.armour = read_gear(words, "the armour's bonus")?;
    Ok((player, line))
}

fn read_gear(words: &mut Words, what: &'static str) -> Result<Gear, LoadError> {
    Ok(Gear { present: words.flag("whether there is any")?, bonus: words.number(what, AMOUNT)? })
}

/// Appearance and knowledge of every type; no two may look alike.
fn read_secrets<const N: usize>(
    words: &mut Words,
    what: &'static str,
    looks: usize,
) -> Result<[Secret; N], LoadError> {
    let mut secrets = [Secret::default(); N];
    for index in 0..N {
        let look = words.number(what, 0..=looks as i32 - 1)? as usize;
        if secrets[..index].iter().any(|earlier| earlier.look == look) {
            return Err(wrong(words.line, what, &look.to_string(), "used once only".to_owned()));
        }
        let known = words.flag("whether it is known")?;
        secrets[index] = Secret { look, known };
    }
    Ok(secrets)
}

/// Category, potion, scroll and bonus. What does not apply must be 0, as it could not be written back otherwise.
fn read_item(words: &mut Words, amulets: bool) -> Result<Item, LoadError> {
    let category = words.number("an item's category", 0..=if amulets { 4 } else { 3 })?;
    let mut field = |what, applies: bool, range| words.number(what, if applies { range } else { 0..=0 });
    let potion = field("an item's potion", category == 0, 0..=Potion::ALL.len() as i32 - 1)?;
    let scroll = field("an item's scroll", category == 3, 0..=Scroll::ALL.len() as i32 - 1)?;
    let bonus = field("an item's bonus", category == 1 || category == 2, AMOUNT)?;
    Ok(match category {
        0 => Item::Potion(Potion::ALL[potion as usize]),
        1 => Item::Weapon(bonus),
        2 => Item::Armour(bonus),
        3 => Item::Scroll(Scroll::ALL[scroll as usize]),
        _ => Item::Amulet,
    })
}

fn read_level(words: &mut Words, part: Part) -> Result<Level, LoadError> {
    let stairs = words.position("the stairs")?;
    let stairs_line = words.line;
    let mut map = Map::new();
    for y in 0..MAP_HEIGHT {
        read_row(words, &mut map, y)?;
    }
    on_floor(&map, stairs, stairs_line, "the stairs are")?;
    let count = words.number("the number of monsters", 0..=MOST_ON_LEVEL)?;
    let monsters = (0..count).map(|_| read_monster(words, part, &map)).collect::<Result<_, _>>()?;
    let count = words.number("the number of items", 0..=MOST_ON_LEVEL)?;
    let items = (0..count)
        .map(|_| {
            let item = read_item(words, part.has_amulets())?;
            let pos = words.position("an item's place")?;
            on_floor(&map, pos, words.line, "an item lies")?;
            Ok(FloorItem { item, pos })
        })
        .collect::<Result<_, _>>()?;
    Ok(Level { map, monsters, items, stairs })
}

/// One digit a tile: 2 for floor, 1 more if explored.
fn read_row(words: &mut Words, map: &mut Map, y: i32) -> Result<(), LoadError> {
    let row = words.next("a row of tiles")?;
    if row.len() != MAP_WIDTH as usize || !row.bytes().all(|digit| (b'0'..=b'3').contains(&digit)) {
        let expected = format!("{MAP_WIDTH} digits 0 to 3");
        return Err(wrong(words.line, "a row of tiles", row, expected));
    }
    for (x, digit) in (0..).zip(row.bytes()) {
        let pos = Pos::new(x, y);
        if digit & 2 != 0 {
            map.set_kind(pos, TileKind::Floor);
        }
        map.set_explored(pos, digit & 1 != 0);
    }
    Ok(())
}

fn read_monster(words: &mut Words, part: Part, map: &Map) -> Result<Monster, LoadError> {
    let glyph = words.next("a monster")?;
    let kind = match glyph.as_bytes() {
        &[glyph] => monster::from_glyph(glyph, part, Pos::default()),
        _ => None,
    };
    let mut monster = kind.ok_or_else(|| wrong(words.line, "a monster", glyph, "r, k, g or S".to_owned()))?;
    let body = &mut monster.entity;
    body.pos = words.position("a monster's place")?;
    on_floor(map, body.pos, words.line, "a monster stands")?;
    let hp = words.number("a monster's hit points", AMOUNT)?;
    let hp_line = words.line;
    body.max_hp = words.number("a monster's most hit points", POSITIVE)?;
    if hp > body.max_hp {
        let expected = format!("0 to {}", body.max_hp);
        return Err(wrong(hp_line, "a monster's hit points", &hp.to_string(), expected));
    }
    body.hp = hp;
    body.power = words.number("a monster's power", AMOUNT)?;
    body.poisoned = words.number("a monster's poison", AMOUNT)?;
    body.regenerating = words.number("a monster's regeneration", AMOUNT)?;
    monster.venomous = words.flag("whether a monster is venomous")?;
    monster.entity.alive = words.flag("whether a monster is alive")?;
    Ok(monster)
}

fn on_floor(map: &Map, pos: Pos, line: usize, what: &'static str) -> Result<(), LoadError> {
    match map.is_floor(pos) {
        true => Ok(()),
        false => Err(LoadError::NotOnFloor { line, what, x: pos.x, y: pos.y }),
    }
}

fn wrong(line: usize, what: &'static str, found: &str, expected: String) -> LoadError {
    LoadError::Wrong { line, what, found: shortened(found), expected }
}

/// What C++'s `>>` skips: Rust's ASCII white space, and the vertical tab.
const fn is_blank(c: char) -> bool {
    c.is_ascii_whitespace() || c == '\u{b}'
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

    fn next(&mut self, what: &'static str) -> Result<&'t str, LoadError> {
        let (line, word) = self.words.next().ok_or(LoadError::Ends { line: self.line, what })?;
        self.line = line;
        Ok(word)
    }

    fn number(&mut self, what: &'static str, range: RangeInclusive<i32>) -> Result<i32, LoadError> {
        let word = self.next(what)?;
        match word.parse() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => {
                let (low, high) = range.into_inner();
                let expected = if low == high { low.to_string() } else { format!("{low} to {high}") };
                Err(wrong(self.line, what, word, expected))
            }
        }
    }

    fn flag(&mut self, what: &'static str) -> Result<bool, LoadError> {
        Ok(self.number(what, FLAG)? == 1)
    }

    fn index<T: Copy>(&mut self, what: &'static str, table: &[T]) -> Result<T, LoadError> {
        let index = self.number(what, 0..=table.len() as i32 - 1)?;
        Ok(table[index as usize])
    }

    fn position(&mut self, what: &'static str) -> Result<Pos, LoadError> {
        let x = self.number(what, 0..=MAP_WIDTH - 1)?;
        let y = self.number(what, 0..=MAP_HEIGHT - 1)?;
        Ok(Pos::new(x, y))
    }

    fn end(&mut self) -> Result<(), LoadError> {
        match self.words.next() {
            None => Ok(()),
            Some((line, found)) => Err(LoadError::Trailing { line, found: shortened(found) }),
        }
    }
}
