//! HTML for the book's scripts: the game of a chapter, its figure, the code that the figure highlights, and
//! words for the search. All of it is hidden until a script shows it.

use std::collections::BTreeSet;
use std::path::Path;

use crate::colour::{block, escaped};
use crate::files;

pub mod pictures;
#[allow(dead_code, reason = "the build script of the module uses all of it")]
#[path = "traced.rs"]
mod traced;

use traced::{Traced, function};

const GAME: &str = include_str!("game.html");
const FIGURE: &str = include_str!("figure.html");
const FIGURES: &str = include_str!("figures.txt");
/// The still that a figure replaces.
const STILL: &str = "-steps.png)\n";

/// Returns the page of a chapter, `part07/README.md`, with its game and its figure; other pages as they are.
///
/// # Errors
/// If a file of the chapter cannot be read, or lacks a function.
pub fn with_scripts(page: &str, path: &str, root: &Path) -> Result<String, String> {
    let number = path.strip_prefix("part").and_then(|path| path.strip_suffix("/README.md")?.parse().ok());
    let Some(chapter) = number else { return Ok(page.to_owned()) };
    let mut page = page.to_owned();
    if let (Some(figure), Some(still)) = (figure(chapter), page.find(STILL)) {
        page.insert_str(still + STILL.len(), &format!("\n{figure}{}\n", code(chapter, root)?));
    }
    Ok(format!("{page}\n{GAME}"))
}

/// Returns the figure of a chapter as HTML.
fn figure(chapter: u8) -> Option<String> {
    let own = FIGURES.split("\n\n").find_map(|figure| figure.split_once(&format!("figure {chapter} ")))?.1;
    let (start, rest) = own.split_once('\n')?;
    let (mut hint, mut legend, mut controls) = (String::new(), String::new(), String::new());
    for (kind, words) in rest.lines().filter_map(|line| line.split_once(' ')) {
        match kind {
            "hint" => hint += &format!("{}\n", escaped(words)),
            "tile" | "line" | "frame" => {
                let (color, words) = words.split_once(' ')?;
                legend += &format!("<li><i class=\"{kind}\" style=\"color: {color}\"></i>{words}</li>\n");
            }
            "value" => {
                let [name, usual, min, max, words] =
                    words.splitn(5, ' ').collect::<Vec<_>>().try_into().ok()?;
                controls += &format!(
                    "<label>{words}: <output></output> <input type=\"range\" name=\"{name}\" \
                     value=\"{usual}\" min=\"{min}\" max=\"{max}\"></label>\n"
                );
            }
            _ => {
                let (link, words) = words.split_once(' ')?;
                hint += &format!("Try: <a href=\"#steps?{}\">{words}</a>.", escaped(link));
            }
        }
    }
    let values = [("START", escaped(start)), ("HINT", hint), ("LEGEND", legend), ("CONTROLS", controls)];
    Some(values.iter().fold(FIGURE.to_owned(), |html, (name, value)| html.replace(name, value.trim_end())))
}

/// Returns the functions whose lines the figure of a chapter highlights.
fn code(chapter: u8, root: &Path) -> Result<String, String> {
    let mut html = String::new();
    for Traced { file, function: name, .. } in Traced::all().into_iter().filter(|row| row.chapter == chapter)
    {
        let text = files::text(&root.join(format!("part{chapter:02}/src/{file}")))?;
        let (first, lines) = function(&text, name).ok_or_else(|| format!("{file} has no {name}"))?;
        // Several functions can contain the same line, so it can't be an anchor.
        let lines = block(lines, first, &|_| None).replace("<span id=\"L", "<span data-line=\"");
        html += &format!(
            "<div hidden data-function=\"{name}\" data-file=\"{file}\">{}</div>\n",
            lines.trim_end()
        );
    }
    Ok(html)
}

/// A page with the last words of names such as `std::mt19937`, which the search takes for one word, at the
/// end of each section, as text that is not seen.
pub fn searched(content: &str) -> String {
    let is_other = |c: char| !c.is_alphanumeric() && c != '_' && c != ':';
    let last = |name| Some(str::trim_matches(name, ':').rsplit_once("::")?.1);
    let (mut page, mut words) = (String::new(), BTreeSet::new());
    for (at, piece) in content.split("```").enumerate() {
        page += if at > 0 { "```" } else { "" };
        // In a block of code `##` begins no section.
        for (number, section) in
            if at % 2 == 0 { piece.split("\n## ") } else { piece.split("\0") }.enumerate()
        {
            if number > 0 {
                page += &format!("{}\n## ", hidden(&mut words));
            }
            words.extend(section.split(is_other).filter_map(last));
            page += section;
        }
    }
    page + &hidden(&mut words)
}

fn hidden(words: &mut BTreeSet<&str>) -> String {
    let text: Vec<&str> = std::mem::take(words).into_iter().collect();
    if text.is_empty() { String::new() } else { format!("\n\n<div hidden>{}</div>\n", text.join(" ")) }
}
