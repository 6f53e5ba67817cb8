//! Right maps that several games share.

use std::sync::{Arc, Mutex, PoisonError};

use crate::map::Map;
use crate::rng::StdLib;

/// Maximum number of maps that are kept.
const MOST: usize = 64;

/// What a map is made from: whether it is a cave, the seed and the library.
type Source = (bool, u32, StdLib);

/// The maps that were made with the right generators. A search for causes plays a run hundreds of times, and
/// nearly always in the same dungeons.
#[derive(Clone, Default)]
pub(crate) struct Maps(Arc<Mutex<Vec<(Source, Map)>>>);

impl Maps {
    /// Returns the map of a seed, which is made if it was not made before.
    pub(super) fn get(&self, is_cave: bool, seed: u32, library: StdLib) -> Map {
        let source = (is_cave, seed, library);
        // A thread that panicked cannot have left half a map in the list.
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, map)) = kept().iter().find(|(known, _)| *known == source) {
            return map.clone();
        }
        let mut map = Map::default();
        if is_cave {
            map.generate_caves(seed, library);
        } else {
            map.generate(seed, library);
        }
        let mut kept = kept();
        if kept.len() < MOST {
            kept.push((source, map.clone()));
        }
        map
    }
}
