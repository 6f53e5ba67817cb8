//! Part 16: five rows under the map, a message log, and sound.

use roguelike::color::Color;
use roguelike::entity::Status;
use roguelike::game::{GameState, Outcome};
use roguelike::item::{Item, PotionType, ScrollType};
use roguelike::key::Key;
use roguelike::screen;
use roguelike::sound::{Tone, samples};

use crate::scene::{Scene, carrying, color, column, fresh, game, messages, press, row, sounds, use_first};

#[test]
fn the_first_row_has_the_players_numbers() {
    let mut game = carrying(16, Item::Potion(PotionType::Regen), |player| {
        player.hp = 20;
        player.status_turns[Status::Poisoned as usize] = 9;
    });
    // The window ends after 64 characters.
    assert_eq!(screen::rows(game.part()), 41);
    assert_eq!(row(&game, 36), "Fighter   HP 19/30   POW 5   DEF 0   Depth 1  POISON(8)");
    assert_eq!((column(&game, 36), color(&game, 36)), (1, Color(225, 215, 180)));
    use_first(&mut game);
    assert_eq!(row(&game, 36), "Fighter   HP 19/30   POW 5   DEF 0   Depth 1  POISON(7)  REGEN(");
    assert_eq!(game.title(), "Roguelike - Part 16: UI & Sound", "the title stays");
    press(&mut game, &[Key::I]);
    assert_eq!(row(&game, 36), "", "only with the map");
}

#[test]
fn the_last_four_messages_are_shown_the_newest_brighter() {
    let mut game = game(16, &["####", "#@.#", "####"]);
    press(&mut game, &[Key::PERIOD]);
    assert_eq!(
        (row(&game, 37), color(&game, 37)),
        ("There are no stairs here.".into(), Color(215, 210, 220))
    );
    assert_eq!(row(&game, 38), "");
    press(&mut game, &[Key::F9, Key::F5]);
    assert_eq!(
        [row(&game, 37), row(&game, 38), row(&game, 39)],
        ["There are no stairs here.", "No save found.", "Game saved."]
    );
    assert_eq!([color(&game, 38), color(&game, 39)], [Color(110, 106, 120), Color(215, 210, 220)]);
    press(&mut game, &[Key::F9, Key::PERIOD]);
    assert_eq!([row(&game, 37), row(&game, 40)], ["No save found.", "There are no stairs here."]);
    assert_eq!(column(&game, 40), 1);
    assert_eq!([color(&game, 39), color(&game, 40)], [Color(110, 106, 120), Color(215, 210, 220)]);
}

#[test]
fn the_log_keeps_200_messages_and_a_new_run_begins_with_one() {
    let mut game = game(16, &["####", "#@.#", "####"]);
    press(&mut game, &[Key::F9]);
    for _ in 0..199 {
        press(&mut game, &[Key::PERIOD]);
    }
    assert_eq!((game.messages().lines().len(), &game.messages().lines()[0][..]), (200, "No save found."));
    press(&mut game, &[Key::PERIOD]);
    assert_eq!(
        (game.messages().lines().len(), &game.messages().lines()[0][..]),
        (200, "There are no stairs here.")
    );
    let mut game = fresh(16, 42);
    press(&mut game, &[Key::F9, Key::NUM_1]);
    assert_eq!(game.messages().lines().iter().collect::<Vec<_>>(), ["You enter the dungeon. Good luck."]);
}

#[test]
fn saving_repaints_and_a_load_that_fails_does_not() {
    let mut game = game(16, &["####", "#@.#", "####"]);
    assert_eq!(game.press(Key::F9), Outcome::Nothing);
    assert_eq!(messages(&game), ["No save found."]);
    assert_eq!(game.press(Key::F5), Outcome::Redraw);
    assert_eq!(game.press(Key::F9), Outcome::Redraw);
    assert_eq!(messages(&game), ["Game loaded."]);
}

#[test]
fn messages_lose_their_brackets_and_some_their_words() {
    let mut game = Scene::drawn(16, &["####", "#@g#", "####"]).stats(|game| game.base_power = 1).begin();
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(messages(&game), ["You hits the goblin for 1.", "the goblin hits You for 6."]);
    let mut game = carrying(16, Item::Potion(PotionType::Healing), |_| {});
    use_first(&mut game);
    assert_eq!(messages(&game)[1], "A warm glow restores you. (HP 30/30)");
    let mut game = carrying(16, Item::Potion(PotionType::Regen), |_| {});
    use_first(&mut game);
    assert_eq!(messages(&game)[1], "Your wounds begin to close.");
    let mut game = carrying(16, Item::Scroll(ScrollType::Fireball), |_| {});
    use_first(&mut game);
    assert_eq!(messages(&game)[1], "The magic fades — nothing in sight.");
    assert_eq!(row(&game, 38), "You read the scroll labelled \"".to_owned() + &row(&game, 38)[30..]);
    assert_eq!(row(&game, 39), "The magic fades ??? nothing in sight.", "a dash is three bytes");
}

#[test]
fn poison_is_told_of_the_player_only_but_every_death_by_it() {
    let mut game = Scene::drawn(16, &["########", "#@....g#", "########"])
        .monster(0, |goblin| {
            goblin.entity.hp = 2;
            goblin.entity.status_turns[Status::Poisoned as usize] = 9;
        })
        .player(|player| player.status_turns[Status::Poisoned as usize] = 9)
        .begin();
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(messages(&game), ["Poison gnaws at you. (hp 29)"]);
    press(&mut game, &[Key::LEFT]);
    assert_eq!(messages(&game), ["the goblin succumbs to poison.", "Poison gnaws at you. (hp 28)"]);
}

#[test]
fn what_happens_has_a_sound() {
    let mut game = Scene::drawn(16, &["#####", "#@?>#", "#####"]).begin();
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(sounds(&game), ["pickup"]);
    use_first(&mut game);
    assert_eq!(sounds(&game), ["zap"]);
    press(&mut game, &[Key::PERIOD]);
    assert!(sounds(&game).is_empty());
    press(&mut game, &[Key::RIGHT, Key::PERIOD]);
    assert_eq!(sounds(&game), ["descend"]);
    let mut game = Scene::drawn(16, &["####", "#@g#", "####"]).player(|player| player.hp = 1).begin();
    press(&mut game, &[Key::RIGHT]);
    assert_eq!((sounds(&game), game.state()), (vec!["hit", "hit", "die"], GameState::Dead));
}

#[test]
fn tones_have_their_length_and_volume_and_do_not_click() {
    for (freq_hz, ms, volume) in [(180.0, 70, 0.25), (1200.0, 50, 0.18), (784.0, 200, 0.25)] {
        let samples = samples(Tone { freq_hz, ms, volume });
        assert_eq!(samples.len() as i32, 44_100 * ms / 1000, "{freq_hz} Hz: {} samples", samples.len());
        let loudest = samples.iter().fold(0.0f32, |loudest, sample| loudest.max(sample.abs()));
        assert!((volume * 0.95..=volume).contains(&loudest), "{freq_hz} Hz: {loudest}");
        let is_quiet = |sample: f32| sample.abs() < 0.01;
        assert!(is_quiet(samples[0]) && is_quiet(samples[samples.len() - 1]), "{freq_hz} Hz clicks");
    }
}
