/// Monsters sleep until they are seen. Then they wander, also out of view.
#[test]
fn asleep_until_seen() {
    let mut game = Game::new(SEED);
    let map = &game.level.map;
    game.level.monsters.retain(|monster| !map.tile(monster.entity.pos).visible);
    let placed: Vec<_> = game.level.monsters.iter().map(|monster| monster.entity.pos).collect();
    for _ in 0..10 {
        game.press(Key::LEFT);
        game.press(Key::RIGHT);
    }
    let stayed = |game: &Game| {
        let pairs = game.level.monsters.iter().zip(&placed);
        pairs.filter(|(monster, pos)| monster.entity.pos == **pos).count()
    };
    assert_eq!(stayed(&game), placed.len(), "nobody was seen");
    for monster in &mut game.level.monsters {
        monster.entity.pos = game.player.pos;
    }
    for _ in 0..10 {
        game.press(Key::LEFT);
        game.press(Key::RIGHT);
    }
    assert!(
        game.level.monsters.iter().any(|monster| monster.entity.pos != game.player.pos),
        "they were seen"
    );
}
