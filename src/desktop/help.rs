//! The page of keys that F1 shows.

use crate::color::Color;
use crate::desktop::page::{LEFT, TEXT};
use crate::part::Part;
use crate::screen::Frame;

const HEADING: Color = Color(230, 220, 180);
const KEYS: Color = Color(255, 230, 150);

/// A line of the page. It is shown in the parts for which `has` returns true.
struct Line {
    has: fn(Part) -> bool,
    keys: &'static str,
    meaning: &'static str,
}

const fn always(_: Part) -> bool {
    true
}

fn space_restarts(part: Part) -> bool {
    !part.has_classes()
}

/// The lines in order. An empty one separates two groups.
const LINES: &[Line] = &[
    Line { has: Part::has_player, keys: "arrows, W A S D", meaning: "walk, or attack what is in the way" },
    Line { has: Part::has_player, keys: "H J K L, number pad", meaning: "the same" },
    Line { has: Part::has_items, keys: "I", meaning: "open the pack; a letter uses an item" },
    Line { has: Part::has_floors, keys: ".", meaning: "go down the stairs >" },
    Line { has: Part::has_saves, keys: "F5  F9", meaning: "save the run, load the saved run" },
    Line { has: space_restarts, keys: "SPACE", meaning: "begin a new dungeon" },
    Line { has: Part::has_classes, keys: "1 2 3", meaning: "on the menu: choose a hero" },
    Line { has: Part::has_saves, keys: "C", meaning: "on the menu: continue the last run" },
    Line { has: Part::has_classes, keys: "SPACE", meaning: "after a death or a win: the menu" },
    Line { has: always, keys: "ESC", meaning: "close the pack, or quit" },
    Line { has: always, keys: "", meaning: "" },
    Line { has: Part::has_fog, keys: "V", meaning: "change the algorithm of the view" },
    Line { has: always, keys: "F1", meaning: "show this page" },
    Line { has: always, keys: "F11  ALT+ENTER", meaning: "switch to fullscreen and back" },
    Line { has: always, keys: "F12", meaning: "save a screenshot" },
    Line { has: always, keys: "", meaning: "" },
    Line { has: Part::has_player, keys: "game pad", meaning: "cross walks, A confirms, B goes back" },
    Line { has: Part::has_items, keys: "", meaning: "X opens the pack, Y takes the stairs" },
];

/// Draws the keys of a part. Returns the first row below them.
pub(super) fn draw(part: Part, frame: &mut Frame) -> i32 {
    const TOP: i32 = 5;
    const RIGHT: i32 = 26;
    frame.draw_centred(TOP, "K E Y S", HEADING);
    let mut row = TOP + 3;
    for line in LINES.iter().filter(|line| (line.has)(part)) {
        frame.draw_left(LEFT, row, line.keys, KEYS);
        frame.draw_left(RIGHT, row, line.meaning, TEXT);
        row += 1;
    }
    frame.draw_centred(row + 2, &format!("Part {part}: {}", part.name()), HEADING);
    row + 3
}
