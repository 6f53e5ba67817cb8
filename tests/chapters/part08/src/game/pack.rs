//! The inventory: how items are picked up and used.

use super::{Game, GameState};
use crate::item::{Item, PotionType, TRUE_NAME};
use crate::player::Player;

const HEALING: i32 = 10; // Hit points that a healing potion restores
const POISON: i32 = 6; // Hit points that a poison potion takes

impl Game {
    /// The name of a potion, as far as the player knows it (`potionName`).
    pub fn potion_name(&self, potion: PotionType) -> String {
        if self.identified[potion as usize] {
            return TRUE_NAME[potion as usize].to_owned();
        }
        format!("{} potion", self.appearance[potion as usize])
    }

    /// Drinks a potion, and so identifies its type (`applyPotion`).
    fn apply_potion(&mut self, potion: PotionType) {
        let known = self.identified[potion as usize];
        self.log.push(format!("You quaff the {}.", self.potion_name(potion)));
        match potion {
            PotionType::Healing => {
                self.player.hp = self.player.max_hp.min(self.player.hp + HEALING);
                let Player { hp, max_hp, .. } = self.player;
                self.log.push(format!("A warm glow spreads through you. (HP {hp}/{max_hp})"));
            }
            PotionType::Poison => {
                // Quirk: less than 0 hit points can be left, and the title shows them so.
                self.player.hp -= POISON;
                let left = self.player.hp.max(0);
                self.log.push(format!("You retch — it was poison! (HP {left})"));
            }
            PotionType::Strength => {
                self.player.power += 1;
                self.log.push(format!("Your muscles swell. (power {})", self.player.power));
            }
        }
        if !known {
            self.identified[potion as usize] = true;
            self.log.push(format!("It was {}!", TRUE_NAME[potion as usize]));
        }
    }

    /// Drinks the potion in a slot, which takes a turn (`quaff`).
    pub fn quaff(&mut self, slot: usize) {
        let Some(&potion) = self.inventory.get(slot) else {
            return; // No such item, so no turn
        };
        self.apply_potion(potion);
        self.inventory.remove(slot);
        self.state = GameState::Playing;
        self.monsters_act();
        self.update_title();
        if self.player.hp <= 0 {
            self.state = GameState::Dead;
        }
    }

    /// Picks up the first potion on the player's tile, one per step (`pickUpHere`).
    pub fn pick_up_here(&mut self) {
        let here = self.player.pos;
        let Some(index) = self.items.iter().position(|lying| lying.pos == here) else { return };
        let Item { kind, .. } = self.items.remove(index);
        self.inventory.push(kind);
        self.log.push(format!("You pick up a {}.", self.potion_name(kind)));
    }
}
