//! What is marked `Part N:` in the sources: fields, variants, rows of tables and arms of later chapters.

use crate::nodes::{Kind, Node};
use crate::program::Program;
use crate::react::take_all;
use crate::text::{Changes, comments_above};

/// The number of the chapter that a comment begins with: `Part 9: ...`.
pub fn mark(comment: &str) -> Option<u8> {
    let (number, _) = comment.trim().strip_prefix("Part ")?.split_once(':')?;
    number.parse().ok()
}

/// Takes away fields and variants that come with later chapters.
pub fn later_parts(program: &Program, part: u8) -> Changes {
    // The documentation is a part of the node.
    take_all(program, |node, text| match node.kind {
        Kind::Field | Kind::Variant => {
            let own = text[node.range.clone()].strip_prefix("///").and_then(mark);
            own.is_some_and(|number| number > part) || is_later(node, text, part)
        }
        _ => false,
    })
}

/// Takes away rows of tables and arms that come with later chapters.
pub fn later_rows(program: &Program, part: u8) -> Changes {
    take_all(program, |node, text| matches!(node.kind, Kind::Row | Kind::Arm) && is_later(node, text, part))
}

fn is_later(node: &Node, text: &str, part: u8) -> bool {
    let above = comments_above(text, node.range.start);
    above.first().and_then(|comment| mark(comment)).is_some_and(|number| number > part)
}
