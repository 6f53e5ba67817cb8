//! Runs that are kept when a session ends, and continued in another.

use std::fs;
use std::path::{Path, PathBuf};

use roguelike::desktop::kept::Fate;
use roguelike::desktop::{Input, Session, Start};
use roguelike::game::{Game, GameState, PlayerClass, Setup};
use roguelike::key::Key;
use roguelike::part::Part;

use crate::scratch::scratch;
use crate::{
    begin, facts, files, handle, left_run, prepared, press, problems, runs_in, shown, start, verify_recording,
};

/// The runs of this folder, with what became of each.
fn kept(folder: &Path) -> Vec<(Fate, PathBuf)> {
    let runs = runs_in(folder).games_of(Part::LAST);
    runs.iter().map(|run| (run.end, run.path().to_owned())).collect()
}

/// Continues the run that the menu offers.
fn go_on(folder: &Path) -> Session {
    let mut session = start(folder, 1);
    press(&mut session, &[Key::C]);
    session
}

/// A save file of the class that this key chooses, with one hit point and poisoned.
fn nearly_dead(class: Key) -> String {
    let mut game = Game::new(Setup::new(Part::LAST, 3));
    game.press(class);
    let mut lines: Vec<String> = game.save_text().lines().map(str::to_owned).collect();
    let mut body: Vec<&str> = lines[3].split(' ').collect();
    (body[2], body[4]) = ("1", "9");
    lines[3] = body.join(" ");
    lines.join("\n") + "\n"
}

#[test]
fn a_continued_run_has_its_own_seed_and_its_own_future() {
    let folder = scratch("own_future");
    let mut session = start(&folder, 42);
    press(&mut session, &[Key::NUM_2, Key::DOWN, Key::F5, Key::DOWN, Key::F9, Key::V, Key::RIGHT]);
    let left = session.game().clone();
    drop(session);
    let mut session = start(&folder, 7);
    press(&mut session, &[Key::C]);
    let game = session.game();
    assert_eq!(facts(game), facts(&left));
    assert_eq!(session.picture_name(), "roguelike-part17-seed42");
    assert!(session.take_orders().is_empty(), "the keys of a run that goes on make no sound");
    // It goes on in its own file, which is a recording of the whole.
    press(&mut session, &[Key::LEFT]);
    let left = session.game().save_text();
    let (end, path) = kept(&folder).remove(0);
    assert_eq!(end, Fate::Open);
    drop(session);
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches("\n# end left ").count(), 2, "{text}");
    assert_eq!(go_on(&folder).game().save_text(), left);
}

/// Before version 1.1 V changed the FOV algorithm of a living game, so its keys would lead elsewhere now.
#[test]
fn an_old_game_in_which_v_was_pressed_is_refused() {
    let folder = scratch("old_v");
    drop(begin(&folder, &[Key::NUM_2, Key::DOWN]));
    let path = left_run(&folder).unwrap().path().to_owned();
    let text = fs::read_to_string(&path).unwrap();
    let with_v = text.replace("step 2 Down\n", "step 2 V\nstep 3 Down\n");
    assert_ne!(with_v, text);
    for (text, is_refused) in [(with_v.replace(" fov fixed\n", "\n"), true), (with_v, false)] {
        fs::write(&path, &text).unwrap();
        let mut session = start(&folder, 1);
        handle(&mut session, Input::key(Key::C));
        let told = problems(&mut session);
        assert_eq!(
            told.iter().any(|problem| problem.contains("key V changed its FOV algorithm")),
            is_refused
        );
        assert_eq!(session.game().class().is_none(), is_refused, "{told:?}");
        assert!(fs::read_to_string(&path).unwrap().starts_with(&text), "nothing is lost");
    }
}

/// A second run of a session, one that F9 loaded in the middle of another, and one that it loaded on the menu
/// begin with other seeds and another generator than a game that was just started.
#[test]
fn any_run_of_a_session_is_continued_to_the_bit() {
    const SECOND: [Key; 4] = [Key::NUM_3, Key::DOWN, Key::F5, Key::RIGHT];
    let cases: [(&str, &[&[Key]]); 3] = [
        ("second_run", &[&[Key::F9, Key::LEFT, Key::RIGHT, Key::UP, Key::DOWN, Key::SPACE], &SECOND]),
        ("f9_in_a_run", &[&[Key::NUM_1, Key::DOWN, Key::RIGHT, Key::F9]]),
        ("f9_on_the_menu", &[&[Key::F9]]),
    ];
    for (name, keys) in cases {
        let folder = scratch(name);
        let save = nearly_dead(Key::NUM_2);
        fs::write(folder.join("game.save"), &save).unwrap();
        let mut session = start(&folder, 42);
        keys.iter().for_each(|keys| _ = press(&mut session, keys));
        assert_eq!(session.game().state(), GameState::Playing, "{name}");
        let left = facts(session.game());
        drop(session);
        let expected = match name {
            "second_run" => vec![Fate::Left, Fate::Died],
            "f9_in_a_run" => vec![Fate::Left, Fate::Left],
            _ => vec![Fate::Left],
        };
        assert_eq!(kept(&folder).iter().map(|(end, _)| *end).collect::<Vec<_>>(), expected, "{name}");
        fs::remove_file(folder.join("game.save")).unwrap();
        for _ in 0..2 {
            let session = go_on(&folder);
            assert_eq!(facts(session.game()), left, "{name}");
            assert!(!folder.join("game.save").exists(), "{name}: F5 among the keys writes no file");
        }
        // The same game is played further by both.
        let mut session = go_on(&folder);
        press(&mut session, &[Key::F9, Key::NUM_1]);
        assert!(session.game().is_run_alive());
    }
}

#[test]
fn f9_leaves_a_run_and_one_that_fails_leaves_none() {
    let folder = scratch("f9_leaves");
    let mut session = start(&folder, 42);
    press(&mut session, &[Key::NUM_2, Key::DOWN, Key::F9]);
    fs::write(folder.join("game.save"), "RLSAVE 3\nnonsense").unwrap();
    handle(&mut session, Input::key(Key::F9));
    assert_eq!(kept(&folder).len(), 1, "neither of the two loaded anything");
    fs::remove_file(folder.join("game.save")).unwrap();
    press(&mut session, &[Key::F5, Key::DOWN, Key::RIGHT]);
    let left = session.game().save_text();
    press(&mut session, &[Key::F9]);
    let loaded = session.game().save_text();
    assert!(left != loaded);
    let runs = kept(&folder);
    assert_eq!([runs[0].0, runs[1].0], [Fate::Open, Fate::Left]);
    // What was loaded a moment ago is loaded again: there is nothing to leave.
    press(&mut session, &[Key::F9]);
    drop(session);
    assert_eq!((kept(&folder).len(), files(&folder)), (2, vec!["game.save".to_owned(), "runs".to_owned()]));
    let mut found: Vec<String> = Vec::new();
    for run in [0, 1] {
        let mut session = start(&folder, 1);
        press(&mut session, &[&[Key::R][..], &vec![Key::DOWN; run], &[Key::RETURN]].concat());
        found.push(session.game().save_text());
    }
    found.sort();
    let mut expected = vec![left, loaded];
    expected.sort();
    assert_eq!(found, expected);
}

#[test]
fn the_second_window_is_told_that_the_first_plays_the_run() {
    let folder = scratch("two_windows");
    drop(begin(&folder, &[Key::NUM_2, Key::DOWN]));
    let (mut first, mut second) = (start(&folder, 1), start(&folder, 2));
    press(&mut first, &[Key::C]);
    handle(&mut second, Input::key(Key::C));
    let told = problems(&mut second);
    assert!(told.len() == 1 && told[0].contains("another window is playing it"), "{told:?}");
    assert_eq!(second.game().state(), GameState::ClassSelect);
    // A third one is not offered it.
    assert!(left_run(&folder).is_none());
    drop(first);
    assert!(left_run(&folder).is_some());
}

/// Returns what Escape asks, without line breaks, and stays.
fn question(session: &mut Session) -> String {
    handle(session, Input::key(Key::ESCAPE));
    let page = shown(session);
    handle(session, Input::key(Key::RETURN));
    page.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `roguelike runs` lists these runs.
#[test]
fn a_run_of_a_part_without_saves_is_kept_as_a_recording() {
    let folder = scratch("no_saves");
    let setup = Setup::new("5".parse().unwrap(), 42);
    let start = |runs| Start { games: runs, ..Start::new(setup.clone(), None) }.session().unwrap();
    for (runs, words) in [
        (Some(runs_in(&folder)), "The keys of your game are kept. It cannot be continued in this part."),
        (None, "This game is not being kept."),
    ] {
        let mut session = start(runs);
        session.press(Key::RIGHT);
        let question = question(&mut session);
        assert!(question.contains(words), "{question}");
    }
    assert_eq!(files(&folder.join("runs")).len(), 1);
}

#[test]
fn a_run_that_cannot_be_written_is_told_once_and_written_later() {
    let folder = scratch("written_later");
    let runs = folder.join("runs");
    // A file is where the folder belongs.
    fs::write(&runs, "no folder").unwrap();
    let mut session = start(&folder, 42);
    for key in [Key::NUM_2, Key::DOWN, Key::RIGHT] {
        session.press(key);
    }
    let told = problems(&mut session);
    assert!(told.len() == 1 && told[0].starts_with("this game is not being kept: "), "{told:?}");
    handle(&mut session, Input::key(Key::SPACE));
    assert!(question(&mut session).contains("This game is not being kept: "));
    fs::write(folder.join("game.save"), nearly_dead(Key::NUM_3)).unwrap();
    session.press(Key::F9);
    let told = problems(&mut session);
    assert!(told.len() == 1 && told[0].starts_with("F9 would lose the game"), "{told:?}");
    assert_eq!(session.game().class(), Some(PlayerClass::Rogue));
    fs::remove_file(&runs).unwrap();
    session.keep_run();
    handle(&mut session, Input::key(Key::SPACE));
    assert!(question(&mut session).contains("Your game is kept: the title screen continues it."));
    let left = session.game().save_text();
    drop(session);
    assert_eq!(go_on(&folder).game().save_text(), left);
}

#[test]
fn no_key_is_pressed_after_the_one_that_quits() {
    let folder = scratch("after_quit");
    let mut start = Start {
        record: Some(folder.join("run.trace")),
        keys: vec![Key::NUM_1, Key::ESCAPE, Key::RIGHT],
        ..prepared(&folder, 42)
    };
    let mut session = start.session().unwrap();
    start.begin(&mut session, || false);
    assert!(session.is_over());
    drop(session);
    verify_recording(&folder);
}

/// A recording would not be that of the continued run's game.
#[test]
fn a_session_that_is_recorded_continues_no_other_run() {
    let folder = scratch("recorded");
    drop(begin(&folder, &[Key::NUM_2, Key::DOWN]));
    let mut start =
        Start { record: Some(folder.join("run.trace")), free_play: true, ..prepared(&folder, 42) };
    let mut session = start.session().unwrap();
    let menu = shown(&mut session);
    for line in ["Continue", "All games", "Dungeon of the day", "Type a seed"] {
        assert!(!menu.contains(line), "{menu}");
    }
    press(&mut session, &[Key::C, Key::R]);
    assert!(shown(&mut session).contains("while this one is being recorded"), "{}", shown(&mut session));
    assert_eq!((session.game().state(), session.is_replay()), (GameState::ClassSelect, false));
}

/// Leaves a run that takes long to continue: loading its large save takes as long as thousands of other keys.
/// Returns its file.
fn leave_a_slow_run(folder: &Path) -> PathBuf {
    let mut game = Game::new(Setup::new(Part::LAST, 3));
    game.press(Key::NUM_3);
    let save = game.save_text();
    let lines: Vec<&str> = save.split_inclusive('\n').collect();
    // The number of floors follows the pack.
    let floors = 8 + lines[7].trim().parse::<usize>().unwrap();
    let [before, floor] = [&lines[..floors], &lines[floors + 1..]].map(|lines| lines.concat());
    fs::write(folder.join("game.save"), format!("{before}1000\n{}", floor.repeat(1_000))).unwrap();
    drop(begin(folder, &[Key::F9, Key::I, Key::I]));
    let run = left_run(folder).unwrap().path().to_owned();
    let text = fs::read_to_string(&run).unwrap();
    let keys = (4..24).map(|step| format!("step {step} F9\n")).collect::<String>();
    fs::write(&run, text + &keys).unwrap();
    run
}

#[test]
fn a_long_run_is_continued_with_a_page_and_escape_stops_it() {
    let folder = scratch("long");
    let run = leave_a_slow_run(&folder);
    let text = fs::read_to_string(&run).unwrap();
    let mut session = start(&folder, 1);
    session.handle(Input::key(Key::C));
    assert!(
        session.is_busy() && shown(&mut session).contains("where you left it: "),
        "{}",
        shown(&mut session)
    );
    for key in [Key::DOWN, Key::ESCAPE] {
        session.handle(Input::key(key));
    }
    assert_eq!((session.is_busy(), session.game().state()), (false, GameState::ClassSelect));
    assert_eq!(fs::read_to_string(&run).unwrap(), text, "nothing was appended");
    press(&mut session, &[Key::C]);
    assert!(session.game().is_run_alive());
    assert_eq!(problems(&mut session), Vec::<String>::new());
}

/// The window answers after some of the keys, however long all of them take.
#[test]
fn the_window_answers_between_slow_keys() {
    let folder = scratch("slow_keys");
    let run = leave_a_slow_run(&folder);
    let mut session = start(&folder, 1);
    session.handle(Input::key(Key::C));
    let mut answers = 0;
    while session.is_busy() {
        session.due_key();
        answers += 1;
    }
    assert!(session.game().is_run_alive() && answers > 1, "{answers}");
    drop(session);
    // A replay of the same keys jumps to its end in the same way.
    fs::write(
        &run,
        fs::read_to_string(&run).unwrap()
            + "# end died 2026-01-01T00:00:00+00:00 Mage depth 1 hp 1/1 turns 1\n",
    )
    .unwrap();
    let mut session = start(&folder, 1);
    press(&mut session, &[Key::R, Key::RETURN]);
    session.handle(Input::key(Key::END));
    assert!(session.is_busy());
    session.handle(Input::key(Key::ESCAPE));
    assert!(!session.is_busy() && session.title().contains("replay paused: key "), "{}", session.title());
}

/// The newest game is the one that was left last, whatever the clock said then. A date that no calendar knows is
/// unknown.
#[test]
fn the_game_left_last_is_the_newest() {
    let folder = scratch("left_last");
    drop(begin(&folder, &[Key::NUM_1, Key::RIGHT, Key::RIGHT]));
    let (_, first) = kept(&folder).remove(0);
    drop(begin(&folder, &[Key::NUM_2, Key::LEFT, Key::LEFT]));
    let text = fs::read_to_string(&first).unwrap();
    let (before, last) = text.trim_end().rsplit_once("\n# end left 20").unwrap();
    for date in ["29-01-01T00:00:00.000000+00:00", "-"] {
        let (_, rest) = last.split_once(' ').unwrap();
        let at = if date == "-" { "-".to_owned() } else { format!("20{date}") };
        fs::write(&first, format!("{before}\n# end left {at} {rest}\n")).unwrap();
        assert_ne!(kept(&folder)[0].1, first, "{date}");
    }
    assert!(runs_in(&folder).games().iter().any(|run| run.to_string().contains("unknown")));
    drop(go_on(&folder));
    fs::write(folder.join("runs/other.trace"), &text[..text.find("# begun").unwrap()]).unwrap();
    let file = fs::File::options().append(true).open(folder.join("runs/other.trace")).unwrap();
    file.set_modified(std::time::UNIX_EPOCH + std::time::Duration::from_secs(99_999_999_999_999)).ok();
    assert!(!runs_in(&folder).games().is_empty());
}

/// A long script of the command line ends when the system wants it.
#[test]
fn a_long_script_can_be_interrupted() {
    let folder = scratch("interrupted");
    let keys = [vec![Key::NUM_2], vec![Key::LEFT; 1_000_000]].concat();
    let mut start = Start { keys, ..prepared(&folder, 42) };
    let mut session = start.session().unwrap();
    let mut asked = 0;
    start.begin(&mut session, || {
        asked += 1;
        asked == 2
    });
    assert!(session.is_over() && asked == 2);
    drop(session);
    assert_eq!(kept(&folder)[0].0, Fate::Left);
}
