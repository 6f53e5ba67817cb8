//! Part 9: weapons, armour and defense.

use roguelike::color::Color;
use roguelike::item::{FloorItem, Item, PotionType};
use roguelike::key::Key;
use roguelike::map::Pos;

use crate::scene::{
    Scene, carrying, cells, color, column, expect_items, frame, fresh, game, messages, monsters_hp, press,
    row, top, use_first,
};

const DAGGER: Item = Item::Weapon { name: "dagger", bonus: 2 };
const SWORD: Item = Item::Weapon { name: "sword", bonus: 4 };
const LEATHER: Item = Item::Armour { name: "leather", bonus: 1 };
const CHAIN_MAIL: Item = Item::Armour { name: "chain mail", bonus: 3 };

#[test]
fn armour_takes_its_bonus_off_every_blow_but_leaves_1() {
    // A rat has power 2 now, a kobold 4, a goblin 6.
    for (drawing, armour, damage) in [
        ("#@r#", None, 2),
        ("#@k#", None, 4),
        ("#@g#", None, 6),
        ("#@g#", Some(LEATHER), 5),
        ("#@g#", Some(CHAIN_MAIL), 3),
        ("#@r#", Some(LEATHER), 1),
        ("#@r#", Some(CHAIN_MAIL), 1),
    ] {
        let mut game = Scene::drawn(9, &["####", "#..#", drawing, "####"])
            .stats(move |game| {
                game.strength_bonus = -4;
                game.armour = armour;
            })
            .begin();
        press(&mut game, &[Key::RIGHT]);
        assert_eq!(30 - game.player().hp, damage, "{drawing} against {armour:?}");
    }
}

#[test]
fn a_hit_always_hurts() {
    let mut game =
        Scene::drawn(9, &["####", "#@r#", "####"]).monster(0, |rat| rat.entity.defense = 1_000).begin();
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(monsters_hp(&game), [2]);
}

#[test]
fn a_new_weapon_sends_the_old_one_back_to_the_inventory() {
    let mut scene = Scene::drawn(9, &["######", "#@...#", "######"]);
    for (item, x) in [(DAGGER, 2), (SWORD, 3)] {
        scene.level.items.push(FloorItem { item, pos: Pos::new(x, 1) });
    }
    let mut game = scene.begin();
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(messages(&game), ["You pick up a dagger (+2 pow)."]);
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(messages(&game), ["You pick up a sword (+4 pow)."]);
    use_first(&mut game);
    assert_eq!((game.player().power, game.inventory()), (7, &[SWORD][..]));
    assert_eq!(messages(&game), ["You wield the dagger."]);
    use_first(&mut game);
    assert_eq!((game.player().power, game.inventory()), (9, &[DAGGER][..]));
    assert_eq!(messages(&game), ["You wield the sword."]);
    assert_eq!(game.title(), "Roguelike - Part 9   |   HP: 30/30   POW: 9   DEF: 0   (i = inventory)");
}

#[test]
fn worn_armour_is_defense_and_is_exchanged_likewise() {
    let mut scene = Scene::drawn(9, &["######", "#@...#", "######"]);
    for (item, x) in [(LEATHER, 2), (CHAIN_MAIL, 3)] {
        scene.level.items.push(FloorItem { item, pos: Pos::new(x, 1) });
    }
    let mut game = scene.begin();
    press(&mut game, &[Key::RIGHT, Key::RIGHT]);
    assert_eq!(messages(&game), ["You pick up a chain mail (+3 def)."]);
    use_first(&mut game);
    assert_eq!((game.player().defense, messages(&game)), (1, vec!["You don the leather.".to_owned()]));
    use_first(&mut game);
    assert_eq!((game.player().defense, game.inventory()), (3, &[LEATHER][..]));
    assert_eq!(messages(&game), ["You don the chain mail."]);
}

#[test]
fn strength_outlasts_weapons_and_poison_has_fewer_words() {
    let mut game = Scene::hall(9)
        .at_hand(Item::Potion(PotionType::Strength))
        .stats(|game| game.weapon = Some(DAGGER))
        .begin();
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(game.player().power, 7);
    use_first(&mut game);
    assert_eq!((game.player().power, game.strength_bonus), (8, 1));
    let mut game = carrying(9, Item::Potion(PotionType::Poison), |_| {});
    use_first(&mut game);
    assert_eq!((game.player().hp, &messages(&game)[1][..]), (24, "You retch — poison! (HP 24)"));
}

#[test]
fn a_new_dungeon_takes_everything_away() {
    let mut game = Scene::hall(9).at_hand(SWORD).stats(|game| game.strength_bonus = 3).begin();
    press(&mut game, &[Key::RIGHT]);
    use_first(&mut game);
    assert_eq!(game.player().power, 12);
    press(&mut game, &[Key::SPACE]);
    assert_eq!((game.player().power, game.wielded(), game.inventory().len()), (5, None, 0));
}

#[test]
fn seven_tries_place_potions_weapons_and_armour() {
    let mut seen = Vec::new();
    for seed in 0..30 {
        let game = fresh(9, seed);
        assert!(game.cur().items.len() <= 7);
        seen.extend(game.cur().items.iter().map(|lying| lying.item.name()));
    }
    seen.sort();
    seen.dedup();
    let all = [
        "chain mail",
        "dagger",
        "leather",
        "potion of healing",
        "potion of poison",
        "potion of strength",
        "sword",
    ];
    assert_eq!(seen, all);
}

#[test]
fn weapons_are_slashes_and_armour_brackets_in_one_colour() {
    let mut game = game(9, &["#################", "#/[!@...........#", "#################"]);
    assert_eq!(top(&game, 1, 1), Some(('/', Color(185, 185, 205))));
    assert_eq!(top(&game, 2, 1), Some(('[', Color(200, 160, 110))));
    assert_eq!(top(&game, 3, 1), Some(('!', Color(200, 120, 220))));
    press(&mut game, &[Key::RIGHT; 12]);
    assert_eq!(cells(&game, 1, 1)[1], ('/', Color(72, 66, 80)));
    assert_eq!(cells(&game, 3, 1)[1], ('!', Color(72, 66, 80)));
}

#[test]
fn the_pack_shows_what_is_wielded_and_worn() {
    let mut game = carrying(9, SWORD, |_| {});
    press(&mut game, &[Key::I]);
    assert_eq!((row(&game, 4), column(&game, 4)), ("== INVENTORY ==".to_owned(), 8));
    assert_eq!(row(&game, 6), "Wielding: (bare fists)");
    assert_eq!(row(&game, 7), "Wearing:  (no armour)");
    assert_eq!(
        (row(&game, 9), row(&game, 10), column(&game, 10)),
        ("Pack:".into(), "a)  sword (+4 pow)".into(), 11)
    );
    assert_eq!(row(&game, 33), "letter to use/equip      i / ESC  close");
    assert_eq!(color(&game, 6), Color(150, 205, 160));
    press(&mut game, &[Key::A, Key::I]);
    assert_eq!(row(&game, 6), "Wielding: sword (+4 pow)");
    assert_eq!((row(&game, 10), column(&game, 10)), ("(empty - explore to find loot!)".into(), 11));
}

#[test]
fn the_inventory_has_a_line_for_each_item_that_fits() {
    let floor = format!("#@{}#", "!".repeat(30));
    let mut game = game(9, &["#".repeat(33).as_str(), &floor, &"#".repeat(33)]);
    press(&mut game, &[Key::RIGHT; 30]);
    press(&mut game, &[Key::I]);
    // The line that tells the keys is drawn upon slot x.
    let letters = (10..36).filter(|&y| y != 33).map(|y| row(&game, y).chars().next());
    assert_eq!(letters.collect::<Option<String>>().unwrap(), "abcdefghijklmnopqrstuvwyz");
    let lowest = frame(&game).cells().iter().map(|(pos, _)| pos.y).max();
    assert_eq!(lowest, Some(35), "four lines are below the window");
}

#[test]
fn of_100_items_60_are_potions_20_weapons_and_20_armour() {
    expect_items(9, |draws| match draws.uniform(0, 99) {
        0..=59 => Item::Potion(PotionType::ALL[draws.uniform(0, 2) as usize]),
        60..=79 => [DAGGER, SWORD][draws.uniform(0, 1) as usize],
        _ => [LEATHER, CHAIN_MAIL][draws.uniform(0, 1) as usize],
    });
}
