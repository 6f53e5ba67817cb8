//! Random keys and buttons, with a recording running and with a run that can be continued: the rules hold,
//! and the recording can be verified.

use std::env;
use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use roguelike::desktop::{Input, Session};
use roguelike::game::{Game, Setup};
use roguelike::key::Key;
use roguelike::map::Pos;
use roguelike::part::Part;
use roguelike::support::save_slot::SaveSlot;
use roguelike::trace::record::Recorder;
use sdl2::controller::Button;

use crate::rules::{check, check_frame};
use crate::scratch::scratch;
use crate::{handle, runs_in, verify_recording};

fn any_input() -> impl Strategy<Value = (Input, usize)> {
    let names = vec![
        "Up", "Down", "Left", "Right", "H", "J", "K", "L", "Keypad 4", "Keypad 6", "Keypad 8", "Keypad 2",
    ];
    let rarer = vec![
        "I",
        "A",
        "B",
        "C",
        ".",
        "1",
        "2",
        "3",
        "Space",
        "F5",
        "F9",
        "V",
        "F1",
        "Left Shift",
        "/",
        "Return",
        "R",
        "G",
        "Z",
    ];
    let key =
        prop_oneof![3 => select(names), 2 => select(rarer)].prop_map(|name| Key::from_name(name).unwrap());
    let keys = (key, prop::bool::weighted(0.2), prop::bool::weighted(0.2))
        .prop_map(|(key, shift, repeat)| Input::Key { key, physical: key, shift, repeat });
    let buttons = select(vec![
        Button::DPadUp,
        Button::DPadDown,
        Button::DPadLeft,
        Button::DPadRight,
        Button::A,
        Button::B,
        Button::X,
        Button::Y,
        Button::Start,
        Button::Guide,
    ]);
    let mouse = (0..64, 0..41, 0..6).prop_map(|(x, y, what)| {
        let tile = Pos::new(x, y);
        match what {
            0 => Input::Examine(tile),
            1 => Input::ClickPanel(tile),
            2 => Input::Hover(Some(tile)),
            3 => Input::Wheel(x % 2 == 0),
            _ => Input::Click(tile),
        }
    });
    let others = select(vec![Input::Exposed, Input::Fullscreen, Input::Screenshot]);
    (
        prop_oneof![6 => keys, 4 => buttons.clone().prop_map(Input::Pad), 1 => buttons.prop_map(Input::PadRun), 1 => others, 3 => mouse],
        1..6usize,
    )
}

/// Returns the factor for the usual number of cases.
fn times() -> u32 {
    env::var("ROGUELIKE_CASES").map_or(1, |number| number.parse().expect("ROGUELIKE_CASES is a number"))
}

/// Plays a session in the folder with all inputs, checks everything after each, and keeps the run at the end.
fn play(folder: &Path, setup: &Setup, inputs: &[(Input, usize)], record: bool) {
    let game = Game::new(setup.clone());
    let recorder = record.then(|| Recorder::new(&folder.join("run.trace"), setup, &game).unwrap());
    let mut session = Session::new(game, Some(runs_in(folder)), recorder);
    session.log_keys(setup);
    for (input, times) in inputs {
        for _ in 0..*times {
            handle(&mut session, input.clone());
            check(session.game());
            check_frame(session.render());
            session.render_panel(26, 41);
            assert!(!session.title().is_empty());
        }
        session.take_events();
        for problem in session.take_problems() {
            assert!(problem.contains("the view stays"), "{problem}");
        }
    }
    session.keep_run();
    assert_eq!(session.take_problems(), Vec::<String>::new());
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 40 * times(),
        failure_persistence: None,
        max_shrink_iters: 2_000,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_input_is_handled_and_recorded(
        part in prop_oneof![1 => 1..=14u8, 2 => 15..=17u8],
        seed in any::<u32>(),
        first in vec(any_input(), 0..80),
        second in vec(any_input(), 0..80),
    ) {
        let folder = scratch("any_input");
        let save = SaveSlot::File(folder.join("game.save"));
        let setup = Setup { slot: save, ..Setup::new(Part::new(part).unwrap(), seed) };
        // The second session may find a kept run and a save file.
        play(&folder, &setup, &first, false);
        play(&folder, &setup, &second, true);
        verify_recording(&folder);
    }
}
