//! The right rules played again otherwise than a recording says: with another header, or with other words,
//! glyphs and colours in what is shown.

use std::borrow::Cow;

use super::compare::ComparedKinds;
use super::hud;
use super::hypothesis::Test;
use crate::game::{Game, GameState, Outcome, Setup};
use crate::key::Key;
use crate::map::MAP_HEIGHT;
use crate::screen::{self, Cell, Frame};
use crate::trace::{Block, Step, Tracer};

/// A game that is played with a hypothesis.
#[derive(Clone)]
pub(super) struct MistakenRun<'a> {
    game: Game,
    /// What is drawn. It is copied only if something is drawn.
    frame: Cow<'a, Frame>,
    step: usize,
    /// What the last key led to.
    outcome: Outcome,
    test: &'a Test,
}

impl<'a> MistakenRun<'a> {
    /// Begins at the start of the run, with step 0.
    pub fn start(setup: &Setup, test: &'a Test) -> MistakenRun<'a> {
        let setup = if let Test::Setup(other) = test { other } else { setup };
        let game = Game::new(setup.clone());
        let frame = Cow::Owned(Frame::new(screen::rows(game.part())));
        MistakenRun { game, frame, step: 0, outcome: Outcome::Redraw, test }
    }

    /// Begins after a step to which the right rules had led.
    pub fn after(tracer: &'a Tracer, step: usize, test: &'a Test) -> MistakenRun<'a> {
        let (game, frame) = (tracer.game().clone(), Cow::Borrowed(tracer.frame()));
        let mut run = MistakenRun { game, frame, step, outcome: Outcome::Nothing, test };
        run.retouch();
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

    /// Returns true if the step that was just made is as recorded. The frame is compared last, because most
    /// hypotheses show before anything is drawn.
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
            block.push_pictures(&self.game, &self.frame);
        }
        block
    }

    /// Returns the lines of the step that was just made but the last one, that of the frame.
    fn facts(&self, key: Option<Key>) -> Block {
        let mut block = Block::without_pictures(&self.game, self.step, key.filter(|_| self.step > 0));
        match self.test {
            Test::DeadRemoved => remove_dead(&mut block.lines),
            Test::Words(words) => words.apply(&mut block.lines),
            Test::KindGlyph(from, to) => {
                let [from, to] = [from, to].map(|glyph| format!(" glyph {} ", char::from(*glyph)));
                for line in block.lines.iter_mut().filter(|line| line.starts_with("monster ")) {
                    *line = line.replacen(&from, &to, 1);
                }
            }
            Test::Setup(_) | Test::Glyph(..) | Test::Colour(..) | Test::Edits(_) => {}
        }
        block.push_tiles(&self.game);
        block
    }

    /// Paints, unless that is done, and adds the hash of what is drawn.
    fn push_frame(&mut self, block: &mut Block) {
        if std::mem::replace(&mut self.outcome, Outcome::Nothing) == Outcome::Redraw {
            screen::render(&self.game, self.frame.to_mut());
            self.retouch();
        }
        block.push_frame(&self.frame);
    }

    /// Changes what was drawn.
    fn retouch(&mut self) {
        let is_playing = self.game.state() == GameState::Playing;
        match *self.test {
            Test::Words(ref words) => words.repaint(self.frame.to_mut()),
            Test::Glyph(from, to) => hud::change_cells(self.frame.to_mut(), |_, cell| Cell {
                glyph: if cell.glyph == from { to } else { cell.glyph },
                ..cell
            }),
            Test::Colour(from, color) => hud::change_cells(self.frame.to_mut(), |_, cell| {
                if cell == from { Cell { color, ..cell } } else { cell }
            }),
            Test::KindGlyph(from, to) if is_playing => {
                hud::change_cells(self.frame.to_mut(), |pos, cell| Cell {
                    glyph: if cell.glyph == from && pos.y < MAP_HEIGHT { to } else { cell.glyph },
                    ..cell
                });
            }
            Test::Setup(_) | Test::DeadRemoved | Test::KindGlyph(..) | Test::Edits(_) => {}
        }
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
