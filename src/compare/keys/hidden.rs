//! The known bugs that the keys of `roguelike keys` do not show.
//!
//! A search for them takes longer than the rest of a comparison, and it always finds the same. So its results
//! are stored in `hidden.txt`, which the command that makes the keys writes, too.

use std::ops::RangeInclusive;

use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike_causes::Hidden;

/// A line for each part and library: the number of bugs that were tried, whether these are all, and the rows
/// of the bugs that do not show. The first line has the hash of the table of bugs.
static LISTS: &str = include_str!("hidden.txt");

/// The word for a search that tried every bug, and the one for a search that its limit ended.
const ALL: &str = "all";
const FIRST: &str = "first";

/// Returns the known bugs that a right recording of the keys for a part and a library does not show if it has
/// all lines. `None` if the list is not stored.
pub fn stored(part: Part, library: StdLib) -> Option<Hidden> {
    read(LISTS, part, library)
}

/// Returns what a text of such lines has for a part and a library.
pub fn read(lists: &str, part: Part, library: StdLib) -> Option<Hidden> {
    let start = format!("{part} {library} ");
    let mut words = lists.lines().find_map(|line| line.strip_prefix(&start))?.split(' ');
    let (tried, is_complete) = (words.next()?.parse().ok()?, words.next()? == ALL);
    let rows: Vec<RangeInclusive<u32>> = words.map(read_range).collect::<Option<_>>()?;
    let is_hidden = |row| rows.iter().any(|range| range.contains(&row));
    Some(Hidden::of_rows(part, is_hidden, tried, is_complete))
}

/// Returns the line of a list.
pub fn write(part: Part, library: StdLib, hidden: &Hidden) -> String {
    let end = if hidden.is_complete { ALL } else { FIRST };
    let mut rows: Vec<u32> = hidden.bugs.iter().filter_map(|bug| bug.row()).collect();
    rows.sort_unstable();
    let ranges = rows.chunk_by(|row, next| row + 1 == *next).map(|rows| match *rows {
        [first, .., last] => format!(" {first}-{last}"),
        [only] => format!(" {only}"),
        [] => String::new(),
    });
    format!("{part} {library} {} {end}{}\n", hidden.tried, ranges.collect::<String>())
}

/// Reads the number of a row, or the first and the last of several.
fn read_range(word: &str) -> Option<RangeInclusive<u32>> {
    let (first, last) = word.split_once('-').unwrap_or((word, word));
    Some(first.parse().ok()?..=last.parse().ok()?)
}
