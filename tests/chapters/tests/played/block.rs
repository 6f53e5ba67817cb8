//! The lines of one step of a trace.

use std::fmt::{Display, Write};

use crate::key::Key;
use crate::hash::Fnv;

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
}

impl Step {
    /// Returns a step without pictures. The text is its lines, each with its end.
    pub fn new(number: usize, key: Option<Key>, text: String) -> Step {
        Step { number, key, text, ..Step::default() }
    }

    /// Returns the step of a key that ends the program.
    pub fn quit(number: usize, key: Key) -> Step {
        Step::new(number, Some(key), "quit\n".to_owned())
    }

    /// Adds a line.
    pub fn push(&mut self, line: impl Display) {
        // Writing to a text cannot fail.
        let _ = writeln!(self.text, "{line}");
    }

    /// Returns the name after `step n`: that of the key, or `start`.
    pub fn key_name(&self) -> &'static str {
        self.key.map_or("start", Key::name)
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
        for line in self.text.lines() {
            text.push('\n');
            text += line;
            let pictures = match (line.split(' ').next(), form) {
                (Some("tiles"), Form::Full) => &self.tiles,
                (Some("frame"), Form::Full) => &self.screen,
                _ => continue,
            };
            for row in pictures.iter().flatten() {
                text += &format!("\n|{row}|");
            }
        }
        text.push('\n');
        text
    }
}
