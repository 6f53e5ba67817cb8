//! Why a recording is wrong: mistakes of people who build the series themselves, in C++ and in the port's own rules.

use std::process::Stdio;

use super::{Golden, cause, compiler, divergence, golden, goldens, script, steps};
use roguelike::game::Setup;
use roguelike::game::slips::{self, SeedSlip, Slip, Slipped};
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::screen::{Dashes, Frame};
use roguelike::trace::{self, Block, Form, Header, Tracer};

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
