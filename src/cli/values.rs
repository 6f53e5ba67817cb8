//! Options and values that several commands have.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos};

/// A word that is not a number of a range.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{noun} is a whole number from {} to {}", range.start(), range.end())]
pub struct NotInRange<T: Display> {
    noun: &'static str,
    range: RangeInclusive<T>,
}

/// The option for the output of a command that prints text.
#[derive(Clone, Debug, Args)]
pub struct OutputArg {
    /// Write to this file. Use it instead of > in Windows PowerShell, which changes the encoding
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Returns a parser for named values. Help and completions list the names.
pub fn one_of<T>(
    values: impl IntoIterator<Item = T>,
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let values: Vec<T> = values.into_iter().collect();
    PossibleValuesParser::new(values.iter().map(|&value| name(value))).try_map(move |word| {
        values.iter().copied().find(|&value| name(value) == word).ok_or("this name is not known")
    })
}

/// Returns a parser for whole numbers in a range.
pub fn number<T>(
    noun: &'static str,
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, NotInRange<T>> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| NotInRange { noun, range: range.clone() })
    }
}

/// A word that is not a place on the map.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the texts say it")]
pub enum NoPlace {
    #[error("give a position as X,Y, such as 30,12")]
    Form,
    #[error(
        "{},{} is not on the map: give a position from 0,0 to {},{}",
        .0.x, .0.y, MAP_WIDTH - 1, MAP_HEIGHT - 1
    )]
    OffMap(Pos),
}

/// Reads a place on the map: its column and row, `30,12`.
///
/// # Errors
/// If it is anything else.
pub fn place(text: &str) -> Result<Pos, NoPlace> {
    let place = text.split_once(',').and_then(|(x, y)| Some(Pos::new(x.parse().ok()?, y.parse().ok()?)));
    let pos = place.ok_or(NoPlace::Form)?;
    Map::in_bounds(pos).then_some(pos).ok_or(NoPlace::OffMap(pos))
}
