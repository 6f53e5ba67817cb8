//! A run of the game as text, so that two programs can be compared line by line.
//!
//! A trace has a [header](Header) and a [block](Block) of lines for every key; block 0 is the state after the first
//! draw. [`Tracer`] plays a game and gives the blocks, [`Recorder`](record::Recorder) writes them while somebody
//! plays, [`parse`] reads them.

mod block;
mod fact;
pub mod input;
mod key_names;
pub mod key_script;
mod parse;
pub mod record;
pub mod replay;
mod tracer;

use std::fmt;

pub use block::Block;
pub use fact::{Fact, Field, Kind};
pub use parse::{Problem, Recording, Step, TraceError, is_trace, parse};
pub use tracer::{Scribe, Tracer};

use crate::fov_lab::Algorithm;
use crate::game::Setup;
use crate::part::Part;
use crate::rng::StdLib;

/// How much a trace says about each step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Every fact, tiles and screen as hashes.
    #[default]
    Normal,
    /// Tiles and screen as pictures too.
    Full,
    /// One hash over all facts.
    Brief,
}

/// The lines before the first step: what one must know to play the run again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Which form the trace has. A full one says so only by its pictures.
    pub form: Form,
    /// The part played.
    pub part: Part,
    /// The first value of the seed stream.
    pub seed: u32,
    /// Whose random numbers.
    pub library: StdLib,
    /// How the view is computed.
    pub algorithm: Algorithm,
}

impl Header {
    /// The header of a game that is started like this.
    pub fn new(setup: &Setup, form: Form) -> Header {
        Header {
            form,
            part: setup.part,
            seed: setup.seed,
            library: setup.library,
            algorithm: Algorithm::of(setup.other_view),
        }
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let brief = if self.form == Form::Brief { " brief" } else { "" };
        writeln!(f, "roguelike-trace 1{brief}")?;
        writeln!(f, "part {}\nseed {}\nstdlib {}", self.part, self.seed, self.library)?;
        if self.algorithm != Algorithm::default() {
            writeln!(f, "fov {}", self.algorithm)?;
        }
        Ok(())
    }
}
