//! Code as HTML, in the colours of mdbook's themes.

/// Words of Rust and of C++. What is a name in the other language is left out.
const KEYWORDS: &str = "as auto bool break case char class const constexpr continue crate delete double else enum explicit extern \
     false float fn for if impl inline int let loop match mod move mut namespace nullptr operator override private \
     pub public return self Self sizeof static static_cast struct super switch template this trait true unsigned \
     use using virtual void while";

/// Returns the text with the characters that HTML needs itself written in its way.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The lines of Rust or C++, coloured, as an element that counts from `first`. A word for which `known`
/// returns a name has it in the attribute `data-name`.
pub fn block(code: &str, first: usize, known: &dyn Fn(&str) -> Option<String>) -> String {
    let mut html = format!("<pre class=\"source hljs\" style=\"--before: {}\">", first - 1);
    let begin = |number: usize| format!("<span id=\"L{number}\">");
    let mut number = first;
    html += &begin(number);
    for (class, text) in tokens(code.trim_end()) {
        let name = known(text).map_or(String::new(), |name| format!(" data-name=\"{}\"", escaped(&name)));
        for (at, piece) in text.split('\n').enumerate() {
            if at > 0 {
                number += 1;
                html += &format!("\n</span>{}", begin(number));
            }
            html += &match class {
                "" if name.is_empty() => escaped(piece),
                class => format!("<span class=\"hljs-{class}\"{name}>{}</span>", escaped(piece)),
            };
        }
    }
    html + "\n</span></pre>\n"
}

/// Takes a code apart: the class of each piece, and its text.
pub fn tokens(code: &str) -> Vec<(&'static str, &str)> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut tokens = Vec::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let until = |end: &str| rest.find(end).unwrap_or(rest.len());
        let word = rest.find(|letter| !is_word(letter)).unwrap_or(rest.len());
        let (class, length) = match first {
            '/' if rest.starts_with("//") => ("comment", until("\n")),
            '/' if rest.starts_with("/*") => ("comment", (until("*/") + 2).min(rest.len())),
            '"' => ("string", quoted(rest, '"')),
            // A lifetime has no second apostrophe.
            '\'' if rest[1..].starts_with('\\') || rest.chars().nth(2) == Some('\'') => {
                ("string", quoted(rest, '\''))
            }
            _ if first.is_ascii_digit() => ("number", word),
            _ if word > 0 && KEYWORDS.split(' ').any(|keyword| keyword == &rest[..word]) => ("keyword", word),
            _ if first.is_uppercase() && rest[..word].contains(char::is_lowercase) => ("type", word),
            _ if is_word(first) => (if rest[word..].starts_with(['(', '!']) { "title" } else { "" }, word),
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
