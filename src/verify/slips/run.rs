//! The beginning of a run, and seeding, as people get them wrong.

use super::dungeon::Digger;
use super::{Slip, Slipped, ViewSlip, cave};
use crate::event::Event;
use crate::game::GameState;
use crate::level::Level;
use crate::monster;
use crate::rng::Rng;
use crate::verify::draws::DEFAULT_SEED;

slips! {
    /// A mistake in what is set up before the first step.
    StartSlip:
    HpKept "hp-not-reset" "a new dungeon leaves the player's hp as they were"
    StatusesKept "statuses-not-reset" "a new run leaves the player poisoned or regenerating"
    PackKept "pack-not-cleared" "a new run leaves the pack as it was"
    LoreKept "not-forgotten" "a new run leaves potions and scrolls identified"
    FirstRoom "first-room"
        "monsters are placed from the first room on, where the player starts; it should be from the second"
    NoMonsters "no-monsters" "no monsters are placed"
    NoItems "no-items" "no items are placed"
    SevenMonsters "monster-count" "the most monsters are one too few"
    NineMonsters "monster-count" "the most monsters are one too many"
    NoCap "monster-count" "every room has a monster: the limit is missing"
    KindTooFew "kind-bounds" "the bounds of a monster's kind are off by one: the last kind is never drawn"
    ShuffleMoved "shuffle-order"
        "the appearances are shuffled in another order with the monsters and items (first up to Part 10, last from Part 11 on)"
    ItemsFirst "items-first" "items are placed before monsters"
    LastRoom "start-room" "the player starts in the last room instead of the first"
    Corner "start-room" "the player starts in the corner of the first room instead of its centre"
}

slips! {
    /// A mistake in which value of the seed stream seeds what.
    SeedSlip {
        /// The game's generator, and the dungeons, are seeded with values so many further on in the stream.
        Shift {
            /// Further on for the game's generator.
            game: i32,
            /// Further on for all dungeons.
            maps: i32,
        },
    }:
    Twice "seed-twice" "each dungeon takes two values from the seed stream: its generator is seeded twice"
    Once "seed-once" "only the first dungeon is seeded, later ones go on with its generator"
    Same "seed-same" "every dungeon is made from the same seed: the seed is taken once and kept"
    Never "seed-none" "the game's generator is never seeded (it gives the numbers of the default seed 5489)"
    MapNever "seed-none" "the map's generator is never seeded (it gives the numbers of the default seed 5489)"
    /// Before its map.
    Again "seed-again" "every new dungeon seeds the game's generator again"
    AgainAfter "seed-again" "every new dungeon seeds the game's generator again, after its map"
    /// The game's own generator still takes a seed, and shows up in the trace.
    SharedIdle "one-generator" "the game draws from the map's generator, not from its own"
    Shared "one-generator" "map and game draw from one generator, where each should have its own"
}

impl SeedSlip {
    /// Is it about the game's own generator, which comes with Part 4?
    pub(super) const fn needs_a_second_generator(self) -> bool {
        !matches!(
            self,
            SeedSlip::Shift { game: 0, .. }
                | SeedSlip::Twice
                | SeedSlip::Once
                | SeedSlip::Same
                | SeedSlip::MapNever
        )
    }
}

/// How far the stream is tried shifted.
const FARTHEST: i32 = 6;

/// Each of them: its name, and what it is in words.
pub(super) fn seed_slips() -> impl Iterator<Item = (SeedSlip, &'static str, String)> {
    let fixed = SeedSlip::TABLE.iter().map(|&(slip, name, text)| (slip, name, text.to_owned()));
    let shifts = (-FARTHEST..=FARTHEST).flat_map(|game| (-FARTHEST..=FARTHEST).map(move |maps| (game, maps)));
    let mut shifts: Vec<(i32, i32)> = shifts.filter(|&shift| shift != (0, 0)).collect();
    // The smallest shift that explains a run is the likeliest.
    shifts.sort_by_key(|(game, maps)| game.abs() + maps.abs());
    let shifts = shifts.into_iter().map(|(game, maps)| {
        let (name, text) = describe_shift(game, maps);
        (SeedSlip::Shift { game, maps }, name, text)
    });
    fixed.chain(shifts)
}

fn describe_shift(game: i32, maps: i32) -> (&'static str, String) {
    let values = |shift: i32| {
        let plural = if shift.abs() == 1 { "value" } else { "values" };
        format!("{} {plural} {}", shift.abs(), if shift > 0 { "too late" } else { "too early" })
    };
    match (game, maps) {
        (1, -1) => (
            "seed-order",
            "the first dungeon takes its seed before the game's generator does; the game's generator comes first".to_owned(),
        ),
        (game, maps) if game == maps && maps > 0 => (
            "seed-extra",
            format!("seeds come {} from the stream: something is seeded once too often at start-up", values(maps)),
        ),
        (game, maps) if game == maps => (
            "seed-missing",
            format!("seeds come {} from the stream: something is seeded once too seldom at start-up", values(maps)),
        ),
        (0, maps) => {
            let often = if maps > 0 { "often" } else { "seldom" };
            let text = format!("the map's seeds come {} from the stream: something is seeded once too {often} before it", values(maps));
            (if maps > 0 { "seed-extra" } else { "seed-missing" }, text)
        }
        (game, 0) => ("seed-game", format!("the seed of the game's generator comes {} from the stream", values(game))),
        (game, maps) => (
            "seed-shifted",
            format!("the seed of the game's generator comes {} from the stream, the map's {}", values(game), values(maps)),
        ),
    }
}

impl Slipped {
    fn starts(&self, slip: StartSlip) -> bool {
        self.slip == Slip::Start(slip)
    }

    fn seeds(&self, slip: SeedSlip) -> bool {
        self.slip == Slip::Seeds(slip)
    }

    /// Seeds the game's generator and sets the stream to where the first dungeon takes from it.
    pub(super) fn seed(&mut self, seed: u32) {
        let library = self.game.library;
        let own = i32::from(self.game.part.has_monsters());
        let at = |shift: i32| seed.wrapping_add_signed(shift);
        match self.slip {
            Slip::Seeds(SeedSlip::Shift { game, maps }) => {
                self.game.rng = Rng::new(at(game), library);
                self.first_map = at(own + maps);
            }
            Slip::Seeds(SeedSlip::Never) => {
                self.game.rng = Rng::new(DEFAULT_SEED, library);
                self.first_map = at(0);
            }
            Slip::Seeds(SeedSlip::Shared) => self.first_map = at(0),
            _ => self.first_map = at(own),
        }
        self.next_seed = self.first_map;
    }

    fn take_seed(&mut self) -> u32 {
        let seed = self.next_seed;
        self.next_seed = seed.wrapping_add(1);
        // The game and its dungeons took a value each in swapped order, and from there on all is as it should be.
        if self.slip == Slip::Seeds(SeedSlip::Shift { game: 1, maps: -1 }) && seed == self.first_map {
            self.next_seed = seed.wrapping_add(2);
        }
        match self.slip {
            Slip::Seeds(SeedSlip::Same) => self.first_map,
            Slip::Seeds(SeedSlip::MapNever) => DEFAULT_SEED,
            _ => seed,
        }
    }

    /// A level with a map alone.
    fn new_map(&mut self, depth: i32) -> Level {
        let library = self.game.library;
        if self.seeds(SeedSlip::Again) && self.dug {
            self.game.rng = Rng::new(self.take_seed(), library);
        }
        if self.seeds(SeedSlip::Twice) {
            self.take_seed();
        }
        let carries_on = self.dug && matches!(self.slip, Slip::Seeds(SeedSlip::Once | SeedSlip::MapNever));
        let seed = if carries_on { 0 } else { self.take_seed() };
        let mut level = Level::default();
        if !carries_on {
            self.map_rng = Rng::new(seed, library);
        }
        if self.game.part.has_caves() && depth % 2 == 1 {
            let slip = if let Slip::Cave(slip) = self.slip { Some(slip) } else { None };
            cave::grow(&mut level.map, &mut self.map_rng, slip);
        } else {
            let slip = if let Slip::Dungeon(slip) = self.slip { Some(slip) } else { None };
            Digger { rng: &mut self.map_rng, slip }.dig(&mut level.map);
        }
        if self.seeds(SeedSlip::AgainAfter) && self.dug {
            self.game.rng = Rng::new(self.take_seed(), library);
        }
        if matches!(self.slip, Slip::Seeds(SeedSlip::SharedIdle | SeedSlip::Shared)) {
            self.idle_rng.get_or_insert_with(|| self.game.rng.clone());
            self.game.rng = self.map_rng.clone();
        }
        self.dug = true;
        level
    }

    /// A level as [`Level::generate`] makes it.
    pub(super) fn new_level(&mut self, depth: i32) -> Level {
        let mut level = self.new_map(depth);
        if self.game.part.has_floors() {
            level.place_stairs();
            if depth > 0 || !self.starts(StartSlip::ShuffleMoved) {
                self.populate(&mut level, depth);
            }
        }
        level
    }

    /// A new dungeon, or from Part 11 on a new run.
    pub(super) fn start_run(&mut self) {
        let part = self.game.part;
        let before = (self.game.player.clone(), self.game.lore.clone());
        let mut level = self.new_level(0);
        let shuffles_late = part.has_floors() != self.starts(StartSlip::ShuffleMoved);
        if shuffles_late && !part.has_floors() {
            self.populate(&mut level, 0);
        }
        let game = &mut self.game;
        game.messages.clear();
        if self.slip != Slip::Start(StartSlip::PackKept) {
            game.pack.clear();
        }
        game.depth = 0;
        game.amulets = 0;
        game.player.reset();
        if let Some(class) = game.class {
            game.player.become_class(class);
        }
        game.player.recompute_stats();
        game.player.entity.pos = match self.slip {
            Slip::Start(StartSlip::LastRoom) => {
                level.map.rooms.last().map_or(level.start(), |room| room.centre())
            }
            Slip::Start(StartSlip::Corner) => {
                level.map.rooms.first().map_or(level.start(), |room| crate::map::Pos::new(room.x, room.y))
            }
            _ => level.start(),
        };
        let body = &mut game.player.entity;
        match self.slip {
            Slip::Start(StartSlip::HpKept) => body.hp = before.0.entity.hp,
            Slip::Start(StartSlip::StatusesKept) => {
                body.statuses = before.0.entity.statuses;
            }
            _ => {}
        }
        game.pack.extend(game.class.iter().flat_map(|class| class.kit().pack));
        if part.has_items() {
            game.lore.shuffle(part, &mut game.rng);
            if self.slip == Slip::Start(StartSlip::LoreKept) {
                let known = before.1;
                game.lore
                    .potions
                    .iter_mut()
                    .zip(known.potions)
                    .for_each(|(now, then)| now.known = then.known);
                game.lore
                    .scrolls
                    .iter_mut()
                    .zip(known.scrolls)
                    .for_each(|(now, then)| now.known = then.known);
            }
        }
        if !shuffles_late {
            self.populate(&mut level, 0);
        }
        self.game.level = level;
        self.game.levels = vec![Level::default()];
        let start = self.game.player.entity.pos;
        if self.slip != Slip::View(ViewSlip::NotAtStart) {
            self.update_view(start);
        }
        self.game.state = GameState::Playing;
        if part.has_melee() {
            self.game.update_title();
        }
        if part.has_hud() {
            self.game.log(Event::RunStarted);
        }
    }

    /// Monsters, items and an amulet, as far as the part has them.
    pub(super) fn populate(&mut self, level: &mut Level, depth: i32) {
        let part = self.game.part;
        let items_first = self.starts(StartSlip::ItemsFirst);
        let items = part.has_items() && !self.starts(StartSlip::NoItems);
        if items && items_first {
            level.place_items(part, &mut self.game.rng);
        }
        if part.has_monsters() && !self.starts(StartSlip::NoMonsters) {
            self.spawn_monsters(level, depth);
        }
        if items && !items_first {
            level.place_items(part, &mut self.game.rng);
        }
        if part.has_amulets() {
            level.place_amulet(depth);
        }
    }

    fn spawn_monsters(&mut self, level: &mut Level, depth: i32) {
        let part = self.game.part;
        let first = usize::from(!self.starts(StartSlip::FirstRoom));
        let extra = 2 * usize::try_from(depth).unwrap_or_default();
        let most = match self.slip {
            Slip::Start(StartSlip::SevenMonsters) => 7 + extra,
            Slip::Start(StartSlip::NineMonsters) => 9 + extra,
            Slip::Start(StartSlip::NoCap) => usize::MAX,
            _ => 8 + extra,
        };
        let kinds = monster::kinds(part);
        let last = kinds.len() as i32 - 1;
        let drawn = if self.starts(StartSlip::KindTooFew) { last - 1 } else { last };
        let rng = &mut self.game.rng;
        for room in level.map.rooms.iter().skip(first).take(most) {
            let kind = rng.uniform(0, drawn) as usize;
            level.monsters.push(kinds[kind].spawn(part, depth, room.centre()));
        }
    }
}
