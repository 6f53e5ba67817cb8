//! What each edit is, in words.

use std::sync::LazyLock;

use crate::part::Part;
use crate::verify::functions;

/// The edits, one in each line, in the order of their numbers from 1. A line has the operator, the new text,
/// the file, the function, its name in the original, the line, and the old text. The last five are left out
/// where they are those of the line before.
const LIST: &str = include_str!(concat!(env!("OUT_DIR"), "/edits.txt"));

static LINES: LazyLock<Vec<&'static str>> = LazyLock::new(|| LIST.lines().collect());

/// How likely each edit is, by its number: the smaller number first.
static RANKS: LazyLock<Vec<usize>> = LazyLock::new(|| {
    let mut place = [""; 5];
    let rank = |line: &'static str| {
        let mut own = line.split('\t');
        let (operator, to) = (own.next().unwrap_or_default(), own.next().unwrap_or_default());
        for (field, text) in place.iter_mut().zip(own) {
            *field = text;
        }
        let [file, function, original, line, from] = place;
        Edit { operator, to, file, function, original, line, from }.rank()
    };
    LINES.iter().copied().map(rank).collect()
});

/// Returns how likely an edit is: the smaller number first.
pub(super) fn rank(number: u32) -> usize {
    let index = (number as usize).wrapping_sub(1);
    RANKS.get(index).copied().unwrap_or(usize::MAX)
}

/// An edit of the series.
pub(super) struct Edit {
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
    pub fn of(number: u32) -> Option<Edit> {
        let index = (number as usize).checked_sub(1)?;
        let mut own = LINES.get(index)?.split('\t');
        let (operator, to) = (own.next()?, own.next()?);
        let place = LINES[..=index].iter().rev().find_map(|line| {
            let mut fields = line.split('\t').skip(2);
            Some([fields.next()?, fields.next()?, fields.next()?, fields.next()?, fields.next()?])
        });
        let [file, function, original, line, from] = place?;
        Some(Edit { operator, to, file, function, original, line, from })
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
        if self.operator == "row" { self.from.split(' ').next().unwrap_or_default() } else { "edit" }
    }

    /// Returns the sentence of a mistake of the table.
    pub fn sentence(&self) -> &'static str {
        self.to
    }

    /// Returns true if it is about which random numbers are drawn. Then they have to come out as recorded.
    pub fn is_about_chance(&self) -> bool {
        let is_draw = matches!(self.operator, "draw" | "coin" | "shuffle" | "seed");
        is_draw || self.is_row() && (self.name().starts_with("seed") || self.name().starts_with("draw"))
    }

    /// Returns the place: explanations of the same place are one.
    pub fn place(&self) -> (&'static str, &'static str) {
        (self.file, self.line)
    }

    /// Returns how likely such an edit is: the smaller number first.
    pub fn rank(&self) -> usize {
        match self.operator {
            "row" if self.name() == "seed-shifted" => 2,
            // By chance a number is the right one.
            "row" if self.name() == "seed-number" => 3,
            "row" => 0,
            "delete" | "logic" | "not" | "sign" | "bool" | "copy" | "fall" | "draw" | "coin" | "equal" => 1,
            "compare" if self.to != "true" && self.to != "false" => 1,
            "int" | "constant" if matches!(self.to, "+1" | "-1") => 1,
            "arith" if self.to.len() > self.from.len() - 2 => 1,
            "compare" | "cond" | "args" | "order" | "local" | "transpose" | "loop" | "chain" | "assign" => 2,
            "shuffle" | "arm" | "arms" | "jump" | "twice" | "parens" | "float" | "words" => 2,
            "int" | "constant" | "field" | "variant" | "method" | "arith" | "sibling" | "use" => 3,
            _ => 4,
        }
    }

    /// Returns what it is, for people.
    pub fn text(&self, part: Part) -> String {
        let Edit { operator, to, from, .. } = self;
        if self.is_row() {
            return functions::of_part(to, part);
        }
        let what = match *operator {
            "delete" => format!("'{from}' is missing"),
            "twice" => format!("'{from}' is done twice"),
            "copy" => format!("a copy is changed in place of the original: '{to}'"),
            "order" => format!("in another order: '{}'", from.replace(" | ", "' and '")),
            "joined" => format!("joined by else: '{}'", from.replace(" | ", "' and '")),
            "transpose" if from.is_empty() => (*to).to_owned(),
            "fall" => format!("'{from}' goes on with the next case: a break is missing"),
            "int" | "constant" | "float" => self.number(),
            "draw" | "coin" | "shuffle" | "loop" | "chain" => format!("'{from}': {to}"),
            _ => format!("'{to}' in place of '{from}'"),
        };
        let name = if self.original.is_empty() { self.function } else { self.original };
        let told = functions::of_part(&format!("({name})"), part);
        format!("{what} {} in {}, line {}", told, self.file, self.line)
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
        other.map_or_else(|| format!("'{from}' is {to}"), |other| format!("{other} in place of '{from}'"))
    }
}
