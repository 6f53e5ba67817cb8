//! Roguelikes in C++ with SDL3, in Rust on SDL2: Items & Identification.

#![forbid(unsafe_code)]

mod color;
mod dijkstra_map;
mod entity;
mod fov;
mod game;
mod glyph_cache;
mod item;
mod map;
mod monster;
mod player;
mod rng;
mod screen;
#[cfg(test)]
mod tests;

use std::env;
use std::error::Error;

use sdl2::event::{Event, WindowEvent};

use game::{Game, Outcome};
use glyph_cache::{FONT, FONT_PT, GlyphCache, TILE_SIZE};
use map::{MAP_HEIGHT, MAP_WIDTH};
use screen::{Frame, render};

/// Opens the window, and plays until it is closed.
fn main() -> Result<(), Box<dyn Error>> {
    let seed = match env::args().nth(1) {
        Some(text) => text.parse().map_err(|_| format!("'{text}' is not a seed: give 0 to 4294967295"))?,
        None => rand::random(),
    };
    println!("seed {seed}");
    let mut game = Game::new(seed);

    let sdl = sdl2::init()?;
    let video = sdl.video()?;
    // Without a display SDL draws on nothing, and the program would wait for ever.
    if video.current_video_driver() == "offscreen" && env::var_os("SDL_VIDEODRIVER").is_none() {
        return Err("there is no display: start it on a desktop".into());
    }
    let (width, height) = (MAP_WIDTH * TILE_SIZE, MAP_HEIGHT * TILE_SIZE);
    let window = video.window(&game.title, width as u32, height as u32).position_centered().build()?;
    // The software renderer draws the same pixels everywhere.
    let mut canvas = window.into_canvas().software().build()?;
    let creator = canvas.texture_creator();
    let ttf = sdl2::ttf::init()?;
    let mut glyphs = GlyphCache::new(&ttf, &creator, FONT, FONT_PT)?;
    let mut frame = Frame::default();

    let mut events = sdl.event_pump()?;
    let mut outcome = Outcome::Redraw;
    while outcome != Outcome::Quit {
        // Nothing moves by itself: only a key can change the picture, or the desktop can lose it.
        if outcome == Outcome::Redraw {
            render(&game, &mut frame);
            glyphs.draw(&frame, &mut canvas)?;
            canvas.present();
        }
        outcome = match events.wait_event() {
            Event::Quit { .. } => Outcome::Quit,
            Event::Window { win_event: WindowEvent::Exposed, .. } => Outcome::Redraw,
            Event::KeyDown { scancode: Some(scancode), .. } => game.press(scancode),
            _ => Outcome::Nothing,
        };
        for message in game.log.drain(..) {
            eprintln!("{message}");
        }
        // The title shows the player's numbers.
        canvas.window_mut().set_title(&game.title)?;
    }
    Ok(())
}
