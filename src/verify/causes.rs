//! The search for mistakes in the rules, which is a crate of its own: what it is asked, and what it answers.

use roguelike_causes as causes;
pub use roguelike_causes::known::KnownMistake;

use super::cause::{Cause, LaterCause};
use super::compared_kinds::ComparedKinds;
use super::hypothesis::Edits;
use super::search::{Scene, Search};
use crate::game::Setup;
use crate::key::Key;
use crate::part::Part;
use crate::support::save_slot::SaveSlot;
use crate::trace::{Block, Kind, Step};

/// What is said where a recording differs.
pub(super) const NOTE: Option<&str> = None;

/// What a search found.
#[derive(Default)]
pub(super) struct Answer {
    /// The edits that explain the most.
    pub cause: Option<Cause>,
    /// True if they explain everything but the lines that may be the program's own.
    pub without_own: bool,
    /// True if not everything was tried.
    pub cut: bool,
}

/// Finds edits of the series that give what was recorded, or else all of it but lines of the kinds that may
/// be the program's own.
pub(super) fn find(scene: &Scene<'_>, own: &[Kind], limits: &Search) -> Answer {
    if scene.first > 0 || scene.setup.other_view.is_some() {
        return Answer { cut: scene.first > 0, ..Answer::default() };
    }
    let own: Vec<causes::Kind> = own.iter().map(|kind| kind.word()).collect();
    let answer = ask(scene, limits, |case| causes::find(case, &own));
    let cause = answer.cause.map(|cause| cause_of(cause, scene));
    Answer { cause, without_own: answer.without_own, cut: answer.is_cut }
}

/// Returns the cause as it explains another difference of the same recording, if it does.
pub(super) fn try_again(scene: &Scene<'_>, cause: &Cause, edits: Edits) -> Option<Cause> {
    let again = ask(scene, &Search::within(None), |case| causes::try_again(case, edits))?;
    let Cause { name, ref text, ref others, .. } = *cause;
    Some(Cause { name, text: text.clone(), others: others.clone(), ..cause_of(again, scene) })
}

/// Plays the recorded keys with edits, as long as the steps are wanted.
pub(super) fn replay(
    scene: &Scene<'_>,
    edits: Edits,
    goes_on: &mut (dyn FnMut(usize, Block) -> bool + Send),
) {
    causes::replay(&setup_of(scene.setup), &inputs(scene), edits, &mut |index, block| {
        goes_on(index, block_of(block, scene.steps[index].key))
    });
}

/// Returns every mistake with a name that a part can have, the likeliest first.
pub fn known(part: Part) -> Vec<KnownMistake> {
    causes::known::all(part.number())
}

/// Plays keys with some known mistakes, at most three, by their numbers. Returns the steps up to the end of
/// the program, or to a step that a mistake does not let end.
pub fn play(setup: &Setup, keys: &[Key], mistakes: &[u32]) -> Vec<Block> {
    let mut blocks = Vec::new();
    play_while(setup, keys, mistakes, |block| {
        blocks.push(block);
        true
    });
    blocks
}

/// Does the same as long as the steps are wanted. Returns how many steps were made.
pub fn play_while(
    setup: &Setup,
    keys: &[Key],
    mistakes: &[u32],
    mut goes_on: impl FnMut(Block) -> bool + Send,
) -> usize {
    let mut edits = [0; causes::MOST];
    edits.iter_mut().zip(mistakes).for_each(|(edit, mistake)| *edit = *mistake);
    let keys: Vec<Option<Key>> = std::iter::once(None).chain(keys.iter().copied().map(Some)).collect();
    let step = |key: &Option<Key>| causes::Step { key: key.map(|key| key.0), ..Default::default() };
    let steps: Vec<causes::Step<'_>> = keys.iter().map(step).collect();
    let mut count = 0;
    causes::replay(&setup_of(setup), &steps, edits, &mut |index, block| {
        count += 1;
        goes_on(block_of(block, keys[index]))
    });
    count
}

/// Asks the search something about a step that differs.
fn ask<T>(scene: &Scene<'_>, limits: &Search, question: impl FnOnce(&causes::Case<'_>) -> T) -> T {
    question(&causes::Case {
        setup: setup_of(scene.setup),
        steps: &inputs(scene),
        recording: &Recorded { steps: scene.steps, compared: scene.compared.clone() },
        step: scene.step,
        end: scene.end,
        is_whole: scene.is_whole,
        deadline: limits.deadline,
    })
}

fn setup_of(setup: &Setup) -> causes::Setup<'_> {
    causes::Setup {
        part: setup.part.number(),
        seed: setup.seed,
        library: setup.library.name(),
        save: saved(&setup.slot),
    }
}

fn inputs<'s>(scene: &Scene<'s>) -> Vec<causes::Step<'s>> {
    let input = |step: &'s Step| causes::Step {
        key: step.key.map(|key| key.0),
        save: step.slot.as_ref().map(saved),
        is_hashed: step.hash.is_some(),
        has_picture: step.screen.is_some(),
    };
    scene.steps.iter().map(input).collect()
}

/// Returns what a slot in memory holds.
fn saved(slot: &SaveSlot) -> Option<&str> {
    match slot {
        SaveSlot::Memory(text) => text.as_deref(),
        SaveSlot::File(_) => None,
    }
}

/// The recorded steps, and what of them is compared.
struct Recorded<'a> {
    steps: &'a [Step],
    compared: ComparedKinds,
}

impl ComparedKinds {
    /// Returns true if lines without that of the frame are as recorded. The step is not brief.
    fn matches_but_frame(&self, expected: &[String], number: usize, step: &Step) -> bool {
        let lines = step.lines().filter(|line| !line.starts_with(Kind::Frame.word()));
        lines.eq(expected.iter().map(String::as_str))
            || self.same_lines(expected, number, step, |kind| kind != Kind::Frame)
    }
}

impl causes::Recording for Recorded<'_> {
    fn has_frames(&self) -> bool {
        self.compared.has(Kind::Frame)
    }

    fn matches(&self, step: usize, lines: &[String]) -> bool {
        self.compared.matches_lines(lines, step, &self.steps[step])
    }

    fn matches_but_frame(&self, step: usize, lines: &[String]) -> bool {
        self.compared.matches_but_frame(lines, step, &self.steps[step])
    }

    fn wrong_lines(&self, step: usize, lines: &[String]) -> Vec<causes::Kind> {
        let block = Block { step, lines: lines.to_vec(), ..Block::default() };
        let differences = self.compared.differences(&block, &self.steps[step]);
        differences.iter().filter_map(|difference| Some(difference.kind?.word())).collect()
    }

    fn without(&self, kinds: &[causes::Kind]) -> Box<dyn causes::Recording + '_> {
        Box::new(Recorded { steps: self.steps, compared: self.compared.without(&kinds_of(kinds)) })
    }
}

fn kinds_of(words: &[causes::Kind]) -> Vec<Kind> {
    words.iter().filter_map(|word| Kind::from_word(word)).collect()
}

fn cause_of(cause: causes::Cause, scene: &Scene<'_>) -> Cause {
    let later = cause.later.into_iter().map(|later| LaterCause {
        name: later.name,
        text: later.text,
        step: later.step,
        steps: later.steps,
        others: later.others,
    });
    Cause {
        name: cause.name,
        text: cause.text,
        steps: cause.steps,
        to_the_end: cause.to_the_end,
        cut_short: cause.cut_short,
        from_start: true,
        unexplained: kinds_of(&cause.unexplained),
        block: block_of(cause.block, scene.steps[scene.step - scene.first].key),
        others: cause.others,
        later: later.collect(),
        test: cause.edits.into(),
    }
}

fn block_of(block: causes::Block, key: Option<Key>) -> Block {
    let causes::Block { step, lines, tiles, screen, colors, .. } = block;
    Block { step, key, lines, tiles, screen, colors }
}
