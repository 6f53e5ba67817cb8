/// Every amulet takes a point of defense, and a new run gives it back.
#[test]
fn heavy_amulets_cost_defense() {
    use crate::item::{FloorItem, Item};
    let mut game = Game::new(SEED);
    game.press(Scancode::Num1);
    let defense = game.player.defense;
    game.levels[0].monsters.clear();
    let pos = game.player.pos + crate::map::Pos::new(1, 0);
    game.levels[0].items = vec![FloorItem { item: Item::Amulet, pos }];
    game.press(Scancode::Right);
    assert_eq!((game.amulets, game.player.defense), (1, defense - 1));
    game.state = crate::game::GameState::Dead;
    game.press(Scancode::Space);
    game.press(Scancode::Num1);
    assert_eq!(game.player.defense, defense);
}
