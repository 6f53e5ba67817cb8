//! The text of causes.

use std::fmt;

use crate::verify::data::{Cause, Divergence, Explained, Reason, Verdict};
use crate::verify::input::OwnSources;
use roguelike::support::text::counted;
use roguelike::trace::Kind;
use roguelike_causes::Reach;

/// Maximum number of alternatives to a cause that are listed.
const OTHERS: usize = 3;
/// The places of the reasons of one cause.
const PLACES: [&str; 3] = ["second", "third", "fourth"];

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Library { recorded, header } => write!(
                f,
                "these are the random numbers of {recorded} ({}), but the header says {header}",
                recorded.compilers()
            ),
            Reason::Algorithm { recorded, header } => {
                write!(f, "the view is that of {recorded}, not of {header}")
            }
            Reason::Part { recorded, header } => {
                write!(f, "this is what Part {recorded} does, but the header says part {header}")
            }
            Reason::Setting { name, recorded, set } => {
                write!(f, "the recording has {name} {recorded}, not {set} as --set says")
            }
            Reason::Bug(bug) => bug.fmt(f),
        }
    }
}

/// A line of a report, and whether it stands out.
pub(super) struct Line {
    pub is_strong: bool,
    pub text: String,
}

/// The sources of the program, if they are at hand.
type Sources<'s> = Option<&'s dyn OwnSources>;

/// Returns the sentence of a reason, with the names that the program has.
fn sentence(reason: &Reason, sources: Sources<'_>) -> String {
    match (reason, sources) {
        (Reason::Bug(bug), Some(sources)) => bug.text(&|name| sources.own_name(name)),
        _ => reason.to_string(),
    }
}

/// Returns the sentence of a cause, after words like "perhaps".
pub(super) fn headline(cause: &Cause, sources: Sources<'_>) -> String {
    let how = match confidence(&cause.first, cause.is_certain()) {
        "" => "cause",
        how => how,
    };
    format!("{how}: {}", sentence(&cause.first.reason, sources))
}

/// Returns the lines about the cause of a difference.
pub(super) fn lines(cause: &Cause, found: &Divergence, verdict: &Verdict, sources: Sources<'_>) -> Vec<Line> {
    let strong = |text| Line { is_strong: true, text };
    let plain = |text| Line { is_strong: false, text };
    let mut lines = vec![strong(headline(cause, sources)), plain(reach(cause, found, verdict))];
    lines.extend(alternatives(&cause.first, sources).map(plain));
    let count = cause.later.len();
    for (index, later) in cause.later.iter().enumerate() {
        let how = Some(confidence(later, later.is_certain)).filter(|how| !how.is_empty());
        let how = how.map_or_else(String::new, |how| format!(", {how}"));
        let which = PLACES[index.min(PLACES.len() - 1)];
        let reason = sentence(&later.reason, sources);
        lines.push(strong(format!("{which} cause, from step {} on{how}: {reason}", later.step)));
        lines.push(plain(match (index + 1 < count, count) {
            (true, _) => format!("it explains {}", span(later.step, later.steps)),
            (false, 1) => "both bugs together reproduce the rest".to_owned(),
            (false, _) => "all of these bugs together reproduce the rest".to_owned(),
        }));
        lines.extend(alternatives(later, sources).map(plain));
    }
    lines
}

/// Returns how certain a reason is. A bug without a name of its own may have many like it.
fn confidence(Explained { reason, .. }: &Explained, is_certain: bool) -> &'static str {
    let is_like = matches!(reason, Reason::Bug(bug) if !bug.is_specific());
    match (is_certain, is_like) {
        (true, _) => "",
        (false, true) => "perhaps a bug like this",
        (false, false) => "perhaps",
    }
}

/// Returns the other reasons that explain as much as one.
fn alternatives<'a>(
    Explained { others, is_complete, .. }: &'a Explained,
    sources: Sources<'a>,
) -> impl Iterator<Item = String> + 'a {
    let listed = others.iter().take(OTHERS).map(move |other| format!("or: {}", sentence(other, sources)));
    let left = others.len().saturating_sub(OTHERS);
    let more = if *is_complete { "" } else { "at least " };
    let rest = format!("or: {more}{} that would fit as well", counted(left, "more known bug"));
    listed.chain((left > 0).then_some(rest))
}

/// Returns how much of the recording a cause explains.
fn reach(cause: &Cause, found: &Divergence, verdict: &Verdict) -> String {
    let step = found.expected.number;
    let last = step + cause.steps - 1;
    if let Some(later) = cause.later.first() {
        return format!("it explains {}", span(step, later.step.saturating_sub(step)));
    }
    let unexplained = cause.unexplained.iter().map(|kind| kind.plural());
    let open: Vec<&str> = unexplained.chain(open(cause, last, verdict)).collect();
    let but = if open.is_empty() { String::new() } else { format!(", but not {}", open.join(", ")) };
    let rest = match cause.reach {
        Reach::ToTheEnd => None,
        Reach::CutShort => Some("; later steps were not tried".to_owned()),
        Reach::Part => Some(format!(", but not step {}", last + 1)),
    };
    if let Some(rest) = rest {
        return format!("it reproduces everything up to step {last}{but}{rest}");
    }
    let all = match (last < verdict.steps, &open[..], &verdict.not_compared[..]) {
        (true, ..) => "everything up to the step in which the rules differ",
        (false, [_, ..], _) => "everything that the rules do",
        (false, [], []) => "the whole recording",
        (false, [], _) => "everything that was recorded",
    };
    let only = match (&cause.first, &cause.first.others[..]) {
        (_, [_, ..]) => "; others fit as well",
        (Explained { is_complete: true, reason: Reason::Bug(_), .. }, []) => ", and no other known bug does",
        _ => "",
    };
    let which = match cause.first.reason {
        Reason::Bug(_) => "this bug",
        _ => "this",
    };
    format!("{which} reproduces {all}{but}{only}")
}

/// Returns what differs up to a step beside that which a cause explains.
fn open(cause: &Cause, last: usize, verdict: &Verdict) -> Vec<&'static str> {
    let is_open = |other: &&Divergence| {
        let same = |another: &Cause| another.first.reason == cause.first.reason;
        other.expected.number <= last && !other.cause.as_ref().is_some_and(same)
    };
    let open = verdict.divergences.iter().filter(is_open).flat_map(|other| &other.differences);
    let mut open: Vec<&str> =
        open.map(|difference| difference.kind().map_or("the save file", Kind::plural)).collect();
    open.retain(|name| cause.unexplained.iter().all(|kind| kind.plural() != *name));
    open.sort_unstable();
    open.dedup();
    open
}

/// Describes a number of steps from a first one on.
fn span(first: usize, count: usize) -> String {
    match count {
        0 => format!("a part of step {first}"),
        1 => format!("step {first}"),
        _ => format!("steps {first} to {}", first + count - 1),
    }
}
