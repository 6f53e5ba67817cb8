//! The inventory: how items are picked up and used.

use super::{Game, GameState};
use crate::entity::Status;
use crate::item::{COLOURS, FloorItem, Item, LABELS, POTION_TRUE, PotionType, SCROLL_TRUE, ScrollType};
use crate::player::Player;

const HEALING: i32 = 10; // Hit points that a healing potion restores
const POISON_TURNS: i32 = 6; // How long a potion of poison lasts, in turns
const REGEN_TURNS: i32 = 12; // How long a potion of regeneration lasts, in turns

impl Game {
    /// The name of a potion, as far as the player knows it (`potionName`).
    pub fn potion_name(&self, potion: PotionType) -> String {
        if self.potion_ident[potion as usize] {
            return POTION_TRUE[potion as usize].to_owned();
        }
        format!("{} potion", COLOURS[self.potion_appear_idx[potion as usize]])
    }

    /// The name of a scroll, as far as the player knows it (`scrollName`).
    pub fn scroll_name(&self, scroll: ScrollType) -> String {
        if self.scroll_ident[scroll as usize] {
            return SCROLL_TRUE[scroll as usize].to_owned();
        }
        format!("scroll labelled \"{}\"", LABELS[self.scroll_appear_idx[scroll as usize]])
    }

    /// The name of any item, as far as the player knows it, with its bonus (`itemLabel`).
    pub fn item_label(&self, item: Item) -> String {
        match item {
            Item::Potion(potion) => self.potion_name(potion),
            Item::Scroll(scroll) => self.scroll_name(scroll),
            Item::Weapon { name, bonus } => format!("{name} (+{bonus} pow)"),
            Item::Armour { name, bonus } => format!("{name} (+{bonus} def)"),
        }
    }

    /// Drinks a potion, and so identifies its type (`quaff`).
    fn quaff(&mut self, potion: PotionType) {
        let known = self.potion_ident[potion as usize];
        self.log.add(format!("You quaff the {}.", self.potion_name(potion)));
        match potion {
            PotionType::Healing => {
                self.player.hp = self.player.max_hp.min(self.player.hp + HEALING);
                let Player { hp, max_hp, .. } = self.player;
                self.log.add(format!("A warm glow restores you. (HP {hp}/{max_hp})"));
            }
            PotionType::Poison => {
                self.player.add_status(Status::Poisoned, POISON_TURNS);
                self.log.add("Your veins burn — poison!".to_owned());
            }
            PotionType::Strength => {
                self.strength_bonus += 1;
                self.recompute_stats();
                self.log.add(format!("Your muscles swell. (power {})", self.player.power));
            }
            PotionType::Regen => {
                self.player.add_status(Status::Regen, REGEN_TURNS);
                self.log.add("Your wounds begin to close.".to_owned());
            }
        }
        if !known {
            self.potion_ident[potion as usize] = true;
            self.log.add(format!("It was {}!", POTION_TRUE[potion as usize]));
        }
    }

    /// Wields a weapon or wears armour (`equip`). The gear it replaces goes to the end of the inventory.
    fn equip(&mut self, item: Item) {
        let (slot, verb, name) = match item {
            Item::Weapon { name, .. } => (&mut self.weapon, "wield", name),
            Item::Armour { name, .. } => (&mut self.armour, "don", name),
            Item::Potion(_) => return, // `use_item` brings gear only
            Item::Scroll(_) => return,
        };
        self.inventory.extend(slot.replace(item));
        self.log.add(format!("You {verb} the {name}."));
        self.recompute_stats();
    }

    /// Uses the item in a slot, which takes a turn (`useItem`).
    pub fn use_item(&mut self, slot: usize) {
        if slot >= self.inventory.len() {
            return; // No such item, so no turn
        }
        match self.inventory.remove(slot) {
            Item::Potion(potion) => self.quaff(potion),
            Item::Scroll(scroll) => self.read_scroll(scroll),
            item @ (Item::Weapon { .. } | Item::Armour { .. }) => self.equip(item),
        }
        self.state = GameState::Playing;
        self.end_player_turn();
    }

    /// Picks up the first item on the player's tile, one item per step (`pickUpHere`).
    pub fn pick_up_here(&mut self) {
        let here = self.player.pos;
        let Some(index) = self.cur().items.iter().position(|lying| lying.pos == here) else { return };
        let FloorItem { item, .. } = self.levels[self.depth].items.remove(index);
        self.inventory.push(item);
        self.sound.pickup();
        self.log.add(format!("You pick up a {}.", self.item_label(item)));
    }
}
