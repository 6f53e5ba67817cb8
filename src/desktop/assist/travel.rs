//! Journeys: one command of the player that becomes many of the original's keys, one step each.
//!
//! The path is computed again before every step, from what the player knows by then: explored tiles, items on
//! them, monsters in view. What lies on unexplored tiles never changes a step. An
//! [`Alarm`](crate::desktop::assist::alarm::Alarm) ends a journey when something happens.

use std::fmt;

use crate::desktop::assist::alarm::monsters_in_view;
use crate::explorer::{Ways, key_of};
use crate::game::{Game, GameState};
use crate::key::Key;
use crate::map::{DIRECTIONS, Map, Pos};

/// Where a journey leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Journey {
    /// To the nearest item or the nearest edge of what is explored, until nothing is left.
    Explore,
    /// To the stairs down.
    Stairs,
    /// To a tile.
    To(Pos),
    /// Straight on in a direction, a step of [`DIRECTIONS`], until there is a choice to make.
    Run(Pos),
}

/// Why a journey does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The map is not shown, or there is no player.
    NotHere,
    /// A living monster is in view.
    Monster(&'static str),
    /// Everything that can be reached is explored, and nothing is left to pick up.
    Explored,
    /// The player stands where the journey leads.
    Arrived,
    /// The stairs have not been found yet, or there are none in this part.
    NoStairs,
    /// No way that the player knows leads there.
    NoWay,
    /// A run ends: the way is blocked, or opens to a side.
    EndOfRun,
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::NotHere => f.write_str("Not now."),
            Halt::Monster(name) => write!(f, "Not while {name} is in view."),
            Halt::Explored => f.write_str("Explored: nothing is left here."),
            Halt::Arrived => f.write_str("You are there."),
            Halt::NoStairs => f.write_str("You have not found the stairs yet."),
            Halt::NoWay => f.write_str("You know no way there."),
            Halt::EndOfRun => f.write_str("The run ends here."),
        }
    }
}

impl Journey {
    /// Returns the key of the next step. It leads to floor, and never attacks.
    ///
    /// # Errors
    /// If the journey ends here, also because a monster is in view. The reason can be shown to the player.
    pub fn next_key(self, game: &Game) -> Result<Key, Halt> {
        match monster(game) {
            Some(halt) if is_on_map(game) => Err(halt),
            _ => self.first_key(game),
        }
    }

    /// Returns the key of the first step, which a monster in view does not prevent unless it stands in the
    /// way.
    ///
    /// # Errors
    /// If no step leads there.
    pub fn first_key(self, game: &Game) -> Result<Key, Halt> {
        if !is_on_map(game) {
            return Err(Halt::NotHere);
        }
        let key = match self {
            Journey::Explore => explore(game),
            Journey::Stairs => go_to(game, known_stairs(game).ok_or(Halt::NoStairs)?),
            Journey::To(target) => go_to(game, target),
            Journey::Run(step) => run(game, step),
        };
        key.map_err(|halt| match halt {
            Halt::Explored | Halt::NoWay => monster(game).unwrap_or(halt),
            _ => halt,
        })
    }
}

/// Returns the tiles from the player to a target, without both; none if the player knows no way.
pub fn route(game: &Game, target: Pos) -> Vec<Pos> {
    let ways = ways(game, game.player().pos);
    let mut route = Vec::new();
    let mut pos = target;
    while let Some(step) = ways.step_to(pos) {
        pos = Pos::new(pos.x - step.x, pos.y - step.y);
        route.push(pos);
    }
    route.pop();
    route
}

fn is_on_map(game: &Game) -> bool {
    game.state() == GameState::Playing && game.part().has_player()
}

/// Returns the monster in view that ends journeys.
fn monster(game: &Game) -> Option<Halt> {
    let index = monsters_in_view(game).next()?;
    Some(Halt::Monster(game.cur().monsters[index].entity.name))
}

/// Returns where the stairs are, once the player has seen them.
pub fn known_stairs(game: &Game) -> Option<Pos> {
    let stairs = game.cur().stairs;
    (game.part().has_floors() && knows(game, stairs)).then_some(stairs)
}

/// Returns true if the player knows what the tile is: from Part 3 on if it is explored, before that always.
pub fn knows(game: &Game, pos: Pos) -> bool {
    !game.part().has_fog() || game.cur().map.tile(pos).explored
}

fn is_known_floor(game: &Game, pos: Pos) -> bool {
    knows(game, pos) && game.cur().map.is_floor(pos)
}

/// Returns what is open to the left and to the right of a player that goes in a direction.
fn sides(game: &Game, pos: Pos, step: Pos) -> [bool; 2] {
    [Pos::new(step.y, step.x), Pos::new(-step.y, -step.x)].map(|side| is_known_floor(game, pos + side))
}

/// A step straight on, if nothing has changed on both sides since the last one.
fn run(game: &Game, step: Pos) -> Result<Key, Halt> {
    let here = game.player().pos;
    let before = Pos::new(here.x - step.x, here.y - step.y);
    let changes = sides(game, here, step) != sides(game, before, step);
    if changes || known_stairs(game) == Some(here) || !is_known_floor(game, here + step) {
        return Err(Halt::EndOfRun);
    }
    key_of(step).ok_or(Halt::EndOfRun)
}

/// A step to the nearest tile that is worth a visit.
fn explore(game: &Game) -> Result<Key, Halt> {
    let here = game.player().pos;
    let ways = ways(game, here);
    // One step picks up one thing. For the next on the same tile the player has to leave it and come back.
    let leaves = has_item(game, here);
    let step = ways.first_step_to_nearest(|pos| leaves || has_item(game, pos) || is_edge(game, pos));
    step.and_then(key_of).ok_or(Halt::Explored)
}

fn has_item(game: &Game, pos: Pos) -> bool {
    game.part().has_items() && knows(game, pos) && game.cur().items.iter().any(|lying| lying.pos == pos)
}

/// Returns true if a neighbour of the tile is unexplored.
fn is_edge(game: &Game, pos: Pos) -> bool {
    DIRECTIONS.into_iter().any(|step| Map::in_bounds(pos + step) && !knows(game, pos + step))
}

fn go_to(game: &Game, target: Pos) -> Result<Key, Halt> {
    let here = game.player().pos;
    if here == target {
        return Err(Halt::Arrived);
    }
    ways(game, here).first_step_to(target).and_then(key_of).ok_or(Halt::NoWay)
}

/// Returns the ways from a tile over known floor. They lead to monsters in view, and not past their tiles.
fn ways(game: &Game, start: Pos) -> Ways {
    let taken: Vec<Pos> = monsters_in_view(game).map(|index| game.cur().monsters[index].entity.pos).collect();
    Ways::from(start, |pos| is_known_floor(game, pos), |pos| taken.contains(&pos))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desktop::assist::alarm::Snapshot;
    use crate::desktop::drawn;
    use crate::game::Setup;
    use crate::item::FloorItem;
    use crate::item::Item;
    use crate::map::TileType;
    use crate::part::Part;
    use crate::rng::{Rng, StdLib};

    /// Goes on until the journey ends or something happens. Returns the number of steps and why it ended, if
    /// the journey did.
    fn travel(game: &mut Game, journey: Journey) -> (usize, Option<Halt>) {
        for steps in 0..10_000 {
            match journey.next_key(game) {
                Err(halt) => return (steps, Some(halt)),
                Ok(key) => {
                    let before = Snapshot::new(game);
                    game.press(key);
                    if before.alarm(game).is_some() {
                        return (steps + 1, None);
                    }
                }
            }
        }
        panic!("{journey:?} never ends");
    }

    #[test]
    fn exploring_picks_up_everything_and_sees_everything() {
        let mut game = drawn::game(17, &["@....#!..", "####.###.", "!.......>", "########.", "#######!."]);
        for _ in 0..3 {
            assert_eq!(travel(&mut game, Journey::Explore).1, None, "something was picked up");
        }
        assert_eq!(travel(&mut game, Journey::Explore).1, Some(Halt::Explored));
        assert!(game.cur().items.is_empty());
        let floor = Map::positions().filter(|&pos| game.cur().map.is_floor(pos));
        assert_eq!(floor.filter(|&pos| !game.cur().map.tile(pos).explored).count(), 0);
    }

    #[test]
    fn two_things_on_a_tile_are_both_picked_up() {
        let mut game = drawn::game(17, &["@.!"]);
        let pos = game.cur().items[0].pos;
        game.cur_mut().items.push(FloorItem { item: Item::Weapon(2), pos });
        assert_eq!(travel(&mut game, Journey::Explore), (2, None));
        assert_eq!(travel(&mut game, Journey::Explore), (2, None));
        assert_eq!(travel(&mut game, Journey::Explore), (0, Some(Halt::Explored)));
    }

    #[test]
    fn the_stairs_must_have_been_seen() {
        let mut game = drawn::game(17, &["@....", "####.", "####.", ">...."]);
        assert_eq!(travel(&mut game, Journey::Stairs), (0, Some(Halt::NoStairs)));
        assert_eq!(travel(&mut game, Journey::Explore).1, Some(Halt::Explored));
        let (steps, halt) = travel(&mut game, Journey::Stairs);
        assert_eq!((halt, game.player.pos), (Some(Halt::Arrived), game.cur().stairs));
        assert!(steps <= 11);
        assert_eq!(travel(&mut drawn::game(10, &["@>"]), Journey::Stairs), (0, Some(Halt::NoStairs)));
    }

    #[test]
    fn a_tile_is_reached_on_the_shortest_known_way() {
        let mut game = drawn::game(2, &["@.#", "..#", "...", "#.#"]);
        assert_eq!(travel(&mut game, Journey::To(Pos::new(2, 4))), (4, Some(Halt::Arrived)));
        assert_eq!(travel(&mut game, Journey::To(Pos::new(3, 1))), (0, Some(Halt::NoWay)), "a wall");
        assert_eq!(travel(&mut game, Journey::To(Pos::new(-5, 99))), (0, Some(Halt::NoWay)));
        assert_eq!(travel(&mut game, Journey::Explore), (0, Some(Halt::Explored)), "all is known in Part 2");
    }

    #[test]
    fn nobody_travels_while_a_monster_is_in_view() {
        let mut game = drawn::game(17, &["@...r....!"]);
        let halt = Some(Halt::Monster("the rat"));
        for journey in [Journey::Explore, Journey::Stairs, Journey::Run(DIRECTIONS[3])] {
            assert_eq!(travel(&mut game, journey), (0, halt));
        }
        let mut harmless = drawn::game(4, &["@...r....!"]);
        assert_eq!(travel(&mut harmless, Journey::To(Pos::new(10, 1))), (9, Some(Halt::Arrived)));
    }

    #[test]
    fn a_first_step_is_taken_with_a_monster_in_view_and_never_attacks() {
        let game = drawn::game(17, &["@r...!", "......"]);
        assert_eq!(Journey::To(Pos::new(6, 1)).first_key(&game), Ok(Key::DOWN), "around the rat");
        assert_eq!(Journey::Explore.first_key(&game), Ok(Key::DOWN));
        let far = drawn::game(17, &["@..r..", "......"]);
        assert_eq!(Journey::To(Pos::new(4, 1)).first_key(&far), Ok(Key::RIGHT), "to the rat itself");
        let blocked = drawn::game(17, &["@r...!"]);
        for journey in [Journey::Explore, Journey::To(Pos::new(6, 1))] {
            assert_eq!(journey.first_key(&blocked), Err(Halt::Monster("the rat")));
        }
    }

    #[test]
    fn a_route_leads_over_known_floor_around_monsters() {
        let game = drawn::game(2, &["@.#.", "...."]);
        let route = route(&game, Pos::new(4, 1));
        assert_eq!(
            route.iter().map(|pos| (pos.x, pos.y)).collect::<Vec<_>>(),
            [(4, 2), (3, 2), (2, 2), (1, 2)]
        );
        assert!(super::route(&game, Pos::new(3, 1)).is_empty(), "a wall");
        assert!(super::route(&game, Pos::new(1, 1)).is_empty(), "the player is there");
    }

    #[test]
    fn a_run_ends_at_walls_and_where_a_side_opens_or_closes() {
        let right = Journey::Run(DIRECTIONS[3]);
        let mut game = drawn::game(17, &["@.......", "####.###", "####.###"]);
        game.press(Key::RIGHT);
        assert_eq!(travel(&mut game, right), (3, Some(Halt::EndOfRun)), "a side opens");
        game.press(Key::RIGHT);
        assert_eq!(travel(&mut game, right), (0, Some(Halt::EndOfRun)), "it closes");
        game.press(Key::RIGHT);
        assert_eq!(travel(&mut game, right), (1, Some(Halt::EndOfRun)), "a wall");
        let mut room = drawn::game(17, &["......", "@.....", "......"]);
        room.press(Key::RIGHT);
        assert_eq!(travel(&mut room, right), (4, Some(Halt::EndOfRun)), "the side of the room");
        let mut stairs = drawn::game(17, &["@..>..."]);
        stairs.press(Key::RIGHT);
        assert_eq!(travel(&mut stairs, right), (2, Some(Halt::EndOfRun)), "the stairs");
    }

    #[test]
    fn pages_and_menus_have_no_journeys() {
        let menu = Game::new(Setup::new(Part::LAST, 1));
        assert_eq!(Journey::Explore.next_key(&menu), Err(Halt::NotHere));
        let mut pack = drawn::game(17, &["@..."]);
        pack.press(Key::I);
        assert_eq!(Journey::Explore.next_key(&pack), Err(Halt::NotHere));
        assert_eq!(Journey::Explore.next_key(&Game::new(Setup::new(Part::FIRST, 1))), Err(Halt::NotHere));
    }

    /// Attacks what is next to the player, and explores, also through monsters. None if nothing is left to do
    /// on this floor but to leave it.
    fn fight_or_explore(game: &Game) -> Option<Key> {
        let here = game.player().pos;
        let monsters = monsters_in_view(game).map(|index| game.cur().monsters[index].entity.pos);
        let attack = monsters.map(|pos| Pos::new(pos.x - here.x, pos.y - here.y)).find_map(key_of);
        attack.or_else(|| Journey::Explore.first_key(&without_monsters(game)).ok())
    }

    fn without_monsters(game: &Game) -> Game {
        let mut calm = game.clone();
        calm.levels[calm.depth].monsters.clear();
        calm
    }

    fn play(game: &Game) -> Key {
        let next = fight_or_explore(game).or_else(|| Journey::Stairs.first_key(&without_monsters(game)).ok());
        next.unwrap_or(Key::PERIOD)
    }

    /// A player that cannot die, for whole games of exploring.
    fn immortal(part: Part, seed: u32) -> Game {
        let mut game = Game::new(Setup::new(part, seed));
        if part.has_classes() {
            game.press(Key::NUM_1);
        }
        game.player.hp = 1_000_000;
        game
    }

    #[test]
    fn exploring_and_fighting_wins_every_game() {
        for seed in 1..=12 {
            let mut game = immortal(Part::LAST, seed);
            let mut keys = 0;
            while game.state() == GameState::Playing {
                let depth = game.depth();
                game.press(play(&game));
                keys += 1;
                assert!(keys < 10_000, "seed {seed} is stuck on depth {depth}");
            }
            assert_eq!((game.state(), game.depth()), (GameState::Won, 4), "seed {seed}");
        }
    }

    #[test]
    fn exploring_leaves_nothing_that_can_be_reached() {
        for seed in 1..=10 {
            for part in [8, 10, 12] {
                let mut game = immortal(Part::new(part).unwrap(), seed);
                for _ in 0..5_000 {
                    let Some(key) = fight_or_explore(&game) else { break };
                    game.press(key);
                }
                assert!(game.cur().items.is_empty(), "part {part}, seed {seed}");
                let unseen = |&pos: &Pos| game.cur().map.is_floor(pos) && !game.cur().map.tile(pos).explored;
                assert_eq!(Map::positions().find(unseen), None, "part {part}, seed {seed}");
            }
        }
    }

    /// Makes everything that the player does not know something else.
    fn shuffle_unknown(game: &mut Game, rng: &mut Rng) {
        let level = game.cur_mut();
        let unknown: Vec<Pos> = Map::positions().filter(|&pos| !level.map.tile(pos).explored).collect();
        for &pos in &unknown {
            let kind = if rng.coin_flip() { TileType::Floor } else { TileType::Wall };
            level.map.carve_tile(pos.x, pos.y, kind);
        }
        let Some(last) = unknown.len().checked_sub(1) else { return };
        let mut anywhere = || unknown[rng.uniform(0, last as i32) as usize];
        if !level.map.tile(level.stairs).explored {
            level.stairs = anywhere();
        }
        for item in level.items.iter_mut().filter(|item| unknown.contains(&item.pos)) {
            item.pos = anywhere();
        }
        level.items.push(FloorItem { item: Item::Amulet, pos: anywhere() });
        let map = &level.map;
        for monster in level.monsters.iter_mut().filter(|monster| !map.tile(monster.entity.pos).visible) {
            monster.entity.pos = anywhere();
        }
        level.map.rooms.clear();
    }

    #[test]
    fn what_the_player_does_not_know_changes_no_step() {
        let mut rng = Rng::new(7, StdLib::default());
        let mut compared = 0;
        for seed in 1..=12 {
            let mut game = immortal(Part::LAST, seed);
            for step in 0..400 {
                if game.state() != GameState::Playing {
                    break;
                }
                if step % 5 == 0 {
                    let mut other = game.clone();
                    shuffle_unknown(&mut other, &mut rng);
                    let somewhere = Journey::To(Pos::new(rng.uniform(0, 63), rng.uniform(0, 35)));
                    let runs = DIRECTIONS.map(Journey::Run);
                    for journey in [Journey::Explore, Journey::Stairs, somewhere].into_iter().chain(runs) {
                        assert_eq!(
                            journey.next_key(&game),
                            journey.next_key(&other),
                            "seed {seed}: {journey:?}"
                        );
                        assert_eq!(
                            journey.first_key(&game),
                            journey.first_key(&other),
                            "{seed}: {journey:?}"
                        );
                        compared += 1;
                    }
                }
                game.press(play(&game));
            }
        }
        assert!(compared > 1000);
    }
}
