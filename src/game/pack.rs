//! The pack: picking up, drinking, wielding and wearing (Part 8 on; gear from Part 9 on).

use super::{Game, State};
use crate::event::Event;
use crate::item::{Item, Potion};

/// Hit points a healing potion restores.
const HEALING: i32 = 10;
/// Hit points a poison potion takes, in Parts 8 and 9.
const POISON: i32 = 6;
/// Turns that the potions of poison and regeneration last, from Part 10 on.
const POISON_TURNS: i32 = 6;
const REGENERATION_TURNS: i32 = 12;
/// Amulets to win with.
const AMULETS: u32 = 3;

impl Game {
    /// Takes the first item on the player's tile, one a step.
    pub(super) fn pick_up(&mut self) {
        let pos = self.player.entity.pos;
        let items = &mut self.levels[self.depth].items;
        let Some(index) = items.iter().position(|lying| lying.pos == pos) else { return };
        match items.remove(index).item {
            Item::Amulet => self.seize_amulet(),
            item => {
                self.tell(Event::PickedUp(item.name(&self.lore)));
                self.pack.push(item);
            }
        }
    }

    /// Part 17: amulets are counted, not carried; the third one wins.
    fn seize_amulet(&mut self) {
        self.amulets += 1;
        self.tell(Event::SeizedAmulet(self.amulets));
        if self.amulets >= AMULETS {
            self.state = State::Won;
            self.tell(Event::Won);
        }
    }

    /// Uses what is in an existing slot of the pack; it leaves the pack, and a turn passes (`Game::useItem`).
    pub(super) fn use_item(&mut self, slot: usize) {
        self.apply_item(slot);
        self.end_turn();
    }

    /// The same without the turn that passes.
    pub(super) fn apply_item(&mut self, slot: usize) {
        let item = self.pack.remove(slot);
        match item {
            Item::Potion(potion) => {
                self.quaff(potion);
                if !self.lore.knows(item) {
                    self.lore.identify(item);
                    self.tell(Event::IdentifiedPotion(item.true_name()));
                }
            }
            Item::Scroll(scroll) => {
                self.read(scroll);
                if !self.lore.knows(item) {
                    self.lore.identify(item);
                    self.tell(Event::IdentifiedScroll(item.true_name()));
                }
            }
            Item::Weapon(bonus) => {
                self.pack.extend(self.player.weapon.replace(bonus).map(Item::Weapon));
                self.tell(Event::Wielded(item.true_name()));
            }
            Item::Armour(bonus) => {
                self.pack.extend(self.player.armour.replace(bonus).map(Item::Armour));
                self.tell(Event::Donned(item.true_name()));
            }
            // Never in a pack: picking one up only counts it.
            Item::Amulet => {}
        }
        self.player.update_stats();
        self.state = State::Playing;
    }

    fn quaff(&mut self, potion: Potion) {
        self.tell(Event::Quaffed(Item::Potion(potion).name(&self.lore)));
        let body = &mut self.player.entity;
        let effect = match potion {
            Potion::Healing => {
                body.hp = body.max_hp.min(body.hp + HEALING);
                Event::Healed { hp: body.hp, max_hp: body.max_hp }
            }
            Potion::Poison => {
                if self.part.has_statuses() {
                    body.poison(POISON_TURNS);
                } else {
                    // Quirk: hit points stay below 0 until the end of the turn, where the title shows them so.
                    body.hp -= POISON;
                }
                Event::SwallowedPoison(body.hp.max(0))
            }
            Potion::Strength => {
                self.player.strength_bonus += 1;
                self.player.update_stats();
                Event::Strengthened(self.player.entity.power)
            }
            Potion::Regeneration => {
                body.regenerate(REGENERATION_TURNS);
                Event::BeganRegenerating
            }
        };
        self.tell(effect);
    }
}
