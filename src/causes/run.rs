//! A run of the copy. Nothing that the copy raises leaves this file: an edit can lead to any panic, and so
//! can a save file, which the copy believes.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use roguelike::game::Setup;

use crate::game::{Game, Outcome};
use crate::rng::Rng;
use crate::screen::{self, Frame};
use crate::threads::in_thread;
use crate::{Edits, RecordedStep, Recording, Step, snapshot, switches};

/// Fuel of the series itself, and of edits that are played on: passes of loops and calls in a step.
pub(crate) const PLENTY: u32 = 4_000_000;

thread_local! {
    /// True while the copy plays: a panic then means only that an edit explains nothing.
    static IS_COPY_PLAYING: Cell<bool> = const { Cell::new(false) };
}

/// Keeps the panics of the copy from standard error. Others are reported as before.
fn silence_copy() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let report = take_hook();
        set_hook(Box::new(move |panic| {
            if !IS_COPY_PLAYING.get() {
                report(panic);
            }
        }));
    });
}

/// Work of a step besides passes of loops and calls: its lines, its frame, and copies of the game.
const WORK_OF_A_STEP: u64 = 2_000;

/// Edits that are played, and the work that they take: passes of loops and calls.
#[derive(Clone)]
pub(crate) struct Attempt {
    edits: Edits,
    /// Maximum work in a step.
    fuel: u32,
    /// The generator of the last dungeon, for edits in which it goes on.
    kept: Option<Rng>,
    /// The most work in a step.
    pub most_work: u32,
    /// The work in all steps.
    pub work: u64,
}

impl Attempt {
    /// Runs code of the copy with the edits. Returns `None` if it panicked or took too much work.
    fn play<T>(&mut self, job: impl FnOnce() -> T) -> Option<T> {
        silence_copy();
        switches::activate(self.edits, self.fuel);
        switches::KEPT.set(self.kept.take());
        IS_COPY_PLAYING.set(true);
        let result = catch_unwind(AssertUnwindSafe(job));
        IS_COPY_PLAYING.set(false);
        self.kept = switches::KEPT.take();
        let work = self.fuel - switches::FUEL.get();
        self.most_work = self.most_work.max(work);
        self.work += u64::from(work);
        result.ok()
    }
}

/// A game that is played by the copy with edits.
#[derive(Clone)]
pub(crate) struct Run {
    /// On the heap: a run is moved often, and a game has some ten thousand bytes.
    game: Box<Game>,
    frame: Frame,
    /// The index of the step that is made next.
    pub next: usize,
    outcome: Outcome,
    pub attempt: Attempt,
}

impl Run {
    /// Begins a run with edits, which have some fuel in a step: passes of loops and calls.
    pub fn start(setup: &Setup, edits: Edits, fuel: u32) -> Option<Run> {
        let Setup { part, seed, library, .. } = *setup;
        let slot = setup.slot.clone();
        let setup = crate::game::Setup { part, seed, library, other_view: None, slot };
        let mut attempt = Attempt { edits, fuel, kept: None, most_work: 0, work: 0 };
        let (game, frame) = attempt.play(|| {
            let game = Box::new(Game::new(setup));
            let frame = Frame::new(screen::rows(game.part()));
            (game, frame)
        })?;
        Some(Run { game, frame, next: 0, outcome: Outcome::Redraw, attempt })
    }

    /// Returns a copy of the run that goes on with other edits. Its work counts from here on.
    pub fn with(&self, edits: Edits, fuel: u32) -> Run {
        let mut run = self.clone();
        run.attempt = Attempt { edits, fuel, work: 0, ..run.attempt };
        run
    }

    /// Makes a step. Returns false if the edits prevent it. The first step is made already.
    pub fn press(&mut self, input: &RecordedStep) -> bool {
        if self.outcome == Outcome::Quit {
            return false;
        }
        self.next += 1;
        self.attempt.work += WORK_OF_A_STEP;
        let Some(key) = input.step.key else { return true };
        let outcome = self.attempt.play(|| {
            if let Some(save) = &input.save {
                self.game.set_slot(save.slot());
            }
            self.game.press(key)
        });
        outcome.map(|outcome| self.outcome = outcome).is_some()
    }

    /// Draws if the last key requires it. Returns false if the edits prevent it.
    pub fn draw(&mut self) -> bool {
        let outcome = std::mem::replace(&mut self.outcome, Outcome::Nothing);
        outcome != Outcome::Redraw
            || self.attempt.play(|| screen::render(&self.game, &mut self.frame)).is_some()
    }

    /// Returns the lines of the step that was just made but that of the frame.
    pub fn lines(&mut self, input: &RecordedStep) -> Option<Step> {
        let (number, key) = (self.next - 1, input.step.key);
        if let (Outcome::Quit, Some(key)) = (self.outcome, key) {
            return Some(Step::quit(number, key));
        }
        self.attempt.play(|| snapshot::without_frame(&self.game, number, key))
    }

    /// Draws the step that was just made, and adds the line of its frame, unless it ends the program.
    fn add_frame(&mut self, made: &mut Step) -> bool {
        made.quits()
            || self.draw()
                && self.attempt.play(|| snapshot::add_frame(&self.game, made, &self.frame)).is_some()
    }

    /// Returns the step that was just made, without pictures.
    pub fn lines_and_frame(&mut self, input: &RecordedStep) -> Option<Step> {
        let mut made = self.lines(input)?;
        self.add_frame(&mut made).then_some(made)
    }

    /// Returns the step that was just made, with pictures.
    pub fn with_pictures(&mut self, input: &RecordedStep) -> Option<Step> {
        let mut made = self.lines_and_frame(input)?;
        if !made.quits() {
            self.attempt.play(|| snapshot::add_pictures(&mut made, &self.game, &self.frame))?;
        }
        Some(made)
    }

    /// Returns true if the step that was just made is as recorded; `made` are its lines. The frame is
    /// compared last, because most edits show before anything is drawn.
    pub fn is_as_recorded(&mut self, made: &Step, recording: &dyn Recording, input: &RecordedStep) -> bool {
        // The hash of the lines is one with that of the frame.
        if input.hash.is_none() && !recording.matches_but_frame(made) {
            return false;
        }
        if input.saved.is_some() && recording.compares_saves() {
            let saved = self.attempt.play(|| self.game.save_text());
            if saved.is_none_or(|saved| !recording.matches_save(&saved, made.number)) {
                return false;
            }
        }
        let mut made = made.clone();
        (!recording.has_frames() || self.add_frame(&mut made)) && recording.matches(&made)
    }
}

/// Plays steps with edits as long as they are wanted. Those of steps with a picture have pictures.
pub fn replay(
    setup: &Setup,
    steps: &[RecordedStep],
    edits: Edits,
    goes_on: &mut (dyn FnMut(usize, Step) -> bool + Send),
) {
    // Where the edits panic the steps end.
    let play = || {
        let mut run = Run::start(setup, edits, PLENTY);
        for (index, input) in steps.iter().enumerate() {
            run = run.take_if(|run| run.press(input));
            let made = run.as_mut().and_then(|run| match input.step.screen.is_some() {
                true => run.with_pictures(input),
                false => run.lines_and_frame(input),
            });
            if !made.is_some_and(|made| goes_on(index, made)) {
                return;
            }
        }
    };
    let _ended = in_thread(play, &|| {});
}
