//! The lines of one step of a trace.

use std::fmt::{Display, Write};

use super::fact::Kind;
use crate::color::Color;
use crate::key::Key;
use crate::support::hash::Fnv;

/// How much a trace says about each step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Every fact. Tiles and frame are hashes.
    #[default]
    Normal,
    /// Tiles and frame as pictures too.
    Full,
    /// One hash over all facts of a step.
    Brief,
    /// Tiles and frame as pictures, and the colours of the frame too.
    Colors,
}

/// What a game or a recording has in one step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// 0 for the state after the first draw, and 1 more for each key.
    pub number: usize,
    /// The key; none in step 0.
    pub key: Option<Key>,
    /// The lines, each with its end.
    text: String,
    /// The map's tiles as digits, row by row, if there is a map and its rows are known.
    pub tiles: Option<Vec<String>>,
    /// The topmost character of every tile of the window, row by row, if it is known.
    pub screen: Option<Vec<String>>,
    /// The colours of these characters, row by row: six hexadecimal digits each, or blanks.
    pub colors: Option<Vec<String>>,
}

impl Step {
    /// Returns a step without pictures. The text is its lines, each with its end.
    pub fn new(number: usize, key: Option<Key>, text: String) -> Step {
        Step { number, key, text, ..Step::default() }
    }

    /// Returns the step of a key that ends the program.
    pub fn quit(number: usize, key: Key) -> Step {
        Step::new(number, Some(key), format!("{QUIT}\n"))
    }

    /// Adds a line.
    pub fn push(&mut self, line: impl Display) {
        // Writing to a text cannot fail.
        let _ = writeln!(self.text, "{line}");
    }

    /// Returns the lines.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.text.lines()
    }

    /// Returns the first line of a kind.
    pub fn line(&self, kind: Kind) -> Option<&str> {
        self.lines().find(|line| Kind::of_line(line) == Some(kind))
    }

    /// Returns the lines as text, each with its end.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the name after `step n`: that of the key, or `start`.
    pub fn key_name(&self) -> &'static str {
        self.key.map_or("start", Key::name)
    }

    /// Returns true if the program ends with this step.
    pub fn quits(&self) -> bool {
        self.lines().next() == Some(QUIT)
    }

    /// Returns the hash that brief traces have for the step.
    pub fn hash(&self) -> u64 {
        Fnv::of(self.text.as_bytes())
    }

    /// Returns the step as a trace of this form has it.
    pub fn to_text(&self, form: Form) -> String {
        let mut text = format!("step {} {}", self.number, self.key_name());
        if form == Form::Brief {
            return text + &format!(" {:016x}\n", self.hash());
        }
        for line in self.lines() {
            text.push('\n');
            text += line;
            let pictures = match (line.split(' ').next(), form) {
                (Some("tiles"), Form::Full | Form::Colors) => [&self.tiles, &None],
                (Some("frame"), Form::Full) => [&self.screen, &None],
                (Some("frame"), Form::Colors) => [&self.screen, &self.colors],
                _ => continue,
            };
            for row in pictures.into_iter().flatten().flatten() {
                text += &format!("\n|{row}|");
            }
        }
        text.push('\n');
        text
    }
}

/// The only line of the last step if the program ended.
pub(super) const QUIT: &str = "quit";

/// Number of digits of a colour in the rows of a frame.
pub const COLOR_DIGITS: usize = 6;

/// Returns the colour of six digits; none for blanks.
pub fn color_of(digits: &str) -> Option<Color> {
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| digits.len() == COLOR_DIGITS)?;
    let [_, r, g, b] = number.to_be_bytes();
    Some(Color(r, g, b))
}
