//! Constants that a program changes on purpose (`--set`): they are its rules, and no mistakes.

use super::explorer::Script;
use super::known::record_mistaken;
use super::miniature::{faulty, report_with};
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike_causes::with_value;
use roguelike_compare::verify::{Options, OwnConstant, Verdict, Wanted, compare};

/// Returns the options with constants, as `--set` gives them.
fn with(own: &[&str]) -> Options<'static> {
    let own: Vec<OwnConstant> = own.iter().map(|text| text.parse().unwrap()).collect();
    Options { own, ..Options::default() }
}

fn verdict(text: &str, own: &[&str]) -> Verdict {
    compare(text.as_bytes(), &with(own)).unwrap()
}

/// Returns true if nothing differs from rules with these constants. It needs no search.
fn is_right(text: &str, own: &[&str]) -> bool {
    compare(text.as_bytes(), &Options { wanted: Wanted::Differences, ..with(own) }).unwrap().is_ok()
}

/// The miniature has a radius of 8, and 6 power.
#[test]
fn a_program_is_right_with_its_own_constants() {
    for (form, own) in [("", "RADIUS=8"), ("--full", "RADIUS=8"), ("--brief", "RADIUS=8")] {
        let text = faulty(5, form, "radius-8");
        assert!(is_right(&text, &[own]), "{form}");
        assert!(!is_right(&text, &["RADIUS=9"]) && !is_right(&text, &["RADIUS=11"]), "{form}");
    }
    let both = faulty(5, "", "radius-8+power-6");
    assert!(is_right(&both, &["POWER=6", "RADIUS=8"]));
    let told = report_with(&both, &with(&["RADIUS=8", "POWER=6"]));
    assert!(told.starts_with("with RADIUS 8 and POWER 6 as in your program:\nok "), "{told}");
}

/// A mistake is found beside the constants, which are none. The constants that were not set are.
#[test]
fn a_mistake_is_found_beside_own_constants() {
    let text = faulty(5, "", "radius-8+power-6+y-first");
    let cause = |own: &[&str]| {
        let verdict = verdict(&text, own);
        verdict.main().and_then(|found| found.cause.clone()).unwrap()
    };
    let both = cause(&["RADIUS=8", "POWER=6"]);
    assert_eq!(
        (both.first.reason.name(), both.later.len(), both.is_whole()),
        ("axis-tie", 0, true),
        "{both:?}"
    );
    let one = cause(&["RADIUS=8"]);
    assert!(one.first.reason.to_string().starts_with("the player's power is 6"), "{one:?}");
    assert_eq!(
        one.later.iter().map(|later| later.reason.name()).collect::<Vec<_>>(),
        ["axis-tie"],
        "{one:?}"
    );
}

/// Any value can be set, also one that the search does not try.
#[test]
fn values_are_those_that_were_set() {
    let Script { setup, keys, .. } = Script::new(Part::new(5).unwrap(), StdLib::default(), None);
    for (name, value) in [("HP", 75), ("HP", 7), ("MONSTER_COUNT", 0), ("ROOM_MIN", 5), ("RADIUS", 40)] {
        let text = record_mistaken(&setup, &keys, &[with_value(name, value).unwrap()]);
        assert!(!is_right(&text, &[]), "{name} {value}");
        assert!(is_right(&text, &[&format!("{name}={value}")]), "{name} {value}");
    }
    assert!(record_mistaken(&setup, &keys, &[with_value("HP", 75).unwrap()]).contains(" hp 75/75 "));
    assert_eq!(with_value("HP", 30), Some(0));
}

/// A setting that the recording does not have is the first cause, and nothing else is blamed.
#[test]
fn a_wrong_setting_is_the_cause() {
    let right = faulty(5, "", "");
    let cause =
        |text: &str, own: &[&str]| verdict(text, own).main().and_then(|found| found.cause.clone()).unwrap();
    let dropped = cause(&right, &["RADIUS=8"]);
    assert_eq!(dropped.first.reason.to_string(), "the recording has RADIUS 11, not 8 as --set says");
    assert!(dropped.is_certain() && dropped.later.is_empty(), "{dropped:?}");
    let corrected = cause(&faulty(5, "", "radius-8"), &["RADIUS=9"]);
    assert_eq!(corrected.first.reason.to_string(), "the recording has RADIUS 8, not 9 as --set says");
}
