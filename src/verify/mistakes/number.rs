//! The numbers of the rules. Each is tried at other values.

use super::{KnownMistake, Mistake, parts};
use crate::game::{self, Game, PlayerClass, Setup, magic, pack, turn};
use crate::item::{ARMOURS, Item, WEAPONS};
use crate::part::Part;
use crate::{level, map, monster, player};

/// Declares the numbers: a name, the parts that have it, its value, how far from it values are tried, other
/// values that are tried, and the words of a sentence with `{}` for the value.
macro_rules! numbers {
    ($($number:ident $parts:ident $right:expr, $spread:literal $([$($tried:literal),*])?
       $words:literal;)*) => {
        /// A number of the rules.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Number {
            /// The hit points of a kind of monsters: an index into the kinds.
            Hp(usize),
            /// The power of a kind of monsters.
            Power(usize),
            /// The bonus of a weapon or armour.
            Bonus(Item),
            /// What a class begins with.
            Class(PlayerClass, Stat),
            $(#[doc = concat!("`", $words, "`.")] $number,)*
        }

        const NUMBERS: &[Row] = &[$(Row {
            number: Number::$number,
            words: $words,
            exists: parts::$parts,
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
                    Number::Bonus(Item::Weapon(bonus) | Item::Armour(bonus)) => bonus,
                    Number::Bonus(Item::Potion(_) | Item::Scroll(_) | Item::Amulet) => 0,
                    Number::Class(class, stat) => stat.right(class),
                    $(Number::$number => $right,)*
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

numbers! {
    MinLeafWidth ALWAYS map::MIN_LEAF_W, 4 [6, 20]
        "the minimum width of an area after a cut is {} (Map::split)";
    MinLeafHeight ALWAYS map::MIN_LEAF_H, 3 [4, 5, 14]
        "the minimum height of an area after a cut is {} (Map::split)";
    MaxDepth ALWAYS map::MAX_DEPTH as i32, 2 [7] "areas are cut {} times deep (Map::split)";
    MinRoom ALWAYS map::ROOM_MIN, 3 "the minimum width and height of a room is {} (Map::buildRooms)";
    RoomMargin ALWAYS 2 * map::ROOM_PADDING, 2
        "the largest room is {} tiles smaller than its area (Map::buildRooms)";
    RoomOffset ALWAYS map::ROOM_PADDING, 1
        "a room is at least {} tiles away from the left and upper border of its area (Map::buildRooms)";
    WallChance CAVES map::WALL_CHANCE, 7 [30, 35, 55, 60]
        "{} percent of a cave begin as wall (Map::generateCaves)";
    Passes CAVES map::SMOOTHING_PASSES as i32, 5 "a cave is smoothed {} times (Map::generateCaves)";
    Crowded CAVES map::CROWDED, 2 "{} walls around a tile make it wall (Map::generateCaves)";
    Spots CAVES map::MAX_EXTRA as i32, 6
        "a cave has {} places for monsters and items (Map::generateCaves)";
    MaxMonsters MONSTERS level::MONSTER_COUNT, 6 [16, 20, 99] "the maximum number of monsters is {}";
    MonstersPerDepth FLOORS 2, 2 "every floor down has room for {} more monsters (Level::generate)";
    HpPerDepth FLOORS 1, 2 "every floor down gives a monster {} more hp (Level::generate)";
    DepthPerPower FLOORS 2, 1 [4, 99]
        "it takes {} floors to give a monster one more power (Level::generate)";
    FirstItemTries BEFORE_EQUIPMENT level::FIRST_ITEM_COUNT as i32, 5
        "an item is tried to be placed {} times";
    ItemTries EQUIPMENT level::ITEM_COUNT as i32, 5 "an item is tried to be placed {} times";
    FirstPotions BEFORE_SCROLLS 60, 10 "{} of 100 items are potions (randomItem)";
    PotionsAndWeapons BEFORE_SCROLLS 80, 10 "{} of 100 items are potions or weapons (randomItem)";
    Potions SCROLLS 50, 10 "{} of 100 items are potions (randomItem)";
    PotionsAndScrolls SCROLLS 70, 10 "{} of 100 items are potions or scrolls (randomItem)";
    NoArmour SCROLLS 85, 10 "{} of 100 items are no armour (randomItem)";
    PlayerHp BEFORE_CLASSES player::HP, 10 [5, 10, 12, 15, 18, 50, 60, 100] "the player has {} hp (Player)";
    PlayerPower PLAYER player::POWER, 5 "the player has power {} (Player)";
    FleeFactor DIJKSTRA 3, 3
        "a monster flees when {} times its hp are no more than its maximum (Game::monstersAct)";
    MinDamage EQUIPMENT 1, 1 "an attack does {} damage at least (attack)";
    BiteTurns STATUSES turn::VENOM_TURNS, 5 "a venomous bite poisons for {} turns (Game::monstersAct)";
    PoisonDamage STATUSES 1, 2 "poison takes {} hp a turn (Game::tickStatuses)";
    RegenPoints STATUSES 1, 2 "regeneration gives {} hp a turn (Game::tickStatuses)";
    Healing ITEMS pack::HEALING, 7 [20, 99] "a potion of healing restores {} hp (Game::applyPotion)";
    Poison BEFORE_STATUSES pack::POISON, 5 "a potion of poison takes {} hp (Game::applyPotion)";
    PoisonTurns STATUSES pack::POISON_TURNS, 6
        "a potion of poison poisons for {} turns (Game::applyPotion)";
    RegenTurns STATUSES pack::REGEN_TURNS, 8 [20]
        "a potion of regeneration lasts {} turns (Game::applyPotion)";
    Strength ITEMS 1, 2 "a potion of strength gives {} power (Game::applyPotion)";
    Lightning SCROLLS magic::LIGHTNING_DMG, 6
        "lightning does {} damage before the magic bonus (Game::readScroll)";
    Fireball SCROLLS magic::FIREBALL_DMG, 5
        "a fireball does {} damage before the magic bonus (Game::readScroll)";
    FireballRadius SCROLLS 1, 3 "a fireball reaches {} tiles from its target (Game::readScroll)";
    Amulets AMULETS game::AMULETS_TO_WIN as i32, 2 "the game is won with {} amulets (Game::pickUpHere)";
    FirstAmulet AMULETS *level::AMULET_DEPTHS.start(), 2
        "the first amulet lies at depth {}, counted from 0 (Level::generate)";
    LastAmulet AMULETS *level::AMULET_DEPTHS.end(), 2
        "the last amulet lies at depth {}, counted from 0 (Level::generate)";
}

/// A number that a class of Part 14 begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Stat {
    Hp,
    Power,
    Weapon,
    Armour,
    Magic,
}

impl Stat {
    /// Each with the words about a class, and how far values are tried.
    const ALL: [(Stat, &str, i32); 5] = [
        (Stat::Hp, "has {} hp", 6),
        (Stat::Power, "has power {}", 3),
        (Stat::Weapon, "has a weapon with a bonus of {}", 3),
        (Stat::Armour, "has armour with a bonus of {}", 3),
        (Stat::Magic, "has a magic bonus of {}", 6),
    ];

    /// Returns the number in a game.
    pub(super) fn of(self, game: &mut Game) -> &mut i32 {
        match self {
            Stat::Hp => &mut game.base_max_hp,
            Stat::Power => &mut game.base_power,
            Stat::Weapon => &mut game.weapon,
            Stat::Armour => &mut game.armour,
            Stat::Magic => &mut game.magic_bonus,
        }
    }

    /// Returns the number that a class has in the rules.
    fn right(self, class: PlayerClass) -> i32 {
        let mut game = Game::before_first_run(Setup::new(Part::LAST, 0));
        game.class = class;
        game.equip_class();
        *self.of(&mut game)
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
pub(super) fn families(part: Part) -> Vec<KnownMistake> {
    let rows = NUMBERS.iter().filter(move |row| (row.exists)(part));
    let mut all: Vec<(Number, String, i32, &[i32])> =
        rows.map(|row| (row.number, row.words.to_owned(), row.spread, row.others)).collect();
    let mut add = |number, words, spread| all.push((number, words, spread, &[]));
    for (index, kind) in monster::kinds(part).iter().enumerate().filter(|_| part.has_monsters()) {
        let place = "the row in KINDS, or the line that copies it";
        add(Number::Hp(index), format!("{} has {{}} hp: {place}", kind.name), 5);
        if part.has_melee() {
            add(Number::Power(index), format!("{} has power {{}}: {place}", kind.name), 4);
        }
    }
    for item in WEAPONS.into_iter().chain(ARMOURS).filter(|_| part.has_equipment()) {
        add(Number::Bonus(item), format!("the {} has a bonus of {{}} (randomItem)", item.name()), 3);
    }
    for class in PlayerClass::ALL.into_iter().filter(|_| part.has_classes()) {
        // A number that a class does not have is 0.
        for (stat, words, spread) in Stat::ALL.into_iter().filter(|(stat, ..)| stat.right(class) != 0) {
            let words = format!("the {} {words} (Game::newGame)", class.name());
            add(Number::Class(class, stat), words, spread);
        }
    }
    let all = all.into_iter().flat_map(|(number, words, spread, others)| {
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
            let text = format!("{text}; it should be {right}{roll}");
            KnownMistake::new(Mistake::Number(number, value), "number", text)
        })
    });
    all.collect()
}

/// Returns a sentence about one of something.
fn in_singular(text: &str) -> String {
    let nouns = ["floors", "tiles", "times", "turns", "walls", "amulets", "places", "more monsters"];
    nouns.iter().fold(text.to_owned(), |text, noun| {
        text.replace(&format!("1 {noun}"), &format!("1 {}", &noun[..noun.len() - 1]))
    })
}
