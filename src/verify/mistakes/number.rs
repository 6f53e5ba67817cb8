//! The numbers of the rules. Each is tried at other values.

use super::Mistake;
use crate::game::{self, magic, pack, turn};
use crate::item::{self, Item};
use crate::part::Part;
use crate::{level, map, monster, player};

/// Declares the numbers: a name, what each is in the words of a sentence with `{}` for the value, in which
/// parts it exists, its value by part, how far from it values are tried, and other values that are tried.
macro_rules! numbers {
    ($($number:ident $words:literal $exists:path, $right:expr, $spread:literal $([$($tried:literal),*])?;)*) => {
        /// A number of the rules.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Number {
            /// The hit points of a kind of monsters: an index into the kinds.
            Hp(usize),
            /// The power of a kind of monsters.
            Power(usize),
            $(#[doc = concat!("`", $words, "`.")] $number,)*
        }

        const NUMBERS: &[Row] = &[$(Row {
            number: Number::$number,
            words: $words,
            exists: $exists,
            spread: $spread,
            others: &[$($($tried),*)?],
        }),*];

        impl Number {
            /// Returns the value that the series has.
            pub(super) fn right(self, part: Part) -> i32 {
                let kinds = monster::kinds(part);
                match self {
                    Number::Hp(kind) => kinds.get(kind).map_or(1, |kind| kind.hp),
                    Number::Power(kind) => kinds.get(kind).map_or(1, |kind| kind.power),
                    $(Number::$number => { let right: fn(Part) -> i32 = $right; right(part) })*
                }
            }
        }
    };
}

/// What is known of a number.
struct Row {
    number: Number,
    words: &'static str,
    exists: fn(Part) -> bool,
    spread: i32,
    others: &'static [i32],
}

fn always(_: Part) -> bool {
    true
}

fn before_scrolls(part: Part) -> bool {
    part.has_equipment() && !part.has_scrolls()
}

fn without_classes(part: Part) -> bool {
    part.has_player() && !part.has_classes()
}

numbers! {
    MinLeafWidth "the minimum width of an area after a cut is {} (Map::split)" always, |_| map::MIN_LEAF_W, 4 [6, 20];
    MinLeafHeight "the minimum height of an area after a cut is {} (Map::split)" always, |_| map::MIN_LEAF_H, 3 [4, 5, 14];
    MaxDepth "areas are cut {} times deep (Map::split)" always, |_| map::MAX_DEPTH as i32, 2 [7];
    MinRoom "the minimum width and height of a room is {} (Map::buildRooms)" always, |_| map::ROOM_MIN, 3;
    RoomMargin "the largest room is {} tiles smaller than its area (Map::buildRooms)"
        always, |_| 2 * map::ROOM_PADDING, 2;
    RoomOffset "a room is at least {} tiles away from the left and upper border of its area (Map::buildRooms)"
        always, |_| map::ROOM_PADDING, 1;
    WallChance "{} percent of a cave begin as wall (Map::generateCaves)"
        Part::has_caves, |_| map::WALL_CHANCE, 7 [30, 35, 55, 60];
    Passes "a cave is smoothed {} times (Map::generateCaves)" Part::has_caves, |_| map::SMOOTHING_PASSES as i32, 5;
    Crowded "{} walls around a tile make it wall (Map::generateCaves)" Part::has_caves, |_| map::CROWDED, 2;
    Spots "a cave has {} places for monsters and items (Map::generateCaves)"
        Part::has_caves, |_| map::MAX_EXTRA as i32, 6;
    MaxMonsters "the maximum number of monsters is {}" Part::has_monsters, |_| level::MONSTER_COUNT, 6 [16, 20, 99];
    MonstersPerDepth "every floor down has room for {} more monsters (Level::generate)" Part::has_floors, |_| 2, 2;
    HpPerDepth "every floor down gives a monster {} more hp (Level::generate)" Part::has_floors, |_| 1, 2;
    DepthPerPower "it takes {} floors to give a monster one more power (Level::generate)"
        Part::has_floors, |_| 2, 1 [4, 99];
    ItemTries "an item is tried to be placed {} times" Part::has_items, item_count, 5;
    Potions "{} of 100 items are potions (randomItem)"
        Part::has_equipment, |part| if part.has_scrolls() { 50 } else { 60 }, 10;
    PotionsAndWeapons "{} of 100 items are potions or weapons (randomItem)" before_scrolls, |_| 80, 10;
    PotionsAndScrolls "{} of 100 items are potions or scrolls (randomItem)" Part::has_scrolls, |_| 70, 10;
    NoArmour "{} of 100 items are no armour (randomItem)" Part::has_scrolls, |_| 85, 10;
    Dagger "a dagger has a bonus of {} (randomItem)" Part::has_equipment, |_| bonus(item::WEAPONS[0]), 3;
    Sword "a sword has a bonus of {} (randomItem)" Part::has_equipment, |_| bonus(item::WEAPONS[1]), 3;
    Leather "leather has a bonus of {} (randomItem)" Part::has_equipment, |_| bonus(item::ARMOURS[0]), 3;
    ChainMail "chain mail has a bonus of {} (randomItem)" Part::has_equipment, |_| bonus(item::ARMOURS[1]), 3;
    PlayerHp "the player has {} hp (Player)" without_classes, |_| player::HP, 10 [5, 10, 12, 15, 18, 50, 60, 100];
    PlayerPower "the player has power {} (Player)" Part::has_player, |_| player::POWER, 5;
    FighterHp "the Fighter has {} hp (Game::newGame)" Part::has_classes, |_| 36, 6 [50];
    FighterPower "the Fighter has power {} (Game::newGame)" Part::has_classes, |_| 6, 3;
    FighterWeapon "the Fighter's weapon has a bonus of {} (Game::newGame)" Part::has_classes, |_| 4, 3;
    FighterArmour "the Fighter's armour has a bonus of {} (Game::newGame)" Part::has_classes, |_| 3, 3;
    RogueHp "the Rogue has {} hp (Game::newGame)" Part::has_classes, |_| 28, 6;
    RoguePower "the Rogue has power {} (Game::newGame)" Part::has_classes, |_| 5, 3;
    RogueWeapon "the Rogue's weapon has a bonus of {} (Game::newGame)" Part::has_classes, |_| 2, 3;
    RogueArmour "the Rogue's armour has a bonus of {} (Game::newGame)" Part::has_classes, |_| 1, 3;
    MageHp "the Mage has {} hp (Game::newGame)" Part::has_classes, |_| 22, 6 [30];
    MagePower "the Mage has power {} (Game::newGame)" Part::has_classes, |_| 3, 3;
    MageMagic "the Mage has a magic bonus of {} (Game::newGame)" Part::has_classes, |_| 6, 6;
    FleeFactor "a monster flees when {} times its hp are no more than its maximum (Game::monstersAct)"
        Part::has_dijkstra_maps, |_| 3, 3;
    MinDamage "an attack does {} damage at least (attack)" Part::has_equipment, |_| 1, 1;
    BiteTurns "a venomous bite poisons for {} turns (Game::monstersAct)"
        Part::has_statuses, |_| turn::VENOM_TURNS, 5;
    PoisonDamage "poison takes {} hp a turn (Game::tickStatuses)" Part::has_statuses, |_| 1, 2;
    RegenPoints "regeneration gives {} hp a turn (Game::tickStatuses)" Part::has_statuses, |_| 1, 2;
    Healing "a potion of healing restores {} hp (Game::applyPotion)" Part::has_items, |_| pack::HEALING, 7 [20, 99];
    Poison "a potion of poison takes {} hp (Game::applyPotion)" before_statuses, |_| pack::POISON, 5;
    PoisonTurns "a potion of poison poisons for {} turns (Game::applyPotion)"
        Part::has_statuses, |_| pack::POISON_TURNS, 6;
    RegenTurns "a potion of regeneration lasts {} turns (Game::applyPotion)"
        Part::has_statuses, |_| pack::REGEN_TURNS, 8 [20];
    Strength "a potion of strength gives {} power (Game::applyPotion)" Part::has_items, |_| 1, 2;
    Lightning "lightning does {} damage before the magic bonus (Game::readScroll)"
        Part::has_scrolls, |_| magic::LIGHTNING_DMG, 6;
    Fireball "a fireball does {} damage before the magic bonus (Game::readScroll)"
        Part::has_scrolls, |_| magic::FIREBALL_DMG, 5;
    FireballRadius "a fireball reaches {} tiles from its target (Game::readScroll)" Part::has_scrolls, |_| 1, 3;
    Amulets "the game is won with {} amulets (Game::pickUpHere)"
        Part::has_amulets, |_| game::AMULETS_TO_WIN as i32, 2;
    FirstAmulet "the first amulet lies at depth {}, counted from 0 (Level::generate)"
        Part::has_amulets, |_| *level::AMULET_DEPTHS.start(), 2;
    LastAmulet "the last amulet lies at depth {}, counted from 0 (Level::generate)"
        Part::has_amulets, |_| *level::AMULET_DEPTHS.end(), 2;
}

fn before_statuses(part: Part) -> bool {
    part.has_items() && !part.has_statuses()
}

fn item_count(part: Part) -> i32 {
    (if part.has_equipment() { level::ITEM_COUNT } else { level::FIRST_ITEM_COUNT }) as i32
}

/// Returns the bonus of a weapon or armour.
const fn bonus(item: Item) -> i32 {
    match item {
        Item::Weapon(bonus) | Item::Armour(bonus) => bonus,
        _ => 0,
    }
}

impl Number {
    /// Returns true if the map's generator asks for it.
    pub(super) const fn is_of_maps(self) -> bool {
        use Number::*;
        let is_of_rooms =
            matches!(self, MinLeafWidth | MinLeafHeight | MaxDepth | MinRoom | RoomMargin | RoomOffset);
        is_of_rooms || matches!(self, WallChance | Passes | Crowded | Spots)
    }
}

impl Mistake {
    /// Returns a number as the mistaken rules have it.
    pub(super) fn number(self, number: Number, part: Part) -> i32 {
        match self {
            Mistake::Number(other, value) if other == number => value,
            _ => number.right(part),
        }
    }
}

/// Returns the mistakes of a part: the nearest values of each number first.
pub(super) fn all(part: Part) -> impl Iterator<Item = (Mistake, &'static str, String)> {
    let rows = NUMBERS.iter().filter(move |row| (row.exists)(part));
    let rows = rows.map(|row| (row.number, row.words.to_owned(), row.spread, row.others));
    let kinds = monster::kinds(part).iter().enumerate().filter(move |_| part.has_monsters());
    let kinds = kinds.flat_map(move |(index, kind)| {
        let place = "the row in KINDS, or the line that copies it";
        let hp = (Number::Hp(index), format!("{} has {{}} hp: {place}", kind.name), 5, &[][..]);
        let power = (Number::Power(index), format!("{} has power {{}}: {place}", kind.name), 4, &[][..]);
        [Some(hp), Some(power).filter(|_| part.has_melee())].into_iter().flatten()
    });
    rows.chain(kinds).flat_map(move |(number, words, spread, others)| {
        let right = number.right(part);
        let mut tried: Vec<i32> = ((right - spread).max(0)..=right + spread).collect();
        tried.extend(others);
        tried.retain(|&value| value != right);
        tried.sort_by_key(|value| value.abs_diff(right));
        tried.into_iter().map(move |value| {
            let text = words.replace("{}", &value.to_string());
            let text = if value == 1 { in_singular(&text) } else { text };
            // A roll that begins at 1 looks like a smaller share.
            let is_share = words.contains("{} of 100") || number == Number::WallChance;
            let roll = if is_share && value == right - 1 {
                ", or the roll is drawn from 1 to 100 instead of from 0 to 99"
            } else {
                ""
            };
            (Mistake::Number(number, value), "number", format!("{text}; it should be {right}{roll}"))
        })
    })
}

/// Returns a sentence about one of something.
fn in_singular(text: &str) -> String {
    let nouns = ["floors", "tiles", "times", "turns", "walls", "amulets", "places", "more monsters"];
    nouns.iter().fold(text.to_owned(), |text, noun| {
        text.replace(&format!("1 {noun}"), &format!("1 {}", &noun[..noun.len() - 1]))
    })
}
