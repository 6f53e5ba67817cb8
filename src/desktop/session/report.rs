//! What a session tells outside of its window, until it is announced.

use crate::event::Event;

/// Events and problems that have not been announced.
#[derive(Default)]
pub(super) struct Report {
    /// What happened.
    pub events: Vec<Event>,
    /// What went wrong. One line each.
    pub problems: Vec<String>,
    /// True if a run with another setup goes on.
    pub is_continued: bool,
    /// True if a screenshot is to be taken.
    pub wants_screenshot: bool,
}
