//! Part 13: scrolls of lightning and fireball.

use roguelike::color::Color;
use roguelike::game::Game;
use roguelike::item::{ARMOURS, Item, LABELS, PotionType, ScrollType, WEAPONS};
use roguelike::key::Key;
use roguelike::map::Pos;
use roguelike::monster::{KINDS, Monster};

use crate::scene::{Scene, carrying, expect_items, fresh, messages, monsters_hp, press, row, top, use_first};

const LIGHTNING: Item = Item::Scroll(ScrollType::Lightning);
const FIREBALL: Item = Item::Scroll(ScrollType::Fireball);

/// A room with a scroll to pick up on the first step, and monsters with 20 hit points.
fn reading(scroll: Item, rows: &[&str]) -> Scene {
    let mut scene = Scene::drawn(13, rows).at_hand(scroll);
    for monster in &mut scene.level.monsters {
        (monster.entity.hp, monster.entity.max_hp) = (20, 20);
    }
    scene
}

#[test]
fn lightning_takes_6_from_the_nearest_monster() {
    let mut game = reading(LIGHTNING, &["############", "#@....r..g.#", "############"])
        .monster(0, |rat| rat.entity.defense = 5)
        .begin();
    press(&mut game, &[Key::RIGHT]);
    let label = LABELS[game.scrolls()[0].0];
    assert_eq!(messages(&game), [format!("You pick up a scroll labelled \"{label}\".")]);
    use_first(&mut game);
    assert_eq!(monsters_hp(&game), [14, 20]);
    let told = [
        format!("You read the scroll labelled \"{label}\"."),
        "the rat is blasted for 6. (the rat: 14 hp)".to_owned(),
        "It was a scroll of lightning!".to_owned(),
    ];
    assert_eq!(messages(&game), told);
}

#[test]
fn on_a_tie_the_first_monster_of_the_list_is_hit() {
    let mut game = reading(LIGHTNING, &["#########", "#...@...#", "#.......#", "#g.....k#", "#########"])
        .monster(0, |goblin| goblin.entity.pos = Pos::new(7, 3))
        .monster(1, |kobold| kobold.entity.pos = Pos::new(3, 3))
        .begin();
    press(&mut game, &[Key::RIGHT]);
    let ways: Vec<i32> =
        game.cur().monsters.iter().map(|monster| monster.entity.pos.manhattan(game.player().pos)).collect();
    assert!(ways[0] <= ways[1], "{ways:?}");
    use_first(&mut game);
    assert_eq!(monsters_hp(&game), [14, 20]);
}

/// Reads the fireball in the pack. Asserts that it hurts those within a tile of the target and no other.
fn explode_around(game: &mut Game, target: usize) {
    let centre = game.cur().monsters[target].entity.pos;
    let left = |monster: &Monster| {
        let (dx, dy) = (monster.entity.pos.x - centre.x, monster.entity.pos.y - centre.y);
        if dx.abs() <= 1 && dy.abs() <= 1 { 15 } else { 20 }
    };
    let expected: Vec<i32> = game.cur().monsters.iter().map(left).collect();
    assert!(expected.contains(&20) && expected[target + 1..].contains(&15), "{expected:?}");
    use_first(game);
    assert_eq!(monsters_hp(game), expected);
}

#[test]
fn a_fireball_ends_a_tile_from_the_target_on_every_side() {
    let mut scene = Scene::hall(13).at_hand(FIREBALL);
    // The goblin is the nearest, five tiles from the player after the first step. Around it stand rats, some
    // of them two or three tiles away.
    let places = (-3..=3).flat_map(|dy| (-3..=3).map(move |dx| Pos::new(38 + dx, 18 + dy)));
    let rats = places.filter(|pos| pos.x > 36 && (pos.x + pos.y) % 2 == 0);
    let part = scene.part;
    scene.level.monsters = std::iter::once((2, Pos::new(36, 18)))
        .chain(rats.map(|pos| (0, pos)))
        .map(|(kind, pos)| KINDS[kind].spawn(part, 0, pos))
        .collect();
    for monster in &mut scene.level.monsters {
        (monster.entity.hp, monster.entity.max_hp) = (20, 20);
    }
    let mut game = scene.begin();
    press(&mut game, &[Key::RIGHT]);
    explode_around(&mut game, 0);
}

#[test]
fn a_fireball_takes_5_from_every_monster_around_the_target() {
    let rows =
        ["##########", "#........#", "#@....rg.#", "#......Sk#", "#........#", "#.......g#", "##########"];
    let mut game = reading(FIREBALL, &rows).begin();
    press(&mut game, &[Key::RIGHT]);
    explode_around(&mut game, 0);
    assert_eq!(messages(&game)[1], "the rat is blasted for 5. (the rat: 15 hp)");
    assert!(messages(&game).contains(&"It was a scroll of fireball!".to_owned()));
}

#[test]
fn the_magic_bonus_is_added() {
    for (scroll, left) in [(LIGHTNING, 8), (FIREBALL, 9)] {
        let mut game = reading(scroll, &["#########", "#@.....r#", "#########"])
            .stats(|game| game.magic_bonus = 6)
            .begin();
        press(&mut game, &[Key::RIGHT]);
        use_first(&mut game);
        assert_eq!(monsters_hp(&game), [left]);
    }
}

#[test]
fn magic_kills() {
    for hp in [6, 3] {
        let mut game = reading(LIGHTNING, &["#########", "#@.....r#", "#########"])
            .monster(0, |rat| rat.entity.hp = hp)
            .begin();
        press(&mut game, &[Key::RIGHT]);
        use_first(&mut game);
        assert_eq!(
            messages(&game)[1..3],
            ["the rat is blasted for 6. (the rat: 0 hp)", "the rat is destroyed."]
        );
        assert!(!game.cur().monsters[0].entity.alive);
    }
}

#[test]
fn without_a_target_it_fizzles_and_is_identified() {
    let mut game = reading(LIGHTNING, &["##########", "#@..r#..g#", "##########"])
        .monster(0, |rat| {
            rat.entity.hp = 0;
            rat.entity.alive = false;
        })
        .begin();
    press(&mut game, &[Key::RIGHT]);
    use_first(&mut game);
    assert_eq!(
        messages(&game)[1..],
        ["The magic crackles and fades — nothing in sight.", "It was a scroll of lightning!"]
    );
    assert_eq!(monsters_hp(&game), [0, 20]);
    assert!(game.scrolls()[0].1 && !game.scrolls()[1].1);
}

#[test]
fn a_fireball_spares_the_dead() {
    let mut game = reading(FIREBALL, &["#########", "#@....rg#", "#########"])
        .monster(1, |goblin| goblin.entity.alive = false)
        .begin();
    press(&mut game, &[Key::RIGHT]);
    use_first(&mut game);
    assert_eq!(monsters_hp(&game), [15, 20]);
}

#[test]
fn a_known_scroll_is_called_by_its_name() {
    let mut game = carrying(13, LIGHTNING, |_| {});
    use_first(&mut game);
    assert_eq!(game.item_label(LIGHTNING), "scroll of lightning");
    let label = LABELS[game.scrolls()[1].0];
    assert_eq!(game.item_label(FIREBALL), format!("scroll labelled \"{label}\""));
    assert_ne!(game.scrolls()[0].0, game.scrolls()[1].0);
}

#[test]
fn scrolls_lie_about_from_part_13_on() {
    let found =
        |part, item| (0..30).any(|seed| fresh(part, seed).cur().items.iter().any(|lying| lying.item == item));
    assert_eq!([found(12, LIGHTNING), found(12, FIREBALL)], [false, false]);
    assert_eq!([found(13, LIGHTNING), found(13, FIREBALL)], [true, true]);
}

#[test]
fn a_scroll_is_a_question_mark_and_the_pack_can_be_read() {
    let mut game = crate::scene::game(13, &["#####", "#@.?#", "#####"]);
    assert_eq!(top(&game, 3, 1), Some(('?', Color(120, 200, 220))));
    press(&mut game, &[Key::I]);
    assert_eq!(row(&game, 33), "letter to use/read/equip      i / ESC  close");
    assert_eq!(row(&game, 10), "(empty - explore to find loot!)");
}

#[test]
fn half_of_all_items_are_potions_and_a_fifth_are_scrolls() {
    expect_items(13, |draws| match draws.uniform(0, 99) {
        0..=49 => Item::Potion(PotionType::ALL[draws.uniform(0, 3) as usize]),
        50..=69 => [LIGHTNING, FIREBALL][draws.uniform(0, 1) as usize],
        70..=84 => WEAPONS[draws.uniform(0, 1) as usize],
        _ => ARMOURS[draws.uniform(0, 1) as usize],
    });
}
