//! The mistakes of `rows.txt`, whose first lines explain its form.

use std::ops::Range;

/// A mistake of `rows.txt`: one edit or several.
#[derive(Default)]
pub struct Row {
    /// A name for scripts.
    pub name: String,
    /// The parts that have it, as "5-15".
    pub parts: String,
    pub sentence: String,
    /// A row without texts has those of the row before.
    pub edits: Vec<RowEdit>,
    /// The values that `{}` stands for, and their words.
    values: Vec<(String, String)>,
    /// The number of its first edit.
    pub first: u32,
}

/// A text of a function or constant, and what stands in its place.
#[derive(Clone)]
pub struct RowEdit {
    /// The file and the function; both are `*` for every function that has the text.
    file: String,
    pub function: String,
    find: String,
    /// Which of several: from 1; 0 for all of them.
    which: usize,
    /// None for nothing. `$` is the text that was found.
    put: Option<String>,
}

/// A row in a function or constant.
pub struct PlacedRow {
    /// Its index.
    pub row: usize,
    /// What stands where, with `{}` for a value.
    pub parts: Vec<(Range<usize>, String)>,
    /// The range that all of it spans.
    pub span: Range<usize>,
}

impl Row {
    /// Reads the rows.
    ///
    /// # Errors
    /// When a line has another form.
    pub fn read_all(text: &str) -> Result<Vec<Row>, String> {
        let mut rows: Vec<Row> = Vec::new();
        let (mut place, mut here) = ((String::new(), String::new()), (String::new(), String::new()));
        for (number, line) in text.lines().enumerate().skip_while(|(_, line)| !line.starts_with("# ")) {
            let wrong = |what: &str| format!("src/verify/edits/rows.txt:{}: {what}", number + 1);
            let (begin, rest) = line.split_once(' ').unwrap_or((line, ""));
            let in_two = |what: &str| {
                let two = rest.split_once(' ').ok_or_else(|| wrong(what))?;
                Ok::<_, String>((two.0.to_owned(), two.1.to_owned()))
            };
            if begin == "#" {
                place = in_two("a file and a function are missing")?;
                continue;
            }
            if !line.is_empty() && !line.starts_with(['@', '-', ' ', '=']) {
                let (parts, sentence) = in_two("a sentence is missing")?;
                rows.push(Row { name: begin.to_owned(), parts, sentence, ..Row::default() });
                here = place.clone();
                continue;
            }
            let Some(row) = rows.last_mut().filter(|_| !line.is_empty()) else { continue };
            match line.as_bytes()[0] {
                b'@' => here = in_two("a file and a function are missing")?,
                b'=' => row.values = values(rest),
                b'-' => {
                    let which = match &begin[1..] {
                        "" => 1,
                        "*" => 0,
                        number => number.parse().map_err(|_| wrong("which of the texts"))?,
                    };
                    let (file, function) = here.clone();
                    row.edits.push(RowEdit { file, function, find: String::new(), which, put: None });
                    row.edits.last_mut().into_iter().for_each(|edit| edit.add(rest));
                }
                _ => {
                    let edit = row.edits.last_mut().ok_or_else(|| wrong("there is no text to find yet"))?;
                    edit.add(line);
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

    /// Returns how many edits it has: one for each value.
    pub fn count(&self) -> u32 {
        self.values.len().max(1) as u32
    }

    /// Returns true if it changes a text in whichever function has it.
    pub fn is_everywhere(&self) -> bool {
        self.edits.iter().any(|edit| edit.function == "*")
    }

    /// Returns its sentence, with each value.
    pub fn sentences(&self) -> Vec<String> {
        match self.values.as_slice() {
            [] => vec![self.sentence.clone()],
            values => values.iter().map(|(_, words)| self.sentence.replace("{}", words)).collect(),
        }
    }

    /// Returns a text that is put, with the value that is made.
    pub fn with_values(&self, put: &str) -> String {
        if self.values.is_empty() {
            return put.to_owned();
        }
        let values: Vec<&str> = self.values.iter().map(|(value, _)| value.as_str()).collect();
        put.replace("{}", &format!("crate::m::nth({}, &[{}])", self.first, values.join(", ")))
    }

    /// Returns what the row changes in a range of a function's file, if it changes anything there.
    pub fn place(
        &self,
        row: usize,
        file: &str,
        function: &str,
        text: &str,
        around: &Range<usize>,
    ) -> Option<PlacedRow> {
        let mut parts = Vec::new();
        for edit in &self.edits {
            let is_here = edit.file == file && edit.function == function || edit.function == "*";
            let found = if is_here { places(&text[around.clone()], &edit.find) } else { Vec::new() };
            let (skipped, taken) = if edit.which == 0 { (0, found.len()) } else { (edit.which - 1, 1) };
            for range in found.into_iter().skip(skipped).take(taken) {
                let range = around.start + range.start..around.start + range.end;
                let put = edit.put.as_deref().unwrap_or_default().replace('$', &text[range.clone()]);
                parts.push((range, put));
            }
        }
        let start = parts.iter().map(|(range, _)| range.start).min()?;
        let end = parts.iter().map(|(range, _)| range.end).max()?;
        Some(PlacedRow { row, parts, span: start..end })
    }
}

impl RowEdit {
    /// Adds a line of the row.
    fn add(&mut self, line: &str) {
        match (line.split_once("==>"), &mut self.put) {
            (Some((find, put)), None) => {
                self.find += find;
                self.put = Some(put.to_owned());
            }
            (_, Some(put)) => *put += line,
            (None, None) => self.find += line,
        }
    }
}

/// Reads values: `1 | 2`, `1 : one | 2 : two`, or `1..=9`.
fn values(text: &str) -> Vec<(String, String)> {
    let mut values = Vec::new();
    for value in text.split(" | ") {
        let (value, words) = value.split_once(" : ").unwrap_or((value, value));
        let bounds = value.split_once("..=").and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        match bounds {
            Some((first, last)) => {
                let numbers: std::ops::RangeInclusive<i32> = first..=last;
                values.extend(numbers.map(|number| (number.to_string(), number.to_string())));
            }
            None => values.push((value.to_owned(), words.to_owned())),
        }
    }
    values
}

/// Returns a text with blanks in place of its comments.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let comment = line.find("// ").filter(|&at| !line[..at].contains('"')).unwrap_or(line.len());
        out += &line[..comment];
        out.extend(line[comment..].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
    }
    out
}

/// Returns where a text stands in another, whatever blanks and comments there are. Words are found whole.
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
