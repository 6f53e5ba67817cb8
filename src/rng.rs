//! C++'s `<random>`, bit for bit: MT19937 and what six standard libraries make of its numbers.
//!
//! The generator itself is fixed by the C++ standard; `std::uniform_int_distribution` and `std::shuffle` are not, so a dungeon
//! depends on who compiled the program. [`StdLib`] names the libraries, [`Rng`] behaves like the one it was made for.
//!
//! This is the only module that knows standard libraries.

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

/// A standard library that is not known here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown standard library '{0}': use libstdc++, libstdc++-10, libc++, msvc, msvc-2022 or msvc-2019")]
pub struct UnknownStdLib(pub String);

/// How a library narrows a 32-bit output down to a smaller range.
#[derive(Clone, Copy)]
enum Narrowing {
    Lemire,
    Division,
    Mask,
    Modulo,
}

/// The order in which a library's `std::shuffle` swaps.
#[derive(Clone, Copy)]
enum Shuffling {
    /// Two swaps from one draw.
    Pairs,
    /// Each item with one that comes later, or itself.
    Forward,
    /// Each item with one that came before, or itself; some libraries narrow differently here than in `uniform`.
    Growing(Narrowing),
}

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
    pub const fn name(self) -> &'static str {
        match self {
            StdLib::Libstdcxx => "libstdc++",
            StdLib::Libstdcxx10 => "libstdc++-10",
            StdLib::Libcxx => "libc++",
            StdLib::Msvc => "msvc",
            StdLib::Msvc2022 => "msvc-2022",
            StdLib::Msvc2019 => "msvc-2019",
        }
    }

    /// Who compiles with it, for people.
    pub const fn compilers(self) -> &'static str {
        match self {
            StdLib::Libstdcxx => "GCC 11 and later",
            StdLib::Libstdcxx10 => "GCC 7 to 10",
            StdLib::Libcxx => "Clang's own library, macOS",
            StdLib::Msvc => "Visual Studio, toolset 14.51 and later",
            StdLib::Msvc2022 => "Visual Studio 2022 17.5 up to toolset 14.50",
            StdLib::Msvc2019 => "Visual Studio 2019, and 2022 up to 17.4",
        }
    }

    const fn narrowing(self) -> Narrowing {
        match self {
            StdLib::Libstdcxx | StdLib::Msvc | StdLib::Msvc2022 => Narrowing::Lemire,
            StdLib::Libstdcxx10 => Narrowing::Division,
            StdLib::Libcxx => Narrowing::Mask,
            StdLib::Msvc2019 => Narrowing::Modulo,
        }
    }

    const fn shuffling(self) -> Shuffling {
        match self {
            StdLib::Libstdcxx | StdLib::Libstdcxx10 => Shuffling::Pairs,
            StdLib::Libcxx => Shuffling::Forward,
            StdLib::Msvc => Shuffling::Growing(Narrowing::Lemire),
            StdLib::Msvc2022 | StdLib::Msvc2019 => Shuffling::Growing(Narrowing::Modulo),
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

/// The seed that a `std::mt19937` has when nobody gives it one; the C++ standard says so.
pub const DEFAULT_SEED: u32 = 5489;

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
    pub const fn library(&self) -> StdLib {
        self.library
    }

    /// The next 32-bit output.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        self.generator.next_u32()
    }

    /// What [`Rng::next_u32`] would give, without drawing it.
    pub fn peek(&self) -> u32 {
        self.generator.clone().next_u32()
    }

    /// `std::uniform_int_distribution<int>(a, b)`: a number from `a` to `b`, both included. Expects `a <= b`.
    #[inline]
    pub fn uniform(&mut self, a: i32, b: i32) -> i32 {
        let range = b.wrapping_sub(a).wrapping_add(1).cast_unsigned();
        let offset = match range {
            0 => self.next_u32(),
            _ => self.below(range, self.library.narrowing()),
        };
        a.wrapping_add(offset.cast_signed())
    }

    /// A toss: heads (true) when the next output is even, in every library.
    #[inline]
    pub fn coin(&mut self) -> bool {
        self.next_u32() & 1 == 0
    }

    /// `std::shuffle`.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        match self.library.shuffling() {
            Shuffling::Pairs => self.shuffle_pairs(items),
            Shuffling::Forward => {
                for i in 0..items.len().saturating_sub(1) {
                    let k = self.index_below(items.len() - i, Narrowing::Mask);
                    items.swap(i, i + k);
                }
            }
            Shuffling::Growing(narrowing) => {
                for i in 1..items.len() {
                    let k = self.index_below(i + 1, narrowing);
                    items.swap(i, k);
                }
            }
        }
    }

    /// libstdc++ places two items with every draw; of an even number of items, the second is placed alone first.
    fn shuffle_pairs<T>(&mut self, items: &mut [T]) {
        let narrowing = self.library.narrowing();
        let mut i = 1;
        if items.len() >= 2 && items.len().is_multiple_of(2) {
            let k = self.index_below(2, narrowing);
            items.swap(1, k);
            i = 2;
        }
        while i + 1 < items.len() {
            let size = i + 1;
            let both = self.index_below(size * (size + 1), narrowing);
            items.swap(i, both / (size + 1));
            items.swap(i + 1, both % (size + 1));
            i += 2;
        }
    }

    /// [`Rng::below`] for list positions. No list here is long enough for `range` to leave 32 bits.
    #[inline]
    fn index_below(&mut self, range: usize, narrowing: Narrowing) -> usize {
        self.below(range as u32, narrowing) as usize
    }

    /// A number in `0..range`; `range` is at least 1.
    #[inline]
    fn below(&mut self, range: u32, narrowing: Narrowing) -> u32 {
        match narrowing {
            Narrowing::Lemire => self.below_by_lemire(range),
            Narrowing::Division => self.below_by_division(range),
            Narrowing::Mask => self.below_by_mask(range),
            Narrowing::Modulo => self.below_by_modulo(range),
        }
    }

    /// The upper half of the product of an output and the range.
    #[inline]
    fn below_by_lemire(&mut self, range: u32) -> u32 {
        let mut product = u64::from(self.next_u32()) * u64::from(range);
        if (product as u32) < range {
            product = self.fair_product(product, range);
        }
        (product >> 32) as u32
    }

    /// Another product while this one is among those that would make some numbers likelier than others. It hardly ever is; that the
    /// compiler knows so makes a cave's noise a quarter quicker.
    #[cold]
    fn fair_product(&mut self, mut product: u64, range: u32) -> u64 {
        let threshold = range.wrapping_neg() % range;
        while (product as u32) < threshold {
            product = u64::from(self.next_u32()) * u64::from(range);
        }
        product
    }

    /// An output, scaled down.
    fn below_by_division(&mut self, range: u32) -> u32 {
        let scale = u32::MAX / range;
        loop {
            let value = self.next_u32();
            if value < range * scale {
                return value / scale;
            }
        }
    }

    /// The lowest bits of an output, as many as the range has. Nothing is drawn for a range of 1.
    fn below_by_mask(&mut self, range: u32) -> u32 {
        if range == 1 {
            return 0;
        }
        let mask = u32::MAX >> (range - 1).leading_zeros();
        loop {
            let value = self.next_u32() & mask;
            if value < range {
                return value;
            }
        }
    }

    /// The remainder of an output. Nothing is drawn for a range of 1.
    fn below_by_modulo(&mut self, range: u32) -> u32 {
        if range == 1 {
            return 0;
        }
        loop {
            let value = self.next_u32();
            if value / range < u32::MAX / range || u32::MAX % range == range - 1 {
                return value % range;
            }
        }
    }
}

/// The values that the original asks `std::random_device` for: the seed, the seed plus one, and so on, wrapping.
#[derive(Clone, Debug)]
pub struct SeedStream(u32);

impl SeedStream {
    /// The stream that begins with `seed`.
    pub const fn new(seed: u32) -> SeedStream {
        SeedStream(seed)
    }

    /// The next value.
    pub const fn next_seed(&mut self) -> u32 {
        let seed = self.0;
        self.0 = seed.wrapping_add(1);
        seed
    }
}
