//! Scrolls (Part 13 on) with mistakes, whose table is that of [`PackSlip`].

use super::number::Number;
use super::{PackSlip, Slip, Slipped};
use crate::entity::Entity;
use crate::event::Event;
use crate::item::ScrollType;
use crate::map::Pos;

impl Slipped {
    /// Reads a scroll. Returns true if it found a target.
    pub(super) fn read(&mut self, scroll: ScrollType) -> bool {
        let early = self.packs(PackSlip::IdentifySilent);
        let secret = &mut self.game.lore.scrolls[scroll as usize];
        let was_known = secret.known;
        secret.known |= early;
        self.say(Event::Read(self.game.lore.scroll_name(scroll)));
        let target = self.target();
        match target {
            None => self.say(Event::Fizzled),
            Some(target) => self.cast(scroll, target),
        }
        let unknown = target.is_none() && self.packs(PackSlip::FizzleUnknown);
        let never = matches!(self.slip, Slip::Pack(PackSlip::NoIdentify | PackSlip::ScrollsUnknown));
        if !was_known && !unknown && !never {
            if self.packs(PackSlip::IdentifyAll) {
                self.game.lore.scrolls.iter_mut().for_each(|secret| secret.known = true);
            }
            self.game.lore.scrolls[scroll as usize].known = true;
            self.say(Event::IdentifiedScroll(self.game.lore.scroll_name(scroll)));
            self.game.lore.scrolls[scroll as usize].known = !self.packs(PackSlip::IdentifyUnmarked);
        }
        target.is_some()
    }

    fn target(&self) -> Option<usize> {
        let (level, player) = (&self.game.level, self.game.player.entity.pos);
        let can_be_hit = |body: &Entity| {
            let alive = body.is_alive() || self.packs(PackSlip::TargetDead);
            let seen = match self.slip {
                Slip::Pack(PackSlip::TargetUnseen) => true,
                Slip::Pack(PackSlip::TargetExplored) => level.map.is_explored(body.pos),
                _ => level.map.is_visible(body.pos),
            };
            alive && seen
        };
        let far = |body: &Entity| {
            let (dx, dy) = ((body.pos.x - player.x).abs(), (body.pos.y - player.y).abs());
            match self.slip {
                Slip::Pack(PackSlip::TargetFirst) => 0,
                Slip::Pack(PackSlip::TargetFarthest) => -(dx + dy),
                Slip::Pack(PackSlip::TargetChebyshev) => dx.max(dy),
                Slip::Pack(PackSlip::TargetEuclid) => dx * dx + dy * dy,
                _ => dx + dy,
            }
        };
        let found = level.monsters.iter().enumerate().filter(|(_, monster)| can_be_hit(&monster.entity));
        let mut nearest: Option<(usize, i32)> = None;
        for (index, monster) in found {
            let distance = far(&monster.entity);
            let nearer = nearest.is_none_or(|(_, least)| {
                distance < least || distance == least && self.packs(PackSlip::TargetLastTie)
            });
            if nearer {
                nearest = Some((index, distance));
            }
        }
        nearest.map(|(index, _)| index)
    }

    fn cast(&mut self, scroll: ScrollType, target: usize) {
        let bonus = match (self.slip, scroll) {
            (Slip::Pack(PackSlip::MagicMissing), _)
            | (Slip::Pack(PackSlip::MagicNotLightning), ScrollType::Lightning)
            | (Slip::Pack(PackSlip::MagicNotFireball), ScrollType::Fireball) => 0,
            (Slip::Pack(PackSlip::MagicStrength), _) => self.game.player.strength_bonus,
            _ => self.game.player.magic_bonus,
        };
        let swapped = self.packs(PackSlip::ScrollsSwapped);
        if (scroll == ScrollType::Lightning) != swapped {
            let damage = self.number(Number::Lightning) + bonus;
            self.zap(target, damage);
            return;
        }
        let damage = self.number(Number::Fireball) + bonus;
        let radius = self.number(Number::FireballRadius);
        let player = self.game.player.entity.pos;
        let centre = match self.packs(PackSlip::FireballPlayer) {
            true => player,
            false => self.game.level.monsters[target].entity.pos,
        };
        let near = |pos: Pos| {
            let (dx, dy) = ((pos.x - centre.x).abs(), (pos.y - centre.y).abs());
            if self.packs(PackSlip::FireballDiamond) { dx + dy <= radius } else { dx.max(dy) <= radius }
        };
        let burns_player = self.packs(PackSlip::FireballHurtsPlayer) && near(player);
        let burnt: Vec<usize> = (0..self.game.level.monsters.len())
            .filter(|&index| {
                let body = &self.game.level.monsters[index].entity;
                let lives = body.is_alive() || self.packs(PackSlip::FireballDead);
                lives
                    && match self.slip {
                        Slip::Pack(PackSlip::FireballAlone) => index == target,
                        Slip::Pack(PackSlip::FireballOthers) => index != target && near(body.pos),
                        Slip::Pack(PackSlip::FireballSeen) => self.game.level.map.is_visible(body.pos),
                        _ => near(body.pos),
                    }
            })
            .collect();
        burnt.into_iter().for_each(|index| self.zap(index, damage));
        if burns_player {
            self.game.player.entity.suffer(damage);
        }
    }

    fn zap(&mut self, index: usize, damage: i32) {
        let slip = self.slip;
        let body = &mut self.game.level.monsters[index].entity;
        let left = body.hp - damage;
        body.suffer(damage);
        match slip {
            Slip::Pack(PackSlip::ZapAlive) => body.alive = true,
            Slip::Pack(PackSlip::ZapNegative) => body.hp = left,
            _ => {}
        }
        let (name, left) = (body.name, body.hp);
        self.say(Event::Blasted { name, damage, left });
        if left <= 0 {
            self.say(Event::Destroyed(name));
        }
    }
}
