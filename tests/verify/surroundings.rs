//! Differences whose reason lies around the rules: in the window, in the save file, in the seeds that the
//! program takes, and in what was asked to be ignored.

use super::miniature::{change, report, report_of_differences, trace_of};
use super::{record, record_with, verify};
use roguelike::game::Setup;
use roguelike::part::Part;
use roguelike::trace::{Form, Kind};
use roguelike_compare::verify::{Gap, Options, compare};

/// A window that is not repainted shows the frame of the step before. Here it happens once, so that no known
/// mistake explains it.
#[test]
fn a_frame_of_the_step_before_is_told() {
    let text = record(8, 3, "I I I I", Form::Normal);
    let frame = |step: usize| {
        let at = text.find(&format!("\nstep {step} ")).unwrap();
        text[at..].lines().find(|line| line.starts_with("frame ")).unwrap().to_owned()
    };
    let told = report_of_differences(&change(&text, 2, "frame ", |_| frame(1)));
    let reasons = ["the picture differs, not the rules\n", "the frame is still that of the step before\n"];
    assert!(reasons.iter().all(|reason| told.contains(reason)), "{told}");
    let told = report_of_differences(&change(&text, 2, "frame ", |_| "frame 0123456789abcdef".to_owned()));
    assert!(!told.contains("the step before"), "{told}");
}

/// A program that draws nothing before the first key has no frame in step 0.
#[test]
fn a_window_that_is_empty_at_the_start_differs() {
    let text = record(3, 3, "Right Down", Form::Normal);
    let at = text.find("\nframe ").unwrap();
    let end = at + 1 + text[at + 1..].find('\n').unwrap();
    let told = report_of_differences(&(text[..at].to_owned() + &text[end..]));
    assert!(
        told.starts_with("differs ") && told.contains("no frame is recorded before the first key"),
        "{told}"
    );
    // A recording without any frame leaves them out.
    let without: String =
        text.lines().filter(|line| !line.starts_with("frame ")).map(|line| line.to_owned() + "\n").collect();
    assert!(verify(&without).is_ok());
}

/// The first cause of a failed F5 or F9 is the file, not a mistake of the rules.
#[test]
fn a_save_file_that_cannot_be_written_or_read_leads_the_report() {
    let setup = Setup::new(Part::LAST, 3);
    let text = record_with(setup, "3 F5 F9", Form::Normal);
    let failed = change(&text, 2, "log ", |_| "log Could not save.".to_owned());
    let told = report(&failed);
    assert!(told.contains("\n  cause: the program cannot write its save file: "), "{told}");
    // The program goes on with a file that the rules refuse.
    let damaged = text.replacen("\nstep 3 F9\n", "\nstep 3 F9\nsave RLSAVE 3\nsave 9\n", 1);
    let told = report_of_differences(&damaged);
    assert!(told.contains("\n  cause: the save file is damaged or of another version"), "{told}");
    assert!(told.contains("\n  expected: F9 cannot load the game"), "{told}");
}

/// A generator that is made in each step takes more seeds than the series does.
#[test]
fn seeds_that_the_series_does_not_take_are_told() {
    let arguments = ["4", "--seed", "7", "--keys", "Right Left"].map(str::to_owned);
    let text = trace_of(&arguments, "", None).replace("# seeds 2\n", "# seeds 9\n");
    let told = report_of_differences(&change(&text, 2, "rng ", |_| "rng 1".to_owned()));
    assert!(told.contains("hint: up to this step, the program has taken more seeds"), "{told}");
}

/// The line of the generator is shown, however much differs.
#[test]
fn the_generator_is_told_however_much_differs() {
    let mut text = record(17, 3, "1 Right", Form::Normal);
    let monsters = text[text.find("\nstep 2 ").unwrap()..].matches("\nmonster ").count();
    assert!(monsters > 6);
    for number in 0..monsters {
        text = change(&text, 2, &format!("monster {number} "), |line| line.replacen(" hp ", " hp 9", 1));
    }
    let told = report_of_differences(&change(&text, 2, "rng ", |_| "rng 1".to_owned()));
    let left = monsters - 6;
    assert!(told.contains("\n  rng: '"), "{told}");
    assert!(told.contains(&format!("\n  ... and {left} more difference")), "{told}");
}

/// Where every kind of lines is ignored nothing is compared.
#[test]
fn a_recording_of_which_all_is_ignored_is_not_right() {
    let text = record(1, 3, "Space", Form::Normal);
    let ignore: Vec<Kind> = Kind::all().chain([Kind::Title]).collect();
    let verdict = compare(text.as_bytes(), &Options { ignore, ..Options::default() }).unwrap();
    assert!(!verdict.is_ok());
    let told = verdict.not_compared.iter().filter(|gap| **gap == Gap::Ignored(Kind::Title)).count();
    assert_eq!(told, 1);
}
