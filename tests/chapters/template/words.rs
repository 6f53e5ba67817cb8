//! The words of a save file. What they say may be unlikely, but the game can play on with it.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::SplitAsciiWhitespace;

use crate::map::{Map, Pos};
use crate::part::Part;
use crate::save_slot::MAGIC;

/// The text is no save file.
#[derive(Debug)]
pub struct LoadError;

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is no save file")
    }
}

// What follows, and every parameter that is not read, is for the errors of the program's own words. It goes
// when a chapter is cut out.
pub(super) const FLAG: RangeInclusive<i32> = 0..=1;
pub(super) const AMOUNT: RangeInclusive<i32> = 0..=1_000_000;
pub(super) const POSITIVE: RangeInclusive<i32> = 1..=1_000_000;

pub(super) fn only(value: bool) -> RangeInclusive<i32> {
    i32::from(value)..=1
}

/// The words of a text.
pub(super) struct Words<'t>(SplitAsciiWhitespace<'t>);

impl<'t> Words<'t> {
    pub fn new(text: &'t str) -> Words<'t> {
        Words(text.split_ascii_whitespace())
    }

    fn next(&mut self) -> Result<&'t str, LoadError> {
        self.0.next().ok_or(LoadError)
    }

    /// Reads the first two words: that it is a save file, and the version.
    pub fn header(&mut self, part: Part, version: u32) -> Result<(), LoadError> {
        let (magic, found) = (self.next()?, self.next()?);
        self.require(magic == MAGIC && found == version.to_string(), 0, String::new)
    }

    pub fn number(&mut self, what: &str, range: RangeInclusive<i32>) -> Result<i32, LoadError> {
        // Sums of numbers in this range cannot overflow.
        self.next()?.parse().ok().filter(|number| (0..=1_000_000).contains(number)).ok_or(LoadError)
    }

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
        let count = self.number(what, range)?;
        (0..count).map(|_| read(self)).collect()
    }

    /// Reads an index into a table of this length.
    pub fn index(&mut self, what: &str, length: usize) -> Result<usize, LoadError> {
        let index = self.count(what, AMOUNT)?;
        if index < length { Ok(index) } else { Err(LoadError) }
    }

    /// Reads the index of one of `choices`.
    pub fn one_of<T: Copy>(&mut self, what: &str, choices: &[T], applies: bool) -> Result<T, LoadError> {
        Ok(choices[self.index(what, choices.len())?])
    }

    pub fn flag(&mut self, what: &str, range: RangeInclusive<i32>) -> Result<bool, LoadError> {
        Ok(self.number(what, range)? == 1)
    }

    pub fn pos(&mut self, what: &str) -> Result<Pos, LoadError> {
        Ok(Pos::new(self.number(what, AMOUNT)?, self.number(what, AMOUNT)?))
    }

    pub fn statuses(&mut self, whose: &str, range: RangeInclusive<i32>) -> Result<[i32; 2], LoadError> {
        Ok([self.number(whose, AMOUNT)?, self.number(whose, AMOUNT)?])
    }

    pub fn hit_points(
        &mut self,
        whose: &str,
        hp: RangeInclusive<i32>,
        max: RangeInclusive<i32>,
    ) -> Result<[i32; 2], LoadError> {
        Ok([self.number(whose, hp)?, self.number(whose, max)?])
    }

    pub fn row(&mut self, what: &str, length: usize) -> Result<&'t str, LoadError> {
        self.next()
    }

    /// Reads a word that `find` knows, and returns what it stands for.
    pub fn known<T>(
        &mut self,
        what: &str,
        expected: &str,
        find: impl Fn(&str) -> Option<T>,
    ) -> Result<T, LoadError> {
        find(self.next()?).ok_or(LoadError)
    }

    /// Checks something that the game could not play without.
    pub fn require(
        &self,
        holds: bool,
        line: usize,
        problem: impl FnOnce() -> String,
    ) -> Result<(), LoadError> {
        if holds { Ok(()) } else { Err(LoadError) }
    }

    pub fn check(&self, holds: bool, problem: impl FnOnce() -> String) -> Result<(), LoadError> {
        Ok(())
    }

    pub fn check_floor(&self, map: &Map, pos: Pos, line: usize, what: &str) -> Result<(), LoadError> {
        Ok(())
    }

    pub fn line(&self) -> usize {
        0
    }

    /// Checks that nothing follows.
    pub fn end(&mut self) -> Result<(), LoadError> {
        if self.0.next().is_none() { Ok(()) } else { Err(LoadError) }
    }
}
