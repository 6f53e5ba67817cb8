//! What a recording is compared with: the rules of the series, perhaps with constants of the program's own
//! (`--set`), or an older recording (`roguelike diff`).

use std::iter::Take;
use std::path::Path;
use std::vec;

use super::causes;
use super::stored_trace::{Input, StoredTrace, Survey};
use super::verdict::Options;
use super::{name_of, open};
use crate::game::{GameState, Setup};
use crate::key::Key;
use crate::trace::input::InputError;
use crate::trace::{Form, Header, Problem, Reader, RecordedStep, Step, TraceError, Tracer};

/// An older recording, which is expected in place of what the rules do.
pub struct Older {
    trace: StoredTrace,
    header: Header,
    pub(super) survey: Survey,
}

impl Older {
    /// Reads the recording.
    ///
    /// # Errors
    /// If it cannot be read, is no trace, or is a brief one.
    pub fn read(path: &Path) -> Result<Older, InputError> {
        let name = name_of(path);
        let trace = open(path, &name)?;
        let survey = trace.reader().and_then(|reader| {
            let header = reader.header().clone();
            match header.form {
                Form::Brief => Err(refusal(1, "the older recording is brief; record it without --brief")),
                _ => Ok((header, Survey::of(reader)?)),
            }
        });
        let (header, survey) = survey.map_err(|error| InputError::Trace { path: name, error })?;
        Ok(Older { trace, header, survey })
    }
}

/// Returns the error for two recordings that cannot be compared with each other.
pub(super) fn refusal(line: usize, words: impl Into<String>) -> TraceError {
    TraceError { line, problem: Problem::Value(words.into()) }
}

/// Where the expected steps come from.
pub(super) enum Reference<'a> {
    /// The rules play the recorded keys.
    Rules(Box<Tracer>),
    /// The rules with other constants have played the recorded keys.
    OtherConstants(vec::IntoIter<Step>),
    /// The steps were recorded earlier.
    Recording(Box<Take<Reader<Input<'a>>>>),
}

/// A step as it should be.
pub(super) struct Expected {
    pub step: Step,
    /// The save file that the key wrote, where it is compared.
    pub saved: Option<String>,
}

impl<'a> Reference<'a> {
    /// Begins with the rules, or with an older recording in place of them.
    ///
    /// # Errors
    /// If the older recording is of another game, or if other constants are of no use.
    pub fn new(
        trace: &StoredTrace,
        setup: &Setup,
        header: &Header,
        options: &Options<'a>,
    ) -> Result<Self, TraceError> {
        if !options.own.is_empty() {
            if setup.other_view.is_some() {
                return Err(refusal(2, "--set is for the view of the series, and this is another one"));
            }
            let steps: Vec<RecordedStep> = trace.reader()?.map_while(Result::ok).collect();
            let played = causes::play(setup, &steps, options.base());
            return Ok(Reference::OtherConstants(played.into_iter()));
        }
        let Some(older) = options.older else {
            return Ok(Reference::Rules(Box::new(Tracer::new(setup.clone()).0)));
        };
        let game = |header: &Header| Header { form: Form::Normal, ..header.clone() };
        if game(header) != game(&older.header) {
            let words = "the older recording has another part, seed, standard library or view";
            return Err(refusal(2, words));
        }
        // What was cut off is no step.
        Ok(Reference::Recording(Box::new(older.trace.reader()?.take(older.survey.count))))
    }

    /// Returns the game that the rules play, after the last step.
    pub fn tracer(&self) -> Option<&Tracer> {
        match self {
            Reference::Rules(tracer) => Some(tracer),
            Reference::OtherConstants(_) | Reference::Recording(_) => None,
        }
    }

    /// Returns what a recorded step should be; none if the older recording has fewer steps.
    ///
    /// # Errors
    /// If the older recording cannot be read, or has another key, or if with other constants the rules cannot
    /// be played so far.
    pub fn next(&mut self, recorded: &RecordedStep) -> Result<Option<Expected>, TraceError> {
        let key = recorded.step.key;
        match self {
            Reference::Rules(tracer) => {
                let saves = key == Some(Key::F5) && tracer.game().state() == GameState::Playing;
                let mut step = tracer.replay(recorded);
                if recorded.step.screen.is_some() {
                    tracer.add_pictures(&mut step);
                }
                let is_known = saves && recorded.saved.is_some();
                Ok(Some(Expected { step, saved: is_known.then(|| tracer.game().save_text()) }))
            }
            Reference::OtherConstants(steps) => match steps.next() {
                Some(step) => Ok(Some(Expected { step, saved: None })),
                None => {
                    Err(refusal(recorded.line, "with these values of --set the game comes to no end here"))
                }
            },
            Reference::Recording(steps) => match steps.next().transpose()? {
                Some(older) if older.step.key != key => {
                    let [here, there] = [recorded, &older].map(|recorded| recorded.step.key_name());
                    let words = format!(
                        "the key is {here}, but {there} in the older recording; record the same keys"
                    );
                    Err(refusal(recorded.line, words))
                }
                older => Ok(older.map(|older| Expected { step: older.step, saved: older.saved })),
            },
        }
    }
}
