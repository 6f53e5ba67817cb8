//! Why a recording is wrong: the mistakes that are known by name, in the rules of all parts.

use std::sync::LazyLock;

use super::copy::{self, Bug, Step, text_of};
use super::detours::{
    deadly_potion, fireball_beside_the_dead, loaded_on_another_level, sick_at_a_wall, sick_on_the_stairs,
    with_detour,
};
use super::explorer::Script;
use super::recording::parse;
use super::{Golden, divergence, everything, goldens, in_parallel, is_chosen, script, steps};
use roguelike::game::{Game, Setup};
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::trace::{Form, Header, Tracer};
use roguelike_causes::known_bugs;
use roguelike_compare::verify::Reason;

/// The copy of the series is the series as long as no edit is made.
#[test]
fn without_an_edit_the_copy_is_the_series() {
    in_parallel(&goldens(), |Golden { name, text }| {
        let recording = parse(text.as_bytes()).unwrap();
        let keys: Vec<Key> = recording.keys().collect();
        let (mut right, first) = Tracer::new(recording.header.setup());
        let mut expected = vec![first];
        for &key in &keys {
            expected.push(right.press(key));
        }
        let copy = copy::play(&recording.header.setup(), &keys, &[]);
        assert!(
            expected.iter().map(|step| step.to_text(Form::Normal)).eq(copy.iter().map(text_of)),
            "{name}"
        );
    });
}

/// Returns the recording of these keys by a program with some bugs.
pub fn record_mistaken(setup: &Setup, keys: &[Key], mistakes: &[u32]) -> String {
    let steps = copy::play(setup, keys, mistakes);
    Header::new(setup, Form::Normal).to_string() + &steps.iter().map(text_of).collect::<String>()
}

/// A run of the right rules in which mistakes are looked for.
pub struct Run {
    setup: Setup,
    keys: Vec<Key>,
    /// The steps of the right rules.
    right: Vec<Step>,
}

impl Run {
    pub fn new(setup: Setup, keys: Vec<Key>) -> Run {
        let right = copy::play(&setup, &keys, &[]);
        Run { setup, keys, right }
    }

    /// The run that `roguelike keys` gives, perhaps with a seed.
    fn of_part(part: u8, seed: Option<u32>) -> Run {
        let Script { setup, keys, .. } = Script::new(Part::new(part).unwrap(), StdLib::default(), seed);
        Run::new(setup, keys)
    }

    /// The run that `roguelike keys` gives up to where it can lead to something rare, and there.
    fn with_detour(part: u8, seed: u32, detour: impl Fn(&Game) -> Option<Vec<Key>>) -> Run {
        // The first seed from this one on that comes there.
        let of_seed = |seed| {
            let Script { setup, keys, .. } =
                Script::new(Part::new(part).unwrap(), StdLib::default(), Some(seed));
            let keys = with_detour(&setup, &keys, &detour)?;
            Some(Run::new(setup, keys))
        };
        (seed..seed + 200).find_map(of_seed).unwrap()
    }

    /// The first step that a mistake changes, if it changes any.
    pub fn first_changed(&self, mistake: u32) -> Option<usize> {
        let mut first = None;
        let mut step = 0;
        let made = copy::play_while(&self.setup, &self.keys, &[mistake], |made| {
            if self.right.get(step).is_none_or(|right| right.text() != made.text()) {
                first = Some(step);
            }
            step += 1;
            first.is_none()
        });
        first.or((made < self.right.len()).then_some(made))
    }
}

/// A run in which a Mage saves and loads: other classes have no magic bonus.
fn loading_mage() -> Run {
    Run::new(Setup::new(Part::new(15).unwrap(), 5), script("3 Right F5 Left F9 Right"))
}

/// What is written and what is read wrongly give the same recording, so neither is certain.
#[test]
fn what_is_loaded_wrongly_may_have_been_saved_wrongly() {
    let texts = [
        "strength bonus and magic bonus are swapped in the save file (Game::save)",
        "strength bonus and magic bonus are swapped when they are read (Game::load)",
    ];
    let run = loading_mage();
    for text in texts {
        let bug = known_bugs(run.setup.part).find(|bug| bug.to_string() == text).unwrap();
        let found = divergence(&record_mistaken(&run.setup, &run.keys, &[bug.number()]));
        let named: Vec<String> = found.cause.unwrap().first.fitting().map(ToString::to_string).collect();
        assert!(texts.iter().all(|text| named.iter().any(|named| named == text)), "{named:?}");
    }
}

/// Parts and seeds whose runs have rare things: several monsters in view of a scroll, a cave whose longest
/// way does not lead to the farthest tile, and one with an island above its largest region.
const MORE_SEEDS: &[(u8, u32)] = &[
    (7, 38),
    (8, 34),
    (9, 14),
    (12, 514),
    (13, 8),
    (12, 369),
    (12, 593),
    (13, 1),
    (13, 28),
    (13, 50),
    (13, 55),
    (13, 217),
    (17, 16),
];

/// A run that is played when it is needed first.
type LazyRun = LazyLock<Run, Box<dyn FnOnce() -> Run + Send>>;

/// Number of steps that are recorded after the first that a mistake changes.
const STEPS_AFTER: usize = 10;

/// Every mistake of the table shows in the run of `roguelike keys` for some part, and verify names some of
/// them there: as the cause, or as one of several that give the same recording. Every fortieth row is looked
/// for, and every 120th is searched.
#[test]
fn every_known_mistake_is_found_again() {
    let mut runs: Vec<(u8, LazyRun)> = Vec::new();
    let mut add = |part, play: Box<dyn FnOnce() -> Run + Send>| runs.push((part, LazyRun::new(play)));
    for part in [1, 2, 3, 4, 5, 7, 8, 9, 10, 12, 13, 15, 17] {
        add(part, Box::new(move || Run::of_part(part, None)));
    }
    for &(part, seed) in MORE_SEEDS {
        add(part, Box::new(move || Run::of_part(part, Some(seed))));
    }
    add(15, Box::new(loading_mage));
    add(15, Box::new(|| Run::with_detour(15, 4, loaded_on_another_level)));
    add(9, Box::new(|| Run::with_detour(9, 1, deadly_potion)));
    add(10, Box::new(|| Run::with_detour(10, 1, sick_at_a_wall)));
    add(11, Box::new(|| Run::with_detour(11, 9, sick_on_the_stairs)));
    add(13, Box::new(|| Run::with_detour(13, 26, fireball_beside_the_dead)));

    let mut all: Vec<Bug> = Vec::new();
    for known in Part::all().flat_map(copy::known) {
        // Of the values of a number the first shows it.
        if all.iter().all(|other| other.row() != known.row()) {
            all.push(known);
        }
    }
    assert!(all.len() > 480, "{}", all.len());
    let numbered: Vec<(usize, Bug)> = all.into_iter().enumerate().collect();
    let numbered: Vec<_> = numbered.into_iter().filter(|(index, _)| is_chosen(*index, 40)).collect();
    let told = in_parallel(&numbered, |(index, known)| {
        let shown = runs.iter().find_map(|(part, run)| {
            let values = known_bugs(Part::new(*part).unwrap()).filter(|other| other.row() == known.row());
            { values }.find_map(|value| Some((run, run.first_changed(value.number())?, value)))
        });
        let Some((run, first, known)) = shown else {
            return Some(format!("not shown by any run: {}", known));
        };
        let is_searched = if everything() { index % 10 == 0 } else { is_chosen(*index, 120) };
        if !is_searched {
            return None;
        }
        let keys = &run.keys[..run.keys.len().min(first + STEPS_AFTER)];
        let recorded = record_mistaken(&run.setup, keys, &[known.number()]);
        // A program that ends there writes no step that differs.
        if steps(&recorded).len() <= first {
            return None;
        }
        let found = divergence(&recorded);
        assert_eq!(found.expected.number, first, "{}", known);
        let is_named = found.cause.as_ref().is_some_and(|cause| {
            // Bugs of the drawing are named by what you see: the glyph or the colour.
            let is_seen = cause.first.reason.to_string().contains(" is drawn ")
                && known.to_string().contains(" is drawn ");
            // The numbers of another octant light its tiles a second time, and the own ones are missing.
            let text = known.to_string();
            let octant = text.split(" is used for ").nth(1).unwrap_or_default().trim_end_matches(" (MULT)");
            let missing = format!("{octant} is not scanned (FOV::compute)");
            let is_reason =
                |reason: &Reason| [known.to_string(), missing.clone()].contains(&reason.to_string());
            let is_told = cause.first.fitting().any(is_reason) || is_seen;
            cause.unexplained.is_empty() && is_told
        });
        let cause =
            found.cause.map(|cause| (cause.first.reason.to_string(), cause.first.others, cause.unexplained));
        let part = run.setup.part;
        (!is_named).then(|| format!("part {part}, step {first}: {}: named {cause:?}", known))
    });
    let told: Vec<String> = told.into_iter().flatten().collect();
    assert!(told.is_empty(), "{} of {}: {told:#?}", told.len(), numbered.len());
}
