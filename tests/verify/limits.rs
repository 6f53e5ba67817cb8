//! Recordings that are too large to be kept, and steps that hold too much to be shown.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Answer, answer, record};
use roguelike::trace::{Form, Problem, TraceError};
use roguelike_compare::verify::{Format, Gap, Options, Output, Stage, Wanted, compare, verify_files};

fn place(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("limits-{}-{name}", std::process::id()))
}

/// Returns a recording of this many steps, each of which brings along a damaged save of 256 KiB.
#[cfg(target_os = "linux")]
fn large_recording(steps: usize) -> String {
    use super::record_with;
    use roguelike::game::Setup;
    use roguelike::part::Part;
    use roguelike::support::save_slot::SaveSlot;

    let slot = SaveSlot::Memory(Some("x".to_owned()));
    let setup = Setup { slot, ..Setup::new(Part::new(15).unwrap(), 5) };
    let text = record_with(setup, "F9", Form::Normal);
    let (start, facts) = text.split_once("step 1 F9\n").unwrap();
    let save = format!("save {}\n", "x".repeat(1 << 18));
    let steps = (1..=steps).map(|step| format!("step {step} F9\n{save}{facts}"));
    start.to_owned() + &steps.collect::<String>()
}

/// Verifies a recording and returns the largest amount of memory that this took, in KiB.
#[cfg(target_os = "linux")]
fn memory_of(recording: &str) -> u64 {
    use std::process::{Command, Stdio};

    let path = place("memory.trace");
    fs::write(&path, recording).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_roguelike-compare"))
        .arg("verify")
        .arg(&path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.strip_suffix("kB"));
        most = most.max(peak.map_or(0, |peak| peak.trim().parse().unwrap()));
        std::thread::sleep(Duration::from_millis(1));
    }
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    fs::remove_file(path).unwrap();
    most
}

/// A recording is read step by step, so that twice the steps take no more memory.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_recording() {
    let [small, large] = [240, 560].map(|steps| memory_of(&large_recording(steps)));
    // The file grows by 80 MiB. Some of the last steps are kept.
    assert!(small > 0 && large < small + (28 << 10), "{small} KiB, then {large} KiB");
    assert!(large < 200 << 10, "{large} KiB");
}

/// Whatever a step holds, the answer fits on a screen.
#[test]
fn a_step_that_holds_too_much_is_cut_when_it_is_shown() {
    let text = record(5, 7, "Right*2", Form::Normal);
    let title = text.lines().find(|line| line.starts_with("title ")).unwrap();
    let monster = text.lines().find(|line| line.starts_with("monster 0 ")).unwrap();
    let count = text
        .lines()
        .take_while(|line| !line.starts_with("step 1"))
        .filter(|line| line.starts_with("monster"));
    let first = count.count();
    let rng = text.lines().find(|line| line.starts_with("rng ")).unwrap();
    let logs: String = (0..5_000).map(|number| format!("log Message {number}.\n")).collect();
    let more = first..2_000;
    let monsters: String =
        more.map(|number| monster.replacen("monster 0", &format!("monster {number}"), 1) + "\n").collect();
    let cases = [
        text.replacen(title, &format!("{logs}{title}"), 1),
        text.replacen(&format!("{rng}\n"), &format!("{monsters}{rng}\n"), 1),
        text.replacen(title, &format!("title {}", "x".repeat(100 << 10)), 1),
    ];
    // No known mistake gives any of these.
    let options = Options { wanted: Wanted::Differences, ..Options::default() };
    for (index, case) in cases.iter().enumerate() {
        let Answer { code, out: told, .. } = answer(case, &options);
        assert_eq!(code, 1, "{index}");
        assert!(told.lines().count() <= 40 && told.len() < 10_000, "{index}: {} bytes", told.len());
    }
}

/// However many lines a step has, no more of it is read than a right program writes by far. The steps before
/// it are compared.
#[test]
fn a_step_that_is_too_long_is_not_read_to_its_end() {
    let text = record(5, 7, "Right*2", Form::Normal);
    let (before, after) = text.split_once("\nstep 2 Right\n").unwrap();
    let first = before.lines().count() + 2;
    let monster = |number: usize| format!("monster {number} k 1 1 hp {number}/99999 power 1 alive 1\n");
    for lines in [(0..400_000).map(monster).collect::<String>(), "log \n".repeat(400_000)] {
        let long = format!("{before}\nstep 2 Right\n{lines}{after}");
        let error = compare(long.as_bytes(), &Options::default()).unwrap_err();
        let read = (error.line - first) * lines.lines().next().unwrap().len();
        assert!(matches!(error.problem, Problem::TooLong(_)) && read <= 160 << 10, "{error}: {read} bytes");
        let wrong = long.replacen("title Roguelike", "title Game", 1);
        let options = Options { wanted: Wanted::Differences, ..Options::default() };
        let verdict = compare(wrong.as_bytes(), &options).unwrap();
        assert!(verdict.main().is_some_and(|found| found.expected.number == 0), "{verdict:?}");
        let rest = verdict.not_compared.last().unwrap();
        let is_too_long = |error: &TraceError| matches!(error.problem, Problem::TooLong(_));
        assert!(matches!(rest, Gap::Unreadable(1, error) if is_too_long(error)), "{rest}");
    }
}

/// A recording that leaves nearly everything out is played once, and each step is counted.
#[test]
fn progress_is_shown_for_every_step_once() {
    let keys: String = (1..=5_000).map(|step| format!("step {step} Right\n")).collect();
    let text =
        format!("roguelike-trace 1\npart 7\nseed 42\nstdlib libstdc++\nstep 0 start\nscreen map\n{keys}");
    let path = place("progress.trace");
    fs::write(&path, text).unwrap();
    let shown = std::cell::RefCell::new(Vec::new());
    let progress = |stage| shown.borrow_mut().push(stage);
    let (mut out, mut notes) = (Vec::new(), Vec::new());
    let mut output = Output { progress: &progress, ..Output::new(Format::default(), &mut out, &mut notes) };
    let paths = std::slice::from_ref(&path);
    assert_eq!(verify_files(paths, &Options::default(), &mut output).unwrap(), 0);
    fs::remove_file(path).unwrap();
    assert!(shown.into_inner().into_iter().eq((1..=5_001).map(|done| Stage::Steps(done, 5_001))));
}
