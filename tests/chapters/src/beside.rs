//! Comments behind what they explain: a chapter is a program, and nothing renders the documentation of its
//! constants. Those of fields and variants stay above, because rustfmt would move them with every new field.

use crate::cut::WIDTH;
use crate::docs::sentences;

/// A formatted text with comments of one line behind constants, rows of tables and arms of one line, where
/// both together are not too long. Which comments are about several constants is the same in all chapters:
/// the file in the sources tells.
pub fn beside(text: &str, source: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    for line in text.lines() {
        let is_constant = line.starts_with("const ") || line.starts_with("pub const ");
        let is_row = (line.ends_with(',') || line.ends_with("=> {}")) && !line.contains("//");
        let words = match out.last().and_then(|above| above.trim_start().strip_prefix("//")) {
            // A comment of several lines stays.
            Some(_) if out.iter().nth_back(1).is_some_and(|line| line.trim_start().starts_with("//")) => None,
            Some(words) if is_constant && line.ends_with(';') && !is_heading(line, source) => {
                words.strip_prefix('/')
            }
            Some(words) if is_row => words.strip_prefix(' '),
            _ => None,
        };
        let joined = words.map(|words| format!("{line} // {}", plain(words.trim())));
        if let Some(joined) = joined.filter(|joined| joined.chars().count() <= WIDTH) {
            out.pop();
            out.push(joined);
        } else {
            out.push(line.to_owned());
        }
    }
    out.join("\n") + "\n"
}

/// Returns true if another constant follows directly: a comment above is about both.
fn is_heading(line: &str, source: &str) -> bool {
    let own = line.split_once("const ").and_then(|(_, rest)| rest.split(':').next()).unwrap_or_default();
    let own = format!("const {own}:");
    let next = source.lines().skip_while(|line| !line.contains(&own)).nth(1).unwrap_or_default();
    next.contains("const ")
}

/// A comment without links, and without its period if it is a single sentence.
fn plain(words: &str) -> String {
    let words = words.replace("[`", "`").replace("`]", "`");
    if sentences(&words).len() == 1 { words.trim_end_matches('.').to_owned() } else { words }
}
