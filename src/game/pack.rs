//! The pack: picking up items and drinking potions (Part 8). Part 9 brings weapons and armour.

use super::{Game, GameState};
use crate::entity::Status;
use crate::event::Event;
use crate::item::{Item, PotionType};

/// Hit points that a healing potion restores.
pub(crate) const HEALING: i32 = 10;
/// Hit points that a poison potion takes in Parts 8 and 9.
pub(crate) const POISON: i32 = 6;
/// Part 10: how long the potions of poison and regeneration last, in turns.
pub(crate) const POISON_TURNS: i32 = 6;
pub(crate) const REGENERATION_TURNS: i32 = 12;
/// Part 17: number of amulets that win the game.
pub(crate) const AMULETS: u32 = 3;

impl Game {
    /// Part 8: the first item on the player's tile goes into the pack, one item a step (`pickUpHere`).
    pub(crate) fn pick_up_here(&mut self) {
        let pos = self.player.entity.pos;
        let Some(index) = self.level.items.iter().position(|lying| lying.pos == pos) else { return };
        let item = self.level.items.remove(index).item;
        if self.part.has_amulets() && item == Item::Amulet {
            self.seize_amulet();
            return;
        }
        self.log(Event::PickedUp(self.lore.item_label(item)));
        self.pack.push(item);
    }

    /// Part 17: amulets are counted and not carried. The third one wins.
    fn seize_amulet(&mut self) {
        self.amulets += 1;
        self.log(Event::SeizedAmulet(self.amulets));
        if self.amulets >= AMULETS {
            self.state = GameState::Won;
            self.log(Event::Won);
        }
    }

    /// Part 8: uses the item in a slot of the pack, which takes a turn (`useItem`).
    pub(super) fn use_item(&mut self, slot: usize) {
        match self.pack.remove(slot) {
            Item::Potion(potion) => self.quaff(potion),
            Item::Scroll(scroll) => self.read_scroll(scroll),
            item @ (Item::Weapon(_) | Item::Armour(_)) => self.equip(item),
            // Never in the pack, see `seize_amulet`.
            Item::Amulet => {}
        }
        self.state = GameState::Playing;
        self.end_player_turn();
    }

    /// Part 8: drinks a potion, and so identifies its type (`quaff`).
    fn quaff(&mut self, potion: PotionType) {
        self.log(Event::Quaffed(self.lore.potion_name(potion)));
        self.apply_potion(potion);
        let secret = &mut self.lore.potions[potion as usize];
        if !secret.known {
            secret.known = true;
            self.log(Event::IdentifiedPotion(self.lore.potion_name(potion)));
        }
    }

    /// Part 8: the effect of a potion (`applyPotion`).
    fn apply_potion(&mut self, potion: PotionType) {
        let body = &mut self.player.entity;
        let effect = match potion {
            PotionType::Healing => {
                body.hp = body.max_hp.min(body.hp + HEALING);
                Event::Healed { hp: body.hp, max_hp: body.max_hp }
            }
            PotionType::Poison => {
                if self.part.has_statuses() {
                    body.add_status(Status::Poisoned, POISON_TURNS);
                } else {
                    // Quirk: hit points stay below 0 until the turn ends, and the title shows them so.
                    body.hp -= POISON;
                }
                Event::SwallowedPoison { left: body.hp.max(0) }
            }
            PotionType::Strength => {
                if self.part.has_equipment() {
                    self.player.strength_bonus += 1;
                    self.player.recompute_stats();
                } else {
                    body.power += 1;
                }
                Event::Strengthened(self.player.entity.power)
            }
            PotionType::Regeneration => {
                body.add_status(Status::Regen, REGENERATION_TURNS);
                Event::BeganRegenerating
            }
        };
        self.log(effect);
    }

    /// Part 9: wields a weapon or wears armour (`equip`). What it replaces goes to the end of the pack.
    fn equip(&mut self, item: Item) {
        match item {
            Item::Weapon(bonus) => {
                self.pack.extend(self.player.weapon.replace(bonus).map(Item::Weapon));
                self.log(Event::Wielded(item.name()));
            }
            Item::Armour(bonus) => {
                self.pack.extend(self.player.armour.replace(bonus).map(Item::Armour));
                self.log(Event::Donned(item.name()));
            }
            // Everything else is used up.
            Item::Potion(_) | Item::Scroll(_) | Item::Amulet => {}
        }
        self.player.recompute_stats();
    }
}
