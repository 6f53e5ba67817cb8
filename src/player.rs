//! The player (struct `Player`, Part 2). Part 14 brings the classes to choose from.

use crate::color::Color;
use crate::entity::Entity;
use crate::item::{Item, PotionType, ScrollType};
use crate::map::Pos;

/// Part 5: the player's name in messages.
pub const NAME: &str = "You";
/// Hit points. From Part 14 on each class has its own.
const HP: i32 = 30;
/// Part 5: power. From Part 14 on each class has its own.
const POWER: i32 = 5;

/// The player's character (struct `Player`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// What monsters have too.
    pub entity: Entity,
    /// Part 9: power before bonuses. From Part 14 on the class sets it.
    pub base_power: i32,
    /// Part 14: the class's hit points. Save files keep them beside the maximum.
    pub base_max_hp: i32,
    /// Part 9: power gained from strength potions.
    pub strength_bonus: i32,
    /// Part 13: damage that the class adds to scrolls.
    pub magic_bonus: i32,
    /// Part 9: the bonus of the wielded weapon, which adds to power.
    pub weapon: Option<i32>,
    /// Part 9: the bonus of the worn armour, which adds to defense.
    pub armour: Option<i32>,
    /// Part 15: the bonuses that are saved where there is no gear.
    pub last_bonuses: [i32; 2],
}

impl Default for Player {
    fn default() -> Player {
        Player::new()
    }
}

impl Player {
    /// A new player, in the top left corner.
    pub fn new() -> Player {
        Player {
            entity: Entity::new(b'@', Color(255, 230, 150), NAME, Pos::new(0, 0), HP, POWER),
            base_power: POWER,
            base_max_hp: HP,
            strength_bonus: 0,
            magic_bonus: 0,
            weapon: None,
            armour: None,
            last_bonuses: [0; 2],
        }
    }

    /// Part 14: takes the numbers and the gear of a class.
    pub fn become_class(&mut self, class: PlayerClass) {
        let (hp, power, magic, weapon, armour) = match class {
            PlayerClass::Fighter => (36, 6, 0, Some(4), Some(3)),
            PlayerClass::Rogue => (28, 5, 0, Some(2), Some(1)),
            PlayerClass::Mage => (22, 3, 6, None, None),
        };
        self.entity.max_hp = hp;
        self.entity.hp = hp;
        self.base_max_hp = hp;
        self.base_power = power;
        self.magic_bonus = magic;
        self.weapon = weapon;
        self.armour = armour;
    }

    /// Part 9: power is base, strength and weapon together; defense is the armour (`recomputeStats`).
    pub fn recompute_stats(&mut self) {
        self.entity.power = self.base_power + self.strength_bonus + self.weapon.unwrap_or(0);
        self.entity.defense = self.armour.unwrap_or(0);
    }

    /// Part 15: returns the bonuses of the gear. Quirk: without gear the last one's are saved.
    pub fn gear_bonuses(&self) -> [i32; 2] {
        let [weapon, armour] = self.last_bonuses;
        [self.weapon.unwrap_or(weapon), self.armour.unwrap_or(armour)]
    }
}

/// Part 14: what the player can be (enum `PlayerClass`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerClass {
    /// Tough, with sword and chain mail.
    Fighter,
    /// Nimble, with a dagger, leather and a scroll.
    Rogue,
    /// Frail, with strong magic.
    Mage,
}

impl PlayerClass {
    /// The classes in the order of the menu. The index is the number in save files.
    pub const ALL: [PlayerClass; 3] = [PlayerClass::Fighter, PlayerClass::Rogue, PlayerClass::Mage];

    /// The name as the player reads it.
    pub fn name(self) -> &'static str {
        match self {
            PlayerClass::Fighter => "Fighter",
            PlayerClass::Rogue => "Rogue",
            PlayerClass::Mage => "Mage",
        }
    }

    /// The items that the class begins with, in slot order.
    pub fn pack(self) -> &'static [Item] {
        const HEALING: Item = Item::Potion(PotionType::Healing);
        const LIGHTNING: Item = Item::Scroll(ScrollType::Lightning);
        match self {
            PlayerClass::Fighter => &[HEALING],
            PlayerClass::Rogue => &[HEALING, LIGHTNING],
            PlayerClass::Mage => &[LIGHTNING, Item::Scroll(ScrollType::Fireball), HEALING],
        }
    }
}
