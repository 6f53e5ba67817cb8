//! A turn: the player's step or blow, then everybody else's, then what poison and regeneration do (class `Game`; before Part 6
//! the same code stands in `main`).
//!
//! Part 2 brings steps, Part 4 monsters that wander, Part 5 blows and hunters, Part 7 pursuit and flight along a flood of
//! distances, Part 10 poison and regeneration.

use super::{Game, State};
use crate::dijkstra_map::{DijkstraMap, UNREACHABLE};
use crate::entity::Entity;
use crate::event::Event;
use crate::level::Level;
use crate::map::{DIRECTIONS, Map, Pos};

/// How long a venomous bite poisons, in turns.
pub(super) const BITE_TURNS: i32 = 5;

impl Game {
    /// The player strikes whoever stands there, or steps there. If either was possible it was a turn; true then.
    pub(super) fn try_player_step(&mut self, step: Pos) -> bool {
        let target = self.player.entity.pos + step;
        let level = &mut self.levels[self.depth];
        let victim = level.monster_at(target).filter(|_| self.part.has_melee());
        if let Some(index) = victim {
            let blow = attack(&self.player.entity, &mut level.monsters[index].entity);
            self.tell_all(blow);
        } else if self.player.entity.try_move(step, &level.map) {
            self.update_view();
            self.pick_up();
        } else {
            return false;
        }
        // Winning ends the run in the middle of the turn.
        if self.state == State::Playing {
            self.end_turn();
        }
        true
    }

    /// Everybody else's part of the turn, after the player has acted (`Game::endTurn`).
    pub fn end_turn(&mut self) {
        self.monsters_act();
        self.finish_turn();
    }

    /// What the player's own poison and wounds come to when everybody has acted.
    pub(super) fn finish_turn(&mut self) {
        let ticks = tick(&mut self.player.entity, |name, left| Event::PlayerPoisoned { name, left });
        self.tell_all(ticks);
        self.refresh_title();
        // Quirk: the hit points decide, not the flag. Who regenerates in the very tick that poison kills plays on with one hit
        // point, not quite alive: no bite can poison him until he loads a game or starts a new one.
        if self.part.has_melee() && self.player.entity.hp <= 0 {
            self.state = State::Dead;
            self.tell(Event::PlayerDied);
        }
    }

    /// The living monsters act, in the order of the list (`Game::monstersAct`).
    fn monsters_act(&mut self) {
        let flood = self
            .part
            .has_dijkstra_maps()
            .then(|| DijkstraMap::compute(&self.level().map, self.player.entity.pos));
        for index in 0..self.level().monsters.len() {
            if !self.level().monsters[index].entity.is_alive() {
                continue;
            }
            let body = &mut self.levels[self.depth].monsters[index].entity;
            let ticks = tick(body, |name, left| Event::MonsterPoisoned { name, left });
            let survived = body.is_alive();
            self.tell_all(ticks);
            if survived {
                self.monster_acts(index, flood.as_ref());
            }
        }
    }

    /// One monster's turn: out of sight it wanders, next to the player it strikes, else it hunts or flees.
    fn monster_acts(&mut self, index: usize, flood: Option<&DijkstraMap>) {
        let player = self.player.entity.pos;
        let level = &mut self.levels[self.depth];
        let pos = level.monsters[index].entity.pos;
        if !self.part.has_melee() || !level.map.is_visible(pos) {
            let direction = self.rng.uniform(0, 4);
            wander(&mut level.monsters[index].entity, direction, &level.map);
        } else if pos.manhattan(player) == 1 {
            self.monster_attacks(index);
        } else {
            let target = match flood {
                Some(flood) => follow(flood, level, index, player),
                None => chase(level, pos, player),
            };
            level.monsters[index].entity.pos = target;
        }
    }

    /// A monster strikes the player. Quirk: dead or alive. Monsters do not notice that they have won, so the rest of them strike
    /// too.
    fn monster_attacks(&mut self, index: usize) {
        let monster = &self.levels[self.depth].monsters[index];
        let (venomous, name) = (monster.venomous, monster.entity.name);
        let blow = attack(&monster.entity, &mut self.player.entity);
        self.tell_all(blow);
        if venomous && self.player.entity.is_alive() {
            self.player.entity.poison(BITE_TURNS);
            self.tell(Event::VenomousBite(name));
        }
    }

    pub(super) fn tell_all(&mut self, events: impl IntoIterator<Item = Event>) {
        for event in events {
            self.tell(event);
        }
    }
}

/// One blow. Power less defense, but a hit always stings (`Game::attack`).
pub(super) fn attack(attacker: &Entity, defender: &mut Entity) -> impl Iterator<Item = Event> + use<> {
    let damage = (attacker.power - defender.defense).max(1);
    defender.suffer(damage);
    let hit = Event::Hit { attacker: attacker.name, defender: defender.name, damage, left: defender.hp };
    let death = (defender.hp == 0).then_some(Event::Died(defender.name));
    [Some(hit), death].into_iter().flatten()
}

/// One turn of poison, then one of regeneration (`Game::tickStatus`, Part 10 on; earlier nobody has either).
pub(super) fn tick(
    body: &mut Entity,
    poisoned: fn(&'static str, i32) -> Event,
) -> impl Iterator<Item = Event> + use<> {
    let mut events = [None, None];
    if body.poisoned > 0 {
        body.poisoned -= 1;
        body.suffer(1);
        events[0] = Some(poisoned(body.name, body.hp));
        events[1] = (body.hp == 0).then_some(Event::Succumbed(body.name));
    }
    if body.regenerating > 0 {
        body.regenerating -= 1;
        body.hp = body.max_hp.min(body.hp + 1);
    }
    events.into_iter().flatten()
}

/// A step in the drawn direction, or for the last draw a rest. Quirk: only walls stop a wanderer, so monsters stack.
fn wander(body: &mut Entity, draw: i32, map: &Map) {
    if let Some(&step) = usize::try_from(draw).ok().and_then(|draw| DIRECTIONS.get(draw)) {
        body.try_move(step, map);
    }
}

/// May a hunting monster step onto this tile?
fn is_free(level: &Level, pos: Pos, player: Pos) -> bool {
    level.map.is_floor(pos) && pos != player && level.monster_at(pos).is_none()
}

/// Parts 5 and 6: a step towards the player along the longer axis (x on a tie), or if that is not free along the other.
fn chase(level: &Level, pos: Pos, player: Pos) -> Pos {
    let (dx, dy) = (player.x - pos.x, player.y - pos.y);
    let along_x = Pos::new(dx.signum(), 0);
    let along_y = Pos::new(0, dy.signum());
    let tries = if dx.abs() >= dy.abs() && dx != 0 { [along_x, along_y] } else { [along_y, along_x] };
    tries
        .into_iter()
        .filter(|&step| step != Pos::default())
        .map(|step| pos + step)
        .find(|&target| is_free(level, target, player))
        .unwrap_or(pos)
}

/// Part 7 on: the neighbour nearest to the player, or for a badly hurt monster the farthest; its own tile if none is better.
fn follow(flood: &DijkstraMap, level: &Level, index: usize, player: Pos) -> Pos {
    let body = &level.monsters[index].entity;
    let flees = body.hp.saturating_mul(3) <= body.max_hp;
    let mut best = body.pos;
    for target in DIRECTIONS.map(|step| body.pos + step) {
        let (distance, so_far) = (flood.distance(target), flood.distance(best));
        let better = if flees { distance > so_far } else { distance < so_far };
        if better && distance < UNREACHABLE && is_free(level, target, player) {
            best = target;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Setup;
    use crate::item::{FloorItem, Item};
    use crate::key::Key;
    use crate::map::TileKind;
    use crate::monster::from_glyph;
    use crate::part::Part;

    const HERE: Pos = Pos::new(10, 10);

    /// A run of the last part in an empty hall, the player at [`HERE`] with these monsters around.
    fn hall(monsters: &[(u8, Pos)]) -> Game {
        let mut game = Game::new(Setup::new(Part::LAST, 1));
        game.press(Key::NUM_3);
        game.player.entity.pos = HERE;
        let level = &mut game.levels[0];
        level.map = Map::new();
        for pos in Map::positions().filter(|pos| (5..=15).contains(&pos.x) && (5..=15).contains(&pos.y)) {
            level.map.set_kind(pos, TileKind::Floor);
        }
        level.items.clear();
        level.monsters =
            monsters.iter().filter_map(|&(glyph, pos)| from_glyph(glyph, game.part, pos)).collect();
        game.update_view();
        game.events.clear();
        game
    }

    fn places(game: &Game) -> Vec<Pos> {
        game.level().monsters.iter().map(|monster| monster.entity.pos).collect()
    }

    #[test]
    fn who_regenerates_while_poison_kills_plays_on_half_dead() {
        let mut game = hall(&[(b'S', Pos::new(11, 10))]);
        let body = &mut game.player.entity;
        (body.hp, body.poisoned, body.regenerating) = (4, 1, 5);
        // The snake's bite takes three and the poison the last one; then regeneration gives one back.
        game.end_turn();
        let body = &game.player.entity;
        assert_eq!((game.state, body.hp, body.alive, body.poisoned), (State::Playing, 1, false, 4));
        game.player.entity.poisoned = 0;
        game.player.entity.hp = 20;
        game.end_turn();
        assert_eq!(game.player.entity.poisoned, 0, "no bite poisons the half-dead");
        assert_eq!(game.state, State::Playing);
    }

    #[test]
    fn monsters_go_on_striking_the_dead() {
        let mut game = hall(&[(b'g', Pos::new(11, 10)), (b'g', Pos::new(9, 10))]);
        game.player.entity.hp = 1;
        game.end_turn();
        let deaths = game.events.iter().filter(|event| **event == Event::Died("You")).count();
        assert_eq!((deaths, game.state, game.player.entity.hp), (2, State::Dead, 0));
        assert_eq!(game.events.last(), Some(&Event::PlayerDied));
    }

    #[test]
    fn the_healthy_hunt_and_the_hurt_flee_and_nobody_shares_a_tile_in_sight() {
        let mut game = hall(&[(b'g', Pos::new(13, 10)), (b'g', Pos::new(14, 10)), (b'r', Pos::new(7, 10))]);
        game.levels[0].monsters[2].entity.hp = 1;
        game.end_turn();
        // Up comes first among the ways that lead as far away.
        assert_eq!(places(&game), [Pos::new(12, 10), Pos::new(13, 10), Pos::new(7, 9)]);
    }

    #[test]
    fn only_walls_stop_those_who_wander_out_of_sight() {
        let mut game = hall(&[]);
        let mut body = from_glyph(b'r', game.part, Pos::new(5, 5)).unwrap().entity;
        let map = &game.levels[0].map;
        wander(&mut body, 0, map);
        wander(&mut body, 2, map);
        wander(&mut body, 4, map);
        assert_eq!(body.pos, Pos::new(5, 5));
        // Onto whoever is there.
        body.pos = Pos::new(9, 10);
        wander(&mut body, 3, map);
        assert_eq!(body.pos, HERE);
        game.end_turn();
    }

    #[test]
    fn the_winning_step_is_the_last_thing_that_happens() {
        let mut game = hall(&[(b'g', Pos::new(13, 10))]);
        game.amulets = 2;
        game.player.entity.poisoned = 3;
        game.levels[0].items.push(FloorItem { item: Item::Amulet, pos: Pos::new(11, 10) });
        assert!(game.press(Key::RIGHT).redraw);
        assert_eq!((game.state, game.amulets, game.player.entity.poisoned), (State::Won, 3, 3));
        assert_eq!(places(&game), [Pos::new(13, 10)]);
        assert_eq!(game.events, [Event::SeizedAmulet(3), Event::Won]);
    }

    #[test]
    fn a_hit_always_stings() {
        let mut game = hall(&[(b'r', Pos::new(11, 10))]);
        let rat = &mut game.levels[0].monsters[0].entity;
        rat.defense = 1_000;
        let (before, power) = (rat.hp, game.player.entity.power);
        assert!(power < 1_000);
        game.press(Key::RIGHT);
        assert_eq!(game.levels[0].monsters[0].entity.hp, before - 1);
    }
}
