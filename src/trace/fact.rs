//! A fact: one line of a step, with typed values. Its form is in the table of [kinds](super::kinds).
//!
//! A trace from a C++ build may leave fields out. Those that it contains must be well formed.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use super::kinds::{Field, Kind, Role, ValueType};
use crate::map::Pos;
use crate::part::Part;
use crate::support::text::shortened;

/// A value of a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number, or a flag: 0 for no, 1 for yes.
    Number(i64),
    /// The hash of a picture.
    Hash(u64),
    /// One character.
    Char(char),
    /// Any text.
    Text(Cow<'static, str>),
}

impl Value {
    /// Returns the text, if it is one.
    pub fn text(&self) -> Option<&str> {
        if let Value::Text(text) = self { Some(text) } else { None }
    }

    /// Returns the number, if it is one.
    pub fn number(&self) -> Option<i64> {
        if let Value::Number(number) = self { Some(*number) } else { None }
    }
}

/// The value as it is written in a trace.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => number.fmt(f),
            Value::Hash(hash) => write!(f, "{hash:016x}"),
            Value::Char(char) => char.fmt(f),
            Value::Text(text) => f.write_str(text),
        }
    }
}

macro_rules! value_from {
    ($($from:ty => $value:expr;)*) => {
        $(impl From<$from> for Value {
            fn from(value: $from) -> Value {
                let make: fn($from) -> Value = $value;
                make(value)
            }
        })*
    };
}

value_from! {
    i32 => |number| Value::Number(number.into());
    u32 => |number| Value::Number(number.into());
    // Lists and levels are far shorter than the numbers of i64 reach.
    usize => |number| Value::Number(number as i64);
    bool => |flag| Value::Number(flag.into());
    u64 => Value::Hash;
    char => Value::Char;
    &'static str => |text| Value::Text(text.into());
    String => |text| Value::Text(text.into());
}

/// A fact of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Its kind.
    pub kind: Kind,
    /// A value for each name of each field of the kind, or `None` if the line lacks the field.
    values: Box<[Option<Value>]>,
}

/// A malformed line. The texts follow the place of the line.
#[allow(missing_docs, reason = "the texts say it")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FactError {
    #[error("no line of a trace begins with '{0}'; if the program prints it, record with '--trace FILE'")]
    Word(String),
    #[error("{}'{found}' is not {expected}", after(.name))]
    Value { name: &'static str, found: String, expected: &'static str },
    #[error("{}{expected} is missing", after(.name))]
    Missing { name: &'static str, expected: &'static str },
    #[error("'{rest}' is unexpected at the end of a line '{word}'")]
    Rest { rest: String, word: &'static str },
    #[error("a line of a save must follow '{0}'")]
    Save(&'static str),
    #[error("a tile is a digit from 0 to 7")]
    Tile,
}

/// Returns the words before a problem of a named field.
fn after(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!("after '{name}' ") }
}

impl Fact {
    /// Returns a fact of a part. `values` has one for each name of its fields; fields that the part lacks are
    /// dropped.
    pub fn new<const N: usize>(part: Part, kind: Kind, values: [Value; N]) -> Fact {
        let mut values = values.map(Some);
        let names = kind.row().fields.iter().flat_map(|field| field.names().iter().map(move |_| field));
        for (value, field) in values.iter_mut().zip(names) {
            value.take_if(|_| !(field.exists)(part));
        }
        Fact { kind, values: values.into() }
    }

    /// Reads a line.
    ///
    /// # Errors
    /// If it is malformed.
    pub fn parse(line: &str) -> Result<Fact, FactError> {
        let (word, rest) = match line.split_once(' ') {
            Some((word, rest)) => (word, Some(rest)),
            None => (line, None),
        };
        let kind = Kind::from_word(word).ok_or_else(|| FactError::Word(shortened(word)))?;
        let mut words = Words { rest };
        let mut values = Vec::new();
        for field in kind.row().fields {
            if field.role != Role::Named {
                words.values(field, "", &mut values)?;
            } else if words.rest.is_some_and(|rest| rest.split(' ').next() == Some(field.name)) {
                words.next();
                words.values(field, field.name, &mut values)?;
            } else {
                values.extend(field.names().iter().map(|_| None));
            }
        }
        match words.rest {
            Some(rest) => Err(FactError::Rest { rest: shortened(rest), word: kind.word() }),
            None => Ok(Fact { kind, values: values.into() }),
        }
    }

    /// Returns its fields, each with its values.
    fn fields(&self) -> impl Iterator<Item = (&'static Field, &[Option<Value>])> {
        let mut rest = &*self.values;
        self.kind.row().fields.iter().map(move |field| {
            let (values, later) = rest.split_at(field.names().len().min(rest.len()));
            rest = later;
            (field, values)
        })
    }

    /// Returns the number or type that shows which line of a list it is.
    pub fn which(&self) -> Option<&Value> {
        let (field, values) = self.fields().next()?;
        values.first()?.as_ref().filter(|_| field.role == Role::Which)
    }

    /// Returns the values that it has, each with its name. The name of an only value is empty.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        let fields = self.fields().filter(|(field, _)| field.role != Role::Which);
        let values = fields.flat_map(|(field, values)| field.names().iter().zip(values));
        values.filter_map(|(name, value)| Some((*name, value.as_ref()?)))
    }

    /// Returns the value with this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.values().find_map(|(known, value)| (known == name).then_some(value))
    }

    /// Returns the place of the fact, if it has one.
    pub fn place(&self) -> Option<Pos> {
        let number = |name| self.get(name)?.number()?.try_into().ok();
        Some(Pos::new(number("x")?, number("y")?))
    }

    /// Returns the line's subject: `monster 3`, `potion healing`, `title`.
    pub fn subject(&self) -> String {
        let word = self.kind.word();
        self.which().map_or_else(|| word.to_owned(), |which| format!("{word} {which}"))
    }

    /// Estimates how much memory it takes, in bytes.
    pub(super) fn size(&self) -> usize {
        let texts = self.values.iter().flatten().filter_map(Value::text).map(str::len).sum::<usize>();
        size_of::<Fact>() + self.values.len() * size_of::<Option<Value>>() + texts
    }
}

/// The line, without its end.
impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.word())?;
        for (field, values) in self.fields() {
            let Some(Some(first)) = values.first() else { continue };
            if field.role == Role::Named {
                write!(f, " {}", field.name)?;
            }
            write!(f, " {first}")?;
            let between = if field.value == ValueType::HitPoints { '/' } else { ' ' };
            values[1..].iter().flatten().try_for_each(|value| write!(f, "{between}{value}"))?;
        }
        Ok(())
    }
}

/// The rest of a line.
struct Words<'t> {
    rest: Option<&'t str>,
}

impl<'t> Words<'t> {
    /// Takes the values of a field, which follow this name.
    fn values(
        &mut self,
        field: &'static Field,
        name: &'static str,
        values: &mut Vec<Option<Value>>,
    ) -> Result<(), FactError> {
        let count = if field.value == ValueType::Place { 2 } else { 1 };
        for _ in 0..count {
            let word = match field.value {
                ValueType::Text => self.rest.take(),
                ValueType::Looks => self.looks(),
                _ => self.next(),
            };
            let [_, expected] = field.value.texts();
            let word = word.ok_or(FactError::Missing { name, expected })?;
            let wrong = || FactError::Value { name, found: shortened(word), expected };
            if let (ValueType::HitPoints, Some((now, most))) = (field.value, word.split_once('/')) {
                let [now, most] = [now, most].map(|word| field.value.read(word).ok_or_else(wrong));
                values.extend([Some(now?), Some(most?)]);
                continue;
            }
            values.push(Some(field.value.read(word).ok_or_else(wrong)?));
            values.extend((field.value == ValueType::HitPoints).then_some(None));
        }
        Ok(())
    }

    /// Takes the next word, if one is left. Two spaces in a row enclose an empty word.
    fn next(&mut self) -> Option<&'t str> {
        let rest = self.rest?;
        let (word, rest) = rest.split_once(' ').map_or((rest, None), |(word, rest)| (word, Some(rest)));
        self.rest = rest;
        Some(word)
    }

    /// Takes a text that may contain spaces, up to `known` or the end of the line.
    fn looks(&mut self) -> Option<&'t str> {
        let rest = self.rest.take()?;
        let (looks, _) = rest.rsplit_once(" known ").unwrap_or((rest, ""));
        self.rest = rest.get(looks.len() + 1..);
        Some(looks)
    }
}

impl ValueType {
    /// Reads a value. `None` if it is not of this type.
    fn read(self, word: &str) -> Option<Value> {
        let text = || Value::Text(word.to_owned().into());
        match self {
            ValueType::Text => Some(text()),
            ValueType::Word | ValueType::What | ValueType::Type | ValueType::Looks => {
                (!word.is_empty()).then(text)
            }
            ValueType::Char => {
                let mut chars = word.chars();
                chars.next().filter(|_| chars.next().is_none()).map(Value::Char)
            }
            ValueType::Int | ValueType::Place | ValueType::HitPoints => {
                canonical::<i32>(word).map(Value::from)
            }
            ValueType::Index | ValueType::U32 => canonical::<u32>(word).map(Value::from),
            ValueType::Hash => read_hash(word).map(Value::Hash),
            ValueType::Flag => canonical::<u32>(word).filter(|number| *number < 2).map(Value::from),
        }
    }
}

/// Reads a number, if printing it gives the same word again.
fn canonical<T: FromStr + ToString>(word: &str) -> Option<T> {
    word.parse().ok().filter(|number: &T| number.to_string() == word)
}

/// Reads the 16 digits of a hash.
///
/// # Errors
/// If these are other characters.
pub(super) fn parse_hash(word: &str) -> Result<u64, FactError> {
    let [_, expected] = ValueType::Hash.texts();
    read_hash(word).ok_or_else(|| FactError::Value { name: "", found: shortened(word), expected })
}

fn read_hash(word: &str) -> Option<u64> {
    let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    if word.len() != 16 || !word.bytes().all(digit) {
        return None;
    }
    u64::from_str_radix(word, 16).ok()
}
