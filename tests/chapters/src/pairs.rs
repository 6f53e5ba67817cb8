//! `chapters beside 7 CLONE -o FILE`: the C++ of a part beside the Rust of its chapter, as one page of HTML
//! that needs no network. In a book whose reader has a clone each part has such a page, with the words of the
//! chapter's page above the code that they introduce.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::chapter::{Chapter, title};
use crate::colour::{block, escaped};
use crate::cpp::{find, pieces};
use crate::example;
use crate::files::{read, text};
use crate::index::{Row, rows};
use crate::order::in_order;
use crate::readme::{ITEMS, items};

const PAGE: &str = include_str!("../template/beside.html");

/// The page, and the files that the reader's clone of the series lacks.
///
/// # Errors
/// When the clone has none of the part's files, or a file cannot be read.
pub fn page(chapter: &Chapter, clone: &Path) -> Result<(String, Vec<String>), String> {
    let (body, missing) = body(chapter, clone, &Prose::new())?;
    let title = format!("Part {}: {}, C++ beside Rust", chapter.part, escaped(&title(chapter.part)?));
    Ok((PAGE.replace("TITLE", &title).replace("BODY", &body), missing))
}

/// The page of a book, as Markdown with HTML in it.
///
/// # Errors
/// As for [`page`]; also when the chapter's page cannot be read.
pub fn page_of_book(chapter: &Chapter, clone: &Path) -> Result<String, String> {
    let part = chapter.part;
    let (body, _) = body(chapter, clone, &prose(&text(&example::file(part, "md"))?))?;
    let between = |tag: &str| {
        let (begin, end) = (format!("<{tag}>"), format!("</{tag}>"));
        PAGE.split_once(&begin).and_then(|(_, rest)| rest.split_once(&end)).map_or("", |(inside, _)| inside)
    };
    // The page around has colours of its own, and its own margins.
    let style: String = between("style").lines().filter(|line| !line.starts_with("body ")).collect();
    let script = between("script");
    Ok(format!(
        "# Part {part}: C++ beside Rust\n\n<style>{style}.content main {{ max-width: none }}</style>\n\n{body}\n\
         <script>{script}</script>\n"
    ))
}

/// What a page says before the code that it shows, by the file and the name of what is shown first.
type Prose = BTreeMap<(String, String), String>;

fn prose(page: &str) -> Prose {
    let mut prose = Prose::new();
    let mut words: Vec<&str> = Vec::new();
    for paragraph in page.split("\n\n") {
        let marker = paragraph.strip_prefix("<!-- type ");
        if let Some((path, shown)) = marker.and_then(|marker| marker.split_once(": ")) {
            // What is declared there: `pub fn compute`, `const RADIUS`.
            let shown: Vec<&str> = shown.split_whitespace().collect();
            let names = shown.windows(2).filter(|pair| ["fn", "const", "struct", "enum"].contains(&pair[0]));
            for name in names.map(|pair| pair[1].trim_end_matches(':')) {
                prose.entry((path.to_owned(), name.to_owned())).or_insert(words.join("\n\n"));
            }
        }
        // Pictures, commands, headings and other code introduce nothing.
        if paragraph.starts_with(['#', '!', '`', '<', '|']) {
            words.clear();
        } else {
            words.push(paragraph);
        }
    }
    prose
}

/// The pairs of a page, and the files that the clone lacks.
fn body(chapter: &Chapter, clone: &Path, prose: &Prose) -> Result<(String, Vec<String>), String> {
    let part = chapter.part;
    let all = rows(chapter, |first, last| first <= part && part <= last)?;
    let files: BTreeSet<&str> = all.iter().map(|row| row.file.as_str()).collect();
    let rust = rust(chapter)?;
    let named: BTreeSet<usize> = all.iter().flat_map(|row| items_of(&rust, row)).collect();
    let (mut shown, mut explained) = (BTreeSet::new(), BTreeSet::new());
    let (mut missing, mut contents, mut body) = (Vec::new(), String::new(), String::new());
    let pair =
        |left: &str, right: &str| format!("<div class=\"pair\"><div>{left}</div><div>{right}</div></div>\n");
    for file in &files {
        let Some(path) = find(clone, part, file)? else {
            missing.push((*file).to_owned());
            continue;
        };
        let cpp = String::from_utf8_lossy(&read(&path)?).replace('\r', "");
        contents += &format!("<a href=\"#{file}\">{file}</a> ");
        body += &format!("<h2 id=\"{file}\">{file}</h2>\n");
        // What a header declares can be defined in the file beside it.
        let stem = file.split('.').next();
        let own: Vec<&Row> = all.iter().filter(|row| row.file.split('.').next() == stem).collect();
        let pieces = pieces(&cpp, &own);
        for (at, piece) in pieces.iter().enumerate() {
            let names = names(&all, &piece.rows);
            let code: Vec<&str> = cpp.lines().skip(piece.lines.start).take(piece.lines.len()).collect();
            let left = block(&code.join("\n"), piece.lines.start + 1, &|word| names.get(word).cloned());
            let mut right = String::new();
            // What Rust takes out of a function of the C++ says so, as "(in `monstersAct`)". It stands beside
            // the end of that function, other helpers below what is before them in their file.
            let goes_on = |row: &Row| pieces[at + 1..].iter().any(|piece| piece.rows.contains(&row));
            let says_so = |item: &usize, row: &Row| {
                let is_it = |name: &str| rust[*item].text.contains(&format!("(in `{name}`"));
                !goes_on(row) && !named.contains(item) && (is_it(&row.name) || is_it(&row.whole()))
            };
            let parts = |row: &Row| (0..rust.len()).filter(|item| says_so(item, row)).collect::<Vec<_>>();
            let items =
                |row| [items_of(&rust, row), parts(row)].concat().into_iter().map(move |item| (row, item));
            for (row, first) in piece.rows.iter().flat_map(|row| items(*row)) {
                let is_helper = |item: &usize| {
                    let Declared { path, text, .. } = &rust[*item];
                    *path == rust[first].path && !named.contains(item) && !text.contains("(in `")
                };
                let place = format!("<p>{}:{}", rust[first].path, rust[first].line);
                let is_new = pieces[..at].iter().all(|piece| !piece.rows.contains(&row));
                if is_new && shown.contains(&first) && !right.contains(&place) {
                    right += &format!("{place}, above</p>\n");
                }
                for item in [first].into_iter().chain((first + 1..rust.len()).take_while(is_helper)) {
                    if shown.insert(item) {
                        let Declared { path, name, .. } = &rust[item];
                        let last = name.rsplit("::").next().unwrap_or(name).to_owned();
                        if let Some(words) =
                            prose.get(&(path.clone(), last)).filter(|words| !words.is_empty())
                        {
                            right += &format!("\n\n{words}\n\n");
                        }
                        right += &rust[item].block(&names);
                    }
                }
            }
            let whole: Vec<String> = piece.rows.iter().map(|row| row.whole()).collect();
            let is_inside = |row: &Row| row.path.is_none() && whole.contains(&row.owner);
            let is_itself = |row: &Row| piece.rows.contains(&row) && items_of(&rust, row).is_empty();
            for row in all.iter().filter(|row| is_inside(row) || is_itself(row)) {
                let reason = row.rust.as_deref().unwrap_or("nothing of this name").replace('`', "");
                if explained.insert(row.whole()) {
                    right += &format!("<p><code>{}</code>: {}</p>\n", escaped(&row.name), escaped(&reason));
                }
            }
            if !right.is_empty() || code.iter().any(|line| !line.is_empty()) {
                body += &pair(&left, &right);
            }
        }
    }
    if missing.len() == files.len() {
        let clone = clone.display();
        return Err(format!(
            "{clone} has no files of part {part}: give the folder with 'part 1', 'part 2' and so on"
        ));
    }
    body += "<h2>Rust without a piece of C++ beside it</h2>\n";
    for (_, item) in rust.iter().enumerate().filter(|(item, _)| !shown.contains(item)) {
        body += &pair("", &item.block(&BTreeMap::new()));
    }
    // A number stands more than once here, so it is no anchor.
    let body = format!("<p>{contents}</p>\n{body}").replace("<span id=\"L", "<span data-line=\"");
    Ok((body, missing))
}

/// What the names of the C++ are called in Rust, as far as they are one word. Those inside of the piece come
/// last, so that they count.
fn names(all: &[Row], own: &[&Row]) -> BTreeMap<String, String> {
    let is_inside = |row: &&Row| own.iter().any(|own| row.owner == own.whole());
    let others = all.iter().filter(|row| row.kind != "local" && row.kind != "constant" || row.owner == "-");
    let rows = others.chain(all.iter().filter(is_inside)).filter(|row| row.path.is_some());
    let word = |row: &Row| Some(row.rust.as_deref()?.split('`').nth(1)?.rsplit("::").next()?.to_owned());
    rows.filter_map(|row| Some((row.name.clone(), word(row)?))).collect()
}

/// Something that a chapter declares.
struct Declared {
    path: String,
    line: usize,
    name: String,
    text: String,
}

impl Declared {
    fn block(&self, names: &BTreeMap<String, String>) -> String {
        let known = |word: &str| names.values().find(|name| *name == word).cloned();
        format!("<p>{}:{}</p>\n{}", self.path, self.line, block(&self.text, self.line, &known))
    }
}

/// What a chapter declares, in the order of its files.
fn rust(chapter: &Chapter) -> Result<Vec<Declared>, String> {
    let declared = items(&chapter.sources, &ITEMS)?;
    let mut all = Vec::new();
    for path in in_order(declared.keys()) {
        for (name, text) in &declared[path] {
            let before = chapter.sources[path].split(text.as_str()).next().unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            let indent = before.rsplit('\n').next().unwrap_or_default();
            let (path, name, text) = (path.clone(), name.clone(), format!("{indent}{text}"));
            all.push(Declared { path, line, name, text });
        }
    }
    Ok(all)
}

/// What a name became: the items that its row names, of a field the type.
fn items_of(rust: &[Declared], row: &Row) -> Vec<usize> {
    let words = row.rust.as_deref().unwrap_or_default().split('`').skip(1).step_by(2);
    let find = |name: &str| {
        let is_it = |item: &Declared| item.name == name || item.name.ends_with(&format!("::{name}"));
        rust.iter().position(|item| Some(&item.path) == row.path.as_ref() && is_it(item))
    };
    let own = |word: &str| {
        let (owner, last) = word.rsplit_once("::").unwrap_or((word, word));
        find(word).or_else(|| find(last)).or_else(|| find(owner))
    };
    words.filter_map(own).collect()
}
