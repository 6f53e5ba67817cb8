/// Two tones are heard when gear is put on: 520 and 620 hertz.
#[test]
fn sound_of_gear_is_heard() {
    let mut game = Game::new(SEED);
    game.press(Key::NUM_3);
    game.levels[0].monsters.clear();
    game.inventory.insert(0, crate::item::Item::Weapon(2));
    game.sound.tones.clear();
    game.press(Key::I);
    game.press(Key::A);
    let pitches: Vec<f32> = game.sound.tones.iter().map(|tone| tone.0).collect();
    assert_eq!(pitches, [520.0, 620.0]);
}
