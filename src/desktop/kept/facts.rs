//! The facts that lists show of a game, and the lines of its file that keep them.
//!
//! Such a line is appended where a level begins and at the end, so that most games are listed without playing
//! them. A class, hit points and turns that are not known are `-`, and an unknown depth is 0:
//!
//! ```text
//! # now 2026-11-23T14:25:00.250000+01:00 Rogue depth 1 hp 28/30 turns 12 seed 42
//! # end died 2026-11-23T14:26:10.125000+01:00 Rogue depth 3 hp 0/30 turns 48 seed 42 amulets 1 killer poison
//! ```

use chrono::{DateTime, Datelike, Local, NaiveDate, Utc};

use crate::desktop::clock;
use crate::desktop::history::PlayedGame;
use crate::desktop::history::step::{POISONED, POTION};
use crate::desktop::history::tally::death;
use crate::game::{AMULETS_TO_WIN, PlayerClass};
use crate::monster::KINDS;

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It can be continued.
    Left,
    /// A window plays it.
    Open,
    /// The player died.
    Died,
    /// The player won.
    Won,
    /// It was given up, or belongs to a part without saves.
    Ended,
    /// It can neither be continued nor watched.
    Damaged,
    /// Only a newer version of this program can read it.
    Newer,
}

impl Fate {
    /// Returns true if the game is finished.
    pub(crate) const fn is_over(self) -> bool {
        matches!(self, Fate::Died | Fate::Won | Fate::Ended)
    }

    /// Returns true if the game goes on, here or later.
    pub(crate) const fn is_unfinished(self) -> bool {
        matches!(self, Fate::Left | Fate::Open)
    }
}

/// The states that a file can have, and their words there.
const ENDS: [(Fate, &str); 5] = [
    (Fate::Open, "now"),
    (Fate::Left, "end left"),
    (Fate::Died, "end died"),
    (Fate::Won, "end won"),
    (Fate::Ended, "end given-up"),
];

/// The facts of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct GameFacts {
    /// `None` before Part 14.
    pub class: Option<PlayerClass>,
    /// The depth of the player, counted from 1; `None` before Part 11.
    pub depth: Option<usize>,
    /// Hit points and their maximum.
    pub hp: Option<[i32; 2]>,
    /// Number of turns taken.
    pub turns: Option<u64>,
    /// True if the game was loaded. Its turns are counted from there.
    pub loaded: bool,
    /// The seed of the dungeon.
    pub seed: Option<u32>,
    /// Amulets held; `None` before Part 17.
    pub amulets: Option<u32>,
    /// The killer of the player: a monster's name, or poison.
    pub killer: Option<&'static str>,
    /// The next number of the game's generator, for `verify`.
    pub rng: Option<u32>,
}

impl GameFacts {
    /// The facts of a game that is played.
    pub fn of(played: &PlayedGame) -> GameFacts {
        let (game, tally) = (&played.game, &played.history.tally);
        let body = game.player();
        let has_rng = game.part().has_monsters();
        GameFacts {
            class: game.class(),
            depth: game.part().has_floors().then(|| game.depth() + 1),
            hp: Some([body.hp, body.max_hp]),
            turns: Some(tally.turns()),
            loaded: tally.continued,
            seed: tally.seed,
            amulets: game.part().has_amulets().then(|| game.amulets()),
            killer: tally.killer,
            rng: has_rng.then(|| game.rng().peek()),
        }
    }

    /// Describes the number of turns: `turn 401`, or `turn 12 after a load`.
    pub fn turn(&self) -> Option<String> {
        Some(format!("turn {}{}", self.turns?, if self.loaded { " after a load" } else { "" }))
    }

    /// Describes the hit points: `28 of 30 health`.
    pub fn health(&self) -> Option<String> {
        self.hp.map(|[hp, max_hp]| format!("{hp} of {max_hp} health"))
    }

    /// Describes the depth, to follow a fate: ` on depth 3`.
    pub fn place(&self) -> String {
        self.depth.map_or_else(String::new, |depth| format!(" on depth {depth}"))
    }

    /// Returns a line about the game to share with others:
    /// `Mage, killed by a kobold on depth 2, turn 401, 1 of 3 amulets, seed 1364750378`.
    pub fn shared(&self, end: Fate) -> String {
        let fate = match end {
            Fate::Won => "won".to_owned(),
            Fate::Died => death(self.killer),
            Fate::Ended => "given up".to_owned(),
            _ => "alive".to_owned(),
        };
        let mut words: Vec<String> = self.class.map(|class| class.name().to_owned()).into_iter().collect();
        words.push(fate + &self.place());
        words.extend(self.turn());
        words.extend(self.amulets.map(|amulets| format!("{amulets} of {AMULETS_TO_WIN} amulets")));
        words.extend(self.seed.map(|seed| format!("seed {seed}")));
        words.extend(self.seed.and_then(day_of_seed).map(|day| format!("the dungeon of {day}")));
        words.join(", ")
    }
}

/// Returns the seed of the dungeon of today: the date as a number, like 20261126. It is the date of UTC, so
/// that players everywhere have the same dungeon at the same time.
pub(crate) fn seed_of_today() -> u32 {
    let day = clock::now().map(|now| now.with_timezone(&Utc).date_naive()).unwrap_or_default();
    day.year().unsigned_abs() * 10_000 + day.month() * 100 + day.day()
}

/// Returns the day whose dungeon has this seed, if there is one in this century: `26 November 2026 (UTC)`.
pub(crate) fn day_of_seed(seed: u32) -> Option<String> {
    let year = (2000..2100).contains(&(seed / 10_000)).then_some((seed / 10_000).cast_signed())?;
    let day = NaiveDate::from_ymd_opt(year, seed / 100 % 100, seed % 100)?;
    Some(day.format("%-d %B %Y (UTC)").to_string())
}

/// A line about the state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StateLine {
    pub end: Fate,
    /// When the line was written; `None` if the clock was wrong.
    pub at: Option<DateTime<Local>>,
    /// Number of the line among all that were written; 0 if it has none. Unlike a clock, it only grows.
    pub order: u64,
    pub facts: GameFacts,
}

/// Returns a value as text; `-` if it is not known.
pub(crate) fn known<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

/// Returns a moment to the microsecond, as files have it.
pub(super) fn moment(at: Option<DateTime<Local>>) -> String {
    known(at.map(|at| at.format("%Y-%m-%dT%H:%M:%S%.6f%:z")))
}

impl StateLine {
    /// The state of a game now.
    pub fn now(end: Fate, facts: GameFacts, order: u64) -> StateLine {
        StateLine { end, at: clock::now(), order, facts }
    }

    /// Returns the line, with its end.
    pub fn line(&self) -> String {
        let GameFacts { class, depth, hp, turns, loaded, seed, amulets, killer, .. } = self.facts;
        let how = ENDS.iter().find(|(end, _)| *end == self.end).map_or("now", |(_, words)| words);
        let hp = known(hp.map(|[hp, max_hp]| format!("{hp}/{max_hp}")));
        let turns = known(turns);
        let depth = depth.unwrap_or_default();
        let class = class.map_or("-", PlayerClass::name);
        let loaded = if loaded { " loaded" } else { "" };
        let seed = seed.map_or_else(String::new, |seed| format!(" seed {seed}"));
        let amulets = amulets.map_or_else(String::new, |amulets| format!(" amulets {amulets}"));
        let killer = killer.map_or_else(String::new, |killer| format!(" killer {killer}"));
        let (at, order) = (moment(self.at), self.order);
        format!(
            "# {how} {at} {class} depth {depth} hp {hp} turns {turns}{loaded}{seed}{amulets} order {order}\
             {killer}\n"
        )
    }

    /// Reads a line, without its end. Returns none if it is anything else.
    pub fn parse(line: &str) -> Option<StateLine> {
        let line = line.strip_prefix("# ")?.trim_end_matches('\r');
        let (end, rest) = ENDS.iter().find_map(|(end, words)| Some((*end, line.strip_prefix(words)?)))?;
        let (rest, killer) = rest.split_once(" killer ").unwrap_or((rest, ""));
        let words: Vec<&str> = rest.strip_prefix(' ')?.split(' ').collect();
        let [at, class, ..] = words[..] else { return None };
        let value = |name| words.iter().skip_while(|word| **word != name).nth(1).copied();
        let points = value("hp")?.split_once('/');
        let mut killers = KINDS.iter().map(|kind| kind.name).chain([POISONED, POTION]);
        let facts = GameFacts {
            class: PlayerClass::ALL.into_iter().find(|it| it.name() == class),
            depth: Some(value("depth")?.parse().ok()?).filter(|depth| *depth > 0),
            hp: points.and_then(|(hp, max_hp)| Some([hp.parse().ok()?, max_hp.parse().ok()?])),
            turns: value("turns")?.parse().ok(),
            loaded: words.contains(&"loaded"),
            seed: value("seed").and_then(|seed| seed.parse().ok()),
            amulets: value("amulets").and_then(|amulets| amulets.parse().ok()),
            killer: killers.find(|it| *it == killer),
            rng: None,
        };
        let at = match at {
            "-" => None,
            at => Some(DateTime::parse_from_rfc3339(at).ok()?.with_timezone(&Local)),
        };
        let order = value("order").and_then(|order| order.parse().ok()).unwrap_or_default();
        Some(StateLine { end, at, order, facts })
    }
}
