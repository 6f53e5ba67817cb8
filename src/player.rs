//! The player and the three classes to choose from (class `Player`, Part 2 on; classes from Part 14 on).

use crate::color::Color;
use crate::entity::Entity;
use crate::item::{Item, Potion, Scroll};

/// The one who is played (class `Player`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Its body. `power` and `defense` are sums: see [`Player::update_stats`].
    pub entity: Entity,
    /// Power before bonuses; 5 until classes set their own.
    pub base_power: i32,
    /// Hit points that the class begins with, as save files keep them beside the body's own.
    pub base_max_hp: i32,
    /// Part 9: what strength potions added.
    pub strength_bonus: i32,
    /// Part 13: what a class adds to the damage of scrolls.
    pub magic_bonus: i32,
    /// Part 9: what is wielded, adding to power.
    pub weapon: Gear,
    /// Part 9: what is worn, adding to defense.
    pub armour: Gear,
}

/// A place for a weapon or for armour.
///
/// Quirk: the original keeps the bonus of what was there last even when a new run empties the place, and save files show it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gear {
    /// Is anything there now?
    pub present: bool,
    /// The bonus of what is, or was last, there.
    pub bonus: i32,
}

impl Gear {
    /// The bonus of what is there now, if anything is.
    pub const fn get(self) -> Option<i32> {
        if self.present { Some(self.bonus) } else { None }
    }

    /// Puts something there and gives back the bonus of what it replaced.
    pub const fn replace(&mut self, bonus: i32) -> Option<i32> {
        let old = self.get();
        *self = Gear { present: true, bonus };
        old
    }
}

/// Part 14: who the player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Tough, with sword and chain mail.
    Fighter,
    /// Nimble, with a dagger, leather and a scroll.
    Rogue,
    /// Frail, with strong magic.
    Mage,
}

/// What a class begins with.
pub struct Kit {
    hp: i32,
    power: i32,
    magic: i32,
    weapon: Option<i32>,
    armour: Option<i32>,
    /// The pack's first items, in order.
    pub pack: &'static [Item],
}

impl Class {
    /// In the order of the menu, which is also their number in save files.
    pub const ALL: [Class; 3] = [Class::Fighter, Class::Rogue, Class::Mage];

    /// As the HUD shows it.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Fighter => "Fighter",
            Class::Rogue => "Rogue",
            Class::Mage => "Mage",
        }
    }

    /// What it begins with.
    pub const fn kit(self) -> Kit {
        match self {
            Class::Fighter => Kit {
                hp: 36,
                power: 6,
                magic: 0,
                weapon: Some(4),
                armour: Some(3),
                pack: &[Item::Potion(Potion::Healing)],
            },
            Class::Rogue => Kit {
                hp: 28,
                power: 5,
                magic: 0,
                weapon: Some(2),
                armour: Some(1),
                pack: &[Item::Potion(Potion::Healing), Item::Scroll(Scroll::Lightning)],
            },
            Class::Mage => Kit {
                hp: 22,
                power: 3,
                magic: 6,
                weapon: None,
                armour: None,
                pack: &[
                    Item::Scroll(Scroll::Lightning),
                    Item::Scroll(Scroll::Fireball),
                    Item::Potion(Potion::Healing),
                ],
            },
        }
    }
}

/// Hit points and power before there are classes.
const HP: i32 = 30;
const POWER: i32 = 5;

impl Default for Player {
    fn default() -> Player {
        Player::new()
    }
}

impl Player {
    /// Whole, empty-handed, in the top left corner.
    pub const fn new() -> Player {
        let mut entity = Entity::new(b'@', Color(255, 230, 150), "You", HP);
        entity.power = POWER;
        Player {
            entity,
            base_power: POWER,
            base_max_hp: HP,
            strength_bonus: 0,
            magic_bonus: 0,
            weapon: Gear { present: false, bonus: 0 },
            armour: Gear { present: false, bonus: 0 },
        }
    }

    /// Ready for a new run: healed, without bonuses, and bare-handed or with the class's kit.
    pub fn reset(&mut self, class: Option<Class>) {
        let (weapon, armour) = (self.weapon, self.armour);
        *self = Player {
            weapon: Gear { present: false, ..weapon },
            armour: Gear { present: false, ..armour },
            ..Player::new()
        };
        if let Some(kit) = class.map(Class::kit) {
            self.entity.max_hp = kit.hp;
            self.entity.hp = kit.hp;
            self.base_power = kit.power;
            self.base_max_hp = kit.hp;
            self.magic_bonus = kit.magic;
            if let Some(bonus) = kit.weapon {
                self.weapon.replace(bonus);
            }
            if let Some(bonus) = kit.armour {
                self.armour.replace(bonus);
            }
        }
        self.update_stats();
    }

    /// Power is base, strength and weapon together; defense is the armour (`Game::recomputeStats`, Part 9 on). In Part 8
    /// strength potions raise the power itself, which comes to the same.
    pub fn update_stats(&mut self) {
        self.entity.power = self.base_power + self.strength_bonus + self.weapon.get().unwrap_or(0);
        self.entity.defense = self.armour.get().unwrap_or(0);
    }
}
