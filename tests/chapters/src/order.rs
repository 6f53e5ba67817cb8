//! The order of the series: its files as the chapters bring them.

/// The files of the series, as the chapters bring them. Others follow by their names.
const ORDER: &str = "main color key rng map glyph_cache screen player fov entity monster game game/turn dijkstra_map item game/pack level game/magic game/save message_log sound";

/// Paths in the order of the series.
pub fn in_order<'p>(paths: impl Iterator<Item = &'p String>) -> Vec<&'p String> {
    let mut paths: Vec<&String> = paths.collect();
    let place = |path: &String| {
        let name = path.trim_end_matches(".rs");
        ORDER.split(' ').position(|known| known == name).unwrap_or(usize::MAX)
    };
    paths.sort_by_cached_key(|path| (place(path), (*path).clone()));
    paths.dedup();
    paths
}
