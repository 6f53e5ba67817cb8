//! A run of the copy.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use super::series::block::Step as CopyStep;
use super::series::game::{Game, Outcome, Setup as CopySetup};
use super::series::screen::{self, Frame};
use super::{MOST, switches};
use crate::game::Setup;
use crate::key::Key;
use crate::rng::Rng;
use crate::trace::{Kind, RecordedStep, Step};
use crate::verify::compared_kinds::ComparedKinds;

thread_local! {
    /// True while an edit is made: a panic then says only that the edit is no explanation.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Keeps the panics of edits from standard error. Others are told as before.
fn silence_edits() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let told = take_hook();
        set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                told(panic);
            }
        }));
    });
}

/// Which edits are made, and how much work a step may take.
#[derive(Clone, Copy)]
pub(super) struct Made {
    pub edits: [u32; MOST],
    pub fuel: u32,
}

impl Made {
    /// Does some work with the edits. Returns none if it panicked or took too much work.
    fn during<T>(self, work: impl FnOnce() -> T) -> Option<T> {
        silence_edits();
        let quiet = QUIET.replace(self.edits != [0; MOST]);
        switches::set(self.edits, self.fuel);
        let result = catch_unwind(AssertUnwindSafe(work));
        QUIET.set(quiet);
        result.ok()
    }
}

/// A game that is played by the copy.
#[derive(Clone)]
pub(super) struct EditedRun {
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

impl EditedRun {
    /// Begins a run, with step 0.
    pub fn start(setup: &Setup, made: Made) -> Option<EditedRun> {
        let setup = CopySetup {
            part: setup.part,
            seed: setup.seed,
            library: setup.library,
            other_view: None,
            slot: setup.slot.clone(),
        };
        switches::exchange_kept(None);
        let game = made.during(|| Game::new(setup))?;
        let kept = switches::exchange_kept(None);
        let frame = Frame::new(screen::rows(game.part()));
        let mut run =
            EditedRun { game, frame, step: 0, outcome: Outcome::Redraw, kept, most_work: 0, work: 0 };
        run.count(made);
        Some(run)
    }

    /// Presses the key of a recorded step. Returns false if that cannot be done.
    pub fn press(&mut self, step: &RecordedStep, made: Made) -> bool {
        if let Some(slot) = &step.slot {
            self.game.set_slot(slot.clone());
        }
        step.step.key.is_some_and(|key| self.press_key(key, made))
    }

    /// Presses a key. Returns false if that cannot be done.
    pub fn press_key(&mut self, key: Key, made: Made) -> bool {
        if self.outcome == Outcome::Quit {
            return false;
        }
        self.step += 1;
        switches::exchange_kept(self.kept.take());
        let game = &mut self.game;
        let outcome = made.during(|| game.press(key));
        self.kept = switches::exchange_kept(None);
        self.count(made);
        outcome.map(|outcome| self.outcome = outcome).is_some()
    }

    /// Draws, if the last key asked for it.
    pub fn draw(&mut self, made: Made) -> bool {
        if std::mem::replace(&mut self.outcome, Outcome::Nothing) != Outcome::Redraw {
            return true;
        }
        let (game, frame) = (&self.game, &mut self.frame);
        switches::note_drawing(true);
        let drawn = made.during(|| screen::render(game, frame));
        switches::note_drawing(false);
        self.count(made);
        drawn.is_some()
    }

    /// Counts the work that was just done.
    fn count(&mut self, made: Made) {
        let work = made.fuel - switches::left();
        self.most_work = self.most_work.max(work);
        self.work += u64::from(work);
    }

    /// Returns true if the step that was just made is as recorded. The frame is compared last, because most
    /// edits show before anything is drawn.
    pub fn is_as_recorded(&mut self, compared: &ComparedKinds, step: &RecordedStep, made: Made) -> bool {
        let Some(mut block) = self.lines(step.step.key, made) else { return false };
        // The lines of a brief recording can only be compared with the frame.
        if step.hash.is_none() && !compared.matches_but_frame(&block, step) {
            return false;
        }
        if !block.quits() && compared.has(Kind::Frame) {
            if !self.draw(made) {
                return false;
            }
            self.push_frame(&mut block);
        }
        compared.matches(&block, step)
    }

    fn push_frame(&self, block: &mut Step) {
        let mut drawn = CopyStep::default();
        drawn.push_frame(&self.frame);
        drawn.lines().for_each(|line| block.push(line));
    }

    /// Returns the block of the step that was just made, without pictures.
    pub fn lines_and_frame(&mut self, key: Option<Key>, made: Made) -> Option<Step> {
        let mut block = self.lines(key, made)?;
        if !block.quits() {
            self.draw(made).then_some(())?;
            self.push_frame(&mut block);
        }
        Some(block)
    }

    /// Returns the block of the step that was just made, with pictures.
    pub fn block(&mut self, key: Option<Key>, made: Made) -> Option<Step> {
        let mut block = self.lines(key, made)?;
        if !block.quits() && self.draw(made) {
            let mut drawn = CopyStep::default();
            drawn.push_frame(&self.frame);
            drawn.add_pictures(&self.game, &self.frame);
            drawn.lines().for_each(|line| block.push(line));
            (block.tiles, block.screen, block.colors) = (drawn.tiles, drawn.screen, drawn.colors);
        }
        Some(block)
    }

    /// Returns the lines of the step that was just made but that of the frame.
    pub fn lines(&self, key: Option<Key>, made: Made) -> Option<Step> {
        let key = key.filter(|_| self.step > 0);
        if let (Outcome::Quit, Some(key)) = (self.outcome, key) {
            return Some(Step::quit(self.step, key));
        }
        let (game, number) = (&self.game, self.step);
        let step = made.during(|| CopyStep::without_frame(game, number, key))?;
        Some(Step::new(step.number, step.key, step.lines()))
    }
}
