//! A C++ source divided into groups (brackets with what is between them), as far as this is needed to find
//! places in it. All groups are found in one pass.

use std::cell::RefCell;
use std::ops::Range;

use super::tokens::{self, Condition, Tokens};

/// Maximum number of groups around a token that are looked at. Hostile sources have any number.
const MAX_DEPTH: usize = 64;
/// Words before a `(` that begin no parameters.
const NO_FUNCTIONS: [&str; 6] =
    ["noexcept", "alignas", "decltype", "requires", "__attribute__", "__declspec"];
/// Words before a name that declare no variable of this name.
const NO_TYPES: [&str; 10] =
    ["return", "else", "delete", "new", "using", "goto", "class", "struct", "enum", "namespace"];
/// Types that hold several objects.
const CONTAINERS: [&str; 6] = ["vector", "array", "list", "deque", "map", "span"];

/// A source, and what is to be changed in it.
pub(super) struct Source {
    /// Its path in the folder, with `/`.
    pub name: String,
    /// Its bytes. Comments may be in any encoding.
    pub text: Vec<u8>,
    /// True if it is a link, or in a folder that is one.
    pub is_linked: bool,
    pub tokens: Tokens,
    /// The first one is the file. A group comes before those inside of it.
    pub groups: Vec<Group>,
    /// For each token, the innermost group around it.
    pub group_of: Vec<usize>,
    /// The bytes to replace, all in one line, and their new text, in any order. An empty range is an
    /// insertion; a text that ends with its line is a line of its own. Edits are added while other sources
    /// are read.
    edits: RefCell<Vec<(Range<usize>, String)>>,
}

/// A line with the line that replaces it. A new line replaces nothing, and nothing replaces one that goes.
pub(super) type Piece<'s> = (&'s [u8], Vec<u8>);

/// A pair of brackets and what is between them.
#[derive(Default)]
pub(super) struct Group {
    pub kind: GroupKind,
    /// The token of its name, if it is a class or a function.
    pub name: Option<usize>,
    /// The group of a function's parameters.
    pub parameters: Option<usize>,
    /// The tokens of its brackets.
    pub open: usize,
    pub close: usize,
    /// The group around it. The file is in itself.
    pub outer: usize,
    /// True if it is a class whose members are public.
    pub is_struct: bool,
    is_in_function: bool,
    /// The variables that are declared in it, but not in the groups in it: the first token of the statement,
    /// and the name.
    variables: Vec<(usize, usize)>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum GroupKind {
    /// The file, a namespace, or the block of any other statement.
    #[default]
    Block,
    Loop,
    Class,
    Function,
    /// The value of a variable, such as `{ 1, 2 }`, or a lambda.
    Value,
    /// What stands in round or square brackets.
    Brackets,
    /// What stands in round brackets after `while` or `for`.
    LoopHead,
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
        let is_access =
            |&index: &usize| matches!(self.source.token(index), "public" | "private" | "protected");
        let access = (class.open..self.at).rev().find(is_access).map(|index| self.source.token(index));
        access.map_or(class.is_struct, |access| access == "public")
    }
}

/// What was read of a statement or declaration so far, without what is in its brackets.
#[derive(Default)]
struct Head {
    keyword: Option<GroupKind>,
    /// The name of a class, and true while it is read: the last name counts, after macros and attributes.
    class: Option<usize>,
    reads_class: bool,
    is_struct: bool,
    /// The group of parameters.
    parameters: Option<usize>,
    /// True after the colon before a constructor's initializers.
    has_initializers: bool,
    has_value: bool,
    /// Its first token, and true after a variable.
    first: usize,
    has_variable: bool,
}

impl Head {
    fn new(first: usize) -> Head {
        Head { first, ..Head::default() }
    }

    /// Returns true if a token is the name of a variable, provided that what follows can come after one.
    fn declares(&self, index: usize, token: &str, before: &str) -> bool {
        let is_after_type = index > self.first && is_name(before) && !NO_TYPES.contains(&before)
            || matches!(before, ">" | "*" | "&")
            || before == "," && self.has_variable;
        is_name(token) && is_after_type && (self.has_variable || !self.has_value)
    }

    /// Takes the next token, which is no bracket.
    fn push(&mut self, index: usize, token: &str, before: &str) {
        match token {
            "while" | "for" | "do" => self.keyword = Some(GroupKind::Loop),
            "if" | "else" | "switch" | "try" | "catch" => self.keyword = Some(GroupKind::Block),
            "class" | "struct" if before != "enum" => {
                (self.class, self.reads_class, self.is_struct) = (None, true, token == "struct");
            }
            "final" => self.reads_class = false,
            ":" if self.parameters.is_some() && self.keyword.is_none() => self.has_initializers = true,
            ":" if self.class.is_some() => (self.reads_class, self.first) = (false, index + 1),
            ";" | ":" => *self = Head::new(index + 1),
            "," if !self.has_initializers => self.parameters = None,
            "=" if !matches!(before, "operator" | "=" | "!" | "<" | ">") => self.has_value = true,
            // `template <class T>` is no class.
            ">" | "*" | "&" if self.reads_class => (self.class, self.reads_class) = (None, false),
            "<" if self.class.is_some() => self.reads_class = false,
            _ if self.reads_class && is_name(token) => self.class = Some(index),
            _ => {}
        }
    }

    /// Returns the kind of the group that begins with a brace.
    fn kind(&self, before: &str) -> GroupKind {
        let is_initializer = self.has_initializers && is_name(before);
        let is_value = is_name(before) && !matches!(before, "do" | "else" | "try")
            || matches!(before, "(" | "," | ">" | ")" | "]");
        match self.keyword {
            Some(keyword) => keyword,
            None if self.has_value || is_initializer => GroupKind::Value,
            None if self.parameters.is_some() => GroupKind::Function,
            None if self.class.is_some() => GroupKind::Class,
            None if is_value => GroupKind::Value,
            None => GroupKind::Block,
        }
    }
}

/// Returns true if a token can be the name of something.
pub(super) fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

impl Source {
    pub fn new(name: String, text: Vec<u8>, is_linked: bool) -> Source {
        let tokens = tokens::tokens(&text);
        let edits = RefCell::default();
        let mut source =
            Source { name, text, is_linked, tokens, groups: Vec::new(), group_of: Vec::new(), edits };
        (source.groups, source.group_of) = source.find_groups();
        source
    }

    /// Returns the groups, and for each token the innermost group around it.
    fn find_groups(&self) -> (Vec<Group>, Vec<usize>) {
        // A bracket without a partner goes to the end.
        let file = Group { close: self.len(), ..Group::default() };
        let (mut groups, mut group_of) = (vec![file], Vec::with_capacity(self.len()));
        let mut open = vec![(0, Head::default())];
        // Numbers of open groups at the beginning of the open conditions.
        let mut depths = Vec::new();
        let mut conditions = self.tokens.conditions.iter().peekable();
        for index in 0..self.len() {
            while let Some((_, condition)) = conditions.next_if(|(token, _)| *token <= index) {
                match condition {
                    Condition::Begin => depths.push(open.len()),
                    // Each branch begins with the same open groups.
                    Condition::Else => open.truncate(depths.last().map_or(1, |&depth| depth)),
                    Condition::End => _ = depths.pop(),
                }
            }
            let (token, before) = (self.token(index), self.token(index.wrapping_sub(1)));
            let depth = open.len();
            let (outer, head) = &mut open[depth - 1];
            group_of.push(*outer);
            match token {
                "(" | "[" | "{" => {
                    let mut group = Group { kind: GroupKind::Brackets, open: index, ..Group::default() };
                    (group.close, group.outer) = (self.len(), *outer);
                    if token == "{" {
                        group.kind = head.kind(before);
                        if group.kind == GroupKind::Class {
                            (group.name, group.is_struct) = (head.class, head.is_struct);
                        } else if let Some(parameters) =
                            head.parameters.filter(|_| group.kind == GroupKind::Function)
                        {
                            // The name of a function stands before its parameters.
                            (group.name, group.parameters) =
                                (Some(groups[parameters].open - 1), head.parameters);
                        }
                    } else if head.keyword == Some(GroupKind::Loop) {
                        group.kind = GroupKind::LoopHead;
                    } else if token == "(" && is_name(before) && !head.has_initializers {
                        let is_function = !NO_FUNCTIONS.contains(&before);
                        head.parameters = if is_function { Some(groups.len()) } else { head.parameters };
                    }
                    group.is_in_function = group.kind == GroupKind::Function || groups[*outer].is_in_function;
                    open.push((groups.len(), Head::new(index + 1)));
                    groups.push(group);
                }
                ")" | "]" | "}" => {
                    // A brace also closes what was left open in it. A bracket without a partner is skipped.
                    let reach = if token == "}" { MAX_DEPTH } else { 1 };
                    let is_partner = |(group, _): &(usize, Head)| self.is_pair(groups[*group].open, token);
                    let Some(inner) = open.iter().skip(1).rev().take(reach).position(is_partner) else {
                        continue;
                    };
                    let group = &mut groups[open[depth - 1 - inner].0];
                    group.close = index;
                    open.truncate(depth - 1 - inner);
                    // A statement ends with its block. A value is only a part of it.
                    let head = &mut open[depth - 2 - inner].1;
                    match group.kind {
                        GroupKind::Value | GroupKind::Brackets => {}
                        GroupKind::LoopHead => head.first = index + 1,
                        _ => *head = Head::new(index + 1),
                    }
                }
                "," if groups[*outer].kind == GroupKind::Brackets => *head = Head::new(index + 1),
                _ => {
                    let group = &mut groups[*outer];
                    let can_follow = match self.token(index + 1) {
                        ";" | "=" | "{" | "[" | "," => true,
                        ")" => group.kind == GroupKind::Brackets,
                        "(" => group.is_in_function,
                        _ => false,
                    };
                    if can_follow && head.declares(index, token, before) {
                        head.has_variable = true;
                        group.variables.push((head.first, index));
                    }
                    head.push(index, token, before);
                }
            }
        }
        (groups, group_of)
    }

    fn is_pair(&self, open: usize, close: &str) -> bool {
        matches!((self.token(open), close), ("(", ")") | ("[", "]") | ("{", "}"))
    }

    /// Returns the number of its tokens.
    pub fn len(&self) -> usize {
        self.tokens.ranges.len()
    }

    /// Returns a token; empty where there is none, and for a name that is no UTF-8.
    pub fn token(&self, index: usize) -> &str {
        let range = self.tokens.ranges.get(index).cloned().unwrap_or_default();
        str::from_utf8(&self.text[range]).unwrap_or_default()
    }

    /// Returns the number of the line that has a token, from 1.
    pub fn line(&self, index: usize) -> usize {
        let end = self.tokens.ranges.get(index).map_or(self.text.len(), |range| range.start);
        1 + self.text[..end].iter().filter(|&&byte| byte == b'\n').count()
    }

    /// Returns the folder in which it is: empty, or a path and a `/`.
    pub fn folder(&self) -> &str {
        self.name.rfind('/').map_or("", |slash| &self.name[..=slash])
    }

    /// Returns its name without the folder.
    pub fn file_name(&self) -> &str {
        &self.name[self.folder().len()..]
    }

    /// Returns the tokens that are this word.
    pub fn places<'s>(&'s self, word: &'s str) -> impl Iterator<Item = usize> + 's {
        (0..self.len()).filter(move |&index| self.token(index) == word)
    }

    /// Returns the groups of a kind.
    pub fn groups_of(&self, kind: GroupKind) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(move |group| group.kind == kind)
    }

    /// Returns the name of a class or function.
    pub fn name_of(&self, group: &Group) -> &str {
        group.name.map_or("", |name| self.token(name))
    }

    /// Returns the functions that are defined here, those with a name or, if that is empty, all.
    pub fn functions<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s Group> {
        let functions = self.groups_of(GroupKind::Function);
        functions.filter(move |group| name.is_empty() || self.name_of(group) == name)
    }

    /// Returns the groups around a token, the innermost first, without the file.
    pub fn groups_around(&self, index: usize) -> impl Iterator<Item = &Group> {
        let groups =
            std::iter::successors(self.group_of.get(index), |&&group| Some(&self.groups[group].outer));
        groups.take_while(|&&group| group > 0).take(MAX_DEPTH).map(|&group| &self.groups[group])
    }

    /// Returns the loops around a token in its function, the innermost first.
    pub fn loops_around(&self, index: usize) -> impl Iterator<Item = &Group> {
        let in_function = |group: &&Group| !matches!(group.kind, GroupKind::Function | GroupKind::Class);
        let groups = self.groups_around(index).take_while(in_function);
        groups.filter(|group| matches!(group.kind, GroupKind::Loop | GroupKind::LoopHead))
    }

    /// Returns the class that a function belongs to, by the name before `::` or the class around it.
    pub fn class_of(&self, function: &Group) -> Option<&str> {
        let name = function.name?;
        if name >= 2 && self.token(name - 1) == "::" {
            return Some(self.token(name - 2));
        }
        let outer = &self.groups[function.outer];
        Some(self.name_of(outer)).filter(|_| outer.kind == GroupKind::Class)
    }

    /// Returns the last word of the type that stands before a function's name.
    pub fn returned(&self, function: &Group) -> &str {
        let Some(mut name) = function.name else { return "" };
        while name >= 2 && self.token(name - 1) == "::" {
            name -= 2;
        }
        self.token(name.wrapping_sub(1))
    }

    /// Returns the parameters of a function.
    pub fn parameters(&self, function: &Group) -> Vec<Variable<'_>> {
        let group = function.parameters.map(|group| &self.groups[group]);
        group.into_iter().flat_map(|group| self.variables(group)).collect()
    }

    /// Returns the group that begins with a bracket.
    pub fn group_at(&self, open: usize) -> Option<&Group> {
        let found = self.groups[1..].binary_search_by_key(&open, |group| group.open);
        found.ok().map(|index| &self.groups[index + 1])
    }

    /// Returns what is declared in a group, outside of the groups in it.
    pub fn variables<'s>(&'s self, group: &'s Group) -> impl Iterator<Item = Variable<'s>> + Clone {
        let declared = group.variables.iter();
        declared.map(|&(first, at)| Variable { name: self.token(at), source: self, first, at })
    }

    /// Returns true if it has edits.
    pub fn is_changed(&self) -> bool {
        !self.edits.borrow().is_empty()
    }

    /// Replaces tokens. Blanks and ends of lines between them stay.
    pub fn replace(&self, first: usize, last: usize, text: &str) {
        let tokens = &self.tokens.ranges[first..=last];
        let mut edits = self.edits.borrow_mut();
        edits.push((tokens[0].clone(), text.to_owned()));
        edits.extend(tokens[1..].iter().map(|token| (token.clone(), String::new())));
    }

    /// Inserts a text after a token.
    pub fn insert_after(&self, token: usize, text: &str) {
        let end = self.tokens.ranges[token].end;
        self.edits.borrow_mut().push((end..end, text.to_owned()));
    }

    /// Inserts a statement at the beginning of the block of a brace, with the indentation of the block.
    pub fn insert_first(&self, brace: usize, statement: &str) {
        let end = self.tokens.ranges[brace].end;
        let next = self.text[end..].iter().position(|&byte| byte == b'\n').map(|length| end + length + 1);
        let rest = self.text[end..next.unwrap_or(end)].trim_ascii();
        // A comment that goes on in the next line would have the statement in it.
        let is_last = (rest.is_empty() || rest.starts_with(b"//")) && !rest.ends_with(b"\\");
        let Some(next) = next.filter(|_| is_last) else {
            return self.insert_after(brace, &format!(" {statement}"));
        };
        let indent = |line: &[u8]| {
            let blanks = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t'));
            blanks.map(|&byte| char::from(byte)).collect::<String>()
        };
        let start = self.text[..end].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let own = indent(&self.text[start..]);
        let mut lines = self.text[next..].split(|&byte| byte == b'\n');
        let following = lines.find(|line| !line.trim_ascii().is_empty()).map(indent);
        let indent = following.filter(|indent| indent.len() > own.len()).unwrap_or_else(|| own + "    ");
        self.insert_line(next, &format!("{indent}{statement}"));
    }

    /// Includes a header.
    pub fn include(&self, path: &str) {
        self.insert_line(self.tokens.include, &format!("#include \"{path}\""));
    }

    /// Inserts a line before the line that begins at `at`.
    fn insert_line(&self, at: usize, line: &str) {
        let first_end = self.text.iter().position(|&byte| byte == b'\n').unwrap_or(0);
        let end = if self.text[..first_end].ends_with(b"\r") { "\r\n" } else { "\n" };
        self.edits.borrow_mut().push((at..at, format!("{line}{end}")));
    }

    /// Returns the text with its edits. A directive after each new line lets the compiler count as before.
    pub fn edited(&self) -> Vec<u8> {
        let (mut text, mut line) = (Vec::new(), 1);
        for (old, new) in self.pieces() {
            text.extend(new);
            match old {
                [] => text.extend(format!("#line {line}\n").bytes()),
                _ => line += 1,
            }
        }
        text
    }

    /// Returns the lines of the text with its edits.
    pub fn pieces(&self) -> Vec<Piece<'_>> {
        let mut edits = self.edits.borrow().clone();
        edits.sort_by_key(|(range, _)| (range.start, range.end));
        let mut edits = edits.into_iter().peekable();
        let (mut pieces, mut end) = (Vec::new(), 0);
        for line in self.text.split_inclusive(|&byte| byte == b'\n') {
            // Up to where the line has its new text already.
            let (mut at, mut new) = (end, Vec::new());
            end += line.len();
            let is_here = |start: usize| start < end || !line.ends_with(b"\n");
            while let Some((range, text)) = edits.next_if(|(range, _)| is_here(range.start)) {
                if text.ends_with('\n') {
                    pieces.push((&[][..], text.into_bytes()));
                    continue;
                }
                new.extend_from_slice(&self.text[at..range.start]);
                new.extend_from_slice(text.as_bytes());
                at = range.end;
            }
            new.extend_from_slice(&self.text[at..end]);
            pieces.push((line, new));
        }
        pieces.extend(edits.map(|(_, text)| (&[][..], text.into_bytes())));
        pieces
    }
}
