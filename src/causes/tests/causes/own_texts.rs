//! A program's own words and colours hide no mistake of its rules.

use super::faults::FAULTS;
use super::miniature::{faulty, report};
use super::{cause, in_parallel, is_chosen, verify};
use roguelike_compare::verify::{Divergence, Of, Verdict};

/// Returns the difference in the rules.
fn of_rules(verdict: Verdict) -> Option<Divergence> {
    verdict.divergences.into_iter().find(|found| found.of == Of::Rules)
}

/// At least 95 of 100 causes are named as well in a program with words and colours of its own, and the rules
/// differ first in the same step. A part of the faults is tried.
///
/// `TEXTS=all cargo test -p roguelike-causes --test causes changed_texts -- --nocapture` tries all, and
/// prints what is lost.
#[test]
fn causes_survive_changed_texts() {
    let all = std::env::var_os("TEXTS").is_some_and(|value| value == "all");
    let faults: Vec<(usize, &str)> = FAULTS.iter().map(|(fault, _)| *fault).enumerate().collect();
    let chosen: Vec<_> = faults.into_iter().filter(|(index, _)| all || is_chosen(*index, 160)).collect();
    let told = in_parallel(&chosen, |(index, fault)| {
        // The first part that has a cause to lose: one of the rules that explains everything.
        let plain = [5, 7, 3].into_iter().find_map(|part| {
            let found = of_rules(verify(&faulty(part, "", fault)))?;
            found.cause.as_ref().is_some_and(|cause| cause.explains_what_was_tried()).then_some((part, found))
        });
        let Some((part, plain)) = plain else { return (None, String::new()) };
        let form = ["", "--full", "--colors"][index % 3];
        let own = of_rules(verify(&faulty(part, form, &format!("{fault}+own-texts+own-look"))));
        let own = own.unwrap_or_else(|| panic!("{fault}: the rules do not differ"));
        assert_eq!(own.expected.number, plain.expected.number, "{fault} {part} {form}");
        let is_named = own.cause.as_ref().is_some_and(|own| {
            let reason = &plain.cause.as_ref().unwrap().first.reason;
            own.explains_what_was_tried() && own.first.fitting().any(|own| own == reason)
        });
        (Some(is_named), format!("{fault}, part {part} {form}: {}, was {}", cause(&own), cause(&plain)))
    });
    let count = told.iter().filter(|(named, _)| named.is_some()).count();
    let lost: Vec<&String> =
        told.iter().filter(|(named, _)| *named == Some(false)).map(|(_, told)| told).collect();
    println!("of {count} causes {} survive changed texts; lost: {lost:#?}", count - lost.len());
    assert!(lost.len() * 20 <= count || !all && lost.len() < 2, "{lost:#?}");
}

/// The report lists the texts beside the cause, each kind once, with the first step that has them.
#[test]
fn own_texts_are_told_beside_the_cause() {
    let told = report(&faulty(5, "--full", "disc-rounded+own-texts+own-look"));
    let cause = told.lines().nth(1).unwrap();
    assert!(cause.starts_with("  perhaps: the lit disc is a little too wide"), "{told}");
    let reach = told.lines().nth(2).unwrap();
    assert!(
        reach.contains("this bug reproduces everything that the rules do, but not ")
            && reach.contains("messages"),
        "{told}"
    );
    // After the step in which the rules differ, the right game has no messages to compare with.
    for words in ["title: '", "the frame differs in 2 tiles"] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert!(!told.contains("cause unknown"), "{told}");
}
