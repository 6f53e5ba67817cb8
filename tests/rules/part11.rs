//! Part 11: levels below levels.

use roguelike::color::Color;
use roguelike::game::Outcome;
use roguelike::item::FloorItem;
use roguelike::item::WEAPONS;
use roguelike::key::Key;
use roguelike::monster::KINDS;

use crate::scene::{Scene, cells, fresh, game, messages, monsters_at, player_at, press, top};

#[test]
fn the_full_stop_goes_down_on_the_stairs_only() {
    let mut game = game(11, &["#####", "#@>.#", "#####"]);
    assert_eq!(game.press(Key::PERIOD), Outcome::Redraw);
    assert_eq!((game.depth(), messages(&game)), (0, vec!["There are no stairs here.".to_owned()]));
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(game.press(Key::PERIOD), Outcome::Redraw);
    assert_eq!((game.depth(), game.level_count()), (1, 2));
    assert_eq!(messages(&game), ["You descend to depth 2."]);
    let start = game.cur().map.rooms[0].centre();
    assert_eq!(player_at(&game), (start.x, start.y));
    assert!(game.cur().map.tile(start).visible);
    assert!(
        game.title()
            .starts_with("Roguelike - Part 11   |   Depth 2   |   HP 30/30  POW5 DEF0   (i inv, > stairs)")
    );
}

#[test]
fn before_part_11_the_full_stop_means_nothing() {
    assert_eq!(game(10, &["#####", "#@>.#", "#####"]).press(Key::PERIOD), Outcome::Nothing);
}

#[test]
fn going_down_takes_no_turn() {
    let mut game = Scene::drawn(11, &["######", "#>..g#", "######"]).begin();
    assert_eq!(player_at(&game), (0, 0));
    let mut scene = Scene::drawn(11, &["######", "#>..g#", "######"]);
    scene.player.pos = scene.level.stairs;
    scene.player.status_turns[roguelike::entity::Status::Poisoned as usize] = 3;
    let mut other = scene.begin();
    press(&mut other, &[Key::PERIOD]);
    assert_eq!((other.player().hp, other.player().status_turns), (30, [3, 0]));
    press(&mut game, &[Key::PERIOD]);
    assert_eq!(monsters_at(&game), [(4, 1)], "not even where there are no stairs");
}

#[test]
fn the_stairs_are_in_the_centre_of_the_last_room() {
    for seed in 0..5 {
        let game = fresh(11, seed);
        let level = game.cur();
        assert_eq!(level.stairs, level.map.rooms.last().unwrap().centre());
        assert_eq!(player_at(&game), (level.map.rooms[0].centre().x, level.map.rooms[0].centre().y));
    }
}

#[test]
fn deeper_monsters_are_tougher() {
    let part = roguelike::part::Part::new(11).unwrap();
    let at = |depth| {
        let body = KINDS[1].spawn(part, depth, Default::default()).entity;
        (body.hp, body.max_hp, body.power)
    };
    assert_eq!([at(0), at(1), at(2), at(3)], [(5, 5, 4), (6, 6, 4), (7, 7, 5), (8, 8, 5)]);
    let before = KINDS[1].spawn(roguelike::part::Part::new(10).unwrap(), 3, Default::default()).entity;
    assert_eq!((before.hp, before.power), (5, 4), "there is no depth before");
}

#[test]
fn every_level_down_has_room_for_two_more_monsters() {
    let mut most = 0;
    for seed in 0..20 {
        let mut game = fresh(11, seed);
        assert!(game.cur().monsters.len() <= 8);
        let stairs = game.cur().stairs;
        let mut scene = Scene::drawn(11, &[]);
        scene.level = game.cur().clone();
        scene.player.pos = stairs;
        game = scene.begin();
        press(&mut game, &[Key::PERIOD]);
        let rooms = game.cur().map.rooms.len();
        assert_eq!(game.cur().monsters.len(), (rooms - 1).min(10));
        most = most.max(game.cur().monsters.len());
        assert!(game.cur().monsters.iter().all(|monster| monster.entity.hp >= 4));
    }
    assert_eq!(most, 10);
}

#[test]
fn a_new_run_begins_on_top_again() {
    let mut game = game(11, &["#####", "#@>.#", "#####"]);
    press(&mut game, &[Key::RIGHT, Key::PERIOD, Key::SPACE]);
    assert_eq!((game.depth(), game.level_count()), (0, 1));
}

#[test]
fn the_stairs_are_drawn_below_everything_and_remembered() {
    let mut scene = Scene::drawn(11, &["#################", "#>@.............#", "#################"]);
    scene.level.items.push(FloorItem { item: WEAPONS[0], pos: scene.level.stairs });
    let mut game = scene.begin();
    assert_eq!(cells(&game, 1, 1)[1..], [('>', Color(235, 215, 90)), ('/', Color(185, 185, 205))]);
    press(&mut game, &[Key::RIGHT; 13]);
    assert_eq!(cells(&game, 1, 1)[1], ('>', Color(95, 88, 48)));
    let dark = crate::scene::game(11, &["########", "#@.#..>#", "########"]);
    assert_eq!(top(&dark, 6, 1), None);
}
