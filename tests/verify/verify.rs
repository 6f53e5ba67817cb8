//! `verify` accepts correct recordings, and finds the place where a wrong one differs. The tests of
//! `src/causes` check the reasons it gives.

mod broken;
mod claims;
mod command_line;
#[path = "../fuzz/comparing.rs"]
mod comparing;
#[path = "../cpp/compiler.rs"]
mod compiler;
mod damaged;
mod diff;
#[path = "../fuzz/edits.rs"]
mod edits;
#[path = "../explorer/mod.rs"]
mod explorer;
mod fov;
#[path = "../fuzz/games.rs"]
mod games;
mod hints;
mod innocent;
mod key_files;
mod limits;
mod miniature;
mod names;
mod own_constants;
#[path = "../common/parallel.rs"]
mod parallel;
mod properties;
#[path = "../common/recording.rs"]
mod recording;
mod recordings;
#[path = "../common/refusals.rs"]
mod refusals;
mod runs;
#[path = "../common/scratch.rs"]
mod scratch;
mod side_by_side;
mod surroundings;
mod words;

use compiler::root;
use parallel::in_parallel;
use recordings::*;
