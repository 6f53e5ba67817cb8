//! The order of the series: its files as the chapters bring them.

/// The files of the series, as the chapters bring them. Others follow by their names.
const ORDER: [&str; 24] = [
    "main.rs",
    "color.rs",
    "key.rs",
    "rng.rs",
    "map.rs",
    "glyph_cache.rs",
    "screen.rs",
    "player.rs",
    "fov.rs",
    "entity.rs",
    "monster.rs",
    "event.rs",
    "game.rs",
    "game/turn.rs",
    "game/title.rs",
    "dijkstra_map.rs",
    "item.rs",
    "game/pack.rs",
    "level.rs",
    "game/magic.rs",
    "game/save.rs",
    "text.rs",
    "message_log.rs",
    "sound.rs",
];

/// Paths in the order of the series.
pub fn in_order<'p>(paths: impl Iterator<Item = &'p String>) -> Vec<&'p String> {
    let mut paths: Vec<&String> = paths.collect();
    let place = |path: &String| ORDER.iter().position(|known| known == path).unwrap_or(ORDER.len());
    paths.sort_by_key(|path| (place(path), (*path).clone()));
    paths.dedup();
    paths
}
