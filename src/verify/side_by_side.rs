//! Both runs of a recording, step by step, forwards and backwards: the one that the rules play from the
//! recording's seed and keys, and the recorded one.
//!
//! A recording may be larger than the memory. So the steps are read again when they are needed. Of some steps
//! their place in the file and the game before them are kept, and reading begins at the last one of these.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::compared_kinds::ComparedKinds;
use super::difference::Difference;
use super::source::{Input, Source};
use super::verdict::{Options, Verdict};
use super::{UNUSABLE, answer, draws, name_of, open, verify_source};
use crate::game::{Game, Setup};
use crate::support::save_slot::SaveSlot;
use crate::support::text::visible;
use crate::trace::input::InputError;
use crate::trace::{Block, FilePosition, Form, Header, Kind, Problem, Reader, Step, TraceError, Tracer};

/// What is said of a brief trace.
const NO_PICTURES: &str =
    "a brief trace has no pictures to show; record without --brief, or verify it without --show";

/// Minimum number of steps between two games that are kept.
const LEAST_SPACING: usize = 16;
/// Maximum number of games that are kept. Each takes some ten thousand bytes for a level.
const MOST_GAMES: usize = 512;

/// A step of both runs.
pub struct Pair {
    /// Its number.
    pub step: usize,
    /// What the step should be. None if the program should have ended before.
    pub expected: Option<Block>,
    /// The step as it was recorded.
    pub recorded: Step,
    /// The right game after the step. If the program should have ended, it is as it was then.
    pub game: Game,
    /// True if the runs differ in this step.
    pub differs: bool,
    /// What differs, as far as there are words for it.
    pub differences: Vec<Difference>,
}

impl Pair {
    /// Returns true if lines of this kind differ.
    pub fn differs_in(&self, kind: Kind) -> bool {
        self.differences.iter().any(|difference| difference.kind == Some(kind))
    }
}

/// The next step that differs, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// This one.
    At(usize),
    /// None does.
    Never,
    /// The steps that follow have not been compared yet.
    Unknown,
}

/// A recording that was verified, to be looked at step by step.
pub struct SideBySide {
    name: String,
    source: Source,
    header: Header,
    verdict: Verdict,
    compared: ComparedKinds,
    /// The games that are kept, in the order of their steps. The first is that of step 0.
    kept: Vec<State>,
    /// Number of steps between two of them.
    spacing: usize,
    /// Where comparing goes on. The steps before are compared.
    frontier: State,
    /// The steps that differ among those that are compared.
    differing: Vec<usize>,
}

/// The right game before a step, and where this step begins in the file.
#[derive(Clone)]
struct State {
    place: FilePosition,
    /// The colours of the frame of the step that comes next.
    colors: Option<Vec<String>>,
    tracer: Tracer,
    /// True after the step that ends the program.
    is_over: bool,
}

impl State {
    /// The start of a recording.
    fn of(steps: &Reader<Input<'_>>, options: &Options) -> State {
        let slot = SaveSlot::Memory(options.save.clone());
        let (tracer, _) = Tracer::new(Setup { slot, ..steps.header().setup() });
        State { place: steps.place(), colors: steps.colors(), tracer, is_over: false }
    }
}

/// Verifies a file, and writes the answer as [`verify_files`](super::verify_files) does. Returns the exit
/// code, and the recording if there is something to be looked at.
///
/// # Errors
/// When the answer cannot be written.
pub fn verify_and_open(
    path: &Path,
    options: &Options,
    out: &mut dyn Write,
    complaints: &mut dyn Write,
) -> io::Result<(u8, Option<SideBySide>)> {
    let name = name_of(path);
    let opened = open(path, &name).and_then(|source| {
        let begin = source.reader().map(|reader| (reader.header().clone(), State::of(&reader, options)));
        let (header, start) = begin.map_err(|error| InputError::Trace { path: name.clone(), error })?;
        Ok((source, header, start))
    });
    let (source, header, start) = match opened {
        Ok(opened) => opened,
        Err(error) => return Ok((answer(&name, &Err(error), options, out, complaints)?, None)),
    };
    if header.form == Form::Brief {
        writeln!(complaints, "roguelike: {}: {NO_PICTURES}", visible(&name))?;
        return Ok((UNUSABLE, None));
    }
    let verdict = verify_source(&source, &name, options);
    let code = answer(&name, &verdict, options, out, complaints)?;
    let both = match verdict {
        Ok((verdict, header)) if verdict.code() != UNUSABLE => {
            Some(SideBySide::new(name, source, header, start, verdict))
        }
        _ => None,
    };
    Ok((code, both))
}

impl SideBySide {
    fn new(name: String, source: Source, header: Header, start: State, verdict: Verdict) -> SideBySide {
        SideBySide {
            name,
            source,
            header,
            compared: verdict.compared_kinds.clone(),
            spacing: LEAST_SPACING.max(verdict.steps / MOST_GAMES + 1),
            verdict,
            kept: vec![start.clone()],
            frontier: start,
            differing: Vec::new(),
        }
    }

    /// What messages call the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How the game was started.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// What verifying has found.
    pub const fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// The number of the last step.
    pub const fn last(&self) -> usize {
        self.verdict.steps
    }

    /// Returns the first step that differs.
    pub fn first_difference(&self) -> Option<usize> {
        self.verdict.all().map(|found| found.expected.step).min()
    }

    /// Returns the number of steps that are compared, from step 0 on.
    pub const fn compared(&self) -> usize {
        self.frontier.place.step
    }

    /// Returns true if every step is compared.
    pub const fn is_compared(&self) -> bool {
        self.compared() > self.last()
    }

    /// Returns the next step after this one that differs.
    pub fn difference_after(&self, step: usize) -> Next {
        let next = self.differing.partition_point(|&differing| differing <= step);
        match self.differing.get(next) {
            Some(&found) => Next::At(found),
            None if self.is_compared() => Next::Never,
            None => Next::Unknown,
        }
    }

    /// Returns the last step before this one that differs, among those that are compared.
    pub fn difference_before(&self, step: usize) -> Option<usize> {
        let before = self.differing.partition_point(|&differing| differing < step);
        before.checked_sub(1).map(|last| self.differing[last])
    }

    /// Compares steps until this one is compared.
    ///
    /// # Errors
    /// When the file cannot be read any more.
    pub fn compare_to(&mut self, step: usize) -> Result<(), TraceError> {
        self.compare_while(|compared| compared <= step)
    }

    /// Compares steps for about this time, but at least one.
    ///
    /// # Errors
    /// When the file cannot be read any more.
    pub fn compare_for(&mut self, time: Duration) -> Result<(), TraceError> {
        let (begin, first) = (Instant::now(), self.compared());
        self.compare_while(|compared| compared == first || begin.elapsed() < time)
    }

    fn compare_while(&mut self, mut goes_on: impl FnMut(usize) -> bool) -> Result<(), TraceError> {
        if self.is_compared() {
            return Ok(());
        }
        let last = self.last();
        let mut cursor = Cursor::new(&self.source, &self.header, self.frontier.clone())?;
        while cursor.step() <= last && goes_on(cursor.step()) {
            let step = cursor.step();
            if step > 0
                && step.is_multiple_of(self.spacing)
                && self.kept.last().is_none_or(|it| it.place.step < step)
            {
                self.kept.push(cursor.state());
            }
            let (expected, recorded) = cursor.describe()?;
            if !is_right(&self.compared, expected.as_ref(), &recorded) {
                self.differing.push(step);
            }
        }
        self.frontier = cursor.state();
        Ok(())
    }

    /// Returns a step of both runs.
    ///
    /// # Errors
    /// When the file cannot be read any more.
    pub fn pair(&self, step: usize) -> Result<Pair, TraceError> {
        let step = step.min(self.last());
        let states = self.kept.iter().chain([&self.frontier]).filter(|state| state.place.step <= step);
        let last = states.max_by_key(|state| state.place.step).unwrap_or(&self.kept[0]);
        let mut cursor = Cursor::new(&self.source, &self.header, last.clone())?;
        while cursor.step() < step {
            cursor.pass()?;
        }
        let (expected, recorded) = cursor.describe()?;
        let differences = expected.as_ref().map(|expected| self.compared.differences(expected, &recorded));
        let mut differences = differences.unwrap_or_default();
        draws::name(&mut differences, self.header.seed);
        let differs = !is_right(&self.compared, expected.as_ref(), &recorded);
        let game = cursor.tracer.game().clone();
        Ok(Pair { step, expected, recorded, game, differs, differences })
    }
}

/// Returns true if a recorded step is what it should be.
fn is_right(compared: &ComparedKinds, expected: Option<&Block>, recorded: &Step) -> bool {
    expected.is_some_and(|expected| compared.matches(expected, recorded))
}

/// Plays the rules beside a recording that is read from some step on.
struct Cursor<'s> {
    steps: Reader<Input<'s>>,
    tracer: Tracer,
    is_over: bool,
}

impl<'s> Cursor<'s> {
    fn new(source: &'s Source, header: &Header, state: State) -> Result<Cursor<'s>, TraceError> {
        let State { place, colors, tracer, is_over } = state;
        Ok(Cursor { steps: source.resume(header, place, colors)?, tracer, is_over })
    }

    /// Returns the number of the next step.
    fn step(&self) -> usize {
        self.steps.place().step
    }

    fn state(&self) -> State {
        let Cursor { steps, tracer, is_over } = self;
        State { place: steps.place(), colors: steps.colors(), tracer: tracer.clone(), is_over: *is_over }
    }

    fn read(&mut self) -> Result<Step, TraceError> {
        self.steps.next().unwrap_or_else(|| Err(changed()))
    }

    /// Plays the next step and describes nothing.
    fn pass(&mut self) -> Result<(), TraceError> {
        let step = self.read()?;
        self.is_over = self.is_over || !self.tracer.pass(&step);
        Ok(())
    }

    /// Plays the next step. Returns what it should be, and what it was.
    fn describe(&mut self) -> Result<(Option<Block>, Step), TraceError> {
        let step = self.read()?;
        let tracer = &mut self.tracer;
        let block = match step.key {
            _ if self.is_over => None,
            Some(_) => tracer.replay(&step),
            None => Some(Block::of(tracer.game(), tracer.frame(), 0, None)),
        };
        self.is_over = block.as_ref().is_none_or(Block::quits);
        Ok((block, step))
    }
}

/// The error for a file that has less steps than when it was verified.
fn changed() -> TraceError {
    let problem = "it was changed meanwhile".to_owned();
    TraceError { line: 1, problem: Problem::Unreadable(problem) }
}
