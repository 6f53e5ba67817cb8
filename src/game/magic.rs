//! Part 13: what a scroll does, and which monster it hits.

use super::Game;
use crate::entity::Entity;
use crate::item::{SCROLL_TRUE, ScrollType};
use crate::message_log::MessageLog;
use crate::monster::Monster;
use crate::part::Part;

/// Hit points that lightning takes from its target, before the magic bonus.
pub(crate) const LIGHTNING_DMG: i32 = 6;
/// Hit points that a fireball takes from each monster, before the magic bonus.
pub(crate) const FIREBALL_DMG: i32 = 5;

impl Game {
    /// Returns the index of the first of the nearest living monsters in view (`nearestVisibleMonster`).
    pub(crate) fn nearest_visible_monster(&self) -> Option<usize> {
        let level = self.cur();
        let mut best = None;
        let mut best_dist = i32::MAX;
        for (index, monster) in level.monsters.iter().enumerate() {
            let body = &monster.entity;
            if !body.is_alive() || !level.map.tile(body.pos).visible {
                continue;
            }
            let d = body.pos.manhattan(self.player.pos);
            if d < best_dist {
                best = Some(index);
                best_dist = d;
            }
        }
        best
    }

    /// Reads a scroll at the nearest monster in view, and so identifies its type (`readScroll`).
    pub(crate) fn read_scroll(&mut self, scroll: ScrollType) {
        let known = self.scroll_ident[scroll as usize];
        self.log(format!("You read the {}.", self.scroll_name(scroll)));
        if self.part.has_hud() {
            self.sound.zap();
        }
        let target = self.nearest_visible_monster();
        let monsters = &mut self.levels[self.depth].monsters;
        match (target, scroll) {
            (None, _) => self.log(if self.part.has_hud() {
                "The magic fades — nothing in sight.".to_owned()
            } else {
                "The magic crackles and fades — nothing in sight.".to_owned()
            }),
            (Some(target), ScrollType::Lightning) => {
                let dmg = LIGHTNING_DMG + self.magic_bonus;
                zap(self.part, &mut monsters[target].entity, dmg, &mut self.log);
            }
            (Some(target), ScrollType::Fireball) => {
                // It hurts every living monster within one tile of the target, in the order of the list.
                let dmg = FIREBALL_DMG + self.magic_bonus;
                let centre = monsters[target].entity.pos;
                for Monster { entity: body, .. } in monsters {
                    let (dx, dy) = (body.pos.x - centre.x, body.pos.y - centre.y);
                    if body.is_alive() && dx.abs() <= 1 && dy.abs() <= 1 {
                        zap(self.part, body, dmg, &mut self.log);
                    }
                }
            }
        }
        if !known {
            self.scroll_ident[scroll as usize] = true;
            self.log(format!("It was a {}!", SCROLL_TRUE[scroll as usize]));
        }
    }
}

/// Magic hurts one monster, whatever its defense (`zap`).
fn zap(part: Part, body: &mut Entity, dmg: i32, log: &mut MessageLog) {
    body.hp -= dmg;
    let name = body.name;
    if part.has_saves() {
        log.add(format!("{name} is blasted for {dmg}."));
    } else {
        log.add(format!("{name} is blasted for {dmg}. ({name}: {} hp)", body.hp.max(0)));
    }
    if body.hp <= 0 {
        body.hp = 0;
        body.alive = false;
        log.add(format!("{name} is destroyed."));
    }
}
