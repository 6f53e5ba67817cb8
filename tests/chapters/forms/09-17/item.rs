impl Item {
    /// The character and the colour it is drawn with (in Part 8 `POTION_LIT`).
    pub fn look(self) -> (u8, Color) {
        match self {
            Item::Potion(_) => (b'!', Color(200, 120, 220)),
            Item::Scroll(_) => (b'?', Color(120, 200, 220)),
            Item::Weapon(_) => (b'/', Color(185, 185, 205)),
            Item::Armour(_) => (b'[', Color(200, 160, 110)),
            Item::Amulet => (b'"', Color(255, 220, 120)),
        }
    }

    /// Part 9: what it adds to power while it is wielded, or to defense while it is worn.
    pub fn bonus(self) -> i32 {
        match self {
            Item::Weapon { bonus, .. } => bonus,
            Item::Armour { bonus, .. } => bonus,
            Item::Potion(_) => 0,
            Item::Scroll(_) => 0,
            Item::Amulet => 0,
        }
    }
}
