//! The inventory: how items are picked up and used.

use super::{Game, GameState};
use crate::entity::Status;
use crate::item::{FloorItem, Item, PotionType, TRUE_NAME};
use crate::player::Player;

const HEALING: i32 = 10; // Hit points that a healing potion restores
const POISON_TURNS: i32 = 6; // How long a potion of poison lasts, in turns
const REGEN_TURNS: i32 = 12; // How long a potion of regeneration lasts, in turns

impl Game {
    /// The name of a potion, as far as the player knows it (`potionName`).
    pub fn potion_name(&self, potion: PotionType) -> String {
        if self.identified[potion as usize] {
            return TRUE_NAME[potion as usize].to_owned();
        }
        format!("{} potion", self.appearance[potion as usize])
    }

    /// The name of any item, as far as the player knows it, with its bonus (`itemLabel`).
    pub fn item_label(&self, item: Item) -> String {
        match item {
            Item::Potion(potion) => self.potion_name(potion),
            Item::Weapon { name, bonus } => format!("{name} (+{bonus} pow)"),
            Item::Armour { name, bonus } => format!("{name} (+{bonus} def)"),
        }
    }

    /// Drinks a potion, and so identifies its type (`quaff`).
    fn quaff(&mut self, potion: PotionType) {
        let known = self.identified[potion as usize];
        self.log.push(format!("You quaff the {}.", self.potion_name(potion)));
        match potion {
            PotionType::Healing => {
                self.player.hp = self.player.max_hp.min(self.player.hp + HEALING);
                let Player { hp, max_hp, .. } = self.player;
                self.log.push(format!("A warm glow spreads through you. (HP {hp}/{max_hp})"));
            }
            PotionType::Poison => {
                self.player.add_status(Status::Poisoned, POISON_TURNS);
                self.log.push("Your veins burn — poison!".to_owned());
            }
            PotionType::Strength => {
                self.strength_bonus += 1;
                self.recompute_stats();
                self.log.push(format!("Your muscles swell. (power {})", self.player.power));
            }
            PotionType::Regen => {
                self.player.add_status(Status::Regen, REGEN_TURNS);
                self.log.push("Your wounds begin to knit closed.".to_owned());
            }
        }
        if !known {
            self.identified[potion as usize] = true;
            self.log.push(format!("It was {}!", TRUE_NAME[potion as usize]));
        }
    }

    /// Wields a weapon or wears armour (`equip`). The gear it replaces goes to the end of the inventory.
    fn equip(&mut self, item: Item) {
        let (slot, verb, name) = match item {
            Item::Weapon { name, .. } => (&mut self.weapon, "wield", name),
            Item::Armour { name, .. } => (&mut self.armour, "don", name),
            Item::Potion(_) => return, // `use_item` brings gear only
        };
        self.inventory.extend(slot.replace(item));
        self.log.push(format!("You {verb} the {name}."));
        self.recompute_stats();
    }

    /// Uses the item in a slot, which takes a turn (`useItem`).
    pub fn use_item(&mut self, slot: usize) {
        if slot >= self.inventory.len() {
            return; // No such item, so no turn
        }
        match self.inventory.remove(slot) {
            Item::Potion(potion) => self.quaff(potion),
            item @ (Item::Weapon { .. } | Item::Armour { .. }) => self.equip(item),
        }
        self.state = GameState::Playing;
        self.end_player_turn();
    }

    /// Picks up the first item on the player's tile, one item per step (`pickUpHere`).
    pub fn pick_up_here(&mut self) {
        let here = self.player.pos;
        let Some(index) = self.items.iter().position(|lying| lying.pos == here) else { return };
        let FloorItem { item, .. } = self.items.remove(index);
        self.inventory.push(item);
        self.log.push(format!("You pick up a {}.", self.item_label(item)));
    }
}
