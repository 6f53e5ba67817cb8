//! Files that a command must not overwrite: those that it reads, the settings, kept runs, and any file of
//! another kind than the command writes.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::cli::kept_files::{self, Kept};
use crate::support::file;
use crate::trace;

/// How a PNG file begins.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
/// How a file of keys begins that `keys` wrote, and what its first line says after the part.
const KEYS: &str = "# Part ";
const SEED: &str = ", seed ";
/// How a patch begins that `attach` wrote.
const PATCH: &[u8] = b"diff --git a/";
/// Number of bytes that show what kind of file it is.
const START: u64 = 64;

/// The command line names a file that must not be overwritten.
#[derive(Debug, thiserror::Error)]
#[error("{option} would overwrite {}: {reason}; give another file", path.display())]
pub(super) struct Overwrite {
    option: &'static str,
    path: PathBuf,
    reason: Reason,
}

/// Why a file must not be overwritten.
#[derive(Debug, thiserror::Error)]
enum Reason {
    #[error("{0} names the same file")]
    Named(&'static str),
    #[error("it is {0}")]
    Kept(Kept),
    #[error("it is no {0}")]
    OtherKind(&'static str),
    #[error("what is in it cannot be seen: {0}")]
    Unreadable(io::Error),
}

/// What a command writes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Output {
    /// `-o` of `trace`.
    Trace,
    /// `-o` of `shot`.
    Picture,
    /// `--picture` of `verify`.
    SideBySide,
    /// `-o` of `keys`.
    Keys,
    /// `-o` of `attach`.
    Patch,
    /// `--save-file`. What is in the file is checked when the game saves, because many runs only load it.
    Save,
    /// `--record`, which takes a name that no file has.
    Recording,
}

impl Output {
    const fn option(self) -> &'static str {
        match self {
            Output::Trace | Output::Picture | Output::Keys | Output::Patch => "-o",
            Output::SideBySide => "--picture",
            Output::Save => "--save-file",
            Output::Recording => "--record",
        }
    }

    const fn may_not_replace(self, kept: Kept) -> bool {
        !matches!((self, kept), (Output::Save, Kept::Save))
    }

    /// Returns why an older file must not be replaced, if it is something else or cannot be read.
    fn other_kind(self, path: &Path) -> Option<Reason> {
        let (kind, is_this_kind): (_, fn(&[u8]) -> bool) = match self {
            Output::Trace => ("trace", trace::is_trace),
            Output::Picture | Output::SideBySide => ("PNG file", |start| start.starts_with(PNG)),
            Output::Keys => ("file of keys from this command", is_keys),
            Output::Patch => ("patch", |start| start.starts_with(PATCH)),
            Output::Save | Output::Recording => return None,
        };
        // What is no file is refused by the one who writes.
        let old = fs::metadata(path).ok().filter(|old| old.is_file() && old.len() > 0)?;
        let mut start = Vec::new();
        match file::open(path).and_then(|file| file.take(START.min(old.len())).read_to_end(&mut start)) {
            Err(error) => Some(Reason::Unreadable(error)),
            Ok(_) => (!is_this_kind(&start)).then_some(Reason::OtherKind(kind)),
        }
    }
}

/// Returns true for the start of a file that `keys` wrote: `# Part 3, seed 0, `.
fn is_keys(start: &[u8]) -> bool {
    let start = String::from_utf8_lossy(start);
    let part = start.strip_prefix(KEYS).and_then(|rest| rest.split_once(SEED));
    part.is_some_and(|(part, _)| part.parse::<u8>().is_ok())
}

/// The files that a command line names, with their options.
pub(super) type Named<'a> = [(&'static str, Option<&'a PathBuf>)];

/// Checks that a command may write a file. `-` is standard input or output.
///
/// # Errors
/// If another option names the same file too, also along another path or through links; if it is the file of
/// the settings or belongs to a kept run; or if there is a file of another kind.
pub(super) fn check(output: Output, path: Option<&PathBuf>, others: &Named) -> Result<(), Overwrite> {
    let is_file = |path: &&PathBuf| path.as_os_str() != "-";
    let Some(path) = path.filter(is_file) else { return Ok(()) };
    let same = |other: &PathBuf| file::is_same_place(path, other);
    let named = others.iter().find(|(_, other)| other.filter(is_file).is_some_and(same));
    let reason = if let Some((option, _)) = named {
        Reason::Named(option)
    } else if let Some(what) = kept_files::what_is(path).filter(|what| output.may_not_replace(*what)) {
        Reason::Kept(what)
    } else if let Some(reason) = output.other_kind(path) {
        reason
    } else {
        return Ok(());
    };
    Err(Overwrite { option: output.option(), path: path.clone(), reason })
}
