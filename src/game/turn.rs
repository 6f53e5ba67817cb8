//! A turn: the player acts, then the monsters. From Part 10 on poison and regeneration take effect.

use super::{Game, GameState};
use crate::dijkstra_map::UNREACHABLE;
use crate::entity::{Entity, Status};
use crate::map::{DIRECTIONS, Pos};
use crate::message_log::MessageLog;
use crate::part::Part;
use crate::sound::Sound;

/// Part 10: how long a venomous bite poisons, in turns.
pub(crate) const VENOM_TURNS: i32 = 5;

impl Game {
    /// Part 2: the player steps, or attacks (`playerAct`, Part 6). Returns true if something was done.
    pub(crate) fn player_act(&mut self, step: Pos) -> bool {
        let mut took_turn = false;
        let level = &mut self.levels[self.depth];
        if self.part.has_melee()
            && let Some(target) = level.monster_at_mut(self.player.pos + step)
        {
            attack(self.part, &self.player, &mut target.entity, &mut self.log, &mut self.sound);
            took_turn = true;
        } else if self.player.try_move(step, &level.map) {
            if self.part.has_fog() {
                self.update_view();
            }
            if self.part.has_items() {
                self.pick_up_here();
            }
            took_turn = true;
        }
        // The third amulet ends the game in the middle of the turn: the monsters do not act any more.
        if self.part.has_monsters()
            && took_turn
            && (!self.part.has_amulets() || self.state == GameState::Playing)
        {
            self.end_player_turn();
        }
        took_turn
    }

    /// Part 4: the rest of a turn, after the player's action (`endPlayerTurn`, Part 10; before, in each).
    pub fn end_player_turn(&mut self) {
        self.monsters_act();
        if self.part.has_statuses() {
            tick_statuses(self.part, &mut self.player, true, &mut self.log);
        }
        if !self.part.has_melee() {
            return;
        }
        self.update_title();
        // Quirk: the hit points decide, not `alive`. From Part 10 on regeneration can follow the poison that
        // kills: the player goes on with 1 hit point, and while `alive` is false no bite poisons.
        if self.player.hp <= 0 {
            self.state = GameState::Dead;
            if self.part.has_hud() {
                self.sound.die();
            }
        }
    }

    /// Part 4: the living monsters act, in the order of the list (`monstersAct`, Part 5).
    pub(super) fn monsters_act(&mut self) {
        if self.part.has_dijkstra_maps() {
            // One map for all of them, because a tile's distance to the player is the same for every monster.
            self.to_player.compute(&self.levels[self.depth].map, self.player.pos);
        }
        for index in 0..self.cur().monsters.len() {
            let level = &mut self.levels[self.depth];
            let monster = &mut level.monsters[index];
            if !monster.entity.is_alive() {
                continue;
            }
            if self.part.has_statuses() {
                tick_statuses(self.part, &mut monster.entity, false, &mut self.log);
                if !monster.entity.is_alive() {
                    continue;
                }
            }
            // From Part 5 on a monster hunts where the player sees it, and wanders elsewhere.
            if !self.part.has_melee() || !level.map.tile(monster.entity.pos).visible {
                monster.wander(&level.map, &mut self.rng);
                continue;
            }
            if monster.entity.pos.manhattan(self.player.pos) == 1 {
                // Quirk: it attacks even when the player is already dead.
                attack(self.part, &monster.entity, &mut self.player, &mut self.log, &mut self.sound);
                if self.part.has_statuses() && monster.venomous && self.player.is_alive() {
                    self.player.add_status(Status::Poisoned, VENOM_TURNS);
                    self.log.add(format!("{}'s bite is venomous!", monster.entity.name));
                }
                continue;
            }
            if self.part.has_dijkstra_maps() {
                self.follow_dijkstra_map(index);
            } else {
                self.chase(index);
            }
        }
    }

    /// Parts 5 and 6: a step towards the player along the longer axis (x on a tie), or if that is not free
    /// along the other (in `monstersAct`). `signum` is the original's `sgn`.
    pub(crate) fn chase(&mut self, index: usize) {
        let pos = self.cur().monsters[index].entity.pos;
        let (ddx, ddy) = (self.player.pos.x - pos.x, self.player.pos.y - pos.y);
        let sx = if ddx.abs() >= ddy.abs() { ddx.signum() } else { 0 };
        let sy = if sx == 0 { ddy.signum() } else { 0 };
        if !self.step_if_free(index, Pos::new(sx, sy)) {
            self.step_if_free(index, Pos::new(ddx.signum() - sx, ddy.signum() - sy));
        }
    }

    /// Parts 5 and 6: a monster takes a step if the tile is free (`stepIfFree`). Returns true if it moved.
    /// A step of (0, 0) is never free, because the monster itself is there.
    fn step_if_free(&mut self, index: usize, step: Pos) -> bool {
        let target = self.cur().monsters[index].entity.pos + step;
        let free = self.is_free(target);
        if free {
            self.levels[self.depth].monsters[index].entity.pos = target;
        }
        free
    }

    /// Part 5: returns true if a hunting monster may step there: floor without player or living monster (from
    /// Part 7 on in `monstersAct`).
    pub(crate) fn is_free(&self, pos: Pos) -> bool {
        let level = self.cur();
        level.map.is_floor(pos) && pos != self.player.pos && level.monster_at(pos).is_none()
    }

    /// Part 7: moves a monster one step down the map of distances, or up if it is badly hurt. Without a
    /// better free neighbour it stays (in `monstersAct`).
    pub(crate) fn follow_dijkstra_map(&mut self, index: usize) {
        let monster = &self.cur().monsters[index];
        let pos = monster.entity.pos;
        let flee = monster.entity.flees();
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

/// Part 5: one attack (`attack`).
pub(crate) fn attack(
    part: Part,
    attacker: &Entity,
    defender: &mut Entity,
    log: &mut MessageLog,
    sound: &mut Sound,
) {
    let dmg = damage(part, attacker, defender);
    defender.hp -= dmg;
    let (atk, def) = (attacker.name, defender.name);
    if part.has_hud() {
        sound.hit();
    }
    // Quirk: the player is called You, and the verb stays that of a monster: `You hits the rat.`
    log.add(if part.has_hud() {
        format!("{atk} hits {def} for {dmg}.")
    } else {
        format!("{atk} hits {def} for {dmg}. ({def}: {} hp)", defender.hp.max(0))
    });
    if defender.hp <= 0 {
        defender.hp = 0;
        defender.alive = false;
        log.add(format!("{def} dies."));
    }
}

/// Part 5: returns the hit points that an attack costs. From Part 9 on that is at least 1.
pub(crate) fn damage(part: Part, attacker: &Entity, defender: &Entity) -> i32 {
    if part.has_equipment() { (attacker.power - defender.defense).max(1) } else { attacker.power }
}

/// Part 10: one turn of poison, then one of regeneration (`tickStatuses`). From Part 16 on `is_player`
/// decides whether poison is reported; the original compares addresses for it, `&e == &m_player`.
pub(crate) fn tick_statuses(part: Part, body: &mut Entity, is_player: bool, log: &mut MessageLog) {
    if body.has_status(Status::Poisoned) {
        body.hp -= 1;
        body.status_turns[Status::Poisoned as usize] -= 1;
        let left = body.hp.max(0);
        if !part.has_hud() {
            log.add(format!("{} is wracked by poison. (hp {left})", body.name));
        } else if is_player {
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
