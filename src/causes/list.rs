//! The edits, and their sentences for people.

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use crate::Kind;
use crate::cpp;
use crate::functions;
use crate::part::Part;
use crate::switches::{NUMBER_BITS, change_by};

/// The edits, one in each line, in the order of their numbers from 1. Number 0 is none.
const LIST: &str = include_str!(concat!(env!("OUT_DIR"), "/edits.txt"));

static EDITS: LazyLock<Vec<Edit>> = LazyLock::new(|| {
    let read = |line: &'static str| {
        let mut fields = line.split('\t');
        let [operator, to, file, function, original, lines, from, twin] =
            std::array::from_fn(|_| fields.next().unwrap_or_default());
        let number = |text: &str| text.parse().unwrap_or_default();
        let lines = lines.split_once('-').map_or([0; 2], |(first, last)| [first, last].map(number));
        Edit { operator, to, file, function, original, lines, from, twin }
    };
    std::iter::once("none").chain(LIST.lines()).map(read).collect()
});

/// A kind of edit that the generator makes, from `operators.txt`.
struct Operator {
    rank: usize,
    /// Its sentence with the text of the C++, and where the C++ is written in another way.
    in_cpp: &'static str,
    in_words: &'static str,
}

static OPERATORS: LazyLock<HashMap<&str, Operator>> = LazyLock::new(|| {
    let read = |line: &'static str| {
        let mut fields = line.split(" | ");
        let (name, rank) = fields.next()?.rsplit_once(' ')?;
        let [in_cpp, in_words] = [(); 2].map(|()| fields.next().unwrap_or_default());
        Some((name, Operator { rank: rank.parse().ok()?, in_cpp, in_words }))
    };
    include_str!("operators.txt").lines().filter_map(read).collect()
});

/// The sentence of an edit that is one expression instead of another.
const INSTEAD: &str = "'$to' instead of '$from'";

/// A bug that a part can have: one of the table, or an edit of the series that the generator makes. Its text
/// is the sentence for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bug {
    pub(crate) edit: u32,
    pub(crate) part: Part,
}

impl Bug {
    /// Returns its number among the edits.
    pub fn number(self) -> u32 {
        self.edit
    }

    /// Returns the number of its row, if it is one of the table: a row has a bug for each of its values.
    pub fn row(self) -> Option<u32> {
        let edit = Edit::of(self.edit);
        edit.is_row().then(|| edit.row(self.edit))
    }

    /// Returns a short name for scripts. Related bugs share one.
    pub fn name(self) -> &'static str {
        Edit::of(self.edit).name()
    }

    /// Returns its sentence with the program's own names in place of the original's, where it has others.
    pub fn text(self, own: &dyn Fn(&str) -> Option<String>) -> String {
        let pieces = Edit::of(self.edit).marked_text(self.part);
        let own = |index, piece: &str| if index % 2 == 1 { own(piece) } else { None };
        let named = |(index, piece): (usize, &str)| own(index, piece).unwrap_or_else(|| piece.to_owned());
        pieces.split('`').enumerate().map(named).collect()
    }

    /// Returns the functions of the part that it is in, by their names in C++.
    pub fn functions(self) -> Vec<&'static str> {
        Edit::of(self.edit).functions(self.part)
    }

    /// Returns the wrong and the right expression, if it is one expression instead of another.
    pub fn replaced(self) -> Option<Replaced> {
        Edit::of(self.edit).replaced(self.part)
    }

    /// Returns true if a list needs only one of two bugs: they are the same edit, read the same, or the
    /// generator makes both at one place.
    pub(crate) fn is_like(self, other: Bug) -> bool {
        let [one, two] = [self, other].map(|bug| Edit::of(bug.edit));
        one.twin.parse() == Ok(other.edit)
            || two.twin.parse() == Ok(self.edit)
            || !one.is_row() && !two.is_row() && one.is_beside(two)
            || one.marked_text(self.part) == two.marked_text(self.part)
    }

    /// Returns true for a bug of the table that is more than another number. Only such a bug is ever certain.
    pub fn is_specific(self) -> bool {
        let edit = Edit::of(self.edit);
        edit.is_row() && !edit.is_constant()
    }
}

/// An expression that is used instead of another, both in C++ with the original's names.
#[derive(Debug)]
#[allow(missing_docs, reason = "the fields are explained above and below")]
pub struct Replaced {
    pub wrong: String,
    pub right: String,
    /// The functions that may have it.
    pub functions: Vec<&'static str>,
}

impl fmt::Display for Bug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&|_| None))
    }
}

/// Returns every bug that a part can have: first those of the table, the likeliest first.
pub fn known_bugs(part: Part) -> impl Iterator<Item = Bug> {
    let edits = (0..).zip(EDITS.iter()).filter(move |(_, edit)| edit.exists(part));
    edits.map(move |(edit, _)| Bug { edit, part })
}

/// Returns the names of the constants of the table, which programs may change on purpose.
pub fn constants() -> Vec<&'static str> {
    let rows = EDITS.iter().filter(|edit| edit.is_constant()).map(|edit| edit.function);
    let mut names: Vec<&str> = rows.filter(|name| with_value(name, 0).is_some()).collect();
    names.dedup();
    names
}

/// Returns the edit of a constant's value, and its number.
fn constant(name: &str) -> Option<(&'static Edit, u32)> {
    let is_number = |edit: &Edit| edit.operator == "number" && edit.function == name;
    EDITS.iter().zip(0..).find(|(edit, _)| is_number(edit))
}

/// Returns the value of a constant in the series, or `None` if the series does not have it.
pub fn value_of(name: &str) -> Option<i32> {
    constant(name)?.0.from.split_once(" = ")?.1.parse().ok()
}

/// Returns the edit that gives a constant a value: 0 if it has this value anyway, and `None` if there is no
/// such constant. The value is from 0 to 9999.
pub fn with_value(name: &str, value: i32) -> Option<u32> {
    let difference = value - value_of(name)?;
    let (_, id) = constant(name)?;
    Some(if difference == 0 { 0 } else { id | change_by(difference) << NUMBER_BITS })
}

/// The functions of the series, and whether the C++ has one of the same name.
static FUNCTIONS: LazyLock<HashMap<&str, bool>> = LazyLock::new(|| {
    let is_same = |edit: &Edit| {
        let name = cpp::camel_case(edit.function);
        edit.original.split(", ").any(|original| original.rsplit("::").next() == Some(&name))
    };
    EDITS.iter().map(|edit| (edit.function, is_same(edit))).collect()
});

/// Returns true if the C++ has the function.
fn is_cpp(function: &str) -> bool {
    cpp::word("call", function).is_some() || FUNCTIONS.get(function) == Some(&true)
}

/// An edit of the series.
pub(crate) struct Edit {
    operator: &'static str,
    to: &'static str,
    file: &'static str,
    function: &'static str,
    original: &'static str,
    lines: [usize; 2],
    from: &'static str,
    twin: &'static str,
}

impl Edit {
    /// Returns the edit with this number, or one that no part has: for 0, and for a constant with a value.
    pub fn of(number: u32) -> &'static Edit {
        EDITS.get(number as usize).unwrap_or(&EDITS[0])
    }

    /// Returns true for a mistake of the table.
    pub fn is_row(&self) -> bool {
        matches!(self.operator, "row" | "none")
    }

    /// Returns true if a part can have this mistake. A sentence of the table speaks of its parts.
    pub fn exists(&self, part: Part) -> bool {
        !self.is_row() || self.from.split(' ').nth(1).is_some_and(|parts| functions::has_part(parts, part))
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

    /// Returns true for a mistake of the table that is another value of a constant.
    pub fn is_constant(&self) -> bool {
        self.is_row() && self.name() == "number" || self.is_radius()
    }

    /// Returns true for another radius of the view.
    pub fn is_radius(&self) -> bool {
        self.is_row() && self.name() == "view-radius"
    }

    /// Returns true if it is in a file whose code changes lines of this kind.
    pub fn changes(&self, kind: Kind) -> bool {
        let mut lines = include_str!("changes.txt").lines().map(|line| line.split(' '));
        lines.any(|mut words| words.next() == Some(kind.word()) && words.any(|file| file == self.file))
    }

    /// Returns true if it changes only what is drawn, and no line but that of the frame.
    pub fn is_drawn(&self) -> bool {
        self.file == "screen.rs"
    }

    /// Returns true for a row and a missing statement, which come first among equally likely edits.
    pub fn leaves_out(&self) -> bool {
        self.is_row() || matches!(self.operator, "delete" | "unset")
    }

    /// Returns true if it is about which random numbers are drawn. Then they have to come out as recorded.
    pub fn is_about_chance(&self) -> bool {
        self.operator == "draw"
            || self.is_row() && (self.name().starts_with("seed") || self.name().starts_with("draw"))
    }

    /// Returns true if the two are in the same lines of the series. Explanations of one place are one.
    pub fn is_beside(&self, other: &Edit) -> bool {
        self.file == other.file && self.lines[0] <= other.lines[1] && other.lines[0] <= self.lines[1]
    }

    /// Returns the function that it is in.
    pub fn function(&self) -> &'static str {
        if self.original.is_empty() { self.function } else { self.original }
    }

    /// Returns how likely such an edit is: the smaller number first.
    pub fn rank(&self) -> usize {
        let is_off_by_one = [" + 1", " - 1"].iter().any(|one| self.from.strip_suffix(one) == Some(self.to));
        let form = match self.operator {
            "row" => self.name(),
            "arithmetic" if is_off_by_one || self.to.len() > self.from.len() - 2 => "alike",
            "number" if self.from.contains(" = ") && !["+1", "-1"].contains(&self.to) => "constant",
            _ => self.to,
        };
        let special = OPERATORS.get(&*format!("{} {form}", self.operator));
        special.or(OPERATORS.get(self.operator)).map_or(usize::MAX, |operator| operator.rank)
    }

    /// Returns the functions that it is in, as the C++ of a part calls them.
    pub fn functions(&self, part: Part) -> Vec<&'static str> {
        let helper = if self.is_row() { None } else { cpp::word("helper", self.function) };
        let names = self.original.split(", ").filter(|name| !name.is_empty());
        helper.map_or_else(|| functions::in_part(names, part), |helper| vec![helper])
    }

    /// Returns what it is, for people. Names of the original are between two '`'.
    pub fn marked_text(&self, part: Part) -> String {
        let marked = |name: &&str| match name.split_once("::") {
            Some((class, name)) => format!("`{class}`::`{name}`"),
            None => format!("`{name}`"),
        };
        let named = self.functions(part).iter().map(marked).collect::<Vec<_>>().join(", ");
        match (self.is_row(), self.in_cpp(part)) {
            (true, _) if named.is_empty() => self.to.to_owned(),
            (true, _) => format!("{} ({named})", self.to),
            // The C++ does it in no function of its own.
            (false, what) if named.is_empty() => what.unwrap_or_else(|| self.in_words(part)),
            (false, Some(what)) => format!("{what} ({named})"),
            (false, None) => format!("in {named}: {}", self.in_words(part)),
        }
    }

    /// Returns its sentence with the text of the C++, if that is known.
    pub fn in_cpp(&self, part: Part) -> Option<String> {
        let form = OPERATORS.get(self.operator)?.in_cpp;
        let both = |[from, to]: [&str; 2]| Some([self.translated(from, part)?, self.translated(to, part)?]);
        let [from, to] = if form == INSTEAD {
            both([self.from, self.to]).or_else(|| both(cpp::difference(self.from, self.to)))?
        } else if form.contains("$to") {
            both([self.from, self.to])?
        } else {
            [self.translated(self.from, part)?, String::new()]
        };
        let with_words = form.replace("$words", self.to).replace("$number", &self.number(&from));
        Some(with_words.replace("$from", &from).replace("$to", &to))
    }

    /// Returns a text of the series in C++.
    fn translated(&self, text: &str, part: Part) -> Option<String> {
        let text = text.trim_end_matches(';');
        // Only the head of a block is shown.
        let head = text.split(" {").next().unwrap_or(text);
        // A function that is all of the text has no bracket.
        let is_ours = FUNCTIONS.get(head) == Some(&false) || !cpp::calls(head).all(is_cpp);
        if is_ours { None } else { cpp::translated(text, self.file, part) }
    }

    /// Returns the wrong and the right expression in C++, if it is one expression instead of another.
    fn replaced(&self, part: Part) -> Option<Replaced> {
        OPERATORS.get(self.operator).filter(|operator| operator.in_cpp == INSTEAD)?;
        let [wrong, right] = [self.translated(self.to, part)?, self.translated(self.from, part)?];
        Some(Replaced { wrong, right, functions: self.functions(part) })
    }

    /// Returns its sentence where the C++ is written in another way.
    fn in_words(&self, part: Part) -> String {
        let words = OPERATORS.get(self.operator).map_or("a different value", |operator| operator.in_words);
        words.replace("$words", self.to).replace("$statement", &self.statement(part))
    }

    /// Names its statement by what it does.
    fn statement(&self, part: Part) -> String {
        let called = cpp::called(self.from).filter(|name| is_cpp(name));
        if let Some(set) = cpp::assigned(self.from, self.file, part) {
            format!("the statement that sets {set}")
        } else if let Some(name) = called {
            let log = (["log", "add"].contains(&name) && !part.has_hud()).then_some("SDL_Log");
            let name = log.or(cpp::word("call", name)).map_or_else(|| cpp::camel_case(name), str::to_owned);
            format!("the call to {name}")
        } else if self.from.contains("update_view()") {
            "the call to FOV::compute".to_owned()
        } else {
            let loops = ["for ", "while "].iter().any(|word| self.from.starts_with(word));
            if loops { "a loop" } else { "a statement" }.to_owned()
        }
    }

    /// Returns the sentence for a number that is used instead of another.
    fn number(&self, from: &str) -> String {
        let value = from.rsplit(' ').next().and_then(|text| text.parse::<i64>().ok());
        let other = match (self.to, value) {
            ("0", _) => Some(0),
            ("negated", Some(value)) => Some(-value),
            ("doubled", Some(value)) => Some(2 * value),
            ("halved", Some(value)) => Some(value / 2),
            (change, Some(value)) => change.parse::<i64>().ok().map(|change| value + change),
            _ => None,
        };
        let change = || format!("'{from}' {}", self.to);
        other.map_or_else(change, |other| format!("{other} instead of '{from}'"))
    }
}
