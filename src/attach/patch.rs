//! Unified diffs, for `git apply` and `patch -p1`.

use super::source::Piece;

/// Number of unchanged lines before and after a change in a hunk.
const CONTEXT: usize = 3;

/// Returns the diff of a new file, or of one that is replaced as a whole; empty if they are equal.
pub(super) fn of_file(name: &str, old: Option<&[u8]>, new: &[u8]) -> Vec<u8> {
    if old == Some(new) {
        return Vec::new();
    }
    let mut pieces: Vec<Piece> =
        lines(old.unwrap_or_default()).into_iter().map(|line| (line, Vec::new())).collect();
    pieces.push((b"", new.to_owned()));
    diff(name, old.is_some(), &pieces)
}

/// Returns the diff of a file of these pieces; empty if nothing changes. `exists` is false for a new file.
pub(super) fn diff(name: &str, exists: bool, pieces: &[Piece]) -> Vec<u8> {
    let changed: Vec<usize> = (0..pieces.len()).filter(|&index| pieces[index].0 != pieces[index].1).collect();
    if changed.is_empty() {
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
    // The piece, and the numbers of old and new lines, up to which hunks were written.
    let (mut at, mut old_line, mut new_line) = (0, 0, 0);
    // Changes that are near each other share a hunk.
    for hunk in changed.chunk_by(|a, b| b - a <= 2 * CONTEXT) {
        let start = hunk[0].saturating_sub(CONTEXT);
        let end = (hunk[hunk.len() - 1] + 1 + CONTEXT).min(pieces.len());
        old_line += start - at;
        new_line += start - at;
        let mut body = Vec::new();
        let (mut old_count, mut new_count) = (0, 0);
        for pieces in pieces[start..end].chunk_by(|a, b| (a.0 == a.1) == (b.0 == b.1)) {
            let old = pieces.iter().map(|piece| piece.0).filter(|line| !line.is_empty()).collect::<Vec<_>>();
            let new = pieces.iter().flat_map(|piece| &piece.1).copied().collect::<Vec<_>>();
            let new = lines(&new);
            old_count += old.len();
            new_count += new.len();
            if pieces[0].0 == pieces[0].1 {
                push(&mut body, b' ', &old);
            } else {
                push(&mut body, b'-', &old);
                push(&mut body, b'+', &new);
            }
        }
        let first = |line: usize, count: usize| if count == 0 { line } else { line + 1 };
        let (old_first, new_first) = (first(old_line, old_count), first(new_line, new_count));
        patch.extend(format!("@@ -{old_first},{old_count} +{new_first},{new_count} @@\n").bytes());
        patch.append(&mut body);
        at = end;
        old_line += old_count;
        new_line += new_count;
    }
    patch
}

/// Returns the lines of a text with their ends.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').collect()
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
