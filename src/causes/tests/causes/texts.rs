//! The sentences of the known mistakes.

use super::copy;
use super::names::{Names, names_in};
use roguelike::part::Part;

#[test]
fn functions_are_those_of_the_part() {
    let names = Names::read();
    let mut wrong = Vec::new();
    let mut count = 0;
    for part in Part::all() {
        for known in copy::known(part) {
            for word in names_in(&known.to_string()) {
                count += 1;
                if !names.has(&word, part) {
                    wrong.push(format!("part {part}: {word}: {}", known));
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
    for known in Part::all().flat_map(copy::known) {
        let text = known.to_string();
        let words: Vec<&str> = text.split([' ', ',', ';']).collect();
        for pair in words.windows(2).filter(|pair| pair[0] == "1") {
            assert!(
                !pair[1].ends_with('s') || ["is", "less", "does"].contains(&pair[1]),
                "{}",
                known.to_string()
            );
        }
    }
}
