//! Sound effects: sine tones, synthesised and queued (class `Sound`, Part 16).

use std::f32::consts::TAU;

use sdl2::Sdl;
use sdl2::audio::{AudioQueue, AudioSpecDesired};

use crate::event::Event;

/// Samples a second, on one channel (`m_rate`).
const RATE: i32 = 44_100;
/// How long a tone takes to fade in and to fade out, in seconds.
const FADE: f32 = 0.005;
/// Maximum length of the queue, half a second of samples, in bytes.
const MAX_QUEUE: u32 = RATE as u32 / 2 * size_of::<f32>() as u32;

/// A sound effect. The original calls `hit` and the others in the rules; here `main` plays what events tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is named after the function that plays it")]
pub enum Effect {
    Hit,
    Pickup,
    Descend,
    Zap,
    Die,
    Win,
}

impl Effect {
    /// Returns the effect of an event, if it has one.
    pub fn of(event: &Event) -> Option<Effect> {
        match event {
            Event::Hit { .. } => Some(Effect::Hit),
            Event::PickedUp(_) => Some(Effect::Pickup),
            Event::Descended(_) => Some(Effect::Descend),
            Event::Read(_) => Some(Effect::Zap),
            Event::PlayerDied => Some(Effect::Die),
            Event::SeizedAmulet { .. } => Some(Effect::Win),
            _ => None,
        }
    }

    /// Returns the name in traces.
    pub fn name(self) -> &'static str {
        match self {
            Effect::Hit => "hit",
            Effect::Pickup => "pickup",
            Effect::Descend => "descend",
            Effect::Zap => "zap",
            Effect::Die => "die",
            Effect::Win => "win",
        }
    }
}

/// How loud all tones are, from 0 to 1.
pub struct Loudness(pub f32);

/// The audio device and its queue of tones (class `Sound`), or silence. Drop replaces `shutdown`.
pub struct Sound {
    stream: Option<AudioQueue<f32>>,
    /// None for tones as loud as the original's.
    loudness: Option<Loudness>,
}

impl Sound {
    /// Opens the default device (`init`). Without a device the sound is silence.
    pub fn new(sdl: &Sdl) -> Sound {
        let spec = AudioSpecDesired { freq: Some(RATE), channels: Some(1), samples: Some(512) };
        // ALSA complains on standard error when it is asked for a device where there is none.
        let audio = sdl.audio().ok().filter(|audio| audio.num_audio_playback_devices() != Some(0));
        let stream: Option<AudioQueue<f32>> = audio.and_then(|audio| audio.open_queue(None, &spec).ok());
        if let Some(stream) = &stream {
            stream.resume();
        }
        Sound { stream, loudness: None }
    }

    /// Sets how loud all tones are from now on.
    pub fn set_loudness(&mut self, loudness: Loudness) {
        self.loudness = Some(loudness);
    }

    /// Removes the tones in the queue if they are too many, as in a quick replay: they would sound too late.
    pub fn catch_up(&self) {
        if let Some(stream) = self.stream.as_ref().filter(|stream| stream.size() > MAX_QUEUE) {
            stream.clear();
        }
    }

    /// Returns true while tones are left in the queue. The device holds a part of a second more.
    pub fn is_busy(&self) -> bool {
        self.stream.as_ref().is_some_and(|stream| stream.size() > 0)
    }

    /// Returns true if nothing is ever heard.
    pub fn is_silent(&self) -> bool {
        self.stream.is_none()
    }

    /// Plays an effect. Each has a function of its own, as in the original.
    pub fn play(&mut self, effect: Effect) {
        match effect {
            Effect::Hit => self.hit(),
            Effect::Pickup => self.pickup(),
            Effect::Descend => self.descend(),
            Effect::Zap => self.zap(),
            Effect::Die => self.die(),
            Effect::Win => self.win(),
        }
    }

    fn hit(&mut self) {
        self.beep(180.0, 70.0, 0.25);
    }

    fn pickup(&mut self) {
        self.beep(880.0, 60.0, 0.20);
    }

    fn descend(&mut self) {
        self.beep(330.0, 90.0, 0.22);
        self.beep(220.0, 110.0, 0.22);
    }

    fn zap(&mut self) {
        self.beep(1200.0, 50.0, 0.18);
        self.beep(700.0, 60.0, 0.18);
    }

    fn die(&mut self) {
        self.beep(140.0, 220.0, 0.30);
    }

    fn win(&mut self) {
        self.beep(523.0, 120.0, 0.25);
        self.beep(659.0, 120.0, 0.25);
        self.beep(784.0, 200.0, 0.25);
    }

    /// Queues a sine tone (`beep`): its pitch in hertz, its length in milliseconds, its volume from 0 to 1.
    fn beep(&mut self, freq_hz: f32, ms: f32, mut volume: f32) {
        if let Some(Loudness(loudness)) = self.loudness {
            volume *= loudness;
        }
        let Some(stream) = &self.stream else { return };
        if stream.queue_audio(&samples(freq_hz, ms, volume)).is_err() {
            // A device that fails makes the game silent from now on.
            self.stream = None;
        }
    }
}

/// The samples of a tone, from -1 to 1.
fn samples(freq_hz: f32, ms: f32, volume: f32) -> Vec<f32> {
    let rate = RATE as f32;
    let count = (rate * ms / 1000.0) as usize;
    // A tone that began or ended at full volume would click.
    let fade = rate * FADE;
    (0..count)
        .map(|i| {
            let env = (i as f32 / fade).min((count - i) as f32 / fade).min(1.0);
            (TAU * freq_hz * i as f32 / rate).sin() * volume * env
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tones_have_their_length_and_volume_and_do_not_click() {
        for (pitch, milliseconds, volume) in [(180.0, 70.0, 0.25), (1200.0, 50.0, 0.18), (784.0, 200.0, 0.25)]
        {
            let samples = samples(pitch, milliseconds, volume);
            let expected = (milliseconds * RATE as f32 / 1000.0) as usize;
            assert!(samples.len().abs_diff(expected) <= 1, "{pitch} Hz: {} samples", samples.len());
            let loudest = samples.iter().fold(0.0f32, |loudest, sample| loudest.max(sample.abs()));
            assert!((volume * 0.95..=volume).contains(&loudest), "{pitch} Hz: {loudest}");
            assert!(samples[0].abs() < 1e-6 && samples[samples.len() - 1].abs() < 0.01, "{pitch} Hz clicks");
        }
    }
}
