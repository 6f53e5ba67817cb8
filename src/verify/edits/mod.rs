//! Mistakes as edits of the series. The build script writes a copy of its files in which each edit is chosen
//! by a number, see `generator.rs`. `checked.txt` lists the edits that do not compile.

mod list;
mod run;
pub(super) mod search;
#[allow(missing_docs, dead_code, reason = "the copy of the series calls them")]
pub(crate) mod switches;

/// The copy. Its types are its own: what leaves it are the lines of a step.
#[allow(warnings, clippy::all, rustdoc::all, reason = "most of it is text of the series with one edit")]
#[rustfmt::skip]
pub(crate) mod series {
    include!(concat!(env!("OUT_DIR"), "/series.rs"));
}
