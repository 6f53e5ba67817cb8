//! What is on a level, with mistakes (`Level::generate`): the stairs, monsters, items and the amulet.

use super::draw::{Dice, Draw};
use super::number::Number;
use super::{Mistake, MistakenGame, StartMistake, dungeon};
use crate::item::{ARMOURS, FloorItem, Item, PotionType, ScrollType, WEAPONS};
use crate::level::Level;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Pos, Room};
use crate::monster;

impl MistakenGame {
    /// Returns the centre of a room as the mistaken program has it.
    fn centre(&self, room: Room) -> Pos {
        dungeon::centre(room, self.mistake)
    }

    /// Returns where the player arrives.
    pub(super) fn arrival(&self, level: &Level) -> Pos {
        let rooms = &level.map.rooms;
        let room = if self.makes(StartMistake::LastRoom) { rooms.last() } else { rooms.first() };
        match room {
            Some(_) if self.makes(StartMistake::MapCentre) => Pos::new(MAP_WIDTH / 2, MAP_HEIGHT / 2),
            Some(room) if self.makes(StartMistake::Corner) => Pos::new(room.x, room.y),
            Some(&room) => self.centre(room),
            None => level.start(),
        }
    }

    /// Returns a level as `Level::generate` makes it.
    pub(super) fn new_level(&mut self, depth: i32) -> Level {
        let mut level = self.new_map(depth);
        self.flooded = false;
        if self.game.part.has_floors() {
            let rooms = &level.map.rooms;
            let room = match self.mistake {
                Mistake::Start(StartMistake::StairsFirst) => rooms.first(),
                Mistake::Start(StartMistake::StairsSecond) => rooms.get(1),
                Mistake::Start(StartMistake::StairsMiddle) => rooms.get(rooms.len() / 2),
                Mistake::Start(StartMistake::StairsBeforeLast) => rooms.iter().rev().nth(1),
                _ => rooms.last(),
            };
            level.stairs = match room {
                Some(room) if self.makes(StartMistake::StairsCorner) => Pos::new(room.x, room.y),
                Some(&room) => self.centre(room),
                None => Pos::default(),
            };
            if depth > 0 || !self.makes(StartMistake::ShuffleMoved) {
                self.populate(&mut level, depth);
            }
        }
        level
    }

    /// Places monsters, items and an amulet, as far as the part has them.
    pub(super) fn populate(&mut self, level: &mut Level, depth: i32) {
        let part = self.game.part;
        let items_first = self.makes(StartMistake::ItemsFirst);
        let items = part.has_items() && !self.makes(StartMistake::NoItems);
        if items && items_first {
            self.place_items(level);
        }
        if self.makes(StartMistake::AmuletEarly) {
            self.place_amulet(level, depth);
        }
        if part.has_monsters() && !self.makes(StartMistake::NoMonsters) {
            self.place_monsters(level, depth);
        }
        if items && !items_first {
            self.place_items(level);
        }
        if !self.makes(StartMistake::AmuletEarly) {
            self.place_amulet(level, depth);
        }
    }

    fn place_amulet(&mut self, level: &mut Level, depth: i32) {
        let part = self.game.part;
        let lower = if let Mistake::Start(StartMistake::AmuletsLower(by)) = self.mistake { by } else { 0 };
        let [first, last] =
            [Number::FirstAmulet, Number::LastAmulet].map(|number| self.number(number) + lower);
        if part.has_amulets() && (first..=last).contains(&depth) && !self.makes(StartMistake::NoAmulets) {
            let rooms = &level.map.rooms;
            let room = match self.mistake {
                Mistake::Start(StartMistake::AmuletBefore) => rooms.get((rooms.len() / 2).saturating_sub(1)),
                Mistake::Start(StartMistake::AmuletLastRoom) => rooms.last(),
                Mistake::Start(StartMistake::AmuletFirstRoom) => rooms.first(),
                _ => rooms.get(rooms.len() / 2),
            };
            let pos = room.map(|&room| self.centre(room));
            level.items.extend(pos.map(|pos| FloorItem { item: Item::Amulet, pos }));
        }
    }

    pub(super) fn dice(&mut self) -> Dice<'_> {
        let mistake = self.either(|mistake| matches!(mistake, Mistake::Draw(..)));
        Dice { rng: &mut self.game.rng, mistake, seeds: &mut self.next_seed }
    }

    fn place_monsters(&mut self, level: &mut Level, depth: i32) {
        let part = self.game.part;
        let first = match self.mistake {
            Mistake::Start(StartMistake::FirstRoom) => 0,
            Mistake::Start(StartMistake::ThirdRoom) => 2,
            _ => 1,
        };
        let depth = depth + i32::from(self.makes(StartMistake::DepthFromOne));
        let most = self.number(Number::MaxMonsters)
            + if part.has_floors() { self.number(Number::MonstersPerDepth) * depth } else { 0 };
        // Monsters of the old dungeon count, where they are kept.
        let rooms = level.map.rooms.clone();
        let rooms =
            &rooms[..rooms.len() - usize::from(self.makes(StartMistake::LastRoomEmpty) && !rooms.is_empty())];
        let lost = self.makes(StartMistake::MonstersLost);
        // A list that stays empty is never full.
        let room_for = if lost { i32::MAX } else { most - level.monsters.len() as i32 };
        self.dice().begin(Draw::Kind);
        let kinds = monster::kinds(part);
        let last = kinds.len() as i32
            - 1
            - i32::from(part.has_statuses() && self.makes(StartMistake::LastKindMissing));
        for (index, &room) in rooms.iter().skip(first).take(room_for.max(0) as usize).enumerate() {
            let kind = match self.makes(StartMistake::KindsInTurn) {
                true => index % kinds.len(),
                false => self.dice().uniform(Draw::Kind, 0, last).max(0) as usize,
            };
            let pos = match self.mistake {
                Mistake::Start(StartMistake::MonsterRowFirst) => {
                    let y = self.game.rng.uniform(room.y, room.y + room.h - 1);
                    Pos::new(self.game.rng.uniform(room.x, room.x + room.w - 1), y)
                }
                Mistake::Start(StartMistake::MonsterCorner) => Pos::new(room.x, room.y),
                Mistake::Start(StartMistake::MonsterAnywhere) => {
                    let x = self.game.rng.uniform(room.x, room.x + room.w - 1);
                    Pos::new(x, self.game.rng.uniform(room.y, room.y + room.h - 1))
                }
                _ => self.centre(room),
            };
            // A kind that does not exist is read from beyond the table, where the value is undefined.
            level.monsters.extend((kind < kinds.len() && !lost).then(|| self.spawn(kind, depth, pos)));
        }
    }

    fn place_items(&mut self, level: &mut Level) {
        let part = self.game.part;
        let rooms = level.map.rooms.clone();
        let Some(last) = rooms.len().checked_sub(1) else { return };
        let first = i32::from(self.makes(StartMistake::ItemsNotFirst));
        self.dice().begin(Draw::ItemRoom);
        let tries = if part.has_equipment() { Number::ItemTries } else { Number::FirstItemTries };
        for _ in 0..self.number(tries) {
            let drawn = self.makes(StartMistake::ItemBeforePlace).then(|| self.random_item());
            let index = self.dice().uniform(Draw::ItemRoom, first, last as i32);
            let Some(&room) = usize::try_from(index).ok().and_then(|index| rooms.get(index)) else {
                continue;
            };
            let row_first = self.makes(StartMistake::RowFirst);
            let mut dice = self.dice();
            let (mut y, bottom) = (room.y, room.y + room.h - 1);
            if row_first {
                y = dice.uniform(Draw::ItemY, room.y, bottom);
            }
            let x = dice.uniform(Draw::ItemX, room.x, room.x + room.w - 1);
            if !row_first {
                y = dice.uniform(Draw::ItemY, room.y, bottom);
            }
            let pos = Pos::new(x, y);
            let taken =
                self.makes(StartMistake::ItemsApart) && level.items.iter().any(|item| item.pos == pos);
            if level.map.is_floor(pos) && !taken {
                let item = drawn.unwrap_or_else(|| self.random_item());
                level.items.extend((!self.makes(StartMistake::ItemsLost)).then_some(FloorItem { item, pos }));
            }
        }
    }

    fn random_item(&mut self) -> Item {
        let part = self.game.part;
        let weapons = WEAPONS.map(|item| Item::Weapon(self.number(Number::Bonus(item))));
        let armours = ARMOURS.map(|item| Item::Armour(self.number(Number::Bonus(item))));
        let (potions, no_armour) = match part.has_scrolls() {
            true => (self.number(Number::Potions), self.number(Number::NoArmour)),
            false => (self.number(Number::FirstPotions), self.number(Number::PotionsAndWeapons)),
        };
        let scrolls = self.number(Number::PotionsAndScrolls);
        let potion = |dice: &mut Dice<'_>| Item::Potion(pick(Draw::Potion, PotionType::of(part), dice));
        let mut dice = self.dice();
        if !part.has_equipment() {
            return potion(&mut dice);
        }
        let roll = dice.uniform(Draw::Category, 0, 99);
        if roll < potions {
            potion(&mut dice)
        } else if part.has_scrolls() && roll < scrolls {
            Item::Scroll(pick(Draw::Scroll, ScrollType::ALL, &mut dice))
        } else if roll < no_armour {
            pick(Draw::Weapon, &weapons, &mut dice)
        } else {
            pick(Draw::Armour, &armours, &mut dice)
        }
    }
}

/// Draws one of `choices`. With mistaken bounds the last one stands for what lies beyond it.
fn pick<T: Copy>(at: Draw, choices: &[T], dice: &mut Dice<'_>) -> T {
    let last = choices.len() - 1;
    choices[dice.uniform(at, 0, last as i32).clamp(0, last as i32) as usize]
}
