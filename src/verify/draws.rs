//! Where in its stream of numbers a generator is, found from the one number that a trace shows of it.

use crate::rng::{Rng, StdLib};

/// How far a stream is searched, in draws.
const DRAWS: usize = 500_000;
/// How far the seed stream is searched on both sides, in values, and for each of them so many draws.
const SEEDS: i32 = 16;
const DRAWS_BESIDE: usize = 50_000;
/// The seed of a C++ generator that nobody seeds.
const DEFAULT_SEED: u32 = 5489;

/// Says how the game's generator, seeded with `seed` and about to give `expected`, and one that is about to give `recorded` lie
/// to each other. None when they have nothing to do with each other as far as can be seen.
pub fn relation(seed: u32, expected: u32, recorded: u32) -> Option<String> {
    let ours = position(seed, expected, DRAWS);
    let theirs = position(seed, recorded, DRAWS);
    if let (Some(ours), Some(theirs)) = (ours, theirs) {
        let apart = ours.abs_diff(theirs);
        let draws = if apart == 1 { "draw" } else { "draws" };
        return Some(if ours > theirs {
            format!("the generator is {apart} {draws} ahead: {apart} more {draws} than recorded")
        } else {
            format!("the generator is {apart} {draws} behind: {apart} fewer {draws} than recorded")
        });
    }
    if let Some(draws) = position(DEFAULT_SEED, recorded, DRAWS_BESIDE) {
        return Some(format!("the recorded generator was never seeded, and has made {draws} draws"));
    }
    let mut shifts: Vec<i32> = (-SEEDS..=SEEDS).filter(|&shift| shift != 0).collect();
    shifts.sort_by_key(|shift| shift.abs());
    shifts.into_iter().find_map(|shift| {
        let other = seed.wrapping_add_signed(shift);
        let draws = position(other, recorded, DRAWS_BESIDE)?;
        Some(format!(
            "the recorded generator was seeded with {other}, not {seed}, and has made {draws} draws"
        ))
    })
}

/// After how many draws a generator with this seed is about to give `value`.
fn position(seed: u32, value: u32, most: usize) -> Option<usize> {
    // Raw outputs are the same with every library.
    let mut rng = Rng::new(seed, StdLib::default());
    (0..most).find(|_| rng.next_u32() == value)
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
        assert_eq!(
            told(after(7, 20), after(7, 17)),
            "the generator is 3 draws ahead: 3 more draws than recorded"
        );
        assert_eq!(
            told(after(7, 20), after(7, 21)),
            "the generator is 1 draw behind: 1 fewer draw than recorded"
        );
        assert!(told(after(7, 20), after(9, 0)).contains("seeded with 9, not 7, and has made 0 draws"));
        assert!(told(after(7, 20), after(5489, 4)).contains("never seeded"));
        assert_eq!(relation(7, after(7, 20), 1), None);
    }
}
