//! Help for the player on the map: journeys, what stops them, and what a tile is.

pub(crate) mod examine;
pub mod look;
pub mod stop;
pub mod travel;
pub(crate) mod walk;

/// Returns what follows `chosen` in a list of `count` things, or what comes before it. The first one follows
/// the last.
pub(crate) fn neighbour(chosen: usize, count: usize, forward: bool) -> usize {
    let count = count.max(1);
    (chosen + if forward { 1 } else { count - 1 }) % count
}
