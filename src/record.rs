//! `--record`: a run written down as a trace while it is played.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::file;
use crate::game::{Game, Outcome, Setup};
use crate::key::Key;
use crate::trace::{Form, Header, Scribe};

/// Writes a run to a file, step by step, each before the next key: whatever happens, what was played is there.
///
/// If the run can load a save that is older than the recording, that save is kept beside it, in a file named after it with
/// `.save` appended; `roguelike verify --save-file` wants it.
pub struct Recorder {
    file: File,
    path: PathBuf,
    scribe: Scribe,
    /// Would the slot of a replay hold what this run's slot holds now?
    slot_is_known: bool,
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
        let recorder = Recorder {
            file,
            path: path.to_owned(),
            scribe,
            slot_is_known: true,
            slot_is_used: false,
            ended: false,
        };
        if game.part().has_saves()
            && let Some(text) = game.save_slot().read().unwrap_or_default()
        {
            recorder.keep_save(&text)?;
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

    /// Writes a step.
    ///
    /// # Errors
    /// When it cannot be written; the recording ends then.
    pub fn write(&mut self, game: &Game, key: Key, outcome: Outcome) -> Result<(), String> {
        if self.ended {
            return Ok(());
        }
        if key == Key::F5 && game.part().has_saves() {
            (self.slot_is_known, self.slot_is_used) = (true, true);
        }
        if key == Key::F9 && game.part().has_saves() {
            self.slot_is_used = true;
            if !self.slot_is_known {
                self.ended = true;
                return Err(format!(
                    "the recording {} ends here: it cannot hold two older saves; begin another",
                    self.path.display()
                ));
            }
        }
        let text = self.scribe.tell(game, key, outcome).to_text(Form::Normal);
        self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush()).map_err(|error| {
            self.ended = true;
            format!("the recording {} ends here: {error}", self.path.display())
        })
    }

    /// Writes that an unfinished run was continued: a replay finds it where F9 looks for it.
    ///
    /// # Errors
    /// When it cannot be written, or the slot has been used so that a replay would find something else there.
    pub fn write_resumed(&mut self, game: &Game, save: &str, outcome: Outcome) -> Result<(), String> {
        if self.ended {
            return Ok(());
        }
        let kept = if self.slot_is_used {
            Err(io::Error::other("it cannot hold two older saves; begin another"))
        } else {
            self.keep_save(save)
        };
        if let Err(error) = kept {
            self.ended = true;
            return Err(format!("the recording {} ends here: {error}", self.path.display()));
        }
        let written = self.write(game, Key::F9, outcome);
        self.slot_is_known = false;
        written
    }
}
