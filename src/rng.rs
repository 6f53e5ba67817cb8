//! C++'s `<random>`, bit for bit: MT19937, and what a standard library makes of its numbers.
//!
//! The C++ standard does not define how distributions use the outputs of the generator, so with the same seed
//! each library makes a different dungeon. From Part 8 on the same is true of shuffles.
//! [`StdLib`] names the libraries, and [`Rng`] behaves like the one it was made for. Only this module knows
//! how the libraries differ.

use std::fmt;
use std::str::FromStr;

use rand_mt::Mt;

/// A C++ standard library, as far as its random numbers can be told apart from another's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StdLib {
    /// GCC 11 and later.
    #[default]
    Libstdcxx,
    /// GCC 7 to 10.
    Libstdcxx10,
    /// Clang's own library, as on macOS.
    Libcxx,
    /// Visual Studio with toolset 14.51 and later.
    Msvc,
    /// Visual Studio 2022 17.5 up to toolset 14.50.
    Msvc2022,
    /// Visual Studio 2019, and 2022 up to 17.4.
    Msvc2019,
}

/// The error for an unknown standard library.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown standard library '{0}': use libstdc++, libstdc++-10, libc++, msvc, msvc-2022 or msvc-2019")]
pub struct UnknownStdLib(pub String);

impl StdLib {
    /// All six, the default first.
    pub const ALL: [StdLib; 6] = [
        StdLib::Libstdcxx,
        StdLib::Libstdcxx10,
        StdLib::Libcxx,
        StdLib::Msvc,
        StdLib::Msvc2022,
        StdLib::Msvc2019,
    ];

    /// The name used on the command line and in traces.
    pub fn name(self) -> &'static str {
        match self {
            StdLib::Libstdcxx => "libstdc++",
            StdLib::Libstdcxx10 => "libstdc++-10",
            StdLib::Libcxx => "libc++",
            StdLib::Msvc => "msvc",
            StdLib::Msvc2022 => "msvc-2022",
            StdLib::Msvc2019 => "msvc-2019",
        }
    }

    /// The compilers that use it, as text for people.
    pub fn compilers(self) -> &'static str {
        match self {
            StdLib::Libstdcxx => "GCC 11 and later",
            StdLib::Libstdcxx10 => "GCC 7 to 10",
            StdLib::Libcxx => "Clang's own library, macOS",
            StdLib::Msvc => "Visual Studio, toolset 14.51 and later",
            StdLib::Msvc2022 => "Visual Studio 2022 17.5 up to toolset 14.50",
            StdLib::Msvc2019 => "Visual Studio 2019, and 2022 up to 17.4",
        }
    }
}

impl fmt::Display for StdLib {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for StdLib {
    type Err = UnknownStdLib;

    fn from_str(name: &str) -> Result<StdLib, UnknownStdLib> {
        StdLib::ALL
            .into_iter()
            .find(|library| library.name() == name)
            .ok_or_else(|| UnknownStdLib(name.to_owned()))
    }
}

/// `std::mt19937` together with the distributions of one standard library.
#[derive(Clone)]
pub struct Rng {
    generator: Mt,
    library: StdLib,
}

impl Rng {
    /// A generator seeded with one 32-bit number, as `std::mt19937 rng(seed)`.
    pub fn new(seed: u32, library: StdLib) -> Rng {
        Rng { generator: Mt::new(seed), library }
    }

    /// The library whose distributions it has.
    pub fn library(&self) -> StdLib {
        self.library
    }

    /// Returns the next 32-bit output.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        self.generator.next_u32()
    }

    /// Returns the next 32-bit output without using it up.
    pub fn peek(&self) -> u32 {
        self.generator.clone().next_u32()
    }

    /// `std::uniform_int_distribution<int>(a, b)`: a number from `a` to `b`, both included. Expects `a <= b`.
    #[inline]
    pub fn uniform(&mut self, a: i32, b: i32) -> i32 {
        let range = b.wrapping_sub(a).wrapping_add(1).cast_unsigned();
        // A range of 0 means all 2^32 numbers.
        let offset = if range == 0 { self.generator.next_u32() } else { self.below(range) };
        a.wrapping_add(offset.cast_signed())
    }

    /// A coin flip (`coinFlip`): heads, true, when the next output is even. It is the same in every library.
    #[inline]
    pub fn coin_flip(&mut self) -> bool {
        self.generator.next_u32() & 1 == 0
    }

    /// `std::shuffle`.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        match self.library {
            StdLib::Libstdcxx | StdLib::Libstdcxx10 => {
                // One random number makes two swaps. If the number of items is even, one swap comes first.
                let mut i = 1;
                if items.len() >= 2 && items.len().is_multiple_of(2) {
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
            StdLib::Libcxx => self.shuffle_forward(items),
            StdLib::Msvc => self.shuffle_growing(items, Rng::below),
            // These two take the remainder here, whatever `uniform` does.
            StdLib::Msvc2022 | StdLib::Msvc2019 => self.shuffle_growing(items, Rng::below_by_modulo),
        }
    }

    /// Swaps each item with a later one, or with itself.
    fn shuffle_forward<T>(&mut self, items: &mut [T]) {
        for i in 0..items.len().saturating_sub(1) {
            let k = self.below((items.len() - i) as u32) as usize;
            items.swap(i, i + k);
        }
    }

    /// Swaps each item with an earlier one, or with itself.
    fn shuffle_growing<T>(&mut self, items: &mut [T], below: fn(&mut Rng, u32) -> u32) {
        for i in 1..items.len() {
            let k = below(self, i as u32 + 1) as usize;
            items.swap(i, k);
        }
    }

    /// Returns a number from 0 to `range - 1`, as the library does it. `range` is at least 1.
    #[inline]
    fn below(&mut self, range: u32) -> u32 {
        match self.library {
            StdLib::Libstdcxx | StdLib::Msvc | StdLib::Msvc2022 => {
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
            StdLib::Libstdcxx10 => self.below_by_division(range),
            StdLib::Libcxx => self.below_by_mask(range),
            StdLib::Msvc2019 => self.below_by_modulo(range),
        }
    }

    /// An output, divided by the number of outputs that share a result.
    fn below_by_division(&mut self, range: u32) -> u32 {
        let scale = u32::MAX / range;
        loop {
            let value = self.generator.next_u32();
            if value < range * scale {
                return value / scale;
            }
        }
    }

    /// The lowest bits of an output, as many as the range has. Nothing is rolled for a range of 1.
    fn below_by_mask(&mut self, range: u32) -> u32 {
        if range == 1 {
            return 0;
        }
        let mask = u32::MAX >> (range - 1).leading_zeros();
        loop {
            let value = self.generator.next_u32() & mask;
            if value < range {
                return value;
            }
        }
    }

    /// The remainder of an output. Nothing is rolled for a range of 1.
    fn below_by_modulo(&mut self, range: u32) -> u32 {
        if range == 1 {
            return 0;
        }
        loop {
            let value = self.generator.next_u32();
            if value / range < u32::MAX / range || u32::MAX % range == range - 1 {
                return value % range;
            }
        }
    }
}

/// The seeds that the original gets from `std::random_device`: here the seed, the seed plus one, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeedStream(pub u32);

impl SeedStream {
    /// Returns the next value.
    pub fn next_seed(&mut self) -> u32 {
        let seed = self.0;
        self.0 = seed.wrapping_add(1);
        seed
    }
}
