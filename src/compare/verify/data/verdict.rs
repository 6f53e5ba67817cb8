//! The verdict on a recording: what differs first, why, and what would help to find more.

use super::broke_off::BrokeOff;
use super::cause::Cause;
use super::difference::{Difference, FrameChange, What};
use super::gap::Gap;
use super::hint::{Hint, Suspicion};
use super::own::Own;
use super::turn::Turn;
use crate::verify::input::LONGEST_SEARCH;
use roguelike::key::Key;
use roguelike::trace::Step;
use roguelike_causes::Hidden;

/// The result of a comparison.
#[derive(Debug)]
pub struct Verdict {
    /// The number of the last step.
    pub steps: usize,
    /// The gaps of the comparison.
    pub not_compared: Vec<Gap>,
    /// The names of what the part has and the recording never reached.
    pub not_reached: Vec<&'static str>,
    /// What the recording has that is compared.
    pub compared: Compared,
    /// The first step in which the rules differ, and the first one whose key wrote another save file: the
    /// earlier one comes first, and in one step the save file. Then the first step of each kind of line that
    /// is only shown. The report begins with the first of all.
    pub divergences: Vec<Divergence>,
    /// Where the recording ends although the program had not.
    pub broke_off: Option<BrokeOff>,
    /// Things that only the program has, where its rules differ.
    pub own: Vec<Own>,
    /// Ways to find more.
    pub hints: Vec<Hint>,
    /// Why not everything was tried in the search for causes.
    pub search_cut: Option<SearchCut>,
    /// The known bugs that a right recording does not show, if they were wanted.
    pub hidden: Option<Hidden>,
}

/// What a recording has that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compared {
    /// Nothing.
    Nothing,
    /// Only messages, sounds, the title or the frame.
    Shown,
    /// Results of the rules.
    Rules,
}

/// Why not everything was tried in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchCut {
    /// It hit its limit, in seconds of processor time.
    Limit(u32),
    /// There was no search: it was not wanted, the recording is too long, or its view is another algorithm's.
    NotSearched,
}

/// How much longer a next search is than the one that hit its limit.
const LONGER: u32 = 6;

impl SearchCut {
    /// Returns the limit of a next search, in seconds of processor time, if it may be higher.
    pub fn next_limit(self) -> Option<u32> {
        match self {
            Self::Limit(seconds) if seconds < LONGEST_SEARCH => Some((LONGER * seconds).min(LONGEST_SEARCH)),
            Self::Limit(_) | Self::NotSearched => None,
        }
    }
}

impl Verdict {
    /// Returns true if everything comes out that was recorded.
    pub fn is_ok(&self) -> bool {
        self.compared != Compared::Nothing && self.divergences.is_empty() && self.broke_off.is_none()
    }

    /// Returns true if there is nothing to say about a recording, because nothing of it was compared.
    pub fn has_nothing(&self) -> bool {
        self.compared == Compared::Nothing && self.divergences.is_empty()
    }

    /// Returns the difference that the report begins with.
    pub fn main(&self) -> Option<&Divergence> {
        self.divergences.first()
    }

    /// Returns the first difference of a subject.
    pub fn of(&self, of: Of) -> Option<&Divergence> {
        self.divergences.iter().find(|found| found.of == of)
    }

    /// Returns the first step that differs or is missing.
    pub fn first_step(&self) -> Option<usize> {
        let main = self.main().map(|main| main.expected.number);
        main.or(self.broke_off.as_ref().map(|broke_off| broke_off.step))
    }

    /// Returns the differences but the main one.
    pub fn others(&self) -> impl Iterator<Item = &Divergence> {
        self.divergences.iter().skip(1)
    }
}

/// The subject of a divergence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// The rules.
    Rules,
    /// The file that F5 writes.
    SaveFile,
    /// Results of the rules that are only shown: messages, sounds, the title, the frame.
    Shown,
}

/// A step that differs.
#[derive(Debug)]
pub struct Divergence {
    /// Its subject.
    pub of: Of,
    /// The expected step.
    pub expected: Step,
    /// The line of the file on which the recorded step begins, from 1.
    pub line: usize,
    /// The differences in the step.
    pub differences: Vec<Difference>,
    /// The step as it was recorded. Pictures that the recording does not have, and the lines of a brief one,
    /// are as the cause gives them.
    pub recorded: Step,
    /// True if the cause gave any of them.
    pub worked_out: bool,
    /// True if the recording has only a hash for the step.
    pub brief: bool,
    /// The last keys, that of the step included.
    pub keys: Vec<Key>,
    /// The likely cause, if a known bug gives what was recorded.
    pub cause: Option<Cause>,
    /// The step by the right rules. `None` in step 0, and where the rules are not those of the series.
    pub turn: Option<Turn>,
    /// A reason that is not in the rules.
    pub hint: Option<Suspicion>,
}

impl Divergence {
    /// Returns true if the first difference is in the colours of the frame, which shows the right characters.
    pub(in crate::verify) fn has_other_colors(&self) -> bool {
        let first = self.differences.first().map(|difference| &difference.what);
        matches!(first, Some(What::Frame(FrameChange::Colors(..))))
    }
}
