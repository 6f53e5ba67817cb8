//! No report blames what is right: a sentence that claims something does not come where the claim is false.

use super::explorer::Script;
use super::miniature::{change, report, report_of_differences};
use super::{
    Answer, answer, difference, explanation, golden, record, record_keys, record_with, steps, verify,
};
use roguelike::fov_lab::Algorithm;
use roguelike::game::Setup;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::trace::Form;
use roguelike_compare::verify::{Options, SearchCut};

/// A cause explains the whole recording only if nothing differs beside it.
#[test]
fn a_cause_does_not_explain_what_differs_beside_it() {
    let keys = "Right*10 Down*10 Left*10 Up*10";
    let text = record(4, 42, keys, Form::Normal).replacen("stdlib libstdc++\n", "stdlib libc++\n", 1);
    let whole = "this reproduces the whole recording";
    assert!(report(&text).contains(whole));
    let told = report(&text.replace("\ntitle Roguelike", "\ntitle My Game"));
    assert!(told.contains("perhaps: these are the random numbers of libstdc++"), "{told}");
    assert!(
        !told.contains(whole) && told.contains("this reproduces everything that the rules do, but not title"),
        "{told}"
    );
    // What comes after a step that it does not explain may have any reason.
    let wrong = change(&text, 39, "monster 3 ", |line| line.replacen(" hp ", " hp 7", 1));
    let told = report(&wrong);
    assert!(told.contains("perhaps: these are the random numbers of libstdc++"), "{told}");
    assert!(told.contains("it reproduces everything up to step 38, but not step 39\n"), "{told}");
}

/// Titles and frames that are right up to the difference are those of no other part.
#[test]
fn right_lines_are_not_taken_for_those_of_another_part() {
    for part in 15..=17 {
        let saves = record(part, 7, "2 Right F5 Down F9 Down Right", Form::Normal);
        let does_not = record(part, 7, "2 Right F8 Down F9 Down Right", Form::Normal);
        let [start, rest] = [&saves, &does_not].map(|text| text.split_once("\nstep 5 ").unwrap());
        let told = report(&format!("{}\nstep 5 {}", start.0, rest.1));
        assert!(told.starts_with("differs ") && !told.contains("what Part"), "{told}");
        assert!(told.contains("No save found.") && !told.contains("step 0"), "{told}");
    }
}

/// Nothing is said of the rules where no line shows what they do.
#[test]
fn the_rules_are_not_praised_where_they_are_not_recorded() {
    let text = record(8, 3, "Right Left", Form::Normal);
    let wrong = change(&text, 1, "frame ", |_| "frame 0123456789abcdef".to_owned());
    let told = report_of_differences(&wrong);
    assert!(
        told.contains("the picture differs, not the rules\n") && told.contains("\n  no rule differs "),
        "{told}"
    );
    let is_kept = |line: &&str| {
        ["roguelike-trace", "part", "seed", "stdlib", "step", "frame"]
            .contains(&line.split(' ').next().unwrap())
    };
    let frames: String = wrong.lines().filter(is_kept).map(|line| format!("{line}\n")).collect();
    let told = report_of_differences(&frames);
    assert!(told.starts_with("differs ") && told.contains("\n  the rules were not compared: "), "{told}");
    assert!(!told.contains("not the rules") && !told.contains("no rule differs"), "{told}");
}

/// A key that ends the program does something.
#[test]
fn the_key_that_ends_the_program_is_explained() {
    let right = record(8, 3, "Right Escape", Form::Normal);
    let on = record(8, 3, "Right Right", Form::Normal);
    let wrong = right.split("step 2 ").next().unwrap().to_owned()
        + "step 2 Escape\n"
        + on.split("step 2 Right\n").nth(1).unwrap();
    let told = report_of_differences(&wrong);
    assert!(told.contains("\n  expected: Escape ends the program (Game::run)\n"), "{told}");
}

/// The known bugs are those of the series' own view. With another one none of them was tried.
#[test]
fn without_a_search_no_report_says_that_no_bug_fits() {
    for (algorithm, cut) in [(Algorithm::Shadowcast, None), (Algorithm::Octant, Some(SearchCut::NotSearched))]
    {
        let setup = Setup { other_view: algorithm.other_view(), ..Setup::new(Part::new(3).unwrap(), 42) };
        let text = record_with(setup, "Right Down", Form::Normal);
        let moved = change(&text, 2, "player ", |_| "player 1 1 hp 30/30".to_owned());
        assert_eq!(verify(&moved).search_cut, cut, "{algorithm:?}");
    }
}

/// Another algorithm of the view has another function.
#[test]
fn the_function_of_the_view_is_that_of_the_header() {
    let keys = "Right Down";
    let told = |algorithm: Algorithm, wrong: Algorithm| {
        let setup = |algorithm: Algorithm| Setup {
            other_view: algorithm.other_view(),
            ..Setup::new(Part::new(3).unwrap(), 42)
        };
        let [right, wrong] =
            [algorithm, wrong].map(|algorithm| record_with(setup(algorithm), keys, Form::Full));
        let start = right.split("\nstep 1 ").next().unwrap();
        report_of_differences(&(start.to_owned() + "\nstep 1 " + wrong.split("\nstep 1 ").nth(1).unwrap()))
    };
    let [series, other] = [Algorithm::Shadowcast, Algorithm::Octant];
    assert!(told(series, other).contains("(FOV::castLight)"));
    let told = told(other, series);
    assert!(told.contains("the nearest tile that differs") && !told.contains("castLight"), "{told}");
}

/// Keys alone do not show what a save file leads to.
#[test]
fn no_shorter_script_is_promised_where_a_save_file_is_needed() {
    let text = record(15, 3, "2 Right F9 Left Right Right", Form::Normal);
    let wrong = change(&text, 5, "player ", |line| line.replacen(" hp ", " hp 1", 1));
    assert!(report_of_differences(&wrong).contains("the first 5 keys are enough to show it"));
    let saved = wrong.replacen("step 3 F9\n", "step 3 F9\nsave -\n", 1);
    let told = report_of_differences(&saved);
    assert!(told.starts_with("differs ") && !told.contains("are enough"), "{told}");
}

/// Where the map and the HUD differ, neither is said to be the one that does.
#[test]
fn a_frame_that_differs_twice_is_not_blamed_on_one_place() {
    let text = record(16, 3, "1 Right", Form::Full);
    let in_hud = |text: &str| {
        let (start, step) = text.split_once("\nstep 2 ").unwrap();
        format!("{start}\nstep 2 {}", step.replacen("Depth ", "Dexth ", 1))
    };
    let on_map = |text: &str| {
        let step = text.find("\nstep 2 ").unwrap();
        let frame = step + text[step..].find("\nframe ").unwrap();
        let at = frame + text[frame..].find('@').unwrap();
        text[..at].to_owned() + "&" + &text[at + 1..]
    };
    let hash = |text: &str| change(text, 2, "frame ", |_| "frame 0123456789abcdef".to_owned());
    let told = |text: &str| report_of_differences(&hash(text));
    assert!(told(&in_hud(&text)).contains("\n  expected: the HUD differs: row "));
    let drawn = told(&on_map(&text));
    assert!(drawn.contains("\n  expected: the drawing of the map differs: row "), "{drawn}");
    assert!(drawn.contains("the frame differs in 1 tile: '&' in place of '@'\n"), "{drawn}");
    let both = told(&in_hud(&on_map(&text)));
    assert!(both.contains("\n  expected: the window differs: row "), "{both}");
    assert!(both.contains("the frame differs in 2 tiles\n"), "{both}");
}

/// After the third amulet no monster acts in that turn, so none hunts.
#[test]
fn monsters_are_not_said_to_hunt_after_the_win() {
    let Script { setup, keys, .. } = Script::new(Part::LAST, StdLib::default(), None);
    let text = record_keys(setup, keys, Form::Normal);
    let won = steps(&text).iter().position(|step| step.contains("\nscreen won\n")).unwrap();
    let end = text.find(&format!("\nstep {} ", won + 1)).map_or(text.len(), |end| end + 1);
    let monsters = steps(&text)[won].matches("\nmonster ").count();
    let living = (0..monsters).find(|number| {
        let line = format!("\nmonster {number} ");
        steps(&text)[won]
            .split(&line)
            .nth(1)
            .is_some_and(|rest| rest.lines().next().unwrap().ends_with("alive 1"))
    });
    let monster = format!("monster {} ", living.unwrap());
    let wrong = change(&text[..end], won, &monster, |line| line.replacen(" hp ", " hp 7", 1));
    let found = difference(&wrong);
    let explanation = explanation(&found);
    assert!(explanation.contains("does nothing, because the game is won"), "{explanation}");
}

/// Returns what is written on standard error about a right recording.
fn note(text: &str) -> String {
    let Answer { code, errors, .. } = answer(text, &Options::default());
    assert_eq!(code, 0);
    errors
}

/// Keys are recommended only where they reach more than the recording does, with their library.
#[test]
fn keys_are_recommended_only_where_they_reach_more() {
    let setup = Setup { library: StdLib::Msvc, ..Setup::new(Part::new(12).unwrap(), 1) };
    let told = note(&record_with(setup, "Right", Form::Normal));
    assert!(told.contains("; 'roguelike keys --part 12 --stdlib msvc' gives keys that reach "), "{told}");
    let Script { setup, keys, .. } = Script::new(Part::new(12).unwrap(), StdLib::Msvc, None);
    let told = note(&record_keys(setup, keys, Form::Brief));
    assert!(told.contains("not reached: ") && !told.contains("roguelike keys"), "{told}");
}

/// Returns a recording up to a step, which keeps only some of its monsters. They are numbered anew.
fn with_monsters(text: &str, step: usize, is_kept: impl Fn(&str) -> bool) -> String {
    let start = text.find(&format!("\nstep {step} ")).unwrap() + 1;
    let end = text[start..].find("\nstep ").map_or(text.len(), |end| start + end);
    let mut changed = text[..start].to_owned();
    let mut count = 0;
    for line in text[start..end].lines() {
        match line.strip_prefix("monster ").and_then(|rest| rest.split_once(' ')) {
            Some(_) if !is_kept(line) => {}
            Some((_, body)) => {
                changed += &format!("monster {count} {body}\n");
                count += 1;
            }
            None => changed += &format!("{line}\n"),
        }
    }
    changed
}

/// That the dead are removed is said only where no other monster is missing.
#[test]
fn the_dead_are_not_called_removed_where_others_are_missing() {
    let text = golden("part05-libstdc++-seed42.trace");
    let is_dead = |line: &str| line.ends_with(" alive 0");
    let step = steps(&text).iter().position(|step| step.lines().any(is_dead)).unwrap();
    let last = steps(&text)[step].lines().rfind(|line| line.starts_with("monster ") && !is_dead(line));
    let last = last.unwrap();
    let removed = "dead monsters are removed from the list";
    assert!(report_of_differences(&with_monsters(&text, step, |line| !is_dead(line))).contains(removed));
    let told = report_of_differences(&with_monsters(&text, step, |line| !is_dead(line) && line != last));
    assert!(told.starts_with("differs ") && !told.contains(removed), "{told}");
}

/// A save file is blamed only where the program says that it could not be written, or that it was loaded.
#[test]
fn a_save_file_is_not_blamed_for_what_the_program_does_not_say() {
    let text = record_with(Setup::new(Part::LAST, 3), "3 F5 F9", Form::Normal);
    // The file was written, whatever the message says.
    let failed = change(&text, 2, "log ", |_| "log Could not save.".to_owned());
    let written = failed.replacen("\nstep 2 F5\n", "\n# saved RLSAVE 3\nstep 2 F5\n", 1);
    let told = report_of_differences(&written);
    assert!(told.starts_with("differs ") && !told.contains("cannot write its save file"), "{told}");
    let damaged = text.replacen("\nstep 3 F9\n", "\nstep 3 F9\nsave RLSAVE 3\nsave 9\n", 1);
    let refused = change(&damaged, 3, "log ", |_| "log Nothing was loaded.".to_owned());
    let told = report_of_differences(&refused);
    assert!(told.starts_with("differs ") && !told.contains("damaged or of another version"), "{told}");
}
