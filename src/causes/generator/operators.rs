//! The changes that functions of `switches.rs` make, in the order of their alternatives, and names that are
//! easily taken for each other.

/// How far off a number can be that stands in the text, and a constant.
pub const NEAR: usize = 3;
pub const FAR: usize = 10;

/// Methods that are easily taken for each other.
pub const METHODS: [[&str; 2]; 4] =
    [["max", "min"], ["first", "last"], ["is_none", "is_some"], ["pop_front", "pop_back"]];

pub const COMPARISONS: [&str; 8] = ["<", "<=", ">", ">=", "==", "!=", "true", "false"];
pub const EQUALITY: [&str; 4] = ["==", "!=", "true", "false"];
pub const LOGIC: [&str; 7] = [
    "the other of && and ||",
    "the left side",
    "the right side",
    "true",
    "false",
    "the left side negated",
    "the right side negated",
];
pub const ARITHMETIC: [&str; 8] =
    ["+", "-", "*", "/", "%", "the left side", "the right side", "the sides exchanged"];
pub const FLOATS: [&str; 3] = ["0", "negated", "doubled"];
pub const PASSES: [&str; 5] =
    ["in reverse", "without the first", "without the last", "never", "only the first"];
pub const DRAWS: [&str; 11] = [
    "lower bound +1",
    "lower bound -1",
    "upper bound +1",
    "upper bound -1",
    "a draw more before",
    "a draw more after",
    "the lower bound without a draw",
    "the upper bound without a draw",
    "the middle without a draw",
    "by rng() % n",
    "from a copy of the generator",
];
pub const COINS: [&str; 7] = [
    "turned round",
    "true without a draw",
    "false without a draw",
    "uniform(0, 1) == 1",
    "uniform(0, 1) == 0",
    "a draw more",
    "from a copy of the generator",
];
pub const SHUFFLES: [&str; 6] = [
    "not shuffled",
    "without the last",
    "twice",
    "from a copy of the generator",
    "by rng() % n, backwards",
    "by uniform, backwards",
];

/// Returns the changes of a whole number: `most` more or less, and some that depend on it.
pub fn numbers(most: usize) -> Vec<String> {
    let near = (1..=most).flat_map(|n| [format!("+{n}"), format!("-{n}")]);
    ["0", "negated", "doubled", "halved"].map(str::to_owned).into_iter().chain(near).collect()
}
