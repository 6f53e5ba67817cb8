//! Unified diffs, for `git apply` and `patch -p1`.

use super::edits::Piece;

/// Number of unchanged lines before and after a change in a hunk.
const CONTEXT: usize = 3;

/// Returns the diff that adds a file.
pub(super) fn of_new_file(name: &str, text: &[u8]) -> Vec<u8> {
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    diff(name, &lines.map(|line| (&[][..], line.to_owned())).collect::<Vec<Piece>>())
}

/// Returns the diff of a file that consists of these pieces.
pub(super) fn diff(name: &str, pieces: &[Piece]) -> Vec<u8> {
    let changed: Vec<usize> = (0..pieces.len()).filter(|&index| pieces[index].0 != pieces[index].1).collect();
    // Without the tab, `patch` cuts a name at its first space.
    let tab = if name.contains(' ') { "\t" } else { "" };
    let (mode, from) = match pieces.iter().all(|(old, _)| old.is_empty()) {
        true => ("new file mode 100644\n", "/dev/null".to_owned()),
        false => ("", format!("a/{name}{tab}")),
    };
    let head = format!("diff --git a/{name} b/{name}\n{mode}--- {from}\n+++ b/{name}{tab}\n");
    let mut patch = head.into_bytes();
    // The next piece after the hunks so far, and the numbers of old and new lines before it.
    let (mut at, mut old_line, mut new_line) = (0, 0, 0);
    // Changes close to each other share a hunk.
    for hunk in changed.chunk_by(|a, b| b - a <= 2 * CONTEXT) {
        let start = hunk[0].saturating_sub(CONTEXT);
        let end = (hunk[hunk.len() - 1] + 1 + CONTEXT).min(pieces.len());
        old_line += start - at;
        new_line += start - at;
        let hunk = &pieces[start..end];
        let old_count = hunk.iter().filter(|(old, _)| !old.is_empty()).count();
        let new_count = hunk.iter().filter(|(_, new)| !new.is_empty()).count();
        // A hunk without lines on its side comes after the line with its number.
        let first = |line: usize, count: usize| line + usize::from(count > 0);
        let (old_first, new_first) = (first(old_line, old_count), first(new_line, new_count));
        patch.extend(format!("@@ -{old_first},{old_count} +{new_first},{new_count} @@\n").bytes());
        for (old, new) in hunk {
            if old == new {
                push(&mut patch, b' ', old);
            } else {
                push(&mut patch, b'-', old);
                push(&mut patch, b'+', new);
            }
        }
        at = end;
        old_line += old_count;
        new_line += new_count;
    }
    patch
}

/// Adds a line of a hunk, unless it is empty, and marks a last line without a line feed.
fn push(patch: &mut Vec<u8>, mark: u8, line: &[u8]) {
    if line.is_empty() {
        return;
    }
    patch.push(mark);
    patch.extend_from_slice(line);
    if !line.ends_with(b"\n") {
        patch.extend_from_slice(b"\n\\ No newline at end of file\n");
    }
}
