//! What a scroll does, and which monster it hits.

use super::Game;
use crate::entity::Entity;
use crate::item::{SCROLL_TRUE, ScrollType};

const LIGHTNING_DMG: i32 = 6; // Hit points that lightning takes from its target, before the magic bonus
const FIREBALL_DMG: i32 = 5; // Hit points that a fireball takes from each monster, before the magic bonus

impl Game {
    /// Returns the index of the nearest living monster in view (`nearestVisibleMonster`).
    fn nearest_visible_monster(&self) -> Option<usize> {
        let level = self.cur();
        let is_target = |&index: &usize| {
            let body = &level.monsters[index].entity;
            body.is_alive() && level.map.tile(body.pos).visible
        };
        let distance = |&index: &usize| level.monsters[index].entity.pos.manhattan(self.player.pos);
        // Of several that are equally near, `min_by_key` returns the first, as the original does.
        (0..level.monsters.len()).filter(is_target).min_by_key(distance)
    }

    /// Reads a scroll at the nearest monster in view, and so identifies its type (`readScroll`).
    pub fn read_scroll(&mut self, scroll: ScrollType) {
        let known = self.scroll_ident[scroll as usize];
        self.log.add(format!("You read the {}.", self.scroll_name(scroll)));
        self.sound.zap();
        let target = self.nearest_visible_monster();
        let mut zap = |body: &mut Entity, dmg: i32| {
            body.hp -= dmg; // Defense does not matter
            self.log.add(format!("{} is blasted for {dmg}.", body.name));
            if body.hp <= 0 {
                body.hp = 0;
                body.alive = false;
                self.log.add(format!("{} is destroyed.", body.name));
            }
        };
        let monsters = &mut self.levels[self.depth].monsters;
        match (target, scroll) {
            (None, _) => self.log.add("The magic fades — nothing in sight.".to_owned()),
            (Some(target), ScrollType::Lightning) => {
                zap(&mut monsters[target].entity, LIGHTNING_DMG + self.magic_bonus)
            }
            (Some(target), ScrollType::Fireball) => {
                // It hurts every living monster within one tile of the target, in the order of the list.
                let centre = monsters[target].entity.pos;
                for monster in monsters {
                    let body = &mut monster.entity;
                    let (dx, dy) = (body.pos.x - centre.x, body.pos.y - centre.y);
                    if body.is_alive() && dx.abs() <= 1 && dy.abs() <= 1 {
                        zap(body, FIREBALL_DMG + self.magic_bonus);
                    }
                }
            }
        }
        if !known {
            self.scroll_ident[scroll as usize] = true;
            self.log.add(format!("It was a {}!", SCROLL_TRUE[scroll as usize]));
        }
    }
}
