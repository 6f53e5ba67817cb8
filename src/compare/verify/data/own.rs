//! Things that a program has and the series does not, and values that no rule gives. The report begins with
//! them, because other differences follow from them.

use roguelike::trace::Kind;

/// Something of the program's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Own {
    /// The map was left out, for this reason: it has another size, or its tiles cannot be read.
    Map(String),
    /// A monster with a glyph that no kind of the part has.
    Monster {
        /// The glyph.
        glyph: char,
        /// The glyphs of the part.
        known: Vec<char>,
    },
    /// A value that is not among those of the series, in a line of this kind: a type of item, a class, a
    /// screen.
    Value(Kind),
    /// A number that no rule gives, so a member is never set.
    Unset {
        /// The subject of the line: `monster 3`.
        subject: String,
        /// The name of the value.
        field: &'static str,
        /// The number.
        value: i64,
    },
}
