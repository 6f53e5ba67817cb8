//! Part 3: the field of view, and the fog of war.

use roguelike::color::Color;
use roguelike::fov;
use roguelike::game::{Game, OtherView, Setup};
use roguelike::key::Key;
use roguelike::map::{Map, Pos, TileType};

use crate::scene::{Scene, cells, fresh, game, press};

#[test]
fn in_the_open_the_view_is_a_disc_of_11_tiles() {
    let game = Scene::hall(3).begin();
    let centre = game.player().pos;
    for pos in Map::positions() {
        let (dx, dy) = (pos.x - centre.x, pos.y - centre.y);
        assert_eq!(game.cur().map.tile(pos).visible, dx * dx + dy * dy <= 121, "{dx},{dy}");
    }
}

#[test]
fn a_wall_is_seen_and_hides_what_lies_behind_it() {
    let game = game(3, &["########", "#@.#...#", "########"]);
    let visible = |x| game.cur().map.tile(Pos::new(x, 1)).visible;
    assert!(visible(0) && visible(1) && visible(2) && visible(3));
    assert!(!visible(4) && !visible(5));
}

#[test]
fn a_pillar_casts_a_shadow_in_all_directions() {
    for (dx, dy) in [(2, 0), (-2, 0), (0, 2), (0, -2), (2, 2), (-2, 2), (2, -2), (-2, -2)] {
        let mut scene = Scene::hall(3);
        let centre = scene.player.pos;
        let place = |times: i32| Pos::new(centre.x + times * dx, centre.y + times * dy);
        scene.level.map.carve_tile(place(1).x, place(1).y, TileType::Wall);
        let game = scene.begin();
        assert!(game.cur().map.tile(place(1)).visible, "the pillar at {dx},{dy}");
        assert!(!game.cur().map.tile(place(2)).visible, "behind the pillar at {dx},{dy}");
    }
}

#[test]
fn what_was_seen_is_remembered_and_drawn_darker() {
    let mut game =
        game(3, &["##########################", "#@.......................#", "##########################"]);
    assert_eq!(cells(&game, 2, 1), [('.', Color(100, 92, 80))]);
    assert_eq!(cells(&game, 0, 1), [('#', Color(150, 140, 175))]);
    assert_eq!(cells(&game, 20, 1), [], "never seen");
    press(&mut game, &[Key::RIGHT; 15]);
    assert_eq!(cells(&game, 2, 1), [('.', Color(40, 37, 33))]);
    assert_eq!(cells(&game, 0, 1), [('#', Color(58, 54, 72))]);
    assert_eq!(cells(&game, 20, 1), [('.', Color(100, 92, 80))]);
}

#[test]
fn a_new_dungeon_is_unknown() {
    let mut game = fresh(3, 42);
    press(&mut game, &[Key::LEFT, Key::SPACE]);
    let map = &game.cur().map;
    assert!(Map::positions().all(|pos| map.tile(pos).explored == map.tile(pos).visible));
    assert!(Map::positions().any(|pos| map.tile(pos).visible));
    assert_eq!(game.title(), "Roguelike - Part 3: Field of View");
}

#[test]
fn another_algorithm_can_compute_the_view() {
    let only_here = OtherView {
        name: "here",
        compute: |map, pos| {
            map.tiles.as_flattened_mut().iter_mut().for_each(|tile| tile.visible = false);
            map.tiles[pos.y as usize][pos.x as usize].visible = true;
        },
    };
    let part = "3".parse().unwrap();
    let mut game = Game::new(Setup { other_view: Some(only_here), ..Setup::new(part, 42) });
    assert_eq!(game.other_view().map(|view| view.name), Some("here"));
    for key in [Key::RIGHT, Key::DOWN, Key::LEFT] {
        let visible = Map::positions().filter(|&pos| game.cur().map.tile(pos).visible);
        assert_eq!(visible.collect::<Vec<_>>(), [game.player().pos]);
        press(&mut game, &[key]);
    }
}

#[test]
fn outside_the_map_nothing_is_seen() {
    let mut map = Map::drawn(&["..."]);
    fov::compute(&mut map, Pos::new(1, 0));
    assert!(map.tile(Pos::new(0, 0)).visible);
    for outside in [Pos::new(-1, 0), Pos::new(64, 0), Pos::new(0, -1), Pos::new(0, 36)] {
        fov::compute(&mut map, outside);
        assert!(!Map::positions().any(|pos| map.tile(pos).visible));
    }
}

#[test]
fn without_fog_or_without_a_run_there_is_no_view() {
    // Part 2 has no fog of war, and Part 14 has no run before the choice of a class.
    for part in [2, 14] {
        let game = fresh(part, 42);
        assert!(!Map::positions().any(|pos| game.cur().map.tile(pos).visible), "Part {part}");
    }
}
