/// No monster steps onto another one, or onto the player.
#[test]
fn one_a_tile_and_no_more() {
    use crate::map::Pos;
    for seed in 1..10 {
        let mut game = Game::new(seed);
        // All of them in the player's room.
        for (index, monster) in game.level.monsters.iter_mut().enumerate() {
            monster.entity.pos =
                game.player.pos + Pos::new(index as i32 % 3 - 1, if index < 3 { -1 } else { 1 });
        }
        game.level.monsters.truncate(6);
        for _ in 0..20 {
            game.press(Key::LEFT);
            game.press(Key::RIGHT);
            let mut places: Vec<Pos> = game.level.monsters.iter().map(|monster| monster.entity.pos).collect();
            places.sort_by_key(|pos| (pos.y, pos.x));
            assert!(places.windows(2).all(|pair| pair[0] != pair[1]), "seed {seed}: {places:?}");
        }
    }
}
