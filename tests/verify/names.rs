//! The functions that reports name are those of the recording's own part.

#![allow(dead_code, reason = "the tests that share this file need different parts of it")]

use std::fs;

use super::root::root;
use roguelike::part::Part;

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
        let path = root().join("tests/names/names.tsv");
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
