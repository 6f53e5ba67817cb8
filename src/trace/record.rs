//! `--record`: a run written down as a trace while it is played.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::event::Event;
use crate::game::{Game, Outcome, Setup};
use crate::key::Key;
use crate::support::file;
use crate::trace::{Form, Header, Scribe};

/// A recording that ended before its run did; it can be verified and replayed up to there.
#[derive(Debug, thiserror::Error)]
#[error("the recording {} ends here: {reason}", path.display())]
pub struct RecordError {
    path: PathBuf,
    reason: EndReason,
}

/// Why a recording ended.
#[derive(Debug, thiserror::Error)]
enum EndReason {
    #[error(transparent)]
    Write(#[from] io::Error),
    #[error("it cannot hold two older saves; begin another")]
    SecondSave,
    #[error("a save that failed could not be replayed; begin another")]
    SaveFailed,
    #[error("the save that was there before cannot be read, so it could not be replayed; begin another")]
    Unreadable,
}

/// Writes a run to a file, step by step, each before the next key: whatever happens, what was played is there.
///
/// If the run can load a save that is older than the recording, that save is kept beside it, in a file named after it with
/// `.save` appended; `roguelike verify --save-file` wants it.
pub struct Recorder {
    file: File,
    path: PathBuf,
    scribe: Scribe,
    /// Why the slot of a replay would not hold what this run's slot holds now, if so.
    slot_is_other: Option<EndReason>,
    /// Has the slot been written or read yet?
    slot_is_used: bool,
    ended: bool,
}

impl Recorder {
    /// Begins the file with the game as it has just been started.
    ///
    /// # Errors
    /// When a file cannot be written, or holds something already: it may be the recording of a run that crashed.
    pub fn new(path: &Path, setup: &Setup, game: &Game) -> io::Result<Recorder> {
        if fs::metadata(path).is_ok_and(|old| old.is_file() && old.len() > 0) {
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, "it holds something already"));
        }
        let mut file = File::create(path)?;
        let (scribe, first) = Scribe::new(game);
        let text = Header::new(setup, Form::Normal).to_string() + &first.to_text(Form::Normal);
        file.write_all(text.as_bytes())?;
        let mut recorder = Recorder {
            file,
            path: path.to_owned(),
            scribe,
            slot_is_other: None,
            slot_is_used: false,
            ended: false,
        };
        if game.part().has_saves() {
            match game.slot().read() {
                Ok(Some(text)) => recorder.keep_save(&text)?,
                Ok(None) => {}
                // It is told when the run asks for it.
                Err(_) => recorder.slot_is_other = Some(EndReason::Unreadable),
            }
        }
        Ok(recorder)
    }

    /// Where the save that the run began with is kept.
    pub fn save_path(&self) -> PathBuf {
        let mut path = self.path.clone().into_os_string();
        path.push(".save");
        path.into()
    }

    fn keep_save(&self, text: &str) -> io::Result<()> {
        file::write_whole(&self.save_path(), text.as_bytes())
    }

    /// To be told when the run saves to and loads from another slot from now on.
    pub fn slot_changed(&mut self) {
        self.slot_is_other = Some(EndReason::SecondSave);
    }

    /// Writes a step.
    ///
    /// # Errors
    /// When it cannot be written, or could not be replayed; the recording ends then.
    pub fn write(&mut self, game: &Game, key: Key, outcome: Outcome) -> Result<(), RecordError> {
        self.write_unless_ended(|recorder| recorder.append(game, key, outcome))
    }

    /// Writes that an unfinished run was continued: a replay finds it where F9 looks for it.
    ///
    /// # Errors
    /// When it cannot be written, or the slot has been used so that a replay would find something else there.
    pub fn write_resumed(&mut self, game: &Game, save: &str, outcome: Outcome) -> Result<(), RecordError> {
        self.write_unless_ended(|recorder| {
            if recorder.slot_is_used {
                return Err(EndReason::SecondSave);
            }
            recorder.keep_save(save)?;
            recorder.slot_is_other = None;
            recorder.append(game, Key::F9, outcome)?;
            recorder.slot_is_other = Some(EndReason::SecondSave);
            Ok(())
        })
    }

    fn write_unless_ended(
        &mut self,
        write: impl FnOnce(&mut Recorder) -> Result<(), EndReason>,
    ) -> Result<(), RecordError> {
        if self.ended {
            return Ok(());
        }
        write(self).map_err(|reason| {
            self.ended = true;
            RecordError { path: self.path.clone(), reason }
        })
    }

    fn append(&mut self, game: &Game, key: Key, outcome: Outcome) -> Result<(), EndReason> {
        self.follow_slot(game)?;
        let text = self.scribe.tell(game, key, outcome).to_text(Form::Normal);
        self.file.write_all(text.as_bytes())?;
        Ok(self.file.flush()?)
    }

    /// Keeps in mind what a replay would find in its slot.
    fn follow_slot(&mut self, game: &Game) -> Result<(), EndReason> {
        for event in game.events() {
            match event {
                Event::Saved => (self.slot_is_used, self.slot_is_other) = (true, None),
                Event::SaveFailed(_) => return Err(EndReason::SaveFailed),
                Event::Loaded | Event::NoSave | Event::BadSave(_) => {
                    self.slot_is_used = true;
                    self.slot_is_other.take().map_or(Ok(()), Err)?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}
