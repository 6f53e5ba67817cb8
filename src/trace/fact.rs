//! One line of a trace's block, taken apart so that two traces can be compared fact by fact.
//!
//! A trace from a C++ build may leave facts out, so a line needs little. What it has must be well formed.

use std::str::FromStr;

use crate::map::Pos;
use crate::support::text::shortened;

/// What a line is about, in the order in which lines follow each other in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The program ended. It is the only line of its block.
    Quit,
    /// A message.
    Log,
    /// A sound.
    Sound,
    /// The window's title.
    Title,
    /// Which screen is shown.
    Screen,
    /// The player's class.
    Class,
    /// The player's body.
    Player,
    /// The bonuses from potions and class.
    Bonus,
    /// Amulets held.
    Amulets,
    /// Depth, floors so far, stairs.
    Depth,
    /// One monster.
    Monster,
    /// One item on the floor.
    Item,
    /// One item in the pack.
    Pack,
    /// The weapon.
    Wield,
    /// The armour.
    Wear,
    /// One type of potion.
    Potion,
    /// One type of scroll.
    Scroll,
    /// What the game's generator would give next.
    Rng,
    /// The map.
    Tiles,
    /// What is drawn in the window.
    Frame,
}

/// Each kind in the order of a block, the form of its line, and what the lines of a list are about.
///
/// Words in small letters stand in the line. The first one begins it, and each of the others may be missing
/// together with its value. Before a colon is the name of a field that the line does not have.
const LINES: [(Kind, &str, &str); 20] = [
    (Kind::Quit, "quit", ""),
    (Kind::Log, "log TEXT", "messages"),
    (Kind::Sound, "sound WORD", "sounds"),
    (Kind::Title, "title TEXT", ""),
    (Kind::Screen, "screen WORD", ""),
    (Kind::Class, "class WORD", ""),
    (Kind::Player, "player x:INT y:INT hp H/M power N defense N poison N regen N alive B", ""),
    (Kind::Bonus, "bonus strength N magic N", ""),
    (Kind::Amulets, "amulets INT", ""),
    (Kind::Depth, "depth depth:INT of N stairs x:INT y:INT", ""),
    (
        Kind::Monster,
        "monster INDEX glyph:CHAR x:INT y:INT hp H/M power N poison N regen N venom B alive B",
        "monsters",
    ),
    (Kind::Item, "item INDEX what:WORD x:INT y:INT", "items"),
    (Kind::Pack, "pack INDEX what:WORD", "items in the pack"),
    (Kind::Wield, "wield WORD", ""),
    (Kind::Wear, "wear WORD", ""),
    (Kind::Potion, "potion TYPE looks:LOOKS known B", "types of potions"),
    (Kind::Scroll, "scroll TYPE looks:LOOKS known B", "types of scrolls"),
    (Kind::Rng, "rng U32", ""),
    (Kind::Tiles, "tiles HASH", ""),
    (Kind::Frame, "frame HASH", ""),
];

impl Kind {
    const fn form(self) -> &'static str {
        LINES[self as usize].1
    }

    /// Returns the first word of such a line.
    pub fn word(self) -> &'static str {
        self.form().split(' ').next().unwrap_or_default()
    }

    /// Returns what the lines of a list are about, in the plural.
    pub fn plural(self) -> &'static str {
        if self.is_list() { LINES[self as usize].2 } else { self.word() }
    }

    /// Returns all kinds, in the order of a block.
    pub fn all() -> impl Iterator<Item = Kind> {
        LINES.iter().map(|&(kind, ..)| kind)
    }

    /// Returns the kind of a line that begins with this word.
    pub fn from_word(word: &str) -> Option<Kind> {
        let is_end = |rest: &str| rest.is_empty() || rest.starts_with(' ');
        let found = LINES.iter().find(|(_, form, _)| form.strip_prefix(word).is_some_and(is_end));
        found.map(|&(kind, ..)| kind)
    }

    /// Returns the kind of a line.
    pub fn of_line(line: &str) -> Option<Kind> {
        line.split(' ').next().and_then(Kind::from_word)
    }

    /// Returns true if it only shows what the rules have led to: messages, sounds, the title and the window.
    pub const fn is_cosmetic(self) -> bool {
        matches!(self, Kind::Log | Kind::Sound | Kind::Title | Kind::Frame)
    }

    /// Returns true if a block may have many such lines.
    pub const fn is_list(self) -> bool {
        !LINES[self as usize].2.is_empty()
    }

    /// Returns true if such lines are numbered from 0.
    pub const fn is_numbered(self) -> bool {
        matches!(self, Kind::Monster | Kind::Item | Kind::Pack)
    }
}

/// A value with a name, like `hp` and `5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name in words. Empty if the line has only one value.
    pub name: &'static str,
    /// The value as written.
    pub value: String,
}

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
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let kind = Kind::from_word(word).ok_or_else(|| {
            let word = shortened(word);
            format!(
                "'{word}' begins no line of a trace; if the program prints it, record with '--trace FILE'"
            )
        })?;
        let mut words = Words { rest: Some(rest).filter(|_| line.len() > word.len()), fields: Vec::new() };
        let which = words.read(kind.form())?;
        if let Some(rest) = words.rest {
            return Err(format!("'{}' is unexpected at the end of a line '{word}'", shortened(rest)));
        }
        Ok(Fact { kind, which, fields: words.fields, line: line.to_owned() })
    }

    /// Returns the value of the field with this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|field| field.name == name).map(|field| field.value.as_str())
    }

    /// Returns the place that the line tells, if it tells one.
    pub fn place(&self) -> Option<Pos> {
        Some(Pos::new(self.get("x")?.parse().ok()?, self.get("y")?.parse().ok()?))
    }

    /// Returns the line's subject: `monster 3`, `potion healing`, `title`.
    pub fn subject(&self) -> String {
        subject(self.kind, &self.which)
    }
}

pub(super) fn subject(kind: Kind, which: &str) -> String {
    let word = kind.word();
    if which.is_empty() { word.to_owned() } else { format!("{word} {which}") }
}

/// The rest of a line, and the fields read from it so far.
struct Words<'t> {
    rest: Option<&'t str>,
    fields: Vec<Field>,
}

impl<'t> Words<'t> {
    /// Reads what follows the first word of a line of this form. Returns which of its kind it is.
    fn read(&mut self, form: &'static str) -> Result<String, String> {
        let is_value = |part: &&str| part.contains(char::is_uppercase);
        let (mut which, mut name) = ("", "");
        let mut parts = form.split(' ').skip(1).peekable();
        while let Some(part) = parts.next() {
            match part.split_once(':').unwrap_or((name, part)) {
                (_, "INDEX" | "TYPE") => which = self.value(part, name)?,
                (_, "H/M") => {
                    for (name, value) in ["hp", "max hp"].into_iter().zip(self.value(part, name)?.split('/'))
                    {
                        self.push(name, value);
                    }
                }
                (field, what) if is_value(&what) => {
                    let value = self.value(what, name)?;
                    self.push(field, value);
                }
                _ if self.skip(part) => name = part,
                // Its values are missing, too.
                _ => while parts.next_if(is_value).is_some() {},
            }
        }
        Ok(which.to_owned())
    }

    fn push(&mut self, name: &'static str, value: &str) {
        self.fields.push(Field { name, value: value.to_owned() });
    }

    /// Takes a value, and checks that it is what the form says. `name` is the word before it.
    fn value(&mut self, what: &str, name: &str) -> Result<&'t str, String> {
        let next = match what {
            "TEXT" => self.rest.take(),
            "LOOKS" => self.looks(),
            _ => self.next(),
        };
        let word = next.unwrap_or_default();
        let is_number = |word: &str| canonical::<i32>(word).is_some();
        let is_right = match what {
            "TEXT" | "LOOKS" | "TYPE" => next.is_some(),
            "WORD" => !word.is_empty(),
            "CHAR" => word.chars().count() == 1,
            "INDEX" | "U32" => canonical::<u32>(word).is_some(),
            "HASH" => return parse_hash(word).map(|_| word),
            "B" => matches!(word, "0" | "1"),
            "H/M" => word.splitn(2, '/').all(is_number),
            _ => is_number(word),
        };
        if is_right {
            return Ok(word);
        }
        Err(match what {
            "TEXT" => "the text is missing".to_owned(),
            "LOOKS" => "'looks' and the appearance are missing".to_owned(),
            "TYPE" => "the type is missing".to_owned(),
            "WORD" => "a word is missing".to_owned(),
            "CHAR" => "a monster has one character after its number".to_owned(),
            "INDEX" => format!("'{}' is no number from 0", shortened(word)),
            "U32" => format!("'{}' is no output of the generator (0 to 4294967295)", shortened(word)),
            "N" | "H/M" | "B" if next.is_none() => format!("the value of {name} is missing"),
            "B" => format!("{name} is 0 or 1, not '{}'", shortened(word)),
            _ => {
                let parts = word.splitn(if what == "H/M" { 2 } else { 1 }, '/');
                let wrong = { parts }.find(|part| !is_number(part)).unwrap_or_default();
                format!("'{}' is no whole number of 32 bits", shortened(wrong))
            }
        })
    }

    /// Takes the next word, if there is one left. Two blanks in a row enclose an empty word.
    fn next(&mut self) -> Option<&'t str> {
        let rest = self.rest?;
        let (word, rest) = rest.split_once(' ').map_or((rest, None), |(word, rest)| (word, Some(rest)));
        self.rest = rest;
        Some(word)
    }

    /// Skips a word, if it is the next one. Returns true if it was.
    fn skip(&mut self, word: &str) -> bool {
        let found = self.rest.is_some_and(|rest| rest.split(' ').next() == Some(word));
        if found {
            self.next();
        }
        found
    }

    /// Takes `looks TEXT`, where `known` or the end of the line follows. The text may have blanks.
    fn looks(&mut self) -> Option<&'t str> {
        let rest = self.rest.take()?;
        let (looks, _) = rest.rsplit_once(" known ").unwrap_or((rest, ""));
        self.rest = rest.get(looks.len() + 1..);
        looks.strip_prefix("looks ").filter(|text| !text.is_empty())
    }
}

/// Reads a value, if printing it gives the same word again.
pub(super) fn canonical<T: FromStr + ToString>(word: &str) -> Option<T> {
    word.parse().ok().filter(|number: &T| number.to_string() == word)
}

/// Reads the 16 digits of a hash.
pub(super) fn parse_hash(word: &str) -> Result<u64, String> {
    let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let number =
        if word.len() == 16 && word.bytes().all(digit) { u64::from_str_radix(word, 16).ok() } else { None };
    number.ok_or_else(|| format!("'{}' is no hash of 16 digits 0-9 and a-f", shortened(word)))
}
