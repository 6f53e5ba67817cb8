//! Writing the game that is being played as a trace: to the file of `--record`, or only its keys for a saved
//! game.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use crate::game::{Game, Outcome, SaveResult, Setup};
use crate::key::Key;
use crate::support::file::AppendedFile;
use crate::support::save_slot::SaveSlot;
use crate::trace::replay::RecordedKey;
use crate::trace::save::SAVE;
use crate::trace::{Form, Header, RecordedSave, StepWriter};

/// Placeholder for a save that cannot be loaded. A replay cannot load the placeholder either.
const BAD_SAVE: &str = "?";
/// Maximum size of a save in a recording, in bytes. A step with it can be read again by `verify`.
pub(super) const MAX_RECORDED_SAVE: usize = 8 << 20;
/// The start of the line with the number of lines of the save in the next step.
const SAVE_MARK: &str = "# save ";

/// Why a game is not recorded, or not to its end.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// A file of this name exists, perhaps an earlier recording.
    #[error("cannot record to {}: it exists already; give another file", .0.display())]
    Exists(PathBuf),
    /// The file cannot be created or written.
    #[error("cannot record to {}: {}; give another file", .0.display(), .1)]
    Begin(PathBuf, io::Error),
    /// The recording ended before the game. The steps before can be verified and replayed.
    #[error("the recording {} ends here: {}; begin another", .0.display(), .1)]
    Step(PathBuf, io::Error),
}

/// Returns the length of a recording up to its last whole step. The rest was cut off: a line without an end,
/// zeros that a power cut left, or a step that lacks lines of its save.
pub fn whole_length(bytes: &[u8]) -> usize {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let text = &bytes[..whole];
    let mark = format!("\n{SAVE_MARK}");
    let Some(at) = text.windows(mark.len()).rposition(|window| window == mark.as_bytes()) else {
        return whole;
    };
    let mut lines = text[at + 1..].split_inclusive(|&byte| byte == b'\n');
    let mark = lines.next().map(|line| line[SAVE_MARK.len()..].trim_ascii());
    let count = mark.and_then(|count| std::str::from_utf8(count).ok()?.parse::<usize>().ok());
    let saves = lines.skip(1).map(|line| line.starts_with(SAVE.as_bytes())).collect::<Vec<bool>>();
    // After any other line, the save is as long as it was written.
    let is_cut = count.is_some_and(|count| saves.len() < count) && saves.iter().all(|is_save| *is_save);
    if is_cut { at + 1 } else { whole }
}

/// The text of a recording that has only keys, which is small. It grows key by key. A replay needs nothing
/// but this text: if the run loads a save that it did not write itself, the step contains that save.
#[derive(Clone)]
pub struct Transcript {
    /// The text from the first line on.
    pub text: String,
    /// Number of keys.
    count: usize,
    /// The save that a replay would have in its slot.
    replayed: Option<String>,
}

impl Transcript {
    /// Begins with a game that has just been started.
    pub fn of_keys(setup: &Setup) -> Transcript {
        let text = format!("{}step 0 start\n", Header::new(setup, Form::Normal));
        Transcript { text, count: 0, replayed: None }
    }

    /// Returns a recording of the keys that made this game.
    pub fn of_recorded_keys(setup: &Setup, keys: &[RecordedKey], game: &Game) -> Transcript {
        let mut recording = Transcript::of_keys(setup);
        keys.iter().for_each(|recorded| recording.repeat(recorded));
        if let SaveSlot::Memory(save) = game.slot() {
            recording.replayed.clone_from(save);
        }
        recording
    }

    /// Adds the key that was pressed last. A save that failed is left out, because a replay would save, and
    /// so is the end of the program.
    ///
    /// # Errors
    /// If the save that was loaded is too large.
    pub fn add(&mut self, game: &Game, key: Key, outcome: Outcome) -> io::Result<()> {
        let save = follow(&mut self.replayed, game)?;
        if !has_failed_to_save(game) && outcome != Outcome::Quit {
            self.add_key(key, save.as_ref());
        }
        Ok(())
    }

    /// Adds a key of another recording of keys.
    pub fn repeat(&mut self, recorded: &RecordedKey) {
        self.add_key(recorded.key, recorded.save.as_ref());
    }

    /// Adds a key without facts. The number of lines shows later whether the save was cut off.
    fn add_key(&mut self, key: Key, save: Option<&RecordedSave>) {
        self.count += 1;
        let save = save.map(RecordedSave::to_string).unwrap_or_default();
        if !save.is_empty() {
            self.text += &format!("{SAVE_MARK}{}\n", save.lines().count());
        }
        self.text += &format!("step {} {}\n{save}", self.count, key.name());
    }
}

fn has_failed_to_save(game: &Game) -> bool {
    matches!(game.save_result(), Some(SaveResult::SaveFailed(_)))
}

/// Compares the save that the game found in its slot with the one that a replay would find. If they differ,
/// returns the one that makes them equal.
fn follow(replayed: &mut Option<String>, game: &Game) -> io::Result<Option<RecordedSave>> {
    let found = match game.save_result() {
        Some(SaveResult::Saved) => {
            *replayed = Some(game.save_text());
            return Ok(None);
        }
        // A loaded run saves what it was loaded from.
        Some(SaveResult::Loaded) => Some(game.save_text()),
        Some(SaveResult::NoSave) => None,
        Some(SaveResult::BadSave(_)) => Some(BAD_SAVE.to_owned()),
        Some(SaveResult::SaveFailed(_)) | None => return Ok(None),
    };
    if found == *replayed {
        return Ok(None);
    }
    if found.as_ref().is_some_and(|text| text.len() > MAX_RECORDED_SAVE) {
        let problem = format!("the save that was loaded is larger than {MAX_RECORDED_SAVE} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, problem));
    }
    replayed.clone_from(&found);
    Ok(Some(found.map_or(RecordedSave::Nothing, RecordedSave::Text)))
}

/// The file of `--record`. Each step is written before the next key is handled, so a crash loses no step.
pub struct Recorder {
    file: AppendedFile,
    path: PathBuf,
    writer: StepWriter,
    replayed: Option<String>,
    ended: bool,
}

impl Recorder {
    /// Creates the file and writes the state of a game that has just been started.
    ///
    /// # Errors
    /// If there is a file of this name, or if it cannot be written.
    pub fn new(path: &Path, setup: &Setup, game: &Game) -> Result<Recorder, RecordError> {
        let path = path.to_owned();
        let file = OpenOptions::new().write(true).create_new(true).open(&path);
        let mut file = file.and_then(AppendedFile::new).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => RecordError::Exists(path.clone()),
            _ => RecordError::Begin(path.clone(), error),
        })?;
        let (writer, first) = StepWriter::new(game);
        let start = Header::new(setup, Form::Normal).to_string() + &first.to_text(Form::Normal);
        file.append(&start).map_err(|error| {
            // Nothing was recorded. The first error is the one to report.
            fs::remove_file(&path).ok();
            RecordError::Begin(path.clone(), error)
        })?;
        Ok(Recorder { file, path, writer, replayed: None, ended: false })
    }

    /// Removes the file of a recording whose first key is still missing.
    pub fn discard(self) {
        // The reason why nothing was played is the error to report.
        fs::remove_file(self.path).ok();
    }

    /// Writes a step.
    ///
    /// # Errors
    /// If it cannot be written, or could not be replayed. The recording ends then.
    pub fn write(&mut self, game: &Game, key: Key, outcome: Outcome) -> Result<(), RecordError> {
        if self.ended {
            return Ok(());
        }
        self.add(game, key, outcome).map_err(|error| {
            self.ended = true;
            RecordError::Step(self.path.clone(), error)
        })
    }

    fn add(&mut self, game: &Game, key: Key, outcome: Outcome) -> io::Result<()> {
        let save = match has_failed_to_save(game) {
            true => Some(RecordedSave::Unwritable),
            false => follow(&mut self.replayed, game)?,
        };
        let save = save.map(|save| save.to_string()).unwrap_or_default();
        let step = self.writer.step_of(game, key, outcome).to_text(Form::Normal);
        let (head, facts) = step.split_once('\n').unwrap_or((&step, ""));
        self.file.append(&format!("{head}\n{save}{facts}"))
    }
}
