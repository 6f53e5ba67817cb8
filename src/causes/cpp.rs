//! A text of the series in Rust as the C++ has it, as far as one is the other word for word.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::part::Part;

/// Words and other texts of the series, each with a mark of what it is, and those of the C++.
const TABLE: &str = include_str!("cpp.txt");

/// Words of the series with their marks, and the words of the C++.
static WORDS: LazyLock<HashMap<[&str; 2], &str>> = LazyLock::new(|| {
    let mut words = HashMap::new();
    for line in TABLE.lines() {
        match line.split(' ').collect::<Vec<_>>()[..] {
            [mark @ ("none" | "position"), ref rust @ ..] => {
                words.extend(rust.iter().map(|rust| ([mark, rust], "")));
            }
            [mark @ ("name" | "call" | "helper"), rust, cpp] => _ = words.insert([mark, rust], cpp),
            _ => {}
        }
    }
    words
});
/// Signs of two characters or more.
const SIGNS: [&str; 13] = ["..=", "..", "::", "&&", "||", "==", "!=", "<=", ">=", "+=", "-=", "*=", "=>"];

/// Returns a statement or an expression in C++, or `None` if the C++ has another form of it.
pub fn translated(text: &str, file: &str, part: Part) -> Option<String> {
    let inner = |text: &str| in_cpp(text, file, part);
    let text = text.trim();
    let (head, body) = text.split_once(" {").unwrap_or((text, ""));
    let head = match head.split_once(' ') {
        Some(("for", rest)) => for_head(rest, &inner)?,
        Some(("if" | "while", _)) if body.is_empty() => return None,
        Some((word @ ("if" | "while"), condition)) => format!("{word} ({})", inner(condition)?),
        _ => return inner(text),
    };
    let is_jump = |body: &&str| ["return;", "continue;", "break;"].contains(body);
    match body.trim().strip_suffix('}').map(str::trim) {
        None if body.is_empty() => Some(head),
        body => Some(format!("{head} {}", body.filter(is_jump).unwrap_or("..."))),
    }
}

/// Returns the head of a loop.
fn for_head(head: &str, inner: &impl Fn(&str) -> Option<String>) -> Option<String> {
    let (name, over) = head.split_once(" in ")?;
    let name = inner(name.trim_start_matches('&'))?;
    let counted = [("..=", "<="), ("..", "<")].into_iter();
    let mut counted = counted.filter_map(|(range, sign)| Some((over.split_once(range)?, sign)));
    if let Some(((first, last), sign)) = counted.next() {
        let (first, last) = (inner(first)?, inner(last)?);
        return Some(format!("for (int {name} = {first}; {name} {sign} {last}; ++{name})"));
    }
    Some(format!("for (auto& {name} : {})", inner(over.trim_start_matches('&'))?))
}

/// Returns a name as the C++ writes it: `max_hp` is maxHp. Constants and types are the same.
pub fn camel_case(name: &str) -> String {
    if name.starts_with(|c: char| c.is_uppercase()) {
        return name.to_owned();
    }
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |text, word| {
        let (initial, rest) = word.split_at(word.len().min(1));
        text + &initial.to_uppercase() + rest
    })
}

/// Returns the parts in which two texts differ, in whole words.
pub fn difference<'t>(one: &'t str, other: &'t str) -> [&'t str; 2] {
    let same = |[a, b]: [Vec<&str>; 2]| {
        a.iter().zip(&b).take_while(|(a, b)| a == b).map(|(a, _)| a.len()).sum::<usize>()
    };
    let start = same([one, other].map(tokens));
    let end = same([one, other].map(|text| tokens(&text[start..]).into_iter().rev().collect()));
    [one, other].map(|text| &text[start..text.len() - end])
}

/// Returns the variable that a statement sets, in C++.
pub fn assigned(text: &str, file: &str, part: Part) -> Option<String> {
    let (place, rest) = text.split_once(' ')?;
    let is_set = ["= ", "+= ", "-= "].iter().any(|sign| rest.starts_with(sign));
    let is_name = |name: &&str| name.chars().all(|c| c.is_alphabetic() || c == '_');
    let name = place.rsplit(['.', '[']).next().filter(|name| *name != "self" && is_name(name))?;
    // A member of the game has m_ in front.
    let is_member = ["self.", "game."].iter().any(|object| place.strip_prefix(object) == Some(name));
    let member = if is_member { place } else { name };
    let position = || word("position", name).map(|_| ["x", "y"].map(|axis| coordinate(name, axis)));
    let position = || position().map(|both| both.join(" and "));
    is_set.then(|| position().or_else(|| translated(member, file, part)).unwrap_or_else(|| camel_case(name)))
}

/// Returns the function that a statement calls, as Rust names it.
pub fn called(text: &str) -> Option<&str> {
    let others = ["if ", "for ", "while ", "match ", "let ", "return "];
    if others.iter().any(|word| text.starts_with(word)) { None } else { calls(text).next() }
}

/// Returns an expression or a simple statement in C++.
fn in_cpp(text: &str, file: &str, part: Part) -> Option<String> {
    let mut out = String::new();
    // The text that closes each open bracket.
    let mut open = Vec::new();
    let texts = TABLE.lines().filter_map(|line| line.strip_prefix("text ")?.split_once(" ==>"));
    let text = texts.fold(text.to_owned(), |text, (rust, cpp)| text.replace(rust, cpp.trim_start()));
    let tokens = tokens(&text);
    let token = |index: usize| tokens.get(index).copied().unwrap_or_default();
    let mut index = 0;
    while index < tokens.len() {
        let (this, next) = (token(index), token(index + 1));
        let before = tokens[..index].iter().rev().find(|token| **token != " ").copied().unwrap_or_default();
        let is_unary = !is_word(before) && !matches!(before, ")" | "]");
        let is_member = before == ".";
        let mut used = 1;
        match this {
            "self" | "game" if next == "." => {
                used = 2;
                let is_game = this == "game" || file.starts_with("game") || file == "message_log.rs";
                let is_call = token(index + 3) == "(";
                out += if is_game && !is_call && part.has_game_class() { "m_" } else { "" };
            }
            "self" | "game" => return None,
            "text" if next == "." => return None,
            "rng" if next == "." && token(index + 2) == "uniform" => {
                out += "std::uniform_int_distribution<int>(";
                open.push(")(rng)");
                used = 4;
            }
            "as" => {
                out.truncate(out.trim_end().len());
                used = 3;
            }
            _ if word("position", this).is_some() => {
                let is_axis = next == "." && matches!(token(index + 2), "x" | "y");
                let is_argument = matches!(before, "(" | ",") && matches!(next, ")" | ",");
                match (is_axis, is_argument) {
                    (true, _) => out += &coordinate(this, token(index + 2)),
                    (_, true) => out += &[coordinate(this, "x"), coordinate(this, "y")].join(", "),
                    _ => return None,
                }
                used = if is_axis { 3 } else { 1 };
            }
            _ if WORDS.contains_key(&["none", this]) => return None,
            "kind" if next == "(" => return None,
            "kind" if is_member => out += "type",
            "log" if next == "(" && !part.has_hud() => out += "SDL_Log",
            _ if is_word(this) => {
                let method = word("call", this).filter(|_| is_member && next == "(");
                let name = word("name", this).filter(|_| !is_member);
                out += &method.or(name).map_or_else(|| camel_case(this), str::to_owned);
            }
            "&" | "*" if is_unary => {}
            ".." | "..=" | "=>" | "|" | "?" | "{" | "}" | "#" | "'" => return None,
            "(" | "[" => {
                open.push(if this == "(" { ")" } else { "]" });
                out += this;
            }
            ")" | "]" => out += open.pop()?,
            _ => out += this,
        }
        index += used;
    }
    // A list without a function before it is a tuple.
    let is_tuple = out.starts_with('(') && out.contains(',') || out.contains("= (");
    (open.is_empty() && !is_tuple && !out.is_empty()).then_some(out)
}

/// Returns the variable that the C++ has for one coordinate of a position.
fn coordinate(name: &str, axis: &str) -> String {
    match name {
        "pos" => axis.to_owned(),
        "step" => format!("d{axis}"),
        name => name.to_owned() + &axis.to_uppercase(),
    }
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// Returns the functions that a text calls, as Rust names them.
pub fn calls(text: &str) -> impl Iterator<Item = &str> {
    let is_end = |c: char| !c.is_alphanumeric() && c != '_';
    let names = text.match_indices('(').filter_map(move |(at, _)| text[..at].rsplit(is_end).next());
    names.filter(|name| name.starts_with(|c: char| c.is_lowercase()))
}

/// Returns the C++ for a word of the series with a mark: `call` for a method or function without edits, and
/// `helper` for a test that the original has at every place.
pub fn word(mark: &str, name: &str) -> Option<&'static str> {
    WORDS.get(&[mark, name]).copied()
}

/// Divides a text into words, numbers, literals, signs and blanks.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let quoted = |from: usize, quote| rest[from..].find(quote).map_or(rest.len(), |end| from + end + 1);
        let length = match first {
            '"' => quoted(1, '"'),
            '\'' => quoted(1, '\''),
            c if c.is_whitespace() => rest.len() - rest.trim_start().len(),
            c if c.is_alphanumeric() || c == '_' => {
                rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
            }
            c => SIGNS.iter().find(|sign| rest.starts_with(**sign)).map_or(c.len_utf8(), |sign| sign.len()),
        };
        let (token, more) = rest.split_at(length);
        tokens.push(if first.is_whitespace() { " " } else { token });
        rest = more;
    }
    tokens
}
