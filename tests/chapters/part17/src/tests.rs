//! The run of this chapter's page: `cargo test` plays its keys, and compares the picture with
//! `page.txt`. When they differ, for example after an exercise, it prints what came out.

use std::fmt::Write;

use sdl2::keyboard::Scancode;

use crate::game::{Game, TITLE};
use crate::map::MAP_WIDTH;
use crate::screen::{Frame, ROWS, render};

/// The seed and the keys of the page. A key is pressed as often as the number beside it says.
const SEED: u32 = 42;
const KEYS: &[(Scancode, u32)] = &[
    (Scancode::Num1, 1),
    (Scancode::Down, 11),
    (Scancode::Right, 13),
    (Scancode::Down, 2),
    (Scancode::Right, 3),
];

#[test]
fn the_run_of_the_page_comes_out() {
    let mut game = Game::new(SEED);
    let mut text = String::new();
    for &(key, times) in KEYS {
        for _ in 0..times {
            game.press(key);
        }
    }
    writeln!(text, "{TITLE}").unwrap();
    let mut frame = Frame::default();
    render(&game, &mut frame);
    let mut window = vec![[b' '; MAP_WIDTH as usize]; ROWS as usize];
    for &(pos, glyph, _) in &frame.cells {
        window[pos.y as usize][pos.x as usize] = glyph;
    }
    for row in window {
        writeln!(text, "{}", String::from_utf8_lossy(&row).trim_end()).unwrap();
    }
    println!("{text}");
    assert!(text == include_str!("page.txt"), "the run differs from the one on the page");
}

/// A saved game comes back as it was, and a broken file changes nothing.
#[test]
fn a_saved_game_comes_back() {
    let mut game = Game::new(42);
    for key in [Scancode::Num1, Scancode::I, Scancode::A, Scancode::Down] {
        game.press(key);
    }
    let saved = game.save_text();
    let class_7 = saved.replacen("\n0", "\n7", 1);
    for broken in ["", &saved[..saved.len() / 2], &class_7, &format!("{saved}1")] {
        assert!(game.load_text(broken).is_none());
        assert!(game.save_text() == saved);
    }
    let mut other = Game::new(1);
    assert!(other.load_text(&saved).is_some());
    assert!(other.save_text() == saved);
}

/// The only sound on the way to the first goblin's death is that of the attack.
#[test]
fn a_fight_is_heard() {
    let mut game = Game::new(42);
    for (key, times) in [(Scancode::Num1, 1), (Scancode::Down, 11), (Scancode::Right, 40)] {
        for _ in 0..times {
            game.press(key);
        }
    }
    let thud = crate::sound::Tone { freq_hz: 180.0, ms: 70, volume: 0.25 };
    assert_eq!(game.sound.tones, [thud]);
    assert_eq!(game.log.lines().back().unwrap(), "the goblin dies.");
}
