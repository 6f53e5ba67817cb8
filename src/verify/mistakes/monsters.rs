//! The monsters' turn (Part 4 on) with mistakes.

use super::event::Event;
use std::collections::VecDeque;

use super::blow::{apply, strike, tick};
use super::draw::Draw;
use super::number::Number;
use super::turn::Walkers;
use super::{Mistake, MistakenGame, TurnMistake};
use crate::dijkstra_map::UNREACHABLE;
use crate::entity::Status;
use crate::game::Game;
use crate::map::{DIRECTIONS, MAP_HEIGHT, MAP_WIDTH, Map, Pos};
use crate::monster::Monster;

/// Maximum number of draws for a step. One mistake draws until a tile is free.
const MOST_TRIES: u32 = 101;

impl MistakenGame {
    pub(super) fn monsters_act(&mut self, from: Pos) {
        if self.makes(TurnMistake::Frozen) {
            return;
        }
        if self.game.part.has_dijkstra_maps() {
            self.flood(from);
        }
        let count = self.game.cur().monsters.len();
        for turn in 0..count {
            let index = if self.makes(TurnMistake::Backwards) { count - 1 - turn } else { turn };
            if self.makes(TurnMistake::NoticeDeath) && self.game.player.hp <= 0 {
                return;
            }
            if !self.game.cur().monsters[index].entity.is_alive() && !self.makes(TurnMistake::Ghosts) {
                if self.makes(TurnMistake::DeadDraw) {
                    self.game.rng.uniform(0, 4);
                }
                continue;
            }
            let before = self.game.cur().monsters[index].clone();
            if self.monster_ticks(index) || self.makes(TurnMistake::Ghosts) {
                self.monster_acts(index);
            }
            if self.makes(TurnMistake::CopiesAct) {
                self.game.cur_mut().monsters[index] = before;
            }
            if self.makes(TurnMistake::FirstOnly) {
                return;
            }
        }
    }

    /// Returns true if the monster lives on.
    fn monster_ticks(&mut self, index: usize) -> bool {
        if !self.game.part.has_statuses() {
            return true;
        }
        let (mistake, part) = (self.mistake, self.game.part);
        let body = &mut self.game.cur_mut().monsters[index].entity;
        let ticks = tick(mistake, part, body);
        let survived = body.is_alive();
        self.say_all(ticks);
        survived
    }

    fn monster_acts(&mut self, index: usize) {
        let player = self.game.player.pos;
        let part = self.game.part;
        let pos = self.game.cur().monsters[index].entity.pos;
        let map = &self.game.cur().map;
        let next_to = pos.manhattan(player) == 1;
        let hunts = match self.mistake {
            Mistake::Turn(TurnMistake::AlwaysHunt) => true,
            Mistake::Turn(TurnMistake::NeverHunt) => false,
            Mistake::Turn(TurnMistake::HuntExplored) => map.tile(pos).explored,
            Mistake::Turn(TurnMistake::HuntPlayerTile) => map.tile(player).visible,
            Mistake::Turn(TurnMistake::HuntWithin(steps)) => pos.manhattan(player) <= steps,
            Mistake::Turn(TurnMistake::HuntUnseen) => !map.tile(pos).visible,
            _ => map.tile(pos).visible,
        };
        let (dx, dy) = ((player.x - pos.x).abs(), (player.y - pos.y).abs());
        let attacks = match self.mistake {
            Mistake::Turn(TurnMistake::DiagonalBlow) => dx.max(dy) == 1,
            Mistake::Turn(TurnMistake::LongBlow) => dx + dy == 1 || dx + dy == 2,
            Mistake::Turn(TurnMistake::NoMonsterBlow) => false,
            Mistake::Turn(TurnMistake::FleeStill) => next_to && !self.flees(index),
            _ => next_to,
        };
        if !part.has_melee() || !hunts {
            if !self.makes(TurnMistake::NoWander) {
                self.wander(index);
            }
            return;
        }
        if self.makes(TurnMistake::HuntersDraw) {
            self.game.rng.uniform(0, 4);
        }
        if attacks {
            self.monster_attacks(index);
            if !self.makes(TurnMistake::BlowAndMove) {
                return;
            }
        }
        let follows = part.has_dijkstra_maps() && !self.makes(TurnMistake::StillChases);
        let target = if follows { self.follow(index) } else { self.chase(index) };
        if target == pos && self.makes(TurnMistake::BlockedWander) {
            self.wander(index);
            return;
        }
        self.game.cur_mut().monsters[index].entity.pos = target;
    }

    fn monster_attacks(&mut self, index: usize) {
        let part = self.game.part;
        let (venomous, name) = {
            let monster = &self.game.cur().monsters[index];
            (monster.venomous, monster.entity.name)
        };
        let bites = part.has_statuses()
            && match self.mistake {
                Mistake::Turn(TurnMistake::BiteNever) => false,
                Mistake::Turn(TurnMistake::BiteAlways) => true,
                _ => venomous,
            };
        if bites && self.makes(TurnMistake::BiteFirst) {
            self.bite(name);
        }
        let Game { levels, depth, player, rng, .. } = &mut self.game;
        let monster = &mut levels[*depth].monsters[index].entity;
        let blow = strike(self.mistake, part, rng, monster, player);
        self.say_all(blow);
        let poisoned = self.game.player.has_status(Status::Poisoned);
        let bites = bites && !(poisoned && self.makes(TurnMistake::BiteOnce));
        let alive = self.game.player.is_alive() || self.makes(TurnMistake::BiteDead);
        if bites && alive && !self.makes(TurnMistake::BiteFirst) {
            self.bite(name);
        }
    }

    fn bite(&mut self, name: &'static str) {
        let turns = self.number(Number::BiteTurns);
        apply(self.mistake, &mut self.game.player, Status::Poisoned, turns);
        self.say(Event::VenomousBite(name));
    }

    fn directions(&self, walkers: Walkers) -> [Pos; 4] {
        match self.either(|mistake| matches!(mistake, Mistake::Turn(TurnMistake::Order { .. }))) {
            Mistake::Turn(TurnMistake::Order { who, order }) if who == Walkers::All || who == walkers => {
                order.map(|way| DIRECTIONS[way])
            }
            _ => DIRECTIONS,
        }
    }

    fn wander(&mut self, index: usize) {
        let [up, down, left, right] = self.directions(Walkers::Wanderers);
        let ways = match self.mistake {
            Mistake::Turn(TurnMistake::WanderRestsFirst) => vec![Pos::default(), up, down, left, right],
            Mistake::Turn(TurnMistake::WanderDiagonal) => {
                vec![up, down, left, right, up + left, up + right, down + left, down + right]
            }
            _ => vec![up, down, left, right],
        };
        let last = if ways.len() > 5 { ways.len() as i32 } else { 4 };
        for _ in 0..MOST_TRIES {
            let step = if self.makes(TurnMistake::WanderTwoDraws) {
                let dx = self.dice().uniform(Draw::Wander, -1, 1);
                Some(Pos::new(dx, self.dice().uniform(Draw::Wander, -1, 1)))
            } else {
                let draw = self.dice().uniform(Draw::Wander, 0, last);
                usize::try_from(draw).ok().and_then(|draw| ways.get(draw).copied())
            };
            let Some(step) = step.filter(|_| !self.makes(TurnMistake::WanderStill)) else { return };
            let target = self.game.cur().monsters[index].entity.pos + step;
            let onto_player = target == self.game.player.pos;
            let occupied = match self.mistake {
                Mistake::Turn(TurnMistake::NoSharing) => self.monster_at(target).is_some(),
                Mistake::Turn(TurnMistake::NoSharingPlayer) => {
                    self.monster_at(target).is_some() || onto_player
                }
                Mistake::Turn(TurnMistake::NotOntoPlayer) => onto_player,
                _ => false,
            };
            let is_blind = self.makes(TurnMistake::WanderBlind) && Map::in_bounds(target);
            let draws_again = self.makes(TurnMistake::WanderUntilFree);
            let level = self.game.cur_mut();
            let body = &mut level.monsters[index].entity;
            if is_blind {
                body.pos = target;
            }
            if is_blind || !occupied && body.try_move(step, &level.map) || !draws_again {
                return;
            }
        }
    }

    fn chase(&mut self, index: usize) -> Pos {
        let pos = self.game.cur().monsters[index].entity.pos;
        let player = self.game.player.pos;
        let (dx, dy) = (player.x - pos.x, player.y - pos.y);
        let sign = if self.makes(TurnMistake::HuntAway) { -1 } else { 1 };
        let along_x = Pos::new(sign * dx.signum(), 0);
        let along_y = Pos::new(0, sign * dy.signum());
        let x_first = match self.mistake {
            Mistake::Turn(TurnMistake::YFirst) => dx.abs() > dy.abs(),
            Mistake::Turn(TurnMistake::AlwaysX) => dx != 0,
            Mistake::Turn(TurnMistake::AlwaysY) => dy == 0,
            Mistake::Turn(TurnMistake::ShorterAxis) => dx.abs() < dy.abs(),
            _ => dx.abs() >= dy.abs() && dx != 0,
        };
        if self.makes(TurnMistake::HuntDiagonal) {
            let target = pos + along_x + along_y;
            return if self.is_free(target) { target } else { pos };
        }
        let tries = if x_first { [along_x, along_y] } else { [along_y, along_x] };
        let count = if self.makes(TurnMistake::OneAxis) { 1 } else { 2 };
        let steps = tries.into_iter().take(count).filter(|&step| step != Pos::default());
        steps.map(|step| pos + step).find(|&target| self.is_free(target)).unwrap_or(pos)
    }

    fn flees(&self, index: usize) -> bool {
        let body = &self.game.cur().monsters[index].entity;
        let (hp, most) = (body.hp, body.max_hp);
        let factor = self.number(Number::FleeFactor);
        let flees = hp.saturating_mul(factor) <= most;
        match self.mistake {
            Mistake::Turn(TurnMistake::NeverFlee) => false,
            Mistake::Turn(TurnMistake::AlwaysFlee) => true,
            Mistake::Turn(TurnMistake::FleeTurned) => !flees,
            Mistake::Turn(TurnMistake::FleeAt(least)) => hp <= least,
            Mistake::Turn(TurnMistake::FleeLate) => hp.saturating_mul(factor) < most,
            _ => flees,
        }
    }

    fn follow(&mut self, index: usize) -> Pos {
        self.finish_flood();
        let flees = self.flees(index);
        let pos = self.game.cur().monsters[index].entity.pos;
        let at = |pos: Pos| match &self.distances {
            Some(distances) if Map::in_bounds(pos) => distances[(pos.y * MAP_WIDTH + pos.x) as usize],
            Some(_) => UNREACHABLE,
            None => self.game.to_player.at(pos),
        };
        let mut best = pos;
        let ways = self.directions(Walkers::Followers);
        for target in ways.map(|step| pos + step) {
            let (distance, so_far) = (at(target), at(best));
            let mut better = if flees { distance > so_far } else { distance < so_far };
            if self.makes(TurnMistake::LastBest) {
                better |= distance == so_far && best != pos;
            }
            if self.makes(TurnMistake::AnyNeighbour) {
                better |= best == pos;
            }
            let reachable = distance < UNREACHABLE;
            let free = self.is_free(target) || self.makes(TurnMistake::FollowBlocked);
            if better && reachable && free {
                best = target;
            }
        }
        if self.is_free(best) { best } else { pos }
    }

    /// Computes the Dijkstra map, or keeps the goal until a monster asks for the map, which few turns have.
    /// The player and the map stay as they are until then.
    fn flood(&mut self, from: Pos) {
        let goal = if self.makes(TurnMistake::FloodStale) { from } else { self.game.player.pos };
        if self.makes(TurnMistake::FloodOnce) && self.flooded {
            return;
        }
        self.flooded = true;
        self.flood_from = Some(goal);
        let mistakes = [
            TurnMistake::FloodEight,
            TurnMistake::FloodBlocked,
            TurnMistake::FloodDeep,
            TurnMistake::FloodWalls,
            TurnMistake::FloodExplored,
        ];
        if mistakes.into_iter().any(|mistake| self.makes(mistake)) {
            self.distances = Some(self.mistaken_flood(goal));
        } else if self.makes(TurnMistake::FloodOnce) {
            self.finish_flood();
        }
    }

    fn finish_flood(&mut self) {
        if let Some(goal) = self.flood_from.take() {
            let Game { to_player, levels, depth, .. } = &mut self.game;
            to_player.compute(&levels[*depth].map, goal);
        }
    }

    fn mistaken_flood(&self, goal: Pos) -> Vec<i32> {
        let map = &self.game.cur().map;
        let open = |pos: Pos| match self.mistake {
            Mistake::Turn(TurnMistake::FloodWalls) => Map::in_bounds(pos),
            Mistake::Turn(TurnMistake::FloodBlocked) => {
                map.is_floor(pos) && self.game.cur().monster_at(pos).is_none()
            }
            Mistake::Turn(TurnMistake::FloodExplored) => map.is_floor(pos) && map.tile(pos).explored,
            _ => map.is_floor(pos),
        };
        let [up, down, left, right] = DIRECTIONS;
        let mut steps = DIRECTIONS.to_vec();
        if self.makes(TurnMistake::FloodEight) {
            steps.extend([up + left, up + right, down + left, down + right]);
        }
        let place = |pos: Pos| (pos.y * MAP_WIDTH + pos.x) as usize;
        let mut distances = vec![UNREACHABLE; (MAP_WIDTH * MAP_HEIGHT) as usize];
        let mut frontier = VecDeque::from([goal]);
        distances[place(goal)] = 0;
        loop {
            let deep = self.makes(TurnMistake::FloodDeep);
            let next = if deep { frontier.pop_back() } else { frontier.pop_front() };
            let Some(pos) = next else { return distances };
            for target in steps.iter().map(|&step| pos + step) {
                if open(target) && distances[place(target)] == UNREACHABLE {
                    distances[place(target)] = distances[place(pos)] + 1;
                    frontier.push_back(target);
                }
            }
        }
    }

    fn is_free(&self, pos: Pos) -> bool {
        let occupied = self.monster_at(pos).is_some() && !self.makes(TurnMistake::HuntersShare);
        let on_player = pos == self.game.player.pos;
        let floor = self.game.cur().map.is_floor(pos)
            || self.makes(TurnMistake::HuntersInWalls) && Map::in_bounds(pos);
        floor && !on_player && !occupied
    }

    pub(super) fn monster_at(&self, pos: Pos) -> Option<usize> {
        if self.makes(TurnMistake::DeadInTheWay) {
            return self.game.cur().monsters.iter().position(|monster| monster.entity.pos == pos);
        }
        let is_there = |monster: &Monster| monster.entity.is_alive() && monster.entity.pos == pos;
        self.game.cur().monsters.iter().position(is_there)
    }
}
