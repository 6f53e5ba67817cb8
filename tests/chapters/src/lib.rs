//! Cuts each chapter of the series out of the sources, as a program of its own.

pub mod facts;
pub mod known;
pub mod names;
pub mod program;
pub mod text;
pub mod ty;
pub mod walk;
pub mod reach;
pub mod fold;
pub mod marks;
pub mod sweep;
pub mod cut;
pub mod docs;
