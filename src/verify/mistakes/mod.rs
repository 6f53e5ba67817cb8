//! The game with the mistakes that people make while they build it.
//!
//! `verify` finds the cause of a difference by experiment: it plays the run again with one mistake after the
//! other and sees which gives what was recorded. A [`MistakenGame`] plays by rules with one [`Mistake`] in
//! them. Without a mistake it is the game. The rules themselves know nothing of mistakes, so the modules
//! below have the algorithms again, each with its table of names and words.

/// Declares a family of mistakes. Those with numbers in them stand in braces. Each of the others has a row:
/// the parts that have it, a name for scripts, and words for people, which are its documentation as well.
macro_rules! mistakes {
    ($(#[$about:meta])* $family:ident as $variant:ident { $($numbered:tt)* }
     $($(#[$more:meta])* $mistake:ident $parts:ident $name:literal $text:literal)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $family {
            $($numbered)*
            $(#[doc = concat!("`", $text, "`.")] $(#[$more])* $mistake,)*
        }

        impl $family {
            /// Each mistake without numbers in it.
            pub(super) const TABLE: &[super::Row<$family>] = &[$(super::Row {
                mistake: $family::$mistake,
                exists: super::parts::$parts,
                name: $name,
                text: $text,
            }),*];
        }

        impl From<$family> for super::Mistake {
            fn from(mistake: $family) -> super::Mistake {
                super::Mistake::$variant(mistake)
            }
        }
    };
}

/// Declares a family of mistakes in the same way. Each row ends with what the mistake changes.
macro_rules! changes {
    ($(#[$about:meta])* $family:ident as $variant:ident: $change:ty;
     $($mistake:ident $parts:ident $name:literal $text:literal => $effect:expr;)*) => {
        mistakes! { $(#[$about])* $family as $variant {} $($mistake $parts $name $text)* }

        impl $family {
            /// Returns what it changes.
            pub(super) fn change(self) -> $change {
                match self {
                    $($family::$mistake => $effect,)*
                }
            }
        }
    };
}

/// A row of a family's table.
#[derive(Clone, Copy)]
pub(super) struct Row<T> {
    mistake: T,
    exists: fn(Part) -> bool,
    name: &'static str,
    text: &'static str,
}

/// The parts that have something, as columns of the tables name them.
mod parts {
    use super::Part;

    pub(super) type Has = fn(Part) -> bool;

    pub(super) const ALWAYS: Has = |_| true;
    pub(super) const PLAYER: Has = Part::has_player;
    pub(super) const FOG: Has = Part::has_fog;
    pub(super) const MONSTERS: Has = Part::has_monsters;
    pub(super) const MELEE: Has = Part::has_melee;
    /// Parts 5 and 6: hunting monsters step along an axis.
    pub(super) const CHASE: Has = |part| part.has_melee() && !part.has_dijkstra_maps();
    /// Parts 5 to 15: the title changes with every turn, and the message of a blow has hit points in it.
    pub(super) const TITLE: Has = |part| part.has_melee() && !part.has_hud();
    pub(super) const DIJKSTRA: Has = Part::has_dijkstra_maps;
    pub(super) const ITEMS: Has = Part::has_items;
    pub(super) const BEFORE_EQUIPMENT: Has = |part| part.has_items() && !part.has_equipment();
    pub(super) const BEFORE_STATUSES: Has = |part| part.has_items() && !part.has_statuses();
    pub(super) const EQUIPMENT: Has = Part::has_equipment;
    pub(super) const BEFORE_SCROLLS: Has = |part| part.has_equipment() && !part.has_scrolls();
    pub(super) const STATUSES: Has = Part::has_statuses;
    pub(super) const FLOORS: Has = Part::has_floors;
    pub(super) const CAVES: Has = Part::has_caves;
    pub(super) const SCROLLS: Has = Part::has_scrolls;
    pub(super) const BEFORE_CLASSES: Has = |part| part.has_player() && !part.has_classes();
    pub(super) const CLASSES: Has = Part::has_classes;
    pub(super) const SAVES: Has = Part::has_saves;
    pub(super) const HUD: Has = Part::has_hud;
    pub(super) const AMULETS: Has = Part::has_amulets;
}

mod blow;
mod cave;
mod draw;
mod dungeon;
mod event;
mod kinds;
mod level;
mod magic;
mod maps;
mod monsters;
mod number;
mod pack;
mod paint;
mod run;
mod save;
mod say;
mod seeds;
mod turn;
mod view;

use crate::game::{Game, GameState, Outcome, PlayerClass, Setup, direction};
use crate::key::Key;
use crate::map::Pos;
use crate::part::Part;
use crate::rng::Rng;
use crate::support::save_slot::SaveSlot;
use crate::trace::happened;
use crate::verify::functions;

pub use cave::CaveMistake;
pub use draw::{Draw, DrawMistake};
pub use dungeon::DungeonMistake;
pub use kinds::{Column, KindMistake};
pub(crate) use maps::Maps;
pub use number::{Number, Stat};
pub use pack::{PackMistake, StatsMistake};
pub use paint::{HudMistake, PaintMistake};
pub use run::{KeptMistake, ResetMistake, StartMistake};
pub use save::SaveMistake;
pub use say::SayMistake;
pub(super) use say::function;
pub use seeds::SeedMistake;
pub use turn::{TurnMistake, Walkers};
pub use view::ViewMistake;

/// One mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// None: the game as it should be.
    Nothing,
    /// In seeding.
    Seeds(SeedMistake),
    /// In drawing a random number: the place, and the way.
    Draw(Draw, DrawMistake),
    /// A number of the rules has another value.
    Number(Number, i32),
    /// In the dungeon generator.
    Dungeon(DungeonMistake),
    /// In the caves.
    Cave(CaveMistake),
    /// In the field of view.
    View(ViewMistake),
    /// At the start of a run, or in the making of a level.
    Start(StartMistake),
    /// In what a new run begins with.
    Reset(ResetMistake),
    /// In what a new dungeon replaces.
    Kept(KeptMistake),
    /// In the table of kinds.
    Kind(KindMistake),
    /// In a step or the monsters' turn.
    Turn(TurnMistake),
    /// In items, scrolls and stairs.
    Pack(PackMistake),
    /// In power and defense.
    Stats(StatsMistake),
    /// In saving and loading.
    Save(SaveMistake),
    /// In messages.
    Say(SayMistake),
    /// In drawing.
    Paint(PaintMistake),
    /// In the HUD.
    Hud(HudMistake),
}

impl Mistake {
    /// Returns true if it is only in what is shown, so that the game is as it should be.
    pub(crate) const fn is_only_shown(self) -> bool {
        match self {
            Mistake::Paint(_) | Mistake::Hud(_) | Mistake::Seeds(SeedMistake::SharedIdle) => true,
            Mistake::Say(mistake) => mistake.is_only_said(),
            _ => false,
        }
    }

    /// Returns true if the map's generator is right, and nothing draws from it once a map is made. Then the
    /// map can come from the rules, whose generator is much faster than the ones with mistakes.
    const fn makes_right_maps(self) -> bool {
        match self {
            Mistake::Cave(_) | Mistake::Dungeon(_) => false,
            Mistake::Number(number, _) => !number.is_of_maps(),
            Mistake::Draw(draw, _) => !draw.is_of_maps(),
            Mistake::Seeds(mistake) => !mistake.keeps_the_map_generator(),
            _ => true,
        }
    }

    /// Returns true if it is made when the run begins, though it may show much later.
    pub(crate) const fn is_made_at_the_start(self) -> bool {
        match self {
            Mistake::Seeds(_) => true,
            Mistake::Kind(mistake) => mistake.shows_late(),
            _ => false,
        }
    }

    /// Returns true if it can change something that no trace shows at once.
    pub(crate) const fn works_later(self) -> bool {
        matches!(
            self,
            Mistake::Seeds(_) | Mistake::Draw(_, DrawMistake::Anew) | Mistake::Turn(TurnMistake::FloodOnce)
        )
    }
}

/// A mistake with its name for scripts and its description for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownMistake {
    /// The mistake.
    pub mistake: Mistake,
    /// A short name. Related mistakes share one.
    pub name: &'static str,
    /// What it is, in words.
    pub text: String,
}

impl KnownMistake {
    fn new(mistake: impl Into<Mistake>, name: &'static str, text: impl Into<String>) -> KnownMistake {
        KnownMistake { mistake: mistake.into(), name, text: text.into() }
    }
}

/// Returns every mistake that is known here, of the families that this part has. Those in the structure of a
/// rule come first, then numbers, draws and seeds: where several explain a run, the first is the likeliest.
pub fn all(part: Part) -> impl Iterator<Item = KnownMistake> {
    let [seeds, many_seeds] = seeds::families(part);
    let lists = [
        seeds,
        table(part, DungeonMistake::TABLE),
        table(part, CaveMistake::TABLE),
        table(part, ViewMistake::TABLE),
        view::families(part),
        table(part, ResetMistake::TABLE),
        table(part, KeptMistake::TABLE),
        table(part, StartMistake::TABLE),
        run::families(part),
        table(part, KindMistake::TABLE),
        table(part, TurnMistake::TABLE),
        turn::families(part),
        table(part, PackMistake::TABLE),
        table(part, StatsMistake::TABLE),
        pack::families(part),
        table(part, SaveMistake::TABLE),
        number::families(part),
        // Where only one of two kinds is met, its number is the simpler mistake.
        kinds::families(part),
        draw::families(part),
        many_seeds,
        say::families(part),
        table(part, SayMistake::TABLE),
        table(part, PaintMistake::TABLE),
        table(part, HudMistake::TABLE),
        paint::families(part),
    ];
    let all = lists.into_iter().flatten();
    all.map(move |known| KnownMistake { text: functions::of_part(&known.text, part), ..known })
}

/// Returns the mistakes of a table that a part has.
fn table<T: Copy + Into<Mistake>>(part: Part, rows: &[Row<T>]) -> Vec<KnownMistake> {
    let rows = rows.iter().filter(|row| (row.exists)(part));
    rows.map(|row| KnownMistake::new(row.mistake, row.name, row.text)).collect()
}

/// Returns each pair of numbers below this one, the smaller number first.
fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(|b| (0..b).map(move |a| (a, b)))
}

/// Returns the other one of two that are exchanged, or a third one as it is.
fn exchanged<T: PartialEq>(one: T, [a, b]: [T; 2]) -> T {
    match one {
        _ if one == a => b,
        _ if one == b => a,
        _ => one,
    }
}

/// The keys of the classes, in their order.
const CLASS_KEYS: [Key; PlayerClass::ALL.len()] = [Key::NUM_1, Key::NUM_2, Key::NUM_3];

/// Maximum number of mistakes that a game has at once.
pub(super) const MOST_MISTAKES: usize = 3;

/// A game with a mistake in it.
#[derive(Clone)]
pub struct MistakenGame {
    game: Game,
    mistake: Mistake,
    /// Other mistakes. They are made where that does not depend on the first one.
    others: [Mistake; MOST_MISTAKES - 1],
    /// Where the first dungeon takes from the seed stream, and where the next one will.
    first_map: u32,
    next_seed: u32,
    /// True once a dungeon was made.
    dug: bool,
    /// True once the Dijkstra map of this dungeon was computed.
    flooded: bool,
    /// The goal of the Dijkstra map, until a monster asks for it.
    flood_from: Option<Pos>,
    /// A Dijkstra map with a mistake in it.
    distances: Option<Vec<i32>>,
    /// The map's generator, which the original keeps between dungeons.
    map_rng: Rng,
    /// The maps of other games with the same seeds.
    maps: Maps,
    /// The game's own generator, where the game draws from another.
    idle_rng: Option<Rng>,
}

impl MistakenGame {
    /// Starts a game with a mistake.
    pub fn new(setup: Setup, mistake: Mistake) -> MistakenGame {
        MistakenGame::with_maps(setup, &[mistake], &Maps::default())
    }

    /// Starts a game with mistakes that shares its maps with others.
    pub(crate) fn with_maps(setup: Setup, mistakes: &[Mistake], maps: &Maps) -> MistakenGame {
        let seed = setup.seed;
        let is_menu = setup.part.has_classes();
        let mut mistaken =
            MistakenGame::continue_from(&Game::before_first_run(setup), Mistake::Nothing, maps);
        mistaken.set_mistakes(mistakes);
        mistaken.seed(seed);
        mistaken.dug = false;
        if !is_menu {
            mistaken.start_run();
        }
        mistaken
    }

    /// Goes on with a game that was right so far, and makes the mistake from now on.
    pub(crate) fn continue_from(game: &Game, mistake: Mistake, maps: &Maps) -> MistakenGame {
        let next_seed = game.seeds.clone().next_seed();
        let map_rng = Rng::new(next_seed, game.library);
        MistakenGame {
            game: game.clone(),
            mistake,
            others: [Mistake::Nothing; MOST_MISTAKES - 1],
            first_map: next_seed,
            next_seed,
            dug: true,
            flooded: false,
            flood_from: None,
            distances: None,
            map_rng,
            maps: maps.clone(),
            idle_rng: None,
        }
    }

    /// Returns the game as it is now.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Sets what F9 loads from now on.
    pub(crate) fn set_slot(&mut self, slot: SaveSlot) {
        self.game.set_slot(slot);
    }

    /// Returns true if the game is like another in everything that traces tell, except for what is painted.
    pub fn is_like(&self, other: &Game) -> bool {
        let game = &self.game;
        game.state == other.state
            && game.player == other.player
            && (game.base_power, game.base_max_hp) == (other.base_power, other.base_max_hp)
            && (game.strength_bonus, game.magic_bonus) == (other.strength_bonus, other.magic_bonus)
            && (game.has_weapon, game.weapon) == (other.has_weapon, other.weapon)
            && (game.has_armour, game.armour) == (other.has_armour, other.armour)
            && game.log.new == other.log.new
            && game.sound.tones == other.sound.tones
            && game.rng.peek() == other.rng.peek()
            && (game.depth, game.levels.len(), game.amulets)
                == (other.depth, other.levels.len(), other.amulets)
            && game.title == other.title
            && game.class == other.class
            && game.inventory == other.inventory
            && game.potions() == other.potions()
            && game.scrolls() == other.scrolls()
            && game.cur() == other.cur()
            && game.log.lines() == other.log.lines()
    }

    /// Makes these mistakes from now on, of which there are at most [`MOST_MISTAKES`].
    pub(crate) fn set_mistakes(&mut self, mistakes: &[Mistake]) {
        let mut all = mistakes.iter().copied().chain(std::iter::repeat(Mistake::Nothing));
        self.mistake = all.next().unwrap_or(Mistake::Nothing);
        self.others.fill_with(|| all.next().unwrap_or(Mistake::Nothing));
    }

    /// Returns the one of the other mistakes that is like that, or else the first mistake.
    fn either(&self, is_like: impl Fn(Mistake) -> bool) -> Mistake {
        self.others.into_iter().find(|&other| is_like(other)).unwrap_or(self.mistake)
    }

    fn makes(&self, mistake: impl Into<Mistake>) -> bool {
        let mistake = mistake.into();
        self.mistake == mistake || self.others.contains(&mistake)
    }

    /// Returns the mistake.
    pub const fn mistake(&self) -> Mistake {
        self.mistake
    }

    fn number(&self, number: Number) -> i32 {
        let mistake = self.either(|mistake| matches!(mistake, Mistake::Number(other, _) if other == number));
        mistake.number(number, self.game.part)
    }

    /// Changes the lines of a block where a trace of the mistaken program shows other values than the game
    /// has.
    pub fn retouch(&self, lines: &mut Vec<String>) {
        if let Mistake::Say(mistake) = self.either(|mistake| matches!(mistake, Mistake::Say(_))) {
            mistake.change_lines(lines);
        }
        if let (Some(idle), Mistake::Seeds(SeedMistake::SharedIdle)) = (&self.idle_rng, self.mistake)
            && let Some(line) = lines.iter_mut().find(|line| line.starts_with("rng "))
        {
            *line = format!("rng {}", idle.peek());
        }
    }

    /// Handles a key like [`Game::press`]. Returns whether the mistaken program repaints.
    pub fn press(&mut self, key: Key) -> Outcome {
        self.game.forget_last_key();
        let Mistake::Save(mistake) = self.mistake else {
            let outcome = self.press_by_state(key);
            return self.repaints(outcome);
        };
        let before = self.game.clone();
        let outcome = self.press_by_state(key);
        if happened::has_loaded(&self.game) {
            mistake.change()(&mut self.game, &before);
        }
        outcome
    }

    fn press_by_state(&mut self, key: Key) -> Outcome {
        let part = self.game.part;
        if self.makes(TurnMistake::KeyMissing(key)) {
            return Outcome::Nothing;
        }
        // In the inventory keys are letters.
        let key = match self.mistake {
            Mistake::Turn(TurnMistake::KeysExchanged(a, b)) if self.game.state != GameState::Inventory => {
                exchanged(key, [a, b])
            }
            _ => key,
        };
        let class = CLASS_KEYS.iter().position(|&class| class == key).map(|index| PlayerClass::ALL[index]);
        let at_end = matches!(self.game.state, GameState::Dead | GameState::Won);
        match self.game.state {
            GameState::Playing if direction(key).is_some() => {
                return direction(key).map_or(Outcome::Nothing, |step| self.press_direction(step, key));
            }
            GameState::Playing if key == Key::PERIOD && part.has_floors() => self.descend(),
            GameState::Playing if key == Key::SPACE && !part.has_classes() => self.start_run(),
            GameState::Playing if key == Key::I && self.makes(TurnMistake::InventoryIsTurn) => {
                let outcome = self.game.press(key);
                if self.game.state == GameState::Inventory {
                    self.end_player_turn(self.game.player.pos);
                }
                return outcome;
            }
            GameState::Inventory => return self.press_in_inventory(key),
            GameState::ClassSelect if class.is_some() => {
                self.game.class = class.unwrap_or(self.game.class);
                self.start_run();
            }
            _ if at_end && key == Key::SPACE && !part.has_classes() => self.start_run(),
            _ => return self.game.press(key),
        }
        Outcome::Redraw
    }

    fn press_in_inventory(&mut self, key: Key) -> Outcome {
        let slot = key.letter().filter(|&slot| key != Key::I && slot < self.game.inventory.len());
        let Some(slot) = slot else { return self.game.press(key) };
        self.use_item(slot);
        Outcome::Redraw
    }

    /// Computes what the player sees (Part 3 on). The player came from `from`.
    fn update_view(&mut self, from: Pos) {
        if !self.game.part.has_fog() {
            return;
        }
        let Mistake::View(mistake) = self.either(|mistake| matches!(mistake, Mistake::View(_))) else {
            self.game.update_view();
            return;
        };
        let origin = if mistake == ViewMistake::BeforeStep { from } else { self.game.player.pos };
        view::compute(&mut self.game.cur_mut().map, origin, mistake);
    }
}
