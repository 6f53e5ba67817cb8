//! Part 8: the inventory: how items are picked up and used.

use super::{AMULETS_TO_WIN, Game, GameState};
use crate::entity::Status;
use crate::item::{COLOURS, FloorItem, Item, LABELS, POTION_TRUE, PotionType, SCROLL_TRUE, ScrollType};
use crate::player::Player;

/// Hit points that a healing potion restores.
pub(crate) const HEALING: i32 = 10;
/// Hit points that a poison potion takes in Parts 8 and 9.
pub(crate) const POISON: i32 = 6;
/// Part 10: how long a potion of poison lasts, in turns.
pub(crate) const POISON_TURNS: i32 = 6;
/// Part 10: how long a potion of regeneration lasts, in turns.
pub(crate) const REGEN_TURNS: i32 = 12;

impl Game {
    /// Part 8: the name of a potion, as far as the player knows it (`potionName`).
    pub fn potion_name(&self, potion: PotionType) -> String {
        if self.potion_ident[potion as usize] {
            return POTION_TRUE[potion as usize].to_owned();
        }
        format!("{} potion", COLOURS[self.potion_appear_idx[potion as usize]])
    }

    /// Part 13: the name of a scroll, as far as the player knows it (`scrollName`).
    pub fn scroll_name(&self, scroll: ScrollType) -> String {
        if self.scroll_ident[scroll as usize] {
            return SCROLL_TRUE[scroll as usize].to_owned();
        }
        format!("scroll labelled \"{}\"", LABELS[self.scroll_appear_idx[scroll as usize]])
    }

    /// Part 8: the name of any item, as far as the player knows it, with its bonus (`itemLabel`, Part 9).
    pub fn item_label(&self, item: Item) -> String {
        match item {
            Item::Potion(potion) => self.potion_name(potion),
            Item::Scroll(scroll) => self.scroll_name(scroll),
            Item::Weapon { name, bonus } => format!("{name} (+{bonus} pow)"),
            Item::Armour { name, bonus } => format!("{name} (+{bonus} def)"),
            Item::Amulet => item.name().to_owned(),
        }
    }

    /// Part 8: drinks a potion, and so identifies its type (`quaff`; in Part 8 `applyPotion`).
    fn quaff(&mut self, potion: PotionType) {
        let known = self.potion_ident[potion as usize];
        self.log(format!("You quaff the {}.", self.potion_name(potion)));
        match potion {
            PotionType::Healing => {
                self.player.hp = self.player.max_hp.min(self.player.hp + HEALING);
                let Player { hp, max_hp, .. } = self.player;
                self.log(if self.part.has_hud() {
                    format!("A warm glow restores you. (HP {hp}/{max_hp})")
                } else {
                    format!("A warm glow spreads through you. (HP {hp}/{max_hp})")
                });
            }
            PotionType::Poison => {
                if self.part.has_statuses() {
                    self.player.add_status(Status::Poisoned, POISON_TURNS);
                    self.log("Your veins burn — poison!".to_owned());
                } else {
                    // Quirk: less than 0 hit points can be left, and the title shows them so.
                    self.player.hp -= POISON;
                    let left = self.player.hp.max(0);
                    self.log(if self.part.has_equipment() {
                        format!("You retch — poison! (HP {left})")
                    } else {
                        format!("You retch — it was poison! (HP {left})")
                    });
                }
            }
            PotionType::Strength => {
                if self.part.has_equipment() {
                    self.strength_bonus += 1;
                    self.recompute_stats();
                } else {
                    self.player.power += 1;
                }
                self.log(format!("Your muscles swell. (power {})", self.player.power));
            }
            PotionType::Regen => {
                self.player.add_status(Status::Regen, REGEN_TURNS);
                self.log(if self.part.has_hud() {
                    "Your wounds begin to close.".to_owned()
                } else {
                    "Your wounds begin to knit closed.".to_owned()
                });
            }
        }
        if !known {
            self.potion_ident[potion as usize] = true;
            self.log(format!("It was {}!", POTION_TRUE[potion as usize]));
        }
    }

    /// Part 9: wields a weapon or wears armour (`equip`). The gear it replaces goes to the end
    /// of the inventory.
    fn equip(&mut self, item: Item) {
        let (slot, verb, name) = match item {
            Item::Weapon { name, .. } => (&mut self.weapon, "wield", name),
            Item::Armour { name, .. } => (&mut self.armour, "don", name),
            // `use_item` brings gear only.
            Item::Potion(_) => return,
            Item::Scroll(_) => return,
            Item::Amulet => return,
        };
        self.inventory.extend(slot.replace(item));
        self.log(format!("You {verb} the {name}."));
        self.recompute_stats();
    }

    /// Part 8: uses the item in a slot, which takes a turn (`useItem`; in Part 8 `quaff`).
    pub(super) fn use_item(&mut self, slot: usize) {
        if slot >= self.inventory.len() {
            return; // No such item, so no turn
        }
        match self.inventory.remove(slot) {
            Item::Potion(potion) => self.quaff(potion),
            Item::Scroll(scroll) => self.read_scroll(scroll),
            item @ (Item::Weapon { .. } | Item::Armour { .. }) => self.equip(item),
            // Never in the inventory, see `pick_up_here`.
            Item::Amulet => {}
        }
        self.state = GameState::Playing;
        self.end_player_turn();
    }

    /// Part 8: picks up the first item on the player's tile, one item per step (`pickUpHere`).
    pub(crate) fn pick_up_here(&mut self) {
        for i in 0..self.cur().items.len() {
            let FloorItem { item, pos } = self.cur().items[i];
            if pos != self.player.pos {
                continue;
            }
            if self.part.has_amulets() && item == Item::Amulet {
                // Amulets are counted and not carried.
                self.amulets += 1;
                self.sound.win();
                self.levels[self.depth].items.remove(i);
                self.log(format!("You seize an Amulet of SDL!  ({}/{AMULETS_TO_WIN})", self.amulets));
                if self.amulets >= AMULETS_TO_WIN {
                    self.state = GameState::Won;
                    self.log("All three Amulets are yours — you have won!".to_owned());
                }
                return;
            }
            self.inventory.push(item);
            if self.part.has_hud() {
                self.sound.pickup();
            }
            self.log(format!("You pick up a {}.", self.item_label(item)));
            self.levels[self.depth].items.remove(i);
            return;
        }
    }
}
