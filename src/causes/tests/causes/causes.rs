//! Why a recording is wrong: a wrong header, two mistakes at once.

use super::miniature::{faulty, report, report_of_differences};
use super::recording::parse;
use super::{cause, divergence, golden, record, record_with, verify};
use roguelike::key::Key;
use roguelike::trace::Form;
use roguelike_compare::verify::{Options, compare};

/// Two mistakes that show in one step are named both.
#[test]
fn two_mistakes_in_one_step_are_named_both() {
    let text = record(5, 7, "Right*3 Down*3 Left*3", Form::Normal);
    let strong = text.replace(" power 5 alive 1", " power 6 alive 1").replacen("seed 7", "seed 6", 1);
    let found = divergence(&strong);
    let cause = found.cause.unwrap();
    let named: Vec<&str> = std::iter::once(cause.first.reason.name())
        .chain(cause.later.iter().map(|later| later.reason.name()))
        .collect();
    assert!(named.contains(&"number") && named.contains(&"seed-extra"), "{cause:?}");
    assert!(cause.is_whole());
}

#[test]
fn a_wrong_header_is_found_out() {
    let text = golden("part12-libstdc++-seed7.brief");
    for (from, to, name) in [
        ("stdlib libstdc++\n", "stdlib msvc-2022\n", "library"),
        ("stdlib libstdc++\n", "stdlib libc++\n", "library"),
        ("seed 7\n", "seed 6\n", "seed-extra"),
        ("seed 7\n", "seed 9\n", "seed-missing"),
        ("part 12\n", "part 11\n", "part"),
    ] {
        let found = divergence(&text.replacen(from, to, 1));
        assert_eq!(cause(&found), name, "{from} {to} {found:?}");
        let cause = found.cause.unwrap();
        assert_eq!(found.expected.number + cause.steps, text.lines().count() - 4);
    }
}

/// Without a search nothing is said about causes that were not tried.
#[test]
fn a_cause_that_was_not_searched_is_not_denied() {
    let wrong = golden("part04-libstdc++-seed7.brief").replacen("seed 7\n", "seed 6\n", 1);
    let told = report_of_differences(&wrong);
    assert!(told.contains("there was no search") && !told.contains("no known bug reproduces"), "{told}");
    let whole = verify(&wrong);
    assert!(whole.search_cut.is_none() && whole.main().unwrap().cause.as_ref().unwrap().is_whole());
}

/// Tiles suffice to find a wrong seed. A game of Part 4 has the tiles of Part 3, as monsters block nobody.
#[test]
fn a_wrong_seed_is_named_in_a_trace_of_tiles() {
    let recording = parse(golden("part04-libstdc++-seed42.trace").as_bytes()).unwrap();
    let keys: Vec<&str> = recording.keys().map(Key::name).collect();
    let text = record_with(recording.header.setup(), &keys.join(" "), Form::Normal);
    let kept = ["roguelike-trace", "part", "seed", "stdlib", "step", "tiles"];
    let lines = text.lines().filter(|line| kept.contains(&line.split(' ').next().unwrap()));
    let tiles: String = lines.map(|line| format!("{line}\n")).collect();
    let found = divergence(&tiles.replacen("part 4", "part 3", 1).replacen("seed 42", "seed 41", 1));
    assert_eq!((found.expected.number, cause(&found)), (0, "seed-extra"));
    assert!(found.cause.is_some_and(|cause| cause.is_whole()));
}

/// Where few tiles of the view differ and no known mistake is the cause, rounding may be.
#[test]
fn rounding_is_named_where_few_tiles_of_the_view_differ() {
    let fast = report(&faulty(3, "--full", "slopes-fast"));
    assert!(fast.contains("-ffast-math") && fast.contains("cause unknown"), "{fast}");
    for fault in ["view-radius", "corridor-bend"] {
        assert!(!report(&faulty(3, "--full", fault)).contains("-ffast-math"), "{fault}");
    }
}

/// The report mentions that parts of a step with too many wrong lines are not searched.
#[test]
fn a_step_with_too_many_wrong_lines_cuts_the_search_short() {
    let text = record(5, 7, "Right*2", Form::Normal);
    let rng = text.lines().find(|line| line.starts_with("rng ")).unwrap();
    let monsters = text.lines().take_while(|line| !line.starts_with("step 1"));
    let monsters: Vec<&str> = monsters.filter(|line| line.starts_with("monster")).collect();
    let is_cut = |more: usize| {
        let more = (monsters.len()..).take(more);
        let more =
            more.map(|number| monsters[0].replacen("monster 0", &format!("monster {number}"), 1) + "\n");
        let case = text.replacen(&format!("{rng}\n"), &format!("{}{rng}\n", more.collect::<String>()), 1);
        compare(case.as_bytes(), &Options::default()).unwrap().search_cut.is_some()
    };
    assert_eq!([10, 1_500].map(is_cut), [false, true]);
}
