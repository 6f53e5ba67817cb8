//! A verdict for scripts: one JSON object a file, each on a line of its own.

use super::broke_off::BrokeOff;
use super::cause::{Cause, Explained};
use super::difference::{Difference, Line};
use super::own_constant::OwnConstant;
use super::picture::rows;
use super::verdict::{Divergence, NOTHING, Verdict};
use roguelike::key::Key;
use roguelike::trace::input::InputError;
use roguelike::trace::{Header, Step};

/// Number of this form. It grows when a member changes its meaning or goes; new members come without notice.
/// Version 1.0.0 wrote form 1, without a number.
const FORMAT: &str = "4";

/// Returns text in quotation marks. Everything but the printable characters of ASCII is escaped: others may
/// change the direction of the text around them, or are not seen.
fn text(value: &str) -> String {
    let escaped = value.encode_utf16().map(|unit| match u8::try_from(unit).map(char::from) {
        Ok(c @ ('"' | '\\')) => format!("\\{c}"),
        Ok(c @ ' '..='~') => c.to_string(),
        _ => format!("\\u{unit:04x}"),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

/// Returns a list of texts.
fn texts<T: AsRef<str>>(values: impl IntoIterator<Item = T>) -> String {
    list(values.into_iter().map(|value| text(value.as_ref())))
}

/// Returns a list of values.
fn list(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<String>>().join(","))
}

/// A member of an object: its name and its value.
type Member = (&'static str, String);

fn object(members: &[Member]) -> String {
    let members = members.iter().map(|(name, value)| format!("{}:{value}", text(name)));
    format!("{{{}}}", members.collect::<Vec<String>>().join(","))
}

/// Returns a value, or null if there is none.
fn or_null<T>(value: Option<T>, json: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| "null".to_owned(), json)
}

/// Returns how a file compares. The members of the first difference of the rules, or else of the first
/// cosmetic one, stand in the object itself. `also` has the other ones.
pub(super) fn verdict(name: &str, verdict: &Verdict, header: &Header, own: &[OwnConstant]) -> String {
    let mut members = vec![
        ("format", FORMAT.to_owned()),
        ("file", text(name)),
        ("ok", verdict.is_ok().to_string()),
        ("part", header.part.number().to_string()),
        ("seed", header.seed.to_string()),
        ("stdlib", text(header.library.name())),
        ("set", texts(own.iter().map(ToString::to_string))),
        ("steps", verdict.steps.to_string()),
        ("not_compared", texts(&verdict.not_compared)),
        ("not_reached", texts(&verdict.not_reached)),
    ];
    if let Some(main) = verdict.main() {
        members.push(("rules", verdict.divergence.is_some().to_string()));
        members.extend(differing(main));
        members.push(("also", list(verdict.others().map(|other| object(&differing(other))))));
        members.push(("search_cut", verdict.search_cut.to_string()));
    }
    let broke_off = |broke_off: &BrokeOff| {
        object(&[
            ("step", broke_off.step.to_string()),
            ("key", or_null(broke_off.key.map(Key::name), text)),
            ("words", text(&broke_off.words)),
        ])
    };
    members.push(("broke_off", or_null(verdict.broke_off.as_ref(), broke_off)));
    members.push(("own", texts(verdict.own.iter().map(ToString::to_string))));
    members.push(("hints", texts(verdict.hints.iter().map(ToString::to_string))));
    if verdict.main().is_none() && !verdict.compared {
        members.extend([("error", text(NOTHING)), ("line", "null".to_owned())]);
    }
    object(&members)
}

/// Returns why a file cannot be compared.
pub(super) fn error(name: &str, error: &InputError) -> String {
    let line = match error {
        InputError::Trace { error, .. } => Some(error.line.to_string()),
        InputError::Read { .. } | InputError::Keys { .. } => None,
    };
    object(&[
        ("format", FORMAT.to_owned()),
        ("file", text(name)),
        ("ok", false.to_string()),
        ("error", text(&error.to_string())),
        ("line", or_null(line, |line| line)),
    ])
}

fn differing(divergence: &Divergence) -> Vec<Member> {
    let expected = &divergence.expected;
    let pictures = |of: fn(&Step) -> &Option<Vec<String>>| {
        let recorded = of(&divergence.recorded).as_ref();
        object(&[("expected", texts(rows(of(expected)))), ("recorded", or_null(recorded, texts))])
    };
    vec![
        ("step", expected.number.to_string()),
        ("key", text(expected.key_name())),
        ("line", divergence.line.to_string()),
        ("differences", list(divergence.differences.iter().map(difference))),
        ("tiles", pictures(|step| &step.tiles)),
        ("screen", pictures(|step| &step.screen)),
        ("worked_out", divergence.worked_out.to_string()),
        ("keys", texts(divergence.keys.iter().map(|key| key.name()))),
        ("cause", or_null(divergence.cause.as_ref(), cause)),
        ("explanation", or_null(divergence.explanation.as_deref(), text)),
        ("hint", or_null(divergence.hint, |hint| text(&hint.to_string()))),
    ]
}

fn difference(difference: &Difference) -> String {
    object(&[
        ("words", text(&difference.words())),
        ("expected", or_null(difference.expected.as_ref().map(Line::text), text)),
        ("recorded", or_null(difference.recorded.as_ref().map(Line::text), text)),
    ])
}

fn cause(cause: &Cause) -> String {
    let mut members = explained(&cause.first);
    members.extend([
        ("certain", cause.is_certain().to_string()),
        ("to_the_end", cause.to_the_end.to_string()),
        ("cut_short", cause.cut_short.to_string()),
        ("unexplained", texts(cause.unexplained.iter().map(|kind| kind.word()))),
        ("later", list(cause.later.iter().map(|later| object(&explained(later))))),
    ]);
    object(&members)
}

fn explained(Explained { reason, step, steps, others, is_complete, .. }: &Explained) -> Vec<Member> {
    vec![
        ("name", text(reason.name())),
        ("text", text(&reason.to_string())),
        ("functions", texts(reason.functions())),
        ("step", step.to_string()),
        ("steps", steps.to_string()),
        ("others", texts(others.iter().map(ToString::to_string))),
        ("others_complete", is_complete.to_string()),
    ]
}
