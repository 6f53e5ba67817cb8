//! The mouse on the map, on the panel and on pages.

use roguelike::desktop::actions::{Action, Way};
use roguelike::desktop::key_table::STAIRS;
use roguelike::desktop::{Input, Session};
use roguelike::game::{GameState, PlayerClass};
use roguelike::key::Key;
use roguelike::map::{MAP_HEIGHT, Pos};

use crate::{
    WIDE, after, changes, chosen, click_tile, drawn, examine_tile, find, handle, hover_tile, on, outlined,
    resize, shown, travel, type_key, wants_screenshot,
};

/// Points at the last text with these words, and clicks there.
fn click(session: &mut Session, words: &str) {
    let (point, _) = find(session, words).unwrap_or_else(|| panic!("{words}: {}", session.text()));
    changes(session, Input::Hover(Some(point)));
    changes(session, Input::Click(point));
}

#[test]
fn the_mouse_does_what_keys_do() {
    let mut session = after("17", "");
    session.set_free_play(true);
    let (mage, _) = find(&session, "Mage").unwrap();
    assert!(changes(&mut session, Input::Hover(Some(mage))));
    assert!(chosen(&session).unwrap().contains("Mage"));
    changes(&mut session, Input::Wheel(true));
    assert!(chosen(&session).unwrap().contains("Rogue"));
    changes(&mut session, Input::Hover(Some((2, 2))));
    click(&mut session, "Mage");
    assert_eq!(session.game().class(), Some(PlayerClass::Mage));
    // A line of the inventory, and its hint.
    type_key(&mut session, Key::I);
    click(&mut session, "close");
    assert_eq!(session.game().state(), GameState::Playing);
    type_key(&mut session, Key::I);
    let before = session.game().inventory().len();
    click(&mut session, "potion");
    assert_eq!(session.game().inventory().len(), before - 1);
    // Settings, pages and their hints.
    type_key(&mut session, Key::F2);
    click(&mut session, "Sounds");
    assert!(session.settings().mute);
    click(&mut session, "close");
    type_key(&mut session, Key::F1);
    let (start, _) = find(&session, "Keys").unwrap();
    changes(&mut session, Input::Click(start));
    assert!(find(&session, "Keys").is_some(), "a click beside everything does nothing");
    click(&mut session, "close");
    assert!(find(&session, "Keys").is_none());
    // The hint of the panel.
    resize(&mut session, WIDE);
    click(&mut session, "menu");
    assert!(shown(&mut session).contains("Menu"));
}

#[test]
fn the_mouse_changes_settings_both_ways() {
    let mut session = after("17", "");
    type_key(&mut session, Key::F2);
    let (point, _) = find(&session, "Volume").unwrap();
    let mut volumes = Vec::new();
    for words in ["Volume", "Volume", "less", "less", "Volume", "Volume"] {
        let row = point.1;
        let at = |session: &Session| match words {
            "less" => session.scene().targets.iter().find_map(|(area, target)| {
                let is_it = target.action == Some(Action::Go(Way::Left)) && area.contains((area.x, row));
                is_it.then_some((area.centre(), row))
            }),
            words => find(session, words).map(|(point, _)| point),
        };
        let point = at(&session).unwrap();
        changes(&mut session, Input::Click(point));
        volumes.push(session.settings().volume);
    }
    assert_eq!(volumes, [100, 100, 90, 80, 90, 100], "the loudest is not followed by silence");
}

#[test]
fn the_mouse_can_do_everything_that_keys_do() {
    let add = |level: &mut roguelike::level::Level| {
        let pos = level.items[0].pos;
        level.items.push(roguelike::item::FloorItem { item: roguelike::item::WEAPONS[0], pos });
    };
    let mut session = on(drawn::game_with(17, &["@!..>"], |_| {}, add));
    let click_hero = |session: &mut Session| {
        let here = session.game().player().pos;
        click_tile(session, here);
    };
    click_tile(&mut session, Pos::new(2, 1));
    assert_eq!(session.game().inventory().len(), 1);
    click_hero(&mut session);
    travel(&mut session);
    assert_eq!(session.game().inventory().len(), 2, "the second thing on the tile");
    click_hero(&mut session);
    assert!(shown(&mut session).contains("Keys"));
    (0..2).for_each(|_| click(&mut session, "explore and pick up"));
    travel(&mut session);
    examine_tile(&mut session, Pos::new(5, 1));
    assert!(shown(&mut session).contains("Stairs down"));
    click_tile(&mut session, Pos::new(5, 1));
    travel(&mut session);
    click_hero(&mut session);
    assert_eq!(session.game().depth(), 1);
    changes(&mut session, Input::Wheel(true));
    assert!(shown(&mut session).contains("Messages"));
    click(&mut session, "close");
    click_tile(&mut session, Pos::new(20, MAP_HEIGHT + 2));
    assert!(shown(&mut session).contains("Messages"));
    click(&mut session, "close");
    click_tile(&mut session, Pos::new(20, MAP_HEIGHT));
    assert!(shown(&mut session).contains("Keys"));
    (0..2).for_each(|_| click(&mut session, "the pause menu, or quit"));
    assert!(shown(&mut session).contains("Menu") && !session.is_over());
    click(&mut session, "Quit");
    assert!(session.is_over());
}

/// The page of keys would cover the fight, one click after the step to that tile.
#[test]
fn in_a_fight_a_click_on_oneself_shows_no_page() {
    let mut session = on(drawn::game(17, &["@..r"]));
    let here = session.game().player().pos;
    click_tile(&mut session, here);
    assert!(shown(&mut session).contains("A rat is in view"), "{}", shown(&mut session));
}

/// What lies below a text is not seen.
#[test]
fn a_click_on_a_text_over_the_map_only_closes_it() {
    let mut session = on(drawn::game(17, &["@........."]));
    let before = session.game().player().pos;
    for (key, words) in [(Key::E, "You, the Fighter"), (STAIRS, "You have not found the stairs")] {
        type_key(&mut session, key);
        let (point, _) = find(&session, words).expect(words);
        type_key(&mut session, Key::ESCAPE);
        // The mouse rests there while the key is pressed.
        changes(&mut session, Input::Hover(Some(point)));
        type_key(&mut session, key);
        changes(&mut session, Input::Click(point));
        assert_eq!(
            (travel(&mut session), session.game().player().pos, outlined(&session)),
            (0, before, None)
        );
        assert!(find(&session, words).is_none(), "{}", shown(&mut session));
    }
}

#[test]
fn in_part_1_a_click_lists_its_keys() {
    let mut session = after("1", "");
    let before = shown(&mut session);
    click_tile(&mut session, Pos::new(20, 20));
    let page = shown(&mut session);
    assert!(page.contains("Keys") && !page.contains("pack"), "{page}");
    click(&mut session, "begin a new dungeon");
    assert_ne!(shown(&mut session), before);
    examine_tile(&mut session, Pos::new(20, 20));
    assert_eq!(outlined(&session), None);
    changes(&mut session, Input::Wheel(true));
    assert!(!session.is_over());
}

/// The letters of free play follow each other, and skip the I that closes the inventory.
#[test]
fn like_things_have_one_letter_and_each_can_be_clicked() {
    let weapons = |level: &mut roguelike::level::Level| {
        for (number, lying) in level.items.iter_mut().enumerate() {
            lying.item = roguelike::item::Item::Weapon { name: "dagger", bonus: number as i32 % 11 + 1 };
        }
    };
    let mut session = on(drawn::game_with(17, &["@!!!!!!!!!!!!!!!!!!!!!!"], |_| {}, weapons));
    session.set_free_play(true);
    (0..22).for_each(|_| _ = type_key(&mut session, Key::RIGHT));
    let carried = session.game().inventory().len();
    for letter in ["A", "H", "J"] {
        type_key(&mut session, Key::I);
        let label = session.game().item_label(session.game().inventory()[0]);
        assert!(shown(&mut session).contains(&format!("a  /  {label}")), "{}", shown(&mut session));
        type_key(&mut session, Key::from_name(letter).unwrap());
        assert_eq!(session.game().state(), GameState::Playing, "{letter}");
    }
    // Each weapon was wielded, and the one before came back.
    assert_eq!(session.game().inventory().len(), carried);
    type_key(&mut session, Key::I);
    let last = session.game().item_label(session.game().inventory()[5]);
    click(&mut session, &last);
    click(&mut session, &last);
    assert_eq!(session.game().state(), GameState::Playing);
}

#[test]
fn the_cursor_is_a_box_that_changes_no_glyph() {
    let mut session = on(drawn::game(17, &["@rr.!.>"]));
    let map = |session: &mut Session| shown(session).lines().take(4).map(str::to_owned).collect::<Vec<_>>();
    let before = map(&mut session);
    type_key(&mut session, Key::E);
    type_key(&mut session, Key::LEFT);
    for x in 1..8 {
        assert_eq!((outlined(&session), map(&mut session)), (Some(Pos::new(x, 1)), before.clone()));
        type_key(&mut session, Key::RIGHT);
    }
    assert!(shown(&mut session).contains("TAB next"), "its keys are named");
    examine_tile(&mut session, Pos::new(2, 1));
    assert_eq!(outlined(&session), Some(Pos::new(2, 1)));
    assert!(!shown(&mut session).contains("TAB next"));
    hover_tile(&mut session, Pos::new(2, 1));
    assert_eq!(outlined(&session), Some(Pos::new(2, 1)), "still on the tile");
    hover_tile(&mut session, Pos::new(3, 1));
    assert_eq!(outlined(&session), None);
}

/// The window draws once after all inputs that have come.
#[test]
fn a_second_click_before_the_next_frame_is_one_on_the_map() {
    let mut session = on(drawn::game(17, &["@........."]));
    type_key(&mut session, Key::F1);
    type_key(&mut session, Key::PAGE_DOWN);
    let (point, _) = find(&session, "save a screenshot").unwrap();
    // The first one only chooses the line.
    for is_taken in [false, true, false] {
        handle(&mut session, Input::Click(point));
        assert_eq!(wants_screenshot(&mut session), is_taken);
    }
}
