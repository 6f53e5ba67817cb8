//! What is told below the pictures: about the step on the left, about the recording on the right.

use crate::color::Color;
use crate::desktop::pages::messages::wrap;
use crate::desktop::pages::{HEADING, TEXT};
use crate::desktop::show::sides::Origin;
use crate::map::MAP_WIDTH;
use crate::screen::Frame;
use crate::support::text::visible;
use crate::trace::Kind;
use crate::verify::Divergence;
use crate::verify::side_by_side::{Pair, SideBySide};

const QUIET: Color = Color(140, 132, 152);
const WRONG: Color = Color(255, 206, 0);
const RIGHT: Color = Color(150, 205, 160);

/// Columns by which a line is indented that goes on, or that belongs to the one above.
const INDENT: usize = 2;
/// Maximum number of characters of a text. More does not fit into any window.
const LONGEST: usize = 2000;

/// The keys, as the last lines name them.
const KEYS: [&str; 2] = [
    "Left Right  step     PgUp PgDn  10 steps     Home End",
    "N P  other differences     Z  whole maps     Esc  end",
];

/// A text in a colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The text. It may be longer than a line.
    pub text: String,
    indent: usize,
    color: Color,
}

fn line(text: impl Into<String>, color: Color) -> Line {
    Line { text: text.into(), indent: 0, color }
}

fn indented(text: impl Into<String>, color: Color) -> Line {
    Line { indent: INDENT, ..line(text, color) }
}

fn blank() -> Line {
    line("", TEXT)
}

/// Returns what is told about a step, on the left. `notice` is the answer to the last key.
pub fn of_step(both: &SideBySide, pair: &Pair, notice: Option<&str>) -> Vec<Line> {
    let header = both.header();
    let game = format!("EXPECTED   part {}, seed {}, {}", header.part, header.seed, header.library);
    let mut lines = vec![line(game, HEADING), line(place(both, pair), TEXT)];
    lines.extend(notice.map(|notice| line(notice, WRONG)));
    if !both.is_compared() {
        let (compared, last) = (both.compared(), both.last());
        lines.push(line(format!("{compared} of {last} steps are compared so far"), QUIET));
    }
    lines.push(blank());
    if both.verdict().is_ok() {
        lines.extend(equal(both));
        return lines;
    }
    match (pair.differs, &pair.expected) {
        (false, _) => lines.push(line("This step is equal.", RIGHT)),
        (true, None) => lines.push(line("The program should have ended before this step.", WRONG)),
        (true, _) => {
            lines.extend(pair.differences.iter().map(|difference| line(told(&difference.words), WRONG)));
            if pair.differences.is_empty() {
                lines.push(line("This step differs.", WRONG));
            }
        }
    }
    lines.push(blank());
    let here: Vec<&Divergence> = both.found_at(pair.step).collect();
    for found in &here {
        lines.extend(cause(found).map(|cause| line(cause, TEXT)));
        lines.extend(found.explanation.iter().map(|why| line(format!("expected: {why}"), TEXT)));
        lines.extend(found.hint.iter().map(|hint| line(format!("hint: {hint}"), TEXT)));
    }
    if here.is_empty() {
        lines.extend(first(both));
    }
    lines
}

/// Returns the step, how many there are, and the key.
pub fn place(both: &SideBySide, pair: &Pair) -> String {
    let key = pair.recorded.key.map_or("start", |key| key.name());
    format!("step {} of {}, {key}", pair.step, both.last())
}

/// What is told of a recording without a difference.
fn equal(both: &SideBySide) -> Vec<Line> {
    let mut lines = vec![line("The recording is equal to the expected run, in all its steps.", RIGHT)];
    let not_compared = &both.verdict().not_compared;
    if !not_compared.is_empty() {
        lines.push(line(format!("not compared: {}", not_compared.join(", ")), TEXT));
    }
    lines
}

/// Where the recording differs first, and why, for the other steps.
fn first(both: &SideBySide) -> Vec<Line> {
    let mut lines = Vec::new();
    let verdict = both.verdict();
    for found in verdict.divergence.iter().chain(&verdict.cosmetic) {
        let (step, key) = (found.expected.step, found.expected.key_name());
        let what = if found.differences.iter().all(|it| it.kind.is_some_and(Kind::is_cosmetic)) {
            let words: Vec<&str> = found.differences.iter().filter_map(|it| Some(it.kind?.word())).collect();
            format!("from step {step} ({key}) on: {}", words.join(", "))
        } else {
            format!("The rules differ from step {step} ({key}) on.")
        };
        lines.push(line(what, QUIET));
        lines.extend(cause(found).map(|cause| indented(cause, QUIET)));
    }
    lines
}

fn cause(found: &Divergence) -> Option<String> {
    let cause = found.cause.as_ref()?;
    let likely = if cause.is_perhaps() { "perhaps" } else { "likely cause" };
    Some(format!("{likely}: {}", told(&cause.text)))
}

/// Returns what is told about the recorded step, on the right: the lines that differ.
pub fn of_recording(both: &SideBySide, pair: &Pair, origin: Origin) -> Vec<Line> {
    let file = format!("RECORDED   {}, line {}", visible(both.name()), pair.recorded.line);
    let mut lines = vec![line(file, HEADING), blank()];
    for difference in &pair.differences {
        // Hashes tell nothing. What is behind them is in the pictures.
        if matches!(difference.kind, Some(Kind::Tiles | Kind::Frame)) {
            continue;
        }
        for (side, text) in [("expected", &difference.expected), ("recorded", &difference.recorded)] {
            lines.extend(text.iter().map(|text| line(format!("{side}  {}", told(text)), TEXT)));
        }
    }
    if !origin.note().is_empty() {
        if lines.len() > 2 {
            lines.push(blank());
        }
        lines.push(line(origin.note(), QUIET));
    }
    lines
}

/// Text of a recording, escaped and cut where it is too long to be read.
fn told(text: &str) -> String {
    visible(&text.chars().take(LONGEST).collect::<String>())
}

/// Draws lines, broken at blanks, in a frame with this many columns. What does not fit is counted in the last
/// row; `last` takes that row from the others.
pub fn draw(lines: &[Line], last: &[Line], columns: i32, frame: &mut Frame) {
    frame.clear();
    let columns = columns.clamp(1, MAP_WIDTH) as usize;
    let broken = |lines: &[Line]| -> Vec<(usize, String, Color)> {
        lines.iter().flat_map(|line| rows_of(line, columns)).collect()
    };
    let (mut rows, last) = (broken(lines), broken(last));
    let room = (frame.rows().max(0) as usize).saturating_sub(last.len());
    if rows.len() > room {
        let hidden = rows.len() - room + 1;
        rows.truncate(room.saturating_sub(1));
        rows.push((0, format!("... and {hidden} more lines"), QUIET));
    }
    let bottom = frame.rows() - last.len() as i32;
    for (y, (indent, text, color)) in (0..).zip(rows).chain((bottom..).zip(last)) {
        frame.draw_left(indent as i32, y, &text, color);
    }
}

/// Breaks a line into rows, each with its indentation.
fn rows_of(line: &Line, columns: usize) -> Vec<(usize, String, Color)> {
    // Frames draw a byte a tile, and only ASCII.
    let text: String = line.text.replace(['—', '–'], "-").replace('…', "...");
    let text: String = text.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect();
    let width = columns.saturating_sub(line.indent + INDENT).max(1);
    let rows = wrap(&text, width).into_iter().enumerate();
    rows.map(|(number, row)| (line.indent + if number == 0 { 0 } else { INDENT }, row, line.color)).collect()
}

/// The lines with the keys.
pub fn keys() -> [Line; 2] {
    KEYS.map(|text| line(text, QUIET))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desktop::pages::summary::text_rows;

    fn drawn(lines: &[Line], last: &[Line], columns: i32, rows: i32) -> Vec<String> {
        let mut frame = Frame::new(rows);
        draw(lines, last, columns, &mut frame);
        text_rows(&frame)
    }

    #[test]
    fn lines_are_broken_and_the_keys_are_at_the_bottom() {
        let lines = [line("a text that is long — too long…", TEXT), blank(), indented("é", TEXT)];
        let rows = drawn(&lines, &[line("keys", QUIET)], 16, 7);
        assert_eq!(rows, ["a text that is", "  long - too", "  long...", "", "  ?", "", "keys"]);
    }

    #[test]
    fn what_has_no_room_is_counted() {
        let lines: Vec<Line> = (0..9).map(|number| line(format!("line {number}"), TEXT)).collect();
        let rows = drawn(&lines, &keys(), 64, 6);
        assert_eq!(rows[..4], ["line 0", "line 1", "line 2", "... and 6 more lines"]);
        assert_eq!(rows[4..], KEYS);
        assert_eq!(drawn(&lines, &[], 64, 0), [""; 0]);
        assert_eq!(drawn(&lines, &keys(), 64, 1).len(), 1);
    }
}
