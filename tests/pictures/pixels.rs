//! Screens drawn with the real font and SDL's software renderer equal the original's windows, pixel for
//! pixel.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::PathBuf;
use std::process::Command;

use super::decode::decode;
use super::gallery::scaled_font;
use super::golden::{golden, recording};
use super::scratch::scratch;
use roguelike::color::Color;
use roguelike::desktop::scene::area::Area;
use roguelike::desktop::scene::renderer::Renderer;
use roguelike::desktop::scene::theme::Theme;
use roguelike::desktop::scene::tiles::Grid;
use roguelike::desktop::scene::{Cells, Look, Scene, Shape, Weight};
use roguelike::desktop::settings::palette::Palette;
use roguelike::desktop::{Input, Session};
use roguelike::game::{Game, Setup};
use roguelike::key::Key;
use roguelike::map::Pos;
use roguelike::part::Part;
use roguelike::picture::{Picture, new_picture};
use roguelike::rng::{Rng, StdLib};
use roguelike::screen;
use sdl2::pixels::PixelFormatEnum;
use sdl2::surface::Surface;

/// A frame of the original's window, and the run that led to it.
struct Original {
    name: String,
    file: PathBuf,
    setup: Setup,
    keys: Vec<Key>,
}

fn originals() -> Vec<Original> {
    let mut files: Vec<_> = fs::read_dir(golden("frames")).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 23);
    files.into_iter().map(original).collect()
}

fn original(file: PathBuf) -> Original {
    let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
    let (trace, step) = name.rsplit_once("-step").unwrap();
    let recording = recording(trace);
    let keys = recording.keys().take(step.parse().unwrap()).collect();
    Original { setup: recording.header.setup(), keys, name, file }
}

/// Compares a picture with the original's window.
fn expect_equal(original: &Original, ours: (u32, u32, Vec<[u8; 3]>)) {
    let name = &original.name;
    let window = decode(BufReader::new(File::open(&original.file).unwrap()));
    assert_eq!((ours.0, ours.1), (window.0, window.1), "{name}: size");
    let pixels = ours.2.iter().zip(&window.2);
    let different = pixels.clone().filter(|(a, b)| a != b).count();
    let first = pixels.enumerate().find(|(_, (a, b))| a != b);
    let first = first.map(|(i, colors)| (i as u32 % ours.0, i as u32 / ours.0, colors));
    assert_eq!(different, 0, "{name}: first at {first:?}");
}

#[test]
fn the_command_shot_draws_every_frame_of_the_original() {
    let folder = scratch("shot");
    for original in originals() {
        let (keys, picture) = (folder.join("run.keys"), folder.join("run.png"));
        let names: Vec<String> = original.keys.iter().map(|key| key.name().to_string()).collect();
        fs::write(&keys, names.join("\n")).unwrap();
        let Setup { part, seed, library, .. } = &original.setup;
        let mut shot = Command::new(env!("CARGO_BIN_EXE_roguelike"));
        shot.args(["shot", &format!("--part={part}"), &format!("--seed={seed}")]);
        shot.arg(format!("--stdlib={library}")).arg("--keys-file").arg(&keys).arg("-o").arg(&picture);
        let output = shot.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        expect_equal(&original, decode(BufReader::new(File::open(&picture).unwrap())));
        fs::remove_file(&picture).unwrap();
    }
}

/// Draws scene after scene, once as changes and once in full, and compares all pixels. `next` returns `None`
/// after the last one.
fn changes_equal_full_drawings(font: Option<&[u8]>, what: &str, mut next: impl FnMut() -> Option<Scene>) {
    let engine = super::surface::engine();
    let pictures = [(); 2].map(|()| new_picture(8).unwrap());
    let creators = pictures.each_ref().map(Picture::texture_creator);
    let mut creator = creators.iter();
    let renderers = pictures.map(|picture| {
        Renderer::new((picture, creator.next().expect("one for each")), &engine.ttf, font).unwrap()
    });
    let [mut changed, mut full] = renderers;
    let (w, h) = next().expect("a scene").look.size;
    let surface = || Surface::new(w as u32, h as u32, PixelFormatEnum::RGB888).unwrap();
    let (mut ours, mut right) = (surface(), surface());
    let (mut step, mut alone) = (0, 0);
    while let Some(scene) = next() {
        step += 1;
        let before = ours.without_lock().unwrap().to_vec();
        let areas = changed.show(&scene, &mut ours).unwrap();
        full.forget();
        full.show(&scene, &mut right).unwrap();
        let pitch = right.pitch() as usize;
        let (ours, right) = (ours.without_lock().unwrap(), right.without_lock().unwrap());
        let wrong = (ours != right).then(|| ours.iter().zip(right).position(|(a, b)| a != b));
        let wrong = wrong.flatten().map(|at| (at % pitch / 4, at / pitch));
        assert_eq!(wrong, None, "{what}, scene {step}: a pixel is not what a full drawing makes it");
        // What the window is not told of has not changed.
        let rows = ours.chunks(pitch).zip(before.chunks(pitch)).enumerate();
        for (y, (now, before)) in rows.filter(|(_, (now, before))| now != before) {
            let told = areas.iter().filter(|area| (area.top()..area.bottom()).contains(&(y as i32)));
            let told: Vec<_> = told.map(|area| area.left()..area.right()).collect();
            let pixels = now.chunks(4).zip(before.chunks(4)).enumerate();
            for (x, _) in pixels.filter(|(_, (now, before))| now != before) {
                let is_told = told.iter().any(|area| area.contains(&(x as i32)));
                assert!(is_told, "{what}, scene {step}: the pixel {x}, {y}");
            }
        }
        alone += usize::from(areas.iter().any(|part| part.width() < w as u32));
    }
    assert!(alone > 0, "{what}: no scene was drawn in pieces");
}

/// Returns the keys that tests press at random.
fn keys() -> Vec<Key> {
    let keys = "Up Down Left Right Up Down Left Right A W S D I F5 F9 . 1 Space";
    keys.split(' ').map(|name| Key::from_name(name).unwrap()).collect()
}

#[test]
fn what_a_key_changes_is_drawn_as_in_a_full_drawing() {
    let keys = keys();
    let cases = [(1, 1), (2, 1), (5, 3), (8, 1), (12, 2), (16, 1), (17, 1), (17, 3)];
    for (number, font) in cases {
        let part = Part::new(number).unwrap();
        let mut random = Rng::new(u32::from(number), StdLib::default());
        let mut game = Game::new(Setup::new(part, 300));
        game.press(Key::NUM_1);
        let mut left = 60;
        let mut session = Session::new(game, None, None);
        session.set_window((1280, 20 * screen::rows(part)));
        changes_equal_full_drawings(Some(&scaled_font(font, 1)), &format!("part {part}"), || {
            session.press(keys[random.uniform(0, keys.len() as i32 - 1) as usize]);
            left -= 1;
            (left > 0 && !session.is_over()).then(|| session.scene())
        });
    }
}

/// Free play with keys and the mouse, in windows of all layouts.
#[test]
fn a_key_in_free_play_draws_what_a_full_drawing_draws() {
    let keys = keys();
    for (seed, size) in [(1, (1366, 768)), (2, (700, 1000)), (3, (640, 410))] {
        let mut random = Rng::new(seed, StdLib::default());
        let mut session = Session::new(Game::new(Setup::new(Part::LAST, seed)), None, None);
        session.set_free_play(true);
        session.set_window(size);
        session.press(Key::NUM_1);
        let mut left = 120;
        changes_equal_full_drawings(None, &format!("{size:?}"), || {
            let point = (random.uniform(0, size.0 - 1), random.uniform(0, size.1 - 1));
            match random.uniform(0, 9) {
                0 => session.handle(Input::Hover(Some(point))),
                1 => session.handle(Input::key(Key::from_name("E").unwrap())),
                2 => session.handle(Input::Examine(point)),
                _ => session.press(keys[random.uniform(0, keys.len() as i32 - 1) as usize]),
            }
            left -= 1;
            (left > 0 && !session.is_over()).then(|| session.scene())
        });
    }
}

/// Screens that no game paints: characters upon characters, in every corner.
#[test]
fn any_change_is_drawn_as_in_a_full_drawing() {
    for font in 1..=4 {
        let mut random = Rng::new(u32::from(font), StdLib::default());
        let mut left = 30;
        let look = Look::new((1280, 820), Theme::of(Palette::Original), Weight::Light, 100);
        let grid = Grid { tile: 20, origin: (0, 0), area: Area::new(0, 0, 1280, 820) };
        let mut letters: Vec<(Pos, u8, Color)> = Vec::new();
        changes_equal_full_drawings(Some(&scaled_font(font, 1)), &format!("font {font}"), || {
            // The first third is what the last screen shows, so that some tiles lose letters and others gain
            // some.
            letters.truncate(letters.len() / 3);
            for _ in 0..random.uniform(1, 250) {
                let pos = Pos::new(random.uniform(0, 63), random.uniform(0, 40));
                let [r, g, b] = [(); 3].map(|()| random.uniform(0, 255) as u8);
                letters.push((pos, random.uniform(33, 126) as u8, Color(r, g, b)));
            }
            left -= 1;
            let mut scene = Scene::new(look);
            scene.shapes.push(Shape::Cells(Cells { grid, letters: letters.clone() }));
            (left > 0).then_some(scene)
        });
    }
}
