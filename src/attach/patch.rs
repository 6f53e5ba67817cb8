//! Unified diffs, for `git apply` and `patch -p1`.

use std::fmt::Write as _;

use super::source::Source;

/// Number of unchanged lines before and after a change in a hunk.
const CONTEXT: usize = 3;

/// Lines that replace others.
struct Change {
    /// The index of the first old line, and the number of old lines.
    at: usize,
    removed: usize,
    added: Vec<String>,
}

/// Returns the diff of a source with its edits; empty without edits.
pub(super) fn of_source(source: &Source) -> String {
    let mut edits: Vec<_> = source.edits.iter().collect();
    // What is inserted stands before what is replaced at the same place.
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let text = &source.text;
    let line_of = |at: usize| text[..at].matches('\n').count();
    let start_of = |line: usize| text.split_inclusive('\n').take(line).map(str::len).sum::<usize>();
    let mut changes: Vec<Change> = Vec::new();
    let mut rest = edits.as_slice();
    while let Some(((range, added), more)) = rest.split_first() {
        let first = line_of(range.start);
        // Whole lines that are inserted between two others change neither.
        if range.is_empty() && added.ends_with('\n') && start_of(first) == range.start {
            changes.push(Change { at: first, removed: 0, added: lines(added) });
            rest = more;
            continue;
        }
        // All edits of a line are made together, also of the next ones if an edit ends there.
        let mut last = first;
        let on_lines = rest.iter().take_while(|(range, _)| {
            let is_on_line = line_of(range.start) <= last;
            if is_on_line {
                last = line_of(range.end);
            }
            is_on_line
        });
        let count = on_lines.count();
        let (start, end) = (start_of(first), start_of(last + 1));
        let mut line = String::new();
        let mut at = start;
        for (range, added) in &rest[..count] {
            line += &text[at..range.start];
            line += added;
            at = range.end;
        }
        line += &text[at..end];
        changes.push(Change { at: first, removed: last + 1 - first, added: lines(&line) });
        rest = &rest[count..];
    }
    diff(&source.name, &lines(text), &changes)
}

/// Returns the diff from an old file, which may be empty, to a new one; empty if they are equal.
pub(super) fn of_file(name: &str, old: &str, new: &str) -> String {
    if old == new {
        return String::new();
    }
    let old = lines(old);
    diff(name, &old, &[Change { at: 0, removed: old.len(), added: lines(new) }])
}

/// Returns the lines of a text with their ends.
fn lines(text: &str) -> Vec<String> {
    text.split_inclusive('\n').map(str::to_owned).collect()
}

fn diff(name: &str, old: &[String], changes: &[Change]) -> String {
    if changes.is_empty() {
        return String::new();
    }
    // Without the tab, `patch` takes a name with blanks for one that ends at the first of them.
    let tab = if name.contains(' ') { "\t" } else { "" };
    let mut text = match old.len() {
        0 => {
            format!("diff --git a/{name} b/{name}\nnew file mode 100644\n--- /dev/null\n+++ b/{name}{tab}\n")
        }
        _ => format!("diff --git a/{name} b/{name}\n--- a/{name}{tab}\n+++ b/{name}{tab}\n"),
    };
    // Changes that are near each other share a hunk.
    let near = |a: &Change, b: &Change| b.at <= a.at + a.removed + 2 * CONTEXT;
    let mut shift: isize = 0;
    for hunk in changes.chunk_by(near) {
        let start = hunk[0].at.saturating_sub(CONTEXT);
        let last = &hunk[hunk.len() - 1];
        let end = (last.at + last.removed + CONTEXT).min(old.len());
        let mut body = String::new();
        let mut at = start;
        let (mut removed, mut added) = (0, 0);
        for change in hunk {
            old[at..change.at].iter().for_each(|line| push(&mut body, ' ', line));
            at = change.at + change.removed;
            old[change.at..at].iter().for_each(|line| push(&mut body, '-', line));
            change.added.iter().for_each(|line| push(&mut body, '+', line));
            removed += change.removed;
            added += change.added.len();
        }
        old[at..end].iter().for_each(|line| push(&mut body, ' ', line));
        let count = end - start;
        let new_count = count - removed + added;
        let first = |line: usize, count: usize| if count == 0 { line } else { line + 1 };
        let new_start = start.saturating_add_signed(shift);
        // Writing to a string cannot fail.
        writeln!(text, "@@ -{},{count} +{},{new_count} @@", first(start, count), first(new_start, new_count))
            .ok();
        text += &body;
        shift += added as isize - removed as isize;
    }
    text
}

/// Adds a line of a hunk. A last line without an end is marked.
fn push(body: &mut String, mark: char, line: &str) {
    body.push(mark);
    body.push_str(line);
    if !line.ends_with('\n') {
        body.push_str("\n\\ No newline at end of file\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_has_hunks_with_context() {
        let text = (1..=20).map(|line| format!("line {line}\n")).collect::<String>();
        let mut source = Source::new("x.h".to_owned(), text);
        let at = source.text.find("line 10").unwrap();
        source.edits = vec![(at..at + 4, "row".to_owned()), (0..0, "first\n".to_owned())];
        let expected = "diff --git a/x.h b/x.h\n--- a/x.h\n+++ b/x.h\n@@ -1,3 +1,4 @@\n+first\n line 1\n line 2\n line 3\n\
                        @@ -7,7 +8,7 @@\n line 7\n line 8\n line 9\n-line 10\n+row 10\n line 11\n line 12\n line 13\n";
        assert_eq!(of_source(&source), expected);
        // A line before one whose beginning changes, and a change across a line's end.
        let mut source = Source::new("x.h".to_owned(), "a\nb::\nc d\ne\n".to_owned());
        source.edits = vec![(2..7, "f".to_owned()), (8..9, "g".to_owned()), (2..2, "first\n".to_owned())];
        let expected = "@@ -1,4 +1,4 @@\n a\n+first\n-b::\n-c d\n+f g\n e\n";
        assert!(of_source(&source).ends_with(expected), "{}", of_source(&source));
        let whole = of_file("y.h", "", "a\nb");
        assert!(whole.ends_with("@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n"), "{whole}");
        assert_eq!(of_file("y.h", "a", "a"), "");
    }
}
