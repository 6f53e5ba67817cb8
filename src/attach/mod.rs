//! A patch that adds trace.hpp to C++ sources (`roguelike attach`).
//!
//! `source.rs` divides the sources into tokens and blocks. `places.rs` finds where each line of trace.hpp
//! goes, and describes the place of a line that it does not find. `patch.rs` makes a unified diff. No file is
//! changed.

mod patch;
mod places;
mod source;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::part::Part;
use crate::support::file;
use source::Source;

/// The header that is added.
const HEADER: &str = include_str!("../../tests/cpp/trace.hpp");
/// Its name beside the sources.
const HEADER_NAME: &str = "trace.hpp";
/// The folders that are searched.
const FOLDERS: [&str; 3] = ["", "src/", "include/"];
/// The extensions of sources.
const EXTENSIONS: [&str; 6] = ["cpp", "h", "hpp", "cc", "cxx", "hh"];
/// Maximum size of a source, in bytes.
const MAX_SIZE: u64 = 4 << 20;
/// Maximum number of sources.
const MAX_SOURCES: usize = 1000;
/// Maximum size of all sources together, in bytes.
const MAX_TOTAL: usize = 16 << 20;

/// A patch, and what it leaves out.
#[derive(Debug)]
pub struct Attachment {
    /// The unified diff. Its paths begin with `a/` and `b/`.
    pub patch: String,
    /// The lines whose place was not found, each with where it goes.
    pub left_out: Vec<String>,
    /// The names of the files that it changes or adds.
    pub files: Vec<String>,
}

/// Why there is no patch.
#[derive(Debug, thiserror::Error)]
pub enum AttachError {
    /// A folder or file cannot be read.
    #[error("cannot read {}: {error}; name the folder that has your main.cpp", path.display())]
    Read {
        /// The folder or file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The file that has the header's name is not the header.
    #[error("{} is in the way of the header: {error}; rename or remove it", path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// A patch cannot name a source.
    #[error("{0:?} cannot be named in a patch; rename it, with letters and digits")]
    Name(PathBuf),
    /// The sources are too large.
    #[error("the sources in {} have more than {} MiB; name the folder of your game alone", .0.display(), MAX_TOTAL >> 20)]
    TooLarge(PathBuf),
    /// There are no sources.
    #[error("{} has no C++ sources; name the folder that has your main.cpp", .0.display())]
    NoSources(PathBuf),
    /// The sources use trace.hpp.
    #[error("{0} uses trace.hpp already; remove those lines first, or add what is missing by hand")]
    Attached(String),
}

/// Returns the patch for the sources of a part in a folder.
///
/// # Errors
/// If the folder cannot be read, has no sources, or has some that use trace.hpp already.
pub fn attach(part: Part, folder: &Path) -> Result<Attachment, AttachError> {
    let mut sources = read_sources(folder)?;
    if let Some(attached) = sources.iter().find(|source| source.uses_header()) {
        return Err(AttachError::Attached(attached.name.clone()));
    }
    let left_out = places::find(part, &mut sources);
    // The header lies beside the source that has `main`.
    let main = sources.iter().find(|source| source.functions("main").next().is_some());
    let header_folder = main.map_or("", Source::folder).to_owned();
    let header = format!("{header_folder}{HEADER_NAME}");
    for source in sources.iter_mut().filter(|source| !source.edits.is_empty()) {
        let path = match source.folder() {
            folder if folder == header_folder => HEADER_NAME.to_owned(),
            "" => header.clone(),
            _ => format!("../{header}"),
        };
        places::include(source, &path);
    }
    let path = folder.join(&header);
    let old = match read(&path) {
        Ok(old) => old,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(AttachError::Header { path, error }),
    };
    let mut patch = patch::of_file(&header, &old, HEADER);
    patch.extend(sources.iter().map(patch::of_source));
    let changed = sources.iter().filter(|source| !source.edits.is_empty()).map(|source| source.name.clone());
    let files = std::iter::once(header).chain(changed).collect();
    Ok(Attachment { patch, left_out, files })
}

/// Reads the sources of a folder, and of the folders in it that often have some, in the order of their names.
fn read_sources(folder: &Path) -> Result<Vec<Source>, AttachError> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        move |error| AttachError::Read { path, error }
    };
    let mut sources = Vec::new();
    let mut total = 0;
    for prefix in FOLDERS {
        let folder = folder.join(prefix);
        let entries = match fs::read_dir(&folder) {
            Err(_) if !prefix.is_empty() => continue,
            entries => entries.map_err(unreadable(&folder))?,
        };
        for entry in entries {
            let path = entry.map_err(unreadable(&folder))?.path();
            let is_source =
                path.extension().is_some_and(|extension| EXTENSIONS.iter().any(|known| extension == *known));
            if !is_source
                || path.file_name().is_some_and(|name| name == HEADER_NAME)
                || !path.is_file()
                || sources.len() == MAX_SOURCES
            {
                continue;
            }
            let name = path.file_name().and_then(|name| name.to_str());
            let is_plain = |name: &&str| !name.contains(|c: char| c.is_control() || c == '"' || c == '\\');
            let Some(name) = name.filter(is_plain) else { return Err(AttachError::Name(path)) };
            let text = read(&path).map_err(unreadable(&path))?;
            total += text.len();
            if total > MAX_TOTAL {
                return Err(AttachError::TooLarge(folder));
            }
            sources.push(Source::new(format!("{prefix}{name}"), text));
        }
    }
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    if sources.is_empty() {
        return Err(AttachError::NoSources(folder.to_owned()));
    }
    Ok(sources)
}

/// Reads a file. Comments may be in any encoding: a patch of a file that is no UTF-8 would not fit it.
fn read(path: &Path) -> io::Result<String> {
    let bytes = file::read_bytes(path, MAX_SIZE)?;
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is no UTF-8 text; save it as UTF-8"))
}
