//! Part 8: items, their looks and their names.

use crate::color::Color;
use crate::map::Pos;
use crate::part::Part;

/// The effect of a potion (enum `PotionType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PotionType {
    /// Restores 10 hit points.
    Healing,
    /// Takes 6 hit points in Parts 8 and 9. From Part 10 on it poisons for 6 turns.
    Poison,
    /// Adds one power for the rest of the game.
    Strength,
    /// Part 10: restores a hit point a turn, for 12 turns.
    Regen,
}

/// Part 13: the effect of a scroll (enum `ScrollType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScrollType {
    /// Hurts the nearest monster in view.
    Lightning,
    /// Hurts it less, but all monsters around it too.
    Fireball,
}

/// An item, on the floor or in the inventory (struct `Item`). From Part 9 on each category of the
/// original (`category`, enum `ItemCategory`) is a variant with its own data (`potion`, `bonus`, from Part 13
/// on `scroll`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are explained at their variants")]
pub enum Item {
    /// Is drunk once (Part 14: `makePotion`).
    Potion(PotionType),
    /// Part 13: is read once (Part 14: `makeScroll`).
    Scroll(ScrollType),
    /// Part 9: is wielded, and adds this bonus to power (Part 14: `makeWeapon`).
    Weapon { name: &'static str, bonus: i32 },
    /// Part 9: is worn, and adds this bonus to defense (Part 14: `makeArmour`).
    Armour { name: &'static str, bonus: i32 },
    /// Part 17: is counted and not carried. The third one wins the game (`makeAmulet`).
    Amulet,
}

/// Part 15: the category of an item, as its number in save files (enum `ItemCategory` of Part 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the variants are those of `Item`")]
pub enum ItemCategory {
    Potion,
    Weapon,
    Armour,
    Scroll,
    Amulet,
}

impl ItemCategory {
    /// The categories in the order of their numbers. The inventory holds all but the last one.
    pub const ALL: [Self; 5] = [Self::Potion, Self::Weapon, Self::Armour, Self::Scroll, Self::Amulet];
}

/// An item that lies on the floor, and where (`x` and `y` of the struct `Item`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are explained above")]
pub struct FloorItem {
    pub item: Item,
    pub pos: Pos,
}

/// Part 9: dagger and sword.
pub const WEAPONS: [Item; 2] =
    [Item::Weapon { name: "dagger", bonus: 2 }, Item::Weapon { name: "sword", bonus: 4 }];
/// Part 9: leather and chain mail.
pub const ARMOURS: [Item; 2] =
    [Item::Armour { name: "leather", bonus: 1 }, Item::Armour { name: "chain mail", bonus: 3 }];

/// The appearances of unidentified potions. Their number is the original's `NUM_COLOURS`.
pub const COLOURS: [&str; 6] = ["red", "blue", "fizzy", "murky", "glowing", "silver"];
/// The true names of the potions, in the order of [`PotionType::ALL`] (in Parts 8 to 12 `TRUE_NAME`).
pub(crate) const POTION_TRUE: [&str; 4] = [
    "potion of healing",
    "potion of poison",
    "potion of strength",
    // Part 10: regeneration
    "potion of regeneration",
];
/// Part 13: the labels of unidentified scrolls. Their number is the original's `NUM_LABELS`.
pub const LABELS: [&str; 5] = ["ZELGO MER", "XYZZY", "FOOBIE BLETCH", "ELBIB YLOH", "VENZAR"];
/// Part 13: the true names of the scrolls, in the order of [`ScrollType::ALL`].
pub(crate) const SCROLL_TRUE: [&str; 2] = ["scroll of lightning", "scroll of fireball"];

impl PotionType {
    /// The types in the order of their numbers. Its length is the original's last enumerator, `Count`.
    pub const ALL: [Self; 4] = [Self::Healing, Self::Poison, Self::Strength, Self::Regen];

    /// Returns the types of a part.
    pub fn of(part: Part) -> &'static [PotionType] {
        if part.has_statuses() { &PotionType::ALL } else { &PotionType::ALL[..3] }
    }

    /// Returns what it does, from its name: `healing` of the `potion of healing`.
    pub fn effect(self) -> &'static str {
        &POTION_TRUE[self as usize]["potion of ".len()..]
    }
}

impl ScrollType {
    /// The types in the order of their numbers.
    pub const ALL: [Self; 2] = [Self::Lightning, Self::Fireball];

    /// Returns what it does, from its name: `lightning` of the `scroll of lightning`.
    pub fn effect(self) -> &'static str {
        &SCROLL_TRUE[self as usize]["scroll of ".len()..]
    }
}

impl Item {
    /// The character and the colour it is drawn with (in Part 8 `POTION_LIT`).
    pub fn look(self) -> (u8, Color) {
        match self {
            Item::Potion(_) => (b'!', Color(200, 120, 220)),
            Item::Scroll(_) => (b'?', Color(120, 200, 220)),
            Item::Weapon { .. } => (b'/', Color(185, 185, 205)),
            Item::Armour { .. } => (b'[', Color(200, 160, 110)),
            Item::Amulet => (b'"', Color(255, 220, 120)),
        }
    }

    /// Part 9: what it adds to power while it is wielded, or to defense while it is worn.
    pub fn bonus(self) -> i32 {
        match self {
            Item::Weapon { bonus, .. } | Item::Armour { bonus, .. } => bonus,
            Item::Potion(_) => 0,
            Item::Scroll(_) => 0,
            Item::Amulet => 0,
        }
    }

    /// Its true name, without its bonus.
    pub fn name(self) -> &'static str {
        match self {
            Item::Potion(potion) => POTION_TRUE[potion as usize],
            Item::Scroll(scroll) => SCROLL_TRUE[scroll as usize],
            Item::Weapon { name, .. } | Item::Armour { name, .. } => name,
            Item::Amulet => "Amulet of SDL",
        }
    }
}

/// Part 9: the name of a weapon (Part 15: `weaponNameFor`).
pub fn weapon_name_for(bonus: i32) -> &'static str {
    if bonus >= 4 { "sword" } else { "dagger" }
}

/// Part 9: the name of armour (Part 15: `armourNameFor`).
pub fn armour_name_for(bonus: i32) -> &'static str {
    if bonus >= 3 { "chain mail" } else { "leather" }
}
