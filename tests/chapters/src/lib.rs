//! Cuts each chapter of the series out of the sources, as a program of its own.
//!
//! The sources play all chapters; what a chapter has is asked by name, `part.has_melee()`. To cut a chapter
//! out, the questions are answered, and then everything goes that `main` does not need any more:
//!
//! 1. [`program`] parses the files, [`names`] finds out what is defined where, and [`walk`] what every
//!    expression is: its [type](ty), and its value if it is [known] while writing. The result is [`facts`].
//! 2. [`reach`] follows from `main` what is needed.
//! 3. [`fold`] takes away branches, arms and conditions that are decided, [`sweep`] what nothing needs. Both
//!    only note [changes](text) to the text, so that what lies between stays as it was written.
//! 4. That is repeated until nothing changes. Then [`bundle`] unties what has one thing left in it,
//!    [`derives`] takes away what types derive in vain, [`privacy`] the `pub` that no other file needs, and
//!    [`docs`] the sentences about other chapters. [`beside`] puts short comments behind what they explain.
//!
//! [`cut`] does all that; [`chapter`] makes a Cargo project of it, [`readme`] its first page, [`diff`] shows
//! what a chapter changes.
#![forbid(unsafe_code)]

pub mod beside;
pub mod bundle;
pub mod chapter;
pub mod cut;
pub mod derives;
pub mod diff;
pub mod docs;
pub mod example;
pub mod facts;
pub mod fold;
pub mod known;
pub mod marks;
pub mod names;
pub mod order;
pub mod places;
pub mod privacy;
pub mod program;
pub mod reach;
pub mod readme;
pub mod sweep;
pub mod text;
pub mod ty;
pub mod walk;
