//! The animation at the top of the README: eight seconds of play, as an animated PNG.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use roguelike::desktop::Session;
use roguelike::desktop::scene::area::Area;
use roguelike::desktop::settings::Settings;
use roguelike::game::{Game, GameState};
use roguelike::key::Key;

use super::gallery::{Drawn, with_renderer};
use super::golden::recording;

const SIZE: (i32, i32) = (980, 600);
/// A fight of the recorded victory in which the second amulet is found: the key before which the animation
/// begins, and the number of keys that are pressed.
const KEYS: (usize, usize) = (650, 36);
const LENGTH: Duration = Duration::from_secs(8);
/// Time between two pictures, in milliseconds.
const PICTURE: u16 = 50;
/// The rest, after the last key.
const REST: u32 = 800;

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screenshots/play.png")
}

/// Returns the game at the first picture, and the keys that follow.
fn begin() -> (Session, Vec<Key>) {
    let recorded = recording("part17-libstdc++-seed3-win");
    let mut keys = recorded.keys();
    let mut session = Session::new(Game::new(recorded.header.setup()), None, None);
    session.set_free_play(true);
    // Texts for new players would cover the messages.
    session.change_settings(|settings| *settings = Settings { hints: false, zoom: 2, ..Settings::default() });
    keys.by_ref().take(KEYS.0).for_each(|key| session.press(key));
    while session.timeout() < Duration::from_secs(1) {
        session.take_redraw();
        session.due_key();
        sleep(Duration::from_millis(5));
    }
    session.set_window(SIZE);
    (session, keys.take(KEYS.1).collect())
}

/// A picture: the milliseconds for which it is seen, and the part of the window that it changes.
struct Picture {
    milliseconds: u16,
    area: Area,
    /// Red, green, blue and alpha: those that stay as they are are transparent.
    pixels: Vec<u8>,
}

/// Plays the keys, and returns what the window shows.
fn film() -> Vec<Picture> {
    let (mut session, keys) = begin();
    let mut keys = keys.into_iter().peekable();
    let pause = (LENGTH.as_millis() as u32 - REST) / KEYS.1 as u32;
    let mut pictures: Vec<Picture> = Vec::new();
    with_renderer(None, |draw| {
        let (start, mut shown, mut next) = (Instant::now(), None::<Drawn>, pause);
        for number in 0..LENGTH.as_millis() as u32 / u32::from(PICTURE) {
            let now = number * u32::from(PICTURE);
            sleep(Duration::from_millis(now.into()).saturating_sub(start.elapsed()));
            while next <= now && keys.peek().is_some() {
                session.press(keys.next().unwrap());
                // The inventory is opened and closed at once.
                next += if session.game().state() == GameState::Inventory { 0 } else { pause };
            }
            session.due_key();
            session.take_redraw();
            let drawn = draw(&session.scene());
            let area = shown.as_ref().map_or(session.scene().look.window(), |shown| drawn.changes(shown));
            match pictures.last_mut() {
                Some(last) if area.is_empty() => last.milliseconds += PICTURE,
                _ => {
                    let pixels = drawn.differing(area, shown.as_ref());
                    pictures.push(Picture { milliseconds: PICTURE, area, pixels });
                }
            }
            shown = Some(drawn);
        }
    });
    assert_eq!(keys.peek(), None, "all keys were pressed");
    pictures
}

/// Writes an animated PNG.
fn write(pictures: &[Picture], path: &Path) {
    let [w, h] = [SIZE.0, SIZE.1].map(i32::unsigned_abs);
    let mut encoder = png::Encoder::new(File::create(path).unwrap(), w, h);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_animated(pictures.len() as u32, 0).unwrap();
    encoder.set_blend_op(png::BlendOp::Over).unwrap();
    let mut writer = encoder.write_header().unwrap();
    for Picture { milliseconds, area, pixels } in pictures {
        let [x, y, w, h] = [area.x, area.y, area.w, area.h].map(i32::unsigned_abs);
        writer.set_frame_dimension(1, 1).unwrap();
        writer.set_frame_position(x, y).unwrap();
        writer.set_frame_dimension(w, h).unwrap();
        writer.set_frame_delay(*milliseconds, 1000).unwrap();
        writer.write_image_data(pixels).unwrap();
    }
    writer.finish().unwrap();
}

/// After an intended change, `SCREENSHOTS=write cargo test --test pictures readme` makes it again.
#[test]
fn the_readmes_animation_is_eight_seconds_of_play() {
    let path = file();
    if std::env::var("SCREENSHOTS").is_ok_and(|value| value == "write") {
        write(&film(), &path);
    }
    let bytes = fs::metadata(&path).unwrap().len();
    assert!(bytes <= 1_000_000, "{bytes} bytes");
    let mut reader = png::Decoder::new(BufReader::new(File::open(&path).unwrap())).read_info().unwrap();
    let count = reader.info().animation_control().expect("an animation").num_frames;
    let (mut milliseconds, mut first) = (0, Vec::new());
    for number in 0..count {
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        let control = reader.info().frame_control().unwrap();
        milliseconds += u128::from(control.delay_num) * 1000 / u128::from(control.delay_den);
        if number == 0 {
            first = pixels[..info.buffer_size()].chunks(4).flat_map(|pixel| pixel[..3].to_vec()).collect();
        }
    }
    assert_eq!(milliseconds, LENGTH.as_millis(), "{count} pictures");
    assert!(count > 40, "{count} pictures");
    with_renderer(None, |draw| {
        let scene = begin().0.scene();
        assert!(first == draw(&scene).bytes(scene.look.window()), "its first picture is not what is drawn");
    });
}
