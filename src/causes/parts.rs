//! Edits that explain a part of the step that differs: with them fewer of its lines are wrong, and none that
//! was right before.

use std::collections::BTreeSet;

use crate::list::Edit;
use crate::search::{Search, rank};
use crate::sets::Set;
use crate::{Kind, Step};

/// Maximum number of edits that explain a part of a step and are played on.
const MOST_PARTS: usize = 3;
/// Maximum number of wrong lines of a step of which parts are explained.
const MOST_WRONG: usize = 1_000;

/// The kinds of lines that follow from the others: to explain them explains little, and not to explain them
/// does no harm.
const FOLLOWING: [Kind; 2] = [Kind::Frame, Kind::Title];

impl Search<'_> {
    /// Returns the constants that each explain a part of the step, those that explain the most first.
    pub fn constants_in_part(&self) -> Vec<Set> {
        self.parts(Edit::is_constant, |_, wrong, left| left.len() < wrong.len())
    }

    /// Returns the edits that explain much of the step.
    pub fn mistakes_in_part(&self) -> Vec<Set> {
        let is_by_chance = |edit: &Edit, left: &[Kind]| left.contains(&Kind::Rng) && edit.is_about_chance();
        self.parts(|_| true, |edit, wrong, left| explains_much(wrong, left) && !is_by_chance(edit, left))
    }

    /// Returns some of the edits that were tried in the step, if they explain enough of it: `is_enough` gets
    /// the kinds of the lines that are wrong without the edit, and of those that are wrong with it. The steps
    /// before have to be right with it.
    fn parts(
        &self,
        is_one: impl Fn(&Edit) -> bool,
        is_enough: impl Fn(&Edit, &[Kind], &[Kind]) -> bool,
    ) -> Vec<Set> {
        let Some(wrong) = self.wrong_lines(&self.wrong) else { return Vec::new() };
        let tried = self.tried.iter().filter(|(edit, _)| is_one(Edit::of(*edit)));
        let parts = tried.filter_map(|(edit, made)| {
            let left = self.wrong_lines(made)?;
            let is_part =
                left.iter().all(|kind| wrong.contains(kind)) && is_enough(Edit::of(*edit), &wrong, &left);
            is_part.then_some((left.len(), rank(*edit), *edit))
        });
        let mut parts: Vec<_> = parts.collect();
        parts.sort();
        let played = parts.into_iter().take(MOST_PARTS).map(|(.., edit)| self.play_edit(edit, 0, self.step));
        played.filter(|found| found.end == self.step).map(|found| Set(vec![vec![found]])).collect()
    }

    /// Returns the kinds of the lines that differ in the step, except those that follow from others. Returns
    /// `None` if there are too many, or if only their hash is recorded.
    pub fn wrong_lines(&self, made: &Step) -> Option<Vec<Kind>> {
        if self.case.steps[self.step].hash.is_some() {
            return None;
        }
        let wrong = self.case.recording.wrong_lines(made).into_iter();
        let wrong: Vec<Kind> = wrong.filter(|kind| !FOLLOWING.contains(kind)).collect();
        (wrong.len() <= MOST_WRONG).then_some(wrong)
    }
}

/// Returns true if a mistake explains too many lines for chance. `wrong` are the kinds of the lines that
/// differ without it, `left` those that differ with it. It has to explain half of the lines, half of the
/// kinds, and among them the map or at least two lines. The generator's line does not count, because it may
/// match by chance.
fn explains_much(wrong: &[Kind], left: &[Kind]) -> bool {
    let count = |lines: &[Kind]| lines.iter().collect::<BTreeSet<_>>().len();
    let explained: Vec<&Kind> = wrong.iter().filter(|kind| !left.contains(kind)).collect();
    let others = explained.iter().filter(|&&&kind| kind != Kind::Rng).count();
    2 * left.len() <= wrong.len()
        && 2 * count(left) <= count(wrong)
        && (others >= 2 || explained.contains(&&Kind::Tiles))
}
