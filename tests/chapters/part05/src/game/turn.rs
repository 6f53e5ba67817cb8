//! A turn: the player acts, then the monsters.

use super::Game;
use crate::entity::Entity;
use crate::map::Pos;

impl Game {
    /// Part 4: the living monsters act, in the order of the list (`monstersAct`, Part 5).
    pub fn monsters_act(&mut self) {
        for index in 0..self.level.monsters.len() {
            let monster = &mut self.level.monsters[index];
            if !monster.entity.is_alive() {
                continue;
            }
            // From Part 5 on a monster hunts where the player sees it, and wanders elsewhere.
            if !self.level.map.tile(monster.entity.pos).visible {
                monster.wander(&self.level.map, &mut self.rng);
                continue;
            }
            if monster.entity.pos.manhattan(self.player.pos) == 1 {
                // Quirk: it attacks even when the player is already dead.
                attack(&monster.entity, &mut self.player, &mut self.log);
                continue;
            }
            self.chase(index);
        }
    }

    /// Parts 5 and 6: a step towards the player along the longer axis (x on a tie), or if that is not free
    /// along the other (in `monstersAct`). `signum` is the original's `sgn`.
    fn chase(&mut self, index: usize) {
        let pos = self.level.monsters[index].entity.pos;
        let (ddx, ddy) = (self.player.pos.x - pos.x, self.player.pos.y - pos.y);
        let sx = if ddx.abs() >= ddy.abs() { ddx.signum() } else { 0 };
        let sy = if sx == 0 { ddy.signum() } else { 0 };
        if !self.step_if_free(index, Pos::new(sx, sy)) {
            self.step_if_free(index, Pos::new(ddx.signum() - sx, ddy.signum() - sy));
        }
    }

    /// Parts 5 and 6: a monster takes a step if the tile is free (`stepIfFree`). Returns true if it moved.
    /// A step of (0, 0) is never free, because the monster itself stands there.
    fn step_if_free(&mut self, index: usize, step: Pos) -> bool {
        let target = self.level.monsters[index].entity.pos + step;
        let free = self.is_free(target);
        if free {
            self.level.monsters[index].entity.pos = target;
        }
        free
    }

    /// Part 5: returns true if a hunting monster may step there: floor without player or living monster.
    fn is_free(&self, pos: Pos) -> bool {
        self.level.map.is_floor(pos) && pos != self.player.pos && self.level.monster_at(pos).is_none()
    }
}

/// Part 5: one attack (`attack`).
pub fn attack(attacker: &Entity, defender: &mut Entity, log: &mut Vec<String>) {
    let dmg = attacker.power;
    defender.hp -= dmg;
    // Quirk: the player is called You, and the verb stays that of a monster: `You hits the rat.`
    let (atk, def) = (attacker.name, defender.name);
    log.push(format!("{atk} hits {def} for {dmg}. ({def}: {} hp)", defender.hp.max(0)));
    if defender.hp <= 0 {
        defender.hp = 0;
        defender.alive = false;
        log.push(format!("{def} dies."));
    }
}
