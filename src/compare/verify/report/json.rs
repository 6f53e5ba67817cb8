//! A verdict for scripts: one JSON object for each file, on a line of its own.

use std::io::{self, Write};

use super::texts;
use super::verdict_text::NOTHING;
use crate::verify::data::picture::rows;
use crate::verify::data::{
    BrokeOff, Cause, Difference, Divergence, Explained, FieldChange, Line, Of, Verdict, What,
};
use crate::verify::input::OwnConstant;
use roguelike::trace::input::InputError;
use roguelike::trace::{Header, Kind, Value};
use roguelike_causes::Reach;
use serde_json::{Value as Json, json};

/// Number of this form. It grows when a member changes its meaning or goes; new members come without notice.
/// Version 1.0.0 wrote form 1, without a number.
const FORMAT: u32 = 4;

/// Writes how a file compares. The members of the main difference are in the answer itself.
///
/// # Errors
/// When it cannot be written.
pub(super) fn write_verdict(
    out: &mut dyn Write,
    file: &str,
    verdict: &Verdict,
    header: &Header,
    own: &[OwnConstant],
) -> io::Result<()> {
    let begin = json!({
        "format": FORMAT,
        "file": file,
        "ok": verdict.is_ok(),
        "part": header.part.number(),
        "seed": header.seed,
        "stdlib": header.library.name(),
        "set": texts(own),
        "steps": verdict.steps,
        "not_compared": texts(&verdict.not_compared),
        "not_reached": verdict.not_reached,
    });
    let main = verdict.main().map(|main| {
        merged([
            json!({ "rules": verdict.of(Of::Rules).is_some() }),
            divergence(main),
            json!({
                "also": verdict.others().map(divergence).collect::<Vec<Json>>(),
                "search_cut": verdict.search_cut.is_some(),
            }),
        ])
    });
    let end = json!({
        "broke_off": verdict.broke_off.as_ref().map(broke_off),
        "own": texts(&verdict.own),
        "hints": texts(&verdict.hints),
        // The known bugs that a right recording does not show, if it is the only file.
        "not_shown": verdict.hidden.as_ref().map(|hidden| texts(&hidden.bugs)),
    });
    let nothing = verdict.has_nothing().then(|| json!({ "error": NOTHING, "line": null }));
    write(out, &merged([Some(begin), main, Some(end), nothing].into_iter().flatten()))
}

/// Writes why a file cannot be compared.
///
/// # Errors
/// When it cannot be written.
pub(super) fn write_error(out: &mut dyn Write, file: &str, error: &InputError) -> io::Result<()> {
    let line = match error {
        InputError::Trace { error, .. } => Some(error.line),
        InputError::Read { .. } | InputError::Keys { .. } => None,
    };
    let error = error.to_string();
    write(out, &json!({ "format": FORMAT, "file": file, "ok": false, "error": error, "line": line }))
}

/// Writes an answer in ASCII. All other characters, which are in texts only, are escaped: they may change the
/// direction of the text around them, or be invisible.
fn write(out: &mut dyn Write, answer: &Json) -> io::Result<()> {
    for unit in answer.to_string().encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte @ b' '..=b'~') => out.write_all(&[byte])?,
            _ => write!(out, "\\u{unit:04x}")?,
        }
    }
    writeln!(out)
}

/// Returns an object with the members of all of these.
fn merged(objects: impl IntoIterator<Item = Json>) -> Json {
    let members = objects.into_iter().filter_map(|object| match object {
        Json::Object(members) => Some(members),
        _ => None,
    });
    members.flatten().collect()
}

fn divergence(found: &Divergence) -> Json {
    let Divergence { expected, recorded, .. } = found;
    json!({
        "step": expected.number,
        "key": expected.key_name(),
        "line": found.line,
        "differences": found.differences.iter().map(difference).collect::<Vec<Json>>(),
        "tiles": { "expected": rows(&expected.tiles), "recorded": recorded.tiles },
        "screen": { "expected": rows(&expected.screen), "recorded": recorded.screen },
        "worked_out": found.worked_out,
        "keys": found.keys.iter().map(|key| key.name()).collect::<Vec<&str>>(),
        "cause": found.cause.as_ref().map(cause),
        "explanation": found.explanation().map(|explanation| explanation.to_string()),
        "hint": found.hint.map(|hint| hint.to_string()),
    })
}

fn difference(difference: &Difference) -> Json {
    json!({
        "words": difference.words(),
        "kind": difference.kind().map(Kind::word),
        "fields": fields(&difference.what),
        "expected": difference.expected.as_ref().map(Line::text),
        "recorded": difference.recorded.as_ref().map(Line::text),
    })
}

/// Returns the values that differ. The name of an only value is empty.
fn fields(what: &What) -> Vec<Json> {
    let What::Fields(changes) = what else { return Vec::new() };
    let fields = changes.iter().flat_map(|change| match change {
        FieldChange::Place(ours, theirs) => vec![
            field("x", Some(ours.x.into()), theirs.x.into()),
            field("y", Some(ours.y.into()), theirs.y.into()),
        ],
        FieldChange::Value(name, ours, theirs) => vec![field(name, Some(value(ours)), value(theirs))],
        FieldChange::Unexpected(name, theirs) => vec![field(name, None, value(theirs))],
    });
    fields.collect()
}

fn field(name: &str, expected: Option<Json>, recorded: Json) -> Json {
    json!({ "name": name, "expected": expected, "recorded": recorded })
}

fn value(value: &Value) -> Json {
    value.number().map_or_else(|| value.to_string().into(), Json::from)
}

fn cause(cause: &Cause) -> Json {
    let rest = json!({
        "certain": cause.is_certain(),
        "to_the_end": cause.is_whole(),
        "cut_short": cause.reach == Reach::CutShort,
        "unexplained": cause.unexplained.iter().map(|kind| kind.word()).collect::<Vec<&str>>(),
        "later": cause.later.iter().map(explained).collect::<Vec<Json>>(),
    });
    merged([explained(&cause.first), rest])
}

fn explained(explained: &Explained) -> Json {
    json!({
        "name": explained.reason.name(),
        "text": explained.reason.to_string(),
        "functions": explained.reason.functions(),
        "step": explained.step,
        "steps": explained.steps,
        "others": texts(&explained.others),
        "others_complete": explained.is_complete,
    })
}

fn broke_off(broke_off: &BrokeOff) -> Json {
    json!({
        "step": broke_off.step,
        "key": broke_off.key.map(|key| key.name()),
        "words": broke_off.ending.to_string(),
    })
}
