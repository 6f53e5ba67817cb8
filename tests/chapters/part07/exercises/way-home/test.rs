/// A way has as many tiles as the map says, each beside the one before, and ends at the goal.
#[test]
fn way_home_is_a_shortest_one() {
    use crate::dijkstra_map::DijkstraMap;
    use crate::map::Pos;
    let game = Game::new(SEED);
    let home = game.player.pos;
    let mut distances = DijkstraMap::new();
    distances.compute(&game.map, home);
    for monster in &game.monsters {
        let mut pos = monster.entity.pos;
        let way = distances.way(pos).unwrap();
        assert_eq!(way.len() as i32, distances.at(pos));
        for next in way {
            assert!((next.x - pos.x).abs() + (next.y - pos.y).abs() == 1);
            pos = next;
        }
        assert_eq!(pos, home);
    }
    assert!(distances.way(Pos::new(0, 0)).is_none(), "a corner is wall");
}
