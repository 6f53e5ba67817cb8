//! Makes the verdict of a comparison: finds causes and hints for each step that differs.

use std::cell::{Cell, OnceCell};

use super::compared_kinds::ComparedKinds;
use super::comparison::{Comparison, DifferingStep};
use super::question::{Answer, Question};
use super::search::{find_cause, replay, try_again};
use super::{Stage, broke_off, hints, own};
use crate::keys::goals::ReachedGoals;
use crate::keys::hidden::stored;
use crate::keys::key_file;
use crate::verify::data::{Cause, Divergence, Of, SearchCut, Verdict};
use crate::verify::input::{SEARCH, Wanted};
use roguelike::game::Setup;
use roguelike::keys::script::read_all;
use roguelike::trace::{Kind, Problem, TraceError};
use roguelike_causes::{Bug, Effort, Hidden, known_bugs};

/// Seconds of processor time, about, that the search for hidden bugs may take.
const HIDDEN: u32 = 1;

/// Searches the causes and puts everything together.
///
/// # Errors
/// When a brief recording that does not list its kinds of lines differs in its first step without a known
/// cause.
pub(super) fn of(comparison: &Comparison<'_>, progress: &dyn Fn(Stage)) -> Result<Verdict, TraceError> {
    let is_left_out = comparison.options.wanted == Wanted::Differences || comparison.recent.first > 0;
    let seconds = comparison.options.search.unwrap_or(SEARCH);
    let judge = Judge {
        of: comparison,
        seconds,
        effort: Effort::of_seconds(seconds),
        search_cut: Cell::new(is_left_out.then_some(SearchCut::NotSearched)),
        suspects: OnceCell::new(),
        progress,
    };
    let verdict = judge.verdict();
    let bugs = [Wanted::HiddenBugs, Wanted::SearchedBugs];
    if comparison.differs() || bugs.contains(&comparison.options.wanted) {
        progress(Stage::Search(100));
    }
    verdict
}

/// Finds the causes of a comparison.
struct Judge<'a> {
    of: &'a Comparison<'a>,
    /// Seconds of processor time that all searches together may take, and the work that this means.
    seconds: u32,
    effort: Effort,
    search_cut: Cell<Option<SearchCut>>,
    /// The bugs that the program's sources seem to have, by their numbers, once they are needed.
    suspects: OnceCell<Vec<u32>>,
    progress: &'a dyn Fn(Stage),
}

impl Judge<'_> {
    fn verdict(self) -> Result<Verdict, TraceError> {
        let Comparison { trace, reach, saved, .. } = self.of;
        let broke_off = broke_off::find(self.of);
        let (mut cause, own_steps) = self.find_rules_cause();
        // What the program did last is missing, and may have the same reason.
        if let Some(cause) = cause.as_mut().filter(|_| broke_off.is_some()) {
            cause.first.is_certain = false;
        }
        self.check_first_brief_step(cause.as_ref())?;
        let own_kinds = cause.as_ref().map_or(&[][..], |cause| &cause.unexplained);
        let rules = self.of.rules.as_ref().map(|found| found.without(own_kinds));
        let mut shown: Vec<Divergence> =
            own_steps.iter().map(|found| self.of.describe(Of::Shown, found, None)).collect();
        for found in &self.of.cosmetic {
            shown.extend(self.describe_cosmetic(found, cause.as_ref()));
        }
        // Of differences in the same step, the one that is explained comes first.
        shown.sort_by_key(|found| (found.expected.number, found.cause.is_none()));
        let wrong_save = saved.as_ref().map(|(found, difference)| Divergence {
            differences: vec![difference.clone()],
            ..self.of.describe(Of::SaveFile, found, self.find_save_cause(found))
        });
        let is_ok = !self.of.differs() && broke_off.is_none();
        let own = own::find(self.of, cause.as_ref());
        let of_rules = rules.as_ref().map(|found| self.of.describe(Of::Rules, found, cause));
        let mut divergences: Vec<Divergence> = wrong_save.into_iter().chain(of_rules).collect();
        divergences.sort_by_key(|found| found.expected.number);
        divergences.extend(shown);
        Ok(Verdict {
            steps: trace.count - 1,
            not_compared: self.of.gaps(),
            not_reached: reach.iter().flat_map(ReachedGoals::missing).collect(),
            compared: self.of.what_is_compared(),
            divergences,
            own,
            hints: hints::find(self.of, rules.as_ref()),
            broke_off,
            hidden: if is_ok { self.find_hidden() } else { None },
            search_cut: self.search_cut.get(),
        })
    }

    /// Refuses a brief recording that probably leaves lines out: its first hash differs for no known reason.
    fn check_first_brief_step(&self, cause: Option<&Cause>) -> Result<(), TraceError> {
        let first = self.of.rules.as_ref().filter(|found| found.number() == 0);
        let first = first.filter(|first| first.recorded.hash.is_some());
        match first.filter(|_| self.of.trace.marks.records.is_empty() && cause.is_none()) {
            Some(first) if self.search_cut.get().is_none() => {
                Err(TraceError { line: first.recorded.line, problem: Problem::BriefFirstStep })
            }
            _ => Ok(()),
        }
    }

    /// Finds the causes of a step in which only texts, sounds or pictures differ. Returns it once, or once
    /// for each kind of line if these have causes of their own.
    fn describe_cosmetic(&self, found: &DifferingStep, of_rules: Option<&Cause>) -> Vec<Divergence> {
        // One bug may cause both.
        let both = of_rules.filter(|cause| cause.is_whole()).and_then(|cause| {
            let compared = self.of.compared.without(&cause.unexplained).with(&found.kinds);
            try_again(cause, &self.question(found, &compared, self.all())?)
        });
        let cause = both.or_else(|| self.find_cosmetic_cause(found));
        // Without a bug that explains all there may be one for each kind of lines.
        if cause.is_some() || found.kinds.len() == 1 {
            return vec![self.of.describe(Of::Shown, found, cause)];
        }
        let alone = found.kinds.iter().map(|&kind| {
            let compared = found.compared.only(kind);
            let found = DifferingStep { kinds: vec![kind], compared, ..found.clone() };
            let cause = self.find_cosmetic_cause(&found);
            self.of.describe(Of::Shown, &found, cause)
        });
        alone.collect()
    }

    /// Finds the cause of what the rules do differently. Where no bug explains all of it, texts, sounds
    /// and pictures may be the program's own: then the rules are explained without them. Also returns the
    /// first step of each kind in which these differ beside the bug.
    fn find_rules_cause(&self) -> (Option<Cause>, Vec<DifferingStep>) {
        let Comparison { rules, compared, .. } = self.of;
        let Some(rules) = rules else { return (None, Vec::new()) };
        let Some(question) = self.question(rules, compared, self.all()) else { return (None, Vec::new()) };
        let is_shown = |kind: &Kind| kind.is_cosmetic() && compared.has(*kind);
        // Of a brief step there is nothing but the hash of all lines.
        let shown: Vec<Kind> =
            Kind::all().filter(|kind| rules.recorded.hash.is_none() && is_shown(kind)).collect();
        let mut answer = self.search(&question, &shown);
        let Some(cause) = answer.cause.take_if(|_| answer.without_own) else {
            return (answer.cause, Vec::new());
        };
        let mut open: Vec<ComparedKinds> = shown.iter().map(|&kind| compared.only(kind)).collect();
        let mut unexplained = Vec::new();
        replay(&cause.variation, &question, &mut |index, made| {
            let recorded = &question.steps[index];
            for compared in open.extract_if(.., |compared| !compared.matches(&made, recorded)) {
                unexplained.extend(compared.differing_kinds(&made, recorded));
            }
            !open.is_empty()
        });
        unexplained.sort();
        // Lines are compared with the right game, and later steps have none.
        let own = unexplained.iter().filter_map(|&kind| {
            let compared = compared.only(kind);
            let kinds = compared.differing_kinds(&rules.expected, &rules.recorded);
            (!kinds.is_empty()).then(|| DifferingStep { before: None, kinds, compared, ..rules.clone() })
        });
        let own = own.collect();
        (Some(Cause { unexplained, ..cause }), own)
    }

    /// Finds the cause of a difference in what is shown or said.
    fn find_cosmetic_cause(&self, found: &DifferingStep) -> Option<Cause> {
        // No bug makes another word.
        if found.kinds.iter().any(|kind| !kind.is_cosmetic()) {
            return None;
        }
        let others: Vec<Kind> = self.of.cosmetic.iter().flat_map(|found| &found.kinds).copied().collect();
        let compared = found.compared.without(&others).with(&found.kinds);
        self.search(&self.question(found, &compared, self.first_wrong())?, &[]).cause
    }

    /// Finds the cause of another save file.
    fn find_save_cause(&self, found: &DifferingStep) -> Option<Cause> {
        let question = self.question(found, &found.compared, self.first_wrong())?;
        self.search(&Question { compares_saves: true, ..question }, &[]).cause
    }

    /// Returns the index of the step before which an explanation may end where no rule differs: the first one
    /// in which one does, or the end.
    fn first_wrong(&self) -> usize {
        self.of.rules.as_ref().map_or(self.all(), DifferingStep::number)
    }

    /// Searches for the answer to a question, and notes whether the search hit its limit. Lines of some kinds
    /// may be the program's own.
    fn search(&self, question: &Question<'_>, own: &[Kind]) -> Answer {
        let watch = || (self.progress)(Stage::Search(self.effort.percent()));
        let answer = find_cause(question, own, &watch);
        let cut = match question.setup.other_view {
            // The known bugs are those of the series' own view.
            Some(_) => Some(SearchCut::NotSearched),
            None => answer.is_cut.then_some(SearchCut::Limit(self.seconds)),
        };
        self.search_cut.set(self.search_cut.get().or(cut));
        answer
    }

    /// Finds the known bugs that the recording, which is right, does not show.
    fn find_hidden(&self) -> Option<Hidden> {
        let Setup { part, library, .. } = self.of.setup;
        match self.of.options.wanted {
            Wanted::HiddenBugs if self.plays_key_file() => {
                stored(part, library).or_else(|| self.search_hidden())
            }
            Wanted::HiddenBugs | Wanted::SearchedBugs => self.search_hidden(),
            Wanted::Differences | Wanted::Causes => None,
        }
    }

    /// Returns true if the recording has the seed and the keys of `roguelike keys`, and every line of the
    /// series was compared, in the form that a search for hidden bugs would compare.
    fn plays_key_file(&self) -> bool {
        let Comparison { trace, setup, options, compared, recent, not_compared, .. } = self.of;
        let is_own = !options.own.is_empty() || options.save.is_some() || setup.other_view.is_some();
        let has_all = Kind::all().filter(|kind| kind.exists_in(setup.part)).all(|kind| compared.has(kind));
        let is_whole = has_all && not_compared.gaps().next().is_none() && !trace.is_brief();
        let file = key_file(setup.part, setup.library);
        if is_own || !self.is_searched() || !is_whole || setup.seed != file.seed {
            return false;
        }
        let keys = recent.steps.iter().filter_map(|recorded| recorded.step.key);
        let has_no_save = recent.steps.iter().all(|recorded| recorded.save.is_none());
        has_no_save && read_all(file.text.as_bytes()).is_ok_and(|of_file| keys.eq(of_file))
    }

    /// Plays the known bugs, and finds those that the recording does not show.
    fn search_hidden(&self) -> Option<Hidden> {
        let recorded = self.of.recent.steps.last()?;
        let last = DifferingStep {
            recorded: recorded.clone(),
            before: None,
            right: None,
            expected: recorded.step.clone(),
            compared: self.of.compared.clone(),
            kinds: Vec::new(),
        };
        let effort = Effort::of_seconds(HIDDEN);
        let question = Question { effort: &effort, ..self.question(&last, &last.compared, self.all())? };
        roguelike_causes::hidden(&question.case(), &|| (self.progress)(Stage::Search(effort.percent())))
    }

    /// Returns true if causes are searched. They are not if an older recording is expected, or if the start
    /// of a very long game was dropped.
    fn is_searched(&self) -> bool {
        let Comparison { options, recent, .. } = self.of;
        options.older.is_none() && recent.first == 0 && options.wanted != Wanted::Differences
    }

    /// Returns the question about a step that differs, or `None` without a search.
    fn question<'s>(
        &'s self,
        found: &'s DifferingStep,
        compared: &ComparedKinds,
        end: usize,
    ) -> Option<Question<'s>>
    where
        Self: 's,
    {
        let Comparison { setup, options, recent, trace, .. } = self.of;
        let all = self.all();
        self.is_searched().then(|| Question {
            setup,
            own: &options.own,
            steps: &recent.steps,
            compared: compared.clone(),
            found,
            end,
            is_whole: end < all || all == trace.count,
            compares_saves: false,
            effort: &self.effort,
            suspects: self.suspects.get_or_init(|| self.find_suspects()),
        })
    }

    /// Returns the bugs whose wrong expression is in the program's sources.
    fn find_suspects(&self) -> Vec<u32> {
        let Some(sources) = self.of.options.sources else { return Vec::new() };
        let is_there = |bug: &Bug| bug.replaced().is_some_and(|replaced| sources.find(&replaced).is_some());
        known_bugs(self.of.setup.part).filter(is_there).map(Bug::number).collect()
    }

    /// Returns the number of steps up to the last one that is kept.
    fn all(&self) -> usize {
        self.of.recent.first + self.of.recent.steps.len()
    }
}
