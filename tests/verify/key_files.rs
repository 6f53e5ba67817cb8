//! The files of `roguelike keys`. `src/causes` has the test of those of other libraries, which the bot plays.

use super::explorer::{RARE, Script};
use super::{in_parallel, record_with, verify};
use roguelike::keys::script::words;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::trace::Form;

/// The keys of every part lead to everything that the part has.
#[test]
fn key_files_reach_what_their_part_has() {
    in_parallel(&Part::all().collect::<Vec<_>>(), |&part| {
        let script = Script::new(part, StdLib::default(), None);
        let keys = words(&script.keys).collect::<Vec<_>>().join(" ");
        let verdict = verify(&record_with(script.setup, &keys, Form::Brief));
        let are_rare = verdict.not_reached.iter().all(|words| RARE.contains(words));
        assert!(verdict.is_ok() && are_rare, "part {part}: {verdict:?}");
    });
}
