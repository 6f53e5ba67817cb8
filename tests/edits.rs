//! The list of the edits of the series that do not compile, `src/verify/edits/checked.txt`.
//!
//! `RENEW_EDITS=1 cargo test --test edits` makes it anew: it compiles a copy of the series with all edits,
//! takes out those with errors, and begins again until there are none. That takes about two minutes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const LIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/verify/edits/checked.txt");
/// Maximum number of times that the copy is compiled.
const ROUNDS: usize = 24;

/// Returns the words of the lines that begin with one.
fn words(text: &str, begin: &str) -> BTreeSet<String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix(begin));
    lines.flat_map(str::split_whitespace).map(str::to_owned).collect()
}

/// Edits are made in every function of the series: each is in the list as it is now, with its rows.
#[test]
fn every_function_was_checked() {
    if is_renewed() {
        renew();
        return;
    }
    let list = fs::read_to_string(LIST).unwrap();
    let now = fs::read_to_string(concat!(env!("OUT_DIR"), "/checked.txt")).unwrap();
    let way_out = "the series was changed: run RENEW_EDITS=1 cargo test --test edits, and commit the list";
    assert_eq!(words(&list, "declarations "), words(&now, "declarations "), "{way_out}");
    let left_out = fs::read_to_string(concat!(env!("OUT_DIR"), "/left_out.txt")).unwrap();
    assert_eq!(left_out, "", "rows of rows.txt are in no program; {way_out}");
    let (listed, functions) = (words(&list, "functions "), words(&now, "functions "));
    let missing: Vec<&String> = functions.difference(&listed).collect();
    assert!(missing.is_empty(), "{way_out}; not checked: {missing:?}");
    assert!(list.len() < 100 << 10, "the list has more than 100 KiB");
}

/// A place without edits asks nothing: its number would be that of another place.
#[test]
fn every_place_that_asks_has_an_edit() {
    if is_renewed() {
        // The copy was made with the list as it was.
        return;
    }
    let copy = fs::read_to_string(concat!(env!("OUT_DIR"), "/series.rs")).unwrap();
    let questions = copy.split("::sel(").skip(1).filter_map(|rest| rest.split_once(')'));
    let counts: Vec<&str> = questions.filter_map(|(values, _)| values.split(", ").nth(1)).collect();
    assert!(counts.len() > 1000, "only {} places", counts.len());
    assert!(!counts.contains(&"0"));
}

/// Returns true if the list is to be made anew.
fn is_renewed() -> bool {
    std::env::var_os("RENEW_EDITS").is_some()
}

/// An edit in the copy: where it begins and ends, and its key.
type Region = (usize, usize, String);

/// Compiles all edits until the rest compiles, and writes the list.
fn renew() {
    let mut dropped = BTreeSet::new();
    for _ in 0..ROUNDS {
        write_list("", &dropped);
        let (out, errors) = compile();
        let now = fs::read_to_string(out.join("checked.txt")).unwrap();
        if errors.is_empty() {
            write_list(&now, &dropped);
            return;
        }
        let copy = fs::read_to_string(out.join("series.rs")).unwrap();
        let starts: Vec<usize> =
            std::iter::once(0).chain(copy.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let regions = regions(&copy);
        let before = dropped.len();
        for (line, column) in errors {
            let at = starts[line - 1] + column - 1;
            let around = regions.iter().filter(|(begin, end, _)| (*begin..*end).contains(&at));
            dropped.extend(around.min_by_key(|(begin, end, _)| end - begin).map(|(.., key)| key.clone()));
        }
        if dropped.len() == before {
            // A value that an edit moves is missed elsewhere. The error shows the line of the edit.
            for (begin, end) in lines_of_errors().into_iter().filter_map(|line| {
                Some((*starts.get(line - 1)?, starts.get(line).copied().unwrap_or(copy.len())))
            }) {
                let within = regions.iter().filter(|(from, to, _)| *from < end && begin < *to);
                dropped.extend(within.min_by_key(|(from, to, _)| to - from).map(|(.., key)| key.clone()));
            }
        }
        assert!(dropped.len() > before, "an error is in no edit: CHECK_EDITS=1 cargo check --lib shows it");
    }
    panic!("the copy does not compile after {ROUNDS} rounds");
}

/// Compiles the copy with all edits but those of the list. Returns its folder, and the places of the errors.
fn compile() -> (PathBuf, BTreeSet<(usize, usize)>) {
    let output = Command::new(env!("CARGO"))
        .args(["check", "--lib", "--message-format=short"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("CHECK_EDITS", "1")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    let places = text.lines().filter(|line| line.contains(": error")).filter_map(|line| {
        let (_, place) = line.split_once("series.rs:")?;
        let mut numbers = place.split(':').map(str::parse);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    });
    let errors: BTreeSet<(usize, usize)> = places.collect();
    assert!(output.status.success() || !errors.is_empty(), "{text}");
    (newest_copy(), errors)
}

/// Returns the lines of the copy that the errors of the last compilation show.
fn lines_of_errors() -> BTreeSet<usize> {
    let output = Command::new(env!("CARGO"))
        .args(["check", "--lib"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("CHECK_EDITS", "1")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    text.lines().filter_map(|line| line.split_once(" |")?.0.trim().parse().ok()).collect()
}

/// Returns the folder in which the build script wrote last.
fn newest_copy() -> PathBuf {
    let own = || Path::new(env!("CARGO_MANIFEST_DIR")).join("target");
    let builds = std::env::var_os("CARGO_TARGET_DIR").map_or_else(own, PathBuf::from).join("debug/build");
    let copies = fs::read_dir(builds).unwrap().map(|folder| folder.unwrap().path().join("out"));
    let time =
        |folder: &PathBuf| fs::metadata(folder.join("checked.txt")).and_then(|file| file.modified()).ok();
    copies.filter(|folder| time(folder).is_some()).max_by_key(time).expect("cargo has run the build script")
}

/// Returns the edits that are marked in the copy.
fn regions(copy: &str) -> Vec<Region> {
    let mut open = Vec::new();
    let mut regions = Vec::new();
    for (at, _) in copy.match_indices("/*") {
        let rest = &copy[at + 2..];
        if rest.starts_with('@') {
            open.push((at, rest[1..9].to_owned()));
        } else if rest.starts_with("#*/")
            && let Some((begin, key)) = open.pop()
        {
            regions.push((begin, at, key));
        }
    }
    regions
}

fn write_list(now: &str, dropped: &BTreeSet<String>) {
    let mut text: String = now
        .lines()
        .filter(|line| line.starts_with("declarations "))
        .map(|line| format!("{line}\n"))
        .collect();
    let functions: Vec<String> = words(now, "functions ").into_iter().collect();
    let dropped: Vec<String> = dropped.iter().cloned().collect();
    for (begin, keys) in [("functions", functions), ("dropped", dropped)] {
        for row in keys.chunks(12) {
            text += &format!("{begin} {}\n", row.join(" "));
        }
    }
    fs::write(LIST, text).unwrap();
}
