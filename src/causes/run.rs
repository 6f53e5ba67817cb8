//! A run of the copy. Nothing that the copy raises leaves this file: an edit can lead to any panic, and so
//! can a save file, which the copy believes.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use crate::game::{Game, Outcome, Setup as GameSetup};
use crate::key::Key;
use crate::part::Part;
use crate::rng::{Rng, StdLib};
use crate::screen::{self, Frame};
use crate::support::save_slot::SaveSlot;
use crate::threads::in_thread;
use crate::{Edits, Recording, Setup, Step, StepInput, switches};

/// Fuel of the series itself, and of edits that are played on: passes of loops and calls in a step.
pub(crate) const PLENTY: u32 = 4_000_000;

thread_local! {
    /// True while the copy plays: a panic then says only that an edit is no explanation.
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

/// Edits that are tried, and the fuel that they have in a step.
#[derive(Clone, Copy)]
pub(crate) struct Attempt {
    pub edits: Edits,
    pub fuel: u32,
}

impl Attempt {
    /// An attempt with plenty of fuel.
    pub fn of(edits: Edits) -> Attempt {
        Attempt { edits, fuel: PLENTY }
    }

    /// Lets the copy do something with the edits. None if it panicked or took too much work.
    fn play<T>(self, work: impl FnOnce() -> T) -> Option<T> {
        silence_copy();
        let was_playing = IS_COPY_PLAYING.replace(true);
        switches::activate(self.edits, self.fuel);
        let result = catch_unwind(AssertUnwindSafe(work));
        IS_COPY_PLAYING.set(was_playing);
        result.ok()
    }
}

/// A game that is played by the copy.
#[derive(Clone)]
pub(crate) struct Run {
    game: Game,
    frame: Frame,
    step: usize,
    outcome: Outcome,
    /// The generator of the last dungeon, for edits in which it goes on.
    kept: Option<Rng>,
    /// The most work that a step took, and the work of all: passes of loops and calls.
    pub most_work: u32,
    pub work: u64,
}

impl Run {
    /// Begins a run, with step 0.
    pub fn start(setup: &Setup<'_>, attempt: Attempt) -> Option<Run> {
        let game_setup = GameSetup {
            part: Part::new(setup.part).ok()?,
            seed: setup.seed,
            library: setup.library.parse::<StdLib>().ok()?,
            other_view: None,
            slot: SaveSlot::Memory(setup.save.map(str::to_owned)),
        };
        switches::exchange_kept(None);
        let begun = attempt.play(|| {
            let game = Game::new(game_setup);
            let frame = Frame::new(screen::rows(game.part()));
            (game, frame)
        });
        let kept = switches::exchange_kept(None);
        let (game, frame) = begun?;
        let mut run = Run { game, frame, step: 0, outcome: Outcome::Redraw, kept, most_work: 0, work: 0 };
        run.count(attempt);
        Some(run)
    }

    /// Makes a step. Returns false if that cannot be done.
    pub fn press(&mut self, step: &StepInput<'_>, attempt: Attempt) -> bool {
        let Some(key) = step.key.map(Key).filter(|_| self.outcome != Outcome::Quit) else { return false };
        self.step += 1;
        switches::exchange_kept(self.kept.take());
        let game = &mut self.game;
        let outcome = attempt.play(|| {
            if let Some(save) = step.save {
                game.set_slot(SaveSlot::Memory(save.map(str::to_owned)));
            }
            game.press(key)
        });
        self.kept = switches::exchange_kept(None);
        self.count(attempt);
        outcome.map(|outcome| self.outcome = outcome).is_some()
    }

    /// Draws, if the last key asked for it.
    pub fn draw(&mut self, attempt: Attempt) -> bool {
        if std::mem::replace(&mut self.outcome, Outcome::Nothing) != Outcome::Redraw {
            return true;
        }
        let (game, frame) = (&self.game, &mut self.frame);
        switches::cover_drawing(true);
        let drawn = attempt.play(|| screen::render(game, frame));
        switches::cover_drawing(false);
        self.count(attempt);
        drawn.is_some()
    }

    /// Counts the work that was just done.
    fn count(&mut self, attempt: Attempt) {
        let work = attempt.fuel - switches::left();
        self.most_work = self.most_work.max(work);
        self.work += u64::from(work);
    }

    /// Returns true if the step that was just made is as recorded. The frame is compared last, because most
    /// edits show before anything is drawn.
    pub fn is_as_recorded(
        &mut self,
        recording: &dyn Recording,
        index: usize,
        step: &StepInput<'_>,
        attempt: Attempt,
    ) -> bool {
        let Some(mut made) = self.lines(step, attempt) else { return false };
        // The hash of the lines is one with that of the frame.
        if !step.is_hashed && !recording.matches_but_frame(index, made.text()) {
            return false;
        }
        let is_drawn = made.quits() || !recording.has_frames() || self.add_frame(&mut made, attempt);
        is_drawn && recording.matches(index, made.text())
    }

    /// Draws the step that was just made, and adds the line of its frame.
    fn add_frame(&mut self, made: &mut Step, attempt: Attempt) -> bool {
        self.draw(attempt) && attempt.play(|| made.push_frame(&self.frame)).is_some()
    }

    /// Returns the step that was just made, without pictures.
    pub fn lines_and_frame(&mut self, step: &StepInput<'_>, attempt: Attempt) -> Option<Step> {
        let mut made = self.lines(step, attempt)?;
        (made.quits() || self.add_frame(&mut made, attempt)).then_some(made)
    }

    /// Returns the step that was just made, with pictures.
    pub fn with_pictures(&mut self, step: &StepInput<'_>, attempt: Attempt) -> Option<Step> {
        let mut made = self.lines_and_frame(step, attempt)?;
        if !made.quits() {
            attempt.play(|| made.add_pictures(&self.game, &self.frame))?;
        }
        Some(made)
    }

    /// Returns the lines of the step that was just made but that of the frame.
    pub fn lines(&self, step: &StepInput<'_>, attempt: Attempt) -> Option<Step> {
        let key = step.key.map(Key).filter(|_| self.step > 0);
        if let (Outcome::Quit, Some(key)) = (self.outcome, key) {
            return Some(Step::quit(self.step, key));
        }
        attempt.play(|| Step::without_frame(&self.game, self.step, key))
    }
}

/// Plays steps with edits as long as they are wanted. Those of steps with a picture have pictures.
pub fn replay(
    setup: &Setup<'_>,
    steps: &[StepInput<'_>],
    edits: Edits,
    goes_on: &mut (dyn FnMut(usize, Step) -> bool + Send),
) {
    let attempt = Attempt::of(edits);
    // Where the edits panic the steps end.
    let _ended = in_thread(|| {
        let mut run = Run::start(setup, attempt);
        for (index, step) in steps.iter().enumerate() {
            run = run.take_if(|run| index == 0 || run.press(step, attempt));
            let made = run.as_mut().and_then(|run| match step.has_picture {
                true => run.with_pictures(step, attempt),
                false => run.lines_and_frame(step, attempt),
            });
            if !made.is_some_and(|made| goes_on(index, made)) {
                return;
            }
        }
    });
}
