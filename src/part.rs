//! The seventeen parts of the series, and what each of them has.
//!
//! One engine plays every part. Wherever a rule, a table or a text differs between chapters, the code
//! checks [`Part`] by name. This is the only module that compares part numbers.

use std::fmt;
use std::str::FromStr;

/// One chapter of the series, 1 to 17.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part(u8);

/// The error for a part that the series does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no part {0}: the series has parts 1 to 17")]
pub struct NoSuchPart(pub String);

/// Each part's subject, as the title of the original's window has it.
const NAMES: [&str; 17] = [
    "Map Generation",
    "Player & Movement",
    "Field of View",
    "Monsters & AI",
    "Melee Combat",
    "The Game Class",
    "Dijkstra Pathfinding",
    "Items & Identification",
    "Equipment & Stat Modifiers",
    "Status Effects",
    "Multiple Floors",
    "Cave Generation",
    "Ranged Combat & Magic",
    "Character Classes",
    "Save & Load System",
    "UI & Sound",
    "Win Condition",
];

impl Part {
    /// The first chapter: a dungeon to look at.
    pub const FIRST: Part = Part(1);
    /// The last chapter: the whole game.
    pub const LAST: Part = Part(17);

    /// The part with this number.
    ///
    /// # Errors
    /// If `number` is not 1 to 17.
    pub fn new(number: u8) -> Result<Part, NoSuchPart> {
        if (Part::FIRST.0..=Part::LAST.0).contains(&number) {
            Ok(Part(number))
        } else {
            Err(NoSuchPart(number.to_string()))
        }
    }

    /// Every part, in the order of the series.
    pub fn all() -> impl Iterator<Item = Part> {
        (Part::FIRST.0..=Part::LAST.0).map(Part)
    }

    /// 1 to 17.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The chapter's subject.
    pub fn name(self) -> &'static str {
        NAMES[self.0 as usize - 1]
    }

    /// Part 2 on: an `@` walks the dungeon.
    pub fn has_player(self) -> bool {
        self.0 >= 2
    }

    /// Part 3 on: the field of view, and fog of war.
    pub fn has_fog(self) -> bool {
        self.0 >= 3
    }

    /// Part 4 on: monsters, and a random generator of the game's own beside the map's.
    pub fn has_monsters(self) -> bool {
        self.0 >= 4
    }

    /// Part 5 on: melee combat, and the death screen.
    pub fn has_melee(self) -> bool {
        self.0 >= 5
    }

    /// Part 6 on: the `Game` class. It repaints after every direction key, also when nothing moved.
    pub fn has_game_class(self) -> bool {
        self.0 >= 6
    }

    /// Part 7 on: monsters follow a Dijkstra map to the player, and flee when badly hurt.
    pub fn has_dijkstra_maps(self) -> bool {
        self.0 >= 7
    }

    /// Part 8 on: potions, the inventory, and appearances that hide what a potion does.
    pub fn has_items(self) -> bool {
        self.0 >= 8
    }

    /// Part 9 on: weapons, armour and defense.
    pub fn has_equipment(self) -> bool {
        self.0 >= 9
    }

    /// Part 10 on: statuses that last for turns, poison and regeneration, and snakes.
    pub fn has_statuses(self) -> bool {
        self.0 >= 10
    }

    /// Part 11 on: several levels, and stairs down.
    pub fn has_floors(self) -> bool {
        self.0 >= 11
    }

    /// Part 12 on: every other level is a cave.
    pub fn has_caves(self) -> bool {
        self.0 >= 12
    }

    /// Part 13 on: scrolls of lightning and fireball.
    pub fn has_scrolls(self) -> bool {
        self.0 >= 13
    }

    /// Part 14 on: classes, and a menu to choose one.
    pub fn has_classes(self) -> bool {
        self.0 >= 14
    }

    /// Part 15 on: a game can be saved and loaded.
    pub fn has_saves(self) -> bool {
        self.0 >= 15
    }

    /// Part 16 on: the HUD below the map, the message log, and sound.
    pub fn has_hud(self) -> bool {
        self.0 >= 16
    }

    /// Part 17 on: three amulets, and a win.
    pub fn has_amulets(self) -> bool {
        self.0 >= 17
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Part {
    type Err = NoSuchPart;

    fn from_str(text: &str) -> Result<Part, NoSuchPart> {
        text.parse().ok().and_then(|number| Part::new(number).ok()).ok_or_else(|| NoSuchPart(text.to_owned()))
    }
}
