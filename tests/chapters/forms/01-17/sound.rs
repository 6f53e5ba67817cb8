impl AudioDevice {
    /// Queues a tone.
    pub fn play(&mut self, tone: Tone) {
        let Some(stream) = &self.stream else { return };
        if stream.queue_audio(&samples(tone)).is_err() {
            // A device that fails makes the game silent from now on.
            self.stream = None;
        }
    }
}
