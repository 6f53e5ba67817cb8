//! The fuzz targets, and the rules of every game that they check.

pub mod comparing;
mod games;
#[path = "../common/orders.rs"]
mod orders;
#[path = "../common/recording.rs"]
mod recording;
pub mod rules;
pub mod targets;
