//! What differs between a recorded step and the same step as it should be, in words and in lines.

use super::compared_kinds::ComparedKinds;
use super::picture;
use crate::map::Pos;
use crate::screen::Cell;
use crate::support::text::counted;
use crate::trace::{Block, COLOR_DIGITS, Fact, Kind, Step, color_of};

/// The words for a list of monsters that lacks the dead.
const DEAD_REMOVED: &str = "dead monsters are removed from the list; the series keeps them";

/// Something that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The kind of line; none where only a hash is known.
    pub kind: Option<Kind>,
    /// What differs, in words.
    pub words: String,
    /// The line as it should be, if there should be one.
    pub expected: Option<String>,
    /// The line as recorded, if there is one.
    pub recorded: Option<String>,
}

impl ComparedKinds {
    /// Returns the kinds of lines that differ, in order; none where only hashes are known.
    pub fn differing_kinds(&self, expected: &Block, step: &Step) -> Vec<Kind> {
        let differences = self.differences(expected, step);
        let mut kinds: Vec<Kind> = differences.iter().filter_map(|difference| difference.kind).collect();
        kinds.dedup();
        kinds
    }

    /// Returns everything that differs, nothing if the step is right.
    pub fn differences(&self, expected: &Block, step: &Step) -> Vec<Difference> {
        if expected.quits() != step.quits() {
            return vec![quit_difference(expected, step)];
        }
        if let Some(hash) = step.hash {
            let words = "the hash of the step differs; a brief trace tells no more".to_owned();
            let [expected, recorded] =
                [self.hash(&expected.lines), hash].map(|hash| Some(format!("{hash:016x}")));
            let difference = Difference { kind: None, words, expected, recorded };
            return Some(difference).filter(|found| found.expected != found.recorded).into_iter().collect();
        }
        let ours = facts(expected);
        let theirs = step.facts();
        let mut found = Vec::new();
        let mut kinds: Vec<Kind> = ours.iter().chain(&theirs).map(|fact| fact.kind).collect();
        kinds.sort();
        kinds.dedup();
        for kind in kinds.into_iter().filter(|&kind| self.has(kind)) {
            let (ours, theirs) = (of_kind(&ours, kind), of_kind(&theirs, kind));
            match kind {
                Kind::Log | Kind::Sound => sequence(ours, theirs, &mut found),
                _ if kind.is_list() => list(ours, theirs, &mut found),
                _ if self.never.contains(&kind) => found.extend(ours.first().map(|ours| {
                    difference(
                        format!("{} is never written: there was nothing to write", kind.word()),
                        Some(ours),
                        None,
                    )
                })),
                _ => single(expected, step, ours, theirs, &mut found),
            }
        }
        found
    }
}

/// Returns the lines of a block, taken apart.
pub(super) fn facts(block: &Block) -> Vec<Fact> {
    block.lines.iter().filter_map(|line| Fact::parse(line).ok()).collect()
}

/// Returns the facts of one kind. Facts are in the order of their kinds.
pub(super) fn of_kind(facts: &[Fact], kind: Kind) -> &[Fact] {
    let start = facts.partition_point(|fact| fact.kind < kind);
    let end = facts.partition_point(|fact| fact.kind <= kind);
    &facts[start..end]
}

fn difference(words: String, ours: Option<&Fact>, theirs: Option<&Fact>) -> Difference {
    let line = |fact: &Fact| fact.line.clone();
    let kind = ours.or(theirs).map(|fact| fact.kind);
    Difference { kind, words, expected: ours.map(line), recorded: theirs.map(line) }
}

/// The difference between a program that ends and one that goes on.
fn quit_difference(expected: &Block, step: &Step) -> Difference {
    let words = match step.quits() {
        true => "the program ends with this key, but should go on",
        false => "the program should end with this key, but goes on",
    };
    let hash = step.hash.map(|hash| format!("{hash:016x}"));
    Difference {
        kind: Some(Kind::Quit),
        words: words.to_owned(),
        expected: expected.lines.first().cloned(),
        recorded: step.lines().next().map(str::to_owned).or(hash),
    }
}

/// Compares messages and sounds. What is equal at both ends is left out.
fn sequence(ours: &[Fact], theirs: &[Fact], found: &mut Vec<Difference>) {
    let same = |(a, b): &(&Fact, &Fact)| a.line == b.line;
    let front = ours.iter().zip(theirs).take_while(same).count();
    let (ours, theirs) = (&ours[front..], &theirs[front..]);
    let back = ours.iter().rev().zip(theirs.iter().rev()).take_while(same).count();
    let (ours, theirs) = (&ours[..ours.len() - back], &theirs[..theirs.len() - back]);
    let text = |fact: &Fact| fact.get("").unwrap_or_default().to_owned();
    for index in 0..ours.len().max(theirs.len()) {
        let (ours, theirs) = (ours.get(index), theirs.get(index));
        let is_sound = ours.or(theirs).is_some_and(|fact| fact.kind == Kind::Sound);
        let what = if is_sound { "sound" } else { "message" };
        let words = match (ours, theirs) {
            (Some(ours), Some(theirs)) if same(&(ours, theirs)) => continue,
            (Some(ours), Some(theirs)) => format!("{what}: '{}', recorded '{}'", text(ours), text(theirs)),
            (Some(ours), None) => format!("{what} '{}' is not recorded", text(ours)),
            (None, theirs) => {
                let text = theirs.map(text).unwrap_or_default();
                format!("{what} '{text}' is recorded, but should not come")
            }
        };
        found.push(difference(words, ours, theirs));
    }
}

/// Compares monsters, items and what is identified: each with the one of the same number or type.
fn list(ours: &[Fact], theirs: &[Fact], found: &mut Vec<Difference>) {
    if let Some(dead) = removed_dead(ours, theirs) {
        found.push(difference(DEAD_REMOVED.to_owned(), Some(dead), None));
        return;
    }
    if let ([first, ..], []) = (ours, theirs) {
        let words = format!("no {}, {} expected", first.kind.plural(), ours.len());
        found.push(difference(words, Some(first), None));
        return;
    }
    for ours in ours {
        match theirs.iter().find(|fact| fact.which == ours.which) {
            Some(theirs) => found.extend(fields(ours, theirs)),
            None => found.push(difference(format!("{} is not recorded", ours.subject()), Some(ours), None)),
        }
    }
    for theirs in theirs.iter().filter(|theirs| ours.iter().all(|fact| fact.which != theirs.which)) {
        let words = format!("{} is recorded, but should not be there", theirs.subject());
        found.push(difference(words, None, Some(theirs)));
    }
}

/// Returns the first dead monster, if the recorded list is right except that the dead are missing.
fn removed_dead<'f>(ours: &'f [Fact], theirs: &[Fact]) -> Option<&'f Fact> {
    let is_dead = |fact: &&Fact| fact.kind == Kind::Monster && fact.get("alive") == Some("0");
    let first = ours.iter().find(is_dead)?;
    let living: Vec<&Fact> = ours.iter().filter(|fact| !is_dead(fact)).collect();
    let same = living.len() == theirs.len()
        && living.iter().zip(theirs).all(|(ours, theirs)| fields(ours, theirs).is_none());
    same.then_some(first)
}

/// Compares a line of which there is one. If it is left out, it is not compared.
fn single(expected: &Block, step: &Step, ours: &[Fact], theirs: &[Fact], found: &mut Vec<Difference>) {
    match (ours.first(), theirs.first()) {
        (Some(ours), Some(theirs)) => match ours.kind {
            Kind::Tiles => found.extend(hashes(tiles_words(ours, theirs, expected, step), ours, theirs)),
            Kind::Frame => found.extend(hashes(frame_words(ours, theirs, expected, step), ours, theirs)),
            _ => found.extend(fields(ours, theirs)),
        },
        (None, Some(theirs)) => {
            let words = format!("{} is recorded, but should not be there", theirs.subject());
            found.push(difference(words, None, Some(theirs)));
        }
        (Some(ours), None) if (ours.kind, expected.step) == (Kind::Frame, 0) => {
            found.push(difference("nothing is drawn before the first key".to_owned(), Some(ours), None));
        }
        (_, None) => {}
    }
}

/// Returns the difference between two lines with a hash. A changed picture below an equal hash has no lines
/// to show.
fn hashes(words: Option<String>, ours: &Fact, theirs: &Fact) -> Option<Difference> {
    let whole = difference(words?, Some(ours), Some(theirs));
    Some(match ours.line == theirs.line {
        true => Difference { expected: None, recorded: None, ..whole },
        false => whole,
    })
}

/// Returns how two maps differ: in walls, in what is in view, in what is remembered.
fn tiles_words(ours: &Fact, theirs: &Fact, expected: &Block, step: &Step) -> Option<String> {
    if ours.line == theirs.line {
        return None;
    }
    let Some(rows) = &step.tiles else {
        return Some("the map's tiles differ; only their hash is recorded".to_owned());
    };
    let bytes = |rows: &[String]| rows.concat().into_bytes();
    let changes: Vec<u8> =
        bytes(&expected.tiles).iter().zip(bytes(rows)).map(|(ours, theirs)| ours ^ theirs).collect();
    let aspects = [
        (1, "the map differs", "floor against wall"),
        (2, "the view differs", "visible"),
        (4, "the memory differs", "explored"),
    ];
    let told: Vec<String> = aspects
        .iter()
        .filter_map(|(bit, what, how)| match changes.iter().filter(|&change| change & bit != 0).count() {
            0 => None,
            count => Some(format!("{what} in {} ({how})", counted(count, "tile"))),
        })
        .collect();
    Some(told.join("; "))
}

/// Returns how two frames differ.
fn frame_words(ours: &Fact, theirs: &Fact, expected: &Block, step: &Step) -> Option<String> {
    let same_hash = ours.line == theirs.line;
    let Some(rows) = &step.screen else {
        return (!same_hash).then(|| "the frame differs; only its hash is recorded".to_owned());
    };
    let count = picture::changes(&expected.screen, rows).len();
    match (count, same_hash) {
        (0, true) => {
            let recolored = step.colors.as_ref().is_some_and(|rows| *rows != expected.colors);
            recolored.then(|| "the colours of the frame differ, though its hash is right".to_owned())
        }
        (0, false) if step.colors.is_some() => Some(color_words(expected, step)),
        (0, false) => {
            Some("the frame shows the same characters, but in other colours or over other ones".to_owned())
        }
        (_, true) => Some(format!(
            "the picture of the frame differs in {}, though its hash is right",
            counted(count, "tile")
        )),
        (_, false) => Some(format!("the frame differs in {}", counted(count, "tile"))),
    }
}

/// Maximum number of colours that are told of a frame.
const MOST_COLORS: usize = 4;

/// Returns the cells of a frame, row by row.
pub(crate) fn cells(screen: &[String], colors: &[String]) -> Vec<Option<Cell>> {
    let rows = screen.iter().zip(colors).map(|(glyphs, colors)| {
        let digits = (0..).map(|column| colors.get(COLOR_DIGITS * column..COLOR_DIGITS * (column + 1)));
        let cells = glyphs.bytes().zip(digits);
        cells.map(|(glyph, digits)| Some(Cell { glyph, color: color_of(digits?)? }))
    });
    rows.flatten().collect()
}

/// Returns which characters of a frame have another colour: each cell once, with the number of its tiles.
fn color_words(expected: &Block, step: &Step) -> String {
    let rows = |rows: &Option<Vec<String>>| rows.clone().unwrap_or_default();
    let theirs = cells(&rows(&step.screen), &rows(&step.colors));
    let mut found: Vec<(Cell, Cell, usize)> = Vec::new();
    for pair in cells(&expected.screen, &expected.colors).into_iter().zip(theirs) {
        let (Some(ours), Some(theirs)) = pair else { continue };
        match found.iter_mut().find(|(a, b, _)| (*a, *b) == (ours, theirs)) {
            _ if ours == theirs => {}
            Some((_, _, count)) => *count += 1,
            None => found.push((ours, theirs, 1)),
        }
    }
    let told = found.iter().take(MOST_COLORS).map(|(ours, theirs, count)| {
        let count = counted(*count, "tile");
        format!("{} (in {count})", picture::recolored_words(*ours, theirs.color))
    });
    match found.len() {
        0 => "the frame shows the same characters and colours, but over other ones".to_owned(),
        _ => told.collect::<Vec<_>>().join("; "),
    }
}

/// Compares two lines field by field, as far as the recorded one has them.
pub(super) fn fields(ours: &Fact, theirs: &Fact) -> Option<Difference> {
    let mut told = Vec::new();
    let place = |fact: &Fact| fact.place().map(|Pos { x, y }| format!("at {x} {y}"));
    if let (Some(ours), Some(theirs)) = (place(ours), place(theirs))
        && ours != theirs
    {
        told.push(format!("{ours}, recorded {theirs}"));
    }
    for field in theirs.fields.iter().filter(|field| !matches!(field.name, "x" | "y")) {
        let (name, recorded) = (field.name, &field.value);
        match ours.get(name) {
            Some(value) if value == recorded => {}
            Some(value) if name.is_empty() => told.push(format!("'{value}', recorded '{recorded}'")),
            Some(value) => told.push(format!("{name} {value}, recorded {recorded}")),
            None => told.push(format!("{name} is recorded, but should not be there")),
        }
    }
    let words = format!("{}: {}", ours.subject(), told.join("; "));
    (!told.is_empty()).then(|| difference(words, Some(ours), Some(theirs)))
}
