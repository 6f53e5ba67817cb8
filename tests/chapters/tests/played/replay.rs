//! Plays recordings again from nothing but their keys: with each the game must tell the same, word for word.

use std::fs;
use std::path::Path;

use crate::game::{Game, Outcome};
use crate::key::Key;
use crate::part::Part;
use crate::screen::{Frame, render, rows};
use crate::trace::block::{Form, Step};
use crate::trace::snapshot;

/// Plays the recording in a file. Returns where it differs, if it does.
fn replay(path: &str) -> Result<(), String> {
    let recording = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let form = if recording.starts_with("roguelike-trace 1 brief\n") {
        Form::Brief
    } else if recording.contains("\n|") {
        Form::Full
    } else {
        Form::Normal
    };
    let (header, _) = recording.split_once("\nstep ").ok_or_else(|| format!("{path}: no steps"))?;
    let seed = header.lines().find_map(|line| line.strip_prefix("seed ")).and_then(|seed| seed.parse::<u32>().ok());
    let seed = seed.ok_or_else(|| format!("{path}: no seed"))?;

    let part = Part::LAST;
    let mut game = Game::new(part, seed);
    let mut frame = Frame::new(rows(part));
    render(&game, &mut frame);
    let mut text = format!("{header}\n") + &described(&game, &frame, 0, None).to_text(form);
    let keys = recording.lines().filter(|line| line.starts_with("step ")).skip(1);
    for (step, line) in (1..).zip(keys) {
        let name = line.split(' ').nth(2).unwrap_or_default();
        let key = Key::from_name(name).ok_or_else(|| format!("{path}: unknown key '{name}'"))?;
        // What the key before led to was told.
        if part.has_hud() {
            game.log.new.clear();
            game.sound.tones.clear();
        } else if part.has_melee() {
            game.log.clear();
        }
        let outcome = game.press(key);
        if outcome == Outcome::Redraw {
            render(&game, &mut frame);
        }
        let played = match outcome {
            Outcome::Quit => Step::quit(step, key),
            _ => described(&game, &frame, step, Some(key)),
        };
        text += &played.to_text(form);
    }
    if text == recording {
        return Ok(());
    }
    let line = text.lines().zip(recording.lines()).position(|(played, recorded)| played != recorded);
    let line = line.unwrap_or_else(|| text.lines().count().min(recording.lines().count()));
    let [played, recorded] = [&text, &recording].map(|text| text.lines().nth(line).unwrap_or("nothing"));
    Err(format!("{path}:{}: recorded '{recorded}', played '{played}'", line + 1))
}

/// Describes a game and what is drawn, after the `number`-th key.
fn described(game: &Game, frame: &Frame, number: usize, key: Option<Key>) -> Step {
    let mut step = snapshot::without_frame(game, number, key);
    snapshot::add_frame(&mut step, frame);
    snapshot::add_pictures(&mut step, game, frame);
    step
}

/// Loads saves in which one word is another, and plays on: whatever a file says, nothing may panic. Chapters
/// have fewer checks than the program.
fn load_anything(part: Part) {
    let mut game = Game::new(part, 42);
    let mut frame = Frame::new(rows(part));
    for key in [Key::NUM_1, Key::RIGHT, Key::LEFT, Key::DOWN, Key::UP] {
        game.press(key);
    }
    let text = game.save_text();
    let words: Vec<&str> = text.split_whitespace().collect();
    for index in 0..words.len() {
        for other in ["", "-1", "0", "1", "3", "99", "1000000", "2147483648", "x", "S"] {
            let mut words = words.clone();
            words[index] = other;
            let known = game.save_text();
            if game.load_text(&words.join(" ")).is_none() {
                assert_eq!(game.save_text(), known, "a refused file changed the game");
            }
            for key in [Key::RIGHT, Key::I, Key::A, Key::PERIOD, Key::DOWN] {
                game.press(key);
                render(&game, &mut frame);
            }
        }
    }
}

/// Plays recordings, each in an empty folder of its own, where it can save. From Part 15 on also loads saves
/// that say anything.
///
/// # Errors
/// When one comes out differently.
pub fn replay_all(paths: impl Iterator<Item = String>) -> Result<(), String> {
    let part = Part::LAST;
    if part.has_saves() {
        load_anything(part);
    }
    for path in paths {
        if Path::new("savegame.txt").exists() {
            fs::remove_file("savegame.txt").map_err(|error| error.to_string())?;
        }
        replay(&path)?;
        println!("{path}");
    }
    Ok(())
}
