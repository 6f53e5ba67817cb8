//! The orders of a session to the program around it.

use crate::game::Game;
use crate::player;
use crate::sound::{Sound, Tone};
use crate::trace::last_key;

/// One thing to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// Print a message of Parts 5 to 15, which show messages on the terminal only.
    Print(String),
    /// Print what went wrong.
    Complain(String),
    /// Print why saving or loading failed.
    Failed(String),
    /// Play sounds.
    Play(Vec<Tone>),
    /// Copy a line to the clipboard.
    Copy(String),
    /// Look for a device for sounds, and answer with [`Input::Device`](crate::desktop::Input::Device).
    LookForDevice,
    /// Switch to fullscreen, or back.
    Fullscreen(bool),
    /// Save what the window shows.
    Screenshot,
}

/// The pitch of an attack in free play, times that of the series: of yours, and of one that hits you.
const PITCHES: [f32; 2] = [1.5, 0.8];

/// Returns the tones of the last key. Each attack has one, in the order of the messages about them.
fn pitched(game: &Game) -> Vec<Tone> {
    let mut hit = Sound::default();
    hit.hit();
    let mut attackers = last_key::blows(game).map(|blow| blow.attacker);
    let pitched = game.sound.tones.iter().map(|&tone| match tone {
        tone if hit.tones.contains(&tone) => {
            let is_yours = attackers.next() == Some(player::NAME);
            Tone { freq_hz: tone.freq_hz * PITCHES[usize::from(!is_yours)], ..tone }
        }
        tone => tone,
    });
    pitched.collect()
}

/// The orders that were not carried out yet.
#[derive(Debug, Default)]
pub(super) struct Orders {
    all: Vec<Order>,
    /// True if the window shows something else than the session does.
    pub needs_redraw: bool,
    /// True if a save, a load or the recording has failed, for the exit code of the program.
    pub has_failed: bool,
}

impl Orders {
    pub fn add(&mut self, order: Order) {
        self.all.push(order);
    }

    /// Adds the messages and sounds of the last key. In free play your attacks sound higher than those that
    /// hit you.
    pub fn add_step(&mut self, game: &Game, free_play: bool) {
        if !game.part().has_hud() {
            self.all.extend(last_key::messages(game).iter().cloned().map(Order::Print));
        }
        if !game.sound.tones.is_empty() {
            let tones = if free_play { pitched(game) } else { game.sound.tones.clone() };
            self.add(Order::Play(tones));
        }
    }

    /// Returns the orders, which are forgotten.
    pub fn take(&mut self) -> Vec<Order> {
        std::mem::take(&mut self.all)
    }
}
