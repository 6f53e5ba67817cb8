//! What a session has to announce: sounds, messages and problems.

use crate::game::Game;
use crate::sound::Tone;
use crate::trace::happened;

/// The sound of few hit points: two tones that the original does not have.
pub(super) const LOW: [Tone; 2] =
    [Tone { freq_hz: 660.0, ms: 80.0, volume: 0.22 }, Tone { freq_hz: 440.0, ms: 140.0, volume: 0.22 }];

/// What a session has not announced yet.
#[derive(Default)]
pub(super) struct Report {
    pub events: StepEvents,
    /// What went wrong. One line each.
    pub problems: Vec<String>,
    /// A line for the clipboard.
    pub shared: Option<String>,
    /// True if F4 was pressed.
    pub switched_sounds: bool,
    /// True if a screenshot is to be taken.
    pub wants_screenshot: bool,
}

/// What steps of the game led to, as far as it is heard or stands in the terminal.
#[derive(Debug, Default, PartialEq)]
pub struct StepEvents {
    /// The messages of Parts 5 to 15, which have no other place.
    pub messages: Vec<String>,
    /// Why saving or loading failed.
    pub failures: Vec<String>,
    /// The sounds.
    pub tones: Vec<Tone>,
}

impl StepEvents {
    /// Adds what the last key led to.
    pub fn add_step(&mut self, game: &Game) {
        if !game.part().has_hud() {
            self.messages.extend_from_slice(happened::messages(game));
        }
        self.tones.extend_from_slice(&game.sound.tones);
    }
}
