//! The numbers of the rules. Each is tried at other values.

use super::Mistake;
use crate::part::Part;

/// Declares the numbers: a name, what each is in the words of a sentence with `{}` for the value, in which
/// parts it exists, its value by part, and the values that are tried, which may include the right one.
macro_rules! numbers {
    ($($number:ident $words:literal $exists:path, $value:expr, [$($tried:expr),* $(,)?];)*) => {
        /// A number of the rules.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Number {
            $(#[doc = concat!("`", $words, "`.")] $number,)*
        }

        impl Number {
            const ALL: &[Number] = &[$(Number::$number),*];

            /// Returns the value that the series has.
            pub(super) fn right(self, part: Part) -> i32 {
                match self {
                    $(Number::$number => { let value: fn(Part) -> i32 = $value; value(part) })*
                }
            }

            fn words(self) -> &'static str {
                match self {
                    $(Number::$number => $words,)*
                }
            }

            fn exists(self, part: Part) -> bool {
                match self {
                    $(Number::$number => $exists(part),)*
                }
            }

            fn tried(self) -> Vec<i32> {
                match self {
                    $(Number::$number => [].into_iter()$(.chain($tried))*.collect(),)*
                }
            }
        }
    };
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
    MinLeafWidth "the minimum width of an area after a cut is {} (Map::split)"
        always, |_| 12, [8..=16, [6, 20]];
    MinLeafHeight "the minimum height of an area after a cut is {} (Map::split)"
        always, |_| 9, [6..=12, [4, 5, 14]];
    MaxDepth "areas are cut {} times deep (Map::split)" always, |_| 4, [2..=7];
    MinRoom "the minimum width and height of a room is {} (Map::buildRooms)" always, |_| 4, [2..=7];
    RoomMargin "the largest room is {} tiles smaller than its area (Map::buildRooms)" always, |_| 2, [0..=4];
    RoomOffset "a room is at least {} tiles away from the left and upper border of its area (Map::buildRooms)"
        always, |_| 1, [0..=2];
    WallChance "{} percent of a cave begin as wall (Map::generateCaves)"
        Part::has_caves, |_| 45, [38..=52, [30, 35, 55, 60]];
    Passes "a cave is smoothed {} times (Map::generateCaves)" Part::has_caves, |_| 5, [0..=8];
    Crowded "{} walls around a tile make it wall (Map::generateCaves)" Part::has_caves, |_| 5, [3..=7];
    Spots "a cave has {} places for monsters and items (Map::generateCaves)"
        Part::has_caves, |_| 14, [8..=18, [20]];
    MaxMonsters "the maximum number of monsters is {}" Part::has_monsters, |_| 8, [3..=14, [16, 20, 99]];
    MonstersPerDepth "every floor down has room for {} more monsters (Level::generate)"
        Part::has_floors, |_| 2, [0..=4];
    HpPerDepth "every floor down gives a monster {} more hp (Level::generate)"
        Part::has_floors, |_| 1, [0..=3];
    DepthPerPower "it takes {} floors to give a monster one more power (Level::generate)"
        Part::has_floors, |_| 2, [1..=4, [99]];
    RatHp "the rat has {} hp: the row in KINDS, or the line that copies it" Part::has_monsters, |_| 3, [1..=8];
    KoboldHp "the kobold has {} hp: the row in KINDS, or the line that copies it" Part::has_monsters, |_| 5, [2..=10];
    GoblinHp "the goblin has {} hp: the row in KINDS, or the line that copies it" Part::has_monsters, |_| 8, [4..=12];
    SnakeHp "the snake has {} hp: the row in KINDS, or the line that copies it" Part::has_statuses, |_| 4, [1..=8];
    RatPower "the rat has power {}: the row in KINDS, or the line that copies it"
        Part::has_melee, |part| if part.has_equipment() { 2 } else { 1 }, [0..=6];
    KoboldPower "the kobold has power {}: the row in KINDS, or the line that copies it"
        Part::has_melee, |part| if part.has_equipment() { 4 } else { 2 }, [0..=8];
    GoblinPower "the goblin has power {}: the row in KINDS, or the line that copies it"
        Part::has_melee, |part| if part.has_equipment() { 6 } else { 3 }, [0..=10];
    SnakePower "the snake has power {}: the row in KINDS, or the line that copies it" Part::has_statuses, |_| 3, [0..=7];
    ItemTries "an item is tried to be placed {} times"
        Part::has_items, |part| if part.has_equipment() { 7 } else { 6 }, [3..=12];
    Potions "{} of 100 items are potions (randomItem)"
        Part::has_equipment, |part| if part.has_scrolls() { 50 } else { 60 }, [45..=65, [40, 70]];
    PotionsAndWeapons "{} of 100 items are potions or weapons (randomItem)"
        before_scrolls, |_| 80, [75..=85, [70, 90]];
    PotionsAndScrolls "{} of 100 items are potions or scrolls (randomItem)"
        Part::has_scrolls, |_| 70, [65..=75, [60, 80]];
    NoArmour "{} of 100 items are no armour (randomItem)" Part::has_scrolls, |_| 85, [80..=90, [75]];
    Dagger "a dagger has a bonus of {} (randomItem)" Part::has_equipment, |_| 2, [0..=5];
    Sword "a sword has a bonus of {} (randomItem)" Part::has_equipment, |_| 4, [1..=7];
    Leather "leather has a bonus of {} (randomItem)" Part::has_equipment, |_| 1, [0..=4];
    ChainMail "chain mail has a bonus of {} (randomItem)" Part::has_equipment, |_| 3, [0..=6];
    PlayerHp "the player has {} hp (Player)"
        without_classes, |_| 30, [[5, 10, 12, 15, 18, 22, 24, 36, 40, 50, 60, 100], 20..=21, 25..=35];
    PlayerPower "the player has power {} (Player)" Part::has_player, |_| 5, [1..=10];
    FighterHp "the Fighter has {} hp (Game::newGame)" Part::has_classes, |_| 36, [30..=40, [50]];
    FighterPower "the Fighter has power {} (Game::newGame)" Part::has_classes, |_| 6, [3..=9];
    FighterWeapon "the Fighter's weapon has a bonus of {} (Game::newGame)" Part::has_classes, |_| 4, [1..=6];
    FighterArmour "the Fighter's armour has a bonus of {} (Game::newGame)" Part::has_classes, |_| 3, [0..=5];
    RogueHp "the Rogue has {} hp (Game::newGame)" Part::has_classes, |_| 28, [22..=32];
    RoguePower "the Rogue has power {} (Game::newGame)" Part::has_classes, |_| 5, [2..=8];
    RogueWeapon "the Rogue's weapon has a bonus of {} (Game::newGame)" Part::has_classes, |_| 2, [0..=5];
    RogueArmour "the Rogue's armour has a bonus of {} (Game::newGame)" Part::has_classes, |_| 1, [0..=4];
    MageHp "the Mage has {} hp (Game::newGame)" Part::has_classes, |_| 22, [16..=28, [30]];
    MagePower "the Mage has power {} (Game::newGame)" Part::has_classes, |_| 3, [1..=6];
    MageMagic "the Mage has a magic bonus of {} (Game::newGame)" Part::has_classes, |_| 6, [0..=10];
    FleeFactor "a monster flees when {} times its hp are no more than its maximum (Game::monstersAct)"
        Part::has_dijkstra_maps, |_| 3, [1..=6];
    MinDamage "an attack does {} damage at least (attack)" Part::has_equipment, |_| 1, [0..=2];
    BiteTurns "a venomous bite poisons for {} turns (Game::monstersAct)" Part::has_statuses, |_| 5, [1..=10];
    PoisonDamage "poison takes {} hp a turn (Game::tickStatuses)" Part::has_statuses, |_| 1, [0..=3];
    RegenPoints "regeneration gives {} hp a turn (Game::tickStatuses)" Part::has_statuses, |_| 1, [0..=3];
    Healing "a potion of healing restores {} hp (Game::applyPotion)"
        Part::has_items, |_| 10, [3..=16, [20, 99]];
    Poison "a potion of poison takes {} hp (Game::applyPotion)" before_statuses, |_| 6, [1..=10];
    PoisonTurns "a potion of poison poisons for {} turns (Game::applyPotion)"
        Part::has_statuses, |_| 6, [1..=12];
    RegenTurns "a potion of regeneration lasts {} turns (Game::applyPotion)"
        Part::has_statuses, |_| 12, [4..=16, [20]];
    Strength "a potion of strength gives {} power (Game::applyPotion)" Part::has_items, |_| 1, [0..=3];
    Lightning "lightning does {} damage before the magic bonus (Game::readScroll)"
        Part::has_scrolls, |_| 6, [2..=12];
    Fireball "a fireball does {} damage before the magic bonus (Game::readScroll)"
        Part::has_scrolls, |_| 5, [1..=10];
    FireballRadius "a fireball reaches {} tiles from its target (Game::readScroll)"
        Part::has_scrolls, |_| 1, [0..=4];
    Amulets "the game is won with {} amulets (Game::pickUpHere)" Part::has_amulets, |_| 3, [1..=5];
    FirstAmulet "the first amulet lies at depth {}, counted from 0 (Level::generate)"
        Part::has_amulets, |_| 2, [0..=4];
    LastAmulet "the last amulet lies at depth {}, counted from 0 (Level::generate)"
        Part::has_amulets, |_| 4, [2..=6];
}

fn before_statuses(part: Part) -> bool {
    part.has_items() && !part.has_statuses()
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
    let numbers = Number::ALL.iter().filter(move |number| number.exists(part));
    numbers.flat_map(move |&number| {
        let right = number.right(part);
        let mut tried = number.tried();
        tried.retain(|&value| value != right);
        tried.sort_by_key(|value| value.abs_diff(right));
        tried.into_iter().map(move |value| {
            let text = number.words().replace("{}", &value.to_string());
            let text = if value == 1 { in_singular(&text) } else { text };
            // A roll that begins at 1 looks like a smaller share.
            let is_share = number.words().contains("{} of 100") || number == Number::WallChance;
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
