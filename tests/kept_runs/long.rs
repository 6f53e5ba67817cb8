//! Long runs: what the list and the menu read of them, and what the list shows.

use std::fs::{self, File};
use std::process::Child;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use super::{Home, continue_run, game_after, leave_run, long_keys, press};
use roguelike::game::{Game, GameState, Setup};
use roguelike::key::Key;
use roguelike::part::Part;

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
