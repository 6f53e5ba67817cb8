//! Sound effects, which are sine tones, synthesised and queued (class `Sound`).

use std::f32::consts::TAU;

use sdl2::{
    Sdl,
    audio::{AudioQueue, AudioSpecDesired},
};

const RATE: i32 = 44_100; // Number of samples a second (`m_rate`)
/// Length of the fade at either end of a tone, in samples (`fade`): 5 milliseconds.
const FADE: i32 = RATE / 200;

/// A sine tone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tone {
    /// Pitch in hertz (`freqHz`).
    pub freq_hz: f32,
    /// Length in milliseconds.
    pub ms: i32,
    /// Volume, from 0 to 1.
    pub volume: f32,
}

/// The sound effects of a key press (class `Sound`). The device plays them after the rules have run.
#[derive(Debug, Default)]
pub struct Sound {
    /// The tones to play, in this order.
    pub tones: Vec<Tone>,
}

impl Sound {
    /// An attack (`hit`).
    pub fn hit(&mut self) {
        self.beep(180.0, 70, 0.25);
    }

    /// Something is picked up (`pickup`).
    pub fn pickup(&mut self) {
        self.beep(880.0, 60, 0.20);
    }

    /// The player takes the stairs (`descend`).
    pub fn descend(&mut self) {
        self.beep(330.0, 90, 0.22);
        self.beep(220.0, 110, 0.22);
    }

    /// A scroll is read (`zap`).
    pub fn zap(&mut self) {
        self.beep(1200.0, 50, 0.18);
        self.beep(700.0, 60, 0.18);
    }

    /// The player's death (`die`).
    pub fn die(&mut self) {
        self.beep(140.0, 220, 0.30);
    }

    /// An amulet is seized (`win`).
    pub fn win(&mut self) {
        self.beep(523.0, 120, 0.25);
        self.beep(659.0, 120, 0.25);
        self.beep(784.0, 200, 0.25);
    }

    /// Adds a sine tone (`beep`).
    fn beep(&mut self, freq_hz: f32, ms: i32, volume: f32) {
        self.tones.push(Tone { freq_hz, ms, volume });
    }
}

/// The audio device and its queue of samples, or silence. Drop replaces `shutdown`.
pub struct AudioDevice {
    stream: Option<AudioQueue<f32>>,
}

impl AudioDevice {
    /// Opens the default device (`init`). Without one, it prints the reason, and the game is silent.
    pub fn new(sdl: &Sdl) -> AudioDevice {
        let opened = Self::open(sdl).inspect_err(|reason| eprintln!("no sound: {reason}"));
        AudioDevice { stream: opened.ok() }
    }

    /// Opens the default device and returns its queue (in `init`), or the reason why nothing will be heard.
    fn open(sdl: &Sdl) -> Result<AudioQueue<f32>, String> {
        let audio = sdl.audio()?;
        // Opening a device where there is none makes Linux write lines to standard error.
        if audio.num_audio_playback_devices() == Some(0) {
            return Err("there is no audio device".to_owned());
        }
        let spec = AudioSpecDesired { freq: Some(RATE), channels: Some(1), samples: Some(512) };
        let stream = audio.open_queue(None, &spec)?;
        stream.resume();
        Ok(stream)
    }

    /// Queues a tone. If the device fails, the game is silent from then on.
    pub fn play(&mut self, tone: Tone) {
        let Some(stream) = &self.stream else { return };
        if let Err(reason) = stream.queue_audio(&samples(tone)) {
            eprintln!("no sound: {reason}");
            self.stream = None;
        }
    }
}

/// Returns the samples of a tone (in `beep`), each from -1 to 1.
fn samples(Tone { freq_hz, ms, volume }: Tone) -> Vec<f32> {
    let count = RATE * ms / 1000;
    let mut buf = Vec::new();
    for i in 0..count {
        let t = i as f32 / RATE as f32;
        let s = (TAU * freq_hz * t).sin() * volume;
        // From 0 to 1 at the beginning, and back at the end: a tone that breaks off at full volume clicks.
        let env = i.min(count - i).min(FADE) as f32 / FADE as f32;
        buf.push(s * env);
    }
    buf
}
