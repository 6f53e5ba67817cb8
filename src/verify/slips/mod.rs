//! The game as people get it wrong while they build it.
//!
//! `verify` finds the cause of a difference by experiment: it plays the run again with one mistake after the other and sees which
//! gives what was recorded. A [`Slipped`] game plays by rules with one [`Slip`] in them; everything that no slip touches is left
//! to the real [`Game`]. The slips are in the modules below, each family with its table of names and words.

/// Declares a family of mistakes. Each has a name for scripts and words for people, and the words are its documentation as well.
/// Mistakes with numbers in them stand in braces before the others; they get their names and words elsewhere.
macro_rules! slips {
    ($(#[$about:meta])* $family:ident $({ $($numbered:tt)* })?:
     $($(#[$more:meta])* $slip:ident $name:literal $text:literal)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $family {
            $($($numbered)*)?
            $(#[doc = concat!("`", $text, "`.")] $(#[$more])* $slip,)*
        }

        impl $family {
            /// Each of them that has no numbers in it: its name, and what it is in words.
            pub(super) const TABLE: &[($family, &str, &str)] = &[$(($family::$slip, $name, $text)),*];
        }
    };
}

mod cave;
mod dungeon;
mod paint;
mod run;
mod turn;
mod view;

use crate::event::Event;
use crate::game::{Game, GameState, Outcome, Setup, direction};
use crate::key::Key;
use crate::map::Pos;
use crate::part::Part;
use crate::player::PlayerClass;
use crate::rng::Rng;

pub use cave::CaveSlip;
pub use dungeon::DungeonSlip;
pub use paint::PaintSlip;
pub use run::{SeedSlip, StartSlip};
pub use turn::TurnSlip;
pub use view::ViewSlip;

/// One mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// None: the game as it should be.
    Nothing,
    /// In seeding.
    Seeds(SeedSlip),
    /// In the dungeon generator.
    Dungeon(DungeonSlip),
    /// In the caves.
    Cave(CaveSlip),
    /// In the field of view.
    View(ViewSlip),
    /// At the start of a run.
    Start(StartSlip),
    /// In a step or the monsters' turn.
    Turn(TurnSlip),
    /// In drawing.
    Paint(PaintSlip),
}

/// A slip with its name for scripts and its description for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// The mistake.
    pub slip: Slip,
    /// A short name; related slips share one.
    pub name: &'static str,
    /// What it is, in words.
    pub text: String,
}

/// Every mistake that is known here, of the families that this part has: there is no getting caves wrong before Part 12.
pub fn all(part: Part) -> impl Iterator<Item = Described> {
    let seeds =
        run::seed_slips().filter(move |(slip, _, _)| part.has_monsters() || !slip.needs_a_second_generator());
    let seeds = seeds.map(|(slip, name, text)| Described { slip: Slip::Seeds(slip), name, text });
    let views = view::families().map(|(slip, name, text)| Described { slip: Slip::View(slip), name, text });
    seeds
        .chain(table(DungeonSlip::TABLE, Slip::Dungeon))
        .chain(table(CaveSlip::TABLE, Slip::Cave).filter(move |_| part.has_caves()))
        .chain(table(ViewSlip::TABLE, Slip::View).chain(views).filter(move |_| part.has_fog()))
        .chain(table(StartSlip::TABLE, Slip::Start))
        .chain(table(TurnSlip::TABLE, Slip::Turn).filter(move |_| part.has_player()))
        .chain(table(PaintSlip::TABLE, Slip::Paint))
}

fn table<T: Copy>(
    rows: &'static [(T, &'static str, &'static str)],
    slip: fn(T) -> Slip,
) -> impl Iterator<Item = Described> {
    rows.iter().map(move |&(row, name, text)| Described { slip: slip(row), name, text: text.to_owned() })
}

/// A game with a mistake in it.
#[derive(Clone)]
pub struct Slipped {
    game: Game,
    slip: Slip,
    /// Where the first dungeon takes from the seed stream, and where the next one will.
    first_map: u32,
    next_seed: u32,
    /// Has a dungeon been made yet?
    dug: bool,
    /// The map's generator, which the original keeps between dungeons.
    map_rng: Rng,
    /// The game's own generator, where the game draws from another.
    idle_rng: Option<Rng>,
}

impl Slipped {
    /// Starts a game with a mistake.
    pub fn new(setup: Setup, slip: Slip) -> Slipped {
        let seed = setup.seed;
        let is_menu = setup.part.has_classes();
        let mut slipped = Slipped::wrap(Game::before_first_run(setup), slip);
        slipped.seed(seed);
        slipped.dug = false;
        if !is_menu {
            slipped.start_run();
        }
        slipped
    }

    /// Goes on with a game that was right so far, making the mistake from now on.
    pub fn continue_from(game: &Game, slip: Slip) -> Slipped {
        Slipped::wrap(game.clone(), slip)
    }

    fn wrap(game: Game, slip: Slip) -> Slipped {
        let next_seed = game.seeds.clone().next_seed();
        let map_rng = Rng::new(next_seed, game.library);
        Slipped { game, slip, first_map: next_seed, next_seed, dug: true, map_rng, idle_rng: None }
    }

    /// The game as it is now.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The mistake.
    pub const fn slip(&self) -> Slip {
        self.slip
    }

    /// The generator that a trace shows.
    pub fn shown_rng(&self) -> &Rng {
        match (&self.idle_rng, self.slip) {
            (Some(idle), Slip::Seeds(SeedSlip::SharedIdle)) => idle,
            _ => &self.game.rng,
        }
    }

    /// Handles a key like [`Game::press`]; `redraw` tells whether the mistaken program repaints.
    pub fn press(&mut self, key: Key) -> Outcome {
        self.game.events.clear();
        let outcome = self.press_by_state(key);
        self.repaints(outcome)
    }

    fn press_by_state(&mut self, key: Key) -> Outcome {
        let part = self.game.part;
        let at_end = matches!(self.game.state, GameState::Dead | GameState::Won);
        match self.game.state {
            GameState::Playing if direction(key).is_some() => {
                return direction(key).map_or(Outcome::Nothing, |step| self.press_direction(step));
            }
            GameState::Playing if key == Key::PERIOD && part.has_floors() => self.descend(),
            GameState::Playing if key == Key::SPACE && !part.has_classes() => self.start_run(),
            GameState::Inventory => return self.press_in_pack(key),
            GameState::ClassSelect if class_of(key).is_some() => {
                self.game.class = class_of(key);
                self.start_run();
            }
            _ if at_end && key == Key::SPACE && !part.has_classes() => self.start_run(),
            _ => return self.game.press(key),
        }
        Outcome::Redraw
    }

    fn press_in_pack(&mut self, key: Key) -> Outcome {
        let slot = key.letter().filter(|&slot| key != Key::I && slot < self.game.pack.len());
        let Some(slot) = slot else { return self.game.press(key) };
        let pos = self.game.player.entity.pos;
        self.game.apply_item(slot);
        if self.slip != Slip::Turn(TurnSlip::ItemIsNoTurn) {
            self.end_player_turn(pos);
        }
        Outcome::Redraw
    }

    fn descend(&mut self) {
        if self.game.player.entity.pos != self.game.level.stairs {
            self.game.log(Event::NoStairs);
            return;
        }
        let below = self.game.depth + 1;
        if below == self.game.levels.len() {
            let level = self.new_level(below as i32);
            self.game.levels.push(level);
        }
        self.game.go_to_level(below);
        let start = self.game.level.start();
        self.game.player.entity.pos = start;
        if self.slip != Slip::View(ViewSlip::NotAtStart) {
            self.update_view(start);
        }
        self.game.log(Event::Descended(below + 1));
        if self.slip == Slip::Turn(TurnSlip::StairsAreTurn) {
            self.end_player_turn(start);
        }
        self.game.update_title();
    }

    /// Computes what the player sees (Part 3 on), who came from `from`.
    fn update_view(&mut self, from: Pos) {
        if !self.game.part.has_fog() {
            return;
        }
        let Slip::View(slip) = self.slip else {
            self.game.update_view();
            return;
        };
        let origin = if slip == ViewSlip::BeforeStep { from } else { self.game.player.entity.pos };
        view::compute(&mut self.game.level.map, origin, slip);
    }
}

fn class_of(key: Key) -> Option<PlayerClass> {
    match key {
        Key::NUM_1 => Some(PlayerClass::Fighter),
        Key::NUM_2 => Some(PlayerClass::Rogue),
        Key::NUM_3 => Some(PlayerClass::Mage),
        _ => None,
    }
}
