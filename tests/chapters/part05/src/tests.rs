//! The run of this chapter's page: `cargo test` plays its keys, and compares the messages and the picture
//! with `page.txt`. When they differ, for example after an exercise, it prints what came out.

use std::fmt::Write;

use sdl2::keyboard::Scancode;

use crate::game::Game;
use crate::map::{MAP_HEIGHT, MAP_WIDTH};
use crate::screen::{Frame, draw};

/// The seed and the keys of the page. A key is pressed as often as the number beside it says.
const SEED: u32 = 6;
const KEYS: &[(Scancode, u32)] = &[(Scancode::Down, 8)];

#[test]
fn the_run_of_the_page_comes_out() {
    let mut game = Game::new(SEED);
    let mut text = String::new();
    for &(key, times) in KEYS {
        for _ in 0..times {
            game.press(key);
            for message in game.log.drain(..) {
                writeln!(text, "{message}").unwrap();
            }
        }
    }
    writeln!(text, "{}", game.title).unwrap();
    let mut frame = Frame::default();
    draw(&game, &mut frame);
    let mut window = vec![[b' '; MAP_WIDTH as usize]; MAP_HEIGHT as usize];
    for &(pos, glyph, _) in &frame.cells {
        window[pos.y as usize][pos.x as usize] = glyph;
    }
    for row in window {
        writeln!(text, "{}", String::from_utf8_lossy(&row).trim_end()).unwrap();
    }
    println!("{text}");
    assert!(text == include_str!("page.txt"), "the run differs from the one on the page");
}
