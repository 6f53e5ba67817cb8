//! The miniature: a C++ program that records runs, with faults built in on request.

#![allow(dead_code, reason = "the tests that share this file need different parts of it")]

use std::ops::Range;
use std::process::Stdio;

use super::compiler;
use super::explorer::Script;
use super::recording::parse;
use super::recordings::answer;
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::trace::Header;
use roguelike_compare::verify::{Options, Wanted};

/// What the miniature records for the header and keys of a recording, perhaps with a fault.
pub fn miniature(recording: &str, form: &str, fault: Option<&str>) -> String {
    trace_of(&arguments(recording), form, fault)
}

/// The arguments with which the miniature plays the part, the seed and the keys of a recording.
pub fn arguments(recording: &str) -> [String; 5] {
    let read = parse(recording.as_bytes()).unwrap();
    let keys: Vec<&str> = read.keys().map(Key::name).collect();
    let Header { part, seed, .. } = read.header;
    [part.to_string(), "--seed".to_owned(), seed.to_string(), "--keys".to_owned(), keys.join(" ")]
}

/// What the miniature records with these arguments, perhaps with a fault.
pub fn trace_of(arguments: &[String], form: &str, fault: Option<&str>) -> String {
    let program = compiler::compile("miniature", compiler::STANDARDS[0]);
    let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    arguments.extend(Some(form).filter(|form| !form.is_empty()));
    arguments.extend(fault.iter().flat_map(|fault| ["--fault", fault]));
    let output = compiler::run(&program, &arguments, Stdio::null());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// What the miniature records with a fault, for the keys of `roguelike keys`.
pub fn faulty(part: u8, form: &str, fault: &str) -> String {
    trace_of(&arguments_of_part(part), form, Some(fault).filter(|fault| !fault.is_empty()))
}

/// The arguments with which the miniature plays the keys of `roguelike keys`.
pub fn arguments_of_part(part: u8) -> [String; 5] {
    let Script { setup, keys, .. } = Script::new(Part::new(part).unwrap(), StdLib::default(), None);
    let keys: Vec<&str> = keys.iter().map(|key| key.name()).collect();
    let (seed, keys) = (setup.seed.to_string(), keys.join(" "));
    [part.to_string(), "--seed".to_owned(), seed, "--keys".to_owned(), keys]
}

/// The answer of the command about a recording.
pub fn report(text: &str) -> String {
    report_with(text, &Options::default())
}

/// The same without a search for causes, which takes longer.
pub fn report_of_differences(text: &str) -> String {
    report_with(text, &Options { wanted: Wanted::Differences, ..Options::default() })
}

/// The same with options.
pub fn report_with(text: &str, options: &Options) -> String {
    answer(text, options).out
}

/// Changes the first line of a step that begins so, or removes it if nothing comes in its place.
pub fn change(text: &str, step: usize, start: &str, change: impl Fn(&str) -> String) -> String {
    let line = line_of(text, step, start);
    let changed = change(&text[line.clone()]);
    let rest = &text[if changed.is_empty() { line.end + 1 } else { line.end }..];
    [&text[..line.start], &changed, rest].concat()
}

/// Returns where the first line of a step is that begins so, without its end.
fn line_of(text: &str, step: usize, start: &str) -> Range<usize> {
    let at = text.find(&format!("\nstep {step} ")).unwrap();
    let line = at + text[at..].find(&format!("\n{start}")).unwrap() + 1;
    line..line + text[line..].find('\n').unwrap()
}
