/// The keys around S, by their places on the keyboard: Q, E, Z and C.
#[test]
fn diagonal_steps_have_keys() {
    use crate::map::Pos;
    let mut game = Game::new(SEED);
    let start = game.player.pos;
    for (place, x, y) in [(20, -1, -1), (8, 1, -1), (29, -1, 1), (6, 1, 1)] {
        game.player.pos = start;
        game.press(Key(place));
        assert_eq!(game.player.pos, start + Pos::new(x, y), "key {place}");
    }
}
