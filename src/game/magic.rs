//! Scrolls (Part 13).

use super::Game;
use crate::event::Event;
use crate::item::ScrollType;

/// Hit points that lightning takes from its target, before the magic bonus.
pub(crate) const LIGHTNING: i32 = 6;
/// Hit points that a fireball takes from each monster, before the magic bonus.
pub(crate) const FIREBALL: i32 = 5;

impl Game {
    /// Reads a scroll at the nearest monster in view, and so identifies its type (`readScroll`).
    pub(crate) fn read_scroll(&mut self, scroll: ScrollType) {
        self.log(Event::Read(self.lore.scroll_name(scroll)));
        match self.nearest_visible_monster() {
            None => self.log(Event::Fizzled),
            Some(target) => match scroll {
                ScrollType::Lightning => self.zap(target, LIGHTNING + self.player.magic_bonus),
                ScrollType::Fireball => self.explode(target, FIREBALL + self.player.magic_bonus),
            },
        }
        let secret = &mut self.lore.scrolls[scroll as usize];
        if !secret.known {
            secret.known = true;
            self.log(Event::IdentifiedScroll(self.lore.scroll_name(scroll)));
        }
    }

    /// Returns the nearest living monster in view (`nearestVisibleMonster`), the first one on a tie.
    fn nearest_visible_monster(&self) -> Option<usize> {
        (0..self.level.monsters.len())
            .filter(|&index| {
                let body = &self.level.monsters[index].entity;
                body.is_alive() && self.level.map.tile(body.pos).visible
            })
            .min_by_key(|&index| self.level.monsters[index].entity.pos.manhattan(self.player.entity.pos))
    }

    /// A fireball hurts every living monster within one tile of the target, in the order of the list.
    fn explode(&mut self, target: usize, damage: i32) {
        let centre = self.level.monsters[target].entity.pos;
        for index in 0..self.level.monsters.len() {
            let body = &self.level.monsters[index].entity;
            let near = (body.pos.x - centre.x).abs() <= 1 && (body.pos.y - centre.y).abs() <= 1;
            if near && body.is_alive() {
                self.zap(index, damage);
            }
        }
    }

    /// Magic hurts one monster, whatever its defense (`zap`).
    fn zap(&mut self, index: usize, damage: i32) {
        let body = &mut self.level.monsters[index].entity;
        body.suffer(damage);
        let (name, left) = (body.name, body.hp);
        self.log(Event::Blasted { name, damage, left });
        if left == 0 {
            self.log(Event::Destroyed(name));
        }
    }
}
