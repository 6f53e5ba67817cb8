//! The search: its limit, bugs that a recording does not show, two bugs in one step, and save files.

use super::copy;
use super::explorer::Script;
use super::known::record_mistaken;
use super::miniature::change;
use super::{divergence, record_with, script};
use roguelike::game::{Game, Setup};
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::trace::{Form, Header, RecordedStep, Step};
use roguelike_causes::Edits;
use roguelike_compare::verify::{Format, Of, Options, Output, SearchCut, Wanted, compare, verify_files};

/// A search that hits its limit names the option to go on.
#[test]
fn a_search_that_hits_its_limit_recommends_a_longer_one() {
    let Script { setup, keys, .. } = Script::new(Part::new(7).unwrap(), StdLib::default(), None);
    let right = record_mistaken(&setup, &keys, &[]);
    let wrong = change(&right, 1_500, "monster 0 ", |line| line.replacen(" hp ", " hp 7", 1));
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("limit.trace");
    std::fs::write(&path, &wrong).unwrap();
    let options = Options { search: Some(1), ..Options::default() };
    let (mut out, mut notes) = (Vec::new(), Vec::new());
    let mut output = Output::new(Format::default(), &mut out, &mut notes);
    verify_files(std::slice::from_ref(&path), &options, &mut output).unwrap();
    std::fs::remove_file(path).unwrap();
    let told = String::from_utf8(out).unwrap();
    assert!(told.contains(" 1 second of processor time; --search 6 searches longer\n"), "{told}");
}

/// A step with very many wrong lines needs a longer search, which the report recommends.
#[test]
fn many_wrong_lines_take_a_longer_search() {
    let text = record_with(Setup::new(Part::new(5).unwrap(), 7), "Right Left", Form::Normal);
    let count = text[..text.find("\nstep 1 ").unwrap()].matches("\nmonster ").count();
    let line = |number| format!("monster {number} r 3 3 hp 3/3 power 3 alive 1\n");
    let lines: String = (count..count + 150).map(line).collect();
    let at = text.find("\nrng ").unwrap() + 1;
    let wrong = [&text[..at], &lines, &text[at..]].concat();
    let cut = |seconds| {
        let options = Options { search: Some(seconds), ..Options::default() };
        compare(wrong.as_bytes(), &options).unwrap().search_cut
    };
    assert_eq!([cut(1), cut(6)], [Some(SearchCut::Limit(1)), None]);
}

/// The pictures of a long recording do not keep the search from it: only their hashes are compared.
#[test]
fn a_long_recording_with_colours_is_searched() {
    let Script { setup, keys, .. } = Script::new(Part::new(15).unwrap(), StdLib::default(), None);
    let bug = copy::edit(15, "the window is not redrawn after .: dirty = true is missing (Game::run)");
    let inputs = std::iter::once(None).chain(keys.into_iter().map(Some)).map(|key| {
        let mut step = Step::new(0, key);
        // Such a step is made with its pictures.
        step.screen = Some(Vec::new());
        RecordedStep { step, ..RecordedStep::default() }
    });
    let (inputs, mut text) = (inputs.collect::<Vec<_>>(), Header::new(&setup, Form::Normal).to_string());
    roguelike_causes::replay(&setup, &inputs, Edits::of([bug]).unwrap(), &mut |_, step| {
        text += &step.to_text(Form::Colors);
        true
    });
    assert!(text.len() > 20 << 20, "{}", text.len());
    let found = compare(text.as_bytes(), &Options::default());
    let found = found.unwrap().divergences.remove(0);
    assert_eq!(found.cause.unwrap().first.reason.name(), "not-repainted");
}

/// A program with a bug that a right recording does not show would have recorded the same.
#[test]
fn bugs_that_do_not_show_change_nothing() {
    let setup = Setup::new(Part::new(5).unwrap(), 7);
    let keys = script("Right*4 Down*3 Space Left");
    let right = record_mistaken(&setup, &keys, &[]);
    let options = Options { wanted: Wanted::HiddenBugs, ..Options::default() };
    let hidden = compare(right.as_bytes(), &options).unwrap().hidden.unwrap();
    assert!(hidden.is_complete && hidden.bugs.len() > 50 && hidden.tried > hidden.bugs.len(), "{hidden:?}");
    for bug in hidden.bugs.iter().step_by(12) {
        assert_eq!(record_mistaken(&setup, &keys, &[bug.number()]), right, "{bug}");
    }
    for shown in copy::known(setup.part).iter().filter(|bug| bug.name() == "step-swapped") {
        assert!(!hidden.bugs.contains(shown), "{shown}");
    }
}

/// Two bugs of the same step are found together, if both are likely.
#[test]
fn two_bugs_of_a_step_are_named() {
    let setup = Setup::new(Part::new(3).unwrap(), 7);
    let bugs = [
        "a room's height is rolled before its width (Map::buildRooms)",
        "corridors bend the other way: heads and tails are swapped (Map::connectRooms)",
    ];
    let numbers = bugs.map(|text| copy::edit(3, text));
    let found = divergence(&record_mistaken(&setup, &script("Right*3 Space Down*3"), &numbers));
    let cause = found.cause.unwrap();
    let all = std::iter::once(&cause.first).chain(&cause.later);
    let named: Vec<String> = all.map(|one| one.reason.to_string()).collect();
    assert!(bugs.iter().all(|bug| named.iter().any(|text| text == bug)) && cause.is_whole(), "{named:?}");
}

/// F5 that writes another file has a cause like any other step.
#[test]
fn a_wrong_save_file_has_a_cause() {
    let setup = Setup::new(Part::LAST, 3);
    let text = record_with(setup.clone(), "3 Right F5 Left Up", Form::Normal);
    let mut game = Game::new(setup);
    script("3 Right F5").into_iter().for_each(|key| _ = game.press(key));
    let saved = game.save_text();
    let lines = saved.lines().enumerate().map(|(index, line)| match (index, line.split_once(' ')) {
        (2, Some((power, rest))) => {
            rest.split_once(' ').map(|(hp, rest)| format!("{hp} {power} {rest}")).unwrap()
        }
        _ => line.to_owned(),
    });
    let lines: String = lines.map(|line| format!("# saved {line}\n")).collect();
    let wrong = text.replacen("\nstep 3 ", &format!("\n{lines}step 3 "), 1);
    let verdict = compare(wrong.as_bytes(), &Options::default()).unwrap();
    let found = verdict.of(Of::SaveFile).unwrap();
    let words = "base power and base hp are swapped in the save file (Game::save)";
    assert_eq!(found.cause.as_ref().map(|cause| cause.first.reason.to_string()).as_deref(), Some(words));
}
