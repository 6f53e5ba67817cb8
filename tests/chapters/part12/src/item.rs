//! Items, their looks and their names.

use crate::color::Color;
use crate::map::Pos;

/// The effect of a potion (enum `PotionType`).
#[derive(Clone, Copy, Debug)]
pub enum PotionType {
    /// Restores 10 hit points.
    Healing,
    /// Poisons for 6 turns.
    Poison,
    /// Adds one power for the rest of the game.
    Strength,
    /// Restores a hit point a turn, for 12 turns.
    Regen,
}

/// An item, on the floor or in the inventory (struct `Item`).
#[derive(Clone, Copy, Debug)]
pub enum Item {
    /// Is drunk once.
    Potion(PotionType),
    /// Is wielded, and adds this bonus to power.
    Weapon { name: &'static str, bonus: i32 },
    /// Is worn, and adds this bonus to defense.
    Armour { name: &'static str, bonus: i32 },
}

/// An item that lies on the floor, and where (`x` and `y` of the struct `Item`).
#[derive(Clone, Copy, Debug)]
pub struct FloorItem {
    pub item: Item,
    pub pos: Pos,
}

/// Dagger and sword.
pub const WEAPONS: [Item; 2] =
    [Item::Weapon { name: "dagger", bonus: 2 }, Item::Weapon { name: "sword", bonus: 4 }];
/// Leather and chain mail.
pub const ARMOURS: [Item; 2] =
    [Item::Armour { name: "leather", bonus: 1 }, Item::Armour { name: "chain mail", bonus: 3 }];

/// The appearances of unidentified potions. Their number is the original's `NUM_COLOURS`.
pub const COLOURS: [&str; 6] = ["red", "blue", "fizzy", "murky", "glowing", "silver"];
/// The true names of the potions, in the order of [`PotionType::ALL`].
pub const TRUE_NAME: [&str; 4] =
    ["potion of healing", "potion of poison", "potion of strength", "potion of regeneration"];

impl PotionType {
    /// The types in the order of their numbers. Its length is the original's last enumerator, `Count`.
    pub const ALL: [Self; 4] = [Self::Healing, Self::Poison, Self::Strength, Self::Regen];
}

impl Item {
    /// The character and the colour it is drawn with.
    pub fn look(self) -> (u8, Color) {
        match self {
            Item::Potion(_) => (b'!', Color(200, 120, 220)),
            Item::Weapon { .. } => (b'/', Color(185, 185, 205)),
            Item::Armour { .. } => (b'[', Color(200, 160, 110)),
        }
    }

    /// What it adds to power while it is wielded, or to defense while it is worn.
    pub fn bonus(self) -> i32 {
        match self {
            Item::Weapon { bonus, .. } | Item::Armour { bonus, .. } => bonus,
            Item::Potion(_) => 0,
        }
    }
}
