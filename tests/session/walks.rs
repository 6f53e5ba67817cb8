//! Held keys, journeys, and the map examined.

use roguelike::desktop::actions::Action;
use roguelike::desktop::scene::Shape;
use roguelike::desktop::{Input, Session};
use roguelike::entity::Status;
use roguelike::game::{Game, GameState, PlayerClass, Setup};
use roguelike::key::Key;
use roguelike::level::Level;
use roguelike::map::Pos;
use roguelike::part::Part;

use crate::drawn;
use crate::{
    after, changes, chosen, click_tile, handle, hover_tile, on, outlined, shift, shifted, shown, travel,
    type_key, type_keys,
};

fn hold(session: &mut Session, key: Key) -> bool {
    changes(session, Input::Key { key, physical: key, shift: false, repeat: true })
}

fn player(session: &Session) -> Pos {
    session.game().player().pos
}

#[test]
fn held_keys_only_walk() {
    let mut session = after("17", "1 I");
    assert!(!hold(&mut session, Key::ESCAPE));
    assert_eq!(session.game().state(), GameState::Inventory);
    type_key(&mut session, Key::ESCAPE);
    assert!(!hold(&mut session, Key::ESCAPE));
    assert!(!hold(&mut session, Key::I));
    type_key(&mut session, Key::DOWN);
    for key in [Key::DOWN, Key::J, Key::S, Key::KEYPAD_2] {
        assert!(hold(&mut session, key));
    }
    assert!(!session.is_over());
}

#[test]
fn a_monster_that_flees_and_cannot_attack_stops_no_walk() {
    let hurt = |level: &mut Level| level.monsters[0].entity.hp = 1;
    // It flees into the dead end in the east, in view all the time.
    let mut session = on(drawn::game_with(17, &["!....@.....g"], |_| {}, hurt));
    type_key(&mut session, Key::X);
    travel(&mut session);
    assert_eq!(session.game().inventory().len(), 1, "{}", shown(&mut session));
    // One that can reach the player does, and so does one that the next step could lead beside.
    for (drawing, hp) in [("!....@.....g", 8), ("!....@.g", 1)] {
        let change = |level: &mut Level| level.monsters[0].entity.hp = hp;
        let mut session = on(drawn::game_with(17, &[drawing], |_| {}, change));
        type_key(&mut session, Key::X);
        assert_eq!(travel(&mut session), 0);
        assert!(shown(&mut session).contains("A goblin is in view"), "{}", shown(&mut session));
    }
    // It comes into view around the corner.
    let mut session = on(drawn::game_with(17, &["@.....", "#####.", "#####.", "#####g"], |_| {}, hurt));
    click_tile(&mut session, Pos::new(6, 1));
    travel(&mut session);
    assert_eq!(player(&session), Pos::new(6, 1));
}

#[test]
fn a_held_key_stops_before_a_fight_until_it_is_pressed_again() {
    // The goblin waits around the corner.
    let mut session = on(drawn::game(17, &["@....", "####.", "####.", "####.", "####.", "####g"]));
    type_key(&mut session, Key::RIGHT);
    for _ in 0..30 {
        hold(&mut session, Key::RIGHT);
    }
    let body = session.game().player().clone();
    assert_eq!(body.hp, body.max_hp, "it stopped as the goblin came into view");
    assert!(!hold(&mut session, Key::DOWN));
    type_key(&mut session, Key::DOWN);
    assert_ne!(player(&session), body.pos, "a fresh press walks");
}

#[test]
fn explore_travel_and_run_press_the_originals_keys() {
    let mut session = on(drawn::game(17, &["@...#!..", "###.###.", "!......>"]));
    for _ in 0..2 {
        type_key(&mut session, Key::X);
        assert!(travel(&mut session) > 0);
    }
    type_key(&mut session, Key::X);
    travel(&mut session);
    assert!(shown(&mut session).contains("Nothing is left to explore here."));
    assert_eq!(session.game().inventory().len(), 2);

    let stairs = session.game().cur().stairs;
    shifted(&mut session, Key::PERIOD);
    travel(&mut session);
    assert_eq!((player(&session), session.game().depth()), (stairs, 0));
    click_tile(&mut session, Pos::new(1, 3));
    assert_eq!(travel(&mut session), 7);
    shifted(&mut session, Key::L);
    assert_eq!(travel(&mut session) + 1, 3, "it ends where the corridor opens");
    click_tile(&mut session, stairs);
    travel(&mut session);
    shifted(&mut session, Key::PERIOD);
    assert_eq!(session.game().depth(), 1);
}

#[test]
fn the_map_is_examined_with_keys_and_with_the_mouse() {
    let mut session = on(drawn::game(17, &["@.r......."]));
    type_key(&mut session, Key::E);
    assert!(shown(&mut session).contains("Rat: 3 of 3 health."), "it begins on the nearest monster");
    type_key(&mut session, Key::LEFT);
    assert!(!shown(&mut session).contains("Rat:"));
    type_keys(&mut session, &[Key::RIGHT; 1]);
    assert!(shown(&mut session).contains("Rat: 3 of 3 health."));
    assert_eq!(player(&session), Pos::new(1, 1));
    type_key(&mut session, Key::ESCAPE);
    assert!(!session.is_over() && !shown(&mut session).contains("Rat:"));
    assert!(hover_tile(&mut session, Pos::new(3, 1)));
    assert!(shown(&mut session).contains("Rat: 3 of 3 health."));
    assert!(!hover_tile(&mut session, Pos::new(3, 1)));
    changes(&mut session, Input::Hover(None));
    assert!(!shown(&mut session).contains("Rat:"));
}

#[test]
fn printed_letters_choose_items_and_digits_classes() {
    let mut session = after("17", "");
    assert!(!type_key(&mut session, Key::KEYPAD_8));
    type_key(&mut session, Key::KEYPAD_3);
    assert_eq!(session.game().class(), Some(PlayerClass::Mage));
    type_key(&mut session, Key::I);
    let pos = player(&session);
    // There is no slot h.
    type_key(&mut session, Key::H);
    assert_eq!((session.game().state(), player(&session)), (GameState::Inventory, pos));
}

#[test]
fn escape_leaves_one_thing_at_a_time() {
    let mut session = on(drawn::game(17, &["@..........!"]));
    type_key(&mut session, Key::X);
    let first = session.due_key().unwrap();
    session.press(first);
    type_key(&mut session, Key::ESCAPE);
    assert_eq!((travel(&mut session), session.is_over()), (0, false), "the journey");
    shifted(&mut session, Key::PERIOD);
    travel(&mut session);
    assert!(shown(&mut session).contains("You have not found the stairs yet."));
    for _ in 0..2 {
        // A text over the map does not cost a press.
        type_key(&mut session, Key::ESCAPE);
        assert!(shown(&mut session).contains("Menu"));
        type_key(&mut session, Key::ESCAPE);
        assert!(!session.is_over() && !shown(&mut session).contains("Menu"));
    }
    type_keys(&mut session, &[Key::ESCAPE, Key::UP, Key::RETURN]);
    assert!(session.is_over(), "the last line quits");
}

#[test]
fn escape_opens_a_menu_in_any_turn_of_every_part_with_a_player() {
    for part in Part::all() {
        let menu = if part.has_classes() { "1" } else { "" };
        let mut session = after(&part.to_string(), &format!("{menu}{}", " Right Left".repeat(12)));
        type_key(&mut session, Key::ESCAPE);
        assert_eq!(session.is_over(), !part.has_player(), "Part {part}");
        assert_eq!(chosen(&session).is_some_and(|row| row.contains("Back to the game")), part.has_player());
        let mut unmoved = after(&part.to_string(), menu);
        type_key(&mut unmoved, Key::ESCAPE);
        assert_eq!(unmoved.is_over(), !part.has_classes(), "Part {part}: there is nothing to lose");
    }
    let mut pressed = after("17", "1 Escape");
    assert!(pressed.is_over(), "a key of --keys asks nothing");
    assert!(!shown(&mut pressed).contains("Menu"));
}

/// Returns the line of text over the map, without the box around it.
fn note(session: &mut Session) -> String {
    let scene = session.scene();
    let note = scene.targets.iter().rfind(|(_, target)| target.action == Some(Action::CloseText));
    let texts = scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Text { text, x, y, .. } if note.is_some_and(|(area, _)| area.contains((*x, *y))) => {
            Some(text.as_str())
        }
        _ => None,
    });
    texts.collect::<Vec<_>>().join(" ")
}

#[test]
fn walks_begin_only_without_a_monster_in_view_and_say_so() {
    let session = || on(drawn::game(17, &["!...@..r", "........"]));
    for input in [Key::X, Key::LEFT, Key::RIGHT, Key::PERIOD].map(shift) {
        let mut session = session();
        let before = player(&session);
        handle(&mut session, input.clone());
        assert_eq!((travel(&mut session), player(&session)), (0, before), "{input:?}");
        assert_eq!(note(&mut session), "A rat is in view: walk step by step, or into it to attack.");
    }
    let mut held = session();
    type_key(&mut held, Key::LEFT);
    let before = player(&held);
    assert!(hold(&mut held, Key::LEFT));
    assert_eq!(
        (player(&held), &*note(&mut held)),
        (before, "A rat is in view: walk step by step, or into it to attack.")
    );
    assert!(!hold(&mut held, Key::LEFT), "the text is there");
    type_key(&mut held, Key::LEFT);
    assert_ne!(player(&held), before, "a fresh press walks");
    // A click is a decision about one step.
    let mut clicked = session();
    click_tile(&mut clicked, Pos::new(2, 1));
    assert_eq!((player(&clicked), travel(&mut clicked)), (Pos::new(4, 1), 0));
    // What the mouse is over is told in the text's place.
    type_key(&mut clicked, Key::X);
    let rat = clicked.game().cur().monsters[0].entity.pos;
    hover_tile(&mut clicked, rat);
    let shown = shown(&mut clicked);
    assert!(shown.contains("Rat: 3 of 3") && !shown.contains("Not while"), "{shown}");
}

#[test]
fn a_walk_says_why_it_stops() {
    let told = |drawing: &[&str], input: Input| {
        let mut session = on(drawn::game(17, drawing));
        handle(&mut session, input);
        travel(&mut session);
        note(&mut session)
    };
    let stairs = shift(Key::PERIOD);
    let x = Input::key(Key::X);
    assert_eq!(told(&["@...", "###.", "r...", "####"], x.clone()), "A rat comes into view.");
    assert!(told(&["@..!"], x.clone()).starts_with("Picked up: "));
    assert_eq!(told(&["@..."], x.clone()), "Nothing is left to explore here.");
    assert_eq!(told(&["@.>."], stairs.clone()), "You are on the stairs: press > to go down.");
    assert_eq!(told(&["@..."], stairs), "You have not found the stairs yet.");
    assert_eq!(told(&["@..."], shift(Key::RIGHT)), "A wall is in the way.");
    assert_eq!(told(&["@...", "###."], shift(Key::RIGHT)), "A wall is in the way.");
    assert_eq!(told(&["@....", "###.#"], shift(Key::RIGHT)), "The passage changes here.");
    let mut clicked = on(drawn::game(17, &["@...", "...."]));
    click_tile(&mut clicked, Pos::new(4, 1));
    travel(&mut clicked);
    assert_eq!(note(&mut clicked), "", "the player sees it");
    let mut held = on(drawn::game(17, &["@..."]));
    (0..3).for_each(|_| _ = hold(&mut held, Key::RIGHT));
    assert_eq!(note(&mut held), "");
    hold(&mut held, Key::RIGHT);
    assert_eq!(note(&mut held), "A wall is in the way.");
}

#[test]
fn the_first_x_after_a_loss_of_hit_points_says_so() {
    let poison = |player: &mut roguelike::player::Player| player.add_status(Status::Poisoned, 2);
    let mut session = on(drawn::game_with(17, &["@.........", ".........!"], poison, |_| {}));
    type_key(&mut session, Key::X);
    assert_eq!((travel(&mut session), &*note(&mut session)), (1, "You lose 1 hit point."));
    let left = session.game().player().hp;
    type_key(&mut session, Key::X);
    assert_eq!(travel(&mut session), 0);
    assert_eq!(note(&mut session), format!("You lost 1 hit point; {left} left. Press X again to go on."));
    type_key(&mut session, Key::X);
    assert_eq!(travel(&mut session), 1, "the next X goes on, and the poison stops it");
    type_key(&mut session, Key::X);
    assert_eq!(travel(&mut session), 0);
    type_key(&mut session, Key::X);
    assert!(travel(&mut session) > 1);
}

/// A player once held X here: with two monsters in view it went down and up for ever.
#[test]
fn x_never_walks_to_and_fro() {
    let mut session = on(Game::new(Setup::new(Part::LAST, 1_805_552_506)));
    type_key(&mut session, Key::NUM_1);
    let mut steps = Vec::new();
    for _ in 0..300 {
        type_key(&mut session, Key::X);
        steps.push(travel(&mut session));
    }
    assert!(steps.iter().sum::<usize>() > 5 && steps[250..].iter().all(|&steps| steps == 0), "{steps:?}");
    assert!(note(&mut session).contains(" is in view: "), "{}", note(&mut session));
}

#[test]
fn exploring_goes_on_after_an_item_if_it_is_set() {
    for (explore_on, items) in [(false, 1), (true, 3)] {
        let mut session = on(drawn::game(17, &["@.!.!.!."]));
        session.change_settings(|settings| settings.explore_on = explore_on);
        type_key(&mut session, Key::X);
        travel(&mut session);
        assert_eq!(session.game().inventory().len(), items);
    }
}

#[test]
fn tab_leads_the_cursor_to_what_is_in_view() {
    let mut session = on(drawn::game(17, &["@.r..!.>", "........"]));
    let told = |session: &mut Session, shift: bool| {
        changes(session, Input::Key { key: Key::TAB, physical: Key::TAB, shift, repeat: false });
        let text = shown(session);
        ["Rat:", "otion", "Stairs", "You,"].into_iter().find(|word| text.contains(word))
    };
    type_key(&mut session, Key::E);
    let forward: Vec<_> = (0..3).map(|_| told(&mut session, false)).collect();
    assert_eq!(forward, [Some("otion"), Some("Stairs"), Some("Rat:")]);
    assert_eq!(told(&mut session, true), Some("Stairs"));
    let before = player(&session);
    type_key(&mut session, Key::RETURN);
    assert_eq!(player(&session).manhattan(before), 1, "Return goes there, a step with a monster in view");
}

/// The panel names the keys of the map beside the cursor.
#[test]
fn keys_with_a_meaning_act_while_the_map_is_examined() {
    let begin = || {
        let mut session = on(drawn::game(17, &["@.........!"]));
        type_key(&mut session, Key::E);
        assert!(outlined(&session).is_some());
        session
    };
    let mut session = begin();
    type_key(&mut session, Key::I);
    assert_eq!((session.game().state(), outlined(&session)), (GameState::Inventory, None));
    let mut session = begin();
    type_key(&mut session, Key::X);
    assert!(session.due_key().is_some() && outlined(&session).is_none());
    let mut session = begin();
    shifted(&mut session, Key::PERIOD);
    assert!(shown(&mut session).contains("You have not found the stairs yet."));
    // The cursor stays below a page.
    let mut session = begin();
    type_keys(&mut session, &[Key::M, Key::ESCAPE]);
    assert!(outlined(&session).is_some());
}

#[test]
fn with_shift_the_cursor_goes_eight_tiles() {
    let mut session = on(drawn::game(17, &["@........", ".", ".", ".", ".", ".", ".", ".", "........."]));
    let start = player(&session);
    type_key(&mut session, Key::E);
    for (key, step) in [(Key::DOWN, Pos::new(0, 8)), (Key::UP, Pos::new(0, 0)), (Key::RIGHT, Pos::new(8, 0))]
    {
        shifted(&mut session, key);
        assert_eq!(outlined(&session), Some(start + step));
    }
}

/// Returns the columns of the tiles whose dots are bright.
fn path(session: &Session) -> Vec<usize> {
    let scene = session.scene();
    let tiles = scene.shapes.iter().find_map(|shape| match shape {
        Shape::Tiles(tiles) => Some(tiles),
        _ => None,
    });
    let looks = tiles.unwrap().looks.iter().enumerate();
    let marked = looks.filter(|(_, look)| look.is_some_and(|look| look.dot == Some(scene.look.theme.title)));
    marked.map(|(index, _)| index % 64).collect()
}

/// With a monster in view a click is a single step.
#[test]
fn the_way_of_a_click_is_shown() {
    let mut session = on(drawn::game(17, &["@...", "...."]));
    session.set_free_play(true);
    hover_tile(&mut session, Pos::new(4, 1));
    assert_eq!(path(&session), [2, 3]);
    let mut session = on(drawn::game(17, &["@...", "r..."]));
    session.set_free_play(true);
    hover_tile(&mut session, Pos::new(4, 1));
    assert_eq!(path(&session), [2]);
}
