impl Level {
    /// Part 4: puts a random monster into every room but the first, at most `monster_count` (in
    /// `Level::generate`).
    pub fn place_monsters(&mut self, part: Part, depth: i32, rng: &mut Rng) {
        let monster_count = if part.has_floors() { MONSTER_COUNT + depth * 2 } else { MONSTER_COUNT };
        // The player starts in the first room.
        for room in self.map.rooms.iter().skip(1).take(monster_count as usize) {
            let kind = rng.uniform(0, monster::kinds(part).len() as i32 - 1);
            self.monsters.push(monster::kinds(part)[kind as usize].spawn(part, depth, room.centre()));
        }
    }
}

/// Part 9: rolls an item, the category first, in percent (`randomItem`).
fn random_item(part: Part, rng: &mut Rng) -> Item {
    let roll = rng.uniform(0, 99);
    if part.has_scrolls() {
        match roll {
            0..50 => {
                let potion = rng.uniform(0, PotionType::ALL.len() as i32 - 1);
                Item::Potion(PotionType::ALL[potion as usize])
            }
            50..70 => {
                let scroll = rng.uniform(0, ScrollType::ALL.len() as i32 - 1);
                Item::Scroll(ScrollType::ALL[scroll as usize])
            }
            70..85 => WEAPONS[rng.uniform(0, 1) as usize],
            _ => ARMOURS[rng.uniform(0, 1) as usize],
        }
    } else {
        match roll {
            0..60 => {
                let potion = rng.uniform(0, PotionType::ALL.len() as i32 - 1);
                Item::Potion(PotionType::ALL[potion as usize])
            }
            60..80 => WEAPONS[rng.uniform(0, 1) as usize],
            _ => ARMOURS[rng.uniform(0, 1) as usize],
        }
    }
}
