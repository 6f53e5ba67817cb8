//! What is told below the pictures: about the step on the left, about the recording on the right.

use crate::color::Color;
use crate::desktop::pages::Text;
use crate::desktop::run::messages::wrap;
use crate::desktop::settings::palette::{HEADING, TEXT};
use crate::map::MAP_WIDTH;
use crate::screen::Frame;
use crate::support::text::visible;
use crate::trace::{Header, Kind};
use crate::verify::Divergence;
use crate::verify::side_by_side::{Pair, SideBySide};

const QUIET: Color = Color(140, 132, 152);
const WRONG: Color = Color(255, 206, 0);
const RIGHT: Color = Color(150, 205, 160);

/// Columns by which a line is indented that goes on, or that belongs to the one above.
const INDENT: i32 = 2;
/// Maximum number of characters of a text. More does not fit into any window.
const LONGEST: usize = 2000;

/// The keys, as the last lines name them.
pub const KEYS: [&str; 2] = [
    "Left Right  step     PgUp PgDn  10 steps     Home End",
    "N P  other differences     Z  whole maps     Esc  end",
];

fn line(text: impl Into<String>, color: Color) -> Text {
    Text::new(0, text, color)
}

/// Returns what is told about a step, on the left. `notice` is the answer to the last key.
pub fn of_step(both: &SideBySide, pair: &Pair, notice: Option<&str>) -> Vec<Text> {
    let Header { part, seed, library, .. } = both.header();
    let game = format!("EXPECTED   part {part}, seed {seed}, {library}");
    let mut lines = vec![line(game, HEADING), line(place(both, pair), TEXT)];
    lines.extend(notice.map(|notice| line(notice, WRONG)));
    if !both.is_compared() {
        let (compared, last) = (both.compared(), both.last());
        lines.push(line(format!("{compared} of {last} steps are compared so far"), QUIET));
    }
    lines.push(line("", TEXT));
    let verdict = both.verdict();
    if verdict.is_ok() {
        lines.push(line("The recording is equal to the expected run, in all its steps.", RIGHT));
        if !verdict.not_compared.is_empty() {
            lines.push(line(format!("not compared: {}", verdict.not_compared.join(", ")), TEXT));
        }
        return lines;
    }
    let known: Vec<&Divergence> =
        both.verdict().all().filter(|found| found.expected.step == pair.step).collect();
    match (pair.differs, &pair.expected, pair.differences.as_slice()) {
        (false, ..) if known.is_empty() => lines.push(line("This step is equal.", RIGHT)),
        // Only what F5 wrote differs.
        (false, ..) => {
            let all = known.iter().flat_map(|found| &found.differences);
            lines.extend(all.map(|difference| line(told(&difference.words), WRONG)));
        }
        (_, None, _) => lines.push(line("The program should have ended before this step.", WRONG)),
        (_, _, []) => lines.push(line("This step differs.", WRONG)),
        (_, _, all) => lines.extend(all.iter().map(|difference| line(told(&difference.words), WRONG))),
    }
    lines.push(line("", TEXT));
    for found in &known {
        lines.extend(cause(found).map(|cause| line(cause, TEXT)));
        lines.extend(found.explanation.iter().map(|why| line(format!("expected: {why}"), TEXT)));
        lines.extend(found.hint.iter().map(|hint| line(format!("hint: {hint}"), TEXT)));
    }
    // Other steps name those where the recording differs first.
    for found in both.verdict().all().filter(|_| known.is_empty()) {
        let (step, key) = (found.expected.step, found.expected.key_name());
        let kinds = found.differences.iter().map(|difference| difference.kind.filter(|it| it.is_cosmetic()));
        lines.push(match kinds.collect::<Option<Vec<Kind>>>() {
            Some(kinds) => {
                let words: Vec<&str> = kinds.into_iter().map(Kind::word).collect();
                line(format!("from step {step} ({key}) on: {}", words.join(", ")), QUIET)
            }
            None => line(format!("The rules differ from step {step} ({key}) on."), QUIET),
        });
        lines.extend(cause(found).map(|cause| Text::new(INDENT, cause, QUIET)));
    }
    lines
}

/// Returns the step, how many there are, and the key.
pub fn place(both: &SideBySide, pair: &Pair) -> String {
    let key = pair.recorded.key.map_or("start", |key| key.name());
    format!("step {} of {}, {key}", pair.step, both.last())
}

fn cause(found: &Divergence) -> Option<String> {
    let cause = found.cause.as_ref()?;
    let likely = if cause.is_perhaps() { "perhaps" } else { "likely cause" };
    Some(format!("{likely}: {}", told(&cause.text)))
}

/// Returns what is told about the recorded step, on the right: the lines that differ, and a note.
pub fn of_recording(both: &SideBySide, pair: &Pair, note: &str) -> Vec<Text> {
    let file = format!("RECORDED   {}, line {}", visible(both.name()), pair.recorded.line);
    let mut lines = vec![line(file, HEADING), line("", TEXT)];
    // Hashes tell nothing. What is behind them is in the pictures.
    let is_told = |kind| !matches!(kind, Some(Kind::Tiles | Kind::Frame));
    for difference in pair.differences.iter().filter(|difference| is_told(difference.kind)) {
        for (side, text) in [("expected", &difference.expected), ("recorded", &difference.recorded)] {
            lines.extend(text.iter().map(|text| line(format!("{side}  {}", told(text)), TEXT)));
        }
    }
    if !note.is_empty() {
        if lines.len() > 2 {
            lines.push(line("", TEXT));
        }
        lines.push(line(note, QUIET));
    }
    lines
}

/// Text of a recording, escaped and cut where it is too long to be read.
fn told(text: &str) -> String {
    visible(&text.chars().take(LONGEST).collect::<String>())
}

/// Draws lines, broken at blanks, in this number of columns and rows, and others at the bottom. What does not
/// fit above them is counted.
pub fn frame(lines: &[Text], last: &[&str], (columns, rows): (i32, i32)) -> Frame {
    let columns = columns.clamp(1, MAP_WIDTH);
    let mut shown: Vec<Text> = lines.iter().flat_map(|line| broken(line, columns)).collect();
    let last: Vec<Text> = last.iter().flat_map(|&text| broken(&line(text, QUIET), columns)).collect();
    let bottom = rows - last.len() as i32;
    let room = bottom.max(0) as usize;
    if shown.len() > room {
        let hidden = shown.len() - room + 1;
        shown.truncate(room.saturating_sub(1));
        shown.push(line(format!("... and {hidden} more lines"), QUIET));
    }
    let mut frame = Frame::new(rows);
    for (row, Text { column, text, color }) in (0..).zip(shown).chain((bottom..).zip(last)) {
        frame.draw_left(column, row, &text, color);
    }
    frame
}

/// Breaks a line into lines of this number of columns.
fn broken(line: &Text, columns: i32) -> impl Iterator<Item = Text> + use<> {
    // Frames draw a byte a tile, and only ASCII.
    let text = line.text.replace(['—', '–'], "-").replace('…', "...");
    let text = text.replace(|letter: char| !letter.is_ascii(), "?");
    let width = (columns - line.column - INDENT).max(1);
    let &Text { column, color, .. } = line;
    let rows = wrap(&text, width as usize).into_iter().enumerate();
    rows.map(move |(number, row)| Text::new(column + if number == 0 { 0 } else { INDENT }, row, color))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desktop::pages::summary::text_rows;

    #[test]
    fn lines_are_broken_and_the_keys_are_at_the_bottom() {
        let lines = [line("a text that is long — too long…", TEXT), line("", TEXT), Text::new(2, "é", TEXT)];
        let rows = text_rows(&frame(&lines, &["keys"], (16, 7)));
        assert_eq!(rows, ["a text that is", "  long - too", "  long...", "", "  ?", "", "keys"]);
    }

    #[test]
    fn what_has_no_room_is_counted() {
        let lines: Vec<Text> = (0..9).map(|number| line(format!("line {number}"), TEXT)).collect();
        let rows = text_rows(&frame(&lines, &KEYS, (64, 6)));
        assert_eq!(rows[..4], ["line 0", "line 1", "line 2", "... and 6 more lines"]);
        assert_eq!(rows[4..], KEYS);
        assert_eq!([0, 1].map(|rows| text_rows(&frame(&lines, &KEYS, (64, rows))).len()), [0, 1]);
    }
}
