//! The position of a generator in its stream of numbers, found from the one number that a trace shows of it.

use crate::verify::data::{Difference, Draws, Line, What};
use roguelike::rng::{Rng, StdLib};
use roguelike::trace::Kind;

/// The seed of a `std::mt19937` that is given none, by the C++ standard.
const DEFAULT_SEED: u32 = 5489;
/// Maximum number of draws that are searched in the stream of a seed.
const DRAWS: usize = 500_000;
/// Maximum distance in the seed stream that is searched on both sides, and maximum number of draws for each
/// seed.
const SEEDS: u32 = 16;
const DRAWS_BESIDE: usize = 50_000;

/// Returns how far apart two generators are: the game's, which was seeded with `seed` and gives `expected`
/// next, and the recorded one, which gives `recorded` next. `None` if they are not related.
fn relation(seed: u32, expected: u32, recorded: u32) -> Option<Draws> {
    if let (Some(ours), Some(theirs)) = (position(seed, expected, DRAWS), position(seed, recorded, DRAWS)) {
        let how = if theirs > ours { Draws::More } else { Draws::Fewer };
        return Some(how(ours.abs_diff(theirs)));
    }
    let beside = (1..=SEEDS).flat_map(|shift| [seed.wrapping_sub(shift), seed.wrapping_add(shift)]);
    std::iter::once(DEFAULT_SEED).chain(beside).find_map(|with| {
        let rolls = position(with, recorded, DRAWS_BESIDE)?;
        Some(match with {
            DEFAULT_SEED => Draws::NeverSeeded(rolls),
            _ => Draws::Seeded { with, expected: seed, rolls },
        })
    })
}

/// Returns the number of draws after which a generator with this seed gives `value` next.
fn position(seed: u32, value: u32, most: usize) -> Option<usize> {
    // Raw outputs are the same with every library.
    let mut rng = Rng::new(seed, StdLib::default());
    (0..most).find(|_| rng.next_u32() == value)
}

/// Describes a generator by the number of rolls that it has made too many or too few, not by its next output.
pub(in crate::verify) fn describe(differences: &mut [Difference], seed: u32) {
    let number = |line: &Option<Line>| u32::try_from(line.as_ref()?.fact()?.get("")?.number()?).ok();
    for difference in differences.iter_mut().filter(|difference| difference.kind() == Some(Kind::Rng)) {
        let pair = number(&difference.expected).zip(number(&difference.recorded));
        if let Some(draws) = pair.and_then(|(ours, theirs)| relation(seed, ours, theirs)) {
            difference.what = What::Draws(draws);
        }
    }
}
