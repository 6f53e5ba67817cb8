//! Scrolls (Part 13 on) with mistakes, whose table is that of [`PackMistake`].

use super::event::Event;
use super::number::Number;
use super::{Mistake, MistakenGame, PackMistake};
use crate::entity::Entity;
use crate::item::ScrollType;
use crate::map::Pos;

impl MistakenGame {
    /// Reads a scroll. Returns true if it found a target.
    pub(super) fn read(&mut self, scroll: ScrollType) -> bool {
        let early = self.makes(PackMistake::IdentifySilent);
        let was_known = self.game.scroll_ident[scroll as usize];
        self.game.scroll_ident[scroll as usize] |= early;
        self.say(Event::Read(self.game.scroll_name(scroll)));
        let target = self.target();
        match target {
            None => self.say(Event::Fizzled),
            Some(target) => self.cast(scroll, target),
        }
        let unknown = target.is_none() && self.makes(PackMistake::FizzleUnknown);
        let never = self.makes(PackMistake::NoIdentify) || self.makes(PackMistake::ScrollsUnknown);
        if !was_known && !unknown && !never {
            if self.makes(PackMistake::IdentifyAll) {
                self.game.scroll_ident.fill(true);
            }
            self.game.scroll_ident[scroll as usize] = true;
            self.say(Event::IdentifiedScroll(self.game.scroll_name(scroll)));
            self.game.scroll_ident[scroll as usize] =
                !self.makes(PackMistake::IdentifyUnmarked) && !self.makes(PackMistake::ScrollUnmarked);
        }
        target.is_some()
    }

    fn target(&self) -> Option<usize> {
        let (level, player) = (self.game.cur(), self.game.player.pos);
        let can_be_hit = |body: &Entity| {
            let alive = body.is_alive() || self.makes(PackMistake::TargetDead);
            let seen = match self.mistake {
                Mistake::Pack(PackMistake::TargetUnseen) => true,
                Mistake::Pack(PackMistake::TargetExplored) => level.map.tile(body.pos).explored,
                _ => level.map.tile(body.pos).visible,
            };
            alive && seen
        };
        let far = |body: &Entity| {
            let (dx, dy) = ((body.pos.x - player.x).abs(), (body.pos.y - player.y).abs());
            match self.mistake {
                Mistake::Pack(PackMistake::TargetFirst) => 0,
                Mistake::Pack(PackMistake::TargetFarthest) => -(dx + dy),
                Mistake::Pack(PackMistake::TargetChebyshev) => dx.max(dy),
                Mistake::Pack(PackMistake::TargetEuclid) => dx * dx + dy * dy,
                _ => dx + dy,
            }
        };
        let found = level.monsters.iter().enumerate().filter(|(_, monster)| can_be_hit(&monster.entity));
        let mut found: Vec<(usize, i32)> =
            found.map(|(index, monster)| (index, far(&monster.entity))).collect();
        // The first of equally near ones is taken.
        if self.makes(PackMistake::TargetLastTie) {
            found.reverse();
        }
        found.into_iter().min_by_key(|(_, far)| *far).map(|(index, _)| index)
    }

    fn cast(&mut self, scroll: ScrollType, target: usize) {
        let bonus = match (self.mistake, scroll) {
            (Mistake::Pack(PackMistake::MagicMissing), _)
            | (Mistake::Pack(PackMistake::MagicNotLightning), ScrollType::Lightning)
            | (Mistake::Pack(PackMistake::MagicNotFireball), ScrollType::Fireball) => 0,
            (Mistake::Pack(PackMistake::MagicStrength), _) => self.game.strength_bonus,
            _ => self.game.magic_bonus,
        };
        let swapped = self.makes(PackMistake::ScrollsSwapped);
        if (scroll == ScrollType::Lightning) != swapped {
            let damage = self.number(Number::Lightning) + bonus;
            self.zap(target, damage);
            return;
        }
        let damage = self.number(Number::Fireball) + bonus;
        let radius = self.number(Number::FireballRadius);
        let player = self.game.player.pos;
        let centre = match self.makes(PackMistake::FireballPlayer) {
            true => player,
            false => self.game.cur().monsters[target].entity.pos,
        };
        let near = |pos: Pos| {
            let (dx, dy) = ((pos.x - centre.x).abs(), (pos.y - centre.y).abs());
            if self.makes(PackMistake::FireballDiamond) { dx + dy <= radius } else { dx.max(dy) <= radius }
        };
        let burns_player = self.makes(PackMistake::FireballHurtsPlayer) && near(player);
        let burnt: Vec<usize> = (0..self.game.cur().monsters.len())
            .filter(|&index| {
                let body = &self.game.cur().monsters[index].entity;
                let lives = body.is_alive() || self.makes(PackMistake::FireballDead);
                lives
                    && match self.mistake {
                        Mistake::Pack(PackMistake::FireballAlone) => index == target,
                        Mistake::Pack(PackMistake::FireballOthers) => index != target && near(body.pos),
                        Mistake::Pack(PackMistake::FireballSeen) => {
                            self.game.cur().map.tile(body.pos).visible
                        }
                        _ => near(body.pos),
                    }
            })
            .collect();
        burnt.into_iter().for_each(|index| self.zap(index, damage));
        if burns_player {
            hurt(&mut self.game.player, damage);
        }
    }

    fn zap(&mut self, index: usize, damage: i32) {
        let [alive, negative] = [PackMistake::ZapAlive, PackMistake::ZapNegative].map(|it| self.makes(it));
        let body = &mut self.game.cur_mut().monsters[index].entity;
        let left = body.hp - damage;
        hurt(body, damage);
        body.alive |= alive;
        body.hp = if negative { left } else { body.hp };
        let (name, left) = (body.name, body.hp);
        self.say(Event::Blasted { name, damage, left });
        if left <= 0 {
            self.say(Event::Destroyed(name));
        }
    }
}

/// Takes hit points, whatever the defense.
fn hurt(body: &mut Entity, damage: i32) {
    body.hp -= damage;
    if body.hp <= 0 {
        (body.hp, body.alive) = (0, false);
    }
}
