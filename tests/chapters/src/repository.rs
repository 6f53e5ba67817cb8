//! The chapters that are in the repository: written from the sources, and compared with them.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;

use crate::book::{START_IN_REPOSITORY, files};
use crate::chapter::{Chapter, LAST, chapter, series};
use crate::files::{below, collect, entries, text, write_new};
use crate::part_checks::Choice;
use crate::privacy::keep_public;

/// The pages beside the chapters that are written with them, and the changes of each chapter.
const WRITTEN: [&str; 4] = [START_IN_REPOSITORY, "SUMMARY.md", "book.toml", "names.md"];
/// The command that writes them.
pub const COMMAND: &str = "cargo run --manifest-path tests/chapters/Cargo.toml -- write";

/// Cuts all chapters, with GCC's random numbers.
///
/// # Errors
/// When a chapter cannot be cut.
pub fn cut() -> Result<Vec<Chapter>, String> {
    let sources = series()?;
    let cut = |part: u8| chapter(&sources, &Choice { part, library: "Libstdcxx".to_owned() });
    // As many at once as there are folders to check them in, see `Checker`.
    let mut chapters = thread::scope(|scope| {
        let threads: Vec<_> = (1..=LAST).map(|part| scope.spawn(move || cut(part))).collect();
        let stopped = |_| Err("a thread that cuts a chapter stopped".to_owned());
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(stopped)).collect::<Result<Vec<_>, _>>()
    })?;
    steady(&mut chapters)?;
    Ok(chapters)
}

/// Makes chapters see alike what they share: nothing that is `pub` becomes private and `pub` again.
///
/// # Errors
/// When a source is no Rust.
pub fn steady(chapters: &mut [Chapter]) -> Result<(), String> {
    keep_public(chapters.iter_mut().map(|chapter| &mut chapter.sources).collect())
}

/// Reads the chapters that are in the repository, without the tests of their pages.
///
/// # Errors
/// When a file cannot be read.
pub fn read() -> Result<Vec<Chapter>, String> {
    let read = |part: u8| {
        let mut sources = collect(&folder().join(format!("part{part:02}/src")))?;
        sources.remove("tests.rs");
        let lock = text(&folder().join(format!("part{part:02}/Cargo.lock")))?;
        Ok(Chapter { part, sources, lock })
    };
    (1..=LAST).map(read).collect()
}

/// Writes all chapters to the repository. What an earlier version wrote and this one does not is removed.
///
/// # Errors
/// When a file cannot be read, written or removed.
pub fn write(chapters: &[Chapter]) -> Result<(), String> {
    let files = files(chapters, None, START_IN_REPOSITORY)?;
    for (path, place) in written()? {
        if files.get(&path) != fs::read(&place).ok().as_ref() {
            fs::remove_file(&place).map_err(|error| format!("cannot remove {}: {error}", place.display()))?;
        }
    }
    for (path, bytes) in &files {
        let place = folder().join(path);
        if !place.exists() {
            write_new(&place, bytes)?;
        }
    }
    Ok(())
}

/// Writes the code of all chapters to the repository, without their pages and the tests of these.
///
/// # Errors
/// When a file cannot be written or removed.
pub fn write_code(chapters: &[Chapter]) -> Result<(), String> {
    for chapter in chapters {
        let src = folder().join(format!("part{:02}/src", chapter.part));
        let problem = |error: io::Error| format!("cannot write {}: {error}", src.display());
        for path in collect(&src)?.keys().filter(|path| *path != "tests.rs") {
            fs::remove_file(src.join(path)).map_err(problem)?;
        }
        for (path, text) in &chapter.sources {
            write_new(&src.join(path), text.as_bytes())?;
        }
    }
    Ok(())
}

/// The folder that they are in.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// All files that this tool wrote, by their paths: folders of chapters, and the pages beside them. What cargo
/// makes in a chapter is left out.
///
/// # Errors
/// When a folder cannot be read.
pub fn written() -> Result<BTreeMap<String, PathBuf>, String> {
    let mut found = BTreeMap::new();
    for (name, place) in entries(&folder())? {
        if place.is_dir() && name.starts_with("part") {
            let made = ["target", "savegame.txt", "savegame-test.txt"];
            for (inner, place) in
                entries(&place)?.into_iter().filter(|(name, _)| !made.contains(&name.as_str()))
            {
                below(&place, &format!("{name}/{inner}"), &mut found)?;
            }
        } else if WRITTEN.contains(&name.as_str()) || name.starts_with("diff") {
            found.insert(name, place);
        }
    }
    Ok(found)
}
