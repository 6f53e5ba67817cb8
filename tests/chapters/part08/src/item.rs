//! Items, their looks and their names.

use crate::map::Pos;

/// The effect of a potion (enum `PotionType`).
#[derive(Clone, Copy, Debug)]
pub enum PotionType {
    /// Restores 10 hit points.
    Healing,
    /// Takes 6 hit points.
    Poison,
    /// Adds one power for the rest of the game.
    Strength,
}

/// A potion that lies on the floor, and where (struct `Item`). In the inventory it is a [`PotionType`].
#[derive(Clone, Copy, Debug)]
pub struct Item {
    pub kind: PotionType,
    pub pos: Pos,
}

/// The appearances of unidentified potions. Their number is the original's `NUM_COLOURS`.
pub const COLOURS: [&str; 6] = ["red", "blue", "fizzy", "murky", "glowing", "silver"];
/// The true names of the potions, in the order of [`PotionType::ALL`].
pub const TRUE_NAME: [&str; 3] = ["potion of healing", "potion of poison", "potion of strength"];

impl PotionType {
    /// The types in the order of their numbers. Its length is the original's last enumerator, `Count`.
    pub const ALL: [Self; 3] = [Self::Healing, Self::Poison, Self::Strength];
}
