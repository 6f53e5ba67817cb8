//! One line of a trace's step, taken apart so that two traces can be compared fact by fact.
//!
//! A trace from a C++ build may leave facts out, so a line needs little. What it has must be well formed.

use std::str::FromStr;

use crate::map::Pos;
use crate::support::text::shortened;

/// Declares the kinds of lines in the order of a step: what the line is about, its kind, its first word, what
/// follows that word, and for a list what its lines are about, in the plural.
macro_rules! kinds {
    ($($(#[$about:meta])* $kind:ident $word:literal [$($token:expr),*] $plural:literal;)*) => {
        /// What a line is about, in the order in which lines follow each other in a step.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind {
            $($(#[$about])* $kind,)*
        }

        /// The form of the lines of each kind.
        const FORMS: &[LineForm] = &[
            $(LineForm { kind: Kind::$kind, word: $word, tokens: &[$($token),*], plural: $plural },)*
        ];
    };
}

kinds! {
    /// The program ended. It is the only line of its step.
    Quit "quit" [] "";
    /// A message.
    Log "log" [Value("", Text)] "messages";
    /// A sound.
    Sound "sound" [Value("", Word)] "sounds";
    /// The window's title.
    Title "title" [Value("", Text)] "";
    /// Which screen is shown.
    Screen "screen" [Value("", Word)] "";
    /// The player's class.
    Class "class" [Value("", Word)] "";
    /// The player's body.
    Player "player" [
        Value("", Place), Named("hp", HitPoints), Named("power", Int), Named("defense", Int),
        Named("poison", Int), Named("regen", Int), Named("alive", Flag)
    ] "";
    /// The bonuses from potions and class.
    Bonus "bonus" [Named("strength", Int), Named("magic", Int)] "";
    /// Amulets held.
    Amulets "amulets" [Value("", Int)] "";
    /// Depth, floors so far, stairs.
    Depth "depth" [Value("depth", Int), Named("of", Int), Named("stairs", Place)] "";
    /// One monster.
    Monster "monster" [
        Which(U32), Value("glyph", Char), Value("", Place), Named("hp", HitPoints),
        Named("power", Int), Named("poison", Int), Named("regen", Int), Named("venom", Flag),
        Named("alive", Flag)
    ] "monsters";
    /// One item on the floor.
    Item "item" [Which(U32), Value("what", Word), Value("", Place)] "items";
    /// One item in the pack.
    Pack "pack" [Which(U32), Value("what", Word)] "items in the pack";
    /// The weapon.
    Wield "wield" [Value("", Word)] "";
    /// The armour.
    Wear "wear" [Value("", Word)] "";
    /// One type of potion.
    Potion "potion" [Which(Word), Named("looks", Looks), Named("known", Flag)] "types of potions";
    /// One type of scroll.
    Scroll "scroll" [Which(Word), Named("looks", Looks), Named("known", Flag)] "types of scrolls";
    /// What the game's generator would give next.
    Rng "rng" [Value("", U32)] "";
    /// The map.
    Tiles "tiles" [Value("", Hash)] "";
    /// What is drawn in the window.
    Frame "frame" [Value("", Hash)] "";
}

/// The form of the lines of a kind.
struct LineForm {
    kind: Kind,
    /// The first word.
    word: &'static str,
    /// What follows it.
    tokens: &'static [Token],
    /// What the lines of a list are about, in the plural. Empty for a kind with one line in a step.
    plural: &'static str,
}

/// A part of a line.
#[derive(Clone, Copy)]
enum Token {
    /// Which line of a list it is.
    Which(ValueType),
    /// A value that has to be there. The field has this name, which is not in the line.
    Value(&'static str, ValueType),
    /// The name of a field and its value, or neither.
    Named(&'static str, ValueType),
}

/// What is accepted as a value: [`rule`](ValueType::rule) says what each is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ValueType {
    /// The rest of the line.
    Text,
    Word,
    Char,
    /// It reaches up to `known` or the end of the line, because it may have blanks.
    Looks,
    Int,
    /// The two numbers x and y.
    Place,
    /// Now and at most, or only now.
    HitPoints,
    U32,
    Hash,
    Flag,
}

use Token::{Named, Value, Which};
use ValueType::{Char, Flag, Hash, HitPoints, Int, Looks, Place, Text, U32, Word};

impl Kind {
    /// Number of kinds.
    pub const COUNT: usize = FORMS.len();

    fn form(self) -> &'static LineForm {
        &FORMS[self as usize]
    }

    /// Returns the first word of such a line.
    pub fn word(self) -> &'static str {
        self.form().word
    }

    /// Returns what the lines of a list are about, in the plural.
    pub fn plural(self) -> &'static str {
        if self.is_list() { self.form().plural } else { self.word() }
    }

    /// Returns all kinds, in the order of a step.
    pub fn all() -> impl Iterator<Item = Kind> {
        FORMS.iter().map(|form| form.kind)
    }

    /// Returns the kind of a line that begins with this word.
    pub fn from_word(word: &str) -> Option<Kind> {
        FORMS.iter().find(|form| form.word == word).map(|form| form.kind)
    }

    /// Returns the kind of a line.
    pub fn of_line(line: &str) -> Option<Kind> {
        line.split(' ').next().and_then(Kind::from_word)
    }

    /// Returns true if it only shows what the rules have led to: messages, sounds, the title and the window.
    pub const fn is_cosmetic(self) -> bool {
        matches!(self, Kind::Log | Kind::Sound | Kind::Title | Kind::Frame)
    }

    /// Returns true if a step may have many such lines.
    pub fn is_list(self) -> bool {
        !self.form().plural.is_empty()
    }

    /// Returns true if such lines are numbered from 0.
    pub fn is_numbered(self) -> bool {
        matches!(self.form().tokens, [Which(U32), ..])
    }
}

/// A value with its name, like `hp` and `5`. The name is in words, and empty if the line has only one value.
type Field = (&'static str, String);

/// A line taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is about.
    pub kind: Kind,
    /// Which of them: a number from 0, or the type of a potion or scroll. Empty if there is only one.
    pub which: String,
    /// Its values.
    pub fields: Vec<Field>,
    /// The whole line.
    pub line: String,
}

impl Fact {
    /// Takes a line apart.
    ///
    /// # Errors
    /// If it is malformed. The text says how, and is meant to follow the place of the line.
    pub fn parse(line: &str) -> Result<Fact, String> {
        let (word, rest) = match line.split_once(' ') {
            Some((word, rest)) => (word, Some(rest)),
            None => (line, None),
        };
        let kind = Kind::from_word(word).ok_or_else(|| {
            let word = shortened(word);
            format!(
                "'{word}' begins no line of a trace; if the program prints it, record with '--trace FILE'"
            )
        })?;
        let (mut words, mut which) = (Words { rest, fields: Vec::new() }, "");
        for token in kind.form().tokens {
            match *token {
                Which(value) => which = words.value(value)?,
                Value(name, value) => words.field(name, value)?,
                Named(name, value) if words.rest.is_some_and(|rest| rest.split(' ').next() == Some(name)) => {
                    words.next();
                    words.field(name, value).map_err(|problem| format!("after '{name}' {problem}"))?;
                }
                Named(..) => {}
            }
        }
        if let Some(rest) = words.rest {
            return Err(format!("'{}' is unexpected at the end of a line '{word}'", shortened(rest)));
        }
        Ok(Fact { kind, which: which.to_owned(), fields: words.fields, line: line.to_owned() })
    }

    /// Returns the value of the field with this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// Returns the place that the line tells, if it tells one.
    pub fn place(&self) -> Option<Pos> {
        Some(Pos::new(self.get("x")?.parse().ok()?, self.get("y")?.parse().ok()?))
    }

    /// Returns the line's subject: `monster 3`, `potion healing`, `title`.
    pub fn subject(&self) -> String {
        let word = self.kind.word();
        if self.which.is_empty() { word.to_owned() } else { format!("{word} {}", self.which) }
    }
}

/// The rest of a line, and the fields read from it so far.
struct Words<'t> {
    rest: Option<&'t str>,
    fields: Vec<Field>,
}

impl<'t> Words<'t> {
    /// Takes a value, which may be two fields.
    fn field(&mut self, name: &'static str, value: ValueType) -> Result<(), String> {
        if value == Place {
            self.field("x", Int)?;
            return self.field("y", Int);
        }
        let word = self.value(value)?;
        let (now, most) = match word.split_once('/').filter(|_| value == HitPoints) {
            Some((now, most)) => (now, Some(most)),
            None => (word, None),
        };
        self.fields.push((name, now.to_owned()));
        self.fields.extend(most.map(|most| ("max hp", most.to_owned())));
        Ok(())
    }

    /// Takes a value, and checks that it is of this type.
    fn value(&mut self, value: ValueType) -> Result<&'t str, String> {
        let word = match value {
            Text => self.rest.take(),
            Looks => self.looks(),
            _ => self.next(),
        };
        let (words, is_valid) = value.rule();
        match word {
            Some(word) if is_valid(word) => Ok(word),
            Some(word) => Err(format!("'{}' is not {words}", shortened(word))),
            None => Err(format!("{words} is missing")),
        }
    }

    /// Takes the next word, if there is one left. Two blanks in a row enclose an empty word.
    fn next(&mut self) -> Option<&'t str> {
        let rest = self.rest?;
        let (word, rest) = rest.split_once(' ').map_or((rest, None), |(word, rest)| (word, Some(rest)));
        self.rest = rest;
        Some(word)
    }

    /// Takes a text with blanks up to `known` or the end of the line.
    fn looks(&mut self) -> Option<&'t str> {
        let rest = self.rest.take()?;
        let (looks, _) = rest.rsplit_once(" known ").unwrap_or((rest, ""));
        self.rest = rest.get(looks.len() + 1..);
        Some(looks)
    }
}

impl ValueType {
    /// Returns what a value of this type is, in words, and whether a word is such a value.
    fn rule(self) -> (&'static str, fn(&str) -> bool) {
        match self {
            Text => ("a text", |_| true),
            Word => ("a word", |word| !word.is_empty()),
            Char => ("one character", |word| word.chars().count() == 1),
            Looks => ("an appearance", |word| !word.is_empty()),
            Int | Place => ("a whole number of 32 bits", |word| canonical::<i32>(word).is_some()),
            HitPoints => ("a whole number of 32 bits, or two like 5/30", |word| {
                word.splitn(2, '/').all(|word| canonical::<i32>(word).is_some())
            }),
            U32 => ("a whole number from 0 to 4294967295", |word| canonical::<u32>(word).is_some()),
            Hash => (HASH, |word| parse_hash(word).is_ok()),
            Flag => ("0 or 1", |word| matches!(word, "0" | "1")),
        }
    }
}

/// What a hash is, in words.
const HASH: &str = "a hash of 16 digits 0-9 and a-f";

/// Reads a value, if printing it gives the same word again.
pub(super) fn canonical<T: FromStr + ToString>(word: &str) -> Option<T> {
    word.parse().ok().filter(|number: &T| number.to_string() == word)
}

/// Reads the 16 digits of a hash.
pub(super) fn parse_hash(word: &str) -> Result<u64, String> {
    let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let is_hash = word.len() == 16 && word.bytes().all(digit);
    let number = u64::from_str_radix(word, 16).ok().filter(|_| is_hash);
    number.ok_or_else(|| format!("'{}' is not {HASH}", shortened(word)))
}
