//! Replays, forth and back.

use std::path::Path;
use std::time::Duration;

use roguelike::desktop::{Input, Session, Start};
use roguelike::fov_lab::steps::topics_of;
use roguelike::game::{Game, GameState, Setup};
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::trace::replay::{self, RecordedKey, Replay};

use crate::recording::parse;
use crate::scratch::scratch;
use crate::{
    SMALL, WIDE, facts, files, handle, panel, prepared, press, shown, start, type_key, verify_recording,
};

/// Starts a session that replays these keys, none of which is due for a minute.
fn watch(folder: &Path, seed: u32, names: &str) -> Session {
    begin(prepared(folder, seed), names)
}

fn begin(start: Start, names: &str) -> Session {
    let recorded = |name| RecordedKey { key: Key::from_name(name).unwrap(), save: None };
    let replay = Replay { keys: names.split_whitespace().map(recorded).collect(), header: None, cut: None };
    let mut start = Start { replay: Some(replay), pause: Duration::from_secs(60), ..start };
    let mut session = start.session().unwrap();
    start.begin(&mut session, || false);
    session
}

/// Asserts how the title of the window ends.
fn ends_with(session: &Session, words: &str) {
    assert!(session.title().ends_with(words), "{}", session.title());
}

/// The seed and the keys of the recording of a run that was won.
fn won() -> (u32, Vec<&'static str>) {
    let text = include_str!("../golden/traces/part17-libstdc++-seed1-win.trace");
    let recording = parse(text.as_bytes()).unwrap();
    (recording.header.seed, recording.keys().map(|key| key.name()).collect())
}

/// The game after these keys.
fn game_after(seed: u32, names: &[&str]) -> Game {
    let mut game = Game::new(Setup::new(Part::LAST, seed));
    for name in names {
        replay::press(&mut game, &RecordedKey { key: Key::from_name(name).unwrap(), save: None });
    }
    game
}

#[test]
fn a_replay_goes_forth_and_back_key_by_key() {
    let folder = scratch("back_and_forth");
    let names = "2 Down Right F5 Down I A Left F9 Down I Escape Up . V Left Left Down Right Right Down";
    let all: Vec<&str> = names.split_whitespace().collect();
    let mut session = watch(&folder, 42, names);
    for count in [3, 9, 9, 2, 14, 16, 21, 0, 21, 5] {
        for _ in 0..21 {
            press(&mut session, &[Key::LEFT]);
        }
        assert_eq!(facts(session.game()), facts(&game_after(42, &[])));
        for _ in 0..count {
            press(&mut session, &[Key::RIGHT]);
        }
        // One forth and one back changes nothing.
        press(&mut session, &[Key::RIGHT, Key::LEFT]);
        let at = if count == 21 { 20 } else { count };
        assert_eq!(facts(session.game()), facts(&game_after(42, &all[..at])), "{count}");
        let title = format!("   [replay paused: key {at:>2} of 21]");
        ends_with(&session, &title);
    }
}

#[test]
fn a_long_replay_goes_back_to_any_key() {
    let folder = scratch("long_replay");
    let (seed, keys) = won();
    let mut session = watch(&folder, seed, &keys.join(" "));
    press(&mut session, &[Key::RIGHT; 829]);
    assert_eq!(session.game().state(), GameState::Won);
    for (back, at) in [(1, 828), (78, 750), (1, 749), (248, 501), (2, 499), (450, 49)] {
        press(&mut session, &vec![Key::LEFT; back]);
        assert_eq!(facts(session.game()), facts(&game_after(seed, &keys[..at])), "{at}");
    }
}

#[test]
fn a_replay_jumps_to_floors_and_to_both_ends() {
    let folder = scratch("jumps");
    let (seed, keys) = won();
    let mut game = game_after(seed, &[]);
    let mut floors = Vec::new();
    for (count, name) in (1..).zip(&keys) {
        let before = game.depth();
        game.press(Key::from_name(name).unwrap());
        floors.extend((game.depth() != before).then_some((count, game.depth())));
    }
    let [second, .., before, last] = floors[..] else { panic!("{floors:?}") };
    let count = keys.len();
    let mut session = watch(&folder, seed, &keys.join(" "));
    ends_with(&session, &format!("[replay, a key every 60 seconds: key    0 of {count}]"));
    for (key, at, depth) in [
        (Key::PAGE_DOWN, second.0, second.1),
        (Key::END, count, game.depth()),
        (Key::PAGE_UP, last.0, last.1),
        // The player stands where this floor begins.
        (Key::PAGE_UP, before.0, before.1),
        (Key::HOME, 0, 0),
        (Key::PAGE_UP, 0, 0),
    ] {
        type_key(&mut session, key);
        let expected = format!("[replay paused: key {at:>4} of {count}]");
        ends_with(&session, &expected);
        assert_eq!(session.game().depth(), depth, "{key:?}");
    }
}

/// There the replay waits, whatever its speed, and its keys are those of a pause.
#[test]
fn on_the_win_screen_a_replay_is_paused() {
    let folder = scratch("win_pauses");
    let (seed, keys) = won();
    let mut session = watch(&folder, seed, &keys.join(" "));
    press(&mut session, &[Key::RIGHT; 828]);
    press(&mut session, &[Key::SPACE]);
    let last = session.due_key().expect("the replay goes on");
    session.press(last);
    let is_won = |session: &Session| session.game().state() == GameState::Won;
    assert!(is_won(&session));
    ends_with(&session, "   [replay paused: key  829 of 1000]");
    assert!(panel(&mut session).contains("SPACE go on"));
    press(&mut session, &[Key::UP, Key::DOWN]);
    assert!(is_won(&session), "they change the speed");
    type_key(&mut session, Key::F1);
    assert!(shown(&mut session).contains("pause, or go on"));
    type_key(&mut session, Key::ESCAPE);
    press(&mut session, &[Key::SPACE]);
    assert!(!is_won(&session));
}

/// Each floor takes a seed of its own. What a player can type is that of the run.
#[test]
fn the_level_shown_step_by_step_has_the_seed_of_the_game() {
    let (seed, keys) = won();
    let mut game = game_after(seed, &[]);
    let mut texts = Vec::new();
    for name in keys {
        let before = game.depth();
        game.press(Key::from_name(name).unwrap());
        if game.depth() > before {
            let stages = (topics_of(Part::LAST).next().unwrap().stages)(&game);
            texts.push(stages[0].text.clone());
        }
    }
    for (text, depth) in texts.iter().zip(2..) {
        assert!(text.starts_with(&format!("Seed {seed}, depth {depth}: ")), "{texts:?}");
    }
    assert!(!texts.is_empty());
}

#[test]
fn a_run_is_whole_that_was_played_on_after_going_back() {
    let folder = scratch("played_on");
    let mut session = watch(&folder, 42, "2 Down Right F5 Down Down Left Left");
    let right = [Key::RIGHT; 8];
    press(&mut session, &right);
    session.set_window(SMALL);
    let first_row = |session: &mut Session| shown(session);
    assert!(!first_row(&mut session).contains("replay"), "nothing covers the map");
    press(&mut session, &[Key::LEFT, Key::LEFT, Key::ESCAPE]);
    ends_with(&session, "   [end of the replay: HOME rewinds, an arrow plays on]");
    let told = first_row(&mut session).replace('\n', " ");
    assert!(told.contains("end of the replay: HOME rewinds, an arrow plays on"), "{told}");
    press(&mut session, &[Key::RIGHT, Key::DOWN]);
    assert!(!first_row(&mut session).contains("replay"));
    let expected = game_after(42, &["2", "Down", "Right", "F5", "Down", "Down", "Right", "Down"]);
    assert_eq!(session.game().save_text(), expected.save_text());
    session.keep_run();
    let played = facts(session.game());
    drop(session);
    let mut session = start(&folder, 1);
    press(&mut session, &[Key::C]);
    assert_eq!(facts(session.game()), played);
}

#[test]
fn a_replay_is_only_looked_at_by_what_shows_something() {
    let folder = scratch("only_looked_at");
    let mut session = watch(&folder, 42, "2 Down Down");
    press(&mut session, &[Key::RIGHT, Key::RIGHT]);
    let before = facts(session.game());
    // None of these gets through to the game; some open a page, and the next key closes it.
    press(&mut session, &[Key::F5, Key::F9, Key::X, Key::I, Key::E, Key::V, Key::NUM_1, Key::PERIOD]);
    press(&mut session, &[Key::M, Key::DOWN, Key::ESCAPE, Key::P, Key::DOWN, Key::F1, Key::X]);
    assert!(shown(&mut session).contains("pause, or go on"), "F1 opens on the keys of a replay");
    assert_eq!(facts(session.game()), before);
    assert_eq!(files(&folder), Vec::<String>::new(), "watching leaves nothing");
    press(&mut session, &[Key::ESCAPE, Key::ESCAPE, Key::RIGHT]);
    assert_eq!(facts(session.game()), facts(&game_after(42, &["2", "Down", "Down"])));
    press(&mut session, &[Key::LEFT]);
    assert_eq!(facts(session.game()), before);
}

#[test]
fn a_replay_that_is_recorded_does_not_go_back() {
    let folder = scratch("recorded_replay");
    let start = Start { record: Some(folder.join("run.trace")), ..prepared(&folder, 42) };
    let mut session = begin(start, "2 Down Left");
    press(&mut session, &[Key::RIGHT, Key::RIGHT, Key::LEFT, Key::RIGHT]);
    assert_eq!(session.game().save_text(), game_after(42, &["2", "Down", "Left"]).save_text());
    drop(session);
    verify_recording(&folder);
}

#[test]
fn home_leads_back_also_after_the_end_and_arrows_play_on() {
    let folder = scratch("home_after_end");
    let mut session = watch(&folder, 42, "2 Down Down");
    press(&mut session, &[Key::END, Key::SPACE]);
    ends_with(&session, "   [end of the replay: HOME rewinds, an arrow plays on]");
    // What only shows something does not play on.
    press(&mut session, &[Key::P, Key::ESCAPE]);
    assert!(session.is_replay());
    press(&mut session, &[Key::HOME]);
    ends_with(&session, "   [replay paused: key 0 of 3]");
    assert_eq!(facts(session.game()), facts(&game_after(42, &[])));
    press(&mut session, &[Key::END, Key::SPACE, Key::LEFT]);
    assert!(!session.is_replay());
    assert_eq!(facts(session.game()), facts(&game_after(42, &["2", "Down", "Down", "Left"])));
}

#[test]
fn the_speed_has_limits_and_faster_is_never_slower() {
    let folder = scratch("speed");
    let mut session = watch(&folder, 42, "2 Down Down");
    // The pause between two keys, in milliseconds.
    let speed = |session: &mut Session, input: Input| {
        handle(session, input);
        let title = session.title();
        let number = title
            .split(|letter: char| !letter.is_ascii_digit() && letter != '.')
            .filter(|word| !word.is_empty())
            .nth(1);
        let number: f64 = number.unwrap_or_else(|| panic!("{title}")).parse().unwrap();
        (if title.contains(" a second: ") { 1_000.0 / number } else { number * 1_000.0 }) as u32
    };
    let faster: Vec<u32> = (0..20).map(|_| speed(&mut session, Input::key(Key::UP))).collect();
    assert!(faster.is_sorted_by(|a, b| a >= b) && faster[19] == 5, "{faster:?}");
    let slower: Vec<u32> = (0..20).map(|_| speed(&mut session, Input::key(Key::DOWN))).collect();
    assert!(slower.is_sorted() && slower[19] == 10_000, "{slower:?}");
}

/// In full screen there is no title, and in a narrow window no panel.
#[test]
fn without_a_panel_an_idle_key_shows_a_replays_progress() {
    let folder = scratch("how_far");
    let mut session = watch(&folder, 42, "2 Down Down");
    let says_it = |session: &mut Session| shown(session).contains("Replay paused: key 1 of 3. F1: keys.");
    for (has_panel, is_said) in [(true, false), (false, true)] {
        session.set_window(if has_panel { WIDE } else { SMALL });
        press(&mut session, &[Key::HOME, Key::RIGHT]);
        assert!(!says_it(&mut session));
        press(&mut session, &[Key::B]);
        assert_eq!(says_it(&mut session), is_said, "{}", shown(&mut session));
    }
}
