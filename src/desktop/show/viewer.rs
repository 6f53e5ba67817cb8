//! Which step is looked at, and what keys do.

use std::time::Duration;

use crate::desktop::pages::Text;
use crate::desktop::show::sides::Sides;
use crate::desktop::show::words;
use crate::key::Key;
use crate::map::MAP_WIDTH;
use crate::support::text::visible;
use crate::trace::TraceError;
use crate::verify::side_by_side::{Next, SideBySide};

/// Number of steps of a page.
const PAGE: usize = 10;
/// Time for which steps are compared before the next look at the keys.
const SLICE: Duration = Duration::from_millis(100);

/// What a window shows.
pub struct View {
    /// Its title.
    pub title: String,
    /// Both pictures.
    pub sides: Sides,
    /// The texts below them.
    pub texts: [Vec<Text>; 2],
}

/// A step that is to be shown as soon as the steps before it are compared.
#[derive(Clone, Copy)]
enum Goal {
    /// This one.
    Step(usize),
    /// The next one that differs.
    NextDifference,
    /// The last one before that differs.
    LastDifference,
}

/// Looks at a recording, step by step.
pub struct Viewer {
    both: SideBySide,
    step: usize,
    goal: Option<Goal>,
    notice: Option<&'static str>,
    /// True if two maps are shown with all their columns.
    is_whole: bool,
}

impl Viewer {
    /// Begins at the first step that differs, or at step 0 if none does.
    ///
    /// # Errors
    /// When the file cannot be read any more.
    pub fn new(mut both: SideBySide) -> Result<Viewer, TraceError> {
        let step = both.first_difference().unwrap_or(0);
        both.compare_to(step)?;
        Ok(Viewer { both, step, goal: None, notice: None, is_whole: false })
    }

    /// Returns true if there are steps to compare. Until then there is something to do without a key.
    pub const fn is_busy(&self) -> bool {
        !self.both.is_compared()
    }

    /// Compares more steps for a moment, and goes on to the step that was asked for if that is possible now.
    /// Returns true if something is to be shown.
    ///
    /// # Errors
    /// When the file cannot be read any more.
    pub fn work(&mut self) -> Result<bool, TraceError> {
        if !self.is_busy() {
            return Ok(false);
        }
        self.both.compare_for(SLICE)?;
        self.reach_goal();
        Ok(true)
    }

    /// Does what a key means. `shift` is true if Shift is held down. Returns true if something is to be
    /// shown.
    pub fn press(&mut self, key: Key, shift: bool) -> bool {
        let (step, last) = (self.step, self.both.last());
        let goal = match key {
            Key::LEFT | Key::UP => Goal::Step(step.saturating_sub(1)),
            Key::RIGHT | Key::DOWN => Goal::Step(last.min(step + 1)),
            Key::PAGE_UP => Goal::Step(step.saturating_sub(PAGE)),
            Key::PAGE_DOWN => Goal::Step(last.min(step + PAGE)),
            Key::HOME => Goal::Step(0),
            Key::END => Goal::Step(last),
            Key::TAB if shift => Goal::LastDifference,
            Key::P => Goal::LastDifference,
            Key::N | Key::TAB => Goal::NextDifference,
            Key::Z => {
                self.is_whole = !self.is_whole;
                return true;
            }
            _ => return false,
        };
        (self.goal, self.notice) = (Some(goal), None);
        self.reach_goal();
        true
    }

    fn reach_goal(&mut self) {
        let Some(goal) = self.goal else { return };
        let (next, never) = match goal {
            Goal::Step(step) if step < self.both.compared() => (Next::At(step), ""),
            Goal::Step(_) => (Next::Unknown, ""),
            Goal::NextDifference => (self.both.difference_after(self.step), "No later step differs."),
            Goal::LastDifference => {
                let before = self.both.difference_before(self.step);
                (before.map_or(Next::Never, Next::At), "No earlier step differs.")
            }
        };
        match next {
            Next::At(step) => self.step = step,
            Next::Never => self.notice = Some(never),
            Next::Unknown => return,
        }
        self.goal = None;
    }

    /// Returns what is to be shown: the title of the window, both pictures, and the texts below them.
    ///
    /// # Errors
    /// When the file cannot be read any more.
    pub fn view(&self) -> Result<View, TraceError> {
        let both = &self.both;
        let pair = both.pair(self.step)?;
        let all = both.verdict().all();
        let mut found = all.filter(|found| found.expected.step == self.step && found.worked_out);
        let mut sides = Sides::new(&pair, found.find_map(|found| found.screen.as_deref()));
        let texts = [words::of_step(both, &pair, self.notice), words::of_recording(both, &pair, sides.note)];
        if self.is_whole {
            sides.columns = 0..MAP_WIDTH;
        }
        let differs = if pair.differs { "differs" } else { "equal" };
        let title = format!("{}: {}, {differs}", visible(both.name()), words::place(both, &pair));
        Ok(View { title, sides, texts })
    }
}
