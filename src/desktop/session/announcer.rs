//! Sounds, and lines on the terminal: messages and problems.

use std::time::{Duration, Instant};

use sdl2::{AudioSubsystem, Sdl};

use crate::desktop::session::orders::Order;
use crate::game::Setup;
use crate::part::Part;
use crate::rng::StdLib;
use crate::sound::{AudioDevice, Tone};
use crate::support::terminal::{complain, tell, tell_error};

/// Time between two looks whether the last sound has faded.
const SOUND_CHECK: Duration = Duration::from_millis(100);
/// The queue is empty before the last tone has sounded: the device still holds at most this much of it.
const DEVICE_BUFFER: Duration = Duration::from_secs(1);

/// Time between two looks for a device. A look takes a few milliseconds, which nobody sees after a sound that
/// is not heard.
const NEXT_LOOK: Duration = Duration::from_secs(4);

/// Announces what happens in a session. The device for sounds is opened for the first tone and closed after
/// the last, so that a game that waits for a key costs nothing.
pub struct Announcer {
    /// `None` if everything is silent.
    sdl: Option<Sdl>,
    /// SDL's sound, which takes longer to start than a device to open. It is kept once it has been started.
    audio: Option<AudioSubsystem>,
    device: Option<AudioDevice>,
    /// When the queue was first seen empty.
    quiet_since: Option<Instant>,
    /// When no device could be opened. A sound server may start later than the game.
    missed: Option<Instant>,
}

impl Announcer {
    /// Part 16 brought sounds; before, and without `sdl`, there is silence.
    pub fn new(part: Part, sdl: Option<Sdl>) -> Announcer {
        let sdl = sdl.filter(|_| part.has_hud());
        Announcer { sdl, audio: None, device: None, quiet_since: None, missed: None }
    }

    /// Prints what belongs to the terminal, and plays sounds as loud as this, from 0 to 1. Returns `true` or
    /// `false` where a device for sounds was looked for, and orders of another kind as they are.
    pub fn carry_out(&mut self, order: Order, volume: f32) -> Result<Option<bool>, Order> {
        match order {
            Order::Print(message) => tell_error(&message),
            Order::Complain(problem) | Order::Failed(problem) => complain(&problem),
            Order::Play(tones) => self.play(&tones, volume),
            Order::LookForDevice => {
                self.missed = None;
                return Ok(Some(self.has_device()));
            }
            order => return Err(order),
        }
        Ok(None)
    }

    /// Prints how the first game can be played again.
    pub fn announce_seed(setup: &Setup, free_play: bool) {
        let Setup { part, seed, library, other_view, .. } = setup;
        let part = if free_play { String::new() } else { format!("--part {part} ") };
        let mut options = format!("{part}--seed {seed}");
        if *library != StdLib::default() {
            options += &format!(" --stdlib {library}");
        }
        if let Some(other) = other_view {
            options += &format!(" --fov {}", other.name);
        }
        tell(&format!("seed {seed}: play it again with 'roguelike {options}'"));
    }

    /// Returns the maximum time until the device is to be closed.
    pub fn timeout(&self) -> Duration {
        let is_open = self.device.as_ref().is_some_and(|device| !device.is_silent());
        if is_open { SOUND_CHECK } else { Duration::MAX }
    }

    /// Plays tones as loud as this, from 0 to 1. At 0 nothing is played.
    fn play(&mut self, tones: &[Tone], volume: f32) {
        let Some(sdl) = self.sdl.clone().filter(|_| volume > 0.0 && !tones.is_empty()) else { return };
        if !self.has_device() {
            return;
        }
        self.quiet_since = None;
        let device = self.device.get_or_insert_with(|| AudioDevice::new(&sdl));
        device.set_volume(volume);
        device.catch_up();
        tones.iter().for_each(|&tone| device.play(tone));
        if device.is_silent() {
            self.miss();
        }
    }

    /// Starts SDL's sound, unless it failed a moment ago. Returns true if there is a device, or none is
    /// wanted.
    fn has_device(&mut self) -> bool {
        let Some(sdl) = &self.sdl else { return true };
        if self.missed.is_some_and(|missed| missed.elapsed() < NEXT_LOOK) {
            return false;
        }
        self.missed = None;
        if self.audio.is_none() {
            self.audio = sdl.audio().ok();
        }
        // On a system without a device, opening one makes ALSA complain on standard error.
        let is_there = self.audio.as_ref().is_some_and(|audio| audio.num_audio_playback_devices() != Some(0));
        if !is_there {
            self.miss();
        }
        is_there
    }

    /// Notes that a device is missing now. SDL's sound is started again for the next look, because a
    /// different sound server may need a different driver of SDL.
    fn miss(&mut self) {
        (self.audio, self.device, self.missed) = (None, None, Some(Instant::now()));
    }

    /// Closes the device once everything queued has sounded.
    pub fn close_if_quiet(&mut self) {
        let Some(device) = self.device.as_ref().filter(|device| !device.is_silent()) else { return };
        if device.is_busy() {
            self.quiet_since = None;
        } else if self.quiet_since.get_or_insert_with(Instant::now).elapsed() >= DEVICE_BUFFER {
            self.device = None;
        }
    }
}
