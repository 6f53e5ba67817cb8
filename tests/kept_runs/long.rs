//! Long runs: what the list and the menu read of them, and how long it takes to continue one.

use std::fs;
use std::time::Instant;

use roguelike::desktop::kept::{Fate, KeptGame};
use roguelike::game::GameState;
use roguelike::key::Key;

use super::{continue_run, game_after, press, split_at_end, steps, with_run};

/// Returns the number of bytes that this thread has read.
fn read_so_far() -> u64 {
    let io = fs::read_to_string("/proc/thread-self/io").unwrap();
    io.lines().find_map(|line| line.strip_prefix("rchar: ")).unwrap().parse().unwrap()
}

#[test]
fn the_list_reads_as_much_of_long_runs_as_of_short_ones() {
    let read = |keys: usize| {
        let (home, run, text) = with_run("list");
        fs::remove_file(run).unwrap();
        let first = home.data("runs/20260101-000000-part17-rogue-1.trace");
        // The keys that are added do nothing.
        let [start, end] = split_at_end(&text);
        fs::write(&first, format!("{start}{}# end left {end}", steps(7, vec!["Q"; keys - 6]))).unwrap();
        // Links of the same file, so that 300 long runs need no gigabyte.
        for number in 2..=300 {
            let name = format!("20260101-000000-part17-rogue-{number}.trace");
            fs::hard_link(&first, first.with_file_name(name)).unwrap();
        }
        let (before, start) = (read_so_far(), Instant::now());
        let runs = home.runs().games();
        let read = read_so_far() - before;
        println!("300 runs of {keys} keys: {read} bytes read in {:?}", start.elapsed());
        let is_whole = |run: &&KeptGame| {
            let line = run.to_string();
            line.contains("Rogue    depth 1    turn ") && line.contains("  seed 42 ")
        };
        let left = runs.iter().filter(|run| run.end == Fate::Left);
        assert_eq!(left.filter(is_whole).count(), 300, "{runs:#?}");
        read
    };
    let (short, long) = (read(2_000), read(250_000));
    assert!(short.abs_diff(long) < 1_000, "{short} and {long}");
    assert!(long < 500_000, "{long}");
}

#[test]
fn no_key_on_the_menu_reads_a_run() {
    let (home, ..) = with_run("menu");
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
    let (home, run, text) = with_run("long");
    for keys in [3_000, 250_000] {
        fs::write(&run, walk_to_and_fro(&text, keys)).unwrap();
        let start = Instant::now();
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
