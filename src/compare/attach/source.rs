//! A C++ source divided into groups (brackets and the tokens between them), just enough to find places in it.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;

use super::tokens::{Parts, parts};

/// Maximum number of groups around a token and of tokens of a statement that are examined. Hostile sources
/// have any number.
const MAX_DEPTH: usize = 64;
const MAX_STATEMENT: usize = 200;
/// Words that never belong to the type of a variable.
const NO_TYPES: [&str; 10] =
    ["return", "else", "delete", "new", "throw", "case", "using", "goto", "enum", "namespace"];
/// Types that hold several objects.
const CONTAINERS: [&str; 6] = ["vector", "array", "list", "deque", "map", "span"];

/// A source and its edits.
#[derive(Default)]
pub(super) struct Source {
    /// Its path in the folder, with `/`.
    pub name: String,
    /// Its bytes. Comments may be in any encoding.
    pub text: Vec<u8>,
    /// The bytes of its tokens, and where an `#include` can be added.
    pub tokens: Vec<Range<usize>>,
    pub include: usize,
    /// The names of the files that it includes, with `/`.
    pub includes: BTreeSet<String>,
    /// True if `#include` lines connect it with `main`. Others may be old versions.
    pub is_reached: bool,
    /// True if it is deep in the folder, and nothing includes a header of its name. Then only a file of CMake
    /// or make knows whether it is of the program.
    pub is_loose: bool,
    /// The first one is the file. A group comes before those inside of it.
    pub groups: Vec<Group>,
    /// The innermost group around each token.
    pub group_of: Vec<usize>,
    /// The bytes to replace, all in one line, and their new text. An empty range is an insertion, and a text
    /// with a line feed at its end is a line of its own. Edits are added while other sources are read.
    pub edits: RefCell<BTreeSet<(usize, usize, String)>>,
}

/// A pair of brackets and the tokens between them.
pub(super) struct Group {
    pub kind: GroupKind,
    /// The token of its name, if it is a class or a function.
    pub name: Option<usize>,
    /// The tokens of its brackets. The file begins before its first token and ends after its last one.
    pub open: usize,
    pub close: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GroupKind {
    /// The file, a namespace, or the block of any other statement.
    Block,
    Loop,
    Class,
    Function,
    /// A part of a statement: round or square brackets, a value such as `{ 1, 2 }`, or a lambda.
    Part,
}

/// A variable or a parameter that is declared in a group.
#[derive(Clone, Copy)]
pub(super) struct Variable<'s> {
    pub name: &'s str,
    source: &'s Source,
    /// The first token of its statement, and its name.
    first: usize,
    pub at: usize,
}

impl<'s> Variable<'s> {
    /// Returns the words and signs of its type.
    pub fn type_words(&self) -> impl Iterator<Item = &'s str> + use<'s> {
        let source = self.source;
        (self.first..self.at).map(|index| source.token(index))
    }

    pub fn is(&self, word: &str) -> bool {
        self.type_words().any(|other| other == word)
    }

    pub fn is_container(&self) -> bool {
        self.source.token(self.at + 1) == "[" || CONTAINERS.iter().any(|word| self.is(word))
    }

    pub fn is_smart_pointer(&self) -> bool {
        self.is("unique_ptr") || self.is("shared_ptr")
    }

    /// Returns true if its members come after `->`.
    pub fn is_pointer(&self) -> bool {
        self.is("*") || self.is_smart_pointer()
    }

    /// Returns true if other classes can use this member of a class.
    pub fn is_public(&self, class: &Group) -> bool {
        let last = |tokens: Range<usize>, words: &[&str]| {
            tokens.rev().map(|index| self.source.token(index)).find(|word| words.contains(word))
        };
        let access = last(class.open..self.at, &["public", "private", "protected"]);
        matches!(access.or_else(|| last(0..class.open, &["class", "struct"])), Some("public" | "struct"))
    }
}

/// Returns true if a token can be the name of something.
pub(super) fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

impl Source {
    pub fn new(name: String, text: Vec<u8>) -> Source {
        let Parts { tokens, include, includes } = parts(&text);
        let mut source = Source { name, text, tokens, include, includes, ..Source::default() };
        (source.groups, source.group_of) = source.find_groups();
        for index in 1..source.groups.len() {
            let (kind, name) = source.kind(source.groups[index].open);
            (source.groups[index].kind, source.groups[index].name) = (kind, name);
        }
        source
    }

    /// Returns the groups without their kinds, and for each token the innermost group around it.
    fn find_groups(&self) -> (Vec<Group>, Vec<usize>) {
        let group = |open| Group { kind: GroupKind::Block, name: None, open, close: self.len() };
        let (mut groups, mut group_of) = (vec![group(usize::MAX)], Vec::with_capacity(self.len()));
        let mut open = vec![0];
        for index in 0..self.len() {
            let token = self.token(index);
            group_of.push(open[open.len() - 1]);
            if matches!(token, "(" | "[" | "{") {
                open.push(groups.len());
                groups.push(group(index));
            }
            // A bracket also closes what was left open in it. One without a partner is skipped.
            let is_partner = |&depth: &usize| {
                let open = self.token(groups[open[depth]].open);
                matches!((open, token), ("(", ")") | ("[", "]") | ("{", "}"))
            };
            if let Some(depth) = (1..open.len()).rev().take(MAX_DEPTH).find(is_partner) {
                open.drain(depth..).for_each(|group| groups[group].close = index);
            }
        }
        (groups, group_of)
    }

    /// Returns the kind of a group, and the token of its name if it is a class or a function. The kinds of
    /// the groups before it are known.
    fn kind(&self, open: usize) -> (GroupKind, Option<usize>) {
        let mut statement: Vec<usize> = self.statement_before(open).take(MAX_STATEMENT).collect();
        statement.reverse();
        let words: Vec<&str> = statement.iter().map(|&index| self.token(index)).collect();
        let has = |these: &[&str]| words.iter().any(|word| these.contains(word));
        let last = words.last().copied().unwrap_or_default();
        // The tokens before base classes or initializers.
        let head = words.split(|word| *word == ":").next().unwrap_or_default();
        // The name of a function comes before the first parentheses.
        let function = (1..head.len()).find(|&at| head[at] == "(" && is_name(head[at - 1]));
        // The name of a class comes after macros and attributes.
        let class = head.iter().rposition(|word| is_name(word) && *word != "final");
        let (kind, name) = match function {
            _ if self.token(open) != "{" => (GroupKind::Part, None),
            _ if has(&["while", "for", "do"]) => (GroupKind::Loop, None),
            _ if has(&["if", "else", "switch", "catch", "namespace"]) => (GroupKind::Block, None),
            // After parentheses it begins the body of a function.
            None if has(&["try"]) => (GroupKind::Block, None),
            _ if has(&["="]) && !has(&["operator"]) => (GroupKind::Part, None),
            Some(_) if head.len() < words.len() && is_name(last) => (GroupKind::Part, None),
            Some(open) => (GroupKind::Function, Some(open - 1)),
            None if has(&["class", "struct"]) && !has(&["enum"]) => (GroupKind::Class, class),
            None if matches!(last, "" | "extern" | ":") => (GroupKind::Block, None),
            None => (GroupKind::Part, None),
        };
        (kind, name.map(|at| statement[at]))
    }

    /// Returns the tokens of a statement before one of them, the last first, without those inside its
    /// brackets.
    fn statement_before(&self, index: usize) -> impl Iterator<Item = usize> {
        let before = |&index: &usize| {
            let index = index.checked_sub(1)?;
            let group = &self.groups[self.group_of[index]];
            match self.token(index) {
                ";" | "(" | "[" | "{" => None,
                // A label ends with its colon.
                ":" if matches!(self.before(index), "public" | "private" | "protected" | "default") => None,
                // A statement ends with its block.
                ")" | "]" | "}" if group.close == index => {
                    (group.kind == GroupKind::Part).then_some(group.open)
                }
                _ => Some(index),
            }
        };
        std::iter::successors(Some(index), before).skip(1)
    }

    /// Returns the number of its tokens.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Returns a token. It is empty past the end, and for a name that isn't UTF-8.
    pub fn token(&self, index: usize) -> &str {
        let range = self.tokens.get(index).cloned().unwrap_or_default();
        str::from_utf8(&self.text[range]).unwrap_or_default()
    }

    /// Returns the plain text of the string literal after a token, if only this literal is between it and the
    /// next token.
    pub fn literal_after(&self, index: usize) -> Option<&str> {
        let (start, end) = (self.tokens.get(index)?.end, self.tokens.get(index + 1)?.start);
        let literal = str::from_utf8(&self.text[start..end]).ok()?.trim();
        let text = literal.strip_prefix('"')?.strip_suffix('"')?;
        let is_plain = !text.is_empty() && !text.contains(|c: char| c.is_control() || "\"\\".contains(c));
        is_plain.then_some(text)
    }

    /// Returns the token before a token.
    pub fn before(&self, index: usize) -> &str {
        self.token(index.wrapping_sub(1))
    }

    /// Returns the number of the line that has a token, from 1.
    pub fn line(&self, index: usize) -> usize {
        let end = self.tokens[index].start;
        1 + self.text[..end].iter().filter(|&&byte| byte == b'\n').count()
    }

    /// Returns its folder: empty, or a path and a `/`.
    pub fn folder(&self) -> &str {
        self.name.rfind('/').map_or("", |slash| &self.name[..=slash])
    }

    /// Returns the indices of the tokens that are this word.
    pub fn places<'s>(&'s self, word: &'s str) -> impl Iterator<Item = usize> + 's {
        (0..self.len()).filter(move |&index| self.token(index) == word)
    }

    /// Returns the name tokens of calls of these functions.
    pub fn calls(&self, names: &[&str]) -> impl Iterator<Item = usize> {
        (0..self.len()).filter(|&index| names.contains(&self.token(index)) && self.token(index + 1) == "(")
    }

    /// Returns the groups of a kind.
    pub fn groups_of(&self, kind: GroupKind) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(move |group| group.kind == kind)
    }

    /// Returns the name of a class or function.
    pub fn name_of(&self, group: &Group) -> &str {
        group.name.map_or("", |name| self.token(name))
    }

    /// Returns the groups around a token, the innermost first, without the file.
    pub fn groups_around(&self, index: usize) -> impl Iterator<Item = &Group> {
        let outer = |&&group: &&usize| self.group_of.get(self.groups[group].open);
        let groups = std::iter::successors(self.group_of.get(index), outer);
        groups.take_while(|&&group| group > 0).take(MAX_DEPTH).map(|&group| &self.groups[group])
    }

    /// Returns the loops around a token in its function, and the heads of loops, the innermost first.
    pub fn loops_around(&self, index: usize) -> impl Iterator<Item = &Group> {
        let in_function = |group: &&Group| !matches!(group.kind, GroupKind::Function | GroupKind::Class);
        let groups = self.groups_around(index).take_while(in_function);
        let is_head = |group: &Group| matches!(self.before(group.open), "while" | "for");
        groups.filter(move |group| group.kind == GroupKind::Loop || is_head(group))
    }

    /// Returns the class that a function belongs to, by the name before `::` or the class around it.
    pub fn class_of(&self, function: &Group) -> Option<&str> {
        let name = function.name?;
        if name >= 2 && self.token(name - 1) == "::" {
            return Some(self.token(name - 2));
        }
        let outer = &self.groups[self.group_of[function.open]];
        (outer.kind == GroupKind::Class).then(|| self.name_of(outer))
    }

    /// Returns true if a function returns nothing.
    pub fn is_void(&self, function: &Group) -> bool {
        self.statement_before(function.open).any(|index| self.token(index) == "void")
    }

    /// Returns the brackets around the parameters of a function.
    pub fn brackets(&self, function: &Group) -> Option<&Group> {
        self.group_at(function.name? + 1)
    }

    /// Returns the parameters of a function.
    pub fn parameters(&self, function: &Group) -> impl Iterator<Item = Variable<'_>> + use<'_> {
        self.brackets(function).into_iter().flat_map(|group| self.variables(group))
    }

    /// Returns the group that begins with a bracket.
    pub fn group_at(&self, open: usize) -> Option<&Group> {
        let inner = &self.groups[*self.group_of.get(open + 1)?];
        Some(inner).filter(|inner| inner.open == open)
    }

    /// Returns the variables that are declared directly in a group.
    pub fn variables<'s>(&'s self, group: &'s Group) -> impl Iterator<Item = Variable<'s>> + Clone {
        let next = |&index: &usize| Some(self.group_at(index).map_or(index + 1, |inner| inner.close));
        let tokens = std::iter::successors(Some(group.open.wrapping_add(1)), next);
        tokens.take_while(|&index| index < group.close).filter_map(|index| self.variable(index))
    }

    /// Returns the variable or parameter that a token declares, if it declares one.
    fn variable(&self, at: usize) -> Option<Variable<'_>> {
        let is_in_part = self.groups[self.group_of[at]].kind == GroupKind::Part;
        let can_follow = match self.token(at + 1) {
            ";" | "=" | "{" | "[" | "," => true,
            ")" => is_in_part,
            // Outside of functions it is a function.
            "(" => self.groups_around(at).any(|group| group.kind == GroupKind::Function),
            _ => false,
        };
        if !can_follow || !is_name(self.token(at)) {
            return None;
        }
        let first = match self.before(at) {
            // Another variable of the statement's type.
            "," if !is_in_part => {
                let before = self.statement_before(at).take(MAX_STATEMENT);
                let mut names = before.filter(|&index| is_name(self.token(index)));
                names.find_map(|index| self.type_before(index))?
            }
            _ => self.type_before(at)?,
        };
        Some(Variable { name: self.token(at), source: self, first, at })
    }

    /// Returns the first token of a type that begins a statement, before a name.
    fn type_before(&self, name: usize) -> Option<usize> {
        let (mut first, mut depth) = (name, 0);
        while name - first < MAX_STATEMENT {
            match self.before(first) {
                ">" => depth += 1,
                "<" if depth > 0 => depth -= 1,
                ";" | "{" | "}" | "" => break,
                _ if depth > 0 => {}
                "*" | "&" | "::" => {}
                word if is_name(word) && !NO_TYPES.contains(&word) => {}
                _ => break,
            }
            first -= 1;
        }
        let is_begin = matches!(self.before(first), ";" | "{" | "}" | "(" | "," | ":" | "]" | "");
        let is_class = matches!(self.before(name), "class" | "struct");
        (is_begin && first < name && is_name(self.token(first)) && !is_class).then_some(first)
    }
}
