//! The causes: which edits give what was recorded, and how much of it.

use crate::constants;
use crate::list::Edit;
use crate::part::Part;
use crate::search::{Explanation, MOST_PLACES, Search, WORK_WHOLE, rank};
use crate::sets::{find_set, grow};
use crate::threads::in_thread;
use crate::{Answer, Case, Cause, Edits, Kind};

/// Maximum number of edits that explain a step together, if one of them explains a part of it.
const MOST_IN_A_STEP: usize = 2;

/// Finds edits of the series that give what was recorded, or else all of it but the `own` kinds of lines,
/// which may be the program's own. A panic of the search costs the cause alone.
pub fn find(case: &Case<'_>, own: &[Kind]) -> Answer {
    let answer = in_thread(|| search(case, own));
    answer.unwrap_or(Answer { is_cut: true, ..Answer::default() })
}

/// Returns what edits explain of another difference of the same recording. None if they do not explain it to
/// its end.
pub fn try_again(case: &Case<'_>, edits: Edits) -> Option<Cause> {
    in_thread(|| {
        let search = Search::new(*case, case.base, case.step)?;
        let found = search.play(edits, 1, case.end);
        (found.end == case.end).then(|| search.cause(&[found]))?
    })?
}

fn search(case: &Case<'_>, own: &[Kind]) -> Answer {
    let rules = case.recording.without(own);
    let of_rules = Case { recording: &*rules, ..*case };
    let Some(mut search) = Search::new(of_rules, case.base, case.step) else {
        return Answer::default();
    };
    search.everything = (!own.is_empty()).then_some(case.recording);
    let (mut by_rules, by_rules_cut) = search.find(WORK_WHOLE);
    let everything = by_rules.iter().map(|found| Explanation { end: found.whole, ..*found });
    let mut found: Vec<Explanation> = everything.filter(|found| found.end > case.step).collect();
    (search.case, search.everything) = (*case, None);
    let (cause, mut cut) = search.whole_or_set(&mut found);
    if cause.is_some() {
        return Answer { cause, ..Answer::default() };
    }
    cut |= by_rules_cut;
    if !own.is_empty() {
        search.case = of_rules;
        let (cause, _) = search.whole_or_set(&mut by_rules);
        if cause.is_some() {
            return Answer { cause, without_own: true, is_cut: false };
        }
        search.case = *case;
    }
    let best = found.first().map(|best| best.end).unwrap_or_default();
    found.retain(|found| found.end == best && best > case.step + 1);
    let mut cause = constants::find(&search).or_else(|| search.cause(&found));
    if cause.is_none() {
        cut |= !case.steps[case.step].is_hashed && search.wrong_lines(&search.wrong).is_none();
        (cause, _) = grow(&search, search.mistakes_in_part(), MOST_IN_A_STEP);
    }
    Answer { cause, is_cut: cut, ..Answer::default() }
}

/// Returns the name and the text of edits: one for each place, the likeliest first. Sentences of the table
/// come before other edits, and places in other functions before further places in the same one.
pub(crate) fn places(
    found: &[Explanation],
    case: &Case<'_>,
) -> impl Iterator<Item = (&'static str, String)> + use<> {
    let part = Part::new(case.setup.part).unwrap_or(Part::LAST);
    let mut order: Vec<u32> = found.iter().map(Explanation::last).collect();
    // Of those that are as likely, a sentence that says more comes first.
    order.sort_by_cached_key(|&number| {
        let edit = Edit::of(number);
        (edit.rank(), edit.is_vague(part), rank(number))
    });
    let mut places: Vec<(&Edit, String, bool)> = Vec::new();
    for edit in order.into_iter().map(Edit::of).filter(|edit| edit.exists(part)) {
        let text = edit.text(part);
        // Two sentences of the table are two mistakes, also at one place.
        let is_new = edit.is_row() || places.iter().all(|(other, ..)| other.place() != edit.place());
        if is_new && places.iter().all(|(_, other, _)| *other != text) {
            let has_function = places.iter().any(|(other, ..)| other.function() == edit.function());
            places.push((edit, text, has_function));
        }
    }
    places.sort_by_key(|(edit, _, has_function)| (!edit.is_row(), *has_function));
    places.truncate(MOST_PLACES);
    places.into_iter().map(|(edit, text, _)| (edit.name(), text))
}

impl Search<'_> {
    /// Returns the cause if one of the edits explains everything, or a set of them. Also returns whether the
    /// search was cut short.
    fn whole_or_set(&self, found: &mut [Explanation]) -> (Option<Cause>, bool) {
        let is_whole = |found: &&Explanation| found.end == self.case.end;
        let whole: Vec<Explanation> = found.iter().filter(is_whole).copied().collect();
        match self.cause(&whole) {
            None => find_set(self, found),
            cause => (cause, false),
        }
    }

    /// Makes a cause of edits that explain equally much: one for each place, the likeliest first.
    pub fn cause(&self, found: &[Explanation]) -> Option<Cause> {
        let best = found.iter().min_by_key(|found| rank(found.last()))?;
        let mut places = places(found, &self.case);
        let (name, text) = places.next()?;
        let to_the_end = best.end == self.case.end && self.case.is_whole;
        Some(Cause {
            name,
            text,
            steps: best.end - self.case.step,
            to_the_end,
            cut_short: best.end == self.case.end && !self.case.is_whole,
            shown: self.shown(best)?,
            others: places.map(|(_, text)| text).collect(),
            later: Vec::new(),
            edits: best.edits,
        })
    }
}
