//! The gaps of a comparison: kinds of lines and steps that were not compared.

use std::cmp::Ordering;

use super::compared_kinds::ComparedKinds;
use super::comparison::Comparison;
use crate::verify::data::{Compared, Gap};
use roguelike::trace::Kind;

impl Comparison<'_> {
    /// Returns what was not compared: kinds of lines, and the steps at the end that one side lacks.
    pub fn gaps(&self) -> Vec<Gap> {
        let is_told = |gap: &Gap| !matches!(gap, Gap::Missing { kind, .. } if self.is_forgotten(*kind));
        let ignored = Kind::all().filter(|kind| self.options.ignore.contains(kind)).map(Gap::Ignored);
        let not_in_older =
            self.recorded_kinds().filter(|&kind| !self.wanted().has(kind)).map(Gap::NotInOlder);
        let is_unsaved = self.trace.marks.promised_close && self.saves == [true, false];
        let save = is_unsaved.then_some(Gap::Save);
        let has_other_save = !self.options.own.is_empty() && self.trace.has_saves;
        let save = save.or(has_other_save.then_some(Gap::SaveWithSet));
        let kinds = self.not_compared.gaps().filter(is_told).chain(save).chain(ignored).chain(not_in_older);
        kinds.chain(self.unreadable()).chain(self.missing_end()).collect()
    }

    /// Returns the gap at the end of a recording that cannot be read any further.
    fn unreadable(&self) -> Option<Gap> {
        Some(Gap::Unreadable(self.trace.count - 1, self.trace.cut.clone()?))
    }

    /// Returns the gap at the end of the recording or the older one, whichever is longer.
    fn missing_end(&self) -> Option<Gap> {
        let (trace, older) = (self.trace, self.options.older?);
        match trace.count.cmp(&older.count) {
            Ordering::Less => trace.cut.is_none().then_some(Gap::NewerEnds(trace.count - 1)),
            Ordering::Equal => None,
            Ordering::Greater => Some(Gap::OlderEnds(older.count - 1)),
        }
    }

    /// Returns true if a kind of line is of no interest: it is to be ignored, or it is the screen up to
    /// Part 4, where such a line is the same in every step.
    pub fn is_forgotten(&self, kind: Kind) -> bool {
        self.options.ignore.contains(&kind) || kind == Kind::Screen && !self.setup.part.has_melee()
    }

    /// Returns the kinds of lines that are recorded and not ignored.
    fn recorded_kinds(&self) -> impl Iterator<Item = Kind> + '_ {
        self.trace.kinds.iter().copied().filter(|kind| !self.options.ignore.contains(kind))
    }

    /// Returns the kinds of lines that were compared in the first step.
    fn wanted(&self) -> ComparedKinds {
        ComparedKinds::of(self.trace, self.options)
    }

    /// Returns what was compared. A brief recording has a hash over everything.
    pub fn what_is_compared(&self) -> Compared {
        let wanted = self.wanted();
        let kinds: Vec<Kind> = self.recorded_kinds().filter(|&kind| wanted.has(kind)).collect();
        let is_of_rules = |kind: &Kind| !kind.is_cosmetic() && *kind != Kind::Quit;
        match kinds[..] {
            _ if self.trace.is_brief() || kinds.iter().any(is_of_rules) => Compared::Rules,
            [] => Compared::Nothing,
            _ => Compared::Shown,
        }
    }
}
