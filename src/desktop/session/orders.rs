//! What a session wants of the program around it.

use crate::game::Game;
use crate::sound::Tone;
use crate::trace::last_key;

/// One thing to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// Print a message of Parts 5 to 15, which have no other place for it.
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

/// The orders that were not carried out yet.
#[derive(Debug, Default)]
pub(super) struct Orders {
    all: Vec<Order>,
    /// True if the window shows something else than the session does.
    pub needs_redraw: bool,
}

impl Orders {
    pub fn add(&mut self, order: Order) {
        self.all.push(order);
    }

    /// Adds what the last key led to.
    pub fn add_step(&mut self, game: &Game) {
        if !game.part().has_hud() {
            self.all.extend(last_key::messages(game).iter().cloned().map(Order::Print));
        }
        if !game.sound.tones.is_empty() {
            self.add(Order::Play(game.sound.tones.clone()));
        }
    }

    /// Returns the orders, which are forgotten.
    pub fn take(&mut self) -> Vec<Order> {
        std::mem::take(&mut self.all)
    }
}
