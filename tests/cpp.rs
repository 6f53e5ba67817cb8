//! The header for people with a C++ build: its test programs are compiled and must trace what the original
//! traced.

#[path = "cpp/compiler.rs"]
mod compiler;

use compiler::{STANDARDS, compile, run};
use roguelike::color::Color;
use roguelike::game::Setup;
use roguelike::key::Key;
use roguelike::map::Pos;
use roguelike::part::Part;
use roguelike::screen::Cell;
use roguelike::trace::{Block, Form, Header, Tracer};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A recording of the original.
struct Golden {
    path: PathBuf,
    text: String,
}

impl Golden {
    /// Those of some parts and all libraries, in the order of their names.
    fn of_parts(parts: std::ops::RangeInclusive<u32>) -> Vec<Golden> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/traces");
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
fn trace_of(program: &Path, arguments: &[&str]) -> String {
    let output = run(program, arguments, Stdio::null());
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    without_marks(&String::from_utf8(output.stdout).unwrap())
}

/// A recording without the lines that begin with `#`, which the recordings of the original do not have.
fn without_marks(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect()
}

/// Only the lines that begin with `#`.
fn marks(text: &[u8]) -> Vec<String> {
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
type Drawn = (Block, Vec<(Pos, Cell)>);

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
    let [ours, theirs] = [expected.as_bytes(), &recorded].map(|text| roguelike::trace::parse(text).unwrap());
    assert_eq!(ours.steps.len(), theirs.steps.len(), "{arguments:?}");
    for (ours, theirs) in ours.steps.iter().zip(&theirs.steps) {
        assert_eq!([&ours.screen, &ours.colors], [&theirs.screen, &theirs.colors], "{arguments:?}");
        assert!(ours.lines().eq(theirs.lines()), "{arguments:?}");
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
        let trace = trace_of(&compile("shapes", standard), &["spellings"]);
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
fn tile_bytes() -> impl Iterator<Item = u8> {
    (0..36 * 64).map(|index| if index == 64 + 2 { 7 } else { 0 })
}

fn fnv(bytes: impl IntoIterator<Item = u8>) -> String {
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

#[test]
fn without_options_nothing_is_recorded() {
    assert_eq!(trace_of(&compile("miniature", STANDARDS[0]), &["4"]), "");
}

#[test]
fn keys_may_be_written_in_many_ways() {
    let miniature = compile("miniature", STANDARDS[0]);
    let plain =
        trace_of(&miniature, &["4", "--seed", "3", "--keys", "Right Right Right Left Left Space Escape"]);
    let script = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("keys-{}.txt", std::process::id()));
    fs::write(&script, "# out\n  RIGHT*3\tleft*1 left # and back\r\nspace\n\nescape").unwrap();
    let script = script.to_str().unwrap();
    assert_eq!(trace_of(&miniature, &["4", "--seed", "3", "--keys-file", script]), plain);
    assert!(plain.ends_with("step 7 Escape\nquit\n"), "{plain}");

    let written =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("written-{}.trace", std::process::id()));
    let arguments = ["4", "--seed", "3", "--keys-file", script, "--trace", written.to_str().unwrap()];
    assert_eq!(trace_of(&miniature, &arguments), "");
    assert_eq!(without_marks(&fs::read_to_string(written).unwrap()), plain);

    let parted = trace_of(&miniature, &["1", "--seed", "1", "--keys", "left_shift KEYPAD_8"]);
    assert!(parted.contains("\nstep 1 Left Shift\n") && parted.contains("\nstep 2 Keypad 8\n"), "{parted}");
}

/// A key file that one program reads the other reads as well.
#[test]
fn keys_have_the_same_names_as_in_the_port() {
    // Escape ends a game, and a word that begins with # is a comment.
    let numbers = (4..=99).chain(224..=231).filter(|number| ![41, 50].contains(number));
    let keys: Vec<Key> = numbers.map(|number| Key::from_scancode(number).unwrap()).collect();
    let script: Vec<String> = keys.iter().map(|key| key.name().replace(' ', "_").to_lowercase()).collect();
    let arguments = ["1", "--seed", "1", "--brief", "--keys", &script.join(" ")];
    let trace = trace_of(&compile("miniature", STANDARDS[0]), &arguments);
    let steps = trace.lines().filter_map(|line| line.strip_prefix("step ")?.rsplit_once(' '));
    let pressed: Vec<&str> = steps.skip(1).map(|(step, _)| step.split_once(' ').unwrap().1).collect();
    assert_eq!(pressed, keys.iter().map(|key| key.name()).collect::<Vec<_>>());
}

/// Another program can drive the game: a block is there before the next key is read.
#[test]
fn keys_from_standard_input_are_answered_one_by_one() {
    let arguments = ["2", "--seed", "3", "--brief", "--keys-file", "-"];
    let mut child = Command::new(compile("miniature", STANDARDS[0]))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut keys = child.stdin.take().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut trace = lines.filter(|line| line.as_ref().is_ok_and(|line| !line.starts_with('#')));
    for expected in ["roguelike-trace 1 brief", "part 2", "seed 3", "stdlib ", "step 0 start "] {
        let line = trace.next().unwrap().unwrap();
        assert!(line.starts_with(expected), "{line}");
    }
    for (number, key) in ["Up", "Down", "Left"].iter().enumerate() {
        writeln!(keys, "{key}").unwrap();
        let line = trace.next().unwrap().unwrap();
        assert!(line.starts_with(&format!("step {} {key} ", number + 1)), "{line}");
    }
    drop(keys);
    assert!(trace.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn wrong_use_is_answered_in_one_line() {
    let miniature = compile("miniature", STANDARDS[0]);
    let script = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("wrong-{}.txt", std::process::id()));
    fs::write(&script, "Up\n  Down Sideways\n").unwrap();
    let script = script.to_str().unwrap();
    let cases: &[(&[&str], &str)] = &[
        (&["--keys", "Up Nowhere"], "trace: --keys:1:4: no key is called 'Nowhere'"),
        (&["--keys", "Up*0"], "trace: --keys:1:1: 'Up*0' does not repeat a key 1 to 1000000 times"),
        (
            &["--keys", "Up*99999999999999999999"],
            "trace: --keys:1:1: 'Up*99999999999999999999' does not repeat",
        ),
        (&["--keys", "Up*"], "trace: --keys:1:1: no key is called 'Up*'"),
        (&["--keys-file", script], &format!("trace: {script}:2:8: no key is called 'Sideways'")),
        (&["--keys-file", "/nowhere/keys"], "trace: '/nowhere/keys' cannot be read"),
        (
            &["--seed", "4294967296"],
            "trace: '4294967296' is no seed; a seed is a number from 0 to 4294967295",
        ),
        (&["--seed", "-1"], "trace: '-1' is no seed"),
        (&["--seed"], "trace: '--seed' needs a value after it"),
        (&["--trace", "/nowhere/trace"], "trace: '/nowhere/trace' cannot be written"),
        (&["--full", "--brief"], "trace: --full, or --colors, and --brief exclude each other"),
        (&["--loud"], "trace: unknown option '--loud'; there are --seed N"),
    ];
    for (arguments, message) in cases {
        let output = run(&miniature, &[&["3"], *arguments].concat(), Stdio::null());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with(message) && said.lines().count() == 1, "{arguments:?}: {said}");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

/// A loop over SDL_PollEvent gets one key a round, and one quit. Flat tiles and pointers are found.
#[test]
fn other_loops_and_containers_are_recorded() {
    for standard in STANDARDS {
        let loops = compile("loops", standard);
        let trace = trace_of(&loops, &["poll", "--seed", "7", "--keys", "Right Left"]);
        let rng = trace.lines().find(|line| line.starts_with("rng ")).unwrap();
        let tiles = format!("tiles {}", fnv(tile_bytes()));
        let frame = format!("frame {}", fnv([1, 1, b'@', 1, 2, 3]));
        let block = |x: i32| format!("player {x} 0 hp 1\nmonster 0 g 5 6 hp 7\n{rng}\n{tiles}\n");
        let header: String = trace.lines().take(4).map(|line| format!("{line}\n")).collect();
        let expected = format!(
            "{header}step 0 start\n{}step 1 Right\n{}{frame}\nstep 2 Left\n{}{frame}\n",
            block(0),
            block(1),
            block(2)
        );
        assert_eq!(trace, expected, "{standard}");
        let trace = trace_of(&loops, &["callable", "--seed", "7", "--keys", ""]);
        let visible = fnv((0..36 * 64).map(|index| if index == 64 + 2 { 3 } else { 2 }));
        assert!(trace.ends_with(&format!("step 0 start\ntiles {visible}\n")), "{trace}");
        // A game whose tiles have other names: a function gives them, and without it they are left out.
        let trace = trace_of(&loops, &["renamed", "--seed", "7", "--keys", ""]);
        assert!(trace.contains(&format!("tiles {visible}\n")), "{trace}");
        let output = run(&loops, &["unreadable", "--seed", "7", "--keys", ""], Stdio::null());
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("# left out tiles: the map's members have other names"), "{text}");
    }
}

/// What cannot be recorded is reported where it is noticed.
#[test]
fn mistakes_in_the_recording_itself_are_named() {
    let loops = compile("loops", STANDARDS[0]);
    let cases = [
        ("early", 2, "trace: a generator was seeded before trace::begin"),
        ("endless", 2, "trace: the keys are over, but the program goes on after the close button"),
        ("no-step", 2, "trace: trace::wait was called before trace::step"),
        ("step-last", 2, "trace: trace::wait was called before trace::step"),
        ("step-inside", 2, "trace: trace::wait was called before trace::step"),
        ("own-events", 2, "trace: the event loop takes its events from SDL: write trace::wait(SDL_WaitEvent"),
        ("neither", 0, "trace: nothing was recorded: call trace::step(...) first thing"),
        ("forgotten", 2, "trace: the program was started with --seed, but trace::begin was not called"),
    ];
    for (shape, code, message) in cases {
        let output = run(&loops, &[shape, "--seed", "1", "--keys", "Right"], Stdio::null());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with(message) && said.lines().count() == 1, "{shape}: {said}");
        assert_eq!(output.status.code(), Some(code), "{shape}");
    }
    // The recording says it as well.
    let output = run(&loops, &["step-last", "--seed", "1", "--keys", "Right"], Stdio::null());
    let error = roguelike::trace::parse(&output.stdout).unwrap_err().to_string();
    assert!(error.contains("stopped before its first step: trace::wait was called before"), "{error}");
    // A program that crashes before its first step leaves the header alone.
    let output = run(&loops, &["crash", "--seed", "1", "--keys", "Right"], Stdio::null());
    assert_eq!(output.status.code(), Some(3));
    let error = roguelike::trace::parse(&output.stdout).unwrap_err().to_string();
    assert!(error.contains("before its first trace::step"), "{error}");
}

/// A recording says which kinds of lines it has, even of a list that is always empty, which key comes next,
/// and that it ended.
#[test]
fn recordings_say_what_they_have_and_that_they_ended() {
    for standard in STANDARDS {
        let loops = compile("loops", standard);
        let marks_of = |shape: &str| {
            marks(&run(&loops, &[shape, "--seed", "1", "--keys", "Right"], Stdio::null()).stdout)
        };
        let whole = ["marks keys end", "records player monster rng tiles frame", "key Right", "close", "end"];
        assert_eq!(marks_of("poll"), whole, "{standard}");
        assert_eq!(marks_of("empty"), whole, "{standard}");
        let dice = marks_of("dice");
        assert_eq!(
            dice[1], "left out rng: it is no std::mt19937, and calling it gives no number",
            "{standard}"
        );
        assert_eq!(dice[2], "records monster frame");
        let miniature = compile("miniature", standard);
        let marks_of = |arguments: &[&str]| marks(&run(&miniature, arguments, Stdio::null()).stdout);
        let broken = ["5", "--fault", "crash", "--seed", "1", "--keys", "Right Space Left"];
        assert_eq!(
            marks_of(&broken)[1..],
            ["records log title screen player monster rng tiles frame", "key Right", "key Space"]
        );
        let quit = marks_of(&["1", "--seed", "1", "--keys", "Escape"]);
        assert_eq!(quit[2..], ["key Escape", "end"]);
    }
}

/// A recording has what F5 wrote, and what F9 found of an earlier run.
#[test]
fn saves_are_recorded() {
    let loops = compile("loops", STANDARDS[0]);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("saves-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let record = || {
        let arguments = ["saves", "--seed", "1", "--keys", "F9 F5 F9"];
        let output = Command::new(&loops).args(arguments).current_dir(&folder).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        let recording = roguelike::trace::parse(text.as_bytes()).unwrap();
        let saved: Vec<Option<String>> = recording.steps.iter().map(|step| step.saved.clone()).collect();
        let found: Vec<bool> = recording.steps.iter().map(|step| step.slot.is_some()).collect();
        (saved, found)
    };
    let written = Some("RLSAVE 2\n1 0\n".to_owned());
    let (saved, found) = record();
    assert_eq!(saved, [None, None, written.clone(), None]);
    assert_eq!(found, [false; 4], "the first run has written it");
    let (saved, found) = record();
    assert_eq!(saved[2], written);
    assert_eq!(found[..2], [false, true], "the second one finds it");
    fs::remove_dir_all(folder).unwrap();
}

/// A key file is UTF-8 with or without a byte-order mark, or UTF-16 with one.
#[test]
fn key_files_of_windows_are_read() {
    let loops = compile("loops", STANDARDS[0]);
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("windows-{}.txt", std::process::id()));
    let pressed = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        run(&loops, &["poll", "--seed", "1", "--keys-file", path.to_str().unwrap()], Stdio::null())
    };
    let text = "# \u{e9}\r\nRight*2\r\nLeft\r\n";
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let marked = [
        [b"\xef\xbb\xbf", text.as_bytes()].concat(),
        [&b"\xff\xfe"[..], &little].concat(),
        [&b"\xfe\xff"[..], &big].concat(),
    ];
    for bytes in &marked {
        let keys: Vec<String> =
            marks(&pressed(bytes).stdout).into_iter().filter(|mark| mark.starts_with("key ")).collect();
        assert_eq!(keys, ["key Right", "key Right", "key Left"]);
    }
    let refused = String::from_utf8(pressed(&little).stderr).unwrap();
    assert!(refused.contains("is UTF-16 without a byte-order mark; save it as UTF-8"), "{refused}");
    fs::remove_file(path).unwrap();
}

/// What the compiler can see is an error of the compiler.
#[test]
fn misuse_of_the_header_does_not_compile() {
    let closed = "#include \"trace.hpp\"\nclass Game { int m_state = 0; public: int f() { return m_state; } };\n\
                  int main() { Game game; trace::step(game); return game.f(); }\n";
    let said = compiler::fail_to_compile("closed", closed, "c++17");
    assert!(said.contains("friend struct trace::peek"), "{said}");
    // Other names: the error says what to write.
    let ground = "enum class TileType { Wall, Ground }; struct Tile { TileType type; };";
    let renamed = [
        (ground, "tiles", "return trace::tile{t.type == TileType::Ground, t.visible, \"\n"),
        ("struct Tile { bool floor; };", "grid", ".map([&](int x, int y) { return map.grid[y][x]; })"),
    ];
    for (tile, member, words) in renamed {
        let program = format!(
            "#include \"trace.hpp\"\n{tile}\nstruct Map {{ Tile {member}[36][64]; }};\n\
             int main() {{ Map map; trace::step().map(map); }}\n"
        );
        let said = compiler::fail_to_compile(member, &program, "c++17");
        let words = words.trim_end_matches("\"\n");
        assert!(said.contains(words), "{said}");
    }
    let said = compiler::fail_to_compile("old", "#include \"trace.hpp\"\nint main() {}\n", "c++14");
    assert!(said.contains("trace.hpp needs C++17"), "{said}");
}

/// A disk that is full must not give a trace that only looks complete.
#[cfg(target_os = "linux")]
#[test]
fn a_trace_that_cannot_be_written_is_an_error() {
    let arguments = ["1", "--seed", "1", "--keys", "Space", "--trace", "/dev/full"];
    let output = run(&compile("miniature", STANDARDS[0]), &arguments, Stdio::null());
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot be written"));
}
