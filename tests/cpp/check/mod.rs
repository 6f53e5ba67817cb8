//! `roguelike check`, with real folders of C++, which stay as they are.

mod answers;
mod at_once;
mod builds;
mod files;
mod odd_places;
pub mod place;
mod programs;
mod proof;
mod stale;
