//! Part 7: Dijkstra maps. Monsters find the way around walls, and flee when badly hurt.

use roguelike::dijkstra_map::{DijkstraMap, UNREACHABLE};
use roguelike::key::Key;
use roguelike::map::{Map, Pos};

use crate::scene::{Scene, game, messages, monsters_at, press};

#[test]
fn a_dijkstra_map_has_the_number_of_steps_to_the_player() {
    let map = Map::drawn(&["#####", "#..##", "##..#", "####.", "#####"]);
    let mut distances = DijkstraMap::new();
    distances.compute(&map, Pos::new(1, 1));
    let at = |x, y| distances.at(Pos::new(x, y));
    assert_eq!([at(1, 1), at(2, 1), at(2, 2), at(3, 2)], [0, 1, 2, 3]);
    assert_eq!([at(4, 3), at(0, 0), at(-1, 1), at(1, 36)], [UNREACHABLE; 4], "no way, wall, and outside");
    // Computed again from a wall, it reaches no tile.
    distances.compute(&map, Pos::new(0, 0));
    assert_eq!(distances.at(Pos::new(1, 1)), UNREACHABLE);
}

#[test]
fn a_hunter_takes_the_way_around_a_wall() {
    let rows = ["#######", "#.@...#", "#.###.#", "#..g..#", "#######"];
    // The goblin of Part 6 stands below the wall and looks up. It does not see the player, so the wall has a
    // hole.
    let mut game = Scene::drawn(7, &rows).begin();
    game.press(Key::LEFT);
    assert!(!game.cur().map.tile(Pos::new(3, 3)).visible);
    let open = ["######", "#@...#", "#..#.#", "#..r.#", "######"];
    for (part, expected) in [(6, (2, 3)), (7, (2, 3))] {
        let mut game = crate::scene::game(part, &open);
        press(&mut game, &[Key::DOWN]);
        assert_eq!(monsters_at(&game), [expected]);
    }
}

#[test]
fn among_equal_ways_up_comes_first_then_down_left_right() {
    // Two ways of the same length: up and left.
    let mut game = game(7, &["#####", "#@..#", "#...#", "#..r#", "#####"]);
    press(&mut game, &[Key::UP]);
    assert_eq!(monsters_at(&game), [(3, 3)], "a wall took no turn");
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(monsters_at(&game), [(3, 2)]);
}

#[test]
fn a_monster_with_a_third_of_its_hit_points_flees() {
    // Maximum 3, 5 and 8: they flee with 1, 1 and 2 and hunt with one more.
    for (glyph, flees_at) in [('r', 1), ('k', 1), ('g', 2)] {
        let rows = ["##########".to_owned(), format!("#@...{glyph}...#"), "##########".to_owned()];
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        for (hp, expected) in [(flees_at, 6), (flees_at + 1, 4)] {
            let mut game = Scene::drawn(7, &rows).monster(0, |monster| monster.entity.hp = hp).begin();
            press(&mut game, &[Key::RIGHT]);
            assert_eq!(monsters_at(&game), [(expected, 1)], "{glyph} with {hp} hit points");
        }
    }
}

#[test]
fn a_fleeing_monster_stays_in_a_corner_and_fights_when_caught() {
    let mut game =
        Scene::drawn(7, &["#######", "#@...r#", "#######"]).monster(0, |rat| rat.entity.hp = 1).begin();
    press(&mut game, &[Key::RIGHT, Key::RIGHT]);
    assert_eq!(monsters_at(&game), [(5, 1)]);
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(messages(&game), ["the rat hits You for 1. (You: 29 hp)"]);
}

#[test]
fn no_monster_steps_onto_another_living_monster() {
    let mut game = game(7, &["########", "#@...gr#", "########"]);
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(monsters_at(&game), [(4, 1), (5, 1)]);
    let mut game =
        Scene::drawn(7, &["########", "#@..rg.#", "########"]).monster(0, |rat| rat.entity.hp = 1).begin();
    press(&mut game, &[Key::RIGHT]);
    // The rat wants to flee through the goblin, and the goblin to hunt through the rat.
    assert_eq!(monsters_at(&game), [(4, 1), (5, 1)]);
}

#[test]
fn the_healthy_hunt_and_the_hurt_flee_each_on_its_own_tile() {
    let mut scene = Scene::hall(7);
    scene.player.pos = Pos::new(10, 11);
    for (kind, x) in [(2, 13), (2, 14), (0, 7)] {
        let pos = Pos::new(x, 10);
        scene.level.monsters.push(roguelike::monster::KINDS[kind].spawn(scene.part, 0, pos));
    }
    let mut game = scene.monster(2, |rat| rat.entity.hp = 1).begin();
    press(&mut game, &[Key::UP]);
    // Up comes first among the ways that lead as far away.
    assert_eq!(monsters_at(&game), [(12, 10), (13, 10), (7, 9)]);
    assert_eq!(game.title(), "Roguelike - Part 7   |   HP: 30 / 30");
}

#[test]
fn a_monster_without_a_way_stays() {
    let mut game = Scene::drawn(7, &["#######", "#@....#", "####.##", "#.....#", "#######"]).begin();
    assert!(monsters_at(&game).is_empty());
    press(&mut game, &[Key::RIGHT]);
    // In view across a corner that cannot be passed.
    let mut split = crate::scene::game(7, &["#####", "#@.##", "###r#", "#####"]);
    press(&mut split, &[Key::RIGHT]);
    assert_eq!(monsters_at(&split), [(3, 2)]);
}
