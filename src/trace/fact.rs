//! One line of a trace's block, taken apart so that two traces can be compared fact by fact.
//!
//! A trace from a C++ build may leave facts out, so a line needs little. What it has must be well formed.

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

const WORDS: [(Kind, &str); 20] = [
    (Kind::Quit, "quit"),
    (Kind::Log, "log"),
    (Kind::Sound, "sound"),
    (Kind::Title, "title"),
    (Kind::Screen, "screen"),
    (Kind::Class, "class"),
    (Kind::Player, "player"),
    (Kind::Bonus, "bonus"),
    (Kind::Amulets, "amulets"),
    (Kind::Depth, "depth"),
    (Kind::Monster, "monster"),
    (Kind::Item, "item"),
    (Kind::Pack, "pack"),
    (Kind::Wield, "wield"),
    (Kind::Wear, "wear"),
    (Kind::Potion, "potion"),
    (Kind::Scroll, "scroll"),
    (Kind::Rng, "rng"),
    (Kind::Tiles, "tiles"),
    (Kind::Frame, "frame"),
];

impl Kind {
    /// Returns the first word of such a line.
    pub fn word(self) -> &'static str {
        WORDS.iter().find(|&&(kind, _)| kind == self).map_or("", |&(_, word)| word)
    }

    /// Returns what the lines of a list are about, in the plural.
    pub fn plural(self) -> &'static str {
        match self {
            Kind::Log => "messages",
            Kind::Sound => "sounds",
            Kind::Monster => "monsters",
            Kind::Item => "items",
            Kind::Pack => "items in the pack",
            Kind::Potion => "types of potions",
            Kind::Scroll => "types of scrolls",
            _ => self.word(),
        }
    }

    /// Returns all kinds, in the order of a block.
    pub fn all() -> impl Iterator<Item = Kind> {
        WORDS.iter().map(|&(kind, _)| kind)
    }

    /// Returns the kind of a line that begins with this word.
    pub fn from_word(word: &str) -> Option<Kind> {
        WORDS.iter().find(|&&(_, known)| known == word).map(|&(kind, _)| kind)
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
        self.is_numbered() || matches!(self, Kind::Log | Kind::Sound | Kind::Potion | Kind::Scroll)
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

/// The fields that may follow a body's place, in order.
const PLAYER_FIELDS: &[&str] = &["hp", "power", "defense", "poison", "regen", "alive"];
const MONSTER_FIELDS: &[&str] = &["hp", "power", "poison", "regen", "venom", "alive"];
const FLAGS: &[&str] = &["venom", "alive", "known"];

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
        let which = words.read(kind)?;
        if let Some(rest) = words.rest {
            return Err(format!("'{}' is unexpected at the end of a line '{word}'", shortened(rest)));
        }
        Ok(Fact { kind, which, fields: words.fields, line: line.to_owned() })
    }

    /// Returns the value of the field with this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|field| field.name == name).map(|field| field.value.as_str())
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
    /// Reads what follows the first word of a line of this kind. Returns which of its kind it is.
    fn read(&mut self, kind: Kind) -> Result<String, String> {
        let mut which = String::new();
        match kind {
            Kind::Quit => {}
            Kind::Log | Kind::Title => {
                let text = self.rest.take().ok_or("the text is missing")?;
                self.push("", text);
            }
            Kind::Sound | Kind::Screen | Kind::Class | Kind::Wield | Kind::Wear => self.word("")?,
            Kind::Player => {
                self.place()?;
                self.named(PLAYER_FIELDS)?;
            }
            Kind::Monster => {
                which = self.index()?;
                let glyph = self.next().filter(|glyph| glyph.chars().count() == 1);
                self.push("glyph", glyph.ok_or("a monster has one character after its number")?);
                self.place()?;
                self.named(MONSTER_FIELDS)?;
            }
            Kind::Item => {
                which = self.index()?;
                self.word("what")?;
                self.place()?;
            }
            Kind::Pack => {
                which = self.index()?;
                self.word("what")?;
            }
            Kind::Bonus => self.named(&["strength", "magic"])?,
            Kind::Amulets => self.number("")?,
            Kind::Depth => {
                self.number("depth")?;
                self.named(&["of"])?;
                if self.skip("stairs") {
                    self.place()?;
                }
            }
            Kind::Potion | Kind::Scroll => {
                which = self.next().ok_or("the type is missing")?.to_owned();
                self.looks()?;
            }
            Kind::Rng => {
                let text = self.next().unwrap_or_default();
                let number: u32 = canonical(text).ok_or_else(|| {
                    format!("'{}' is no output of the generator (0 to 4294967295)", shortened(text))
                })?;
                self.push("", &number.to_string());
            }
            Kind::Tiles | Kind::Frame => {
                let text = self.next().unwrap_or_default();
                parse_hash(text)?;
                self.push("", text);
            }
        }
        Ok(which)
    }

    fn push(&mut self, name: &'static str, value: &str) {
        self.fields.push(Field { name, value: value.to_owned() });
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

    fn word(&mut self, name: &'static str) -> Result<(), String> {
        let word = self.next().filter(|word| !word.is_empty()).ok_or("a word is missing")?;
        self.push(name, word);
        Ok(())
    }

    fn number(&mut self, name: &'static str) -> Result<(), String> {
        let word = self.next().unwrap_or_default();
        let number = number(word)?;
        self.push(name, &number.to_string());
        Ok(())
    }

    fn index(&mut self) -> Result<String, String> {
        let word = self.next().unwrap_or_default();
        let index: Option<u32> = canonical(word);
        index.map(|_| word.to_owned()).ok_or_else(|| format!("'{}' is no number from 0", shortened(word)))
    }

    fn place(&mut self) -> Result<(), String> {
        self.number("x")?;
        self.number("y")
    }

    /// Reads names and their values, in this order. Any of them may be missing.
    fn named(&mut self, names: &[&'static str]) -> Result<(), String> {
        for &name in names {
            if !self.skip(name) {
                continue;
            }
            let value = self.next().ok_or_else(|| format!("the value of {name} is missing"))?;
            if let Some((hp, most)) = value.split_once('/').filter(|_| name == "hp") {
                self.push("hp", &number(hp)?.to_string());
                self.push("max hp", &number(most)?.to_string());
            } else if FLAGS.contains(&name) && !matches!(value, "0" | "1") {
                return Err(format!("{name} is 0 or 1, not '{}'", shortened(value)));
            } else {
                self.push(name, &number(value)?.to_string());
            }
        }
        Ok(())
    }

    /// Reads `looks TEXT known B`. The text may have blanks.
    fn looks(&mut self) -> Result<(), String> {
        let rest = self.rest.take().unwrap_or_default();
        let (look, known) = match rest.rsplit_once(" known ") {
            Some((look, known)) => (look, Some(known)),
            None => (rest, None),
        };
        let look = look.strip_prefix("looks ").filter(|look| !look.is_empty());
        self.push("looks", look.ok_or("'looks' and the appearance are missing")?);
        match known {
            Some(flag @ ("0" | "1")) => self.push("known", flag),
            Some(other) => return Err(format!("known is 0 or 1, not '{}'", shortened(other))),
            None => {}
        }
        Ok(())
    }
}

/// Reads a whole number as programs print it: no plus sign, no leading zeros.
fn number(word: &str) -> Result<i32, String> {
    canonical(word).ok_or_else(|| format!("'{}' is no whole number of 32 bits", shortened(word)))
}

/// Reads a value, if printing it gives the same word again.
pub(super) fn canonical<T: std::str::FromStr + ToString>(word: &str) -> Option<T> {
    word.parse().ok().filter(|number: &T| number.to_string() == word)
}

/// Reads the 16 digits of a hash.
pub(super) fn parse_hash(word: &str) -> Result<u64, String> {
    let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let number =
        if word.len() == 16 && word.bytes().all(digit) { u64::from_str_radix(word, 16).ok() } else { None };
    number.ok_or_else(|| format!("'{}' is no hash of 16 digits 0-9 and a-f", shortened(word)))
}
