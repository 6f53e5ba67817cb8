//! Keeps the runs of a session in files, and offers the last one on the menu (Parts 15 to 17).

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::color::Color;
use crate::desktop::assist::alarm::Snapshot;
use crate::desktop::pages::summary::Summary;
use crate::desktop::runs::archive::Archive;
use crate::desktop::runs::autosave::{Autosave, AutosaveError, Continued, Rest, Unfinished, kept_as};
use crate::desktop::runs::facts::RunFacts;
use crate::desktop::runs::files::{FilesError, RunFiles};
use crate::desktop::runs::history::RunHistory;
use crate::desktop::runs::list::{self, Run};
use crate::desktop::runs::regular::open_kept;
use crate::event::Event;
use crate::game::PlayerClass;
use crate::game::{Game, GameState, Outcome, Setup};
use crate::key::Key;
use crate::part::Part;
use crate::screen::{self, Frame};
use crate::trace::key_log::{KeyLog, Logged};

/// A run is saved when it has not changed for this time.
const SAVE_AFTER: Duration = Duration::from_secs(1);
/// A run is saved after this time also while it changes.
const SAVE_WITHIN: Duration = Duration::from_secs(4);
/// Number of runs whose keys are searched for the past of a save.
const MAX_SEARCHED: usize = 20;
/// Colour of the offer on the menu.
const OFFER: Color = Color(205, 200, 215);

/// Returns the row of the menu that offers a run: where a fourth class would stand.
fn offer_row(part: Part) -> i32 {
    screen::first_class_row(part) + 2 * PlayerClass::ALL.len() as i32
}

/// Returns the row of the menu that names the key of the list of runs. It lies below the original's lines.
pub(crate) fn list_row(part: Part) -> i32 {
    offer_row(part) + 5
}

/// The run that is played, as far as its files are concerned.
///
/// Every key goes into a file at once, so a run that ends in the middle of a step loses nothing. The save is
/// written less often. It survives a power cut, and can be read without replaying the run.
#[derive(Default)]
pub(crate) struct RunKeeper {
    /// Where runs are kept. None if they are not.
    autosave: Option<Autosave>,
    /// Where the keys of runs that are over go. None if they are removed.
    archive: Option<Archive>,
    /// The keys since the game was started. None if they are not written to files.
    log: Option<KeyLog>,
    /// The run that the menu offers.
    offered: Option<Unfinished>,
    /// The files of this run, once it has some.
    files: Option<RunFiles>,
    /// When the run is to be saved, if it changed since it was saved.
    due: Option<Due>,
    /// The depth of the player when the run was last looked at.
    depth: usize,
    /// The run that F9 is about to leave, as a save file.
    leaving: Option<String>,
    /// The seed of the game whose keys are in the log.
    seed: Option<u32>,
    /// True while the menu is shown, once its offer was looked for.
    has_looked: bool,
    /// What to do with the keys of a run that was claimed, as far as it goes on without them.
    rest: Option<Rest>,
    /// True if the player knows that the run cannot be kept.
    has_reported: bool,
    /// True once a turn was taken. A run without a turn is not kept.
    has_moved: bool,
}

/// When a run is to be saved.
#[derive(Clone, Copy, Debug)]
struct Due {
    /// When it changed first.
    since: Instant,
    at: Instant,
}

/// A run to continue.
pub(crate) struct Resumed {
    /// The run as a save file.
    pub text: String,
    /// Its keys, which lead to the same state and to the same future.
    pub keys: Option<Logged>,
    /// What the player has to know about damaged files.
    pub notes: Vec<String>,
}

impl RunKeeper {
    pub fn new(autosave: Option<Autosave>) -> RunKeeper {
        RunKeeper { autosave, ..RunKeeper::default() }
    }

    /// Writes the keys of runs to files, too. The game was started like this, and no key has been pressed.
    pub fn log_keys(&mut self, setup: &Setup, archive: Option<Archive>) {
        self.log = Some(KeyLog::new(setup));
        self.seed = Some(setup.seed);
        self.archive = archive;
    }

    /// Keeps runs here from now on.
    pub fn settle(&mut self, autosave: Option<Autosave>, archive: Option<Archive>) {
        self.autosave = autosave;
        self.archive = archive;
        self.has_looked = false;
    }

    /// When the menu is shown, looks for the run that was kept last. Returns what is wrong with files that
    /// cannot be offered. No key on the menu makes it look again.
    pub fn look_for_run(&mut self, game: &Game) -> Vec<AutosaveError> {
        let is_menu = game.state() == GameState::ClassSelect;
        let has_looked = std::mem::replace(&mut self.has_looked, is_menu);
        let Some(autosave) = self.autosave.as_ref().filter(|_| is_menu && !has_looked) else {
            return Vec::new();
        };
        let (offered, problems) = autosave.read();
        self.offered = offered;
        problems
    }

    /// Returns true if the menu offers a run.
    pub const fn has_offer(&self) -> bool {
        self.offered.is_some()
    }

    /// Draws the offer and the key of the list in the free lines of the menu.
    pub fn draw_offer(&self, game: &Game, frame: &mut Frame) {
        if let Some(offered) = self.offered.as_ref().filter(|_| game.state() == GameState::ClassSelect) {
            frame.draw_centred(offer_row(game.part()), &offered.to_string(), OFFER);
            frame.draw_centred(list_row(game.part()), "R)  All runs", OFFER);
        }
    }

    /// Returns the path of the run that the menu offers.
    pub fn offered(&self) -> Option<PathBuf> {
        self.offered.as_ref().map(|offered| offered.path.clone())
    }

    /// Returns the list of runs of a part.
    pub fn list(&self, part: Part) -> Vec<Run> {
        list::list_of(part, self.autosave.as_ref(), self.archive.as_ref().map(Archive::folder))
    }

    /// Looks for the past of a run that was loaded in the keys of the latest runs.
    pub fn find_past(&self, game: &Game, history: &mut RunHistory) {
        let save = game.save_text();
        let runs = self.list(game.part()).into_iter().filter(|run| run.class() == game.class());
        for run in runs.take(MAX_SEARCHED) {
            let keys = open_kept(&run.keys()).ok().and_then(Logged::read);
            let saves = keys.filter(|keys| keys.strokes.iter().any(|stroke| stroke.key == Key::F5));
            if saves.is_some_and(|keys| history.learn(&keys, &save, game.part())) {
                return;
            }
        }
    }

    /// Ends a run that was left.
    ///
    /// # Errors
    /// If another window plays it, or its files cannot be removed.
    pub fn give_up(&mut self, run: &Run, part: Part) -> Result<(), String> {
        self.has_looked = false;
        let Some(autosave) = &self.autosave else { return Ok(()) };
        list::end_run(autosave, part, self.archive.as_ref(), run).map(drop)
    }

    /// Claims a run that was left. It goes on in its own files. Returns none if no runs are kept.
    ///
    /// # Errors
    /// If another window has claimed it, it cannot be read, or the run that is played cannot be saved.
    pub fn take(&mut self, path: &Path, game: &Game) -> Result<Option<Resumed>, AutosaveError> {
        if self.is_kept(game) {
            self.save(game)?;
        }
        let Some(autosave) = &self.autosave else { return Ok(None) };
        // Should it fail, the offer is out of date.
        self.has_looked = false;
        let Continued { files, text, keys, rest, notes } = autosave.claim(path)?;
        self.offered = None;
        let now = Instant::now();
        // In place of a damaged file there is a new one soon.
        self.due = (!notes.is_empty()).then_some(Due { since: now, at: now });
        self.has_reported = false;
        self.has_moved = true;
        self.files = Some(files);
        self.rest = Some(rest);
        Ok(Some(Resumed { text, keys, notes }))
    }

    /// The run that was claimed goes on in the game that its keys led to.
    ///
    /// # Errors
    /// If its keys cannot be written from now on.
    pub fn go_on(&mut self, keys: &Logged, game: &Game) -> Result<Option<String>, AutosaveError> {
        self.log = Some(keys.to_log(game));
        self.depth = game.depth();
        self.seed = Some(keys.setup.seed);
        if let Some(archive) = &mut self.archive {
            archive.set_seed(keys.setup.seed);
        }
        self.go_on_with_log(game)
    }

    /// Makes the file of keys that of the log. Returns what the player has to know about the keys in it that
    /// the run goes on without.
    fn go_on_with_log(&mut self, game: &Game) -> Result<Option<String>, AutosaveError> {
        let (Some(files), Some(log)) = (&mut self.files, &self.log) else { return Ok(None) };
        let Some(Rest { ending, reason }) = self.rest.take().filter(|_| log.is_whole()) else {
            return Ok(None);
        };
        let path = files.keys_path().to_owned();
        let kept = files.go_on_with(log.text(), ending);
        files.write_facts(RunFacts::of(game, self.seed));
        match kept {
            Ok(kept) => Ok(kept.map(|kept| kept_as(&path, &kept, &reason))),
            Err(error) => Err(AutosaveError::Record(path, error)),
        }
    }

    /// The log becomes that of these keys, because some that are in it were taken back.
    pub fn log_again(&mut self, keys: &Logged) {
        self.log = Some(keys.log_again());
    }

    /// The run that was claimed stays as it is, for a later time.
    pub fn leave_files(&mut self) {
        self.files = None;
    }

    /// The run that was claimed goes on in the game that is played, as if F9 had loaded it.
    ///
    /// # Errors
    /// If its keys cannot be written from now on.
    pub fn go_on_loaded(&mut self, game: &Game) -> Result<Option<String>, AutosaveError> {
        let logged = self.log_key(game, Key::F9, Outcome::Redraw);
        self.note_change(game);
        let kept = self.go_on_with_log(game)?;
        logged.map(|()| kept)
    }

    /// Before F9 the run that is played is saved. If F9 loads another one, it is left like a run that was
    /// left with Escape.
    ///
    /// # Errors
    /// If it cannot be saved. Then F9 would lose it.
    pub fn before_load(&mut self, game: &Game) -> Result<(), AutosaveError> {
        self.leaving = None;
        if self.is_kept(game) {
            self.save(game)?;
            self.leaving = Some(game.save_text());
        }
        Ok(())
    }

    /// Follows a step of the game.
    ///
    /// # Errors
    /// If a run began and no files could be claimed for it.
    pub fn note_step(
        &mut self,
        before: &Snapshot,
        key: Key,
        outcome: Outcome,
        (game, has_moved): (&Game, bool),
    ) -> Result<(), AutosaveError> {
        if outcome == Outcome::Redraw {
            self.note_change(game);
        }
        let is_loaded = game.events().contains(&Event::Loaded);
        // A run that was saved a moment ago goes on.
        let is_same = self.leaving.take().is_some_and(|left| is_loaded && left == game.save_text());
        let has_begun = before.began_run(game) && !is_same;
        self.has_moved = has_moved || is_loaded || self.has_moved && !has_begun;
        if has_begun {
            // The run that was played until now is left. From now on another window can continue it.
            self.files = None;
            self.has_reported = false;
        }
        let logged = self.log_key(game, key, outcome);
        let can_claim = outcome != Outcome::Quit && game.is_run_alive() && self.has_moved;
        let kept = if self.files.is_some() || self.has_reported {
            self.write_keys(game)
        } else if can_claim {
            self.claim(game).inspect_err(|_| self.has_reported = true)
        } else {
            Ok(())
        };
        kept.and(logged)
    }

    /// Adds a key to the log.
    ///
    /// # Errors
    /// If the log of a run that is kept becomes too large, once.
    fn log_key(&mut self, game: &Game, key: Key, outcome: Outcome) -> Result<(), AutosaveError> {
        let Some(log) = self.log.as_mut().filter(|log| log.is_whole()) else { return Ok(()) };
        log.add(game, key, outcome);
        match &self.files {
            Some(files) if !log.is_whole() => Err(AutosaveError::FullRecording(files.keys_path().to_owned())),
            _ => Ok(()),
        }
    }

    /// The view is computed with another algorithm from now on.
    ///
    /// # Errors
    /// If the key cannot be written.
    pub fn note_view(&mut self, game: &Game) -> Result<(), AutosaveError> {
        if let Some(log) = &mut self.log {
            log.add_view();
        }
        self.write_keys(game)
    }

    /// Writes the keys that are not in their file yet, and what the list shows.
    ///
    /// # Errors
    /// If they cannot be written, once, unless there is a save, which keeps the run as well.
    fn write_keys(&mut self, game: &Game) -> Result<(), AutosaveError> {
        let written = self.try_write_keys(game);
        if self.has_reported || game.part().has_saves() {
            return Ok(());
        }
        self.has_reported = written.is_err();
        written
    }

    fn try_write_keys(&mut self, game: &Game) -> Result<(), AutosaveError> {
        let (Some(files), Some(log)) = (&mut self.files, &self.log) else { return Ok(()) };
        // A log that is not whole leads nowhere, but what was written of it stays.
        let written =
            if log.is_whole() || !files.has_no_keys() { files.write_keys(log.text()) } else { Ok(()) };
        files.write_facts(RunFacts::of(game, self.seed));
        written.map_err(|error| AutosaveError::Record(files.keys_path().to_owned(), error))
    }

    /// Makes files for the run that is played.
    fn claim(&mut self, game: &Game) -> Result<(), AutosaveError> {
        let claimed = match (&self.autosave, &self.archive) {
            (Some(autosave), _) => Some(autosave.claim_new()?),
            // Parts without saves keep their runs' keys, if that is possible.
            (None, Some(archive)) if !game.part().has_saves() => {
                let path = archive.folder();
                let lost = |error| AutosaveError::Record(path.to_owned(), error);
                Some(archive.claim_new(game).map_err(lost)?)
            }
            _ => None,
        };
        self.files = claimed;
        self.write_keys(game)
    }

    /// The run changed. On a new floor it is saved at once.
    fn note_change(&mut self, game: &Game) {
        let now = Instant::now();
        let is_new_floor = std::mem::replace(&mut self.depth, game.depth()) != game.depth();
        let since = self.due.map_or(now, |due| due.since);
        let at = if is_new_floor { now } else { (since + SAVE_WITHIN).min(now + SAVE_AFTER) };
        self.due = Some(Due { since, at });
    }

    /// Removes the files of a run that is over. Its keys and a summary go into the archive, if there is one.
    ///
    /// # Errors
    /// If there is a save that cannot be removed, or the keys cannot go there. Then they stay where they are.
    pub fn forget_if_over(&mut self, summary: &Summary) -> Result<(), AutosaveError> {
        let game = summary.game;
        let is_over = matches!(game.state(), GameState::Dead | GameState::Won);
        if self.files.is_none() || !is_over {
            return Ok(());
        }
        // The last attempt to write keys that could not be written before.
        let written = self.try_write_keys(game);
        let Some(files) = self.files.take() else { return Ok(()) };
        let keys = files.keys_path().to_owned();
        let facts = RunFacts::of(game, self.seed);
        let names = self.archive.as_ref().map(|archive| archive.names_for(game.part(), &facts)).transpose();
        let names = names.map_err(|error| FilesError::Archive(keys, error))?;
        let moved = files.end(names)?;
        moved.iter().for_each(|keys| Archive::write_summary(keys, &summary.text()));
        written
    }

    /// Returns the time until the run is to be saved; none if it need not.
    pub fn timeout(&self, game: &Game) -> Option<Duration> {
        let due = self.due.filter(|_| self.is_kept(game))?;
        Some(due.at.saturating_duration_since(Instant::now()))
    }

    /// Saves the run if it changed.
    ///
    /// # Errors
    /// If the run cannot be saved. Until it can again, the later attempts fail silently.
    pub fn keep(&mut self, game: &Game) -> Result<(), AutosaveError> {
        if !self.is_kept(game) || self.due.is_none() {
            return Ok(());
        }
        let is_known = self.has_reported;
        let saved = self.save(game);
        self.has_reported = saved.is_err();
        if is_known { Ok(()) } else { saved }
    }

    fn save(&mut self, game: &Game) -> Result<(), AutosaveError> {
        // If it fails, it is tried again: the disk may have room later.
        let now = Instant::now();
        self.due = Some(Due { since: now, at: now + SAVE_WITHIN });
        if self.files.is_none() {
            self.claim(game)?;
        }
        if let Some(files) = &mut self.files {
            let written = files.write_save(game);
            written.map_err(|error| AutosaveError::Keep(files.path().to_owned(), error))?;
        }
        self.write_keys(game)?;
        self.due = None;
        Ok(())
    }

    /// Returns true if there is a run that is to be saved.
    fn is_kept(&self, game: &Game) -> bool {
        self.autosave.is_some() && game.part().has_saves() && game.is_run_alive() && self.has_moved
    }
}
