//! One step of both runs of a recording: as the rules of the series play it, and as it was recorded.

use std::io::{self, Write};
use std::path::Path;

use super::difference::{Difference, cells};
use super::picture::{changes, rows};
use super::reference::Reference;
use super::report::cut;
use super::stored_trace::StoredTrace;
use super::verdict::{Options, Verdict};
use super::{
    UNREADABLE, UNUSABLE, Verified, answer, draws, name_of, note_missing_search, open, setup_of, verify_trace,
};
use crate::color::Color;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos};
use crate::screen::{Cell, Frame, rows as window_rows};
use crate::support::text::visible;
use crate::trace::input::InputError;
use crate::trace::{Fact, Header, Kind, Problem, RecordedStep, Step, TraceError};

/// Colours of the texts below the picture, and of characters whose colour is not known.
const TEXT: Color = Color(205, 200, 215);
const HEADING: Color = Color(255, 230, 150);
const WRONG: Color = Color(255, 206, 0);
const RIGHT: Color = Color(150, 205, 160);

/// What is shown in place of a picture.
const NO_PICTURE: [&str; 2] = ["The recording has no picture of this step.", "--full records it."];
const NO_STEP: [&str; 1] = ["The program should have ended before this step."];
const END: [&str; 1] = ["The program ends with this key."];
const NO_COLORS: &str =
    "the recording has no colours, so the right side has those of the left; --colors records them";
const OF_CAUSE: &str = "the recording has no picture of this step, so the right side is what the cause gives";

/// A step of both runs.
pub struct SideBySide {
    name: String,
    header: Header,
    verdict: Verdict,
    /// The step by the rules. None if the program should have ended before.
    expected: Option<Step>,
    /// The step as it was recorded.
    recorded: RecordedStep,
    /// The same with the lines and pictures that only the cause knows.
    completed: Step,
    is_right: bool,
    differences: Vec<Difference>,
}

/// One half of the picture.
pub struct Side {
    /// What is drawn.
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
    out: &mut dyn Write,
    complaints: &mut dyn Write,
) -> io::Result<(u8, Option<SideBySide>)> {
    let name = name_of(path);
    let trace = match open(path, &name) {
        Ok(trace) => trace,
        Err(error) => return Ok((answer(&name, &Err(error), options, out, complaints)?, None)),
    };
    let verified = verify_trace(&trace, &name, options);
    let code = answer(&name, &verified, options, out, complaints)?;
    note_missing_search(verified.as_ref().is_ok_and(|found| found.is_unexplained(options)), complaints)?;
    let Some(verified) = verified.ok().filter(|_| code < UNUSABLE) else { return Ok((code, None)) };
    let last = verified.verdict.steps;
    let reported = verified.verdict.main().map(|found| found.expected.number);
    let chosen = number.or(reported).unwrap_or(last);
    if chosen > last {
        writeln!(
            complaints,
            "roguelike: {}: there is no step {chosen}, the last one is step {last}",
            visible(&name)
        )?;
        return Ok((UNUSABLE, None));
    }
    match SideBySide::read(&name, &trace, verified, chosen, options) {
        Ok(both) => {
            if number.is_some() {
                both.write(out)?;
            }
            Ok((code, Some(both)))
        }
        Err(error) => {
            let error = InputError::Trace { path: name, error };
            writeln!(complaints, "roguelike: {}", visible(&error.to_string()))?;
            Ok((UNREADABLE, None))
        }
    }
}

impl SideBySide {
    /// Plays the recording again up to a step.
    fn read(
        name: &str,
        trace: &StoredTrace,
        Verified { verdict, header, compared }: Verified,
        number: usize,
        options: &Options,
    ) -> Result<SideBySide, TraceError> {
        let changed =
            || TraceError { line: 1, problem: Problem::Unreadable("it was changed meanwhile".to_owned()) };
        let mut reference = Reference::new(trace, &setup_of(&header, options), &header, options)?;
        let mut is_over = false;
        let mut steps = trace.reader()?;
        let (recorded, expected) = loop {
            let recorded = steps.next().unwrap_or_else(|| Err(changed()))?;
            let is_last = recorded.step.number == number;
            let expected = match is_over {
                true => None,
                false => reference.next(&recorded)?.map(|expected| expected.step),
            };
            if is_last {
                break (recorded, expected);
            }
            is_over = expected.is_none_or(|expected| expected.quits());
        };
        let expected = expected.map(|mut expected| {
            reference.tracer().iter().for_each(|tracer| tracer.add_pictures(&mut expected));
            expected
        });
        let is_right = expected.as_ref().is_some_and(|expected| compared.matches(expected, &recorded));
        let explained = verdict.all().find(|found| found.expected.number == number && found.worked_out);
        let completed = explained.map_or_else(|| recorded.step.clone(), |found| found.recorded.clone());
        let hash = recorded.hash.filter(|_| explained.is_none());
        let known = RecordedStep { step: completed, hash, ..recorded.clone() };
        let differences = expected.as_ref().map(|expected| compared.differences(expected, &known));
        let mut differences = differences.unwrap_or_default();
        draws::describe(&mut differences, header.seed);
        let wrong_save = verdict.wrong_save.iter().find(|found| found.expected.number == number);
        let is_right = is_right && wrong_save.is_none();
        differences.extend(wrong_save.into_iter().flat_map(|found| found.differences.clone()));
        let (name, completed) = (name.to_owned(), known.step);
        Ok(SideBySide { name, header, verdict, expected, recorded, completed, is_right, differences })
    }

    /// Returns the step, how many there are, its key, and whether it differs.
    fn heading(&self) -> String {
        let Step { number, .. } = self.recorded.step;
        let how = if self.is_right { "as expected" } else { "it differs" };
        format!("step {number} of {}, {}: {how}", self.verdict.steps, self.recorded.step.key_name())
    }

    /// Returns what differs in the step, and where the recording differs first if that is another step.
    fn findings(&self) -> Vec<(Color, String)> {
        let mut lines = Vec::new();
        if self.expected.is_none() {
            lines.push((WRONG, "the program should have ended before this step".to_owned()));
        }
        for Difference { kind, words, expected, recorded } in &self.differences {
            lines.push((WRONG, words.clone()));
            // The hashes of pictures mean nothing to a reader.
            let is_hash = matches!(kind, Some(Kind::Tiles | Kind::Frame));
            for (side, line) in
                [("expected", expected), ("recorded", recorded)].into_iter().filter(|_| !is_hash)
            {
                lines.extend(line.iter().map(|line| (TEXT, format!("  {side}  {line}"))));
            }
        }
        for found in self.verdict.all() {
            let (step, key) = (found.expected.number, found.expected.key_name());
            let is_here = step == self.recorded.step.number;
            let words = found.differences.first().map_or("", |difference| &difference.words);
            let cause = found.cause.as_ref().map(|cause| {
                let likely = if cause.is_perhaps() { "perhaps" } else { "likely cause" };
                format!("{likely}: {}", cause.text)
            });
            let text = match (is_here, cause) {
                (true, cause) => cause,
                (false, Some(cause)) => Some(format!("first in step {step} ({key}): {cause}")),
                (false, None) => Some(format!("first in step {step} ({key}): {words}")),
            };
            lines.extend(text.map(|text| (TEXT, text)));
        }
        lines
    }

    /// Writes the step: all its lines where it is right, or else what differs.
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.heading())?;
        let expected = self.expected.iter().filter(|_| self.is_right).flat_map(Step::lines);
        expected
            .map(str::to_owned)
            .chain(self.findings().into_iter().map(|(_, text)| text))
            .try_for_each(|line| writeln!(out, "  {}", cut(&line)))
    }

    /// Returns the lines below the picture, with their colours.
    pub fn texts(&self) -> Vec<(Color, String)> {
        let Header { part, seed, library, .. } = &self.header;
        let sides = format!(
            "left: expected, part {part}, seed {seed}, {library}   right: recorded, {}, line {}",
            self.name, self.recorded.line
        );
        let color = if self.is_right { RIGHT } else { WRONG };
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
        let ours = self.expected.as_ref().filter(|step| !step.quits()).map(cells);
        let theirs = self.recorded_cells(ours.as_deref().unwrap_or_default());
        let differs = |kind| self.differences.iter().any(|difference| difference.kind == Some(kind));
        let mut marks = [Vec::new(), Vec::new()];
        if let (Some(ours), Some(theirs)) = (&ours, &theirs)
            && differs(Kind::Frame)
        {
            let places = (0..).zip(ours.iter().zip(theirs)).filter(|(_, (ours, theirs))| ours != theirs);
            let places: Vec<Pos> = places.map(|(index, _)| place(index)).collect();
            marks = [places.clone(), places];
        }
        let on_map = [(&self.expected, &ours), (&Some(self.completed.clone()), &theirs)]
            .map(|(step, cells)| cells.is_some() && step.as_ref().is_some_and(shows_map));
        if on_map == [true; 2]
            && differs(Kind::Tiles)
            && let Some(expected) = &self.expected
        {
            let places = changes(rows(&expected.tiles), rows(&self.completed.tiles)).into_iter();
            let places: Vec<Pos> = places.map(|(x, y)| Pos::new(x as i32, y as i32)).collect();
            marks.iter_mut().for_each(|marks| marks.extend(&places));
        }
        for difference in &self.differences {
            let lines = [&difference.expected, &difference.recorded];
            for ((line, marks), _) in
                lines.into_iter().zip(&mut marks).zip(on_map).filter(|(_, is_map)| *is_map)
            {
                let fact = line.as_ref().and_then(|line| Fact::parse(line).ok());
                marks.extend(fact.and_then(|fact| fact.place()).filter(|&pos| Map::in_bounds(pos)));
            }
        }
        let missing: [&[&str]; 2] = [
            if self.expected.is_none() { &NO_STEP } else { &END },
            if self.recorded.quits() { &END } else { &NO_PICTURE },
        ];
        let height = window_rows(self.header.part);
        let [left, right] = [ours, theirs];
        let [left_marks, right_marks] = marks;
        [
            Side { frame: frame(left, height, missing[0]), marks: left_marks },
            Side { frame: frame(right, height, missing[1]), marks: right_marks },
        ]
    }

    /// Returns the recorded picture, if there is one. A character without a colour has that of the same one
    /// on its tile of the expected picture, or on another tile.
    fn recorded_cells(&self, ours: &[Option<Cell>]) -> Option<Vec<Option<Cell>>> {
        let frame =
            |step: &Step| step.lines().find(|line| line.starts_with(Kind::Frame.word())).map(str::to_owned);
        let is_same = match self.recorded.hash {
            Some(_) => self.is_right,
            None => frame(&self.recorded.step)
                .is_some_and(|line| self.expected.as_ref().and_then(frame) == Some(line)),
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

/// Returns true if a step shows the map.
fn shows_map(step: &Step) -> bool {
    let screen = step.lines().find_map(|line| line.strip_prefix("screen "));
    screen.is_none_or(|screen| screen == "map")
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
