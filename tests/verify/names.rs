//! The functions that reports name are those of the recording's own part.

use std::fs;
use std::path::Path;

use roguelike::part::Part;
use roguelike::verify::mistakes;

/// A name of the series, with the parts that have it.
struct Name {
    /// The name, and the name with its owner.
    spellings: [String; 2],
    is_member: bool,
    parts: std::ops::RangeInclusive<u8>,
}

fn names() -> Vec<Name> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/names/names.tsv");
    let text = fs::read_to_string(path).unwrap();
    let rows = text.lines().skip(1).map(|row| row.split('\t').collect::<Vec<_>>());
    let name = |row: Vec<&str>| Name {
        spellings: [row[1].to_owned(), format!("{}::{}", row[2], row[1])],
        is_member: row[0] == "method",
        parts: row[4].parse().unwrap()..=row[5].parse().unwrap(),
    };
    rows.map(name).collect()
}

/// The names in brackets of a text: words that are no prose.
fn told(text: &str) -> Vec<String> {
    let is_name = |word: &&str| {
        word.chars().all(|c| c.is_ascii_alphanumeric() || c == ':' || c == '_')
            && (word.contains("::")
                || word.chars().skip(1).any(char::is_uppercase)
                || *word == "attack"
                || *word == "sgn")
    };
    let brackets = text.split('(').skip(1).filter_map(|rest| rest.split_once(')'));
    brackets.flat_map(|(inside, _)| inside.split(", ").filter(is_name).map(str::to_owned)).collect()
}

#[test]
fn functions_are_those_of_the_part() {
    let names = names();
    let mut wrong = Vec::new();
    let mut count = 0;
    for part in Part::all() {
        for known in mistakes::all(part) {
            for word in told(&known.text) {
                count += 1;
                let is_there = |name: &Name| {
                    // A method is named with its class; a lambda, a function and a constant stand alone.
                    let spelling = if word.contains("::") { &name.spellings[1] } else { &name.spellings[0] };
                    *spelling == word
                        && name.parts.contains(&part.number())
                        && (word.contains("::") || !name.is_member)
                };
                if !names.iter().any(is_there)
                    && !wrong.contains(&format!("part {part}: {word}: {}", known.text))
                {
                    wrong.push(format!("part {part}: {word}: {}", known.text));
                }
            }
        }
    }
    assert!(count > 5_000, "{count}");
    assert!(wrong.is_empty(), "{} of {count}: {wrong:#?}", wrong.len());
}

/// Numbers agree with their nouns.
#[test]
fn one_is_singular() {
    for known in Part::all().flat_map(mistakes::all) {
        let words: Vec<&str> = known.text.split([' ', ',', ';']).collect();
        for pair in words.windows(2).filter(|pair| pair[0] == "1") {
            assert!(!pair[1].ends_with('s') || ["is", "less", "does"].contains(&pair[1]), "{}", known.text);
        }
    }
}
