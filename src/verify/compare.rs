//! One recorded step beside the same step as it should be: what differs, in words and in lines.

use std::collections::{BTreeMap, HashMap};

use super::picture;
use super::source::Survey;
use crate::map::Pos;
use crate::screen::Cell;
use crate::support::hash::Fnv;
use crate::support::text::counted;
use crate::trace::{Block, COLOR_DIGITS, Fact, Kind, Step, color_of};

/// Maximum number of lines that are tried one by one. Each of them doubles the work.
const MOST_LINES: usize = 10;

/// The words for a list of monsters that lacks the dead.
pub(super) const DEAD_REMOVED: &str = "dead monsters are removed from the list; the series keeps them";

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

/// What of a run can be compared: a recording may leave lines out.
#[derive(Clone, Debug, Default)]
pub(super) struct ComparedKinds {
    /// Kinds of lines, and whether the recording has them. In a brief one that does not say what it records,
    /// only what was found left out.
    recorded: BTreeMap<Kind, bool>,
    /// Kinds with one line a step that the program writes when there is something to write, and that are in
    /// no step. Their absence is a difference.
    never: Vec<Kind>,
    /// True for a brief recording.
    brief: bool,
}

impl ComparedKinds {
    /// What a recording has anywhere, or says that it would have.
    pub fn of(survey: &Survey) -> ComparedKinds {
        let Survey { kinds, brief, marks, .. } = survey;
        let has = |kind| kinds.contains(&kind) || marks.records.contains(&kind);
        let mut recorded: BTreeMap<Kind, bool> = Kind::all().map(|kind| (kind, has(kind))).collect();
        if *brief && marks.records.is_empty() {
            recorded.clear();
        }
        // The end of the program is never left out: nothing else would be in its place.
        recorded.insert(Kind::Quit, true);
        let is_never = |kind: &Kind| !kind.is_list() && !kinds.contains(kind) && !brief;
        let never = marks.records.iter().copied().filter(is_never).collect();
        ComparedKinds { recorded, never, brief: *brief }
    }

    /// Returns the same without these kinds of lines.
    pub fn without(&self, kinds: &[Kind]) -> ComparedKinds {
        self.set(kinds, false)
    }

    /// Returns the same with these kinds of lines.
    pub fn with(&self, kinds: &[Kind]) -> ComparedKinds {
        self.set(kinds, true)
    }

    /// Returns the same without all kinds of lines but one.
    pub fn only(&self, kind: Kind) -> ComparedKinds {
        self.without(&Kind::all().filter(|&other| other != kind).collect::<Vec<Kind>>())
    }

    fn set(&self, kinds: &[Kind], recorded: bool) -> ComparedKinds {
        let mut compared = self.clone();
        compared.recorded.extend(kinds.iter().map(|&kind| (kind, recorded)));
        compared
    }

    /// Returns true if the recording has such lines. For a brief one that is assumed until it is disproved.
    pub fn has(&self, kind: Kind) -> bool {
        self.recorded.get(&kind).copied().unwrap_or(self.brief)
    }

    /// Returns true if the recording lacks any of these lines.
    pub fn leaves_out(&self, expected: &Block) -> bool {
        // Not every step has messages or sounds, so their absence means nothing.
        let kinds = expected.lines.iter().filter_map(|line| Kind::of_line(line));
        kinds.filter(|kind| !matches!(kind, Kind::Log | Kind::Sound)).any(|kind| !self.has(kind))
    }

    /// Returns true if the recorded step, as far as it goes, is what it should be.
    pub fn matches(&self, expected: &Block, step: &Step) -> bool {
        if let Some(hash) = step.hash {
            return self.hash(expected) == hash;
        }
        // A block without pictures is compared by its hashes alone.
        let same = |recorded: &Option<Vec<String>>, expected: &Vec<String>| {
            !self.has(Kind::Frame)
                || expected.is_empty()
                || recorded.as_ref().is_none_or(|rows| rows == expected)
        };
        (is_equal(expected, step) || self.same_lines(expected, step, |_| true))
            && same(&step.screen, &expected.screen)
            && same(&step.colors, &expected.colors)
    }

    /// The same for a block without the line of the frame. The step is not brief.
    #[cfg_attr(test, expect(dead_code, reason = "the library's own tests make no edits"))]
    pub fn matches_but_frame(&self, expected: &Block, step: &Step) -> bool {
        let lines = step.lines().filter(|line| !line.starts_with(Kind::Frame.word()));
        lines.eq(expected.lines.iter().map(String::as_str))
            || self.same_lines(expected, step, |kind| kind != Kind::Frame)
    }

    fn same_lines(&self, expected: &Block, step: &Step, of_kind: impl Fn(Kind) -> bool) -> bool {
        if expected.quits() != step.quits() {
            return false;
        }
        let has = |line: &&str| Kind::of_line(line).is_some_and(|kind| of_kind(kind) && self.has(kind));
        let mut recorded = step.lines().filter(has).peekable();
        for line in expected.lines.iter().map(String::as_str).filter(has) {
            let kind = Kind::of_line(line);
            match recorded.peek() {
                Some(other) if *other == line || same_fields(line, other) => {
                    recorded.next();
                }
                // A line of which there is one may be missing.
                other
                    if kind.is_some_and(|kind| !kind.is_list() && !self.never.contains(&kind))
                        && other.and_then(|line| Kind::of_line(line)) != kind => {}
                _ => return false,
            }
        }
        recorded.peek().is_none()
    }

    /// Returns the kinds of lines that differ, in order; none where only hashes are known.
    pub fn differing_kinds(&self, expected: &Block, step: &Step) -> Vec<Kind> {
        let differences = self.differences(expected, step);
        let mut kinds: Vec<Kind> = differences.iter().filter_map(|difference| difference.kind).collect();
        kinds.dedup();
        kinds
    }

    /// Returns the brief hash over the lines that the recording has.
    fn hash(&self, block: &Block) -> u64 {
        let is_recorded = |line: &&String| Kind::of_line(line).is_none_or(|kind| self.has(kind));
        block
            .lines
            .iter()
            .filter(is_recorded)
            .fold(Fnv::default(), |hash, line| with_line(hash, line))
            .finish()
    }

    /// Tries which lines a brief recording leaves out, if that is why a step differs. Kinds that it was seen
    /// to have are not tried. Returns true if the step matches now.
    pub fn leave_out(&mut self, expected: &Block, step: &Step) -> bool {
        let Some(goal) = step.hash else { return false };
        let lines = lines_with_kinds(expected);
        let groups: Vec<_> = lines.chunk_by(|(a, _), (b, _)| a == b).collect();
        let Some(left_out) = self.search(&groups, goal) else { return false };
        self.recorded.extend(left_out.into_iter().map(|kind| (kind, false)));
        true
    }

    /// Returns true if the step matches, perhaps after it is found out which lines a brief recording leaves
    /// out.
    pub fn may_match(&mut self, expected: &Block, step: &Step) -> bool {
        self.matches(expected, step) || self.leave_out(expected, step)
    }

    /// Returns true if there are lines that a brief recording only seems to leave out.
    pub fn is_in_doubt(&self) -> bool {
        self.brief && self.recorded.values().any(|recorded| !recorded)
    }

    /// Returns the kinds of lines that a brief recording seemed to leave out, and of which this step has some
    /// after all. It may not have all of them: a program can forget one message and report the others.
    pub fn brought_back(&self, expected: &Block, step: &Step) -> Vec<Kind> {
        let Some(goal) = step.hash.filter(|_| self.brief) else { return Vec::new() };
        let mut open = self.clone();
        open.recorded.retain(|_, recorded| *recorded);
        let lines = lines_with_kinds(expected);
        let dropped = |kind: Option<Kind>| kind.is_some_and(|kind| self.recorded.get(&kind) == Some(&false));
        let in_question = lines.iter().filter(|(kind, _)| dropped(*kind)).count();
        let one_by_one = in_question <= MOST_LINES;
        let groups: Vec<_> =
            lines.chunk_by(|(a, _), (b, _)| a == b && !(one_by_one && dropped(*a))).collect();
        let left_out = open.search(&groups, goal).filter(|_| in_question > 0);
        let Some(left_out) = left_out else { return Vec::new() };
        let some_is_there = |kind: Kind| {
            let groups = groups.iter().filter(|group| group[0].0 == Some(kind)).count();
            groups > left_out.iter().filter(|&&missing| missing == kind).count()
        };
        let dropped = self.recorded.iter().filter(|(_, recorded)| !**recorded);
        dropped.map(|(&kind, _)| kind).filter(|&kind| some_is_there(kind)).collect()
    }

    /// Returns the kinds of the groups of lines that are left out if the hash of the others is the goal. The
    /// hash is made over the first half of the groups and undone over the second, with and without each of
    /// them: where both meet, the groups are found. That takes the square root of trying all together.
    fn search(&self, groups: &[&[(Option<Kind>, &str)]], goal: u64) -> Option<Vec<Kind>> {
        let (start, end) = groups.split_at(groups.len() / 2);
        let starts = self.hashes(start.iter().copied(), Fnv::default(), |hash, lines| {
            lines.iter().fold(hash, |hash, (_, line)| with_line(hash, line))
        });
        let ends = self.hashes(end.iter().rev().copied(), Fnv::ended_by(goal), |hash, lines| {
            lines.iter().rev().fold(hash, |hash, (_, line)| without_line(hash, line))
        });
        let mut ends: HashMap<u64, Vec<Kind>> = ends.into_iter().collect();
        starts.into_iter().find_map(|(hash, mut left_out)| {
            left_out.extend(ends.remove(&hash)?);
            Some(left_out)
        })
    }

    /// Returns the hashes that come out with and without each group of lines, and the kinds left out of each.
    fn hashes<'a>(
        &self,
        groups: impl Iterator<Item = &'a [(Option<Kind>, &'a str)]>,
        from: Fnv,
        with: impl Fn(Fnv, &[(Option<Kind>, &str)]) -> Fnv,
    ) -> Vec<(u64, Vec<Kind>)> {
        let mut all = vec![(from, Vec::new())];
        for lines in groups {
            let kind = lines[0].0;
            let known = kind.and_then(|kind| self.recorded.get(&kind).copied());
            let mut next = Vec::new();
            for (hash, left_out) in all {
                if let Some(kind) = kind.filter(|_| known != Some(true)) {
                    next.push((hash, [&left_out[..], &[kind]].concat()));
                }
                if known != Some(false) {
                    next.push((with(hash, lines), left_out));
                }
            }
            all = next;
        }
        all.into_iter().map(|(hash, left_out)| (hash.finish(), left_out)).collect()
    }

    /// From now on no line of these kinds may be missing from a brief recording, because a step with them
    /// matched.
    pub fn confirm(&mut self, expected: &Block) {
        if self.brief {
            for kind in expected.lines.iter().filter_map(|line| Kind::of_line(line)) {
                self.recorded.entry(kind).or_insert(true);
            }
        }
    }

    /// Returns everything that differs, nothing if the step is right.
    pub fn differences(&self, expected: &Block, step: &Step) -> Vec<Difference> {
        if expected.quits() != step.quits() {
            return vec![quit_difference(expected, step)];
        }
        if let Some(hash) = step.hash {
            let words = "the hash of the step differs; a brief trace tells no more".to_owned();
            let [expected, recorded] = [self.hash(expected), hash].map(|hash| Some(format!("{hash:016x}")));
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

fn with_line(mut hash: Fnv, line: &str) -> Fnv {
    hash.write(line.as_bytes());
    hash.write(b"\n");
    hash
}

fn without_line(mut hash: Fnv, line: &str) -> Fnv {
    hash.undo(b"\n");
    hash.undo(line.as_bytes());
    hash
}

fn lines_with_kinds(block: &Block) -> Vec<(Option<Kind>, &str)> {
    block.lines.iter().map(|line| (Kind::of_line(line), line.as_str())).collect()
}

/// Returns true if a step has the lines that it should have, all of them.
fn is_equal(expected: &Block, step: &Step) -> bool {
    step.lines().eq(expected.lines.iter().map(String::as_str))
}

/// What was expected and is not recorded, over all steps.
#[derive(Debug, Default)]
pub(super) struct NotCompared {
    /// For lines and fields: the number of steps in which they were expected, and in which they were recorded
    /// then.
    counts: BTreeMap<(Kind, &'static str), [usize; 2]>,
    /// The number of lines of a kind in steps that have all their lines. All lines of a kind have the same
    /// fields.
    whole: BTreeMap<Kind, usize>,
    /// True if the recorded program ended.
    ended: bool,
}

impl NotCompared {
    /// Counts a step.
    pub fn count(&mut self, compared: &ComparedKinds, expected: &Block, step: &Step) {
        if step.quits() {
            self.ended = true;
            return;
        }
        // Most steps are like that, and few lines have to be taken apart.
        if is_equal(expected, step) {
            for kind in expected.lines.iter().filter_map(|line| Kind::of_line(line)) {
                *self.whole.entry(kind).or_default() += 1;
            }
            return;
        }
        let recorded = step.facts();
        for ours in facts(expected) {
            let theirs = of_kind(&recorded, ours.kind).iter().find(|fact| fact.which == ours.which);
            let has = if step.hash.is_some() { compared.has(ours.kind) } else { theirs.is_some() };
            self.add((ours.kind, ""), has);
            let names = theirs.into_iter().flat_map(|_| &ours.fields).map(|field| field.name);
            for name in names.filter(|name| !name.is_empty()) {
                self.add((ours.kind, name), theirs.is_some_and(|fact| fact.get(name).is_some()));
            }
        }
    }

    /// Counts a step that differs. What the recording never has is no part of the difference.
    pub fn count_left_out(&mut self, compared: &ComparedKinds, expected: &Block) {
        for ours in facts(expected).iter().filter(|ours| !compared.has(ours.kind)) {
            self.add((ours.kind, ""), false);
        }
    }

    fn add(&mut self, what: (Kind, &'static str), recorded: bool) {
        let [expected, found] = self.counts.entry(what).or_default();
        *expected += 1;
        *found += usize::from(recorded);
    }

    /// Returns true if anything was compared.
    pub fn compared(&self) -> bool {
        self.ended || !self.whole.is_empty() || self.counts.values().any(|[_, found]| *found > 0)
    }

    /// Returns the kinds of lines that were expected and are in no step.
    pub fn missing(&self) -> Vec<Kind> {
        let never = self.counts.iter().filter(|((kind, name), [_, found])| {
            name.is_empty() && *found == 0 && !self.whole.contains_key(kind)
        });
        never.map(|((kind, _), _)| *kind).collect()
    }

    /// Returns what could not be compared, in words.
    pub fn told(&self) -> Vec<String> {
        let gaps = self.counts.iter().filter(|(_, [expected, found])| found < expected);
        gaps.map(|((kind, name), [expected, found])| {
            let whole = self.whole.get(kind).copied().unwrap_or_default();
            let (expected, found) = (expected + whole, found + whole);
            let mut told = kind.word().to_owned();
            if !name.is_empty() {
                told += &format!(" {name}");
            }
            if found > 0 {
                told += &format!(" ({} of {expected})", expected - found);
            }
            told
        })
        .collect()
    }
}

/// Returns the lines of a block, taken apart.
fn facts(block: &Block) -> Vec<Fact> {
    block.lines.iter().filter_map(|line| Fact::parse(line).ok()).collect()
}

/// Returns the facts of one kind. Facts are in the order of their kinds.
fn of_kind(facts: &[Fact], kind: Kind) -> &[Fact] {
    let start = facts.partition_point(|fact| fact.kind < kind);
    let end = facts.partition_point(|fact| fact.kind <= kind);
    &facts[start..end]
}

/// Returns true if two lines agree in the fields that the recorded one has.
fn same_fields(expected: &str, recorded: &str) -> bool {
    let kind = Kind::of_line(expected);
    if kind != Kind::of_line(recorded) || kind.is_some_and(Kind::is_cosmetic) {
        return false;
    }
    match (Fact::parse(expected), Fact::parse(recorded)) {
        (Ok(ours), Ok(theirs)) => ours.which == theirs.which && fields(&ours, &theirs).is_none(),
        _ => false,
    }
}

/// Returns a step as a recording would have it that leaves nothing out.
pub(super) fn as_recorded(block: &Block) -> Step {
    let rows = |rows: &Vec<String>| Some(rows.clone()).filter(|rows| !rows.is_empty());
    let step = Step::of(block.key, block.lines.iter().map(String::as_str));
    step.with_pictures([&block.tiles, &block.screen, &block.colors].map(rows))
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
fn fields(ours: &Fact, theirs: &Fact) -> Option<Difference> {
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
