//! A patch that adds trace.hpp to C++ sources (`roguelike attach`). No file is changed.
//!
//! `folder.rs` reads the sources. `tokens.rs` divides each of them into tokens as the compiler does,
//! `source.rs` groups these, and `edits.rs` changes them. `places.rs` finds where each line of trace.hpp
//! goes, and describes the place of a line that it does not find; `events.rs` knows the lines of the event
//! loop. `glyphs.rs` knows the function that draws a character, `save_file.rs` finds the name of the save
//! file, and `includes.rs` finds which sources are used. `tiles.rs` and `members.rs` add functions that read
//! members of other names. `words.rs` finds expressions and names of reports in the sources. `patch.rs`
//! makes a unified diff. `check` (`roguelike check`) does the rest as well: it builds, records and compares.

pub mod check;
mod edits;
mod events;
mod folder;
mod glyphs;
mod includes;
mod members;
mod patch;
mod places;
mod save_file;
mod source;
mod tiles;
mod tokens;
mod words;

use std::io;
use std::path::{Path, PathBuf};

use folder::{MAX_SIZE, file_name, is_far};
use members::OwnName;
use roguelike::part::Part;
use roguelike::support::file;
use source::Source;

/// The header that is added.
static HEADER: &str = include_str!("../../../tests/cpp/trace.hpp");
/// Its file name.
const HEADER_NAME: &str = "trace.hpp";
/// The first bytes of the header, in every version.
const HEADER_START: &[u8] = b"// trace.hpp - records a run";

/// The first line of every patch. Tools that apply patches skip it.
pub(crate) const MARK: &str = "# A patch of roguelike attach\n";

/// A patch, and the lines that it leaves out.
#[derive(Debug)]
pub struct Attachment {
    /// The unified diff, with paths that begin with `a/` and `b/`. It contains lines of the sources byte for
    /// byte.
    pub patch: Vec<u8>,
    /// The lines without a place in the sources.
    pub left_out: Vec<LeftOut>,
    /// The names of the files that it changes or adds.
    pub files: Vec<String>,
}

/// A line that is not added.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LeftOut {
    /// Nothing can be compared without it. The text names the line and its place.
    #[error("{0}")]
    Needed(String),
    /// A library may do what cannot be repeated, as long as the game does not depend on it.
    #[error("{0}")]
    Far(String),
    /// No function was found that draws a single character, so the screen is not recorded.
    #[error(
        "trace::glyph(col, row, ch, color); goes first into the function that draws a glyph, which was not \
         found; the screen is not compared"
    )]
    Glyph,
}

impl LeftOut {
    /// Returns true if the rest can be compared without it.
    pub fn is_optional(&self) -> bool {
        matches!(self, LeftOut::Glyph | LeftOut::Far(_))
    }
}

/// The reason why a patch cannot be made.
#[allow(missing_docs, reason = "the texts say it")]
#[derive(Debug, thiserror::Error)]
pub enum AttachError {
    #[error("cannot read {}: {error}; name the folder that has your main.cpp", path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error("{} is in the way of the header; rename or remove it", .0.display())]
    Header(PathBuf),
    #[error("{} has more than {}; name the folder that only has your game", .0.display(), .1)]
    TooMuch(PathBuf, &'static str),
    #[error(
        "{} has no C++ sources (links are left alone); name the folder that has your main.cpp",
        .0.display()
    )]
    NoSources(PathBuf),
    #[error("{0} is a link, and links are left alone; put a copy of the file there")]
    Linked(String),
    #[error("{0} have a main each; name the folder of one program")]
    Several(String),
    #[error("{0} uses trace.hpp already; remove those lines first, or add what is missing by hand")]
    Attached(String),
    #[error(
        "{0} has a namespace trace of its own, or a class; trace.hpp uses this name, so give yours \
         another name"
    )]
    OwnTrace(String),
}

/// Returns the first source that calls trace.hpp.
/// Fails if a source has its own namespace or class `trace`.
fn attached(sources: &[Source]) -> Result<Option<&Source>, AttachError> {
    let is_own = |source: &Source, at: usize| match source.before(at) {
        "namespace" => source.before(at - 1) != "using" && matches!(source.token(at + 1), "{" | "="),
        "struct" | "class" | "enum" | "union" => matches!(source.token(at + 1), "{" | ":" | "final"),
        _ => false,
    };
    let mut near = sources.iter().filter(|source| !is_far(&source.name));
    if let Some(own) = near.find(|source| source.places("trace").any(|at| is_own(source, at))) {
        return Err(AttachError::OwnTrace(own.name.clone()));
    }
    let calls = |source: &&Source| source.places("trace").any(|index| source.token(index + 1) == "::");
    Ok(sources.iter().find(calls))
}

/// Returns true if the header is there already, in its newest version.
/// Fails if something else has its name.
fn header_of(folder: &Path, header: &str) -> Result<bool, AttachError> {
    let path = folder.join(header);
    match file::read_regular(&path, MAX_SIZE) {
        Ok(old) if old.starts_with(HEADER_START) => Ok(old == HEADER.as_bytes()),
        Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => Ok(false),
        _ => Err(AttachError::Header(path)),
    }
}

/// Adds the lines of a part to the sources. Returns the lines without a place, the path of the header, which
/// goes beside the source that contains `main`, and the names of members.
fn add_lines(part: Part, sources: &[Source]) -> (Vec<LeftOut>, String, Vec<OwnName>) {
    let lines = places::find(part, sources);
    tiles::read(&lines);
    let names = members::read(&lines, part);
    let main = sources.iter().find(|source| places::entry(source).is_some());
    let folder = main.map_or("", Source::folder);
    let header = format!("{folder}{HEADER_NAME}");
    for source in sources.iter().filter(|source| source.is_changed()) {
        let up = "../".repeat(source.folder().matches('/').count());
        source.include(&if source.folder() == folder { HEADER_NAME.to_owned() } else { up + &header });
    }
    (lines.left_out, header, names)
}

/// Returns the patch for the sources of a part in a folder.
///
/// # Errors
/// If the folder cannot be read, is without sources, uses trace.hpp already, or has another file of that
/// name.
pub fn attach(part: Part, folder: &Path) -> Result<Attachment, AttachError> {
    let mut sources = read_program(folder)?;
    if let Some(attached) = attached(&sources)? {
        return Err(AttachError::Attached(attached.name.clone()));
    }
    let (left_out, header, _) = add_lines(part, &sources);
    sources.retain(Source::is_changed);
    let path = folder.join(&header);
    let mut patch = MARK.as_bytes().to_vec();
    match header_of(folder, &header)? {
        true => {}
        false if path.exists() => return Err(AttachError::Header(path)),
        false => patch.append(&mut patch::of_new_file(&header, HEADER.as_bytes())),
    }
    sources.iter().for_each(|source| patch.append(&mut patch::diff(&source.name, &source.pieces())));
    let files = std::iter::once(header).chain(sources.into_iter().map(|source| source.name)).collect();
    Ok(Attachment { patch, left_out, files })
}

/// Reads the sources of one program. If several files of the folder contain a `main`, it is the program of
/// main.cpp.
/// Fails if the sources cannot be read, or no file decides which program is meant.
fn read_program(folder: &Path) -> Result<Vec<Source>, AttachError> {
    let mut sources = folder::read(folder)?;
    sources.retain(|source| !is_far(&source.name) || places::entry(source).is_none());
    let mains = sources.iter().filter(|source| places::entry(source).is_some());
    let mains: Vec<String> = mains.map(|source| source.name.clone()).collect();
    if let Some(link) = folder::linked_main(folder).filter(|_| mains.is_empty()) {
        return Err(AttachError::Linked(link));
    }
    let is_meant = |name: &String| mains.len() == 1 || file_name(name).starts_with("main.");
    if !mains.is_empty() && mains.iter().filter(|name| is_meant(name)).count() != 1 {
        return Err(AttachError::Several(mains.join(", ")));
    }
    sources.retain(|source| !mains.contains(&source.name) || is_meant(&source.name));
    includes::mark_reached(&mut sources);
    sources.retain(|source| source.is_reached || !is_far(&source.name));
    Ok(sources)
}
