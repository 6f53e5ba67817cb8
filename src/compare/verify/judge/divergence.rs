//! A step that differs, as the report has it.

use super::comparison::{Comparison, DifferingStep};
use super::{draws, hints};
use crate::verify::data::{Cause, Difference, Divergence, FrameChange, Of, Suspicion, Turn, What};
use roguelike::key::Key;
use roguelike::trace::{Kind, RecordedStep, Step};

/// Number of keys that are shown before a difference.
const LAST_KEYS: usize = 10;

impl Comparison<'_> {
    /// Finds out everything about a step that differs.
    pub fn describe(&self, of: Of, found: &DifferingStep, cause: Option<Cause>) -> Divergence {
        let DifferingStep { expected, recorded, .. } = found;
        let turn = found.before.clone().zip(found.right.clone());
        let turn = turn.map(|(before, after)| Turn { before, after });
        let of_save = turn.as_ref().and_then(|turn| hints::for_save_file(&turn.after, recorded));
        // A file that cannot be written is not caused by the rules.
        let cause = if of_save == Some(Suspicion::UnwritableSave) { None } else { cause };
        let explained = cause.as_ref().filter(|cause| explains_pictures(cause)).map(|cause| &cause.made);
        let known = complete(recorded.clone(), explained);
        let mut differences = found.compared.differences(expected, &known);
        draws::describe(&mut differences, self.setup.seed);
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

    /// Returns the last keys up to a step, as far as they are kept.
    fn keys_to(&self, index: usize) -> Vec<Key> {
        let count = (index + 1).saturating_sub(self.recent.first);
        let keys = self.recent.steps.iter().take(count).filter_map(|recorded| recorded.step.key);
        let mut keys: Vec<Key> = keys.collect();
        keys.split_off(keys.len().saturating_sub(LAST_KEYS))
    }

    /// Returns the suspected reason of a difference that no cause explains to the end: seeds, or rounding if
    /// only the view differs.
    fn suspicion(
        &self,
        found: &DifferingStep,
        cause: Option<&Cause>,
        differences: &[Difference],
    ) -> Option<Suspicion> {
        if cause.is_some_and(|cause| cause.is_whole()) {
            return None;
        }
        let DifferingStep { expected, recorded, right, .. } = found;
        let seeds = right.as_ref().and_then(|game| hints::for_seeds(game, self.setup.seed, recorded));
        let of_view = |it: &Difference| matches!(it.kind(), Some(Kind::Tiles | Kind::Frame));
        if seeds.is_some() || cause.is_some() || !differences.iter().all(of_view) {
            return seeds;
        }
        hints::for_floats(expected, &recorded.step)
    }

    /// Returns true if a frame that differs is still that of the step before.
    fn has_old_frame(&self, found: &DifferingStep) -> bool {
        let before = found.number().checked_sub(self.recent.first + 1);
        let before = before.and_then(|index| self.recent.steps.get(index)?.step.fact(Kind::Frame));
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
