//! Requests, which have the form of a link.

use std::str::FromStr;

use roguelike::game::Setup;
use roguelike::part::Part;

/// The names and values of a link, in its order.
#[derive(Clone, PartialEq)]
pub struct Request(Vec<(String, String)>);

impl Request {
    /// Parses a request such as `play?part=7&seed=42`. Returns its name too.
    ///
    /// # Errors
    /// If a word lacks its `=`.
    pub fn parse(text: &str) -> Result<(&str, Request), String> {
        let (name, values) = text.split_once('?').unwrap_or((text, ""));
        let pair = |word: &str| {
            let pair = word.split_once('=').ok_or_else(|| format!("'{word}' has no value"))?;
            Ok((pair.0.to_owned(), pair.1.to_owned()))
        };
        let words = values.split('&').filter(|word| !word.is_empty());
        Ok((name, Request(words.map(pair).collect::<Result<_, String>>()?)))
    }

    /// Returns a value as text; empty if the request does not have it.
    pub fn text(&self, name: &str) -> &str {
        self.0.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// Returns a value, or `None` if the request doesn't have it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn get<T: FromStr>(&self, name: &str) -> Result<Option<T>, String> {
        let text = self.text(name);
        let read = || text.parse().map_err(|_| format!("{name} cannot be '{text}'"));
        if text.is_empty() { Ok(None) } else { read().map(Some) }
    }

    /// Returns a number that counts or chooses something.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn index(&self, name: &str) -> Result<Option<usize>, String> {
        Ok(self.get::<u32>(name)?.map(|index| index as usize))
    }

    /// Returns the index of one of `count` stages, at least one: by default the first. A negative number
    /// counts from the end.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn stage(&self, count: usize) -> Result<usize, String> {
        let stage: i64 = self.get("stage")?.unwrap_or(0);
        let from_start = if stage < 0 { stage.saturating_add(count as i64) } else { stage };
        Ok(from_start.clamp(0, count as i64 - 1) as usize)
    }

    /// Returns a list of places with `each` numbers, such as `3.4_5.6`.
    ///
    /// # Errors
    /// If a place has something else than `each` numbers.
    pub fn list(&self, name: &str, each: usize) -> Result<Vec<Vec<i32>>, String> {
        let wrong = || format!("{name} cannot be '{}'", self.text(name));
        let one = |text: &str| {
            let numbers: Option<Vec<i32>> = text.split('.').map(|number| number.parse().ok()).collect();
            numbers.filter(|numbers| numbers.len() == each).ok_or_else(wrong)
        };
        self.text(name).split('_').filter(|text| !text.is_empty()).map(one).collect()
    }

    /// Returns the request without one of its values.
    pub fn without(&self, name: &str) -> Request {
        Request(self.0.iter().filter(|(known, _)| known != name).cloned().collect())
    }

    /// Returns how a game is started: `part`, `seed`, and `stdlib` for the random numbers of another library.
    ///
    /// # Errors
    /// If the part or the library doesn't exist.
    pub fn setup(&self) -> Result<Setup, String> {
        let part =
            Part::new(self.get("part")?.unwrap_or(Part::LAST.number())).map_err(|error| error.to_string())?;
        let library = self.get("stdlib")?.unwrap_or_default();
        Ok(Setup { library, ..Setup::new(part, self.get("seed")?.unwrap_or_default()) })
    }
}
