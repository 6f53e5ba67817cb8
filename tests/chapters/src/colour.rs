//! Code as HTML, in the colours of mdbook's themes.

/// A language that is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Rust,
    Cpp,
    /// A unified diff.
    Diff,
    /// Anything else.
    Plain,
}

const RUST: &str = "as break const continue crate dyn else enum extern false fn for if impl in let loop match \
                    mod move mut pub ref return self Self static struct super trait true type unsafe use where while";
const CPP: &str = "auto bool break case char class const constexpr continue default delete do double else enum \
                   explicit false float for if inline int namespace new nullptr operator override private public \
                   return sizeof static static_cast struct switch template this true unsigned using virtual void while";

impl Language {
    /// The language of a file, by the ending of its path.
    pub fn of(path: &str) -> Language {
        match path.rsplit('.').next() {
            Some("rs") => Language::Rust,
            Some("cpp" | "h" | "hpp") => Language::Cpp,
            Some("diff") => Language::Diff,
            _ => Language::Plain,
        }
    }
}

/// Returns the text with the characters that HTML needs itself written in its way.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The lines of a code, coloured. A word for which `known` returns a key gets it as the attribute `data-name`.
pub fn lines(code: &str, language: Language, known: &dyn Fn(&str) -> Option<String>) -> Vec<String> {
    let tokens: Vec<(&str, &str)> = match language {
        Language::Rust | Language::Cpp => tokens(code, language),
        Language::Diff => code.split_inclusive('\n').map(|line| (changed(line), line)).collect(),
        Language::Plain => vec![("", code)],
    };
    let mut html = vec![String::new()];
    for (class, text) in tokens {
        let name = known(text).map_or(String::new(), |name| format!(" data-name=\"{}\"", escaped(&name)));
        for (at, piece) in text.split('\n').enumerate() {
            if at > 0 {
                html.push(String::new());
            }
            let Some(line) = html.last_mut().filter(|_| !piece.is_empty()) else { continue };
            *line += &match class {
                "" if name.is_empty() => escaped(piece),
                class => format!("<span class=\"hljs-{class}\"{name}>{}</span>", escaped(piece)),
            };
        }
    }
    html.pop_if(|last| last.is_empty());
    html
}

/// The class of a line of a diff.
fn changed(line: &str) -> &'static str {
    match line.as_bytes() {
        [b'+', ..] => "addition",
        [b'-', ..] => "deletion",
        [b'@', ..] => "meta",
        _ => "",
    }
}

/// Takes a code apart: the class of each piece, and its text.
fn tokens(code: &str, language: Language) -> Vec<(&'static str, &str)> {
    let keywords = if language == Language::Rust { RUST } else { CPP };
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut tokens = Vec::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let line = rest.find('\n').unwrap_or(rest.len());
        let word = rest.find(|letter| !is_word(letter)).unwrap_or(rest.len());
        let (class, length) = match first {
            '/' if rest.starts_with("//") => ("comment", line),
            '/' if rest.starts_with("/*") => ("comment", rest.find("*/").map_or(rest.len(), |end| end + 2)),
            '#' if rest[1..].starts_with(|next: char| "[!".contains(next) || next.is_alphabetic()) => {
                ("meta", line)
            }
            '"' => ("string", quoted(rest, '"')),
            // A lifetime has no second apostrophe.
            '\'' if rest[1..].starts_with('\\') || rest.chars().nth(2) == Some('\'') => {
                ("string", quoted(rest, '\''))
            }
            _ if first.is_ascii_digit() => {
                let fraction = rest[word..]
                    .strip_prefix('.')
                    .filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
                let digits = fraction.map(|rest| rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()));
                ("number", word + digits.map_or(0, |digits| digits + 1))
            }
            _ if is_word(first) => {
                let next = rest[word..].chars().next();
                let class = match &rest[..word] {
                    name if keywords.split_whitespace().any(|keyword| keyword == name) => "keyword",
                    _ if next == Some('!') && !rest[word..].starts_with("!=") => "built_in",
                    name if name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase) => {
                        "type"
                    }
                    _ if next == Some('(') => "title",
                    _ => "",
                };
                (class, word)
            }
            _ => ("", first.len_utf8()),
        };
        tokens.push((class, &rest[..length]));
        rest = &rest[length..];
    }
    tokens
}

/// The length of a literal that begins with a quotation mark, with both marks.
fn quoted(text: &str, mark: char) -> usize {
    let mut is_escaped = false;
    let end = text.char_indices().skip(1).find(|(_, letter)| {
        let is_end = *letter == mark && !is_escaped;
        is_escaped = *letter == '\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

#[cfg(test)]
mod tests {
    use super::{Language, lines};

    #[test]
    fn pieces_of_code_have_classes() {
        let html = lines("let a = 'x'; // \"b\"\nf::<'r>(\"\\\"\", 1.5, 0..2)\n", Language::Rust, &|_| None);
        assert_eq!(
            html,
            [
                "<span class=\"hljs-keyword\">let</span> a = <span class=\"hljs-string\">'x'</span>; \
                 <span class=\"hljs-comment\">// &quot;b&quot;</span>",
                "f::&lt;'r&gt;(<span class=\"hljs-string\">&quot;\\&quot;&quot;</span>, \
                 <span class=\"hljs-number\">1.5</span>, <span class=\"hljs-number\">0</span>..<span \
                 class=\"hljs-number\">2</span>)"
            ]
        );
    }
}
