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

/// The effect of a scroll (enum `ScrollType`).
#[derive(Clone, Copy, Debug)]
pub enum ScrollType {
    /// Hurts the nearest monster in view.
    Lightning,
    /// Hurts it less, but all monsters around it too.
    Fireball,
}

/// An item, on the floor or in the inventory (struct `Item`).
#[derive(Clone, Copy, Debug)]
pub enum Item {
    /// Is drunk once.
    Potion(PotionType),
    /// Is read once.
    Scroll(ScrollType),
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

pub const DAGGER: Item = Item::Weapon { name: "dagger", bonus: 2 };
pub const SWORD: Item = Item::Weapon { name: "sword", bonus: 4 };
pub const LEATHER: Item = Item::Armour { name: "leather", bonus: 1 };
pub const CHAIN_MAIL: Item = Item::Armour { name: "chain mail", bonus: 3 };

pub const WEAPONS: [Item; 2] = [DAGGER, SWORD]; // The weapons on the floor
pub const ARMOURS: [Item; 2] = [LEATHER, CHAIN_MAIL]; // The armour on the floor

/// The appearances of unidentified potions. Their number is the original's `NUM_COLOURS`.
pub const COLOURS: [&str; 6] = ["red", "blue", "fizzy", "murky", "glowing", "silver"];
/// The true names of the potions, in the order of [`PotionType::ALL`].
pub const POTION_TRUE: [&str; 4] =
    ["potion of healing", "potion of poison", "potion of strength", "potion of regeneration"];
/// The labels of unidentified scrolls. Their number is the original's `NUM_LABELS`.
pub const LABELS: [&str; 5] = ["ZELGO MER", "XYZZY", "FOOBIE BLETCH", "ELBIB YLOH", "VENZAR"];
/// The true names of the scrolls, in the order of [`ScrollType::ALL`].
pub const SCROLL_TRUE: [&str; 2] = ["scroll of lightning", "scroll of fireball"];

impl PotionType {
    /// The types in the order of their numbers. Its length is the original's last enumerator, `Count`.
    pub const ALL: [Self; 4] = [Self::Healing, Self::Poison, Self::Strength, Self::Regen];
}

impl ScrollType {
    /// The types in the order of their numbers.
    pub const ALL: [Self; 2] = [Self::Lightning, Self::Fireball];
}

impl Item {
    /// The character and the colour it is drawn with.
    pub fn look(self) -> (u8, Color) {
        match self {
            Item::Potion(_) => (b'!', Color(200, 120, 220)),
            Item::Scroll(_) => (b'?', Color(120, 200, 220)),
            Item::Weapon { .. } => (b'/', Color(185, 185, 205)),
            Item::Armour { .. } => (b'[', Color(200, 160, 110)),
        }
    }

    /// What it adds to power while it is wielded, or to defense while it is worn.
    pub fn bonus(self) -> i32 {
        match self {
            Item::Weapon { bonus, .. } | Item::Armour { bonus, .. } => bonus,
            Item::Potion(_) => 0,
            Item::Scroll(_) => 0,
        }
    }
}

/// The name of a weapon (`weaponNameFor`).
pub fn weapon_name_for(bonus: i32) -> &'static str {
    if bonus >= 4 { "sword" } else { "dagger" }
}

/// The name of armour (`armourNameFor`).
pub fn armour_name_for(bonus: i32) -> &'static str {
    if bonus >= 3 { "chain mail" } else { "leather" }
}
