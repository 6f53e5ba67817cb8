//! Describes every step of a game that is played here or elsewhere.

use super::{Block, Step};
use crate::game::{Game, Outcome, Setup};
use crate::key::Key;
use crate::screen::{self, Frame};

/// Makes the blocks of a game that is played elsewhere.
#[derive(Clone)]
pub struct BlockWriter {
    /// What the original would have painted last. A step that does not repaint leaves it as it is.
    frame: Frame,
    step: usize,
}

impl BlockWriter {
    /// Begins with a game that has just been started. Also returns the block of step 0.
    pub fn new(game: &Game) -> (BlockWriter, Block) {
        let mut frame = Frame::new(screen::rows(game.part()));
        screen::render(game, &mut frame);
        let block = Block::of(game, &frame, 0, None);
        (BlockWriter { frame, step: 0 }, block)
    }

    /// Returns the block of the step in which `key` led to `outcome`.
    pub fn block_of(&mut self, game: &Game, key: Key, outcome: Outcome) -> Block {
        if !self.pass(game, outcome) {
            return Block::quit(self.step, key);
        }
        Block::of(game, &self.frame, self.step, Some(key))
    }

    /// Follows a step that is not described and not counted.
    pub(super) fn skip(&mut self, game: &Game, outcome: Outcome) {
        self.pass(game, outcome);
        self.step -= 1;
    }

    /// Counts a step that led to `outcome`. Returns false if the program ended.
    fn pass(&mut self, game: &Game, outcome: Outcome) -> bool {
        if outcome == Outcome::Redraw {
            screen::render(game, &mut self.frame);
        }
        self.step += 1;
        outcome != Outcome::Quit
    }
}

/// Plays a game key by key and describes every step.
#[derive(Clone)]
pub struct Tracer {
    game: Game,
    writer: BlockWriter,
}

impl Tracer {
    /// Starts a game. Also returns the block of step 0.
    pub fn new(setup: Setup) -> (Tracer, Block) {
        let game = Game::new(setup);
        let (writer, block) = BlockWriter::new(&game);
        (Tracer { game, writer }, block)
    }

    /// Presses a key and returns the block of the step. No key may follow one that [quits](Block::quits).
    pub fn press(&mut self, key: Key) -> Block {
        let outcome = self.game.press(key);
        self.writer.block_of(&self.game, key, outcome)
    }

    /// Presses the key of a recorded step, if it has one. A save that the step brings along goes into the
    /// game's slot before.
    pub fn replay(&mut self, step: &Step) -> Option<Block> {
        let mut block = self.replay_lines(step)?;
        self.push_pictures(&mut block);
        Some(block)
    }

    /// Does the same, and returns the block without its pictures, which take most of the time.
    pub(crate) fn replay_lines(&mut self, step: &Step) -> Option<Block> {
        let key = step.key?;
        if !self.pass(step) {
            return Some(Block::quit(self.writer.step, key));
        }
        let mut block = Block::without_pictures(&self.game, self.writer.step, Some(key));
        block.push_tiles(&self.game);
        block.push_frame(&self.writer.frame);
        Some(block)
    }

    /// Adds the pictures to the block of the step that was just made.
    pub(crate) fn push_pictures(&self, block: &mut Block) {
        if !block.quits() && block.screen.is_empty() {
            block.push_pictures(&self.game, &self.writer.frame);
        }
    }

    /// Presses the key of a recorded step as [`replay`](Tracer::replay) does, and describes nothing, which
    /// takes less time. Returns false if the program ended.
    pub fn pass(&mut self, step: &Step) -> bool {
        let Some(key) = step.key else { return true };
        if let Some(slot) = &step.slot {
            self.game.set_slot(slot.clone());
        }
        let outcome = self.game.press(key);
        self.writer.pass(&self.game, outcome)
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
