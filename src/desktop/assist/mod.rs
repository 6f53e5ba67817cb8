//! Help for the player on the map: journeys, what stops them, and what a tile is.

pub mod alarm;
pub(crate) mod examine;
pub mod look;
pub mod stop;
pub mod travel;
pub(crate) mod walk;
