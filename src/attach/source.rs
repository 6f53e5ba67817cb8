//! A C++ source divided into tokens and blocks, as far as this is needed to find places in it.

use std::ops::Range;

/// Maximum number of braces around a token that are looked at. Hostile sources have any number.
const MAX_DEPTH: usize = 64;

/// A source, and what is to be changed in it.
pub(super) struct Source {
    /// Its path in the folder, with `/`.
    pub name: String,
    pub text: String,
    pub tokens: Vec<Token>,
    /// For each token that opens a bracket, the index of the one that closes it.
    partners: Vec<Option<usize>>,
    /// For each token, the index of the innermost brace around it.
    around: Vec<Option<usize>>,
    /// The bytes to replace and their new text, in any order. An empty range is an insertion.
    pub edits: Vec<(Range<usize>, String)>,
}

/// A name, a number or a single other character, outside of comments and literals.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub text: String,
    pub at: usize,
}

impl Token {
    /// Returns the position after it.
    pub fn end(&self) -> usize {
        self.at + self.text.len()
    }

    /// Returns true if it can be the name of something.
    pub fn is_name(&self) -> bool {
        self.text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
    }
}

/// The kind of a block in braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockKind {
    Loop,
    Class,
    Function,
    Other,
}

impl Source {
    pub fn new(name: String, text: String) -> Source {
        let tokens = tokens(&text);
        let (partners, around) = brackets(&tokens);
        Source { name, text, tokens, partners, around, edits: Vec::new() }
    }

    /// Returns the number of the line that has a token, from 1.
    pub fn line(&self, index: usize) -> usize {
        let end = self.tokens.get(index).map_or(self.text.len(), |token| token.at);
        1 + self.text[..end].matches('\n').count()
    }

    /// Returns the folder in which it is: empty, or a name and a `/`.
    pub fn folder(&self) -> &str {
        self.name.rfind('/').map_or("", |slash| &self.name[..=slash])
    }

    /// Returns true if it has a line of trace.hpp already.
    pub fn uses_header(&self) -> bool {
        self.sequences(&["trace", ":", ":"]).next().is_some()
    }

    /// Returns the index of the first token of each place with these tokens.
    pub fn sequences<'s>(&'s self, wanted: &'s [&'s str]) -> impl Iterator<Item = usize> + 's {
        self.tokens
            .windows(wanted.len())
            .enumerate()
            .filter(move |(_, tokens)| tokens.iter().zip(wanted).all(|(token, wanted)| token.text == *wanted))
            .map(|(index, _)| index)
    }

    pub fn token(&self, index: usize) -> &str {
        self.tokens.get(index).map_or("", |token| token.text.as_str())
    }

    /// Returns the index of the bracket that closes the one at this index.
    pub fn closing(&self, open: usize) -> Option<usize> {
        self.partners.get(open).copied().flatten()
    }

    /// Returns the indices of the braces around a token, the innermost first.
    pub fn braces_around(&self, index: usize) -> Vec<usize> {
        let outer = |at: usize| self.around.get(at).copied().flatten();
        std::iter::successors(outer(index), |&brace| outer(brace)).take(MAX_DEPTH).collect()
    }

    /// Returns the index of the first token of the statement or declaration that a brace belongs to.
    pub fn head_start(&self, brace: usize) -> usize {
        let mut depth = 0;
        let start = (0..brace).rev().find(|&index| {
            match self.token(index) {
                ")" => depth += 1,
                "(" => depth -= 1,
                ";" | "{" | "}" if depth == 0 => return true,
                _ => {}
            }
            depth < 0
        });
        start.map_or(0, |index| index + 1)
    }

    /// Returns the kind of the block that begins with this brace.
    pub fn block_kind(&self, brace: usize) -> BlockKind {
        let start = self.head_start(brace);
        let tokens: Vec<&str> = (start..brace).map(|index| self.token(index)).collect();
        // `public:` and the like may stand before it.
        let first = tokens.iter().rposition(|&token| token == ":").map_or(0, |colon| colon + 1);
        match tokens.first() {
            Some(&("while" | "for" | "do")) => BlockKind::Loop,
            Some(&("if" | "else" | "switch" | "try" | "catch" | "namespace" | "enum" | "case")) => {
                BlockKind::Other
            }
            _ if tokens.contains(&"class") || tokens.contains(&"struct") && !tokens.contains(&"(") => {
                BlockKind::Class
            }
            _ if tokens.contains(&"[") && tokens.contains(&"=") => BlockKind::Other,
            _ if tokens.contains(&"(") || tokens.get(first) == Some(&"(") => BlockKind::Function,
            _ => BlockKind::Other,
        }
    }

    /// Returns the index of the `(` of each definition of a function with this name.
    pub fn functions<'s>(&'s self, name: &'s str) -> impl Iterator<Item = usize> + 's {
        self.sequences_of_call(name).filter(|&open| self.body(open).is_some())
    }

    fn sequences_of_call<'s>(&'s self, name: &'s str) -> impl Iterator<Item = usize> + 's {
        (1..self.tokens.len()).filter(move |&index| self.token(index) == "(" && self.token(index - 1) == name)
    }

    /// Returns the index of the `{` of the function whose parameters begin at this `(`, if it is defined
    /// there.
    pub fn body(&self, open: usize) -> Option<usize> {
        let mut at = self.closing(open)? + 1;
        while matches!(self.token(at), "const" | "noexcept" | "override" | "final") {
            at += 1;
        }
        (self.token(at) == "{").then_some(at)
    }

    /// Returns the names of the parameters that begin at this `(`. One without a name is empty.
    pub fn parameters(&self, open: usize) -> Vec<String> {
        let Some(close) = self.closing(open).filter(|close| *close > open + 1) else { return Vec::new() };
        let tokens = &self.tokens[open + 1..close];
        let name = |tokens: &[Token]| {
            // `char* argv[]` ends with its brackets.
            let named: Vec<&Token> = tokens.iter().filter(|token| token.is_name()).collect();
            let last = named.last().filter(|_| named.len() > 1);
            last.map(|token| token.text.clone()).unwrap_or_default()
        };
        tokens.split(|token| token.text == ",").map(name).collect()
    }

    /// Returns the first variable of a type among these tokens: `TYPE NAME` before `;`, `=`, `{` or `(`.
    pub fn variable(&self, ty: &[&str], within: Range<usize>) -> Option<String> {
        self.sequences(ty).filter(|index| within.contains(index)).find_map(|index| {
            let at = index + ty.len();
            let is_type = !matches!(self.token(index.wrapping_sub(1)), "class" | "struct" | "friend");
            let ends = matches!(self.token(at + 1), ";" | "=" | "{" | "(");
            let name = self.tokens.get(at).filter(|token| is_type && ends && token.is_name())?;
            // A function that returns the type is not a variable.
            (self.token(at + 1) != "(" || self.body(at + 1).is_none()).then(|| name.text.clone())
        })
    }

    /// Returns the first of some names that a variable of any type has among these tokens.
    pub fn variable_named(&self, names: &[&str], within: Range<usize>) -> Option<String> {
        let is_declared = |name: &str| {
            within.clone().skip(1).any(|index| {
                let before = &self.tokens[index - 1];
                let is_type =
                    before.is_name() && !matches!(before.text.as_str(), "return" | "else" | "delete");
                self.token(index) == name
                    && (is_type || before.text == ">")
                    && matches!(self.token(index + 1), ";" | "=" | "{")
            })
        };
        names.iter().find(|name| is_declared(name)).map(|name| (*name).to_owned())
    }

    /// Inserts a statement at the beginning of the block of a brace, with the indentation of the block.
    pub fn insert_first(&mut self, brace: usize, statement: &str) {
        let end = self.tokens[brace].end();
        let rest_of_line = self.text[end..].lines().next().unwrap_or_default();
        let is_last = rest_of_line.trim().is_empty() || rest_of_line.trim_start().starts_with("//");
        if !is_last {
            self.edits.push((end..end, format!(" {statement}")));
            return;
        }
        let line_end = end + rest_of_line.len();
        let next = self.text[line_end..].find('\n').map_or(self.text.len(), |at| line_end + at + 1);
        let line_start = self.text[..end].rfind('\n').map_or(0, |at| at + 1);
        let indent = |line: &str| line[..line.len() - line.trim_start().len()].to_owned();
        let following = self.text[next..].lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let own = indent(&self.text[line_start..]);
        let indent = Some(indent(following)).filter(|indent| indent.len() > own.len());
        let indent = indent.unwrap_or_else(|| own + "    ");
        self.insert_lines(next, &format!("{indent}{statement}"));
    }

    /// Inserts a line before the line that begins at `at`.
    pub fn insert_lines(&mut self, at: usize, line: &str) {
        let end = if self.text.contains("\r\n") { "\r\n" } else { "\n" };
        self.edits.push((at..at, format!("{line}{end}")));
    }
}

/// Returns for each token the bracket that closes it, if it opens one, and the innermost brace around it.
/// All are found at once: looking for each by itself would take a time that grows with the square of the
/// source's size.
fn brackets(tokens: &[Token]) -> (Vec<Option<usize>>, Vec<Option<usize>>) {
    let mut partners = vec![None; tokens.len()];
    let mut around = Vec::with_capacity(tokens.len());
    let (mut open, mut braces) = (Vec::new(), Vec::new());
    for (index, token) in tokens.iter().enumerate() {
        around.push(braces.last().copied());
        match token.text.as_str() {
            "(" | "{" | "[" => open.push(index),
            ")" | "}" | "]" => {
                if let Some(partner) = open.pop() {
                    partners[partner] = Some(index);
                }
            }
            _ => {}
        }
        match token.text.as_str() {
            "{" => braces.push(index),
            "}" => {
                braces.pop();
            }
            _ => {}
        }
    }
    (partners, around)
}

/// Returns the tokens of a source, without comments and literals.
fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut tokens: Vec<Token> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text.as_bytes()[at..];
        let find = |what: &[u8], from: usize| {
            rest.get(from..)?.windows(what.len()).position(|window| window == what).map(|found| from + found)
        };
        let length = match rest {
            [b'/', b'/', ..] => find(b"\n", 2).unwrap_or(rest.len()),
            [b'/', b'*', ..] => find(b"*/", 2).map_or(rest.len(), |end| end + 2),
            [b'R', b'"', ..] => {
                let open = find(b"(", 2).unwrap_or(rest.len() - 1);
                let close = [b")", &rest[2..open.max(2)], b"\""].concat();
                find(&close, open).map_or(rest.len(), |end| end + close.len())
            }
            [quote @ (b'"' | b'\''), ..] => literal_length(rest, *quote),
            [first, ..] if first.is_ascii_alphanumeric() || *first == b'_' => {
                // A quotation mark inside of a number groups its digits.
                let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
                let grouped = |index: usize| {
                    first.is_ascii_digit() && rest[index] == b'\'' && rest.get(index + 1).is_some_and(is_part)
                };
                let end = (1..rest.len()).find(|&index| !is_part(&rest[index]) && !grouped(index));
                let length = end.unwrap_or(rest.len());
                tokens.push(Token { text: text[at..at + length].to_owned(), at });
                length
            }
            [first, ..] if first.is_ascii_graphic() => {
                tokens.push(Token { text: char::from(*first).to_string(), at });
                1
            }
            _ => 1,
        };
        at += length;
    }
    tokens
}

/// Returns the length of a literal in quotation marks. It ends at the end of the line at the latest.
fn literal_length(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while let Some(&byte) = rest.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' => return at,
            _ if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source::new("x.cpp".to_owned(), text.to_owned())
    }

    #[test]
    fn comments_and_literals_have_no_tokens() {
        let text = "a /* { */ b // }\nc \"d { \\\" }\" 'e' '\\'' R\"x(f } \" )x\" 1'000 g";
        let tokens: Vec<String> = source(text).tokens.into_iter().map(|token| token.text).collect();
        assert_eq!(tokens, ["a", "b", "c", "1'000", "g"]);
    }

    #[test]
    fn blocks_have_the_kind_of_their_declaration() {
        let source = source(
            "class A : B { public: void f(int a, char* b[]) const { for (int i = 0; i < 3; ++i) { if (x) { y(); } } } };\n\
             auto l = [&]() { z(); }; int main() { while (true) { w(); } }",
        );
        let kinds = |name: &str| {
            let index = source.tokens.iter().position(|token| token.text == name).unwrap();
            source.braces_around(index).into_iter().map(|brace| source.block_kind(brace)).collect::<Vec<_>>()
        };
        assert_eq!(kinds("y"), [BlockKind::Other, BlockKind::Loop, BlockKind::Function, BlockKind::Class]);
        assert_eq!(kinds("z"), [BlockKind::Other]);
        assert_eq!(kinds("w"), [BlockKind::Loop, BlockKind::Function]);
        assert_eq!(source.parameters(source.functions("f").next().unwrap()), ["a", "b"]);
        assert_eq!(source.functions("y").count(), 0);
    }

    #[test]
    fn variables_are_found_by_type_or_name() {
        let source = source(
            "SDL_Window* window = nullptr; class Map; Map get(int) { } Map map; Dungeon dungeon{}; vector<Monster> all;",
        );
        let all = 0..source.tokens.len();
        assert_eq!(source.variable(&["SDL_Window", "*"], all.clone()).as_deref(), Some("window"));
        assert_eq!(source.variable(&["Map"], all.clone()).as_deref(), Some("map"));
        assert_eq!(source.variable(&["vector", "<", "Monster", ">"], all.clone()).as_deref(), Some("all"));
        assert_eq!(source.variable_named(&["level", "dungeon"], all).as_deref(), Some("dungeon"));
    }
}
