//! The alternatives of operators, random numbers and constants.

/// The numbers of changes of an integer in the text, of a constant, and of a fraction.
pub const NEAR: usize = 10;
pub const FAR: usize = 24;
pub const OF_FLOAT: usize = 3;

/// Returns the kind of the edits of an operator, and its alternatives. `$a` and `$b` are its sides, and `$o`
/// is the operator.
pub fn of_operator(operator: &str) -> (&'static str, &'static [&'static str]) {
    match operator {
        "<" | "<=" | ">" | ">=" | "==" | "!=" => (
            "compare",
            &["$a < $b", "$a <= $b", "$a > $b", "$a >= $b", "$a == $b", "$a != $b", "true", "false"],
        ),
        "&&" => ("logic", &["$a || $b", "$a", "$b", "true", "false", "!($a) && $b", "$a && !($b)"]),
        "||" => ("logic", &["$a && $b", "$a", "$b", "true", "false", "!($a) || $b", "$a || !($b)"]),
        "+" | "-" | "*" | "/" | "%" => {
            ("arithmetic", &["$a + $b", "$a - $b", "$a * $b", "$a / $b", "$a % $b", "$a", "$b", "$b $o $a"])
        }
        "+=" | "-=" => ("assign", &["$a += $b", "$a -= $b", "$a = $b"]),
        _ => ("", &[]),
    }
}

pub const PASSES: [&str; 5] =
    ["in reverse", "without the first", "without the last", "never", "only the first"];
/// Draws of the generator `$r`, which has the arguments `$a` and `$b`: what each is called, and its text.
pub const DRAWS: [(&str, &str); 12] = [
    ("both bounds +1", "$r.uniform($a + 1, $b + 1)"),
    ("lower bound +1", "$r.uniform(i32::min($a + 1, $b), $b)"),
    ("lower bound -1", "$r.uniform($a - 1, $b)"),
    ("upper bound +1", "$r.uniform($a, $b + 1)"),
    ("upper bound -1", "$r.short_uniform($a, $b)"),
    ("one number too many is rolled before it", "{ $r.next_u32(); $r.uniform($a, $b) }"),
    ("one number too many is rolled after it", "{ let drawn = $r.uniform($a, $b); $r.next_u32(); drawn }"),
    ("always the lower bound, without a roll", "$a"),
    ("always the upper bound, without a roll", "$b"),
    ("always the middle, without a roll", "$a + ($b - $a) / 2"),
    ("by rng() % n", "$r.remainder($a, $b)"),
    ("from a copy of the generator", "$r.clone().uniform($a, $b)"),
];
pub const COINS: [(&str, &str); 7] = [
    ("reversed", "!$r.coin_flip()"),
    ("always true, without a roll", "true"),
    ("always false, without a roll", "false"),
    ("uniform(0, 1) == 1", "$r.uniform(0, 1) == 1"),
    ("uniform(0, 1) == 0", "$r.uniform(0, 1) == 0"),
    ("one number too many is rolled before it", "$r.next_u32() > 0 && $r.coin_flip()"),
    ("from a copy of the generator", "$r.clone().coin_flip()"),
];
pub const SHUFFLES: [(&str, &str); 6] = [
    ("not shuffled", "()"),
    ("without the last", "if let Some((_, items)) = $a.split_last_mut() { $r.shuffle(items) }"),
    ("twice", "{ $r.shuffle($a); $r.shuffle($a) }"),
    ("from a copy of the generator", "$r.clone().shuffle($a)"),
    ("by rng() % n, backwards", "crate::switches::shuffle_backwards($a, |last| $r.remainder(0, last))"),
    ("by uniform, backwards", "crate::switches::shuffle_backwards($a, |last| $r.uniform(0, last))"),
];

/// Returns the first changes of a number, in the order of `switches.rs`.
pub fn numbers(count: usize) -> Vec<String> {
    let near = (1..).flat_map(|n| [format!("+{n}"), format!("-{n}")]);
    let all = ["0", "negated", "doubled", "halved"].map(str::to_owned).into_iter().chain(near);
    all.take(count).collect()
}
