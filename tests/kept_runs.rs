//! Kept runs in damaged, unusual or full folders: nothing is lost, nothing hangs, and the player is told.
//! Real processes, real files, pipes and links.
#![cfg(target_os = "linux")]

#[path = "common/scratch.rs"]
mod scratch;

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use roguelike::desktop::runs::autosave::Autosave;
use roguelike::desktop::{Input, Session, Start};
use roguelike::game::{Game, GameState, PlayerClass, Setup};
use roguelike::key::Key;
use roguelike::part::Part;
use scratch::scratch;

/// A home folder of a player.
struct Home(PathBuf);

impl Home {
    fn new(test: &str) -> Home {
        let home = Home(scratch(test));
        fs::create_dir_all(home.data("runs")).unwrap();
        home
    }

    /// A file of the folder for data.
    fn data(&self, name: &str) -> PathBuf {
        self.0.join(".local/share/roguelike-sdl2").join(name)
    }

    /// Everything in a folder, by name.
    fn names(&self, folder: &str) -> Vec<String> {
        let names = fs::read_dir(self.data(folder)).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.retain(|name| name != "runs");
        names.sort();
        names
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("HOME", &self.0).env_remove("XDG_DATA_HOME").env_remove("XDG_CONFIG_HOME");
        command.envs([("SDL_VIDEODRIVER", "dummy"), ("SDL_AUDIODRIVER", "dummy")]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs the program. A program that waits for ever ends with exit code 124 instead.
    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = self.command("timeout");
        command
            .args(["--kill-after=5", "60"])
            .arg(env!("CARGO_BIN_EXE_roguelike"))
            .args(arguments)
            .output()
            .unwrap()
    }

    /// Returns the lines that the program prints, and asserts that its exit code is 0.
    fn lines(&self, arguments: &[&str]) -> Vec<String> {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
    }

    /// Plays without a screen, and returns what was reported.
    fn play(&self, arguments: &[&str]) -> String {
        let output = self.run(&[&["play", "--mute", "--exit"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    /// A session that keeps its runs in the folder for data, as a window does.
    fn session(&self, seed: u32) -> Session {
        let mut start = Start::new(Setup::new(Part::LAST, seed), Some(self.data("part17.save")));
        start.session().unwrap()
    }

    fn autosave(&self) -> Autosave {
        Autosave::beside(&self.data("part17.save"), Part::LAST)
    }
}

fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

fn press(session: &mut Session, keys: &[Key]) {
    for &key in keys {
        if let Some(key) = session.translate(Input::key(key)) {
            session.press(key);
        }
    }
}

/// The run that the tests damage: its save is two keys behind its keys.
const KEYS: [Key; 6] = [Key::NUM_2, Key::DOWN, Key::RIGHT, Key::LEFT, Key::DOWN, Key::RIGHT];

/// Leaves a run as a killed process leaves it. Returns the game as it was then.
fn leave_run(home: &Home) -> Game {
    let mut session = home.session(42);
    press(&mut session, &KEYS[..4]);
    session.keep_run();
    press(&mut session, &KEYS[4..]);
    assert_eq!(session.take_problems(), Vec::<String>::new());
    session.game().clone()
}

/// Continues the run that the menu offers. Returns the game and what was reported.
fn continue_run(home: &Home) -> (Game, Vec<String>) {
    let mut session = home.session(1);
    session.take_problems();
    press(&mut session, &[Key::C]);
    let told = session.take_problems();
    session.keep_run();
    assert_eq!(session.take_problems(), Vec::<String>::new());
    (session.game().clone(), told)
}

/// The game after some of the keys.
fn game_after(count: usize) -> Game {
    let mut game = Game::new(Setup::new(Part::LAST, 42));
    KEYS[..count].iter().for_each(|&key| _ = game.press(key));
    game
}

// Names

/// The keys of a recording up to the win, as a script.
fn winning_keys() -> String {
    let trace =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/traces/part17-libstdc++-seed1-win.trace");
    let text = fs::read_to_string(trace).unwrap();
    let steps = text.lines().filter_map(|line| line.strip_prefix("step ")?.split_once(' ')).skip(1);
    let mut game = Game::new(Setup::new(Part::LAST, 1));
    let mut keys = String::new();
    for (_, key) in steps {
        keys += &format!("{} ", key.replace(' ', "_"));
        game.press(Key::from_name(key).unwrap());
        if game.state() == GameState::Won {
            return keys;
        }
    }
    panic!("the recording wins")
}

#[test]
fn fifty_runs_of_one_seed_that_end_at_the_same_time_leave_fifty_recordings() {
    const RUNS: usize = 50;
    let home = Home::new("same_end");
    let keys = home.0.join("keys");
    fs::write(&keys, winning_keys()).unwrap();
    let arguments = ["play", "--mute", "--exit", "--seed", "1", "--keys-file", keys.to_str().unwrap()];
    let start = || home.command(env!("CARGO_BIN_EXE_roguelike")).args(arguments).spawn().unwrap();
    let games: Vec<Child> = (0..RUNS).map(|_| start()).collect();
    for game in games {
        let output = game.wait_with_output().unwrap();
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
    }
    let names = home.names("runs");
    let with = |ending: &str| names.iter().filter(|name| name.ends_with(ending)).count();
    assert_eq!((with(".trace"), with(".txt"), names.len()), (RUNS, RUNS, 2 * RUNS), "{names:?}");
    for name in names.iter().filter(|name| name.ends_with(".trace")) {
        let text = fs::read_to_string(home.data("runs").join(name)).unwrap();
        assert!(text.lines().count() > 800, "{name} is not whole");
        let summary = home.data("runs").join(name).with_extension("txt");
        assert!(fs::read_to_string(summary).unwrap().contains("You have won"), "{name}");
    }
    assert_eq!(home.names(""), Vec::<String>::new(), "nothing is left where runs are played");
    assert_eq!(home.lines(&["runs"]).iter().filter(|line| line.starts_with("won ")).count(), RUNS);
}

// Pipes, devices and links

#[test]
fn pipes_and_devices_among_runs_are_named_and_nothing_waits_for_them() {
    let home = Home::new("pipes");
    let pipes = [
        "part17.save.autosave",
        "part16.save.autosave.trace",
        "part17.save.autosave.2.trace",
        "runs/20260101-000000-part17-seed1.trace",
        "runs/mine.trace",
        "part17.save",
        "part17.save.autosave.facts",
        "part17.save.autosave.trace.damaged",
    ];
    pipes.iter().for_each(|name| make_pipe(&home.data(name)));
    symlink("/dev/zero", home.data("part15.save.autosave")).unwrap();
    symlink("/dev/zero", home.data("runs/zero.trace")).unwrap();
    let settings = home.0.join(".config/roguelike-sdl2/settings.txt");
    fs::create_dir_all(settings.parent().unwrap()).unwrap();
    make_pipe(&settings);

    let lines = home.lines(&["runs"]);
    for name in ["part17.save.autosave: it is no regular file", "runs/mine.trace: it is no regular file"] {
        assert!(
            lines.iter().any(|line| line.starts_with("damaged ") && line.ends_with(name)),
            "{name}: {lines:#?}"
        );
    }
    for name in ["part15.save.autosave: it is a symbolic link", "zero.trace: it is a symbolic link"] {
        assert!(
            lines.iter().any(|line| line.starts_with("damaged ") && line.ends_with(name)),
            "{name}: {lines:#?}"
        );
    }
    assert!(
        lines.iter().any(|line| line.contains("20260101-000000-part17-seed1.trace: it is no")),
        "{lines:#?}"
    );
    // Every part can be played.
    let told = home.play(&["--seed", "1", "--keys", "F9 1 Right F5 F9"]);
    for words in
        ["settings.txt: it is no regular file", "part17.save.autosave: it is no", "part17.save: it is no"]
    {
        assert!(told.contains(words), "{words}: {told}");
    }
    for part in ["16", "15", "5"] {
        home.play(&["--part", part, "--seed", "1", "--keys", "1 Right"]);
    }
    assert!(home.lines(&["runs"]).iter().any(|line| line.starts_with("left ") && line.contains("part 17")));
    // They can be given up.
    for name in ["part17.save.autosave", "runs/mine.trace", "part15.save.autosave"] {
        let told = home.lines(&["runs", "--give-up", name]);
        assert!(told[0].starts_with("given up: ") && told[0].ends_with(name), "{told:?}");
        assert!(fs::symlink_metadata(home.data(name)).is_err(), "{name}");
    }
    assert!(fs::symlink_metadata("/dev/zero").is_ok());
}

#[test]
fn nothing_is_written_through_a_link() {
    for name in ["part17.save.autosave", "part17.save.autosave.trace", "part17.save.autosave.facts"] {
        let home = Home::new(&format!("link_{}", name.rsplit('.').next().unwrap()));
        let left = leave_run(&home);
        let diary = home.0.join("diary.txt");
        fs::write(&diary, "Dear diary").unwrap();
        fs::remove_file(home.data(name)).unwrap();
        symlink(&diary, home.data(name)).unwrap();
        let (game, told) = continue_run(&home);
        assert_eq!(fs::read_to_string(&diary).unwrap(), "Dear diary", "{name}");
        let expected = if name.ends_with(".trace") { game_after(4) } else { left };
        assert_eq!(game.save_text(), expected.save_text(), "{name}");
        let is_told = told.len() == 1 && told[0].contains(&format!("{name} is kept as "));
        assert!(is_told || name.ends_with(".facts") && told.is_empty(), "{told:?}");
        // From now on it is a run like any other.
        assert!(home.data(name).symlink_metadata().unwrap().is_file());
        assert_eq!(continue_run(&home).1, Vec::<String>::new());
    }
}

/// F9 looks for the past of the run that it loads in the keys of other runs.
#[test]
fn a_pipe_for_keys_does_not_stop_a_load() {
    let home = Home::new("load");
    home.play(&["--seed", "1", "--keys", "1 Right Left F5 Right"]);
    for make in [make_pipe as fn(&Path), |path| symlink("/dev/zero", path).unwrap()] {
        let other = home.data("part17.save.autosave.5");
        fs::copy(home.data("part17.save.autosave"), &other).unwrap();
        let keys = home.data("part17.save.autosave.5.trace");
        fs::remove_file(&keys).ok();
        make(&keys);
        assert_eq!(home.play(&["--seed", "2", "--keys", "F9 Right"]), "");
    }
}

#[test]
fn other_names_of_a_file_of_keys_keep_what_is_in_it() {
    let home = Home::new("hard_link");
    let left = leave_run(&home);
    let keys = home.data("part17.save.autosave.trace");
    // Another name of the keys, as a crash at the end of a run leaves one, and another file under their name.
    let log = fs::read_to_string(&keys).unwrap();
    let precious = home.0.join("precious");
    for text in [log.as_str(), "precious"] {
        fs::remove_file(&precious).ok();
        fs::write(&precious, text).unwrap();
        fs::remove_file(&keys).unwrap();
        fs::hard_link(&precious, &keys).unwrap();
        let mut session = home.session(1);
        press(&mut session, &[Key::C, Key::DOWN]);
        drop(session);
        assert_eq!(fs::read_to_string(&precious).unwrap(), text);
        assert!(fs::read_to_string(&keys).unwrap().starts_with("roguelike-trace 1\n"));
    }
    assert_eq!(continue_run(&home).0.class(), left.class());
    // A new run does not take an empty file that has another name.
    let home = Home::new("empty_hard_link");
    let empty = home.0.join("empty");
    fs::write(&empty, "").unwrap();
    fs::hard_link(&empty, home.data("part17.save.autosave.trace")).unwrap();
    leave_run(&home);
    assert_eq!(fs::read_to_string(&empty).unwrap(), "");
}

#[test]
fn a_file_of_the_player_with_the_name_of_facts_stays() {
    let home = Home::new("foreign_facts");
    let facts = home.data("part17.save.autosave.facts");
    fs::write(&facts, "precious").unwrap();
    leave_run(&home);
    continue_run(&home);
    home.lines(&["runs", "--give-up", "part17.save.autosave"]);
    assert_eq!(fs::read_to_string(&facts).unwrap(), "precious");
}

#[test]
fn a_file_that_is_no_log_is_kept_when_its_run_goes_on() {
    let home = Home::new("no_log");
    leave_run(&home);
    let keys = home.data("part17.save.autosave.trace");
    for (text, kept) in [("Dear diary", ".damaged"), ("Dear reader", ".damaged.2")] {
        fs::write(&keys, text).unwrap();
        let (game, told) = continue_run(&home);
        assert_eq!(game.class(), Some(PlayerClass::Rogue));
        assert!(told.len() == 1 && told[0].contains("it has no keys of part 17"), "{told:?}");
        let kept = home.data(&format!("part17.save.autosave.trace{kept}"));
        assert_eq!(fs::read_to_string(kept).unwrap(), text);
        assert!(fs::read_to_string(&keys).unwrap().starts_with("roguelike-trace 1\n"));
    }
    // What is kept is on the list, and can be given up like a run.
    let lines = home.lines(&["runs"]);
    assert!(
        lines.iter().any(|line| line.starts_with("damaged ") && line.contains("trace.damaged.2")),
        "{lines:#?}"
    );
    home.lines(&["runs", "--give-up", "part17.save.autosave.trace.damaged.2"]);
    assert!(!home.names("").contains(&"part17.save.autosave.trace.damaged.2".to_owned()));
}

// Damage

/// Replaces some bytes in the middle of a file.
fn damage(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 4].copy_from_slice(b"\xff\n#\0");
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_run_with_a_damaged_save_goes_on_from_its_keys() {
    for (test, how) in [("bytes", "damaged"), ("cut", "cut"), ("empty", "empty"), ("folder", "folder")] {
        let home = Home::new(&format!("bad_save_{test}"));
        let left = leave_run(&home);
        let save = home.data("part17.save.autosave");
        match how {
            "damaged" => damage(&save),
            "cut" => File::options().write(true).open(&save).unwrap().set_len(1_000).unwrap(),
            "empty" => fs::write(&save, "").unwrap(),
            _ => {
                fs::remove_file(&save).unwrap();
                fs::create_dir(&save).unwrap();
            }
        }
        let lines = home.lines(&["runs"]);
        assert!(
            lines.len() == 1 && lines[0].starts_with("left ") && lines[0].contains("Rogue"),
            "{how}: {lines:?}"
        );
        assert!(lines[0].contains("seed 42"), "{how}: {lines:?}");
        let (game, told) = continue_run(&home);
        assert_eq!(game.save_text(), left.save_text(), "{how}");
        assert_eq!(game.rng().peek(), left.rng().peek(), "{how}");
        assert!(told.len() == 1 && told[0].contains("part17.save.autosave.damaged: "), "{how}: {told:?}");
        assert!(home.data("part17.save.autosave.damaged").exists(), "{how}");
        assert_eq!(fs::read_to_string(&save).unwrap(), left.save_text(), "{how}: it is saved again");
    }
}

#[test]
fn keys_that_are_damaged_in_the_middle_are_kept_and_told() {
    // With a whole save the run goes on from there, and without one from the keys before the damage.
    for (test, has_save, expected) in [("saved", true, 4), ("unsaved", false, 2)] {
        let home = Home::new(&format!("bad_keys_{test}"));
        leave_run(&home);
        let keys = home.data("part17.save.autosave.trace");
        let text = fs::read_to_string(&keys).unwrap().replace("step 3 Right", "step 3 Rigth");
        fs::write(&keys, &text).unwrap();
        if !has_save {
            fs::remove_file(home.data("part17.save.autosave")).unwrap();
        }
        assert!(home.autosave().read().0.is_some(), "{test}");
        let (game, told) = continue_run(&home);
        assert_eq!(game.save_text(), game_after(expected).save_text(), "{test}");
        let words = "part17.save.autosave.trace.damaged: line 8: ";
        assert!(told.len() == 1 && told[0].contains(words), "{test}: {told:?}");
        assert_eq!(fs::read_to_string(home.data("part17.save.autosave.trace.damaged")).unwrap(), text);
        assert_eq!(continue_run(&home).1, Vec::<String>::new(), "{test}: it is told once");
    }
}

#[test]
fn a_key_that_was_cut_off_is_no_damage() {
    let home = Home::new("cut_key");
    let left = leave_run(&home);
    let keys = home.data("part17.save.autosave.trace");
    let text = fs::read_to_string(&keys).unwrap();
    fs::write(&keys, text.clone() + "step 7 Le").unwrap();
    let (game, told) = continue_run(&home);
    assert_eq!((game.save_text(), told), (left.save_text(), Vec::new()));
    assert_eq!(fs::read_to_string(&keys).unwrap(), text);
}

#[test]
fn what_cannot_be_read_at_all_is_on_the_list_and_can_be_given_up() {
    let home = Home::new("unreadable");
    leave_run(&home);
    let (save, keys) = (home.data("part17.save.autosave"), home.data("part17.save.autosave.trace"));
    fs::write(&save, "RLSAVE 3\nnonsense").unwrap();
    fs::write(&keys, "nonsense").unwrap();
    fs::write(home.data("runs/20260101-000000-part17-seed1.trace"), "").unwrap();
    fs::write(home.data("runs/letter.trace"), "Dear reader").unwrap();
    let lines = home.lines(&["runs"]);
    assert_eq!(lines.len(), 3, "{lines:#?}");
    assert!(lines.iter().all(|line| line.starts_with("damaged ")), "{lines:#?}");
    for words in
        ["part17.save.autosave: line 2: ", "part17-seed1.trace: it is empty", "letter.trace: it is no trace"]
    {
        assert!(lines.iter().any(|line| line.contains(words)), "{words}: {lines:#?}");
    }
    // The window tells it, and plays.
    let told = home.play(&["--seed", "1", "--keys", "1 Right"]);
    assert!(told.contains("cannot offer the unfinished run in ") && told.lines().count() == 1, "{told}");
    home.lines(&["runs", "--give-up", "part17.save.autosave.1"]);
    for name in ["part17.save.autosave", "letter.trace", "20260101-000000-part17-seed1.trace"] {
        home.lines(&["runs", "--give-up", name]);
    }
    // The keys stay, whatever they are.
    let names = home.names("runs");
    let kept = |text: &str| {
        names
            .iter()
            .filter(|name| fs::read_to_string(home.data("runs").join(name)).unwrap().starts_with(text))
            .count()
    };
    assert_eq!((names.len(), kept("nonsense"), kept("roguelike-trace 1\n")), (2, 1, 1), "{names:?}");
    assert_eq!(home.names(""), Vec::<String>::new());
}

/// Keys without a save that hold no run: the list and the menu say it, a new run leaves them alone, and they
/// can be given up.
#[test]
fn unreadable_keys_without_a_save_are_on_the_list() {
    let header = "roguelike-trace 1\npart 17\nseed 42\nstdlib libstdc++\nstep 0 start\n";
    let other_part = header.replace("part 17", "part 16") + "step 1 2\nstep 2 Right\n";
    let cases = [
        ("nonsense", "it has no keys of part 17"),
        ("roguelike-trace 1\0\0\0\0", "it has no keys of part 17"),
        (other_part.as_str(), "it has no keys of part 17"),
        (header, "they begin no run"),
        ("pipe", "it is no regular file"),
        ("link", "it is a symbolic link"),
    ];
    for (number, (text, reason)) in cases.into_iter().enumerate() {
        let home = Home::new(&format!("only_keys_{number}"));
        let keys = home.data("part17.save.autosave.trace");
        match text {
            "pipe" => make_pipe(&keys),
            "link" => symlink("/dev/zero", &keys).unwrap(),
            text => fs::write(&keys, text).unwrap(),
        }
        let words = format!("part17.save.autosave.trace cannot be read: {reason}");
        let lines = home.lines(&["runs"]);
        assert!(lines.len() == 1 && lines[0].starts_with("damaged "), "{text}: {lines:?}");
        assert!(lines[0].ends_with(&words), "{text}: {lines:?}");
        let told = home.play(&["--seed", "1", "--keys", "1 Right"]);
        assert!(told.lines().count() == 1 && told.trim_end().ends_with(&words), "{text}: {told}");
        assert!(home.names("").contains(&"part17.save.autosave.1".to_owned()), "{text}");
        home.lines(&["runs", "--give-up", "part17.save.autosave"]);
        let lines = home.lines(&["runs"]);
        assert!(!lines.iter().any(|line| line.contains("autosave.trace")), "{text}: {lines:?}");
        // What went with the keys of other runs can be removed from there as well.
        for name in home.names("runs") {
            assert!(matches!(home.run(&["runs", "--give-up", &name]).status.code(), Some(0 | 1)), "{name}");
        }
    }
}

#[test]
fn zeros_after_a_power_cut_cost_no_step() {
    let home = Home::new("zeros");
    let left = leave_run(&home);
    let keys = home.data("part17.save.autosave.trace");
    let log = fs::read(&keys).unwrap();
    fs::write(&keys, [log.as_slice(), &[0; 4096]].concat()).unwrap();
    fs::remove_file(home.data("part17.save.autosave")).unwrap();
    let (game, told) = continue_run(&home);
    assert_eq!((game.save_text(), told), (left.save_text(), Vec::new()));
    assert!(fs::read(&keys).unwrap() == log);
}

#[test]
fn archived_files_that_are_no_traces_can_be_given_up() {
    let home = Home::new("bad_archive");
    let name = "20260101-000000-part17-seed1-mage-depth2-died";
    fs::write(home.data(&format!("runs/{name}.trace")), "nonsense").unwrap();
    fs::write(home.data(&format!("runs/{name}.txt")), "a summary").unwrap();
    let comments = "# a remark\n".repeat(50);
    fs::write(home.data("runs/mine.trace"), long_keys(3).replacen('\n', &format!("\n{comments}"), 1))
        .unwrap();
    let lines = home.lines(&["runs"]);
    assert!(lines.iter().any(|line| line.starts_with("ended ") && line.contains("mine.trace")), "{lines:#?}");
    assert!(
        lines.iter().any(|line| line.starts_with("damaged ") && line.ends_with("it is no trace")),
        "{lines:#?}"
    );
    // A text beside keys that the player named is the player's, too.
    fs::write(home.data("runs/letter.trace"), "Dear reader").unwrap();
    fs::write(home.data("runs/letter.txt"), "precious").unwrap();
    for name in [format!("{name}.trace").as_str(), "letter.trace"] {
        home.lines(&["runs", "--give-up", name]);
    }
    assert_eq!(home.names("runs"), ["letter.txt", "mine.trace"]);
}

#[test]
fn keys_that_are_set_aside_can_be_given_up() {
    // The name of a folder tells nothing about a file.
    let home = Home::new("aside.trace.old");
    leave_run(&home);
    let mut other = Game::new(Setup::new(Part::LAST, 3));
    other.press(Key::NUM_3);
    fs::write(home.data("part17.save.autosave"), other.save_text()).unwrap();
    let (_, told) = continue_run(&home);
    assert!(told.len() == 1 && told[0].contains("part17.save.autosave.trace.old: "), "{told:?}");
    fs::write(home.data("part17.save.autosave.trace.damaged"), "nonsense").unwrap();
    let lines = home.lines(&["runs"]);
    let has = |end: &str, name: &str| {
        lines.iter().any(|line| line.starts_with(end) && line.split(": ").next().unwrap().ends_with(name))
    };
    assert!(has("ended ", "autosave.trace.old") && has("damaged ", "autosave.trace.damaged"), "{lines:#?}");
    for name in ["part17.save.autosave.trace.old", "part17.save.autosave.trace.damaged"] {
        home.lines(&["runs", "--give-up", name]);
        assert!(!home.data(name).exists(), "{name}");
    }
}

#[test]
fn a_run_that_a_window_plays_is_not_given_up() {
    let home = Home::new("open");
    let mut session = home.session(42);
    press(&mut session, &KEYS);
    session.keep_run();
    let output = home.run(&["runs", "--give-up", "part17.save.autosave"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.code() == Some(1) && told.contains("a window plays part17.save.autosave"),
        "{told}"
    );
    assert!(home.data("part17.save.autosave").exists());
}

/// Where keys go when their run ends, there is a file in the way.
#[test]
fn what_cannot_end_stays_whole_and_is_told_by_its_name() {
    let home = Home::new("no_archive");
    leave_run(&home);
    let before = home.names("");
    fs::remove_dir(home.data("runs")).unwrap();
    fs::write(home.data("runs"), "no folder").unwrap();
    let fails = |words: &[&str]| {
        let output = home.run(&["runs", "--give-up", "part17.save.autosave"]);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), told.lines().count()), (Some(1), 1), "{told}");
        assert!(words.iter().all(|words| told.contains(words)), "{words:?}: {told}");
    };
    fails(&["part17.save.autosave.trace", "runs cannot be made"]);
    assert_eq!(home.names(""), before);
    let lines = home.lines(&["runs"]);
    assert!(lines.iter().any(|line| line.starts_with("damaged ") && line.contains("/runs: ")), "{lines:#?}");
    // A run that is won stays on the list as won, and is not offered.
    let home = Home::new("no_archive_won");
    fs::remove_dir(home.data("runs")).unwrap();
    fs::write(home.data("runs"), "no folder").unwrap();
    let keys = home.0.join("keys");
    fs::write(&keys, winning_keys()).unwrap();
    let told = home.play(&["--seed", "1", "--keys-file", keys.to_str().unwrap()]);
    assert!(told.lines().count() == 1 && told.contains("its keys stay in "), "{told}");
    let lines = home.lines(&["runs"]);
    assert!(lines.iter().any(|line| line.starts_with("won ") && line.contains("seed 1 ")), "{lines:#?}");
    assert!(home.autosave().read().0.is_none());
    // A folder in place of the keys: its name is told, and the save stays.
    let home = Home::new("folder_for_keys");
    leave_run(&home);
    fs::remove_file(home.data("part17.save.autosave.trace")).unwrap();
    fs::create_dir(home.data("part17.save.autosave.trace")).unwrap();
    let output = home.run(&["runs", "--give-up", "part17.save.autosave"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("part17.save.autosave.trace cannot be removed: "), "{told}");
    assert!(home.data("part17.save.autosave").exists());
}

/// The folder keeps its limits without touching what the player put there.
#[test]
fn only_recordings_of_the_program_are_tidied() {
    let home = Home::new("tidy");
    let large = File::create(home.data("runs/my-long-run.trace")).unwrap();
    large.set_len(70 << 20).unwrap();
    // Of a clock that was wrong.
    for number in 0..300 {
        fs::write(home.data(&format!("runs/20990101-000000-part5-seed{number}.trace")), long_keys(3))
            .unwrap();
    }
    for seed in ["7", "8"] {
        home.play(&["--part", "5", "--seed", seed, "--keys", "Right Left"]);
    }
    let names = home.names("runs");
    for end in ["-part5-seed7.trace", "-part5-seed8.trace", "my-long-run.trace"] {
        assert!(
            names.iter().any(|name| name.ends_with(end) && !name.starts_with("2099")),
            "{end}: {names:?}"
        );
    }
    assert_eq!(names.len(), 301);
}

#[test]
fn giving_up_keeps_the_keys_and_nothing_else() {
    let home = Home::new("give_up");
    let left = leave_run(&home);
    let keys = fs::read_to_string(home.data("part17.save.autosave.trace")).unwrap();
    let told = home.lines(&["runs", "--give-up", "part17.save.autosave"]);
    let names = home.names("runs");
    assert!(names.len() == 1 && names[0].ends_with("-part17-seed42-rogue.trace"), "{names:?}");
    assert_eq!(fs::read_to_string(home.data("runs").join(&names[0])).unwrap(), keys);
    assert!(
        told[0].ends_with(&format!("; its keys stay in {}", home.data("runs").join(&names[0]).display()))
    );
    assert_eq!(home.names(""), Vec::<String>::new());
    // A run without keys, and one whose save has another owner: there the keys of the first are kept, too.
    fs::write(home.data("part17.save.autosave"), left.save_text()).unwrap();
    let told = home.lines(&["runs", "--give-up", "part17.save.autosave"]);
    assert_eq!(told, [format!("given up: {}", home.data("part17.save.autosave").display())]);
    assert_eq!((home.names(""), home.names("runs").len()), (Vec::new(), 1));
    leave_run(&home);
    let mut other = Game::new(Setup::new(Part::LAST, 3));
    other.press(Key::NUM_3);
    fs::write(home.data("part17.save.autosave"), other.save_text()).unwrap();
    home.lines(&["runs", "--give-up", "part17.save.autosave"]);
    assert_eq!((home.names(""), home.names("runs").len()), (Vec::new(), 2));
}

// Full disks

/// Plays where files can be created but cannot grow, as on a full disk.
fn play_on_a_full_disk(home: &Home, arguments: &[&str]) -> String {
    let mut command = home.command("sh");
    command.args([
        "-c",
        "ulimit -f 0; exec \"$@\"",
        "sh",
        env!("CARGO_BIN_EXE_roguelike"),
        "play",
        "--mute",
        "--exit",
    ]);
    let output = command.args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_full_disk_leaves_no_empty_files() {
    let home = Home::new("full");
    let told = play_on_a_full_disk(&home, &["--seed", "1", "--keys", "1 Right"]);
    assert!(told.lines().count() == 1 && told.contains("cannot keep the run in "), "{told}");
    assert_eq!(home.names(""), Vec::<String>::new());
    let told = play_on_a_full_disk(&home, &["--part", "5", "--seed", "1", "--keys", "Right Left"]);
    assert!(told.lines().count() == 1 && told.contains("cannot keep the recording of the run in "), "{told}");
    assert_eq!((home.names(""), home.names("runs")), (Vec::new(), Vec::new()));
}

#[test]
fn empty_files_of_earlier_runs_do_no_harm() {
    let home = Home::new("empty_slots");
    for number in 0..1_000 {
        let number = if number > 0 { format!(".{number}") } else { String::new() };
        fs::write(home.data(&format!("part17.save.autosave{number}.trace")), "").unwrap();
    }
    assert_eq!(home.play(&["--seed", "1", "--keys", "1 Right"]), "");
    let lines = home.lines(&["runs"]);
    assert!(lines.len() == 1 && lines[0].starts_with("left "), "{lines:?}");
}

#[test]
fn too_many_runs_are_told_with_one_that_is_there() {
    let home = Home::new("too_many");
    let save = game_after(1).save_text();
    for number in 0..1_000 {
        let number = if number > 0 { format!(".{number}") } else { String::new() };
        fs::write(home.data(&format!("part17.save.autosave{number}")), &save).unwrap();
    }
    let told = home.play(&["--seed", "1", "--keys", "1 Right"]);
    let path = told.split("or remove ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a path");
    assert!(told.lines().count() == 1 && Path::new(path).exists(), "{told}");
}

// Long runs

/// A file of a long run. Its first key chooses a class, and the others do nothing.
fn long_keys(count: usize) -> String {
    let steps = (2..=count).map(|number| format!("step {number} Q\n"));
    "roguelike-trace 1\npart 17\nseed 42\nstdlib libstdc++\nstep 0 start\nstep 1 2\n".to_owned()
        + &steps.collect::<String>()
}

/// Returns the number of bytes that a program has read when it ended.
fn bytes_read(mut child: Child) -> u64 {
    let stat = format!("/proc/{}/stat", child.id());
    while !fs::read_to_string(&stat).unwrap().contains(") Z ") {
        thread::sleep(Duration::from_millis(1));
    }
    let io = fs::read_to_string(format!("/proc/{}/io", child.id())).unwrap();
    let output = child.wait().unwrap();
    assert!(output.success());
    io.lines().find_map(|line| line.strip_prefix("rchar: ")).unwrap().parse().unwrap()
}

#[test]
fn the_list_reads_as_much_of_long_runs_as_of_short_ones() {
    let read = |keys: usize, archived: u64| {
        let home = Home::new("long");
        for number in 0..300 {
            let path = home.data(&format!("runs/20260101-000000-part17-seed{number}.trace"));
            fs::write(&path, long_keys(3)).unwrap();
            File::options().write(true).open(path).unwrap().set_len(archived).unwrap();
        }
        let text = long_keys(keys);
        let save = game_after(1).save_text();
        // With a save, with a foreign one, with a damaged one, and without.
        for (number, save) in
            [Some(save.as_str()), Some("foreign"), Some("damaged"), None].into_iter().enumerate()
        {
            let path = home.data(&format!("part17.save.autosave.{}", number + 1));
            fs::write(path.display().to_string() + ".trace", &text).unwrap();
            match save {
                Some("foreign") => {
                    let mut other = Game::new(Setup::new(Part::LAST, 3));
                    other.press(Key::NUM_3);
                    fs::write(&path, other.save_text()).unwrap();
                }
                Some(save) => fs::write(&path, save).unwrap(),
                None => {}
            }
        }
        // And one that was played by this program.
        leave_run(&home);
        let lines = home.lines(&["runs"]);
        assert_eq!(lines.iter().filter(|line| line.starts_with("left ")).count(), 5, "{lines:#?}");
        assert_eq!(lines.len(), 305);
        bytes_read(
            home.command(env!("CARGO_BIN_EXE_roguelike")).arg("runs").stdout(Stdio::null()).spawn().unwrap(),
        )
    };
    let (short, long) = (read(2_000, 2_000), read(250_000, (64 << 20) / 300));
    println!(
        "bytes read: {short} with 2,000 keys, {long} with 250,000 keys and 64 MiB of runs that are over"
    );
    assert!(short.abs_diff(long) < 1_000, "{short} and {long}");
    assert!(long < 500_000, "{long}");
}

/// Returns the number of bytes that this thread has read.
fn read_so_far() -> u64 {
    let io = fs::read_to_string("/proc/thread-self/io").unwrap();
    io.lines().find_map(|line| line.strip_prefix("rchar: ")).unwrap().parse().unwrap()
}

#[test]
fn no_key_on_the_menu_reads_a_run() {
    let home = Home::new("menu");
    leave_run(&home);
    let before = read_so_far();
    let mut session = home.session(1);
    assert!(read_so_far() > before + 2_000, "the menu has an offer");
    let before = read_so_far();
    press(&mut session, &[Key::X, Key::LEFT, Key::SPACE, Key::F5, Key::I, Key::W]);
    assert_eq!(session.game().state(), GameState::ClassSelect);
    // Looking at the number counts as well.
    assert!(read_so_far() - before < 200, "{} bytes", read_so_far() - before);
}

#[test]
fn the_list_shows_the_last_state_of_a_killed_run() {
    let home = Home::new("facts");
    let left = leave_run(&home);
    let body = left.player();
    let offer = format!("C)  Continue -  Rogue, depth 1, HP {}/{}", body.hp, body.max_hp);
    let shown = || home.autosave().read().0.unwrap().to_string();
    assert_eq!(shown(), offer);
    let seed = |expected: &str| {
        let lines = home.lines(&["runs"]);
        assert!(lines.len() == 1 && lines[0].contains(&format!("seed {expected} ")), "{expected}: {lines:?}");
    };
    seed("42");
    // Without the facts, the list shows what the save says.
    let facts = home.data("part17.save.autosave.facts");
    let noted = fs::read(&facts).unwrap();
    fs::remove_file(&facts).unwrap();
    assert_eq!(shown(), offer);
    seed("-");
    // Facts about another save are ignored, and so are damaged ones.
    fs::write(&facts, &noted).unwrap();
    let save = home.data("part17.save.autosave");
    let own = fs::read(&save).unwrap();
    let mut other = Game::new(Setup::new(Part::LAST, 3));
    other.press(Key::NUM_3);
    fs::write(&save, other.save_text()).unwrap();
    assert!(shown().contains("Mage"), "{}", shown());
    seed("-");
    fs::write(&save, own).unwrap();
    seed("42");
    fs::write(&facts, String::from_utf8(noted).unwrap().replace(" 42 ", " 43 ")).unwrap();
    seed("-");
    // Once the run goes on, they are right again.
    continue_run(&home);
    assert_eq!(shown(), offer);
    seed("42");
}

#[test]
fn dates_that_no_calendar_has_are_printed_as_they_are() {
    let home = Home::new("dates");
    for name in ["123450102-030405-part17-seed1.trace", "99999999-999999-part17-seed2.trace"] {
        fs::write(home.data("runs").join(name), long_keys(3)).unwrap();
    }
    let lines = home.lines(&["runs"]);
    assert!(lines[0].starts_with("ended  12345-01-02 03:04  part 17"), "{lines:?}");
    assert!(lines[1].starts_with("ended  9999-99-99 99:99  part 17"), "{lines:?}");
}
