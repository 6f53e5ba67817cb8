//! The errors of reading a trace.

use super::fact::FactError;

/// The error for a file that is not a complete trace.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct TraceError {
    /// The number of the line with the error, from 1.
    pub line: usize,
    /// The problem.
    pub problem: Problem,
}

impl TraceError {
    /// Returns true if the file was cut off. The steps before are complete then.
    pub const fn is_cut_off(&self) -> bool {
        matches!(self.problem, Problem::CutOff(_))
    }
}

/// Problems of a trace.
#[allow(missing_docs, reason = "the texts say it")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    #[error(
        "this is not a trace: it has to begin with 'roguelike-trace 1', as 'roguelike trace' and \
         tests/cpp/trace.hpp write it; if the program prints text of its own, record with '--trace FILE'"
    )]
    NoTrace,
    #[error("cannot read any further: {0}; give another file")]
    Unreadable(String),
    /// A step is longer than this number of bytes. The steps before are complete.
    #[error("from here on, a step is longer than {} KiB; no program of the series writes so much", .0 >> 10)]
    TooLong(usize),
    #[error(
        "version '{0}' of the format is unknown here, only 1 is known; get a newer roguelike or record again"
    )]
    Version(String),
    #[error("these bytes are not UTF-8; the program recorded memory that isn't text, or the file is damaged")]
    NotUtf8,
    #[error("the file ends in the middle of {0}; it was cut off, record it again")]
    CutOff(String),
    #[error(
        "the file ends after its header: the program ended, crashed or hangs before its first \
         trace::step(...), \
         which has to be the first thing in the body of the event loop"
    )]
    NoSteps,
    #[error("the program was stopped before its first step: {0}")]
    Stopped(String),
    #[error("here the header needs '{expected}', not '{found}'")]
    Header { expected: &'static str, found: String },
    /// A header line with a value that cannot be played.
    #[error("{0}")]
    Value(String),
    #[error("'step {expected} ...' should be here, not '{found}'")]
    Step { expected: usize, found: String },
    #[error("unknown key '{0}': keys have SDL's names, like Up, Space, Escape, F5 or A")]
    Key(String),
    #[error("the program quit in the step before, so nothing can follow")]
    AfterQuit,
    #[error("{0}; 'roguelike trace --help' describes the format")]
    Fact(FactError),
    #[error("'{found}' cannot come after '{before}': the lines of a step have a fixed order")]
    Order { found: String, before: String },
    #[error("a picture has {rows} rows of {width} characters between bars; this is row {row}")]
    Picture { rows: i32, width: usize, row: usize },
    #[error(
        "a brief trace has one hash for all lines of a step, and cannot be compared without {0}; record \
         without --brief"
    )]
    BriefWithout(String),
    #[error(
        "this is not the hash of all lines of the first step: the program leaves lines out, or is wrong from \
         its start; record without --brief"
    )]
    BriefFirstStep,
    #[error("the rows below do not give this hash but {0:016x}; one of them was changed")]
    Hash(u64),
}
