//! The book in a browser: games and figures, played and touched in Chromium without a window.
//!
//! It takes mdbook and Chromium. Without them these tests only say so, unless `CHAPTERS=all` asks for
//! everything. Without `CHAPTERS` three chapters are visited.

mod chromium;
#[path = "../programs/mod.rs"]
mod programs;
mod readers;
mod server;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use chapters::chapter::LAST;
use chromium::{Browser, Look};
use programs::programs;
use serde_json::{Value, json};

/// Ten keys that every part understands or ignores. From Part 14 on the first chooses a class.
const KEYS: [&str; 10] = ["1", "Right", "Right", "Down", "Down", "Left", "I", "I", "Space", "Up"];
/// Wide and narrow, light and dark.
const LOOKS: [Look; 4] = [
    Look { width: 1280, height: 900, is_dark: false, scale: 1.0 },
    Look { width: 1280, height: 900, is_dark: true, scale: 1.0 },
    Look { width: 400, height: 900, is_dark: false, scale: 1.0 },
    Look { width: 400, height: 900, is_dark: true, scale: 1.0 },
];
/// C++ of our own, where a reader's clone of the series has its file.
const FOV: &str = "void FOV::compute(Map& map, int originX, int originY)\n{\n    int oct = 0;\n}\n";
/// Width of the window and of a tile in pixels.
const COLUMNS: usize = 64;
const TILE: usize = 20;

/// A part with a figure, what `steps` takes to show the same, and what is dragged before: from one tile to
/// another.
type Figure = (u8, &'static str, Option<([i32; 2], [i32; 2])>);
const FIGURES: [Figure; 10] = [
    (1, "--seed 42", None),
    (3, "--seed 18 --at 18,6", None),
    (3, "--seed 18 --at 15,8", Some(([18, 6], [15, 8]))),
    (5, "--seed 101 --keys Down*10", None),
    (5, "--seed 101 --keys Down*10 --at 9,22", Some(([8, 21], [9, 22]))),
    (7, "--seed 214 --keys Right*12", None),
    (7, "--seed 214 --keys Right*12 --at 21,5", Some(([22, 7], [21, 5]))),
    (12, "--seed 188", None),
    (13, "--seed 62 --keys Down*7", None),
    (13, "--seed 62 --keys Down*7 --at 9,10", Some(([9, 12], [9, 10]))),
];

/// A picture: its width, and a colour for each pixel.
struct Pixels {
    width: usize,
    colors: Vec<[u8; 3]>,
}

impl Pixels {
    fn read(bytes: &[u8]) -> Pixels {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        let samples = info.color_type.samples();
        let colors = bytes[..info.buffer_size()].chunks(samples).map(|pixel| [pixel[0], pixel[1], pixel[2]]);
        Pixels { width: info.width as usize, colors: colors.collect() }
    }

    /// Returns the mean colour of each tile, row by row.
    fn tiles(&self) -> Vec<[i32; 3]> {
        let (columns, rows) = (self.width / TILE, self.colors.len() / self.width / TILE);
        let mean = |tile: usize| {
            let (left, top) = (tile % columns * TILE, tile / columns * TILE);
            let places = (0..TILE * TILE).map(|at| (top + at / TILE) * self.width + left + at % TILE);
            let sum = places.fold([0; 3], |sum: [i32; 3], place| {
                std::array::from_fn(|channel| sum[channel] + i32::from(self.colors[place][channel]))
            });
            sum.map(|sum| sum / (TILE * TILE) as i32)
        };
        (0..columns * rows).map(mean).collect()
    }
}

/// Returns the tiles that look different. The letters of both come from one font, drawn by two programs: a
/// tile's mean colour may differ a little.
fn differences(canvas: &Pixels, shot: &Pixels) -> Vec<(usize, [i32; 3], [i32; 3])> {
    const SLACK: i32 = 9;
    let (canvas, shot) = (canvas.tiles(), shot.tiles());
    assert_eq!(canvas.len(), shot.len());
    let pairs = canvas.into_iter().zip(shot).enumerate().map(|(tile, (a, b))| (tile, a, b));
    pairs.filter(|(_, a, b)| a.iter().zip(b).any(|(a, b)| (a - b).abs() > SLACK)).collect()
}

/// Runs the program of the repository, and returns what it writes to standard output.
fn roguelike(arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(programs().join("roguelike")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn is_long() -> bool {
    env::var("CHAPTERS").as_deref() == Ok("all")
}

fn parts() -> Vec<u8> {
    if is_long() { (1..=LAST).collect() } else { vec![3, 9, 17] }
}

/// Returns the folder of the book's HTML, built once, and the program of the browser; none where one is
/// missing.
fn book() -> Option<&'static (PathBuf, PathBuf)> {
    static BOOK: OnceLock<Option<(PathBuf, PathBuf)>> = OnceLock::new();
    BOOK.get_or_init(|| {
        let found = |name: &str| {
            let folders = env::split_paths(&env::var_os("PATH")?).collect::<Vec<_>>();
            folders.into_iter().map(|folder| folder.join(name)).find(|program| program.is_file())
        };
        let (mdbook, chromium) = (found("mdbook"), found("chromium"));
        if mdbook.is_none() || chromium.is_none() {
            println!("the book is not visited: that takes mdbook and chromium");
            assert!(!is_long(), "CHAPTERS=all takes mdbook and chromium");
        }
        Some((build(&mdbook?, "book", None), chromium?))
    })
    .as_ref()
}

/// Builds the HTML of the book, with the C++ of a clone beside the Rust if there is one. Returns its folder.
fn build(mdbook: &Path, name: &str, clone: Option<&Path>) -> PathBuf {
    let html = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser").join(name);
    fs::remove_dir_all(&html).ok();
    let mut command = Command::new(mdbook);
    command.args(["build", "--dest-dir"]).arg(&html).arg(env!("CARGO_MANIFEST_DIR"));
    let preprocessor = format!("'{}' mdbook", env!("CARGO_BIN_EXE_chapters"));
    command.env("MDBOOK_PREPROCESSOR__CHAPTERS__COMMAND", preprocessor);
    if let Some(clone) = clone {
        command.env("MDBOOK_PREPROCESSOR__CHAPTERS__SERIES", clone);
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    html
}

fn page(html: &Path, part: u8) -> String {
    format!("file://{}/part{part:02}/README.html", html.display())
}

#[test]
fn the_games_look_as_their_shots() {
    let Some((html, chromium)) = book() else { return };
    let mut browser = Browser::start(chromium);
    for part in parts() {
        // Its canvas has 20 pixels for a tile, as the program's window.
        browser.look(Look { width: 1280, height: 900, is_dark: false, scale: 1.0 });
        browser.open(&format!("{}#play?seed=42", page(html, part)));
        browser.until("document.querySelector('.play').dataset.ready");
        let tile = browser.run("document.querySelector('.play canvas').clientWidth / 64").as_f64().unwrap();
        browser.look(Look { width: 1280, height: 900, is_dark: false, scale: TILE as f64 / tile });
        browser.run("window.dispatchEvent(new Event('resize'))");
        browser.run("document.querySelector('.play canvas').focus()");
        let shot = |count: usize| {
            let (part, keys) = (part.to_string(), KEYS[..count].join(" "));
            Pixels::read(&roguelike(&["shot", "--part", &part, "--seed", "42", "--keys", &keys, "-o", "-"]))
        };
        for key in KEYS {
            browser.press(key);
        }
        let canvas = Pixels::read(&browser.canvas(".play canvas"));
        assert_eq!(canvas.width, COLUMNS * TILE, "part {part}");
        let differ = differences(&canvas, &shot(KEYS.len()));
        assert!(
            differ.is_empty(),
            "part {part}: {} tiles, such as {:?}",
            differ.len(),
            &differ[..differ.len().min(9)]
        );
        // Another picture is noticed.
        assert!(!differences(&canvas, &shot(0)).is_empty(), "part {part}");
        browser.assert_quiet(&format!("part {part}"));
    }
}

/// Returns how many of the tiles have the same colour beside their letters, in a hundred.
fn agreement(canvas: &Pixels, frame: &Pixels) -> usize {
    let corner = |pixels: &Pixels, tile: usize, columns: usize| {
        pixels.colors[(tile / columns * TILE + 3) * pixels.width + tile % columns * TILE + 3]
    };
    let columns = canvas.width / TILE;
    assert_eq!(columns, frame.width / TILE);
    let rows = (canvas.colors.len() / canvas.width / TILE).min(frame.colors.len() / frame.width / TILE);
    let is_same = |tile: &usize| {
        let [a, b] = [canvas, frame].map(|pixels| corner(pixels, *tile, columns));
        a == b
    };
    100 * (0..columns * rows).filter(is_same).count() / (columns * rows)
}

#[test]
fn the_figures_look_as_their_frames() {
    let Some((html, chromium)) = book() else { return };
    let mut browser = Browser::start(chromium);
    for (part, options, drag) in FIGURES {
        browser.look(Look { width: 1280, height: 900, is_dark: false, scale: 1.0 });
        browser.open(&page(html, part));
        browser.run("document.querySelector('img[src$=\"-steps.png\"]').scrollIntoView()");
        browser.until("document.querySelector('.touch')?.dataset.ready");
        browser.run("document.querySelector('.touch .screen').scrollIntoView({block: 'center'})");
        if let Some((from, to)) = drag {
            // Measures what is done for each move of the pointer.
            browser.run(
                "{ let start; window.moves = []; \
                 addEventListener('pointermove', () => (start = performance.now()), true); \
                 addEventListener('pointermove', () => moves.push(performance.now() - start)); }",
            );
            browser.drag(".touch canvas", from, to);
            let fastest = browser.run("Math.min(...moves)").as_f64().unwrap();
            let slowest = browser.run("Math.max(...moves)").as_f64().unwrap();
            println!("part {part}: a move of a drag was shown in {fastest:.1} to {slowest:.1} ms");
        }
        let columns = browser.run("document.querySelector('.touch canvas').view.columns").as_f64().unwrap();
        let width = browser.run("document.querySelector('.touch canvas').clientWidth").as_f64().unwrap();
        browser.look(Look { width: 1280, height: 900, is_dark: false, scale: TILE as f64 * columns / width });
        browser.run("window.dispatchEvent(new Event('resize'))");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("browser/frames{part}"));
        fs::remove_dir_all(&folder).ok();
        let part_text = part.to_string();
        let mut arguments = vec!["steps", "--part", &part_text, "--frames", folder.to_str().unwrap()];
        arguments.extend(options.split(' '));
        roguelike(&arguments);
        let count = fs::read_dir(&folder).unwrap().count();
        let stages = browser.run("Number(document.querySelector('.touch [name=stage]').max) + 1");
        assert_eq!(stages.as_u64(), Some(count as u64), "part {part}");
        let frame = |stage: usize| Pixels::read(&fs::read(folder.join(format!("{stage:03}.png"))).unwrap());
        let mut slowest = 0.0_f64;
        for stage in 1..=count {
            let start = format!(
                "(() => {{ const slider = document.querySelector('.touch [name=stage]'); slider.value = {}; \
                 const start = performance.now(); slider.dispatchEvent(new Event('input')); \
                 return performance.now() - start; }})()",
                stage - 1
            );
            slowest = slowest.max(browser.run(&start).as_f64().unwrap());
            let canvas = Pixels::read(&browser.canvas(".touch canvas"));
            let same = agreement(&canvas, &frame(stage));
            assert!(same >= 97, "part {part}, stage {stage}: {same} % of the tiles are those of the frame");
        }
        println!("part {part}: {count} stages, the slowest was shown in {slowest:.1} ms");
        browser.assert_quiet(&format!("figure {part}"));
    }
}

/// Every page that a reader reads, wide and narrow, light and dark: no error, and nothing beside the window.
#[test]
fn pages_are_quiet_and_fit() {
    let Some((html, chromium)) = book() else { return };
    let mut browser = Browser::start(chromium);
    let address = server::serve(html.clone());
    let mut pages: Vec<String> = parts().iter().map(|part| format!("part{part:02}/README.html")).collect();
    pages.extend(["chapters.html", "names.html", "glossary.html", "diff02-03.html"].map(str::to_owned));
    for (look, origin) in LOOKS.into_iter().zip(["file", "server", "server", "file"]) {
        let base = if origin == "file" { format!("file://{}", html.display()) } else { address.clone() };
        for page in &pages {
            browser.look(look);
            browser.open(&format!("{base}/{page}"));
            let took = browser.run("performance.getEntriesByType('navigation')[0].loadEventEnd");
            if page.starts_with("part") {
                browser.run("document.querySelector('.play').scrollIntoView()");
                browser.until("document.querySelector('.play').dataset.ready");
            }
            let wide = browser.run("document.documentElement.scrollWidth - innerWidth");
            assert!(wide.as_f64().unwrap() <= 0.0, "{page} at {}: {wide} pixels too wide", look.width);
            println!("{page}, {origin}, {} pixels: loaded in {took} ms", look.width);
            browser.assert_quiet(&format!("{page} from {base}"));
        }
    }
}

#[test]
fn a_question_is_answered_and_remembered() {
    let Some((html, chromium)) = book() else { return };
    let mut browser = Browser::start(chromium);
    browser.open(&page(html, 3));
    let answer = "document.querySelector('main details pre code').textContent";
    let progress =
        |browser: &mut Browser| browser.run("document.querySelector('.progress output').textContent");
    assert!(progress(&mut browser).as_str().unwrap().contains("questions 0 of"));
    let fill = |what: &str| {
        format!(
            "(() => {{ const box = document.querySelector('main textarea'); box.value = {what}; \
             box.nextElementSibling.click(); return document.querySelector('.verdict').textContent; }})()"
        )
    };
    assert_eq!(browser.run(&fill("'42'")).as_str().unwrap(), "Not quite. Try again.");
    assert!(browser.run(&fill(answer)).as_str().unwrap().starts_with("Right."));
    browser.open(&page(html, 3));
    assert!(progress(&mut browser).as_str().unwrap().contains("questions 1 of"));
    assert_eq!(browser.run("document.querySelector('main details').open"), Value::Bool(false));
}

/// A reader with a clone of the series has its C++ in the book. That takes a second book, and so only
/// `CHAPTERS=all`.
#[test]
fn the_cpp_of_a_clone_is_beside_the_rust() {
    let Some((_, chromium)) = book().filter(|_| is_long()) else { return };
    let clone = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser/clone");
    for (file, text) in [("part 1/main.cpp", "int main() {}\n"), ("part 3/FOV.cpp", FOV)] {
        fs::create_dir_all(clone.join(file).parent().unwrap()).unwrap();
        fs::write(clone.join(file), text).unwrap();
    }
    let html = build(Path::new("mdbook"), "beside", Some(&clone));
    let mut browser = Browser::start(chromium);
    for look in LOOKS {
        browser.look(look);
        browser.open(&format!("file://{}/part03/beside.html", html.display()));
        let wide = browser.run("document.documentElement.scrollWidth - innerWidth");
        assert!(wide.as_f64().unwrap() <= 0.0, "{} pixels: {wide} too wide", look.width);
        // The functions are in one row, below each other on a narrow screen. A name lights up in both
        // languages.
        let seen = browser.run(
            "(() => { const pair = [...document.querySelectorAll('.pair')].find((pair) => /originX/.test(pair.textContent)); \
             const [left, right] = pair.children; const name = left.querySelector('[data-name]'); \
             name.dispatchEvent(new MouseEvent('mouseover', { bubbles: true })); \
             return [/fn compute/.test(right.textContent), right.offsetTop === left.offsetTop, \
             document.querySelectorAll('.lit').length > 1]; })()",
        );
        assert_eq!(seen, json!([true, look.width == 1280, true]), "{} pixels", look.width);
        browser.assert_quiet("part03/beside.html");
    }
}
