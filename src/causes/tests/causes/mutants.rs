//! Mistakes that were not chosen: the text of the miniature with one token or statement changed, by rules
//! that know nothing of the game.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::miniature::{arguments_of_part, faulty};
use super::root::root;
use super::{in_parallel, steps};
use roguelike_compare::verify::{Options, Verdict, compare};

/// Texts of the miniature, and what takes their place.
const EXCHANGES: [(&str, &str); 18] = [
    (" < ", " <= "),
    (" <= ", " < "),
    (" > ", " >= "),
    (" >= ", " > "),
    (" == ", " != "),
    (" != ", " == "),
    (" && ", " || "),
    (" || ", " && "),
    (" + ", " - "),
    (" - ", " + "),
    (" * ", " + "),
    (" / 2", " / 3"),
    (" = 0", " = 1"),
    (" = true", " = false"),
    ("std::mt19937& rng", "std::mt19937 rng"),
    ("break;", ";"),
    ("continue;", ";"),
    ("!", ""),
];
/// How lines begin that cannot be left out without others, or that declare something.
const DECLARATIONS: [&str; 16] = [
    "const ", "static ", "auto ", "int ", "bool ", "std::", "return", "if ", "else", "for ", "while ",
    "using ", "struct ", "class ", "Tile", "}",
];
/// The functions of the miniature, and what they are called in the series.
const FUNCTIONS: [(&str, &[&str]); 32] = [
    ("uniform", &[]),
    ("middleX", &["centreX"]),
    ("middleY", &["centreY"]),
    ("inside", &["isFloor", "tryMove", "in_bounds"]),
    ("isFloor", &["isFloor", "tryMove"]),
    ("generate", &["generate"]),
    ("heads", &["coinFlip", "connectRooms"]),
    // The series checks which areas are leaves in another function.
    ("cut", &["split", "buildRooms"]),
    ("place_cut", &["split"]),
    ("furnish", &["buildRooms"]),
    ("connect", &["connectRooms"]),
    ("someRoom", &["connectRooms"]),
    ("corridor", &["connectRooms", "carveHLine", "carveVLine"]),
    ("line", &["carveHLine", "carveVLine"]),
    ("dig", &["carveTile", "buildRooms", "carveHLine", "carveVLine"]),
    ("compute", &["compute"]),
    ("cast", &["castLight"]),
    ("at", &["castLight"]),
    ("isAlive", &["isAlive"]),
    ("tryMove", &["tryMove", "playerAct"]),
    ("handle", &["main", "run", "direction", "playerAct"]),
    // The series makes a new player, whose constructor sets the members.
    ("newDungeon", &["newGame", "Player"]),
    ("populate", &["newGame", "generate"]),
    ("act", &["playerAct", "endPlayerTurn"]),
    ("endTurn", &["endPlayerTurn", "playerAct", "monstersAct"]),
    ("monsterActs", &["monstersAct", "manhattan"]),
    ("wander", &["wander"]),
    ("drawWay", &["wander"]),
    ("hunt", &["monstersAct", "stepIfFree"]),
    ("follow", &["monstersAct", "stepIfFree"]),
    ("measure", &["compute"]),
    ("attack", &["attack"]),
];

/// One changed text.
struct Mutant {
    /// The number of the line, from 1.
    line: usize,
    /// The function that it is in.
    function: &'static str,
    from: String,
    to: String,
    text: String,
}

impl Mutant {
    /// Returns true if a sentence quotes the change: `'x > 0' instead of 'x >= 0'`. The series has some of
    /// the tests in many functions, and none of them is named then.
    fn is_quoted(&self, sentence: &str) -> bool {
        let quoted = sentence.strip_prefix('\'').and_then(|rest| rest.split_once("' instead of '"));
        let Some((to, rest)) = quoted else { return false };
        let from = rest.split('\'').next().unwrap_or_default();
        self.text.lines().nth(self.line - 1).is_some_and(|line| line.contains(to) && !line.contains(from))
    }
}

/// Returns all changed texts of the miniature, in the order of their lines.
fn mutants() -> Vec<Mutant> {
    let path = root().join("tests/cpp/miniature.cpp");
    let source = fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = source.lines().collect();
    let mut all = Vec::new();
    let mut function = None;
    for (index, line) in lines.iter().enumerate() {
        let head = line.split('(').next().unwrap_or_default();
        // The members of a struct are in no function.
        if line.starts_with("struct ") || line.starts_with("class ") {
            function = None;
        }
        let is_head = line.starts_with("    ") != line.starts_with("     ") || line.starts_with("static ");
        if is_head && line.contains(") ") && line.contains('{') {
            let name = head.rsplit([' ', '&', '*']).next().unwrap_or_default();
            function = FUNCTIONS.iter().map(|(known, _)| *known).find(|known| *known == name);
        }
        let Some(function) = function.filter(|_| !line.contains("wrong(") && !line.contains("//")) else {
            continue;
        };
        let mut add = |from: &str, to: &str, changed: String| {
            let mut changed_lines = lines.clone();
            changed_lines[index] = &changed;
            let text = changed_lines.join("\n") + "\n";
            all.push(Mutant { line: index + 1, function, from: from.to_owned(), to: to.to_owned(), text });
        };
        for (from, to) in EXCHANGES {
            for (at, _) in
                line.match_indices(from).filter(|(at, _)| from != "!" || !line[*at..].starts_with("!="))
            {
                add(from, to, line[..at].to_owned() + to + &line[at + from.len()..]);
            }
        }
        let statement = line.trim();
        if statement.ends_with(';') && DECLARATIONS.iter().all(|start| !statement.starts_with(start)) {
            add(statement, "", String::new());
        }
    }
    all
}

/// The seconds of processor time after which a program is ended, because it hangs. The right one takes less
/// than one, and a clock would also end programs that wait for a processor.
const MOST_SECONDS: &str = "5";

/// Compiles a text and records a game of Part 7. Returns `None` if it does not compile.
fn record(name: &str, text: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let [source, program, trace] =
        ["cpp", "exe", "trace"].map(|end| folder.join(format!("mutant-{name}-{}.{end}", std::process::id())));
    fs::write(&source, text).unwrap();
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let headers = root().join("tests/cpp");
    let compiled = Command::new(compiler.split_whitespace().next().unwrap_or("c++"))
        .args(["-std=c++17", "-O0", "-w", "-I"])
        .arg(headers)
        .arg(&source)
        .arg("-o")
        .arg(&program)
        .stderr(Stdio::null())
        .status()
        .unwrap();
    let recorded = compiled.success().then(|| run(&program, &trace));
    for path in [source, program, trace] {
        fs::remove_file(path).ok();
    }
    recorded
}

fn run(program: &PathBuf, trace: &Path) -> String {
    Command::new("sh")
        .args(["-c", "ulimit -t \"$0\" && exec \"$@\"", MOST_SECONDS])
        .arg(program)
        .args(arguments_of_part(7))
        .args(["--full", "--trace"])
        .arg(trace)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .unwrap();
    String::from_utf8_lossy(&fs::read(trace).unwrap_or_default()).into_owned()
}

/// How a mutant is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// It does not compile, or no step differs.
    Unseen,
    /// The function of the mutant is among those that are named.
    Right,
    /// No cause is named, or only with "perhaps".
    Nameless,
    /// Only other functions are named.
    Wrong,
}

fn answer(mutant: &Mutant, right: &str) -> (Answer, String) {
    let Mutant { line, function, from, to, .. } = mutant;
    let told = format!("line {line} ({function}): '{to}' for '{from}'");
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let name = COUNT.fetch_add(1, Ordering::Relaxed).to_string();
    let Some(recorded) = record(&name, &mutant.text) else { return (Answer::Unseen, told) };
    let lines = |step: &str| step.lines().filter(|line| !line.starts_with('#')).collect::<String>();
    let (ours, theirs) = (steps(right), steps(&recorded));
    let first = ours.iter().zip(&theirs).position(|(a, b)| lines(a) != lines(b));
    let is_whole = theirs.len() == ours.len();
    if first.is_none() && is_whole || theirs.is_empty() {
        return (Answer::Unseen, told);
    }
    let verdict = match compare(recorded.as_bytes(), &Options::default()) {
        Ok(verdict) => verdict,
        // The program was ended in the middle of a step.
        Err(error) => panic!("{told}: {error}"),
    };
    check_steps(&verdict, first, theirs.len(), is_whole, &told);
    let Some(cause) = verdict.main().and_then(|main| main.cause.as_ref()) else {
        return (if first.is_none() { Answer::Unseen } else { Answer::Nameless }, told);
    };
    let names = FUNCTIONS.iter().find(|(known, _)| known == function).map_or(&[][..], |(_, names)| names);
    let is_named = |text: String| {
        let inside = text.split(['(', ')', ',', ':', ' ']).collect::<Vec<_>>();
        names.iter().any(|name| inside.contains(name)) || mutant.is_quoted(&text)
    };
    let later = cause.later.iter().map(|later| &later.reason);
    let mut texts = cause.first.fitting().take(3).chain(later).map(ToString::to_string);
    let answer = match texts.any(is_named) {
        true => Answer::Right,
        false if !cause.is_whole() || names.is_empty() => Answer::Nameless,
        false => Answer::Wrong,
    };
    (answer, format!("{told}: {}", cause.first.reason))
}

/// The first step that differs is right, and so is that in which the program crashed or hung.
fn check_steps(verdict: &Verdict, first: Option<usize>, count: usize, is_whole: bool, told: &str) {
    assert_eq!(verdict.main().map(|main| main.expected.number), first, "{told}");
    if !is_whole && first.is_none() {
        assert_eq!(verdict.broke_off.as_ref().map(|broke_off| broke_off.step), Some(count), "{told}");
    }
}

/// Missing statements of the mutants that are always tried and must be named: one sets only y, the other a
/// member of a monster.
const NAMED: [&str; 2] = ["y += dy;", "m.maxHp = m.hp;"];
/// A condition that is always tried, too: a mistake in another function explains the same.
const TURNED: &str = "there != FAR ||";

/// Every first step and every crash is right. Of the causes at least 75 of 100 name the right function.
///
/// `MUTANTS=all cargo test -p roguelike-causes --test causes mutants -- --nocapture` tries all of them, and a
/// number in place of `all` that many, spread over the text. Without it those of [`NAMED`] and [`TURNED`] are
/// tried.
#[test]
fn mutants_of_the_miniature_are_answered() {
    let all = mutants();
    assert!(all.len() > 200, "{}", all.len());
    let count = std::env::var("MUTANTS").ok().map(|count| count.parse().unwrap_or(all.len()));
    let chosen: Vec<&Mutant> = match count {
        Some(count) => all.iter().step_by(all.len().div_ceil(count.max(1))).collect(),
        None => {
            let is_named =
                |mutant: &&Mutant| NAMED.contains(&mutant.from.as_str()) || mutant.text.contains(TURNED);
            all.iter().filter(is_named).collect()
        }
    };
    let right = faulty(7, "--full", "");
    let told = in_parallel(&chosen, |mutant| answer(mutant, &right));
    let of =
        |answer| told.iter().filter(move |(one, _)| *one == answer).map(|(_, told)| told).collect::<Vec<_>>();
    let [unseen, named, nameless, wrong] =
        [Answer::Unseen, Answer::Right, Answer::Nameless, Answer::Wrong].map(of);
    let seen = told.len() - unseen.len();
    println!(
        "of {} mutants {seen} show: every first step and every end is right; {} causes name the function, {} \
         only others, {} have none\nonly others: {wrong:#?}\nnone: {nameless:#?}",
        told.len(),
        named.len(),
        wrong.len(),
        nameless.len()
    );
    assert!(named.len() * 4 >= seen * 3 && seen > 0, "{} of {seen}", named.len());
    assert!(count.is_some() || named.len() == NAMED.len() + 1, "{told:#?}");
}
