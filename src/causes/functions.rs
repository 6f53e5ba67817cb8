//! The functions of the series by the part: a lambda of one part is a method in another.

use std::sync::LazyLock;

use crate::part::Part;

/// Names of functions, parts, and the names in these parts, from `functions.txt`.
static FUNCTIONS: LazyLock<Vec<[&str; 3]>> = LazyLock::new(|| {
    let lines = include_str!("functions.txt").lines().skip_while(|line| !line.is_empty());
    let rows = lines.filter(|line| !line.is_empty()).map(|line| {
        let mut words = line.split(' ');
        std::array::from_fn(|_| words.next().unwrap_or_default())
    });
    rows.collect()
});

/// Returns true if a range of parts, such as 5-12 or 5+, has a part.
pub(crate) fn has_part(range: &str, part: Part) -> bool {
    let mut ends = range.split(['-', '+']).map(|text| text.parse::<u8>().ok());
    let (first, last) = (ends.next().flatten(), ends.next().flatten());
    first.is_some_and(|first| (first..=last.unwrap_or(u8::MAX)).contains(&part.number()))
}

/// Returns the names that some functions have in a part, each once. Those that it does not have are left out.
pub fn in_part<'n>(names: impl Iterator<Item = &'n str>, part: Part) -> Vec<&'n str> {
    let mut own: Vec<&str> = Vec::new();
    for name in names {
        let row = FUNCTIONS.iter().find(|[known, range, _]| *known == name && has_part(range, part));
        let name = row.map_or(name, |[.., own]| *own);
        if name != "-" && !own.contains(&name) {
            own.push(name);
        }
    }
    own
}

/// The functions of the series that write messages, and words of these.
static MESSAGES: [(&str, &[&str]); 12] = [
    ("Game::readScroll", &["You read the ", "The magic ", "It was a ", " is blasted for ", " is destroyed."]),
    ("attack", &[" hits ", " dies."]),
    ("Game::pickUpHere", &["You pick up a", "You seize an Amulet", "All three Amulets"]),
    ("Game::quaff", &["You quaff the ", "It was potion "]),
    (
        "Game::applyPotion",
        &["A warm glow ", "You retch ", "Your veins burn ", "Your muscles swell.", "Your wounds begin to "],
    ),
    ("Game::equip", &["You wield the ", "You don the "]),
    ("Game::monstersAct", &["'s bite is venomous!"]),
    ("Game::tickStatuses", &[" is wracked by poison.", "Poison gnaws at you.", " succumbs to poison."]),
    ("Game::descend", &["There are no stairs here.", "You descend to depth "]),
    ("Game::newGame", &["You enter the dungeon.", "Recover the three "]),
    ("Game::save", &["Game saved.", "Could not save."]),
    ("Game::load", &["Game loaded.", "No save found.", "Bad save file."]),
];

/// Returns the function of the series that writes a message, or `None` if it is none of the series.
pub fn of_message(text: &str) -> Option<&'static [&'static str]> {
    let message = MESSAGES.iter().find(|(_, all)| all.iter().any(|words| text.contains(words)));
    message.map(|(function, _)| std::slice::from_ref(function))
}
