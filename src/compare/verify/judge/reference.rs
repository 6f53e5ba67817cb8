//! The reference of a comparison: the rules of the series, perhaps with the program's own constants
//! (`--set`), or an older recording (`roguelike diff`).

use std::vec;

use crate::verify::input::{Options, Steps, StoredTrace, edits_of};
use roguelike::game::GameState;
use roguelike::key::Key;
use roguelike::trace::{Form, Header, Problem, RecordedStep, Step, TraceError, Tracer};

/// Returns the error for two recordings that cannot be compared with each other.
pub(in crate::verify) fn refusal(line: usize, words: impl Into<String>) -> TraceError {
    TraceError { line, problem: Problem::Value(words.into()) }
}

/// Where the expected steps come from.
pub(in crate::verify) enum Reference<'a> {
    /// The rules play the recorded keys.
    Rules(Box<Tracer>),
    /// The rules with other constants have played the recorded keys.
    OtherConstants(vec::IntoIter<Step>),
    /// The steps were recorded earlier.
    Recording(Box<Steps<'a>>),
}

impl<'a> Reference<'a> {
    /// Begins with the rules, or with an older recording in place of them.
    ///
    /// # Errors
    /// If the older recording is of another game, or if other constants are of no use.
    pub fn new(trace: &StoredTrace, options: &Options<'a>) -> Result<Self, TraceError> {
        let setup = trace.setup(options.save.clone());
        if !options.own.is_empty() {
            if setup.other_view.is_some() {
                return Err(refusal(
                    2,
                    "--set is for the view of the series, and this recording has another algorithm",
                ));
            }
            let recorded: Vec<RecordedStep> = trace.steps()?.map_while(Result::ok).collect();
            let mut played = Vec::new();
            roguelike_causes::replay(&setup, &recorded, edits_of(&options.own), &mut |_, step| {
                played.push(step);
                true
            });
            return Ok(Reference::OtherConstants(played.into_iter()));
        }
        let Some(older) = options.older else {
            return Ok(Reference::Rules(Box::new(Tracer::new(setup).0)));
        };
        if older.is_brief() {
            return Err(refusal(1, "the older recording is brief; record it without --brief"));
        }
        if (Header { form: Form::Normal, ..trace.header.clone() }) != older.header {
            let words = "the older recording has another part, seed, standard library or view";
            return Err(refusal(2, words));
        }
        Ok(Reference::Recording(Box::new(older.steps()?)))
    }

    /// Returns the game that the rules play, after the last step.
    pub fn tracer(&self) -> Option<&Tracer> {
        match self {
            Reference::Rules(tracer) => Some(tracer),
            Reference::OtherConstants(_) | Reference::Recording(_) => None,
        }
    }

    /// Returns the expected step, or `None` if the older recording has fewer steps.
    ///
    /// # Errors
    /// If the older recording cannot be read, or has another key, or if with other constants the rules cannot
    /// be played so far.
    pub fn next(&mut self, recorded: &RecordedStep) -> Result<Option<RecordedStep>, TraceError> {
        let key = recorded.step.key;
        match self {
            Reference::Rules(tracer) => {
                let game = tracer.game();
                let can_save = game.part().has_saves() && game.state() == GameState::Playing;
                let saves = can_save && key == Some(Key::F5);
                let mut step = tracer.replay(recorded);
                if recorded.step.screen.is_some() {
                    tracer.add_pictures(&mut step);
                }
                let saved = saves.then(|| tracer.game().save_text());
                Ok(Some(RecordedStep { step, saved, ..RecordedStep::default() }))
            }
            Reference::OtherConstants(steps) => {
                let words = "with these values of --set, the game never finishes this step";
                let step = steps.next().ok_or_else(|| refusal(recorded.line, words))?;
                Ok(Some(RecordedStep { step, ..RecordedStep::default() }))
            }
            Reference::Recording(steps) => match steps.next().transpose()? {
                Some(older) if older.step.key != key => {
                    let [here, there] = [recorded, &older].map(|recorded| recorded.step.key_name());
                    let words = format!(
                        "the key is {here}, but {there} in the older recording; record the same keys"
                    );
                    Err(refusal(recorded.line, words))
                }
                older => Ok(older),
            },
        }
    }
}
