//! Part 15: a run can be saved and loaded.

use roguelike::game::{GameState, Outcome, SaveResult};
use roguelike::item::{Item, ScrollType, WEAPONS};
use roguelike::key::Key;
use roguelike::support::save_slot::SaveSlot;
use roguelike::trace::last_key;

use crate::scene::{Scene, fresh, game, messages, player_at, press, row, use_first};

const ROOM: &[&str] = &["#######", "#@....#", "#..>..#", "#######"];

#[test]
fn f5_saves_and_f9_goes_back_there() {
    let mut game = game(15, ROOM);
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(game.press(Key::F5), Outcome::Nothing);
    assert_eq!(game.title(), "Game saved.");
    press(&mut game, &[Key::RIGHT, Key::RIGHT]);
    assert!(
        game.title().starts_with(
            "Roguelike - Part 15   |   Fighter  Depth 1  HP 30/30 POW5 DEF0   (F5 save  F9 load)"
        )
    );
    assert_eq!(game.press(Key::F9), Outcome::Redraw);
    assert_eq!((player_at(&game), game.title()), ((2, 1), "Game loaded."));
    assert!(messages(&game).is_empty(), "only the title tells it");
}

#[test]
fn the_menu_loads_too_but_does_not_save() {
    let saved = game(15, ROOM).save_text();
    let mut game = fresh(15, 42);
    assert_eq!(game.press(Key::F5), Outcome::Nothing);
    assert_eq!(game.press(Key::F9), Outcome::Nothing);
    assert_eq!((game.title(), game.state()), ("No save found.", GameState::ClassSelect));
    let mut scene = Scene::drawn(15, ROOM);
    scene.save = Some(saved);
    let mut game = scene.player(|player| player.hp = 1).begin();
    press(&mut game, &[Key::F9]);
    assert_eq!((game.player().hp, player_at(&game)), (30, (1, 1)));
}

#[test]
fn a_bad_save_changes_nothing() {
    let mut scene = Scene::drawn(15, ROOM);
    scene.save = Some("RLSAVE 2\n0 0\nnonsense\n".to_owned());
    let mut game = scene.begin();
    let before = game.save_text();
    assert_eq!(game.press(Key::F9), Outcome::Nothing);
    assert_eq!((game.title(), game.save_text()), ("Bad save file.", before));
    assert!(last_key::problem(&game).unwrap().contains("line 3"));
}

#[test]
fn before_part_15_f5_and_f9_mean_nothing() {
    let mut game = game(14, ROOM);
    for key in [Key::F5, Key::F9] {
        assert_eq!(game.press(key), Outcome::Nothing);
        assert_eq!(game.save_result(), None);
    }
}

#[test]
fn a_load_brings_levels_pack_and_knowledge_back() {
    let mut game = Scene::drawn(15, &["######", "#@!!>#", "######"]).begin();
    press(&mut game, &[Key::RIGHT]);
    use_first(&mut game);
    press(&mut game, &[Key::RIGHT, Key::RIGHT, Key::PERIOD]);
    let saved = game.save_text();
    press(&mut game, &[Key::F5, Key::I, Key::A]);
    assert_eq!(game.inventory().len(), 0);
    press(&mut game, &[Key::F9]);
    assert_eq!((game.inventory().len(), game.depth(), game.level_count()), (1, 1, 2));
    assert!(game.potions()[0].1);
    assert_eq!(game.save_text(), saved);
}

#[test]
fn a_half_dead_player_is_alive_after_a_load() {
    let mut game = Scene::drawn(15, ROOM).player(|player| player.alive = false).begin();
    press(&mut game, &[Key::F5, Key::F9]);
    assert!(game.player().alive);
}

#[test]
fn a_scrolls_hit_is_told_without_the_hit_points_left() {
    let mut game = Scene::drawn(15, &["#######", "#@...g#", "#######"])
        .at_hand(Item::Scroll(ScrollType::Lightning))
        .begin();
    press(&mut game, &[Key::RIGHT]);
    use_first(&mut game);
    assert_eq!(messages(&game)[1], "the goblin is blasted for 6.");
}

#[test]
fn the_screens_name_the_new_keys() {
    let menu = fresh(15, 42);
    assert_eq!(menu.title(), "Roguelike - Part 15: Save & Load System");
    assert_eq!(row(&menu, 13), "1)  Fighter  -  tough; sword & chain mail");
    assert_eq!(row(&menu, 17), "3)  Mage     -  frail, but devastating magic");
    assert_eq!(row(&menu, 22), "1 / 2 / 3  begin       F9  load saved game       ESC  quit");
    let mut game = Scene::drawn(15, &["####", "#@g#", "####"]).player(|player| player.hp = 1).begin();
    press(&mut game, &[Key::RIGHT]);
    assert!(row(&game, 19).contains("SPACE  new hero        ESC  quit"));
}

#[test]
fn a_save_that_fails_is_told_in_the_title() {
    let mut game = Scene::drawn(15, ROOM).stats(|game| game.strength_bonus = 1_000_001).begin();
    assert_eq!(game.press(Key::F5), Outcome::Nothing);
    assert_eq!(game.title(), "Could not save.");
    assert!(last_key::problem(&game).unwrap().contains("the strength bonus"));
    assert_eq!(game.slot(), &SaveSlot::Memory(None));
}

#[test]
fn the_slot_holds_what_was_saved_last_and_can_be_exchanged() {
    let mut game = game(15, ROOM);
    press(&mut game, &[Key::F5]);
    let saved = game.save_text();
    assert_eq!(game.slot(), &SaveSlot::Memory(Some(saved.clone())));
    press(&mut game, &[Key::RIGHT]);
    game.set_slot(SaveSlot::Memory(None));
    press(&mut game, &[Key::F9]);
    assert_eq!(game.title(), "No save found.");
    game.set_slot(SaveSlot::Memory(Some(saved.clone())));
    press(&mut game, &[Key::F9]);
    assert_eq!(
        (player_at(&game), game.title(), game.save_result()),
        ((1, 1), "Game loaded.", Some(&SaveResult::Loaded))
    );
    assert_eq!(game.save_text(), saved);
}

#[test]
fn a_run_is_alive_from_the_first_choice_to_its_end() {
    let mut game = fresh(15, 42);
    assert!(!game.is_run_alive());
    press(&mut game, &[Key::NUM_1]);
    assert!(game.is_run_alive());
    press(&mut game, &[Key::I]);
    assert!(game.is_run_alive());
    let mut game = Scene::drawn(15, &["####", "#@g#", "####"]).player(|player| player.hp = 1).begin();
    press(&mut game, &[Key::RIGHT]);
    assert!(game.has_run() && !game.is_run_alive());
    assert!(fresh(13, 1).is_run_alive());
}

/// Quirk: the bonus of a weapon that is not wielded any more is saved, and loading does not bring it back.
#[test]
fn the_bonus_of_a_weapon_stays_where_there_is_none() {
    let bonuses = |game: &roguelike::game::Game| game.save_text().lines().nth(4).unwrap().to_owned();
    let mut game = fresh(15, 1);
    press(&mut game, &[Key::NUM_3, Key::F5]);
    assert_eq!(bonuses(&game), "0 0 0 0", "a mage has neither weapon nor armour");
    game.weapon = Some(WEAPONS[0]);
    game.recompute_stats();
    press(&mut game, &[Key::F9]);
    assert_eq!(game.wielded(), None);
    assert_eq!(bonuses(&game), "0 2 0 0", "the bonus is that of the last weapon, not that of the file");
}
