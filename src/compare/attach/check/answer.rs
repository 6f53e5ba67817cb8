//! The answer of a check: one seed after the other is recorded and compared as long as everything is right.

use std::collections::BTreeSet;
use std::io::{self, Write};

use super::Check;
use super::error::CheckError;
use super::finding::{Finding, is_impossible};
use super::recorder::{Recorder, Recording, START};
use super::sanitized::NotSanitized;
use crate::attach::words::Words;
use crate::keys::{KeyFile, key_file};
use crate::verify::{Format, Of, Options, Output, Verdict, Wanted, not_shown, verify_recording};
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::support::terminal::{complain, tell_error};
use roguelike::support::text::{quoted, visible};
use roguelike_causes::Hidden;

/// Finds the place of a bug by a second build, with this seed and these keys.
type Find<'f> = dyn Fn(&str, &str) -> Result<Option<Finding>, NotSanitized> + 'f;

/// The answer of a check.
pub(super) struct Answer {
    /// The exit code.
    pub code: u8,
    /// The first step that differs.
    pub step: Option<usize>,
}

/// A recording that was compared: everything is right, or there is an answer.
type Judged = Result<Option<Verdict>, Answer>;

/// A program whose recordings are compared.
pub(super) struct Comparison<'a> {
    pub check: &'a Check<'a>,
    pub part: Part,
    pub recorder: &'a Recorder<'a>,
    /// Its sources.
    pub words: &'a Words<'a>,
    pub find: &'a Find<'a>,
}

impl Comparison<'_> {
    /// Compares a run without a turn, and the keys of each library as long as everything is right.
    pub fn run(&self, out: &mut dyn Write) -> Result<Answer, CheckError> {
        // The header of a recording without a turn has the name of the program's library.
        let (first, own) = self.record(START.0, START.1)?;
        // The keys of the other libraries lead through other dungeons.
        let others = StdLib::ALL.into_iter().filter(|library| self.check.all_seeds && *library != own);
        let mut missed: Option<Vec<&str>> = None;
        let mut hidden: Option<Hidden> = None;
        let mut seeds = BTreeSet::new();
        for library in std::iter::once(own).chain(others) {
            let KeyFile { text: keys, seed, .. } = key_file(self.part, library);
            if !seeds.insert(seed) {
                continue;
            }
            let seed = seed.to_string();
            let (recording, _) = self.record(&seed, &keys)?;
            let verdict = match self.judge((&seed, &keys), &recording, out)? {
                Ok(verdict) => verdict,
                Err(answer) => return Ok(answer),
            };
            let (not_reached, here) =
                verdict.map_or_else(Default::default, |verdict| (verdict.not_reached, verdict.hidden));
            hidden = match (hidden, here) {
                (Some(before), Some(here)) => Some(before.and(here)),
                (before, here) => before.or(here),
            };
            let missed = missed.get_or_insert_with(|| not_reached.clone());
            missed.retain(|what| not_reached.contains(what));
        }
        // The other recordings come first, because they show it better.
        let mut said = Vec::new();
        let judged = self.judge(START, &first, &mut said)?;
        if let Err(answer) = judged {
            out.write_all(&said)?;
            out.flush()?;
            return Ok(answer);
        }
        if self.check.sanitize && self.is_undefined(&key_file(self.part, own), out)? {
            return Ok(Answer { code: 1, step: None });
        }
        let missed = missed.unwrap_or_default();
        if !missed.is_empty() {
            writeln!(out, "not reached: {}", missed.join(", "))?;
        }
        if let Some(hidden) = hidden.filter(|hidden| !hidden.bugs.is_empty()) {
            writeln!(out, "{}", not_shown(&hidden, self.part, false))?;
        }
        let recordings = self.recorder.workspace.recordings.to_string_lossy();
        writeln!(out, "recordings: {}", visible(&recordings))?;
        Ok(Answer { code: 0, step: None })
    }

    /// Returns what the sanitizers find with this seed and these keys, or tells what keeps the build from
    /// using them.
    fn found(&self, seed: &str, keys: &str) -> Option<Finding> {
        let found = (self.find)(seed, keys);
        if let Err(error @ NotSanitized::NotUsed) = &found {
            complain(&format!("the sanitizers could not look for the place: {error}"));
        }
        found.ok().flatten()
    }

    /// Looks for undefined behaviour in a program whose recordings are right. Returns true if there is any,
    /// and writes it.
    fn is_undefined(&self, KeyFile { text, seed, .. }: &KeyFile, out: &mut dyn Write) -> io::Result<bool> {
        let found = (self.find)(&seed.to_string(), text);
        match &found {
            Ok(Some(finding)) => {
                writeln!(out, "nothing differs, but only by chance: the program has undefined behaviour")?;
                write_finding(finding, out)?;
            }
            Ok(None) => writeln!(out, "the sanitizers find no undefined behaviour with seed {seed}")?,
            Err(error) => {
                complain(&format!("the sanitizers could not look for undefined behaviour: {error}"))
            }
        }
        out.flush()?;
        Ok(matches!(found, Ok(Some(_))))
    }

    /// Records a run, which has at least a step, and returns the program's library as well.
    fn record(&self, seed: &str, keys: &str) -> Result<(Recording, StdLib), CheckError> {
        let recording = self.recorder.record(self.part, seed, keys)?;
        match recording.library {
            Some(library) => Ok((recording, library)),
            None => Err(recording.without_step(self.recorder, self.words.sources, || self.found(seed, keys))),
        }
    }

    /// Compares a recording, and writes what is wrong with it or with the end of its program.
    fn judge(
        &self,
        (seed, keys): (&str, &str),
        recording: &Recording,
        out: &mut dyn Write,
    ) -> Result<Judged, CheckError> {
        let mut notes = Vec::new();
        // A run without a turn shows hardly any bug.
        let wanted = if (seed, keys) == START { Wanted::Causes } else { Wanted::HiddenBugs };
        let options = Options { wanted, sources: Some(self.words), ..self.check.options.clone() };
        let format = Format::Text { color: self.check.color, long: false };
        let (code, verified) = verify_recording(
            &recording.path,
            &format!("seed {seed}"),
            &options,
            &mut Output::new(format, out, &mut notes),
        )?;
        let verdict = verified.map(|verified| verified.verdict);
        if code == 0 && recording.failure.is_none() {
            return Ok(Ok(verdict));
        }
        let when = if code == 0 { "after its last step: " } else { "" };
        if let Some(failure) = &recording.failure {
            writeln!(out, "  {when}{}", visible(&failure.to_string()))?;
            let room = self.recorder.workspace.little_room();
            room.map_or(Ok(()), |room| writeln!(out, "  {room}"))?;
        }
        let is_odd = is_odd(verdict.as_ref());
        let place = recording
            .place((&self.recorder.workspace.source, self.words.sources), is_odd, || self.found(seed, keys));
        place.map_or(Ok(()), |place| write_finding(&place, out))?;
        let path = &recording.path;
        writeln!(out, "  recording: {}", visible(&path.to_string_lossy()))?;
        if code != 0 {
            writeln!(out, "  picture: roguelike verify --picture both.png {}", quoted(path))?;
        }
        out.flush()?;
        String::from_utf8_lossy(&notes).lines().for_each(tell_error);
        let step = verdict.and_then(|verdict| verdict.first_step());
        Ok(Err(Answer { code: code.max(1), step }))
    }
}

/// Returns true if a recording may show undefined behaviour: it has values that no game has, or differs for
/// a cause that is unknown or explains only a part. A recording without a verdict has text that is none.
fn is_odd(verdict: Option<&Verdict>) -> bool {
    let Some(verdict) = verdict else { return true };
    verdict.main().is_some_and(|main| {
        let is_unexplained =
            main.of != Of::Shown && main.cause.as_ref().is_none_or(|cause| !cause.is_whole());
        is_unexplained || is_impossible(&main.recorded)
    })
}

/// Writes a finding, indented.
fn write_finding(finding: &Finding, out: &mut dyn Write) -> io::Result<()> {
    finding.to_string().lines().try_for_each(|line| writeln!(out, "  {}", visible(line)))
}
