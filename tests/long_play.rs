//! A bot tries to win for a very long time: nothing panics, and no memory leaks.
//!
//! `ROGUELIKE_GAMES=1000 cargo test --release --test long_play -- --nocapture` plays longer.

mod bot;
#[path = "fuzz/rules.rs"]
mod rules;

use std::collections::BTreeMap;
use std::env;
use std::fs;

use roguelike::game::{Game, GameState, Outcome, Setup};
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::screen::{self, Frame};
use rules::{check, check_frame};

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

/// The only test of this program: others at the same time would use memory as well.
#[test]
fn a_bot_plays_to_the_end_and_the_memory_does_not_grow() {
    let games = env::var("ROGUELIKE_GAMES").map_or(65, |games| games.parse().expect("a number of games"));
    let parts: Vec<Part> = Part::all().filter(|part| part.has_melee()).collect();
    let mut ends: BTreeMap<(u8, End), u32> = BTreeMap::new();
    let before = resident();
    for seed in 0..games {
        let part = parts[seed as usize % parts.len()];
        let library = StdLib::ALL[seed as usize / parts.len() % StdLib::ALL.len()];
        let (end, game) = play(Setup { library, ..Setup::new(part, seed) });
        assert!(end != End::Circles, "Part {part}, seed {seed}, {library}: {:?}", game.player());
        assert!(end != End::Won || part.has_amulets());
        *ends.entry((part.number(), end)).or_default() += 1;
    }
    println!("{games} games: {ends:?}");
    if let (Some(before), Some(after)) = (before, resident()) {
        println!("{} KiB resident at the start, {} KiB at the end", before >> 10, after >> 10);
        assert!(after <= before + GROWTH, "memory grew from {before} to {after} bytes");
    }
    let won = (0..200).find_map(|seed| {
        let (end, game) = play(Setup::new(Part::LAST, seed));
        (end == End::Won).then_some((seed, game))
    });
    let (seed, game) = won.expect("two hundred dungeons and not one to survive");
    println!("the first game won is that of seed {seed}");
    assert_eq!((game.amulets(), game.depth()), (3, 4));
}
