//! Long runs: what the list and the menu read of them, and how long it takes to continue one.

use std::fs;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use roguelike::game::GameState;
use roguelike::key::Key;
use roguelike::part::Part;

use super::{Home, PROGRAM, continue_run, game_after, leave_run, press, split_at_end, steps};

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

/// Makes a run as long as if this many keys had been pressed in it. Those that are added do nothing.
fn lengthen(text: &str, keys: usize) -> String {
    let [start, end] = split_at_end(text);
    format!("{start}{}# end left {end}", steps(7, vec!["Q"; keys - 6]))
}

#[test]
fn the_list_reads_as_much_of_long_runs_as_of_short_ones() {
    let read = |keys: usize| {
        let home = Home::new("list");
        let run = leave_run(&home);
        let text = lengthen(&fs::read_to_string(&run).unwrap(), keys);
        fs::remove_file(run).unwrap();
        let first = home.data("runs/20260101-000000-part17-rogue-1.trace");
        fs::write(&first, text).unwrap();
        // Links of the same file, so that 300 long runs need no gigabyte.
        for number in 2..=300 {
            let name = format!("20260101-000000-part17-rogue-{number}.trace");
            fs::hard_link(&first, first.with_file_name(name)).unwrap();
        }
        let lines = home.lines(&["runs"]);
        let is_whole =
            |line: &&String| line.starts_with("left ") && line.contains("Rogue    depth 1    seed 42");
        assert_eq!(lines.iter().filter(is_whole).count(), 300, "{lines:#?}");
        let mut list = home.command(PROGRAM);
        bytes_read(list.arg("runs").stdout(Stdio::null()).spawn().unwrap())
    };
    let (short, long) = (read(2_000), read(250_000));
    println!("bytes read: {short} with 2,000 keys each, {long} with 250,000 keys each");
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
    assert!(read_so_far() > before + 500, "the menu has an offer");
    let before = read_so_far();
    press(&mut session, &[Key::X, Key::LEFT, Key::SPACE, Key::F5, Key::I, Key::W]);
    assert_eq!(session.game().state(), GameState::ClassSelect);
    // Looking at the number counts as well.
    assert!(read_so_far() - before < 200, "{} bytes", read_so_far() - before);
}

/// A key of a run that goes on takes about as long as when it was pressed first. `--nocapture` prints the
/// time.
#[test]
fn long_runs_go_on() {
    let home = Home::new("long");
    let run = leave_run(&home);
    let text = fs::read_to_string(&run).unwrap();
    for keys in [3_000, 250_000] {
        fs::write(&run, walk_to_and_fro(&text, keys)).unwrap();
        let start = std::time::Instant::now();
        let (game, told) = continue_run(&home);
        println!("{keys} keys are continued in {:?}", start.elapsed());
        assert!(told.is_empty() && game.is_run_alive(), "{told:?}");
        assert_ne!(game.rng().peek(), game_after(6).rng().peek(), "turns were taken");
    }
}

/// Adds keys to a run that walk in the first room, as far as the monsters let the player live.
fn walk_to_and_fro(text: &str, keys: usize) -> String {
    let [start, end] = split_at_end(text);
    let mut game = game_after(6);
    let mut names = Vec::new();
    let safe = ["I", "Escape"];
    for number in 7..=keys {
        let walk = ["Left", "Right", "Up", "Down"][number % 4];
        let mut next = game.clone();
        next.press(Key::from_name(walk).unwrap());
        let is_safe = next.is_run_alive() && next.player().hp >= game.player().hp;
        let name = if is_safe { walk } else { safe[usize::from(game.state() == GameState::Inventory)] };
        game.press(Key::from_name(name).unwrap());
        names.push(name);
    }
    format!("{start}{}# end left {end}", steps(7, names))
}

#[test]
fn the_list_shows_the_last_state_of_a_killed_run() {
    let home = Home::new("killed");
    let run = leave_run(&home);
    let body = game_after(6).player().clone();
    let words = format!("C)  Continue -  Rogue, depth 1, HP {}/{}", body.hp, body.max_hp);
    let text = fs::read_to_string(&run).unwrap();
    // Without its last line, and with the first state only.
    let [killed, _] = split_at_end(&text);
    for text in [killed.to_owned(), killed.to_owned() + &steps(7, ["Q"; 33])] {
        fs::write(&run, text).unwrap();
        let offer = home.runs().offer(Part::LAST).unwrap();
        assert_eq!(offer.offer(), words);
        assert!(offer.to_string().contains("seed 42 "), "{offer}");
    }
}
