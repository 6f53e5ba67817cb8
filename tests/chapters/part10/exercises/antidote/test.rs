/// A potion of healing ends poison.
#[test]
fn antidote_ends_poison() {
    use crate::entity::Status;
    use crate::item::{Item, PotionType};
    let mut game = Game::new(SEED);
    game.level.monsters.clear();
    game.player.add_status(Status::Poisoned, 9);
    game.inventory.push(Item::Potion(PotionType::Healing));
    game.press(Key::I);
    game.press(Key::A);
    assert!(!game.player.has_status(Status::Poisoned));
    assert_eq!(game.player.hp, game.player.max_hp);
}
