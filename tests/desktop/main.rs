//! The game in a real window on a virtual screen (Xvfb), with real keys and real files. The tests fail if a
//! program that they need is missing. The screen is X11's.
#![cfg(all(unix, not(target_os = "macos")))]

mod a_recording;
mod a_whole_run;
mod at_rest;
#[path = "../bot/mod.rs"]
mod bot;
mod comfort;
#[path = "../common/decode.rs"]
mod decode;
mod display;
mod entry;
mod image;
mod keys;
mod left_runs;
mod missing;
mod picture;
mod readme;
mod screenshots;
#[path = "../common/surface.rs"]
mod surface;
mod window_place;

use std::fs;
use std::path::{Path, PathBuf};

use display::{Display, Window, eventually};
use image::Image;
use roguelike::desktop::{Input, Session};
use roguelike::game::{Game, Setup};
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::screen::{self, Frame};

fn golden(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(path)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Asserts that two traces are equal. Shows only the first line that differs, because traces are long.
fn same(trace: &str, expected: &str) {
    let different = trace.lines().zip(expected.lines()).find(|(line, expected)| line != expected);
    assert_eq!(different, None);
    assert_eq!(trace.len(), expected.len(), "one is longer");
}

/// Returns the first problem. It is a line on standard error, and a page in the window.
fn told(game: &Window<'_>) -> String {
    let problem = eventually("the problem", || {
        Some(game.errors().lines().next()?.strip_prefix("roguelike: ")?.to_owned())
    });
    game.shows("the problem", &page(Part::LAST, |session| session.warn(problem.clone())));
    problem
}

/// Returns the page of a part that is shown after this, in a window of the original's size.
fn page(part: Part, show: impl FnOnce(&mut Session)) -> Image {
    let mut session = Session::new(Game::new(Setup::new(part, 42)), None, None);
    show(&mut session);
    // From Part 16 on letters reach below the last row.
    let feet = if part.has_hud() { image::DESCENT } else { 0 };
    Image::of_session(&mut session, 1280, 20 * screen::rows(part) as u32 + feet)
}

/// Returns the page of keys.
fn keys_page(part: Part) -> Image {
    page(part, |session| session.handle(Input::key(Key::F1)))
}

/// Returns the folder where the game keeps its files.
fn data(display: &Display) -> PathBuf {
    display.home().join(".local/share/roguelike-sdl2")
}

/// Returns what Part 17 shows with seed 42 after these keys.
fn frame(keys: &[&str]) -> Frame {
    let mut game = Game::new(Setup::new(Part::LAST, 42));
    keys.iter().for_each(|key| _ = game.press(Key::from_name(key).unwrap()));
    let mut frame = Frame::new(screen::rows(Part::LAST));
    screen::render(&game, &mut frame);
    frame
}

/// Returns the pictures saved in a home folder, oldest first.
fn pictures(home: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(home.join("Pictures")) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "png"));
    paths.sort();
    paths
}

/// Returns how often the program waited so far. Unlike its processor time, this does not depend on what else
/// the machine does.
fn waits(game: &Window) -> u64 {
    let threads = fs::read_dir(format!("/proc/{}/task", game.pid())).unwrap();
    let count = |thread: fs::DirEntry| -> u64 {
        let status = fs::read_to_string(thread.path().join("status")).unwrap();
        let count = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
        count.unwrap().trim().parse().unwrap()
    };
    threads.map(|thread| count(thread.unwrap())).sum()
}
