/// One step picks up everything that lies on a tile, in the order of the list, and nothing else.
#[test]
fn pick_up_all_at_once() {
    use crate::item::{Item, PotionType};
    let mut game = Game::new(SEED);
    let pos = game.player.pos + crate::map::Pos::new(1, 0);
    let elsewhere = game.player.pos + crate::map::Pos::new(-1, 0);
    game.items.clear();
    for (kind, pos) in [
        (PotionType::Strength, elsewhere),
        (PotionType::Healing, pos),
        (PotionType::Poison, pos),
        (PotionType::Poison, elsewhere),
        (PotionType::Strength, pos),
    ] {
        game.items.push(Item { kind, pos });
    }
    game.log.clear();
    game.press(Scancode::Right);
    let carried = &game.inventory[..];
    let all = matches!(carried, [PotionType::Healing, PotionType::Poison, PotionType::Strength]);
    assert!(all, "Healing, Poison and Strength lay there; carried are {carried:?}");
    assert_eq!(game.log.len(), 3, "{:?}", game.log);
    assert_eq!(game.items.len(), 2);
    assert!(game.items.iter().all(|item| item.pos == elsewhere), "those of another tile stay there");
}
