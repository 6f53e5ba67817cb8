//! Programs with two or three mistakes: the first cause is kept, and the next ones are found from where they
//! show.

use std::process::Stdio;
use std::time::Instant;

use super::explorer::Script;
use super::{compiler, in_parallel, is_chosen};
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike_compare::verify::{Of, Reason, compare};

/// Faults of the miniature in a part, and names under which each may be found.
type Faults<const COUNT: usize> = (u8, [&'static str; COUNT], [&'static [&'static str]; COUNT]);

const PAIRS: [Faults<2>; 15] = [
    (5, ["corridor-bend", "dies-late"], [&["corridor-bend"], &["dies-late"]]),
    (5, ["goblin-9", "bump-turn"], [&["number"], &["bump-turn"]]),
    (5, ["view-radius", "ghosts"], [&["view-radius"], &["ghosts"]]),
    (5, ["coin", "own-power"], [&["coin"], &["own-power"]]),
    (5, ["kobold-3", "hp-kept"], [&["number"], &["hp-not-reset"]]),
    (5, ["extra-draw", "y-first"], [&["draw-extra", "draw-missing"], &["axis-tie"]]),
    (5, ["view-square", "names-swapped"], [&["view-square"], &["message-names"]]),
    (5, ["four-ways", "no-death"], [&["edit"], &["death-late"]]),
    (5, ["no-sharing", "diagonal-blow"], [&["wander-blocked"], &["diagonal-blow"]]),
    (5, ["letters", "hunt-explored"], [&["key-ignored"], &["always-hunt"]]),
    (7, ["disc-open", "never-hunt"], [&["view-disc"], &["never-hunt"]]),
    (7, ["directions", "dies-late"], [&["direction-order"], &["dies-late"]]),
    (7, ["flood-stale", "dead-block"], [&["flood-stale", "edit"], &["dead-in-the-way"]]),
    (7, ["centre", "always-flee"], [&["centre"], &["never-flee"]]),
    (7, ["view-forgotten", "blow-no-turn"], [&["explored-not-set"], &["blow-turn"]]),
];

const TRIPLES: [Faults<3>; 7] = [
    (5, ["corridor-bend", "names-swapped", "dies-late"], [&["corridor-bend"], &["edit"], &["dies-late"]]),
    (5, ["goblin-9", "four-ways", "own-power"], [&["number"], &["edit"], &["own-power"]]),
    (7, ["disc-open", "directions", "dies-late"], [&["view-disc"], &["direction-order"], &["dies-late"]]),
    (7, ["centre", "flood-stale", "dead-block"], [&["centre"], &["flood-stale"], &["dead-in-the-way"]]),
    (5, ["view-radius", "ghosts", "y-first"], [&["view-radius"], &["ghosts"], &["axis-tie"]]),
    (5, ["coin", "own-power", "letters"], [&["coin"], &["own-power"], &["key-ignored", "edit"]]),
    (7, ["backwards", "blow-no-turn", "hp-negative"], [&["monster-order"], &["blow-turn"], &["hp-negative"]]),
];

/// Maximum number of pairs and of triples of which not all mistakes are named.
const MOST_UNNAMED: [usize; 2] = [3, 2];

#[test]
fn both_of_two_mistakes_are_named() {
    let [none, one, _] = named_together(&PAIRS);
    assert!(none + one <= MOST_UNNAMED[0], "{none} and {one}");
}

#[test]
fn all_of_three_mistakes_are_named() {
    let [none, one, two, _] = named_together(&TRIPLES);
    assert!(none + one + two <= MOST_UNNAMED[1], "{none}, {one} and {two}");
}

/// Returns what the miniature with some faults records of the keys of a part.
fn recorded(part: u8, faults: &str) -> Vec<u8> {
    let Script { setup, keys, .. } = Script::new(Part::new(part).unwrap(), StdLib::default(), None);
    let keys = keys.iter().map(|key| key.name()).collect::<Vec<_>>().join(" ");
    let program = compiler::compile("miniature", compiler::STANDARDS[0]);
    let (part, seed) = (setup.part.to_string(), setup.seed.to_string());
    let arguments = [&part, "--seed", &seed, "--keys", &keys, "--full", "--fault", faults];
    compiler::run(&program, &arguments, Stdio::null()).stdout
}

/// Other values of constants are named each, also where they show in one step, and so is a mistake beside
/// them. A right constant is in no sentence.
#[test]
fn own_constants_are_named_each() {
    let cause = |faults| {
        let verdict = compare(&recorded(5, faults), &roguelike_compare::verify::Options::default()).unwrap();
        verdict.main().and_then(|found| found.cause.clone()).unwrap()
    };
    let [radius, power] = ["the radius of the view is 8 instead of 11", "the player's power is 6"];
    let alone = cause("radius-8");
    assert!(alone.first.reason.to_string().starts_with(radius) && alone.later.is_empty(), "{alone:?}");
    let all = cause("radius-8+power-6+y-first");
    let texts: Vec<String> =
        std::iter::once(&all.first).chain(&all.later).map(|one| one.reason.to_string()).collect();
    assert!(
        [radius, power].iter().all(|words| texts.iter().any(|text| text.starts_with(words))),
        "{texts:?}"
    );
    assert!(texts.len() == 3 && all.later[1].reason.name() == "axis-tie", "{all:?}");
    // Both change tiles of the first step.
    let beside = cause("radius-8+corridor-bend");
    assert!(
        beside.first.reason.to_string().starts_with(radius)
            && beside.later[0].reason.name() == "corridor-bend",
        "{beside:?}"
    );
}

/// Returns of how many programs no mistake is named, one, and so on. None is named wrongly. Every fifth
/// program is tried.
fn named_together<const COUNT: usize, const COUNTS: usize>(programs: &[Faults<COUNT>]) -> [usize; COUNTS] {
    let chosen: Vec<_> = programs.iter().enumerate().filter(|(index, _)| is_chosen(*index, 5)).collect();
    let told = in_parallel(&chosen, |(_, (part, faults, names))| {
        let faults = faults.join("+");
        let text = recorded(*part, &faults);
        let begin = Instant::now();
        let verdict = compare(&text, &roguelike_compare::verify::Options::default()).unwrap();
        let time = begin.elapsed();
        let causes = verdict
            .divergences
            .iter()
            .filter(|found| found.of != Of::SaveFile)
            .filter_map(|found| found.cause.as_ref());
        // Each mistake that is named, with those that could be in its place.
        let mut found: Vec<Vec<&str>> = Vec::new();
        for cause in causes.filter(|cause| cause.is_whole()) {
            let all = std::iter::once(&cause.first).chain(&cause.later);
            found.extend(all.map(|one| one.fitting().map(Reason::name).collect()));
        }
        let is_one_of = |found: &[&str], names: &[&str]| found.iter().any(|name| names.contains(name));
        let named = names.iter().filter(|names| found.iter().any(|found| is_one_of(found, names))).count();
        let wrong = found.iter().any(|found| names.iter().all(|names| !is_one_of(found, names)));
        println!("{faults}: {found:?} in {time:?}");
        (named, wrong.then_some(faults))
    });
    let wrong: Vec<&String> = told.iter().filter_map(|(_, wrong)| wrong.as_ref()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let mut counts = [0; COUNTS];
    told.iter().for_each(|(named, _)| counts[*named] += 1);
    println!("of {} programs with {COUNT} mistakes, from none to all named: {counts:?}", chosen.len());
    counts
}
