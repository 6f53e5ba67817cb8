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

/// A patch, and what it leaves out.
#[derive(Debug)]
pub struct Attachment {
    /// The unified diff. Its paths begin with `a/` and `b/`.
    pub patch: String,
    /// The lines whose place was not found, each with where it goes.
    pub left_out: Vec<String>,
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
    let old = read(&folder.join(&header)).unwrap_or_default();
    let mut patch = patch::of_file(&header, &old, HEADER);
    patch.extend(sources.iter().map(patch::of_source));
    Ok(Attachment { patch, left_out })
}

/// Reads the sources of a folder, and of the folders in it that often have some, in the order of their names.
fn read_sources(folder: &Path) -> Result<Vec<Source>, AttachError> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        move |error| AttachError::Read { path, error }
    };
    let mut sources = Vec::new();
    for prefix in FOLDERS {
        let folder = folder.join(prefix);
        let entries = match fs::read_dir(&folder) {
            Err(_) if !prefix.is_empty() => continue,
            entries => entries.map_err(unreadable(&folder))?,
        };
        for entry in entries {
            let path = entry.map_err(unreadable(&folder))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_source =
                path.extension().is_some_and(|extension| EXTENSIONS.iter().any(|known| extension == *known));
            if !is_source || name == HEADER_NAME || !path.is_file() || sources.len() == MAX_SOURCES {
                continue;
            }
            let text = read(&path).map_err(unreadable(&path))?;
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
