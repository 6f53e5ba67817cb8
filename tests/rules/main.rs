//! The rules of the series as a specification: one module per part, on small maps drawn with characters.
//!
//! The recordings in `tests/golden` hold whole runs of the original. These tests say what the rules are.

mod scene;

mod part01;
mod part02;
mod part03;
mod part04;
mod part05;
mod part06;
mod part07;
mod part08;
mod part09;
mod part10;
mod part11;
mod part12;
mod part13;
mod part14;
mod part15;
mod part16;
mod part17;
