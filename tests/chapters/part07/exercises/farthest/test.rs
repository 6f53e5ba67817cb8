/// Nothing reachable is farther from the goal.
#[test]
fn farthest_tile_is_found() {
    use crate::dijkstra_map::{DijkstraMap, UNREACHABLE};
    use crate::map::Map;
    let game = Game::new(SEED);
    let mut distances = DijkstraMap::new();
    assert!(distances.farthest().is_none());
    distances.compute(&game.map, game.player.pos);
    let far = distances.at(distances.farthest().unwrap());
    let reachable = Map::positions().map(|pos| distances.at(pos)).filter(|&steps| steps < UNREACHABLE);
    assert_eq!(Some(far), reachable.max());
}
