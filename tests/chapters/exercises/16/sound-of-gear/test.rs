/// Two tones are heard when gear is put on: 520 and 620 hertz. Nothing else sounds so.
#[test]
fn sound_of_gear_is_heard() {
    let mut game = Game::new(SEED);
    game.press(Scancode::Num3);
    game.levels[0].monsters.clear();
    game.inventory.insert(0, crate::item::WEAPONS[0]);
    for (item, expected) in [(Scancode::A, vec![520.0, 620.0]), (Scancode::C, vec![])] {
        game.sound.tones.clear();
        game.press(Scancode::I);
        game.press(item);
        let pitches: Vec<f32> = game.sound.tones.iter().map(|tone| tone.freq_hz).collect();
        assert_eq!(pitches, expected);
    }
}
