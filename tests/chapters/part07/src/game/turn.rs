//! A turn: the player acts, then the monsters.

use super::{Game, GameState};
use crate::dijkstra_map::UNREACHABLE;
use crate::entity::Entity;
use crate::fov;
use crate::map::{DIRECTIONS, Pos};
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
        // One map for all of them, because a tile's distance to the player is the same for every monster.
        self.to_player.compute(&self.map, self.player.pos);
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
            self.follow_dijkstra_map(index);
        }
    }

    /// Returns true if a hunting monster may step there: floor without player or living monster (in
    /// `monstersAct`).
    fn is_free(&self, pos: Pos) -> bool {
        self.map.is_floor(pos) && pos != self.player.pos && self.monster_at(pos).is_none()
    }

    /// Returns the index of the first living monster on a tile (`monsterAt`).
    fn monster_at(&self, pos: Pos) -> Option<usize> {
        let stands_there = |monster: &Monster| monster.entity.is_alive() && monster.entity.pos == pos;
        self.monsters.iter().position(stands_there)
    }

    /// Moves a monster one step down the map of distances, or up if it is badly hurt. Without a better free
    /// neighbour it stays (in `monstersAct`).
    fn follow_dijkstra_map(&mut self, index: usize) {
        let monster = &self.monsters[index];
        let pos = monster.entity.pos;
        // A third of its hit points or less is left.
        let flee = monster.entity.hp * 3 <= monster.entity.max_hp;
        let mut best = pos;
        let mut best_val = self.to_player.at(pos);
        for next in DIRECTIONS.map(|step| pos + step) {
            if !self.is_free(next) {
                continue;
            }
            let v = self.to_player.at(next);
            if v == UNREACHABLE {
                continue;
            }
            let better = if flee { v > best_val } else { v < best_val };
            if better {
                best = next;
                best_val = v;
            }
        }
        self.monsters[index].entity.pos = best;
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
