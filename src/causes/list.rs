//! What each edit is, in words.

use std::sync::LazyLock;

use crate::functions;
use crate::part::Part;

/// The edits, one in each line, in the order of their numbers from 1.
const LIST: &str = include_str!(concat!(env!("OUT_DIR"), "/edits.txt"));

static EDITS: LazyLock<Vec<Edit>> = LazyLock::new(|| {
    let read = |line: &'static str| {
        let mut fields = line.split('\t');
        let [operator, to, file, function, original, line, from] =
            std::array::from_fn(|_| fields.next().unwrap_or_default());
        Edit { operator, to, file, function, original, line, from }
    };
    LIST.lines().map(read).collect()
});

/// A mistake of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownMistake {
    /// Its number among the edits.
    pub number: u32,
    /// The number of its row: one row has a number for each value.
    pub row: u32,
    /// A short name for scripts. Related mistakes share one.
    pub name: &'static str,
    /// What it is, in words.
    pub text: String,
}

/// Returns every mistake of the table that a part can have, the likeliest first; none for a part that does
/// not exist.
pub fn known_mistakes(part: u8) -> Vec<KnownMistake> {
    let Ok(part) = Part::new(part) else { return Vec::new() };
    let rows = (1..).map_while(Edit::of).take_while(|edit| edit.is_row()).zip(1..);
    let of_part = rows.filter(|(edit, _)| edit.exists(part));
    let mistake = |(edit, number): (&'static Edit, u32)| KnownMistake {
        number,
        row: edit.row(number),
        name: edit.name(),
        text: edit.text(part),
    };
    of_part.map(mistake).collect()
}

/// Returns how likely an edit is: the smaller number first.
pub(crate) fn rank(number: u32) -> usize {
    Edit::of(number).map_or(usize::MAX, Edit::rank)
}

/// Returns true for a row, and for a statement that is missing: of edits that are as likely they come first.
pub(crate) fn leaves_out(number: u32) -> bool {
    Edit::of(number).is_some_and(|edit| edit.is_row() || matches!(edit.operator, "delete" | "unset"))
}

/// An edit of the series.
pub(crate) struct Edit {
    operator: &'static str,
    to: &'static str,
    file: &'static str,
    function: &'static str,
    original: &'static str,
    line: &'static str,
    from: &'static str,
}

impl Edit {
    /// Returns the edit with this number.
    pub fn of(number: u32) -> Option<&'static Edit> {
        EDITS.get((number as usize).checked_sub(1)?)
    }

    /// Returns true for a mistake of the table.
    pub fn is_row(&self) -> bool {
        matches!(self.operator, "row" | "none")
    }

    /// Returns true if a part can have this mistake of the table.
    pub fn exists(&self, part: Part) -> bool {
        let parts = self.from.split(' ').nth(1).unwrap_or_default();
        let number = |text: &str| text.parse::<u8>().ok();
        let (first, last) = match parts.split_once('-') {
            Some((first, last)) => (number(first), number(last)),
            None => (number(parts.trim_end_matches('+')), Some(u8::MAX)),
        };
        first.zip(last).is_some_and(|(first, last)| (first..=last).contains(&part.number()))
    }

    /// Returns the number of the first of the mistakes of the table that are one row.
    pub fn row(&self, number: u32) -> u32 {
        self.from.split(' ').nth(2).and_then(|row| row.parse().ok()).unwrap_or(number)
    }

    /// Returns its name for scripts.
    pub fn name(&self) -> &'static str {
        match self.operator {
            "row" => self.from.split(' ').next().unwrap_or_default(),
            "number" => "number",
            _ => "edit",
        }
    }

    /// Returns true if it is about which random numbers are drawn. Then they have to come out as recorded.
    pub fn is_about_chance(&self) -> bool {
        self.operator == "draw"
            || self.is_row() && (self.name().starts_with("seed") || self.name().starts_with("draw"))
    }

    /// Returns the place: explanations of the same place are one.
    pub fn place(&self) -> (&'static str, &'static str) {
        (self.file, self.line)
    }

    /// Returns the function that it is in.
    pub fn function(&self) -> &'static str {
        if self.original.is_empty() { self.function } else { self.original }
    }

    /// Returns how likely such an edit is: the smaller number first.
    pub fn rank(&self) -> usize {
        match self.operator {
            // By chance a number is the right one.
            "row" if self.name() == "seed-number" => 4,
            "row" if self.name() == "seed-shifted" => 3,
            "row" => 0,
            "delete" | "logic" | "not" | "sign" | "bool" | "fall" | "draw" | "equal" | "unset" => 1,
            "loop" if self.to == "one more" => 1,
            "compare" | "condition" if self.to != "true" && self.to != "false" => 1,
            "arithmetic" if self.to.len() > self.from.len() - 2 => 1,
            "coordinate" => 2,
            "number" if matches!(self.to, "+1" | "-1") => 2,
            // A constant.
            "number" if self.from.contains(" = ") => 3,
            "number" | "variant" | "method" | "arithmetic" => 4,
            _ => 3,
        }
    }

    /// Returns what it is, for people.
    pub fn text(&self, part: Part) -> String {
        let Edit { operator, to, from, .. } = self;
        let name = format!("({})", self.function());
        if self.is_row() {
            let has_name = to.contains('(') || self.original.is_empty();
            return functions::of_part(
                &if has_name { (*to).to_owned() } else { format!("{to} {name}") },
                part,
            );
        }
        let what = match *operator {
            "delete" => format!("'{from}' is missing"),
            "exchange" => format!("'{from}' and '{to}' are exchanged"),
            "fall" => format!("'{from}' goes on with the next case: a break is missing"),
            "number" => self.number(),
            "unset" => format!("'{from}' is not set ({to})"),
            "coordinate" | "draw" | "loop" => format!("'{from}': {to}"),
            _ => format!("'{to}' in place of '{from}'"),
        };
        let name = functions::of_part(&name, part);
        format!("{what} {name} in {}, line {}", self.file, self.line)
    }

    /// Returns which number stands in place of another.
    fn number(&self) -> String {
        let Edit { to, from, .. } = self;
        let value = from.rsplit(' ').next().and_then(|text| text.parse::<i64>().ok());
        let change = to.parse::<i64>().ok();
        let other = match (value, change, *to) {
            (Some(value), _, "negated") => Some(-value),
            (Some(value), _, "doubled") => Some(2 * value),
            (Some(value), _, "halved") => Some(value / 2),
            (_, Some(0), _) => Some(0),
            (Some(value), Some(change), _) => Some(value + change),
            _ => None,
        };
        other.map_or_else(|| format!("'{from}' {to}"), |other| format!("{other} in place of '{from}'"))
    }
}
