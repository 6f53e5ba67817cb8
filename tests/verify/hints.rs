//! What a report says would help: a shorter script, colours, a line of trace.hpp.

use super::explorer::Script;
use super::miniature::{faulty, report_of_differences, trace_of};
use super::names::Names;
use super::{record, record_keys, script, verify};
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::trace::Form;

/// The keys that a report names are enough to show the same step.
#[test]
fn a_shorter_script_shows_the_same() {
    let told = report_of_differences(&faulty(5, "", "bump-turn"));
    let (_, rest) = told.split_once("keys are enough to show it: --seed ").unwrap();
    let (seed, rest) = rest.split_once(" --keys '").unwrap();
    let (keys, _) = rest.split_once('\'').unwrap();
    let arguments = ["5", "--seed", seed, "--keys", keys].map(str::to_owned);
    let shorter = verify(&trace_of(&arguments, "", Some("bump-turn")));
    let found = shorter.main().unwrap();
    assert!(told.contains(&format!("step {} of ", found.expected.number)), "{told}");
    assert_eq!(found.expected.number, script(keys).len());
    // Where every key is needed nothing is said.
    assert_eq!(shorter.hints, []);
}

/// Where only a frame differs and the recording has no colours, colours would tell more.
#[test]
fn colours_are_asked_for_where_they_tell_more() {
    let asks = |form: &str, fault: &str| {
        report_of_differences(&faulty(3, form, fault)).contains("hint: record with --colors")
    };
    assert!(asks("--full", "colour-wall") && asks("", "colour-wall"));
    assert!(!asks("--colors", "colour-wall") && !asks("--full", "view-radius"));
}

/// For each kind of lines that a recording has nowhere, the line that records it is named. Its function is
/// one of the part.
#[test]
fn the_line_that_would_compare_more_is_named() {
    let cases = [
        (4, "rng", "add .rng(rng) to trace::step()"),
        (4, "title", "add .title(SDL_GetWindowTitle(window)) to trace::step()"),
        (3, "frame", "trace::glyph(col, row, ch, color); first in GlyphCache::drawGlyph"),
        (5, "log", "SDL_SetLogOutputFunction(trace::sdl_log, nullptr); after trace::begin in main"),
        (7, "player", "write trace::step(*this).player(player) in Game::run"),
        (16, "log", "write trace::log(line); in MessageLog::add"),
        (16, "sound", "write trace::sound(\"hit\"); in Sound::hit, and so on"),
    ];
    let names = Names::read();
    for (number, kind, words) in cases {
        let part = Part::new(number).unwrap();
        let Script { setup, keys, .. } = Script::new(part, StdLib::default(), None);
        let text = record_keys(setup, keys.into_iter().take(200), Form::Normal);
        let lines = text.lines().filter(|line| line.split(' ').next() != Some(kind));
        let text: String = lines.map(|line| format!("{line}\n")).collect();
        // A recording of an older header says less.
        let old = verify(&text);
        assert!(
            old.is_ok() && old.not_compared.iter().any(|gap| gap.to_string() == kind),
            "{number} {kind}: {old:?}"
        );
        let hints = verify(&text.replacen("\nstep 0", "\n# marks keys end\nstep 0", 1)).hints;
        let hints: Vec<String> = hints.iter().map(ToString::to_string).collect();
        let told = format!("to compare {kind} as well, ");
        assert!(
            hints.iter().any(|hint| hint.starts_with(&told) && hint.contains(words)),
            "{number}: {hints:?}"
        );
        for function in words.split([' ', '(', ';', ',']).filter(|word| word.contains("::")) {
            let is_of_header = function.starts_with("trace::") || function.contains(".trace::");
            assert!(is_of_header || names.has(function, part), "{function} in part {number}");
        }
    }
    assert!(verify(&record(4, 1, "Right", Form::Normal)).hints.is_empty());
}
