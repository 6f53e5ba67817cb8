/// A potion of healing ends poison, and nothing else.
#[test]
fn antidote_ends_poison() {
    use crate::entity::Status;
    use crate::item::{Item, PotionType};
    let mut game = Game::new(SEED);
    game.monsters.clear();
    game.player.hp = 10;
    game.player.add_status(Status::Poisoned, 9);
    game.player.add_status(Status::Regen, 5);
    game.inventory.push(Item::Potion(PotionType::Healing));
    game.press(Scancode::I);
    game.press(Scancode::A);
    assert!(!game.player.has_status(Status::Poisoned));
    assert_eq!(game.player.status_turns[Status::Regen as usize], 4, "regeneration goes on");
    assert_eq!(game.player.hp, 21, "10 by the potion, and 1 by regeneration");
}
