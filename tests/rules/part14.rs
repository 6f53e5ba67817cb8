//! Part 14: a run begins on a menu of classes.

use roguelike::color::Color;
use roguelike::game::PlayerClass;
use roguelike::game::{Game, GameState, Outcome};
use roguelike::item::{ARMOURS, Item, PotionType, ScrollType};
use roguelike::key::Key;

use crate::scene::{Scene, color, column, frame, fresh, press, row};

const HEALING: Item = Item::Potion(PotionType::Healing);
const LIGHTNING: Item = Item::Scroll(ScrollType::Lightning);
const FIREBALL: Item = Item::Scroll(ScrollType::Fireball);

/// Hit points, power, defense and magic.
fn numbers(game: &Game) -> [i32; 5] {
    let body = game.player();
    [body.hp, body.max_hp, body.power, body.defense, game.magic_bonus]
}

#[test]
fn there_is_nothing_but_the_menu_before_the_first_choice() {
    let mut game = fresh(14, 42);
    assert_eq!((game.state(), game.class(), game.has_run()), (GameState::ClassSelect, None, false));
    for key in [Key::SPACE, Key::LEFT, Key::I, Key::PERIOD, Key::F5, Key::F9] {
        assert_eq!(game.press(key), Outcome::Nothing);
    }
    assert_eq!(game.title(), "Roguelike - Part 14: Character Classes");
    assert_eq!(game.press(Key::ESCAPE), Outcome::Quit);
}

#[test]
fn the_fighter_is_tough() {
    let mut game = fresh(14, 42);
    assert_eq!(game.press(Key::NUM_1), Outcome::Redraw);
    assert_eq!((game.state(), game.class()), (GameState::Playing, Some(PlayerClass::Fighter)));
    // Base power 6 and a sword of 4; chain mail of 3.
    assert_eq!((numbers(&game), game.inventory()), ([36, 36, 10, 3, 0], &[HEALING][..]));
    assert!(
        game.title()
            .starts_with("Roguelike - Part 14   |   Fighter   Depth 1   HP 36/36 POW10 DEF3   (i inv")
    );
}

#[test]
fn the_rogue_is_nimble() {
    let mut game = fresh(14, 42);
    press(&mut game, &[Key::NUM_2]);
    assert_eq!((numbers(&game), game.inventory()), ([28, 28, 7, 1, 0], &[HEALING, LIGHTNING][..]));
    assert!(game.title().contains("|   Rogue   Depth 1"));
}

#[test]
fn the_mage_is_frail_with_strong_magic() {
    let mut game = fresh(14, 42);
    press(&mut game, &[Key::NUM_3]);
    assert_eq!((numbers(&game), game.inventory()), ([22, 22, 3, 0, 6], &[LIGHTNING, FIREBALL, HEALING][..]));
    assert!(game.title().contains("|   Mage   Depth 1"));
}

#[test]
fn space_leads_to_the_menu_only_when_dead() {
    let mut game = Scene::drawn(14, &["####", "#@g#", "####"]).player(|player| player.hp = 1).begin();
    assert_eq!(game.press(Key::SPACE), Outcome::Nothing);
    assert_eq!(game.state(), GameState::Playing);
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(game.state(), GameState::Dead);
    assert!(row(&game, 19).contains("SPACE  choose a new hero        ESC  quit"));
    assert_eq!(game.press(Key::SPACE), Outcome::Redraw);
    assert_eq!(game.state(), GameState::ClassSelect);
    press(&mut game, &[Key::NUM_3]);
    assert_eq!(numbers(&game), [22, 22, 3, 0, 6]);
}

#[test]
fn one_class_leaves_nothing_to_the_next() {
    let mut game = Scene::drawn(14, &["####", "#@r#", "####"])
        .player(|player| player.hp = 1)
        .stats(|game| {
            game.base_power = 1;
            game.strength_bonus = 1;
            game.armour = Some(ARMOURS[1]);
        })
        .begin();
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(game.state(), GameState::Dead);
    press(&mut game, &[Key::SPACE, Key::NUM_3]);
    assert_eq!((game.wielded(), game.worn()), (None, None));
    assert_eq!((numbers(&game), game.inventory().len()), ([22, 22, 3, 0, 6], 3));
}

#[test]
fn the_menu_lists_the_classes() {
    let game = fresh(14, 42);
    assert_eq!(
        (row(&game, 8), color(&game, 8)),
        ("C H O O S E   Y O U R   H E R O".into(), Color(255, 230, 150))
    );
    assert_eq!(row(&game, 13), "1)  Fighter  -  tough; starts with sword & chain mail");
    assert_eq!(row(&game, 15), "2)  Rogue    -  nimble; dagger, leather & a scroll");
    assert_eq!(row(&game, 17), "3)  Mage     -  frail, but devastating magic; 2 scrolls");
    assert_eq!(row(&game, 22), "press 1, 2 or 3        ESC  quit");
    assert_eq!(column(&game, 8), (64 - 31) / 2);
    assert_eq!(frame(&game).rows(), 36);
}

#[test]
fn an_empty_pack_is_just_empty() {
    let mut game = crate::scene::game(14, &["####", "#@.#", "####"]);
    press(&mut game, &[Key::I]);
    assert_eq!(row(&game, 10), "(empty)");
}
