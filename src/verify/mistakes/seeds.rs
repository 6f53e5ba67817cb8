//! Seeding, with mistakes: what takes a value from the stream of seeds, and when.

use super::{KnownMistake, Mistake, MistakenGame, cave, dungeon, table};
use crate::level::Level;
use crate::part::Part;
use crate::rng::Rng;
use crate::support::text::counted;
use crate::verify::draws::DEFAULT_SEED;

mistakes! {
    /// A mistake in which value of the seed stream seeds what.
    SeedMistake as Seeds {
        /// The game's generator and the dungeons are seeded with later or earlier values of the stream.
        Shift {
            /// Further on for the game's generator.
            game: i32,
            /// Further on for all dungeons.
            maps: i32,
        },
        /// The game's generator is seeded with this number.
        Game(u32),
        /// The map's generator is seeded with this number every time.
        Maps(u32),
        /// The map's generator is seeded with this number once.
        MapsOnce(u32),
    }
    Twice ALWAYS "seed-twice" "each dungeon takes two values from the stream: its generator is seeded twice"
    Once ALWAYS "seed-once" "only the first dungeon is seeded, later ones go on with its generator"
    Same ALWAYS "seed-same" "every dungeon is made from the same seed: the seed is taken once and kept"
    Never ALWAYS "seed-none" "the game's generator is never seeded (its default seed is 5489)"
    MapNever ALWAYS "seed-none" "the map's generator is never seeded (its default seed is 5489)"
    /// The first one, too, before its map and after it.
    Always ALWAYS "seed-again" "every dungeon, the first one too, seeds the game's generator again"
    AlwaysAfter ALWAYS "seed-again" "every dungeon, also the first, seeds the game's generator after its map"
    /// Before its map.
    Again ALWAYS "seed-again" "every new dungeon seeds the game's generator again"
    AgainAfter ALWAYS "seed-again" "every new dungeon seeds the game's generator again, after its map"
    /// The game's own generator still takes a seed, and shows up in the trace.
    SharedIdle ALWAYS "one-generator" "the game draws from the map's generator, not from its own"
    FromGame ALWAYS "seed-from-game" "each dungeon is seeded by the game's generator, no std::random_device"
    Shared ALWAYS "one-generator" "map and game draw from one generator, where each should have its own"
}

impl SeedMistake {
    /// Returns true if it is about the game's own generator, which comes with Part 4.
    pub(super) const fn needs_two(self) -> bool {
        !matches!(
            self,
            SeedMistake::Shift { game: 0, .. }
                | SeedMistake::Twice
                | SeedMistake::Once
                | SeedMistake::Same
                | SeedMistake::MapNever
                | SeedMistake::Maps(_)
                | SeedMistake::MapsOnce(_)
        )
    }

    /// Returns true if numbers are drawn from the map's generator after a map is made.
    pub(super) const fn keeps_the_map_generator(self) -> bool {
        let goes_on = matches!(self, SeedMistake::Once | SeedMistake::MapNever | SeedMistake::MapsOnce(_));
        goes_on || matches!(self, SeedMistake::SharedIdle | SeedMistake::Shared)
    }
}

/// Maximum distance in the seed stream that is tried.
const FARTHEST: i32 = 6;
/// Seeds that people write into their programs: the small numbers below this one, and some more.
const SMALL_SEEDS: u32 = 100;
const FAVOURITE_SEEDS: [u32; 12] =
    [123, 256, 404, 420, 666, 777, 999, 1234, 1337, 12345, 123_456, 0xdead_beef];

/// Returns all mistakes in seeding: the likely ones, and the many numbers that programs can be seeded with.
pub(super) fn families(part: Part) -> [Vec<KnownMistake>; 2] {
    // In a run of one dungeon these look like a seed too many, which is likelier.
    let is_late = |known: &KnownMistake| {
        matches!(known.mistake, Mistake::Seeds(SeedMistake::Always | SeedMistake::AlwaysAfter))
    };
    let (late, mut likely): (Vec<_>, Vec<_>) = table(part, SeedMistake::TABLE).into_iter().partition(is_late);
    let shifts = (-FARTHEST..=FARTHEST).flat_map(|game| (-FARTHEST..=FARTHEST).map(move |maps| (game, maps)));
    let mut shifts: Vec<(i32, i32)> = shifts.filter(|&shift| shift != (0, 0)).collect();
    // The smallest shift that explains a run is the likeliest.
    shifts.sort_by_key(|(game, maps)| game.abs() + maps.abs());
    likely.extend(shifts.into_iter().map(|(game, maps)| shift(game, maps)));
    likely.extend(late);
    let numbers = (0..SMALL_SEEDS).chain(FAVOURITE_SEEDS).flat_map(|seed| {
        [
            (SeedMistake::Game(seed), "game's", ""),
            (SeedMistake::Maps(seed), "map's", " for every dungeon"),
            (SeedMistake::MapsOnce(seed), "map's", " once"),
        ]
        .map(|(mistake, whose, when)| {
            let text =
                format!("the {whose} generator is seeded with {seed}{when}, not from a std::random_device");
            KnownMistake::new(mistake, "seed-number", text)
        })
    });
    let needs_two =
        |known: &KnownMistake| matches!(known.mistake, Mistake::Seeds(mistake) if mistake.needs_two());
    let exists = |known: &KnownMistake| part.has_monsters() || !needs_two(known);
    [likely, numbers.collect()].map(|list| list.into_iter().filter(exists).collect())
}

fn shift(game: i32, maps: i32) -> KnownMistake {
    let values = |shift: i32| {
        format!("{} {}", counted(shift.abs(), "value"), if shift > 0 { "too late" } else { "too early" })
    };
    let (name, often) = if maps > 0 { ("seed-extra", "often") } else { ("seed-missing", "seldom") };
    let (of_game, of_maps) = (values(game), values(maps));
    let (name, text) = match (game, maps) {
        (1, -1) => (
            "seed-order",
            "the first dungeon takes its seed before the game's generator does; the game's generator \
             comes first"
                .to_owned(),
        ),
        _ if game == 0 || game == maps => {
            let (whose, place) =
                if game == 0 { ("the map's seeds", "before it") } else { ("seeds", "at start-up") };
            let seeded = format!("something is seeded once too {often} {place}");
            (name, format!("{whose} come {of_maps} from the stream: {seeded}"))
        }
        (_, 0) => ("seed-game", format!("the seed of the game's generator comes {of_game} from the stream")),
        _ => {
            let text = format!(
                "the seed of the game's generator comes {of_game} from the stream, the map's {of_maps}"
            );
            ("seed-shifted", text)
        }
    };
    KnownMistake::new(SeedMistake::Shift { game, maps }, name, text)
}

impl MistakenGame {
    /// Seeds the game's generator and sets the stream to where the first dungeon takes from it.
    pub(super) fn seed(&mut self, seed: u32) {
        let library = self.game.library;
        let own = i32::from(self.game.part.has_monsters());
        let at = |shift: i32| seed.wrapping_add_signed(shift);
        match self.mistake {
            Mistake::Seeds(SeedMistake::Shift { game, maps }) => {
                self.game.rng = Rng::new(at(game), library);
                self.first_map = at(own + maps);
            }
            Mistake::Seeds(SeedMistake::Never) => {
                self.game.rng = Rng::new(DEFAULT_SEED, library);
                self.first_map = at(0);
            }
            Mistake::Seeds(SeedMistake::Game(number)) => {
                self.game.rng = Rng::new(number, library);
                self.first_map = at(0);
            }
            Mistake::Seeds(SeedMistake::Shared) => self.first_map = at(0),
            _ => self.first_map = at(own),
        }
        self.next_seed = self.first_map;
    }

    fn take_seed(&mut self) -> u32 {
        let seed = self.next_seed;
        let fixed = match self.mistake {
            Mistake::Seeds(SeedMistake::FromGame) => Some(self.game.rng.next_u32()),
            Mistake::Seeds(SeedMistake::MapNever) => Some(DEFAULT_SEED),
            Mistake::Seeds(SeedMistake::Maps(number) | SeedMistake::MapsOnce(number)) => Some(number),
            _ => None,
        };
        if let Some(seed) = fixed {
            return seed;
        }
        self.next_seed = seed.wrapping_add(1);
        // The game and its first dungeon took a value each in swapped order. From there on everything is
        // right.
        if self.mistake == Mistake::Seeds(SeedMistake::Shift { game: 1, maps: -1 }) && seed == self.first_map
        {
            self.next_seed = seed.wrapping_add(2);
        }
        if self.makes(SeedMistake::Same) { self.first_map } else { seed }
    }

    /// Returns a level with a map alone.
    pub(super) fn new_map(&mut self, depth: i32) -> Level {
        let (library, part) = (self.game.library, self.game.part);
        if self.makes(SeedMistake::Again) && self.dug || self.makes(SeedMistake::Always) {
            self.game.rng = Rng::new(self.take_seed(), library);
        }
        if self.makes(SeedMistake::Twice) {
            self.take_seed();
        }
        let goes_on = matches!(
            self.mistake,
            Mistake::Seeds(SeedMistake::Once | SeedMistake::MapNever | SeedMistake::MapsOnce(_))
        );
        let mut level = Level::default();
        let of_maps = self.either(|mistake| !mistake.makes_right_maps());
        let is_cave = cave::is_cave(part, depth, of_maps);
        if of_maps.makes_right_maps() {
            let seed = self.take_seed();
            level.map = self.maps.get(is_cave, seed, library);
        } else {
            if !(self.dug && goes_on) {
                self.map_rng = Rng::new(self.take_seed(), library);
            }
            let (map, rng, seeds) = (&mut level.map, &mut self.map_rng, &mut self.next_seed);
            match is_cave {
                true => cave::grow(map, part, rng, of_maps, seeds),
                false => dungeon::dig(map, part, rng, of_maps, seeds),
            }
        }
        if self.makes(SeedMistake::AgainAfter) && self.dug || self.makes(SeedMistake::AlwaysAfter) {
            self.game.rng = Rng::new(self.take_seed(), library);
        }
        if matches!(self.mistake, Mistake::Seeds(SeedMistake::SharedIdle | SeedMistake::Shared)) {
            self.idle_rng.get_or_insert_with(|| self.game.rng.clone());
            self.game.rng = self.map_rng.clone();
        }
        // Before Part 11 there is one level for all dungeons.
        if let Mistake::Kept(mistake) = self.mistake
            && !part.has_floors()
        {
            mistake.change()(&mut level, self.game.cur());
        }
        self.dug = true;
        level
    }
}
