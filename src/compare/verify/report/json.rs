//! A verdict for scripts: one JSON object for each file, on a line of its own.

use std::io::{self, Write};

use super::verdict_text::NOTHING;
use crate::verify::data::picture::rows;
use crate::verify::data::{
    BrokeOff, Cause, Difference, Divergence, Explained, FieldChange, Line, Reason, Verdict, What,
};
use crate::verify::input::OwnConstant;
use roguelike::trace::input::InputError;
use roguelike::trace::{Header, Kind, Step, Value};
use serde::Serialize;
use serde_json::ser::Formatter;
use serde_json::{Serializer, Value as Json};

/// Number of this form. It grows when a member changes its meaning or goes; new members come without notice.
/// Version 1.0.0 wrote form 1, without a number.
const FORMAT: u32 = 4;

/// The answer about a file.
#[derive(Serialize)]
struct Answer<'a> {
    format: u32,
    file: &'a str,
    ok: bool,
    #[serde(flatten)]
    verdict: Option<VerdictMembers<'a>>,
    #[serde(flatten)]
    error: Option<ErrorMembers>,
}

/// Why a file cannot be compared.
#[derive(Serialize)]
struct ErrorMembers {
    error: String,
    line: Option<usize>,
}

#[derive(Serialize)]
struct VerdictMembers<'a> {
    part: u8,
    seed: u32,
    stdlib: &'static str,
    set: Vec<String>,
    steps: usize,
    not_compared: Vec<String>,
    not_reached: &'a [&'static str],
    #[serde(flatten)]
    difference: Option<DifferenceMembers<'a>>,
    broke_off: Option<BrokeOffObject>,
    own: Vec<String>,
    hints: Vec<String>,
    /// The known bugs that a right recording does not show, if it is the only file.
    not_shown: Option<Vec<String>>,
}

/// The main difference, whose members are in the answer itself, and the others.
#[derive(Serialize)]
struct DifferenceMembers<'a> {
    rules: bool,
    #[serde(flatten)]
    main: DivergenceObject<'a>,
    also: Vec<DivergenceObject<'a>>,
    search_cut: bool,
}

#[derive(Serialize)]
struct DivergenceObject<'a> {
    step: usize,
    key: &'static str,
    line: usize,
    differences: Vec<DifferenceObject>,
    tiles: Pictures<'a>,
    screen: Pictures<'a>,
    worked_out: bool,
    keys: Vec<&'static str>,
    cause: Option<CauseObject<'a>>,
    explanation: Option<String>,
    hint: Option<String>,
}

#[derive(Serialize)]
struct Pictures<'a> {
    expected: &'a [String],
    recorded: Option<&'a [String]>,
}

#[derive(Serialize)]
struct DifferenceObject {
    words: String,
    kind: Option<&'static str>,
    fields: Vec<FieldObject>,
    expected: Option<String>,
    recorded: Option<String>,
}

/// A value that differs. The name of an only value is empty.
#[derive(Serialize)]
struct FieldObject {
    name: &'static str,
    expected: Option<Json>,
    recorded: Json,
}

#[derive(Serialize)]
struct CauseObject<'a> {
    #[serde(flatten)]
    first: ExplainedObject,
    certain: bool,
    to_the_end: bool,
    cut_short: bool,
    unexplained: Vec<&'a str>,
    later: Vec<ExplainedObject>,
}

#[derive(Serialize)]
struct ExplainedObject {
    name: &'static str,
    text: String,
    functions: Vec<&'static str>,
    step: usize,
    steps: usize,
    others: Vec<String>,
    others_complete: bool,
}

#[derive(Serialize)]
struct BrokeOffObject {
    step: usize,
    key: Option<&'static str>,
    words: String,
}

/// Writes how a file compares.
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
    let difference = verdict.main().map(|main| DifferenceMembers {
        rules: verdict.divergence.is_some(),
        main: main.into(),
        also: verdict.others().map(DivergenceObject::from).collect(),
        search_cut: verdict.search_cut.is_some(),
    });
    let has_nothing = difference.is_none() && !verdict.compared;
    let members = VerdictMembers {
        part: header.part.number(),
        seed: header.seed,
        stdlib: header.library.name(),
        set: texts(own),
        steps: verdict.steps,
        not_compared: texts(&verdict.not_compared),
        not_reached: &verdict.not_reached,
        difference,
        broke_off: verdict.broke_off.as_ref().map(BrokeOffObject::from),
        own: texts(&verdict.own),
        hints: texts(&verdict.hints),
        not_shown: verdict.hidden.as_ref().map(|hidden| texts(&hidden.bugs)),
    };
    let error = has_nothing.then(|| ErrorMembers { error: NOTHING.to_owned(), line: None });
    write(out, &Answer { format: FORMAT, file, ok: verdict.is_ok(), verdict: Some(members), error })
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
    let error = Some(ErrorMembers { error: error.to_string(), line });
    write(out, &Answer { format: FORMAT, file, ok: false, verdict: None, error })
}

fn write(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    answer.serialize(&mut Serializer::with_formatter(&mut *out, Ascii))?;
    writeln!(out)
}

fn texts<T: ToString>(values: &[T]) -> Vec<String> {
    values.iter().map(ToString::to_string).collect()
}

/// Writes everything but the printable characters of ASCII as escapes: others may change the direction of the
/// text around them, or are not seen.
struct Ascii;

impl Formatter for Ascii {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, text: &str) -> io::Result<()> {
        text.encode_utf16().try_for_each(|unit| match u8::try_from(unit) {
            Ok(byte @ b' '..=b'~') => writer.write_all(&[byte]),
            _ => write!(writer, "\\u{unit:04x}"),
        })
    }
}

impl<'a> From<&'a Divergence> for DivergenceObject<'a> {
    fn from(found: &'a Divergence) -> DivergenceObject<'a> {
        let pictures = |of: fn(&Step) -> &Option<Vec<String>>| Pictures {
            expected: rows(of(&found.expected)),
            recorded: of(&found.recorded).as_deref(),
        };
        DivergenceObject {
            step: found.expected.number,
            key: found.expected.key_name(),
            line: found.line,
            differences: found.differences.iter().map(DifferenceObject::from).collect(),
            tiles: pictures(|step| &step.tiles),
            screen: pictures(|step| &step.screen),
            worked_out: found.worked_out,
            keys: found.keys.iter().map(|key| key.name()).collect(),
            cause: found.cause.as_ref().map(CauseObject::from),
            explanation: found.explanation().map(|explanation| explanation.to_string()),
            hint: found.hint.map(|hint| hint.to_string()),
        }
    }
}

impl From<&Difference> for DifferenceObject {
    fn from(difference: &Difference) -> DifferenceObject {
        DifferenceObject {
            words: difference.words(),
            kind: difference.kind().map(Kind::word),
            fields: fields(&difference.what),
            expected: difference.expected.as_ref().map(Line::text),
            recorded: difference.recorded.as_ref().map(Line::text),
        }
    }
}

/// Returns the values that differ.
fn fields(what: &What) -> Vec<FieldObject> {
    let What::Fields(changes) = what else { return Vec::new() };
    let field = |name, expected: Option<Json>, recorded| FieldObject { name, expected, recorded };
    let fields = changes.iter().flat_map(|change| match change {
        FieldChange::Place(ours, theirs) => vec![
            field("x", Some(ours.x.into()), theirs.x.into()),
            field("y", Some(ours.y.into()), theirs.y.into()),
        ],
        FieldChange::Value(name, ours, theirs) => vec![field(name, Some(json(ours)), json(theirs))],
        FieldChange::Unexpected(name, theirs) => vec![field(name, None, json(theirs))],
    });
    fields.collect()
}

fn json(value: &Value) -> Json {
    value.number().map_or_else(|| value.to_string().into(), Json::from)
}

impl<'a> From<&'a Cause> for CauseObject<'a> {
    fn from(cause: &'a Cause) -> CauseObject<'a> {
        CauseObject {
            first: (&cause.first).into(),
            certain: cause.is_certain(),
            to_the_end: cause.to_the_end,
            cut_short: cause.cut_short,
            unexplained: cause.unexplained.iter().map(|kind| kind.word()).collect(),
            later: cause.later.iter().map(ExplainedObject::from).collect(),
        }
    }
}

impl From<&Explained> for ExplainedObject {
    fn from(Explained { reason, step, steps, others, is_complete, .. }: &Explained) -> ExplainedObject {
        ExplainedObject {
            name: reason.name(),
            text: reason.to_string(),
            functions: Reason::functions(reason),
            step: *step,
            steps: *steps,
            others: texts(others),
            others_complete: *is_complete,
        }
    }
}

impl From<&BrokeOff> for BrokeOffObject {
    fn from(broke_off: &BrokeOff) -> BrokeOffObject {
        BrokeOffObject {
            step: broke_off.step,
            key: broke_off.key.map(|key| key.name()),
            words: broke_off.ending.to_string(),
        }
    }
}
