//! Writing the run that is played as a trace: a file for `--record`, or only its keys for a run that is kept.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use crate::game::{Answer, Game, Outcome, Setup};
use crate::key::Key;
use crate::support::file::AppendedFile;
use crate::support::save_slot::SaveSlot;
use crate::support::text::visible;
use crate::trace::replay::Stroke;
use crate::trace::{BlockWriter, Form, Header};

/// The first word of the lines of a save in a recording.
pub(super) const SAVE: &str = "save";
/// What follows this word if there is no save.
pub(super) const NO_SAVE: &str = "-";
/// Placeholder for a save that cannot be loaded. A replay cannot load the placeholder either.
const BAD_SAVE: &str = "?";
/// Maximum size of a save in a recording, in bytes. A step with it can be read again by `verify`.
const MAX_SAVE: usize = 8 << 20;
/// How the line begins that says how many lines of a save the next step has.
const SAVE_MARK: &str = "# save ";

/// Why a recording cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum BeginError {
    /// A file of this name exists, perhaps an earlier recording.
    #[error("cannot record to {}: it exists already; give another file", shown(path))]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be created or written.
    #[error("cannot record to {}: {error}; give another file", shown(path))]
    Write {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
}

impl BeginError {
    /// Returns true if the command line is wrong, and false if the system failed.
    pub const fn is_wrong_use(&self) -> bool {
        !matches!(self, BeginError::Write { .. })
    }
}

/// The error of a recording that ended before its run. The steps before it can be verified and replayed.
#[derive(Debug, thiserror::Error)]
#[error("the recording {} ends here: {reason}", shown(path))]
pub struct RecordError {
    path: PathBuf,
    reason: EndReason,
}

/// Why a recording ended.
#[derive(Debug, thiserror::Error)]
pub enum EndReason {
    /// The file cannot be written.
    #[error("{0}; begin another")]
    Write(#[from] io::Error),
    /// No step can contain the save that was loaded.
    #[error("the save that was loaded is larger than {MAX_SAVE} bytes; begin another")]
    LargeSave,
}

fn shown(path: &Path) -> String {
    visible(&path.display().to_string())
}

/// Returns the first length of a recording that ends with a whole step. What follows it was cut off: a line
/// without an end, zeros that a power cut left, or a step that lacks lines of its save.
pub fn whole_length(bytes: &[u8]) -> usize {
    let last = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let whole = bytes[..last].iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
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

/// Makes the text of a recording, step by step. A replay needs nothing but this text: if the run loads a save
/// that it did not write itself, the step contains that save.
#[derive(Clone)]
pub struct StepWriter {
    /// What describes each step; none if the recording has only keys.
    blocks: Option<BlockWriter>,
    /// Number of keys.
    count: usize,
    /// What a replay would have in its save slot. It is always in memory.
    slot: SaveSlot,
}

impl StepWriter {
    /// Begins with a game that has just been started. Also returns the text before the first key.
    pub fn new(setup: &Setup, game: &Game) -> (StepWriter, String) {
        let (blocks, first) = BlockWriter::new(game);
        let text = Header::new(setup, Form::Normal).to_string() + &first.to_text(Form::Normal);
        (StepWriter { blocks: Some(blocks), ..StepWriter::of_keys(setup).0 }, text)
    }

    /// Begins a recording that has only keys. It is small.
    pub fn of_keys(setup: &Setup) -> (StepWriter, String) {
        let text = format!("{}step 0 start\n", Header::new(setup, Form::Normal));
        (StepWriter { blocks: None, count: 0, slot: SaveSlot::default() }, text)
    }

    /// Returns the text of the key that was pressed last. It is empty for a save that failed, which a replay
    /// could not repeat, and in a recording of keys for the end of the program.
    ///
    /// # Errors
    /// If the save that was loaded is too large.
    pub fn step(&mut self, game: &Game, key: Key, outcome: Outcome) -> Result<String, EndReason> {
        if let Some(Answer::SaveFailed(_)) = game.answer() {
            self.blocks.iter_mut().for_each(|blocks| blocks.skip(game, outcome));
            return Ok(String::new());
        }
        let save = self.follow(game)?;
        let Some(blocks) = &mut self.blocks else {
            return Ok(if outcome == Outcome::Quit { String::new() } else { self.line(key, &save) });
        };
        let step = blocks.block_of(game, key, outcome).to_text(Form::Normal);
        let (head, facts) = step.split_once('\n').unwrap_or((&step, ""));
        Ok(format!("{head}\n{save}{facts}"))
    }

    /// Returns the text of a key of another recording of keys. `slot` is what the game's slot holds after it.
    pub fn repeat(&mut self, stroke: &Stroke) -> String {
        // A save that was read is small enough to be written.
        let save = stroke.slot.as_ref().and_then(|slot| save_lines(slot).ok()).unwrap_or_default();
        self.line(stroke.key, &save)
    }

    /// A replay of the keys so far has this in its slot.
    pub fn set_slot(&mut self, slot: &SaveSlot) {
        if let SaveSlot::Memory(_) = slot {
            self.slot = slot.clone();
        }
    }

    /// Returns the lines of a key without facts. A step that was cut off in its save has fewer lines than
    /// the one before it says.
    fn line(&mut self, key: Key, save: &str) -> String {
        self.count += 1;
        let mark = match save.lines().count() {
            0 => String::new(),
            lines => format!("{SAVE_MARK}{lines}\n"),
        };
        format!("{mark}step {} {}\n{save}", self.count, key.name())
    }

    /// Compares what the game found in its slot with what a replay would find. If they differ, returns the
    /// lines that give the replay the same save.
    fn follow(&mut self, game: &Game) -> Result<String, EndReason> {
        let found = match game.answer() {
            Some(Answer::Saved) => {
                self.slot = SaveSlot::Memory(Some(game.save_text()));
                return Ok(String::new());
            }
            // A loaded run saves what it was loaded from.
            Some(Answer::Loaded) => Some(game.save_text()),
            Some(Answer::NoSave) => None,
            Some(Answer::BadSave(_)) => Some(BAD_SAVE.to_owned()),
            Some(Answer::SaveFailed(_)) | None => return Ok(String::new()),
        };
        let found = SaveSlot::Memory(found);
        if found == self.slot {
            return Ok(String::new());
        }
        let lines = save_lines(&found)?;
        self.slot = found;
        Ok(lines)
    }
}

/// Returns the lines of a recording that hold a save.
fn save_lines(slot: &SaveSlot) -> Result<String, EndReason> {
    let SaveSlot::Memory(Some(text)) = slot else { return Ok(format!("{SAVE} {NO_SAVE}\n")) };
    if text.len() > MAX_SAVE {
        return Err(EndReason::LargeSave);
    }
    Ok(text.lines().map(|line| format!("{SAVE} {line}\n")).collect())
}

/// The file of `--record`. Each step is written before the next key is handled, so a crash loses no step.
pub struct Recorder {
    file: AppendedFile,
    path: PathBuf,
    steps: StepWriter,
    ended: bool,
}

impl Recorder {
    /// Creates the file and writes the state of a game that has just been started.
    ///
    /// # Errors
    /// If there is a file of this name, or if it cannot be written.
    pub fn new(path: &Path, setup: &Setup, game: &Game) -> Result<Recorder, BeginError> {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let file = file.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => BeginError::Exists { path: path.to_owned() },
            _ => BeginError::Write { path: path.to_owned(), error },
        })?;
        let (steps, first) = StepWriter::new(setup, game);
        let file = AppendedFile::new(file, 0);
        let mut recorder = Recorder { file, path: path.to_owned(), steps, ended: false };
        if let Err(error) = recorder.file.append(&first) {
            // Nothing was recorded. The first error is the one to report.
            fs::remove_file(path).ok();
            return Err(BeginError::Write { path: path.to_owned(), error });
        }
        Ok(recorder)
    }

    /// Removes the file of a recording that has no step yet.
    pub fn discard(self) {
        // The reason why nothing was played is the error to report.
        fs::remove_file(self.path).ok();
    }

    /// Writes a step. A key that could not save is left out, because a replay would save.
    ///
    /// # Errors
    /// If it cannot be written, or could not be replayed. The recording ends then.
    pub fn write(&mut self, game: &Game, key: Key, outcome: Outcome) -> Result<(), RecordError> {
        if self.ended {
            return Ok(());
        }
        let step = self.steps.step(game, key, outcome);
        step.and_then(|step| Ok(self.file.append(&step)?)).map_err(|reason| {
            self.ended = true;
            RecordError { path: self.path.clone(), reason }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::part::Part;
    use crate::trace::replay::Replay;

    #[test]
    fn keys_play_the_same_game_and_go_on() {
        let setup = Setup::new(Part::LAST, 42);
        let mut game = Game::new(setup.clone());
        let (mut steps, mut text) = StepWriter::of_keys(&setup);
        for name in ["2", "Down", "Down", "F5", "Left", "F9", "Right", "I", "Escape"] {
            let key = Key::from_name(name).unwrap();
            let outcome = game.press(key);
            let step = steps.step(&game, key, outcome).unwrap();
            assert_eq!(step.lines().count(), 1, "{name}");
            text += &step;
        }
        let replay = Replay::of((text.clone() + "step 10 Do").as_bytes()).unwrap();
        assert!(replay.cut.as_ref().unwrap().is_cut_off());
        let mut again = Game::new(setup.clone());
        replay.keys.iter().for_each(|stroke| _ = crate::trace::replay::press(&mut again, stroke));
        assert_eq!(again.save_text(), game.save_text());
        assert_eq!(again.rng().peek(), game.rng().peek());
        let (mut continued, mut same) = StepWriter::of_keys(&setup);
        replay.keys.iter().for_each(|stroke| same += &continued.repeat(stroke));
        assert_eq!(same, text);
        continued.set_slot(again.slot());
        let outcome = game.press(Key::F9);
        let step = continued.step(&game, Key::F9, outcome).unwrap();
        assert_eq!(step, "step 10 F9\n", "the replay has that save");
        assert_eq!(continued.step(&game, Key::ESCAPE, Outcome::Quit).unwrap(), "");
    }

    #[test]
    fn what_follows_the_last_whole_step_was_cut_off() {
        let before = "step 0 start\nstep 1 2\n";
        let whole = format!("{before}{SAVE_MARK}3\nstep 2 F9\nsave a\nsave b\nsave c\n");
        for end in 0..whole.len() {
            let lines = whole[..end].rfind('\n').map_or(0, |end| end + 1);
            assert_eq!(whole_length(&whole.as_bytes()[..end]), lines.min(before.len()), "{end}");
        }
        for rest in ["", "step 3 Le", "\0\0\0", "ste\0\0"] {
            assert_eq!(whole_length((whole.clone() + rest).as_bytes()), whole.len(), "{rest:?}");
        }
        let more = whole + "step 3 Left\n# now\n";
        assert_eq!(whole_length(more.as_bytes()), more.len());
        let changed = more.replace("# save 3", "# save 9");
        assert_eq!(whole_length(changed.as_bytes()), more.len(), "nothing was cut off");
    }
}
