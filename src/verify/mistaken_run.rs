//! A run played again with a mistake in it.

use std::borrow::Cow;

use super::compare::ComparedKinds;
use super::hypothesis::{Rewording, Test};
use super::paint;
use crate::game::{Game, Outcome, Setup};
use crate::key::Key;
use crate::screen::{self, Frame};
use crate::trace::{Block, Step, Tracer};
use crate::verify::mistakes::{Maps, Mistake, MistakenGame};

/// A game that is played with a hypothesis.
#[derive(Clone)]
pub(super) struct MistakenRun<'a> {
    game: MistakenGame,
    /// What is drawn. It is copied only if the mistaken game paints.
    frame: Cow<'a, Frame>,
    step: usize,
    /// What the last key led to.
    outcome: Outcome,
    /// True if a trace does not show the dead.
    dead_removed: bool,
    words: Option<&'a Rewording>,
}

impl<'a> MistakenRun<'a> {
    /// Begins at the start of the run, with step 0, perhaps with other mistakes too.
    pub fn start(setup: &Setup, test: &'a Test, others: &[Mistake], maps: &Maps) -> MistakenRun<'a> {
        let (setup, mistake) = match test {
            Test::Setup(other) => (&**other, Mistake::Nothing),
            Test::Mistake(mistake) => (setup, *mistake),
            Test::DeadRemoved | Test::Words(_) | Test::Edits(_) => (setup, Mistake::Nothing),
        };
        let game = MistakenGame::with_maps(setup.clone(), &[&[mistake], others].concat(), maps);
        let frame = Cow::Owned(Frame::new(screen::rows(game.game().part())));
        MistakenRun {
            game,
            frame,
            step: 0,
            outcome: Outcome::Redraw,
            dead_removed: matches!(test, Test::DeadRemoved),
            words: if let Test::Words(words) = test { Some(words) } else { None },
        }
    }

    /// Begins after a step to which the right rules had led.
    pub fn after(tracer: &'a Tracer, step: usize, mistake: Mistake, maps: &Maps) -> MistakenRun<'a> {
        let game = MistakenGame::continue_from(tracer.game(), mistake, maps);
        let frame = Cow::Borrowed(tracer.frame());
        MistakenRun { game, frame, step, outcome: Outcome::Nothing, dead_removed: false, words: None }
    }

    /// Returns the same run with other mistakes from now on.
    pub fn with(&self, mistakes: &[Mistake]) -> MistakenRun<'a> {
        let mut run = self.clone();
        run.game.set_mistakes(mistakes);
        run
    }

    /// Presses the key of a recorded step.
    pub fn press(&mut self, key: Key, step: &Step) {
        if let Some(slot) = &step.slot {
            self.game.set_slot(slot.clone());
        }
        self.outcome = self.game.press(key);
        self.step += 1;
    }

    /// Returns true if the game is as the right rules have it, and the mistake is not in what is drawn.
    /// Comparing games is much faster than comparing what a trace says of them.
    pub fn is_right(&self, right: &Game) -> bool {
        let only_shown = self.dead_removed || self.words.is_some() || self.game.mistake().is_only_shown();
        !only_shown && self.outcome != Outcome::Quit && self.game.is_like(right)
    }

    /// Returns true if the step that was just made is as recorded. The frame is compared last, because most
    /// mistakes show before anything is drawn.
    pub fn is_as_recorded(&mut self, compared: &ComparedKinds, step: &Step) -> bool {
        if self.outcome == Outcome::Quit {
            return compared.matches(&self.lines(step.key), step);
        }
        let mut block = self.facts(step.key);
        if step.hash.is_none() && !compared.matches_but_frame(&block, step) {
            return false;
        }
        self.push_frame(&mut block);
        compared.matches(&block, step)
    }

    /// Returns the block of the step that was just made, without pictures.
    pub fn lines(&mut self, key: Option<Key>) -> Block {
        if let (Outcome::Quit, Some(key)) = (self.outcome, key) {
            return Block::quit(self.step, key);
        }
        let mut block = self.facts(key);
        self.push_frame(&mut block);
        block
    }

    /// Returns the block of the step that was just made, with pictures.
    pub fn block(&mut self, key: Option<Key>) -> Block {
        let mut block = self.lines(key);
        if !block.quits() {
            block.push_pictures(self.game.game(), &self.frame);
        }
        block
    }

    /// Returns the lines of the step that was just made but the last one, that of the frame.
    fn facts(&self, key: Option<Key>) -> Block {
        let mut block = Block::without_pictures(self.game.game(), self.step, key.filter(|_| self.step > 0));
        self.game.retouch(&mut block.lines);
        if self.dead_removed {
            remove_dead(&mut block.lines);
        }
        if let Some(words) = self.words {
            words.apply(&mut block.lines);
        }
        block.push_tiles(self.game.game());
        block
    }

    /// Paints, unless that is done, and adds the hash of what is drawn.
    fn push_frame(&mut self, block: &mut Block) {
        if std::mem::replace(&mut self.outcome, Outcome::Nothing) == Outcome::Redraw {
            paint::compose(&self.game, self.frame.to_mut());
            if let Some(words) = self.words {
                words.repaint(self.frame.to_mut());
            }
        }
        block.push_frame(&self.frame);
    }
}

/// Removes dead monsters from the lines of a block and numbers the others anew.
fn remove_dead(lines: &mut Vec<String>) {
    lines.retain(|line| !(line.starts_with("monster ") && line.ends_with(" alive 0")));
    let living = lines.iter_mut().filter_map(|line| {
        let rest = line.strip_prefix("monster ")?.split_once(' ')?.1.to_owned();
        Some((line, rest))
    });
    for (index, (line, rest)) in living.enumerate() {
        *line = format!("monster {index} {rest}");
    }
}
