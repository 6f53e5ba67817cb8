//! A page as a sequence of snippets that one types along: from the chapter before, or from an empty folder, to
//! this chapter, line for line.
//!
//! A page names the lines that come next in a comment on a line of its own, and the tool cuts them from the
//! chapter's sources:
//!
//! | line of a page | what it does |
//! |---|---|
//! | `<!-- type map.rs: fn split -->` | types a whole item, with its documentation |
//! | `<!-- type map.rs: fn split ... let can -->` | types from one line to another, and what closes their blocks |
//! | `<!-- type map.rs: ... return; -->` | goes on after the last line that was typed in this file |
//! | `<!-- type map.rs: use crate::rng & fn new -->` | several places of one file |
//! | `<!-- type map.rs: - fn old -->` | takes out lines of the last chapter: those that go together |
//! | `<!-- type color.rs -->` | the whole file |
//! | `<!-- copy rng.rs -->` | a file that is given, and not typed |
//! | `<!-- remove a.rs -->` | a file that goes |
//! | `<!-- temp NAME main.rs after: let canvas -->` | types the Rust block below it, which is not of the chapter |
//! | `<!-- drop NAME -->` | the next snippet takes it out again |
//! | `<!-- run -->` | here the program compiles; `<!-- run ARGS -->` prints the `text` block below it |
//!
//! Lines of the last chapter that are gone in this one go with the lines typed in their place.

use std::collections::BTreeMap;
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;

use similar::{ChangeTag, TextDiff};

use crate::chapter::{BUILD, Chapter, manifest, root};
use crate::example;
use crate::files;
use crate::places::whole;
use crate::program::Sources;

/// Maximum number of lines that one snippet adds.
pub const MOST_LINES: usize = 20;
/// Lines shown in grey before and after what is new.
const BEFORE: usize = 2;
const AFTER: usize = 1;

/// When a line is in the program: from a snippet on, up to the one that takes it out.
#[derive(Clone, Debug)]
struct Line {
    text: String,
    /// The snippet that brings it. 0 is the start of the page, `None` not yet known.
    from: Option<usize>,
    /// The snippet that takes it out. `usize::MAX` is the end of the page, `None` not yet known.
    until: Option<usize>,
}

const NEVER: usize = usize::MAX;

impl Line {
    fn is_there(&self, after: usize) -> bool {
        self.from.is_some_and(|from| from <= after) && self.until.is_none_or(|until| until > after)
    }

    /// Returns true if no snippet brings it, or takes it out.
    fn is_open(&self) -> bool {
        self.from.is_none() || self.until.is_none()
    }

    /// Returns true if it is a line of the chapter, typed or not.
    fn is_of_chapter(&self) -> bool {
        self.until == Some(NEVER)
    }
}

/// A place of the page where the program compiles.
#[derive(Clone, Debug)]
pub struct Run {
    /// The last snippet before it.
    pub after: usize,
    /// The arguments of `cargo run`, if what it prints is on the page.
    pub arguments: Option<String>,
    /// What it prints.
    pub printed: String,
}

/// The plan of a page.
#[derive(Clone, Debug)]
pub struct Along {
    files: BTreeMap<String, Vec<Line>>,
    /// The number of snippets.
    pub count: usize,
    /// Where the program compiles.
    pub runs: Vec<Run>,
    /// The page with the code in place of its comments.
    pub page: String,
}

/// The files of a chapter that a page leads to, by their paths below `src`.
fn typed_files(chapter: &Chapter) -> Result<Sources, String> {
    let mut files = chapter.sources.clone();
    for (path, text) in example::files(chapter.part, &chapter.sources)? {
        files.insert(path.trim_start_matches("src/").to_owned(), text);
    }
    Ok(files)
}

impl Along {
    /// Reads a page.
    ///
    /// # Errors
    /// When a snippet is not found, is too long, or lines of the chapter are in no snippet.
    pub fn new(page: &str, chapter: &Chapter, before: Option<&Chapter>) -> Result<Along, String> {
        let old = before.map(typed_files).transpose()?.unwrap_or_default();
        let mut new = typed_files(chapter)?;
        if before.is_none() {
            new.insert("Cargo.toml".to_owned(), manifest(chapter.part)?);
        }
        let mut along = Along { files: merged(&old, &new), count: 0, runs: Vec::new(), page: String::new() };
        along.read(page)?;
        let open = along.files.iter().find_map(|(path, lines)| {
            let line = lines.iter().find(|line| line.is_open())?;
            Some(format!("no snippet has this line of {path}: {}", line.text))
        });
        match open {
            Some(problem) => Err(problem),
            None => Ok(along),
        }
    }

    fn read(&mut self, page: &str) -> Result<(), String> {
        let mut dropped: Vec<String> = Vec::new();
        let mut temps: BTreeMap<String, usize> = BTreeMap::new();
        let mut lines = page.lines();
        while let Some(line) = lines.next() {
            // What only a test reads, and the blank line that sets it off.
            if line == "<!-- computes" {
                lines.by_ref().take_while(|line| *line != "-->").for_each(drop);
                lines.next();
                continue;
            }
            let Some(words) = line.strip_prefix("<!-- ").and_then(|line| line.strip_suffix(" -->")) else {
                self.page += &format!("{line}\n");
                continue;
            };
            let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
            let problem = |problem: String| format!("{line}: {problem}");
            match verb {
                "type" => {
                    let shown = self.type_in(rest, &dropped, &temps).map_err(problem)?;
                    dropped.clear();
                    self.page += &shown;
                }
                "copy" => {
                    self.count += 1;
                    for path in rest.split_whitespace() {
                        let number = self.count;
                        let lines =
                            self.files.get_mut(path).ok_or_else(|| problem("no such file".to_owned()))?;
                        lines.iter_mut().for_each(|line| take(line, number));
                    }
                    self.page += &format!(
                        "**{}.** Copy {} into `src`.\n",
                        self.count,
                        rest.split_whitespace()
                            .map(|path| format!("[{path}](src/{path})"))
                            .collect::<Vec<_>>()
                            .join(" and ")
                    );
                }
                "remove" => {
                    self.count += 1;
                    let number = self.count;
                    let lines = self.files.get_mut(rest).ok_or_else(|| problem("no such file".to_owned()))?;
                    lines.iter_mut().for_each(|line| take(line, number));
                    self.page += &format!("**{number}.** Delete `src/{rest}`.\n");
                }
                "temp" => {
                    let (name, place) = rest.split_once(' ').unwrap_or_default();
                    let mut code = Vec::new();
                    let mut literal = lines.by_ref().skip_while(|line| !line.starts_with("```rust")).skip(1);
                    for line in literal.by_ref().take_while(|line| *line != "```") {
                        code.push(line);
                    }
                    let shown = self.type_temp(place, &code).map_err(problem)?;
                    temps.insert(name.to_owned(), self.count);
                    self.page += &shown;
                }
                "drop" => dropped.push(rest.to_owned()),
                "run" => {
                    let arguments = (!rest.is_empty()).then(|| rest.to_owned());
                    let rest: Vec<&str> = lines.clone().collect();
                    let printed = rest.join("\n");
                    let printed =
                        printed.split_once("```text\n").and_then(|(_, text)| text.split_once("```"));
                    let printed = printed.map_or(String::new(), |(text, _)| text.to_owned());
                    self.runs.push(Run { after: self.count, arguments, printed });
                }
                _ => self.page += &format!("{line}\n"),
            }
        }
        Ok(())
    }

    /// Types lines of the chapter. Returns what the page shows.
    fn type_in(
        &mut self,
        words: &str,
        dropped: &[String],
        temps: &BTreeMap<String, usize>,
    ) -> Result<String, String> {
        self.count += 1;
        let number = self.count;
        let mut out_of = Vec::new();
        for name in dropped {
            let brought = *temps.get(name).ok_or_else(|| format!("nothing is called {name}"))?;
            out_of.push(brought);
            for line in self.files.values_mut().flatten() {
                if line.from == Some(brought) && line.until.is_none() {
                    line.until = Some(number);
                }
            }
        }
        let (path, places) = words.split_once(": ").unwrap_or((words, ""));
        let path = path.trim();
        let last = self.last_typed(path, number);
        let lines = self.files.get_mut(path).ok_or("no such file")?;
        for place in places.split(" & ") {
            let gone = place.trim().strip_prefix("- ");
            if let Some(words) = gone {
                let at = lines.iter().position(|line| is_going(line) && line.text.contains(words));
                let at = at.ok_or_else(|| format!("no line with '{words}' goes"))?;
                let first =
                    lines[..at].iter().rposition(|line| !is_going(line)).map_or(0, |before| before + 1);
                lines[first..]
                    .iter_mut()
                    .take_while(|line| is_going(line))
                    .for_each(|line| take(line, number));
                continue;
            }
            let range = find(lines, place.trim(), last)?;
            let count = lines.iter().filter(|line| line.from == Some(number)).count();
            take_range(lines, range, number);
            if lines.iter().filter(|line| line.from == Some(number)).count() == count
                && !lines.iter().any(|line| line.until == Some(number))
            {
                return Err(format!("'{place}' brings nothing new"));
            }
        }
        let brought = lines.iter().filter(|line| line.from == Some(number)).count();
        let brought_text =
            lines.iter().filter(|line| line.from == Some(number) && !line.text.is_empty()).count();
        if brought_text > MOST_LINES {
            return Err(format!("{brought} lines are more than {MOST_LINES}"));
        }
        Ok(self.shown(path, number, &out_of))
    }

    /// The last line of a file that a snippet before this one typed and that does not only close a block.
    fn last_typed(&self, path: &str, number: usize) -> Option<usize> {
        let lines = self.files.get(path)?;
        let latest =
            lines.iter().filter_map(|line| line.from).filter(|from| (1..number).contains(from)).max()?;
        let is_last = |line: &&Line| line.from == Some(latest) && !is_closing(&line.text);
        let found = lines.iter().rev().find(is_last)?;
        lines.iter().position(|line| std::ptr::eq(line, found))
    }

    /// Types lines that are not of the chapter.
    fn type_temp(&mut self, place: &str, code: &[&str]) -> Result<String, String> {
        self.count += 1;
        let (path, after) = place.split_once(" after: ").unwrap_or((place, ""));
        let state = self.count - 1;
        let number = self.count;
        let lines = self.files.get_mut(path.trim()).ok_or("no such file")?;
        let at = match after {
            "" => 0,
            after => {
                let found = lines.iter().position(|line| line.is_there(state) && line.text.contains(after));
                found.ok_or("nothing there is like that")? + 1
            }
        };
        let new = code.iter().map(|text| Line { text: (*text).to_owned(), from: Some(number), until: None });
        lines.splice(at..at, new);
        if code.len() > MOST_LINES {
            return Err(format!("{} lines are more than {MOST_LINES}", code.len()));
        }
        Ok(self.shown(path.trim(), number, &[]))
    }

    /// A snippet as the page shows it: where it goes, and the code with what is around it.
    fn shown(&self, path: &str, number: usize, out_of: &[usize]) -> String {
        let lines = &self.files[path];
        let concerned = |line: &Line| line.from == Some(number) || line.until == Some(number);
        // What is there before or after this snippet.
        let seen: Vec<&Line> =
            lines.iter().filter(|line| line.is_there(number) || line.until == Some(number)).collect();
        let is_new_file = !lines.iter().any(|line| line.is_there(number - 1));
        let folder = if path == "Cargo.toml" { "" } else { "src/" };
        let mut text = String::new();
        // What goes from this file is shown below.
        let goes_here =
            |out: &usize| lines.iter().any(|line| line.from == Some(*out) && line.until == Some(number));
        let out_of = out_of.iter().filter(|out| !goes_here(out)).map(|out| format!("snippet {out}"));
        let out_of: Vec<String> = out_of.collect();
        if !out_of.is_empty() {
            text += &format!("Delete the lines of {} again.\n\n", out_of.join(" and "));
        }
        let mut at = 0;
        let mut first = true;
        while let Some(start) = (at..seen.len()).find(|at| concerned(seen[*at])) {
            // A gap of a line or two is shown too.
            let mut end = start;
            while let Some(next) = (end + 1..seen.len().min(end + 4)).find(|next| concerned(seen[*next])) {
                end = next;
            }
            let from = start - BEFORE.min(start).min(start - at);
            let to = (end + AFTER..seen.len()).find(|at| !seen[*at].text.is_empty()).unwrap_or(end);
            let from = (from..=start).find(|at| !seen[*at].text.is_empty()).unwrap_or(start);
            let after = place(&seen, start);
            text += &match (first, is_new_file) {
                (true, true) => format!("**{number}.** {folder}{path}, a new file:\n\n"),
                (true, false) => format!("**{number}.** {folder}{path}, {after}:\n\n"),
                (false, _) => format!("In the same file, {after}:\n\n"),
            };
            first = false;
            // Lines between the new ones, which are there already, are told apart as in a diff.
            let is_new = |line: &&Line| line.from == Some(number) && line.until != Some(number);
            if !seen[start..=end].iter().all(is_new) {
                let mark = |line: &Line| match (line.from == Some(number), line.until == Some(number)) {
                    (true, _) => '+',
                    (_, true) => '-',
                    _ => ' ',
                };
                let shown: Vec<String> =
                    seen[from..=to].iter().map(|line| format!("{}{}", mark(line), line.text)).collect();
                text += &format!("```diff\n{}\n```\n\n", shown.join("\n"));
            } else {
                let shown: Vec<&str> = seen[from..=to].iter().map(|line| line.text.as_str()).collect();
                let kind = if path == "Cargo.toml" { "toml" } else { "rust" };
                let (before, after) = (start - from, to - end);
                text +=
                    &format!("```{kind},typed,before-{before},after-{after}\n{}\n```\n\n", shown.join("\n"));
            }
            at = end + 1;
        }
        text.trim_end().to_owned() + "\n"
    }

    /// The files as they are after a snippet, by their paths below `src`.
    pub fn after(&self, number: usize) -> Sources {
        let mut files = Sources::new();
        for (path, lines) in &self.files {
            let there: Vec<&str> =
                lines.iter().filter(|line| line.is_there(number)).map(|line| line.text.as_str()).collect();
            if !there.is_empty() {
                files.insert(path.clone(), there.join("\n") + "\n");
            }
        }
        files
    }

    /// Compares a reader's files with the program after each snippet. Returns the last snippet that fits, and
    /// the first line that departs from the next one: its file, its number, and what it should be.
    pub fn fits(&self, own: &Sources) -> (usize, Option<(String, usize, String)>) {
        let departs = |number: usize| {
            let wanted = self.after(number);
            wanted.iter().find_map(|(path, text)| {
                let own = own.get(path).map_or("", String::as_str);
                let place = (1..).zip(text.lines()).zip(own.lines().map(Some).chain(std::iter::repeat(None)));
                let other = |((_, wanted), own): &((usize, &str), Option<&str>)| {
                    own.is_none_or(|own| own.trim_end() != *wanted)
                };
                let (wrong, _) = place.into_iter().find(other)?;
                Some((path.clone(), wrong.0, wrong.1.to_owned()))
            })
        };
        let last = (0..=self.count).rev().find(|number| departs(*number).is_none()).unwrap_or(0);
        (last, if last < self.count { departs(last + 1) } else { None })
    }
}

/// Says where something goes, by the lines before it: after a line, or after the end of a block.
fn place(seen: &[&Line], start: usize) -> String {
    let before = &seen[..start];
    let Some(at) = before.iter().rposition(|line| !line.text.trim().is_empty()) else {
        return "at the top".to_owned();
    };
    let (line, indent) = (before[at].text.trim(), indent(before[at]));
    // A function can open with several lines, of which the last one begins with a bracket.
    let opens = |line: &&&Line| {
        let text = line.text.trim_start();
        indent_of_code(line) == Some(indent)
            && text.ends_with(['{', '(', '['])
            && !text.starts_with(['}', ')', ']'])
    };
    let opener = before[..at].iter().rev().find(opens).filter(|_| is_closing(line));
    // A line that is there twice needs the block it is in.
    let is_around =
        |line: &&&Line| line.text.ends_with('{') && indent_of_code(line).is_some_and(|own| own < indent);
    let is_twice = seen.iter().filter(|other| other.text.trim() == line).count() > 1;
    let around = before[..at].iter().rev().find(is_around).filter(|_| is_twice);
    let quoted = |code: &str| if code.contains('`') { format!("`` {code} ``") } else { format!("`{code}`") };
    let block = |opener: &Line| quoted(opener.text.trim().trim_end_matches([' ', '{', '(']));
    match (opener, around) {
        (Some(opener), _) => format!("after the end of {}", block(opener)),
        (None, Some(around)) => format!("in {}, after {}", block(around), quoted(line)),
        (None, None) => format!("after {}", quoted(line)),
    }
}

/// The number of columns before a line.
fn indent(line: &Line) -> usize {
    line.text.len() - line.text.trim_start().len()
}

/// The indentation of a line that is not blank.
fn indent_of_code(line: &Line) -> Option<usize> {
    (!line.text.trim().is_empty()).then(|| indent(line))
}

/// A line that a snippet brings, or takes out.
fn take(line: &mut Line, number: usize) {
    if line.from.is_none() {
        line.from = Some(number);
    } else if line.until.is_none() && line.from == Some(0) {
        line.until = Some(number);
    }
}

/// The lines of both chapters in one list for each file, with what is known of each.
fn merged(old: &Sources, new: &Sources) -> BTreeMap<String, Vec<Line>> {
    let paths = old.keys().chain(new.keys());
    let file = |path: &String| {
        let [old, new] = [old, new].map(|files| files.get(path).map_or("", String::as_str));
        let changes = TextDiff::configure().algorithm(similar::Algorithm::Patience).diff_lines(old, new);
        let lines = changes.iter_all_changes().map(|change| {
            let (from, until) = match change.tag() {
                ChangeTag::Equal => (Some(0), Some(NEVER)),
                ChangeTag::Delete => (Some(0), None),
                ChangeTag::Insert => (None, Some(NEVER)),
            };
            Line { text: change.value().trim_end_matches('\n').to_owned(), from, until }
        });
        (path.clone(), lines.collect())
    };
    paths.map(file).collect()
}

/// Returns true if a line only closes blocks.
fn is_closing(line: &str) -> bool {
    let words = line.trim();
    !words.is_empty() && words.chars().all(|c| "})];,".contains(c))
}

/// The lines of a file that a place names.
fn find(lines: &[Line], place: &str, last: Option<usize>) -> Result<RangeInclusive<usize>, String> {
    let of_chapter: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].is_of_chapter()).collect();
    let end = *of_chapter.last().ok_or("the file has no lines")?;
    if place.is_empty() {
        return Ok(0..=end);
    }
    let text: Vec<&str> = of_chapter.iter().map(|at| lines[*at].text.as_str()).collect();
    let is_open = |index: usize| lines[of_chapter[index]].from.is_none();
    let has = |index: usize, words: &str| text[index].contains(words);
    let (from, to) = match place.split_once("...") {
        None => (place, None),
        Some((from, to)) => (from.trim(), Some(to.trim())),
    };
    let start = if from.is_empty() {
        let last = last.ok_or("nothing was typed in this file before")?;
        let after = of_chapter.iter().position(|at| *at > last).ok_or("the file ends there")?;
        (after..text.len()).find(|index| is_open(*index)).ok_or("all of it is typed")?
    } else {
        let all: Vec<usize> = (0..text.len()).filter(|index| has(*index, from)).collect();
        let code = |index: &&usize| !text[**index].trim_start().starts_with("//");
        let open = all.iter().filter(|index| is_open(**index)).find(code);
        let open = open.or_else(|| all.iter().find(|index| is_open(**index)));
        *open.or(all.first()).ok_or_else(|| format!("there is no line with '{from}'"))?
    };
    let joined = text.join("\n");
    let mut first = start;
    let stop = match to {
        None => {
            let range = whole(&joined, start);
            first = range.start;
            range.end - 1
        }
        Some(to) => {
            if !from.is_empty() {
                first = whole(&joined, start).start;
            }
            let found = (start..text.len()).find(|index| has(*index, to) && is_open(*index));
            found.ok_or_else(|| format!("there is no line with '{to}' after it"))?
        }
    };
    // The blank line that sets it off, if there is none yet.
    if first > 0 && text[first - 1].is_empty() && is_open(first - 1) {
        let is_there = |line: &&Line| line.from.is_some() && line.until.is_none_or(|until| until == NEVER);
        let before = lines[..of_chapter[first - 1]].iter().rev().find(is_there);
        if before.is_none_or(|line| !line.text.is_empty() && !line.text.ends_with('{')) {
            first -= 1;
        }
    }
    Ok(of_chapter[first]..=of_chapter[stop])
}

/// Gives a snippet its lines: those of the range, what closes the blocks that it opens, and what goes from
/// between them.
fn take_range(lines: &mut [Line], range: RangeInclusive<usize>, number: usize) {
    let (start, end) = range.into_inner();
    for line in &mut lines[start..=end] {
        take(line, number);
    }
    // Lines that go, directly before and after.
    for at in (0..start).rev().take_while(|at| is_going(&lines[*at])).collect::<Vec<_>>() {
        take(&mut lines[at], number);
    }
    for at in (end + 1..lines.len()).take_while(|at| is_going(&lines[*at])).collect::<Vec<_>>() {
        take(&mut lines[at], number);
    }
    // A blank line that would be the only one left.
    let is_new = |line: Option<&Line>| line.is_some_and(|line| line.from.is_none());
    if lines.get(end + 1).is_some_and(|line| line.text.is_empty())
        && is_new(lines.get(end + 1))
        && !is_new(lines.get(end + 2))
    {
        take(&mut lines[end + 1], number);
    }
    let mut at = start;
    while at < lines.len() {
        let opens = lines[at].is_of_chapter() && lines[at].text.ends_with(['{', '(', '[']);
        if lines[at].from == Some(number) && opens {
            let depth = indent(&lines[at]);
            let closes = |line: &Line| {
                line.is_of_chapter()
                    && indent(line) == depth
                    && line.text.trim_start().starts_with(['}', ')', ']'])
            };
            if let Some(closer) = (at + 1..lines.len()).find(|next| closes(&lines[*next])) {
                take(&mut lines[closer], number);
            }
        }
        at += 1;
    }
}

/// Returns true for a line of the last chapter that no snippet has taken out yet.
fn is_going(line: &Line) -> bool {
    line.from == Some(0) && line.until.is_none()
}

/// All files of the program as it is after a snippet, by their paths: what is typed, and what every chapter has.
///
/// # Errors
/// When a file of the repository cannot be read.
pub fn project(along: &Along, part: u8, number: usize) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut files = BTreeMap::new();
    let mut sources = along.after(number);
    let typed = sources.remove("Cargo.toml");
    let lock = files::text(&root().join(format!("tests/chapters/part{part:02}/Cargo.lock")))?;
    files.insert("Cargo.toml".to_owned(), typed.map_or_else(|| manifest(part), Ok)?.into_bytes());
    files.insert("Cargo.lock".to_owned(), lock.into_bytes());
    files.insert("build.rs".to_owned(), BUILD.as_bytes().to_vec());
    for (name, path) in files::entries(&root().join("fonts"))? {
        files.insert(format!("fonts/{name}"), files::read(&path)?);
    }
    files.extend(sources.into_iter().map(|(path, text)| (format!("src/{path}"), text.into_bytes())));
    Ok(files)
}

/// The files of a reader's own program that a page can speak of.
///
/// # Errors
/// When the folder has no `src`, or a file cannot be read.
pub fn own(folder: &Path) -> Result<Sources, String> {
    let mut own = files::collect(&folder.join("src"))?;
    for (name, place) in [("Cargo.toml", "Cargo.toml"), ("page.txt", "src/page.txt")] {
        if let Ok(text) = fs::read_to_string(folder.join(place)) {
            own.insert(name.to_owned(), text);
        }
    }
    Ok(own)
}
