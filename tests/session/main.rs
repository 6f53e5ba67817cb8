//! Sessions without a window: the tests send inputs and check what is shown.

mod bindings;
mod colors;
#[path = "../common/drawn.rs"]
mod drawn;
mod heroes;
mod journeys;
mod kept;
mod keys;
mod list;
mod look;
mod mouse;
#[path = "../common/orders.rs"]
mod orders;
mod pads;
mod pages;
mod plain;
#[path = "../common/recording.rs"]
mod recording;
mod recordings;
mod replays;
#[path = "../common/scratch.rs"]
mod scratch;
mod scripts;
mod settings;
mod sounds;
mod summary;
mod walks;

use std::fs;
use std::path::Path;
use std::time::Duration;

use recording::parse;
use roguelike::color::Color;
use roguelike::desktop::kept::{Fate, GamesFolder, KeptGame};
use roguelike::desktop::key_table::STAIRS;
use roguelike::desktop::scene::Shape;
use roguelike::desktop::{Input, Order, Session, Start};
use roguelike::game::{Game, Setup};
use roguelike::key::Key;
use roguelike::map::Pos;
use roguelike::part::Part;

use orders::problems;

/// A session of a part with seed 42 after these keys.
fn after(part: &str, keys: &str) -> Session {
    let mut session = on(Game::new(Setup::new(part.parse().unwrap(), 42)));
    for name in keys.split_whitespace() {
        session.press(Key::from_name(name).unwrap());
    }
    session.take_redraw();
    session
}

fn on(game: Game) -> Session {
    Session::new(game, None, None)
}

/// Returns true if the input changes what is shown.
fn changes(session: &mut Session, input: Input) -> bool {
    let before = session.scene().shapes;
    handle(session, input);
    session.take_redraw();
    before != session.scene().shapes
}

/// Returns the pixel in the middle of a tile of the map or of the series' screen.
fn pixel(session: &Session, tile: Pos) -> (i32, i32) {
    session.scene().map_grid().expect("a map").centre(tile)
}

fn click_tile(session: &mut Session, tile: Pos) -> bool {
    let point = pixel(session, tile);
    changes(session, Input::Click(point))
}

fn hover_tile(session: &mut Session, tile: Pos) -> bool {
    let point = pixel(session, tile);
    changes(session, Input::Hover(Some(point)))
}

fn examine_tile(session: &mut Session, tile: Pos) -> bool {
    let point = pixel(session, tile);
    changes(session, Input::Examine(point))
}

/// Returns the middle of the last text of the scene that has these words, and its colour.
fn find(session: &Session, words: &str) -> Option<((i32, i32), Color)> {
    let scene = session.scene();
    scene.front().iter().rev().find_map(|shape| match shape {
        Shape::Text { text, x, y, advance, color, .. } if text.contains(words) => {
            Some(((x + text.len() as i32 * advance / 2, *y), *color))
        }
        _ => None,
    })
}

/// Returns the tile with a line around it.
fn outlined(session: &Session) -> Option<Pos> {
    session.scene().outlined
}

/// Presses a key of the keyboard. Returns true if it changes what is shown.
fn type_key(session: &mut Session, key: Key) -> bool {
    changes(session, Input::key(key))
}

/// Presses keys of the keyboard one after another.
fn type_keys(session: &mut Session, keys: &[Key]) {
    keys.iter().for_each(|&key| _ = type_key(session, key));
}

/// A key while Shift is held. That of the full stop is `>`.
fn shift(key: Key) -> Input {
    let printed = if key == Key::PERIOD { STAIRS } else { key };
    Input::Key { key: printed, physical: key, shift: true, repeat: false }
}

fn shifted(session: &mut Session, key: Key) {
    handle(session, shift(key));
}

/// Presses the keys of a journey until it ends. Returns their number.
fn travel(session: &mut Session) -> usize {
    let mut steps = 0;
    // A step is due within a frame. Texts and saves come later. The window draws before it waits.
    session.take_redraw();
    while session.timeout() < Duration::from_millis(100) {
        std::thread::sleep(session.timeout());
        if let Some(key) = session.due_key() {
            session.press(key);
            steps += 1;
        }
        session.take_redraw();
    }
    steps
}

/// Returns what a session shows as text.
fn shown(session: &mut Session) -> String {
    session.text()
}

/// A window with a panel, and one without.
const WIDE: (i32, i32) = (1366, 768);
const SMALL: (i32, i32) = (640, 410);

/// Gives a session a window of this size.
fn resize(session: &mut Session, size: (i32, i32)) {
    session.set_window(size);
    session.take_redraw();
}

/// Returns what a session shows beside a panel.
fn panel(session: &mut Session) -> String {
    resize(session, WIDE);
    session.text().split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns the words of the chosen line of a list.
fn chosen(session: &Session) -> Option<String> {
    let scene = session.scene();
    let row = scene.front().iter().rev().find_map(|shape| match shape {
        Shape::Fill { area, color, .. } if *color == scene.look.theme.chosen => Some(*area),
        _ => None,
    })?;
    let texts = scene.front().iter().filter_map(|shape| match shape {
        Shape::Text { text, x, y, .. } if row.contains((*x, *y)) => Some(text.as_str()),
        _ => None,
    });
    Some(texts.collect::<Vec<_>>().join("  "))
}

fn handle(session: &mut Session, input: Input) {
    session.handle(input);
    while session.is_busy() {
        session.due_key();
    }
}

/// Returns the messages on the screen of messages, line by line, without turns.
fn messages(session: &mut Session) -> Vec<String> {
    let page = shown(session);
    let lines = page.lines().skip_while(|line| *line != "Messages").skip(1);
    let lines = lines.take_while(|line| !line.contains("page "));
    let text = |line: &str| {
        line.split_once("  ")
            .filter(|(turn, _)| turn.parse::<u32>().is_ok())
            .map_or(line, |it| it.1)
            .to_owned()
    };
    lines.map(text).collect()
}

/// Asserts that all these runs come out as they are recorded.
fn verify_runs(folder: &Path) {
    for run in runs_in(folder).games() {
        parse(&fs::read(run.path()).unwrap()).unwrap().assert_comes_out();
    }
}

/// Verifies the recording of the last session.
fn verify_recording(folder: &Path) {
    // Nothing but the file is needed, whatever was saved and loaded.
    parse(&fs::read(folder.join("run.trace")).unwrap()).unwrap().assert_comes_out();
}

/// Starts a session with seed 42 that keeps its runs in this folder, and presses keys.
fn begin(folder: &Path, keys: &[Key]) -> Session {
    let mut session = start(folder, 42);
    press(&mut session, keys);
    session
}

/// Presses keys, which lead to no problem. Returns the orders that they led to.
fn press(session: &mut Session, keys: &[Key]) -> Vec<Order> {
    for &key in keys {
        handle(session, Input::key(key));
    }
    let orders = session.take_orders();
    assert!(!orders.iter().any(|order| matches!(order, Order::Complain(_))), "{orders:?}");
    orders
}

/// Returns the line that was copied last.
fn copied(orders: Vec<Order>) -> Option<String> {
    let copied = |order| if let Order::Copy(line) = order { Some(line) } else { None };
    orders.into_iter().rev().find_map(copied)
}

/// Returns true if a screenshot was to be taken.
fn wants_screenshot(session: &mut Session) -> bool {
    session.take_orders().contains(&Order::Screenshot)
}

/// Starts a session as the program does, with the save file and the runs in this folder.
fn start(folder: &Path, seed: u32) -> Session {
    prepared(folder, seed).session().unwrap()
}

fn prepared(folder: &Path, seed: u32) -> Start {
    let setup = Setup::new(Part::LAST, seed);
    Start { games: Some(runs_in(folder)), ..Start::new(setup, Some(folder.join("game.save"))) }
}

/// The runs of the sessions of this folder.
fn runs_in(folder: &Path) -> GamesFolder {
    GamesFolder::new(folder.join("runs"))
}

/// Returns the run of the last part that was left last.
fn left_run(folder: &Path) -> Option<KeptGame> {
    runs_in(folder).games_of(Part::LAST).into_iter().find(|run| run.end == Fate::Left)
}

/// Returns everything about a game that a player could notice.
fn facts(game: &Game) -> (String, u32, Vec<String>, String, Option<&'static str>) {
    let messages = game.messages().lines().iter().map(ToString::to_string).collect();
    let view = game.other_view().map(|view| view.name);
    (game.save_text(), game.rng().peek(), messages, game.title().to_owned(), view)
}

/// The files of the runs in a folder, by name.
fn files(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}
