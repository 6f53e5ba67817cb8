//! Which step is looked at, and what keys do.

use std::time::Duration;

use crate::desktop::show::sides::Sides;
use crate::desktop::show::words::{self, Line};
use crate::key::Key;
use crate::map::MAP_WIDTH;
use crate::support::text::visible;
use crate::trace::TraceError;
use crate::verify::side_by_side::{Next, SideBySide};

const N: Key = Key(17);
const Z: Key = Key(29);

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
    pub texts: [Vec<Line>; 2],
}

/// A step that is to be shown as soon as the steps before it are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// This one.
    Step(usize),
    /// The next one that differs.
    NextDifference,
}

/// Looks at a recording, step by step.
pub struct Viewer {
    both: SideBySide,
    step: usize,
    goal: Option<Goal>,
    notice: Option<&'static str>,
    /// True if two maps are shown with all their columns.
    is_whole: bool,
    is_over: bool,
}

impl Viewer {
    /// Begins at the first step that differs, or at step 0 if none does.
    ///
    /// # Errors
    /// When the file cannot be read any more.
    pub fn new(mut both: SideBySide) -> Result<Viewer, TraceError> {
        let step = both.first_difference().unwrap_or(0);
        both.compare_to(step)?;
        Ok(Viewer { both, step, goal: None, notice: None, is_whole: false, is_over: false })
    }

    /// Returns true if the user has ended it.
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Ends it.
    pub const fn end(&mut self) {
        self.is_over = true;
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
        let last = self.both.last();
        let goal = match key {
            Key::ESCAPE => {
                self.end();
                return false;
            }
            Key::LEFT | Key::UP => Goal::Step(self.step.saturating_sub(1)),
            Key::RIGHT | Key::DOWN => Goal::Step(self.step + 1),
            Key::PAGE_UP => Goal::Step(self.step.saturating_sub(PAGE)),
            Key::PAGE_DOWN => Goal::Step(self.step + PAGE),
            Key::HOME => Goal::Step(0),
            Key::END => Goal::Step(last),
            Key::TAB if shift => return self.go_back(),
            Key::P => return self.go_back(),
            N | Key::TAB => Goal::NextDifference,
            Z => {
                self.is_whole = !self.is_whole;
                return true;
            }
            _ => return false,
        };
        self.notice = None;
        self.goal = Some(match goal {
            Goal::Step(step) => Goal::Step(step.min(last)),
            goal => goal,
        });
        self.reach_goal();
        true
    }

    fn go_back(&mut self) -> bool {
        self.goal = None;
        self.notice = None;
        match self.both.difference_before(self.step) {
            Some(step) => self.step = step,
            None => self.notice = Some("No earlier step differs."),
        }
        true
    }

    fn reach_goal(&mut self) {
        match self.goal {
            Some(Goal::Step(step)) if step < self.both.compared() => {
                self.step = step;
                self.goal = None;
            }
            Some(Goal::NextDifference) => {
                match self.both.difference_after(self.step) {
                    Next::At(step) => self.step = step,
                    Next::Never => self.notice = Some("No later step differs."),
                    Next::Unknown => return,
                }
                self.goal = None;
            }
            _ => {}
        }
    }

    /// Returns what is to be shown: the title of the window, both pictures, and the texts below them.
    ///
    /// # Errors
    /// When the file cannot be read any more.
    pub fn view(&mut self) -> Result<View, TraceError> {
        let pair = self.both.pair(self.step)?;
        let both = &self.both;
        let mut found = both.found_at(self.step);
        let worked_out = found.find_map(|found| found.screen.as_deref().filter(|_| found.worked_out));
        let mut sides = Sides::new(both.header().part, &pair, worked_out);
        let texts =
            [words::of_step(both, &pair, self.notice), words::of_recording(both, &pair, sides.origin)];
        if self.is_whole {
            sides.columns = 0..MAP_WIDTH;
        }
        let differs = if pair.differs { "differs" } else { "equal" };
        let title = format!("{}: {}, {differs}", visible(both.name()), words::place(both, &pair));
        Ok(View { title, sides, texts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Setup;
    use crate::part::Part;
    use crate::trace::{Form, Header, Tracer};

    /// A recording of Part 7 in which the title is wrong in these steps.
    fn viewer(steps: usize, wrong: &[usize]) -> Viewer {
        let setup = Setup::new(Part::new(7).unwrap(), 42);
        let (mut tracer, first) = Tracer::new(setup.clone());
        let mut text = Header::new(&setup, Form::Full).to_string() + &first.to_text(Form::Full);
        for step in 1..=steps {
            let key = if step % 2 == 0 { Key::LEFT } else { Key::RIGHT };
            let block = tracer.press(key).to_text(Form::Full);
            text += &if wrong.contains(&step) { block.replacen("title ", "title Not ", 1) } else { block };
        }
        Viewer::new(SideBySide::of_text(text)).unwrap()
    }

    /// Presses a key, and compares steps until what it asks for is shown.
    fn press(viewer: &mut Viewer, key: Key) -> usize {
        viewer.press(key, false);
        while viewer.goal.is_some() {
            assert!(viewer.work().unwrap());
        }
        viewer.step
    }

    #[test]
    fn keys_lead_back_and_forth_and_to_the_ends() {
        let mut viewer = viewer(30, &[7]);
        assert_eq!(viewer.step, 7);
        let keys = [
            (Key::LEFT, 6),
            (Key::RIGHT, 7),
            (Key::PAGE_DOWN, 17),
            (Key::PAGE_DOWN, 27),
            (Key::PAGE_DOWN, 30),
        ];
        let more = [
            (Key::RIGHT, 30),
            (Key::PAGE_UP, 20),
            (Key::HOME, 0),
            (Key::LEFT, 0),
            (Key::END, 30),
            (Key::UP, 29),
        ];
        for (key, step) in keys.into_iter().chain(more) {
            assert_eq!(press(&mut viewer, key), step, "{key:?}");
        }
        assert!(!viewer.press(Key::X, false) && !viewer.is_over());
        viewer.press(Key::ESCAPE, false);
        assert!(viewer.is_over());
    }

    #[test]
    fn keys_lead_from_difference_to_difference() {
        let mut viewer = viewer(60, &[7, 8, 40]);
        for (key, step, notice) in [
            (N, 8, None),
            (Key::TAB, 40, None),
            (N, 40, Some("No later step differs.")),
            (Key::P, 8, None),
            (Key::P, 7, None),
            (Key::P, 7, Some("No earlier step differs.")),
            (Key::RIGHT, 8, None),
        ] {
            assert_eq!(press(&mut viewer, key), step, "{key:?}");
            assert_eq!(viewer.notice, notice);
        }
        viewer.press(Key::TAB, true);
        assert_eq!(viewer.step, 7, "Shift and Tab go back");
    }

    #[test]
    fn an_equal_recording_begins_at_step_0_and_says_so() {
        let mut viewer = viewer(12, &[]);
        let view = viewer.view().unwrap();
        assert_eq!(view.title, "test: step 0 of 12, start, equal");
        let told = |view: &View| view.texts[0].iter().map(|line| line.text.clone()).collect::<Vec<_>>();
        assert!(told(&view).iter().any(|text| text.contains("equal to the expected run, in all its steps")));
        assert_eq!(press(&mut viewer, N), 0);
        assert_eq!(told(&viewer.view().unwrap())[2], "No later step differs.");
        assert!(!viewer.is_busy());
    }

    #[test]
    fn the_words_of_the_report_are_told() {
        let mut viewer = viewer(12, &[5]);
        let view = viewer.view().unwrap();
        assert_eq!(view.title, "test: step 5 of 12, Right, differs");
        let texts = view.texts.map(|lines| lines.into_iter().map(|line| line.text).collect::<Vec<_>>());
        let right = "Roguelike - Part 7   |   HP: 30 / 30";
        assert_eq!(texts[0][..2], ["EXPECTED   part 7, seed 42, libstdc++", "step 5 of 12, Right"]);
        assert!(texts[0].contains(&format!("title: '{right}', recorded 'Not {right}'")), "{texts:?}");
        assert!(texts[1].contains(&format!("expected  title {right}")), "{texts:?}");
        assert!(texts[1].contains(&format!("recorded  title Not {right}")), "{texts:?}");
        press(&mut viewer, Key::RIGHT);
        let later =
            viewer.view().unwrap().texts[0].iter().any(|line| line.text == "from step 5 (Right) on: title");
        assert!(later);
    }
}
