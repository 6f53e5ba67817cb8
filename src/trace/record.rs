//! Writing the run that is played as a trace: to the file of `--record`, or only its keys for a kept run.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use crate::game::{Game, Outcome, SaveResult, Setup};
use crate::key::Key;
use crate::support::file::AppendedFile;
use crate::support::save_slot::SaveSlot;
use crate::trace::replay::RecordedKey;
use crate::trace::{Form, Header, StepWriter};

/// The first word of the lines of a save in a recording.
pub(super) const SAVE: &str = "save";
/// What follows this word if there is no save.
pub(super) const NO_SAVE: &str = "-";
/// What follows it if F5 could not save.
pub(super) const FAILED_SAVE: &str = "!";
/// Placeholder for a save that cannot be loaded. A replay cannot load the placeholder either.
const BAD_SAVE: &str = "?";
/// Maximum size of a save in a recording, in bytes. A step with it can be read again by `verify`.
pub(super) const MAX_RECORDED_SAVE: usize = 8 << 20;
/// How the line begins that says how many lines of a save the next step has.
const SAVE_MARK: &str = "# save ";

/// Why a run is not recorded, or not to its end.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// A file of this name exists, perhaps an earlier recording.
    #[error("cannot record to {}: it exists already; give another file", .0.display())]
    Exists(PathBuf),
    /// The file cannot be created or written.
    #[error("cannot record to {}: {}; give another file", .0.display(), .1)]
    Begin(PathBuf, io::Error),
    /// The recording ended before its run. The steps before can be verified and replayed.
    #[error("the recording {} ends here: {}; begin another", .0.display(), .1)]
    Step(PathBuf, io::Error),
}

/// Returns the first length of a recording that ends with a whole step. What follows it was cut off: a line
/// without an end, zeros that a power cut left, or a step that lacks lines of its save.
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
    /// What a replay would have in its save slot.
    replayed: SaveSlot,
}

impl Transcript {
    /// Begins with a game that has just been started.
    pub fn of_keys(setup: &Setup) -> Transcript {
        let text = format!("{}step 0 start\n", Header::new(setup, Form::Normal));
        Transcript { text, count: 0, replayed: SaveSlot::default() }
    }

    /// Returns a recording of these keys, which led to this game.
    pub fn of_recorded_keys(setup: &Setup, keys: &[RecordedKey], game: &Game) -> Transcript {
        let mut recording = Transcript::of_keys(setup);
        keys.iter().for_each(|recorded| recording.repeat(recorded));
        if let slot @ SaveSlot::Memory(_) = game.slot() {
            recording.replayed = slot.clone();
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
            self.add_key(key, &save);
        }
        Ok(())
    }

    /// Adds a key of another recording of keys.
    pub fn repeat(&mut self, recorded: &RecordedKey) {
        // A save that was read is small enough to be written.
        let save = recorded.slot.as_ref().and_then(|slot| save_lines(slot).ok()).unwrap_or_default();
        self.add_key(recorded.key, &save);
    }

    /// Adds a key without facts. A step that was cut off in its save has fewer lines than the one before it
    /// says.
    fn add_key(&mut self, key: Key, save: &str) {
        self.count += 1;
        if !save.is_empty() {
            self.text += &format!("{SAVE_MARK}{}\n", save.lines().count());
        }
        self.text += &format!("step {} {}\n{save}", self.count, key.name());
    }
}

fn has_failed_to_save(game: &Game) -> bool {
    matches!(game.save_result(), Some(SaveResult::SaveFailed(_)))
}

/// Compares what the game found in its slot with what a replay would find: `replayed`, which is always in
/// memory. If they differ, returns the lines that give the replay the same save.
fn follow(replayed: &mut SaveSlot, game: &Game) -> io::Result<String> {
    let found = match game.save_result() {
        Some(SaveResult::Saved) => {
            *replayed = SaveSlot::Memory(Some(game.save_text()));
            return Ok(String::new());
        }
        // A loaded run saves what it was loaded from.
        Some(SaveResult::Loaded) => Some(game.save_text()),
        Some(SaveResult::NoSave) => None,
        Some(SaveResult::BadSave(_)) => Some(BAD_SAVE.to_owned()),
        Some(SaveResult::SaveFailed(_)) | None => return Ok(String::new()),
    };
    let found = SaveSlot::Memory(found);
    if found == *replayed {
        return Ok(String::new());
    }
    let lines = save_lines(&found)?;
    *replayed = found;
    Ok(lines)
}

/// Returns the lines of a recording that hold a save.
fn save_lines(slot: &SaveSlot) -> io::Result<String> {
    let SaveSlot::Memory(Some(text)) = slot else { return Ok(format!("{SAVE} {NO_SAVE}\n")) };
    if text.len() > MAX_RECORDED_SAVE {
        let problem = format!("the save that was loaded is larger than {MAX_RECORDED_SAVE} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, problem));
    }
    Ok(text.lines().map(|line| format!("{SAVE} {line}\n")).collect())
}

/// The file of `--record`. Each step is written before the next key is handled, so a crash loses no step.
pub struct Recorder {
    file: AppendedFile,
    path: PathBuf,
    writer: StepWriter,
    replayed: SaveSlot,
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
        Ok(Recorder { file, path, writer, replayed: SaveSlot::default(), ended: false })
    }

    /// Removes the file of a recording that has no step yet.
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
            true => format!("{SAVE} {FAILED_SAVE}\n"),
            false => follow(&mut self.replayed, game)?,
        };
        let step = self.writer.step_of(game, key, outcome).to_text(Form::Normal);
        let (head, facts) = step.split_once('\n').unwrap_or((&step, ""));
        self.file.append(&format!("{head}\n{save}{facts}"))
    }
}
