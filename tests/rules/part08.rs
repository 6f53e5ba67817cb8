//! Part 8: potions, a pack, and appearances that hide what a potion does.

use roguelike::color::Color;
use roguelike::game::{GameState, Outcome};
use roguelike::item::{COLOURS, FloorItem, Item, PotionType};
use roguelike::key::Key;
use roguelike::level::Level;
use roguelike::map::{Map, Pos, Room};
use roguelike::part::Part;
use roguelike::rng::{Rng, StdLib};

use crate::scene::{
    Scene, carrying, cells, color, column, fresh, game, key, messages, monsters_at, player_at, press, row,
    use_first,
};

const HEALING: Item = Item::Potion(PotionType::Healing);
const POISON: Item = Item::Potion(PotionType::Poison);
const STRENGTH: Item = Item::Potion(PotionType::Strength);

#[test]
fn a_healing_potion_restores_up_to_10_hit_points() {
    for (before, after) in [(5, 15), (20, 30), (25, 30)] {
        let mut game = carrying(8, HEALING, |player| player.hp = before);
        let look = COLOURS[game.potions()[0].0];
        use_first(&mut game);
        assert_eq!(game.player().hp, after);
        let told = [
            format!("You quaff the {look} potion."),
            format!("A warm glow spreads through you. (HP {after}/30)"),
            "It was potion of healing!".to_owned(),
        ];
        assert_eq!(messages(&game), told);
    }
}

#[test]
fn a_potion_of_poison_takes_6_hit_points_at_once() {
    let mut game = carrying(8, POISON, |_| {});
    use_first(&mut game);
    assert_eq!((game.player().hp, game.state()), (24, GameState::Playing));
    assert_eq!(messages(&game)[1], "You retch — it was poison! (HP 24)");
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(game.player().hp, 24, "and that is all");
}

#[test]
fn at_6_hit_points_poison_kills_when_the_turn_ends() {
    for hp in [6, 4] {
        let mut game = carrying(8, POISON, |player| player.hp = hp);
        use_first(&mut game);
        assert_eq!(messages(&game)[1], "You retch — it was poison! (HP 0)");
        assert_eq!((game.state(), game.player().hp), (GameState::Dead, hp - 6));
        let title = format!("Roguelike - Part 8   |   HP: {} / 30   |   Items: 0   (i = inventory)", hp - 6);
        assert_eq!(game.title(), title);
    }
}

#[test]
fn a_potion_of_strength_adds_one_power() {
    let mut game = carrying(8, STRENGTH, |_| {});
    use_first(&mut game);
    assert_eq!(game.player().power, 6);
    assert_eq!(messages(&game)[1..], ["Your muscles swell. (power 6)", "It was potion of strength!"]);
}

#[test]
fn drinking_one_potion_tells_what_all_of_its_type_are() {
    let mut game = game(8, &["######", "#@!!.#", "######"]);
    press(&mut game, &[Key::RIGHT]);
    let look = COLOURS[game.potions()[0].0];
    assert_eq!(messages(&game), [format!("You pick up a {look} potion.")]);
    use_first(&mut game);
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(messages(&game), ["You pick up a potion of healing."]);
    use_first(&mut game);
    assert_eq!(
        messages(&game),
        ["You quaff the potion of healing.", "A warm glow spreads through you. (HP 30/30)"]
    );
    let known = game.potions().map(|(_, known)| known);
    assert!(known[0] && !known[1] && !known[2]);
}

#[test]
fn a_step_picks_up_the_first_item_that_lies_there_and_no_more() {
    let mut scene = Scene::drawn(8, &["#####", "#@..#", "#####"]);
    for item in [POISON, HEALING] {
        scene.level.items.push(FloorItem { item, pos: Pos::new(2, 1) });
    }
    let mut game = scene.begin();
    press(&mut game, &[Key::RIGHT]);
    assert_eq!((game.inventory(), game.cur().items.len()), (&[POISON][..], 1));
    press(&mut game, &[Key::RIGHT, Key::LEFT]);
    assert_eq!((game.inventory(), game.cur().items.len()), (&[POISON, HEALING][..], 0));
    assert_eq!(game.title(), "Roguelike - Part 8   |   HP: 30 / 30   |   Items: 2   (i = inventory)");
}

#[test]
fn i_opens_and_closes_the_pack_and_takes_no_turn() {
    let mut game = game(8, &["########", "#@!...r#", "########"]);
    press(&mut game, &[Key::RIGHT]);
    let before = monsters_at(&game);
    for close in [Key::I, Key::ESCAPE] {
        assert_eq!(game.press(Key::I), Outcome::Redraw);
        assert_eq!(game.state(), GameState::Inventory);
        // There is one item: B names none, and a direction key is a letter or nothing here. The original
        // repaints after every letter.
        for key in [key("B"), key("Z"), Key::D] {
            assert_eq!(game.press(key), Outcome::Redraw);
        }
        for key in [Key::UP, Key::SPACE, Key::PERIOD] {
            assert_eq!(game.press(key), Outcome::Nothing);
        }
        assert_eq!(game.state(), GameState::Inventory);
        assert_eq!(game.press(close), Outcome::Redraw);
        assert_eq!(game.state(), GameState::Playing);
    }
    assert_eq!((monsters_at(&game), player_at(&game)), (before, (2, 1)));
    // Using an item is a turn, and closes the pack.
    use_first(&mut game);
    assert_eq!((monsters_at(&game), game.state()), (vec![(4, 1)], GameState::Playing));
    assert_eq!(game.inventory(), []);
}

#[test]
fn the_ninth_slot_can_never_be_used_because_i_closes_the_pack() {
    let mut scene = Scene::hall(8);
    let start = scene.player.pos;
    for x in 1..=10 {
        scene.level.items.push(FloorItem { item: HEALING, pos: Pos::new(start.x + x, start.y) });
    }
    let mut game = scene.begin();
    press(&mut game, &[Key::RIGHT; 10]);
    press(&mut game, &[Key::I, Key::I]);
    assert_eq!((game.inventory().len(), game.state()), (10, GameState::Playing));
    press(&mut game, &[Key::I, key("J")]);
    assert_eq!(game.inventory().len(), 9);
}

#[test]
fn potions_are_drawn_below_monsters_and_remembered() {
    let corridor = "#.!.............#";
    let wall = "#".repeat(corridor.len());
    let mut scene = Scene::drawn(8, &[&wall, corridor, &wall]);
    scene.player.pos = Pos::new(1, 1);
    let mut game = scene.begin();
    assert_eq!(cells(&game, 2, 1), [('.', Color(100, 92, 80)), ('!', Color(200, 120, 220))]);
    let mut far = Scene::drawn(8, &[&wall, corridor, &wall]);
    far.player.pos = Pos::new(15, 1);
    assert_eq!(cells(&far.begin(), 2, 1), []);
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(cells(&game, 2, 1).len(), 2, "picked up: the tile and the player");

    let mut remembered =
        Scene::drawn(8, &["#################", "#!@.............#", "#################"]).begin();
    press(&mut remembered, &[Key::RIGHT; 13]);
    assert_eq!(cells(&remembered, 1, 1), [('.', Color(40, 37, 33)), ('!', Color(90, 55, 100))]);
}

#[test]
fn six_tries_place_potions_of_three_types() {
    let mut seen = [false; 3];
    for seed in 0..20 {
        let game = fresh(8, seed);
        assert!(game.cur().items.len() <= 6 && game.inventory().is_empty());
        for lying in &game.cur().items {
            let Item::Potion(potion) = lying.item else { panic!("{:?}", lying.item) };
            seen[potion as usize] = true;
            assert!(game.cur().map.is_floor(lying.pos));
        }
        let looks = game.potions();
        assert!(looks.iter().all(|&(look, known)| look < 6 && !known));
        assert!(looks[0].0 != looks[1].0 && looks[1].0 != looks[2].0 && looks[0].0 != looks[2].0);
    }
    assert_eq!(seen, [true; 3]);
}

#[test]
fn the_pack_is_a_box_that_grows() {
    let mut game = game(8, &["#####", "#@!.#", "#####"]);
    press(&mut game, &[Key::I]);
    let line = |game: &_, y| row(game, y).trim_matches(['|', ' ']).to_owned();
    let border = format!("|{}|", "=".repeat(44));
    assert_eq!((row(&game, 6), row(&game, 10), column(&game, 6)), (border.clone(), border.clone(), 9));
    assert_eq!(color(&game, 6), Color(120, 110, 140));
    assert_eq!(line(&game, 7), "I N V E N T O R Y");
    assert_eq!(line(&game, 9), "(empty - find some potions!)");
    assert_eq!(line(&game, 12), "letter to quaff      i / ESC  close");
    press(&mut game, &[Key::I, Key::RIGHT, Key::I]);
    let look = COLOURS[game.potions()[0].0];
    assert_eq!(line(&game, 9), format!("a)  {look} potion"));
    assert_eq!((row(&game, 10), line(&game, 12)), (border, "letter to quaff      i / ESC  close".to_owned()));
}

#[test]
fn the_letters_of_the_slots_are_a_to_z() {
    assert_eq!([Key::A.letter(), key("Z").letter()], [Some(0), Some(25)]);
    // 1 comes right after Z.
    assert_eq!([Key::NUM_1.letter(), key("Escape").letter()], [None, None]);
    assert_eq!(Key::from_scancode(41), Some(Key::ESCAPE));
    assert_eq!([Key::from_scancode(-1), Key::from_scancode(1 << 16)], [None, None]);
}

#[test]
fn a_potion_is_tried_on_any_tile_of_any_room() {
    // On every second tile there is wall, where a try is lost.
    let mut level = Level { map: Map::drawn(&["#.#.#.#."; 12]), ..Level::default() };
    level.map.rooms = vec![Room { x: 1, y: 2, w: 3, h: 5 }, Room { x: 4, y: 7, w: 4, h: 2 }];
    let part = Part::new(8).unwrap();
    for seed in 0..50 {
        let mut rng = Rng::new(seed, StdLib::default());
        let mut draws = rng.clone();
        level.items.clear();
        level.place_items(part, &mut rng);
        let mut expected = Vec::new();
        for _ in 0..6 {
            let room = level.map.rooms[draws.uniform(0, 1) as usize];
            let x = draws.uniform(room.x, room.x + room.w - 1);
            let y = draws.uniform(room.y, room.y + room.h - 1);
            if x % 2 == 1 {
                let potion = PotionType::ALL[draws.uniform(0, 2) as usize];
                expected.push(FloorItem { item: Item::Potion(potion), pos: Pos::new(x, y) });
            }
        }
        assert_eq!((&level.items, rng.peek()), (&expected, draws.peek()), "seed {seed}");
    }
}
