//! Unified diffs, for `git apply` and `patch -p1`.

use super::source::Source;

/// Number of unchanged lines before and after a change in a hunk.
const CONTEXT: usize = 3;

/// Lines that replace others.
struct Change {
    /// The index of the first old line, and the number of old lines.
    at: usize,
    removed: usize,
    added: Vec<u8>,
}

/// Returns the diff of a source with its edits; empty without edits.
pub(super) fn of_source(source: &Source) -> Vec<u8> {
    let mut edits: Vec<_> = source.edits.iter().collect();
    // What is inserted stands before what is replaced at the same place.
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let old = lines(&source.text);
    let starts: Vec<usize> = old
        .iter()
        .scan(0, |end, line| {
            *end += line.len();
            Some(*end - line.len())
        })
        .collect();
    let line_of = |at: usize| starts.partition_point(|&start| start <= at).saturating_sub(1);
    let start_of = |line: usize| starts.get(line).copied().unwrap_or(source.text.len());
    let mut changes: Vec<Change> = Vec::new();
    let mut rest = edits.as_slice();
    while let Some(((range, added), more)) = rest.split_first() {
        let first = line_of(range.start);
        // Whole lines that are inserted between two others change neither.
        if range.is_empty() && added.ends_with('\n') && start_of(first) == range.start {
            changes.push(Change { at: first, removed: 0, added: added.clone().into_bytes() });
            rest = more;
            continue;
        }
        // All edits of a line are made together, also of the next ones if an edit ends there.
        let (mut last, mut at) = (first, start_of(first));
        let mut added = Vec::new();
        while let Some(((range, text), more)) =
            rest.split_first().filter(|((range, _), _)| line_of(range.start) <= last)
        {
            last = last.max(line_of(range.end));
            added.extend_from_slice(&source.text[at..range.start]);
            added.extend_from_slice(text.as_bytes());
            at = range.end;
            rest = more;
        }
        added.extend_from_slice(&source.text[at..start_of(last + 1)]);
        changes.push(Change { at: first, removed: last + 1 - first, added });
    }
    diff(&source.name, true, &old, &changes)
}

/// Returns the diff from an old file, if there is one, to a new one; empty if they are equal.
pub(super) fn of_file(name: &str, old: Option<&[u8]>, new: &[u8]) -> Vec<u8> {
    if old == Some(new) {
        return Vec::new();
    }
    let lines = lines(old.unwrap_or_default());
    diff(name, old.is_some(), &lines, &[Change { at: 0, removed: lines.len(), added: new.to_owned() }])
}

/// Returns the lines of a text with their ends.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').collect()
}

fn diff(name: &str, exists: bool, old: &[&[u8]], changes: &[Change]) -> Vec<u8> {
    if changes.is_empty() {
        return Vec::new();
    }
    // Without the tab, `patch` takes a name with blanks for one that ends at the first of them.
    let tab = if name.contains(' ') { "\t" } else { "" };
    let (mode, from) = match exists {
        true => ("", format!("a/{name}{tab}")),
        false => ("new file mode 100644\n", "/dev/null".to_owned()),
    };
    let head = format!("diff --git a/{name} b/{name}\n{mode}--- {from}\n+++ b/{name}{tab}\n");
    let mut patch = head.into_bytes();
    // Changes that are near each other share a hunk.
    let near = |a: &Change, b: &Change| b.at <= a.at + a.removed + 2 * CONTEXT;
    let mut shift: isize = 0;
    for hunk in changes.chunk_by(near) {
        let start = hunk[0].at.saturating_sub(CONTEXT);
        let last = &hunk[hunk.len() - 1];
        let end = (last.at + last.removed + CONTEXT).min(old.len());
        let mut body = Vec::new();
        let mut at = start;
        let (mut removed, mut added) = (0, 0);
        for change in hunk {
            let new = lines(&change.added);
            push(&mut body, b' ', &old[at..change.at]);
            at = change.at + change.removed;
            push(&mut body, b'-', &old[change.at..at]);
            push(&mut body, b'+', &new);
            removed += change.removed;
            added += new.len();
        }
        push(&mut body, b' ', &old[at..end]);
        let count = end - start;
        let new_count = count - removed + added;
        let first = |line: usize, count: usize| if count == 0 { line } else { line + 1 };
        let new_start = first(start.saturating_add_signed(shift), new_count);
        patch.extend(format!("@@ -{},{count} +{new_start},{new_count} @@\n", first(start, count)).bytes());
        patch.append(&mut body);
        shift += added as isize - removed as isize;
    }
    patch
}

/// Adds lines of a hunk. A last line without an end is marked.
fn push(body: &mut Vec<u8>, mark: u8, lines: &[&[u8]]) {
    for line in lines {
        body.push(mark);
        body.extend_from_slice(line);
        if !line.ends_with(b"\n") {
            body.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
}
