//! Tones, synthesised and queued (class `Sound`, Part 16 on).

use std::f32::consts::TAU;
use std::time::{Duration, Instant};

use sdl2::audio::{AudioQueue, AudioSpecDesired};
use sdl2::{AudioSubsystem, Sdl};

use crate::event::Sound;

/// Samples a second, one channel.
const RATE: i32 = 44_100;
/// How long a tone takes to swell and to fade, in seconds.
const FADE: f32 = 0.005;

/// A sine tone.
struct Tone {
    /// In Hertz.
    pitch: f32,
    /// In milliseconds.
    length: f32,
}

/// The tones of an effect one after the other, and how loud they are, 0 to 1.
const fn tones(sound: Sound) -> (&'static [Tone], f32) {
    match sound {
        Sound::Hit => (&[Tone { pitch: 180.0, length: 70.0 }], 0.25),
        Sound::Pickup => (&[Tone { pitch: 880.0, length: 60.0 }], 0.20),
        Sound::Descend => {
            (&[Tone { pitch: 330.0, length: 90.0 }, Tone { pitch: 220.0, length: 110.0 }], 0.22)
        }
        Sound::Zap => (&[Tone { pitch: 1200.0, length: 50.0 }, Tone { pitch: 700.0, length: 60.0 }], 0.18),
        Sound::Die => (&[Tone { pitch: 140.0, length: 220.0 }], 0.30),
        Sound::Win => (
            &[
                Tone { pitch: 523.0, length: 120.0 },
                Tone { pitch: 659.0, length: 120.0 },
                Tone { pitch: 784.0, length: 200.0 },
            ],
            0.25,
        ),
    }
}

/// An effect as samples, -1 to 1, at 44,100 a second.
pub fn samples(sound: Sound) -> Vec<f32> {
    let (tones, volume) = tones(sound);
    tones.iter().flat_map(|tone| tone.samples(volume)).collect()
}

impl Tone {
    fn samples(&self, volume: f32) -> impl Iterator<Item = f32> {
        let rate = RATE as f32;
        let count = (rate * self.length / 1000.0) as usize;
        let fade = rate * FADE;
        let pitch = self.pitch;
        (0..count).map(move |index| {
            let swell = (index as f32 / fade).min(1.0);
            let fall = ((count - index) as f32 / fade).min(1.0);
            (TAU * pitch * index as f32 / rate).sin() * volume * swell.min(fall)
        })
    }
}

/// Plays effects one after the other. Without an audio device it is silent.
///
/// Sound is only started when there is something to hear, and the device only open while there is, so that neither the first frame
/// nor a game that waits pays for it.
pub struct Speaker {
    /// None once there turned out to be no sound.
    sdl: Option<Sdl>,
    audio: Option<AudioSubsystem>,
    queue: Option<AudioQueue<f32>>,
    /// Since when there is nothing left to play.
    quiet_since: Option<Instant>,
}

/// The queue is empty before the last sound is: the device still has that much of it at most.
const FADE_OUT: Duration = Duration::from_secs(1);

/// Half a second of samples, in bytes.
const LONGEST_QUEUE: u32 = RATE as u32 / 2 * size_of::<f32>() as u32;

impl Speaker {
    /// A speaker that opens the default device when it is needed; without `sdl` a silent one.
    pub const fn new(sdl: Option<Sdl>) -> Speaker {
        Speaker { sdl, audio: None, queue: None, quiet_since: None }
    }

    /// Queues an effect, instead of those still waiting when they are many: sound that limps behind a quick replay is noise. A device
    /// that fails makes the game silent from then on.
    pub fn play(&mut self, sound: Sound) {
        let Some(sdl) = &self.sdl else { return };
        if self.audio.is_none() {
            self.audio = sdl.audio().ok();
        }
        if self.queue.is_none() {
            let desired = AudioSpecDesired { freq: Some(RATE), channels: Some(1), samples: Some(512) };
            // Asked for a device where there is none, ALSA complains at length.
            let audio = self.audio.as_ref().filter(|audio| audio.num_audio_playback_devices() != Some(0));
            self.queue = audio.and_then(|audio| audio.open_queue(None, &desired).ok());
        }
        let heard = self.queue.as_ref().is_some_and(|queue| {
            queue.resume();
            if queue.size() > LONGEST_QUEUE {
                queue.clear();
            }
            queue.queue_audio(&samples(sound)).is_ok()
        });
        if !heard {
            *self = Speaker::new(None);
        }
    }

    /// Is the device open?
    pub const fn is_open(&self) -> bool {
        self.queue.is_some()
    }

    /// Closes the device once everything queued has been played. To be called now and then while it is open.
    pub fn rest(&mut self) {
        if self.queue.as_ref().is_none_or(|queue| queue.size() > 0) {
            self.quiet_since = None;
        } else if self.quiet_since.get_or_insert_with(Instant::now).elapsed() >= FADE_OUT {
            self.queue = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_last_as_long_and_are_as_loud_as_the_original() {
        for (sound, milliseconds, volume) in [
            (Sound::Hit, 70, 0.25),
            (Sound::Pickup, 60, 0.20),
            (Sound::Descend, 200, 0.22),
            (Sound::Zap, 110, 0.18),
            (Sound::Die, 220, 0.30),
            (Sound::Win, 440, 0.25),
        ] {
            let samples = samples(sound);
            let expected = milliseconds * RATE as usize / 1000;
            assert!(samples.len().abs_diff(expected) <= 3, "{sound:?}: {} samples", samples.len());
            let loudest = samples.iter().fold(0.0f32, |loudest, sample| loudest.max(sample.abs()));
            assert!((volume * 0.95..=volume).contains(&loudest), "{sound:?}: {loudest}");
            assert!(samples[0].abs() < 1e-6 && samples[samples.len() - 1].abs() < 0.01, "{sound:?} clicks");
        }
    }
}
