//! Constants that a program changes on purpose (`--set`). The rules are played with them.

use std::fmt;
use std::str::FromStr;

use super::causes::edit_of;

/// Maximum value of a constant.
const MOST: u16 = 9_999;
/// Maximum number of constants that are set at once.
const MOST_AT_ONCE: usize = 3;

/// A constant of the series with a value of the program's own.
#[derive(Clone, Debug)]
pub struct OwnConstant {
    name: String,
    value: u16,
    /// The edit of the series that gives it the value; 0 if it has this value anyway.
    pub(super) edit: u32,
}

impl OwnConstant {
    /// Returns true if these are few enough, and no two of them are the same constant.
    pub fn go_together(own: &[OwnConstant]) -> bool {
        let is_first = |index: usize| own[..index].iter().all(|before| before.name != own[index].name);
        own.len() <= MOST_AT_ONCE && (0..own.len()).all(is_first)
    }
}

impl FromStr for OwnConstant {
    type Err = String;

    /// Reads `NAME=VALUE`. Fails if there is no such constant, or if this program cannot play with another
    /// one.
    fn from_str(text: &str) -> Result<OwnConstant, String> {
        let usage = || format!("write it as NAME=VALUE, with a value from 0 to {MOST}");
        let (name, value) = text.split_once('=').ok_or_else(usage)?;
        let value = value.parse().ok().filter(|value| *value <= MOST).ok_or_else(usage)?;
        Ok(OwnConstant { name: name.to_owned(), value, edit: edit_of(name, value)? })
    }
}

impl fmt::Display for OwnConstant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.value)
    }
}
