//! Lists the files of a folder that are copied, and the others with the reason why they are not.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::files::LOCK;
use super::objects::{is_data, is_object};
use crate::attach::AttachError;
use crate::attach::folder::{Entry, file_name, walk};
use roguelike::support::file;

/// Maximum number of folders in one another.
pub(super) const MAX_DEPTH: usize = 16;
/// The save file of the series, without which a recording begins.
pub(super) const SAVE: &str = "savegame.txt";
/// The first bytes of programs and objects.
const PROGRAMS: [&[u8]; 3] = [b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"];
/// The first bytes of a program for Windows, the place of the number which leads to its second mark, and
/// this mark. Both are in its first bytes.
const OF_WINDOWS: &[u8] = b"MZ";
const PLACE: std::ops::Range<usize> = 0x3c..0x40;
const SECOND: &[u8] = b"PE\0\0";
const START: u64 = 4096;
/// The first words of a Makefile, and of Ninja's file, that CMake writes.
pub(super) const GENERATED: &[u8] = b"# CMAKE generated file";
/// Endings of the names of shared libraries, which begin with the same bytes. Numbers may follow the first.
const LIBRARIES: [&str; 3] = [".so", ".dylib", ".dll"];
/// The first bytes of other libraries.
const ARCHIVES: [&[u8]; 2] = [b"!<arch>\n", b"!<thin>\n"];
/// Folders of the system whose files have no end, or may be removed or changed by reading them.
const SYSTEM: [&str; 3] = ["/proc", "/sys", "/dev"];

/// The files that choose CMake or make.
pub(super) const BUILD_FILES: [&str; 4] = ["CMakeLists.txt", "GNUmakefile", "makefile", "Makefile"];
/// Endings of the names of files that these include.
const INCLUDED: [&str; 2] = [".mk", ".cmake"];

/// A file, folder or link that a copy has.
pub(super) struct Item {
    /// Its path in the copy.
    pub place: PathBuf,
    /// The user's own.
    pub path: PathBuf,
    pub what: What,
}

pub(super) enum What {
    Folder,
    File(Metadata),
    /// A link, and where it leads in the copy.
    Link(PathBuf),
}

/// An entry that a copy lacks.
#[derive(Debug, thiserror::Error)]
#[error("{}, because {why}", .place.display())]
pub(super) struct NotCopied {
    pub place: PathBuf,
    pub why: Why,
}

/// Why an entry is not copied.
#[derive(Debug, thiserror::Error)]
pub(super) enum Why {
    #[error("it is hidden")]
    Hidden,
    #[error("it is a saved game")]
    Save,
    #[error("a compiler or CMake wrote it")]
    Built,
    #[error("it is a program")]
    Program,
    #[error("it is a library, which the build may make")]
    Library,
    #[error("the newest trace.hpp takes its place")]
    OldHeader,
    #[error("it is or leads to the folder of a check")]
    Workspace,
    #[error("it is neither a file nor a folder")]
    Special,
    #[error("it is more than {MAX_DEPTH} folders deep")]
    Deep,
    #[error("it is a link that leads nowhere")]
    Nowhere,
    #[error("it is a link to something that is not copied")]
    Lost,
    #[error("it is a link to a folder above, or into the system")]
    TooFar,
    #[error("it is a link out of the folder, reached by another link")]
    Twice,
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
}

impl NotCopied {
    /// Returns true for a reason that most folders have entries for. These are named only if a build fails
    /// because of them.
    pub fn is_usual(&self) -> bool {
        matches!(self.why, Why::Hidden | Why::Save | Why::Built | Why::Program | Why::Library)
    }

    /// Returns true for a library that the build may make.
    pub fn is_library(&self) -> bool {
        matches!(self.why, Why::Library)
    }

    /// Returns those that are not usual.
    pub fn telling(all: &[NotCopied]) -> impl Iterator<Item = &NotCopied> {
        all.iter().filter(|entry| !entry.is_usual())
    }
}

/// The entries of a folder that are copied, each folder before its own entries, and the others.
pub(super) struct Listing {
    pub items: Vec<Item>,
    pub not_copied: Vec<NotCopied>,
}

impl Listing {
    /// Lists a folder, which is given by its real path.
    /// Fails if it cannot be read, or has too many files.
    pub fn of(folder: &Path) -> Result<Listing, AttachError> {
        let mut listing = Listing { items: Vec::new(), not_copied: Vec::new() };
        listing.add(folder, folder, Path::new(""), true)?;
        listing.leave_out_lost_links();
        Ok(listing)
    }

    /// Adds the entries of a folder. Links inside the user's folder stay links. Others are followed if
    /// `follows` is true, but not from inside a followed one, because they could lead round in circles.
    fn add(&mut self, root: &Path, folder: &Path, place: &Path, follows: bool) -> Result<(), AttachError> {
        let unwanted = RefCell::new(Vec::new());
        let is_wanted = |entry: &Entry| match why_not(entry, root) {
            None => true,
            Some(why) => {
                let place = place.join(entry.path.strip_prefix(folder).unwrap_or(&entry.path));
                unwanted.borrow_mut().push(NotCopied { place, why });
                false
            }
        };
        let found = walk(folder, MAX_DEPTH + 1, &is_wanted)?;
        self.not_copied.append(&mut unwanted.into_inner());
        for Entry { path, about, .. } in found {
            let place = place.join(path.strip_prefix(folder).unwrap_or(&path));
            let what = match kind(&path, about, root, follows) {
                Ok(what) => what,
                Err(why) => {
                    self.not_copied.push(NotCopied { place, why });
                    continue;
                }
            };
            // A folder that cannot be read is empty in the copy.
            if let (What::Folder, Err(error)) = (&what, fs::read_dir(&path)) {
                self.not_copied.push(NotCopied { place: place.clone(), why: error.into() });
            }
            let target = matches!(what, What::Folder).then(|| fs::read_link(&path).ok()).flatten();
            let target = target.and_then(|_| fs::canonicalize(&path).ok());
            self.items.push(Item { place: place.clone(), path, what });
            if let Some(target) = target {
                self.add(root, &target, &place, false)?;
            }
        }
        Ok(())
    }

    /// Leaves out the libraries that a build may make, and the links to them.
    pub fn leave_out_libraries(&mut self) {
        let is_left = |item: &mut Item| matches!(item.what, What::File(_)) && is_made_library(&item.path);
        let libraries = self.items.extract_if(.., is_left);
        let not_copied = libraries.map(|Item { place, .. }| NotCopied { place, why: Why::Library });
        self.not_copied.extend(not_copied);
        self.leave_out_lost_links();
    }

    /// Leaves out links to what is in the folder and not in the copy.
    fn leave_out_lost_links(&mut self) {
        let places: BTreeSet<PathBuf> = self.items.iter().map(|item| item.place.clone()).collect();
        let leads_to = |item: &Item| match &item.what {
            What::Link(target) => Some(target.clone()),
            _ => None,
        };
        let is_lost = |item: &mut Item| {
            leads_to(item).is_some_and(|target| target != Path::new("") && !places.contains(&target))
        };
        let lost = self.items.extract_if(.., is_lost);
        self.not_copied.extend(lost.map(|Item { place, .. }| NotCopied { place, why: Why::Lost }));
    }
}

/// Returns what becomes of an entry in the copy.
fn kind(path: &Path, about: Metadata, root: &Path, follows: bool) -> Result<What, Why> {
    if !about.is_symlink() {
        return Ok(if about.is_dir() { What::Folder } else { What::File(about) });
    }
    let target = fs::canonicalize(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Why::Nowhere,
        _ => error.into(),
    })?;
    match target.strip_prefix(root) {
        // On other systems links need permissions.
        Ok(within) if cfg!(unix) => return Ok(What::Link(within.to_owned())),
        _ if !follows => return Err(Why::Twice),
        _ if leads_too_far(path, root) => return Err(Why::TooFar),
        _ if target.ancestors().any(|above| above.join(LOCK).is_file()) => return Err(Why::Workspace),
        _ => {}
    }
    let about = fs::metadata(&target)?;
    match (about.is_dir(), about.is_file()) {
        (true, _) => Ok(What::Folder),
        (_, true) => Ok(What::File(about)),
        _ => Err(Why::Special),
    }
}

/// Returns the entries of a folder that are copied. A folder comes before the entries in it.
/// Fails if it cannot be read, or has too many files.
pub(super) fn entries(root: &Path) -> Result<Vec<Entry>, AttachError> {
    walk(root, MAX_DEPTH, &|entry| why_not(entry, root).is_none())
}

/// Returns why an entry is not copied whatever it contains or leads to.
fn why_not(entry: &Entry, root: &Path) -> Option<Why> {
    let Entry { name, path, about } = entry;
    let file_name = file_name(name);
    let reasons = [
        // A build may read hidden files.
        (file_name.starts_with('.') && about.is_dir() || is_of_others(file_name), Why::Hidden),
        (about.is_dir() && name.matches('/').count() >= MAX_DEPTH, Why::Deep),
        (about.is_dir() && path.join(LOCK).is_file(), Why::Workspace),
        (about.is_dir() && is_of_cmake(file_name, path), Why::Built),
        (about.is_file() && is_from_cmake(file_name, path), Why::Built),
        (!about.is_dir() && !about.is_file() && !about.is_symlink(), Why::Special),
        (!about.is_dir() && file_name == SAVE, Why::Save),
        (!about.is_dir() && is_object(name) && (leads_too_far(path, root) || !is_data(path)), Why::Built),
    ];
    let reason = reasons.into_iter().find_map(|(is_true, why)| is_true.then_some(why));
    reason.or_else(|| is_old_program(entry, root).then_some(Why::Program))
}

/// Returns true for the name of a hidden file that macOS or Emacs puts beside another file.
fn is_of_others(name: &str) -> bool {
    ["._", ".#"].iter().any(|start| name.starts_with(start))
}

/// Returns true for a file that CMake writes into its build folder. It has paths of the user's folder.
fn is_from_cmake(name: &str, path: &Path) -> bool {
    let is_generated = || {
        file::start_of(path, 64).is_ok_and(|start| start.is_some_and(|start| start.starts_with(GENERATED)))
    };
    matches!(name, "CMakeCache.txt" | "cmake_install.cmake") || name == "Makefile" && is_generated()
}

/// Returns true for a folder in which CMake builds, unless it builds among the sources.
fn is_of_cmake(name: &str, path: &Path) -> bool {
    name == "CMakeFiles" || path.join("CMakeCache.txt").exists() && !path.join("CMakeLists.txt").exists()
}

/// Returns true for a program or a link to one.
fn is_old_program(Entry { path, about, .. }: &Entry, root: &Path) -> bool {
    !about.is_dir() && !leads_too_far(path, root) && is_program(path)
}

/// Returns true for a link that leads to a folder that contains `folder`, or to files that are no data.
fn leads_too_far(path: &Path, folder: &Path) -> bool {
    path.is_symlink()
        && fs::canonicalize(path).is_ok_and(|target| {
            folder != target && folder.starts_with(&target)
                || SYSTEM.iter().any(|system| target.starts_with(system))
        })
}

/// Returns true for the name of a file of make or CMake.
pub(super) fn is_of_build(name: &str) -> bool {
    BUILD_FILES.contains(&name) || INCLUDED.iter().any(|end| name.ends_with(end))
}

/// Returns true for the name of a shared library.
pub(super) fn is_library(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.trim_end_matches(|c: char| c == '.' || c.is_ascii_digit());
    LIBRARIES.iter().any(|end| name.ends_with(end))
}

/// Returns true for a library that a build may have made: shared, or an archive of objects.
pub(super) fn is_made_library(path: &Path) -> bool {
    let start = file::start_of(path, START).ok().flatten().unwrap_or_default();
    is_library(path) && is_binary(path) || ARCHIVES.iter().any(|archive| start.starts_with(archive))
}

/// Returns true for a file that is a program.
pub(super) fn is_program(path: &Path) -> bool {
    is_binary(path) && !is_library(path)
}

/// Returns true for a program, an object or a shared library.
pub(super) fn is_binary(path: &Path) -> bool {
    let start = file::start_of(path, START).ok().flatten().unwrap_or_default();
    let place = start.get(PLACE).and_then(|place| Some(u32::from_le_bytes(place.try_into().ok()?)));
    let second = place.and_then(|place| start.get(usize::try_from(place).ok()?..));
    let is_of_windows = start.starts_with(OF_WINDOWS) && second.is_some_and(|rest| rest.starts_with(SECOND));
    is_of_windows || PROGRAMS.iter().any(|program| start.starts_with(program))
}
