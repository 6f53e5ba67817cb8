//! The text of differences.

use std::fmt;

use crate::verify::data::{Difference, Draws, Exchange, FieldChange, FrameChange, Line, TileChanges, What};
use roguelike::color::Color;
use roguelike::support::text::{counted, shortened};
use roguelike::trace::{Fact, Kind, Value};

impl Difference {
    /// Describes the difference.
    pub fn words(&self) -> String {
        let [ours, theirs] = [&self.expected, &self.recorded].map(Option::as_ref);
        let fact = ours.or(theirs).and_then(Line::fact);
        let subject = || fact.map_or_else(String::new, Fact::subject);
        let plural = || fact.map_or("", |fact| fact.kind.plural());
        match &self.what {
            What::Hash => "the hash of the step differs; a brief trace has no details".to_owned(),
            What::Quit { ends: true } => "the program ends with this key, but should go on".to_owned(),
            What::Quit { ends: false } => "the program should end with this key, but goes on".to_owned(),
            What::NeverWritten => {
                format!("{} is never recorded: the program had nothing to write", subject())
            }
            What::Unexpected => format!("{} is recorded, but should not be there", subject()),
            What::Missing => format!("{} is not recorded", subject()),
            What::Said => said(fact, ours, theirs),
            What::Empty(count) => format!("no {}, {count} expected", plural()),
            What::NoDead => "dead monsters are removed from the list; they should stay in it".to_owned(),
            What::Order => format!("{} are in another order", plural()),
            What::NoFirstFrame => {
                "no frame is recorded before the first key: the drawing before the event loop is missing"
                    .to_owned()
            }
            What::Fields(changes) => {
                let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
                format!("{}: {}", subject(), changes.join("; "))
            }
            What::Tiles(None) => "the map's tiles differ; only their hash is recorded".to_owned(),
            What::Tiles(Some(changes)) => changes.to_string(),
            What::Frame(change) => change.to_string(),
            What::Save(number) => save(*number, ours, theirs),
            What::Draws(draws) => draws.to_string(),
        }
    }

    /// Returns its lines, each after the word for its side.
    pub(super) fn sides(&self) -> impl Iterator<Item = String> {
        let sides = [("expected", &self.expected), ("recorded", &self.recorded)];
        sides.into_iter().filter_map(|(side, line)| Some(format!("{side}  {}", line.as_ref()?.text())))
    }
}

/// A message or a sound that differs.
fn said(fact: Option<&Fact>, ours: Option<&Line>, theirs: Option<&Line>) -> String {
    let what = if fact.is_some_and(|fact| fact.kind == Kind::Sound) { "sound" } else { "message" };
    let text =
        |line: &Line| line.fact().and_then(|fact| fact.get("")).map_or_else(String::new, Value::to_string);
    match (ours.map(text), theirs.map(text)) {
        (Some(ours), Some(theirs)) => format!("{what}: '{ours}', recorded '{theirs}'"),
        (Some(ours), None) => format!("{what} '{ours}' is not recorded"),
        (None, theirs) => {
            format!("{what} '{}' is recorded, but should not come", theirs.unwrap_or_default())
        }
    }
}

/// A line of the save file that differs.
fn save(number: usize, ours: Option<&Line>, theirs: Option<&Line>) -> String {
    let text = |line: &Line| if let Line::Save(_, text) = line { shortened(text) } else { String::new() };
    let how = match (ours.map(text), theirs.map(text)) {
        (Some(ours), Some(theirs)) => format!("is '{ours}', recorded '{theirs}'"),
        (Some(ours), None) => format!("'{ours}' is not recorded"),
        (None, theirs) => format!("'{}' is recorded, but should not be there", theirs.unwrap_or_default()),
    };
    format!("save: line {number} {how}")
}

impl fmt::Display for FieldChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FieldChange::Place(ours, theirs) => {
                write!(f, "at {} {}, recorded at {} {}", ours.x, ours.y, theirs.x, theirs.y)
            }
            FieldChange::Value("", ours, theirs) => write!(f, "'{ours}', recorded '{theirs}'"),
            FieldChange::Value(name, ours, theirs) => write!(f, "{name} {ours}, recorded {theirs}"),
            FieldChange::Unexpected(name, _) => write!(f, "{name} is recorded, but should not be there"),
        }
    }
}

impl fmt::Display for TileChanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let aspects = [
            (self.map, "the map differs", "floor against wall"),
            (self.view, "the view differs", "visible"),
            (self.memory, "the memory differs", "explored"),
        ];
        let words = aspects.iter().filter(|(count, ..)| *count > 0);
        let words = words.map(|(count, what, how)| format!("{what} in {} ({how})", counted(*count, "tile")));
        f.write_str(&words.collect::<Vec<String>>().join("; "))
    }
}

impl fmt::Display for FrameChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exchange = match self {
            FrameChange::Hash => return f.write_str("the frame differs; only its hash is recorded"),
            FrameChange::Old => return f.write_str("the frame is still that of the step before"),
            FrameChange::Colors(exchange, others) => {
                f.write_str(
                    "the frame shows the same characters, but in other colours, or over other characters",
                )?;
                let others: Vec<String> = others.iter().map(in_short).collect();
                if !others.is_empty() {
                    write!(f, ": {}", others.join("; "))?;
                }
                exchange
            }
            FrameChange::Tiles(count, exchange) => {
                write!(f, "the frame differs in {}", counted(*count, "tile"))?;
                exchange
            }
        };
        exchange.iter().try_for_each(|exchange| write!(f, ": {exchange}"))
    }
}

/// One of several exchanges.
fn in_short(exchange: &Exchange) -> String {
    match exchange {
        Exchange::Glyph(..) => exchange.to_string(),
        Exchange::Color(glyph, Color(r, g, b), Color(x, y, z)) => {
            format!("'{glyph}' {x},{y},{z} in place of {r},{g},{b}")
        }
    }
}

impl fmt::Display for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exchange::Glyph(ours, theirs) => write!(f, "'{theirs}' in place of '{ours}'"),
            Exchange::Color(glyph, Color(r, g, b), Color(x, y, z)) => {
                write!(f, "'{glyph}' in the colour {x},{y},{z} in place of {r},{g},{b}")
            }
        }
    }
}

impl fmt::Display for Draws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = |count: usize| counted(count, "random number");
        match *self {
            Draws::More(count) => write!(f, "the program has rolled {} more than it should", numbers(count)),
            Draws::Fewer(count) => {
                write!(f, "the program has rolled {} fewer than it should", numbers(count))
            }
            Draws::NeverSeeded(rolls) => {
                write!(f, "the recorded generator was never seeded, and has rolled {}", numbers(rolls))
            }
            Draws::Seeded { with, expected, rolls } => {
                write!(f, "the recorded generator was seeded with {with}, not {expected}, ")?;
                write!(f, "and has rolled {}", numbers(rolls))
            }
        }
    }
}
