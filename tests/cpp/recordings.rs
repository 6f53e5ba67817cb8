//! The programs of this folder trace what the original traced, and what the port traces.

use super::compiler::root::root;
use super::compiler::{STANDARDS, compile, run};
use super::recording::parse;
use roguelike::color::Color;
use roguelike::game::Setup;
use roguelike::key::Key;
use roguelike::map::Pos;
use roguelike::part::Part;
use roguelike::screen::Cell;
use roguelike::trace::{Form, Header, Step, Tracer};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// A recording of the original.
struct Golden {
    path: PathBuf,
    text: String,
}

impl Golden {
    /// Those of some parts and all libraries, in the order of their names.
    fn of_parts(parts: std::ops::RangeInclusive<u32>) -> Vec<Golden> {
        let folder = root().join("tests/golden/traces");
        let mut paths: Vec<PathBuf> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        let all = paths.into_iter().map(|path| Golden { text: fs::read_to_string(&path).unwrap(), path });
        all.filter(|golden| parts.contains(&golden.header("part").parse().unwrap())).collect()
    }

    fn header(&self, name: &str) -> &str {
        let line = self.text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("{}: no line '{name}'", self.path.display()))
    }

    fn is_brief(&self) -> bool {
        self.text.starts_with("roguelike-trace 1 brief\n")
    }

    /// The keys that were pressed, as a script.
    fn keys(&self) -> String {
        let steps = self.text.lines().filter_map(|line| line.strip_prefix("step ")?.split(' ').nth(1));
        steps.skip(1).collect::<Vec<_>>().join(" ")
    }

    /// Returns what a miniature, perhaps a faulty one, records with the same seed and keys.
    fn replay(&self, miniature: &Path, fault: Option<&str>) -> String {
        let keys = self.keys();
        let mut arguments = vec![self.header("part"), "--seed", self.header("seed"), "--keys", &keys];
        arguments.extend(self.is_brief().then_some("--brief"));
        arguments.extend(fault.iter().flat_map(|name| ["--fault", *name]));
        trace_of(miniature, &arguments)
    }
}

/// What a program records, without the marks.
pub fn trace_of(program: &Path, arguments: &[&str]) -> String {
    let output = run(program, arguments, Stdio::null());
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    without_marks(&String::from_utf8(output.stdout).unwrap())
}

/// A recording without the lines that begin with `#`, which the recordings of the original do not have.
pub fn without_marks(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect()
}

/// Only the lines that begin with `#`.
pub fn marks(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    let marks = text.lines().filter_map(|line| line.strip_prefix("# "));
    marks.filter(|mark| !mark.starts_with("seeds ")).map(str::to_owned).collect()
}

/// The standard library that the compiler at hand uses, as traces name it.
fn own_library(miniature: &Path) -> String {
    let trace = trace_of(miniature, &["1", "--seed", "0", "--keys", ""]);
    trace.lines().nth(3).unwrap().strip_prefix("stdlib ").unwrap().to_owned()
}

/// Fails at the first line that differs: a whole trace is too long to be read in a message.
fn assert_same(got: &str, expected: &str, what: &str) {
    for (number, (got, expected)) in got.lines().zip(expected.lines()).enumerate() {
        assert_eq!(got, expected, "{what}, line {}", number + 1);
    }
    assert_eq!(got.len(), expected.len(), "{what}: one ends before the other");
}

#[test]
fn the_miniature_traces_what_the_original_traced() {
    let goldens = Golden::of_parts(1..=7);
    for standard in STANDARDS {
        let miniature = compile("miniature", standard);
        let library = own_library(&miniature);
        let own: Vec<&Golden> = goldens.iter().filter(|golden| golden.header("stdlib") == library).collect();
        assert!(!own.is_empty(), "no recording was made with {library}");
        for golden in own {
            assert_same(
                &golden.replay(&miniature, None),
                &golden.text,
                &format!("{} {standard}", golden.path.display()),
            );
        }
    }
}

/// Parts 8 to 17: what the header reads out of objects of the part's shape is what was put into them.
#[test]
fn later_shapes_are_traced_as_recorded() {
    // A trace has only hashes of the map and the screen, which cannot be turned back, and the library is the
    // compiler's.
    let comparable = |text: &str| {
        let kept = text
            .lines()
            .filter(|line| !["tiles ", "frame ", "stdlib "].iter().any(|start| line.starts_with(start)));
        kept.map(|line| format!("{line}\n")).collect::<String>()
    };
    let mut words = BTreeSet::new();
    for standard in STANDARDS {
        let shapes = compile("shapes", standard);
        for golden in Golden::of_parts(8..=17).iter().filter(|golden| !golden.is_brief()) {
            let output = run(&shapes, &[], File::open(&golden.path).unwrap().into());
            let got = without_marks(&String::from_utf8(output.stdout).unwrap());
            assert_same(&comparable(&got), &comparable(&golden.text), &golden.path.display().to_string());
            words.extend(got.lines().map(|line| line.split(' ').next().unwrap().to_owned()));
        }
    }
    let lines = "amulets bonus class depth item log monster pack player potion rng screen scroll sound step title wear wield";
    for word in lines.split(' ') {
        assert!(words.contains(word), "no recording has a line '{word}'");
    }
}

/// A step, and the cells on the screen after it.
type Drawn = (Step, Vec<(Pos, Cell)>);

/// The header of a run and, for every step, its block and what is on the screen then.
fn play(part: Part, seed: u32, library: &str, keys: &[Key]) -> (String, Vec<Drawn>) {
    let mut setup = Setup::new(part, seed);
    setup.library = library.parse().unwrap();
    let header = Header::new(&setup, Form::Normal).to_string();
    let (mut tracer, start) = Tracer::new(setup);
    let mut blocks = vec![(start, tracer.frame().cells().to_vec())];
    for &key in keys {
        let block = tracer.press(key);
        let quits = block.quits();
        blocks.push((block, tracer.frame().cells().to_vec()));
        if quits {
            break;
        }
    }
    (header, blocks)
}

/// Random keys, mostly steps; the same for the same seed.
fn some_keys(seed: u32, count: usize) -> Vec<Key> {
    let names = "Up Down Left Right W A S D Up Down Left Right W A S D . I A B C Space 1 2 3 F5 F9 Tab";
    let names: Vec<&str> = names.split(' ').collect();
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Key::from_name(names[(state >> 16) as usize % names.len()]).unwrap()
    };
    (0..count).map(|_| next()).collect()
}

/// Seeds and keys that are in no recording, in all three forms, and the seed stream's wrap at the end.
#[test]
fn the_miniature_traces_what_the_port_traces() {
    let miniature = compile("miniature", STANDARDS[0]);
    let library = own_library(&miniature);
    for part in Part::all().take(7) {
        for seed in [0, 999, u32::MAX] {
            let mut keys = some_keys(seed, 100);
            keys.push(Key::ESCAPE);
            let (header, blocks) = play(part, seed, &library, &keys);
            let (part, seed) = (part.to_string(), seed.to_string());
            let script: Vec<&str> = keys.iter().map(|key| key.name()).collect();
            for (form, option) in [
                (Form::Normal, None),
                (Form::Full, Some("--full")),
                (Form::Brief, Some("--brief")),
                (Form::Colors, Some("--colors")),
            ] {
                let keys = script.join(" ");
                let mut arguments = vec![part.as_str(), "--seed", &seed, "--keys", &keys];
                arguments.extend(option);
                let first = if form == Form::Brief { "roguelike-trace 1 brief" } else { "roguelike-trace 1" };
                let expected = header.replacen("roguelike-trace 1", first, 1);
                let expected = blocks.iter().fold(expected, |text, (block, _)| text + &block.to_text(form));
                if form == Form::Colors {
                    assert_same_colors(&miniature, &arguments, &expected);
                } else {
                    assert_same(&trace_of(&miniature, &arguments), &expected, &format!("{arguments:?}"));
                }
            }
        }
    }
}

/// The header writes a colour when it changes. What is read are the rows of all colours.
fn assert_same_colors(miniature: &Path, arguments: &[&str], expected: &str) {
    let recorded = run(miniature, arguments, Stdio::null()).stdout;
    let [ours, theirs] = [expected.as_bytes(), &recorded].map(|text| parse(text).unwrap());
    assert_eq!(ours.steps.len(), theirs.steps.len(), "{arguments:?}");
    for (ours, theirs) in ours.steps.iter().zip(&theirs.steps) {
        assert_eq!(ours.step, theirs.step, "{arguments:?}");
    }
    assert!(
        recorded.len() * 2 < expected.len() || expected.len() < 100_000,
        "{arguments:?}: {}",
        recorded.len()
    );
}

/// The same for the later shapes, the rows of the map and the glyphs of the screen included.
#[test]
fn later_shapes_are_traced_as_the_port_traces_them() {
    let shapes = compile("shapes", STANDARDS[1]);
    let library = own_library(&compile("miniature", STANDARDS[1]));
    let input = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("glyphs-{}.txt", std::process::id()));
    for part in Part::all().skip(7) {
        for seed in [5, 4_000_000_000] {
            let mut keys = vec![Key::NUM_2];
            keys.extend(some_keys(seed, 200));
            let (header, blocks) = play(part, seed, &library, &keys);
            let mut told = header.clone();
            for (block, drawn) in &blocks {
                let text = block.to_text(Form::Full);
                let (step, facts) = text.split_once('\n').unwrap();
                told += &format!("{step}\n");
                for (pos, cell) in drawn {
                    let Color(r, g, b) = cell.color;
                    told += &format!("glyph {} {} {} {r} {g} {b}\n", pos.x, pos.y, cell.glyph);
                }
                told += facts;
            }
            fs::write(&input, told).unwrap();
            let output = run(&shapes, &["full"], File::open(&input).unwrap().into());
            let expected =
                header + &blocks.iter().map(|(block, _)| block.to_text(Form::Full)).collect::<String>();
            assert_same(
                &without_marks(&String::from_utf8(output.stdout).unwrap()),
                &expected,
                &format!("part {part} seed {seed}"),
            );
        }
    }
    fs::remove_file(input).unwrap();
}

#[test]
fn other_spellings_are_found_and_missing_members_left_out() {
    for standard in STANDARDS {
        let output = run(&compile("shapes", standard), &["spellings"], Stdio::null());
        // The messages of a replayed game do not flood the terminal.
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        let trace = without_marks(&String::from_utf8(output.stdout).unwrap());
        let blank = format!("|{}|", " ".repeat(64));
        let dark = format!("|{}|", "0".repeat(64));
        let lines: Vec<&str> = trace.lines().skip(4).filter(|line| *line != blank && *line != dark).collect();
        let tiles = format!("|007{}|", "0".repeat(61));
        let screen = format!("|{}?|", " ".repeat(63));
        let expected = [
            "step 0 start",
            "player 3 4 hp 7 defense 2 poison 4 alive 1",
            "monster 0 r 5 6 hp 1/2 venom 1",
            "monster 1 r 5 6 hp 1/2 venom 1",
            "rng 9",
            &format!("tiles {}", fnv(tile_bytes())),
            &tiles,
            &format!("frame {}", fnv([63, 35, b'?', 1, 2, 3])),
            &screen,
            "step 1 Up",
            &format!("frame {}", fnv([63, 35, b'?', 1, 2, 3])),
            &screen,
            "step 2 Down",
            "log You hear something.  ",
            "log café and cake",
            "title two lines",
            "screen map",
            &format!("frame {}", fnv([63, 35, b'?', 1, 2, 3])),
            &screen,
        ];
        assert_eq!(lines, expected, "{standard}");
    }
}

/// The map of that test: one floor tile, lit and known.
pub fn tile_bytes() -> impl Iterator<Item = u8> {
    (0..36 * 64).map(|index| if index == 64 + 2 { 7 } else { 0 })
}

pub fn fnv(bytes: impl IntoIterator<Item = u8>) -> String {
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211);
    format!("{:016x}", bytes.into_iter().fold(14_695_981_039_346_656_037, step))
}

/// Two of the faults are another library's algorithm, so they give that library's recordings.
#[test]
fn a_foreign_library_gives_its_own_recordings() {
    let miniature = compile("miniature", STANDARDS[0]);
    let header = format!("\nstdlib {}\n", own_library(&miniature));
    let goldens = Golden::of_parts(1..=7);
    for (fault, library) in [("own-modulo", "msvc-2019"), ("own-mask", "libc++")] {
        let recorded: Vec<&Golden> =
            goldens.iter().filter(|golden| golden.header("stdlib") == library).collect();
        assert!(!recorded.is_empty(), "{library}");
        for golden in recorded {
            let got =
                golden.replay(&miniature, Some(fault)).replacen(&header, &format!("\nstdlib {library}\n"), 1);
            assert_same(&got, &golden.text, &golden.path.display().to_string());
        }
    }
}
