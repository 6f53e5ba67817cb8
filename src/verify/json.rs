//! A verdict for scripts: one JSON object a file, each on a line of its own.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::{BrokeOff, Cause, Difference, Divergence, NOTHING, SecondCause, Verdict};
use crate::trace::Header;
use crate::trace::input::InputError;

/// A JSON value.
enum Json {
    Null,
    Bool(bool),
    Number(u64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(&'static str, Json)>),
}

impl Json {
    fn text(text: impl Into<String>) -> Json {
        Json::Text(text.into())
    }

    fn texts<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Json {
        Json::List(texts.into_iter().map(Json::text).collect())
    }

    /// Returns the value, or null if there is none.
    fn or_null<T>(value: Option<T>, json: impl FnOnce(T) -> Json) -> Json {
        value.map_or(Json::Null, json)
    }

    fn write(&self, text: &mut String) {
        match self {
            Json::Null => text.push_str("null"),
            Json::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
            Json::Number(number) => text.push_str(&number.to_string()),
            Json::Text(value) => quote(value, text),
            Json::List(values) => {
                text.push('[');
                for (index, value) in values.iter().enumerate() {
                    text.push_str(if index == 0 { "" } else { "," });
                    value.write(text);
                }
                text.push(']');
            }
            Json::Object(members) => {
                text.push('{');
                for (index, (name, value)) in members.iter().enumerate() {
                    text.push_str(if index == 0 { "" } else { "," });
                    quote(name, text);
                    text.push(':');
                    value.write(text);
                }
                text.push('}');
            }
        }
    }

    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut text = String::new();
        self.write(&mut text);
        writeln!(out, "{text}")
    }
}

/// Appends a string in quotation marks, with everything escaped that JSON wants escaped.
fn quote(value: &str, text: &mut String) {
    text.push('"');
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => {
                // Writing to a string cannot fail.
                write!(text, "\\u{:04x}", u32::from(c)).ok();
            }
            c => text.push(c),
        }
    }
    text.push('"');
}

fn number(value: usize) -> Json {
    Json::Number(value as u64)
}

/// Writes how a file compares. The members of the first difference of the rules, or else of the first
/// cosmetic one, stand in the object itself. `also` has the other ones.
///
/// # Errors
/// When writing fails.
pub(super) fn verdict(out: &mut dyn Write, name: &str, verdict: &Verdict, header: &Header) -> io::Result<()> {
    let mut members = vec![
        ("file", Json::text(name)),
        ("ok", Json::Bool(verdict.is_ok())),
        ("part", Json::Number(header.part.number().into())),
        ("seed", Json::Number(header.seed.into())),
        ("stdlib", Json::text(header.library.name())),
        ("steps", number(verdict.steps)),
        ("not_compared", Json::texts(verdict.not_compared.iter().cloned())),
        ("not_reached", Json::texts(verdict.not_reached.iter().copied())),
    ];
    if let Some(main) = verdict.main() {
        members.push(("rules", Json::Bool(verdict.divergence.is_some())));
        members.extend(differing(main));
        let others = verdict.cosmetic.iter().filter(|other| !std::ptr::eq(*other, main));
        members.push(("also", Json::List(others.map(|other| Json::Object(differing(other))).collect())));
        members.push(("search_cut", Json::Bool(verdict.search_cut)));
    }
    let broke_off = |broke_off: &BrokeOff| {
        Json::Object(vec![
            ("step", number(broke_off.step)),
            ("key", Json::or_null(broke_off.key_name(), Json::text)),
            ("words", Json::Text(broke_off.words())),
        ])
    };
    members.push(("broke_off", Json::or_null(verdict.broke_off.as_ref(), broke_off)));
    members.push(("hints", Json::texts(verdict.hints.iter().cloned())));
    if !verdict.compared {
        members.extend([("error", Json::text(NOTHING)), ("line", Json::Null)]);
    }
    Json::Object(members).print(out)
}

/// Writes that a file cannot be compared.
///
/// # Errors
/// When writing fails.
pub(super) fn error(out: &mut dyn Write, name: &str, error: &InputError) -> io::Result<()> {
    let line = match error {
        InputError::Trace { error, .. } => Some(error.line),
        InputError::Read { .. } | InputError::Keys { .. } => None,
    };
    Json::Object(vec![
        ("file", Json::text(name)),
        ("ok", Json::Bool(false)),
        ("error", Json::text(error.to_string())),
        ("line", Json::or_null(line, number)),
    ])
    .print(out)
}

fn differing(divergence: &Divergence) -> Vec<(&'static str, Json)> {
    let expected = &divergence.expected;
    let pictures = |ours: &[String], theirs: &Option<Vec<String>>| {
        Json::Object(vec![
            ("expected", Json::texts(ours.iter().cloned())),
            ("recorded", Json::or_null(theirs.as_ref(), |rows| Json::texts(rows.iter().cloned()))),
        ])
    };
    vec![
        ("step", number(expected.step)),
        ("key", Json::text(expected.key_name())),
        ("line", number(divergence.line)),
        ("differences", Json::List(divergence.differences.iter().map(difference).collect())),
        ("tiles", pictures(&expected.tiles, &divergence.tiles)),
        ("screen", pictures(&expected.screen, &divergence.screen)),
        ("worked_out", Json::Bool(divergence.worked_out)),
        ("keys", Json::texts(divergence.keys.iter().map(|key| key.name()))),
        ("cause", Json::or_null(divergence.cause.as_ref(), cause)),
        ("explanation", Json::or_null(divergence.explanation.clone(), Json::Text)),
        ("hint", Json::or_null(divergence.hint, Json::text)),
    ]
}

fn difference(difference: &Difference) -> Json {
    let line = |line: &Option<String>| Json::or_null(line.clone(), Json::Text);
    Json::Object(vec![
        ("words", Json::text(difference.words.as_str())),
        ("expected", line(&difference.expected)),
        ("recorded", line(&difference.recorded)),
    ])
}

fn cause(cause: &Cause) -> Json {
    Json::Object(vec![
        ("name", Json::text(cause.name)),
        ("text", Json::text(cause.text.as_str())),
        ("steps", number(cause.steps)),
        ("perhaps", Json::Bool(cause.is_perhaps())),
        ("to_the_end", Json::Bool(cause.to_the_end)),
        ("cut_short", Json::Bool(cause.cut_short)),
        ("from_start", Json::Bool(cause.from_start)),
        ("unexplained", Json::texts(cause.unexplained.iter().map(|kind| kind.word()))),
        ("others", Json::texts(cause.others.iter().cloned())),
        ("second", Json::or_null(cause.second.as_ref(), second)),
    ])
}

fn second(second: &SecondCause) -> Json {
    Json::Object(vec![
        ("name", Json::text(second.name)),
        ("text", Json::text(second.text.as_str())),
        ("step", number(second.step)),
        ("others", Json::texts(second.others.iter().cloned())),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_escaped() {
        let json = Json::Object(vec![("a", Json::texts(["\"\\", "\n\u{7f}—"])), ("b", Json::Null)]);
        let mut text = String::new();
        json.write(&mut text);
        assert_eq!(text, "{\"a\":[\"\\\"\\\\\",\"\\u000a\\u007f—\"],\"b\":null}");
    }
}
