/// Monsters sleep until they are seen, and draw no number. Then they wander, also out of view.
#[test]
fn asleep_until_seen() {
    let mut game = Game::new(SEED);
    let map = &game.map;
    game.monsters.retain(|monster| !map.tile(monster.entity.pos).visible);
    let placed: Vec<_> = game.monsters.iter().map(|monster| monster.entity.pos).collect();
    let walk = |game: &mut Game| {
        for _ in 0..10 {
            game.press(Scancode::Left);
            game.press(Scancode::Right);
        }
    };
    let stayed = |game: &Game| {
        let pairs = game.monsters.iter().zip(&placed);
        pairs.filter(|(monster, pos)| monster.entity.pos == **pos).count()
    };
    walk(&mut game);
    assert_eq!(stayed(&game), placed.len(), "nobody was seen");
    let next = Game::new(SEED).rng.uniform(0, i32::MAX - 1);
    assert_eq!(game.rng.uniform(0, i32::MAX - 1), next, "who sleeps draws no number");
    for monster in &mut game.monsters {
        monster.entity.pos = game.player.pos;
    }
    game.press(Scancode::Left);
    for (monster, pos) in game.monsters.iter_mut().zip(&placed) {
        monster.entity.pos = *pos;
    }
    walk(&mut game);
    assert!(stayed(&game) < placed.len() / 2, "they were seen, and are out of view again");
}
