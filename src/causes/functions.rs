//! The functions of the series by the part: a lambda of one part is a method in another.

use std::sync::LazyLock;

use crate::part::Part;

/// Names of functions, parts, and the names in these parts, from `functions.txt`.
static FUNCTIONS: LazyLock<Vec<[&str; 3]>> = LazyLock::new(|| {
    let lines = include_str!("functions.txt").lines().skip_while(|line| !line.is_empty());
    lines.filter_map(|line| line.split(' ').collect::<Vec<_>>().try_into().ok()).collect()
});

/// Returns true if a range of parts, such as 5-12 or 5+, has a part.
pub(crate) fn has_part(range: &str, part: Part) -> bool {
    let mut ends = range.split(['-', '+']).map(|text| text.parse::<u8>().ok());
    let (first, last) = (ends.next().flatten(), ends.next().flatten());
    first.is_some_and(|first| (first..=last.unwrap_or(u8::MAX)).contains(&part.number()))
}

/// Returns the names that some functions have in a part, each once. Those that it does not have are left out.
pub fn in_part<'n>(names: impl Iterator<Item = &'n str>, part: Part) -> Vec<&'n str> {
    let mut own: Vec<&str> = Vec::new();
    for name in names {
        let row = FUNCTIONS.iter().find(|[known, range, _]| *known == name && has_part(range, part));
        let name = row.map_or(name, |[.., own]| *own);
        if name != "-" && !own.contains(&name) {
            own.push(name);
        }
    }
    own
}

/// Returns the function of the series that writes a message, or `None` if it is none of the series.
pub fn of_message(text: &str) -> Option<&'static str> {
    let mut rows = include_str!("messages.txt").lines().filter_map(|line| line.split_once(": "));
    let has_words = |all: &str| all.split(" | ").any(|words| text.contains(words));
    rows.find(|(_, all)| has_words(all)).map(|(function, _)| function)
}
