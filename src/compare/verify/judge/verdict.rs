//! Makes the verdict of a comparison: finds causes and hints for each step that differs.

use std::cell::{Cell, OnceCell};

use super::compared_kinds::ComparedKinds;
use super::comparison::{Comparison, DifferingStep};
use super::question::{Answer, Question};
use super::search::{find_cause, replay, try_again};
use super::{Stage, broke_off, causes, draws, hints, own};
use crate::keys::goals::ReachedGoals;
use crate::keys::hidden::stored;
use crate::keys::key_file;
use crate::verify::data::{
    Cause, Difference, Divergence, FrameChange, Gap, Hint, Of, Own, SearchCut, Suspicion, Turn, Verdict, What,
};
use crate::verify::input::{HiddenBugs, SEARCH};
use roguelike::game::Setup;
use roguelike::key::Key;
use roguelike::keys::script::read_all;
use roguelike::trace::{Kind, Problem, RecordedStep, Step, TraceError};
use roguelike_causes::{Bug, Effort, Hidden, known_bugs};

/// Number of keys that are shown before a difference.
const LAST_KEYS: usize = 10;
/// Seconds of processor time, about, that the search for hidden bugs may take.
const HIDDEN: u32 = 1;

/// Searches the causes and puts everything together.
///
/// # Errors
/// When a brief recording that does not list its kinds of lines differs in its first step without a known
/// cause.
pub(super) fn of(comparison: &Comparison<'_>, progress: &dyn Fn(Stage)) -> Result<Verdict, TraceError> {
    let is_left_out = comparison.options.without_causes || comparison.recent.first > 0;
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
    if comparison.differs() || comparison.options.hidden != HiddenBugs::Unwanted {
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
        let Comparison { trace, setup, reach, saved, .. } = self.of;
        let (cause, own_steps) = self.find_rules_cause();
        self.check_first_brief_step(cause.as_ref())?;
        let own_kinds = cause.as_ref().map_or(&[][..], |cause| &cause.unexplained);
        let rules = self.of.rules.as_ref().map(|found| found.without(own_kinds));
        let mut cosmetic: Vec<Divergence> =
            own_steps.iter().map(|found| self.describe(Of::Shown, found, None)).collect();
        for found in &self.of.cosmetic {
            cosmetic.extend(self.describe_cosmetic(found, cause.as_ref()));
        }
        // Of differences in the same step, the one that is explained comes first.
        cosmetic.sort_by_key(|found| (found.expected.number, found.cause.is_none()));
        let save_cause = saved.as_ref().and_then(|(found, _)| self.find_save_cause(found));
        let wrong_save = saved.as_ref().map(|(found, difference)| Divergence {
            differences: vec![difference.clone()],
            ..self.describe(Of::SaveFile, found, save_cause)
        });
        let broke_off = broke_off::find(self.of);
        let is_ok = !self.of.differs() && broke_off.is_none();
        let hidden = if is_ok { self.find_hidden() } else { None };
        let (compared, compares_rules) = self.what_is_compared();
        let own_key = self.own_key(cause.as_ref());
        Ok(Verdict {
            steps: trace.count - 1,
            not_compared: self.gaps(),
            not_reached: reach.iter().flat_map(ReachedGoals::missing).collect(),
            compared,
            compares_rules,
            cosmetic,
            wrong_save,
            own: own::find(setup.part, self.steps_of_own(), &trace.marks)
                .into_iter()
                .chain(own_key)
                .collect(),
            hints: self.hints(rules.as_ref()),
            divergence: rules.as_ref().map(|found| self.describe(Of::Rules, found, cause)),
            broke_off,
            search_cut: self.search_cut.get(),
            hidden,
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
        let both = of_rules.filter(|cause| !cause.is_partial()).and_then(|cause| {
            let compared = self.of.compared.without(&cause.unexplained).with(&found.kinds);
            try_again(cause, &self.question(found, &compared, self.all())?)
        });
        let cause = both.or_else(|| self.find_cosmetic_cause(found));
        // Without a bug that explains all there may be one for each kind of lines.
        if cause.is_some() || found.kinds.len() == 1 {
            return vec![self.describe(Of::Shown, found, cause)];
        }
        let alone = found.kinds.iter().map(|&kind| {
            let compared = found.compared.only(kind);
            let found = DifferingStep { kinds: vec![kind], compared, ..found.clone() };
            let cause = self.find_cosmetic_cause(&found);
            self.describe(Of::Shown, &found, cause)
        });
        alone.collect()
    }

    /// Returns true if a kind of line is of no interest: it is to be ignored, or it is the screen up to
    /// Part 4, where such a line is the same in every step.
    fn is_forgotten(&self, kind: Kind) -> bool {
        self.of.options.ignore.contains(&kind) || kind == Kind::Screen && !self.of.setup.part.has_melee()
    }

    /// Returns what was not compared.
    fn gaps(&self) -> Vec<Gap> {
        let is_told = |gap: &Gap| !matches!(gap, Gap::Missing { kind, .. } if self.is_forgotten(*kind));
        let ignored = Kind::all().filter(|kind| self.of.options.ignore.contains(kind)).map(Gap::Ignored);
        let not_in_older =
            self.recorded_kinds().filter(|&kind| !self.wanted().has(kind)).map(Gap::NotInOlder);
        let is_unsaved = self.of.trace.marks.promised_close && self.of.saves == [true, false];
        let save = is_unsaved.then_some(Gap::Save);
        self.of.not_compared.gaps().filter(is_told).chain(save).chain(ignored).chain(not_in_older).collect()
    }

    /// Returns the kinds of lines that are recorded and not ignored.
    fn recorded_kinds(&self) -> impl Iterator<Item = Kind> + '_ {
        self.of.trace.kinds.iter().copied().filter(|kind| !self.of.options.ignore.contains(kind))
    }

    /// Returns the kinds of lines that were compared in the first step.
    fn wanted(&self) -> ComparedKinds {
        ComparedKinds::of(self.of.trace, self.of.options)
    }

    /// Returns whether anything was compared, and whether that was more than what is shown or said.
    fn what_is_compared(&self) -> (bool, bool) {
        let (wanted, is_brief) = (self.wanted(), self.of.trace.is_brief());
        let mut kinds: Vec<Kind> = self.recorded_kinds().filter(|&kind| wanted.has(kind)).collect();
        let compared = is_brief || !kinds.is_empty();
        kinds.retain(|kind| !kind.is_cosmetic() && *kind != Kind::Quit);
        (compared, is_brief || !kinds.is_empty())
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
        let mut answer = find_cause(&question, &shown, &self.watch());
        self.note(&answer);
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
        let others: Vec<Kind> = self.of.cosmetic.iter().flat_map(|found| &found.kinds).copied().collect();
        let compared = found.compared.without(&others).with(&found.kinds);
        let end = self.of.rules.as_ref().map_or(self.all(), DifferingStep::number);
        let answer = find_cause(&self.question(found, &compared, end)?, &[], &self.watch());
        self.note(&answer);
        answer.cause
    }

    /// Finds the cause of another save file. The rules are right up to it.
    fn find_save_cause(&self, found: &DifferingStep) -> Option<Cause> {
        let end = self.of.rules.as_ref().map_or(self.all(), DifferingStep::number);
        let question = Question { compares_saves: true, ..self.question(found, &found.compared, end)? };
        let answer = find_cause(&question, &[], &self.watch());
        self.note(&answer);
        answer.cause
    }

    /// Finds the known bugs that the recording, which is right, does not show.
    fn find_hidden(&self) -> Option<Hidden> {
        let Setup { part, library, .. } = self.of.setup;
        match self.of.options.hidden {
            HiddenBugs::Listed if self.plays_key_file() => {
                stored(part, library).or_else(|| self.search_hidden())
            }
            HiddenBugs::Listed | HiddenBugs::Searched => self.search_hidden(),
            HiddenBugs::Unwanted => None,
        }
    }

    /// Returns true if the recording has the seed and the keys of `roguelike keys`, and every line of the
    /// series was compared, in the form that a search for hidden bugs would compare.
    fn plays_key_file(&self) -> bool {
        let Comparison { trace, setup, options, compared, recent, not_compared, .. } = self.of;
        let is_own = !options.own.is_empty() || options.save.is_some() || setup.other_view.is_some();
        let is_searched = options.older.is_none() && recent.first == 0 && !options.without_causes;
        let has_all = Kind::all().filter(|kind| kind.exists_in(setup.part)).all(|kind| compared.has(kind));
        let is_whole = has_all && not_compared.gaps().next().is_none() && !trace.is_brief();
        let file = key_file(setup.part, setup.library);
        if is_own || !is_searched || !is_whole || setup.seed != file.seed {
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
        causes::hidden(&question, &|| (self.progress)(Stage::Search(effort.percent())))
    }

    /// Returns a function that shows how far the search is.
    fn watch(&self) -> impl Fn() {
        || (self.progress)(Stage::Search(self.effort.percent()))
    }

    /// Notes whether a search hit its limit.
    fn note(&self, answer: &Answer) {
        let cut = answer.cut.then_some(SearchCut::Limit(self.seconds));
        self.search_cut.set(self.search_cut.get().or(cut));
    }

    /// Returns the steps that may have something of the program's own: those from the one on in which its
    /// rules differ.
    fn steps_of_own(&self) -> &[RecordedStep] {
        let first = self.of.rules.as_ref().map_or(usize::MAX, DifferingStep::number);
        let recent = &self.of.recent;
        recent.steps.get(first.saturating_sub(recent.first)..).unwrap_or_default()
    }

    /// Returns the key of the step that differs if the series ignores it, and no bug explains the step.
    fn own_key(&self, cause: Option<&Cause>) -> Option<Own> {
        let found = self.of.rules.as_ref().filter(|_| cause.is_none_or(Cause::is_partial))?;
        own::key(found.before.as_ref()?, found.recorded.step.key?)
    }

    /// Returns what would help to find more.
    fn hints(&self, rules: Option<&DifferingStep>) -> Vec<Hint> {
        let Comparison { recent, setup, trace, .. } = self.of;
        let first = rules.or(self.of.cosmetic.first());
        let keys = first
            .filter(|_| recent.first == 0)
            .and_then(|first| hints::shorter(setup, &recent.steps[..=first.number()], trace.count - 1));
        let colors = first.and_then(|first| hints::colors(&first.kinds, &first.recorded.step));
        let missing = self.of.not_compared.missing().filter(|&kind| !self.is_forgotten(kind));
        let lines = missing.filter_map(|kind| hints::for_missing(kind, &trace.marks, setup.part));
        keys.into_iter().chain(colors).chain(lines).collect()
    }

    /// Returns the question about a step that differs, or `None` without a search: when an older recording is
    /// expected, or the start of a very long game was dropped.
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
        let is_searched = options.older.is_none() && recent.first == 0 && !options.without_causes;
        is_searched.then(|| Question {
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

    /// Returns the last keys up to a step, as far as they are kept.
    fn keys_to(&self, index: usize) -> Vec<Key> {
        let count = (index + 1).saturating_sub(self.of.recent.first);
        let keys = self.of.recent.steps.iter().take(count).filter_map(|recorded| recorded.step.key);
        let mut keys: Vec<Key> = keys.collect();
        keys.split_off(keys.len().saturating_sub(LAST_KEYS))
    }

    /// Finds out everything about a step that differs.
    fn describe(&self, of: Of, found: &DifferingStep, cause: Option<Cause>) -> Divergence {
        let DifferingStep { expected, recorded, .. } = found;
        let turn = found.before.clone().zip(found.right.clone());
        let turn = turn.map(|(before, after)| Turn { before, after });
        let of_save = turn.as_ref().and_then(|turn| hints::for_save_file(&turn.after, recorded));
        // A file that cannot be written is not caused by the rules.
        let cause = if of_save == Some(Suspicion::UnwritableSave) { None } else { cause };
        let explained = cause.as_ref().filter(|cause| explains_pictures(cause)).map(|cause| &cause.made);
        let known = complete(recorded.clone(), explained);
        let mut differences = found.compared.differences(expected, &known);
        draws::describe(&mut differences, self.of.setup.seed);
        if self.has_old_frame(found) {
            let of_frame = differences.iter_mut().filter(|it| it.kind() == Some(Kind::Frame));
            of_frame.for_each(|difference| difference.what = What::Frame(FrameChange::Old));
        }
        Divergence {
            of,
            line: recorded.line,
            worked_out: explained.is_some()
                && (recorded.step.tiles.is_none() || recorded.step.screen.is_none()),
            recorded: known.step,
            brief: recorded.hash.is_some(),
            keys: self.keys_to(found.number()),
            turn,
            hint: of_save.or_else(|| self.suspicion(found, cause.as_ref(), &differences)),
            cause,
            differences,
            expected: expected.clone(),
        }
    }

    /// Returns the suspected reason of a difference that no cause explains to the end: seeds, or rounding if
    /// only the view differs.
    fn suspicion(
        &self,
        found: &DifferingStep,
        cause: Option<&Cause>,
        differences: &[Difference],
    ) -> Option<Suspicion> {
        if cause.is_some_and(|cause| !cause.is_partial()) {
            return None;
        }
        let DifferingStep { expected, recorded, right, .. } = found;
        let seeds = right.as_ref().and_then(|game| hints::for_seeds(game, self.of.setup.seed, recorded));
        let of_view = |it: &Difference| matches!(it.kind(), Some(Kind::Tiles | Kind::Frame));
        if seeds.is_some() || cause.is_some() || !differences.iter().all(of_view) {
            return seeds;
        }
        hints::for_floats(expected, &recorded.step)
    }

    /// Returns true if a frame that differs is still that of the step before.
    fn has_old_frame(&self, found: &DifferingStep) -> bool {
        let before = found.number().checked_sub(self.of.recent.first + 1);
        let before = before.and_then(|index| self.of.recent.steps.get(index)?.step.fact(Kind::Frame));
        before.is_some() && before == found.recorded.step.fact(Kind::Frame)
    }
}

/// Returns true if a cause gives the map and the frame, which may be recorded only as hashes.
fn explains_pictures(cause: &Cause) -> bool {
    cause.unexplained.iter().all(|kind| kind.is_cosmetic() && *kind != Kind::Frame)
}

/// Adds to a recorded step what only the cause knows: the facts of a brief step, and pictures. Recorded
/// pictures stay.
fn complete(mut recorded: RecordedStep, explained: Option<&Step>) -> RecordedStep {
    let Some(explained) = explained else { return recorded };
    if recorded.hash.take().is_some() {
        return RecordedStep { step: explained.clone(), ..recorded };
    }
    let step = &mut recorded.step;
    step.tiles = step.tiles.take().or_else(|| explained.tiles.clone());
    if step.screen.is_none() {
        (step.screen, step.colors) = (explained.screen.clone(), explained.colors.clone());
    }
    recorded
}
