//! The changes that a page prints, as edits of files: blocks marked `diff` that begin with the file's name.

use std::fs;
use std::path::Path;

/// A change to a file: lines, and what replaces them. Their indentation does not count.
pub struct Edit {
    pub file: String,
    pub before: Vec<String>,
    pub after: Vec<String>,
}

/// Returns the lines of a block. One that is part of a list is indented by three columns, its end too.
pub fn lines_of(block: &str) -> Vec<&str> {
    const INDENT: &str = "   ";
    let is_in_list = block.lines().next_back() == Some(INDENT);
    let line = |line| if is_in_list { str::strip_prefix(line, INDENT).unwrap_or(line) } else { line };
    block.lines().map(line).map(str::trim_end).collect()
}

impl Edit {
    /// Reads the lines of a block.
    pub fn read(lines: &[&str]) -> Edit {
        let (file, lines) = lines.split_first().expect("a block has lines");
        let file = file.strip_prefix("--- ").expect("a block begins with its file").to_owned();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for (mark, code) in lines.iter().filter(|line| !line.is_empty()).map(|line| line.split_at(1)) {
            let code = code.trim().to_owned();
            if mark != "+" {
                before.push(code.clone());
            }
            if mark != "-" {
                after.push(code);
            }
        }
        Edit { file, before, after }
    }

    /// Changes the file below `folder`. Returns its text from before.
    pub fn apply(&self, folder: &Path) -> Result<String, String> {
        let path = folder.join(&self.file);
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", self.file))?;
        fs::write(&path, change(&text, &self.before, &self.after)?).map_err(|error| error.to_string())?;
        Ok(text)
    }
}

/// Takes a line apart: its visibility, which a chapter may have or not, and the rest.
fn split_visibility(line: &str) -> (&str, &str) {
    let line = line.trim();
    let visibility = ["pub(crate) ", "pub(super) ", "pub "].into_iter().find(|words| line.starts_with(words));
    line.split_at(visibility.map_or(0, str::len))
}

/// Replaces lines that stand once in the text, whatever their indentation, visibility and comments are.
/// Without lines to replace, the new ones come at the end.
fn change(text: &str, before: &[String], after: &[String]) -> Result<String, String> {
    if before.is_empty() {
        return Ok(format!("{text}\n{}\n", after.join("\n")));
    }
    let lines: Vec<&str> = text.lines().collect();
    // A comment may stand behind a constant.
    let bare = |line: &str| split_visibility(line).1.split(" // ").next().unwrap_or_default().to_owned();
    let places: Vec<usize> = lines
        .windows(before.len())
        .enumerate()
        .filter(|(_, window)| window.iter().zip(before).all(|(line, code)| bare(line) == bare(code)))
        .map(|(at, _)| at)
        .collect();
    let [place] = places[..] else { return Err(format!("found {} times", places.len())) };
    let (first, rest) = lines.split_at(place);
    let mut changed: Vec<String> = first.iter().map(|line| (*line).to_owned()).collect();
    for (at, line) in after.iter().enumerate() {
        // A line that is new keeps its own visibility.
        let visibility = split_visibility(if at < before.len() { rest[at] } else { line.as_str() }).0;
        changed.push(format!("{visibility}{}", bare(line)));
    }
    changed.extend(rest[before.len()..].iter().map(|line| (*line).to_owned()));
    Ok(changed.join("\n") + "\n")
}

/// Copies a file or a folder. Folders of compiled programs stay behind.
pub fn copy(from: &Path, to: &Path) {
    if !from.is_dir() {
        fs::copy(from, to).unwrap_or_else(|error| panic!("{}: {error}", from.display()));
        return;
    }
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let name = entry.unwrap().file_name();
        if name != "target" {
            copy(&from.join(&name), &to.join(&name));
        }
    }
}
