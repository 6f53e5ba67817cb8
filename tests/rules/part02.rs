//! Part 2: an `@` walks the dungeon.

use roguelike::color::Color;
use roguelike::game::Outcome;
use roguelike::key::Key;

use crate::scene::{cells, fresh, game, player_at, press};

const ROOM: &[&str] = &["#####", "#...#", "#.@.#", "#...#", "#####"];

#[test]
fn a_step_goes_one_tile() {
    for (key, letter, place) in [
        (Key::UP, Key::W, (2, 1)),
        (Key::DOWN, Key::S, (2, 3)),
        (Key::LEFT, Key::A, (1, 2)),
        (Key::RIGHT, Key::D, (3, 2)),
    ] {
        for key in [key, letter] {
            let mut game = game(2, ROOM);
            assert_eq!(game.press(key), Outcome::Redraw);
            assert_eq!(player_at(&game), place);
        }
    }
}

#[test]
fn a_wall_stops_the_player_and_nothing_is_repainted() {
    let mut game = game(2, &["###", "#@#", "###"]);
    for key in [Key::UP, Key::DOWN, Key::LEFT, Key::RIGHT] {
        assert_eq!(game.press(key), Outcome::Nothing);
        assert_eq!(player_at(&game), (1, 1));
    }
}

#[test]
fn the_edge_of_the_map_stops_the_player_like_a_wall() {
    let mut game = game(2, &["@."]);
    for key in [Key::UP, Key::LEFT] {
        assert_eq!(game.press(key), Outcome::Nothing);
        assert_eq!(player_at(&game), (0, 0));
    }
}

#[test]
fn the_player_starts_in_the_first_room_with_30_hit_points() {
    let mut game = fresh(2, 42);
    for _ in 0..2 {
        let centre = game.cur().map.rooms[0].centre();
        assert_eq!(player_at(&game), (centre.x, centre.y));
        assert_eq!((game.player().hp, game.player().max_hp), (30, 30));
        press(&mut game, &[Key::LEFT, Key::SPACE]);
    }
}

#[test]
fn the_player_is_drawn_on_top_of_the_tile() {
    let game = game(2, ROOM);
    assert_eq!(cells(&game, 2, 2), [('.', Color(72, 66, 60)), ('@', Color(255, 230, 150))]);
    assert_eq!(game.title(), "Roguelike - Part 2: Player & Movement");
}
