/// After each 20 steps the torch shines one tile less far. A new dungeon brings a new torch.
#[test]
fn torch_burns_down() {
    use crate::map::{Pos, TileType};
    let mut game = Game::new(SEED);
    for dungeon in 0..2 {
        // A single hall, in which nothing hides anything.
        for tile in game.map.tiles.as_flattened_mut() {
            tile.kind = TileType::Floor;
        }
        game.player.pos = Pos::new(32, 18);
        for steps in 1..=220 {
            game.press(if steps % 2 == 1 { Scancode::Left } else { Scancode::Right });
            let lit = (0..MAP_WIDTH).filter(|&x| game.map.tile(Pos::new(x, 18)).visible).count();
            let radius = (11 - steps / 20).max(2);
            assert_eq!(lit, 2 * radius + 1, "dungeon {dungeon}, after {steps} steps");
        }
        game.press(Scancode::Space);
    }
}
