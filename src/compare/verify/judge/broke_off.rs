//! Finds where a recording broke off.

use super::comparison::Comparison;
use crate::verify::data::{BrokeOff, Ending, Turn};
use roguelike::trace::PendingEvent;

/// Returns where a recording broke off, if it did.
pub(super) fn find(comparison: &Comparison<'_>) -> Option<BrokeOff> {
    let Comparison { trace, last, .. } = comparison;
    if trace.marks.ended_early() && !trace.quits {
        return Some(BrokeOff { step: trace.count, key: None, ending: Ending::Early, turn: None });
    }
    let marks = Some(&trace.marks).filter(|marks| marks.broke_off())?;
    let (key, ending) = match marks.pending {
        Some(PendingEvent::Key(key)) => (Some(key), Ending::InKey),
        Some(PendingEvent::Close) => (None, Ending::Closing),
        None if trace.count == 1 => (None, Ending::NoKey),
        None => (None, Ending::Waiting),
    };
    let turn = key.zip(last.clone()).map(|(key, before)| {
        let mut after = before.clone();
        after.press(key);
        Turn { before, after }
    });
    let ending = marks.stopped.clone().map_or(ending, Ending::Stopped);
    Some(BrokeOff { step: trace.count, key, ending, turn })
}
