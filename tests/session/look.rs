//! What is told about tiles.

use roguelike::desktop::assist::look::look;
use roguelike::game::{Game, Setup};
use roguelike::item::{FloorItem, Item, ScrollType};
use roguelike::key::Key;
use roguelike::level::Level;
use roguelike::map::Pos;
use roguelike::part::Part;

use crate::drawn;

/// What is told about a tile of the first drawn row.
fn at(game: &Game, x: i32) -> Vec<String> {
    look(game, Pos::new(x, 1))
}

#[test]
fn a_monster_tells_how_a_fight_would_go() {
    let game = drawn::game(17, &["@..g.S"]);
    // A fighter with a sword has power 10, with chain mail defense 3; a goblin has power 6.
    let fight = [
        "Goblin: 8 of 8 health.",
        "You hit it for 10, it hits you for 3.",
        "You kill it in 1 hit, it kills you in 12 hits.",
        "Floor.",
    ];
    assert_eq!(at(&game, 4), fight);
    assert_eq!(at(&game, 6)[3], "Its bite poisons you for 5 turns.");
    let hurt = |level: &mut Level| level.monsters[0].entity.hp = 2;
    let game = drawn::game_with(17, &["@..g"], |_| {}, hurt);
    assert_eq!(at(&game, 4)[3], "It is badly hurt and flees.");
}

#[test]
fn the_numbers_are_those_of_the_fight() {
    let mut game = drawn::game(9, &["@g"]);
    let told = at(&game, 2);
    let numbers = |game: &Game| (game.player().hp, game.cur().monsters[0].entity.hp);
    let before = numbers(&game);
    game.press(Key::RIGHT);
    let after = numbers(&game);
    let expected = format!("You hit it for {}, it hits you for {}.", before.1 - after.1, before.0 - after.0);
    assert_eq!(told[1], expected);
}

#[test]
fn nothing_is_told_that_the_player_cannot_know() {
    let unseen = ["You have not seen this place yet."];
    let game = drawn::game(17, &["@..", "##.", "##.", "##g", "##!"]);
    assert_eq!(look(&game, Pos::new(3, 4)), unseen);
    assert_eq!(look(&game, Pos::new(-1, 99)), unseen);
    assert_eq!(look(&Game::new(Setup::new(Part::LAST, 1)), Pos::new(1, 1)), unseen, "the menu");

    let explored = |level: &mut Level| (1..30).for_each(|x| level.map.tiles[1][x].explored = true);
    let game = drawn::game_with(17, &["@..........................r!"], |_| {}, explored);
    assert_eq!(at(&game, 28), ["Floor (remembered)."], "the rat is out of view");
    assert_eq!(at(&game, 29).len(), 2, "the potion is remembered");
}

#[test]
fn an_item_tells_what_is_known() {
    let fireball = |level: &mut Level| {
        let item = Item::Scroll(ScrollType::Fireball);
        level.items.push(FloorItem { item, pos: Pos::new(9, 1) });
    };
    let mut game = drawn::game_with(17, &["r/[!?\">!.@"], |_| {}, fireball);
    let first = |game: &Game, x| at(game, x).remove(0);
    assert_eq!(first(&game, 2), "Sword (+4 pow): your power would be 10; it is 10 now.");
    assert_eq!(first(&game, 3), "Chain mail (+3 def): your defense would be 3; it is 3 now.");
    assert!(first(&game, 4).ends_with(" potion: could be healing, poison, strength or regeneration."));
    assert!(first(&game, 5).ends_with("\": could be lightning or fireball."));
    assert_eq!(first(&game, 6), "Amulet of SDL: 3 of them win the game; you have 0.");
    assert_eq!(first(&game, 7), "Stairs down.");
    // The scroll, which kills the rat, and the potion on the left of the player.
    for key in [Key::LEFT, Key::I, Key::A, Key::LEFT, Key::I, Key::A] {
        game.press(key);
    }
    assert_eq!(first(&game, 4), "Potion of healing: restores 10 health.");
    assert!(first(&game, 5).ends_with("\": can only be lightning."));
}

#[test]
fn all_that_lies_on_a_tile_is_told_and_so_is_the_player() {
    let amulet = FloorItem { item: Item::Amulet, pos: Pos::new(2, 1) };
    let game = drawn::game_with(17, &["@!"], |_| {}, |level| level.items.push(amulet));
    assert_eq!(at(&game, 2).len(), 3);
    assert_eq!(at(&game, 1), ["You, the Fighter: 36 of 36 health.", "Power 10, defense 3.", "Floor."]);
    assert_eq!(at(&drawn::game(2, &["@"]), 1), ["You: 30 of 30 health.", "Floor."]);
    assert_eq!(at(&drawn::game(4, &["@r"]), 2), ["Rat: 3 of 3 health.", "Floor."]);
}
