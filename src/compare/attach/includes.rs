//! Follows the `#include` lines of a program. Old versions of a source (`Game_old.h`, `backup/Game.h`) may be
//! beside the present one, and only the present one gets the lines of the recorder.

use std::collections::HashMap;
use std::mem;

use super::folder::{file_name, is_compiled};
use super::places::{MAX_PLACES, entry};
use super::source::Source;

/// Marks the source with `main`, whatever it includes, and the compiled sources that include one of these
/// files. Moves them before the others, so that they are found first.
pub(super) fn mark_reached(sources: &mut [Source]) {
    let mut connected: Vec<Vec<usize>> = included(sources);
    for from in 0..sources.len() {
        if is_compiled(&sources[from].name) {
            for to in connected[from].clone() {
                connected[to].push(from);
            }
        }
    }
    let is_main = |&index: &usize| entry(&sources[index]).is_some();
    let mut found: Vec<usize> = (0..sources.len()).filter(is_main).collect();
    while let Some(index) = found.pop() {
        if !mem::replace(&mut sources[index].is_reached, true) {
            found.append(&mut connected[index]);
        }
    }
    sources.sort_by_key(|source| !source.is_reached);
}

/// Returns the indices of the sources that each source includes.
fn included(sources: &[Source]) -> Vec<Vec<usize>> {
    let mut named: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, source) in sources.iter().enumerate() {
        named.entry(file_name(&source.name)).or_default().push(index);
    }
    let meant = |source: &Source, name: &str| {
        let all = named.get(file_name(name)).map_or(&[][..], Vec::as_slice);
        meant(sources, all, source.folder(), name)
    };
    let all = sources.iter();
    all.map(|source| source.includes.iter().flat_map(|name| meant(source, name)).collect()).collect()
}

/// Returns the sources that an `#include` in a folder may mean, out of those with the right file name: the
/// one at this path in the folder, or else each one that an option like `-I` may lead to.
fn meant(sources: &[Source], all: &[usize], folder: &str, name: &str) -> Vec<usize> {
    let exact = plain_path(&format!("{folder}{name}"));
    if let Some(&exact) = all.iter().find(|&&index| sources[index].name == exact) {
        return vec![exact];
    }
    let end = format!("/{}", plain_path(name));
    let has_end = |index: &usize| format!("/{}", sources[*index].name).ends_with(&end);
    all.iter().copied().filter(has_end).take(MAX_PLACES).collect()
}

/// Returns a path without `.` and `..`.
fn plain_path(path: &str) -> String {
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}
