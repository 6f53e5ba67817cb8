//! The fuzz targets: functions that take any bytes. `tests/properties.rs` calls them with random bytes, and
//! with all inputs that a fuzzer has found before.

use std::io::{self, Read};

use roguelike::fov_lab::Algorithm;
use roguelike::game::{Game, Outcome, Setup};
use roguelike::key::Key;
use roguelike::map::{Map, Pos, TileType};
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::screen::{self, Frame};
use roguelike::support::save_slot::SaveSlot;
use roguelike::trace::key_script::KeyReader;
use roguelike::trace::{self, Form, Header, Recording, Tracer};
use roguelike::verify;

use super::rules::{check, check_frame};

/// A fuzz target: panics if the bytes show a mistake.
pub type Target = fn(&[u8]);

/// Every target, with the name of its fuzzer.
pub const TARGETS: [(&str, Target); 6] = [
    ("save_file", save_file),
    ("trace", trace),
    ("compare", compare),
    ("key_script", key_script),
    ("play", play),
    ("fov", fov),
];

/// Panics if an error message is not a single line that a terminal can show.
fn check_message(message: &str) {
    assert!(!message.is_empty() && message.len() < 1_000, "{message:?}");
    assert!(!message.chars().any(char::is_control), "{message:?}");
}

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
    assert_eq!(game.save_text(), text, "loading and saving changes the file");
    let keys =
        "I J I A I C Left Right*2 Up Down . I B Left*3 . F5 F9 Up*3 Right*2 I A . Down Space 1 Right F9";
    for key in KeyReader::new(keys.as_bytes()) {
        game.press(key.expect("the keys are known"));
        check(&game);
        screen::render(&game, &mut frame);
        check_frame(&frame);
    }
}

/// Maximum number of steps of a run that is played. Longer ones are only read, because playing takes time.
const MAX_STEPS: usize = 6;

/// The bytes are a recorded run. Either it is refused, or its keys can be played, and the trace of that run
/// compares as equal to itself.
pub fn trace(data: &[u8]) {
    match trace::parse(data) {
        Err(error) => check_message(&error.to_string()),
        Ok(recording) if recording.steps.len() <= MAX_STEPS => {
            for form in [Form::Normal, Form::Full, Form::Brief] {
                let again = replay(&recording, form);
                let parsed = trace::parse(again.as_bytes()).expect("what is written can be read");
                let verdict = verify::compare(&parsed, None);
                assert!(verdict.divergence.is_none(), "{verdict:?}: {again}");
            }
        }
        Ok(_) => {}
    }
}

/// The bytes are a recorded run, which is compared. If it differs, it is played many times to find the cause.
pub fn compare(data: &[u8]) {
    if let Ok(recording) = trace::parse(data)
        && recording.steps.len() <= MAX_STEPS
    {
        verify::compare(&recording, None);
    }
}

/// Plays the keys of a recording, and returns the trace.
fn replay(recording: &Recording, form: Form) -> String {
    let (mut tracer, first) = Tracer::new(recording.setup());
    let mut text = Header::new(&recording.setup(), form).to_string() + &first.to_text(form);
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
    let mut keys = KeyReader::new(data);
    for key in keys.by_ref().take(MAX_KEYS) {
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
                assert!(keys.next().is_none() && slowly.next().is_none(), "keys after an error");
                return;
            }
        }
    }
}

/// Keys that have a meaning, the directions several times.
const KEYS: [Key; 32] = [
    Key::UP,
    Key::DOWN,
    Key::LEFT,
    Key::RIGHT,
    Key::W,
    Key::A,
    Key::S,
    Key::D,
    Key::UP,
    Key::DOWN,
    Key::LEFT,
    Key::RIGHT,
    Key::UP,
    Key::DOWN,
    Key::LEFT,
    Key::RIGHT,
    Key::I,
    Key::I,
    Key::A,
    Key::PERIOD,
    Key::PERIOD,
    Key::PERIOD,
    Key::SPACE,
    Key::NUM_1,
    Key::NUM_2,
    Key::NUM_3,
    Key::F5,
    Key::F5,
    Key::F9,
    Key::ESCAPE,
    Key::W,
    Key::S,
];

/// Returns the key of a byte, 1 to 8 times.
pub fn keys_of_byte(byte: u8) -> impl Iterator<Item = Key> {
    std::iter::repeat_n(KEYS[usize::from(byte % 32)], usize::from(byte / 32) + 1)
}

/// Returns a setup with part, library and seed from the first six bytes. Missing bytes count as 0.
fn setup(data: &[u8]) -> Setup {
    let byte = |index: usize| data.get(index).copied().unwrap_or_default();
    let part = Part::all().nth(usize::from(byte(0)) % 17).expect("there are 17");
    let library = StdLib::ALL[usize::from(byte(1)) % StdLib::ALL.len()];
    let seed = u32::from_le_bytes([byte(2), byte(3), byte(4), byte(5)]);
    Setup { library, ..Setup::new(part, seed) }
}

/// The bytes are a game and the keys pressed in it.
pub fn play(data: &[u8]) {
    const MAX_KEYS: usize = 2_000;
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

/// The bytes are an algorithm, a radius, an origin and a map, eight tiles in a byte. Missing tiles are wall.
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
    let is_disc = matches!(algorithm, Algorithm::Shadowcast | Algorithm::Bitboard);
    if is_disc && (0..1_000).contains(&radius) {
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
