//! The name of the save file in the sources of a program, which may be another than that of the series.

use std::collections::BTreeSet;

use super::source::{GroupKind, Source, is_name};

/// Maximum number of streams, of calls and of places of a name that are examined. Hostile sources have any
/// number.
const MAX_PLACES: usize = 50;
/// The name of the series, which is the recorder's as well.
const OF_SERIES: &str = "savegame.txt";
/// The type of the stream that writes it, and a word in the names of the functions that do.
const STREAM: &str = "ofstream";
const SAVE: &str = "save";

/// Returns the name of the file that the program saves to, unless it is that of the series or not certain.
pub(super) fn own_name(sources: &[Source]) -> Option<&str> {
    let streams = sources.iter().flat_map(|source| source.places(STREAM).map(move |at| (source, at)));
    let names: BTreeSet<&str> =
        streams.take(MAX_PLACES).flat_map(|(source, at)| names_of(sources, source, at)).collect();
    names.first().copied().filter(|name| names.len() == 1 && *name != OF_SERIES)
}

/// Returns the names of the files that a stream in a function with the word writes: a literal, a constant, or
/// what the callers of the function give it.
fn names_of<'s>(sources: &'s [Source], source: &'s Source, stream: usize) -> Vec<&'s str> {
    let mut around = source.groups_around(stream);
    let Some(function) = around.find(|group| group.kind == GroupKind::Function) else { return Vec::new() };
    let name = source.name_of(function);
    // `std::ofstream file(path)` or `std::ofstream(path)`.
    let open = (stream + 1..=stream + 2).find(|&at| matches!(source.token(at), "(" | "{"));
    let Some(open) = open.filter(|_| name.to_lowercase().contains(SAVE)) else { return Vec::new() };
    let is_given = source.parameters(function).next().is_some_and(|path| path.name == source.token(open + 1));
    if !is_given || source.literal_after(open).is_some() {
        return value_after(sources, source, open).into_iter().collect();
    }
    let name = [name];
    let calls = sources.iter().flat_map(|source| source.calls(&name).map(move |at| (source, at + 1)));
    calls.take(MAX_PLACES).filter_map(|(source, open)| value_after(sources, source, open)).collect()
}

/// Returns the literal after a token, or that of the constant whose name follows it.
fn value_after<'s>(sources: &'s [Source], source: &'s Source, at: usize) -> Option<&'s str> {
    if let Some(literal) = source.literal_after(at) {
        return Some(literal);
    }
    // The last part of `Game::SAVE_PATH` or `this->m_path`.
    let name = (at + 1..).step_by(2).find(|&at| !matches!(source.token(at + 1), "::" | "." | "->"))?;
    let name = Some(source.token(name)).filter(|name| is_name(name))?;
    let places = sources.iter().flat_map(|source| source.places(name).map(move |at| (source, at)));
    places.take(MAX_PLACES).find_map(|(source, at)| match source.token(at + 1) {
        "=" | "{" | "(" => source.literal_after(at + 1),
        // An array of characters.
        "[" if source.token(at + 3) == "=" => source.literal_after(at + 3),
        _ => None,
    })
}
