//! The table of the kinds of facts.
//!
//! All code that handles the lines of a trace uses it: the writer and the reader (`fact.rs`), the comparison
//! (`roguelike-compare`), and the description of the format (`page.rs`).

use crate::part::Part;

/// Declares the kinds of facts in the order of a step. A row has the description for `trace --help`, the
/// name, the first word of the line, the parts that have it, its counterpart in a comparison, and its fields.
macro_rules! kinds {
    ($(
        $(#[doc = $about:literal])*
        $kind:ident $word:literal $exists:path, $with:expr, [$($field:expr),*];
    )*) => {
        /// The kinds of facts, in the order of their lines in a step.
        #[allow(rustdoc::broken_intra_doc_links, reason = "[5] is Part 5")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind {
            $($(#[doc = $about])* $kind,)*
        }

        static ROWS: &[Row] = &[$(Row {
            kind: Kind::$kind,
            about: concat!($($about),*),
            word: $word,
            exists: $exists,
            compared: $with,
            fields: &[$($field),*],
        },)*];
    };
}

kinds! {
    /// the key ended the program; nothing follows
    Quit "quit" every, With::Line, [];
    /// each message of this step, in order
    Log "log" Part::has_melee, With::Sequence("messages"), [value("", Text)];
    /// each sound of this step, in order: hit, pickup, descend, zap, die or win
    Sound "sound" Part::has_hud, With::Sequence("sounds"), [value("", Word)];
    /// the title of the window
    Title "title" every, With::Line, [value("", Text)];
    /// the current screen: map, dead [5], inventory [8], class-select [14] or won [17]
    Screen "screen" every, With::Line, [value("", Word)];
    /// the player's class: Fighter, Rogue or Mage
    Class "class" Part::has_classes, With::Line, [value("", Word)];
    /// column, row, H of M hit points; poison and regen count the turns left
    Player "player" Part::has_player, With::Line, [
        value("", Place), named("hp", HitPoints), from(Part::has_melee, named("power", Int)),
        from(Part::has_equipment, named("defense", Int)), from(Part::has_statuses, named("poison", Int)),
        from(Part::has_statuses, named("regen", Int)), from(Part::has_monsters, named("alive", Flag))
    ];
    /// the player's bonuses from potions and class
    Bonus "bonus" Part::has_equipment, With::Line,
        [named("strength", Int), from(Part::has_scrolls, named("magic", Int))];
    /// number of amulets in the inventory
    Amulets "amulets" Part::has_amulets, With::Line, [value("", Int)];
    /// depth from 0, number of levels made so far, and place of the stairs
    Depth "depth" Part::has_floors, With::Line,
        [value("depth", Int), named("of", Int), named("stairs", Place)];
    /// each monster of the level, alive or dead, numbered from 0: glyph, column, row, and the rest as above
    Monster "monster" Part::has_monsters, With::List("monsters"), [
        which(Index), value("glyph", Char), value("", Place), named("hp", HitPoints),
        from(Part::has_melee, named("power", Int)), from(Part::has_statuses, named("poison", Int)),
        from(Part::has_statuses, named("regen", Int)), from(Part::has_statuses, named("venom", Flag)),
        named("alive", Flag)
    ];
    /// each item on the floor of this level, numbered from 0
    Item "item" Part::has_items, With::List("items"),
        [which(Index), value("what", What), value("", Place)];
    /// each item in the inventory, numbered from 0
    Pack "pack" Part::has_items, With::List("items in the inventory"), [which(Index), value("what", What)];
    /// the weapon in hand, or -
    Wield "wield" Part::has_equipment, With::Line, [value("", What)];
    /// the armour worn, or -
    Wear "wear" Part::has_equipment, With::Line, [value("", What)];
    /// each type of potion: its appearance, and whether it is identified
    Potion "potion" Part::has_items, With::List("types of potions"),
        [which(Type), named("looks", Looks), named("known", Flag)];
    /// each type of scroll, likewise
    Scroll "scroll" Part::has_scrolls, With::List("types of scrolls"),
        [which(Type), named("looks", Looks), named("known", Flag)];
    /// the next random number; recording it does not use it up
    Rng "rng" Part::has_monsters, With::Line, [value("", U32)];
    /// hash of the map
    Tiles "tiles" every, With::Picture, [value("", Hash)];
    /// hash of the picture that was drawn last
    Frame "frame" every, With::Picture, [value("", Hash)];
}

/// A row of the table.
pub(super) struct Row {
    kind: Kind,
    pub about: &'static str,
    pub word: &'static str,
    pub exists: fn(Part) -> bool,
    compared: With,
    pub fields: &'static [Field],
}

/// The counterpart of a fact in a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum With {
    /// The one fact of its kind.
    Line,
    /// The same, and the picture below its line.
    Picture,
    /// All facts of its kind, in order. The plural names them all.
    Sequence(&'static str),
    /// The fact with the same number or type. The plural names them all.
    List(&'static str),
}

/// A field of a fact.
#[derive(Clone, Copy)]
pub(super) struct Field {
    /// The name of the value. Empty if the line has only one, or if it is a place.
    pub name: &'static str,
    pub role: Role,
    pub value: ValueType,
    /// The parts that have it, among those that have the fact.
    pub exists: fn(Part) -> bool,
}

/// How a field appears in a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Shows which line of a list it is.
    Which,
    /// A required value. Its name is not in the line.
    Value,
    /// The name and the value, or neither.
    Named,
}

/// The types of values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueType {
    /// The rest of the line.
    Text,
    Word,
    /// An item.
    What,
    /// A type of potion or scroll.
    Type,
    Char,
    /// An appearance. It may contain spaces, so it ends at `known` or the end of the line.
    Looks,
    Int,
    /// The two numbers x and y.
    Place,
    /// Current and maximum hit points, or only the current ones.
    HitPoints,
    /// The number of a line of a list, from 0.
    Index,
    U32,
    Hash,
    Flag,
}

use ValueType::{Char, Flag, Hash, HitPoints, Index, Int, Looks, Place, Text, Type, U32, What, Word};

fn every(_: Part) -> bool {
    true
}

const fn field(name: &'static str, role: Role, value: ValueType) -> Field {
    Field { name, role, value, exists: every }
}

const fn which(value: ValueType) -> Field {
    field("", Role::Which, value)
}

const fn value(name: &'static str, value: ValueType) -> Field {
    field(name, Role::Value, value)
}

const fn named(name: &'static str, value: ValueType) -> Field {
    field(name, Role::Named, value)
}

const fn from(exists: fn(Part) -> bool, field: Field) -> Field {
    Field { exists, ..field }
}

impl ValueType {
    /// Returns its name on the page of the format, and its description in errors.
    pub(super) const fn texts(self) -> [&'static str; 2] {
        match self {
            Text => ["TEXT", "a text"],
            Word => ["NAME", "a word"],
            What => ["WHAT", "a word"],
            Type => ["TYPE", "a word"],
            Char => ["G", "one character"],
            Looks => ["LOOK", "an appearance"],
            Int => ["N", "a whole number of 32 bits"],
            Place => ["X Y", "a whole number of 32 bits"],
            HitPoints => ["H/M", "a whole number of 32 bits, or two like 5/30"],
            Index => ["I", "a whole number from 0 to 4294967295"],
            U32 => ["N", "a whole number from 0 to 4294967295"],
            Hash => ["HASH", "a hash of 16 digits 0-9 and a-f"],
            Flag => ["B", "0 or 1"],
        }
    }
}

impl Field {
    /// Returns the names of its values.
    pub(super) fn names(&'static self) -> &'static [&'static str] {
        match self.value {
            Place => &["x", "y"],
            HitPoints => &["hp", "max hp"],
            _ => std::slice::from_ref(&self.name),
        }
    }
}

impl Kind {
    /// Number of kinds.
    pub const COUNT: usize = ROWS.len();

    pub(super) fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Returns the first word of such a line.
    pub fn word(self) -> &'static str {
        self.row().word
    }

    /// Returns true if a part has such facts.
    pub fn exists_in(self, part: Part) -> bool {
        (self.row().exists)(part)
    }

    /// Returns its counterpart in a comparison.
    pub fn compared(self) -> With {
        self.row().compared
    }

    /// Returns the name of all facts of this kind.
    pub fn plural(self) -> &'static str {
        match self.compared() {
            With::Sequence(plural) | With::List(plural) => plural,
            With::Line | With::Picture => self.word(),
        }
    }

    /// Returns all kinds, in the order of a step.
    pub fn all() -> impl Iterator<Item = Kind> {
        ROWS.iter().map(|row| row.kind)
    }

    /// Returns the kind of a line that begins with this word.
    pub fn from_word(word: &str) -> Option<Kind> {
        ROWS.iter().find(|row| row.word == word).map(|row| row.kind)
    }

    /// Returns true if it only shows the results of the rules: messages, sounds, the title and the window.
    pub const fn is_cosmetic(self) -> bool {
        matches!(self, Kind::Log | Kind::Sound | Kind::Title | Kind::Frame)
    }

    /// Returns true if a step may have many such lines.
    pub fn is_list(self) -> bool {
        matches!(self.compared(), With::Sequence(_) | With::List(_))
    }

    /// Returns true if such lines are numbered from 0.
    pub(super) fn is_numbered(self) -> bool {
        self.row().fields.first().is_some_and(|field| field.value == Index)
    }
}
