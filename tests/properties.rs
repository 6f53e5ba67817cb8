//! What holds for every game, every key and every input: random games, and the fuzz targets on random bytes.
//!
//! `ROGUELIKE_CASES=100 PROPTEST_RNG_SEED=$RANDOM cargo test --release --test properties` tries a hundred
//! times as many cases, and other ones.

#[path = "fuzz/lib.rs"]
mod fuzz;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use fuzz::rules::check;
use fuzz::targets::{self, TARGETS, keys_of_byte};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use roguelike::game::{Game, Outcome, Setup};
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::support::save_slot::SaveSlot;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// This number of cases, or a multiple of it. What fails is kept and tried first the next time.
fn config(cases: u32) -> ProptestConfig {
    let times = match env::var("ROGUELIKE_CASES") {
        Ok(number) => number.parse().expect("ROGUELIKE_CASES is a number"),
        Err(_) => 1,
    };
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fuzz/regressions/properties.txt");
    ProptestConfig {
        cases: cases * times,
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(kept))),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(34))]

    /// Ten thousand keys in runs of one to eight, most of the time.
    #[test]
    fn any_game_keeps_the_rules(bytes in vec(any::<u8>(), 2_400)) {
        targets::play(&bytes);
    }
}

proptest! {
    #![proptest_config(config(30))]

    /// At any moment of a run: what is saved is loaded by another game, which then saves the same.
    #[test]
    fn save_load_save_gives_the_same_bytes(
        part in 15..=17u8,
        seed in any::<u32>(),
        class in 0..3usize,
        keys in vec(any::<u8>(), 700),
    ) {
        let part = Part::new(part).unwrap();
        let mut game = Game::new(Setup::new(part, seed));
        game.press([Key::NUM_1, Key::NUM_2, Key::NUM_3][class]);
        for (step, key) in keys.into_iter().flat_map(keys_of_byte).enumerate() {
            game.press(key);
            if step % 10 == 0 && game.player().hp > 0 && game.amulets() < 3 {
                let text = game.save_text();
                let mut other = Game::new(Setup {
                    slot: SaveSlot::Memory(Some(text.clone())),
                    ..Setup::new(part, seed ^ 1)
                });
                // Loading leaves the bonuses of gear that is not there as they are.
                (other.weapon_bonus, other.armour_bonus) = (game.weapon_bonus, game.armour_bonus);
                prop_assert_eq!(other.press(Key::F9), Outcome::Redraw, "{:?}", other.save_result());
                prop_assert_eq!(other.save_text(), text);
                check(&other);
            }
        }
    }
}

proptest! {
    // Each looks for the cause of a difference, which takes longer.
    #![proptest_config(config(40))]

    #[test]
    fn no_edit_of_a_trace_breaks_the_comparison((file, edits) in edited_trace()) {
        targets::compare(&apply(file, edits));
    }
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn no_input_breaks_a_session(bytes in vec(any::<u8>(), 100..700)) {
        targets::session(&bytes);
    }
}

proptest! {
    #![proptest_config(config(14))]

    #[test]
    fn no_edited_steps_break_the_comparison(bytes in vec(any::<u8>(), 30..60)) {
        targets::compare_edited(&bytes);
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn no_bytes_break_anything(bytes in vec(any::<u8>(), 0..400)) {
        for (name, target) in TARGETS {
            // What takes longer is tried less often, below.
            if !["compare_edited", "session"].contains(&name) {
                target(&bytes);
            }
        }
    }

    #[test]
    fn no_edit_of_a_save_breaks_anything(
        file in 0..5usize,
        edits in vec((any::<prop::sample::Index>(), edit()), 1..4),
    ) {
        let mut bytes = fs::read(&files(&folder("golden/saves"), "save")[file]).unwrap();
        for (place, edit) in edits {
            edit.apply(place.index(bytes.len()), &mut bytes);
        }
        targets::save_file(&bytes);
    }

    #[test]
    fn no_edit_of_a_trace_breaks_its_reader((file, edits) in edited_trace()) {
        targets::trace(&apply(file, edits));
    }

    #[test]
    fn no_damage_to_a_run_breaks_anything(
        place in any::<u8>(),
        length in prop_oneof![Just(0u8), 0..4u8, any::<u8>()],
        inserted in vec(prop_oneof![any::<u8>(), prop::sample::select(b"0123456789 \n-step".to_vec())], 0..12),
    ) {
        targets::run_files(&[&[place, length][..], &inserted].concat());
    }

    #[test]
    fn no_line_of_settings_breaks_anything(lines in vec(settings_line(), 0..8)) {
        targets::settings(lines.concat().as_bytes());
    }

    #[test]
    fn no_words_break_a_script(words in vec(word(), 0..40)) {
        targets::key_script(words.concat().as_bytes());
    }

    #[test]
    fn no_map_breaks_a_view(head in vec(any::<u8>(), 7), density in 0..=100u8, tiles in vec(any::<u32>(), 288)) {
        // Each bit is floor with about the chance of the density: the more random words are joined, the rarer
        // are walls.
        let byte = |word: u32| {
            let [a, b, c, d] = word.to_le_bytes();
            match density {
                0..20 => a & b & c,
                20..40 => a & b,
                40..60 => a,
                60..80 => a | b,
                _ => a | b | c | d,
            }
        };
        let bytes: Vec<u8> = head.into_iter().chain(tiles.into_iter().map(byte)).collect();
        targets::fov(&bytes);
    }
}

/// A recording, and one or two edits of its first steps.
type EditedTrace = (prop::sample::Index, Vec<(prop::sample::Index, Edit)>);

fn edited_trace() -> impl Strategy<Value = EditedTrace> {
    (any::<prop::sample::Index>(), vec((any::<prop::sample::Index>(), edit()), 1..3))
}

/// Returns the first steps of a recording with the edits.
fn apply(file: prop::sample::Index, edits: Vec<(prop::sample::Index, Edit)>) -> Vec<u8> {
    let mut files = files(&folder("golden/traces"), "trace");
    files.extend(self::files(&folder("golden/traces"), "brief"));
    let text = fs::read_to_string(file.get(&files)).unwrap();
    let mut bytes = first_steps(&text, 4).as_bytes().to_vec();
    for (place, edit) in edits {
        edit.apply(place.index(bytes.len()), &mut bytes);
    }
    bytes
}

/// The inputs with which fuzzers and random tests have found mistakes.
#[test]
fn what_was_found_once_stays_mended() {
    let mut tried = 0;
    for (name, target) in TARGETS {
        let folder = folder("fuzz/regressions").join(name);
        for entry in fs::read_dir(folder).into_iter().flatten() {
            target(&fs::read(entry.unwrap().path()).unwrap());
            tried += 1;
        }
    }
    assert!(tried > 0, "the files that were found are gone");
}

#[derive(Clone, Debug)]
struct Edit {
    removed: usize,
    inserted: Vec<u8>,
}

impl Edit {
    fn apply(self, place: usize, bytes: &mut Vec<u8>) {
        let end = bytes.len().min(place + self.removed);
        bytes.splice(place..end, self.inserted);
    }
}

/// The beginning of a trace, up to and without this step.
fn first_steps(trace: &str, end: usize) -> &str {
    &trace[..trace.find(&format!("\nstep {end} ")).map_or(trace.len(), |place| place + 1)]
}

fn edit() -> impl Strategy<Value = Edit> {
    let inserted =
        prop_oneof![vec(any::<u8>(), 0..3), vec(prop::sample::select(b"0123456789 \n-rkgS".to_vec()), 0..3),];
    (0..3usize, inserted).prop_map(|(removed, inserted)| Edit { removed, inserted })
}

fn settings_line() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec![
        "mute",
        "volume",
        "scale",
        "palette",
        "panel",
        "text",
        "color",
        "#",
        "\u{feff}mute",
    ]);
    let value = prop_oneof![
        prop::sample::select(vec!["yes", "no", "fit", "3", "100", "-1", ""]).prop_map(str::to_owned),
        any::<String>()
    ];
    (
        name,
        prop::sample::select(vec!["=", " = ", "", "=="]),
        value,
        prop::sample::select(vec!["\n", "\r\n", ""]),
    )
        .prop_map(|(name, is, value, end)| format!("{name}{is}{value}{end}"))
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(vec!["Up", "f5", "Keypad_8", "Right*5", "#", "*", " ", "\n", "\t", "é", "Up*", "\u{feff}", "."])
            .prop_map(str::to_owned),
        2 => Just(" ".to_owned()),
        1 => any::<String>(),
    ]
}

/// The files of a folder with this ending, sorted.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == ending));
    files.sort();
    files
}
