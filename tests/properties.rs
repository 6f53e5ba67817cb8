//! Properties of every game, every key and every input: random games, and the fuzz targets on random bytes.
//!
//! `ROGUELIKE_CASES=100 PROPTEST_RNG_SEED=$RANDOM cargo test --release --test properties` tries a hundred
//! times as many cases, and other ones.

#[path = "fuzz/edits.rs"]
mod edits;
#[path = "fuzz/games.rs"]
mod games;
#[path = "common/orders.rs"]
mod orders;
#[path = "common/recording.rs"]
mod recording;
#[path = "common/root.rs"]
mod root;
#[path = "fuzz/rules.rs"]
mod rules;
#[path = "fuzz/targets.rs"]
mod targets;

use std::fs;

use edits::{apply, config, edit, edited_trace, files, folder};
use games::keys_of_byte;
use proptest::collection::vec;
use proptest::prelude::*;
use roguelike::game::{Game, Outcome, Setup};
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::support::save_slot::SaveSlot;
use rules::check;
use targets::TARGETS;

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
                other.last_weapon_bonus = game.last_weapon_bonus;
                other.last_armour_bonus = game.last_armour_bonus;
                prop_assert_eq!(other.press(Key::F9), Outcome::Redraw, "{:?}", other.save_result());
                prop_assert_eq!(other.save_text(), text);
                check(&other);
            }
        }
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
    #![proptest_config(config(300))]

    #[test]
    fn no_bytes_break_anything(bytes in vec(any::<u8>(), 0..400)) {
        for (name, target) in TARGETS {
            // What takes longer is tried less often, below.
            if name != "session" {
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
