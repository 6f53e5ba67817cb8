//! The sounds of free play: those of the series, but for the pitches of attacks.

use roguelike::desktop::{Order, Session};
use roguelike::key::Key;
use roguelike::sound::Tone;

use crate::{drawn, on, type_key};

/// The pitches of the last key, as far as it was heard.
fn pitches(session: &mut Session) -> Vec<f32> {
    let orders = session.take_orders();
    let tones =
        orders.into_iter().filter_map(|it| if let Order::Play(tones) = it { Some(tones) } else { None });
    tones.flatten().map(|Tone { freq_hz, .. }| freq_hz).collect()
}

#[test]
fn your_attacks_sound_higher_than_those_that_hit_you() {
    // Two goblins hit back after your attack on one of them.
    let game = || drawn::game_with(17, &["g@g"], |you| you.power = 1, |_| {});
    let mut session = on(game());
    type_key(&mut session, Key::RIGHT);
    assert_eq!(pitches(&mut session), [180.0; 2], "with --part all sound alike");

    let mut session = on(game());
    session.set_free_play(true);
    type_key(&mut session, Key::RIGHT);
    let [yours, theirs] = pitches(&mut session)[..] else { panic!() };
    assert!(yours > 180.0 && theirs < 180.0, "{yours} {theirs}");

    // A sound that is not of an attack stays.
    let mut session = on(drawn::game(17, &["@!"]));
    session.set_free_play(true);
    type_key(&mut session, Key::RIGHT);
    assert_eq!(pitches(&mut session), [880.0]);
}
