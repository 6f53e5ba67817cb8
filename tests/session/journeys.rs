//! Journeys, and what stops them.

use roguelike::desktop::assist::stop::Stop;
use roguelike::desktop::assist::travel::Journey;
use roguelike::desktop::history::step::monsters_in_view;
use roguelike::entity::Status;
use roguelike::explorer::key_of;
use roguelike::explorer::snapshot::Snapshot;
use roguelike::game::{Game, GameState, Setup};
use roguelike::item::{FloorItem, Item, WEAPONS};
use roguelike::key::Key;
use roguelike::level::Level;
use roguelike::map::{DIRECTIONS, Map, Pos, TileType};
use roguelike::part::Part;
use roguelike::player::Player;
use roguelike::rng::{Rng, StdLib};

use crate::drawn;

/// Presses a key and returns what stops the next.
fn press(game: &mut Game, key: Key) -> Option<Stop> {
    let before = Snapshot::new(game);
    game.press(key);
    Stop::after(&before, game)
}

#[test]
fn a_monster_in_view_alarms_once_and_each_attack_again() {
    // The corner hides the goblin until the player stands at it.
    let mut game = drawn::game(17, &["@..", "##.", "##.", "##g"]);
    let seen = (0..2).find_map(|_| press(&mut game, Key::RIGHT));
    assert_eq!(seen, Some(Stop::CameIntoView("the goblin")));
    let next =
        [Key::RIGHT, Key::DOWN, Key::DOWN, Key::DOWN].into_iter().find_map(|key| press(&mut game, key));
    assert!(matches!(next, Some(Stop::YouAttack(_) | Stop::Attacked(_))), "one of them struck: {next:?}");
}

#[test]
fn poison_alarms_every_turn_and_monsters_out_of_view_never() {
    let drawing = &["@.......#S"];
    let hidden = |level: &mut Level| level.monsters[0].entity.add_status(Status::Poisoned, 3);
    assert_eq!(press(&mut drawn::game_with(10, drawing, |_| {}, hidden), Key::RIGHT), None);
    let poison = |player: &mut Player| player.add_status(Status::Poisoned, 2);
    let mut game = drawn::game_with(10, drawing, poison, |_| {});
    assert_eq!(press(&mut game, Key::RIGHT), Some(Stop::Hurt(1)));
    assert_eq!(press(&mut game, Key::RIGHT), Some(Stop::Hurt(1)));
    assert_eq!(press(&mut game, Key::RIGHT), None);
}

#[test]
fn another_screen_or_floor_alarms() {
    let mut game = drawn::game(17, &["@>."]);
    assert_eq!(press(&mut game, Key::I), Some(Stop::NotHere));
    assert_eq!(press(&mut game, Key::I), Some(Stop::NotHere));
    assert_eq!(press(&mut game, Key::RIGHT), None);
    assert_eq!(press(&mut game, Key::PERIOD), Some(Stop::NotHere));
}

#[test]
fn steps_attacks_and_items_take_a_turn() {
    let mut game = drawn::game(17, &["@!r>"]);
    let mut turn = |key| {
        let before = Snapshot::new(&game);
        game.press(key);
        (before.took_turn(key, &game), before.began_run(&game))
    };
    assert_eq!(turn(Key::RIGHT), (true, false), "a step");
    assert_eq!(turn(Key::D), (true, false), "an attack");
    for key in [Key::UP, Key::PERIOD, Key::I, Key::ESCAPE, Key::I, Key::I, Key::F5] {
        assert_eq!(turn(key), (false, false), "{key:?}");
    }
    assert_eq!(turn(Key::I), (false, false));
    assert_eq!(turn(Key::A), (true, false), "the potion");
    assert_eq!(turn(Key::F9), (false, true));
    assert_eq!((turn(Key::RIGHT), turn(Key::RIGHT)), ((true, false), (true, false)));
    assert_eq!(turn(Key::PERIOD), (false, false), "the stairs take none");
}

#[test]
fn a_new_dungeon_is_a_new_run() {
    let mut game = drawn::game(8, &["@."]);
    let before = Snapshot::new(&game);
    game.press(Key::SPACE);
    assert!(before.began_run(&game) && !before.took_turn(Key::SPACE, &game));
    let mut menu = Game::new(Setup::new(Part::LAST, 1));
    let before = Snapshot::new(&menu);
    menu.press(Key::NUM_2);
    assert!(before.began_run(&menu));
}

#[test]
fn monsters_that_harm_nobody_alarm_nobody() {
    let mut game = drawn::game(4, &["@..", "##.", "##.", "##g"]);
    assert_eq!(press(&mut game, Key::RIGHT), None);
    assert_eq!(press(&mut game, Key::RIGHT), None);
}

/// Goes on until the journey ends or something happens. Returns the number of steps and why it ended, if
/// the journey did.
fn travel(game: &mut Game, journey: Journey) -> (usize, Option<Stop>) {
    for steps in 0..10_000 {
        match journey.next_key(game) {
            Err(halt) => return (steps, Some(halt)),
            Ok(key) => {
                let before = Snapshot::new(game);
                game.press(key);
                if Stop::after(&before, game).is_some() {
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
    assert_eq!(travel(&mut game, Journey::Explore).1, Some(Stop::Explored));
    assert!(game.cur().items.is_empty());
    let floor = Map::positions().filter(|&pos| game.cur().map.is_floor(pos));
    assert_eq!(floor.filter(|&pos| !game.cur().map.tile(pos).explored).count(), 0);
}

#[test]
fn two_things_on_a_tile_are_both_picked_up() {
    let add = |level: &mut Level| {
        let pos = level.items[0].pos;
        level.items.push(FloorItem { item: WEAPONS[0], pos });
    };
    let mut game = drawn::game_with(17, &["@.!"], |_| {}, add);
    assert_eq!(travel(&mut game, Journey::Explore), (2, None));
    assert_eq!(travel(&mut game, Journey::Explore), (2, None));
    assert_eq!(travel(&mut game, Journey::Explore), (0, Some(Stop::Explored)));
}

#[test]
fn the_stairs_must_have_been_seen() {
    let mut game = drawn::game(17, &["@....", "####.", "####.", ">...."]);
    assert_eq!(travel(&mut game, Journey::Stairs), (0, Some(Stop::NoStairs)));
    assert_eq!(travel(&mut game, Journey::Explore).1, Some(Stop::Explored));
    let (steps, halt) = travel(&mut game, Journey::Stairs);
    assert_eq!((halt, game.player().pos), (Some(Stop::OnStairs), game.cur().stairs));
    assert!(steps <= 11);
    assert_eq!(travel(&mut drawn::game(10, &["@>"]), Journey::Stairs), (0, Some(Stop::NoStairs)));
}

#[test]
fn a_tile_is_reached_on_the_shortest_known_way() {
    let mut game = drawn::game(2, &["@.#", "..#", "...", "#.#"]);
    assert_eq!(travel(&mut game, Journey::To(Pos::new(2, 4))), (4, Some(Stop::Arrived)));
    assert_eq!(travel(&mut game, Journey::To(Pos::new(3, 1))), (0, Some(Stop::NoWay)), "a wall");
    assert_eq!(travel(&mut game, Journey::To(Pos::new(-5, 99))), (0, Some(Stop::NoWay)));
    assert_eq!(travel(&mut game, Journey::Explore), (0, Some(Stop::Explored)), "all is known in Part 2");
}

#[test]
fn a_run_ends_at_walls_and_where_a_side_opens_or_closes() {
    let right = Journey::Run(DIRECTIONS[3]);
    let mut game = drawn::game(17, &["@.......", "####.###", "####.###"]);
    game.press(Key::RIGHT);
    assert_eq!(travel(&mut game, right), (3, Some(Stop::Opening)), "a side opens");
    game.press(Key::RIGHT);
    assert_eq!(travel(&mut game, right), (0, Some(Stop::Opening)), "it closes");
    game.press(Key::RIGHT);
    assert_eq!(travel(&mut game, right), (1, Some(Stop::Wall)), "a wall");
    let mut room = drawn::game(17, &["......", "@.....", "......"]);
    room.press(Key::RIGHT);
    assert_eq!(travel(&mut room, right), (4, Some(Stop::Wall)), "the side of the room");
    let mut stairs = drawn::game(17, &["@..>..."]);
    stairs.press(Key::RIGHT);
    assert_eq!(travel(&mut stairs, right), (2, Some(Stop::OnStairs)), "the stairs");
}

#[test]
fn pages_and_menus_have_no_journeys() {
    let menu = Game::new(Setup::new(Part::LAST, 1));
    assert_eq!(Journey::Explore.next_key(&menu), Err(Stop::NotHere));
    let mut pack = drawn::game(17, &["@..."]);
    pack.press(Key::I);
    assert_eq!(Journey::Explore.next_key(&pack), Err(Stop::NotHere));
    assert_eq!(Journey::Explore.next_key(&Game::new(Setup::new(Part::FIRST, 1))), Err(Stop::NotHere));
}

/// Attacks what is next to the player, and explores, also through monsters. None if nothing is left to do
/// on this floor but to leave it.
fn fight_or_explore(game: &Game) -> Option<Key> {
    let here = game.player().pos;
    let monsters = monsters_in_view(game).map(|index| game.cur().monsters[index].entity.pos);
    let attack = monsters.map(|pos| Pos::new(pos.x - here.x, pos.y - here.y)).find_map(key_of);
    attack.or_else(|| Journey::Explore.next_key(&without_monsters(game)).ok())
}

/// The same player on another level.
fn with_level(game: &Game, level: Level) -> Game {
    Game::on_level(Setup::new(game.part(), 1), level, game.player().clone())
}

fn without_monsters(game: &Game) -> Game {
    with_level(game, Level { monsters: Vec::new(), ..game.cur().clone() })
}

pub(crate) fn play(game: &Game) -> Key {
    let next = fight_or_explore(game).or_else(|| Journey::Stairs.next_key(&without_monsters(game)).ok());
    next.unwrap_or(Key::PERIOD)
}

/// The first floor, with a player that cannot die.
fn immortal(part: Part, seed: u32) -> Game {
    let mut game = Game::new(Setup::new(part, seed));
    if part.has_classes() {
        game.press(Key::NUM_1);
    }
    let player = Player { hp: 1_000_000, ..game.player().clone() };
    Game::on_level(Setup::new(part, seed), game.cur().clone(), player)
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
fn shuffle_unknown(level: &mut Level, rng: &mut Rng) {
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
                let mut level = game.cur().clone();
                shuffle_unknown(&mut level, &mut rng);
                let other = with_level(&game, level);
                let somewhere = Journey::To(Pos::new(rng.uniform(0, 63), rng.uniform(0, 35)));
                let runs = DIRECTIONS.map(Journey::Run);
                for journey in [Journey::Explore, Journey::Stairs, somewhere].into_iter().chain(runs) {
                    assert_eq!(journey.next_key(&game), journey.next_key(&other), "seed {seed}: {journey:?}");
                    compared += 1;
                }
            }
            game.press(play(&game));
        }
    }
    assert!(compared > 1000);
}
