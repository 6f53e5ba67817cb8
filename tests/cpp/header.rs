//! What the header does besides tracing: its options, keys, marks and errors.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use super::compiler::{self, STANDARDS, compile, run};
use super::recording::parse;
use super::recordings::{fnv, marks, tile_bytes, trace_of, without_marks};
use roguelike::key::Key;

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

/// A program may have arguments of its own.
#[test]
fn options_may_be_in_a_variable() {
    let miniature = compile("miniature", STANDARDS[0]);
    let options = ["--seed", "3", "--keys", "Right\tLeft Escape"];
    let plain = trace_of(&miniature, &[&["4"], &options[..]].concat());
    let mut command = Command::new(miniature);
    let output =
        command.args(["4", "level.txt"]).env("ROGUELIKE_TRACE", options.join("\x1f")).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(without_marks(&String::from_utf8(output.stdout).unwrap()), plain);
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
    let recording = script.with_extension("trace");
    fs::write(&recording, "roguelike-trace 1\n").unwrap();
    let [script, recording] = [&script, &recording].map(|path| path.to_str().unwrap());
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
        (&["--keys-file", "/"], "trace: '/' cannot be read"),
        (
            &["--seed", "4294967296"],
            "trace: '4294967296' is no seed; a seed is a number from 0 to 4294967295",
        ),
        (&["--seed", "-1"], "trace: '-1' is no seed"),
        (&["--seed"], "trace: '--seed' needs a value after it"),
        (&["--trace", "/nowhere/trace"], "trace: '/nowhere/trace' cannot be written"),
        (&["--trace", script], &format!("trace: '{script}' is not a trace, and --trace would replace it")),
        (&["--trace", recording, "--loud"], "trace: unknown option '--loud'"),
        (&["--full", "--brief"], "trace: --full, or --colors, and --brief exclude each other"),
        (&["--loud"], "trace: unknown option '--loud'; there are --seed N"),
    ];
    for (arguments, message) in cases {
        let output = run(&miniature, &[&["3"], *arguments].concat(), Stdio::null());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with(message) && said.lines().count() == 1, "{arguments:?}: {said}");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
    // Not even an older recording is lost to wrong use.
    for (path, text) in [(script, "Up\n  Down Sideways\n"), (recording, "roguelike-trace 1\n")] {
        assert_eq!(fs::read_to_string(path).unwrap(), text);
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
        // Keys are released, and a program that does not look at the type moves twice.
        let trace = trace_of(&loops, &["released", "--seed", "7", "--keys", "Right Left"]);
        assert!(trace.contains("\nstep 2 Left\nplayer 3 0 "), "{trace}");
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

/// A map's tiles may be columns, flat or behind pointers. Outside of a map of another size nothing is read.
#[test]
fn maps_of_other_layouts_and_sizes_are_recorded() {
    for standard in STANDARDS {
        let loops = compile("loops", standard);
        let trace = trace_of(&loops, &["layouts", "--seed", "1", "--keys", "Up*4"]);
        let tiles = format!("tiles {}", fnv((0..36 * 64).map(|index| u8::from(index == 64 + 2))));
        let recorded: Vec<&str> = trace.lines().filter(|line| line.starts_with("tiles ")).collect();
        assert_eq!(recorded, [tiles.as_str(); 5], "{standard}");
        for shape in ["small-array", "small-columns", "small-rows", "small-flat", "small-pointer"] {
            let output = run(&loops, &[shape, "--seed", "1", "--keys", ""], Stdio::null());
            let marks = marks(&output.stdout);
            assert!(output.status.success(), "{shape}: {output:?}");
            assert!(
                marks.contains(&"left out tiles: the map is 40x25, the series has 64x36".to_owned()),
                "{shape}: {marks:?}"
            );
        }
    }
}

/// Members with `_` behind, gear in a `std::optional`, floors counted from 1, and streams with a locale.
#[test]
fn other_ways_to_write_a_game_are_recorded() {
    for standard in STANDARDS {
        let loops = compile("loops", standard);
        let output = run(&loops, &["suffixed", "--seed", "1234567", "--keys", ""], Stdio::null());
        let text = String::from_utf8(output.stdout).unwrap();
        let recording = parse(text.as_bytes()).unwrap();
        assert_eq!(recording.header.seed, 1_234_567);
        let step = recording.steps[0].step.text();
        let lines: Vec<&str> = step.lines().collect();
        let expected = [
            "player 0 0 hp 1",
            "bonus strength 1 magic 2",
            "depth 1 of 2 stairs 3 4",
            "wield weapon:2",
            "wear -",
            "potion healing looks blue known 1",
            "potion poison looks red known 0",
            "potion strength looks fizzy known 0",
            "potion regeneration looks murky known 0",
            "scroll lightning looks VENZAR known 0",
            "scroll fireball looks XYZZY known 0",
        ];
        assert_eq!(lines, expected, "{standard}");
        assert!(text.contains("# this program counts its depth from 1"), "{text}");
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
    let error = parse(&output.stdout).unwrap_err().to_string();
    assert!(error.contains("stopped before its first step: trace::wait was called before"), "{error}");
    // A program that crashes before its first step leaves the header alone.
    let output = run(&loops, &["crash", "--seed", "1", "--keys", "Right"], Stdio::null());
    assert_eq!(output.status.code(), Some(3));
    let error = parse(&output.stdout).unwrap_err().to_string();
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
        let whole =
            ["marks keys end close", "records player monster rng tiles frame", "key Right", "close", "end"];
        assert_eq!(marks_of("poll"), whole, "{standard}");
        assert_eq!(marks_of("empty"), whole, "{standard}");
        assert_eq!(marks_of("wait-first")[2..], ["key Right", "close", "end"], "{standard}");
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
        let recording = parse(text.as_bytes()).unwrap();
        let saved: Vec<Option<String>> = recording.steps.iter().map(|step| step.saved.clone()).collect();
        let found: Vec<bool> = recording.steps.iter().map(|step| step.save.is_some()).collect();
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
    // Other names: the error says what to write.
    let misuse = "#include \"trace.hpp\"\n\
        class Game { int m_state = 0; public: int f() { return m_state; } };\n\
        enum class TileType { Wall, Ground }; struct Tile { TileType type; }; struct Map { Tile tiles[36][64]; };\n\
        struct Cell { bool floor; }; struct Dungeon { Cell grid[36][64]; };\n\
        int main() {\n    Game game;\n    trace::step(game);\n    Map map;\n    trace::step().map(map);\n    \
        Dungeon dungeon;\n    trace::step().map(dungeon);\n    return game.f();\n}\n";
    let said = compiler::fail_to_compile("misuse", misuse, "c++17");
    for words in [
        "friend struct trace::peek",
        "return trace::tile{t.type == TileType::Ground, t.visible, ",
        ".map([&](int x, int y) { return map.grid[y][x]; })",
    ] {
        assert!(said.contains(words), "{words}: {said}");
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
