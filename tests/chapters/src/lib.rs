//! Cuts each chapter of the series out of the sources, as a program of its own.
//!
//! The sources play all chapters; what a chapter has is asked by name, `part.has_melee()`. To cut a chapter
//! out, the questions are answered, and then everything goes that the compiler calls unused:
//!
//! 1. [`program`] parses the files, and [`shapes`] gives them the shape of the chapter.
//! 2. [`fold`] takes away branches, arms and conditions that are decided by the [`questions`], and [`tidy`]
//!    what is empty then. Both only note changes to the [`text`], so that what lies between stays as it was
//!    written.
//! 3. [`check`] asks the compiler, and [`react`] follows its messages. That is repeated until there are
//!    none. [`marks`] tells what belongs to later chapters.
//! 4. [`docs`] takes away the sentences about other chapters. [`privacy`] says `pub` where it is needed,
//!    [`beside`] puts short comments behind constants.
//!
//! [`cut`] does all that; [`chapter`] makes a Cargo project of it, [`readme`] its first page, [`diff`] shows
//! what a chapter changes, and [`book`] puts all of them together, with an [`index`] of names; [`html`] makes
//! pages of the source files, in [`colour`]. [`repository`] compares the chapters in the repository with what
//! the sources give, and writes them. [`pairs`] shows the [`cpp`] of a reader beside a
//! chapter, and [`watch`] tests the tasks while somebody works on them. [`files`] reads and writes.
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
pub mod places;
pub mod privacy;
pub mod program;
pub mod questions;
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
