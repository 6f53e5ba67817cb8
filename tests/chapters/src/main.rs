//! Cuts each chapter of the series out of the sources, as a program of its own.
#![forbid(unsafe_code)]

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use chapters::along::{self, Along};
use chapters::book;
use chapters::chapter::{LAST, chapter, library, root, series};
use chapters::diff::diff;
use chapters::files::{check_free, write_all, write_new};
use chapters::html;
use chapters::pairs;
use chapters::part_checks::Choice;
use chapters::repository;
use chapters::watch;

const USAGE: &str = "\
usage: cargo run -- [--stdlib L] 7 DIR            writes chapter 7 as a Cargo project
       cargo run -- [--stdlib L] 1..17 DIR        writes a book of chapters 1 to 17 into DIR
       cargo run -- write                         writes all chapters and their pages, in tests/chapters
       cargo run -- write pages                   writes only the pages
       cargo run -- [--stdlib L] diff 6 7         prints what chapter 7 changes
       cargo run -- watch 8 [EXERCISE] [-o DIR]   tests your solution at each change, in a copy below DIR
       cargo run -- along 3 [--to 5] -o DIR       writes the program as it is after snippet 5 of page 3
       cargo run -- along 3 DIR                   compares your own program in DIR with page 3
       cargo run -- beside 7 CLONE -o FILE        writes C++ and Rust side by side, with a clone of the series
       cargo run -- mdbook                        adds the source files as pages, for `mdbook build`";

/// Why a command failed.
enum Failure {
    /// The command line is wrong, or names something that does not exist.
    Usage(String),
    /// Anything else.
    Failed(String),
}

impl From<String> for Failure {
    fn from(problem: String) -> Failure {
        Failure::Failed(problem)
    }
}

fn main() -> ExitCode {
    let (problem, code) = match run() {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Usage(problem)) => (problem, 2),
        Err(Failure::Failed(problem)) => (problem, 1),
    };
    eprintln!("{problem}");
    ExitCode::from(code)
}

fn run() -> Result<(), Failure> {
    let mut words: Vec<String> = Vec::new();
    for word in env::args_os().skip(1) {
        let word = word.into_string();
        words.push(word.map_err(|word| Failure::Usage(format!("'{}' is not UTF-8", word.display())))?);
    }
    let sources = series()?;
    let mut value = |option: &str| {
        let Some(at) = words.iter().position(|word| word == option) else { return Ok(None) };
        words.remove(at);
        if at == words.len() {
            return Err(Failure::Usage(format!("{option} needs a name")));
        }
        Ok(Some(words.remove(at)))
    };
    let (name, output, to) = (value("--stdlib")?, value("-o")?, value("--to")?);
    let library = library(&sources, name.as_deref().unwrap_or("libstdc++")).map_err(Failure::Usage)?;
    let cut =
        |part: u8| chapter(&sources, &Choice { part, library: library.clone() }).map_err(Failure::Failed);
    // Those of the repository are written already, with GCC's random numbers.
    let written = || -> Result<_, Failure> {
        let all = if name.is_none() { repository::read()? } else { Vec::new() };
        Ok(move |part: u8| all.get(usize::from(part) - 1).cloned().map_or_else(|| cut(part), Ok))
    };
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["diff", before, after] => {
            let [before, after] = [number(before)?, number(after)?].map(written()?);
            print(&diff(&before?, &after?))
        }
        ["write"] => {
            // An error in a page must not discard the cut, which takes minutes.
            repository::write_code(&repository::cut()?)?;
            Ok(repository::write(&repository::read()?)?)
        }
        ["write", "pages"] => Ok(repository::write(&repository::read()?)?),
        ["watch", part, ref task @ ..] if task.len() < 2 => {
            let tries = output.map_or_else(|| root().join("tests/chapters/tries"), PathBuf::from);
            Ok(watch::watch(number(part)?, task.first().copied(), &tries)?)
        }
        ["along", part] => {
            let part = number(part)?;
            let along = plan(part)?;
            let to = to.as_deref().map_or(Ok(along.count), str::parse);
            let to = to.ok().filter(|to| *to <= along.count).ok_or_else(|| {
                Failure::Usage(format!("--to needs a number: page {part} has snippets 1 to {}", along.count))
            })?;
            let folder = output.ok_or_else(|| Failure::Usage("along needs -o DIR".to_owned()))?;
            check_free(Path::new(&folder))?;
            Ok(write_all(Path::new(&folder), &along::project(&along, part, to)?)?)
        }
        ["along", part, folder] => {
            let part = number(part)?;
            let along = plan(part)?;
            let own = along::own(Path::new(folder))?;
            let (last, departs) = along.fits(&own);
            print(&match departs {
                None => format!("Your program is the program of Part {part}.\n"),
                Some((file, line, wanted)) => format!(
                    "Your program matches the page up to snippet {last} of {}. It differs from snippet {} at \
                     line {line} of {file}, where the page has:\n{wanted}\n",
                    along.count,
                    last + 1
                ),
            })
        }
        ["beside", part, clone] => {
            let part = number(part)?;
            let path = output.ok_or_else(|| Failure::Usage("beside needs -o FILE".to_owned()))?;
            let chapter = &repository::read()?[usize::from(part) - 1];
            let (page, missing) = pairs::page(chapter, Path::new(clone))?;
            write_new(Path::new(&path), page.as_bytes())?;
            for file in missing {
                eprintln!("{clone} has no {file} for part {part} or an earlier one; the page leaves it out");
            }
            Ok(())
        }
        ["mdbook"] => {
            let input =
                io::read_to_string(io::stdin()).map_err(|error| format!("cannot read the book: {error}"))?;
            print(&html::preprocess(&input)?)
        }
        ["mdbook", "supports", "html"] => Ok(()),
        [range, folder] if range != "diff" => {
            let (first, last) = range.split_once("..").unwrap_or((range, range));
            let (first, last) = (number(first)?, number(last)?);
            if first > last {
                return Err(Failure::Usage(format!(
                    "{range} contains no chapter; give the smaller number first"
                )));
            }
            let folder = Path::new(folder);
            check_free(folder)?;
            let is_book = range.contains("..");
            let chapter = written()?;
            let before = if first > 1 { Some(chapter(first - 1)?) } else { None };
            let mut chapters = Vec::new();
            for part in first..=last {
                let chapter = chapter(part)?;
                // A book takes minutes.
                if is_book {
                    let files = chapter.sources.len();
                    print(&format!("part {part}: {} lines in {files} files\n", chapter.lines().count()))?;
                }
                chapters.push(chapter);
            }
            let files = if is_book {
                book::files(&chapters, before.as_ref(), book::START)?
            } else {
                let mut files = chapters[0].files(before.as_ref())?;
                if let Some(page) = files.get_mut("README.md") {
                    *page = book::alone(page, &[]);
                }
                files
            };
            Ok(write_all(folder, &files)?)
        }
        _ => Err(Failure::Usage(USAGE.to_owned())),
    }
}

/// The snippets of a page.
fn plan(part: u8) -> Result<Along, Failure> {
    let chapters = repository::read()?;
    let at = usize::from(part) - 1;
    let page = chapters::files::text(&chapters::example::file(part, "md"))?;
    Ok(Along::new(&page, &chapters[at], at.checked_sub(1).map(|at| &chapters[at]))?)
}

/// The number of a chapter.
fn number(word: &str) -> Result<u8, Failure> {
    let number = word.parse().ok().filter(|number| (1..=LAST).contains(number));
    let unknown = || format!("there is no chapter {word:?}: the series has chapters 1 to {LAST}");
    number.ok_or_else(|| Failure::Usage(unknown()))
}

/// Prints. A closed pipe at the other end is no error.
fn print(text: &str) -> Result<(), Failure> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Failed(format!("cannot print: {error}")))
        }
        _ => Ok(()),
    }
}
