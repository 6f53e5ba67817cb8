//! What a reader of the written chapters in the repository sees: nothing left over from the cut, no comment
//! about later chapters, no number of a part, and diffs that show what the original changes. Also how large
//! all is, and that the pages explain the quirks and the glossary the constructs of Rust. The test `written`
//! compares these chapters with what the sources give.

mod constructs;
mod leftovers;
mod noise;
mod quirks;
mod sizes;
mod visible;

use chapters::chapter::{Chapter, root};
use chapters::repository::COMMAND;

/// The chapters as they are in the repository, without the tests of their pages.
fn chapters_of_the_repository() -> Vec<Chapter> {
    chapters::repository::read().unwrap()
}

/// The lines of the C++ of each chapter, and how many of them are not blank.
const ORIGINAL: [(usize, usize); 17] = [
    (451, 373),
    (508, 422),
    (651, 545),
    (734, 618),
    (871, 735),
    (924, 781),
    (999, 844),
    (1198, 1016),
    (1273, 1085),
    (1324, 1126),
    (1414, 1202),
    (1537, 1310),
    (1545, 1334),
    (1527, 1328),
    (1610, 1412),
    (1703, 1494),
    (1735, 1526),
];
/// Maximum number of lines of a chapter, in percent of those of its C++.
const MOST: usize = 140;

#[test]
fn chapters_stay_near_the_size_of_the_original() {
    let mut large = Vec::new();
    for (chapter, (original, not_blank)) in chapters_of_the_repository().iter().zip(ORIGINAL) {
        let all = chapter.lines().count();
        let filled = chapter.lines().filter(|line| !line.trim().is_empty()).count();
        println!(
            "chapter {}: {all} lines, {} % of the original's; without blank ones {filled}, {} %",
            chapter.part,
            all * 100 / original,
            filled * 100 / not_blank
        );
        if all * 100 > original * MOST {
            large.push(format!("chapter {} has {all} lines, more than {MOST} % of {original}", chapter.part));
        }
    }
    assert!(large.is_empty(), "{large:#?}");
}

/// The index is up to date. It cannot be made while a name has neither Rust nor a reason.
#[test]
fn the_index_has_every_name_of_the_original() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
    let index = read("tests/chapters/names.md");
    assert!(
        index == chapters::index::page(&chapters_of_the_repository()).unwrap(),
        "{COMMAND} makes it anew"
    );
    let names = read("tests/names/names.tsv").lines().skip(1).count();
    // The first row of a name has an anchor before it.
    let bare = |line: &str| match line.split_once("</a>") {
        Some((before, rest)) if before.starts_with("| <a id=") => format!("| {rest}\n"),
        _ => format!("{line}\n"),
    };
    let index: String = index.lines().map(bare).collect();
    assert_eq!(index.lines().filter(|line| line.starts_with("| `")).count(), names);
    // Names that a search of words alone gets wrong.
    for (name, owner, rust) in [
        ("map", "main", "`Game::map` in [game.rs]"),
        ("player", "main", "`Game::player` in [game.rs]"),
        ("sdl", "main", "`canvas` in [main.rs]"),
        ("color", "MKind", "`MonsterKind::color` in [monster.rs]"),
        ("color", "Item", "`Item::look` in [item.rs]"),
    ] {
        let row =
            |line: &&str| line.contains(&format!("| `{name}` |")) && line.contains(&format!("of `{owner}`"));
        assert!(index.lines().find(row).is_some_and(|line| line.contains(rust)), "{name}");
    }
    // A reason for the name of one owner stands in the index.
    for row in read("tests/names/exceptions.tsv").lines().skip(1) {
        let [kind, name, owner, reason] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let begin = format!("| `{name}` | {kind} of `{owner}` |");
        let used = |line: &str| line.starts_with(&begin) && line.contains(&format!("| {reason} |"));
        assert!(owner == "*" || index.lines().any(used), "not needed any more: {row}");
    }
}

#[test]
fn the_glossary_leads_to_the_first_enum_with_data() {
    let chapters = chapters_of_the_repository();
    let has = |chapter: &&Chapter| chapter.sources.values().any(|text| text.contains("Item::Potion("));
    let part = chapters.iter().find(has).unwrap().part;
    let glossary = std::fs::read_to_string(root().join("tests/chapters/glossary.md")).unwrap();
    assert!(glossary.contains(&format!(
        "`Item::Potion(healing)`. | [1](part01/README.md), with data [{part}](part{part:02}/"
    )));
}
