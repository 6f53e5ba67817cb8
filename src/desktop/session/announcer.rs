//! What the player hears, and what the terminal says: sounds, messages and problems.

use std::time::{Duration, Instant};

use sdl2::{AudioSubsystem, Sdl};

use crate::desktop::session::Session;
use crate::event::Event;
use crate::game::Setup;
use crate::part::Part;
use crate::rng::StdLib;
use crate::sound::{Loudness, Sound, effect};
use crate::support::terminal::{complain, tell, tell_error};

/// Time between two looks whether the last sound has faded.
const SOUND_CHECK: Duration = Duration::from_millis(100);
/// The queue is empty before the last tone has sounded: the device still holds at most this much of it.
const DEVICE_BUFFER: Duration = Duration::from_secs(1);

/// Announces what happens in a session.
pub struct Announcer {
    part: Part,
    speaker: Option<Speaker>,
}

impl Announcer {
    /// Part 16 brought sounds; before, and without `sdl`, there is silence.
    pub fn new(part: Part, sdl: Option<Sdl>) -> Announcer {
        let speaker = sdl.filter(|_| part.has_hud()).map(Speaker::new);
        Announcer { part, speaker }
    }

    /// Plays the sounds of what happened. Prints messages, which Parts 5 to 15 show nowhere else, and
    /// problems on standard error.
    pub fn announce(&mut self, session: &mut Session) {
        if let Some(setup) = session.take_continued() {
            self.announce_seed(setup);
        }
        let has_terminal_messages = self.part.has_melee() && !self.part.has_hud();
        for event in session.take_events() {
            if has_terminal_messages && let Some(text) = event.message(self.part) {
                tell_error(&text);
            }
            if let Some(problem) = event.problem() {
                complain(problem);
            } else if event == Event::NoSave && !session.is_replay() {
                complain(&format!("no save found{}; F5 saves a run", session.game().slot()));
            }
            if let Some(speaker) = self.speaker.as_mut().filter(|_| effect(&event).is_some()) {
                speaker.play(&event, session.settings().loudness());
            }
        }
        session.take_problems().iter().for_each(|problem| complain(problem));
        self.speaker.iter_mut().for_each(Speaker::close_if_quiet);
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
        let is_open = self.speaker.as_ref().is_some_and(Speaker::is_open);
        if is_open { SOUND_CHECK } else { Duration::MAX }
    }
}

/// The sound of a window. Its device is opened for the first tone and closed after the last, so that a game
/// that waits for a key costs nothing.
struct Speaker {
    sdl: Sdl,
    /// SDL's sound, which takes longer to start than a device to open. It is kept once it has been started.
    audio: Option<AudioSubsystem>,
    sound: Option<Sound>,
    /// When the queue was first seen empty.
    quiet_since: Option<Instant>,
}

impl Speaker {
    const fn new(sdl: Sdl) -> Speaker {
        Speaker { sdl, audio: None, sound: None, quiet_since: None }
    }

    /// Plays the effect of an event as loud as this, from 0 to 1. At 0 nothing is played.
    fn play(&mut self, event: &Event, loudness: f32) {
        if loudness <= 0.0 {
            return;
        }
        self.quiet_since = None;
        if self.audio.is_none() {
            self.audio = self.sdl.audio().ok();
        }
        let sound = self.sound.get_or_insert_with(|| Sound::new(&self.sdl));
        sound.set_loudness(Loudness(loudness));
        sound.catch_up();
        sound.play(event);
    }

    /// Returns true while the device is open.
    fn is_open(&self) -> bool {
        self.sound.as_ref().is_some_and(|sound| !sound.is_silent())
    }

    /// Closes the device once everything queued has sounded.
    fn close_if_quiet(&mut self) {
        let Some(sound) = self.sound.as_ref().filter(|sound| !sound.is_silent()) else { return };
        if sound.is_busy() {
            self.quiet_since = None;
        } else if self.quiet_since.get_or_insert_with(Instant::now).elapsed() >= DEVICE_BUFFER {
            self.sound = None;
        }
    }
}
