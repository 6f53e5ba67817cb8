impl Level {
    /// Returns where the player arrives: the centre of the first room.
    pub fn start(&self) -> Pos {
        self.map.rooms[0].centre()
    }
}
