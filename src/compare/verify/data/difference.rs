//! Differences between a recorded step and the expected one.

use super::picture::Exchange;
use roguelike::map::Pos;
use roguelike::trace::{Fact, Kind, Value};

/// Something that differs, and the lines in which it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The kind of difference.
    pub what: What,
    /// The line as it should be, if there should be one.
    pub expected: Option<Line>,
    /// The line as recorded, if there is one.
    pub recorded: Option<Line>,
}

/// A line in which a difference shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line of a step.
    Fact(Fact),
    /// A line of a save file, with its number from 1.
    Save(usize, String),
    /// The hash of a brief step.
    Hash(u64),
}

/// The kind of a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The hash of a step of which nothing else is recorded.
    Hash,
    /// The program ends with the key, and should go on; or the other way round.
    Quit {
        /// True if it ends.
        ends: bool,
    },
    /// No step has the line, although the program promises to write it when there is something to write.
    NeverWritten,
    /// A line that is recorded and should not be there.
    Unexpected,
    /// A line that is not recorded.
    Missing,
    /// Another message or sound than expected, one too many, or one too few.
    Said,
    /// A list that is empty, and should have this number of lines.
    Empty(usize),
    /// The list lacks the dead monsters, and is right otherwise.
    NoDead,
    /// The lines of a list, in another order.
    Order,
    /// No frame before the first key.
    NoFirstFrame,
    /// Values of a line.
    Fields(Vec<FieldChange>),
    /// The tiles of the map; only their hash if that is all that is recorded.
    Tiles(Option<TileChanges>),
    /// The window.
    Frame(FrameChange),
    /// A line of the save file, by its number from 1.
    Save(usize),
    /// How far apart two generators are.
    Draws(Draws),
}

/// A value that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldChange {
    /// The place: as it should be, and as recorded.
    Place(Pos, Pos),
    /// A value that has a name, or an only value with an empty name: as it should be, and as recorded.
    Value(&'static str, Value, Value),
    /// A value that should not be there, as recorded.
    Unexpected(&'static str, Value),
}

/// Numbers of tiles that differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TileChanges {
    /// Floor against wall.
    pub map: usize,
    /// Visible or not.
    pub view: usize,
    /// Explored or not.
    pub memory: usize,
}

/// How a frame differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FrameChange {
    /// Only its hash is recorded.
    Hash,
    /// It is still that of the step before.
    Old,
    /// The same characters, in other colours or over other characters.
    ///
    /// The exchange, if it is the same everywhere, and otherwise some of them.
    Colors(Option<Exchange>, Vec<Exchange>),
    /// Other characters on this number of tiles.
    Tiles(usize, Option<Exchange>),
}

/// How the recorded generator is related to that of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draws {
    /// It has made more rolls.
    More(usize),
    /// It has made fewer rolls.
    Fewer(usize),
    /// It was never seeded, and has made this number of rolls.
    NeverSeeded(usize),
    /// It was seeded with another number.
    Seeded {
        /// The number that it was seeded with.
        with: u32,
        /// The number that it should be seeded with.
        expected: u32,
        /// Number of rolls since.
        rolls: usize,
    },
}

impl Line {
    /// The line as it is recorded.
    pub fn text(&self) -> String {
        match self {
            Line::Fact(fact) => fact.to_string(),
            Line::Save(number, text) => format!("save line {number} {text}"),
            Line::Hash(hash) => format!("{hash:016x}"),
        }
    }

    /// The line taken apart.
    pub fn fact(&self) -> Option<&Fact> {
        if let Line::Fact(fact) = self { Some(fact) } else { None }
    }
}

impl Difference {
    /// The kind of line, or `None` for the hash of a brief step and for a save file.
    pub fn kind(&self) -> Option<Kind> {
        match self.what {
            What::Quit { .. } => Some(Kind::Quit),
            _ => Some(self.expected.as_ref().or(self.recorded.as_ref())?.fact()?.kind),
        }
    }

    pub(in crate::verify) fn of(what: What, ours: Option<&Fact>, theirs: Option<&Fact>) -> Difference {
        let line = |fact: &Fact| Line::Fact(fact.clone());
        Difference { what, expected: ours.map(line), recorded: theirs.map(line) }
    }
}
