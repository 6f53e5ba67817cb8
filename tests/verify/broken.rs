//! Recordings of programs that crash, hang or never get a key: they are not right, whatever is in them.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use super::recording::parse;
use super::{Answer, answer, compiler, record, verify};
use roguelike::trace::{Form, Kind, Reader, RecordedStep, TraceError};
use roguelike_compare::verify::{Of, Options};

/// What the miniature records of a part until it ends, with a fault.
fn recorded(part: &str, keys: &str, form: &str, fault: &str) -> String {
    let program = compiler::compile("miniature", compiler::STANDARDS[0]);
    let arguments = [part, "--seed", "7", "--keys", keys, form, "--fault", fault];
    let arguments: Vec<&str> = arguments.into_iter().filter(|word| !word.is_empty()).collect();
    String::from_utf8(compiler::run(&program, &arguments, Stdio::null()).stdout).unwrap()
}

/// The answer of the command, and its exit code.
fn told(text: &str) -> (u8, String) {
    let Answer { code, out, .. } = answer(text, &Options::default());
    (code, out)
}

#[test]
fn a_crash_is_told_with_its_step_and_key() {
    for form in ["", "--full", "--brief", "--colors"] {
        for part in ["1", "3", "5", "7"] {
            let (code, told) = told(&recorded(part, "Right Down Space Left", form, "crash"));
            let words = "broke off FILE at step 3 (Space): the program never finished handling this key";
            assert!(code == 1 && told.starts_with(words), "{part} {form}: {told}");
        }
    }
    let (code, told) = told(&recorded("5", "Right", "", "crash-at-end"));
    let words =
        "broke off FILE at step 2: the window's close button was pressed, and the program did not end";
    assert!(code == 1 && told.starts_with(words), "{told}");
}

/// A program that hangs is ended by its user. What it has recorded so far shows the key.
#[test]
fn a_program_that_hangs_is_told_with_its_step_and_key() {
    let mut child = Command::new(compiler::compile("miniature", compiler::STANDARDS[0]))
        .args(["5", "--seed", "7", "--keys", "Right Space Left", "--fault", "hang"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut text = String::new();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    while !text.ends_with("# key Space\n") {
        assert!(lines.read_line(&mut text).unwrap() > 0, "{text}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let (code, told) = told(&text);
    assert!(
        code == 1
            && told.starts_with("broke off FILE at step 2 (Space): the program never finished handling"),
        "{told}"
    );
    assert!(told.ends_with("up to there, everything that was recorded is right\n"), "{told}");
}

/// A recording without a step is not right either, and says why if it can.
#[test]
fn a_recording_without_a_step_is_not_right() {
    let whole = recorded("5", "Right", "", "coin");
    let header = whole.split_inclusive('\n').take(5).collect::<String>();
    assert!(header.ends_with("# marks keys end close\n"), "{header}");
    assert_eq!(told(&header), (2, String::new()));
    let stopped = format!("{header}# stopped trace::wait was called before trace::step\n");
    let error = parse(stopped.as_bytes()).unwrap_err().to_string();
    assert!(error.ends_with("before its first step: trace::wait was called before trace::step"), "{error}");
    // A program that never asks for a key has one step and no end.
    let right = recorded("5", "Right", "", "crash-at-end");
    let start = right.split("# key").next().unwrap();
    let (code, told) = told(start);
    assert!(code == 1 && told.contains("at step 1: the program never called trace::wait"), "{told}");
}

/// A difference comes first, the end after it. In JSON both are there.
#[test]
fn a_difference_before_the_crash_is_told_first() {
    let text = recorded("5", "Right Down Space", "", "crash+goblin-9");
    let (code, told) = told(&text);
    assert!(code == 1 && told.starts_with("differs FILE: step 0 of 2, start\n"), "{told}");
    assert!(
        told.contains(
            "\n  also, the recording broke off at step 3 (Space): the program never finished handling"
        ),
        "{told}"
    );
    let verdict = verify(&text);
    assert!(verdict.broke_off.as_ref().is_some_and(|broke_off| broke_off.step == 3));
    assert!(verdict.of(Of::Rules).is_some());
}

/// What the rules do with the key at which the program broke off helps to find the place.
#[test]
fn what_the_key_should_lead_to_is_told() {
    let whole = super::golden("part05-libstdc++-seed42.trace");
    let blow = whole.find("\nlog ").unwrap();
    let step = whole[..blow].rfind("\nstep ").unwrap();
    let key = whole[step..blow].split(' ').nth(2).unwrap();
    let text =
        whole[..step].replacen("\nstep 0", "\n# marks keys end\nstep 0", 1) + &format!("\n# key {key}\n");
    let (code, told) = told(&text);
    assert!(code == 1 && told.contains(&format!("({key}): the program never finished handling")), "{told}");
    let does = format!("\n  expected: {key} is a step or an attack (main); in this step '");
    assert!(told.contains(&does) && told.contains("(attack)"), "{told}");
}

/// A recording of an orderly program with every kind of mark is right, and nothing is left out.
#[test]
fn an_orderly_end_is_right() {
    let program = compiler::compile("miniature", compiler::STANDARDS[0]);
    for part in ["1", "2", "3", "4", "5", "6", "7"] {
        for form in [&[][..], &["--full"], &["--brief"], &["--colors"]] {
            let arguments =
                [&[part, "--seed", "9", "--keys", "Right*3 Down*2 Space Left Escape"], form].concat();
            let text = compiler::run(&program, &arguments, Stdio::null()).stdout;
            let verdict = verify(&String::from_utf8(text).unwrap());
            assert!(verdict.is_ok() && verdict.not_compared.is_empty(), "{part}: {verdict:?}");
            assert_eq!(verdict.hints, []);
        }
    }
}

/// Lines that begin with `#` are read where they are known, and skipped where they are not.
#[test]
fn marks_are_read_and_other_comments_skipped() {
    let text = record(17, 3, "3", Form::Full);
    let read = |marks: &[&str]| {
        let marks: String = marks.iter().map(|mark| format!("# {mark}\n")).collect();
        let text = text.replacen("step 0 ", &format!("{marks}step 0 "), 1);
        let mut reader = Reader::new(text.as_bytes()).unwrap();
        let steps = reader.by_ref().collect::<Result<Vec<RecordedStep>, TraceError>>().unwrap();
        (reader.marks().clone(), steps)
    };
    let lines = [
        "marks keys end",
        "records monster item nothing",
        "left out rng: it is a class",
        "hello",
        "",
        "seeds 12",
        "stopped for a reason",
    ];
    let (marks, steps) = read(&lines);
    assert_eq!(marks.records, [Kind::Monster, Kind::Item].into());
    assert_eq!(marks.left_out, [(Kind::Rng, "it is a class".to_owned())].into());
    assert_eq!((marks.seeds, steps[0].seeds), (Some(12), Some(12)));
    assert_eq!(marks.stopped.as_deref(), Some("for a reason"));
    assert!(marks.broke_off() && read(&["marks keys end", "end"]).0.broke_off());
    let whole = text.replacen("step 0 ", "# marks keys end\nstep 0 ", 1) + "# end\n";
    let mut reader = Reader::new(whole.as_bytes()).unwrap();
    assert!(reader.by_ref().all(|step| step.is_ok()) && !reader.marks().broke_off());
    let colors =
        ["0 1 112233------", "40 63 a0b1c2", "0 2 44556", "41 0 112233", "0 63 112233445566", "0 0 no hex"];
    let colors = colors.map(|color| format!("colors {color}"));
    let rows = read(&colors.each_ref().map(String::as_str)).1.remove(0).step.colors.unwrap();
    assert_eq!((rows[0].trim(), rows[0].find('1')), ("112233", Some(6)));
    assert!(rows[40].ends_with(" a0b1c2") && rows[1..40].iter().all(|row| row.trim().is_empty()));
}
