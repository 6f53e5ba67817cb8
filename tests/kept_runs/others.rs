//! What others do with the files while a window is open, and files of others: nothing is lost, and nothing of
//! theirs is changed.

use std::fs::{self, File};
use std::os::unix::fs::{FileExt, symlink};

use roguelike::desktop::kept::Fate;
use roguelike::desktop::{Session, Start};
use roguelike::game::{GameState, Setup};
use roguelike::key::Key;

use super::{Home, KEYS, game_after, keys_alone, keys_in, press, problems, split_at_end, with_run};

const LETTER: &str = "Dear reader";

/// Presses keys on a menu or a list, and returns the one problem that is told.
fn problem(session: &mut Session, keys: &[Key]) -> String {
    press(session, keys);
    let told = problems(session);
    assert_eq!(told.len(), 1, "{told:?}");
    told.into_iter().next().unwrap()
}

/// A session of another part in the same home.
fn session_of(home: &Home, part: &str) -> Session {
    let start = Start::new(Setup::new(part.parse().unwrap(), 1), Some(home.data("other.save")));
    Start { games: Some(home.runs()), ..start }.session().unwrap()
}

#[test]
fn files_of_others_under_our_names_are_left_alone() {
    let (home, left, text) = with_run("others");
    let [start, end] = split_at_end(&text);
    let run = |name: &str, text: &str| {
        let path = home.data("runs").join(name);
        fs::write(&path, text).unwrap();
        fs::write(path.with_extension("txt"), LETTER).unwrap();
        path
    };
    let died = format!("{start}# end died {end}").replace("# end died 20", "# end died 19");
    let first = run("19000101-000000-part17-rogue.trace", &died);
    let second = run("19000102-000000-part17-rogue.trace", &died);
    let recorded = run("19000103-000000-part17-rogue.trace", &keys_alone(["2", "Q"]));
    let zeros = ["\0".repeat(9_000), text.clone()].concat();
    let zeros = run("19000104-000000-part17-rogue.trace", &zeros);
    let damaged = run("19000105-000000-part17-rogue.trace", &text[..30]);
    // More than the limit can be continued: none of them goes without a word.
    let many: Vec<_> =
        (0..305).map(|number| run(&format!("20200101-000000-part17-{number}.trace"), &text)).collect();
    home.play(&["--part", "5", "--seed", "1", "--keys", "Right Left"]);
    let exist = |path: &std::path::Path| [path.exists(), path.with_extension("txt").exists()];
    assert_eq!([exist(&first), exist(&second)], [[false, true]; 2], "games that are over go");
    for path in many.iter().chain([&recorded, &zeros]) {
        assert_eq!(exist(path), [true; 2], "{path:?}");
    }
    assert!(left.exists());
    for (path, goes) in [(&zeros, false), (&recorded, false), (&damaged, true)] {
        let name = path.file_name().unwrap().to_str().unwrap();
        assert_eq!(home.run(&["runs", "--give-up", name]).code == Some(0), goes, "{name}");
        assert_eq!(exist(path), [!goes, true], "{name}");
    }
}

#[test]
fn large_finished_games_go_and_a_huge_one_costs_no_other() {
    let (home, left, text) = with_run("tidy_sizes");
    let [start, end] = split_at_end(&text);
    let (_, state) = end.split_once(' ').unwrap();
    let file = |day: u32, size: u64| {
        let path = home.data(&format!("runs/202001{day:02}-000000-part17-rogue.trace"));
        fs::write(&path, start).unwrap();
        // The zeros in the middle take no space on the disk.
        let last = format!("\n# end died 2020-01-{day:02}T00:00:00.000000+00:00 {state}");
        File::options().write(true).open(&path).unwrap().write_all_at(last.as_bytes(), size).unwrap();
        path
    };
    let small: Vec<_> = (1..=6).map(|day| file(day, 15 << 20)).collect();
    let huge = file(20, 60 << 20);
    home.play(&["--seed", "7", "--keys", "1 Right"]);
    assert_eq!(
        small.iter().map(|path| path.exists()).collect::<Vec<_>>(),
        [false, false, true, true, true, true]
    );
    assert!(huge.exists() && left.exists());
}

/// The list shows what was true when it was opened.
#[test]
fn a_run_that_changed_since_it_was_listed_is_not_given_up() {
    let (home, run, text) = with_run("stale");
    let mut session = home.session(1);
    press(&mut session, &[Key::R]);
    let [start, end] = split_at_end(&text);
    let won = format!("{start}# end won {end}");
    fs::write(&run, &won).unwrap();
    problem(&mut session, &[Key::G, Key::G]);
    assert_eq!(fs::read_to_string(&run).unwrap(), won);
    // It was listed while it was copied.
    fs::write(&run, "").unwrap();
    let mut session = home.session(1);
    press(&mut session, &[Key::R]);
    fs::write(&run, &text).unwrap();
    problem(&mut session, &[Key::G, Key::G]);
    assert_eq!(fs::read_to_string(&run).unwrap(), text);
    // The menu offers it, and another window gives it up.
    let mut session = home.session(1);
    home.lines(&["runs", "--give-up", run.file_name().unwrap().to_str().unwrap()]);
    problem(&mut session, &[Key::C]);
    assert_eq!(session.game().state(), GameState::ClassSelect);
}

#[test]
fn a_game_of_another_part_is_neither_continued_nor_watched() {
    let home = Home::new("other_part");
    let mut other = session_of(&home, "15");
    press(&mut other, &[Key::NUM_1, Key::DOWN, Key::RIGHT]);
    drop(other);
    let run = home.runs().games().remove(0).path().to_owned();
    let before = fs::read_to_string(&run).unwrap();
    let mut windows = [session_of(&home, "15"), session_of(&home, "15")];
    press(&mut windows[1], &[Key::R]);
    let text = before.replace("part 15", "part 17");
    fs::write(&run, &text).unwrap();
    assert!(problem(&mut windows[0], &[Key::C]).contains("Part 17"));
    assert!(problem(&mut windows[1], &[Key::RETURN]).contains("Part 17"));
    fs::write(&run, before.replace("# end left", "# end died")).unwrap();
    let mut watching = session_of(&home, "15");
    press(&mut watching, &[Key::R]);
    fs::write(&run, &text).unwrap();
    assert!(problem(&mut watching, &[Key::RETURN]).contains("Part 17"));
    for session in windows.iter_mut().chain([&mut watching]) {
        session.scene();
        assert_eq!(session.game().part(), "15".parse().unwrap());
    }
    assert_eq!(fs::read_to_string(&run).unwrap(), text);
}

/// Returns the keys of the only run in a folder that was left, and its file's text.
fn keys_of_offer(home: &Home) -> Vec<String> {
    let run = home.left_run().expect("a run");
    keys_in(&fs::read_to_string(run.path()).unwrap()).into_iter().map(str::to_owned).collect()
}

#[test]
fn a_run_outlives_the_removal_of_its_file_and_of_its_folder() {
    for test in ["file_removed", "folder_removed", "file_in_the_trash", "folder_in_the_trash"] {
        let (home, run, _) = with_run(test);
        let mut session = home.session(1);
        press(&mut session, &[Key::C, Key::I]);
        match test {
            "file_removed" => fs::remove_file(&run).unwrap(),
            "folder_removed" => fs::remove_dir_all(home.data("")).unwrap(),
            "file_in_the_trash" => fs::rename(&run, run.with_extension("trash")).unwrap(),
            _ => fs::rename(home.data(""), home.data("").with_extension("trash")).unwrap(),
        }
        press(&mut session, &[Key::I, Key::LEFT]);
        assert_eq!(problems(&mut session), Vec::<String>::new());
        drop(session);
        let expected: Vec<&str> = KEYS.iter().map(|key| key.name()).chain(["I", "I", "Left"]).collect();
        assert_eq!(keys_of_offer(&home), expected);
    }
}

#[test]
fn a_game_whose_file_others_write_goes_on_in_a_new_one() {
    for (test, text) in [("emptied", String::new()), ("overwritten", LETTER.repeat(1_000))] {
        let (home, run, _) = with_run(test);
        let mut session = home.session(1);
        press(&mut session, &[Key::C, Key::I]);
        fs::write(&run, &text).unwrap();
        press(&mut session, &[Key::I, Key::LEFT]);
        assert_eq!(problems(&mut session), Vec::<String>::new());
        drop(session);
        assert_eq!(fs::read_to_string(&run).unwrap(), text);
        let expected: Vec<&str> = KEYS.iter().map(|key| key.name()).chain(["I", "I", "Left"]).collect();
        assert_eq!(keys_of_offer(&home), expected, "{test}");
    }
}

#[test]
fn a_folder_that_becomes_a_link_gets_nothing() {
    for (test, is_data) in [("data_link", true), ("runs_link", false)] {
        let (home, run, _) = with_run(test);
        let mut session = home.session(1);
        press(&mut session, &[Key::C, Key::I, Key::I]);
        let folder = if is_data { home.0.join(".local/share/roguelike-sdl2") } else { home.data("runs") };
        let (elsewhere, moved) = (home.0.join("elsewhere"), home.0.join("moved"));
        fs::create_dir(&elsewhere).unwrap();
        fs::rename(&folder, &moved).unwrap();
        symlink(&elsewhere, folder).unwrap();
        press(&mut session, &[Key::LEFT]);
        let told = problems(&mut session).join("\n");
        assert!(told.contains("the folder was replaced while the program ran"), "{told}");
        press(&mut session, &[Key::ESCAPE, Key::F5]);
        assert_eq!(problems(&mut session).len(), usize::from(is_data), "F5 is refused");
        drop(session);
        let moved = if is_data { moved.join("runs") } else { moved };
        let text = fs::read_to_string(moved.join(run.file_name().unwrap())).unwrap();
        let last = if is_data { "Left" } else { "F5" };
        assert_eq!(keys_in(&text).last(), Some(&last), "the run goes on in its file");
        assert!(fs::read_dir(&elsewhere).unwrap().next().is_none(), "{test}");
    }
}

/// An open menu of a living run follows what becomes of it.
#[test]
fn the_menu_says_whether_the_run_is_kept_now() {
    let (home, _, _) = with_run("kept_again");
    let mut session = home.session(1);
    press(&mut session, &[Key::C, Key::I, Key::I]);
    let (folder, moved) = (home.data("runs"), home.0.join("moved"));
    fs::rename(&folder, &moved).unwrap();
    symlink(&home.0, &folder).unwrap();
    press(&mut session, &[Key::LEFT, Key::ESCAPE, Key::ESCAPE]);
    let says = |session: &mut Session, words: &str| session.text().contains(words);
    assert!(says(&mut session, "This game is not being kept"));
    fs::remove_file(&folder).unwrap();
    fs::rename(&moved, &folder).unwrap();
    session.take_redraw();
    session.keep_run();
    assert!(session.take_redraw() && says(&mut session, "Your game is kept"));
}

#[test]
fn a_run_with_line_ends_of_windows_has_the_end_that_it_had() {
    let (home, run, text) = with_run("crlf");
    let [start, end] = split_at_end(&text);
    let died = format!("{start}# end died {end}").replace('\n', "\r\n");
    fs::write(&run, &died).unwrap();
    assert_eq!(home.runs().games()[0].end, Fate::Died);
    // One that was left goes on.
    fs::write(&run, text.replace('\n', "\r\n")).unwrap();
    for _ in 0..2 {
        let mut session = home.session(1);
        press(&mut session, &[Key::C, Key::I, Key::I]);
        assert_eq!(problems(&mut session), Vec::<String>::new());
        assert_eq!(session.game().save_text(), game_after(6).save_text());
    }
}

/// C goes on with an older run.
#[test]
fn a_run_that_can_never_go_on_hides_no_other() {
    let (home, _, text) = with_run("hides");
    let header = text.split_once("step 0").unwrap().0;
    let future = |text: &str| text.replace("# end left 20", "# end left 21");
    let doubled = home.data("runs/20990101-000000-part17-rogue.trace");
    fs::write(&doubled, future(&text).replacen("step 1 ", &format!("{header}step 1 "), 1)).unwrap();
    let over = home.data("runs/20990102-000000-part17-rogue.trace");
    let won = include_str!("../golden/traces/part17-libstdc++-seed1-win.trace");
    let (won, _) = won.split_once("\nscreen won\n").unwrap();
    let keys = super::steps(1, keys_in(won));
    let begun = text.split_once("step 1 ").unwrap().0.replace("seed 42", "seed 1");
    fs::write(
        &over,
        format!("{begun}{keys}# end left {}", future(&text).rsplit_once("# end left ").unwrap().1),
    )
    .unwrap();
    let mut session = home.session(1);
    let mut told = problem(&mut session, &[Key::C]);
    told += &problem(&mut session, &[Key::ESCAPE, Key::C]);
    press(&mut session, &[Key::ESCAPE, Key::C]);
    assert_eq!(problems(&mut session), Vec::<String>::new(), "{told} {:?}", home.lines(&["runs"]));
    assert!(session.game().save_text() == game_after(6).save_text(), "{told} {:?}", home.lines(&["runs"]));
    let listed = home.runs().games();
    let end = |path| listed.iter().find(|run| run.path() == path).map(|run| run.end);
    assert_eq!(end(over.as_path()), Some(Fate::Won), "the list knows it from now on");
    assert!(doubled.exists());
}

#[test]
fn files_of_a_newer_version_are_called_so_and_stay() {
    let (home, run, text) = with_run("newer");
    let newer = text.replace("roguelike-trace 1", "roguelike-trace 2");
    fs::write(&run, &newer).unwrap();
    let lines = home.lines(&["runs"]);
    assert!(!lines[0].contains("damaged") && lines[0].contains("made by a newer roguelike"), "{lines:?}");
    let name = run.file_name().unwrap().to_str().unwrap();
    assert_ne!(home.run(&["runs", "--give-up", name]).code, Some(0));
    assert_eq!(fs::read_to_string(&run).unwrap(), newer);
    let save = game_after(6).save_text().replacen("RLSAVE 3", "RLSAVE 4", 1);
    fs::write(home.data("part17.save"), &save).unwrap();
    let told = home.play_with_code(1, &["--seed", "1", "--keys", "1 F9 F5"]);
    assert_eq!(told.matches("made by a newer roguelike").count(), 2, "{told}");
    assert_eq!(fs::read_to_string(home.data("part17.save")).unwrap(), save);
}

/// The battery of the clock was empty: what was played just now seems to be older than everything else.
#[test]
fn a_clock_that_is_wrong_costs_no_run() {
    let (home, run, text) = with_run("clock");
    let [start, end] = split_at_end(&text);
    fs::write(&run, format!("{start}# end died {end}")).unwrap();
    for number in 0..310 {
        let ahead = format!("{start}# end died {end}").replace("# end died 20", "# end died 21");
        fs::write(home.data(&format!("runs/21260101-000000-part17-{number}.trace")), ahead).unwrap();
    }
    home.play(&["--part", "5", "--seed", "1", "--keys", "Right Left"]);
    assert!(run.exists());
    assert_eq!(home.names("runs").len(), 312);
}
