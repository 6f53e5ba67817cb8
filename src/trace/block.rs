//! The facts of one step of a trace.

use super::fact::{Fact, Value};
use super::kinds::Kind;
use crate::color::Color;
use crate::key::Key;
use crate::part::Part;
use crate::support::hash::Fnv;

/// How much of each step a trace contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Every fact. Tiles and frame are hashes.
    #[default]
    Normal,
    /// Tiles and frame also as pictures.
    Full,
    /// One hash over all facts of a step.
    Brief,
    /// The full form with the colours of the frame.
    Colors,
}

/// One step of a game or a recording.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// 0 for the state after the first drawing, and 1 more for each key.
    pub number: usize,
    /// The key, or `None` in step 0.
    pub key: Option<Key>,
    facts: Vec<Fact>,
    /// The map's tiles as digits, row by row, if there is a map and its rows are known.
    pub tiles: Option<Vec<String>>,
    /// The topmost character of every tile of the window, row by row, if it is known.
    pub screen: Option<Vec<String>>,
    /// The colours of these characters, row by row: six hexadecimal digits each, or spaces.
    pub colors: Option<Vec<String>>,
}

impl Step {
    /// Returns a step without facts and pictures.
    pub fn new(number: usize, key: Option<Key>) -> Step {
        Step { number, key, ..Step::default() }
    }

    /// Returns the step of a key that ends the program.
    pub fn quit(number: usize, key: Key) -> Step {
        let mut step = Step::new(number, Some(key));
        step.add(Part::LAST, Kind::Quit, []);
        step
    }

    /// Adds a fact with a value for each name of its fields, if the part has such facts.
    pub fn add<const N: usize>(&mut self, part: Part, kind: Kind, values: [Value; N]) {
        if kind.exists_in(part) {
            self.push(Fact::new(part, kind, values));
        }
    }

    /// Adds a fact of another step.
    pub fn push(&mut self, fact: Fact) {
        self.facts.push(fact);
    }

    /// Returns the facts, in the order of their kinds.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// Returns the first fact of a kind.
    pub fn fact(&self, kind: Kind) -> Option<&Fact> {
        self.facts.iter().find(|fact| fact.kind == kind)
    }

    /// Returns the lines, each with its end.
    pub fn text(&self) -> String {
        self.facts.iter().map(|fact| format!("{fact}\n")).collect()
    }

    /// Returns the name after `step n`: that of the key, or `start`.
    pub fn key_name(&self) -> &'static str {
        self.key.map_or("start", Key::name)
    }

    /// Returns true if the program ends with this step.
    pub fn quits(&self) -> bool {
        self.facts.first().is_some_and(|fact| fact.kind == Kind::Quit)
    }

    /// Returns the hash that brief traces have for the step.
    pub fn hash(&self) -> u64 {
        Fnv::of(self.text().as_bytes())
    }

    /// Returns the lines of the step in a trace of this form.
    pub fn to_text(&self, form: Form) -> String {
        let mut text = format!("step {} {}", self.number, self.key_name());
        if form == Form::Brief {
            return text + &format!(" {:016x}\n", self.hash());
        }
        text.push('\n');
        for fact in &self.facts {
            text += &format!("{fact}\n");
            let pictures = match (fact.kind, form) {
                (Kind::Tiles, Form::Full | Form::Colors) => [&self.tiles, &None],
                (Kind::Frame, Form::Full) => [&self.screen, &None],
                (Kind::Frame, Form::Colors) => [&self.screen, &self.colors],
                _ => continue,
            };
            pictures.into_iter().flatten().flatten().for_each(|row| text += &format!("|{row}|\n"));
        }
        text
    }

    /// Estimates how much memory it takes, in bytes.
    pub fn size(&self) -> usize {
        let rows = [&self.tiles, &self.screen, &self.colors].into_iter().flatten().flatten();
        let rows = rows.map(|row| size_of::<String>() + row.len()).sum::<usize>();
        size_of::<Step>() + rows + self.facts.iter().map(Fact::size).sum::<usize>()
    }
}

/// Number of digits of a colour in the rows of a frame.
pub const COLOR_DIGITS: usize = 6;

/// Returns the colour of six digits, or `None` for spaces.
pub fn color_of(digits: &str) -> Option<Color> {
    if digits.len() != COLOR_DIGITS {
        return None;
    }
    let [_, r, g, b] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
    Some(Color(r, g, b))
}
