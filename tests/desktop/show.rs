//! `verify --show`: a window on both runs of a recording.

use std::fs;
use std::path::{Path, PathBuf};

use roguelike::desktop::show::marks;
use roguelike::game::Setup;
use roguelike::keys::script::KeyReader;
use roguelike::map::Pos;
use roguelike::part::Part;
use roguelike::screen::Frame;
use roguelike::trace::{Block, Form, Header, Tracer, colors_of};

use crate::display::{Display, Geometry, Window, eventually};
use crate::image::Image;
use crate::readme::keys;
use crate::{text, ticks};

const RECORDING: &str = "part08-libstdc++-seed314-victim.trace";
/// The steps that differ in the recording with mistakes.
const WRONG_MONSTER: usize = 227;
const WRONG_TITLE: usize = 230;

/// The first steps of a recording of the original, as the port plays them: the header, and each step.
fn played() -> (Header, Vec<Block>) {
    let setup = Setup::new(Part::new(8).unwrap(), 314);
    let (mut tracer, first) = Tracer::new(setup.clone());
    let mut blocks = vec![first];
    let keys = keys(RECORDING, 235);
    blocks.extend(KeyReader::new(keys.as_bytes()).map(|key| tracer.press(key.unwrap())));
    (Header::new(&setup, Form::Full), blocks)
}

fn write(display: &Display, name: &str, form: Form, change: impl Fn(&mut String)) -> PathBuf {
    let (header, blocks) = played();
    let header = Header { form, ..header };
    let mut trace = header.to_string() + &blocks.iter().map(|block| block.to_text(form)).collect::<String>();
    change(&mut trace);
    let path = display.home().join(name);
    fs::write(&path, trace).unwrap();
    path
}

/// Replaces a text by another one, from this step on.
fn put(trace: &mut String, step: usize, from: &str, to: &str) {
    let start = trace.find(&format!("\nstep {step} ")).unwrap();
    let place = start + trace[start..].find(from).unwrap();
    trace.replace_range(place..place + from.len(), to);
}

/// A goblin that goes right where it should go left, and a wrong title later.
fn wrong(trace: &mut String) {
    put(trace, WRONG_MONSTER, "monster 6 g 55 7 ", "monster 6 g 57 7 ");
    put(trace, WRONG_MONSTER, "@..g......#", "@....g....#");
    let (_, blocks) = played();
    let hash = blocks[WRONG_MONSTER].lines.last().unwrap();
    put(trace, WRONG_MONSTER, hash, "frame 0123456789abcdef");
    put(trace, WRONG_TITLE, "title Roguelike", "title Rogue");
}

/// The topmost characters of a step, as the window shows them.
fn topmost(block: &Block) -> Frame {
    let mut frame = Frame::new(block.screen.len() as i32);
    for (y, (row, colors)) in (0..).zip(block.screen.iter().zip(&block.colors)) {
        let glyphs = (0..).zip(row.bytes()).filter(|(_, glyph)| *glyph != b' ');
        for ((x, glyph), color) in glyphs.zip(colors_of(colors)) {
            frame.draw_glyph(Pos::new(x, y), glyph, color);
        }
    }
    frame
}

/// The height of the pictures in a window of 1280 x 720, the size of tiles where there are two of them, the
/// number of columns that each shows, and where they begin in the window.
const HEIGHT: u32 = 540;
const TILE: i32 = 15;
const COLUMNS: i32 = 42;
const LEFT: [i32; 2] = [5, 645];
/// The first column that is seen of both maps: those of the goblin are in the middle.
const FIRST: i32 = 64 - COLUMNS;

/// Waits until the window shows one picture of a step, as large as fits.
fn one_shows(window: &Window, what: &str, block: &Block) {
    let expected = Image::fitted(&topmost(block), 1280, HEIGHT);
    window.shows_as(what, |image| image.top(HEIGHT).difference(&expected).map_or(Ok(()), Err));
}

/// Waits until both pictures show this part of a step. `lines` are the rows of pixels that are compared.
fn both_show(window: &Window, what: &str, block: &Block, lines: std::ops::Range<u32>) {
    let mut seen = Frame::new(36);
    for &(pos, cell) in topmost(block).cells() {
        seen.draw_glyph(Pos::new(pos.x - FIRST, pos.y), cell.glyph, cell.color);
    }
    let whole = Image::fitted(&seen, 64 * TILE as u32, HEIGHT);
    let part = |x: i32| {
        // The line between the pictures lies over some pixels beside them.
        let (y, height) = (lines.start as i32, lines.end - lines.start);
        Geometry { x, y, width: (COLUMNS * TILE) as u32 - 6, height }
    };
    window.shows_as(what, |image| {
        let mut differences =
            LEFT.iter().filter_map(|&x| image.crop(part(x)).difference(&whole.crop(part(0))));
        differences.next().map_or(Ok(()), Err)
    });
}

/// Returns true if a tile has the line of a mark around it, in a picture that begins at this column of
/// pixels.
fn is_marked(image: &Image, left: i32, tile: Pos) -> bool {
    let roguelike::color::Color(r, g, b) = marks::LINE;
    let (x, y, side) = (left + TILE * (tile.x - FIRST), TILE * tile.y, TILE as u32);
    let end = TILE - 1;
    let sides = [(x, y, side, 1), (x, y + end, side, 1), (x, y, 1, side), (x + end, y, 1, side)];
    sides.into_iter().all(|(x, y, width, height)| {
        let side = image.crop(Geometry { x, y, width, height });
        side.difference(&Image::plain(width, height, [r, g, b])).is_none()
    })
}

/// Waits until these tiles are marked, and the others of these tiles are not.
fn marks_are(window: &Window, what: &str, expected: [&[Pos]; 2]) {
    let tiles = [Pos::new(55, 7), Pos::new(57, 7), Pos::new(52, 7), Pos::new(33, 3)];
    window.shows_as(what, |image| {
        for (left, expected) in LEFT.into_iter().zip(expected) {
            for tile in tiles {
                if is_marked(image, left, tile) != expected.contains(&tile) {
                    return Err(format!("the mark of {tile:?} on the side at {left}"));
                }
            }
        }
        Ok(())
    });
}

#[test]
fn a_recording_that_differs_is_shown_step_by_step() {
    let display = Display::bare("show", 1920, 1080);
    let path = write(&display, "mine.trace", Form::Full, wrong);
    let (_, blocks) = played();
    let mut window = display.play(&["verify", "--show", text(&path)]);
    window.wait_for_title("mine.trace: step 227 of 235, Right, differs");
    window.resize(1280, 720);
    let tiles = [Pos::new(55, 7), Pos::new(57, 7)];
    marks_are(&window, "the goblin", [&tiles; 2]);
    both_show(&window, "the rest of the map", &blocks[WRONG_MONSTER], 150..HEIGHT);

    let show = |keys: &[&str], step: usize, state: &str| {
        display.press(keys);
        let key = blocks[step].key_name();
        window.wait_for_title(&format!("mine.trace: step {step} of 235, {key}, {state}"));
    };
    show(&["Right"], 228, "equal");
    one_shows(&window, "the next step", &blocks[228]);
    show(&["Left", "Left"], 226, "equal");
    one_shows(&window, "the step before", &blocks[226]);
    show(&["n"], WRONG_MONSTER, "differs");
    marks_are(&window, "the goblin again", [&tiles; 2]);
    show(&["Tab"], WRONG_TITLE, "differs");
    one_shows(&window, "the wrong title", &blocks[WRONG_TITLE]);
    show(&["n"], WRONG_TITLE, "differs");
    show(&["p"], WRONG_MONSTER, "differs");
    show(&["z"], WRONG_MONSTER, "differs");
    let whole = Image::fitted(&topmost(&blocks[WRONG_MONSTER]), 640, 360);
    // Two whole maps are narrower than the window, and lower than the room for them.
    let [area, seen] = [0, 90].map(|top| Geometry { x: 0, y: top + 100, width: 630, height: 250 });
    window.shows_as("the whole maps", |image| {
        image.crop(seen).difference(&whole.crop(area)).map_or(Ok(()), Err)
    });
    show(&["z"], WRONG_MONSTER, "differs");
    marks_are(&window, "the goblin a third time", [&tiles; 2]);
    show(&["Home"], 0, "equal");
    one_shows(&window, "the first step", &blocks[0]);
    show(&["Next"], 10, "equal");
    show(&["End", "Right"], 235, "equal");
    one_shows(&window, "the last step", &blocks[235]);
    show(&["Prior"], 225, "equal");

    // What the window shows comes back when it was lost, and fits other sizes.
    display.scribble(200, 200);
    window.resize(1300, 740);
    window.resize(1280, 720);
    one_shows(&window, "the same again", &blocks[225]);
    for (width, height) in [(720, 1280), (1280, 820), (1920, 1080)] {
        window.resize(width, height);
        let high = height * 3 / 4;
        let expected = Image::fitted(&topmost(&blocks[225]), width, high);
        window
            .shows_as("as large as fits", |image| image.top(high).difference(&expected).map_or(Ok(()), Err));
    }

    // Once all is compared, the window costs nothing.
    wait_until_idle(&window);

    display.press(&["Escape"]);
    assert_eq!(window.wait().code(), Some(1), "{}", window.errors());
    assert_eq!(window.errors(), "");
    assert!(window.output().contains("monster 6: at 55 7, recorded at 57 7"), "{}", window.output());
}

#[test]
fn an_equal_recording_is_shown_from_its_start() {
    let display = Display::managed("show_equal", 1400, 900);
    for (form, ending) in [(Form::Normal, "alt+F4"), (Form::Colors, "INT")] {
        let path = write(&display, "right.trace", form, |_| {});
        let mut window = display.play(&["verify", "--show", text(&path)]);
        window.wait_for_title("right.trace: step 0 of 235, start, equal");
        display.press(&["Right"]);
        let title = window.wait_for_title("step 1 of 235");
        assert!(title.ends_with(", equal"), "{title}");
        match ending {
            "INT" => window.signal(ending),
            _ => window.press_alt_f4(),
        }
        window.ends_well();
        assert!(window.output().starts_with(&format!("ok {}", path.display())), "{}", window.output());
        let note = window.errors();
        assert!(note.lines().count() == 1 && note.contains("right.trace: not reached: "), "{note}");
    }
}

/// A recording with hashes only has marks at the places that its lines tell.
#[test]
fn a_recording_of_hashes_is_marked_where_its_lines_differ() {
    let display = Display::bare("show_normal", 1280, 720);
    let path = write(&display, "mine.trace", Form::Normal, |trace| {
        put(trace, WRONG_MONSTER, "monster 6 g 55 7 ", "monster 6 g 57 7 ");
    });
    let window = display.play(&["verify", "--show", text(&path)]);
    window.resize(1280, 720);
    marks_are(&window, "each place on its side", [&[Pos::new(55, 7)], &[Pos::new(57, 7)]]);
}

#[test]
fn what_cannot_be_shown_is_a_line() {
    let display = Display::bare("show_nothing", 640, 480);
    let brief = write(&display, "run.brief", Form::Brief, |_| {});
    let right = write(&display, "right.trace", Form::Full, |_| {});
    let broken = display.home().join("broken.trace");
    fs::write(&broken, "no trace").unwrap();
    let missing = display.home().join("missing.trace");
    let [brief, right, broken, missing] =
        [&brief, &right, &broken, &missing].map(|path: &PathBuf| text(path));
    for (files, code, words) in [
        (&[brief][..], 2, "a brief trace has no pictures to show; record without --brief"),
        (&[right, right], 2, "--show shows one FILE at a time"),
        (&[broken], 2, "this is no trace"),
        (&[missing], 3, "cannot read"),
    ] {
        let output = display.run(&[&["verify", "--show"], files].concat());
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), errors.lines().count()), (Some(code), 1), "{errors}");
        assert!(errors.contains(words) && output.stdout.is_empty(), "{errors}");
    }
    // Without a display there is the answer all the same.
    let mut window = display.start(&["verify", "--show", right], &[("DISPLAY", "")]);
    assert_eq!(window.wait().code(), Some(3));
    let errors = window.errors();
    let errors: Vec<&str> = errors.lines().filter(|line| !line.contains(": not reached: ")).collect();
    assert!(errors.len() == 1 && errors[0].starts_with("roguelike: no display"), "{errors:?}");
    assert!(window.output().starts_with("ok "), "{}", window.output());
}

/// Waits until the program has taken no processor time for fifty polls, which take about a second. All steps
/// are compared then.
fn wait_until_idle(window: &Window) {
    let (mut last, mut equal) = (ticks(window), 0);
    eventually("the program takes no time", || {
        let now = ticks(window);
        equal = if now == last { equal + 1 } else { 0 };
        last = now;
        (equal >= 50).then_some(())
    });
}

/// The picture of the README. `SCREENSHOTS=write cargo test --test desktop show` takes it anew.
#[test]
fn the_readmes_picture_is_of_the_real_window() {
    let display = Display::bare("show_readme", 1280, 720);
    write(&display, "mine.trace", Form::Full, wrong);
    let window = display.play(&["verify", "--show", "mine.trace"]);
    window.resize(1280, 720);
    wait_until_idle(&window);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screenshots/show.png");
    if std::env::var("SCREENSHOTS").is_ok_and(|value| value == "write") {
        window.look().save(&path);
    }
    window.shows("the goblin", &Image::open(&path));
}
