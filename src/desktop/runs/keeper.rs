//! Keeps the runs of a session in files, and offers the last one on the menu (Parts 15 to 17).

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::color::Color;
use crate::desktop::pages::summary::Summary;
use crate::desktop::runs::archive::Archive;
use crate::desktop::runs::autosave::{Autosave, AutosaveError, Unfinished};
use crate::desktop::runs::files::RunFiles;
use crate::desktop::runs::list::{self, Run};
use crate::event::Event;
use crate::game::PlayerClass;
use crate::game::{Game, GameState, Outcome, Setup};
use crate::key::Key;
use crate::part::Part;
use crate::screen::{self, Frame};
use crate::support::file::write_whole;
use crate::trace::key_log::{KeyLog, Logged};

/// A run is saved when it has not changed for this time.
const SAVE_AFTER: Duration = Duration::from_secs(1);
/// A run is saved after this time also while it changes.
const SAVE_WITHIN: Duration = Duration::from_secs(4);
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
    /// True if the player knows that the run cannot be kept.
    has_reported: bool,
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
}

impl RunKeeper {
    pub fn new(autosave: Option<Autosave>) -> RunKeeper {
        RunKeeper { autosave, ..RunKeeper::default() }
    }

    /// Writes the keys of runs to files, too. The game was started like this, and no key has been pressed.
    pub fn log_keys(&mut self, setup: &Setup, archive: Option<Archive>) {
        self.log = Some(KeyLog::new(setup));
        self.archive = archive;
    }

    /// Keeps runs here from now on.
    pub fn settle(&mut self, autosave: Option<Autosave>, archive: Option<Archive>) {
        self.autosave = autosave;
        self.archive = archive;
    }

    /// On the menu, looks for the run that was kept last. Returns what is wrong with files that cannot be
    /// offered.
    pub fn look_for_run(&mut self, game: &Game) -> Vec<AutosaveError> {
        let Some(autosave) = self.autosave.as_ref().filter(|_| game.state() == GameState::ClassSelect) else {
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

    /// Ends a run that was left.
    ///
    /// # Errors
    /// If another window plays it, or its files cannot be removed.
    pub fn give_up(&self, path: &Path, part: Part) -> Result<(), String> {
        let Some(autosave) = &self.autosave else { return Ok(()) };
        list::end_run(autosave, part, self.archive.as_ref().map(Archive::folder), path)
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
        let continued = autosave.claim(path)?;
        self.offered = None;
        self.due = None;
        self.has_reported = false;
        self.files = Some(continued.files);
        Ok(Some(Resumed { text: continued.text, keys: continued.keys }))
    }

    /// The run that was claimed goes on in the game that its keys led to.
    pub fn go_on(&mut self, keys: &Logged, game: &Game) {
        let log = keys.to_log(game);
        if let Some(files) = &mut self.files {
            files.agree_on_keys(log.text());
        }
        self.log = Some(log);
        self.depth = game.depth();
        if let Some(archive) = &mut self.archive {
            archive.set_seed(keys.setup.seed);
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
    pub fn go_on_loaded(&mut self, game: &Game) {
        if let Some(log) = &mut self.log {
            log.add(game, Key::F9, Outcome::Redraw);
            if let Some(files) = self.files.as_mut().filter(|_| log.is_whole()) {
                files.write_keys(log.text());
            }
        }
        self.note_change(game);
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

    /// Follows a step of the game. `before` is the screen before it.
    ///
    /// # Errors
    /// If a run began and no files could be claimed for it.
    pub fn note_step(
        &mut self,
        before: GameState,
        key: Key,
        outcome: Outcome,
        game: &Game,
    ) -> Result<(), AutosaveError> {
        if outcome == Outcome::Redraw {
            self.note_change(game);
        }
        if self.has_begun(before, key, outcome, game) {
            // The run that was played until now is left. From now on another window can continue it.
            self.files = None;
            self.has_reported = false;
            self.claim_after(key, outcome, game)
        } else if self.files.is_none() && !self.has_reported {
            self.claim_after(key, outcome, game)
        } else {
            let added = self.log.as_mut().map_or("", |log| log.add(game, key, outcome));
            if let Some(files) = &mut self.files {
                files.append_keys(added);
            }
            Ok(())
        }
    }

    /// The view is computed with another algorithm from now on.
    pub fn note_view(&mut self) {
        let added = self.log.as_mut().map_or("", KeyLog::add_view);
        if let Some(files) = &mut self.files {
            files.append_keys(added);
        }
    }

    fn claim_after(&mut self, key: Key, outcome: Outcome, game: &Game) -> Result<(), AutosaveError> {
        if let Some(log) = &mut self.log {
            log.add(game, key, outcome);
        }
        if outcome == Outcome::Quit || !game.is_run_alive() {
            return Ok(());
        }
        let claimed = self.claim(game);
        self.has_reported |= claimed.is_err();
        claimed
    }

    /// Returns true if another run is played after this step than before it.
    fn has_begun(&mut self, before: GameState, key: Key, outcome: Outcome, game: &Game) -> bool {
        let leaving = self.leaving.take();
        if outcome != Outcome::Redraw {
            return false;
        }
        if game.events().contains(&Event::Loaded) {
            // A run that was saved a moment ago goes on.
            return leaving.is_none_or(|leaving| leaving != game.save_text());
        }
        match before {
            GameState::ClassSelect => true,
            GameState::Playing | GameState::Dead => key == Key::SPACE && !game.part().has_classes(),
            GameState::Inventory | GameState::Won => false,
        }
    }

    /// Makes files for the run that is played.
    fn claim(&mut self, game: &Game) -> Result<(), AutosaveError> {
        let claimed = match (&self.autosave, &self.archive) {
            (Some(autosave), _) => Some(autosave.claim_new()?),
            // Parts without saves keep their runs' keys, if that is possible.
            (None, Some(archive)) if !game.part().has_saves() => archive.claim_new(game),
            _ => None,
        };
        self.files = claimed;
        if let (Some(files), Some(log)) = (&mut self.files, &self.log)
            && log.is_whole()
        {
            files.write_keys(log.text());
        }
        Ok(())
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
    /// If there is a save that cannot be removed.
    pub fn forget_if_over(&mut self, summary: &Summary) -> Result<(), AutosaveError> {
        let game = summary.game;
        let is_over = matches!(game.state(), GameState::Dead | GameState::Won);
        let Some(files) = self.files.take_if(|_| is_over) else { return Ok(()) };
        let path = files.path().to_owned();
        let archived = self.archive.as_ref().map(|archive| archive.path(game));
        if let Some(archived) = &archived {
            // The summary is a convenience, and everything in it can be had from the keys again.
            write_whole(&archived.with_extension("txt"), summary.text().as_bytes()).ok();
        }
        files.end(archived.as_deref()).map_err(|error| AutosaveError::Remove { path, error })
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
        if let Some(files) = &self.files {
            let lost = |error| AutosaveError::Keep { path: files.path().to_owned(), error };
            files.write_save(game).map_err(lost)?;
        }
        self.due = None;
        Ok(())
    }

    /// Returns true if there is a run that is to be saved.
    fn is_kept(&self, game: &Game) -> bool {
        self.autosave.is_some() && game.part().has_saves() && game.is_run_alive()
    }
}
