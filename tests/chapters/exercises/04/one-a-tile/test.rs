/// No monster steps onto another one, or onto the player.
#[test]
fn one_a_tile_and_no_more() {
    use crate::map::Pos;
    let mut steps = 0;
    for seed in 1..10 {
        let mut game = Game::new(seed);
        // All of them around the player.
        game.monsters.truncate(6);
        for (index, monster) in game.monsters.iter_mut().enumerate() {
            let y = if index < 3 { -1 } else { 1 };
            monster.entity.pos = game.player.pos + Pos::new(index as i32 % 3 - 1, y);
        }
        for turn in 0..80 {
            let places = |game: &Game| -> Vec<Pos> {
                game.monsters.iter().map(|monster| monster.entity.pos).collect()
            };
            let before = places(&game);
            game.press(if turn % 2 == 0 { Scancode::Left } else { Scancode::Right });
            let mut after = places(&game);
            for (old, new) in before.iter().zip(&after).filter(|(old, new)| old != new) {
                assert!(*new != game.player.pos, "seed {seed}: from {old:?} onto the player");
                steps += 1;
            }
            after.sort_by_key(|pos| (pos.y, pos.x));
            assert!(after.windows(2).all(|pair| pair[0] != pair[1]), "seed {seed}: {after:?}");
        }
    }
    assert!(steps > 500, "they walk about as before, and took {steps} steps");
}
