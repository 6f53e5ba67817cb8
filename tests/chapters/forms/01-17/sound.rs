impl AudioDevice {
    /// Opens the default device (`init`). Without one, it prints the reason, and the game is silent.
    pub fn new(sdl: &Sdl) -> AudioDevice {
        let opened = Self::open(sdl).inspect_err(|reason| eprintln!("no sound: {reason}"));
        AudioDevice { stream: opened.ok(), volume: 1.0 }
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
