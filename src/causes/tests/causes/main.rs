//! `verify` names the bugs of wrong recordings.

mod causes;
mod claims;
#[path = "../../../../tests/cpp/compiler.rs"]
mod compiler;
mod copy;
mod damaged;
mod detours;
#[path = "../../../../tests/explorer/mod.rs"]
mod explorer;
mod faults;
mod key_files;
mod known;
#[path = "../../../../tests/verify/miniature.rs"]
mod miniature;
mod mutants;
#[path = "../../../../tests/verify/names.rs"]
mod names;
mod own_constants;
mod own_texts;
mod page;
mod pairs;
#[path = "../../../../tests/common/parallel.rs"]
mod parallel;
#[path = "../../../../tests/common/recording.rs"]
mod recording;
#[path = "../../../../tests/verify/recordings.rs"]
mod recordings;
mod searches;
#[path = "../../../../tests/common/section.rs"]
mod section;
mod texts;
mod words;

use compiler::root;
use parallel::in_parallel;
use recordings::*;
