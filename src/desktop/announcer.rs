//! What the player hears, and what the terminal says: sounds, messages and problems.

use std::time::Duration;

use crate::desktop::session::Session;
use crate::event::Event;
use crate::game::Setup;
use crate::part::Part;
use crate::rng::StdLib;
use crate::sound::{Effect, Sound};
use crate::support::terminal::{complain, tell, tell_error};

/// Time between two looks whether the last sound has faded.
const SOUND_CHECK: Duration = Duration::from_millis(100);

/// Announces what happens in a session.
pub struct Announcer {
    part: Part,
    sound: Sound,
}

impl Announcer {
    /// Part 16 brought sounds; before there is silence.
    pub const fn new(part: Part, sound: Sound) -> Announcer {
        Announcer { part, sound }
    }

    /// Plays the sounds of what happened. Prints messages, which Parts 5 to 15 show nowhere else, and
    /// problems on standard error.
    pub fn announce(&mut self, session: &mut Session) {
        self.sound.set_loudness(session.settings().loudness());
        if let Some(setup) = session.take_continued() {
            self.announce_seed(setup);
        }
        let has_terminal_messages = self.part.has_melee() && !self.part.has_hud();
        for event in session.take_events() {
            if has_terminal_messages && let Some(text) = event.text(self.part) {
                tell_error(&text);
            }
            if let Some(problem) = event.problem() {
                complain(problem);
            } else if event == Event::NoSave && !session.is_replay() {
                complain(&format!("no save found{}; F5 saves a run", session.game().slot()));
            }
            if self.part.has_hud()
                && let Some(effect) = Effect::of(&event)
            {
                self.sound.play(effect);
            }
        }
        session.take_problems().iter().for_each(|problem| complain(problem));
        self.sound.close_if_quiet();
    }

    /// Prints how the run can be played again.
    pub fn announce_seed(&self, setup: &Setup) {
        let Setup { part, seed, library, other_view, .. } = setup;
        let mut options = format!("--part {part} --seed {seed}");
        if *library != StdLib::default() {
            options += &format!(" --stdlib {library}");
        }
        if let Some(other) = other_view {
            options += &format!(" --fov {}", other.name);
        }
        tell(&format!("seed {seed}: play it again with 'roguelike {options}'"));
    }

    /// Returns the maximum time until the next [`announce`](Announcer::announce).
    pub fn timeout(&self) -> Duration {
        if self.sound.is_open() { SOUND_CHECK } else { Duration::MAX }
    }
}
