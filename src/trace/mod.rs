//! A game as text, so that two programs can be compared line by line.
//!
//! A trace has a [header](Header) and a [step](Step) with [facts](Fact) for every key. Step 0 is the state
//! after the first drawing. [`Tracer`] plays a game and returns the steps. [`Recorder`](record::Recorder)
//! writes them while a person plays. A [`Reader`] reads them.

mod block;
mod fact;
pub mod input;
mod kinds;
pub mod last_key;
mod marks;
mod page;
mod parse;
mod problem;
pub mod record;
mod recorded_step;
pub mod replay;
mod save;
mod snapshot;
mod tracer;

use std::fmt;

pub use block::{COLOR_DIGITS, Form, Step, color_of};
pub use fact::{Fact, FactError, Value};
pub use kinds::{Kind, With};
pub use marks::{Marks, PendingEvent};
pub use page::lines_of_steps;
pub use parse::{Reader, detect, is_trace};
pub use problem::{Problem, TraceError};
pub use recorded_step::RecordedStep;
pub use save::RecordedSave;
pub use snapshot::screen_rows;
use tracer::StepWriter;
pub use tracer::Tracer;

use crate::fov_lab::Algorithm;
use crate::game::Setup;
use crate::part::Part;
use crate::rng::StdLib;

/// The lines before the first step: how the game was started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The form of the trace. A full one is known only by its pictures.
    pub form: Form,
    /// The part played.
    pub part: Part,
    /// The first value of the seed stream.
    pub seed: u32,
    /// The standard library whose random numbers the game used.
    pub library: StdLib,
    /// The algorithm of the field of view.
    pub algorithm: Algorithm,
}

impl Header {
    /// Returns the header of a game that starts with this setup.
    pub fn new(setup: &Setup, form: Form) -> Header {
        Header {
            form,
            part: setup.part,
            seed: setup.seed,
            library: setup.library,
            algorithm: Algorithm::of(setup.other_view),
        }
    }

    /// Returns what the game is started with.
    pub fn setup(&self) -> Setup {
        Setup {
            library: self.library,
            other_view: self.algorithm.other_view(),
            ..Setup::new(self.part, self.seed)
        }
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let brief = if self.form == Form::Brief { " brief" } else { "" };
        let Header { part, seed, library, .. } = self;
        writeln!(f, "roguelike-trace 1{brief}\npart {part}\nseed {seed}\nstdlib {library}")?;
        if self.algorithm != Algorithm::default() {
            writeln!(f, "fov {}", self.algorithm)?;
        }
        Ok(())
    }
}
