//! A C++ source taken apart as far as finding places in it needs: words outside of comments and texts, and
//! blocks in braces.

use std::ops::Range;

/// A source, and what is to be changed in it.
pub(super) struct Source {
    /// Its path in the folder, with `/`.
    pub name: String,
    pub text: String,
    pub words: Vec<Word>,
    /// What stands in place of which bytes, in any order. An empty range is an insertion.
    pub edits: Vec<(Range<usize>, String)>,
}

/// A name, a number or a single other character, outside of comments and texts.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub text: String,
    pub at: usize,
}

impl Word {
    /// Returns the position behind it.
    pub fn end(&self) -> usize {
        self.at + self.text.len()
    }

    /// Returns true if it can be the name of something.
    pub fn is_name(&self) -> bool {
        self.text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
    }
}

/// What a block in braces belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Head {
    Loop,
    Class,
    Function,
    Other,
}

impl Source {
    pub fn new(name: String, text: String) -> Source {
        let words = words(&text);
        Source { name, text, words, edits: Vec::new() }
    }

    /// Returns the folder in which it is: empty, or a name and a `/`.
    pub fn folder(&self) -> &str {
        self.name.rfind('/').map_or("", |slash| &self.name[..=slash])
    }

    /// Returns true if it has a line of trace.hpp already.
    pub fn uses_header(&self) -> bool {
        self.sequences(&["trace", ":", ":"]).next().is_some()
    }

    /// Returns the index of each word with which these words begin.
    pub fn sequences<'s>(&'s self, wanted: &'s [&'s str]) -> impl Iterator<Item = usize> + 's {
        self.words
            .windows(wanted.len())
            .enumerate()
            .filter(move |(_, words)| words.iter().zip(wanted).all(|(word, wanted)| word.text == *wanted))
            .map(|(index, _)| index)
    }

    pub fn word(&self, index: usize) -> &str {
        self.words.get(index).map_or("", |word| word.text.as_str())
    }

    /// Returns the index of the bracket that closes the one at this index.
    pub fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0;
        (open..self.words.len()).find(|&index| {
            match self.word(index) {
                "(" | "{" | "[" => depth += 1,
                ")" | "}" | "]" => depth -= 1,
                _ => {}
            }
            depth == 0
        })
    }

    /// Returns the indices of the braces around a word, the innermost first.
    pub fn braces_around(&self, index: usize) -> Vec<usize> {
        let mut open = Vec::new();
        for at in 0..index {
            match self.word(at) {
                "{" => open.push(at),
                "}" => {
                    open.pop();
                }
                _ => {}
            }
        }
        open.reverse();
        open
    }

    /// Returns the index of the first word of what stands before a brace and belongs to it.
    pub fn head_start(&self, brace: usize) -> usize {
        let mut depth = 0;
        let start = (0..brace).rev().find(|&index| {
            match self.word(index) {
                ")" => depth += 1,
                "(" => depth -= 1,
                ";" | "{" | "}" if depth == 0 => return true,
                _ => {}
            }
            depth < 0
        });
        start.map_or(0, |index| index + 1)
    }

    /// Returns what a brace belongs to.
    pub fn head(&self, brace: usize) -> Head {
        let start = self.head_start(brace);
        let words: Vec<&str> = (start..brace).map(|index| self.word(index)).collect();
        // `public:` and the like may stand before it.
        let first = words.iter().rposition(|&word| word == ":").map_or(0, |colon| colon + 1);
        match words.first() {
            Some(&("while" | "for" | "do")) => Head::Loop,
            Some(&("if" | "else" | "switch" | "try" | "catch" | "namespace" | "enum" | "case")) => {
                Head::Other
            }
            _ if words.contains(&"class") || words.contains(&"struct") && !words.contains(&"(") => {
                Head::Class
            }
            _ if words.contains(&"[") && words.contains(&"=") => Head::Other,
            _ if words.contains(&"(") || words.get(first) == Some(&"(") => Head::Function,
            _ => Head::Other,
        }
    }

    /// Returns the index of the `(` of each definition of a function with this name.
    pub fn functions<'s>(&'s self, name: &'s str) -> impl Iterator<Item = usize> + 's {
        self.sequences_of_call(name).filter(|&open| self.body(open).is_some())
    }

    fn sequences_of_call<'s>(&'s self, name: &'s str) -> impl Iterator<Item = usize> + 's {
        (1..self.words.len()).filter(move |&index| self.word(index) == "(" && self.word(index - 1) == name)
    }

    /// Returns the index of the `{` of the function whose parameters begin at this `(`, if it is defined
    /// there.
    pub fn body(&self, open: usize) -> Option<usize> {
        let mut at = self.closing(open)? + 1;
        while matches!(self.word(at), "const" | "noexcept" | "override" | "final") {
            at += 1;
        }
        (self.word(at) == "{").then_some(at)
    }

    /// Returns the names of the parameters that begin at this `(`. One without a name is empty.
    pub fn parameters(&self, open: usize) -> Vec<String> {
        let Some(close) = self.closing(open).filter(|close| *close > open + 1) else { return Vec::new() };
        let words = &self.words[open + 1..close];
        let name = |words: &[Word]| {
            // `char* argv[]` ends with its brackets.
            let named: Vec<&Word> = words.iter().filter(|word| word.is_name()).collect();
            let last = named.last().filter(|_| named.len() > 1);
            last.map(|word| word.text.clone()).unwrap_or_default()
        };
        words.split(|word| word.text == ",").map(name).collect()
    }

    /// Returns the first variable of a type among these words: `TYPE NAME` before `;`, `=`, `{` or `(`.
    pub fn variable(&self, ty: &[&str], within: Range<usize>) -> Option<String> {
        self.sequences(ty).filter(|index| within.contains(index)).find_map(|index| {
            let at = index + ty.len();
            let is_type = !matches!(self.word(index.wrapping_sub(1)), "class" | "struct" | "friend");
            let ends = matches!(self.word(at + 1), ";" | "=" | "{" | "(");
            let name = self.words.get(at).filter(|word| is_type && ends && word.is_name())?;
            // A function that returns the type is none.
            (self.word(at + 1) != "(" || self.body(at + 1).is_none()).then(|| name.text.clone())
        })
    }

    /// Returns the first of some names that a variable of any type has among these words.
    pub fn variable_named(&self, names: &[&str], within: Range<usize>) -> Option<String> {
        let is_declared = |name: &str| {
            within.clone().skip(1).any(|index| {
                let before = &self.words[index - 1];
                let is_type =
                    before.is_name() && !matches!(before.text.as_str(), "return" | "else" | "delete");
                self.word(index) == name
                    && (is_type || before.text == ">")
                    && matches!(self.word(index + 1), ";" | "=" | "{")
            })
        };
        names.iter().find(|name| is_declared(name)).map(|name| (*name).to_owned())
    }

    /// Puts a statement first into the block of a brace, in the style of the block.
    pub fn insert_first(&mut self, brace: usize, statement: &str) {
        let end = self.words[brace].end();
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

    /// Puts a line at the start of a line.
    pub fn insert_lines(&mut self, at: usize, line: &str) {
        let end = if self.text.contains("\r\n") { "\r\n" } else { "\n" };
        self.edits.push((at..at, format!("{line}{end}")));
    }
}

/// Returns the words of a source without its comments and texts.
fn words(text: &str) -> Vec<Word> {
    let bytes = text.as_bytes();
    let mut words: Vec<Word> = Vec::new();
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
            [quote @ (b'"' | b'\''), ..] => text_length(rest, *quote),
            [first, ..] if first.is_ascii_alphanumeric() || *first == b'_' => {
                // A quotation mark inside of a number groups its digits.
                let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
                let grouped = |index: usize| {
                    first.is_ascii_digit() && rest[index] == b'\'' && rest.get(index + 1).is_some_and(is_part)
                };
                let end = (1..rest.len()).find(|&index| !is_part(&rest[index]) && !grouped(index));
                let length = end.unwrap_or(rest.len());
                words.push(Word { text: text[at..at + length].to_owned(), at });
                length
            }
            [first, ..] if first.is_ascii_graphic() => {
                words.push(Word { text: char::from(*first).to_string(), at });
                1
            }
            _ => 1,
        };
        at += length;
    }
    words
}

/// Returns the length of a text in quotation marks, which ends with its line at the latest.
fn text_length(rest: &[u8], quote: u8) -> usize {
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
    fn words_stand_outside_of_comments_and_texts() {
        let text = "a /* { */ b // }\nc \"d { \\\" }\" 'e' '\\'' R\"x(f } \" )x\" 1'000 g";
        let words: Vec<String> = source(text).words.into_iter().map(|word| word.text).collect();
        assert_eq!(words, ["a", "b", "c", "1'000", "g"]);
    }

    #[test]
    fn blocks_know_what_they_belong_to() {
        let source = source(
            "class A : B { public: void f(int a, char* b[]) const { for (int i = 0; i < 3; ++i) { if (x) { y(); } } } };\n\
             auto l = [&]() { z(); }; int main() { while (true) { w(); } }",
        );
        let heads = |name: &str| {
            let index = source.words.iter().position(|word| word.text == name).unwrap();
            source.braces_around(index).into_iter().map(|brace| source.head(brace)).collect::<Vec<_>>()
        };
        assert_eq!(heads("y"), [Head::Other, Head::Loop, Head::Function, Head::Class]);
        assert_eq!(heads("z"), [Head::Other]);
        assert_eq!(heads("w"), [Head::Loop, Head::Function]);
        assert_eq!(source.parameters(source.functions("f").next().unwrap()), ["a", "b"]);
        assert_eq!(source.functions("y").count(), 0);
    }

    #[test]
    fn variables_are_found_by_type_or_name() {
        let source = source(
            "SDL_Window* window = nullptr; class Map; Map get(int) { } Map map; Dungeon dungeon{}; vector<Monster> all;",
        );
        let all = 0..source.words.len();
        assert_eq!(source.variable(&["SDL_Window", "*"], all.clone()).as_deref(), Some("window"));
        assert_eq!(source.variable(&["Map"], all.clone()).as_deref(), Some("map"));
        assert_eq!(source.variable(&["vector", "<", "Monster", ">"], all.clone()).as_deref(), Some("all"));
        assert_eq!(source.variable_named(&["level", "dungeon"], all).as_deref(), Some("dungeon"));
    }
}
