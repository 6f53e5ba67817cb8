//! Scrolls (Part 13 on).

use super::Game;
use crate::event::Event;
use crate::item::{Item, Scroll};
use crate::level::Level;
use crate::map::Pos;

/// Hit points a lightning bolt takes from its target, before the reader's magic is added.
const LIGHTNING: i32 = 6;
/// Hit points a fireball takes from everyone it reaches, before the reader's magic is added.
const FIREBALL: i32 = 5;

impl Game {
    /// Reads a scroll at the nearest monster in sight.
    pub(super) fn read(&mut self, scroll: Scroll) {
        self.tell(Event::Read(Item::Scroll(scroll).name(&self.lore)));
        let magic = self.player.magic_bonus;
        match nearest_in_sight(self.level(), self.player.entity.pos) {
            None => self.tell(Event::Fizzled),
            Some(target) => match scroll {
                Scroll::Lightning => self.blast(target, LIGHTNING + magic),
                Scroll::Fireball => self.burst(target, FIREBALL + magic),
            },
        }
    }

    /// A fireball bursts: everyone alive within a tile of the target is hurt, in the order of the list.
    fn burst(&mut self, target: usize, damage: i32) {
        let center = self.level().monsters[target].entity.pos;
        for index in 0..self.level().monsters.len() {
            let body = &self.level().monsters[index].entity;
            let reached = (body.pos.x - center.x).abs() <= 1 && (body.pos.y - center.y).abs() <= 1;
            if reached && body.is_alive() {
                self.blast(index, damage);
            }
        }
    }

    /// Magic hurts a monster, whatever its defense.
    fn blast(&mut self, index: usize, damage: i32) {
        let body = &mut self.levels[self.depth].monsters[index].entity;
        body.suffer(damage);
        let (name, left) = (body.name, body.hp);
        self.tell(Event::Blasted { name, damage, left });
        if left == 0 {
            self.tell(Event::Destroyed(name));
        }
    }
}

/// The living monster on a visible tile that is the fewest steps away; the first in the list when several are.
fn nearest_in_sight(level: &Level, player: Pos) -> Option<usize> {
    (0..level.monsters.len())
        .filter(|&index| {
            let body = &level.monsters[index].entity;
            body.is_alive() && level.map.is_visible(body.pos)
        })
        .min_by_key(|&index| level.monsters[index].entity.pos.manhattan(player))
}
