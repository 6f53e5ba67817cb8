//! A step and the monsters' turn (Part 2 on) as people get them wrong.

use super::{Slip, Slipped, ViewSlip};
use crate::dijkstra_map::{DijkstraMap, UNREACHABLE};
use crate::entity::{Entity, Status};
use crate::event::Event;
use crate::game::{Game, GameState, Outcome, turn};
use crate::map::{DIRECTIONS, Map, Pos};

slips! {
    /// A mistake in what a key does to the world.
    TurnSlip:
    StepSwapped "step-swapped" "dx and dy are swapped in the player's step"
    MirroredRows "step-mirrored" "up and down are swapped in the player's step: y grows downwards"
    MirroredColumns "step-mirrored" "left and right are swapped in the player's step"
    TilesSwapped "tiles-swapped" "a step asks tiles[x][y] instead of tiles[y][x] whether there is floor"
    WallsOpen "walls-open" "walls do not stop the player"
    KeyIgnored "key-ignored" "the key does nothing, but it should mean a step"
    BumpIsTurn "bump-turn" "a bump into a wall lets the monsters act; only a step or a blow is a turn"
    BlowIsNoTurn "blow-turn" "the monsters do not act after the player's blow"
    NoBlow "no-blow" "the player steps onto a monster instead of striking it"
    OwnPower "own-power" "a blow hurts by the power of who is struck, not of who strikes"
    NoDefense "no-defense" "a blow ignores the defender's defense"
    NoLeastDamage "least-damage" "a blow can do less than 1 damage"
    DeadInTheWay "dead-in-the-way"
        "dead monsters still block tiles or get struck: the test for alive is missing where a monster is looked up"
    NoPickup "no-pickup" "nothing is picked up"
    Backwards "monster-order" "the monsters act in another order: last one first"
    Frozen "monsters-frozen" "the monsters do not act"
    Ghosts "ghosts" "dead monsters still act"
    FourWays "wander-bounds"
        "the bounds of a wanderer's draw are off by one: uniform(0, 3) instead of uniform(0, 4), so it never rests"
    ColumnsFirst "direction-order"
        "directions are tried left, right, up, down instead of up, down, left, right"
    NoSharing "wander-blocked" "other monsters stop a wanderer; only walls should"
    NoSharingPlayer "wander-blocked" "other monsters and the player stop a wanderer; only walls should"
    AlwaysHunt "always-hunt" "monsters hunt the player from out of sight, where they should wander"
    NeverHunt "never-hunt" "monsters in sight wander, where they should hunt and strike"
    DiagonalBlow "diagonal-blow" "monsters strike diagonally; only Manhattan distance 1 is next to the player"
    YFirst "axis-tie" "on a tie a hunter steps along y; it should be x"
    HuntersShare "hunters-share" "a hunting monster steps onto a tile where another one stands"
    OneAxis "one-axis" "a hunter whose way is blocked does not try the other axis"
    NeverFlee "never-flee" "badly hurt monsters do not flee"
    FleeLate "flee-bounds"
        "monsters flee below a third of their hp instead of at a third (hp*3 < maxHp instead of <=)"
    FleeEarly "flee-bounds" "monsters flee at half of their hp instead of a third"
    FloodStale "flood-stale" "the Dijkstra map is not computed again after the player's step"
    NoticeDeath "death-noticed"
        "the monsters stop when the player dies; the rest of the list should still act"
    TickFirst "tick-order" "the player's statuses tick before the monsters act, not after"
    NoTick "no-tick" "the player's statuses do not tick"
    ItemIsNoTurn "item-turn" "the monsters do not act after an item is used"
    StairsAreTurn "stairs-turn" "the monsters act after the stairs are taken; it should take no turn"
    TitleStale "title-stale" "the title is not refreshed after a turn"
}

impl Slipped {
    fn turns(&self, slip: TurnSlip) -> bool {
        self.slip == Slip::Turn(slip)
    }

    /// A direction key while playing.
    pub(super) fn press_direction(&mut self, step: Pos) -> Outcome {
        let part = self.game.part;
        if !part.has_player() || self.turns(TurnSlip::KeyIgnored) {
            return Outcome::Nothing;
        }
        let step = match self.slip {
            Slip::Turn(TurnSlip::StepSwapped) => Pos::new(step.y, step.x),
            Slip::Turn(TurnSlip::MirroredRows) => Pos::new(step.x, -step.y),
            Slip::Turn(TurnSlip::MirroredColumns) => Pos::new(-step.x, step.y),
            _ => step,
        };
        let from = self.game.player.entity.pos;
        let acted = self.player_acts(step);
        if acted.is_some() && self.game.state == GameState::Playing {
            let blow = acted == Some(Act::Blow);
            if !(blow && self.turns(TurnSlip::BlowIsNoTurn)) {
                self.end_player_turn(from);
            }
            if acted == Some(Act::Step) && self.slip == Slip::View(ViewSlip::AfterMonsters) {
                self.update_view(from);
            }
        }
        Outcome::redraw_if(matches!(acted, Some(Act::Step | Act::Blow)) || part.has_game_class())
    }

    /// The player's own part of a turn; none when it was no turn.
    fn player_acts(&mut self, step: Pos) -> Option<Act> {
        let from = self.game.player.entity.pos;
        let target = from + step;
        let melee = self.game.part.has_melee() && !self.turns(TurnSlip::NoBlow);
        if let Some(index) = self.monster_at(target).filter(|_| melee) {
            let Game { level, player, .. } = &mut self.game;
            let blow = strike(self.slip, &player.entity, &mut level.monsters[index].entity);
            self.game.log_all(blow);
            return Some(Act::Blow);
        }
        let map = &self.game.level.map;
        let open = match self.slip {
            Slip::Turn(TurnSlip::WallsOpen) => Map::in_bounds(target),
            Slip::Turn(TurnSlip::TilesSwapped) => {
                Map::in_bounds(target) && map.is_floor(Pos::new(target.y, target.x))
            }
            _ => map.is_floor(target),
        };
        if !open {
            return self.turns(TurnSlip::BumpIsTurn).then_some(Act::Bump);
        }
        self.game.player.entity.pos = target;
        match self.slip {
            Slip::View(ViewSlip::Stale | ViewSlip::AfterMonsters) => {}
            _ => self.update_view(from),
        }
        if !self.turns(TurnSlip::NoPickup) {
            self.game.pick_up_here();
        }
        Some(Act::Step)
    }

    /// Everybody else's turn after the player, who stood at `from` before.
    pub(super) fn end_player_turn(&mut self, from: Pos) {
        if self.turns(TurnSlip::TickFirst) {
            let ticks = turn::tick_statuses(&mut self.game.player.entity);
            self.game.log_all(ticks);
        }
        self.monsters_act(from);
        let title = self.game.title.clone();
        if !matches!(self.slip, Slip::Turn(TurnSlip::TickFirst | TurnSlip::NoTick)) {
            let ticks = turn::tick_statuses(&mut self.game.player.entity);
            self.game.log_all(ticks);
        }
        if self.game.part.has_melee() {
            self.game.finish_turn();
        }
        if self.turns(TurnSlip::TitleStale) {
            self.game.title = title;
        }
    }

    fn monsters_act(&mut self, from: Pos) {
        if self.turns(TurnSlip::Frozen) {
            return;
        }
        let goal = if self.turns(TurnSlip::FloodStale) { from } else { self.game.player.entity.pos };
        let mut flood = DijkstraMap::new();
        flood.compute(&self.game.level.map, goal);
        let count = self.game.level.monsters.len();
        for turn in 0..count {
            let index = if self.turns(TurnSlip::Backwards) { count - 1 - turn } else { turn };
            if self.turns(TurnSlip::NoticeDeath) && self.game.player.entity.hp <= 0 {
                return;
            }
            if !self.game.level.monsters[index].entity.is_alive() && !self.turns(TurnSlip::Ghosts) {
                continue;
            }
            if self.monster_ticks(index) || self.turns(TurnSlip::Ghosts) {
                self.monster_acts(index, &flood);
            }
        }
    }

    /// True when the monster lives on.
    fn monster_ticks(&mut self, index: usize) -> bool {
        let body = &mut self.game.level.monsters[index].entity;
        let ticks = turn::tick_statuses(body);
        let survived = body.is_alive();
        self.game.log_all(ticks);
        survived
    }

    fn monster_acts(&mut self, index: usize, flood: &DijkstraMap) {
        let player = self.game.player.entity.pos;
        let part = self.game.part;
        let pos = self.game.level.monsters[index].entity.pos;
        let hunts = match self.slip {
            Slip::Turn(TurnSlip::AlwaysHunt) => true,
            Slip::Turn(TurnSlip::NeverHunt) => false,
            _ => self.game.level.map.is_visible(pos),
        };
        let (dx, dy) = ((player.x - pos.x).abs(), (player.y - pos.y).abs());
        let diagonal = self.turns(TurnSlip::DiagonalBlow) && dx.max(dy) == 1;
        if !part.has_melee() || !hunts {
            self.wander(index);
        } else if dx + dy == 1 || diagonal {
            self.monster_strikes(index);
        } else {
            let target = if part.has_dijkstra_maps() { self.follow(index, flood) } else { self.chase(index) };
            self.game.level.monsters[index].entity.pos = target;
        }
    }

    fn monster_strikes(&mut self, index: usize) {
        let Game { level, player, .. } = &mut self.game;
        let monster = &level.monsters[index];
        let (venomous, name) = (monster.venomous, monster.entity.name);
        let blow = strike(self.slip, &monster.entity, &mut player.entity);
        self.game.log_all(blow);
        let player = &mut self.game.player.entity;
        if venomous && player.is_alive() {
            player.add_status(Status::Poisoned, turn::BITE_TURNS);
            self.game.log(Event::VenomousBite(name));
        }
    }

    fn directions(&self) -> [Pos; 4] {
        let [up, down, left, right] = DIRECTIONS;
        if self.turns(TurnSlip::ColumnsFirst) { [left, right, up, down] } else { DIRECTIONS }
    }

    fn wander(&mut self, index: usize) {
        let most = if self.turns(TurnSlip::FourWays) { 3 } else { 4 };
        let draw = self.game.rng.uniform(0, most);
        let step = usize::try_from(draw).ok().and_then(|draw| self.directions().get(draw).copied());
        let Some(step) = step else { return };
        let target = self.game.level.monsters[index].entity.pos + step;
        let occupied = match self.slip {
            Slip::Turn(TurnSlip::NoSharing) => self.monster_at(target).is_some(),
            Slip::Turn(TurnSlip::NoSharingPlayer) => {
                self.monster_at(target).is_some() || target == self.game.player.entity.pos
            }
            _ => false,
        };
        if occupied {
            return;
        }
        let level = &mut self.game.level;
        level.monsters[index].entity.try_move(step, &level.map);
    }

    fn chase(&mut self, index: usize) -> Pos {
        let pos = self.game.level.monsters[index].entity.pos;
        let player = self.game.player.entity.pos;
        let (dx, dy) = (player.x - pos.x, player.y - pos.y);
        let along_x = Pos::new(dx.signum(), 0);
        let along_y = Pos::new(0, dy.signum());
        let x_first =
            if self.turns(TurnSlip::YFirst) { dx.abs() > dy.abs() } else { dx.abs() >= dy.abs() && dx != 0 };
        let tries = if x_first { [along_x, along_y] } else { [along_y, along_x] };
        let count = if self.turns(TurnSlip::OneAxis) { 1 } else { 2 };
        let steps = tries.into_iter().take(count).filter(|&step| step != Pos::default());
        steps.map(|step| pos + step).find(|&target| self.is_free(target)).unwrap_or(pos)
    }

    fn follow(&mut self, index: usize, flood: &DijkstraMap) -> Pos {
        let body = &self.game.level.monsters[index].entity;
        let (hp, most) = (body.hp, body.max_hp);
        let flees = match self.slip {
            Slip::Turn(TurnSlip::NeverFlee) => false,
            Slip::Turn(TurnSlip::FleeLate) => hp.saturating_mul(3) < most,
            Slip::Turn(TurnSlip::FleeEarly) => hp.saturating_mul(2) <= most,
            _ => hp.saturating_mul(3) <= most,
        };
        let mut best = body.pos;
        for target in self.directions().map(|step| body.pos + step) {
            let (distance, so_far) = (flood.at(target), flood.at(best));
            let better = if flees { distance > so_far } else { distance < so_far };
            if better && distance < UNREACHABLE && self.is_free(target) {
                best = target;
            }
        }
        best
    }

    fn is_free(&self, pos: Pos) -> bool {
        let occupied = self.monster_at(pos).is_some() && !self.turns(TurnSlip::HuntersShare);
        self.game.level.map.is_floor(pos) && pos != self.game.player.entity.pos && !occupied
    }

    fn monster_at(&self, pos: Pos) -> Option<usize> {
        if self.turns(TurnSlip::DeadInTheWay) {
            return self.game.level.monsters.iter().position(|monster| monster.entity.pos == pos);
        }
        self.game.level.monster_at(pos)
    }
}

/// One blow.
fn strike(slip: Slip, attacker: &Entity, defender: &mut Entity) -> Vec<Event> {
    match slip {
        Slip::Turn(TurnSlip::OwnPower) => {
            let attacker = Entity { power: defender.power, ..attacker.clone() };
            turn::attack(&attacker, defender)
        }
        Slip::Turn(TurnSlip::NoDefense) => {
            let defense = std::mem::take(&mut defender.defense);
            let blow = turn::attack(attacker, defender);
            defender.defense = defense;
            blow
        }
        Slip::Turn(TurnSlip::NoLeastDamage) if attacker.power <= defender.defense => {
            vec![Event::Hit {
                attacker: attacker.name,
                defender: defender.name,
                damage: 0,
                left: defender.hp,
            }]
        }
        _ => turn::attack(attacker, defender),
    }
}

/// What the player did with a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Act {
    Step,
    Blow,
    Bump,
}
