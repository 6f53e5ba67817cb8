//! Shares out the room of the panel. Monsters in view, which can hurt the hero, come first: they take the
//! rows of other things and of the inventory, then those of old messages, and at last those of the keys.

/// The rows of the inventory for which things in view make room.
const KEPT_OF_INVENTORY: usize = 3;

/// A heading and the rows below it, in pixels.
pub(super) struct Section {
    pub heading: i32,
    /// All rows, those of monsters first.
    pub rows: Vec<i32>,
    /// How many rows are those of monsters.
    pub monsters: usize,
    /// A line that counts the rows for which there is no room.
    pub counter: i32,
}

impl Section {
    /// Returns how many rows fit a room, below the heading.
    pub fn fitting(&self, room: i32) -> usize {
        let mut end = self.heading;
        let fits = |height: &&i32| {
            end += **height;
            end <= room
        };
        self.rows.iter().take_while(fits).count()
    }

    /// Returns how many rows a room shows, and whether a line below them counts the others. Monsters come
    /// before that line.
    pub fn shown(&self, room: i32) -> (usize, bool) {
        let (all, above_counter) = (self.fitting(room), self.fitting(room - self.counter));
        if all == self.rows.len() {
            (all, false)
        } else if above_counter >= self.monsters {
            (above_counter, true)
        } else {
            (all.min(self.monsters), false)
        }
    }

    /// Returns true if all monsters fit a room. Else the keys give way.
    pub fn fits_monsters(&self, room: i32) -> bool {
        self.of_monsters() <= room
    }

    /// Returns true if all monsters fit a room, and a line that counts the other things. Else old messages
    /// give way.
    pub fn fits_monsters_and_counter(&self, room: i32) -> bool {
        self.of_monsters_and_counter() <= room
    }

    /// Returns how much of a room these rows may take if an inventory of some kinds follows. All monsters are
    /// above it.
    pub fn above_inventory(&self, room: i32, kinds: usize) -> i32 {
        let lines = kinds.min(KEPT_OF_INVENTORY) as i32 + 2;
        (room - lines * self.counter).max(self.of_monsters_and_counter()).min(room)
    }

    /// Returns the height of the heading and all monsters. Without monsters nothing needs room.
    fn of_monsters(&self) -> i32 {
        if self.monsters > 0 { self.heading + self.rows[..self.monsters].iter().sum::<i32>() } else { 0 }
    }

    fn of_monsters_and_counter(&self) -> i32 {
        let has_counter = self.monsters > 0 && self.monsters < self.rows.len();
        self.of_monsters() + if has_counter { self.counter } else { 0 }
    }
}
