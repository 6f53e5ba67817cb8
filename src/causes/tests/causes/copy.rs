//! The copy of the series, played with mistakes.

use roguelike::game::Setup;
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::support::save_slot::SaveSlot;
pub use roguelike_causes::KnownMistake;
pub use roguelike_causes::Step;
use roguelike_causes::{MOST, StepInput, known_mistakes};

/// Every mistake with a name that a part can have, the likeliest first.
pub fn known(part: Part) -> Vec<KnownMistake> {
    // Those of the table come first.
    known_mistakes(part.number()).take_while(|known| known.row.is_some()).collect()
}

/// The number of the edit that a part has under a sentence.
pub fn edit(part: u8, sentence: &str) -> u32 {
    let found = known_mistakes(part).find(|known| known.text == sentence);
    found.unwrap_or_else(|| panic!("Part {part} has no '{sentence}'")).number
}

/// Plays keys with some known mistakes, at most three, by their numbers. Returns the steps up to the end of
/// the program, or to a step that a mistake does not let end.
pub fn play(setup: &Setup, keys: &[Key], mistakes: &[u32]) -> Vec<Step> {
    let mut steps = Vec::new();
    play_while(setup, keys, mistakes, |step| {
        steps.push(step);
        true
    });
    steps
}

/// Does the same as long as the steps are wanted. Returns how many steps were made.
pub fn play_while(
    setup: &Setup,
    keys: &[Key],
    mistakes: &[u32],
    mut goes_on: impl FnMut(Step) -> bool + Send,
) -> usize {
    let save = match &setup.slot {
        SaveSlot::Memory(text) => text.as_deref(),
        SaveSlot::File(_) => None,
    };
    let (part, seed, library) = (setup.part.number(), setup.seed, setup.library.name());
    let setup = roguelike_causes::Setup { part, seed, library, save };
    let mut edits = [0; MOST];
    edits.iter_mut().zip(mistakes).for_each(|(edit, mistake)| *edit = *mistake);
    let keys = std::iter::once(None).chain(keys.iter().map(|key| Some(key.0)));
    let steps: Vec<StepInput<'_>> = keys.map(|key| StepInput { key, ..StepInput::default() }).collect();
    let mut count = 0;
    roguelike_causes::replay(&setup, &steps, edits, &mut |_, step| {
        count += 1;
        goes_on(step)
    });
    count
}

/// What a trace has of a step.
pub fn text_of(step: &Step) -> String {
    format!("step {} {}\n{}", step.number, step.key_name(), step.text())
}
