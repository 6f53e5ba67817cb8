//! What is tried on a recording besides edits of the series: other headers.

use crate::fov_lab::Algorithm;
use crate::game::Setup;
use crate::part::Part;
use crate::rng::StdLib;

/// The header of a recording may be wrong, and this may be the right one.
pub(super) struct Hypothesis {
    pub name: &'static str,
    pub text: String,
    pub setup: Setup,
}

/// Edits of the series that are active at once, by their numbers; 0 is none.
pub(super) type Edits = [u32; 6];

/// What is otherwise in the run of a cause.
#[derive(Clone, Debug)]
pub(super) enum Variation {
    /// The right rules, started otherwise than the header says.
    Setup(Box<Setup>),
    /// Edits of the series.
    Edits(Edits),
}

impl From<Edits> for Variation {
    fn from(edits: Edits) -> Variation {
        Variation::Edits(edits)
    }
}

/// Returns every hypothesis about a recording, the likeliest first.
pub(super) fn hypotheses(setup: &Setup) -> Vec<Hypothesis> {
    let mut all = Vec::new();
    for library in StdLib::ALL.into_iter().filter(|&library| library != setup.library) {
        let text = format!(
            "these are the random numbers of {library} ({}), but the header says {}",
            library.compilers(),
            setup.library
        );
        all.push(Hypothesis { name: "library", text, setup: Setup { library, ..setup.clone() } });
    }
    let right = Algorithm::of(setup.other_view);
    for algorithm in Algorithm::distinct().filter(|&algorithm| algorithm != right) {
        let text = format!("the view is that of {algorithm}, not of {right}");
        let setup = Setup { other_view: algorithm.other_view(), ..setup.clone() };
        all.push(Hypothesis { name: "algorithm", text, setup });
    }
    for part in Part::all().filter(|&part| part != setup.part) {
        let text = format!("this is what Part {part} does, but the header says part {}", setup.part);
        all.push(Hypothesis { name: "part", text, setup: Setup { part, ..setup.clone() } });
    }
    all
}
