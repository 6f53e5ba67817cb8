//! The words of a save file, each checked as it is read, because a file can contain anything. Only values
//! that a game can have are accepted. An error names the line and the value that belongs there.

use std::ops::RangeInclusive;

use super::save_slot::{MAGIC, NEWEST};
use super::text::shortened;

/// The reason why a text is not a save file that can be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct LoadError {
    /// The line of the mistake, from 1.
    pub line: usize,
    /// The fault.
    pub problem: String,
}

/// The range of a flag that may be set or not.
pub const FLAG: RangeInclusive<i32> = 0..=1;
/// The range of numbers without a limit of their own. Their sums cannot overflow.
pub const AMOUNT: RangeInclusive<i32> = 0..=1_000_000;
/// The same from 1 on.
pub const POSITIVE: RangeInclusive<i32> = 1..=1_000_000;

/// The range of a flag that can have only this value.
pub fn only(value: bool) -> RangeInclusive<i32> {
    let flag = i32::from(value);
    flag..=flag
}

/// The words of a text, and the line of the last one. `what` is what the error calls a word that is wrong.
pub struct Words<'t> {
    words: Box<dyn Iterator<Item = (usize, &'t str)> + 't>,
    line: usize,
    /// True if only the form is checked.
    trusts: bool,
}

impl<'t> Words<'t> {
    /// Begins to read a text.
    pub fn new(text: &'t str) -> Words<'t> {
        let lines = (1..).zip(text.split('\n'));
        // C++'s `>>` skips the vertical tab, which isn't ASCII white space in Rust.
        let is_blank = |c: char| c.is_ascii_whitespace() || c == '\u{b}';
        let words = lines.flat_map(move |(number, line)| {
            let words = line.split(is_blank).filter(|word| !word.is_empty());
            words.map(move |word| (number, word))
        });
        Words { words: Box::new(words), line: 1, trusts: false }
    }

    /// Begins to read a text and accepts all its numbers, as the original does.
    pub fn trusting(text: &'t str) -> Words<'t> {
        Words { trusts: true, ..Words::new(text) }
    }

    /// Returns the line of the last word.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns the next word.
    fn next(&mut self, what: &str) -> Result<&'t str, LoadError> {
        let next = self.words.next();
        let (line, word) = next.ok_or_else(|| self.error(format!("the file ends where {what} should be")))?;
        self.line = line;
        Ok(word)
    }

    /// Reads the first two words: that it is a save file, and the version.
    ///
    /// # Errors
    /// If they are anything else.
    pub fn header(&mut self, version: u32, reader: &str) -> Result<(), LoadError> {
        if self.next(MAGIC) != Ok(MAGIC) {
            self.line = 1;
            return Err(self.error(format!("this is not a save file, which begins with {MAGIC}")));
        }
        let found = self.next("the version")?;
        if found.parse() != Ok(version) {
            let is_newer = found.parse().is_ok_and(|found: u32| found > NEWEST);
            let newer = if is_newer { "; it was made by a newer roguelike" } else { "" };
            let found = shortened(found);
            return Err(
                self.error(format!("save version '{found}', but {reader} reads version {version}{newer}"))
            );
        }
        Ok(())
    }

    /// Reads a number in a range.
    pub fn number(&mut self, what: &str, range: RangeInclusive<i32>) -> Result<i32, LoadError> {
        let word = self.next(what)?;
        match word.parse() {
            Ok(number) if self.trusts || range.contains(&number) => Ok(number),
            _ => {
                let (low, high) = range.into_inner();
                let expected = if low == high { low.to_string() } else { format!("{low} to {high}") };
                Err(self.wrong(what, word, &expected))
            }
        }
    }

    /// Reads a number of things.
    pub fn count(&mut self, what: &str, range: RangeInclusive<i32>) -> Result<usize, LoadError> {
        Ok(self.number(what, range)? as usize)
    }

    /// Reads a number of things, then each of them with `read`.
    pub fn list<T>(
        &mut self,
        what: &str,
        range: RangeInclusive<i32>,
        read: impl Fn(&mut Words<'t>) -> Result<T, LoadError>,
    ) -> Result<Vec<T>, LoadError> {
        let count = self.count(what, range)?;
        (0..count).map(|_| read(self)).collect()
    }

    /// Reads an index into a table of this length.
    pub fn index(&mut self, what: &str, length: usize) -> Result<usize, LoadError> {
        self.count(what, 0..=length as i32 - 1)
    }

    /// Reads the index of one of `choices`. Unless it `applies`, it must be 0, because no other could be
    /// written back.
    pub fn one_of<T: Copy>(&mut self, what: &str, choices: &[T], applies: bool) -> Result<T, LoadError> {
        let index = self.index(what, if applies { choices.len() } else { 1 })?;
        Ok(choices[index])
    }

    /// Reads a flag, which can be restricted to one value.
    pub fn flag(&mut self, what: &str, range: RangeInclusive<i32>) -> Result<bool, LoadError> {
        Ok(self.number(what, range)? == 1)
    }

    /// Reads a word of digits 0 to 3.
    pub fn row(&mut self, what: &str, length: usize) -> Result<&'t str, LoadError> {
        let is_row =
            |row: &str| row.len() == length && row.bytes().all(|digit| (b'0'..=b'3').contains(&digit));
        self.known(what, &format!("{length} digits 0 to 3"), |row| is_row(row).then_some(row))
    }

    /// Reads a word that `find` knows, and returns its meaning.
    pub fn known<T>(
        &mut self,
        what: &str,
        expected: &str,
        find: impl Fn(&'t str) -> Option<T>,
    ) -> Result<T, LoadError> {
        let word = self.next(what)?;
        find(word).ok_or_else(|| self.wrong(what, word, expected))
    }

    /// Checks something that a game could not play without.
    pub fn require(
        &self,
        holds: bool,
        line: usize,
        problem: impl FnOnce() -> String,
    ) -> Result<(), LoadError> {
        if holds || self.trusts { Ok(()) } else { Err(LoadError { line, problem: problem() }) }
    }

    /// Checks something that always holds in a run.
    pub fn check(&self, holds: bool, problem: impl FnOnce() -> String) -> Result<(), LoadError> {
        self.require(holds, self.line, problem)
    }

    /// Checks that nothing follows.
    pub fn end(&mut self) -> Result<(), LoadError> {
        match self.words.next() {
            None => Ok(()),
            Some((line, found)) => {
                self.line = line;
                Err(self.error(format!("'{}' after the end of the save", shortened(found))))
            }
        }
    }

    /// Returns the error of a word that is wrong.
    fn wrong(&self, what: &str, found: &str, expected: &str) -> LoadError {
        self.error(format!("{what} is '{}', which should be {expected}", shortened(found)))
    }

    /// Returns an error in the line of the last word.
    fn error(&self, problem: String) -> LoadError {
        LoadError { line: self.line, problem }
    }
}
