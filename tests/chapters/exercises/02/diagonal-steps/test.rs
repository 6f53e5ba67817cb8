/// The keys around S: Q, E, Z and C. Walls stop a diagonal step as any other.
#[test]
fn diagonal_steps_have_keys() {
    use crate::map::Pos;
    let mut game = Game::new(SEED);
    let start = game.player.pos;
    let keys = [Scancode::Q, Scancode::E, Scancode::Z, Scancode::C];
    for (key, (x, y)) in keys.into_iter().zip([(-1, -1), (1, -1), (-1, 1), (1, 1)]) {
        game.player.pos = start;
        game.press(key);
        assert_eq!(game.player.pos, start + Pos::new(x, y), "{key:?}");
        for _ in 0..64 {
            game.press(key);
        }
        assert!(game.map.is_floor(game.player.pos), "{key:?} leads into a wall");
    }
}
