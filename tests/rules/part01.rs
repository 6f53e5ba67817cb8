//! Part 1: a dungeon of rooms and corridors, to look at.

use roguelike::color::Color;
use roguelike::game::Outcome;
use roguelike::key::Key;
use roguelike::map::Pos;
use roguelike::screen;

use crate::scene::{cells, frame, fresh, game, press};

#[test]
fn rooms_are_carved_out_of_solid_wall_and_keep_off_the_border() {
    let level = fresh(1, 42).cur().clone();
    assert!(level.map.rooms.len() > 4);
    for room in &level.map.rooms {
        assert!(room.x >= 1 && room.y >= 1 && room.x + room.w <= 63 && room.y + room.h <= 35);
        assert!(room.w >= 4 && room.h >= 4);
        for y in room.y..room.y + room.h {
            assert!((room.x..room.x + room.w).all(|x| level.map.is_floor(Pos::new(x, y))));
        }
    }
}

#[test]
fn corridors_join_all_rooms() {
    let game = fresh(1, 42);
    let map = &game.cur().map;
    let mut reached = vec![map.rooms[0].centre()];
    let mut next = 0;
    while let Some(&pos) = reached.get(next) {
        next += 1;
        for step in roguelike::map::DIRECTIONS {
            if map.is_floor(pos + step) && !reached.contains(&(pos + step)) {
                reached.push(pos + step);
            }
        }
    }
    assert!(map.rooms.iter().all(|room| reached.contains(&room.centre())));
}

#[test]
fn space_makes_a_new_dungeon_and_escape_quits() {
    let mut game = fresh(1, 42);
    let before = game.cur().clone();
    assert_eq!(game.press(Key::SPACE), Outcome::Redraw);
    assert_ne!(game.cur(), &before);
    assert_eq!(game.press(Key::ESCAPE), Outcome::Quit);
}

#[test]
fn nothing_else_is_there_yet() {
    let mut game = fresh(1, 42);
    for key in [Key::UP, Key::W, Key::I, Key::PERIOD, Key::F5, Key::F9, Key::NUM_1, Key::A] {
        assert_eq!(press(&mut game, &[key]), Outcome::Nothing);
    }
    assert_eq!(game.title(), "Roguelike - Part 1: Map Generation");
}

#[test]
fn every_tile_is_drawn_floor_as_a_dot_and_wall_as_a_hash() {
    let game = game(1, &["...", ".#."]);
    assert_eq!(cells(&game, 0, 0), [('.', Color(72, 66, 60))]);
    assert_eq!(cells(&game, 1, 1), [('#', Color(130, 120, 150))]);
    assert_eq!(cells(&game, 63, 35), [('#', Color(130, 120, 150))]);
    assert_eq!(frame(&game).cells().len(), 64 * 36);
    assert_eq!(screen::rows(game.part()), 36);
}
