//! What a reader of the written chapters in the repository sees: nothing left over from the cut, no comment
//! about later chapters, and diffs that show what the original changes. The test `written` compares these
//! chapters with what the sources give.

mod leftovers;
mod noise;

use chapters::chapter::{Chapter, LAST, collect, root};
use chapters::program::Sources;

/// The chapters as they are in the repository, without the tests of their pages.
fn chapters_of_the_repository() -> Vec<Chapter> {
    let read = |part: u8| {
        let mut sources = Sources::new();
        collect(&root().join(format!("tests/chapters/part{part:02}/src")), "", &mut sources).unwrap();
        sources.remove("tests.rs");
        if let Some(main) = sources.get_mut("main.rs") {
            *main = main.replace("#[cfg(test)]\nmod tests;\n", "");
        }
        Chapter { part, sources }
    };
    (1..=LAST).map(read).collect()
}

/// The lines of the C++ of each chapter that are not blank.
const ORIGINAL: [usize; 17] =
    [373, 422, 545, 618, 735, 781, 844, 1016, 1085, 1126, 1202, 1310, 1334, 1328, 1412, 1494, 1526];
/// Maximum number of lines of a chapter, in percent of those of its C++.
const MOST: usize = 144;

#[test]
fn chapters_stay_near_the_size_of_the_original() {
    let mut large = Vec::new();
    for chapter in chapters_of_the_repository() {
        let (lines, original) = (chapter.lines(), ORIGINAL[usize::from(chapter.part) - 1]);
        println!("chapter {}: {lines} lines, {} % of the original's", chapter.part, lines * 100 / original);
        if lines * 100 > original * MOST {
            large.push(format!(
                "chapter {} has {lines} lines, more than {MOST} % of {original}",
                chapter.part
            ));
        }
    }
    assert!(large.is_empty(), "{large:#?}");
}
