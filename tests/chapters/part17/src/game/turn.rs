//! A turn: the player acts, then the monsters. Poison and regeneration take effect.

use super::{Game, GameState};
use crate::dijkstra_map::UNREACHABLE;
use crate::entity::{Entity, Status};
use crate::fov;
use crate::map::{DIRECTIONS, Pos};
use crate::message_log::MessageLog;
use crate::monster::Monster;
use crate::sound::Sound;

const VENOM_TURNS: i32 = 5; // How long a venomous bite poisons, in turns

impl Game {
    /// The player steps, or attacks (`playerAct`).
    pub fn player_act(&mut self, step: Pos) {
        let mut took_turn = false;
        let index = self.monster_at(self.player.pos + step);
        let level = &mut self.levels[self.depth];
        if let Some(index) = index {
            let target = &mut level.monsters[index].entity;
            attack(&self.player, target, &mut self.log, &mut self.sound);
            took_turn = true;
        } else if self.player.try_move(step, &level.map) {
            fov::compute(&mut level.map, self.player.pos);
            self.pick_up_here();
            took_turn = true;
        }
        // The third amulet ends the game in the middle of the turn: the monsters do not act any more.
        if took_turn && self.state == GameState::Playing {
            self.end_player_turn();
        }
    }

    /// The rest of a turn, after the player's action (`endPlayerTurn`).
    pub fn end_player_turn(&mut self) {
        self.monsters_act();
        tick_statuses(&mut self.player, true, &mut self.log);
        // Quirk: the hit points decide, not `alive`. Regeneration can follow the poison that kills: the
        // player goes on with 1 hit point, and while `alive` is false no bite poisons.
        if self.player.hp <= 0 {
            self.state = GameState::Dead;
            self.sound.die();
        }
    }

    /// The living monsters act, in the order of the list (`monstersAct`).
    fn monsters_act(&mut self) {
        // One map for all of them, because a tile's distance to the player is the same for every monster.
        self.to_player.compute(&self.levels[self.depth].map, self.player.pos);
        for index in 0..self.cur().monsters.len() {
            let level = &mut self.levels[self.depth];
            let monster = &mut level.monsters[index];
            if !monster.entity.is_alive() {
                continue;
            }
            tick_statuses(&mut monster.entity, false, &mut self.log);
            if !monster.entity.is_alive() {
                continue;
            }
            // A monster hunts where the player sees it, and wanders elsewhere.
            if !level.map.tile(monster.entity.pos).visible {
                monster.wander(&level.map, &mut self.rng);
                continue;
            }
            if monster.entity.pos.manhattan(self.player.pos) == 1 {
                // Quirk: it attacks even when the player is already dead.
                attack(&monster.entity, &mut self.player, &mut self.log, &mut self.sound);
                if monster.venomous && self.player.is_alive() {
                    self.player.add_status(Status::Poisoned, VENOM_TURNS);
                    self.log.add(format!("{}'s bite is venomous!", monster.entity.name));
                }
                continue;
            }
            self.follow_dijkstra_map(index);
        }
    }

    /// Returns true if a hunting monster may step there: floor without player or living monster (in
    /// `monstersAct`).
    fn is_free(&self, pos: Pos) -> bool {
        self.cur().map.is_floor(pos) && pos != self.player.pos && self.monster_at(pos).is_none()
    }

    /// Returns the index of the first living monster on a tile (`monsterAt`).
    fn monster_at(&self, pos: Pos) -> Option<usize> {
        let stands_there = |monster: &Monster| monster.entity.is_alive() && monster.entity.pos == pos;
        self.cur().monsters.iter().position(stands_there)
    }

    /// Moves a monster one step down the map of distances, or up if it is badly hurt. Without a better free
    /// neighbour it stays (in `monstersAct`).
    fn follow_dijkstra_map(&mut self, index: usize) {
        let monster = &self.cur().monsters[index];
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
        self.levels[self.depth].monsters[index].entity.pos = best;
    }
}

/// `atk` attacks `def` (`attack`), which dies when it has no hit points left.
fn attack(atk: &Entity, def: &mut Entity, log: &mut MessageLog, sound: &mut Sound) {
    // At least 1, so that armour never makes anyone invulnerable.
    let dmg = (atk.power - def.defense).max(1);
    def.hp -= dmg;
    sound.hit();
    // Quirk: the player is called You, and the verb stays that of a monster: `You hits the rat.`
    log.add(format!("{} hits {} for {dmg}.", atk.name, def.name));
    if def.hp <= 0 {
        def.hp = 0;
        def.alive = false;
        log.add(format!("{} dies.", def.name));
    }
}

/// One turn of poison, then one of regeneration (`tickStatuses`). `is_player` decides whether poison is
/// reported; the original compares addresses for it, `&e == &m_player`.
fn tick_statuses(body: &mut Entity, is_player: bool, log: &mut MessageLog) {
    if body.has_status(Status::Poisoned) {
        body.hp -= 1;
        body.status_turns[Status::Poisoned as usize] -= 1;
        let left = body.hp.max(0);
        if is_player {
            log.add(format!("Poison gnaws at you. (hp {left})"));
        }
        if body.hp <= 0 {
            body.hp = 0;
            body.alive = false;
            log.add(format!("{} succumbs to poison.", body.name));
        }
    }
    if body.has_status(Status::Regen) {
        if body.hp < body.max_hp {
            body.hp += 1;
        }
        body.status_turns[Status::Regen as usize] -= 1;
    }
}
