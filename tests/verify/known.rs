//! Why a recording is wrong: the port's own rules with mistakes in them, for the later parts too.

use super::detours::{fireball_beside_the_dead, sick_at_a_wall, sick_on_the_stairs, with_detour};
use super::{Golden, divergence, everything, goldens, in_parallel, script};
use roguelike::game::{Game, Outcome, Setup};
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::screen::{self, Frame};
use roguelike::trace::{self, Block, Form, Header, Tracer};
use roguelike::verify::keys::Script;
use roguelike::verify::paint;
use roguelike::verify::slips::{
    self, CaveSlip, Column, Described, DrawSlip, KindSlip, Number, SaySlip, SeedSlip, Slip, Slipped,
    StartSlip, TurnSlip, ViewSlip,
};

/// The rules with mistakes in them are the right rules as long as no mistake is made.
#[test]
fn without_a_slip_the_slipped_game_is_the_game() {
    for Golden { name, text } in goldens() {
        let recording = trace::parse(text.as_bytes()).unwrap();
        let (mut right, mut expected) = Tracer::new(recording.setup());
        let mut game = Slipped::new(recording.setup(), Slip::Nothing);
        let mut frame = Frame::new(screen::rows(recording.header.part));
        paint::compose(&game, &mut frame);
        assert_eq!(Block::of(game.game(), &frame, 0, None), expected, "{name}");
        for (step, key) in (1..).zip(recording.keys()) {
            let outcome = game.press(key);
            if outcome == Outcome::Redraw {
                paint::compose(&game, &mut frame);
            }
            expected = right.press(key);
            assert_eq!(outcome == Outcome::Quit, expected.quits(), "{name}");
            if outcome != Outcome::Quit {
                assert_eq!(Block::of(game.game(), &frame, step, Some(key)), expected, "{name}");
            }
        }
    }
}

/// What a game with a mistake records of the first keys.
pub fn record_slipped(setup: &Setup, keys: &[Key], slip: Slip) -> String {
    let mut game = Slipped::new(setup.clone(), slip);
    let mut frame = Frame::new(screen::rows(setup.part));
    paint::compose(&game, &mut frame);
    let mut text = Header::new(setup, Form::Normal).to_string() + &block(&game, &frame, 0, None);
    for (step, &key) in (1..).zip(keys) {
        let outcome = game.press(key);
        if outcome == Outcome::Quit {
            return text + &Block::quit(step, key).to_text(Form::Normal);
        }
        if outcome == Outcome::Redraw {
            paint::compose(&game, &mut frame);
        }
        text += &block(&game, &frame, step, Some(key));
    }
    text
}

fn block(game: &Slipped, frame: &Frame, step: usize, key: Option<Key>) -> String {
    let mut block = Block::of(game.game(), frame, step, key);
    game.retouch(&mut block.lines);
    block.to_text(Form::Normal)
}

/// A run of the right rules in which mistakes are looked for.
struct Run {
    setup: Setup,
    keys: Vec<Key>,
    /// The mistakes that its part can have.
    slips: Vec<Described>,
}

impl Run {
    /// The run that `roguelike keys` gives, perhaps with a seed.
    fn of_part(part: u8, seed: Option<u32>) -> Run {
        let part = Part::new(part).unwrap();
        let Script { setup, keys, .. } = Script::new(part, StdLib::default(), seed);
        Run { setup, keys, slips: slips::all(part).collect() }
    }

    /// The run that `roguelike keys` gives up to where it can lead to something rare, and there.
    fn with_detour(part: u8, seed: u32, detour: impl Fn(&Game) -> Option<Vec<Key>>) -> Run {
        let run = Run::of_part(part, Some(seed));
        let keys = with_detour(&run.setup, &run.keys, detour).unwrap();
        Run { keys, ..run }
    }

    /// The first step that a mistake changes, if it changes any.
    fn first_changed(&self, slip: Slip) -> Option<usize> {
        let mut right = Slipped::new(self.setup.clone(), Slip::Nothing);
        let mut wrong = Slipped::new(self.setup.clone(), slip);
        let only_shown = matches!(
            slip,
            Slip::Paint(_)
                | Slip::Seeds(SeedSlip::SharedIdle)
                | Slip::Say(SaySlip::Silent(_) | SaySlip::SoundsExchanged(..))
                | Slip::Kind(KindSlip::Exchanged(Column::Color, ..))
                | Slip::Start(StartSlip::MessagesKept)
        );
        let mut frames = [(); 2].map(|()| Frame::new(screen::rows(self.setup.part)));
        let mut differs = |right: &Slipped, wrong: &Slipped, repainted: [bool; 2]| {
            if !only_shown && wrong.is_like(right.game()) {
                return false;
            }
            for ((game, frame), repainted) in [right, wrong].into_iter().zip(&mut frames).zip(repainted) {
                if repainted && only_shown {
                    paint::compose(game, frame);
                }
            }
            block(right, &frames[0], 0, None) != block(wrong, &frames[1], 0, None)
        };
        if differs(&right, &wrong, [true; 2]) {
            return Some(0);
        }
        let pressed = self.keys.iter().position(|&key| {
            let outcomes = [right.press(key), wrong.press(key)];
            let repainted = outcomes.map(|outcome| outcome == Outcome::Redraw);
            if outcomes.contains(&Outcome::Quit) {
                return outcomes != [Outcome::Quit; 2];
            }
            differs(&right, &wrong, repainted)
        });
        pressed.map(|index| index + 1)
    }
}

/// Parts and seeds whose runs have rare things: several monsters in view of a scroll, a cave whose longest
/// way does not lead to the farthest tile, and one with an island above its largest region.
const MORE_SEEDS: &[(u8, u32)] =
    &[(7, 38), (8, 34), (12, 369), (12, 594), (13, 1), (13, 28), (13, 50), (13, 55), (13, 217), (17, 16)];

/// Number of steps that are recorded after the first that a mistake changes.
const STEPS_AFTER: usize = 10;

/// Every mistake that verify knows shows in the run of `roguelike keys` for some part, and verify names every
/// sixth one there: as the cause, or as one of several that give the same recording.
#[test]
fn every_known_mistake_is_found_again() {
    let parts = [3, 4, 5, 7, 8, 9, 10, 12, 13, 15, 17].map(|part| (part, None));
    let more = MORE_SEEDS.iter().map(|&(part, seed)| (part, Some(seed)));
    let mut runs: Vec<Run> =
        parts.into_iter().chain(more).map(|(part, seed)| Run::of_part(part, seed)).collect();
    // Only a Mage has a magic bonus to be saved.
    let mage = script("3 Right F5 Left F9 Right");
    let setup = Setup::new(Part::new(15).unwrap(), 5);
    runs.push(Run { slips: slips::all(setup.part).collect(), setup, keys: mage });
    runs.push(Run::with_detour(10, 1, sick_at_a_wall));
    runs.push(Run::with_detour(11, 9, sick_on_the_stairs));
    runs.push(Run::with_detour(13, 26, fireball_beside_the_dead));

    let mut slips: Vec<Slip> = Vec::new();
    for described in runs.iter().flat_map(|run| some_of_all(run.slips.iter().cloned())) {
        if !slips.contains(&described.slip) {
            slips.push(described.slip);
        }
    }
    let numbered: Vec<(usize, Slip)> = slips.iter().copied().enumerate().collect();
    let told = in_parallel(&numbered, |&(number, slip)| {
        // Of a number another value may show, though this one does not.
        let is_alike = |other: Slip| match (slip, other) {
            (Slip::Number(number, _), Slip::Number(other, _)) => number == other,
            _ => slip == other,
        };
        let changed = runs.iter().find_map(|run| {
            let mut alike = run.slips.iter().map(|known| known.slip).filter(|&known| is_alike(known));
            alike.find_map(|slip| Some((run, slip, run.first_changed(slip)?)))
        });
        let Some((run, slip, first)) = changed else {
            return Some(format!("not shown by any run: {slip:?}"));
        };
        // The search takes long. Every sixth mistake of the table is searched, or every third.
        if number % if everything() { 3 } else { 6 } != 0 {
            return None;
        }
        // Where a recording has no message at all, messages are not compared.
        let after =
            if matches!(slip, Slip::Say(SaySlip::Missing(_))) { 10 * STEPS_AFTER } else { STEPS_AFTER };
        let keys = &run.keys[..run.keys.len().min(first + after)];
        let found = divergence(&record_slipped(&run.setup, keys, slip));
        assert_eq!(found.expected.step, first, "{slip:?}");
        let text = &run.slips.iter().find(|known| known.slip == slip).unwrap().text;
        let is_named = found.cause.as_ref().is_some_and(|cause| {
            cause.unexplained.is_empty() && (cause.text == *text || cause.others.contains(text))
        });
        let cause = found.cause.map(|cause| (cause.text, cause.unexplained));
        (!is_named).then(|| format!("part {}, step {first}: {text}: named {cause:?}", run.setup.part))
    });
    let told: Vec<String> = told.into_iter().flatten().collect();
    assert!(told.is_empty(), "{} of {}: {told:#?}", told.len(), slips.len());
}

/// There are very many shifts of the seed stream, seeds and values of numbers. A few of each stand for all.
fn some_of_all(all: impl Iterator<Item = Described>) -> Vec<Described> {
    let mut numbers = Vec::new();
    let mut draws = 0;
    all.filter(|slip| match slip.slip {
        Slip::Draw(_, DrawSlip::Exchanged(a, b)) => a == 0 && b == 1,
        // Every third: that is each place, and each way of drawing wrong.
        Slip::Draw(..) => {
            draws += 1;
            draws % 3 == 0
        }
        Slip::Seeds(SeedSlip::Shift { game, maps }) => game.abs() + maps.abs() < 2,
        Slip::Seeds(SeedSlip::Game(seed) | SeedSlip::Maps(seed) | SeedSlip::MapsOnce(seed)) => seed == 1337,
        Slip::Turn(TurnSlip::Order { wander, order }) => wander && order == [3, 1, 2, 0],
        Slip::Turn(TurnSlip::HuntWithin(steps)) => steps == 8,
        Slip::Turn(TurnSlip::KeysExchanged(a, b)) => a + 1 == b && a % 4 == 0,
        Slip::Turn(TurnSlip::KeyMissing(key)) => key % 4 == 1,
        Slip::Kind(KindSlip::Exchanged(_, a, b)) => a + 1 == b,
        Slip::Say(SaySlip::Silent(sound)) => sound % 2 == 0,
        Slip::Say(SaySlip::SoundsExchanged(a, b)) => (a, b) == (0, 3),
        Slip::View(ViewSlip::OctantTwice(octant, other)) => octant + other == 7 && octant < 4,
        Slip::View(ViewSlip::OctantSign(octant, _) | ViewSlip::OctantMissing(octant)) => octant % 3 == 0,
        Slip::View(ViewSlip::Radius(radius)) => radius.abs_diff(11) < 3,
        Slip::Number(number, _) => {
            let is_new = !numbers.contains(&number);
            numbers.push(number);
            is_new
        }
        _ => true,
    })
    .collect()
}

/// Mistakes that nearly always give the same are named together, whichever of them is made.
#[test]
fn mistakes_that_look_alike_are_named_together() {
    let narrow = |start| Slip::View(ViewSlip::FirstArc { start, end: 0 });
    let arcs = [narrow(90), narrow(95), narrow(99), Slip::View(ViewSlip::EmptyArc)];
    let caves = [6, 7, 8].map(|walls| Slip::Number(Number::Crowded, walls));
    let caves = caves.into_iter().chain([Slip::Cave(CaveSlip::FourDirections)]);
    let arcs = arcs.into_iter().map(|slip| (slip, "the first arc begins a little below 1.0", [3, 5]));
    let caves = caves.map(|slip| (slip, "or more than 5 walls around it are asked for", [12, 13]));
    let builds: Vec<_> = arcs.chain(caves).collect();
    in_parallel(&builds, |&(slip, words, parts)| {
        let mut differing = 0;
        for (part, seed) in parts.into_iter().flat_map(|part| [(part, None), (part, Some(5))]) {
            let run = Run::of_part(part, seed);
            let Some(first) = run.first_changed(slip) else { continue };
            let keys = &run.keys[..run.keys.len().min(first + 10 * STEPS_AFTER)];
            let cause = divergence(&record_slipped(&run.setup, keys, slip)).cause;
            let text = cause.map_or_else(String::new, |cause| cause.text);
            // Some runs tell them apart.
            let is_exact = run.slips.iter().any(|known| known.slip == slip && known.text == text);
            assert!(is_exact || text.contains(words), "{slip:?} {part} {seed:?} {text:?}");
            differing += 1;
        }
        assert!(differing > 0, "{slip:?}");
    });
}
