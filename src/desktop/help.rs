//! Pages in the game's own style: the keys of the part that is played, and notices.

use crate::color::Color;
use crate::part::Part;
use crate::screen::Frame;

const HEADING: Color = Color(230, 220, 180);
const KEYS: Color = Color(255, 230, 150);
const MEANING: Color = Color(205, 200, 215);
const HINT: Color = Color(120, 112, 132);

const BACK: &str = "any key  back to the game";

/// One line of the page: for which parts, which keys, and what they do.
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

/// In the order of the page; a line without a meaning parts two groups.
const LINES: &[Line] = &[
    Line { has: Part::has_player, keys: "arrows, W A S D", meaning: "walk; strike what is in the way" },
    Line { has: Part::has_player, keys: "H J K L, number pad", meaning: "the same" },
    Line { has: Part::has_items, keys: "I", meaning: "the pack; A to Z there use a thing" },
    Line { has: Part::has_floors, keys: ".", meaning: "go down the stairs >" },
    Line { has: Part::has_saves, keys: "F5  F9", meaning: "save the run, load it" },
    Line { has: space_restarts, keys: "SPACE", meaning: "a new dungeon" },
    Line { has: Part::has_classes, keys: "1 2 3", meaning: "choose a hero on the menu" },
    Line { has: Part::has_saves, keys: "C", meaning: "on the menu: on with a run you left" },
    Line { has: Part::has_classes, keys: "SPACE", meaning: "on from a death or a win" },
    Line { has: always, keys: "ESC", meaning: "back, or quit" },
    Line { has: always, keys: "", meaning: "" },
    Line { has: Part::has_fog, keys: "V", meaning: "see with another algorithm" },
    Line { has: always, keys: "F1", meaning: "this page" },
    Line { has: always, keys: "F11  ALT+ENTER", meaning: "the whole screen" },
    Line { has: always, keys: "F12", meaning: "save a picture of the window" },
    Line { has: always, keys: "", meaning: "" },
    Line { has: Part::has_player, keys: "game pad", meaning: "cross walks, A confirms, B goes back" },
    Line { has: Part::has_items, keys: "", meaning: "X opens the pack, Y takes the stairs" },
];

/// Draws the page of keys, which F1 shows.
pub fn compose(part: Part, frame: &mut Frame) {
    const TOP: i32 = 5;
    const LEFT: i32 = 5;
    const RIGHT: i32 = 26;
    frame.clear();
    frame.draw_centred(TOP, "K E Y S", HEADING);
    let lines = LINES.iter().filter(|line| (line.has)(part));
    let mut row = TOP + 3;
    for line in lines {
        frame.draw_left(LEFT, row, line.keys, KEYS);
        frame.draw_left(RIGHT, row, line.meaning, MEANING);
        row += 1;
    }
    frame.draw_centred(row + 2, &format!("Part {part}: {}", part.name()), HEADING);
    frame.draw_centred(row + 4, BACK, HINT);
}

/// Draws a page with a text, broken where it is too long for a row.
pub fn compose_notice(text: &str, frame: &mut Frame) {
    const TOP: i32 = 14;
    const LEFT: i32 = 5;
    const WIDTH: usize = 54;
    frame.clear();
    let mut row = TOP;
    for line in broken(text, WIDTH) {
        frame.draw_left(LEFT, row, &line, MEANING);
        row += 1;
    }
    frame.draw_centred(row + 2, BACK, HINT);
}

/// The text in lines of so many characters, broken at blanks and in paths. A longer word runs over.
fn broken(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_inclusive([' ', '/']) {
        match lines.last_mut() {
            Some(line) if line.is_empty() || line.len() + word.trim_end().len() <= width => *line += word,
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_are_broken_where_one_would() {
        assert_eq!(broken("saved as /home/me/picture.png", 14), ["saved as /", "home/me/", "picture.png"]);
        assert_eq!(broken("a-very-long-word more", 6), ["a-very-long-word ", "more"]);
    }
}
