//! Programs with two mistakes: the first cause is kept, and the second is found from where it shows.

use std::process::Stdio;
use std::time::Instant;

use super::{compiler, in_parallel};
use roguelike::explorer::script::Script;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::trace;
use roguelike::verify::{Cause, Options, compare_with};

/// Two faults of the miniature in a part, and names under which each may be found.
type Pair = (u8, [&'static str; 2], [&'static [&'static str]; 2]);

const PAIRS: [Pair; 16] = [
    (5, ["corridor-bend", "dies-late"], [&["corridor-bend"], &["dies-late"]]),
    (5, ["goblin-9", "bump-turn"], [&["number"], &["bump-turn"]]),
    (5, ["view-radius", "ghosts"], [&["view-radius"], &["ghosts"]]),
    (5, ["coin", "own-power"], [&["coin"], &["own-power"]]),
    (5, ["kobold-3", "hp-kept"], [&["number"], &["hp-not-reset"]]),
    (5, ["extra-draw", "y-first"], [&["draw-extra", "draw-missing"], &["axis-tie"]]),
    (5, ["view-square", "names-swapped"], [&["view-square"], &["message-names"]]),
    (5, ["four-ways", "no-death"], [&["wander-bounds"], &["death-late"]]),
    (5, ["no-sharing", "diagonal-blow"], [&["wander-blocked"], &["diagonal-blow"]]),
    (5, ["letters", "hunt-explored"], [&["key-ignored"], &["always-hunt"]]),
    (7, ["disc-open", "never-hunt"], [&["view-disc"], &["never-hunt"]]),
    (7, ["directions", "dies-late"], [&["direction-order"], &["dies-late"]]),
    (7, ["flood-stale", "dead-block"], [&["flood-stale"], &["dead-in-the-way"]]),
    (7, ["centre", "always-flee"], [&["centre"], &["never-flee"]]),
    (7, ["backwards", "chase-on"], [&["monster-order"], &["still-chases"]]),
    (7, ["view-forgotten", "blow-no-turn"], [&["explored-not-set"], &["blow-turn"]]),
];

/// Minimum number of pairs of which both mistakes are named.
const LEAST_NAMED: usize = 10;

#[test]
fn both_of_two_mistakes_are_named() {
    let told = in_parallel(&PAIRS, |(part, faults, names)| {
        let Script { setup, keys, .. } = Script::new(Part::new(*part).unwrap(), StdLib::default(), None);
        let keys: Vec<&str> = keys.iter().map(|key| key.name()).collect();
        let program = compiler::compile("miniature", compiler::STANDARDS[0]);
        let (part, seed) = (setup.part.to_string(), setup.seed.to_string());
        let (keys, both) = (keys.join(" "), faults.join("+"));
        let arguments = [&part, "--seed", &seed, "--keys", &keys, "--full", "--fault", &both];
        let text = compiler::run(&program, &arguments, Stdio::null()).stdout;
        let recording = trace::parse(&text).unwrap();
        let begin = Instant::now();
        let options = Options { search_time: super::patient().search_time, ..Options::default() };
        let verdict = compare_with(&recording, &options);
        let time = begin.elapsed();
        let causes: Vec<&Cause> = verdict
            .divergence
            .iter()
            .chain(&verdict.cosmetic)
            .filter_map(|found| found.cause.as_ref())
            .collect();
        let certain = causes.iter().filter(|cause| !cause.is_perhaps());
        let found: Vec<&str> = { certain }
            .flat_map(|cause| {
                std::iter::once(cause.name).chain(cause.second.as_ref().map(|second| second.name))
            })
            .collect();
        let named = names.iter().filter(|names| found.iter().any(|name| names.contains(name))).count();
        let wrong = found.iter().filter(|name| names.iter().all(|names| !names.contains(name))).count();
        (named, wrong, format!("{both}: {found:?} in {time:?}"))
    });
    for (.., words) in &told {
        println!("{words}");
    }
    let both = told.iter().filter(|(named, ..)| *named == 2).count();
    let one = told.iter().filter(|(named, ..)| *named == 1).count();
    let wrong = told.iter().filter(|(_, wrong, _)| *wrong > 0).count();
    println!("{both} of {} pairs are both named, {one} have one named, {wrong} a wrong name", PAIRS.len());
    assert!(both >= LEAST_NAMED && wrong == 0, "{told:#?}");
}
