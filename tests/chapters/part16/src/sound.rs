//! Sound effects: sine tones, synthesised and queued (class `Sound`, Part 16).

use std::f32::consts::TAU;

use sdl2::Sdl;
use sdl2::audio::{AudioQueue, AudioSpecDesired};

use crate::event::Event;

const RATE: i32 = 44_100; // Samples a second, on one channel (`m_rate`)
const FADE: f32 = 0.005; // How long a tone takes to fade in and to fade out, in seconds

/// A tone: its pitch in hertz (`freqHz`), its length in milliseconds (`ms`), its volume from 0 to 1.
type Tone = (f32, f32, f32);

/// Returns the sound effect of an event, if it has one: the name of its function in the original (`hit`,
/// `pickup`, `descend`, `zap`, `die`, `win`), which the rules call there, and its tones.
pub fn effect(event: &Event) -> Option<(&'static str, &'static [Tone])> {
    match event {
        Event::Hit { .. } => Some(("hit", &[(180.0, 70.0, 0.25)])),
        Event::PickedUp(_) => Some(("pickup", &[(880.0, 60.0, 0.20)])),
        Event::Descended(_) => Some(("descend", &[(330.0, 90.0, 0.22), (220.0, 110.0, 0.22)])),
        Event::Read(_) => Some(("zap", &[(1200.0, 50.0, 0.18), (700.0, 60.0, 0.18)])),
        Event::PlayerDied => Some(("die", &[(140.0, 220.0, 0.30)])),
        _ => None,
    }
}

/// The audio device and its queue of tones (class `Sound`), or silence. Drop replaces `shutdown`.
pub struct Sound {
    stream: Option<AudioQueue<f32>>,
}

impl Sound {
    /// Opens the default device (`init`). Without a device the sound is silence.
    pub fn new(sdl: &Sdl) -> Sound {
        let spec = AudioSpecDesired { freq: Some(RATE), channels: Some(1), samples: Some(512) };
        // ALSA complains on standard error when it is asked for a device where there is none.
        let audio = sdl.audio().ok().filter(|audio| audio.num_audio_playback_devices() != Some(0));
        let stream = audio.and_then(|audio| audio.open_queue(None, &spec).ok());
        Sound { stream: stream.inspect(AudioQueue::resume) }
    }

    /// Plays the effect of an event, if it has one.
    pub fn play(&mut self, event: &Event) {
        let Some((_, tones)) = effect(event) else { return };
        for &tone in tones {
            self.beep(tone);
        }
    }

    /// Queues a sine tone (`beep`).
    fn beep(&mut self, (freq_hz, ms, volume): Tone) {
        let Some(stream) = &self.stream else { return };
        if stream.queue_audio(&samples((freq_hz, ms, volume))).is_err() {
            // A device that fails makes the game silent from now on.
            self.stream = None;
        }
    }
}

/// The samples of a tone, from -1 to 1.
fn samples((freq_hz, ms, volume): Tone) -> Vec<f32> {
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
