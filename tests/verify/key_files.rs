//! The files of `roguelike keys`. `src/causes` has the test that compares them with the bot.

use super::explorer::{RARE, Script};
use super::{in_parallel, record_with, verify};
use roguelike::keys::script::words;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::trace::Form;

/// Every part with every library.
fn all_files() -> Vec<(Part, StdLib)> {
    let of_part = |part| StdLib::ALL.into_iter().map(move |library| (part, library));
    Part::all().flat_map(of_part).collect()
}

/// The keys of every part lead to everything that the part has, whatever the library.
#[test]
fn key_files_reach_what_their_part_has() {
    in_parallel(&all_files(), |&(part, library)| {
        let script = Script::new(part, library, None);
        let not_reached = script.not_reached();
        let are_rare = not_reached.iter().all(|words| RARE.contains(words));
        assert!(are_rare, "part {part} {library}: {not_reached:?}");
        if library == StdLib::default() {
            let keys = words(&script.keys).collect::<Vec<_>>().join(" ");
            let verdict = verify(&record_with(script.setup.clone(), &keys, Form::Brief));
            assert!(verdict.is_ok() && verdict.not_reached == not_reached, "part {part}: {verdict:?}");
        }
    });
}
