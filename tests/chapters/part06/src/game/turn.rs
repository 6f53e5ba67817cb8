//! A turn: the player acts, then the monsters.

use super::{Game, GameState};
use crate::entity::Entity;
use crate::fov;
use crate::map::Pos;
use crate::monster::Monster;

impl Game {
    /// The player steps, or attacks (`playerAct`).
    pub fn player_act(&mut self, step: Pos) {
        let mut took_turn = false;
        if let Some(index) = self.monster_at(self.player.pos + step) {
            let target = &mut self.monsters[index].entity;
            attack(&self.player, target, &mut self.log);
            took_turn = true;
        } else if self.player.try_move(step, &self.map) {
            fov::compute(&mut self.map, self.player.pos);
            took_turn = true;
        }
        if took_turn {
            self.monsters_act();
            self.update_title();
            if self.player.hp <= 0 {
                self.state = GameState::Dead;
            }
        }
    }

    /// The living monsters act, in the order of the list (`monstersAct`).
    pub fn monsters_act(&mut self) {
        for index in 0..self.monsters.len() {
            let monster = &mut self.monsters[index];
            if !monster.entity.is_alive() {
                continue;
            }
            // A monster hunts where the player sees it, and wanders elsewhere.
            if !self.map.tile(monster.entity.pos).visible {
                monster.wander(&self.map, &mut self.rng);
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

    /// A step towards the player along the longer axis (x on a tie), or if that is not free along the other
    /// (in `monstersAct`). `signum` is the original's `sgn`.
    fn chase(&mut self, index: usize) {
        let pos = self.monsters[index].entity.pos;
        let (ddx, ddy) = (self.player.pos.x - pos.x, self.player.pos.y - pos.y);
        let sx = if ddx.abs() >= ddy.abs() { ddx.signum() } else { 0 };
        let sy = if sx == 0 { ddy.signum() } else { 0 };
        if !self.step_if_free(index, Pos::new(sx, sy)) {
            self.step_if_free(index, Pos::new(ddx.signum() - sx, ddy.signum() - sy));
        }
    }

    /// A monster takes a step if the tile is free (`stepIfFree`). Returns true if it moved.
    fn step_if_free(&mut self, index: usize, step: Pos) -> bool {
        if step == Pos::new(0, 0) {
            return false;
        }
        let target = self.monsters[index].entity.pos + step;
        let free = self.is_free(target);
        if free {
            self.monsters[index].entity.pos = target;
        }
        free
    }

    /// Returns true if a hunting monster may step there: floor without player or living monster.
    fn is_free(&self, pos: Pos) -> bool {
        self.map.is_floor(pos) && pos != self.player.pos && self.monster_at(pos).is_none()
    }

    /// Returns the index of the first living monster on a tile (`monsterAt`).
    fn monster_at(&self, pos: Pos) -> Option<usize> {
        let stands_there = |monster: &Monster| monster.entity.is_alive() && monster.entity.pos == pos;
        self.monsters.iter().position(stands_there)
    }
}

/// `atk` attacks `def` (`attack`), which dies when it has no hit points left.
fn attack(atk: &Entity, def: &mut Entity, log: &mut Vec<String>) {
    def.hp -= atk.power;
    let left = def.hp.max(0);
    // Quirk: the player is called You, and the verb stays that of a monster: `You hits the rat.`
    log.push(format!("{} hits {} for {}. ({}: {left} hp)", atk.name, def.name, atk.power, def.name));
    if def.hp <= 0 {
        def.hp = 0;
        def.alive = false;
        log.push(format!("{} dies.", def.name));
    }
}
