//! The fuzz targets, and the rules of every game that they check.

pub mod rules;
pub mod targets;
