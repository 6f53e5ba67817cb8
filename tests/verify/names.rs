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

/// The names of the series.
pub struct Names(Vec<Name>);

impl Names {
    pub fn read() -> Names {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/names/names.tsv");
        let text = fs::read_to_string(path).unwrap();
        let rows = text.lines().skip(1).map(|row| row.split('\t').collect::<Vec<_>>());
        let name = |row: Vec<&str>| Name {
            spellings: [row[1].to_owned(), format!("{}::{}", row[2], row[1])],
            is_member: row[0] == "method",
            parts: row[4].parse().unwrap()..=row[5].parse().unwrap(),
        };
        Names(rows.map(name).collect())
    }

    /// Returns true if a part has the name. A method is named with its class; a lambda, a function and a
    /// constant stand alone.
    pub fn has(&self, word: &str, part: Part) -> bool {
        let is_whole = word.contains("::");
        self.0.iter().any(|name| {
            name.spellings[usize::from(is_whole)] == word
                && name.parts.contains(&part.number())
                && (is_whole || !name.is_member)
        })
    }
}

/// The names in brackets of a text: words that are no prose.
pub fn names_in(text: &str) -> Vec<String> {
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
    let names = Names::read();
    let mut wrong = Vec::new();
    let mut count = 0;
    for part in Part::all() {
        for known in mistakes::all(part) {
            for word in names_in(&known.text) {
                count += 1;
                if !names.has(&word, part) {
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
