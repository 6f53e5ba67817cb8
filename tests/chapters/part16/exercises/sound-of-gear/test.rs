/// Two tones are heard when gear is put on: 520 and 620 hertz. Nothing else sounds so.
#[test]
fn sound_of_gear_is_heard() {
    let mut game = Game::new(SEED);
    game.press(Scancode::Num3);
    game.levels[0].monsters.clear();
    game.inventory.insert(0, crate::item::WEAPONS[0]);
    // The fields of a tone are seen in `sound.rs` alone. Everybody may print them.
    let pitches = |game: &Game| -> Vec<String> {
        let tones = format!("{:?}", game.sound.tones);
        let pitches = tones.match_indices("freq_hz: ").map(|(at, key)| &tones[at + key.len()..]);
        pitches.filter_map(|rest| Some(rest.split_once(',')?.0.to_owned())).collect()
    };
    for (item, expected) in [(Scancode::A, vec!["520.0", "620.0"]), (Scancode::C, vec![])] {
        game.sound.tones.clear();
        game.press(Scancode::I);
        game.press(item);
        assert_eq!(pitches(&game), expected);
    }
}
