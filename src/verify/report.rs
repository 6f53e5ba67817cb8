//! A verdict for people. It is short: the cause comes first, each difference is told once, and pictures show
//! what differs. `--long` shows everything.

use std::io::{self, Write};

use super::cause::{Cause, LaterCause};
use super::compare::Difference;
use super::picture;
use super::verdict::{Divergence, LOST_SAVE, Options, Verdict};
use crate::support::text::{counted, visible};
use crate::trace::Kind;

/// Maximum number of differences that a short report has.
const DIFFERENCES: usize = 6;
/// Maximum number of lines that the pictures of a short report have.
const PICTURE_LINES: usize = 18;
/// Maximum number of alternatives to a cause that are listed.
const OTHERS: usize = 3;
/// Maximum number of characters of a difference in a short report.
const LONGEST_WORDS: usize = 400;

/// Writes how a file compares.
///
/// # Errors
/// When writing fails.
pub(super) fn verdict(
    out: &mut dyn Write,
    name: &str,
    verdict: &Verdict,
    options: &Options,
) -> io::Result<()> {
    let report = Report { verdict, options };
    match verdict.main() {
        None if verdict.broke_off.is_some() => {}
        None => report.ok(out, name)?,
        Some(main) => report.differs(out, name, main)?,
    }
    report.broke_off(out, name)?;
    verdict.hints.iter().try_for_each(|hint| writeln!(out, "  hint: {hint}"))
}

struct Report<'a> {
    verdict: &'a Verdict,
    options: &'a Options,
}

impl Report<'_> {
    fn ok(&self, out: &mut dyn Write, name: &str) -> io::Result<()> {
        let Verdict { steps, not_compared, .. } = self.verdict;
        write!(out, "ok {} ({}", visible(name), counted(*steps, "step"))?;
        if !not_compared.is_empty() {
            write!(out, "; not compared: {}", not_compared.join(", "))?;
        }
        writeln!(out, ")")
    }

    /// Where the recording broke off: the answer itself, or what is added to a difference before.
    fn broke_off(&self, out: &mut dyn Write, name: &str) -> io::Result<()> {
        let Some(broke_off) = &self.verdict.broke_off else { return Ok(()) };
        let key = broke_off.key_name().map(|key| format!(" ({key})")).unwrap_or_default();
        let place = format!("at step {}{key}: {}", broke_off.step, visible(&broke_off.words()));
        if self.verdict.main().is_some() {
            return writeln!(out, "  also, the recording broke off {place}");
        }
        writeln!(out, "broke off {} {place}", visible(name))?;
        if let Some(expected) = &broke_off.expected {
            writeln!(out, "  expected: {expected}")?;
        }
        writeln!(out, "  up to there everything is as it should be")
    }

    fn differs(&self, out: &mut dyn Write, name: &str, main: &Divergence) -> io::Result<()> {
        let (bold, plain) = if self.options.color { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
        let (step, key, steps) = (main.expected.step, main.expected.key_name(), self.verdict.steps);
        writeln!(out, "{bold}differs {}: step {step} of {steps}, {key}{plain}", visible(name))?;
        self.cause(out, main, "  ", [bold, plain])?;
        writeln!(out)?;
        self.differences(out, main)?;
        self.pictures(out, main)?;
        if !main.keys.is_empty() {
            let keys: Vec<&str> = main.keys.iter().map(|key| key.name()).collect();
            writeln!(out, "  last keys: {}", keys.join(" "))?;
        }
        if let Some(explanation) = &main.explanation {
            writeln!(out, "  expected: {explanation}")?;
        }
        if let Some(hint) = main.hint.filter(|hint| *hint != LOST_SAVE) {
            writeln!(out, "  hint: {hint}")?;
        }
        for other in self.verdict.others() {
            self.cosmetic(out, other)?;
        }
        if self.verdict.divergence.is_none() && self.verdict.wrong_save.is_none() {
            writeln!(out, "  the rules do not differ: only what is shown or said does")?;
        }
        if self.verdict.search_cut {
            writeln!(out, "  the search for causes was cut short; a shorter recording may show more")?;
        }
        if !self.verdict.not_compared.is_empty() {
            writeln!(out, "  not compared: {}", self.verdict.not_compared.join(", "))?;
        }
        Ok(())
    }

    /// A difference of messages, sounds, the title or the frame that came beside the main one.
    fn cosmetic(&self, out: &mut dyn Write, other: &Divergence) -> io::Result<()> {
        let words = other.differences.first().map_or("", |difference| difference.words.as_str());
        let (step, key) = (other.expected.step, other.expected.key_name());
        writeln!(out, "\n  also, from step {step} ({key}) on: {}", self.cut(words))?;
        let more = other.differences.len().saturating_sub(1);
        if more > 0 {
            writeln!(out, "    and {more} more in that step")?;
        }
        match &other.cause {
            None => Ok(()),
            same if same.as_ref().map(|cause| &cause.text) == self.main_cause() => {
                writeln!(out, "    the same cause explains it")
            }
            Some(_) => self.cause(out, other, "    ", ["", ""]),
        }
    }

    fn main_cause(&self) -> Option<&String> {
        self.verdict.main().and_then(|main| main.cause.as_ref()).map(|cause| &cause.text)
    }

    /// Text from a recording, escaped, and cut where it is too long to be read.
    fn cut(&self, text: &str) -> String {
        let long = text.chars().count() > LONGEST_WORDS;
        if long && !self.options.long {
            let start: String = text.chars().take(LONGEST_WORDS).collect();
            return visible(&start) + "…";
        }
        visible(text)
    }

    fn cause(
        &self,
        out: &mut dyn Write,
        found: &Divergence,
        indent: &str,
        [bold, plain]: [&str; 2],
    ) -> io::Result<()> {
        if found.hint == Some(LOST_SAVE) && found.cause.as_ref().is_none_or(Cause::is_perhaps) {
            return writeln!(out, "{indent}{bold}likely cause: {LOST_SAVE}{plain}");
        }
        if found.cause.is_none()
            && let Some(slip) = self.slip(found)
        {
            return writeln!(out, "{indent}{bold}likely cause: {slip}{plain}");
        }
        let Some(cause) = &found.cause else {
            return writeln!(
                out,
                "{indent}likely cause: none of the mistakes known here gives what was recorded"
            );
        };
        let likely = if cause.is_perhaps() { "perhaps" } else { "likely cause" };
        writeln!(out, "{indent}{bold}{likely}: {}{plain}", cause.text)?;
        writeln!(out, "{indent}{}", self.reach(cause, found))?;
        others(out, indent, &cause.others)?;
        let count = cause.later.len();
        for (index, (later, which)) in cause.later.iter().zip(["second", "third"]).enumerate() {
            let LaterCause { text, step, .. } = later;
            writeln!(out, "{indent}{bold}{which} cause, from step {step} on: {text}{plain}")?;
            if index + 1 < count {
                writeln!(out, "{indent}it explains {}", span(*step, later.steps))?;
            } else {
                let all = if count == 1 { "both" } else { "all three" };
                writeln!(out, "{indent}with {all} mistakes the rest comes out as recorded")?;
            }
            others(out, indent, &later.others)?;
        }
        Ok(())
    }

    /// Says of a step in which no rule differs, and that no known mistake gives, what is said or shown
    /// otherwise.
    fn slip(&self, found: &Divergence) -> Option<String> {
        if self.verdict.wrong_save.as_ref().is_some_and(|saved| std::ptr::eq(saved, found)) {
            return Some(format!(
                "what F5 writes: {} (Game::save)",
                self.cut(&found.differences.first()?.words)
            ));
        }
        let kind = |difference: &Difference| difference.kind.filter(|kind| kind.is_cosmetic());
        let first = found.differences.first()?;
        let what = match kind(first)? {
            Kind::Log => "texts of messages",
            Kind::Sound => "sounds",
            Kind::Title => "the title",
            _ => "what is drawn",
        };
        let only = found.differences.iter().all(|difference| kind(difference).is_some());
        only.then(|| format!("{what}, not the rules: {}", self.cut(&first.words)))
    }

    /// How much of the recording the cause explains.
    fn reach(&self, cause: &Cause, found: &Divergence) -> String {
        let step = found.expected.step;
        let last = step + cause.steps - 1;
        if !cause.unexplained.is_empty() {
            let words: Vec<&str> = cause.unexplained.iter().map(|kind| kind.word()).collect();
            return format!("but not alone: it does not explain {}", words.join(", "));
        }
        let from = if cause.from_start {
            "with that mistake"
        } else {
            "made from here on (the recording is too long to be played again from its start), \
             it gives what was recorded"
        };
        if !cause.later.is_empty() {
            return format!("it explains {}", span(step, cause.steps));
        }
        match (cause.from_start, cause.to_the_end) {
            (true, true) if last < self.verdict.steps => {
                format!("{from} everything comes out as recorded up to the step in which the rules differ")
            }
            (true, true) if found.leaves_out => format!("{from} all that is recorded comes out"),
            (true, true) => format!("{from} the whole recording comes out as it is"),
            (true, false) if cause.cut_short => {
                format!("{from} everything comes out as recorded up to step {last}; further was not tried")
            }
            (true, false) => {
                format!(
                    "{from} everything comes out as recorded up to step {last}; then something else begins"
                )
            }
            (false, true) => format!("{from} to its end"),
            (false, false) => format!("{from} up to step {last}"),
        }
    }

    /// What differs, in words. The lines themselves are in the long report.
    fn differences(&self, out: &mut dyn Write, found: &Divergence) -> io::Result<()> {
        if found.brief && found.worked_out {
            writeln!(
                out,
                "  The trace is brief. What it recorded is worked out from the cause, which gives its hash."
            )?;
        }
        let most = if self.options.long { usize::MAX } else { DIFFERENCES };
        for difference in found.differences.iter().take(most) {
            writeln!(out, "  {}", self.cut(&difference.words))?;
            if self.options.long || found.brief {
                for (side, line) in [("expected", &difference.expected), ("recorded", &difference.recorded)] {
                    if let Some(line) = line {
                        writeln!(out, "    {side}  {}", visible(line))?;
                    }
                }
            }
        }
        match found.differences.len().saturating_sub(most) {
            0 => Ok(()),
            more => writeln!(out, "  ... and {}; --long shows all", counted(more, "more difference")),
        }
    }

    fn pictures(&self, out: &mut dyn Write, found: &Divergence) -> io::Result<()> {
        let expected = &found.expected;
        let differs = |kind| found.differences.iter().any(|difference| difference.kind == Some(kind));
        let unknown = found.differences.iter().any(|difference| difference.kind.is_none());
        if differs(Kind::Tiles) && !expected.tiles.is_empty() {
            let ours = picture::tiles(&expected.tiles);
            let theirs = found.tiles.as_deref().map(picture::tiles);
            if self.pair(out, "map", &ours, theirs.as_deref(), found)? {
                let seen = expected.tiles.iter().any(|row| row.bytes().any(|tile| tile > b'1'));
                writeln!(out, "  {}", if seen { picture::LEGEND } else { picture::PLAIN_LEGEND })?;
            }
        }
        let theirs = found.screen.as_deref();
        // Where the frame differs on the same tiles as the map, the picture of the map has shown it all.
        let shown = differs(Kind::Tiles)
            && theirs.is_none_or(|theirs| {
                found.tiles.as_ref().is_some_and(|tiles| {
                    let frame = picture::changes(&expected.screen, theirs);
                    let map = picture::changes(&expected.tiles, tiles);
                    frame.iter().all(|place| map.contains(place))
                })
            });
        let same = theirs.is_some_and(|theirs| theirs == expected.screen.as_slice());
        if (differs(Kind::Frame) || unknown) && !shown && !same {
            self.pair(out, "frame", &expected.screen, theirs, found)?;
        }
        Ok(())
    }

    /// Shows two pictures, or the one that is known. Returns true if it showed one.
    fn pair(
        &self,
        out: &mut dyn Write,
        what: &str,
        ours: &[String],
        theirs: Option<&[String]>,
        found: &Divergence,
    ) -> io::Result<bool> {
        let Some(theirs) = theirs else {
            let only = "the recording has only its hash; record with --full to see both";
            if self.options.long {
                picture::alone(out, &format!("\n  {what}, expected ({only})"), ours)?;
            } else {
                writeln!(out, "  {what}: {only}")?;
            }
            return Ok(self.options.long);
        };
        let recorded = if found.worked_out { "recorded (worked out from the cause)" } else { "recorded" };
        let mut text = Vec::new();
        let titles = [&format!("{what}, expected"), recorded];
        picture::both(&mut text, titles, [ours, theirs], self.options.color)?;
        let lines = text.iter().filter(|&&byte| byte == b'\n').count();
        if lines > PICTURE_LINES && !self.options.long {
            let area = picture::differing_area(ours, theirs).unwrap_or_default();
            writeln!(out, "  {what}: it differs {area}; --long shows the picture")?;
            return Ok(false);
        }
        writeln!(out)?;
        out.write_all(&text)?;
        Ok(true)
    }
}

/// Returns a number of steps from a first one on, in words.
fn span(first: usize, count: usize) -> String {
    if count == 1 { format!("step {first}") } else { format!("steps {first} to {}", first + count - 1) }
}

/// Writes which other mistakes explain as much as one.
fn others(out: &mut dyn Write, indent: &str, others: &[String]) -> io::Result<()> {
    for other in others.iter().take(OTHERS) {
        writeln!(out, "{indent}it could as well be: {other}")?;
    }
    match others.len().saturating_sub(OTHERS) {
        0 => Ok(()),
        more => writeln!(out, "{indent}... or one of {more} more"),
    }
}
