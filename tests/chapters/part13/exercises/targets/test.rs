/// The dead and those out of view are no targets. Of two that are equally near the first comes first.
#[test]
fn targets_by_distance() {
    use crate::map::Pos;
    let mut game = Game::new(SEED);
    let here = game.player.pos;
    let monsters = &mut game.levels[0].monsters;
    monsters.truncate(5);
    assert_eq!(monsters.len(), 5);
    for (monster, x) in monsters.iter_mut().zip([3, 1, 2, 1]) {
        monster.entity.pos = here + Pos::new(x, 0);
    }
    monsters[2].entity.alive = false;
    monsters[4].entity.pos = Pos::new(0, 0);
    assert_eq!(game.targets(), [1, 3, 0]);
}
