//! Whether the pages explain the quirks of the original that their chapters bring.

use std::collections::BTreeSet;
use std::fs;

use chapters::chapter::Chapter;
use chapters::example;

use crate::chapters_of_the_repository;

/// What the comments of a chapter say about quirks, as far as it stands on the line of the word.
fn quirks(chapter: &Chapter) -> BTreeSet<&str> {
    chapter.lines().filter_map(|line| Some(line.split_once("Quirk:")?.1.trim())).collect()
}

#[test]
fn pages_explain_the_quirks_that_are_new() {
    let mut known = BTreeSet::new();
    let chapters = chapters_of_the_repository();
    for chapter in &chapters {
        let quirks = quirks(chapter);
        let new: Vec<_> = quirks.difference(&known).collect();
        let page = fs::read_to_string(example::file(chapter.part, "md")).unwrap();
        let section = page.split("\n## Quirks of the original\n").nth(1).unwrap_or_default();
        let section = section.split("\n## ").next().unwrap_or_default();
        let explained = section.lines().filter(|line| line.starts_with("- ")).count();
        println!("chapter {}: {} new quirks, {explained} on its page", chapter.part, new.len());
        assert!(explained >= new.len(), "page {} explains {explained} of {new:#?}", chapter.part);
        known.extend(quirks);
    }
}
