//! A turn: the player acts, then the monsters. From Part 10 on poison and regeneration take effect.
//!
//! Part 2 brings steps, Part 4 wandering monsters, Part 5 melee, Part 7 Dijkstra maps, Part 10 statuses.

use super::{Game, GameState};
use crate::dijkstra_map::UNREACHABLE;
use crate::entity::{Entity, Status};
use crate::event::Event;
use crate::map::{DIRECTIONS, Pos};
use crate::monster::Monster;

/// Part 10: how long a venomous bite poisons, in turns.
pub(crate) const BITE_TURNS: i32 = 5;

impl Game {
    /// Part 2: the player steps to the next tile (`playerAct`). From Part 5 on the player attacks a monster
    /// there instead. Returns true if something was done.
    pub(crate) fn player_act(&mut self, step: Pos) -> bool {
        if self.part.has_melee()
            && let Some(index) = self.level.monster_at(self.player.entity.pos + step)
        {
            let events = attack(&self.player.entity, &mut self.level.monsters[index].entity);
            self.log_all(events);
        } else if self.player.entity.try_move(step, &self.level.map) {
            if self.part.has_fog() {
                self.update_view();
            }
            if self.part.has_items() {
                self.pick_up_here();
            }
        } else {
            return false;
        }
        // The third amulet ends the run in the middle of the turn.
        if self.part.has_amulets() && self.state == GameState::Won {
            return true;
        }
        if self.part.has_monsters() {
            self.end_player_turn();
        }
        true
    }

    /// Part 4: everything that follows the player's action (`endPlayerTurn`, Part 9).
    pub fn end_player_turn(&mut self) {
        self.monsters_act();
        if self.part.has_statuses() {
            let events = tick_statuses(&mut self.player.entity);
            self.log_all(events);
        }
        if !self.part.has_melee() {
            return;
        }
        self.update_title();
        // Quirk: the hit points decide, not `alive`. From Part 10 on regeneration can follow the poison that
        // kills: the player goes on with 1 hit point, and no bite poisons for the rest of the run.
        if self.player.entity.hp <= 0 {
            self.state = GameState::Dead;
            if self.part.has_hud() {
                self.log(Event::PlayerDied);
            }
        }
    }

    /// Part 4: the living monsters act, in the order of the list (`monstersAct`).
    fn monsters_act(&mut self) {
        if self.part.has_dijkstra_maps() {
            // One map for all of them, because a tile's distance to the player is the same for every monster.
            self.dijkstra_map.compute(&self.level.map, self.player.entity.pos);
        }
        for index in 0..self.level.monsters.len() {
            if self.part.has_statuses() && self.level.monsters[index].entity.is_alive() {
                let events = tick_statuses(&mut self.level.monsters[index].entity);
                self.log_all(events);
            }
            if self.level.monsters[index].entity.is_alive() {
                self.monster_acts(index);
            }
        }
    }

    /// Part 4: one monster acts. From Part 5 on it wanders only out of view: next to the player it attacks,
    /// elsewhere it hunts. From Part 7 on a badly hurt one flees.
    fn monster_acts(&mut self, index: usize) {
        let pos = self.level.monsters[index].entity.pos;
        if self.part.has_melee() && self.level.map.tile(pos).visible {
            if pos.manhattan(self.player.entity.pos) == 1 {
                self.monster_attacks(index);
            } else if self.part.has_dijkstra_maps() {
                self.follow_dijkstra_map(index);
            } else {
                self.chase(index);
            }
        } else {
            self.level.monsters[index].wander(&self.level.map, &mut self.rng);
        }
    }

    /// Part 5: a monster attacks the player. Quirk: it does so even when the player is already dead.
    fn monster_attacks(&mut self, index: usize) {
        let events = attack(&self.level.monsters[index].entity, &mut self.player.entity);
        self.log_all(events);
        if self.part.has_statuses() {
            let Monster { venomous, entity } = &self.level.monsters[index];
            if *venomous && self.player.entity.is_alive() {
                self.player.entity.add_status(Status::Poisoned, BITE_TURNS);
                self.log(Event::VenomousBite(entity.name));
            }
        }
    }

    /// Parts 5 and 6: a step towards the player along the longer axis (x on a tie), or if that is not free
    /// along the other. `signum` is the original's `sgn`.
    fn chase(&mut self, index: usize) {
        let (pos, player) = (self.level.monsters[index].entity.pos, self.player.entity.pos);
        let (dx, dy) = (player.x - pos.x, player.y - pos.y);
        let along_x = Pos::new(dx.signum(), 0);
        let along_y = Pos::new(0, dy.signum());
        let x_first = dx.abs() >= dy.abs() && dx != 0;
        let [first, second] = if x_first { [along_x, along_y] } else { [along_y, along_x] };
        if !self.step_if_free(index, first) {
            self.step_if_free(index, second);
        }
    }

    /// Parts 5 and 6: a monster takes a step if the tile is free (`stepIfFree`). Returns true if it moved.
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
        self.level.map.is_floor(pos) && pos != self.player.entity.pos && self.level.monster_at(pos).is_none()
    }

    /// Part 7: a step to the neighbour with the smallest distance to the player, or for a badly hurt monster
    /// to the one with the greatest. The monster stays if no neighbour is better than its own tile.
    fn follow_dijkstra_map(&mut self, index: usize) {
        let body = &self.level.monsters[index].entity;
        // A third of its hit points or less: it flees.
        let flees = body.hp.saturating_mul(3) <= body.max_hp;
        let mut best = body.pos;
        for target in DIRECTIONS.map(|step| body.pos + step) {
            let (distance, shortest) = (self.dijkstra_map.at(target), self.dijkstra_map.at(best));
            let better = if flees { distance > shortest } else { distance < shortest };
            if better && distance != UNREACHABLE && self.is_free(target) {
                best = target;
            }
        }
        self.level.monsters[index].entity.pos = best;
    }

    /// Part 5: reports events in their order.
    pub(crate) fn log_all(&mut self, events: Vec<Event>) {
        for event in events {
            self.log(event);
        }
    }
}

/// Part 5: one attack (`attack`).
pub(crate) fn attack(attacker: &Entity, defender: &mut Entity) -> Vec<Event> {
    let damage = damage(attacker, defender);
    defender.suffer(damage);
    let hit = Event::Hit { attacker: attacker.name, defender: defender.name, damage, left: defender.hp };
    if defender.hp == 0 { vec![hit, Event::Died(defender.name)] } else { vec![hit] }
}

/// Part 5: returns the hit points that an attack costs: the attacker's power, from Part 9 on less the
/// defender's defense, but at least 1.
pub(crate) fn damage(attacker: &Entity, defender: &Entity) -> i32 {
    (attacker.power - defender.defense).max(1)
}

/// Part 10: one turn of poison, then one of regeneration (`tickStatuses`).
pub(crate) fn tick_statuses(body: &mut Entity) -> Vec<Event> {
    let mut events = Vec::new();
    if body.has_status(Status::Poisoned) {
        body.statuses[Status::Poisoned as usize] -= 1;
        body.suffer(1);
        events.push(Event::Poisoned { name: body.name, left: body.hp });
        if body.hp == 0 {
            events.push(Event::Succumbed(body.name));
        }
    }
    if body.has_status(Status::Regen) {
        body.statuses[Status::Regen as usize] -= 1;
        body.hp = body.max_hp.min(body.hp + 1);
    }
    events
}
