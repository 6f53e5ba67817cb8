//! The reports on the page about comparing are what `verify` prints.

use std::fs;
use std::path::Path;

use super::copy;
use super::explorer::Script;
use super::known::record_mistaken;
use super::section::check_section;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike_compare::verify::{Format, Output, verify_files};

/// The answer about a recording of the keys that `roguelike keys` gives for a part, with a mistake built in.
fn report(part: u8, mistake: &str) -> String {
    let part = Part::new(part).unwrap();
    let script = Script::new(part, StdLib::Libstdcxx, None);
    let known =
        copy::known(part).into_iter().find(|known| known.to_string().starts_with(mistake)).expect("known");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("page-{part}.trace"));
    fs::write(&path, record_mistaken(&script.setup, &script.keys, &[known.number()])).unwrap();
    let mut out = Vec::new();
    verify_files(
        std::slice::from_ref(&path),
        &roguelike_compare::verify::Options::default(),
        &mut Output::new(Format::default(), &mut out, &mut Vec::new()),
    )
    .unwrap();
    String::from_utf8(out).unwrap().replace(&path.display().to_string(), "mine.trace")
}

#[test]
fn the_reports_of_the_page_are_what_verify_prints() {
    for (part, mistake) in [
        (3, "startSlope is not updated after a wall"),
        (17, "the magic bonus is missing in the damage of both"),
    ] {
        let block = format!("```text\n$ roguelike verify mine.trace\n{}```\n", report(part, mistake));
        check_section("tests/cpp/README.md", &format!("report of part {part}"), &block);
    }
}
