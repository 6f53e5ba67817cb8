//! Keeps the run of a session in a file, and offers the last one on the menu (Parts 15 to 17).

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::color::Color;
use crate::desktop::autosave::{self, Autosave, AutosaveError, Unfinished};
use crate::game::{Game, GameState};
use crate::player::PlayerClass;
use crate::screen::{self, Frame};

/// A run is kept when it has not changed for this time.
const KEEP_AFTER: Duration = Duration::from_secs(1);
/// Colour of the offer on the menu.
const OFFER: Color = Color(205, 200, 215);

/// The run that is played, as far as its file is concerned.
#[derive(Default)]
pub(super) struct RunKeeper {
    /// Where runs are kept. None if they are not.
    autosave: Option<Autosave>,
    /// The run that the menu offers.
    offered: Option<Unfinished>,
    /// The file of this run, once it has been kept.
    path: Option<PathBuf>,
    /// When the run changed, if that was after it was kept.
    changed: Option<Instant>,
    /// True if the player knows that the run cannot be kept.
    has_reported: bool,
}

impl RunKeeper {
    pub fn new(autosave: Option<Autosave>) -> RunKeeper {
        RunKeeper { autosave, ..RunKeeper::default() }
    }

    /// Keeps runs beside this save file from now on.
    pub fn settle(&mut self, save_file: &Path, game: &Game) {
        self.autosave = Some(Autosave::beside(save_file, game.part()));
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

    /// Takes the run that the menu offers. It goes on in its own file.
    pub fn take_offer(&mut self) -> Option<Unfinished> {
        let offered = self.offered.take()?;
        self.path = Some(offered.path.clone());
        Some(offered)
    }

    /// Draws the offer in the free line of the menu.
    pub fn draw_offer(&self, game: &Game, frame: &mut Frame) {
        if let Some(offered) = self.offered.as_ref().filter(|_| game.state() == GameState::ClassSelect) {
            let row = screen::menu_row(game.part(), PlayerClass::ALL.len() as i32);
            frame.draw_centred(row, &offered.to_string(), OFFER);
        }
    }

    /// A run began, or was loaded from the save file. It has no file yet.
    pub fn begin_run(&mut self) {
        self.path = None;
    }

    /// The run changed.
    pub fn note_change(&mut self) {
        self.changed = Some(Instant::now());
    }

    /// Removes the file of a run that is over.
    ///
    /// # Errors
    /// If there is such a file and it cannot be removed.
    pub fn forget_if_over(&mut self, game: &Game) -> Result<(), AutosaveError> {
        let is_over = matches!(game.state(), GameState::Dead | GameState::Won);
        self.path.take_if(|_| is_over).map_or(Ok(()), |path| autosave::remove(&path))
    }

    /// Returns the time until the run is to be kept; none if it need not.
    pub fn timeout(&self, game: &Game) -> Option<Duration> {
        let changed = self.changed.filter(|_| self.is_kept(game))?;
        Some(KEEP_AFTER.saturating_sub(changed.elapsed()))
    }

    /// Writes the run to its file if it changed.
    ///
    /// # Errors
    /// If the run cannot be kept. Until it can again, the later attempts fail silently.
    pub fn keep(&mut self, game: &Game) -> Result<(), AutosaveError> {
        if !self.is_kept(game) || self.changed.take().is_none() {
            return Ok(());
        }
        let written = self.write(game);
        let is_known = std::mem::replace(&mut self.has_reported, written.is_err());
        if is_known { Ok(()) } else { written }
    }

    fn write(&mut self, game: &Game) -> Result<(), AutosaveError> {
        let Some(autosave) = &self.autosave else { return Ok(()) };
        let path = match &self.path {
            Some(path) => path.clone(),
            None => autosave.unused_path()?,
        };
        autosave::keep(&path, game)?;
        self.path = Some(path);
        Ok(())
    }

    /// Returns true if there is a run that is to be kept.
    fn is_kept(&self, game: &Game) -> bool {
        self.autosave.is_some() && game.part().has_saves() && game.is_run_alive()
    }
}
