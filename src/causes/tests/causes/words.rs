//! The words of a report about a cause: the sentence of the bug, once, and nothing that misleads.

use super::copy;
use super::explorer::Script;
use super::known::record_mistaken;
use super::miniature::{change, faulty, report};
use super::{in_parallel, is_chosen, script, steps};
use roguelike::game::Setup;
use roguelike::part::Part;
use roguelike::rng::StdLib;

/// Every sentence of a report comes once. Every fourth fault is tried.
#[test]
fn sentences_come_once() {
    let faults = [
        "goblin-9+title-word",
        "view-radius+ghosts",
        "hit-word+names-swapped",
        "view-octant+title-word",
        "kobold-3+hp-kept",
        "extra-draw",
        "corridor-bend+dies-late",
    ];
    let chosen: Vec<_> = faults.iter().enumerate().filter(|(index, _)| is_chosen(*index, 4)).collect();
    in_parallel(&chosen, |(_, fault)| {
        let form = ["", "--full", "--colors"][fault.len() % 3];
        let told = report(&faulty(5, form, fault));
        let mut seen = Vec::new();
        for sentence in told.lines().map(str::trim).filter(|line| line.matches(' ').count() > 4) {
            assert!(!seen.contains(&sentence), "{fault}: '{sentence}' comes twice in\n{told}");
            // Rows of a picture are not sentences.
            if sentence.contains(|c: char| c.is_ascii_lowercase()) {
                seen.push(sentence);
            }
        }
    });
}

/// Returns the recording of the keys of a part with the first known bug whose sentence has this text.
fn mistaken(part: u8, text: &str) -> String {
    let part = Part::new(part).unwrap();
    let known = copy::known(part)
        .into_iter()
        .find(|known| known.to_string().contains(text))
        .unwrap_or_else(|| panic!("{text}"));
    let Script { setup, keys, .. } = Script::new(part, StdLib::default(), None);
    record_mistaken(&setup, &keys, &[known.number()])
}

/// Where several places in a program have the same effect, the answer names the effect and these places.
/// Every fifth case is tried.
#[test]
fn the_places_of_an_effect_are_named() {
    type Case = (fn() -> String, &'static str);
    let cases: [Case; 9] = [
        (|| faulty(5, "", "copies-act"), "the loop over the monsters has copies of them"),
        (|| faulty(5, "", "death-early"), "tested before the monsters act, so it comes a turn late"),
        (
            || faulty(5, "", "no-death"),
            "the test is missing or too early, or a later line sets another state",
        ),
        (|| faulty(5, "", "power-default"), "the line that copies it from KINDS is missing"),
        (|| faulty(5, "", "goblin-9"), "9 instead of '8' (KINDS, newGame)"),
        (|| mistaken(8, "potions of healing and poison"), "or the members of PotionType"),
        (|| mistaken(10, "the snake is not venomous"), "or the line that copies it"),
        (|| mistaken(11, "the key . does nothing"), "it has another key code, or its statement is missing"),
        (|| mistaken(8, "items are made but never added to the list"), "push_back is missing"),
    ];
    let chosen: Vec<_> = cases.iter().enumerate().filter(|(index, _)| is_chosen(*index, 5)).collect();
    in_parallel(&chosen, |(_, (text, words))| {
        let told = report(&text());
        let cause = told.lines().nth(1).unwrap_or_default();
        assert!(!cause.contains("unknown") && told.contains(words), "{words}:\n{told}");
    });
}

/// One of two calls is missing, or one of two kinds is concerned: a like mistake is not named instead.
/// Every fifth case is tried.
#[test]
fn a_mistake_is_told_from_a_like_one() {
    let cases = [
        (4, "walking into a wall takes a turn"),
        (5, "walking into a wall takes a turn"),
        (4, "monsters are made but never added to the list"),
        (5, "a new dungeon does not set alive back to true"),
        (8, "items are made but never added to the list"),
        (8, "monstersAct is not called after an item is used"),
        (9, "using an item takes no turn"),
        (9, "the old weapon does not go back into the inventory"),
        (9, "the old armour does not go back into the inventory"),
        (13, "drinking a potion shows its name only in the message"),
        (13, "reading a scroll shows its name only in the message"),
        (14, "recomputeStats is called before the class is set up instead of after"),
        (15, "recomputeStats is not called after loading"),
    ];
    let chosen: Vec<_> = cases.iter().enumerate().filter(|(index, _)| is_chosen(*index, 5)).collect();
    in_parallel(&chosen, |&(_, &(part, text))| {
        let told = report(&mistaken(part, text));
        let cause = told.lines().nth(1).unwrap_or_default();
        assert!(!cause.contains("unknown") && told.contains(text), "{part}: {text}:\n{told}");
    });
}

/// A number of the rules is the same in every dungeon, so once it was right it isn't the bug later.
#[test]
fn a_number_that_was_right_before_is_no_further_mistake() {
    let setup = Setup::new(Part::new(5).unwrap(), 7);
    let keys = script("Up*9 Left*9 Down*9 Space Up*9 Left*9 Down*9 Right*9");
    let bump = copy::known(setup.part).into_iter().find(|known| known.name() == "bump-turn").unwrap();
    let text = record_mistaken(&setup, &keys, &[bump.number()]);
    let (first, second) = text.split_once(" Space\n").unwrap();
    let changed = format!("{first} Space\n{}", second.replace(" power 5 alive 1", " power 6 alive 1"));
    assert_ne!(changed, text);
    let told = report(&changed);
    assert!(!told.contains("second cause"), "{told}");
}

/// A missing sound beside another text: two mistakes, and neither is that of a missing message.
#[test]
fn a_missing_sound_beside_another_text_is_named() {
    let part = Part::new(17).unwrap();
    let Script { setup, keys, .. } = Script::new(part, StdLib::default(), None);
    let text = record_mistaken(&setup, &keys[..400], &[]).replace("\nsound hit\n", "\n");
    // The picture has the words as well.
    let text: String = text
        .replace("sound hit\n", "")
        .lines()
        .filter(|line| !line.starts_with("frame "))
        .map(|line| {
            if line.starts_with("log ") {
                line.replace(" hits ", " strikes ") + "\n"
            } else {
                format!("{line}\n")
            }
        })
        .collect();
    let told = report(&text);
    assert!(told.contains("recorded 'You strikes "), "{told}");
    assert!(told.contains("sound 'hit' is not recorded") && !told.contains("there is no message"), "{told}");
}

/// One line of texts, sounds or pictures that no known mistake gives is told as such: no rule is wrong.
#[test]
fn a_slip_in_one_line_is_none_of_the_rules() {
    let Script { setup, keys, .. } = Script::new(Part::LAST, StdLib::default(), None);
    let text = record_mistaken(&setup, &keys[..300], &[]);
    let blocks = steps(&text);
    let slip = |start: &str, changed: fn(&str) -> String| {
        // Other words that came everywhere would be a cause.
        let comes_again = |line: &&str| text.matches(&format!("\n{line}\n")).count() > 1;
        let line = text.lines().filter(|line| line.starts_with(start)).find(comes_again).unwrap();
        let step = blocks.iter().position(|block| block.lines().any(|other| other == line)).unwrap();
        let told = report(&change(&text, step, line, changed));
        told.lines().nth(1).unwrap_or_default().to_owned()
    };
    type Case = (&'static str, fn(&str) -> String, &'static str);
    let cases: [Case; 4] = [
        ("log ", |line| format!("{line}!?"), "texts of messages differ, not the rules"),
        ("sound ", |_| "sound bang".to_owned(), "sounds differ, not the rules"),
        ("title ", |line| format!("{line}!?"), "the title differs, not the rules"),
        ("frame ", |_| "frame 0123456789abcdef".to_owned(), "the picture differs, not the rules"),
    ];
    for (start, changed, words) in cases {
        let cause = slip(start, changed);
        assert!(cause.ends_with(words), "{start}: {cause}");
    }
}
