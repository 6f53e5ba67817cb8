//! Why a recording is wrong: the port's own rules with mistakes in them, for the later parts too.

use super::detours::{fireball_beside_the_dead, sick_at_a_wall, sick_on_the_stairs, with_detour};
use super::{Golden, divergence, everything, goldens, in_parallel, script};
use roguelike::explorer::goals;
use roguelike::explorer::script::{Script, more_seeds};
use roguelike::fov;
use roguelike::game::{Game, Outcome, Setup};
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::screen::{self, Frame};
use roguelike::trace::{self, Block, Form, Header, Tracer};
use roguelike::verify::mistakes::{
    self, CaveMistake, Column, DrawMistake, KindMistake, KnownMistake, Mistake, MistakenGame, Number,
    ResetMistake, SayMistake, SeedMistake, TurnMistake, ViewMistake, Walkers,
};
use roguelike::verify::paint;

/// The rules with mistakes in them are the right rules as long as no mistake is made.
#[test]
fn without_a_mistake_the_mistaken_game_is_the_game() {
    in_parallel(&goldens(), |Golden { name, text }| {
        let recording = trace::parse(text.as_bytes()).unwrap();
        let (mut right, mut expected) = Tracer::new(recording.setup());
        let mut game = MistakenGame::new(recording.setup(), Mistake::Nothing);
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
    });
}

/// The copy of the view without a mistake is the view.
#[test]
fn with_the_right_radius_the_view_is_right() {
    let setup = Setup::new(Part::new(3).unwrap(), 42);
    let mut right = Game::new(setup.clone());
    let mut copy = MistakenGame::new(setup, Mistake::View(ViewMistake::Radius(fov::RADIUS)));
    for key in script("Right*9 Down*9 Left*9 Down*9 Right*9 Up*9") {
        right.press(key);
        copy.press(key);
        assert!(copy.is_like(&right));
    }
}

/// A view that recurses without end is cut before it needs much of a stack, in unoptimised builds too.
#[test]
fn endless_recursion_does_not_overflow_the_stack() {
    let endless = || {
        let setup = Setup::new(Part::new(3).unwrap(), 42);
        let game = MistakenGame::new(setup, Mistake::View(ViewMistake::RecursionHere));
        game.game().cur().map.tile(game.game().player().pos).visible
    };
    let thread = std::thread::Builder::new().stack_size(512 * 1024).spawn(endless).unwrap();
    assert!(thread.join().unwrap());
}

/// What a game with a mistake records of the first keys.
pub fn record_mistaken(setup: &Setup, keys: &[Key], mistake: Mistake) -> String {
    let mut game = MistakenGame::new(setup.clone(), mistake);
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

fn block(game: &MistakenGame, frame: &Frame, step: usize, key: Option<Key>) -> String {
    let mut block = Block::of(game.game(), frame, step, key);
    game.retouch(&mut block.lines);
    block.to_text(Form::Normal)
}

/// A run of the right rules in which mistakes are looked for.
struct Run {
    setup: Setup,
    keys: Vec<Key>,
    /// The mistakes that its part can have.
    mistakes: Vec<KnownMistake>,
}

impl Run {
    /// The run that `roguelike keys` gives, perhaps with a seed.
    fn of_part(part: u8, seed: Option<u32>) -> Run {
        let part = Part::new(part).unwrap();
        let Script { setup, keys, .. } = Script::new(part, StdLib::default(), seed);
        Run { setup, keys, mistakes: mistakes::all(part).collect() }
    }

    /// The run that `roguelike keys` gives up to where it can lead to something rare, and there.
    fn with_detour(part: u8, seed: u32, detour: impl Fn(&Game) -> Option<Vec<Key>>) -> Run {
        // The first seed from this one on that comes there.
        let of_seed = |seed| {
            let run = Run::of_part(part, Some(seed));
            let keys = with_detour(&run.setup, &run.keys, &detour)?;
            Some(Run { keys, ..run })
        };
        (seed..seed + 200).find_map(of_seed).unwrap()
    }

    /// The mistakes of its part that stand for this one: of a number another value may show, though this one
    /// does not.
    fn alike(&self, mistake: Mistake) -> impl Iterator<Item = Mistake> {
        let is_alike = move |other: &Mistake| match (mistake, *other) {
            (Mistake::Number(number, _), Mistake::Number(other, _)) => number == other,
            _ => mistake == *other,
        };
        self.mistakes.iter().map(|known| known.mistake).filter(is_alike)
    }

    /// The first step that each of these mistakes changes, if it changes any. The right game is played once
    /// beside all of them.
    fn first_changed(&self, mistakes: &[Mistake]) -> Vec<Option<usize>> {
        let mut first = vec![None; mistakes.len()];
        let mut right = Beside::new(&self.setup, Mistake::Nothing);
        let mut wrong: Vec<(usize, Beside)> =
            mistakes.iter().map(|&mistake| Beside::new(&self.setup, mistake)).enumerate().collect();
        for (step, key) in std::iter::once(None).chain(self.keys.iter().copied().map(Some)).enumerate() {
            right.press(key);
            wrong.retain_mut(|(index, wrong)| {
                wrong.press(key);
                let differs = wrong.differs(&mut right);
                if differs {
                    first[*index] = Some(step);
                }
                !differs
            });
            if wrong.is_empty() || right.outcome == Outcome::Quit {
                break;
            }
        }
        first
    }
}

/// A game that is played beside others with the same keys.
struct Beside {
    game: MistakenGame,
    /// What the last key led to.
    outcome: Outcome,
    frame: Frame,
    /// What a trace tells of the last step, once it was asked for.
    told: Option<String>,
}

impl Beside {
    fn new(setup: &Setup, mistake: Mistake) -> Beside {
        let frame = Frame::new(screen::rows(setup.part));
        let game = MistakenGame::new(setup.clone(), mistake);
        Beside { game, outcome: Outcome::Redraw, frame, told: None }
    }

    /// Presses a key, if there is one.
    fn press(&mut self, key: Option<Key>) {
        if let Some(key) = key {
            self.outcome = self.game.press(key);
        }
        self.told = None;
    }

    /// Returns what a trace tells of the last step. A game whose screen is compared is asked after each step,
    /// because it paints here.
    fn told(&mut self) -> &str {
        let Beside { game, outcome, frame, told } = self;
        told.get_or_insert_with(|| {
            if *outcome == Outcome::Redraw {
                paint::compose(game, frame);
            }
            block(game, frame, 0, None)
        })
    }

    /// Returns true if a trace tells this game from the right one.
    fn differs(&mut self, right: &mut Beside) -> bool {
        let outcomes = [self.outcome, right.outcome];
        if outcomes.contains(&Outcome::Quit) {
            return outcomes != [Outcome::Quit; 2];
        }
        let only_shown = matches!(
            self.game.mistake(),
            Mistake::Paint(_)
                | Mistake::Hud(_)
                | Mistake::Seeds(SeedMistake::SharedIdle)
                | Mistake::Say(
                    SayMistake::Missing(_) | SayMistake::Silent(_) | SayMistake::SoundsExchanged(..)
                )
                | Mistake::Kind(KindMistake::Exchanged(Column::Color, ..))
                | Mistake::Reset(ResetMistake::MessagesKept)
        );
        if only_shown {
            return self.told() != right.told();
        }
        let empty = Frame::new(self.frame.rows());
        !self.game.is_like(right.game.game())
            && block(&self.game, &empty, 0, None) != block(&right.game, &empty, 0, None)
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

/// Maximum number of games that are played beside one right game.
const PLAYED_TOGETHER: usize = 16;

/// Number of steps that are recorded after the first that a mistake changes.
const STEPS_AFTER: usize = 10;

/// Every mistake that verify knows shows in the run of `roguelike keys` for some part, and verify names every
/// twentieth one there: as the cause, or as one of several that give the same recording.
#[test]
fn every_known_mistake_is_found_again() {
    let parts = [3, 4, 5, 7, 8, 9, 10, 12, 13, 15, 17].map(|part| (part, None));
    let more = MORE_SEEDS.iter().map(|&(part, seed)| (part, Some(seed)));
    let scripts: Vec<(u8, Option<u32>)> = parts.into_iter().chain(more).collect();
    let mut runs = in_parallel(&scripts, |&(part, seed)| Run::of_part(part, seed));
    // Only a Mage has a magic bonus to be saved.
    let mage = script("3 Right F5 Left F9 Right");
    let setup = Setup::new(Part::new(15).unwrap(), 5);
    runs.push(Run { mistakes: mistakes::all(setup.part).collect(), setup, keys: mage });
    runs.push(Run::with_detour(10, 1, sick_at_a_wall));
    runs.push(Run::with_detour(11, 9, sick_on_the_stairs));
    runs.push(Run::with_detour(13, 26, fireball_beside_the_dead));

    let mut mistakes: Vec<Mistake> = Vec::new();
    for described in runs.iter().flat_map(|run| some_of_all(run.mistakes.iter().cloned())) {
        if !mistakes.contains(&described.mistake) {
            mistakes.push(described.mistake);
        }
    }
    let shown = show(&runs, &mistakes);
    let numbered: Vec<(usize, Mistake)> = mistakes.iter().copied().enumerate().collect();
    let told = in_parallel(&numbered, |&(number, mistake)| {
        let Some((run, mistake, first)) = shown[number] else {
            return Some(format!("not shown by any run: {mistake:?}"));
        };
        // The search takes long. Every twentieth mistake of the table is searched, or every third.
        if number % if everything() { 3 } else { 20 } != 0 {
            return None;
        }
        // Where a recording has no message at all, messages are not compared.
        let after = if matches!(mistake, Mistake::Say(SayMistake::Missing(_))) {
            10 * STEPS_AFTER
        } else {
            STEPS_AFTER
        };
        let keys = &run.keys[..run.keys.len().min(first + after)];
        let found = divergence(&record_mistaken(&run.setup, keys, mistake));
        assert_eq!(found.expected.step, first, "{mistake:?}");
        let text = &run.mistakes.iter().find(|known| known.mistake == mistake).unwrap().text;
        let is_named = found.cause.as_ref().is_some_and(|cause| {
            cause.unexplained.is_empty() && (cause.text == *text || cause.others.contains(text))
        });
        let cause = found.cause.map(|cause| (cause.text, cause.unexplained));
        (!is_named).then(|| format!("part {}, step {first}: {text}: named {cause:?}", run.setup.part))
    });
    let told: Vec<String> = told.into_iter().flatten().collect();
    assert!(told.is_empty(), "{} of {}: {told:#?}", told.len(), mistakes.len());
}

/// Returns for each mistake the first run that shows it, the mistake that stands for it there, and the first
/// step that it changes.
fn show<'r>(runs: &'r [Run], mistakes: &[Mistake]) -> Vec<Option<(&'r Run, Mistake, usize)>> {
    let mut shown = vec![None; mistakes.len()];
    for run in runs {
        for round in 0.. {
            let open = mistakes.iter().enumerate().filter(|(index, _)| shown[*index].is_none());
            let open: Vec<(usize, Mistake)> =
                open.filter_map(|(index, &mistake)| Some((index, run.alike(mistake).nth(round)?))).collect();
            if open.is_empty() {
                break;
            }
            let groups: Vec<&[(usize, Mistake)]> = open.chunks(PLAYED_TOGETHER).collect();
            let first = in_parallel(&groups, |group| {
                run.first_changed(&group.iter().map(|(_, mistake)| *mistake).collect::<Vec<_>>())
            });
            for ((index, mistake), first) in open.iter().zip(first.into_iter().flatten()) {
                shown[*index] = first.map(|first| (run, *mistake, first));
            }
        }
    }
    shown
}

/// There are very many shifts of the seed stream, seeds and values of numbers. A few of each stand for all.
fn some_of_all(all: impl Iterator<Item = KnownMistake>) -> Vec<KnownMistake> {
    let mut numbers = Vec::new();
    let mut draws = 0;
    all.filter(|mistake| match mistake.mistake {
        Mistake::Draw(_, DrawMistake::Exchanged(a, b)) => a == 0 && b == 1,
        // Every third: that is each place, and each way of drawing wrong.
        Mistake::Draw(..) => {
            draws += 1;
            draws % 3 == 0
        }
        Mistake::Seeds(SeedMistake::Shift { game, maps }) => game.abs() + maps.abs() < 2,
        Mistake::Seeds(SeedMistake::Game(seed) | SeedMistake::Maps(seed) | SeedMistake::MapsOnce(seed)) => {
            seed == 1337
        }
        Mistake::Turn(TurnMistake::Order { who, order }) => {
            who == Walkers::Wanderers && order == [3, 1, 2, 0]
        }
        Mistake::Turn(TurnMistake::HuntWithin(steps)) => steps == 8,
        Mistake::Turn(TurnMistake::KeysExchanged(a, b)) => {
            a == Key::NUM_1 || [(Key::UP, Key::DOWN), (Key::W, Key::S)].contains(&(a, b))
        }
        Mistake::Turn(TurnMistake::KeyMissing(key)) => {
            ![Key::UP, Key::LEFT, Key::RIGHT, Key::W, Key::A, Key::D].contains(&key)
        }
        Mistake::Kind(KindMistake::Exchanged(_, a, b)) => a + 1 == b,
        Mistake::Say(SayMistake::Silent(sound)) => sound % 2 == 0,
        Mistake::Say(SayMistake::SoundsExchanged(a, b)) => (a, b) == (0, 3),
        Mistake::View(ViewMistake::OctantTwice(octant, other)) => octant + other == 7 && octant < 4,
        Mistake::View(ViewMistake::OctantSign(octant, _) | ViewMistake::OctantMissing(octant)) => {
            octant % 3 == 0
        }
        Mistake::View(ViewMistake::Radius(radius)) => radius.abs_diff(11) < 3,
        Mistake::Number(number, _) => {
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
    let narrow = |start| Mistake::View(ViewMistake::FirstArc { start, end: 0 });
    let arcs = [narrow(90), narrow(95), narrow(99), Mistake::View(ViewMistake::EmptyArc)];
    let caves = [6, 7, 8].map(|walls| Mistake::Number(Number::Crowded, walls));
    let caves = caves.into_iter().chain([Mistake::Cave(CaveMistake::FourDirections)]);
    let arcs = arcs.into_iter().map(|mistake| (mistake, "the first arc begins a little below 1.0", [3, 5]));
    let caves = caves.map(|mistake| (mistake, "or more walls around it are asked for", [12, 13]));
    let seeds: &[Option<u32>] = if everything() { &[None, Some(5)] } else { &[None] };
    let runs = [3, 5, 12, 13].into_iter().flat_map(|part| seeds.iter().map(move |&seed| (part, seed)));
    let runs = in_parallel(&runs.collect::<Vec<_>>(), |&(part, seed)| (part, Run::of_part(part, seed)));
    let builds: Vec<_> = arcs.chain(caves).collect();
    let played = builds.iter().flat_map(|&(mistake, words, parts)| {
        let runs = runs.iter().filter(move |(part, _)| parts.contains(part));
        runs.map(move |(_, run)| (mistake, words, run))
    });
    let differing = in_parallel(&played.collect::<Vec<_>>(), |&(mistake, words, run)| {
        let first = run.first_changed(&[mistake])[0]?;
        let keys = &run.keys[..run.keys.len().min(first + 10 * STEPS_AFTER)];
        let cause = divergence(&record_mistaken(&run.setup, keys, mistake)).cause;
        let text = cause.map_or_else(String::new, |cause| cause.text);
        // Some runs tell them apart.
        let is_exact = run.mistakes.iter().any(|known| known.mistake == mistake && known.text == text);
        let Setup { part, seed, .. } = run.setup;
        assert!(is_exact || text.contains(words), "{mistake:?} {part} {seed} {text:?}");
        Some(mistake)
    });
    for (mistake, ..) in builds {
        assert!(differing.contains(&Some(mistake)), "{mistake:?}");
    }
}

/// What the keys of `roguelike keys` expose: at least 95 of 100 known mistakes that any of some seeds shows.
///
/// `EXPOSED=10 cargo test --test verify the_keys_expose -- --nocapture` measures all parts with this number
/// of seeds. It prints which mistakes do not show, and which three seeds together show the most.
#[test]
fn the_keys_expose_known_mistakes() {
    let count: Option<usize> = std::env::var("EXPOSED").ok().and_then(|count| count.parse().ok());
    let library = std::env::var("LIBRARY").ok().map_or(StdLib::default(), |name| name.parse().unwrap());
    let first = std::env::var("FIRST").ok().and_then(|first| first.parse().ok()).unwrap_or(1);
    let parts = if count.is_some() { first..=17 } else { 2..=2 };
    for part in parts.map(|number| Part::new(number).unwrap()) {
        let own = Script::new(part, library, None).setup.seed;
        let known = some_of_all(mistakes::all(part));
        let seeds: Vec<u32> = std::iter::once(own)
            .chain(more_seeds(part).iter().copied())
            .chain(
                (0..1_000)
                    .filter(|seed| *seed != own && !more_seeds(part).contains(seed))
                    .filter(|&seed| {
                        let missing = Script::new(part, library, Some(seed)).not_reached;
                        missing.iter().all(|words| goals::RARE.contains(words))
                    })
                    .take(count.unwrap_or(3)),
            )
            .collect();
        let shown = in_parallel(&seeds, |&seed| {
            let Script { setup, keys, .. } = Script::new(part, library, Some(seed));
            let run = Run { setup, keys, mistakes: Vec::new() };
            let groups = known.chunks(PLAYED_TOGETHER);
            groups
                .flat_map(|group| {
                    run.first_changed(&group.iter().map(|known| known.mistake).collect::<Vec<_>>())
                })
                .map(|first| first.is_some())
                .collect::<Vec<bool>>()
        });
        let any: Vec<bool> = (0..known.len()).map(|index| shown.iter().any(|shown| shown[index])).collect();
        let of = |shown: &[bool]| shown.iter().filter(|shown| **shown).count();
        let (best, rest) = of_three(&seeds, &shown);
        println!(
            "part {part}: seed {own}: {} of {} show; of {} no seed shows any; best {best:?}: {rest:?}",
            of(&shown[0]),
            of(&any),
            known.len() - of(&any)
        );
        for (known, (is_shown, any)) in known.iter().zip(shown[0].iter().zip(&any)) {
            if count.is_some() && !is_shown {
                println!("    {}: {}", if *any { "not shown" } else { "never" }, known.text);
            }
        }
        assert!(count.is_some() || of(&shown[0]) * 100 >= of(&any) * 95, "part {part}");
    }
}

/// Returns up to three seeds that together show the most, and how many each of them adds.
fn of_three(seeds: &[u32], shown: &[Vec<bool>]) -> (Vec<u32>, Vec<usize>) {
    let mut open = vec![true; shown[0].len()];
    let (mut best, mut added) = (Vec::new(), Vec::new());
    for _ in 0..3 {
        let gain =
            |shown: &Vec<bool>| shown.iter().zip(&open).filter(|(shown, open)| **shown && **open).count();
        let Some(index) = (0..seeds.len()).rev().max_by_key(|&index| gain(&shown[index])) else { break };
        added.push(gain(&shown[index]));
        best.push(seeds[index]);
        shown[index].iter().zip(&mut open).for_each(|(shown, open)| *open &= !shown);
    }
    (best, added)
}
