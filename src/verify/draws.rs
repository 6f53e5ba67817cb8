//! The position of a generator in its stream of numbers, found from the one number that a trace shows of it.

use super::compare::Difference;
use crate::rng::{Rng, StdLib};
use crate::support::text::counted;
use crate::trace::Kind;

/// The seed of a `std::mt19937` that is given none, by the C++ standard.
pub(super) const DEFAULT_SEED: u32 = 5489;

/// Maximum number of draws that are searched in the stream of a seed.
const DRAWS: usize = 500_000;
/// Maximum distance in the seed stream that is searched on both sides, and maximum number of draws for each
/// seed.
const SEEDS: i32 = 16;
const DRAWS_BESIDE: usize = 50_000;

/// Returns how far apart two generators are, in words: the game's, which was seeded with `seed` and gives
/// `expected` next, and the recorded one, which gives `recorded` next. None if no relation was found.
fn relation(seed: u32, expected: u32, recorded: u32) -> Option<String> {
    let ours = position(seed, expected, DRAWS);
    let theirs = position(seed, recorded, DRAWS);
    if let (Some(ours), Some(theirs)) = (ours, theirs) {
        let apart = ours.abs_diff(theirs);
        let how = if theirs > ours { "more" } else { "fewer" };
        return Some(format!("the recording has made {} {how} than it should", counted(apart, "draw")));
    }
    if let Some(draws) = position(DEFAULT_SEED, recorded, DRAWS_BESIDE) {
        return Some(format!(
            "the recorded generator was never seeded, and has made {}",
            counted(draws, "draw")
        ));
    }
    let mut shifts: Vec<i32> = (-SEEDS..=SEEDS).filter(|&shift| shift != 0).collect();
    shifts.sort_by_key(|shift| shift.abs());
    shifts.into_iter().find_map(|shift| {
        let other = seed.wrapping_add_signed(shift);
        let draws = position(other, recorded, DRAWS_BESIDE)?;
        Some(format!(
            "the recorded generator was seeded with {other}, not {seed}, and has made {}",
            counted(draws, "draw")
        ))
    })
}

/// Returns the number of draws after which a generator with this seed gives `value` next.
fn position(seed: u32, value: u32, most: usize) -> Option<usize> {
    // Raw outputs are the same with every library.
    let mut rng = Rng::new(seed, StdLib::default());
    (0..most).find(|_| rng.next_u32() == value)
}

/// Says of a generator how many draws it is ahead or behind, rather than its next output.
pub(super) fn name(differences: &mut [Difference], seed: u32) {
    for difference in differences.iter_mut().filter(|difference| difference.kind == Some(Kind::Rng)) {
        if let Some(relation) = apart(difference, seed) {
            difference.words = relation;
        }
    }
}

/// Returns how far apart the generators are, in words, if that can be found out.
pub(super) fn apart(difference: &Difference, seed: u32) -> Option<String> {
    let number = |line: &Option<String>| line.as_deref()?.strip_prefix("rng ")?.parse().ok();
    relation(seed, number(&difference.expected)?, number(&difference.recorded)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(seed: u32, draws: usize) -> u32 {
        let mut rng = Rng::new(seed, StdLib::default());
        (0..draws).for_each(|_| {
            rng.next_u32();
        });
        rng.peek()
    }

    #[test]
    fn positions_are_found_and_told() {
        let told = |expected, recorded| relation(7, expected, recorded).unwrap();
        assert_eq!(told(after(7, 20), after(7, 17)), "the recording has made 3 draws fewer than it should");
        assert_eq!(told(after(7, 20), after(7, 21)), "the recording has made 1 draw more than it should");
        assert!(told(after(7, 20), after(9, 0)).contains("seeded with 9, not 7, and has made 0 draws"));
        assert!(told(after(7, 20), after(5489, 4)).contains("never seeded"));
        assert_eq!(relation(7, after(7, 20), 1), None);
    }
}
