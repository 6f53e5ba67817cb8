//! A recording that ends although the program had not: the program crashed, hung or was stopped.

use super::explain;
use super::stored_trace::Survey;
use crate::game::Game;
use crate::trace::PendingEvent;

/// Where a recording broke off. Only one that marks its end can show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokeOff {
    /// The number of the step that is missing.
    pub step: usize,
    /// The event that the program received after the last whole step.
    pub pending: Option<PendingEvent>,
    /// Why the recorder stopped the program, if it did.
    pub stopped: Option<String>,
    /// What happens in the missing step by the right rules, in words.
    pub expected: Option<String>,
}

impl BrokeOff {
    /// Returns where a recording broke off, if it did. `last` is the right game after its last step.
    pub(super) fn of(survey: &Survey, last: Option<Game>) -> Option<BrokeOff> {
        let marks = Some(&survey.marks).filter(|marks| marks.broke_off())?;
        let expected = match (marks.pending, last) {
            (Some(PendingEvent::Key(key)), Some(before)) => {
                let mut after = before.clone();
                after.press(key);
                Some(explain::key(&before, &after, key))
            }
            _ => None,
        };
        Some(BrokeOff {
            step: survey.count,
            pending: marks.pending,
            stopped: marks.stopped.clone(),
            expected,
        })
    }

    /// Returns the name of the key that was received.
    pub fn key_name(&self) -> Option<&'static str> {
        match self.pending {
            Some(PendingEvent::Key(key)) => Some(key.name()),
            Some(PendingEvent::Close) | None => None,
        }
    }

    /// Returns what happened, in words.
    pub fn words(&self) -> String {
        match (&self.stopped, self.pending) {
            (Some(reason), _) => format!("the recorder stopped the program: {reason}"),
            (None, Some(PendingEvent::Key(_))) => {
                "the program did not come back from this key: it crashed, hung or was ended".to_owned()
            }
            (None, Some(PendingEvent::Close)) => {
                "the window's close button was pressed, and the program did not end in an orderly way"
                    .to_owned()
            }
            (None, None) if self.step == 1 => {
                "the program asked for no key: is SDL_WaitEvent still there in place of trace::wait?"
                    .to_owned()
            }
            (None, None) => "between two keys: the program was ended, or crashed while it waited".to_owned(),
        }
    }
}
