//! Very long play: a bot that tries to win, and random keys. Nothing panics and no memory is lost.
//!
//! `ROGUELIKE_GAMES=1000 ROGUELIKE_KEYS=1000000 cargo test --release --test long_play -- --nocapture` plays
//! longer.

mod bot;
#[path = "fuzz/rules.rs"]
mod rules;

use std::collections::BTreeMap;
use std::env;
use std::fs;

use roguelike::game::{Game, GameState, Outcome, Setup};
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::rng::{Rng, StdLib};
use roguelike::screen::{self, Frame};
use rules::{check, check_frame};

/// A number from the environment, or the usual one.
fn number(variable: &str, usual: u32) -> u32 {
    match env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable} is no number: {text}")),
        Err(_) => usual,
    }
}

/// Maximum number of keys of a game. A bot that needs more goes in circles.
const MAX_KEYS: usize = 50_000;
/// Maximum number of bytes by which long play may increase the memory: what the allocator keeps for later.
const GROWTH: usize = 16 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Won,
    Died,
    /// Everything is explored, and no way leads down.
    Explored,
    /// Not over after the maximum number of keys.
    Circles,
}

/// Plays a game to its end, with the rules checked after every key and the screen drawn after every repaint.
fn play(setup: Setup) -> (End, Game) {
    let mut frame = Frame::new(screen::rows(setup.part));
    let mut game = Game::new(setup);
    for _ in 0..MAX_KEYS {
        let Some(key) = bot::next_key(&game) else {
            let end = match game.state() {
                GameState::Won => End::Won,
                GameState::Dead => End::Died,
                _ => End::Explored,
            };
            return (end, game);
        };
        let outcome = game.press(key);
        assert_ne!(outcome, Outcome::Quit);
        check(&game);
        if outcome == Outcome::Redraw {
            screen::render(&game, &mut frame);
            check_frame(&frame);
        }
    }
    (End::Circles, game)
}

/// Returns the number of bytes of memory in use; none where the system does not tell it.
fn resident() -> Option<usize> {
    let text = fs::read_to_string("/proc/self/statm").ok()?;
    let pages: usize = text.split(' ').nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// Plays, and compares the memory before and after.
fn without_growth(what: &str, mut play: impl FnMut()) {
    let before = resident();
    play();
    if let (Some(before), Some(after)) = (before, resident()) {
        println!("{what}: {} KiB resident at the start, {} KiB at the end", before >> 10, after >> 10);
        assert!(after <= before + GROWTH, "{what}: memory grew from {before} to {after} bytes");
    }
}

#[test]
fn a_bot_plays_until_it_wins_or_dies() {
    let games = number("ROGUELIKE_GAMES", 65);
    let parts: Vec<Part> = Part::all().filter(|part| part.has_melee()).collect();
    let mut ends: BTreeMap<(u8, End), u32> = BTreeMap::new();
    without_growth("a bot's games", || {
        for seed in 0..games {
            let part = parts[seed as usize % parts.len()];
            let library = StdLib::ALL[seed as usize / parts.len() % StdLib::ALL.len()];
            let (end, game) = play(Setup { library, ..Setup::new(part, seed) });
            assert!(end != End::Circles, "Part {part}, seed {seed}, {library}: {:?}", game.player());
            assert!(end != End::Won || part.has_amulets());
            *ends.entry((part.number(), end)).or_default() += 1;
        }
    });
    println!("{games} games: {ends:?}");
}

#[test]
fn a_bot_can_win() {
    let won = (0..200).find_map(|seed| {
        let (end, game) = play(Setup::new(Part::LAST, seed));
        (end == End::Won).then_some((seed, game))
    });
    let (seed, game) = won.expect("two hundred dungeons and not one to survive");
    println!("the first game won is that of seed {seed}");
    assert_eq!((game.amulets(), game.depth()), (3, 4));
}

/// Keys with a meaning on some screen, and their weights. With these weights runs make progress.
const KEYS: [(&str, i32); 12] = [
    ("Up", 9),
    ("Down", 9),
    ("Left", 9),
    ("Right", 9),
    ("I", 3),
    (".", 3),
    ("Space", 1),
    ("1", 1),
    ("F5", 1),
    ("F9", 1),
    ("Escape", 1),
    ("Q", 1),
];

#[test]
fn random_keys_break_nothing() {
    let presses = number("ROGUELIKE_KEYS", 10_000);
    let total = KEYS.iter().map(|&(_, odds)| odds).sum::<i32>();
    let key_at = |mut roll: i32| {
        let (name, _) = KEYS.iter().find(|&&(_, odds)| {
            roll -= odds;
            roll < 0
        })?;
        Key::from_name(name)
    };
    without_growth("random keys", || {
        for part in Part::all() {
            let mut fingers = Rng::new(u32::from(part.number()), StdLib::default());
            let mut game = Game::new(Setup::new(part, 1));
            let mut pressed = 0;
            while pressed < presses {
                // In the pack letters; elsewhere a key, several times.
                let (key, times) = match game.state() {
                    GameState::Inventory => {
                        (Key::from_name(&char::from(b'A' + fingers.uniform(0, 9) as u8).to_string()), 1)
                    }
                    _ => (key_at(fingers.uniform(0, total - 1)), fingers.uniform(1, 6)),
                };
                for _ in 0..times {
                    game.press(key.expect("the keys are known"));
                    check(&game);
                    pressed += 1;
                }
            }
        }
    });
}
