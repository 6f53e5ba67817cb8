//! A verdict for people. It is short: the cause comes first, and each difference is described once. `--long`
//! shows everything.

use std::fmt::Display;

use super::cause_text::{self, Line};
use super::texts;
use crate::verify::data::{Compared, Difference, Divergence, Of, Reason, SearchCut, Verdict, picture};
use crate::verify::input::{Options, Place};
use roguelike::map::Pos;
use roguelike::support::text::{counted, visible};
use roguelike::trace::Kind;

/// Maximum number of differences that a short report has.
const DIFFERENCES: usize = 6;
/// Maximum number of characters of a difference in a short report.
const LONGEST_WORDS: usize = 400;

/// Returns the lines of the report about a file. In colour its first line and the cause are bold; the long
/// report has every difference, with its lines.
pub(super) fn verdict(
    name: &str,
    verdict: &Verdict,
    options: &Options,
    [color, long]: [bool; 2],
) -> Vec<String> {
    let bold = if color { ["\x1b[1m", "\x1b[0m"] } else { PLAIN };
    let mut report = Report { lines: Vec::new(), verdict, options, bold, long };
    if !options.own.is_empty() {
        report.add(format!("with {} as in your program:", texts(&options.own).join(" and ")));
    }
    match verdict.main() {
        None if verdict.broke_off.is_some() => {}
        None => report.ok(name),
        Some(main) => report.differs(name, main),
    }
    report.broke_off(name);
    verdict.hints.iter().for_each(|hint| report.add_if_any("hint", Some(hint)));
    report.lines
}

/// The start and the end of plain text.
const PLAIN: [&str; 2] = ["", ""];

struct Report<'a> {
    lines: Vec<String>,
    verdict: &'a Verdict,
    options: &'a Options<'a>,
    /// The start and the end of bold text.
    bold: [&'static str; 2],
    long: bool,
}

impl Report<'_> {
    fn ok(&mut self, name: &str) {
        let Verdict { steps, not_compared, .. } = self.verdict;
        let gaps = match not_compared.as_slice() {
            [] => String::new(),
            gaps => format!("; not compared: {}", texts(gaps).join(", ")),
        };
        self.add(format!("ok {} ({}{gaps})", visible(name), counted(*steps, "step")));
    }

    /// Where the recording broke off: the answer itself, or what is added to a difference before.
    fn broke_off(&mut self, name: &str) {
        let Some(broke_off) = &self.verdict.broke_off else { return };
        let key = broke_off.key.map(|key| format!(" ({})", key.name())).unwrap_or_default();
        let place = format!("at step {}{key}: {}", broke_off.step, visible(&broke_off.ending.to_string()));
        if self.verdict.main().is_some() {
            self.add(format!("  also, the recording broke off {place}"));
            return;
        }
        self.add(format!("broke off {} {place}", visible(name)));
        self.add_if_any("expected", broke_off.explanation());
        self.add("  up to there, everything that was recorded is right");
    }

    fn add(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    /// Adds a line that not every report has.
    fn add_if_any(&mut self, what: &str, text: Option<impl Display>) {
        if let Some(text) = text {
            self.add(format!("  {what}: {text}"));
        }
    }

    fn differs(&mut self, name: &str, main: &Divergence) {
        let Verdict { steps, not_compared, .. } = self.verdict;
        let [bold, plain] = self.bold;
        let (step, key) = (main.expected.number, main.expected.key_name());
        self.add(format!("{bold}differs {}: step {step} of {steps}, {key}{plain}", visible(name)));
        for own in &self.verdict.own {
            self.add(format!("  {bold}{}{plain}", visible(&own.to_string())));
        }
        self.cause(main, "  ", self.bold);
        self.add("");
        self.differences(main);
        self.places(main);
        let keys: Vec<&str> = main.keys.iter().map(|key| key.name()).collect();
        self.add_if_any("last keys", (!keys.is_empty()).then(|| keys.join(" ")));
        self.add_if_any("expected", main.explanation());
        self.add_if_any("hint", main.hint.filter(|hint| !hint.is_of_save_file()));
        for other in self.verdict.others() {
            self.also(other);
        }
        if self.verdict.divergences.iter().all(|found| found.of == Of::Shown) {
            let rules = match self.verdict.compared {
                Compared::Rules => "no rule differs in what was compared, only what the player sees or hears",
                _ => "the rules were not compared: the recording has only what the player sees or hears",
            };
            self.add(format!("  {rules}"));
        }
        if let Some(cut @ SearchCut::Limit(seconds)) = self.verdict.search_cut {
            let limit = counted(seconds as usize, "second");
            let next = cut.next_limit().map(|longer| format!("; --search {longer} searches longer"));
            let next = next.unwrap_or_default();
            self.add(format!("  the search hit its limit of about {limit} of processor time{next}"));
        }
        self.add_if_any("not compared", (!not_compared.is_empty()).then(|| texts(not_compared).join(", ")));
    }

    /// A difference that came beside the main one.
    fn also(&mut self, other: &Divergence) {
        let words = other.differences.first().map_or_else(String::new, Difference::words);
        let (step, key) = (other.expected.number, other.expected.key_name());
        self.add("");
        self.add(format!("  also, first in step {step} ({key}): {}", self.cut(&words)));
        let more = other.differences.len().saturating_sub(1);
        if more > 0 {
            self.add(format!("    and {more} more in that step"));
        }
        let reason = |found: &Divergence| found.cause.as_ref().map(|cause| cause.first.reason.clone());
        match reason(other) {
            None => {}
            same if same == self.verdict.main().and_then(reason) => {
                self.add("    the same cause explains it");
            }
            Some(_) => self.cause(other, "    ", PLAIN),
        }
    }

    /// Text from a recording, escaped, and cut where it is too long to be read.
    fn cut(&self, text: &str) -> String {
        if self.long { visible(text) } else { cut(text) }
    }

    fn cause(&mut self, found: &Divergence, indent: &str, [bold, plain]: [&str; 2]) {
        // Only the bugs of the rules are known.
        if self.options.older.is_some() {
            return;
        }
        let cause = found.cause.as_ref();
        let of_save = found.hint.filter(|hint| hint.is_of_save_file());
        let of_save = of_save.filter(|_| cause.is_none_or(|cause| !cause.is_whole()));
        match (of_save, cause) {
            (Some(reason), _) => self.add(format!("{indent}{bold}cause: {reason}{plain}")),
            (None, Some(cause)) => {
                for Line { is_strong, text } in
                    cause_text::lines(cause, found, self.verdict, self.options.sources)
                {
                    let [bold, plain] = if is_strong { [bold, plain] } else { PLAIN };
                    self.add(format!("{indent}{bold}{text}{plain}"));
                }
                let place = |reason: &Reason| self.options.sources?.find(&reason.replaced()?);
                let places: Vec<Place> = cause.first.fitting().filter_map(place).collect();
                for Place { file, line, wrong, right } in places {
                    let right = right.map_or_else(String::new, |right| format!(" instead of '{right}'"));
                    self.add(format!("{indent}{file}:{line} has '{wrong}'{right}"));
                }
            }
            (None, None) => {
                let text = self.without_cause(found);
                self.add(format!("{indent}{bold}{text}{plain}"));
            }
        }
    }

    /// Describes a difference without a known cause: which texts or pictures differ, if no rule does.
    fn without_cause(&self, found: &Divergence) -> String {
        if found.of == Of::SaveFile {
            return "F5 writes a different save file (Game::save)".to_owned();
        }
        let is_shown = |kind: &Kind| kind.is_cosmetic() || found.of == Of::Shown;
        let kinds = found.differences.iter().map(|difference| difference.kind().filter(is_shown));
        let what = match kinds.collect::<Option<Vec<Kind>>>().unwrap_or_default().first() {
            Some(Kind::Log) => "the texts of messages differ",
            Some(Kind::Sound) => "the sounds differ",
            Some(Kind::Title) => "the title differs",
            Some(Kind::Potion | Kind::Scroll) => "the name of an appearance differs",
            Some(_) if found.has_other_colors() => "the colours differ",
            Some(_) => "the picture differs",
            None => {
                return match self.verdict.search_cut {
                    Some(SearchCut::Limit(_)) => "cause unknown: the search hit its limit",
                    Some(SearchCut::NotSearched) => "cause unknown: there was no search",
                    None => "cause unknown: no known bug reproduces the recording",
                }
                .to_owned();
            }
        };
        let not_rules = if self.verdict.compared == Compared::Rules { ", not the rules" } else { "" };
        format!("{what}{not_rules}")
    }

    /// Adds the differences. Their lines are only in the long report.
    fn differences(&mut self, found: &Divergence) {
        if found.brief && found.worked_out {
            self.add("  The recording is brief. Its lines come from the cause, which gives its hash.");
        }
        let most = if self.long { usize::MAX } else { DIFFERENCES };
        // The generator's line is the most telling: when it goes another way, all else follows.
        let is_shown = |(index, difference): &(usize, &Difference)| {
            *index < most || difference.kind() == Some(Kind::Rng)
        };
        let shown = found.differences.iter().enumerate().filter(is_shown);
        let mut left = found.differences.len();
        for (_, difference) in shown {
            left -= 1;
            self.add(format!("  {}", self.cut(&difference.words())));
            if self.long || found.brief {
                self.lines.extend(difference.sides().map(|line| format!("    {}", visible(&line))));
            }
        }
        if left > 0 {
            self.add(format!("  ... and {}; --long shows all", counted(left, "more difference")));
        }
    }

    /// Where the map differs, or else the frame.
    fn places(&mut self, found: &Divergence) {
        let Divergence { expected, recorded, .. } = found;
        let pictures = [
            (Kind::Tiles, "map", &expected.tiles, &recorded.tiles),
            (Kind::Frame, "frame", &expected.screen, &recorded.screen),
        ];
        let differs = |kind| found.differences.iter().any(|difference| difference.kind() == Some(kind));
        let Some((_, what, ours, theirs)) = pictures.into_iter().find(|(kind, ..)| differs(*kind)) else {
            return;
        };
        let text = match (ours, theirs) {
            (Some(ours), Some(theirs)) => differing_area(ours, theirs)
                .map(|area| format!("it differs {area}; --picture FILE.png shows both sides")),
            _ => Some("the recording has only its hash; record with --full to see both sides".to_owned()),
        };
        self.add_if_any(what, text);
    }
}

/// Describes where two pictures differ.
fn differing_area(left: &[String], right: &[String]) -> Option<String> {
    let places = picture::changes(left, right);
    let range = |coordinate: fn(&Pos) -> i32| {
        let numbers = || places.iter().map(coordinate);
        Some(format!("{} to {}", numbers().min()?, numbers().max()?))
    };
    let (columns, rows) = (range(|pos| pos.x)?, range(|pos| pos.y)?);
    Some(format!("in {}, columns {columns}, rows {rows}", counted(places.len(), "tile")))
}

/// Returns text from a recording, escaped, and cut where it is too long to be read.
pub(super) fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST_WORDS) {
        Some((end, _)) => visible(&text[..end]) + "…",
        None => visible(text),
    }
}
