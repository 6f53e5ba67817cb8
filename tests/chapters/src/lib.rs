//! Cuts each chapter of the series out of the sources, as a program of its own.
//!
//! The sources play all chapters. They check what a chapter has by name: `part.has_melee()`. To cut a
//! chapter out, the tool decides these [`part_checks`], and then removes all code that the compiler reports
//! as unused:
//!
//! 1. [`program`] parses the files, and [`shapes`] gives them the shape of the chapter.
//! 2. [`fold`] removes the branches, arms and conditions that the part checks decide, and [`tidy`] removes
//!    what is empty then. Both only record changes to the [`text`], so everything in between stays as it
//!    was written.
//! 3. [`check`] compiles the chapter, and [`react`] removes code as the compiler's messages suggest, until
//!    there are no more messages. [`marks`] finds the items of later chapters.
//! 4. [`docs`] removes the sentences about other chapters from the comments. [`privacy`] writes `pub` where
//!    it is needed, and [`beside`] moves short comments to the ends of their lines.
//!
//! [`cut`] runs these steps. [`chapter`] turns the result into a Cargo project, [`readme`] writes its front
//! page, [`diff`] shows what a chapter changes, and [`book`] joins all chapters, with an [`index`] of
//! names. [`html`] turns the source files into pages, with syntax [`colour`]. [`repository`] compares the
//! chapters in the repository with the result of a cut, and writes them. [`pairs`] shows a reader's own
//! copy of the [`cpp`] beside a chapter, and [`watch`] tests an exercise while somebody works on it.
//! [`files`] reads and writes.
#![forbid(unsafe_code)]

pub mod along;
pub mod beside;
pub mod book;
pub mod chapter;
pub mod check;
pub mod colour;
pub mod cpp;
pub mod cut;
pub mod diff;
pub mod docs;
pub mod example;
pub mod files;
pub mod fold;
pub mod html;
pub mod index;
pub mod marks;
pub mod nodes;
pub mod order;
pub mod pairs;
pub mod part_checks;
pub mod places;
pub mod privacy;
pub mod program;
pub mod react;
pub mod readme;
pub mod repository;
pub mod shapes;
pub mod text;
pub mod tidy;
pub mod watch;
/// What `roguelike check --watch` uses, too.
#[path = "../../../src/compare/attach/check/watched.rs"]
mod watched;
