//! Lists that are told: their first entries, and the number of the others.

use roguelike::support::terminal::complain;
use roguelike::support::text::visible;

/// Maximum number of entries that are told.
const MAX_TOLD: usize = 5;

/// Returns names with invisible characters escaped: `a, b and 3 more`. Empty for none.
pub(super) fn listed(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut names = names.into_iter();
    let first: Vec<_> = names.by_ref().take(MAX_TOLD).map(|name| visible(name.as_ref())).collect();
    match names.count() {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}

/// Complains about each of the entries, after the same words.
pub(super) fn complain_of_each(words: &str, entries: impl IntoIterator<Item = String>) {
    let mut entries = entries.into_iter();
    entries.by_ref().take(MAX_TOLD).for_each(|entry| complain(&format!("{words}{entry}")));
    if let more @ 1.. = entries.count() {
        complain(&format!("{words}and {more} more"));
    }
}
