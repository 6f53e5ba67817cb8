//! Part 17: three amulets to find, and a way to win.

use roguelike::color::Color;
use roguelike::entity::Status;
use roguelike::game::{GameState, Outcome};
use roguelike::item::{Item, WEAPONS};
use roguelike::key::Key;
use roguelike::level::Level;
use roguelike::part::Part;
use roguelike::rng::{Rng, StdLib};

use crate::scene::{Scene, column, fresh, game, messages, monsters_at, press, row, sounds, top};

#[test]
fn an_amulet_is_counted_and_not_carried() {
    let mut game = game(17, &["#####", "#@\".#", "#####"]);
    assert_eq!(top(&game, 2, 1), Some(('"', Color(255, 220, 120))));
    press(&mut game, &[Key::RIGHT]);
    assert_eq!((game.amulets(), game.inventory().len(), game.cur().items.len()), (1, 0, 0));
    assert_eq!(messages(&game), ["You seize an Amulet of SDL!  (1/3)"]);
    assert_eq!(sounds(&game), ["win"]);
    assert_eq!(row(&game, 36), "Fighter  HP 30/30  POW 5  DEF 0  Depth 1  Amulets 1/3");
}

#[test]
fn everything_else_is_carried() {
    let mut game = game(17, &["#####", "#@/.#", "#####"]);
    press(&mut game, &[Key::RIGHT]);
    assert_eq!((game.amulets(), game.inventory()), (0, &[WEAPONS[0]][..]));
}

#[test]
fn the_third_amulet_wins_and_nothing_else_happens_in_that_step() {
    let mut game = Scene::drawn(17, &["##########", "#@\"\"\"...g#", "##########"])
        .player(|player| player.status_turns[Status::Poisoned as usize] = 9)
        .begin();
    press(&mut game, &[Key::RIGHT, Key::RIGHT]);
    let before = (monsters_at(&game), game.player().hp, game.player().status_turns);
    assert_eq!(before.1, 28);
    assert_eq!(game.press(Key::RIGHT), Outcome::Redraw);
    assert_eq!((game.state(), game.amulets()), (GameState::Won, 3));
    let told = ["You seize an Amulet of SDL!  (3/3)", "All three Amulets are yours — you have won!"];
    assert_eq!(messages(&game), told);
    assert_eq!((monsters_at(&game), game.player().hp, game.player().status_turns), before);
}

#[test]
fn after_the_win_screen_a_new_game_has_no_amulets() {
    let mut game = game(17, &["######", "#@\"\"\"#", "######"]);
    press(&mut game, &[Key::RIGHT; 3]);
    for key in [Key::RIGHT, Key::I, Key::F9, Key::NUM_1] {
        assert_eq!(game.press(key), Outcome::Nothing);
    }
    assert_eq!(game.clone().press(Key::ESCAPE), Outcome::Quit);
    assert_eq!(game.press(Key::SPACE), Outcome::Redraw);
    assert_eq!(game.state(), GameState::ClassSelect);
    press(&mut game, &[Key::NUM_2]);
    assert_eq!((game.state(), game.amulets()), (GameState::Playing, 0));
    assert_eq!(messages(&game), ["Recover the three Amulets of SDL from the deep. Descend with >."]);
}

#[test]
fn depths_2_to_4_hold_an_amulet_in_the_middle_room() {
    let amulets = |part, depth| {
        let mut rng = Rng::new(1, StdLib::default());
        let level = Level::generate(Part::new(part).unwrap(), depth, 42, &mut rng);
        let middle = level.map.rooms[level.map.rooms.len() / 2].centre();
        let last = level.items.last().filter(|lying| lying.item == Item::Amulet);
        assert!(last.is_none_or(|lying| lying.pos == middle));
        level.items.iter().filter(|lying| lying.item == Item::Amulet).count()
    };
    assert_eq!([0, 1, 2, 3, 4, 5].map(|depth| amulets(17, depth)), [0, 0, 1, 1, 1, 0]);
    assert_eq!([0, 1, 2, 3, 4, 5].map(|depth| amulets(16, depth)), [0; 6]);
}

#[test]
fn the_win_screen_is_a_golden_box() {
    let mut game = game(17, &["######", "#@\"\"\"#", "######"]);
    press(&mut game, &[Key::RIGHT; 3]);
    let border = format!("+{}+", "=".repeat(44));
    assert_eq!((row(&game, 12), row(&game, 22), column(&game, 12)), (border.clone(), border, 9));
    assert_eq!(top(&game, 9, 12), Some(('+', Color(200, 175, 80))));
    let line = |y| row(&game, y).trim_matches(['|', ' ']).to_owned();
    assert_eq!(line(14), "* * *   V I C T O R Y   * * *");
    assert_eq!(line(16), "All three Amulets of SDL are yours,");
    assert_eq!(line(17), "and you walked out of the dark alive.");
    assert_eq!(line(20), "SPACE  play again        ESC  quit");
    assert_eq!(row(&game, 36), "", "no rows below");
}

#[test]
fn the_death_screen_counts_the_amulets() {
    let mut game = Scene::drawn(17, &["#####", "#@\"g#", "#####"]).player(|player| player.hp = 1).begin();
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(game.state(), GameState::Dead);
    // The text is wider than its box.
    assert_eq!(row(&game, 17), "You held 1 of 3 Amulets. The dark keeps them.");
    assert_eq!((row(&game, 13), column(&game, 13)), (format!("|{}|", "=".repeat(40)), 11));
}

#[test]
fn the_menu_tells_the_task() {
    let game = fresh(17, 42);
    assert_eq!(row(&game, 7), "C H O O S E   Y O U R   H E R O");
    assert_eq!(row(&game, 11), "Recover the three Amulets of SDL from the deep floors,");
    assert_eq!(row(&game, 12), "and live to tell the tale.");
    assert_eq!([15, 17, 19].map(|y| row(&game, y)[..2].to_owned()), ["1)", "2)", "3)"]);
    assert_eq!(row(&game, 24), "1 / 2 / 3  begin       F9  load saved game       ESC  quit");
    assert_eq!(game.title(), "Roguelike - Part 17: Win Condition");
}

#[test]
fn saves_are_of_version_3_and_keep_the_amulets() {
    let mut game = game(17, &["#####", "#@\".#", "#####"]);
    press(&mut game, &[Key::RIGHT]);
    let saved = game.save_text();
    assert!(saved.starts_with("RLSAVE 3\n0 0 1\n"));
    let mut scene = Scene::drawn(17, &["###", "#@#", "###"]);
    scene.save = Some(saved);
    let mut game = scene.begin();
    press(&mut game, &[Key::F9]);
    assert_eq!(game.amulets(), 1);
}
