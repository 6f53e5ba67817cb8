//! The alternatives of operators and constants, and those of `kinds.txt`.

/// The numbers of changes of an integer in the text, of a constant, and of a fraction.
pub const NEAR: usize = 10;
pub const FAR: usize = 24;
pub const OF_FLOAT: usize = 3;

/// Returns the kind of an operator's edits, and its alternatives, with the sides `$a` and `$b` of `$o`.
pub fn of_operator(operator: &str) -> (&'static str, Vec<&'static str>) {
    let mut sections = KINDS.split("\n\n# operators: ").skip(1).filter_map(|all| all.split_once(" of "));
    let has = |head: &str| head.split(' ').any(|one| one == operator);
    let found = sections.find(|(_, all)| all.lines().next().is_some_and(has));
    found.map(|(kind, all)| (kind, all.lines().skip(1).collect())).unwrap_or_default()
}

pub const PASSES: [&str; 5] =
    ["in reverse", "without the first", "without the last", "never", "only the first"];

/// The kinds of bugs at places of a form.
const KINDS: &str = include_str!("kinds.txt");

/// Returns the kinds of bugs at the places of a form: the words for people, and the code.
pub fn kinds(form: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let name = |section: &&str| section.lines().next().and_then(|head| head.split(": ").next()) == Some(form);
    let section = KINDS.split("\n# ").skip(1).find(name).unwrap_or_default();
    section.lines().filter_map(|line| line.split_once(" ==> "))
}

/// Returns the first changes of a number, in the order of `switches.rs`.
pub fn numbers(count: usize) -> Vec<String> {
    let near = (1..).flat_map(|n| [format!("+{n}"), format!("-{n}")]);
    let all = ["0", "negated", "doubled", "halved"].map(str::to_owned).into_iter().chain(near);
    all.take(count).collect()
}
