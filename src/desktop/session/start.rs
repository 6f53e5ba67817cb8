//! How a session begins: with which game, keys and files.

use std::mem;
use std::path::PathBuf;
use std::time::Duration;

use crate::desktop::kept::GamesFolder;
use crate::desktop::session::replay::{After, Playback};
use crate::desktop::session::{Mode, Session, save_file};
use crate::desktop::settings::file::{Preferences, SettingsError};
use crate::game::{Game, Setup};
use crate::key::Key;
use crate::support::save_slot::SaveSlot;
use crate::trace::record::{RecordError, Recorder};
use crate::trace::replay::Replay;

/// Number of keys of the command line between two looks at the system's signals.
const KEYS_AT_ONCE: usize = 1_000;

/// The start of a session.
#[derive(Debug)]
pub struct Start {
    /// The game.
    pub setup: Setup,
    /// The file that the player chose for saves.
    pub save_file: Option<PathBuf>,
    /// The folder of kept games, or `None` if games are not kept.
    pub games: Option<GamesFolder>,
    /// The file that the game is recorded to.
    pub record: Option<PathBuf>,
    /// Keys that are pressed at once.
    pub keys: Vec<Key>,
    /// Keys that are replayed.
    pub replay: Option<Replay>,
    /// Time between two replayed keys.
    pub pause: Duration,
    /// True if the program ends after these keys.
    pub exit: bool,
    /// True in free play, without `--part` and `--replay`: the window may show more than the series does.
    pub free_play: bool,
    /// The player's settings, and the problem with their file if it has one.
    pub preferences: (Preferences, Option<SettingsError>),
}

impl Start {
    /// A game that is played from its beginning: nothing is recorded, pressed or replayed.
    pub fn new(setup: Setup, save_file: Option<PathBuf>) -> Start {
        Start {
            setup,
            save_file,
            games: GamesFolder::of_player(),
            record: None,
            keys: Vec::new(),
            replay: None,
            pause: Duration::ZERO,
            exit: false,
            free_play: false,
            preferences: Default::default(),
        }
    }

    /// Starts the game and its recording. No key is pressed yet.
    ///
    /// # Errors
    /// If the file for the recording cannot be used.
    pub fn session(&mut self) -> Result<Session, RecordError> {
        // A replay saves nothing until the player takes over.
        let save_file = match self.replay {
            Some(_) => Ok(None),
            None => save_file(self.setup.part, self.save_file.clone()),
        };
        if let Ok(Some(path)) = &save_file {
            self.setup.slot = SaveSlot::File(path.clone());
        }
        let game = Game::new(self.setup.clone());
        let recorder =
            self.record.as_ref().map(|path| Recorder::new(path, &self.setup, &game)).transpose()?;
        // Watching a replay leaves nothing, and without a folder for data there is none for games either.
        let folder = self.games.clone().filter(|_| self.replay.is_none() && save_file.is_ok());
        let mut session = Session::new(game, folder, recorder);
        session.set_free_play(self.free_play);
        let (preferences, problem) = mem::take(&mut self.preferences);
        session.preferences = preferences;
        problem.into_iter().for_each(|problem| session.warn(problem.to_string()));
        session.say_what_has_no_key();
        session.log_keys(&self.setup);
        session.warn_of(save_file.map(drop));
        session.look_for_games();
        Ok(session)
    }

    /// Presses the keys, and begins the replay. `is_over` returns true if the program has to end, and is
    /// called now and then: a long script takes a while.
    pub fn begin(self, session: &mut Session, mut is_over: impl FnMut() -> bool) {
        session.play.starts_over &= self.keys.is_empty() && self.replay.is_none();
        // These keys are pressed before the window is shown, so their blows are not drawn.
        session.mode = Mode::Starting;
        for (number, key) in self.keys.into_iter().enumerate() {
            if number % KEYS_AT_ONCE == KEYS_AT_ONCE - 1 && is_over() {
                session.mode = Mode::Over;
                return;
            }
            session.press(key);
        }
        if matches!(session.mode, Mode::Starting) {
            session.mode = Mode::Playing;
        }
        if self.replay.is_some() || self.exit {
            let Replay { keys, cut, .. } = self.replay.unwrap_or_default();
            if let Some(cut) = cut {
                session.warn(format!("the recording was cut off, so only its whole steps are played: {cut}"));
            }
            let after = if self.exit { After::End } else { After::PlayOn(self.save_file, self.games) };
            session.mode =
                Mode::Replaying(Box::new(Playback::new(session.played.clone(), keys, self.pause, after)));
        }
    }
}
