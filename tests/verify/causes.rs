//! Why a recording is wrong: mistakes of people who build the series themselves, in C++ and in the port's own
//! rules.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use super::{Golden, cause, compiler, divergence, golden, goldens, patient, record, script, steps, verify};
use roguelike::game::{Outcome, Setup};
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::screen::{self, Frame};
use roguelike::trace::{self, Block, Form, Header, Kind, Tracer};
use roguelike::verify::slips::{self, Described, SeedSlip, Slip, Slipped, ViewSlip};
use roguelike::verify::{paint, verify_files};

/// The rules with mistakes in them are the right rules as long as no mistake is made.
#[test]
fn without_a_slip_the_slipped_game_is_the_game() {
    for Golden { name, text } in goldens() {
        let recording = trace::parse(text.as_bytes()).unwrap();
        let (mut right, mut expected) = Tracer::new(recording.setup());
        let mut game = Slipped::new(recording.setup(), Slip::Nothing);
        let mut frame = Frame::new(screen::rows(recording.header.part));
        paint::compose(&game, &mut frame);
        assert_eq!(Block::of(game.game(), &frame, 0, None), expected, "{name}");
        for (step, key) in (1..).zip(recording.keys()) {
            let outcome = game.press(key);
            if outcome == Outcome::Redraw {
                paint::compose(&game, &mut frame);
            }
            expected = right.press(key);
            assert_eq!(outcome == Outcome::Quit, expected.quits(), "{name}");
            if outcome != Outcome::Quit {
                assert_eq!(Block::of(game.game(), &frame, step, Some(key)), expected, "{name}");
            }
        }
    }
}

// ---- what is wrong, and why: a C++ program with mistakes built in ----

/// Every fault of the miniature program, and under which names its cause may be found. Where a run is too
/// short to tell mistakes apart, more than one name is right.
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
    ("no-monsters", &["no-monsters"]),
    ("dead-removed", &["dead-removed"]),
    ("extra-draw", &["draw-extra"]),
    ("centre", &["centre"]),
    ("leaf-10", &["number"]),
    ("depth-5", &["number"]),
    ("room-3", &["number"]),
    ("goblin-9", &["number"]),
    ("kobold-3", &["number"]),
    ("cap-6", &["number"]),
    ("remainder", &["draw-remainder"]),
    ("wander-copy", &["draw-copied", "draw-missing"]),
    ("kind-copy", &["draw-copied"]),
    ("slope", &["view-slopes"]),
    ("no-recursion", &["view-recursion"]),
    ("disc-open", &["view-disc"]),
    ("letters", &["key-ignored"]),
    ("dies-late", &["dies-late"]),
    ("chase-x", &["axis-tie"]),
    ("hunt-explored", &["always-hunt"]),
    ("flood-eight", &["flood-ways"]),
    ("names-swapped", &["message-names"]),
    ("no-death-message", &["message-missing"]),
    ("monsters-kept", &["monsters-not-cleared"]),
    ("own-modulo", &["library"]),
    ("own-mask", &["library"]),
];

/// Faults of the miniature program that no known mistake explains. To say nothing of their cause is right, to
/// name another is not.
const UNKNOWN_FAULTS: &[&str] = &["own-device", "game-device"];

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

#[test]
fn faults_of_a_cpp_build_are_found_in_every_form() {
    let listed =
        compiler::run(&compiler::compile("miniature", compiler::STANDARDS[0]), &["--faults"], Stdio::null());
    let listed = String::from_utf8(listed.stdout).unwrap();
    let listed: Vec<&str> = listed.lines().map(|line| line.split('\t').next().unwrap()).collect();
    let (unknown, known): (Vec<&str>, Vec<&str>) =
        listed.into_iter().partition(|fault| UNKNOWN_FAULTS.contains(fault));
    assert_eq!(known, FAULTS.iter().map(|(fault, _)| *fault).collect::<Vec<_>>());
    assert_eq!(unknown, UNKNOWN_FAULTS);

    let early = |name: &str| name < "part08" && name.ends_with(".trace") && name.contains("-libstdc++-");
    let goldens: Vec<Golden> = goldens().into_iter().filter(|golden| early(&golden.name)).collect();
    let right: Vec<String> = goldens.iter().map(|golden| miniature(&golden.text, "", None)).collect();
    let library = right[0].lines().nth(3).unwrap().to_owned();
    let mut unnamed = Vec::new();
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
            // No cause is better than a wrong one, but few may be left without.
            if found.cause.is_none() {
                unnamed.push(format!("{fault} {form} {}", golden.name));
                shown += 1;
                if shown == 3 {
                    break;
                }
                continue;
            }
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
    assert!(unnamed.len() <= 10, "without a cause: {unnamed:?}");
}

/// What the miniature records of a few steps in a dungeon, with a fault.
fn some_steps(part: u8, seed: u32, form: Form, fault: &str) -> String {
    let option = ["", "--full", "--brief"][form as usize];
    miniature(
        &record(part, seed, "Right*4 Down*4 Left*4 Up*4 Space Right Down", Form::Normal),
        option,
        Some(fault),
    )
}

/// Some of the lines come out right by chance with nearly any mistake.
#[test]
fn no_cause_is_better_than_a_wrong_one() {
    for fault in UNKNOWN_FAULTS {
        for seed in 1..=12 {
            for (part, form) in [(2, Form::Normal), (3, Form::Full), (5, Form::Normal), (7, Form::Full)] {
                let text = some_steps(part, seed, form, fault);
                let Some(found) = verify(&text).divergence else {
                    assert!(part < 4, "{fault} {part} {seed}");
                    continue;
                };
                assert_eq!(
                    (found.expected.step, cause(&found)),
                    (0, "none"),
                    "{fault} {part} {seed} {found:?}"
                );
            }
        }
    }
}

/// The likeliest slip of all cannot be played again, but it has marks of its own.
#[test]
fn a_random_device_that_is_left_over_is_asked_for() {
    let asks = |text: &str| {
        divergence(text).hint.is_some_and(|hint| hint.starts_with("is a std::random_device left somewhere?"))
    };
    for seed in 1..=6 {
        for (part, form) in [(2, Form::Normal), (3, Form::Full), (3, Form::Brief), (5, Form::Normal)] {
            assert!(asks(&some_steps(part, seed, form, "own-device")), "{part} {seed} {form:?}");
        }
        assert!(asks(&some_steps(5, seed, Form::Normal, "game-device")), "{seed}");
        for fault in ["extra-draw", "seed-none", "view-octant", "coin", "no-monsters"] {
            let text = some_steps(5, seed, Form::Full, fault);
            assert!(verify(&text).main().is_none_or(|found| found.hint.is_none()), "{fault} {seed}");
        }
    }
}

/// Of two mistakes made together the one that explains more is named, with what it leaves.
#[test]
fn half_a_cause_is_told_as_half() {
    let text = record(5, 7, "Right*3 Down*3", Form::Normal);
    let strong = text.replace(" power 5 alive 1", " power 6 alive 1").replacen("seed 7", "seed 6", 1);
    let found = divergence(&strong);
    assert_eq!((found.expected.step, cause(&found)), (0, "seed-extra"));
    assert_eq!(found.cause.unwrap().unexplained, [Kind::Player]);
}

/// The dead stay in the list; where they do not, the numbers of all others are moved.
#[test]
fn dead_monsters_removed_from_the_list_are_told_in_one_sentence() {
    for form in ["", "--brief"] {
        let text = miniature(&golden("part05-libstdc++-seed42.trace"), form, Some("dead-removed"));
        let found = divergence(&text);
        let words: Vec<&str> = found.differences.iter().map(|difference| difference.words.as_str()).collect();
        assert_eq!(words, ["dead monsters are removed from the list; the series keeps them"]);
        assert_eq!(cause(&found), "dead-removed");
    }
}

#[test]
fn without_monster_lines_only_what_is_recorded_comes_out() {
    let text = miniature(&golden("part05-libstdc++-seed42.trace"), "", Some("no-monsters"));
    let path =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("no-monsters-{}.trace", std::process::id()));
    fs::write(&path, text).unwrap();
    let mut out = Vec::new();
    verify_files(std::slice::from_ref(&path), &patient(), &mut out, &mut Vec::new()).unwrap();
    let told = String::from_utf8(out).unwrap();
    assert!(
        told.contains(
            "likely cause: no monsters are placed\n  with that mistake all that is recorded comes out\n"
        ),
        "{told}"
    );
    assert!(told.ends_with("not compared: monster\n"), "{told}");
    fs::remove_file(path).unwrap();
}

// ---- what is wrong, and why: the port's own rules with mistakes in them, for the later parts ----

/// What a game with a mistake records.
fn record_slipped(setup: &Setup, keys: &[Key], slip: Slip) -> String {
    let mut game = Slipped::new(setup.clone(), slip);
    let mut frame = Frame::new(screen::rows(setup.part));
    paint::compose(&game, &mut frame);
    let block = |game: &Slipped, frame: &Frame, step: usize, key: Option<Key>| {
        let mut block = Block::of(game.game(), frame, step, key);
        game.retouch(&mut block.lines);
        block.to_text(Form::Normal)
    };
    let mut text = Header::new(setup, Form::Normal).to_string() + &block(&game, &frame, 0, None);
    for (step, &key) in (1..).zip(keys) {
        let outcome = game.press(key);
        if outcome == Outcome::Quit {
            return text + &Block::quit(step, key).to_text(Form::Normal);
        }
        if outcome == Outcome::Redraw {
            paint::compose(&game, &mut frame);
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
        "part17-libstdc++-seed701-hoard.brief",
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
    let (mut unseen, mut unnamed) = (Vec::new(), Vec::new());
    for slip in some_of_all(slips::all(Part::LAST)) {
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
        let Some(cause) = found.cause.filter(|_| found.expected.step == first) else {
            unnamed.push(slip.text);
            continue;
        };
        // What a number should be depends on the part that was played.
        let wrong = |text: &str| text.split("; it should be").next().unwrap().to_owned();
        let told =
            [&cause.text].into_iter().chain(&cause.others).any(|text| wrong(text) == wrong(&slip.text));
        if !told || !cause.unexplained.is_empty() {
            unnamed.push(slip.text);
        }
    }
    // Known gap: the runs above do not reach these, or verify does not name them as they are.
    eprintln!("not shown: {unseen:#?}");
    eprintln!("not named as they are: {unnamed:#?}");
}

/// There are very many shifts of the seed stream, seeds and values of numbers. A few of each stand for all.
fn some_of_all(all: impl Iterator<Item = Described>) -> Vec<Described> {
    let mut numbers = Vec::new();
    all.filter(|slip| match slip.slip {
        Slip::Seeds(SeedSlip::Shift { game, maps }) => game.abs() + maps.abs() < 3,
        Slip::Seeds(SeedSlip::Game(seed) | SeedSlip::Maps(seed) | SeedSlip::MapsOnce(seed)) => seed == 42,
        Slip::View(ViewSlip::OctantTwice(octant, other)) => octant + other == 7,
        Slip::Number(number, _) => {
            let count = numbers.iter().filter(|&&seen| seen == number).count();
            numbers.push(number);
            count < 2
        }
        _ => true,
    })
    .collect()
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
