//! Part 4: monsters that wander.

use roguelike::color::Color;
use roguelike::game::Outcome;
use roguelike::key::Key;
use roguelike::map::{DIRECTIONS, Pos};
use roguelike::part::Part;

use crate::scene::{Scene, cells, fresh, game, monsters_at, player_at, press, top};

#[test]
fn each_monster_steps_one_of_four_ways_or_rests() {
    let mut game = game(4, &["...........", ".@.........", "....r......", "........k..", "..........."]);
    let mut rng = game.rng().clone();
    let mut expected: Vec<Pos> = game.cur().monsters.iter().map(|monster| monster.entity.pos).collect();
    for key in [Key::RIGHT, Key::LEFT].repeat(50) {
        press(&mut game, &[key]);
        for pos in &mut expected {
            // 0 to 3 are up, down, left and right, 4 is a rest.
            if let Some(&step) = DIRECTIONS.get(rng.uniform(0, 4) as usize)
                && game.cur().map.is_floor(*pos + step)
            {
                *pos = *pos + step;
            }
        }
        let expected: Vec<_> = expected.iter().map(|pos| (pos.x, pos.y)).collect();
        assert_eq!(monsters_at(&game), expected);
    }
}

#[test]
fn a_step_that_is_not_possible_gives_the_monsters_no_turn() {
    let mut game = game(4, &["#####", "#@..r", "#####"]);
    let (before, random) = (monsters_at(&game), game.rng().peek());
    assert_eq!(game.press(Key::UP), Outcome::Nothing);
    assert_eq!((monsters_at(&game), game.rng().peek()), (before, random));
}

#[test]
fn only_walls_stop_a_monster_so_tiles_are_shared() {
    // In a closed corner of two tiles two monsters and the player meet sooner or later.
    let mut game = game(4, &["####", "#@r#", "#k##", "####"]);
    let mut shared = false;
    for key in [Key::RIGHT, Key::LEFT].repeat(30) {
        press(&mut game, &[key]);
        let places = monsters_at(&game);
        shared |= places[0] == places[1];
        assert!(places.iter().all(|&(x, y)| game.cur().map.is_floor(Pos::new(x, y))));
        if places.contains(&player_at(&game)) {
            let (x, y) = player_at(&game);
            assert_eq!(top(&game, x, y), Some(('@', Color(255, 230, 150))), "the player is drawn last");
        }
        assert_eq!(game.player().hp, 30, "nobody fights yet");
    }
    assert!(shared);
}

#[test]
fn the_dead_rest_and_are_not_drawn() {
    let mut game = Scene::drawn(4, &["######", "#@.r.#", "######"])
        .monster(0, |rat| {
            rat.entity.hp = 0;
            rat.entity.alive = false;
        })
        .begin();
    let random = game.rng().peek();
    press(&mut game, &[Key::RIGHT, Key::LEFT]);
    assert_eq!((monsters_at(&game), game.rng().peek()), (vec![(3, 1)], random));
    assert_eq!(cells(&game, 3, 1).len(), 1);
}

#[test]
fn monsters_are_drawn_in_view_only_and_not_remembered() {
    let game = game(4, &["#########", "#@.r#..k#", "#########"]);
    assert_eq!(top(&game, 3, 1), Some(('r', Color(150, 150, 160))));
    assert_eq!(top(&game, 7, 1), None);
}

#[test]
fn monsters_wait_in_the_centres_of_all_rooms_but_the_first() {
    let mut seen = [false; 3];
    for seed in 0..20 {
        let game = fresh(4, seed);
        let (rooms, monsters) = (&game.cur().map.rooms, &game.cur().monsters);
        assert_eq!(monsters.len(), (rooms.len() - 1).min(8));
        for (monster, room) in monsters.iter().zip(&rooms[1..]) {
            let body = &monster.entity;
            assert_eq!((body.pos, body.hp, body.alive), (room.centre(), body.max_hp, true));
            let kind = ["r3", "k5", "g8"]
                .iter()
                .position(|kind| **kind == format!("{}{}", char::from(body.glyph), body.hp));
            seen[kind.expect("one of the three kinds")] = true;
        }
    }
    assert_eq!(seen, [true; 3]);
}

#[test]
fn before_part_4_there_are_no_monsters() {
    let numbers: Vec<u8> = Part::all().map(Part::number).collect();
    assert_eq!(numbers, (1..=17).collect::<Vec<u8>>());
    for part in Part::all().take(3) {
        assert_eq!(fresh(part.number(), 42).cur().monsters, [], "part {part}");
    }
}
