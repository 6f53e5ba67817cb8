//! The verdict on a recording: what differs first, why, and what would help to find more.

use super::broke_off::BrokeOff;
use super::cause::Cause;
use super::compared_kinds::ComparedKinds;
use super::comparison::{Comparison, DifferingStep};
use super::difference::{Difference, FrameChange, What};
use super::hints::{Hint, Suspicion};
use super::own::{self, Own};
use super::own_constant::OwnConstant;
use super::search::{SearchInput, find_cause, replay, try_again};
use super::stored_trace::StoredTrace;
use super::{draws, explain, hints};
use roguelike::explorer::goals::ReachedGoals;
use roguelike::key::Key;
use roguelike::trace::{Kind, Problem, RecordedStep, Step, TraceError};

/// What is said of a trace that has nothing to compare.
pub(super) const NOTHING: &str =
    "nothing could be compared: the steps of the trace have no lines, or none that are wanted";

/// Number of keys that are shown before a difference.
const LAST_KEYS: usize = 10;
/// How recordings are verified, and how the answer is given.
#[derive(Clone, Default)]
pub struct Options<'p> {
    /// The save file that the runs began with, read into memory.
    pub save: Option<String>,
    /// Kinds of lines that are not compared.
    pub ignore: Vec<Kind>,
    /// Constants that the program changes on purpose.
    pub own: Vec<OwnConstant>,
    /// A recording that is expected in place of what the rules do.
    pub older: Option<&'p StoredTrace>,
    /// Answer in JSON, one object a line.
    pub json: bool,
    /// Write the first line and the cause in bold.
    pub color: bool,
    /// Show everything: every difference, with its lines.
    pub long: bool,
    /// Find what differs, and search no cause of it.
    pub without_causes: bool,
    /// Called with the number of steps that are compared, and the number of all.
    pub progress: Option<&'p dyn Fn(usize, usize)>,
}

/// The result of a comparison.
#[derive(Debug)]
pub struct Verdict {
    /// The number of the last step.
    pub steps: usize,
    /// What was not compared, in words: what the recording leaves out, and what was to be ignored.
    pub not_compared: Vec<String>,
    /// What the part has and the recording never reached, in words.
    pub not_reached: Vec<&'static str>,
    /// True if the recording has anything that is compared.
    pub compared: bool,
    /// True if any line was compared that does more than show or say what the rules have led to.
    pub compares_rules: bool,
    /// Where only messages, sounds, the title or the frame differ: the first step of each.
    pub cosmetic: Vec<Divergence>,
    /// The first step whose key wrote another save file.
    pub wrong_save: Option<Divergence>,
    /// The first step in which the rules differ.
    pub divergence: Option<Divergence>,
    /// Where the recording ends although the program had not.
    pub broke_off: Option<BrokeOff>,
    /// What the program has of its own, where its rules differ.
    pub own: Vec<Own>,
    /// What would help to find more.
    pub hints: Vec<Hint>,
    /// True if the search for causes was cut short before everything was tried.
    pub search_cut: bool,
}

impl Verdict {
    /// Returns true if everything comes out that was recorded.
    pub fn is_ok(&self) -> bool {
        self.compared && self.main().is_none() && self.broke_off.is_none()
    }

    /// Returns the difference that the report begins with: that of the rules or of a save file, whichever is
    /// earlier, or else the first cosmetic one.
    pub fn main(&self) -> Option<&Divergence> {
        let rules = [&self.wrong_save, &self.divergence].into_iter().flatten();
        rules.min_by_key(|found| found.expected.number).or(self.cosmetic.first())
    }

    /// Returns all differences: of the rules, of a save file, and of what is only shown or said.
    pub fn all(&self) -> impl Iterator<Item = &Divergence> {
        self.divergence.iter().chain(&self.wrong_save).chain(&self.cosmetic)
    }

    /// Returns the first step that differs or is missing.
    pub fn first_step(&self) -> Option<usize> {
        let main = self.main().map(|main| main.expected.number);
        main.or(self.broke_off.as_ref().map(|broke_off| broke_off.step))
    }

    /// Returns the differences but the main one.
    pub fn others(&self) -> impl Iterator<Item = &Divergence> {
        let main = self.main().map(|main| main.of);
        let is_other = move |found: &&Divergence| Some(found.of) != main;
        // The main one is the first of its kind.
        let shown = self.cosmetic.iter().skip(usize::from(main == Some(Of::Shown)));
        self.divergence.iter().chain(&self.wrong_save).filter(is_other).chain(shown)
    }
}

/// What a divergence is one of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// The rules.
    Rules,
    /// The file that F5 writes.
    SaveFile,
    /// What is only shown or said: messages, sounds, the title, the frame.
    Shown,
}

/// A step that differs.
#[derive(Debug)]
pub struct Divergence {
    /// What it is one of.
    pub of: Of,
    /// What the step should be.
    pub expected: Step,
    /// The line of the file on which the recorded step begins, from 1.
    pub line: usize,
    /// What differs.
    pub differences: Vec<Difference>,
    /// The step as it was recorded. Pictures that the recording does not have, and the lines of a brief one,
    /// are as the cause gives them.
    pub recorded: Step,
    /// True if the cause gave any of them.
    pub worked_out: bool,
    /// True if the recording has only a hash for the step.
    pub brief: bool,
    /// The last keys, that of the step included.
    pub keys: Vec<Key>,
    /// The likely cause, if a known mistake gives what was recorded.
    pub cause: Option<Cause>,
    /// Where no cause is known: why the step should be as it is.
    pub explanation: Option<String>,
    /// What else may help.
    pub hint: Option<Suspicion>,
}

impl Comparison<'_> {
    /// Searches the causes and puts everything together.
    ///
    /// # Errors
    /// When a brief recording that does not say which lines it has differs in its first step, and no cause
    /// explains that.
    pub fn verdict(mut self) -> Result<Verdict, TraceError> {
        let ignored = &self.options.ignore;
        self.not_compared.forget(ignored);
        // Up to Part 4 there is one screen: such lines say the same in every step.
        if !self.setup.part.has_melee() {
            self.not_compared.forget(&[Kind::Screen]);
        }
        let mut search_cut = self.options.without_causes || self.recent.first > 0;
        let (rules_cause, own) = self.find_rules_cause(&mut search_cut);
        if let Some(first) = self.rules.as_ref().filter(|found| found.number() == 0)
            && first.recorded.hash.is_some()
            && self.trace.marks.records.is_empty()
            && rules_cause.is_none()
            && !search_cut
        {
            return Err(TraceError { line: first.recorded.line, problem: Problem::BriefFirstStep });
        }
        let unexplained = rules_cause.iter().flat_map(|cause| &cause.unexplained);
        let own_kinds: Vec<Kind> = unexplained.copied().collect();
        self.compared = self.compared.without(&own_kinds);
        if let Some(found) = &mut self.rules {
            found.kinds.retain(|kind| !own_kinds.contains(kind));
            found.compared = found.compared.without(&own_kinds);
        }
        let mut cosmetic: Vec<Divergence> =
            own.iter().map(|found| self.describe(Of::Shown, found, None)).collect();
        let all = self.all();
        for found in &self.cosmetic {
            // One mistake may be behind both.
            let both = rules_cause.as_ref().filter(|cause| !cause.is_partial()).and_then(|cause| {
                try_again(cause, &self.input(found, &self.compared.with(&found.kinds), all)?)
            });
            let cause = both.or_else(|| self.find_cosmetic_cause(found, &mut search_cut));
            // Without a mistake that explains all there may be one for each kind of lines.
            if cause.is_none() && found.kinds.len() > 1 {
                let alone = found.kinds.iter().map(|&kind| DifferingStep {
                    kinds: vec![kind],
                    compared: found.compared.only(kind),
                    ..found.clone()
                });
                let causes = alone.map(|found| (self.find_cosmetic_cause(&found, &mut search_cut), found));
                cosmetic.extend(causes.map(|(cause, found)| self.describe(Of::Shown, &found, cause)));
            } else {
                cosmetic.push(self.describe(Of::Shown, found, cause));
            }
        }
        // Of differences in the same step, the one that is explained comes first.
        cosmetic.sort_by_key(|found| (found.expected.number, found.cause.is_none()));
        let wrong_save = self.saved.as_ref().map(|(found, difference)| Divergence {
            differences: vec![difference.clone()],
            explanation: Some("F5 saves the run (Game::save)".to_owned()),
            ..self.describe(Of::SaveFile, found, None)
        });
        let divergence = self.rules.as_ref().map(|found| self.describe(Of::Rules, found, rules_cause));
        let mut not_compared = self.not_compared.descriptions();
        let left_out = Kind::all().filter(|kind| ignored.contains(kind));
        not_compared.extend(left_out.map(|kind| format!("{} (ignored)", kind.word())));
        let recorded = self.trace.kinds.iter().copied().filter(|kind| !ignored.contains(kind));
        let wanted = ComparedKinds::of(self.trace, self.options);
        let (kinds, missing): (Vec<Kind>, Vec<Kind>) = recorded.partition(|&kind| wanted.has(kind));
        not_compared
            .extend(missing.iter().map(|kind| format!("{} (not in the older recording)", kind.word())));
        let is_brief = self.trace.is_brief();
        let compared = is_brief || !kinds.is_empty();
        let compares_rules = is_brief || kinds.iter().any(|kind| !kind.is_cosmetic() && *kind != Kind::Quit);
        Ok(Verdict {
            steps: self.trace.count - 1,
            not_compared,
            not_reached: self.reach.iter().flat_map(ReachedGoals::missing).collect(),
            compared,
            compares_rules,
            cosmetic,
            wrong_save,
            divergence,
            own: self.own(),
            hints: self.hints(),
            broke_off: BrokeOff::of(self.trace, self.last),
            search_cut,
        })
    }

    /// Finds the cause of what the rules do differently. Where no mistake explains all of it, texts, sounds
    /// and pictures may be the program's own: then the rules are explained without them. Also returns the
    /// first step of each kind in which these differ beside the mistake.
    fn find_rules_cause(&self, is_cut: &mut bool) -> (Option<Cause>, Vec<DifferingStep>) {
        let Some(rules) = &self.rules else { return (None, Vec::new()) };
        let Some(input) = self.input(rules, &self.compared, self.all()) else { return (None, Vec::new()) };
        let is_shown = |kind: &Kind| kind.is_cosmetic() && self.compared.has(*kind);
        // Of a brief step there is nothing but the hash of all lines.
        let shown: Vec<Kind> =
            Kind::all().filter(|kind| rules.recorded.hash.is_none() && is_shown(kind)).collect();
        let mut answer = find_cause(&input, &shown);
        *is_cut |= answer.cut;
        let Some(cause) = answer.cause.take_if(|_| answer.without_own) else {
            return (answer.cause, Vec::new());
        };
        let mut open: Vec<ComparedKinds> = shown.iter().map(|&kind| self.compared.only(kind)).collect();
        let mut unexplained = Vec::new();
        replay(&cause.variation, &input, &mut |index, made| {
            let recorded = &input.steps[index];
            for compared in open.extract_if(.., |compared| !compared.matches(&made, recorded)) {
                unexplained.extend(compared.differing_kinds(&made, recorded));
            }
            !open.is_empty()
        });
        unexplained.sort();
        // Lines are compared with the right game, and later steps have none.
        let own = unexplained.iter().filter_map(|&kind| {
            let compared = self.compared.only(kind);
            let kinds = compared.differing_kinds(&rules.expected, &rules.recorded);
            (!kinds.is_empty()).then(|| DifferingStep { before: None, kinds, compared, ..rules.clone() })
        });
        let own = own.collect();
        (Some(Cause { unexplained, ..cause }), own)
    }

    /// Finds the cause of a difference in what is shown or said.
    fn find_cosmetic_cause(&self, found: &DifferingStep, is_cut: &mut bool) -> Option<Cause> {
        let others: Vec<Kind> = self.cosmetic.iter().flat_map(|found| &found.kinds).copied().collect();
        let compared = found.compared.without(&others).with(&found.kinds);
        let end = self.rules.as_ref().map_or(self.all(), |rules| rules.number());
        let answer = find_cause(&self.input(found, &compared, end)?, &[]);
        *is_cut |= answer.cut;
        answer.cause
    }

    /// Returns what the program has of its own from the step on in which its rules differ. Up to there it
    /// has nothing.
    fn own(&self) -> Vec<Own> {
        let first = self.rules.as_ref().map_or(usize::MAX, DifferingStep::number);
        let steps = self.recent.steps.get(first.saturating_sub(self.recent.first)..);
        own::find(self.setup.part, steps.unwrap_or_default(), &self.trace.marks)
    }

    /// Returns what would help to find more.
    fn hints(&self) -> Vec<Hint> {
        let first = self.rules.as_ref().or(self.cosmetic.first());
        let keys = first.filter(|_| self.recent.first == 0).and_then(|first| {
            let steps = &self.recent.steps[..=first.number()];
            hints::shorter(&self.setup, steps, self.trace.count - 1)
        });
        let colors = first.and_then(|first| hints::colors(&first.kinds, &first.recorded.step));
        let missing = self.not_compared.missing();
        let lines = hints::for_missing(&missing, &self.trace.marks, self.setup.part);
        keys.into_iter().chain(colors).chain(lines).collect()
    }

    /// Returns what the search needs to know about a step that differs. None if there is no search: where an
    /// older recording is expected, or the start of a very long run was forgotten.
    fn input<'s>(
        &'s self,
        found: &'s DifferingStep,
        compared: &ComparedKinds,
        end: usize,
    ) -> Option<SearchInput<'s>> {
        let all = self.all();
        let is_searched =
            self.options.older.is_none() && self.recent.first == 0 && !self.options.without_causes;
        is_searched.then(|| SearchInput {
            setup: &self.setup,
            own: &self.options.own,
            steps: &self.recent.steps,
            compared: compared.clone(),
            found,
            end,
            is_whole: end < all || all == self.trace.count,
        })
    }

    /// Returns the number of steps up to the last one that is kept.
    fn all(&self) -> usize {
        self.recent.first + self.recent.steps.len()
    }

    /// Returns the last keys up to a step, as far as they are kept.
    fn keys_to(&self, index: usize) -> Vec<Key> {
        let count = (index + 1).saturating_sub(self.recent.first);
        let keys = self.recent.steps.iter().take(count).filter_map(|recorded| recorded.step.key);
        let mut keys: Vec<Key> = keys.collect();
        keys.split_off(keys.len().saturating_sub(LAST_KEYS))
    }

    /// Finds out everything about a step that differs.
    fn describe(&self, of: Of, found: &DifferingStep, cause: Option<Cause>) -> Divergence {
        let DifferingStep { expected, recorded, .. } = found;
        let right = found.right.as_ref();
        let of_save = right.filter(|_| found.before.is_some());
        let of_save = of_save.and_then(|game| hints::for_save_file(game, recorded));
        // Where no file was written, no mistake of the rules is behind it.
        let cause = cause.filter(|_| of_save != Some(Suspicion::UnwritableSave));
        // Where the recording has only hashes and a cause reproduces them, the cause knows what was on the
        // map and in the frame.
        let is_text = |kind: &Kind| kind.is_cosmetic() && *kind != Kind::Frame;
        let explains = cause.as_ref().filter(|cause| cause.unexplained.iter().all(is_text));
        let explained = explains.map(|cause| &cause.made);
        let known = complete(recorded.clone(), explained);
        let mut differences = found.compared.differences(expected, &known);
        let unexplained = right.filter(|_| cause.as_ref().is_none_or(Cause::is_partial));
        let for_seeds = unexplained.and_then(|game| hints::for_seeds(game, self.setup.seed, recorded));
        let of_view = |difference: &Difference| matches!(difference.kind(), Some(Kind::Tiles | Kind::Frame));
        let is_of_view = cause.is_none() && differences.iter().all(of_view);
        let for_floats = || hints::for_floats(expected, &recorded.step).filter(|_| is_of_view);
        draws::describe(&mut differences, self.setup.seed);
        let is_old = self.has_old_frame(found);
        for difference in differences.iter_mut().filter(|it| is_old && it.kind() == Some(Kind::Frame)) {
            difference.what = What::Frame(FrameChange::Old);
        }
        let explanation = match (&cause, &found.before, right) {
            (None, Some(before), Some(right)) => {
                explain::explain(before, right, expected, &differences, &recorded.step)
            }
            _ => None,
        };
        Divergence {
            of,
            differences,
            line: recorded.line,
            worked_out: explained.is_some()
                && (recorded.step.tiles.is_none() || recorded.step.screen.is_none()),
            recorded: known.step,
            brief: recorded.hash.is_some(),
            keys: self.keys_to(found.number()),
            cause,
            explanation,
            hint: of_save.or(for_seeds).or_else(for_floats),
            expected: expected.clone(),
        }
    }

    /// Returns true if a frame that differs is still that of the step before.
    fn has_old_frame(&self, found: &DifferingStep) -> bool {
        let before = found.number().checked_sub(self.recent.first + 1);
        let before = before.and_then(|index| line_of(&self.recent.steps.get(index)?.step, Kind::Frame));
        before.is_some() && before == line_of(&found.recorded.step, Kind::Frame)
    }
}

/// Returns a recorded step with what a cause, which explains it, knows beside: the lines of a brief one, and
/// pictures. The recorded pictures are nearer than those of the cause.
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

/// Returns the first line of a kind in a step.
pub(super) fn line_of(step: &Step, kind: Kind) -> Option<&str> {
    step.lines().find(|line| Kind::of_line(line) == Some(kind))
}
