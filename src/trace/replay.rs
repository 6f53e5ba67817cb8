//! `--replay`: the keys of a trace or of a key file, to be played in the window.

use std::io::{self, Read};
use std::path::Path;

use crate::game::{Game, Outcome, Setup};
use crate::key::Key;
use crate::keys::script;
use crate::support::file;
use crate::trace::input::InputError;
use crate::trace::{self, Header, Reader, RecordedSave, RecordedStep, TraceError};

/// A key to press.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedKey {
    /// The key.
    pub key: Key,
    /// The content of the game's slot from now on, if the recording has it.
    pub save: Option<RecordedSave>,
}

/// Presses a recorded key.
pub fn press(game: &mut Game, recorded: &RecordedKey) -> Outcome {
    if let Some(save) = &recorded.save {
        game.set_slot(save.slot());
    }
    game.press(recorded.key)
}

/// The keys of a recorded run, and the game they were recorded in.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// The keys in the order in which they are pressed.
    pub keys: Vec<RecordedKey>,
    /// How to start the game, if the keys are those of a trace.
    pub header: Option<Header>,
    /// The error after the last of these keys, if the rest cannot be read. Mostly the file was cut off there.
    pub cut: Option<TraceError>,
}

impl Replay {
    /// Returns how the game was started, if the keys are those of a trace.
    pub fn setup(&self) -> Option<Setup> {
        self.header.as_ref().map(Header::setup)
    }

    /// Reads a trace or a key file. Its first line shows which of them it is.
    ///
    /// # Errors
    /// If the file cannot be read, or is neither.
    pub fn read(path: &Path) -> Result<Replay, InputError> {
        let name = path.display().to_string();
        let unreadable = |error: io::Error| InputError::Read { path: name.clone(), error };
        let (is_trace, text) = file::open(path).and_then(trace::detect).map_err(unreadable)?;
        if !is_trace {
            let keys = script::read_all(text).map_err(|error| InputError::from_keys(&name, error))?;
            let keys = keys.into_iter().map(|key| RecordedKey { key, save: None }).collect();
            return Ok(Replay { keys, header: None, cut: None });
        }
        let damaged = |error| InputError::Trace { path: name.clone(), error };
        let mut replay = Replay::of(text).map_err(damaged)?;
        match replay.cut.take_if(|error| !error.is_cut_off()) {
            Some(error) => Err(damaged(error)),
            None => Ok(replay),
        }
    }

    /// Reads the keys of a trace, up to where it cannot be read any further.
    ///
    /// # Errors
    /// If it does not begin like a trace, or lacks a whole step.
    pub fn of(input: impl Read) -> Result<Replay, TraceError> {
        let mut steps = Reader::new(input)?;
        let mut replay = Replay { header: Some(steps.header().clone()), ..Replay::default() };
        // Step 0 comes before the first key.
        steps.next().transpose()?;
        for step in steps {
            match step {
                Ok(RecordedStep { step, save, .. }) => {
                    replay.keys.extend(step.key.map(|key| RecordedKey { key, save }));
                }
                Err(error) => replay.cut = Some(error),
            }
        }
        Ok(replay)
    }
}
