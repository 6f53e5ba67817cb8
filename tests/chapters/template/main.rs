//! Roguelikes in C++ with SDL3, in Rust on SDL2. Part PART_NUMBER: PART_TITLE.

#![forbid(unsafe_code)]

mod color;
mod dijkstra_map;
mod entity;
mod event;
mod fov;
mod game;
mod glyph_cache;
mod item;
mod key;
mod level;
mod map;
mod message_log;
mod monster;
mod part;
mod player;
mod rng;
mod save_slot;
mod screen;
mod sound;

use std::env;
use std::error::Error;
use std::process::ExitCode;

use sdl2::event::{Event, WindowEvent};

use game::{Game, Outcome};
use glyph_cache::{FONT, FONT_PT, GlyphCache, TILE_SIZE};
use key::Key;
use map::MAP_WIDTH;
use part::Part;
use screen::{Frame, render, rows};
use sound::{Effect, Sound};

fn main() -> ExitCode {
    if let Err(problem) = play() {
        eprintln!("{problem}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Opens the window, and plays until it is closed.
fn play() -> Result<(), Box<dyn Error>> {
    let seed = match env::args().nth(1) {
        Some(text) => text.parse().map_err(|_| format!("'{text}' is no seed: give 0 to 4294967295"))?,
        None => rand::random(),
    };
    println!("seed {seed}");
    let part = Part::LAST;
    let mut game = Game::new(part, seed);

    let sdl = sdl2::init()?;
    let video = sdl.video()?;
    let [width, height] = [MAP_WIDTH, rows(part)].map(|tiles| (tiles * TILE_SIZE).unsigned_abs());
    let window = video.window(&game.title, width, height).position_centered().hidden().build()?;
    // The software renderer draws the same pixels everywhere.
    let mut canvas = window.into_canvas().software().build()?;
    let creator = canvas.texture_creator();
    let ttf = sdl2::ttf::init()?;
    let mut glyphs = GlyphCache::new(&ttf, &creator, FONT, FONT_PT)?;
    let mut frame = Frame::new(rows(part));
    canvas.window_mut().show();
    let mut sound = Sound::new(&sdl);

    let mut events = sdl.event_pump()?;
    let mut redraw = true;
    loop {
        // Nothing moves by itself, so the window is only repainted when a key changed something.
        if redraw {
            render(&game, &mut frame);
            glyphs.draw(&frame, &mut canvas)?;
            canvas.present();
            redraw = false;
        }
        let key = match events.wait_event() {
            Event::Quit { .. } => return Ok(()),
            Event::Window { win_event: WindowEvent::Exposed, .. } => {
                redraw = true;
                continue;
            }
            Event::KeyDown { scancode: Some(scancode), .. } => Key(scancode as u16),
            _ => continue,
        };
        match game.press(key) {
            Outcome::Nothing => {}
            Outcome::Redraw => redraw = true,
            Outcome::Quit => return Ok(()),
        }
        if part.has_hud() {
            for effect in game.events.iter().filter_map(Effect::of) {
                sound.play(effect);
            }
        }
        if part.has_melee() && !part.has_hud() {
            for message in messages(&game) {
                eprintln!("{message}");
            }
            // The title tells the player's numbers.
            canvas.window_mut().set_title(&game.title)?;
        }
    }
}

/// Part 5: returns the messages of the last key.
fn messages(game: &Game) -> Vec<String> {
    let mut messages = Vec::new();
    for event in &game.events {
        // Part 15: the title has the answer to saving and loading.
        if game.part.has_saves() && event.is_answer() {
            continue;
        }
        if let Some(text) = event.text(game.part) {
            messages.push(text);
        }
    }
    messages
}
