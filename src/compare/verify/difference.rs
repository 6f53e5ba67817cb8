//! What differs between a recorded step and the same step as it should be, in words and in lines.

use std::iter;

use super::compared_kinds::ComparedKinds;
use super::picture;
use roguelike::map::Pos;
use roguelike::screen::Cell;
use roguelike::support::text::{counted, shortened};
use roguelike::trace::{COLOR_DIGITS, Fact, Kind, RecordedStep, Step, color_of};

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
    pub fn differing_kinds(&self, expected: &Step, recorded: &RecordedStep) -> Vec<Kind> {
        let differences = self.differences(expected, recorded);
        let mut kinds: Vec<Kind> = differences.iter().filter_map(|difference| difference.kind).collect();
        kinds.dedup();
        kinds
    }

    /// Returns everything that differs, nothing if the step is right.
    pub fn differences(&self, expected: &Step, recorded: &RecordedStep) -> Vec<Difference> {
        let step = &recorded.step;
        if expected.quits() != recorded.quits() {
            return vec![quit_difference(expected, recorded)];
        }
        if let Some(hash) = recorded.hash {
            let words = "the hash of the step differs; a brief trace tells no more".to_owned();
            let [expected, recorded] = [expected.hash(), hash].map(|hash| Some(format!("{hash:016x}")));
            let difference = Difference { kind: None, words, expected, recorded };
            return Some(difference).filter(|found| found.expected != found.recorded).into_iter().collect();
        }
        by_kind(expected, step)
            .flat_map(|(kind, lines)| self.differences_of(kind, lines, expected, step))
            .collect()
    }

    /// Returns what differs in the lines of one kind.
    pub fn differences_of(
        &self,
        kind: Kind,
        [ours, theirs]: [Vec<&str>; 2],
        expected: &Step,
        step: &Step,
    ) -> Vec<Difference> {
        // Below the line of the frame its picture may differ.
        if !self.has(kind) || ours == theirs && kind != Kind::Frame {
            return Vec::new();
        }
        let (ours, theirs) = (facts(&ours), facts(&theirs));
        match (kind, &ours[..], &theirs[..]) {
            (Kind::Log | Kind::Sound, ..) => sequence(&ours, &theirs),
            _ if kind.is_list() => list(&ours, &theirs),
            (_, [ours], _) if self.is_absent(kind) => {
                let words = format!("{} is never written: there was nothing to write", kind.word());
                vec![difference(words, Some(ours), None)]
            }
            (Kind::Tiles | Kind::Frame, [ours], [theirs]) => {
                let words = if kind == Kind::Tiles { tiles_words } else { frame_words };
                let words = words(ours, theirs, expected, step);
                words.map(|words| difference(words, Some(ours), Some(theirs))).into_iter().collect()
            }
            (_, [ours], [theirs]) => fields(ours, theirs).into_iter().collect(),
            (_, [], [theirs]) => vec![unexpected(theirs)],
            (Kind::Frame, [ours], []) if expected.number == 0 => {
                vec![difference("no frame is recorded before the first key".to_owned(), Some(ours), None)]
            }
            // What is left out is not compared.
            _ => Vec::new(),
        }
    }
}

/// Returns the lines of two steps, kind by kind.
pub(super) fn by_kind<'t>(
    expected: &'t Step,
    step: &'t Step,
) -> impl Iterator<Item = (Kind, [Vec<&'t str>; 2])> {
    let mut lines = [expected, step].map(|step| step.lines().peekable());
    Kind::all().map(move |kind| {
        let of_kind = |line: &&str| Kind::of_line(line) == Some(kind);
        (kind, lines.each_mut().map(|lines| iter::from_fn(|| lines.next_if(of_kind)).collect()))
    })
}

/// Returns lines taken apart.
pub(super) fn facts(lines: &[&str]) -> Vec<Fact> {
    lines.iter().filter_map(|line| Fact::parse(line).ok()).collect()
}

fn difference(words: String, ours: Option<&Fact>, theirs: Option<&Fact>) -> Difference {
    let line = |fact: &Fact| fact.line.clone();
    let kind = ours.or(theirs).map(|fact| fact.kind);
    Difference { kind, words, expected: ours.map(line), recorded: theirs.map(line) }
}

/// The difference of a line that is recorded and should not be there.
fn unexpected(theirs: &Fact) -> Difference {
    let words = format!("{} is recorded, but should not be there", theirs.subject());
    difference(words, None, Some(theirs))
}

/// The difference between a program that ends and one that goes on.
fn quit_difference(expected: &Step, recorded: &RecordedStep) -> Difference {
    let words = match recorded.quits() {
        true => "the program ends with this key, but should go on",
        false => "the program should end with this key, but goes on",
    };
    let hash = recorded.hash.map(|hash| format!("{hash:016x}"));
    Difference {
        kind: Some(Kind::Quit),
        words: words.to_owned(),
        expected: expected.lines().next().map(str::to_owned),
        recorded: recorded.step.lines().next().map(str::to_owned).or(hash),
    }
}

/// Compares messages and sounds. What is equal at both ends is left out.
fn sequence(ours: &[Fact], theirs: &[Fact]) -> Vec<Difference> {
    let same = |(a, b): &(&Fact, &Fact)| a.line == b.line;
    let front = ours.iter().zip(theirs).take_while(same).count();
    let (ours, theirs) = (&ours[front..], &theirs[front..]);
    let back = ours.iter().rev().zip(theirs.iter().rev()).take_while(same).count();
    let (ours, theirs) = (&ours[..ours.len() - back], &theirs[..theirs.len() - back]);
    let text = |fact: &Fact| fact.get("").unwrap_or_default().to_owned();
    let differing = (0..ours.len().max(theirs.len())).filter_map(|index| {
        let (ours, theirs) = (ours.get(index), theirs.get(index));
        let is_sound = ours.or(theirs).is_some_and(|fact| fact.kind == Kind::Sound);
        let what = if is_sound { "sound" } else { "message" };
        let words = match (ours, theirs) {
            (Some(ours), Some(theirs)) if same(&(ours, theirs)) => return None,
            (Some(ours), Some(theirs)) => format!("{what}: '{}', recorded '{}'", text(ours), text(theirs)),
            (Some(ours), None) => format!("{what} '{}' is not recorded", text(ours)),
            (None, theirs) => format!("{what} '{}' is recorded, but should not come", text(theirs?)),
        };
        Some(difference(words, ours, theirs))
    });
    differing.collect()
}

/// Compares monsters, items and what is identified: each with the one of the same number or type.
fn list(ours: &[Fact], theirs: &[Fact]) -> Vec<Difference> {
    if let Some(dead) = removed_dead(ours, theirs) {
        return vec![difference(DEAD_REMOVED.to_owned(), Some(dead), None)];
    }
    if let ([first, ..], []) = (ours, theirs) {
        let words = format!("no {}, {} expected", first.kind.plural(), ours.len());
        return vec![difference(words, Some(first), None)];
    }
    let is_among = |facts: &[Fact], fact: &Fact| facts.iter().any(|other| other.which == fact.which);
    let of_ours = ours.iter().filter_map(|ours| match theirs.iter().find(|fact| fact.which == ours.which) {
        Some(theirs) => fields(ours, theirs),
        None => Some(difference(format!("{} is not recorded", ours.subject()), Some(ours), None)),
    });
    let of_theirs = theirs.iter().filter(|theirs| !is_among(ours, theirs)).map(unexpected);
    let mut found: Vec<Difference> = of_ours.chain(of_theirs).collect();
    let is_in_order = || ours.iter().map(|fact| &fact.which).eq(theirs.iter().map(|fact| &fact.which));
    if let Some(first) = theirs.first().filter(|_| found.is_empty() && !is_in_order()) {
        let words = format!("{} are in another order", first.kind.plural());
        found.push(difference(words, ours.first(), Some(first)));
    }
    found
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

/// Returns how two maps differ: in walls, in what is in view, in what is remembered.
fn tiles_words(ours: &Fact, theirs: &Fact, expected: &Step, step: &Step) -> Option<String> {
    if ours.line == theirs.line {
        return None;
    }
    if step.tiles.is_none() {
        return Some("the map's tiles differ; only their hash is recorded".to_owned());
    }
    let aspects = [
        (1, "the map differs", "floor against wall"),
        (2, "the view differs", "visible"),
        (4, "the memory differs", "explored"),
    ];
    let words = aspects.iter().filter_map(|(bit, what, how)| {
        let count = picture::tile_changes(expected, step).filter(|change| change & bit != 0).count();
        (count > 0).then(|| format!("{what} in {} ({how})", counted(count, "tile")))
    });
    Some(words.collect::<Vec<String>>().join("; "))
}

/// Returns how two frames differ. A picture may differ above the right hash, if somebody changed it.
fn frame_words(ours: &Fact, theirs: &Fact, expected: &Step, step: &Step) -> Option<String> {
    let Some(rows) = &step.screen else {
        return (ours.line != theirs.line).then(|| "the frame differs; only its hash is recorded".to_owned());
    };
    let is_same_color = expected.colors.is_none() || step.colors.is_none() || step.colors == expected.colors;
    let what = match picture::changes(picture::rows(&expected.screen), rows).len() {
        0 if ours.line == theirs.line && is_same_color => return None,
        0 => {
            let colours = Some(picture::other_colours(expected, step)).filter(|colours| colours.len() > 1);
            let colours = colours.map_or_else(String::new, |colours| format!(": {}", colours.join("; ")));
            format!("the frame shows the same characters, but in other colours or over other ones{colours}")
        }
        count => format!("the frame differs in {}", counted(count, "tile")),
    };
    let exchange = picture::exchange(expected, step).map(|exchange| format!(": {exchange}"));
    Some(what + &exchange.unwrap_or_default())
}

/// Returns the cells of a step's frame, row by row, if its colours are known.
pub(super) fn cells(step: &Step) -> Vec<Option<Cell>> {
    let rows = step.screen.iter().flatten().zip(step.colors.iter().flatten()).map(|(glyphs, colors)| {
        let digits = (0..).map(|column| colors.get(COLOR_DIGITS * column..COLOR_DIGITS * (column + 1)));
        let cells = glyphs.bytes().zip(digits);
        cells.map(|(glyph, digits)| Some(Cell { glyph, color: color_of(digits?)? }))
    });
    rows.flatten().collect()
}

/// Returns the first line of a save file that differs from what should be saved, if one does. Blanks and
/// ends of lines do not matter, because the game does not read them.
pub(super) fn of_save(expected: &str, recorded: &str) -> Option<Difference> {
    if expected.split_ascii_whitespace().eq(recorded.split_ascii_whitespace()) {
        return None;
    }
    let mut ends = [expected, recorded].map(|text| text.lines().map(str::trim_end));
    let (number, [ours, theirs]) = (1..)
        .map(|number| (number, ends.each_mut().map(Iterator::next)))
        .find(|(_, [ours, theirs])| ours != theirs)?;
    let [expected, recorded] =
        [ours, theirs].map(|line| line.map(|line| format!("save line {number} {line}")));
    let words = match (ours, theirs) {
        (Some(ours), Some(theirs)) => format!("is '{}', recorded '{}'", shortened(ours), shortened(theirs)),
        (Some(ours), None) => format!("'{}' is not recorded", shortened(ours)),
        (None, theirs) => format!("'{}' is recorded, but should not be there", shortened(theirs?)),
    };
    Some(Difference { kind: None, words: format!("save: line {number} {words}"), expected, recorded })
}

/// Compares two lines field by field, as far as the recorded one has them.
pub(super) fn fields(ours: &Fact, theirs: &Fact) -> Option<Difference> {
    let mut words = Vec::new();
    let place = |fact: &Fact| fact.place().map(|Pos { x, y }| format!("at {x} {y}"));
    if let (Some(ours), Some(theirs)) = (place(ours), place(theirs))
        && ours != theirs
    {
        words.push(format!("{ours}, recorded {theirs}"));
    }
    for (name, recorded) in theirs.fields.iter().filter(|(name, _)| !matches!(*name, "x" | "y")) {
        match ours.get(name) {
            Some(value) if value == recorded => {}
            Some(value) if name.is_empty() => words.push(format!("'{value}', recorded '{recorded}'")),
            Some(value) => words.push(format!("{name} {value}, recorded {recorded}")),
            None => words.push(format!("{name} is recorded, but should not be there")),
        }
    }
    let text = format!("{}: {}", ours.subject(), words.join("; "));
    (!words.is_empty()).then(|| difference(text, Some(ours), Some(theirs)))
}
