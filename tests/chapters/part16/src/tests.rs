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
    (Scancode::Right, 40),
    (Scancode::Left, 2),
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
