//! A run that is played, and what waits while another one is watched.

use crate::desktop::pages::run_list::RunList;
use crate::desktop::runs::keeper::RunKeeper;
use crate::desktop::session::continuing::Continuing;
use crate::desktop::session::history::RunHistory;
use crate::desktop::session::playback::Playback;
use crate::game::{Game, Setup};

/// A game with everything that belongs to it.
pub(super) struct PlayedRun {
    pub game: Game,
    /// What the game was started with; none if it is not known.
    pub setup: Option<Setup>,
    /// Messages and numbers.
    pub history: RunHistory,
    /// The files that keep it.
    pub files: RunKeeper,
}

/// The run that waits, and the list that is shown again afterwards.
pub(super) struct SuspendedRun {
    pub run: PlayedRun,
    pub list: Box<RunList>,
}

/// What a session does.
pub(super) enum Mode {
    /// The player plays.
    Playing,
    /// A replay is shown, until the player takes over.
    Replaying(Playback),
    /// A run of the list is watched.
    Watching(Playback, Box<SuspendedRun>),
    /// The keys of a run that was left are pressed, until the player goes on.
    Continuing(Box<Continuing>),
    /// The player quit.
    Over,
}

impl Mode {
    /// Returns the replay that is shown.
    pub const fn playback(&self) -> Option<&Playback> {
        match self {
            Mode::Replaying(playback) | Mode::Watching(playback, _) => Some(playback),
            Mode::Playing | Mode::Continuing(_) | Mode::Over => None,
        }
    }

    /// Returns the replay that is shown, to be changed.
    pub const fn playback_mut(&mut self) -> Option<&mut Playback> {
        match self {
            Mode::Replaying(playback) | Mode::Watching(playback, _) => Some(playback),
            Mode::Playing | Mode::Continuing(_) | Mode::Over => None,
        }
    }
}
