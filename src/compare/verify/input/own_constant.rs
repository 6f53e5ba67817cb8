//! Constants that a program changes on purpose (`--set`). The rules are played with them.

use std::fmt;
use std::str::FromStr;

use roguelike_causes::{Edits, constants, value_of, with_value};

/// Maximum value of a constant.
const MOST: i32 = 9_999;
/// Maximum number of constants that are set at once.
const MOST_AT_ONCE: usize = 3;

/// A constant of the series with a value of the program's own.
#[derive(Clone, Debug)]
pub struct OwnConstant {
    pub(in crate::verify) name: String,
    pub(in crate::verify) value: i32,
    /// The edit of the series that gives it the value; 0 if it has this value anyway.
    pub(in crate::verify) edit: u32,
}

/// Returns the edits that some constants are, which are at most as many as [`OwnConstant::go_together`] lets
/// pass.
pub(in crate::verify) fn edits_of(own: &[OwnConstant]) -> Edits {
    Edits::of(own.iter().map(|own| own.edit)).unwrap_or_default()
}

impl OwnConstant {
    /// Returns true if these are few enough, and no two of them are the same constant.
    pub fn go_together(own: &[OwnConstant]) -> bool {
        let is_first = |index: usize| own[..index].iter().all(|before| before.name != own[index].name);
        own.len() <= MOST_AT_ONCE && (0..own.len()).all(is_first)
    }

    /// Returns its value in the series.
    pub(in crate::verify) fn right(&self) -> i32 {
        value_of(&self.name).unwrap_or(self.value)
    }
}

/// Why a constant cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConstantError {
    /// The text has another form.
    #[error("write it as NAME=VALUE, with a value from 0 to {MOST}")]
    Form,
    /// No constant has this name.
    #[error("no constant {} can be set; there are {}", .0, constants().join(", "))]
    Unknown(String),
}

impl FromStr for OwnConstant {
    type Err = ConstantError;

    /// Reads `NAME=VALUE`. Fails if the constant is unknown, or cannot have the value here.
    fn from_str(text: &str) -> Result<OwnConstant, ConstantError> {
        let (name, value) = text.split_once('=').ok_or(ConstantError::Form)?;
        let value = value.parse().ok().filter(|value| (0..=MOST).contains(value));
        let value = value.ok_or(ConstantError::Form)?;
        let name = name.to_owned();
        match with_value(&name, value) {
            Some(edit) => Ok(OwnConstant { name, value, edit }),
            None => Err(ConstantError::Unknown(name)),
        }
    }
}

impl fmt::Display for OwnConstant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.value)
    }
}
