//! The causes: which edits give what was recorded, and how much of it.

use std::cmp::Reverse;

use crate::functions;
use crate::list::{Bug, Edit};
use crate::pairs;
use crate::search::{Explanation, Found, SHARE_WHOLE, Search, rank};
use crate::sets::{find_set, grow};
use crate::threads::in_thread;
use crate::{Answer, Case, Cause, Edits, Explained, Kind, Reach, Value};
use roguelike::trace::Fact;

/// Maximum number of edits that explain a step together, if one of them explains a part of it.
const MOST_IN_A_STEP: usize = 2;

/// Finds edits of the series that give what was recorded, or else all of it but the `own` kinds of lines,
/// which may be the program's own. Calls `watch` now and then while it searches. A panic of the search loses
/// only the cause.
pub fn find(case: &Case<'_>, own: &[Kind], watch: &dyn Fn()) -> Answer {
    let answer = in_thread(|| search(case, own), watch);
    answer.unwrap_or(Answer { cause: None, without_own: false, is_cut: true })
}

/// Returns the cause if these edits also explain another difference of the recording to its end.
pub fn try_again(case: &Case<'_>, edits: Edits) -> Option<Cause> {
    let try_again = || {
        let search = Search::new(*case, case.base, case.step)?;
        let found = search.play(edits, 1, case.end);
        (found.end == case.end).then(|| search.cause(&[found], true))?
    };
    in_thread(try_again, &|| {})?
}

fn search(case: &Case<'_>, own: &[Kind]) -> Answer {
    let rules = case.recording.without(own);
    let of_rules = Case { recording: &*rules, ..*case };
    let Some(mut search) = Search::new(of_rules, case.base, case.step) else {
        return Answer { cause: None, without_own: false, is_cut: false };
    };
    search.everything = (!own.is_empty()).then_some(case.recording);
    let by_rules = search.find(SHARE_WHOLE);
    let everything = by_rules.all.iter().map(|found| Explanation { end: found.whole, ..*found });
    let all = everything.filter(|found| found.end > case.step).collect();
    let mut found = Found { all, ..by_rules };
    (search.case, search.everything) = (*case, None);
    let (cause, mut cut) = search.whole_or_set(&mut found);
    if cause.is_some() {
        return Answer { cause, without_own: false, is_cut: false };
    }
    cut |= !by_rules.is_complete;
    if !own.is_empty() {
        let mut by_rules = by_rules;
        by_rules.all.retain(|found| !search.is_refuted(found, own));
        search.case = of_rules;
        let (cause, _) = search.whole_or_set(&mut by_rules);
        if let Some(mut cause) = cause {
            // The unexplained lines may have another reason.
            cause.bugs.iter_mut().for_each(|explained| explained.is_certain = false);
            return Answer { cause: Some(cause), without_own: true, is_cut: false };
        }
        search.case = *case;
    }
    let mut found = found.all;
    let best = found.first().map(|best| best.end).unwrap_or_default();
    found.retain(|found| found.end == best && best > case.step + 1);
    let mut cause = pairs::of_constants(&search).or_else(|| search.cause(&found, false));
    if cause.is_none() {
        cut |= case.steps[case.step].hash.is_none() && search.wrong_lines(&search.wrong).is_none();
        (cause, _) = grow(&search, search.mistakes_in_part(), MOST_IN_A_STEP);
        cause = cause.or_else(|| pairs::of_bugs(&search));
    }
    Answer { cause, without_own: false, is_cut: cut || case.effort.is_over() }
}

impl Search<'_> {
    /// Returns the bugs that explain as much, the simplest first: those of the table, and another for each
    /// place. Sentences of the table come before other edits, and places in other functions before further
    /// places in the same one.
    pub fn bugs(&self, found: &[Explanation]) -> Vec<Bug> {
        let part = self.case.setup.part;
        let mut order: Vec<Bug> = found.iter().map(|found| Bug { edit: found.last(), part }).collect();
        let is_elsewhere = |bug: &Bug| !self.is_suspect(bug.edit);
        // Among equally likely edits, a sentence with the text of the C++ comes first.
        order.sort_by_cached_key(|bug| {
            let edit = Edit::of(bug.edit);
            let is_vague = !edit.is_row() && edit.in_cpp(part).is_none();
            (is_elsewhere(bug), edit.rank(), is_vague, rank(bug.edit))
        });
        let mut bugs: Vec<(Bug, bool)> = Vec::new();
        for bug in order {
            if !bugs.iter().any(|(other, _)| bug.is_like(*other)) {
                let function = |bug: Bug| Edit::of(bug.edit).function();
                bugs.push((bug, bugs.iter().any(|(other, _)| function(*other) == function(bug))));
            }
        }
        bugs.sort_by_key(|(bug, has_function)| (is_elsewhere(bug), bug.row().is_none(), *has_function));
        bugs.into_iter().map(|(bug, _)| bug).collect()
    }

    /// Returns the cause if one edit or a set explains everything, and whether the search was cut short.
    fn whole_or_set(&self, found: &mut Found) -> (Option<Cause>, bool) {
        let is_whole = |found: &&Explanation| found.end == self.case.end;
        let whole: Vec<Explanation> = found.all.iter().filter(is_whole).copied().collect();
        match self.cause(&whole, found.is_complete) {
            None => find_set(self, &mut found.all),
            cause => (cause, false),
        }
    }

    /// Returns true if a line that may be the program's own refutes an explanation: it was recorded as it
    /// should be, or with another text of the series.
    fn is_refuted(&self, found: &Explanation, own: &[Kind]) -> bool {
        let Some(made) = self.made_by(found) else { return true };
        let recorded = &self.case.steps[self.step].step;
        let wrong = |made| {
            let mut kinds = self.case.recording.wrong_lines(made);
            kinds.retain(|kind| own.contains(kind));
            kinds
        };
        let known = wrong(&self.wrong);
        let has_text = |fact: &Fact| {
            let text = fact.get("").and_then(Value::text).unwrap_or_default();
            functions::of_message(text).is_some() && !made.facts().contains(fact)
        };
        let is_text = |fact: &&Fact| [Kind::Log, Kind::Title].contains(&fact.kind);
        wrong(&made).iter().any(|kind| !known.contains(kind))
            || recorded.facts().iter().filter(is_text).any(has_text)
    }

    /// Returns a bug with those that explain as much. `is_complete` means that every edit was tried.
    pub fn explained(&self, found: &[Explanation], step: usize, is_complete: bool) -> Option<Explained> {
        let mut bugs = self.bugs(found).into_iter();
        let reason = bugs.next()?;
        let others: Vec<Bug> = bugs.collect();
        let end = found[0].end;
        let is_certain = is_complete
            && end == self.case.end
            && self.case.is_whole
            && others.is_empty()
            && reason.is_specific();
        Some(Explained { reason, step, steps: end - step, others, is_complete, is_certain })
    }

    /// Makes a cause of edits that explain equally much.
    pub fn cause(&self, found: &[Explanation], is_complete: bool) -> Option<Cause> {
        let best = found.iter().min_by_key(|found| (Reverse(found.end), rank(found.last())))?;
        Some(Cause {
            bugs: vec![self.explained(found, self.case.step, is_complete)?],
            steps: best.end - self.case.step,
            reach: Reach::of(best.end == self.case.end, self.case.is_whole),
            made: self.made_by(best)?,
            edits: best.edits,
        })
    }
}
