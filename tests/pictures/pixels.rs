//! Screens drawn with the real font and SDL's software renderer equal the original's windows, pixel for
//! pixel.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::PathBuf;
use std::process::Command;

use super::decode::decode;
use super::golden::{golden, recording};
use super::scratch::scratch;
use roguelike::color::Color;
use roguelike::desktop::Session;
use roguelike::desktop::settings::palette::Palette;
use roguelike::desktop::window::drawing::{Drawing, PlacedGlyph};
use roguelike::game::{Game, Setup};
use roguelike::glyph_cache::{FONT, FONT_PT, GlyphCache};
use roguelike::key::Key;
use roguelike::map::Pos;
use roguelike::part::Part;
use roguelike::picture::{Picture, new_picture};
use roguelike::rng::{Rng, StdLib};
use roguelike::screen::{self, Frame};

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

/// The font of the game with its glyphs this many times as large: the font's own scale, units per em, is
/// divided.
fn magnified_font(times: u16) -> Vec<u8> {
    let mut font = FONT.to_vec();
    let number = |at: usize| u32::from_be_bytes(FONT[at..at + 4].try_into().unwrap()) as usize;
    let tables = usize::from(u16::from_be_bytes([FONT[4], FONT[5]]));
    let entry = (0..tables).map(|table| 12 + 16 * table).find(|&at| &FONT[at..at + 4] == b"head").unwrap();
    let units = number(entry + 8) + 18;
    let scale = u16::from_be_bytes([FONT[units], FONT[units + 1]]) / times;
    font[units..units + 2].copy_from_slice(&scale.to_be_bytes());
    font
}

/// Draws frame after frame, once as changes and once in full, and compares all pixels. `frames` returns false
/// after the last one.
fn changes_equal_full_drawings(
    font: &[u8],
    part: Part,
    is_narrow: bool,
    mut frames: impl FnMut(&mut Frame) -> bool,
) {
    let engine = super::surface::engine();
    let ttf = &engine.ttf;
    let mut frame = Frame::new(screen::rows(part));
    let [mut changed, mut full] = [(); 2].map(|()| new_picture(frame.rows()).unwrap());
    let creators = [&changed, &full].map(Picture::texture_creator);
    let mut changed_glyphs = GlyphCache::new(ttf, &creators[0], font, FONT_PT).unwrap();
    let mut full_glyphs = GlyphCache::new(ttf, &creators[1], font, FONT_PT).unwrap();
    changed_glyphs.draw(&frame, &mut changed).unwrap();
    let (mut step, mut alone) = (0, 0);
    let mut shown = Drawing::new((&frame, None), false, &changed_glyphs, Palette::Original);
    while frames(&mut frame) {
        step += 1;
        let before = changed.surface().without_lock().unwrap().to_vec();
        let area = changed.surface().rect();
        let drawing = Drawing::new((&frame, None), is_narrow, &changed_glyphs, Palette::Original);
        let areas = drawing.parts(Some(&shown), area);
        for &part in &areas {
            drawing.draw(part, &mut changed_glyphs, &mut changed).unwrap();
        }
        full_glyphs.draw(&Frame::new(frame.rows()), &mut full).unwrap();
        assert_eq!(drawing.glyphs.len(), frame.cells().len());
        for &PlacedGlyph { tile, cell, place } in &drawing.glyphs {
            let is_text = place != full_glyphs.place(tile, cell).unwrap();
            assert!(is_narrow || !is_text);
            if let Some(found) = drawing.letter_at(tile.y, place.center().x()) {
                assert!(found == tile || !is_text, "the mouse finds {found:?} at the letter of {tile:?}");
            }
            full_glyphs.draw_at(place, cell, &mut full).unwrap();
        }
        let (ours, right) = (changed.surface(), full.surface());
        let pitch = right.pitch() as usize;
        let (ours, right) = (ours.without_lock().unwrap(), right.without_lock().unwrap());
        let wrong = (ours != right).then(|| ours.iter().zip(right).position(|(a, b)| a != b));
        let wrong = wrong.flatten().map(|at| (at % pitch / 4, at / pitch));
        assert_eq!(wrong, None, "part {part}, frame {step}: a pixel is not what a full drawing makes it");
        // What the window is not told of has not changed.
        let rows = ours.chunks(pitch).zip(before.chunks(pitch)).enumerate();
        for (y, (now, before)) in rows.filter(|(_, (now, before))| now != before) {
            let told: Vec<_> = areas
                .iter()
                .filter(|area| (area.top()..area.bottom()).contains(&(y as i32)))
                .map(|area| area.left()..area.right())
                .collect();
            let pixels = now.chunks(4).zip(before.chunks(4)).enumerate();
            for (x, _) in pixels.filter(|(_, (now, before))| now != before) {
                let is_told = told.iter().any(|area| area.contains(&(x as i32)));
                assert!(is_told, "part {part}, frame {step}: the pixel {x}, {y}");
            }
        }
        alone += usize::from(areas.iter().any(|part| part.width() < area.width()));
        shown = drawing;
    }
    assert!(alone > 0, "part {part}: no frame was drawn in pieces");
}

#[test]
fn what_a_key_changes_is_drawn_as_in_a_full_drawing() {
    let keys = "Up Down Left Right Up Down Left Right A W S D I F5 F9 . 1 Space";
    let keys: Vec<_> = keys.split(' ').map(|name| Key::from_name(name).unwrap()).collect();
    let cases = [(1, 1), (2, 1), (5, 3), (8, 1), (12, 2), (16, 1), (17, 1), (17, 3)];
    for (part, font, is_narrow) in
        cases.into_iter().flat_map(|(part, font)| [(part, font, false), (part, font, true)])
    {
        let part = Part::new(part).unwrap();
        let mut random = Rng::new(u32::from(part.number()), StdLib::default());
        let mut game = Game::new(Setup::new(part, 300));
        game.press(Key::NUM_1);
        let mut left = 60;
        changes_equal_full_drawings(&magnified_font(font), part, is_narrow, |frame| {
            screen::render(&game, frame);
            game.press(keys[random.uniform(0, keys.len() as i32 - 1) as usize]);
            left -= 1;
            left > 0
        });
    }
}

/// Returns how far letters that follow each other in a text are apart in a window with narrow letters,
/// in pixels. Borders and the map are no letters.
fn distances(session: &mut Session, glyphs: &GlyphCache) -> Vec<i32> {
    let drawing = Drawing::new((&session.render(), None), true, glyphs, Palette::Original);
    let letters = drawing.glyphs.iter().filter(|glyph| glyph.cell.glyph.is_ascii_alphanumeric());
    let middles: BTreeMap<(i32, i32), i32> =
        letters.map(|glyph| ((glyph.tile.y, glyph.tile.x), glyph.place.center().x())).collect();
    let next = |((y, x), middle): (&(i32, i32), &i32)| Some(middles.get(&(*y, x + 1))? - middle);
    middles.iter().filter_map(next).collect()
}

#[test]
fn letters_of_a_text_stand_close() {
    let engine = super::surface::engine();
    let picture = new_picture(1).unwrap();
    let creator = picture.texture_creator();
    let glyphs = GlyphCache::new(&engine.ttf, &creator, FONT, FONT_PT).unwrap();
    for (part, count) in [(8, 5), (8, 27), (12, 29), (17, 26), (17, 33)] {
        let drawing = format!("@{}", "!".repeat(count));
        let mut session = Session::new(super::drawn::game(part, &[&drawing]), None, None);
        (0..count).for_each(|_| session.press(Key::RIGHT));
        session.press(Key::I);
        let distances = distances(&mut session, &glyphs);
        assert!(distances.len() > 50);
        assert!(
            distances.iter().all(|distance| (11..=13).contains(distance)),
            "part {part}, {count} items: {distances:?}"
        );
    }
    // Over the map too, where two rats stay on their tiles.
    let mut session = Session::new(super::drawn::game(17, &["@..rr"]), None, None);
    session
        .show_text("Something to tell, and so long that it takes two lines or more of the box over the map.");
    let wide = distances(&mut session, &glyphs).into_iter().filter(|distance| *distance != 12);
    assert_eq!(wide.collect::<Vec<_>>(), [20]);
}

/// Frames that no game paints: characters upon characters, in every corner.
#[test]
fn any_change_is_drawn_as_in_a_full_drawing() {
    for font in 1..=4 {
        let mut random = Rng::new(u32::from(font), StdLib::default());
        let mut left = 30;
        changes_equal_full_drawings(&magnified_font(font), Part::LAST, false, |frame| {
            // The first third shows what the last frame does, so that some tiles lose cells and others gain
            // some.
            let kept: Vec<_> = frame.cells().iter().copied().take(frame.cells().len() / 3).collect();
            frame.clear();
            for (pos, cell) in kept {
                frame.put(pos, cell.glyph, cell.color);
            }
            for _ in 0..random.uniform(0, 250) {
                let pos = Pos::new(random.uniform(0, 63), random.uniform(0, 40));
                let [r, g, b] = [(); 3].map(|()| random.uniform(0, 255) as u8);
                frame.put(pos, random.uniform(33, 126) as u8, Color(r, g, b));
            }
            left -= 1;
            left > 0
        });
    }
}
