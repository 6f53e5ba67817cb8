//! `verify` says of right recordings that they are right, and of wrong ones where and why they are wrong.

#[path = "cpp/compiler.rs"]
mod compiler;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use proptest::prelude::*;
use roguelike::game::Setup;
use roguelike::game::slips::{self, SeedSlip, Slip, Slipped};
use roguelike::key::{Key, KeyReader};
use roguelike::part::Part;
use roguelike::screen::{Dashes, Frame};
use roguelike::trace::{self, Block, Form, Header, TraceError, Tracer};
use roguelike::verify::{Divergence, Verdict, compare};

/// A recording of the original.
struct Golden {
    name: String,
    text: String,
}

fn goldens() -> Vec<Golden> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/traces");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let read = |path: PathBuf| Golden {
        name: path.file_name().unwrap().to_str().unwrap().to_owned(),
        text: fs::read_to_string(&path).unwrap(),
    };
    paths.into_iter().map(read).collect()
}

fn golden(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/traces").join(name)).unwrap()
}

fn script(keys: &str) -> Vec<Key> {
    KeyReader::new(keys.as_bytes()).collect::<Result<_, _>>().unwrap()
}

/// What the port records for a part, a seed and keys.
fn record(part: u8, seed: u32, keys: &str, form: Form) -> String {
    record_with(Setup::new(Part::new(part).unwrap(), seed), keys, form)
}

fn record_with(setup: Setup, keys: &str, form: Form) -> String {
    let mut text = Header::new(&setup, form).to_string();
    let (mut tracer, first) = Tracer::new(setup);
    text += &first.to_text(form);
    for key in script(keys) {
        let block = tracer.press(key);
        text += &block.to_text(form);
        if block.quits() {
            break;
        }
    }
    text
}

fn verify(text: &str) -> Verdict {
    compare(&trace::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}")), None)
}

/// What `verify` says where it has to find a difference.
fn divergence(text: &str) -> Divergence {
    verify(text).divergence.unwrap_or_else(|| {
        panic!("no difference was found in {}", text.lines().take(6).collect::<Vec<_>>().join("; "))
    })
}

fn words(found: &Divergence) -> Vec<&str> {
    found.differences.iter().map(|difference| difference.words.as_str()).collect()
}

fn cause(found: &Divergence) -> &str {
    found.cause.as_ref().map_or("none", |cause| cause.name)
}

fn error(text: impl AsRef<[u8]>) -> TraceError {
    trace::parse(text.as_ref()).expect_err("this is no trace")
}

// ---- what is right ----

#[test]
fn every_recording_is_right_in_every_form() {
    for Golden { name, text } in goldens() {
        let recording = trace::parse(text.as_bytes()).unwrap();
        let verdict = compare(&recording, None);
        assert!(verdict.divergence.is_none() && verdict.not_compared.is_empty(), "{name}: {verdict:?}");
        assert_eq!(
            verdict.steps,
            text.lines().filter(|line| line.starts_with("step ")).count() - 1,
            "{name}"
        );

        // Long runs say the same again; the short ones are enough for the other forms.
        let keys: Vec<String> = recording.keys().map(|key| key.name().replace(' ', "_")).take(150).collect();
        for form in [Form::Normal, Form::Full, Form::Brief] {
            let text = record_with(recording.setup(), &keys.join(" "), form);
            let read = trace::parse(text.as_bytes()).unwrap();
            assert_eq!(read.header.form, form, "{name}");
            let verdict = compare(&read, None);
            assert!(verdict.divergence.is_none() && verdict.not_compared.is_empty(), "{name}: {verdict:?}");
        }
    }
}

/// The rules with mistakes in them are the right rules as long as no mistake is made.
#[test]
fn without_a_slip_the_slipped_game_is_the_game() {
    for Golden { name, text } in goldens() {
        let recording = trace::parse(text.as_bytes()).unwrap();
        let (mut right, mut expected) = Tracer::new(recording.setup());
        let mut game = Slipped::new(recording.setup(), Slip::Nothing);
        let mut frame = Frame::new(recording.header.part, Dashes::Original);
        game.compose(&mut frame);
        assert_eq!(Block::of(game.game(), &frame, 0, None), expected, "{name}");
        for (step, key) in (1..).zip(recording.keys()) {
            let outcome = game.press(key);
            if outcome.redraw {
                game.compose(&mut frame);
            }
            expected = right.press(key);
            assert_eq!(outcome.quit, expected.quits(), "{name}");
            if !outcome.quit {
                assert_eq!(Block::of(game.game(), &frame, step, Some(key)), expected, "{name}");
            }
        }
    }
}

#[test]
fn what_is_left_out_is_not_compared_and_named() {
    let recording = trace::parse(golden("part05-libstdc++-seed42.trace").as_bytes()).unwrap();
    let keys: Vec<&str> = recording.keys().map(Key::name).collect();
    let full = record_with(recording.setup(), &keys.join(" "), Form::Full);
    let keep = |wanted: &[&str]| {
        let mut keeps = true;
        let mut text = String::new();
        for line in full.lines() {
            // Rows go with the line above them.
            let word = line.split(' ').next().unwrap();
            let header = ["roguelike-trace", "part", "seed", "stdlib", "step"].contains(&word);
            keeps = if line.starts_with('|') { keeps } else { header || wanted.contains(&word) };
            if keeps {
                text += line;
                text.push('\n');
            }
        }
        text
    };
    let gaps = |text: &str| {
        let verdict = verify(text);
        assert!(verdict.divergence.is_none(), "{verdict:?}");
        verdict.not_compared.join(", ")
    };
    let all = ["log", "title", "screen", "player", "monster", "rng", "tiles", "frame"];
    assert_eq!(gaps(&keep(&all)), "");
    assert_eq!(gaps(&keep(&["tiles"])), "log, title, screen, player, monster, rng, frame");
    assert_eq!(gaps(&keep(&["monster", "frame"])), "log, title, screen, player, rng, tiles");
    assert_eq!(gaps(&keep(&[])), all.join(", "));
    // Fields may be missing too, and a line in some steps only.
    let text = keep(&all).replace(" power 5 alive 1", "");
    assert_eq!(gaps(&text), "player alive, player power");
    let text = full.replacen("title Roguelike - Part 5   |   HP: 30 / 30\n", "", 1);
    assert_eq!(gaps(&text), "title (1 of 121)");
    // What is there is compared: one monster missing among others is a difference.
    let monster = full.lines().find(|line| line.starts_with("monster 7 ")).unwrap();
    let found = divergence(&full.replacen(&format!("{monster}\n"), "", 1));
    assert_eq!((found.expected.step, words(&found)), (0, vec!["monster 7 is not recorded"]));
    // A faulty view in a trace of nothing but tiles.
    let found =
        divergence(&keep(&["tiles"]).replacen("part 5", "part 3", 1).replacen("seed 42", "seed 41", 1));
    assert_eq!((found.expected.step, cause(&found)), (0, "seed-extra"));
}

/// A brief trace is a hash over whatever lines there are.
#[test]
fn a_brief_trace_may_leave_lines_out_as_well() {
    let keys = "1 Right*3 Down I Escape Left*4 Up*2";
    let whole = record(17, 7, keys, Form::Brief);
    let (mut tracer, first) = Tracer::new(Setup::new(Part::LAST, 7));
    let mut blocks = vec![first];
    blocks.extend(script(keys).into_iter().map(|key| tracer.press(key)));
    let brief = |left_out: &[&str]| {
        let mut text: String = whole.lines().take(4).map(|line| format!("{line}\n")).collect();
        for block in &blocks {
            let mut block = block.clone();
            block.lines.retain(|line| !left_out.contains(&line.split(' ').next().unwrap()));
            text += &block.to_text(Form::Brief);
        }
        text
    };
    assert_eq!(brief(&[]), whole);
    for left_out in
        [&["frame"][..], &["log", "sound", "title", "tiles", "frame"], &["potion", "scroll", "rng"]]
    {
        let verdict = verify(&brief(left_out));
        assert!(verdict.divergence.is_none(), "{verdict:?}");
        assert!(
            left_out.iter().all(|word| verdict.not_compared.iter().any(|gap| gap == word)),
            "{verdict:?}"
        );
    }
}

#[test]
fn line_ends_of_windows_and_byte_order_marks_do_no_harm() {
    for form in [Form::Normal, Form::Full, Form::Brief] {
        let text = record(8, 3, "Right Down I Escape Escape", form);
        let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        let verdict = verify(&windows);
        assert!(verdict.divergence.is_none() && verdict.not_compared.is_empty(), "{verdict:?}");
    }
}

// ---- what is wrong, and why: a C++ program with mistakes built in ----

/// Every fault of the miniature program, and under which names its cause may be found. Where a run is too short to tell
/// mistakes apart, more than one name is right.
const FAULTS: &[(&str, &[&str])] = &[
    ("seed-extra", &["seed-extra", "seed-twice"]),
    ("seed-twice", &["seed-twice"]),
    ("seed-once", &["seed-once"]),
    ("seed-none", &["seed-none"]),
    ("seed-order", &["seed-order"]),
    ("one-generator", &["one-generator"]),
    ("bounds", &["room-bounds"]),
    ("half-open", &["cut-bounds"]),
    ("corridor-bend", &["corridor-bend"]),
    ("corridor-order", &["corridor-order"]),
    ("coin", &["coin"]),
    ("tiles-swapped", &["tiles-swapped"]),
    ("step-swapped", &["step-swapped"]),
    ("view-swapped", &["view-swapped"]),
    ("view-octant", &["view-octant"]),
    ("view-square", &["view-square"]),
    ("view-radius", &["view-radius"]),
    ("view-kept", &["view-kept"]),
    ("view-stale", &["view-stale"]),
    ("view-forgotten", &["explored-not-set"]),
    ("hp-kept", &["hp-not-reset"]),
    ("first-room", &["first-room"]),
    ("backwards", &["monster-order"]),
    ("four-ways", &["wander-bounds"]),
    ("directions", &["direction-order"]),
    ("no-sharing", &["wander-blocked"]),
    ("bump-turn", &["bump-turn"]),
    ("ghosts", &["ghosts"]),
    ("blind-order", &["view-order"]),
    ("own-power", &["own-power"]),
    ("y-first", &["axis-tie"]),
    ("player-below", &["player-below"]),
    ("memory-lit", &["memory-lit"]),
    ("own-modulo", &["library"]),
    ("own-mask", &["library"]),
];

/// What the miniature records for the header and keys of a recording, perhaps with a fault.
fn miniature(recording: &str, form: &str, fault: Option<&str>) -> String {
    let program = compiler::compile("miniature", compiler::STANDARDS[0]);
    let read = trace::parse(recording.as_bytes()).unwrap();
    let keys: Vec<&str> = read.keys().map(Key::name).collect();
    let (part, seed, keys) = (read.header.part.to_string(), read.header.seed.to_string(), keys.join(" "));
    let mut arguments = vec![part.as_str(), "--seed", &seed, "--keys", &keys];
    arguments.extend(Some(form).filter(|form| !form.is_empty()));
    arguments.extend(fault.iter().flat_map(|fault| ["--fault", fault]));
    let output = compiler::run(&program, &arguments, Stdio::null());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The steps of a trace, each with all its lines.
fn steps(text: &str) -> Vec<&str> {
    text.split("\nstep ").skip(1).map(|step| step.trim_end_matches('\n')).collect()
}

#[test]
fn faults_of_a_cpp_build_are_found_in_every_form() {
    let listed =
        compiler::run(&compiler::compile("miniature", compiler::STANDARDS[0]), &["--faults"], Stdio::null());
    let listed = String::from_utf8(listed.stdout).unwrap();
    let listed: Vec<&str> = listed.lines().map(|line| line.split('\t').next().unwrap()).collect();
    assert_eq!(listed, FAULTS.iter().map(|(fault, _)| *fault).collect::<Vec<_>>());

    let early = |name: &str| name < "part08" && name.ends_with(".trace") && name.contains("-libstdc++-");
    let goldens: Vec<Golden> = goldens().into_iter().filter(|golden| early(&golden.name)).collect();
    let right: Vec<String> = goldens.iter().map(|golden| miniature(&golden.text, "", None)).collect();
    let library = right[0].lines().nth(3).unwrap().to_owned();
    for (fault, names) in FAULTS {
        // A program that draws as its own library does is not at fault.
        if matches!(
            (*fault, library.as_str()),
            ("own-mask", "stdlib libc++") | ("own-modulo", "stdlib msvc-2019")
        ) {
            continue;
        }
        let mut shown = 0;
        for (golden, right) in goldens.iter().zip(&right) {
            let wrong = miniature(&golden.text, "", Some(fault));
            let first = steps(&wrong).iter().zip(steps(right)).position(|(wrong, right)| *wrong != right);
            let Some(first) = first else { continue };
            let form = ["", "--full", "--brief"][shown];
            let found = divergence(&miniature(&golden.text, form, Some(fault)));
            assert_eq!(found.expected.step, first, "{fault} {form} {}", golden.name);
            assert!(names.contains(&cause(&found)), "{fault} {form} {}: {:?}", golden.name, found.cause);
            let last = found.cause.as_ref().unwrap();
            assert!(
                last.from_start && last.unexplained.is_empty(),
                "{fault} {form} {}: {last:?}",
                golden.name
            );
            shown += 1;
            if shown == 3 {
                break;
            }
        }
        assert!(shown > 0, "'{fault}' changes nothing");
    }
}

// ---- what is wrong, and why: the port's own rules with mistakes in them, for the later parts ----

/// What a game with a mistake records.
fn record_slipped(setup: &Setup, keys: &[Key], slip: Slip) -> String {
    let mut game = Slipped::new(setup.clone(), slip);
    let mut frame = Frame::new(setup.part, Dashes::Original);
    game.compose(&mut frame);
    let block = |game: &Slipped, frame: &Frame, step: usize, key: Option<Key>| {
        let text = Block::of(game.game(), frame, step, key).to_text(Form::Normal);
        let rng = format!("rng {}\n", game.game().rng().peek());
        text.replace(&rng, &format!("rng {}\n", game.shown_rng().peek()))
    };
    let mut text = Header::new(setup, Form::Normal).to_string() + &block(&game, &frame, 0, None);
    for (step, &key) in (1..).zip(keys) {
        let outcome = game.press(key);
        if outcome.quit {
            return text + &Block::quit(step, key).to_text(Form::Normal);
        }
        if outcome.redraw {
            game.compose(&mut frame);
        }
        text += &block(&game, &frame, step, Some(key));
    }
    text
}

#[test]
fn every_known_mistake_is_found_again() {
    let names = [
        "part17-libstdc++-seed42.trace",
        "part05-libstdc++-seed304-victim.trace",
        "part10-libstdc++-seed300-victim.trace",
        "part13-libstdc++-seed585-fireball.trace",
        "part08-libstdc++-seed314-victim.trace",
        "part12-libstdc++-seed42.trace",
        "part17-libstdc++-seed1-win.trace",
        "part04-libstdc++-seed42.trace",
        "part03-libstdc++-seed5-quit.trace",
        "part13-libstdc++-seed7.brief",
        "part17-libstdc++-seed5-keys.trace",
    ];
    let mut runs: Vec<(Setup, Vec<Key>)> = names
        .iter()
        .map(|name| {
            let recording = trace::parse(golden(name).as_bytes()).unwrap();
            (recording.setup(), recording.keys().collect())
        })
        .collect();
    // Poisoned or regenerating when a new run begins.
    let keys = ". . . Left . . Left A A A A Left A A B B B B B B Space A . A A A A A Up I Up Up Up Up Up Left Left Left B Down Left \
        Left Up Up Up Down Up Up Up . . . . . . . A Space A A Down A A . . . . . . . . Right I . . . Up Down Down Up Down Down . \
        Down Left Left Left Left Left I Left Right Left Right Space Right Right Up Right Right Right Right Right Right Right \
        Right Right Right Right Up Right Right Left Left Left Left Left Left Right Left Left Down Left B Up Left Right Right \
        Right A Right Space Right . . . . . . . Right A Right Right I Right Left Right Right Right Right Right Right Right \
        Right Right Right Down Up Right Right Left Left Left Left Left Left B Space Left";
    runs.push((Setup::new(Part::new(10).unwrap(), 68), script(keys)));
    let right: Vec<String> =
        runs.iter().map(|(setup, keys)| record_slipped(setup, keys, Slip::Nothing)).collect();
    let mut unseen = Vec::new();
    // There are very many shifts of the seed stream; the small ones stand for all.
    let small = |slip: &Slip| match slip {
        Slip::Seeds(SeedSlip::Shift { game, maps }) => game.abs() + maps.abs() < 3,
        _ => true,
    };
    for slip in slips::all(Part::LAST).filter(|slip| small(&slip.slip)) {
        let shows = runs.iter().zip(&right).find_map(|((setup, keys), text)| {
            let wrong = record_slipped(setup, keys, slip.slip);
            (wrong != *text).then_some((wrong, text))
        });
        let Some((wrong, text)) = shows else {
            unseen.push(slip.text);
            continue;
        };
        let first = steps(&wrong).iter().zip(steps(text)).position(|(wrong, right)| *wrong != right).unwrap();
        let found = divergence(&wrong);
        assert_eq!(found.expected.step, first, "{slip:?}");
        let cause = found.cause.unwrap_or_else(|| panic!("no cause was found for {slip:?}"));
        let told = cause.text == slip.text || cause.others.contains(&slip.text);
        assert!(
            told && cause.unexplained.is_empty(),
            "{slip:?}: {} {} {:?}",
            cause.text,
            cause.steps,
            cause.others
        );
    }
    assert_eq!(unseen, Vec::<String>::new());
}

// ---- what is wrong, and why: doctored recordings ----

/// Changes the first line after the beginning of a step that begins with `start`.
fn doctor(text: &str, step: usize, start: &str, change: impl Fn(&str) -> String) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = lines.iter().position(|line| line.starts_with(&format!("step {step} "))).unwrap();
    let line = lines[at..].iter().position(|line| line.starts_with(start)).unwrap() + at;
    lines[line] = change(&lines[line]);
    lines.retain(|line| !line.is_empty());
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_changed_number_is_told_in_words() {
    let text = golden("part05-libstdc++-seed42.trace");
    let found = divergence(&doctor(&text, 17, "monster 3 ", |line| line.replace("hp 3/3", "hp 2/3")));
    let line = text.lines().find(|line| line.starts_with("monster 3 ")).unwrap();
    assert!(line.contains("hp 3/3"), "{line}");
    assert_eq!((found.expected.step, words(&found)), (17, vec!["monster 3: hp 3, recorded 2"]));
    assert_eq!(cause(&found), "none");
    assert_eq!(found.keys.len(), 10);

    let moved = doctor(&text, 20, "player ", |_| "player 1 2 hp 30/30 power 5 alive 0".to_owned());
    let found = divergence(&moved);
    assert_eq!(found.expected.step, 20);
    assert!(
        words(&found)[0].starts_with("player: at ") && words(&found)[0].contains(", recorded at 1 2; "),
        "{found:?}"
    );
    assert!(words(&found)[0].ends_with("alive 1, recorded 0"), "{found:?}");
}

#[test]
fn messages_and_lists_are_told_in_words() {
    let text = golden("part08-libstdc++-seed42.trace");
    let step = |start: &str| {
        let at = text.lines().position(|line| line.starts_with(start)).unwrap();
        text.lines().take(at).filter(|line| line.starts_with("step ")).count() - 1
    };
    let said = step("log ");
    let first = text.lines().find_map(|line| line.strip_prefix("log ")).unwrap();
    let found = divergence(&doctor(&text, said, "log ", |_| String::new()));
    assert_eq!(
        (found.expected.step, words(&found)),
        (said, vec![format!("message '{first}' is not recorded").as_str()])
    );
    let found = divergence(&doctor(&text, said, "log ", |line| format!("{line}\nlog Ouch!")));
    assert_eq!(words(&found), ["message 'Ouch!' is recorded, but should not come"]);
    let packed = step("pack ");
    let found = divergence(&doctor(&text, packed, "pack ", |_| String::new()));
    assert_eq!((found.expected.step, words(&found)), (packed, vec!["pack 0 is not recorded"]));
    let found = divergence(&doctor(&text, 5, "potion healing", |line| line.replace("known 0", "known 1")));
    assert_eq!(words(&found), ["potion healing: known 0, recorded 1"]);
    let found = divergence(&doctor(&text, 5, "title", |_| "title Rogue".to_owned()));
    assert!(words(&found)[0].ends_with(", recorded 'Rogue'"), "{found:?}");
}

#[test]
fn a_generator_that_drew_too_often_is_told_in_draws() {
    let text = golden("part04-libstdc++-seed42.trace");
    // What the generator will give later stands in later steps, two draws on or more.
    let rng =
        |step: usize| steps(&text)[step].lines().find(|line| line.starts_with("rng ")).unwrap().to_owned();
    let found = divergence(&doctor(&text, 1, "rng ", |_| rng(2)));
    assert_eq!(found.expected.step, 1);
    assert!(
        words(&found)[0].starts_with("the generator is ") && words(&found)[0].contains(" draws behind: "),
        "{found:?}"
    );
    let found = divergence(&doctor(&text, 2, "rng ", |_| rng(1)));
    assert!(
        words(&found)[0].contains(" draws ahead: ") && words(&found)[0].ends_with("more draws than recorded"),
        "{found:?}"
    );
}

#[test]
fn a_wrong_header_is_found_out() {
    let text = golden("part12-libstdc++-seed7.brief");
    for (from, to, name) in [
        ("stdlib libstdc++\n", "stdlib msvc-2022\n", "library"),
        ("stdlib libstdc++\n", "stdlib libc++\n", "library"),
        ("seed 7\n", "seed 6\n", "seed-extra"),
        ("seed 7\n", "seed 9\n", "seed-missing"),
        ("part 12\n", "part 11\n", "part"),
    ] {
        let found = divergence(&text.replacen(from, to, 1));
        assert_eq!(cause(&found), name, "{from} {to} {found:?}");
        let cause = found.cause.unwrap();
        assert_eq!(found.expected.step + cause.steps, text.lines().count() - 4);
    }
}

/// Mistakes in later parts, played by the rules with that mistake: the recording says so and the other way round is checked
/// by the miniature above.
#[test]
fn the_end_of_the_program_is_compared() {
    let text = golden("part01-libstdc++-seed5-quit.trace");
    let on = text.replace("\nquit\n", &format!("\n{}\n", steps(&text)[4].split_once('\n').unwrap().1));
    let found = divergence(&on);
    assert_eq!(words(&found), ["the program should end with this key, but goes on"]);
    let short =
        record(2, 9, "Right Left", Form::Normal).replacen("step 2 Left\n", "step 2 Left\nquit\nxxx", 1);
    let short = short.split("xxx").next().unwrap();
    let found = divergence(short);
    assert_eq!(
        (found.expected.step, words(&found)),
        (2, vec!["the program ends with this key, but should go on"])
    );
}

// ---- what is no trace ----

#[test]
fn errors_name_the_line_and_the_way_out() {
    let good = record(2, 5, "Right Down", Form::Full);
    let change = |from: &str, to: &str| {
        let changed = good.replacen(from, to, 1);
        assert!(changed != good, "{from}");
        changed
    };
    let cases = [
        (String::new(), 1, "this is no trace"),
        ("hello\n".to_owned(), 1, "this is no trace"),
        (change("trace 1", "trace 2"), 1, "version '2' of the format is unknown here"),
        (change("part 2", "part 18"), 2, "there is no part 18"),
        (change("part 2", "part 02"), 2, "has to be written 2"),
        (change("part 2\n", ""), 2, "here the header needs 'part N', not 'seed 5'"),
        (change("seed 5", "seed 4294967296"), 3, "a seed is a whole number from 0 to 4294967295"),
        (change("stdlib libstdc++", "stdlib glibc"), 4, "unknown standard library 'glibc': use"),
        (change("libstdc++\n", "libstdc++\nfov sonar\n"), 5, "unknown algorithm 'sonar': use"),
        (change("step 0 start", "step 0 begin"), 5, "here 'step 0 ...' has to come"),
        (
            change("step 1 Right", "step 2 Right"),
            good.lines().position(|l| l == "step 1 Right").unwrap() + 1,
            "here 'step 1 ...' has to come, not 'step 2 Right'",
        ),
        (
            change("step 1 Right", "step 1 right"),
            good.lines().position(|l| l == "step 1 Right").unwrap() + 1,
            "unknown key 'right': keys have SDL's names",
        ),
        (change("title ", "tilte "), 6, "'tilte' begins no line of a trace"),
        (change("player 8 5 hp 30/30", "player 8 5 hp 99999999999/30"), 8, "is no whole number of 32 bits"),
        (change("screen map", "frame map"), 7, "is no hash of 16 digits"),
        (change("screen map\n", "player 1 2\nscreen map\n"), 8, "'screen' cannot come after 'player'"),
        (change("|\nframe", "|\n||\nframe"), 46, "begins no line of a trace"),
        (
            good.trim_end().to_owned(),
            good.lines().count(),
            "the file ends in the middle of this line; it was cut off",
        ),
        (
            format!("{good}step 3 Escape\nquit\nstep 4 Up\n"),
            good.lines().count() + 3,
            "the program quit in the step before",
        ),
    ];
    for (text, line, message) in cases {
        let error = error(&text);
        assert_eq!(error.line, line, "{error}");
        let told = error.to_string();
        assert!(
            told.starts_with(&format!("line {line}: ")) && told.contains(message),
            "{told} lacks {message}"
        );
        assert!(!told.contains('\n'), "{told}");
    }
    let tile = good.lines().position(|line| line.starts_with('|') && line.contains('1')).unwrap() + 1;
    let found = error(change("|0000000000000000000000001111111110", "|0000000000000000000000001111111100"));
    assert!(found.line < tile && found.to_string().contains("do not give this hash"), "{found}");
    let damaged: Vec<u8> = good.bytes().map(|byte| if byte == b'@' { 0xff } else { byte }).collect();
    assert!(error(damaged).to_string().contains("no UTF-8"));
    let wide: Vec<u8> = good.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(error([&[0xff, 0xfe], &wide[..]].concat()).to_string().contains("UTF-16, as PowerShell's"));
}

/// Every trace that is cut off somewhere says so, unless what is left is a whole shorter trace.
#[test]
fn a_trace_cut_anywhere_is_answered_with_a_line() {
    for (part, form) in [(3, Form::Normal), (2, Form::Brief), (8, Form::Normal), (1, Form::Full)] {
        let text = record(part, 5, "Right Down Escape", form);
        for end in 0..text.len() {
            match trace::parse(&text.as_bytes()[..end]) {
                Err(error) => assert!(error.line <= text[..end].lines().count() + 1, "{end}: {error}"),
                Ok(recording) => {
                    let whole = text[..end].ends_with('\n');
                    let at_step = form == Form::Brief || text[end..].starts_with("step ");
                    // The first step may lack lines, for there is none to compare it with.
                    assert!(whole && (at_step || recording.steps.len() == 1), "{end}: {:?}", &text[..end]);
                    assert!(compare(&recording, None).divergence.is_none() || recording.steps.len() == 1);
                }
            }
        }
    }
}

fn some_trace() -> impl Strategy<Value = String> {
    let forms = prop_oneof![Just(Form::Normal), Just(Form::Full), Just(Form::Brief)];
    let keys = prop_oneof![Just("Right Down"), Just("1 Right I A Left"), Just("Space W . Escape")];
    (prop_oneof![Just(2u8), Just(5), Just(10), Just(17)], 0u32..4, keys, forms)
        .prop_map(|(part, seed, keys, form)| record(part, seed, keys, form))
}

/// A line number inside the file, or a difference, or nothing at all: but never a panic.
fn is_answered(original: &str, changed: &[u8]) -> Result<Option<usize>, TestCaseError> {
    match trace::parse(changed) {
        Err(error) => {
            let lines = changed.split(|&byte| byte == b'\n').count();
            prop_assert!((1..=lines + 1).contains(&error.line), "{error}");
            prop_assert!(!error.to_string().contains('\n'));
            Ok(None)
        }
        Ok(recording) => {
            let verdict = compare(&recording, None);
            if let Some(found) = verdict.divergence {
                prop_assert!(!found.differences.is_empty());
                return Ok(Some(found.expected.step));
            }
            // Another key may do as little as the one that was recorded.
            let same =
                original.as_bytes().split(|&byte| byte == b'\n').zip(changed.split(|&byte| byte == b'\n'));
            for (before, after) in same.filter(|(before, after)| before != after) {
                let harmless = before.starts_with(b"step ") && after.starts_with(b"step ")
                    || after.strip_suffix(b"\r") == Some(before);
                prop_assert!(
                    harmless,
                    "{:?} passed for {:?}",
                    String::from_utf8_lossy(after),
                    String::from_utf8_lossy(before)
                );
            }
            Ok(None)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_byte_changed_is_answered(text in some_trace(), place in any::<prop::sample::Index>(), byte: u8) {
        let mut changed = text.clone().into_bytes();
        let place = place.index(changed.len());
        changed[place] = byte;
        is_answered(&text, &changed)?;
    }

    #[test]
    fn any_digit_changed_is_answered(text in some_trace(), place in any::<prop::sample::Index>(), digit in b'0'..=b'9') {
        let mut changed = text.clone().into_bytes();
        let digits: Vec<usize> = (0..changed.len()).filter(|&at| changed[at].is_ascii_digit()).collect();
        changed[digits[place.index(digits.len())]] = digit;
        is_answered(&text, &changed)?;
    }

    #[test]
    fn any_line_put_in_is_answered(
        text in some_trace(),
        place in any::<prop::sample::Index>(),
        line in prop_oneof![
            "[ -~]{0,30}",
            "\\PC{0,30}",
            "(player|monster|item|pack|depth|rng|tiles|step|log|hp|potion|\\|) [0-9 a-z/|-]{0,40}",
            "(step|monster|rng|player|bonus) 9{1,40}( 9{1,40})*",
        ],
    ) {
        let mut lines: Vec<&str> = text.lines().collect();
        lines.insert(place.index(lines.len()), &line);
        let changed = lines.join("\n") + "\n";
        if let Ok(recording) = trace::parse(changed.as_bytes()) {
            // A line more is a difference, or it says what is right anyway.
            compare(&recording, None);
        }
    }

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..300), header: bool) {
        let start = if header { "roguelike-trace 1\npart 3\nseed 1\nstdlib msvc\nstep 0 start\n" } else { "" };
        let changed = [start.as_bytes(), &bytes].concat();
        if let Err(error) = trace::parse(&changed) {
            prop_assert!(error.line >= 1 && !error.to_string().contains('\n'));
        }
    }
}

// ---- the command ----

fn roguelike(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_roguelike"))
        .arg("verify")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// A file of this test run.
fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("verify-{}-{name}", std::process::id()));
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn the_exit_code_is_the_worst_of_all_files() {
    let good = file("good.trace", record(4, 1, "Right Left", Form::Normal));
    let wrong = file("wrong.trace", record(4, 1, "Right Left", Form::Normal).replacen("seed 1", "seed 2", 1));
    let none = file("none.trace", "roguelike-trace 1\npart 0\n");
    let check = |arguments: &[&str], code: i32, told: usize, complaints: usize| {
        let output = roguelike(arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?} {output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        let files =
            text.lines().filter(|line| line.starts_with("ok ") || line.starts_with("differs ")).count();
        assert_eq!(
            (files, String::from_utf8(output.stderr).unwrap().lines().count()),
            (told, complaints),
            "{text}"
        );
        text
    };
    assert_eq!(check(&[&good], 0, 1, 0), format!("ok {good} (2 steps)\n"));
    check(&[&good, &wrong, &good], 1, 3, 0);
    check(&[&none, &good, &wrong], 2, 2, 1);
    check(&["/nowhere/at.all", &good], 2, 1, 1);
    let text = check(&[&wrong], 1, 1, 0);
    assert!(text.contains("likely cause: ") && text.contains("expected") && !text.contains('\x1b'), "{text}");
    assert_eq!(roguelike(&[]).status.code(), Some(2));
    assert_eq!(roguelike(&[&good, "--save-file", "/nowhere/at.all"]).status.code(), Some(2));
    for path in [good, wrong, none] {
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn scripts_are_answered_in_json() {
    let wrong = record(3, 1, "Right Left", Form::Full).replacen("seed 1", "seed 2", 1);
    let wrong = file("json \"wrong\".trace", wrong);
    let none = file("json-none.trace", "roguelike-trace 1\npart 0\n");
    let output = roguelike(&["--json", &wrong, &none]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stderr.is_empty());
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2);
    for part in [
        "\\\"wrong\\\".trace\",\"ok\":false,\"part\":3,\"seed\":2,",
        "\"step\":0,\"key\":\"start\"",
        "\"cause\":{\"name\":\"seed-missing\"",
        "\"tiles\":{\"expected\":[\"",
    ] {
        assert!(lines[0].contains(part), "{part}: {}", lines[0]);
    }
    assert!(lines[1].contains("\"line\":2"), "{}", lines[1]);
    for path in [wrong, none] {
        fs::remove_file(path).unwrap();
    }
}

/// A run that begins with a save is verified with that save, which is never written to, whatever the keys do.
#[test]
fn a_save_file_is_read_and_never_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/saves");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let Some(save) =
            path.to_str().unwrap().strip_suffix(".after-load.trace").map(|stem| format!("{stem}.save"))
        else {
            continue;
        };
        let content = fs::read_to_string(&save).unwrap();
        let recording = fs::read_to_string(&path).unwrap();
        let setup = trace::parse(recording.as_bytes()).unwrap().setup();
        let setup = Setup { save: roguelike::game::save::SaveSlot::Memory(Some(content.clone())), ..setup };
        let trace = file("saved.trace", record_with(setup, "F9 Right F5 Left F9 Down", Form::Brief));
        let save = file("run.save", &content);
        let output = roguelike(&["--save-file", &save, path.to_str().unwrap(), &trace]);
        assert!(output.status.success(), "{output:?}");
        assert_eq!(fs::read_to_string(&save).unwrap(), content);
        let output = roguelike(&[path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8(output.stdout).unwrap().contains("--save-file"));
        fs::remove_file(save).unwrap();
        fs::remove_file(trace).unwrap();
        count += 1;
    }
    assert!(count >= 5);
}
