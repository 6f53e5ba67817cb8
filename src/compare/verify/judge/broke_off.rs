//! Finds where a recording broke off.

use crate::verify::data::{BrokeOff, Ending, Turn};
use crate::verify::input::StoredTrace;
use roguelike::game::Game;
use roguelike::trace::PendingEvent;

/// Returns where a recording broke off, if it did. `last` is the right game after its last step.
pub(super) fn find(trace: &StoredTrace, last: Option<&Game>) -> Option<BrokeOff> {
    let marks = Some(&trace.marks).filter(|marks| marks.broke_off())?;
    let (key, ending) = match marks.pending {
        Some(PendingEvent::Key(key)) => (Some(key), Ending::InKey),
        Some(PendingEvent::Close) => (None, Ending::Closing),
        None if trace.count == 1 => (None, Ending::NoKey),
        None => (None, Ending::Waiting),
    };
    let turn = key.zip(last.cloned()).map(|(key, before)| {
        let mut after = before.clone();
        after.press(key);
        Turn { before, after }
    });
    let ending = marks.stopped.clone().map_or(ending, Ending::Stopped);
    Some(BrokeOff { step: trace.count, key, ending, turn })
}
