//! A recording that ends although the program had not: the program crashed, hung or was stopped.

use super::explain;
use super::stored_trace::StoredTrace;
use roguelike::game::Game;
use roguelike::key::Key;
use roguelike::trace::PendingEvent;

/// Where a recording broke off. Only one that marks its end can show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokeOff {
    /// The number of the step that is missing.
    pub step: usize,
    /// The key that the program received after the last whole step, if it was one.
    pub key: Option<Key>,
    /// What happened, in words.
    pub words: String,
    /// What happens in the missing step by the right rules, in words.
    pub expected: Option<String>,
}

impl BrokeOff {
    /// Returns where a recording broke off, if it did. `last` is the right game after its last step.
    pub(super) fn of(trace: &StoredTrace, last: Option<Game>) -> Option<BrokeOff> {
        let marks = Some(&trace.marks).filter(|marks| marks.broke_off())?;
        let (key, words) = match marks.pending {
            Some(PendingEvent::Key(key)) => {
                (Some(key), "the program did not come back from this key: it crashed, hung or was ended")
            }
            Some(PendingEvent::Close) => {
                (None, "the window's close button was pressed, and the program did not end in an orderly way")
            }
            None if trace.count == 1 => {
                (None, "the program asked for no key: is SDL_WaitEvent still there in place of trace::wait?")
            }
            None => (None, "between two keys: the program was ended, or crashed while it waited"),
        };
        let words = match &marks.stopped {
            Some(reason) => format!("the recorder stopped the program: {reason}"),
            None => words.to_owned(),
        };
        let expected = key.zip(last).map(|(key, before)| {
            let mut after = before.clone();
            after.press(key);
            explain::key(&before, &after, key)
        });
        Some(BrokeOff { step: trace.count, key, words, expected })
    }
}
