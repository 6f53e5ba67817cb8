//! What the list and the menu show of a run, and the lines of its file that say it.
//!
//! Such a line is appended now and then and at the end, so a run is listed without playing it:
//!
//! ```text
//! # now 2026-11-23T14:25:00.250000+01:00 Rogue depth 1 hp 28/30 turns 12
//! # end died 2026-11-23T14:26:10.125000+01:00 Rogue depth 3 hp 0/30 turns 480
//! ```

use chrono::{DateTime, Local};

use crate::desktop::run::PlayedRun;
use crate::game::PlayerClass;

/// How a run ended for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The player did something else.
    Left,
    Died,
    Won,
    /// The player gave it up.
    GivenUp,
}

impl End {
    const ALL: [End; 4] = [End::Left, End::Died, End::Won, End::GivenUp];

    /// The word in the file.
    const fn word(self) -> &'static str {
        match self {
            End::Left => "left",
            End::Died => "died",
            End::Won => "won",
            End::GivenUp => "given-up",
        }
    }
}

/// What is known of a run without playing it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RunFacts {
    /// None before Part 14.
    pub class: Option<PlayerClass>,
    /// The depth of the player, counted from 1. None before Part 11.
    pub depth: Option<usize>,
    /// Hit points and their maximum.
    pub hp: Option<[i32; 2]>,
    /// Number of turns taken.
    pub turns: Option<u64>,
}

impl RunFacts {
    /// The facts of a run that is played.
    pub fn of(run: &PlayedRun) -> RunFacts {
        let (game, turns) = (&run.game, run.history.tally.turns);
        let body = game.player();
        RunFacts {
            class: game.class(),
            depth: game.part().has_floors().then(|| game.depth() + 1),
            hp: Some([body.hp, body.max_hp]),
            turns: Some(turns),
        }
    }
}

/// A line about the state of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// None while it is played.
    pub end: Option<End>,
    pub at: DateTime<Local>,
    pub facts: RunFacts,
}

/// Returns a moment to the microsecond, as it stands in a file.
pub(super) fn moment(at: &DateTime<Local>) -> String {
    at.format("%Y-%m-%dT%H:%M:%S%.6f%:z").to_string()
}

impl Mark {
    /// The state of a run now.
    pub fn now(end: Option<End>, facts: RunFacts) -> Mark {
        Mark { end, at: Local::now(), facts }
    }

    /// Returns the line, with its end.
    pub fn line(&self) -> String {
        let RunFacts { class, depth, hp, turns } = self.facts;
        let how = self.end.map_or_else(|| "now".to_owned(), |end| format!("end {}", end.word()));
        let [hp, max_hp] = hp.unwrap_or_default();
        let (depth, turns) = (depth.unwrap_or_default(), turns.unwrap_or_default());
        let class = class.map_or("-", PlayerClass::name);
        format!("# {how} {} {class} depth {depth} hp {hp}/{max_hp} turns {turns}\n", moment(&self.at))
    }

    /// Reads a line, without its end. Returns none if it is anything else.
    pub fn parse(line: &str) -> Option<Mark> {
        let words: Vec<&str> = line.strip_prefix("# ")?.trim_end_matches('\r').split(' ').collect();
        let (end, rest) = match &words[..] {
            ["now", rest @ ..] => (None, rest),
            ["end", word, rest @ ..] => (Some(End::ALL.into_iter().find(|end| end.word() == *word)?), rest),
            _ => return None,
        };
        let [at, name, "depth", depth, "hp", hp, "turns", turns, ..] = rest else { return None };
        let at = DateTime::parse_from_rfc3339(at).ok()?.with_timezone(&Local);
        let class = PlayerClass::ALL.into_iter().find(|class| class.name() == *name);
        let depth = Some(depth.parse().ok()?).filter(|depth| *depth > 0);
        let (hp, max_hp) = hp.split_once('/')?;
        let hp = Some([hp.parse().ok()?, max_hp.parse().ok()?]);
        let facts = RunFacts { class, depth, hp, turns: Some(turns.parse().ok()?) };
        Some(Mark { end, at, facts })
    }
}
