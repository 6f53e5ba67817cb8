//! Compares a recorded step with the same step as it should be.

use super::compared_kinds::{ComparedKinds, by_kind};
use crate::verify::data::picture;
use crate::verify::data::{Difference, FieldChange, FrameChange, Line, TileChanges, What};
use roguelike::trace::{Fact, Kind, RecordedStep, Step, Value, With};

impl ComparedKinds {
    /// Returns true if the recorded step, as far as it goes, is what it should be.
    pub fn matches(&self, expected: &Step, recorded: &RecordedStep) -> bool {
        let step = &recorded.step;
        // Without pictures, only their hashes are compared.
        let same = |ours: &Option<Vec<String>>, theirs: &Option<Vec<String>>| {
            ours.is_none() || theirs.is_none() || ours == theirs
        };
        if let Some(hash) = recorded.hash {
            return expected.hash() == hash;
        }
        // The search calls this for every edit, and a recording may have any number of wrong lines.
        let can_be_right = |kind: Kind, [ours, theirs]: [&[Fact]; 2]| {
            !self.has(kind) || !kind.is_list() || ours.len() == theirs.len()
        };
        let is_right = |(kind, facts)| {
            can_be_right(kind, facts) && self.differences_of(kind, facts, expected, step).is_empty()
        };
        // Most steps are equal.
        expected.facts() == step.facts()
            && same(&expected.screen, &step.screen)
            && same(&expected.colors, &step.colors)
            || expected.quits() == step.quits() && by_kind(expected, step).all(is_right)
    }

    /// Returns the kinds of lines that differ, in order. A brief step has only a hash, and so no kinds.
    pub fn differing_kinds(&self, expected: &Step, recorded: &RecordedStep) -> Vec<Kind> {
        let differences = self.differences(expected, recorded);
        let mut kinds: Vec<Kind> = differences.iter().filter_map(Difference::kind).collect();
        kinds.dedup();
        kinds
    }

    /// Returns everything that differs, nothing if the step is right.
    pub fn differences(&self, expected: &Step, recorded: &RecordedStep) -> Vec<Difference> {
        let step = &recorded.step;
        if expected.quits() != recorded.quits() {
            return vec![quit_difference(expected, recorded)];
        }
        if let Some(hash) = recorded.hash {
            let [expected, recorded] = [expected.hash(), hash].map(|hash| Some(Line::Hash(hash)));
            let is_right = expected == recorded;
            let difference = Difference { what: What::Hash, expected, recorded };
            return if is_right { Vec::new() } else { vec![difference] };
        }
        by_kind(expected, step)
            .flat_map(|(kind, facts)| self.differences_of(kind, facts, expected, step))
            .collect()
    }

    /// Returns what differs in the facts of one kind.
    fn differences_of(
        &self,
        kind: Kind,
        [ours, theirs]: [&[Fact]; 2],
        expected: &Step,
        step: &Step,
    ) -> Vec<Difference> {
        // Below the line of the frame its picture may differ.
        if !self.has(kind) || ours == theirs && kind != Kind::Frame {
            return Vec::new();
        }
        let one = match (kind.compared(), ours, theirs) {
            (With::Sequence(_), ..) => return sequence(ours, theirs),
            (With::List(_), ..) => return list(ours, theirs),
            (_, [ours], _) if self.is_absent(kind) => {
                Some(Difference::of(What::NeverWritten, Some(ours), None))
            }
            (With::Picture, [ours], [theirs]) => {
                let what = if kind == Kind::Tiles { tiles } else { frame };
                let what = what(ours, theirs, expected, step);
                what.map(|what| Difference::of(what, Some(ours), Some(theirs)))
            }
            (With::Line, [ours], [theirs]) => fields(ours, theirs),
            (_, [], [theirs]) => Some(Difference::of(What::Unexpected, None, Some(theirs))),
            (_, [ours], []) if kind == Kind::Frame && expected.number == 0 => {
                Some(Difference::of(What::NoFirstFrame, Some(ours), None))
            }
            // A recording may leave lines out.
            _ => None,
        };
        one.into_iter().collect()
    }
}

/// The difference between a program that ends and one that goes on.
fn quit_difference(expected: &Step, recorded: &RecordedStep) -> Difference {
    let first = |step: &Step| step.facts().first().cloned().map(Line::Fact);
    Difference {
        what: What::Quit { ends: recorded.quits() },
        expected: first(expected),
        recorded: first(&recorded.step).or(recorded.hash.map(Line::Hash)),
    }
}

/// Compares messages and sounds, without those that are equal at both ends.
fn sequence(ours: &[Fact], theirs: &[Fact]) -> Vec<Difference> {
    let same = |(a, b): &(&Fact, &Fact)| a == b;
    let front = ours.iter().zip(theirs).take_while(same).count();
    let (ours, theirs) = (&ours[front..], &theirs[front..]);
    let back = ours.iter().rev().zip(theirs.iter().rev()).take_while(same).count();
    let (ours, theirs) = (&ours[..ours.len() - back], &theirs[..theirs.len() - back]);
    let differing = (0..ours.len().max(theirs.len())).filter_map(|index| {
        let (ours, theirs) = (ours.get(index), theirs.get(index));
        let is_same = ours.zip(theirs).is_some_and(|pair| same(&pair));
        (!is_same).then(|| Difference::of(What::Said, ours, theirs))
    });
    differing.collect()
}

/// Compares monsters, items and what is identified: each with the one of the same number or type.
fn list(ours: &[Fact], theirs: &[Fact]) -> Vec<Difference> {
    if let Some(dead) = removed_dead(ours, theirs) {
        return vec![Difference::of(What::NoDead, Some(dead), None)];
    }
    if let ([first, ..], []) = (ours, theirs) {
        return vec![Difference::of(What::Empty(ours.len()), Some(first), None)];
    }
    let is_among = |facts: &[Fact], fact: &Fact| facts.iter().any(|other| other.which() == fact.which());
    let of_ours =
        ours.iter().filter_map(|ours| match theirs.iter().find(|fact| fact.which() == ours.which()) {
            Some(theirs) => fields(ours, theirs),
            None => Some(Difference::of(What::Missing, Some(ours), None)),
        });
    let of_theirs = theirs.iter().filter(|theirs| !is_among(ours, theirs));
    let of_theirs = of_theirs.map(|theirs| Difference::of(What::Unexpected, None, Some(theirs)));
    let mut found: Vec<Difference> = of_ours.chain(of_theirs).collect();
    let is_in_order = || ours.iter().map(Fact::which).eq(theirs.iter().map(Fact::which));
    if let Some(first) = theirs.first().filter(|_| found.is_empty() && !is_in_order()) {
        found.push(Difference::of(What::Order, ours.first(), Some(first)));
    }
    found
}

/// Returns the first dead monster, if the recorded list is right except that the dead are missing.
fn removed_dead<'f>(ours: &'f [Fact], theirs: &[Fact]) -> Option<&'f Fact> {
    let is_dead = |fact: &&Fact| fact.kind == Kind::Monster && fact.get("alive") == Some(&Value::Number(0));
    let first = ours.iter().find(is_dead)?;
    let living: Vec<&Fact> = ours.iter().filter(|fact| !is_dead(fact)).collect();
    let same = living.len() == theirs.len()
        && living.iter().zip(theirs).all(|(ours, theirs)| fields(ours, theirs).is_none());
    same.then_some(first)
}

/// Returns how two maps differ, if they do: in walls, in what is in view, in what is remembered.
fn tiles(ours: &Fact, theirs: &Fact, expected: &Step, step: &Step) -> Option<What> {
    let count = |bit: u8| picture::tile_changes(expected, step).filter(|change| change & bit != 0).count();
    let counted = || TileChanges { map: count(1), view: count(2), memory: count(4) };
    (ours != theirs).then(|| What::Tiles(step.tiles.is_some().then(counted)))
}

/// Returns how two frames differ, if they do. A picture may differ above the right hash, if somebody changed
/// it.
fn frame(ours: &Fact, theirs: &Fact, expected: &Step, step: &Step) -> Option<What> {
    let Some(rows) = &step.screen else {
        return (ours != theirs).then_some(What::Frame(FrameChange::Hash));
    };
    let is_same_color = expected.colors.is_none() || step.colors.is_none() || step.colors == expected.colors;
    let exchange = || picture::exchange(expected, step);
    match picture::changes(picture::rows(&expected.screen), rows).len() {
        0 if ours == theirs && is_same_color => None,
        0 => {
            let others = Some(picture::other_colours(expected, step)).filter(|others| others.len() > 1);
            Some(What::Frame(FrameChange::Colors(exchange(), others.unwrap_or_default())))
        }
        count => Some(What::Frame(FrameChange::Tiles(count, exchange()))),
    }
}

/// Returns the first line of a save file that differs from what should be saved, if one does. Blanks and
/// ends of lines do not matter, because the game does not read them.
pub(super) fn of_save(expected: &str, recorded: &str) -> Option<Difference> {
    if expected.split_ascii_whitespace().eq(recorded.split_ascii_whitespace()) {
        return None;
    }
    let mut ends = [expected, recorded].map(|text| text.lines().map(str::trim_end));
    let (number, [ours, theirs]) = (1..)
        .map(|number| (number, ends.each_mut().map(Iterator::next)))
        .find(|(_, [ours, theirs])| ours != theirs)?;
    let line = |line: &str| Line::Save(number, line.to_owned());
    let what = What::Save(number);
    Some(Difference { what, expected: ours.map(line), recorded: theirs.map(line) })
}

/// Compares two lines field by field, as far as the recorded one has them.
pub(super) fn fields(ours: &Fact, theirs: &Fact) -> Option<Difference> {
    let mut changes = Vec::new();
    if let (Some(ours), Some(theirs)) = (ours.place(), theirs.place())
        && ours != theirs
    {
        changes.push(FieldChange::Place(ours, theirs));
    }
    for (name, recorded) in theirs.values().filter(|(name, _)| !matches!(*name, "x" | "y")) {
        match ours.get(name) {
            Some(value) if value == recorded => {}
            Some(value) => changes.push(FieldChange::Value(name, value.clone(), recorded.clone())),
            None => changes.push(FieldChange::Unexpected(name, recorded.clone())),
        }
    }
    (!changes.is_empty()).then(|| Difference::of(What::Fields(changes), Some(ours), Some(theirs)))
}
