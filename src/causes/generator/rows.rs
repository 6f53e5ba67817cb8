//! The bugs of `rows.txt`, whose first lines explain its form.

use std::collections::BTreeMap;
use std::ops::Range;

use super::error::CopyError;
use super::source::{splice, without_comments};

/// A mistake of `rows.txt`: one edit or several.
#[derive(Default)]
pub struct Row {
    /// A name for scripts.
    pub name: String,
    /// The parts that have it, as "5-15".
    pub parts: String,
    pub sentence: String,
    /// The functions of the original that it is in, if the row names them: at the end, in brackets.
    pub functions: String,
    /// A row without texts has those of the row before.
    pub edits: Vec<RowEdit>,
    /// The values of the places `{}` or `{1}`, `{2}`: a list per bug, which is empty without places.
    values: Vec<Vec<Value>>,
    /// The number of its first edit.
    pub first: u32,
}

/// A value for a place `{}` of a row.
#[derive(Clone, PartialEq)]
struct Value {
    /// In the text that is put.
    code: String,
    /// In the sentence.
    words: String,
}

/// A text of a function or constant, and its replacement.
#[derive(Clone)]
pub struct RowEdit {
    /// The file and the function; both are `*` for every function that has the text.
    file: String,
    pub function: String,
    find: String,
    /// Which of several: from 1; 0 for all of them.
    which: usize,
    /// `$` is the text that was found.
    put: String,
}

/// A row in a function or constant.
pub struct PlacedRow<'a> {
    pub row: &'a Row,
    /// Each range with its replacement, in which `{}` is a value.
    pub parts: Vec<(Range<usize>, String)>,
    /// The range that all of it spans.
    pub span: Range<usize>,
    /// The text of the function or constant with the row, if it is one edit of one function: [`bare`].
    pub result: Option<String>,
}

impl Row {
    /// Reads the rows.
    ///
    /// # Errors
    /// When a line has another form.
    pub fn read_all(text: &str) -> Result<Vec<Row>, CopyError> {
        let mut rows: Vec<Row> = Vec::new();
        let mut lists = BTreeMap::new();
        let (mut place, mut here) = (["", ""], ["", ""]);
        let lines = logical_lines(text);
        for (number, line) in &lines {
            let wrong = |problem| CopyError::Row { line: *number, problem };
            let (begin, rest) = line.split_once(' ').unwrap_or((line, ""));
            let in_two = |what| rest.split_once(' ').map(<[&str; 2]>::from).ok_or_else(|| wrong(what));
            if begin == "#" {
                place = in_two("a file and a function are missing")?;
                continue;
            }
            if begin == "&" {
                let [name, list] = in_two("a list of values is missing")?;
                lists.insert(name, values(list));
                continue;
            }
            if !begin.starts_with(['@', '-', '=']) {
                let [parts, sentence] = in_two("a sentence is missing")?;
                let [sentence, functions] = functions_of(sentence).map(str::to_owned);
                let (name, parts, values) = (begin.to_owned(), parts.to_owned(), vec![Vec::new()]);
                rows.push(Row { name, parts, sentence, functions, values, ..Row::default() });
                here = place;
                continue;
            }
            let row = rows.last_mut().ok_or_else(|| wrong("a row is missing"))?;
            match begin {
                "@" => here = in_two("a file and a function are missing")?,
                "=" => row.add(lists.get(rest).cloned().unwrap_or_else(|| values(rest))),
                _ => {
                    let which = match &begin[1..] {
                        "" => 1,
                        "*" => 0,
                        number => number.parse().map_err(|_| wrong("which of the texts"))?,
                    };
                    let [file, function] = here.map(str::to_owned);
                    let [find, put] = rest.split_once("==>").map_or([rest, ""], <[&str; 2]>::from);
                    let [find, put] = [find, put].map(str::to_owned);
                    row.edits.push(RowEdit { file, function, find, which, put });
                }
            }
        }
        let (mut next, mut before) = (1, Vec::new());
        for row in &mut rows {
            row.first = next;
            next += row.count();
            if row.edits.is_empty() {
                row.edits = before;
            }
            before = row.edits.clone();
        }
        Ok(rows)
    }

    /// Adds a list of values, each of which can go with each of those before, but not with the same value.
    fn add(&mut self, list: Vec<Value>) {
        for values in std::mem::take(&mut self.values) {
            let others = list.iter().filter(|value| !values.contains(value));
            self.values.extend(others.map(|value| [values.as_slice(), std::slice::from_ref(value)].concat()));
        }
    }

    /// Returns how many edits it has: one for each value.
    pub fn count(&self) -> u32 {
        self.values.len() as u32
    }

    /// Returns the numbers of its edits.
    pub fn numbers(&self) -> Range<u32> {
        self.first..self.first + self.count()
    }

    /// Returns all texts that it finds and puts, which identify it.
    pub fn changes(&self) -> String {
        self.edits.iter().map(|edit| format!("{}==>{}\n", edit.find, edit.put)).collect()
    }

    /// Returns its sentence, with each value.
    pub fn sentences(&self) -> Vec<String> {
        let with = |values: &Vec<Value>| {
            let places = (1..).zip(values);
            places.fold(self.sentence.replace("{}", "{1}"), |sentence, (place, value)| {
                sentence.replace(&format!("{{{place}}}"), &value.words)
            })
        };
        self.values.iter().map(with).collect()
    }

    /// Returns a text that is put, with the values of the active mistake.
    pub fn with_values(&self, put: &str) -> String {
        let places = self.values[0].len();
        let text = if places == 0 { put.to_owned() } else { put.replace("{}", "{1}") };
        (0..places).fold(text, |text, place| {
            let codes: Vec<&str> = self.values.iter().map(|values| values[place].code.as_str()).collect();
            let value = format!("crate::switches::nth({}, &[{}])", self.first, codes.join(", "));
            text.replace(&format!("{{{}}}", place + 1), &value)
        })
    }

    /// Returns what the row changes in a range of a function's file, if it changes anything there.
    pub fn place(&self, file: &str, [function, text]: [&str; 2], at: &Range<usize>) -> Option<PlacedRow<'_>> {
        let mut parts = Vec::new();
        for edit in &self.edits {
            let is_here = edit.file == file && edit.function == function || edit.function == "*";
            let found = if is_here { places(&text[at.clone()], &edit.find) } else { Vec::new() };
            let (skipped, taken) = if edit.which == 0 { (0, found.len()) } else { (edit.which - 1, 1) };
            for range in found.into_iter().skip(skipped).take(taken) {
                let range = at.start + range.start..at.start + range.end;
                let put = edit.put.replace('$', &text[range.clone()]);
                parts.push((range, put));
            }
        }
        let start = parts.iter().map(|(range, _)| range.start).min()?;
        let end = parts.iter().map(|(range, _)| range.end).max()?;
        let is_one = self.values == [[]] && self.edits.iter().all(|edit| edit.function == function);
        let result = is_one.then(|| bare(&splice(text, at.clone(), parts.clone())));
        Some(PlacedRow { row: self, parts, span: start..end, result })
    }
}

/// Returns a text without blanks and parentheses.
pub fn bare(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace() && !['(', ')'].contains(letter)).collect()
}

/// Divides a sentence from the functions that it names at its end.
fn functions_of(sentence: &str) -> [&str; 2] {
    let is_name = |name: &str| name.chars().all(|letter| letter.is_alphanumeric() || letter == ':');
    let named = sentence.strip_suffix(')').and_then(|text| text.rsplit_once(" ("));
    let named = named.filter(|(_, names)| !names.is_empty() && names.split(", ").all(is_name));
    named.map_or([sentence, ""], <[&str; 2]>::from)
}

/// Returns the lines after the explanation of their form, each with those that go on with it, and its number.
fn logical_lines(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let numbered = (1..).zip(text.lines()).skip_while(|(_, line)| !line.starts_with(['#', '&']));
    for (number, line) in numbered.filter(|(_, line)| !line.is_empty()) {
        match lines.last_mut() {
            Some((_, last)) if line.starts_with(' ') => *last += &format!(" {}", line.trim_start()),
            _ => lines.push((number, line.to_owned())),
        }
    }
    lines
}

/// Reads a list of values: `1 | 2`, `1 : one | 2 : two`, `0..=9`, or `5+-2` for 4, 6, 3 and 7. In the words
/// of numbers `#` is each of them without its sign, and `(s)` the plural.
fn values(list: &str) -> Vec<Value> {
    let mut values = Vec::new();
    for item in list.split(" | ") {
        let (code, words) = item.split_once(" : ").unwrap_or((item, "#"));
        let two = |between| {
            let (first, last) = code.split_once(between)?;
            Some((first.parse::<i64>().ok()?, last.parse::<i64>().ok()?))
        };
        let numbers: Vec<i64> = if let Some((first, last)) = two("..=") {
            (first..=last).collect()
        } else if let Some((middle, most)) = two("+-") {
            (1..=most).flat_map(|n| [middle - n, middle + n]).filter(|&number| number >= 0).collect()
        } else {
            code.parse().into_iter().collect()
        };
        let described = |number: i64| {
            let plural = if number.abs() == 1 { "" } else { "s" };
            words.replace('#', &number.abs().to_string()).replace("(s)", plural)
        };
        values.extend(
            numbers.iter().map(|&number| Value { code: number.to_string(), words: described(number) }),
        );
        if numbers.is_empty() {
            values.push(Value { code: code.to_owned(), words: words.replace('#', code) });
        }
    }
    values
}

/// Returns the places of a text in another. Spaces and comments do not count, and words are found whole.
fn places(text: &str, find: &str) -> Vec<Range<usize>> {
    let dense = |text: &str| -> Vec<(usize, char)> {
        text.char_indices().filter(|(_, letter)| !letter.is_whitespace()).collect()
    };
    let (all, find) = (dense(&without_comments(text)), dense(find));
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let is_in_word = |at: usize| text[..at].ends_with(is_word) && text[at..].starts_with(is_word);
    let mut found: Vec<Range<usize>> = Vec::new();
    for window in all.windows(find.len().max(1)) {
        let (first, last) = (window[0], window[window.len() - 1]);
        let (start, end) = (first.0, last.0 + last.1.len_utf8());
        let is_equal = window.iter().map(|(_, letter)| letter).eq(find.iter().map(|(_, letter)| letter));
        let is_free = found.last().is_none_or(|before| before.end <= start);
        if is_equal && is_free && !is_in_word(start) && !is_in_word(end) {
            found.push(start..end);
        }
    }
    found
}
