//! Keeps the run that is played in a file, and offers the last one on the menu (Parts 15 to 17).

use std::path::Path;
use std::time::{Duration, Instant};

use crate::desktop::assist::alarm::Snapshot;
use crate::desktop::pages::menu::Offer;
use crate::desktop::pages::summary::Summary;
use crate::desktop::runs::facts::{End, Mark, RunFacts};
use crate::desktop::runs::folder::{RunError, RunsFolder, left_last};
use crate::desktop::runs::list::Run;
use crate::desktop::runs::run_file::{Claimed, RunFile};
use crate::desktop::session::history::RunHistory;
use crate::game::{Game, GameState, Outcome, Setup};
use crate::key::Key;
use crate::part::Part;
use crate::support::owned::open_itself;
use crate::trace::happened;
use crate::trace::record::Transcript;
use crate::trace::replay::{Replay, Stroke};

/// Time from a change of the run until its state is written.
const MARK_AFTER: Duration = Duration::from_secs(2);
/// Number of runs whose keys are searched for the past of a save, and maximum size of their files in bytes.
const MAX_SEARCHED: usize = 20;
const LONGEST_SEARCHED: u64 = 512 << 10;

/// The run that is played, as far as its file is concerned. Every key goes into the file before the next one
/// is handled, so a run that ends in the middle of a step loses nothing.
#[derive(Default)]
pub(crate) struct RunKeeper {
    /// Where runs are kept. None if they are not.
    folder: Option<RunsFolder>,
    /// All keys since the game was started; none if they are not known.
    log: Option<Transcript>,
    /// The file of this run, once it has one.
    file: Option<RunFile>,
    /// Number of bytes of the log that are in the file.
    written: usize,
    /// What the menu offers.
    offer: Offer,
    /// True while the menu is shown, once its offer was looked for.
    has_looked: bool,
    /// When the state of the run is to be written, if it changed since.
    due: Option<Instant>,
    /// The run that F9 is about to leave, as a save file.
    leaving: Option<String>,
    /// True if the player knows that the run cannot be kept.
    has_reported: bool,
    /// Number of turns taken in this run. One without a turn is not kept.
    turns: u64,
    /// True once a turn was taken, or the run was loaded.
    has_moved: bool,
}

impl RunKeeper {
    pub fn new(folder: Option<RunsFolder>) -> RunKeeper {
        RunKeeper { folder, ..RunKeeper::default() }
    }

    /// Writes the keys of runs to files. The game was started like this, and no key has been pressed.
    pub fn log_keys(&mut self, setup: &Setup) {
        self.log = Some(Transcript::of_keys(setup));
    }

    /// The log becomes that of these keys, because some that are in it were taken back.
    pub fn log_again(&mut self, setup: &Setup, keys: &[Stroke], game: &Game) {
        self.log = Some(Transcript::of_strokes(setup, keys, game));
    }

    /// Keeps runs here from now on.
    pub fn settle(&mut self, folder: Option<RunsFolder>) {
        self.folder = folder;
        self.has_looked = false;
    }

    /// When the menu is shown, looks for runs. No key on the menu makes it look again. While a run is
    /// recorded, no other one can be continued.
    pub fn look_for_run(&mut self, game: &Game, is_recorded: bool) {
        let is_menu = game.state() == GameState::ClassSelect;
        let has_looked = std::mem::replace(&mut self.has_looked, is_menu);
        if is_menu && !has_looked {
            let runs = self.list(game.part());
            self.offer = Offer { has_list: !runs.is_empty(), run: left_last(runs).filter(|_| !is_recorded) };
        }
    }

    /// Returns what the menu offers.
    pub const fn offer(&self) -> &Offer {
        &self.offer
    }

    /// Returns the list of runs of a part.
    pub fn list(&self, part: Part) -> Vec<Run> {
        self.folder.as_ref().map_or_else(Vec::new, |folder| folder.runs_of(part))
    }

    /// Returns the file of the run that is played, once it has one.
    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(RunFile::path)
    }

    /// Looks for the past of a run that was loaded in the keys of the latest runs.
    pub fn find_past(&self, game: &Game, history: &mut RunHistory) {
        let save = game.save_text();
        let runs = self.list(game.part()).into_iter().filter(|run| run.facts.class == game.class());
        for run in runs.take(MAX_SEARCHED) {
            let file = open_itself(run.path()).ok();
            let short = file.filter(|file| file.metadata().is_ok_and(|file| file.len() < LONGEST_SEARCHED));
            let keys = short.and_then(|file| Replay::of(std::io::BufReader::new(file)).ok());
            let saves = keys.filter(|keys| keys.keys.iter().any(|stroke| stroke.key == Key::F5));
            if saves.is_some_and(|keys| history.learn(&keys, &save, game)) {
                return;
            }
        }
    }

    /// Ends a run that was left.
    ///
    /// # Errors
    /// If another window plays it, or its file cannot be changed.
    pub fn give_up(&mut self, run: &Run) -> Result<(), RunError> {
        self.has_looked = false;
        RunsFolder::give_up(run)
    }

    /// Claims a run that was left. Returns none if no runs are kept.
    ///
    /// # Errors
    /// If another window has claimed it, it cannot be read, or the run that is played cannot be kept.
    pub fn take(&mut self, path: &Path, game: &Game) -> Result<Option<Claimed>, RunError> {
        if self.folder.is_none() {
            return Ok(None);
        }
        if self.is_kept(game) {
            self.write(game)?;
        }
        // Should it fail, the offer is out of date.
        self.has_looked = false;
        RunsFolder::claim(path).map(Some)
    }

    /// The run that was claimed goes on in the game that its keys led to. Returns what the player has to know
    /// about its file.
    ///
    /// # Errors
    /// If it is over, or would have to go on in another file that cannot be made. Its file is unchanged then.
    pub fn go_on(
        &mut self,
        claimed: Claimed,
        (setup, game, turns): (&Setup, &Game, u64),
    ) -> Result<Option<String>, RunError> {
        let Claimed { file, replay, must_stay } = claimed;
        if !game.is_run_alive() || !game.part().has_saves() {
            return Err(RunError::Over(file.path().to_owned()));
        }
        let log = Transcript::of_strokes(setup, &replay.keys, game);
        let (file, note) = match (must_stay, &self.folder) {
            (Some(reason), Some(folder)) => {
                let mark = Mark::now(None, RunFacts::of(game, turns));
                let copy = folder.create(game.part(), &log.text, &mark)?;
                let (old, new) = (file.path().display(), copy.path().display());
                let note = format!("{old} stays as it is, because {reason}; the run goes on in {new}");
                (copy, Some(note))
            }
            _ => (file, None),
        };
        (self.written, self.log) = (log.text.len(), Some(log));
        self.due = None;
        self.has_reported = false;
        (self.has_moved, self.turns) = (true, turns);
        self.file = Some(file);
        Ok(note)
    }

    /// Before F9 the run that is played is written. If F9 loads another one, it is left like a run that was
    /// left with Escape.
    ///
    /// # Errors
    /// If it cannot be written. Then F9 would lose it.
    pub fn before_load(&mut self, game: &Game) -> Result<(), RunError> {
        self.leaving = None;
        if self.is_kept(game) {
            self.write(game)?;
            self.leaving = Some(game.save_text());
        }
        Ok(())
    }

    /// Follows a step of the game. `turns` is the number of turns that were taken in the run.
    ///
    /// # Errors
    /// If the key cannot be written, once.
    pub fn note_step(
        &mut self,
        before: &Snapshot,
        key: Key,
        outcome: Outcome,
        (game, turns): (&Game, u64),
    ) -> Result<(), RunError> {
        let is_loaded = happened::has_loaded(game);
        // A run that was saved a moment ago goes on.
        let is_same = self.leaving.take().is_some_and(|left| is_loaded && left == game.save_text());
        let has_begun = before.began_run(game) && !is_same;
        if has_begun {
            // The run that was played until now is left. From now on another window can continue it.
            self.file = None;
            self.has_reported = false;
            self.has_moved = false;
        }
        self.has_moved |= turns > 0 || is_loaded;
        self.turns = turns;
        if let Some(Err(reason)) = self.log.as_mut().map(|log| log.add(game, key, outcome)) {
            // Without this step, the keys that follow would be those of another run.
            (self.log, self.file) = (None, None);
            return Err(RunError::Lost(reason));
        }
        if outcome == Outcome::Quit {
            return Ok(());
        }
        self.due.get_or_insert_with(|| Instant::now() + MARK_AFTER);
        self.write_new(game)
    }

    /// The view is computed with another algorithm from now on.
    ///
    /// # Errors
    /// If the key cannot be written, once.
    pub fn note_view(&mut self, game: &Game) -> Result<(), RunError> {
        if let Some(log) = &mut self.log {
            log.repeat(&Stroke { key: Key::V, slot: None });
        }
        self.write_new(game)
    }

    /// Writes the keys that are not in the file yet, if there is a run that is kept. What fails is tried
    /// again with the next key, or later if there is no file.
    fn write_new(&mut self, game: &Game) -> Result<(), RunError> {
        let begins = game.is_run_alive() && self.has_moved && !self.has_reported;
        if self.file.is_none() && !begins {
            return Ok(());
        }
        let written = self.write(game);
        self.once(written)
    }

    /// Returns an error only once, until an attempt succeeds.
    fn once(&mut self, attempt: Result<(), RunError>) -> Result<(), RunError> {
        let is_known = std::mem::replace(&mut self.has_reported, attempt.is_err());
        if is_known { Ok(()) } else { attempt }
    }

    /// Writes the keys that are not in the file yet. Without a file makes one.
    fn write(&mut self, game: &Game) -> Result<(), RunError> {
        let (Some(folder), Some(log)) = (&self.folder, &self.log) else { return Ok(()) };
        let facts = RunFacts::of(game, self.turns);
        let Some(file) = &mut self.file else {
            let mark = Mark::now(None, facts);
            let file = folder.create(game.part(), &log.text, &mark)?;
            (self.file, self.written) = (Some(file), log.text.len());
            return Ok(());
        };
        if file.is_full() {
            return Err(RunError::Full(file.path().to_owned()));
        }
        let missing = &log.text[self.written..];
        if !missing.is_empty() {
            let written = file.append(missing, facts);
            written.map_err(|error| RunError::Keep(file.path().to_owned(), error))?;
            self.written = log.text.len();
        }
        Ok(())
    }

    /// Ends the file of a run that is over, and writes a summary beside it.
    ///
    /// # Errors
    /// If the end cannot be written.
    pub fn end_if_over(&mut self, summary: &Summary) -> Result<(), RunError> {
        let game = summary.game;
        let end = match game.state() {
            GameState::Dead => End::Died,
            GameState::Won => End::Won,
            _ => return Ok(()),
        };
        let (Some(mut file), Some(log)) = (self.file.take(), &self.log) else { return Ok(()) };
        let missing = log.text.get(self.written..).unwrap_or_default();
        let ended = file.mark(missing, Some(end), RunFacts::of(game, self.turns));
        RunsFolder::write_summary(file.path(), &summary.text());
        ended.map_err(|error| RunError::Keep(file.path().to_owned(), error))
    }

    /// Returns the time until the state of the run is to be written; none if it need not.
    pub fn timeout(&self, game: &Game) -> Option<Duration> {
        let due = self.due.filter(|_| self.is_kept(game))?;
        Some(due.saturating_duration_since(Instant::now()))
    }

    /// Writes the state of the run if it changed, and what could not be written before.
    ///
    /// # Errors
    /// If that fails. Until it succeeds, the later attempts fail silently.
    pub fn keep(&mut self, game: &Game) -> Result<(), RunError> {
        if !self.is_kept(game) || self.due.is_none() {
            return Ok(());
        }
        let kept = self.write(game).and_then(|()| self.mark(game));
        // If it fails, it is tried again: the disk may have room later.
        self.due = kept.is_err().then(|| Instant::now() + MARK_AFTER);
        self.once(kept)
    }

    fn mark(&mut self, game: &Game) -> Result<(), RunError> {
        let facts = RunFacts::of(game, self.turns);
        let Some(file) = &mut self.file else { return Ok(()) };
        let marked = if file.needs_mark() { file.mark("", None, facts) } else { Ok(()) };
        let marked = marked.and_then(|()| file.flush());
        marked.map_err(|error| RunError::Keep(file.path().to_owned(), error))
    }

    /// Returns true once a turn was taken in the run, or it was loaded.
    pub const fn has_moved(&self) -> bool {
        self.has_moved
    }

    /// Returns true if the run as it is now is in its file, or is about to be.
    pub fn has_all(&self, game: &Game) -> bool {
        self.is_kept(game) && !self.has_reported
    }

    /// Returns true if there is a run that is kept.
    fn is_kept(&self, game: &Game) -> bool {
        self.folder.is_some() && self.log.is_some() && game.is_run_alive() && self.has_moved
    }
}
