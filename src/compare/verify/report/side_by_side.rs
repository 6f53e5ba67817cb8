//! One step of both runs of a recording: as the rules of the series play it, and as it was recorded.

use std::io;
use std::path::Path;

use super::answer::{Output, UNUSABLE, Verified, exit_code, verify_recording};
use super::cause_text;
use super::lines::cut;
use crate::verify::data::picture::{cells, changes, rows};
use crate::verify::data::{Difference, Of};
use crate::verify::input::{Options, StoredTrace};
use crate::verify::judge::{ComparedKinds, Reference, describe_draws, refusal};
use roguelike::color::Color;
use roguelike::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos};
use roguelike::screen::{Cell, Frame, rows as window_rows};
use roguelike::support::text::visible;
use roguelike::trace::input::{InputError, name_of};
use roguelike::trace::{Fact, Header, Kind, RecordedStep, Step, TraceError, Value};

/// Colours of the texts below the picture, and of characters whose colour is not known.
const TEXT: Color = Color(205, 200, 215);
const HEADING: Color = Color(255, 230, 150);
const WRONG: Color = Color(255, 206, 0);
const RIGHT: Color = Color(150, 205, 160);

/// Shown in place of a picture.
const NO_PICTURE: [&str; 2] = ["The recording has no picture of this step.", "--full records it."];
const END: [&str; 1] = ["The program ends with this key."];
const NO_COLORS: &str =
    "the recording has no colours, so the right side has those of the left; --colors records them";
const OF_CAUSE: &str = "the recording has no picture of this step, so the right side is what the cause gives";

/// A step of both runs.
pub struct SideBySide {
    name: String,
    verified: Verified,
    /// The step by the rules.
    expected: Step,
    /// The step as it was recorded.
    recorded: RecordedStep,
    /// The same with the lines and pictures that only the cause knows.
    completed: Step,
    differences: Vec<Difference>,
}

/// One half of the picture.
pub struct Side {
    /// The picture.
    pub frame: Frame,
    /// The tiles that differ from the other side.
    pub marks: Vec<Pos>,
}

/// Verifies a file, and writes the answer as [`verify_files`](super::verify_files) does. Then it looks at one
/// step: that with the number, or without one that of the report, or the last if none differs. If there is a
/// number, it also writes what the step is in both runs. Returns the exit code, and the step if there is one
/// to look at.
///
/// # Errors
/// When the answer cannot be written.
pub fn verify_step(
    path: &Path,
    number: Option<usize>,
    options: &Options,
    output: &mut Output,
) -> io::Result<(u8, Option<SideBySide>)> {
    let name = name_of(path);
    let (code, verified) = verify_recording(path, &name, options, output)?;
    let Some(verified) = verified.filter(|_| code < UNUSABLE) else { return Ok((code, None)) };
    let reported = verified.verdict.main().map(|found| found.expected.number);
    let chosen = number.or(reported).unwrap_or(verified.verdict.steps);
    match SideBySide::read(&name, verified, chosen, options) {
        Ok(both) => {
            if number.is_some() {
                both.write(output.out)?;
            }
            Ok((code, Some(both)))
        }
        Err(error) => {
            let error = InputError::Trace { path: name, error };
            writeln!(output.complaints, "roguelike: {}", visible(&error.to_string()))?;
            Ok((exit_code(&error), None))
        }
    }
}

impl SideBySide {
    /// Plays the recording again up to a step.
    fn read(
        name: &str,
        verified: Verified,
        number: usize,
        options: &Options,
    ) -> Result<SideBySide, TraceError> {
        let Verified { trace, verdict } = &verified;
        let (recorded, expected) = play(trace, number, options)?;
        let explained =
            verdict.divergences.iter().find(|found| found.expected.number == number && found.worked_out);
        let known = match explained {
            Some(found) => RecordedStep { step: found.recorded.clone(), hash: None, ..recorded.clone() },
            None => recorded.clone(),
        };
        let mut differences = ComparedKinds::of(trace, options).differences(&expected, &known);
        describe_draws(&mut differences, trace.header.seed);
        let wrong_save = verdict.of(Of::SaveFile).into_iter().filter(|found| found.expected.number == number);
        differences.extend(wrong_save.flat_map(|found| found.differences.clone()));
        let (name, completed) = (name.to_owned(), known.step);
        Ok(SideBySide { name, verified, expected, recorded, completed, differences })
    }

    fn is_right(&self) -> bool {
        self.differences.is_empty()
    }

    /// Returns the step, how many there are, its key, and whether it differs.
    fn heading(&self) -> String {
        let Step { number, .. } = self.recorded.step;
        let how = if self.is_right() { "as expected" } else { "it differs" };
        format!("step {number} of {}, {}: {how}", self.verified.verdict.steps, self.recorded.step.key_name())
    }

    /// Returns what differs in the step, and where the recording differs first if that is another step.
    fn findings(&self) -> Vec<(Color, String)> {
        let mut lines = Vec::new();
        for difference in &self.differences {
            lines.push((WRONG, difference.words()));
            // The hashes of pictures mean nothing to a reader.
            if !matches!(difference.kind(), Some(Kind::Tiles | Kind::Frame)) {
                lines.extend(difference.sides().map(|line| (TEXT, format!("  {line}"))));
            }
        }
        for found in &self.verified.verdict.divergences {
            let cause = found.cause.as_ref().map(|cause| cause_text::headline(cause, None));
            let (step, key) = (found.expected.number, found.expected.key_name());
            let text = if step == self.recorded.step.number {
                cause
            } else {
                let what = cause.or_else(|| Some(found.differences.first()?.words()));
                what.map(|what| format!("first in step {step} ({key}): {what}"))
            };
            lines.extend(text.map(|text| (TEXT, text)));
        }
        lines
    }

    /// Writes the step: all its lines where it is right, or else what differs.
    fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "{}", self.heading())?;
        let right = if self.is_right() { self.expected.facts() } else { &[] };
        let findings = self.findings().into_iter().map(|(_, text)| text);
        let mut lines = right.iter().map(Fact::to_string).chain(findings);
        lines.try_for_each(|line| writeln!(out, "  {}", cut(&line)))
    }

    /// Returns the lines below the picture, with their colours.
    pub fn texts(&self) -> Vec<(Color, String)> {
        let Header { part, seed, library, .. } = &self.verified.trace.header;
        let sides = format!(
            "left: expected, part {part}, seed {seed}, {library}   right: recorded, {}, line {}",
            self.name, self.recorded.line
        );
        let color = if self.is_right() { RIGHT } else { WRONG };
        let mut lines = vec![(HEADING, sides), (color, self.heading())];
        lines.extend(self.findings());
        let Step { screen, colors, .. } = &self.recorded.step;
        let note = match (screen, colors, &self.completed.screen) {
            (Some(_), None, _) => Some(NO_COLORS),
            (None, _, Some(_)) => Some(OF_CAUSE),
            _ => None,
        };
        lines.extend(note.map(|note| (TEXT, note.to_owned())));
        lines.into_iter().map(|(color, text)| (color, visible(&text))).collect()
    }

    /// Returns both halves of the picture: the expected step and the recorded one.
    pub fn sides(&self) -> [Side; 2] {
        let ours = (!self.expected.quits()).then(|| cells(&self.expected));
        let theirs = self.recorded_cells(ours.as_deref().unwrap_or_default());
        let differs = |kind| self.differences.iter().any(|difference| difference.kind() == Some(kind));
        let mut differing = Vec::new();
        if differs(Kind::Frame)
            && let (Some(ours), Some(theirs)) = (&ours, &theirs)
        {
            let cells = (0..).zip(ours.iter().zip(theirs));
            differing.extend(cells.filter(|(_, (a, b))| a != b).map(|(index, _)| place(index)));
        }
        // On any other screen the places of the map are somewhere else.
        let is_map = |step: &Step| {
            step.fact(Kind::Screen).is_none_or(|screen| screen.get("").and_then(Value::text) == Some("map"))
        };
        let on_map = [ours.is_some() && is_map(&self.expected), theirs.is_some() && is_map(&self.completed)];
        if differs(Kind::Tiles) && on_map == [true; 2] {
            differing.extend(changes(rows(&self.expected.tiles), rows(&self.completed.tiles)));
        }
        let no_picture: [&[&str]; 2] = [&END, if self.recorded.quits() { &END } else { &NO_PICTURE }];
        let mut cells = [ours, theirs];
        [0, 1].map(|side| {
            let lines = self.differences.iter().filter_map(|it| [&it.expected, &it.recorded][side].as_ref());
            let places = lines.filter_map(|line| line.fact()?.place());
            let places = places.filter(|&pos| on_map[side] && Map::in_bounds(pos));
            let height = window_rows(self.verified.trace.header.part);
            Side {
                frame: frame(cells[side].take(), height, no_picture[side]),
                marks: differing.iter().copied().chain(places).collect(),
            }
        })
    }

    /// Returns the recorded picture, if there is one. A character without a colour has that of the same one
    /// on its tile of the expected picture, or on another tile.
    fn recorded_cells(&self, ours: &[Option<Cell>]) -> Option<Vec<Option<Cell>>> {
        let of_frame = self.recorded.step.fact(Kind::Frame);
        let is_same = match self.recorded.hash {
            Some(_) => self.is_right(),
            None => of_frame.is_some() && of_frame == self.expected.fact(Kind::Frame),
        };
        match (&self.completed.screen, &self.completed.colors) {
            _ if self.recorded.quits() => None,
            (Some(_), Some(_)) => Some(cells(&self.completed)),
            (Some(rows), None) => {
                let color = |index: usize, glyph: u8| {
                    let mut known = ours.get(index).into_iter().chain(ours).flatten();
                    known.find(|cell| cell.glyph == glyph).map_or(TEXT, |cell| cell.color)
                };
                let glyphs = rows.iter().flat_map(|row| row.bytes()).enumerate();
                let cell =
                    |(index, glyph)| (glyph != b' ').then(|| Cell { glyph, color: color(index, glyph) });
                Some(glyphs.map(cell).collect())
            }
            (None, _) => is_same.then(|| ours.to_vec()),
        }
    }
}

/// Plays a recording up to a step. Returns the step as it was recorded, and as it should be.
fn play(trace: &StoredTrace, number: usize, options: &Options) -> Result<(RecordedStep, Step), TraceError> {
    let mut reference = Reference::new(trace, options)?;
    let (mut line, mut last) = (1, 0);
    for recorded in trace.steps()? {
        let recorded = recorded?;
        let Some(RecordedStep { step: mut expected, .. }) = reference.next(&recorded)? else { break };
        (line, last) = (recorded.line, recorded.step.number);
        if last == number {
            reference.tracer().iter().for_each(|tracer| tracer.add_pictures(&mut expected));
            return Ok((recorded, expected));
        }
        if expected.quits() {
            break;
        }
    }
    Err(refusal(line, format!("there is no step {number}, the last one is step {last}")))
}

/// Returns the place of a tile of the window from its index, row by row.
const fn place(index: i32) -> Pos {
    Pos::new(index % MAP_WIDTH, index / MAP_WIDTH)
}

/// Returns cells as a frame, or without them one with these lines.
fn frame(cells: Option<Vec<Option<Cell>>>, height: i32, lines: &[&str]) -> Frame {
    let mut frame = Frame::new(height);
    match cells {
        Some(cells) => {
            for (index, cell) in (0..).zip(cells) {
                if let Some(Cell { glyph, color }) = cell {
                    frame.put(place(index), glyph, color);
                }
            }
        }
        None => (MAP_HEIGHT / 3..).zip(lines).for_each(|(row, line)| frame.draw_centred(row, line, TEXT)),
    }
    frame
}
