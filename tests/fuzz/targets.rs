//! The fuzz targets: functions that take any bytes. `tests/properties.rs` calls them with random bytes,
//! and with all inputs that a fuzzer has found before.

use std::fs;
use std::io::{self, Read};
use std::sync::LazyLock;

use roguelike::desktop::kept::GamesFolder;
use roguelike::desktop::{Input, Preferences, Session, Start};
use roguelike::fov_lab::Algorithm;
use roguelike::game::{Game, Outcome, Setup};
use roguelike::key::Key;
use roguelike::keys::script::KeyReader;
use roguelike::map::{Map, Pos, TileType};
use roguelike::part::Part;
use roguelike::screen::{self, Frame};
use roguelike::support::save_slot::SaveSlot;
use roguelike::trace::record::{Recorder, whole_length};
use roguelike::trace::{Form, Header, Tracer};
use sdl2::controller::Button;
use sdl2::event::Event;

use super::games::*;
use super::orders::problems;
use super::recording::{Recording, parse};
use super::rules::{check, check_frame};

/// A fuzz target: panics if the bytes show a mistake.
pub type Target = fn(&[u8]);

/// Every target, with the name of its fuzzer.
pub const TARGETS: [(&str, Target); 8] = [
    ("save_file", save_file),
    ("trace", trace),
    ("key_script", key_script),
    ("play", play),
    ("fov", fov),
    ("settings", settings),
    ("session", session),
    ("run_files", run_files),
];

/// The bytes are a save file. Either it is refused and the game does not change, or it can be played and
/// saved.
pub fn save_file(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for part in Part::all().filter(|part| part.has_saves()) {
        let mut game = Game::new(Setup::new(part, 1));
        game.press(Key::NUM_1);
        let before = game.save_text();
        match game.load_text(&text) {
            Err(error) => {
                check_message(&error.to_string());
                assert_eq!(game.save_text(), before, "a refused file changed the game");
            }
            Ok(()) => play_on(part, game.save_text()),
        }
    }
}

/// Loads a file that has been accepted, saves it again, and takes some turns.
fn play_on(part: Part, text: String) {
    let mut game = Game::new(Setup { slot: SaveSlot::Memory(Some(text.clone())), ..Setup::new(part, 2) });
    let mut frame = Frame::new(screen::rows(part));
    assert_eq!(game.press(Key::F9), roguelike::game::Outcome::Redraw, "what a game saves it does not load");
    assert_eq!(what_loads(&game.save_text()), what_loads(&text), "loading and saving changes the file");
    let keys =
        "I J I A I C Left Right*2 Up Down . I B Left*3 . F5 F9 Up*3 Right*2 I A . Down Space 1 Right F9";
    for key in keys_of(keys) {
        game.press(key);
        check(&game);
        screen::render(&game, &mut frame);
        check_frame(&frame);
    }
}

/// Returns the save without the bonuses of a weapon and an armour that there are not: the original writes and
/// never loads them.
fn what_loads(save: &str) -> String {
    const GEAR: usize = 4;
    let mut lines: Vec<&str> = save.lines().collect();
    let gear = lines[GEAR].split(' ').collect::<Vec<_>>();
    let gear = gear.chunks(2).map(|pair| if pair[0] == "0" { "0" } else { pair[1] }).collect::<Vec<_>>();
    let gear = gear.join(" ");
    lines[GEAR] = &gear;
    lines.join("\n")
}

/// The bytes are a recorded run. Either it is refused, or its keys can be played, and the trace of that
/// run compares as equal to itself.
pub fn trace(data: &[u8]) {
    match parse(data) {
        Err(error) => check_message(&error.to_string()),
        Ok(recording) if recording.steps.len() <= MAX_STEPS => {
            for form in [Form::Normal, Form::Full, Form::Brief] {
                let again = parse(replay(&recording, form).as_bytes());
                again.expect("what is written can be read").assert_comes_out();
            }
        }
        Ok(_) => {}
    }
}

/// Plays the keys of a recording, and returns the trace.
fn replay(recording: &Recording, form: Form) -> String {
    let (mut tracer, first) = Tracer::new(recording.header.setup());
    let mut text = Header::new(&recording.header.setup(), form).to_string() + &first.to_text(form);
    for key in recording.keys() {
        let block = tracer.press(key);
        text += &block.to_text(form);
        if block.quits() {
            break;
        }
    }
    text
}

/// A reader that gives one byte at a time, as a terminal does.
struct Slowly<'d>(&'d [u8]);

impl Read for Slowly<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let one = buffer.len().min(1);
        self.0.read(&mut buffer[..one])
    }
}

/// The bytes are a script of keys. It is read equally at once and byte by byte, up to the first error.
pub fn key_script(data: &[u8]) {
    const MAX_KEYS: usize = 10_000;
    let mut slowly = KeyReader::new(Slowly(data));
    for key in KeyReader::new(data).take(MAX_KEYS) {
        let same = slowly.next().expect("as many keys");
        match key {
            Ok(key) => {
                assert_eq!(same.expect("the same key"), key);
                assert_eq!(Key::from_name(key.name()), Some(key));
                assert_eq!(Key::from_name(&key.name().replace(' ', "_")), Some(key));
            }
            Err(error) => {
                check_message(&error.to_string());
                assert_eq!(same.expect_err("the same error").to_string(), error.to_string());
                return;
            }
        }
    }
}

/// Keys of the desktop.
static DESKTOP_KEYS: LazyLock<Vec<Key>> =
    LazyLock::new(|| keys_of("Return F1 F2 V X E M P R C H L G Tab Keypad_5 Delete"));

/// The bytes are a game and the keys pressed in it.
pub fn play(data: &[u8]) {
    const MAX_KEYS: usize = 10_000;
    let setup = setup(data);
    let mut frame = Frame::new(screen::rows(setup.part));
    let mut game = Game::new(setup);
    check(&game);
    for key in data.iter().skip(6).copied().flat_map(keys_of_byte).take(MAX_KEYS) {
        let outcome = game.press(key);
        check(&game);
        if outcome == Outcome::Redraw {
            screen::render(&game, &mut frame);
            check_frame(&frame);
        }
    }
}

/// The bytes are an algorithm, a radius, an origin and a map, eight tiles in a byte. Missing tiles are
/// wall.
pub fn fov(data: &[u8]) {
    let byte = |index: usize| data.get(index).copied().unwrap_or_default();
    let algorithm = Algorithm::ALL[usize::from(byte(0)) % Algorithm::ALL.len()];
    let radius = i32::from_le_bytes([byte(1), byte(2), byte(3), byte(4)]);
    // Also up to two tiles outside the map.
    let origin = Pos::new(i32::from(byte(5) % 68) - 2, i32::from(byte(6) % 40) - 2);
    let mut map = Map::default();
    for (index, pos) in Map::positions().enumerate() {
        if byte(7 + index / 8) >> (index % 8) & 1 != 0 {
            map.carve_tile(pos.x, pos.y, TileType::Floor);
        }
    }
    let walls = map.clone();
    algorithm.compute_within(&mut map, origin, radius);
    assert_eq!(map.tile(origin).visible, Map::in_bounds(origin), "{algorithm}: {origin:?}");
    for pos in Map::positions() {
        assert_eq!(map.is_floor(pos), walls.is_floor(pos), "{algorithm} digs at {pos:?}");
        assert_eq!(map.tile(pos).visible, map.tile(pos).explored, "{algorithm}: {pos:?}");
    }
    if algorithm == Algorithm::Shadowcast && (0..1_000).contains(&radius) {
        check_disc(&map, origin, radius);
    }
    let first = map.clone();
    algorithm.compute_within(&mut map, origin, radius);
    assert_eq!(map, first, "{algorithm}: another view the second time");
    algorithm.compute(&mut map, origin);
    assert_eq!(map.tile(origin).visible, Map::in_bounds(origin), "{algorithm}: {origin:?}");
}

/// Panics if a tile outside the disc is seen, or one beside the origin is not.
fn check_disc(map: &Map, origin: Pos, radius: i32) {
    for pos in Map::positions() {
        let (dx, dy) = (pos.x - origin.x, pos.y - origin.y);
        let distance = dx * dx + dy * dy;
        assert!(
            distance <= radius * radius || !map.tile(pos).visible,
            "{pos:?} from {origin:?}, radius {radius}"
        );
        if Map::in_bounds(origin) && radius >= 2 && distance <= 2 {
            assert!(map.tile(pos).visible, "{pos:?} is not seen from {origin:?} beside it");
        }
    }
}

/// The bytes are a file of settings. A line says what is wrong with it. A setting that is changed is
/// kept, and no other line changes.
pub fn settings(data: &[u8]) {
    let folder = Folder::new();
    let path = folder.0.join("settings.txt");
    fs::write(&path, data).expect("the folder can be written to");
    let (mut preferences, problem) = Preferences::read_from(path.clone());
    problem.iter().for_each(|problem| check_message(&problem.to_string()));
    let is_text = std::str::from_utf8(data).is_ok();
    preferences.settings.mute = !preferences.settings.mute;
    preferences.keep().expect("the folder can be written to");
    if !is_text {
        return assert_eq!(
            fs::read(&path).expect("it is there"),
            data,
            "a file that cannot be read is replaced"
        );
    }
    let (again, _) = Preferences::read_from(path.clone());
    assert_eq!(again.settings, preferences.settings);
    let lines =
        |text: &str| text.trim_start_matches('\u{feff}').lines().map(str::to_owned).collect::<Vec<_>>();
    let old = lines(std::str::from_utf8(data).expect("it is text"));
    let new = lines(&fs::read_to_string(&path).expect("it is text"));
    let changed = old.iter().zip(&new).filter(|(old, new)| old != new).count();
    assert!(changed + (new.len() - old.len()) == 1, "{old:?} became {new:?}");
}

/// Starts a session that keeps its runs in a folder.
fn start(folder: &Folder, setup: Setup) -> Session {
    let start = Start::new(setup, Some(folder.0.join("game.save")));
    let runs = GamesFolder::new(folder.0.join("runs"));
    Start { games: Some(runs), ..start }.session().expect("nothing is recorded")
}

/// Buttons of a game pad.
const BUTTONS: [Button; 10] = [
    Button::DPadUp,
    Button::DPadDown,
    Button::DPadLeft,
    Button::DPadRight,
    Button::A,
    Button::B,
    Button::X,
    Button::Y,
    Button::Start,
    Button::Guide,
];

/// Returns the input that two bytes stand for.
fn input([kind, byte]: [u8; 2]) -> Input {
    let keys = KEYS.iter().chain(DESKTOP_KEYS.iter());
    let &key = { keys }.nth(usize::from(byte % 48)).expect("48 keys");
    let point = (i32::from(byte % 64) * 20 + 10, i32::from(byte / 64 * 9 + kind % 9) * 20 + 10);
    let button = BUTTONS[usize::from(byte % 10)];
    match kind / 10 {
        0..14 => Input::Key { key, physical: key, shift: kind & 1 != 0, repeat: kind & 6 == 6 },
        14..19 => {
            let event = Event::ControllerButtonDown { timestamp: 0, which: 0, button };
            Input::from_event(&event).unwrap_or(Input::Exposed)
        }
        19 => Input::Hover((byte != 0).then_some(point)),
        20 => Input::Examine(point),
        21 => Input::Wheel(byte & 1 != 0),
        22 => Input::Click((1100 + i32::from(byte), point.1)),
        23 if byte % 3 == 0 => Input::Exposed,
        23 if byte % 3 == 1 => Input::Fullscreen,
        23 => Input::key(Key::F12),
        _ => Input::Click(point),
    }
}

/// The bytes are a game and the inputs of two sessions, two bytes for each: the second finds what the first
/// kept and saved, and is recorded. No input does what the rules forbid, every page can be drawn, and the
/// recording can be verified.
pub fn session(data: &[u8]) {
    const MAX_INPUTS: usize = 300;
    let folder = Folder::new();
    let [save, runs, trace] = ["game.save", "runs", "run.trace"].map(|name| folder.0.join(name));
    let setup = Setup { slot: SaveSlot::File(save), ..setup(data) };
    let (inputs, _) = data.get(6..).unwrap_or_default().as_chunks::<2>();
    let inputs = &inputs[..inputs.len().min(MAX_INPUTS)];
    let (first, second) = inputs.split_at(inputs.len() / 2);
    for (inputs, is_recorded) in [(first, false), (second, true)] {
        let game = Game::new(setup.clone());
        let recorder = is_recorded.then(|| Recorder::new(&trace, &setup, &game).expect("a new file"));
        let mut session = Session::new(game, Some(GamesFolder::new(runs.clone())), recorder);
        session.log_keys(&setup);
        for &bytes in inputs {
            session.handle(input(bytes));
            check(session.game());
            assert!(!session.text().is_empty());
            assert!(!session.title().is_empty());
            let told = problems(&mut session);
            assert!(told.iter().all(|problem| problem.contains("no save found")), "{told:?}");
            if session.is_over() {
                break;
            }
        }
        session.keep_run();
        assert_eq!(problems(&mut session), Vec::<String>::new());
    }
    let recording = parse(&fs::read(&trace).expect("it was recorded"));
    recording.expect("what is recorded can be read").assert_comes_out();
}

/// The bytes damage the files of a run that was left. The run goes on, or a line says why not; and what
/// was in a damaged file is in a file still.
pub fn run_files(data: &[u8]) {
    let folder = Folder::new();
    let setup = Setup::new(Part::LAST, 42);
    let mut first = start(&folder, setup.clone());
    for key in [Key::NUM_2, Key::DOWN, Key::RIGHT, Key::F5, Key::LEFT] {
        first.press(key);
    }
    drop(first);
    let ([place, length], bytes) = head(data);
    let run = fs::read_dir(folder.0.join("runs")).expect("the run was kept").flatten().next();
    let path = run.expect("the run was kept").path();
    let mut damaged = fs::read(&path).expect("the run was kept");
    let from = damaged.len() * usize::from(place) / 256;
    let to = damaged.len().min(from + usize::from(length));
    damaged.splice(from..to, bytes.iter().copied());
    fs::write(&path, &damaged).expect("the folder can be written to");

    let mut second = start(&folder, setup);
    second.handle(Input::key(Key::C));
    second.keep_run();
    check(second.game());
    assert!(!second.text().is_empty());
    for problem in problems(&mut second) {
        assert!(!problem.contains('\n') && !problem.contains('\u{1b}'), "{problem:?}");
    }
    drop(second);
    // What cannot be used is kept, but for a last step that was cut off.
    let whole = whole_length(&damaged);
    let is_kept = fs::read(&path).is_ok_and(|bytes| bytes.starts_with(&damaged[..whole]));
    assert!(is_kept, "keys are lost: {:?}", String::from_utf8_lossy(&damaged));
}
