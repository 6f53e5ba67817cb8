//! What F5 wrote into the save file beside what it should write, by member and level.

use super::difference::Difference;
use crate::map::MAP_HEIGHT;
use crate::part::Part;
use crate::support::text::{counted, shortened};

/// Maximum number of members that are listed.
const MOST: usize = 6;
/// The numbers of a body after its place, in a level those of a monster.
const BODY: [&str; 4] = ["hp", "maxHp", "poison", "regen"];
const MONSTER: [&str; 10] =
    ["glyph", "x", "y", "hp", "maxHp", "power", "poison", "regen", "venomous", "alive"];
const ITEM: [&str; 4] = ["category", "potion", "scroll", "bonus"];

/// A save file taken apart: each value with the name of its member. Any program may have written it, so it is
/// read as far as it goes.
struct Members<'t> {
    words: std::str::SplitAsciiWhitespace<'t>,
    all: Vec<(String, &'t str)>,
}

impl<'t> Members<'t> {
    fn of(text: &'t str, part: Part) -> Vec<(String, &'t str)> {
        let mut members = Members { words: text.split_ascii_whitespace(), all: Vec::new() };
        // Where the file ends too early, the members that are missing differ.
        _ = members.read(part);
        if let Some(rest) = members.words.next() {
            members.all.push(("what follows the last level".to_owned(), rest));
        }
        members.all
    }

    fn read(&mut self, part: Part) -> Option<()> {
        self.each("", &["the first word", "the version", "class", "depth"])?;
        if part.has_amulets() {
            self.next("amulets".to_owned())?;
        }
        self.each("", &["basePower", "baseMaxHp", "strengthBonus", "magicBonus"])?;
        self.each("player ", &["x", "y"])?;
        self.each("player ", &BODY)?;
        self.each("", &["hasWeapon", "weapon bonus", "hasArmour", "armour bonus"])?;
        for kind in ["potion 0", "potion 1", "potion 2", "potion 3", "scroll 0", "scroll 1"] {
            self.each(&format!("{kind} "), &["appearance", "known"])?;
        }
        self.list("pack", "", |members, name| members.each(name, &ITEM))?;
        self.list("levels", "", |members, name| {
            let level = name.replace("levels", "level");
            members.each(&level, &["stairsX", "stairsY"])?;
            for row in 0..MAP_HEIGHT {
                members.next(format!("{level}row {row} of the map"))?;
            }
            members.list("monsters", &level, |members, name| members.each(name, &MONSTER))?;
            members.list("items", &level, |members, name| {
                members.each(name, &ITEM)?;
                members.each(name, &["x", "y"])
            })
        })
    }

    fn next(&mut self, name: String) -> Option<&'t str> {
        let word = self.words.next()?;
        self.all.push((name, word));
        Some(word)
    }

    fn each(&mut self, of: &str, names: &[&str]) -> Option<()> {
        names.iter().try_for_each(|name| self.next(format!("{of}{name}")).map(drop))
    }

    /// Reads a number of things, and these.
    fn list(
        &mut self,
        what: &str,
        of: &str,
        read: impl Fn(&mut Members<'t>, &str) -> Option<()>,
    ) -> Option<()> {
        let count: usize = self.next(format!("{of}{what}: their number"))?.parse().ok()?;
        (0..count).try_for_each(|index| read(self, &format!("{of}{what} {index}: ")))
    }
}

/// Returns which members were saved otherwise than they should be.
pub(super) fn differences(expected: &str, recorded: &str, part: Part) -> Vec<Difference> {
    let line = |name: &str, value: &str| Some(format!("save {name} {value}"));
    let difference = |words, expected, recorded| Difference { kind: None, words, expected, recorded };
    let mut found = Vec::new();
    // A value that is written twice or not at all moves those behind it. Then its line says the most.
    let count = |text: &str| text.split_ascii_whitespace().count();
    let lines = (1..).zip(expected.lines().zip(recorded.lines()));
    let first = { lines }.find(|(_, (ours, theirs))| ours.trim_end() != theirs.trim_end());
    let is_moved =
        |(number, (ours, theirs)): &(usize, (&str, &str))| *number > 1 && count(ours) != count(theirs);
    if let Some((number, (ours, theirs))) =
        first.filter(is_moved).filter(|_| count(expected) != count(recorded))
    {
        let name = format!("line {number}");
        let words = format!("save: {name} is '{}', recorded '{}'", shortened(ours), shortened(theirs));
        return vec![difference(words, line(&name, ours), line(&name, theirs))];
    }
    let (ours, theirs) = (Members::of(expected, part), Members::of(recorded, part));
    // Both are read in the same order. Behind a list of another length, names stand elsewhere.
    let mut rest = theirs.iter();
    for (name, value) in &ours {
        let mut ahead = rest.clone();
        let Some((_, other)) = ahead.find(|(known, _)| known == name) else {
            found.push(difference(format!("save: {name} {value} is not recorded"), line(name, value), None));
            continue;
        };
        rest = ahead;
        if value != other {
            let words = format!("save: {name} {value}, recorded {}", shortened(other));
            found.push(difference(words, line(name, value), line(name, other)));
        }
    }
    let more = found.len().saturating_sub(MOST);
    if more > 0 {
        found.truncate(MOST);
        found.push(difference(format!("save: {} of others", counted(more, "difference")), None, None));
    }
    found
}
