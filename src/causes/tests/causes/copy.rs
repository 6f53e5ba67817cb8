//! The copy of the series, played with bugs.

use roguelike::game::Setup;
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::trace::RecordedStep;
pub use roguelike::trace::Step;
pub use roguelike_causes::Bug;
use roguelike_causes::{Edits, known_bugs};

/// Every bug with a name that a part can have, the likeliest first.
pub fn known(part: Part) -> Vec<Bug> {
    // Those of the table come first.
    known_bugs(part).take_while(|known| known.row().is_some()).collect()
}

/// The number of the edit that a part has under a sentence.
pub fn edit(part: u8, sentence: &str) -> u32 {
    let found = known_bugs(Part::new(part).unwrap()).find(|known| known.to_string() == sentence);
    found.unwrap_or_else(|| panic!("Part {part} has no '{sentence}'")).number()
}

/// Plays keys with some known bugs, at most three, by their numbers. Returns the steps up to the end of the
/// program, or to a step that a bug does not let end.
pub fn play(setup: &Setup, keys: &[Key], bugs: &[u32]) -> Vec<Step> {
    let mut steps = Vec::new();
    play_while(setup, keys, bugs, |step| {
        steps.push(step);
        true
    });
    steps
}

/// Does the same as long as the steps are wanted. Returns how many steps were made.
pub fn play_while(
    setup: &Setup,
    keys: &[Key],
    bugs: &[u32],
    mut goes_on: impl FnMut(Step) -> bool + Send,
) -> usize {
    let keys = std::iter::once(None).chain(keys.iter().copied().map(Some));
    let step = |key| RecordedStep { step: Step::new(0, key), ..RecordedStep::default() };
    let steps: Vec<RecordedStep> = keys.map(step).collect();
    let mut count = 0;
    let edits = Edits::of(bugs.iter().copied()).unwrap();
    roguelike_causes::replay(setup, &steps, edits, &mut |_, step| {
        count += 1;
        goes_on(step)
    });
    count
}

/// Returns the text of a step in a trace.
pub fn text_of(step: &Step) -> String {
    format!("step {} {}\n{}", step.number, step.key_name(), step.text())
}
