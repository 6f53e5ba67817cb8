//! The output of programs: the report of a sanitizer in it, its beginning and end, and its last lines.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// How much is read of the beginning and of the end of an output, in bytes.
const MAX_READ: u64 = 1 << 20;
/// Number of lines that are shown of a program that fails.
const LAST_LINES: usize = 5;
/// Maximum length of a line that is shown, in characters.
const MAX_LINE: usize = 300;
/// Words of the reports of sanitizers.
const SANITIZERS: [&str; 2] = ["Sanitizer: ", ": runtime error: "];
/// Maximum length of a report before these words, and of all of it.
const BEFORE: usize = 100;
const MAX_REPORT: usize = 400;

/// Returns the first line of an output that a sanitizer wrote, wherever it is.
pub(super) fn report(path: &Path) -> io::Result<Option<String>> {
    let mut output = File::open(path)?;
    let mut bytes = Vec::new();
    while output.by_ref().take(MAX_READ).read_to_end(&mut bytes)? > 0 {
        let text = String::from_utf8_lossy(&bytes);
        if let Some(at) = SANITIZERS.iter().filter_map(|words| text.find(words)).min() {
            let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
            let skipped = text[start..at].chars().count().saturating_sub(BEFORE);
            let line = text[start..].chars().take_while(|&c| c != '\n');
            let line: String = line.skip(skipped).take(MAX_REPORT).collect();
            return Ok(Some(without_colours(&line).trim().to_owned()));
        }
        // The words may go on in the next part.
        bytes.drain(..bytes.len().saturating_sub(BEFORE));
    }
    Ok(None)
}

/// Returns the beginning and the end of a file, without the colours of a terminal.
pub(super) fn read_ends(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    let mut bytes = Vec::new();
    file.by_ref().take(MAX_READ).read_to_end(&mut bytes)?;
    if size > MAX_READ {
        bytes.extend_from_slice(b"\n...\n");
        file.seek(SeekFrom::Start(MAX_READ.max(size.saturating_sub(MAX_READ))))?;
        file.take(MAX_READ).read_to_end(&mut bytes)?;
    }
    Ok(without_colours(&String::from_utf8_lossy(&bytes)))
}

/// Removes the sequences that begin with ESC and `[`, and end with a letter.
fn without_colours(text: &str) -> String {
    let mut pieces = text.split("\u{1b}[");
    let first = pieces.next().unwrap_or_default().to_owned();
    let end = |piece: &'_ str| piece.find(|c: char| c.is_ascii_alphabetic()).map_or(0, |end| end + 1);
    pieces.fold(first, |text, piece| text + &piece[end(piece)..])
}

/// Returns the part of a line that is shown.
pub(super) fn cut(line: &str) -> &str {
    line.char_indices().nth(MAX_LINE).map_or(line, |(end, _)| &line[..end])
}

/// Returns the last lines of an output.
pub(super) fn last_lines(output: &str) -> Vec<&str> {
    let lines: Vec<&str> = output.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(LAST_LINES)..].to_vec()
}
