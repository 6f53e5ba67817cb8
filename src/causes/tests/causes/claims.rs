//! The claims of a report are true. Each test pairs a recording for which a claim holds with a similar one
//! for which it does not, and there the report does not make it.

use super::copy::edit;
use super::explorer::Script;
use super::known::record_mistaken;
use super::miniature::{change, faulty, report};
use super::{in_parallel, is_chosen, record_with, steps};
use roguelike::fov_lab::Algorithm;
use roguelike::game::Setup;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::trace::Form;
use roguelike_causes::{Bug, Replaced, known_bugs};
use roguelike_compare::verify::{Options, OwnSources, Place, compare};

/// Words of a report, a recording of which they are true, and one of which they are false.
type Claim = (&'static str, fn() -> String, fn() -> String);

const CLAIMS: [Claim; 9] = [
    (
        "both bugs together reproduce the rest",
        || faulty(5, "", "corridor-bend+dies-late"),
        || otherwise_at_the_end(&faulty(5, "", "corridor-bend+dies-late")),
    ),
    (
        "all of these bugs together reproduce the rest",
        || faulty(5, "", "view-radius+ghosts+y-first"),
        || faulty(5, "", "view-radius+ghosts"),
    ),
    ("second cause, from step ", || faulty(5, "", "view-radius+ghosts"), || faulty(5, "", "view-radius")),
    (
        "reproduces everything up to the step in which the rules differ",
        || faulty(5, "", "hidden-shown+dies-late"),
        || faulty(5, "", "hidden-shown"),
    ),
    (
        "Its lines come from the cause, which gives its hash",
        || faulty(5, "--brief", "dies-late"),
        || faulty(5, "--brief", "game-device"),
    ),
    (
        "the view is that of ",
        || with_header(Setup { other_view: Algorithm::Octant.other_view(), ..setup(3) }, "fov octant\n", ""),
        || faulty(3, "", "view-square"),
    ),
    (
        "these are the random numbers of ",
        || with_header(setup(4), "stdlib libstdc++", "stdlib libc++"),
        || faulty(4, "", "wander-remainder"),
    ),
    (
        "this is what Part 6 does, but the header says part 5",
        || with_header(setup(6), "part 6", "part 5"),
        || faulty(5, "", "never-hunt"),
    ),
    (
        "or: these are the random numbers of msvc ",
        || with_header(setup(4), "stdlib libstdc++", "stdlib libc++"),
        || with_header(setup(8), "stdlib libstdc++", "stdlib libc++"),
    ),
];

fn setup(part: u8) -> Setup {
    Setup::new(Part::new(part).unwrap(), 42)
}

/// Returns a recording of the right rules with another header.
fn with_header(setup: Setup, line: &str, other: &str) -> String {
    let text = record_with(setup, "Right*9 Down*9 Left*9 Up*9", Form::Normal);
    assert!(text.contains(line), "{text}");
    text.replacen(line, other, 1)
}

/// Returns a recording in which something else is otherwise as well: in the last step that has a player.
fn otherwise_at_the_end(text: &str) -> String {
    let last = steps(text).iter().rposition(|step| step.contains("\nplayer ")).unwrap();
    change(text, last, "player ", |line| line.replacen(" hp ", " hp 7", 1))
}

#[test]
fn claims_of_causes_are_so() {
    let chosen: Vec<_> = CLAIMS.iter().enumerate().filter(|(index, _)| is_chosen(*index, 4)).collect();
    in_parallel(&chosen, |(_, (words, so, otherwise))| {
        let told = report(&so());
        assert!(told.contains(words), "{words}:\n{told}");
        let told = report(&otherwise());
        assert!(told.starts_with("differs ") && !told.contains(words), "{words}:\n{told}");
    });
}

/// Returns the recording of the keys of a part by a program with an edit.
fn edited(part: u8, sentence: &str) -> String {
    let Script { setup, keys, .. } = Script::new(Part::new(part).unwrap(), StdLib::default(), None);
    record_mistaken(&setup, &keys, &[edit(part, sentence)])
}

/// Parts and two sentences of each: about missing lines, their place, draws, members that are not set,
/// arguments and breaks.
const TOLD_APART: [(u8, [&str; 2]); 7] = [
    (
        7,
        [
            "a line is missing: carveHLine(x1, x2, y1) (Map::connectRooms)",
            "a line is missing: carveVLine(y1, y2, x2) (Map::connectRooms)",
        ],
    ),
    (
        7,
        [
            "a line is missing: if (endSlope > lSlope) ... (FOV::castLight)",
            "a line is missing: if (startSlope < rSlope) ... (FOV::castLight)",
        ],
    ),
    (
        7,
        [
            "'std::uniform_int_distribution<int>(ROOM_MIN, maxH)(rng)': lower bound +1 (Map::buildRooms)",
            "'std::uniform_int_distribution<int>(ROOM_MIN, maxH)(rng)': lower bound -1 (Map::buildRooms)",
        ],
    ),
    (7, ["'w' is not set (Map::buildRooms)", "'h' is not set (Map::buildRooms)"]),
    (
        7,
        [
            "'m_toPlayer.at(nextX, nextY)': x is used for y (Game::monstersAct)",
            "'m_toPlayer.at(nextX, nextY)': y is used for x (Game::monstersAct)",
        ],
    ),
    (
        14,
        [
            "a break or an else is missing after 'PlayerClass::Fighter' (Game::run)",
            "a break or an else is missing after 'PlayerClass::Rogue' (Game::run)",
        ],
    ),
    (
        7,
        [
            "x and y are swapped: dist[x][y] instead of dist[y][x], or in the parameters \
             (DijkstraMap::at)",
            "'m_toPlayer.at(nextX, nextY)': x and y are swapped (Game::monstersAct)",
        ],
    ),
];

/// Each of two edits at one place is named for its own recording, and the other one is not.
#[test]
fn edits_of_one_place_are_told_apart() {
    let chosen: Vec<_> = TOLD_APART.iter().enumerate().filter(|(index, _)| is_chosen(*index, 4)).collect();
    in_parallel(&chosen, |&(_, &(part, sentences))| {
        for (own, other) in [(0, 1), (1, 0)] {
            let told = report(&edited(part, sentences[own]));
            let has = |index: usize| told.contains(sentences[index]);
            assert!(has(own) && !has(other), "Part {part}: {}\n{told}", sentences[own]);
        }
    });
}

/// Sources that have one wrong expression.
struct Has(Replaced);

impl OwnSources for Has {
    fn find(&self, replaced: &Replaced) -> Option<Place> {
        let is_it = self.0.wrong == replaced.wrong && self.0.functions == replaced.functions;
        let place =
            || Place { file: "Map.cpp".to_owned(), line: 1, wrong: self.0.wrong.clone(), right: None };
        is_it.then(place)
    }

    fn own_name(&self, _: &str) -> Option<String> {
        None
    }
}

/// Of the bugs that fit equally, the one that is in the program's sources comes first.
#[test]
fn sources_put_a_bug_first() {
    let text = edited(7, "'depth < MAX_DEPTH' instead of 'depth >= MAX_DEPTH' (Map::split)");
    let found = |sources: Option<&dyn OwnSources>| {
        let verdict = compare(text.as_bytes(), &Options { sources, ..Options::default() }).unwrap();
        let cause = verdict.main().and_then(|main| main.cause.clone()).unwrap();
        cause.first.fitting().map(ToString::to_string).collect::<Vec<String>>()
    };
    let before = found(None);
    let wrong = "'true' instead of '!canSplitH && !canSplitV' (Map::split)";
    let position = before.iter().position(|bug| bug == wrong);
    assert!(position.is_some_and(|position| position > 0), "{before:?}");
    let known = known_bugs(Part::new(7).unwrap()).find(|bug| bug.to_string() == wrong);
    let has = Has(known.and_then(Bug::replaced).unwrap());
    let now = found(Some(&has));
    assert!(now[0] == wrong && now.contains(&before[0]), "{now:?}");
}

/// Without a monster that flees, a missing line has the same effect as a wrong start value, so the report
/// names both.
#[test]
fn a_start_value_is_not_blamed_alone() {
    let told = report(&edited(7, "a line is missing: dist[goalY][goalX] = 0 (DijkstraMap::compute)"));
    let cause = told.lines().nth(1).unwrap();
    let names = ["bestVal begins with 0 (Game::monstersAct)", "dist[goalY][goalX]", "(DijkstraMap::compute)"];
    assert!(names.iter().all(|name| cause.contains(name)), "{told}");
}
