/// One step picks up everything that lies on a tile.
#[test]
fn pick_up_all_at_once() {
    use crate::item::{Item, PotionType};
    let mut game = Game::new(SEED);
    let pos = game.player.pos + crate::map::Pos::new(1, 0);
    game.level.items.clear();
    for kind in [PotionType::Healing, PotionType::Poison, PotionType::Strength] {
        game.level.items.push(Item { kind, pos });
    }
    game.press(Key::RIGHT);
    assert_eq!((game.inventory.len(), game.level.items.len()), (3, 0));
}
