//! The beginning of a run, the making of levels, and seeding, with mistakes.

use super::draw::{Dice, Draw};
use super::number::Number;
use super::{Slip, Slipped, ViewSlip, cave, dungeon};
use crate::event::Event;
use crate::game::GameState;
use crate::item::{FloorItem, Item, PotionType, ScrollType};
use crate::level::Level;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos, Room};
use crate::monster;
use crate::part::Part;
use crate::player::PlayerClass;
use crate::rng::Rng;
use crate::verify::draws::DEFAULT_SEED;

slips! {
    /// A mistake in what is set up before the first step (`Game::newGame`, `Level::generate`).
    StartSlip {
        /// The keys of two classes stand for each other.
        ClassesExchanged(usize, usize),
        /// The amulets lie so many floors lower.
        AmuletsLower(i32),
    }:
    HpKept "hp-not-reset" "a new dungeon leaves the player's hp as they were (Game::newGame)"
    StatusesKept "statuses-not-reset" "a new run leaves the player poisoned or regenerating (Game::newGame)"
    PackKept "pack-not-cleared" "a new run leaves the pack as it was (Game::newGame)"
    LoreKept "not-forgotten" "a new run leaves potions and scrolls identified (Game::newGame)"
    LooksKept "looks-kept" "a new run does not shuffle the appearances again (Game::newGame)"
    BonusKept "bonus-not-reset" "a new run leaves the strength bonus as it was (Game::newGame)"
    GearKept "gear-not-reset" "a new run leaves weapon and armour as they were (Game::newGame)"
    PowerKept "power-not-reset" "a new dungeon leaves the player's power as it was (Game::newGame)"
    AmuletsKept "amulets-not-reset" "a new run leaves the amulets as they were (Game::newGame)"
    MessagesKept "messages-not-cleared"
        "a new run leaves the messages of the old one in the log (Game::newGame, MessageLog::clear)"
    MonstersKept "monsters-not-cleared" "a new dungeon keeps the monsters of the old one (Game::newGame)"
    ItemsKept "items-not-cleared" "a new dungeon keeps the items of the old one (Game::newGame)"
    MapKept "map-not-cleared"
        "a new dungeon is carved into the old one: the tiles are not reset (Map::generate)"
    RoomsKept "rooms-not-cleared" "the rooms of the old dungeon stay in the list (Map::generate)"
    PlayerStays "player-stays" "a new dungeon leaves the player where they were (Game::newGame)"
    ExploredKept "map-not-cleared"
        "a new dungeon leaves tiles explored and visible: only their types are reset (Map::generate)"
    FirstRoom "first-room"
        "monsters are placed from the first room on, where the player starts; it should be from the second"
    ThirdRoom "first-room" "monsters are placed from the third room on; it should be from the second"
    LastRoomEmpty "last-room" "no monster is placed in the last room"
    NoMonsters "no-monsters" "no monsters are placed"
    NoItems "no-items" "no items are placed"
    NoAmulets "no-amulets" "no amulets are placed (Level::generate)"
    AmuletLastRoom "amulet-room"
        "the amulet lies in the last room instead of the middle one (Level::generate)"
    AmuletFirstRoom "amulet-room"
        "the amulet lies in the first room instead of the middle one (Level::generate)"
    AmuletBefore "amulet-room" "the amulet lies in the room before the middle one (Level::generate)"
    AmuletEarly "amulet-order"
        "the amulet comes before the other items of its level; it should come last (Level::generate)"
    MonsterCorner "monster-place" "monsters are placed in the corner of their room instead of its centre"
    MonsterAnywhere "monster-place"
        "monsters are placed on a random tile of their room, x drawn before y, instead of its centre"
    MonsterRowFirst "monster-place"
        "monsters are placed on a random tile of their room, y drawn before x, instead of its centre"
    KindsInTurn "kinds-in-turn" "the kinds of monsters are taken in turn, without a draw"
    ShuffleMoved "shuffle-order"
        "the appearances are shuffled in another order with the monsters and items (first up to Part 10, last from Part 11 on)"
    LabelsFirst "shuffle-order"
        "the labels of scrolls are shuffled before the appearances of potions (Game::newGame)"
    ItemsFirst "items-first" "items are placed before monsters"
    ItemBeforePlace "item-order" "an item is drawn before its place"
    RowFirst "item-order" "an item's y is drawn before its x"
    ItemsApart "item-place" "no item is placed where another one lies"
    ItemsNotFirst "item-order" "no item is placed in the first room"
    LastRoom "start-room" "the player starts in the last room instead of the first"
    MapCentre "start-room" "the player starts in the centre of the map instead of the first room"
    Corner "start-room" "the player starts in the corner of the first room instead of its centre"
    StairsFirst "stairs-room" "the stairs are in the first room instead of the last (Level::generate)"
    StairsCorner "stairs-room"
        "the stairs are in the corner of the last room instead of its centre (Level::generate)"
    StairsSecond "stairs-room" "the stairs are in the second room instead of the last (Level::generate)"
    StairsMiddle "stairs-room" "the stairs are in the middle room instead of the last (Level::generate)"
    StairsBeforeLast "stairs-room" "the stairs are in the last room but one (Level::generate)"
    MaxHpFlat "depth-bonus" "the depth is added to a monster's hp, but not to its maximum (Level::generate)"
    DepthFromOne "depth-bonus"
        "the depth is counted from 1 instead of 0 where monsters are made (Level::generate)"
    SnakeMissing "kind-missing" "the snake is never drawn (KINDS)"
    KitReversed "kit" "a class's first items are put into the pack in the reverse order (Game::newGame)"
    KitMissing "kit" "a class begins without its items (Game::newGame)"
    GearMissing "kit" "a class does not begin with its weapon and armour (Game::newGame)"
    StatsNotComputed "kit" "recomputeStats is not called for a new run (Game::newGame)"
    ClassIgnored "kit" "the hp of the class are not taken (Game::newGame)"
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
        /// The game's generator is seeded with this number.
        Game(u32),
        /// The map's generator is seeded with this number every time.
        Maps(u32),
        /// The map's generator is seeded with this number once.
        MapsOnce(u32),
    }:
    Twice "seed-twice" "each dungeon takes two values from the seed stream: its generator is seeded twice"
    Once "seed-once" "only the first dungeon is seeded, later ones go on with its generator"
    Same "seed-same" "every dungeon is made from the same seed: the seed is taken once and kept"
    Never "seed-none" "the game's generator is never seeded (it gives the numbers of the default seed 5489)"
    MapNever "seed-none" "the map's generator is never seeded (it gives the numbers of the default seed 5489)"
    /// The first one, too, before its map and after it.
    Always "seed-again" "every dungeon, the first one too, seeds the game's generator again"
    AlwaysAfter "seed-again"
        "every dungeon, the first one too, seeds the game's generator again, after its map"
    /// Before its map.
    Again "seed-again" "every new dungeon seeds the game's generator again"
    AgainAfter "seed-again" "every new dungeon seeds the game's generator again, after its map"
    /// The game's own generator still takes a seed, and shows up in the trace.
    SharedIdle "one-generator" "the game draws from the map's generator, not from its own"
    FromGame "seed-from-game"
        "each dungeon is seeded with a number of the game's generator, not from a std::random_device"
    Shared "one-generator" "map and game draw from one generator, where each should have its own"
}

impl SeedSlip {
    /// Returns true if it is about the game's own generator, which comes with Part 4.
    pub(super) const fn needs_a_second_generator(self) -> bool {
        !matches!(
            self,
            SeedSlip::Shift { game: 0, .. }
                | SeedSlip::Twice
                | SeedSlip::Once
                | SeedSlip::Same
                | SeedSlip::MapNever
                | SeedSlip::Maps(_)
                | SeedSlip::MapsOnce(_)
        )
    }

    /// Returns true if numbers are drawn from the map's generator after a map is made.
    pub(super) const fn keeps_the_map_generator(self) -> bool {
        let goes_on = matches!(self, SeedSlip::Once | SeedSlip::MapNever | SeedSlip::MapsOnce(_));
        goes_on || matches!(self, SeedSlip::SharedIdle | SeedSlip::Shared)
    }
}

/// Maximum distance in the seed stream that is tried.
const FARTHEST: i32 = 6;
/// Seeds that people write into their programs: the small numbers below this one, and some more.
const SMALL_SEEDS: u32 = 100;
const FAVOURITE_SEEDS: [u32; 12] =
    [123, 256, 404, 420, 666, 777, 999, 1234, 1337, 12345, 123_456, 0xdead_beef];

/// Returns all mistakes in seeding: the mistake, its name, and the words.
pub(super) fn seed_slips() -> impl Iterator<Item = (SeedSlip, &'static str, String)> {
    let fixed = SeedSlip::TABLE.iter().map(|&(slip, name, text)| (slip, name, text.to_owned()));
    // In a run of one dungeon these look like a seed too many, which is likelier.
    let (late, fixed): (Vec<_>, Vec<_>) =
        fixed.partition(|(slip, _, _)| matches!(slip, SeedSlip::Always | SeedSlip::AlwaysAfter));
    let shifts = (-FARTHEST..=FARTHEST).flat_map(|game| (-FARTHEST..=FARTHEST).map(move |maps| (game, maps)));
    let mut shifts: Vec<(i32, i32)> = shifts.filter(|&shift| shift != (0, 0)).collect();
    // The smallest shift that explains a run is the likeliest.
    shifts.sort_by_key(|(game, maps)| game.abs() + maps.abs());
    let shifts = shifts.into_iter().map(|(game, maps)| {
        let (name, text) = describe_shift(game, maps);
        (SeedSlip::Shift { game, maps }, name, text)
    });
    let numbers = (0..SMALL_SEEDS).chain(FAVOURITE_SEEDS);
    let numbers = numbers.flat_map(|seed| {
        [
            (SeedSlip::Game(seed), "seed-number", format!("the game's generator is seeded with {seed}, not from a std::random_device")),
            (SeedSlip::Maps(seed), "seed-number", format!("the map's generator is seeded with {seed} for every dungeon, not from a std::random_device")),
            (SeedSlip::MapsOnce(seed), "seed-number", format!("the map's generator is seeded with {seed} once, not from a std::random_device")),
        ]
    });
    fixed.into_iter().chain(shifts).chain(late).chain(numbers)
}

fn describe_shift(game: i32, maps: i32) -> (&'static str, String) {
    let values = |shift: i32| {
        let plural = if shift.abs() == 1 { "value" } else { "values" };
        format!("{} {plural} {}", shift.abs(), if shift > 0 { "too late" } else { "too early" })
    };
    let often = |shift: i32| if shift > 0 { "too often" } else { "too seldom" };
    let name = |shift: i32| if shift > 0 { "seed-extra" } else { "seed-missing" };
    match (game, maps) {
        (1, -1) => (
            "seed-order",
            "the first dungeon takes its seed before the game's generator does; the game's generator comes first"
                .to_owned(),
        ),
        (game, maps) if game == maps => (
            name(maps),
            format!(
                "seeds come {} from the stream: something is seeded once {} at start-up",
                values(maps),
                often(maps)
            ),
        ),
        (0, maps) => (
            name(maps),
            format!(
                "the map's seeds come {} from the stream: something is seeded once {} before it",
                values(maps),
                often(maps)
            ),
        ),
        (game, 0) => {
            ("seed-game", format!("the seed of the game's generator comes {} from the stream", values(game)))
        }
        (game, maps) => (
            "seed-shifted",
            format!(
                "the seed of the game's generator comes {} from the stream, the map's {}",
                values(game),
                values(maps)
            ),
        ),
    }
}

/// Returns the mistakes of a part that come in families.
pub(super) fn families(part: Part) -> impl Iterator<Item = (StartSlip, &'static str, String)> {
    let classes = [(0, 1), (0, 2), (1, 2)].into_iter().filter(move |_| part.has_classes()).map(|(a, b)| {
        let [one, other] = [a, b].map(|class: usize| PlayerClass::ALL[class].name());
        let text = format!("the keys of {one} and {other} are exchanged");
        (StartSlip::ClassesExchanged(a, b), "classes-exchanged", text)
    });
    let amulets = [-1, 1, -2, 2].into_iter().filter(move |_| part.has_amulets()).map(|by| {
        let text = format!(
            "the amulets lie at the depths {} to {}, counted from 0, instead of 2 to 4 (Level::generate)",
            2 + by,
            4 + by
        );
        (StartSlip::AmuletsLower(by), "amulet-depths", text)
    });
    classes.chain(amulets)
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
            Slip::Seeds(SeedSlip::Game(number)) => {
                self.game.rng = Rng::new(number, library);
                self.first_map = at(0);
            }
            Slip::Seeds(SeedSlip::Shared) => self.first_map = at(0),
            _ => self.first_map = at(own),
        }
        self.next_seed = self.first_map;
    }

    fn take_seed(&mut self) -> u32 {
        let seed = self.next_seed;
        match self.slip {
            Slip::Seeds(SeedSlip::FromGame) => return self.game.rng.next_u32(),
            Slip::Seeds(SeedSlip::MapNever) => return DEFAULT_SEED,
            Slip::Seeds(SeedSlip::Maps(number) | SeedSlip::MapsOnce(number)) => return number,
            _ => {}
        }
        self.next_seed = seed.wrapping_add(1);
        // The game and its first dungeon took a value each in swapped order. From there on everything is
        // right.
        if self.slip == Slip::Seeds(SeedSlip::Shift { game: 1, maps: -1 }) && seed == self.first_map {
            self.next_seed = seed.wrapping_add(2);
        }
        if self.seeds(SeedSlip::Same) { self.first_map } else { seed }
    }

    /// Returns a level with a map alone.
    fn new_map(&mut self, depth: i32) -> Level {
        let (library, part) = (self.game.library, self.game.part);
        if self.seeds(SeedSlip::Again) && self.dug || self.seeds(SeedSlip::Always) {
            self.game.rng = Rng::new(self.take_seed(), library);
        }
        if self.seeds(SeedSlip::Twice) {
            self.take_seed();
        }
        let goes_on =
            matches!(self.slip, Slip::Seeds(SeedSlip::Once | SeedSlip::MapNever | SeedSlip::MapsOnce(_)));
        let mut level = Level::default();
        let is_cave = cave::is_cave(part, depth, self.slip);
        if self.slip.makes_right_maps() {
            let seed = self.take_seed();
            match is_cave {
                true => level.map.generate_caves(seed, library),
                false => level.map.generate(seed, library),
            }
        } else {
            if !(self.dug && goes_on) {
                self.map_rng = Rng::new(self.take_seed(), library);
            }
            let (map, rng, seeds) = (&mut level.map, &mut self.map_rng, &mut self.next_seed);
            match is_cave {
                true => cave::grow(map, part, rng, self.slip, seeds),
                false => dungeon::dig(map, part, rng, self.slip, seeds),
            }
        }
        if self.seeds(SeedSlip::AgainAfter) && self.dug || self.seeds(SeedSlip::AlwaysAfter) {
            self.game.rng = Rng::new(self.take_seed(), library);
        }
        if matches!(self.slip, Slip::Seeds(SeedSlip::SharedIdle | SeedSlip::Shared)) {
            self.idle_rng.get_or_insert_with(|| self.game.rng.clone());
            self.game.rng = self.map_rng.clone();
        }
        if depth == 0 && !part.has_floors() {
            self.keep_old(&mut level);
        }
        self.dug = true;
        level
    }

    /// Keeps what a new dungeon should replace. Before Part 11 there is one level for all dungeons.
    fn keep_old(&self, level: &mut Level) {
        let old = &self.game.level;
        match self.slip {
            Slip::Start(StartSlip::MonstersKept) => level.monsters = old.monsters.clone(),
            Slip::Start(StartSlip::ItemsKept) => level.items = old.items.clone(),
            Slip::Start(StartSlip::MapKept) => {
                for pos in Map::positions() {
                    if old.map.is_floor(pos) {
                        level.map.set_kind(pos, crate::map::TileType::Floor);
                    }
                    level.map.set_explored(pos, old.map.is_explored(pos));
                }
            }
            Slip::Start(StartSlip::ExploredKept) => {
                level.map.visible = old.map.visible;
                level.map.explored = old.map.explored;
            }
            Slip::Start(StartSlip::RoomsKept) => {
                level.map.rooms = old.map.rooms.iter().chain(&level.map.rooms).copied().collect();
            }
            _ => {}
        }
    }

    /// Returns the centre of a room as the mistaken program has it.
    fn centre(&self, room: Room) -> Pos {
        dungeon::centre(room, self.slip)
    }

    /// Returns where the player arrives.
    pub(super) fn arrival(&self, level: &Level) -> Pos {
        let rooms = &level.map.rooms;
        let room = if self.starts(StartSlip::LastRoom) { rooms.last() } else { rooms.first() };
        match room {
            Some(_) if self.starts(StartSlip::MapCentre) => Pos::new(MAP_WIDTH / 2, MAP_HEIGHT / 2),
            Some(room) if self.starts(StartSlip::Corner) => Pos::new(room.x, room.y),
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
            let room = match self.slip {
                Slip::Start(StartSlip::StairsFirst) => rooms.first(),
                Slip::Start(StartSlip::StairsSecond) => rooms.get(1),
                Slip::Start(StartSlip::StairsMiddle) => rooms.get(rooms.len() / 2),
                Slip::Start(StartSlip::StairsBeforeLast) => rooms.iter().rev().nth(1),
                _ => rooms.last(),
            };
            level.stairs = match room {
                Some(room) if self.starts(StartSlip::StairsCorner) => Pos::new(room.x, room.y),
                Some(&room) => self.centre(room),
                None => Pos::default(),
            };
            if depth > 0 || !self.starts(StartSlip::ShuffleMoved) {
                self.populate(&mut level, depth);
            }
        }
        level
    }

    /// Begins a new dungeon, or from Part 11 on a new run.
    pub(super) fn start_run(&mut self) {
        let part = self.game.part;
        let before = (self.game.player.clone(), self.game.lore.clone(), self.game.amulets);
        let is_first = !self.dug;
        let mut level = self.new_level(0);
        let shuffles_late = part.has_floors() != self.starts(StartSlip::ShuffleMoved);
        if shuffles_late && !part.has_floors() {
            self.populate(&mut level, 0);
        }
        if !self.starts(StartSlip::MessagesKept) {
            self.game.messages.clear();
        }
        if !self.starts(StartSlip::PackKept) {
            self.game.pack.clear();
        }
        self.game.depth = 0;
        self.game.amulets = if self.starts(StartSlip::AmuletsKept) { before.2 } else { 0 };
        self.reset_player(&before.0);
        self.game.player.entity.pos = match self.starts(StartSlip::PlayerStays) && !is_first {
            true => before.0.entity.pos,
            false => self.arrival(&level),
        };
        if part.has_items() {
            self.shuffle_looks(&before.1);
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
            self.say(Event::RunStarted);
        }
    }

    fn reset_player(&mut self, before: &crate::player::Player) {
        let (part, slip) = (self.game.part, self.slip);
        let number = |number: Number| slip.number(number, part);
        let player = &mut self.game.player;
        *player =
            crate::player::Player { last_bonuses: before.gear_bonuses(), ..crate::player::Player::new() };
        player.entity.hp = number(Number::PlayerHp);
        player.entity.max_hp = player.entity.hp;
        player.base_max_hp = player.entity.hp;
        player.entity.power = number(Number::PlayerPower);
        player.base_power = player.entity.power;
        if let Some(class) = self.game.class {
            let fresh = player.clone();
            player.become_class(class);
            if slip == Slip::Start(StartSlip::ClassIgnored) {
                player.entity = fresh.entity;
            }
            let (hp, power) = match class {
                PlayerClass::Fighter => (Number::FighterHp, Number::FighterPower),
                PlayerClass::Rogue => (Number::RogueHp, Number::RoguePower),
                PlayerClass::Mage => (Number::MageHp, Number::MagePower),
            };
            if slip != Slip::Start(StartSlip::ClassIgnored) {
                player.entity.hp = number(hp);
                player.entity.max_hp = number(hp);
            }
            player.base_max_hp = number(hp);
            player.base_power = number(power);
            match class {
                PlayerClass::Fighter => {
                    player.weapon = Some(number(Number::FighterWeapon));
                    player.armour = Some(number(Number::FighterArmour));
                }
                PlayerClass::Rogue => {
                    player.weapon = Some(number(Number::RogueWeapon));
                    player.armour = Some(number(Number::RogueArmour));
                }
                PlayerClass::Mage => player.magic_bonus = number(Number::MageMagic),
            }
            match slip {
                Slip::Start(StartSlip::KitMissing) => {}
                Slip::Start(StartSlip::KitReversed) => self.game.pack.extend(class.pack().iter().rev()),
                _ => self.game.pack.extend(class.pack()),
            }
        }
        let player = &mut self.game.player;
        match slip {
            Slip::Start(StartSlip::HpKept) => player.entity.hp = before.entity.hp,
            Slip::Start(StartSlip::StatusesKept) => player.entity.statuses = before.entity.statuses,
            Slip::Start(StartSlip::PowerKept) => player.entity.power = before.entity.power,
            Slip::Start(StartSlip::BonusKept) => player.strength_bonus = before.strength_bonus,
            Slip::Start(StartSlip::GearKept) => {
                (player.weapon, player.armour) = (before.weapon, before.armour);
            }
            Slip::Start(StartSlip::GearMissing) => {
                player.last_bonuses = player.gear_bonuses();
                (player.weapon, player.armour) = (None, None);
            }
            _ => {}
        }
        if part.has_equipment() && slip != Slip::Start(StartSlip::StatsNotComputed) {
            player.recompute_stats();
        }
    }

    /// Deals the appearances of potions and scrolls.
    fn shuffle_looks(&mut self, before: &crate::item::Lore) {
        let part = self.game.part;
        let (mut looks, mut labels) = ([0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4]);
        let slip = self.slip;
        let dice = &mut Dice { rng: &mut self.game.rng, slip, seeds: &mut self.next_seed };
        if part.has_scrolls() && slip == Slip::Start(StartSlip::LabelsFirst) {
            dice.shuffle(Draw::Labels, &mut labels);
        }
        dice.begin(Draw::Looks);
        dice.shuffle(Draw::Looks, &mut looks);
        if part.has_scrolls() && slip != Slip::Start(StartSlip::LabelsFirst) {
            dice.shuffle(Draw::Labels, &mut labels);
        }
        let lore = &mut self.game.lore;
        for (secret, look) in lore.potions.iter_mut().zip(looks) {
            (secret.look, secret.known) = (look, false);
        }
        if part.has_scrolls() {
            for (secret, look) in lore.scrolls.iter_mut().zip(labels) {
                (secret.look, secret.known) = (look, false);
            }
        }
        let kept = matches!(slip, Slip::Start(StartSlip::LooksKept)) && self.run > 0;
        let pairs = lore.potions.iter_mut().zip(before.potions);
        for (now, then) in pairs.chain(lore.scrolls.iter_mut().zip(before.scrolls)) {
            if kept {
                now.look = then.look;
            }
            if slip == Slip::Start(StartSlip::LoreKept) {
                now.known = then.known;
            }
        }
        self.run += 1;
    }

    /// Places monsters, items and an amulet, as far as the part has them.
    pub(super) fn populate(&mut self, level: &mut Level, depth: i32) {
        let part = self.game.part;
        let items_first = self.starts(StartSlip::ItemsFirst);
        let items = part.has_items() && !self.starts(StartSlip::NoItems);
        if items && items_first {
            self.place_items(level);
        }
        if self.starts(StartSlip::AmuletEarly) {
            self.place_amulet(level, depth);
        }
        if part.has_monsters() && !self.starts(StartSlip::NoMonsters) {
            self.place_monsters(level, depth);
        }
        if items && !items_first {
            self.place_items(level);
        }
        if !self.starts(StartSlip::AmuletEarly) {
            self.place_amulet(level, depth);
        }
    }

    fn place_amulet(&mut self, level: &mut Level, depth: i32) {
        let part = self.game.part;
        let lower = if let Slip::Start(StartSlip::AmuletsLower(by)) = self.slip { by } else { 0 };
        let [first, last] =
            [Number::FirstAmulet, Number::LastAmulet].map(|number| self.number(number) + lower);
        if part.has_amulets() && (first..=last).contains(&depth) && !self.starts(StartSlip::NoAmulets) {
            let rooms = &level.map.rooms;
            let room = match self.slip {
                Slip::Start(StartSlip::AmuletBefore) => rooms.get((rooms.len() / 2).saturating_sub(1)),
                Slip::Start(StartSlip::AmuletLastRoom) => rooms.last(),
                Slip::Start(StartSlip::AmuletFirstRoom) => rooms.first(),
                _ => rooms.get(rooms.len() / 2),
            };
            let pos = room.map(|&room| self.centre(room));
            level.items.extend(pos.map(|pos| FloorItem { item: Item::Amulet, pos }));
        }
    }

    fn dice(&mut self) -> Dice<'_> {
        Dice { rng: &mut self.game.rng, slip: self.slip, seeds: &mut self.next_seed }
    }

    fn place_monsters(&mut self, level: &mut Level, depth: i32) {
        let part = self.game.part;
        let first = match self.slip {
            Slip::Start(StartSlip::FirstRoom) => 0,
            Slip::Start(StartSlip::ThirdRoom) => 2,
            _ => 1,
        };
        let depth = depth + i32::from(self.starts(StartSlip::DepthFromOne));
        let most = self.number(Number::MaxMonsters)
            + if part.has_floors() { self.number(Number::MonstersPerDepth) * depth } else { 0 };
        // Monsters of the old dungeon count, where they are kept.
        let rooms = level.map.rooms.clone();
        let rooms =
            &rooms[..rooms.len() - usize::from(self.starts(StartSlip::LastRoomEmpty) && !rooms.is_empty())];
        let room_for = most - level.monsters.len() as i32;
        self.dice().begin(Draw::Kind);
        let kinds = monster::kinds(part);
        let last =
            kinds.len() as i32 - 1 - i32::from(part.has_statuses() && self.starts(StartSlip::SnakeMissing));
        for (index, &room) in rooms.iter().skip(first).take(room_for.max(0) as usize).enumerate() {
            let kind = match self.starts(StartSlip::KindsInTurn) {
                true => index % kinds.len(),
                false => self.dice().uniform(Draw::Kind, 0, last).max(0) as usize,
            };
            let pos = match self.slip {
                Slip::Start(StartSlip::MonsterRowFirst) => {
                    let y = self.game.rng.uniform(room.y, room.y + room.h - 1);
                    Pos::new(self.game.rng.uniform(room.x, room.x + room.w - 1), y)
                }
                Slip::Start(StartSlip::MonsterCorner) => Pos::new(room.x, room.y),
                Slip::Start(StartSlip::MonsterAnywhere) => {
                    let x = self.game.rng.uniform(room.x, room.x + room.w - 1);
                    Pos::new(x, self.game.rng.uniform(room.y, room.y + room.h - 1))
                }
                _ => self.centre(room),
            };
            // A kind that does not exist is read from beyond the table, where the value is undefined.
            level.monsters.extend((kind < kinds.len()).then(|| self.spawn(kind, depth, pos)));
        }
    }

    fn place_items(&mut self, level: &mut Level) {
        let rooms = level.map.rooms.clone();
        let Some(last) = rooms.len().checked_sub(1) else { return };
        let first = i32::from(self.starts(StartSlip::ItemsNotFirst));
        self.dice().begin(Draw::ItemRoom);
        for _ in 0..self.number(Number::ItemTries) {
            let drawn = self.starts(StartSlip::ItemBeforePlace).then(|| self.random_item());
            let index = self.dice().uniform(Draw::ItemRoom, first, last as i32);
            let Some(&room) = usize::try_from(index).ok().and_then(|index| rooms.get(index)) else {
                continue;
            };
            let row_first = self.starts(StartSlip::RowFirst);
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
            let taken = self.starts(StartSlip::ItemsApart) && level.items.iter().any(|item| item.pos == pos);
            if level.map.is_floor(pos) && !taken {
                let item = drawn.unwrap_or_else(|| self.random_item());
                level.items.push(FloorItem { item, pos });
            }
        }
    }

    fn random_item(&mut self) -> Item {
        let part = self.game.part;
        let weapons = [Number::Dagger, Number::Sword].map(|bonus| Item::Weapon(self.number(bonus)));
        let armours = [Number::Leather, Number::ChainMail].map(|bonus| Item::Armour(self.number(bonus)));
        let [potions, weapons_to, scrolls_to, no_armour] =
            [Number::Potions, Number::PotionsAndWeapons, Number::PotionsAndScrolls, Number::NoArmour]
                .map(|number| self.number(number));
        let potion = |dice: &mut Dice<'_>| Item::Potion(pick(Draw::Potion, PotionType::of(part), dice));
        let mut dice = self.dice();
        if !part.has_equipment() {
            return potion(&mut dice);
        }
        let roll = dice.uniform(Draw::Category, 0, 99);
        if roll < potions {
            potion(&mut dice)
        } else if part.has_scrolls() && roll < scrolls_to {
            Item::Scroll(pick(Draw::Scroll, ScrollType::ALL, &mut dice))
        } else if roll < if part.has_scrolls() { no_armour } else { weapons_to } {
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
