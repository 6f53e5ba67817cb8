//! The book: every link and every anchor leads somewhere, on a code host, in the HTML that mdbook makes of
//! the repository, and in that of a book in a folder of its own.
//!
//! The HTML is tested where mdbook is installed, in the version that releases use.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use chapters::chapter::{LAST, root};
use chapters::html::web::pictures::cropped;

/// All files below a folder with this ending. What is compiled and what is for the tool alone is left out.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let left_out = ["target", "pages", "exercises", "src", "template", "tests", "tries"];
    let own = left_out.map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !own.contains(&path) && !path.ends_with("target") {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found
}

/// Readers load the scripts and styles with every page, and can read them.
#[test]
fn scripts_and_styles_are_short() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = [files(&folder.join("web"), "js"), files(&folder.join("web"), "css")].concat();
    let lines_of = |ending: &str, other: Option<&str>| {
        let is_read = |path: &&PathBuf| {
            path.extension().is_some_and(|own| own == ending) && !path.ends_with("module.js")
        };
        let texts = own.iter().filter(is_read).map(|path| fs::read_to_string(path).unwrap());
        texts.chain(other.map(|name| fs::read_to_string(folder.join(name)).unwrap())).collect::<String>()
    };
    for (text, most) in [(lines_of("js", None), 900), (lines_of("css", Some("book.css")), 200)] {
        let count = text.lines().count();
        assert!(count > most / 2 && count <= most, "{count} lines; at most {most} are allowed");
        let long = text.lines().find(|line| line.chars().count() > 110);
        assert!(long.is_none(), "too long: {long:?}");
    }
}

/// Returns what stands between each `begin` and the `end` behind it.
fn between<'t>(text: &'t str, begin: &str, end: char) -> Vec<&'t str> {
    text.split(begin).skip(1).filter_map(|rest| Some(rest.split_once(end)?.0)).collect()
}

/// The anchors of a file: of a source file its lines, of a page its headings, of HTML its identifiers.
fn anchors(path: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(path).unwrap();
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => between(&text, "id=\"", '"').into_iter().map(str::to_owned).collect(),
        Some("md") => {
            let headings = text.lines().filter_map(|line| line.strip_prefix('#'));
            let kept = |c: &char| c.is_alphanumeric() || [' ', '-', '_'].contains(c);
            let anchor = |heading: &str| {
                heading.trim_start_matches(['#', ' ']).chars().filter(kept).collect::<String>()
            };
            headings.map(|heading| anchor(heading).to_lowercase().replace(' ', "-")).collect()
        }
        _ => (1..=text.lines().count()).map(|line| format!("L{line}")).collect(),
    }
}

/// Follows links: the page, and where it leads. Returns how many were followed, and those that lead nowhere.
fn follow<'l>(links: impl Iterator<Item = (&'l Path, &'l str)>) -> (usize, Vec<String>) {
    let mut known: BTreeMap<PathBuf, BTreeSet<String>> = BTreeMap::new();
    let (mut followed, mut broken) = (0, Vec::new());
    // A state of a figure is no anchor: the page's script follows such a link.
    let elsewhere = ["://", "data:", "#steps?"];
    for (page, link) in links.filter(|(_, link)| !elsewhere.iter().any(|words| link.contains(words))) {
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let target = if file.is_empty() { page.to_owned() } else { page.parent().unwrap().join(file) };
        let target = target.canonicalize().unwrap_or(target);
        followed += 1;
        let is_there = target.exists()
            && (anchor.is_empty()
                || known.entry(target.clone()).or_insert_with(|| anchors(&target)).contains(anchor));
        if !is_there {
            broken.push(format!("{}: {link}", page.display()));
        }
    }
    (followed, broken)
}

/// Follows every link of the pages in a folder.
fn follow_pages(folder: &Path) {
    let pages = files(folder, "md");
    assert!(pages.len() > 70, "{}", pages.len());
    let prose = |page: PathBuf| {
        let text = fs::read_to_string(&page).unwrap();
        // What stands in a block of code is no link.
        (page, text.split("```").step_by(2).collect())
    };
    let texts: Vec<(PathBuf, String)> = pages.into_iter().map(prose).collect();
    let links = texts.iter().flat_map(|(page, text)| {
        between(text, "](", ')').into_iter().map(move |link| (page.as_path(), link))
    });
    let (followed, broken) = follow(links);
    println!("{followed} links of pages");
    assert!(followed > 1000 && broken.is_empty(), "{} of {followed}: {broken:#?}", broken.len());
}

/// As the pages are read on a code host.
#[test]
fn links_of_all_pages_lead_somewhere() {
    follow_pages(Path::new(env!("CARGO_MANIFEST_DIR")));
}

/// A page names a line of code, so the link must not lead beside it.
#[test]
fn links_of_pages_lead_to_declarations_and_statements() {
    for part in 1..=LAST {
        let folder = root().join(format!("tests/chapters/part{part:02}"));
        let page = fs::read_to_string(folder.join("README.md")).unwrap();
        for link in between(&page, "](src/", ')') {
            let Some((path, number)) = link.split_once("#L") else { continue };
            let source = fs::read_to_string(folder.join("src").join(path)).unwrap();
            let line = source.lines().nth(number.parse::<usize>().unwrap() - 1).unwrap().trim();
            let is_beside = matches!(line, "" | "}") || line.starts_with("use ") || line.starts_with("mod ");
            assert!(!is_beside, "page {part} links to {link}: {line:?}");
        }
    }
}

/// A picture with black around it can only become smaller.
#[test]
fn pictures_of_pages_end_where_nothing_is_drawn() {
    for part in 1..=LAST {
        let file = root().join(format!("tests/chapters/part{part:02}/{part:02}.png"));
        let picture = fs::read(&file).unwrap();
        assert!(cropped(&picture).unwrap() == picture, "{} has black around it", file.display());
    }
}

/// Builds a book. Returns the folder of the HTML, or none where there is no mdbook.
fn build(book: &Path, name: &str) -> Option<PathBuf> {
    let scripts =
        [".ci/common", ".ci/release"].map(|path| fs::read_to_string(root().join(path)).unwrap()).concat();
    let version =
        |rest: &'_ str| rest.split(|c: char| !c.is_ascii_digit() && c != '.').next().unwrap().to_owned();
    let pinned = ["mdbook=", "mdbook@"].iter().flat_map(|name| scripts.split(name).skip(1)).map(version);
    let pinned = pinned.into_iter().find(|version| !version.is_empty()).expect("a version of mdbook");
    let version = Command::new("mdbook").arg("--version").output().map(|output| output.stdout);
    if version.ok() != Some(format!("mdbook v{pinned}\n").into_bytes()) {
        println!("the HTML is not tested: `cargo install --locked mdbook@{pinned}` installs mdbook");
        return None;
    }
    let html = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book").join(name);
    fs::remove_dir_all(&html).ok();
    let output = Command::new("mdbook")
        .args(["build", "--dest-dir"])
        .arg(&html)
        .arg(book)
        .env("MDBOOK_PREPROCESSOR__CHAPTERS__COMMAND", format!("'{}' mdbook", env!("CARGO_BIN_EXE_chapters")))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !said.contains("WARN") && !said.contains("ERROR"), "{said}");
    Some(html)
}

/// Follows every link of a book's HTML.
fn follow_html(html: &Path) {
    let pages: Vec<(PathBuf, String)> = files(html, "html")
        .into_iter()
        .map(|page| (page.clone(), fs::read_to_string(page).unwrap()))
        .collect();
    let links = pages.iter().flat_map(|(page, text)| {
        let all = [between(text, "href=\"", '"'), between(text, "src=\"", '"')].concat();
        all.into_iter().map(move |link| (page.as_path(), link))
    });
    let (followed, broken) = follow(links);
    println!("{followed} links in {} pages", pages.len());
    assert!(broken.is_empty(), "{} of {followed}: {broken:#?}", broken.len());
    assert!(pages.len() > 300 && followed > 10_000, "{followed} links in {} pages", pages.len());
    // A name of the C++ is found, and a line of the sources has its anchor and its colours.
    let text = |path: &str| fs::read_to_string(html.join(path)).unwrap();
    assert!(
        text("index.html").contains("Part 3: Field of View") || text("toc.html").contains("Field of View")
    );
    let fov = text("part03/src/fov.rs.html");
    assert!(fov.contains("id=\"L39\"") && fov.contains("hljs-keyword"), "{fov}");
    let is_index = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().starts_with("searchindex");
    let index = files(html, "js").into_iter().find(is_index).unwrap();
    assert!(fs::read_to_string(index).unwrap().contains("castLight"));
}

#[test]
fn links_of_the_html_of_the_repository_lead_somewhere() {
    if let Some(html) = build(Path::new(env!("CARGO_MANIFEST_DIR")), "repository") {
        follow_html(&html);
    }
}

#[test]
fn links_of_the_html_of_a_book_of_its_own_lead_somewhere() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book/alone");
    fs::remove_dir_all(&folder).ok();
    let output = Command::new(env!("CARGO_BIN_EXE_chapters")).arg("1..17").arg(&folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    follow_pages(&folder);
    if let Some(html) = build(&folder, "alone.html") {
        follow_html(&html);
    }
}
