//! What the fuzzers feed with bytes. `tests/properties.rs` feeds the same functions with random bytes, and with everything
//! that was ever found.

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

/// A fuzz target: panics if the bytes break something.
pub type Target = fn(&[u8]);

/// Every target, by the name that its fuzzer has.
pub const TARGETS: [(&str, Target); 6] = [
    ("save_file", save_file),
    ("trace", trace),
    ("compare", compare),
    ("key_script", key_script),
    ("play", play),
    ("fov", fov),
];

/// An error message is a single line that a terminal can show.
fn check_message(message: &str) {
    assert!(!message.is_empty() && message.len() < 1_000, "{message:?}");
    assert!(!message.chars().any(char::is_control), "{message:?}");
}

/// The bytes are a save file: it is refused and nothing happens, or it can be played and saved.
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

/// Recorded runs with more steps than this are only read: playing them takes its time.
const MOST_STEPS: usize = 6;

/// The bytes are a recorded run: it is no trace, or it can be played, and what is played is a trace that compares as equal.
pub fn trace(data: &[u8]) {
    match trace::parse(data) {
        Err(error) => check_message(&error.to_string()),
        Ok(recording) if recording.steps.len() <= MOST_STEPS => {
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

/// The bytes are a recorded run: it is compared, and where it differs the cause is looked for, which plays it many times over.
pub fn compare(data: &[u8]) {
    if let Ok(recording) = trace::parse(data)
        && recording.steps.len() <= MOST_STEPS
    {
        verify::compare(&recording, None);
    }
}

/// Plays a recording's keys and writes the run down.
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

/// Gives one byte at a time, like somebody who types.
struct Slowly<'d>(&'d [u8]);

impl Read for Slowly<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let one = buffer.len().min(1);
        self.0.read(&mut buffer[..one])
    }
}

/// The bytes are a script of keys: it is read the same whether it comes at once or byte by byte, up to the first slip.
pub fn key_script(data: &[u8]) {
    const MOST: usize = 10_000;
    let mut slowly = KeyReader::new(Slowly(data));
    let mut keys = KeyReader::new(data);
    for key in keys.by_ref().take(MOST) {
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

/// Keys that mean something somewhere, those that get a run along more often.
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

/// The key that a byte stands for, and how often it is pressed: 1 to 8 times.
pub fn keys_of_byte(byte: u8) -> impl Iterator<Item = Key> {
    std::iter::repeat_n(KEYS[usize::from(byte % 32)], usize::from(byte / 32) + 1)
}

/// Part, library and seed from six bytes, or from as many as there are.
fn setup(data: &[u8]) -> Setup {
    let byte = |index: usize| data.get(index).copied().unwrap_or_default();
    let part = Part::all().nth(usize::from(byte(0)) % 17).expect("there are 17");
    let library = StdLib::ALL[usize::from(byte(1)) % StdLib::ALL.len()];
    let seed = u32::from_le_bytes([byte(2), byte(3), byte(4), byte(5)]);
    Setup { library, ..Setup::new(part, seed) }
}

/// The bytes are a game and the keys pressed in it.
pub fn play(data: &[u8]) {
    const MOST: usize = 2_000;
    let setup = setup(data);
    let mut frame = Frame::new(screen::rows(setup.part));
    let mut game = Game::new(setup);
    check(&game);
    for key in data.iter().skip(6).copied().flat_map(keys_of_byte).take(MOST) {
        let outcome = game.press(key);
        check(&game);
        if outcome == Outcome::Redraw {
            screen::render(&game, &mut frame);
            check_frame(&frame);
        }
    }
}

/// The bytes are an algorithm, a radius, an origin and a map, eight tiles a byte; what is missing is wall.
pub fn fov(data: &[u8]) {
    let byte = |index: usize| data.get(index).copied().unwrap_or_default();
    let algorithm = Algorithm::ALL[usize::from(byte(0)) % Algorithm::ALL.len()];
    let radius = i32::from_le_bytes([byte(1), byte(2), byte(3), byte(4)]);
    // A little beyond every edge, too.
    let origin = Pos::new(i32::from(byte(5) % 68) - 2, i32::from(byte(6) % 40) - 2);
    let mut map = Map::new();
    for (index, pos) in Map::positions().enumerate() {
        if byte(7 + index / 8) >> (index % 8) & 1 != 0 {
            map.set_kind(pos, TileType::Floor);
        }
    }
    let walls = map.clone();
    algorithm.compute_within(&mut map, origin, radius);
    assert_eq!(map.is_visible(origin), Map::in_bounds(origin), "{algorithm}: {origin:?}");
    for pos in Map::positions() {
        assert_eq!(map.is_floor(pos), walls.is_floor(pos), "{algorithm} digs at {pos:?}");
        assert_eq!(map.is_visible(pos), map.is_explored(pos), "{algorithm}: {pos:?}");
    }
    if algorithm == Algorithm::Shadowcast && (0..1_000).contains(&radius) {
        check_disc(&map, origin, radius);
    }
    let first = map.clone();
    algorithm.compute_within(&mut map, origin, radius);
    assert_eq!(map, first, "{algorithm}: another view the second time");
    algorithm.compute(&mut map, origin);
    assert_eq!(map.is_visible(origin), Map::in_bounds(origin), "{algorithm}: {origin:?}");
}

/// Nothing is seen outside the disc, and everything next to the origin is.
fn check_disc(map: &Map, origin: Pos, radius: i32) {
    for pos in Map::positions() {
        let (dx, dy) = (pos.x - origin.x, pos.y - origin.y);
        let distance = dx * dx + dy * dy;
        assert!(
            distance <= radius * radius || !map.is_visible(pos),
            "{pos:?} from {origin:?}, radius {radius}"
        );
        if Map::in_bounds(origin) && radius >= 2 && distance <= 2 {
            assert!(map.is_visible(pos), "{pos:?} is not seen from {origin:?} beside it");
        }
    }
}
