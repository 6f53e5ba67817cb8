//! Recordings replayed and compared (`roguelike verify`).
//!
//! A recording is played again from nothing but its header and its keys. What it says has to come out; what it leaves out is
//! not compared. At the first step that differs the replay stops, and [`Divergence`] has everything one wants to know there.

mod cause;
mod compare;
mod draws;
mod json;
pub mod paint;
mod picture;
mod report;
pub mod slips;

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::event::Event;
use crate::game::Setup;
use crate::key::Key;
use crate::support::save_slot::SaveSlot;
use crate::support::text::visible;
use crate::trace::input::{InputError, parse_trace};
use crate::trace::{Block, Kind, Recording, Step, Tracer};

pub use cause::Cause;
use cause::Scene;
pub use compare::Difference;
use compare::{Gaps, Lens, as_recorded};

/// How recordings are verified, and how that is told.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The save file that the runs began with, read into memory.
    pub save: Option<String>,
    /// Tell it to a script: one JSON object a line.
    pub json: bool,
    /// Mark with colours.
    pub color: bool,
}

/// What a comparison came to.
#[derive(Debug)]
pub struct Verdict {
    /// The last step that was recorded.
    pub steps: usize,
    /// What the recording leaves out, in words.
    pub not_compared: Vec<String>,
    /// Was there anything that could be compared? If not, it is not known whether all is well.
    pub compared: bool,
    /// Where it differs, if it does.
    pub divergence: Option<Divergence>,
}

impl Verdict {
    /// Does everything come out that was recorded?
    pub const fn is_ok(&self) -> bool {
        self.compared && self.divergence.is_none()
    }

    const fn code(&self) -> u8 {
        match (&self.divergence, self.compared) {
            (None, true) => SAME,
            (None, false) => UNUSABLE,
            (Some(_), _) => DIFFERENT,
        }
    }
}

/// The first step that differs.
#[derive(Debug)]
pub struct Divergence {
    /// What the step should be.
    pub expected: Block,
    /// What differs.
    pub differences: Vec<Difference>,
    /// The map's rows as recorded, or as the cause gives them.
    pub tiles: Option<Vec<String>>,
    /// The screen's rows, likewise.
    pub screen: Option<Vec<String>>,
    /// Were those, and the lines, worked out from the cause? The recording itself has only hashes then.
    pub worked_out: bool,
    /// Does the recording have but a hash for the step?
    pub brief: bool,
    /// Does the recording leave lines out that would tell more?
    pub leaves_out: bool,
    /// The last keys, that of the step included.
    pub keys: Vec<Key>,
    /// Why, if a known mistake explains it.
    pub cause: Option<Cause>,
    /// What else may help.
    pub hint: Option<&'static str>,
}

/// Larger files are no traces, in bytes.
const LARGEST: u64 = 1 << 30;
/// Keys that are shown before a difference.
const LAST_KEYS: usize = 10;

/// Steps after a difference that are searched for lines which seemed to be left out.
const LOOK_AHEAD: usize = 10_000;

/// What may help where nothing known explains a difference.
const LOST_SAVE: &str = "if the run began with a save file, name it with --save-file";
const LEFT_DEVICE: &str = "is a std::random_device left somewhere? Recording twice must give the same file";
/// More tiles than this are not dug or left by a single mistake, but by other random numbers.
const ANOTHER_MAP: usize = 200;

/// What is said of a trace without anything in it.
const NOTHING: &str = "nothing could be compared: the steps of the trace have no lines";

/// Exit codes: all is well, something differs, a file is no trace or says nothing.
const SAME: u8 = 0;
const DIFFERENT: u8 = 1;
const UNUSABLE: u8 = 2;

/// Verifies files one after the other; `-` is standard input. Gives the worst exit code: 0 when all is well, 1 when something
/// differs, 2 when a file is no trace or there is nothing in it to compare.
///
/// # Errors
/// When the answers cannot be written.
pub fn verify_files(
    paths: &[PathBuf],
    options: &Options,
    out: &mut dyn Write,
    complaints: &mut dyn Write,
) -> io::Result<u8> {
    let mut code = SAME;
    for path in paths {
        let name = if is_stdin(path) { "standard input".to_owned() } else { path.display().to_string() };
        let verdict =
            read(path, &name).map(|recording| (compare(&recording, options.save.as_deref()), recording));
        code = code.max(match &verdict {
            Ok((verdict, _)) => verdict.code(),
            Err(_) => UNUSABLE,
        });
        match verdict {
            Ok((verdict, recording)) if options.json => json::verdict(out, &name, &verdict, &recording)?,
            Ok((verdict, _)) if verdict.code() == UNUSABLE => {
                writeln!(complaints, "roguelike: {}: {NOTHING}", visible(&name))?;
            }
            Ok((verdict, _)) => report::verdict(out, &name, &verdict, options.color)?,
            Err(error) if options.json => json::error(out, &name, &error)?,
            Err(error) => writeln!(complaints, "roguelike: {}", visible(&error.to_string()))?,
        }
    }
    out.flush()?;
    Ok(code)
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads a recording.
fn read(path: &Path, name: &str) -> Result<Recording, InputError> {
    let bytes = read_bytes(path).map_err(|error| InputError::Read { path: name.to_owned(), error })?;
    parse_trace(&bytes, name)
}

fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if is_stdin(path) {
        io::stdin().lock().take(LARGEST + 1).read_to_end(&mut bytes)?;
    } else {
        File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    }
    if bytes.len() as u64 > LARGEST {
        return Err(io::Error::other("it is larger than 1 GiB; no trace is"));
    }
    Ok(bytes)
}

/// Replays a recording and compares it step by step. `save` is the save file that the run began with, if it did.
pub fn compare(recording: &Recording, save: Option<&str>) -> Verdict {
    let setup = Setup { slot: SaveSlot::Memory(save.map(str::to_owned)), ..recording.setup() };
    let mut lens = Lens::of(recording);
    loop {
        match replay(recording, &setup, lens.clone()) {
            Ok(verdict) => return verdict,
            Err(kinds) => lens = lens.with(&kinds),
        }
    }
}

/// Replays a recording up to the first step that differs.
///
/// # Errors
/// In a brief recording, when a kind of lines seemed to be left out and a later step has it: these kinds, with which it has to
/// be replayed again, because the first step that lacks them is the first that differs.
fn replay(recording: &Recording, setup: &Setup, mut lens: Lens) -> Result<Verdict, Vec<Kind>> {
    let mut gaps = Gaps::default();
    let (mut tracer, mut block) = Tracer::new(setup.clone());
    let mut divergence = None;
    for (index, step) in recording.steps.iter().enumerate() {
        // The game before the step, should it be the one that differs.
        let mut before = None;
        if let (Some(key), true) = (step.key, index > 0) {
            before = Some(tracer.clone());
            block = tracer.press(key);
        }
        if !lens.matches(&block, step) && !lens.leave_out(&block, step) {
            let kinds = brought_back(&lens, &tracer, &block, &recording.steps[index..]);
            if !kinds.is_empty() {
                return Err(kinds);
            }
            let scene = Scene { recording, setup, lens: &lens, step: index, before: before.as_ref() };
            gaps.count_left_out(&lens, &block);
            divergence = Some(diverge(&scene, block, &tracer));
            break;
        }
        lens.confirm(&block);
        gaps.count(&lens, &block, step);
    }
    let steps = recording.steps.len() - 1;
    let compared = divergence.is_some() || gaps.compared();
    Ok(Verdict { steps, not_compared: gaps.told(), compared, divergence })
}

/// Looks in these steps, the first of which should be `block`, for lines that a brief recording seemed to leave out.
fn brought_back(lens: &Lens, tracer: &Tracer, block: &Block, steps: &[Step]) -> Vec<Kind> {
    if !lens.is_in_doubt() {
        return Vec::new();
    }
    let mut tracer = tracer.clone();
    let later = steps.iter().skip(1).take(LOOK_AHEAD).map_while(|step| Some((step, step.key?)));
    let later = later.map(|(step, key)| lens.brought_back(&tracer.press(key), step));
    [lens.brought_back(block, &steps[0])]
        .into_iter()
        .chain(later)
        .find(|kinds| !kinds.is_empty())
        .unwrap_or_default()
}

/// Finds out everything about a step that differs.
fn diverge(scene: &Scene<'_>, expected: Block, tracer: &Tracer) -> Divergence {
    let step = &scene.recording.steps[scene.step];
    let cause = scene.find_cause();
    // Where the recording has only hashes and a cause reproduces them, the cause knows what was on the map and on the screen.
    let explains = cause.as_ref().filter(|cause| cause.unexplained.is_empty());
    let explained = explains.map(|cause| as_recorded(&cause.block));
    let shown: &Step = if step.hash.is_some() { explained.as_ref().unwrap_or(step) } else { step };
    let mut differences = scene.lens.differences(&expected, shown);
    if let Some(explained) = &explained
        && step.hash.is_none()
    {
        // The same differences, but with the pictures that the recording lacks.
        let pictured =
            Step { tiles: explained.tiles.clone(), screen: explained.screen.clone(), ..step.clone() };
        differences = scene.lens.differences(&expected, &pictured);
    }
    let random = is_random(scene, &expected, &differences, cause.as_ref());
    name_draws(&mut differences, scene.setup.seed);
    let rows = |own: &Option<Vec<String>>, worked_out: fn(&Step) -> Option<Vec<String>>| {
        own.clone().or_else(|| explained.as_ref().and_then(worked_out))
    };
    let keys = scene.recording.steps[..=scene.step].iter().filter_map(|step| step.key).collect::<Vec<_>>();
    let lost_save = tracer.game().events().contains(&Event::NoSave);
    let hint = lost_save.then_some(LOST_SAVE).or(random.then_some(LEFT_DEVICE));
    Divergence {
        differences,
        tiles: rows(&step.tiles, |step| step.tiles.clone()),
        screen: rows(&step.screen, |step| step.screen.clone()),
        worked_out: explained.is_some() && (step.tiles.is_none() || step.screen.is_none()),
        brief: step.hash.is_some(),
        leaves_out: scene.lens.leaves_out(&expected),
        keys: keys[keys.len().saturating_sub(LAST_KEYS)..].to_vec(),
        cause,
        hint,
        expected,
    }
}

/// Does the first map, or the generator before it, look as if it came from a seed that nobody knows?
fn is_random(scene: &Scene<'_>, expected: &Block, differences: &[Difference], cause: Option<&Cause>) -> bool {
    if scene.before.is_some_and(|tracer| tracer.game().has_run()) {
        return false;
    }
    let step = &scene.recording.steps[scene.step];
    let differs = |kind| differences.iter().find(|difference| difference.kind == Some(kind));
    let unexplained = |kind| cause.is_none_or(|cause| cause.unexplained.contains(&kind));
    let rng = differs(Kind::Rng).filter(|_| unexplained(Kind::Rng));
    let lost = rng.is_some_and(|difference| draws_apart(difference, scene.setup.seed).is_none());
    let map = differs(Kind::Tiles).is_some()
        && unexplained(Kind::Tiles)
        && is_another_map(scene, expected, |kind| differs(kind).is_some());
    lost || map || step.hash.is_some() && cause.is_none()
}

/// Is it another map, not only another view of the map? Of a hash nobody can tell, but whoever starts elsewhere does.
fn is_another_map(scene: &Scene<'_>, expected: &Block, differs: impl Fn(Kind) -> bool) -> bool {
    match &scene.recording.steps[scene.step].tiles {
        Some(rows) => picture::dug_otherwise(&expected.tiles, rows) > ANOTHER_MAP,
        None => {
            !scene.setup.part.has_fog()
                || !scene.lens.has(Kind::Player)
                || [Kind::Player, Kind::Monster].into_iter().any(differs)
        }
    }
}

/// Says of a generator where it is, not what it would give.
fn name_draws(differences: &mut [Difference], seed: u32) {
    for difference in differences.iter_mut().filter(|difference| difference.kind == Some(Kind::Rng)) {
        if let Some(relation) = draws_apart(difference, seed) {
            difference.words = relation;
        }
    }
}

/// How far apart the generators are, if that can be found out.
fn draws_apart(difference: &Difference, seed: u32) -> Option<String> {
    let number = |line: &Option<String>| line.as_deref()?.strip_prefix("rng ")?.parse().ok();
    draws::relation(seed, number(&difference.expected)?, number(&difference.recorded)?)
}
