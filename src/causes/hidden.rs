//! The known bugs that a right recording does not show: a program that has them would record the same.

use std::collections::HashMap;

use crate::Case;
use crate::list::{Bug, known_bugs};
use crate::part::Part;
use crate::search::Search;
use crate::threads::{in_thread, in_threads};

/// Number of rows that are tried before the search checks whether its effort is over.
const AT_ONCE: usize = 32;
/// Maximum number of values of a row that are tried.
const MOST_VALUES: usize = 3;

/// The known bugs of a part that a right recording does not show.
#[derive(Debug, PartialEq, Eq)]
pub struct Hidden {
    /// These bugs. Of bugs that differ in a value only, the first.
    pub bugs: Vec<Bug>,
    /// The number of bugs that were tried.
    pub tried: usize,
    /// True if every known bug was tried.
    pub is_complete: bool,
}

impl Hidden {
    /// Returns the result of an earlier search, which found the rows for which `is_hidden` is true.
    pub fn of_rows(part: Part, is_hidden: impl Fn(u32) -> bool, tried: usize, is_complete: bool) -> Hidden {
        let rows = known_rows(part).into_iter().map(|row| row[0]);
        let bugs = rows.filter(|bug| bug.row().is_some_and(&is_hidden)).collect();
        Hidden { bugs, tried, is_complete }
    }

    /// Returns the bugs that two recordings of a part do not show.
    pub fn and(mut self, other: Hidden) -> Hidden {
        self.bugs.retain(|bug| other.bugs.contains(bug));
        let (tried, is_complete) = (self.tried.min(other.tried), self.is_complete && other.is_complete);
        Hidden { tried, is_complete, ..self }
    }
}

/// Returns the known bugs that a right recording does not show. The step of the case is the last one. Calls
/// `watch` now and then. `None` if the recording cannot be played.
pub fn hidden(case: &Case<'_>, watch: &dyn Fn()) -> Option<Hidden> {
    in_thread(|| search(case), watch)?
}

fn search(case: &Case<'_>) -> Option<Hidden> {
    let search = Search::new(*case, case.base, case.step)?;
    let first: HashMap<u32, usize> = search.edits_of(|_| true).into_iter().collect();
    let is_shown = |bug: &Bug| {
        let first = first.get(&bug.number());
        first.is_some_and(|&first| search.play_edit(bug.number(), first, case.end).end < case.end)
    };
    let is_hidden = |row: &Vec<Bug>| !row.iter().take(MOST_VALUES).any(is_shown);
    let mut hidden = Hidden { bugs: Vec::new(), tried: 0, is_complete: true };
    for some in known_rows(case.setup.part).chunks(AT_ONCE) {
        if case.effort.is_over() {
            hidden.is_complete = false;
            break;
        }
        let are_hidden = in_threads(some, is_hidden);
        hidden.bugs.extend(some.iter().zip(are_hidden).filter_map(|(row, is_one)| is_one.then_some(row[0])));
        hidden.tried += some.len();
    }
    Some(hidden)
}

/// Returns the bugs of each row of the table that a part can have.
fn known_rows(part: Part) -> Vec<Vec<Bug>> {
    let known: Vec<Bug> = known_bugs(part).filter(|bug| bug.row().is_some()).collect();
    known.chunk_by(|one, other| one.row() == other.row()).map(<[Bug]>::to_vec).collect()
}
