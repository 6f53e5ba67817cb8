//! Things that a program has and the series does not, and values that no rule gives. The report begins with
//! them, because other differences follow from them.

use roguelike::key::Key;

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
    /// Something of a type that the series lacks: an item, a class, a screen.
    Thing(Thing),
    /// A key that does something, and nothing in the series on this screen.
    Key(Key),
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

/// The kinds of things of which a program may have more types than the series.
#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    Potion,
    Scroll,
    Item,
    Class,
    Screen,
}
