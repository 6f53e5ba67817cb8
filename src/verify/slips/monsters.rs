//! The monsters' turn (Part 4 on) with mistakes.

use std::collections::VecDeque;

use super::blow::{apply, strike, tick};
use super::draw::{Dice, Draw};
use super::number::Number;
use super::{Slip, Slipped, TurnSlip};
use crate::dijkstra_map::UNREACHABLE;
use crate::entity::Status;
use crate::event::Event;
use crate::game::Game;
use crate::map::{DIRECTIONS, MAP_HEIGHT, MAP_WIDTH, Map, Pos};

impl Slipped {
    pub(super) fn monsters_act(&mut self, from: Pos) {
        if self.turns(TurnSlip::Frozen) {
            return;
        }
        if self.game.part.has_dijkstra_maps() {
            self.flood(from);
        }
        let count = self.game.level.monsters.len();
        for turn in 0..count {
            let index = if self.turns(TurnSlip::Backwards) { count - 1 - turn } else { turn };
            if self.turns(TurnSlip::NoticeDeath) && self.game.player.entity.hp <= 0 {
                return;
            }
            if !self.game.level.monsters[index].entity.is_alive() && !self.turns(TurnSlip::Ghosts) {
                if self.turns(TurnSlip::DeadDraw) {
                    self.game.rng.uniform(0, 4);
                }
                continue;
            }
            if self.monster_ticks(index) || self.turns(TurnSlip::Ghosts) {
                self.monster_acts(index);
            }
            if self.turns(TurnSlip::FirstOnly) {
                return;
            }
        }
    }

    /// Returns true if the monster lives on.
    fn monster_ticks(&mut self, index: usize) -> bool {
        if !self.game.part.has_statuses() {
            return true;
        }
        let body = &mut self.game.level.monsters[index].entity;
        let ticks = tick(self.slip, self.game.part, body);
        let survived = body.is_alive();
        self.say_all(ticks);
        survived
    }

    fn monster_acts(&mut self, index: usize) {
        let player = self.game.player.entity.pos;
        let part = self.game.part;
        let pos = self.game.level.monsters[index].entity.pos;
        let map = &self.game.level.map;
        let next_to = pos.manhattan(player) == 1;
        let hunts = match self.slip {
            Slip::Turn(TurnSlip::AlwaysHunt) => true,
            Slip::Turn(TurnSlip::NeverHunt) => false,
            Slip::Turn(TurnSlip::HuntExplored) => map.is_explored(pos),
            Slip::Turn(TurnSlip::HuntPlayerTile) => map.is_visible(player),
            Slip::Turn(TurnSlip::HuntWithin(steps)) => pos.manhattan(player) <= steps,
            Slip::Turn(TurnSlip::HuntUnseen) => !map.is_visible(pos),
            _ => map.is_visible(pos),
        };
        let (dx, dy) = ((player.x - pos.x).abs(), (player.y - pos.y).abs());
        let attacks = match self.slip {
            Slip::Turn(TurnSlip::DiagonalBlow) => dx.max(dy) == 1,
            Slip::Turn(TurnSlip::LongBlow) => dx + dy == 1 || dx + dy == 2,
            Slip::Turn(TurnSlip::NoMonsterBlow) => false,
            Slip::Turn(TurnSlip::FleeStill) => next_to && !self.flees(index),
            _ => next_to,
        };
        if !part.has_melee() || !hunts {
            if !self.turns(TurnSlip::NoWander) {
                self.wander(index);
            }
            return;
        }
        if self.turns(TurnSlip::HuntersDraw) {
            self.game.rng.uniform(0, 4);
        }
        if attacks {
            self.monster_attacks(index);
            if !self.turns(TurnSlip::BlowAndMove) {
                return;
            }
        }
        let follows = part.has_dijkstra_maps() && !self.turns(TurnSlip::StillChases);
        let target = if follows { self.follow(index) } else { self.chase(index) };
        if target == pos && self.turns(TurnSlip::BlockedWander) {
            self.wander(index);
            return;
        }
        self.game.level.monsters[index].entity.pos = target;
    }

    fn monster_attacks(&mut self, index: usize) {
        let part = self.game.part;
        let (venomous, name) = {
            let monster = &self.game.level.monsters[index];
            (monster.venomous, monster.entity.name)
        };
        let bites = part.has_statuses()
            && match self.slip {
                Slip::Turn(TurnSlip::BiteNever) => false,
                Slip::Turn(TurnSlip::BiteAlways) => true,
                _ => venomous,
            };
        if bites && self.turns(TurnSlip::BiteFirst) {
            self.bite(name);
        }
        let Game { level, player, rng, .. } = &mut self.game;
        let blow = strike(self.slip, part, rng, &mut level.monsters[index].entity, &mut player.entity);
        self.say_all(blow);
        let poisoned = self.game.player.entity.has_status(Status::Poisoned);
        let bites = bites && !(poisoned && self.turns(TurnSlip::BiteOnce));
        let alive = self.game.player.entity.is_alive() || self.turns(TurnSlip::BiteDead);
        if bites && alive && !self.turns(TurnSlip::BiteFirst) {
            self.bite(name);
        }
    }

    fn bite(&mut self, name: &'static str) {
        let turns = self.number(Number::BiteTurns);
        apply(self.slip, &mut self.game.player.entity, Status::Poisoned, turns);
        self.say(Event::VenomousBite(name));
    }

    fn directions(&self) -> [Pos; 4] {
        let [up, down, left, right] = DIRECTIONS;
        match self.slip {
            Slip::Turn(TurnSlip::ColumnsFirst) => [left, right, up, down],
            Slip::Turn(TurnSlip::ClockwiseFrom) => [up, right, down, left],
            Slip::Turn(TurnSlip::DownFirst) => [down, up, right, left],
            Slip::Turn(TurnSlip::RightFirst) => [right, left, down, up],
            Slip::Turn(TurnSlip::UpLeftFirst) => [up, left, down, right],
            Slip::Turn(TurnSlip::UpDownRight) => [up, down, right, left],
            _ => DIRECTIONS,
        }
    }

    fn wander(&mut self, index: usize) {
        let [up, down, left, right] = self.directions();
        let ways = match self.slip {
            Slip::Turn(TurnSlip::Order { wander: true, order }) => order.map(|way| DIRECTIONS[way]).to_vec(),
            Slip::Turn(TurnSlip::WanderColumns) => vec![left, right, up, down],
            Slip::Turn(TurnSlip::WanderClockwise) => vec![up, right, down, left],
            Slip::Turn(TurnSlip::WanderUpright) => vec![up, down, right, left],
            Slip::Turn(TurnSlip::WanderRestsFirst) => vec![Pos::default(), up, down, left, right],
            Slip::Turn(TurnSlip::WanderDiagonal) => {
                vec![up, down, left, right, up + left, up + right, down + left, down + right]
            }
            _ => vec![up, down, left, right],
        };
        let last = if ways.len() > 5 { ways.len() as i32 } else { 4 };
        let mut tries = 0;
        loop {
            let mut dice = Dice { rng: &mut self.game.rng, slip: self.slip, seeds: &mut self.next_seed };
            let step = if self.slip == Slip::Turn(TurnSlip::WanderTwoDraws) {
                let dx = dice.uniform(Draw::Wander, -1, 1);
                Some(Pos::new(dx, dice.uniform(Draw::Wander, -1, 1)))
            } else {
                let draw = dice.uniform(Draw::Wander, 0, last);
                usize::try_from(draw).ok().and_then(|draw| ways.get(draw).copied())
            };
            let Some(step) = step else { return };
            let target = self.game.level.monsters[index].entity.pos + step;
            let onto_player = target == self.game.player.entity.pos;
            let occupied = match self.slip {
                Slip::Turn(TurnSlip::NoSharing) => self.monster_at(target).is_some(),
                Slip::Turn(TurnSlip::NoSharingPlayer) => self.monster_at(target).is_some() || onto_player,
                Slip::Turn(TurnSlip::NotOntoPlayer) => onto_player,
                _ => false,
            };
            let level = &mut self.game.level;
            let body = &mut level.monsters[index].entity;
            if self.slip == Slip::Turn(TurnSlip::WanderBlind) && Map::in_bounds(target) {
                body.pos = target;
                return;
            }
            tries += 1;
            if self.slip == Slip::Turn(TurnSlip::WanderStill) {
                return;
            }
            let moved = !occupied && body.try_move(step, &level.map);
            if moved || self.slip != Slip::Turn(TurnSlip::WanderUntilFree) || tries > 100 {
                return;
            }
        }
    }

    fn chase(&mut self, index: usize) -> Pos {
        let pos = self.game.level.monsters[index].entity.pos;
        let player = self.game.player.entity.pos;
        let (dx, dy) = (player.x - pos.x, player.y - pos.y);
        let sign = if self.turns(TurnSlip::HuntAway) { -1 } else { 1 };
        let along_x = Pos::new(sign * dx.signum(), 0);
        let along_y = Pos::new(0, sign * dy.signum());
        let x_first = match self.slip {
            Slip::Turn(TurnSlip::YFirst) => dx.abs() > dy.abs(),
            Slip::Turn(TurnSlip::AlwaysX) => dx != 0,
            Slip::Turn(TurnSlip::AlwaysY) => dy == 0,
            Slip::Turn(TurnSlip::ShorterAxis) => dx.abs() < dy.abs(),
            _ => dx.abs() >= dy.abs() && dx != 0,
        };
        if self.turns(TurnSlip::HuntDiagonal) {
            let target = pos + along_x + along_y;
            return if self.is_free(target) { target } else { pos };
        }
        let tries = if x_first { [along_x, along_y] } else { [along_y, along_x] };
        let count = if self.turns(TurnSlip::OneAxis) { 1 } else { 2 };
        let steps = tries.into_iter().take(count).filter(|&step| step != Pos::default());
        steps.map(|step| pos + step).find(|&target| self.is_free(target)).unwrap_or(pos)
    }

    fn flees(&self, index: usize) -> bool {
        let body = &self.game.level.monsters[index].entity;
        let (hp, most) = (body.hp, body.max_hp);
        let factor = self.number(Number::FleeFactor);
        let flees = hp.saturating_mul(factor) <= most;
        match self.slip {
            Slip::Turn(TurnSlip::NeverFlee) => false,
            Slip::Turn(TurnSlip::AlwaysFlee) => true,
            Slip::Turn(TurnSlip::FleeTurned) => !flees,
            Slip::Turn(TurnSlip::FleeAt(least)) => hp <= least,
            Slip::Turn(TurnSlip::FleeLate) => hp.saturating_mul(factor) < most,
            _ => flees,
        }
    }

    fn follow(&mut self, index: usize) -> Pos {
        self.finish_flood();
        let flees = self.flees(index);
        let pos = self.game.level.monsters[index].entity.pos;
        let at = |pos: Pos| match &self.distances {
            Some(distances) if Map::in_bounds(pos) => distances[(pos.y * MAP_WIDTH + pos.x) as usize],
            Some(_) => UNREACHABLE,
            None => self.game.dijkstra_map.at(pos),
        };
        let mut best = pos;
        let ways = match self.slip {
            Slip::Turn(TurnSlip::Order { wander: false, order }) => order.map(|way| DIRECTIONS[way]),
            _ => self.directions(),
        };
        for target in ways.map(|step| pos + step) {
            let (distance, so_far) = (at(target), at(best));
            let mut better = if flees { distance > so_far } else { distance < so_far };
            if self.turns(TurnSlip::LastBest) {
                better |= distance == so_far && best != pos;
            }
            if self.turns(TurnSlip::AnyNeighbour) {
                better |= best == pos;
            }
            let reachable = distance < UNREACHABLE;
            let free = self.is_free(target) || self.turns(TurnSlip::FollowBlocked);
            if better && reachable && free {
                best = target;
            }
        }
        if self.is_free(best) { best } else { pos }
    }

    /// Computes the Dijkstra map.
    fn flood(&mut self, from: Pos) {
        let goal = if self.turns(TurnSlip::FloodStale) { from } else { self.game.player.entity.pos };
        if self.turns(TurnSlip::FloodOnce) && self.flooded {
            return;
        }
        self.flooded = true;
        if !matches!(
            self.slip,
            Slip::Turn(
                TurnSlip::FloodEight
                    | TurnSlip::FloodBlocked
                    | TurnSlip::FloodDeep
                    | TurnSlip::FloodWalls
                    | TurnSlip::FloodExplored
            )
        ) {
            // Most turns have no monster that asks for it. The player and the map stay as they are until
            // then.
            self.flood_from = Some(goal);
            if self.turns(TurnSlip::FloodOnce) {
                self.finish_flood();
            }
            return;
        }
        self.distances = Some(self.mistaken_flood(goal));
    }

    fn finish_flood(&mut self) {
        if let Some(goal) = self.flood_from.take() {
            self.game.dijkstra_map.compute(&self.game.level.map, goal);
        }
    }

    fn mistaken_flood(&self, goal: Pos) -> Vec<i32> {
        let map = &self.game.level.map;
        let open = |pos: Pos| match self.slip {
            Slip::Turn(TurnSlip::FloodWalls) => Map::in_bounds(pos),
            Slip::Turn(TurnSlip::FloodBlocked) => {
                map.is_floor(pos) && self.game.level.monster_at(pos).is_none()
            }
            Slip::Turn(TurnSlip::FloodExplored) => map.is_floor(pos) && map.is_explored(pos),
            _ => map.is_floor(pos),
        };
        let [up, down, left, right] = DIRECTIONS;
        let mut steps = DIRECTIONS.to_vec();
        if self.turns(TurnSlip::FloodEight) {
            steps.extend([up + left, up + right, down + left, down + right]);
        }
        let place = |pos: Pos| (pos.y * MAP_WIDTH + pos.x) as usize;
        let mut distances = vec![UNREACHABLE; (MAP_WIDTH * MAP_HEIGHT) as usize];
        let mut frontier = VecDeque::from([goal]);
        distances[place(goal)] = 0;
        loop {
            let deep = self.turns(TurnSlip::FloodDeep);
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
        let occupied = self.monster_at(pos).is_some() && !self.turns(TurnSlip::HuntersShare);
        let on_player = pos == self.game.player.entity.pos;
        let floor =
            self.game.level.map.is_floor(pos) || self.turns(TurnSlip::HuntersInWalls) && Map::in_bounds(pos);
        floor && !on_player && !occupied
    }

    pub(super) fn monster_at(&self, pos: Pos) -> Option<usize> {
        if self.turns(TurnSlip::DeadInTheWay) {
            return self.game.level.monsters.iter().position(|monster| monster.entity.pos == pos);
        }
        self.game.level.monster_at(pos)
    }
}
