//! Keeps the game that is played in a file, and looks for games that the title screen offers (Parts 14 to
//! 17).

use std::io::{self, ErrorKind};
use std::mem;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::desktop::history::PlayedGame;
use crate::desktop::kept::facts::{Fate, GameFacts};
use crate::desktop::kept::folder::{GamesFolder, KeepError};
use crate::desktop::kept::game_file::{Claimed, GameFile};
use crate::desktop::kept::list::KeptGame;
use crate::explorer::snapshot::Snapshot;
use crate::game::{Game, GameState, Outcome};
use crate::key::Key;
use crate::part::Part;
use crate::support::owned::OwnFolder;
use crate::trace::last_key;
use crate::trace::record::Transcript;

/// Time from a change of the game until it survives a power cut.
const FLUSH_AFTER: Duration = Duration::from_secs(2);

/// Returns how a game ended, if it is over.
pub(crate) fn end_of(game: &Game) -> Option<Fate> {
    match game.state() {
        GameState::Dead => Some(Fate::Died),
        GameState::Won => Some(Fate::Won),
        _ => None,
    }
}

/// Keeps the game that is played. Every key goes into the file before the next one is handled, so a program
/// that is killed loses nothing.
#[derive(Default)]
pub(crate) struct Keeper {
    /// The folder of kept games, or `None` if games are not kept.
    folder: Option<GamesFolder>,
    /// The folder of the save file; `None` if saves stay in memory.
    saves: Option<OwnFolder>,
    /// All keys since the start of the game, or `None` if they are unknown.
    log: Option<Transcript>,
    file: State,
    /// The error of the last attempt to write, if it failed. The player knows it.
    failure: Option<KeepError>,
    /// The games of the part, or `None` while one is played.
    games: Option<Vec<KeptGame>>,
    /// When the file is to be flushed, if the game changed since.
    due: Option<Instant>,
    /// The game that F9 is about to leave, as a save file.
    leaving: Option<String>,
    /// Unfinished games that could not be continued. The title screen offers others.
    stuck: Vec<PathBuf>,
}

/// The file of the game that is played.
#[derive(Default)]
enum State {
    /// The game does not have one: nothing is worth keeping yet, or it cannot be kept.
    #[default]
    Missing,
    /// It grows, and has this number of bytes of the log.
    Open(GameFile, usize),
    /// The game is finished.
    Closed(PathBuf),
}

/// Why the game that is played is not kept. Each is a whole sentence.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotKept {
    /// The last attempt to write failed.
    #[error(transparent)]
    Failed(KeepError),
    #[error("this game is not being kept")]
    Off,
}

impl Keeper {
    pub fn new(folder: Option<GamesFolder>, saves: Option<OwnFolder>) -> Keeper {
        Keeper { folder, saves, ..Keeper::default() }
    }

    /// The game saves into this folder from now on.
    pub fn set_saves(&mut self, saves: Option<OwnFolder>) {
        self.saves = saves;
    }

    /// Checks that a save goes where the first one would have gone.
    /// Fails if its folder was replaced.
    pub fn check_saves(&self) -> io::Result<()> {
        self.saves.as_ref().map_or(Ok(()), OwnFolder::check)
    }

    /// Keeps another game from now on, whose keys begin like this. The one that was kept is left.
    pub fn begin(&mut self, log: Transcript) {
        let (folder, saves, stuck) = (self.folder.take(), self.saves.take(), mem::take(&mut self.stuck));
        *self = Keeper { folder, saves, stuck, log: Some(log), ..Keeper::default() };
    }

    /// Keeps games in this folder from now on.
    pub fn set_folder(&mut self, folder: Option<GamesFolder>) {
        (self.folder, self.games) = (folder, None);
    }

    /// While no game is played, looks for others, once. None can be continued while one is recorded.
    pub fn look_for_games(&mut self, game: &Game, is_recorded: bool) {
        if game.is_run_alive() {
            self.games = None;
        } else if self.games.is_none() {
            self.games = Some(if is_recorded { Vec::new() } else { self.list(game.part()) });
        }
    }

    /// Returns the games that were found.
    pub fn games(&self) -> &[KeptGame] {
        self.games.as_deref().unwrap_or_default()
    }

    /// Returns the game that the menu offers to continue (Parts 15 to 17).
    pub fn offered(&self) -> Option<&KeptGame> {
        let is_stuck = |game: &KeptGame| self.stuck.iter().any(|it| it == game.path());
        self.games().iter().find(|game| game.end == Fate::Left && !is_stuck(game))
    }

    /// Returns the list of games of a part.
    pub fn list(&self, part: Part) -> Vec<KeptGame> {
        self.folder.as_ref().map_or_else(Vec::new, |folder| folder.games_of(part))
    }

    /// Returns the file of the game that is played or is over, once it has one.
    pub fn path(&self) -> Option<&Path> {
        match &self.file {
            State::Missing => None,
            State::Open(GameFile { path, .. }, _) | State::Closed(path) => Some(path),
        }
    }

    /// Ends an unfinished game.
    /// Fails if another window is playing it, or its file cannot be changed.
    pub fn give_up(&mut self, game: &KeptGame) -> Result<(), KeepError> {
        self.games = None;
        self.folder.as_ref().map_or(Ok(()), |folder| folder.give_up(game))
    }

    /// Claims an unfinished game, to continue it in place of the one that is played.
    /// Fails if another window has claimed it, it cannot be read, or the game that is played cannot be kept.
    pub fn claim(&mut self, path: &Path, played: &PlayedGame) -> Result<Claimed, KeepError> {
        self.write(played, false)?;
        // If it fails, the offer is out of date.
        self.games = None;
        let checked = self.folder.as_ref().map_or(Ok(()), |games| games.folder.check());
        let claimed = checked.and_then(|()| GameFile::claim(path, played.game.part()));
        claimed.map_err(|error| {
            if error.kind() == ErrorKind::InvalidData {
                self.stuck.push(path.to_owned());
            }
            KeepError::Continue(path.to_owned(), error.into())
        })
    }

    /// Keeps a claimed game from now on, after its last key. Returns what the player has to know of its file.
    /// Fails if it is over, or would have to go on in another file that cannot be made.
    pub fn go_on(&mut self, claimed: Claimed) -> Result<(PlayedGame, Option<String>), KeepError> {
        let Claimed { mut file, setup, played, keys, must_stay, .. } = claimed;
        if !played.game.is_run_alive() || !played.game.part().has_saves() {
            let path = file.path.clone();
            self.stuck.push(path.clone());
            if let (Some(end), None) = (end_of(&played.game), must_stay) {
                // The list knows it from now on. If that fails, the menu offers the game again next time.
                file.append_state("", end, GameFacts { rng: None, ..GameFacts::of(&played) }).ok();
            }
            return Err(KeepError::Continue(path, io::Error::other("it is over").into()));
        }
        let log = Transcript::of_recorded_keys(&setup, &keys, &played.game);
        let mut note = None;
        if let (Some(reason), Some(folder)) = (must_stay, &self.folder) {
            let copy = folder.create(&played, &log.text)?;
            let (old, new) = (file.path.display(), copy.path.display());
            note = Some(format!("{old} stays as it is, because {reason}; the game goes on in {new}"));
            file = copy;
        }
        let written = log.text.len();
        self.begin(log);
        self.file = State::Open(file, written);
        Ok((played, note))
    }

    /// Writes the game that is played before F9. If F9 loads a different game, this one is unfinished, as
    /// after Escape.
    ///
    /// Fails if it cannot be written. Then F9 would lose it.
    pub fn before_load(&mut self, played: &PlayedGame) -> Result<(), KeepError> {
        self.write(played, false)?;
        self.leaving = self.is_kept(played).then(|| played.game.save_text());
        Ok(())
    }

    /// Follows a step of the game.
    /// Fails if the key cannot be written, once.
    pub fn note_step(
        &mut self,
        before: &Snapshot,
        key: Key,
        outcome: Outcome,
        played: &PlayedGame,
    ) -> Result<(), KeepError> {
        let game = &played.game;
        // A game that was saved a moment ago goes on.
        let left = self.leaving.take();
        let is_same = last_key::has_loaded(game) && left.is_some_and(|left| left == game.save_text());
        if before.began_run(game) && !is_same {
            // The game that was played until now is left. From now on another window can continue it.
            (self.file, self.failure) = (State::Missing, None);
        }
        if let Some(Err(reason)) = self.log.as_mut().map(|log| log.add(game, key, outcome)) {
            // Without this step, the keys that follow would be those of another game.
            (self.log, self.file) = (None, State::Missing);
            return Err(KeepError::Lost(reason.into()));
        }
        if outcome == Outcome::Quit {
            return Ok(());
        }
        self.due.get_or_insert_with(|| Instant::now() + FLUSH_AFTER);
        self.write_new(played)
    }

    /// Writes the keys that are not in the file yet, if the game is kept. A failed write is tried again with
    /// the next key, or later if there is no file.
    pub fn write_new(&mut self, played: &PlayedGame) -> Result<(), KeepError> {
        if !self.is_open() && self.failure.is_some() {
            return Ok(());
        }
        self.write_and_report(played, false)
    }

    /// Writes the game. Returns an error only once, until an attempt succeeds.
    fn write_and_report(&mut self, played: &PlayedGame, is_pause: bool) -> Result<(), KeepError> {
        let is_known = self.failure.is_some();
        let written = self.write(played, is_pause);
        if is_known { Ok(()) } else { written }
    }

    fn write(&mut self, played: &PlayedGame, is_pause: bool) -> Result<(), KeepError> {
        let written = self.append(played, is_pause);
        self.failure = written.as_ref().err().cloned();
        written
    }

    /// Appends the keys that are not in the file yet, if the game is one that is kept. In a pause of the
    /// player they survive a power cut, too.
    fn append(&mut self, played: &PlayedGame, is_pause: bool) -> Result<(), KeepError> {
        let is_begun = self.is_open() || played.is_worth_keeping();
        let (Some(folder), Some(log), true) = (&self.folder, &self.log, is_begun) else { return Ok(()) };
        // Another program may have removed or changed the file. All keys are known, so nothing is lost.
        if matches!(&self.file, State::Open(file, _) if file.is_lost()) {
            self.file = State::Missing;
        }
        // The list may not find a file that was moved. If there can be no other, the game goes on in it.
        let is_in_place = matches!(&self.file, State::Open(file, _) if file.is_in_place());
        let created = match is_in_place {
            true => Ok(()),
            false => {
                folder.create(played, &log.text).map(|file| self.file = State::Open(file, log.text.len()))
            }
        };
        let State::Open(file, written) = &mut self.file else { return created };
        let missing = &log.text[*written..];
        let failed = |error: io::Error, file: &GameFile| KeepError::Keep(file.path.clone(), error.into());
        if !missing.is_empty() {
            file.append(missing, GameFacts::of(played)).map_err(|error| failed(error, file))?;
            *written = log.text.len();
        }
        if is_pause {
            file.flush().map_err(|error| failed(error, file))?;
        }
        created
    }

    /// Ends the file of a finished game. Returns `None` if the game goes on or has no file.
    pub fn end_if_over(&mut self, played: &PlayedGame) -> Option<Result<(), KeepError>> {
        let end = end_of(&played.game)?;
        let State::Open(file, written) = &mut self.file else { return None };
        let missing = self.log.as_ref()?.text.get(*written..).unwrap_or_default();
        let written = file.append_state(missing, end, GameFacts::of(played));
        let path = file.path.clone();
        self.file = State::Closed(path.clone());
        Some(written.map_err(|error| KeepError::Keep(path, error.into())))
    }

    /// Returns the time until the next flush, if one is due.
    pub fn timeout(&self, played: &PlayedGame) -> Option<Duration> {
        let due = self.due.filter(|_| self.is_kept(played))?;
        Some(due.saturating_duration_since(Instant::now()))
    }

    /// Flushes the game, and writes what could not be written before. After a failure the later
    /// attempts fail silently, until one succeeds.
    pub fn keep(&mut self, played: &PlayedGame) -> Result<(), KeepError> {
        let kept = self.write_and_report(played, true);
        // If it fails, it is tried again: the disk may have room later.
        self.due = self.failure.is_some().then(|| Instant::now() + FLUSH_AFTER);
        kept
    }

    /// Checks that the game as it is now is in its file, or is about to be.
    /// Fails if it is not. The error is a whole sentence.
    pub fn check(&self, played: &PlayedGame) -> Result<(), NotKept> {
        match &self.failure {
            _ if !played.is_worth_keeping() => Ok(()),
            Some(failure) => Err(NotKept::Failed(failure.clone())),
            None if self.is_kept(played) => Ok(()),
            None => Err(NotKept::Off),
        }
    }

    const fn is_open(&self) -> bool {
        matches!(self.file, State::Open(..))
    }

    /// Returns true if the game is kept.
    fn is_kept(&self, played: &PlayedGame) -> bool {
        self.folder.is_some() && self.log.is_some() && played.is_worth_keeping()
    }
}
