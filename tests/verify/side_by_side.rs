//! Both runs of a recording, step by step, as the window of `--show` asks for them.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::miniature::faulty;
use super::{record, steps};
use roguelike::game::Setup;
use roguelike::part::Part;
use roguelike::trace::{self, Form, Tracer};
use roguelike::verify::Options;
use roguelike::verify::side_by_side::{Next, SideBySide, verify_and_open};

/// The keys of a recording of Part 7.
const STEPS: usize = 200;

/// Opens a recording of this text.
pub fn open(name: &str, text: &str) -> SideBySide {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    let options = Options { search_time: Some(Duration::ZERO), ..Options::default() };
    verify_and_open(&path, &options, &mut Vec::new(), &mut Vec::new()).unwrap().1.unwrap()
}

/// A recording of Part 7 in which a monster stands elsewhere in these steps.
fn recording(name: &str, wrong: &[usize]) -> SideBySide {
    let text = record(7, 42, &"Down Up Right Left ".repeat(STEPS / 4), Form::Normal);
    let changed = steps(&text).into_iter().enumerate().map(|(step, block)| {
        let line = block.lines().find(|line| line.starts_with("monster 3 ")).unwrap();
        let other = if wrong.contains(&step) { "monster 3 r 1 1 hp 3/3 power 1 alive 1" } else { line };
        format!("\nstep {}", block.replace(line, other))
    });
    let header = text.split("\nstep ").next().unwrap().to_owned();
    open(name, &(header + &changed.collect::<String>() + "\n"))
}

/// Every step is the same, in whatever order the steps are asked for.
#[test]
fn steps_are_the_same_forwards_and_backwards() {
    let wrong = [57, 58, 130];
    let mut both = recording("steps.trace", &wrong);
    let (mut tracer, first) = Tracer::new(Setup::new(Part::new(7).unwrap(), 42));
    let mut expected = Vec::new();
    for step in 0..=STEPS {
        let pair = both.pair(step).unwrap();
        let block = if step == 0 { first.clone() } else { tracer.replay(&pair.recorded).unwrap() };
        assert_eq!((pair.step, pair.expected.as_ref()), (step, Some(&block)));
        assert_eq!(pair.differs, wrong.contains(&step), "{step}");
        expected.push((block, pair.recorded));
    }
    for compared in [0, 50, STEPS] {
        both.compare_to(compared).unwrap();
        for step in [200, 199, 3, 2, 1, 0, 150, 90, 91, 92, 17, 130, 200] {
            let pair = both.pair(step).unwrap();
            let (block, recorded) = &expected[step];
            assert_eq!((pair.expected.as_ref(), &pair.recorded), (Some(block), recorded), "{step}");
        }
    }
}

/// A C++ program writes a colour when it changes. Every step has all of its colours all the same.
#[test]
fn colours_are_the_same_forwards_and_backwards() {
    let text = faulty(7, "--colors", "");
    let recorded = trace::parse(text.as_bytes()).unwrap().steps;
    let mut both = open("colours.trace", &text);
    both.compare_to(recorded.len()).unwrap();
    for step in [recorded.len() - 1, 300, 301, 299, 0, 1, 150] {
        let pair = both.pair(step).unwrap();
        assert!(pair.recorded.colors.is_some() && !pair.differs, "{step}");
        assert_eq!(pair.recorded.colors, recorded[step].colors, "{step}");
    }
}

#[test]
fn the_steps_that_differ_are_found_one_after_the_other() {
    let mut both = recording("differing.trace", &[57, 58, 130]);
    assert_eq!(both.first_difference(), Some(57));
    assert_eq!(both.difference_after(0), Next::Unknown);
    both.compare_to(60).unwrap();
    assert_eq!((both.compared(), both.is_compared()), (61, false));
    let after = [0, 57, 58].map(|step| both.difference_after(step));
    assert_eq!(after, [Next::At(57), Next::At(58), Next::Unknown]);
    while !both.is_compared() {
        let before = both.compared();
        both.compare_for(Duration::ZERO).unwrap();
        assert_eq!(both.compared(), before + 1);
    }
    assert_eq!((both.difference_after(58), both.difference_after(130)), (Next::At(130), Next::Never));
    let before = [200, 130, 58, 57].map(|step| both.difference_before(step));
    assert_eq!(before, [Some(130), Some(58), Some(57), None]);
}

/// After the program should have ended, nothing is expected.
#[test]
fn a_run_that_goes_on_is_shown_to_its_end() {
    let text = record(1, 42, "Space Space", Form::Full);
    let mut both = open("going-on.trace", &text.replacen("step 1 Space", "step 1 Escape", 1));
    assert_eq!((both.first_difference(), both.last()), (Some(1), 2));
    assert!(both.pair(1).unwrap().expected.unwrap().quits());
    let pair = both.pair(2).unwrap();
    assert!(pair.expected.is_none() && pair.differs && pair.recorded.screen.is_some());
    both.compare_to(2).unwrap();
    assert_eq!((both.difference_after(1), both.difference_after(2)), (Next::At(2), Next::Never));
}
