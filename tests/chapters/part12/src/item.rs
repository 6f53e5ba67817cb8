//! Part 8: items that lie on floors or in the pack (struct `Item`).

use crate::color::Color;
use crate::map::Pos;

/// What a potion does (enum `PotionType`).
#[derive(Clone, Copy, Debug)]
pub enum PotionType {
    /// Restores 10 hit points.
    Healing,
    /// From Part 10 on it poisons for 6 turns.
    Poison,
    /// Adds one power for the rest of the run.
    Strength,
    /// Part 10: restores a hit point a turn, for 12 turns.
    Regen,
}

/// An item, wherever it is.
#[derive(Clone, Copy, Debug)]
pub enum Item {
    /// Is drunk once.
    Potion(PotionType),
    /// Part 9: is wielded, and adds this bonus to power.
    Weapon(i32),
    /// Part 9: is worn, and adds this bonus to defense.
    Armour(i32),
}

/// An item that lies on the floor, and where.
#[derive(Clone, Copy, Debug)]
pub struct FloorItem {
    pub item: Item,
    pub pos: Pos,
}

pub const WEAPONS: [Item; 2] = [Item::Weapon(2), Item::Weapon(4)]; // Part 9: dagger and sword
pub const ARMOURS: [Item; 2] = [Item::Armour(1), Item::Armour(3)]; // Part 9: leather and chain mail

/// The appearances of unidentified potions. There are `NUM_COLOURS` of them.
pub const COLOURS: [&str; 6] = ["red", "blue", "fizzy", "murky", "glowing", "silver"];
/// What the potions really are, in the order of [`PotionType::ALL`].
pub const TRUE_NAME: &[&str] = &[
    "potion of healing",
    "potion of poison",
    "potion of strength",
    "potion of regeneration", // Part 10: regeneration
];

impl PotionType {
    /// The types in the order of their numbers. Its length is the original's last enumerator, `Count`.
    pub const ALL: &[Self] = &[Self::Healing, Self::Poison, Self::Strength, Self::Regen];
}

impl Item {
    /// The character and the colour it is drawn with (in Part 8 `POTION_LIT`).
    pub fn look(self) -> (u8, Color) {
        match self {
            Item::Potion(_) => (b'!', Color(200, 120, 220)),
            Item::Weapon(_) => (b'/', Color(185, 185, 205)),
            Item::Armour(_) => (b'[', Color(200, 160, 110)),
        }
    }

    /// What it really is, without its bonus.
    pub fn name(self) -> &'static str {
        match self {
            Item::Potion(potion) => TRUE_NAME[potion as usize],
            Item::Weapon(bonus) => weapon_name_for(bonus),
            Item::Armour(bonus) => armour_name_for(bonus),
        }
    }
}

/// Part 9: the name of a weapon.
fn weapon_name_for(bonus: i32) -> &'static str {
    if bonus >= 4 { "sword" } else { "dagger" }
}

/// Part 9: the name of armour.
fn armour_name_for(bonus: i32) -> &'static str {
    if bonus >= 3 { "chain mail" } else { "leather" }
}
