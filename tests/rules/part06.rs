//! Part 6: the `Game` class. The rules stay, but every direction key repaints.

use roguelike::game::Outcome;
use roguelike::key::Key;

use crate::scene::{game, messages, monsters_at, press};

#[test]
fn a_direction_key_repaints_also_when_nothing_moved() {
    let walled = &["###", "#@#", "###"];
    for key in [Key::UP, Key::DOWN, Key::LEFT, Key::RIGHT, Key::W, Key::S, Key::A, Key::D] {
        assert_eq!(game(5, walled).press(key), Outcome::Nothing);
        assert_eq!(game(6, walled).press(key), Outcome::Redraw);
    }
    assert_eq!(game(6, walled).press(Key::I), Outcome::Nothing);
}

#[test]
fn it_still_takes_no_turn() {
    let mut game = game(6, &["####", "#@g#", "####"]);
    press(&mut game, &[Key::UP]);
    assert_eq!((game.player().hp, messages(&game).len()), (30, 0));
}

#[test]
fn the_rules_of_part_5_stay() {
    let rows = &["#######", "#@...g#", "#######"];
    let (mut five, mut six) = (game(5, rows), game(6, rows));
    for key in [Key::RIGHT, Key::RIGHT, Key::RIGHT] {
        press(&mut five, &[key]);
        press(&mut six, &[key]);
        assert_eq!((monsters_at(&five), messages(&five)), (monsters_at(&six), messages(&six)));
    }
    assert_eq!(six.title(), five.title().replace("Part 5", "Part 6"));
}
