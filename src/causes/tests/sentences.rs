//! The sentences of edits are for people who read C++: no text of the copy in Rust is in any of them.

use std::collections::HashSet;
use std::fs;

use roguelike_causes::known_bugs;

/// Texts that C++ never has.
const RUST: [&str; 14] = [
    "self.",
    "&mut",
    "::new(",
    ".rs",
    "Some(",
    "None",
    " as i32",
    " as usize",
    "format!",
    "..=",
    "=>",
    "b'",
    "&[",
    "pos.",
];

/// Names of ours that no C++ has.
const OURS: [&str; 9] = [
    "DIRECTIONS",
    "FIRST_KINDS",
    "FIRST_SLOT",
    "FIRST_ITEM_COUNT",
    "WEAPONS",
    "ARMOURS",
    "Map::mk",
    "text.size()",
    "digit ",
];

/// Names of the standard library and of SDL in sentences.
const LIBRARY: [&str; 6] = [
    "push_back",
    "pop_front",
    "uniform_int_distribution",
    "random_device",
    "bernoulli_distribution",
    "SDL_SCANCODE_SPACE",
];

/// The names of the original, with and without `m_`.
fn original_names() -> HashSet<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/names/names.tsv");
    let table = fs::read_to_string(path).unwrap();
    let names = table.lines().skip(1).filter_map(|row| row.split('\t').nth(1));
    names.flat_map(|name| [name, name.trim_start_matches("m_")].map(str::to_owned)).collect()
}

/// Returns the first word of a sentence that is written like a name, and is none of the original's.
fn strange_name<'s>(sentence: &'s str, names: &HashSet<String>) -> Option<&'s str> {
    let mut words = sentence.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.find(|word| {
        let letters = word.as_bytes().windows(2);
        let is_camel =
            letters.into_iter().any(|two| two[0].is_ascii_lowercase() && two[1].is_ascii_uppercase());
        (is_camel || word.contains('_')) && !names.contains(*word) && !LIBRARY.contains(word)
    })
}

/// Returns the words with a `_` in them that are neither constants, members nor names of the library.
fn snake_case(sentence: &str) -> Option<&str> {
    let words = sentence.split(|c: char| !c.is_alphanumeric() && c != '_');
    let is_rust = |word: &&str| {
        let name = word.strip_prefix("m_").unwrap_or(word);
        name.contains('_') && name.starts_with(|c: char| c.is_lowercase()) && !LIBRARY.contains(&name)
    };
    words.into_iter().find(is_rust)
}

#[test]
fn no_sentence_has_rust() {
    let mut count = 0;
    for part in 1..=17 {
        for sentence in known_bugs(roguelike::part::Part::new(part).unwrap()).map(|known| known.to_string()) {
            let mark =
                RUST.iter().copied().find(|mark| sentence.contains(mark)).or_else(|| snake_case(&sentence));
            assert_eq!(mark, None, "Part {part}: {sentence}");
            let ours = OURS.into_iter().find(|name| sentence.contains(name));
            assert_eq!(ours, None, "Part {part}: {sentence}");
            let has_log = part > 15 || !sentence.contains("the call to add ");
            assert!(has_log, "Part {part} has no MessageLog: {sentence}");
            // A closure, not |dx|.
            let behind = sentence.split_once("(|").and_then(|(_, closure)| closure.split_once("| "));
            let is_closure = behind.is_some_and(|(_, body)| body.starts_with(|c: char| c.is_alphabetic()));
            assert!(!is_closure, "Part {part}: {sentence}");
            count += 1;
        }
    }
    assert!(count > 100_000, "{count}");
    // The C++ has these tests in many functions, so no function is named.
    for name in ["inBounds", "isFloor"] {
        assert!(
            known_bugs(roguelike::part::Part::new(7).unwrap()).any(|known| known.to_string().contains(name)),
            "{name}"
        );
    }
}

/// The sentences of named bugs use the original's own names for variables, members and functions.
#[test]
fn named_bugs_use_names_of_the_original() {
    let names = original_names();
    let mut count = 0;
    for part in 1..=17 {
        let named = known_bugs(roguelike::part::Part::new(part).unwrap()).filter(|bug| bug.row().is_some());
        for sentence in named.map(|bug| bug.to_string()) {
            assert_eq!(strange_name(&sentence, &names), None, "Part {part}: {sentence}");
            count += 1;
        }
    }
    assert!(count > 10_000, "{count}");
}
