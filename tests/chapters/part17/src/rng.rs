//! C++'s `<random>`, bit for bit: MT19937, and what libstdc++ (GCC 11 and later) makes of its numbers.
//!
//! The C++ standard does not define how distributions use the outputs of the generator, so with the same seed
//! each library makes a different dungeon. The same is true of shuffles. Only this module knows how the
//! libraries differ.

use rand_mt::Mt;

/// `std::mt19937` together with the distributions of libstdc++.
pub struct Rng {
    generator: Mt,
}

impl Rng {
    /// A generator seeded with one 32-bit number, as `std::mt19937 rng(seed)`.
    pub fn new(seed: u32) -> Rng {
        Rng { generator: Mt::new(seed) }
    }

    /// `std::uniform_int_distribution<int>(a, b)`: a number from `a` to `b`, both included. Expects `a <= b`.
    pub fn uniform(&mut self, a: i32, b: i32) -> i32 {
        let range = b - a + 1;
        a + self.below(range as u32) as i32
    }

    /// A coin flip (`coinFlip`): heads, true, when the next output is even. It is the same in every library.
    pub fn coin_flip(&mut self) -> bool {
        self.generator.next_u32() & 1 == 0
    }

    /// `std::shuffle`.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        // One random number makes two swaps. If the number of items is even, one swap comes first.
        let mut i = 1;
        if items.len().is_multiple_of(2) {
            let k = self.below(2) as usize;
            items.swap(1, k);
            i = 2;
        }
        while i + 1 < items.len() {
            let size = i + 1;
            // No list here is long enough for the product to leave 32 bits.
            let both = self.below((size * (size + 1)) as u32) as usize;
            items.swap(i, both / (size + 1));
            items.swap(i + 1, both % (size + 1));
            i += 2;
        }
    }

    /// Returns a number from 0 to `range - 1`, as libstdc++ draws it. `range` is at least 1.
    fn below(&mut self, range: u32) -> u32 {
        // Lemire's method: the upper half of the product of an output and the range.
        let mut product = u64::from(self.generator.next_u32()) * u64::from(range);
        if (product as u32) < range {
            // Rolls again where some numbers would be likelier. `wrapping_neg` is 2^32 - range.
            let threshold = range.wrapping_neg() % range;
            while (product as u32) < threshold {
                product = u64::from(self.generator.next_u32()) * u64::from(range);
            }
        }
        (product >> 32) as u32
    }
}

/// The seeds that the original gets from `std::random_device`: here the seed, the seed plus one, and so on.
#[derive(Clone, Copy, Debug)]
pub struct SeedStream(pub u32);

impl SeedStream {
    /// Returns the next value.
    pub fn next_seed(&mut self) -> u32 {
        let seed = self.0;
        self.0 = seed.wrapping_add(1);
        seed
    }
}
