//! Describes every step of a game that is played here or elsewhere.

use super::{RecordedStep, Step, snapshot};
use crate::game::{Game, Outcome, Setup};
use crate::key::Key;
use crate::screen::{self, Frame};

/// Describes the steps of a game that is played elsewhere.
#[derive(Clone)]
pub(super) struct StepWriter {
    /// The frame that the original would have painted last. A step that does not repaint keeps it.
    frame: Frame,
    step: usize,
}

impl StepWriter {
    /// Begins with a game that has just been started. Also returns step 0, without its pictures.
    pub fn new(game: &Game) -> (StepWriter, Step) {
        let mut frame = Frame::new(screen::rows(game.part()));
        screen::render(game, &mut frame);
        let writer = StepWriter { frame, step: 0 };
        let first = writer.describe(game, None);
        (writer, first)
    }

    /// Returns the step of `key`, which had this `outcome`, without its pictures.
    pub fn step_of(&mut self, game: &Game, key: Key, outcome: Outcome) -> Step {
        if outcome == Outcome::Redraw {
            screen::render(game, &mut self.frame);
        }
        self.step += 1;
        match outcome {
            Outcome::Quit => Step::quit(self.step, key),
            Outcome::Nothing | Outcome::Redraw => self.describe(game, Some(key)),
        }
    }

    fn describe(&self, game: &Game, key: Option<Key>) -> Step {
        let mut step = snapshot::without_frame(game, self.step, key);
        snapshot::add_frame(game, &mut step, &self.frame);
        step
    }
}

/// Plays a game key by key and describes every step.
#[derive(Clone)]
pub struct Tracer {
    game: Game,
    writer: StepWriter,
}

impl Tracer {
    /// Starts a game. Also returns step 0.
    pub fn new(setup: Setup) -> (Tracer, Step) {
        let game = Game::new(setup);
        let (writer, mut first) = StepWriter::new(&game);
        let tracer = Tracer { game, writer };
        tracer.add_pictures(&mut first);
        (tracer, first)
    }

    /// Presses a key and returns the step. No key may follow one that [quits](Step::quits).
    pub fn press(&mut self, key: Key) -> Step {
        let outcome = self.game.press(key);
        let mut step = self.writer.step_of(&self.game, key, outcome);
        self.add_pictures(&mut step);
        step
    }

    /// Presses the key of a recorded step and returns the step without its pictures. In step 0, no key
    /// is pressed.
    pub fn replay(&mut self, recorded: &RecordedStep) -> Step {
        match recorded.press(&mut self.game) {
            Some((key, outcome)) => self.writer.step_of(&self.game, key, outcome),
            None => self.writer.describe(&self.game, None),
        }
    }

    /// Adds the pictures to the step that was just made.
    pub fn add_pictures(&self, step: &mut Step) {
        if !step.quits() && step.screen.is_none() {
            snapshot::add_pictures(step, &self.game, &self.writer.frame);
        }
    }

    /// Returns the game as it is now.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns what was painted last.
    pub const fn frame(&self) -> &Frame {
        &self.writer.frame
    }
}
