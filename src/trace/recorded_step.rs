//! A step of a trace that was read.

use super::block::Step;
use super::save::RecordedSave;
use crate::game::{Game, Outcome};
use crate::key::Key;

/// A step as it is in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedStep {
    /// Its key, facts and pictures, which are checked. A brief trace has only the key, and only full
    /// traces have pictures.
    pub step: Step,
    /// The number of the line on which it begins, from 1.
    pub line: usize,
    /// In brief traces: the hash over all its lines.
    pub hash: Option<u64>,
    /// The content of the game's slot when the key is pressed, if the recording has it.
    pub save: Option<RecordedSave>,
    /// The save that F5 wrote, if it is recorded.
    pub saved: Option<String>,
    /// Number of seeds that were taken up to this step, if it is recorded.
    pub seeds: Option<u32>,
}

impl RecordedStep {
    /// Returns true if the program ended with this step. In a brief trace that has a hash of its own.
    pub fn quits(&self) -> bool {
        self.step.quits() || self.hash == Some(Step::quit(0, Key::ESCAPE).hash())
    }

    /// Presses its key in a game, if it has one. A save that it brings along goes into the slot before.
    pub fn press(&self, game: &mut Game) -> Option<(Key, Outcome)> {
        let key = self.step.key?;
        if let Some(save) = &self.save {
            game.set_slot(save.slot());
        }
        Some((key, game.press(key)))
    }

    /// Returns about how much memory it takes, in bytes.
    pub fn size(&self) -> usize {
        let save = match &self.save {
            Some(RecordedSave::Text(save)) => Some(save),
            _ => None,
        };
        let texts = save.into_iter().chain(&self.saved).map(String::len).sum::<usize>();
        size_of::<RecordedStep>() + self.step.size() + texts
    }
}
