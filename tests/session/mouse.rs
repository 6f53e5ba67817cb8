//! The mouse on the map, on the panel and on pages.

use roguelike::desktop::actions::STAIRS;
use roguelike::desktop::{Input, Session};
use roguelike::game::{GameState, PlayerClass};
use roguelike::key::Key;
use roguelike::map::{MAP_HEIGHT, Pos};
use roguelike::part::Part;
use roguelike::screen;

use crate::{POINTER, after, changes, drawn, handle, on, pointer, shown, travel, type_key, wants_screenshot};

/// Points at the first row with these words, and clicks there.
fn click(session: &mut Session, words: &str) {
    let text = shown(session);
    let (y, row) = text.lines().enumerate().find(|(_, row)| row.contains(words)).expect(words);
    let tile = Pos::new(row.find(words).unwrap() as i32, y as i32);
    changes(session, Input::Hover(Some(tile)));
    changes(session, Input::Click(tile));
}

#[test]
fn the_mouse_does_what_keys_do() {
    let mut session = after("17", "");
    let first = screen::first_class_row(Part::LAST);
    assert!(changes(&mut session, Input::Hover(Some(Pos::new(30, first + 4)))));
    assert_eq!(pointer(&mut session), Some(Pos::new(3, first + 4)));
    changes(&mut session, Input::Wheel(true));
    assert_eq!(pointer(&mut session), Some(Pos::new(3, first + 2)));
    click(&mut session, "Mage");
    assert_eq!(session.game().class(), Some(PlayerClass::Mage));
    // A line of the pack, and its hint.
    type_key(&mut session, Key::I);
    click(&mut session, "ESC  close");
    assert_eq!(session.game().state(), GameState::Playing);
    type_key(&mut session, Key::I);
    let before = session.game().inventory().len();
    click(&mut session, "a)");
    assert_eq!(session.game().inventory().len(), before - 1);
    // Settings, pages and their hints.
    type_key(&mut session, Key::F2);
    click(&mut session, "Sounds");
    assert!(session.settings().mute);
    click(&mut session, "ESC  close");
    type_key(&mut session, Key::F1);
    changes(&mut session, Input::Wheel(false));
    assert!(shown(&mut session).contains("game pad"));
    changes(&mut session, Input::Click(Pos::new(1, 1)));
    assert!(shown(&mut session).contains("game pad"), "a click beside everything does nothing");
    click(&mut session, "ESC  back");
    assert!(!shown(&mut session).contains("game pad"));
    // The hint of the panel.
    session.set_panel(Some((26, 41)));
    changes(&mut session, Input::ClickPanel(Pos::new(14, 40)));
    assert!(shown(&mut session).contains("M E N U"));
}

#[test]
fn the_mouse_changes_settings_both_ways() {
    let mut session = after("17", "");
    type_key(&mut session, Key::F2);
    let row = |session: &mut Session| {
        let page = shown(session);
        page.lines().position(|row| row.contains("Volume")).unwrap() as i32
    };
    let y = row(&mut session);
    let mut volumes = Vec::new();
    for x in [46, 38, 39, 6, 46, 46] {
        changes(&mut session, Input::Click(Pos::new(x, y)));
        volumes.push(session.settings().volume);
    }
    assert_eq!(volumes, [100, 90, 80, 90, 100, 100], "the loudest is not followed by silence");
    changes(&mut session, Input::Click(Pos::new(40, y + 1)));
    assert_eq!((session.settings().volume, row(&mut session)), (100, y));
}

#[test]
fn the_mouse_can_do_everything_that_keys_do() {
    let add = |level: &mut roguelike::level::Level| {
        let pos = level.items[0].pos;
        level.items.push(roguelike::item::FloorItem { item: roguelike::item::Item::Weapon(2), pos });
    };
    let mut session = on(drawn::game_with(17, &["@!..>"], |_| {}, add));
    let click_hero = |session: &mut Session| {
        let here = session.game().player().pos;
        changes(session, Input::Click(here));
    };
    changes(&mut session, Input::Click(Pos::new(2, 1)));
    assert_eq!(session.game().inventory().len(), 1);
    click_hero(&mut session);
    travel(&mut session);
    assert_eq!(session.game().inventory().len(), 2, "the second thing on the tile");
    click_hero(&mut session);
    assert!(shown(&mut session).contains("K E Y S"));
    click(&mut session, "explore and pick up");
    travel(&mut session);
    changes(&mut session, Input::Examine(Pos::new(5, 1)));
    assert!(shown(&mut session).contains("Stairs down"));
    changes(&mut session, Input::Click(Pos::new(5, 1)));
    travel(&mut session);
    click_hero(&mut session);
    assert_eq!(session.game().depth(), 1);
    changes(&mut session, Input::Wheel(true));
    assert!(shown(&mut session).contains("M E S S A G E S"));
    click(&mut session, "ESC  close");
    changes(&mut session, Input::Click(Pos::new(20, MAP_HEIGHT + 2)));
    assert!(shown(&mut session).contains("M E S S A G E S"));
    click(&mut session, "ESC  close");
    changes(&mut session, Input::Click(Pos::new(20, MAP_HEIGHT)));
    assert!(shown(&mut session).contains("K E Y S"));
    click(&mut session, "a menu: save, quit");
    assert!(shown(&mut session).contains("M E N U") && !session.is_over());
    click(&mut session, "Quit");
    assert!(session.is_over());
}

/// The page of keys would cover the fight, one click after the step to that tile.
#[test]
fn in_a_fight_a_click_on_oneself_shows_no_page() {
    let mut session = on(drawn::game(17, &["@..r"]));
    let here = session.game().player().pos;
    changes(&mut session, Input::Click(here));
    assert!(shown(&mut session).contains("A rat is in view"), "{}", shown(&mut session));
}

/// What lies below a text is not seen.
#[test]
fn a_click_on_a_text_over_the_map_only_closes_it() {
    let mut session = on(drawn::game(17, &["@........."]));
    let before = session.game().player().pos;
    for (key, words) in [(Key::E, "You, the Fighter"), (STAIRS, "You have not found the stairs")] {
        type_key(&mut session, key);
        let page = shown(&mut session);
        let (y, row) = page.lines().enumerate().find(|(_, row)| row.contains(words)).expect(words);
        let tile = Pos::new(row.find(words).unwrap() as i32, y as i32);
        type_key(&mut session, Key::ESCAPE);
        // The mouse rests there while the key is pressed.
        changes(&mut session, Input::Hover(Some(tile)));
        type_key(&mut session, key);
        changes(&mut session, Input::Click(tile));
        assert_eq!((travel(&mut session), session.game().player().pos, session.boxed()), (0, before, None));
        // No other text has taken its place.
        assert!(!shown(&mut session).contains("----"), "{}", shown(&mut session));
    }
}

#[test]
fn in_part_1_a_click_lists_its_keys() {
    let mut session = after("1", "");
    let before = shown(&mut session);
    changes(&mut session, Input::Click(Pos::new(20, 20)));
    let page = shown(&mut session);
    assert!(page.contains("K E Y S") && !page.contains("pack"), "{page}");
    click(&mut session, "begin a new dungeon");
    assert_ne!(shown(&mut session), before);
    changes(&mut session, Input::Examine(Pos::new(20, 20)));
    assert_eq!(session.boxed(), None);
    changes(&mut session, Input::Wheel(true));
    assert!(!session.is_over());
}

#[test]
fn a_click_uses_any_row_of_a_long_inventory_that_a_key_could() {
    for (count, part) in [(22, 17), (23, 17), (24, 17), (26, 17), (29, 17), (24, 12), (29, 12)] {
        let row = format!("@{}", "!".repeat(count));
        let mut session = on(drawn::game(part, &[&row]));
        (0..count).for_each(|_| _ = type_key(&mut session, Key::RIGHT));
        type_key(&mut session, Key::I);
        let page = shown(&mut session);
        let rows: Vec<&str> = page.lines().map(str::trim).collect();
        for letter in ('a'..='z').take(count) {
            let found = rows.iter().filter(|row| row.starts_with(&format!("{letter})  "))).count();
            assert_eq!(found, 1, "{letter} of {count}: {page}");
        }
        let last = rows.iter().rposition(|row| row.get(1..4) == Some(")  ")).unwrap();
        let footer = rows.iter().position(|row| row.starts_with("letter to use")).unwrap();
        assert!(last < footer && rows[footer].ends_with("close"), "{page}");
        assert_eq!(page.contains("Behind z, without a key"), count > 26, "{page}");
        assert!(rows.iter().any(|row| row.starts_with("i closes the pack")));
        // Row i does nothing, and the last row uses what it has.
        let before = session.game().inventory().len();
        click(&mut session, "i)  ");
        assert_eq!(
            (session.game().state(), session.game().inventory().len()),
            (GameState::Inventory, before)
        );
        let slot = count.min(26) - 1;
        let label = session.game().item_label(session.game().inventory()[slot]);
        click(&mut session, &format!("{})  {label}", char::from(b'a' + slot as u8)));
        assert_eq!(session.game().inventory().len(), before - 1, "{count}");
    }
}

#[test]
fn the_cursor_is_a_box_that_changes_no_glyph() {
    let mut session = on(drawn::game(17, &["@rr.!.>"]));
    let map = |session: &mut Session| shown(session).lines().take(10).map(str::to_owned).collect::<Vec<_>>();
    let before = map(&mut session);
    type_key(&mut session, Key::E);
    for x in 1..8 {
        assert_eq!((session.boxed(), map(&mut session)), (Some(Pos::new(x, 1)), before.clone()));
        type_key(&mut session, Key::RIGHT);
    }
    assert!(shown(&mut session).contains("TAB  next"), "its keys are named");
    changes(&mut session, Input::Examine(Pos::new(2, 1)));
    assert_eq!(session.boxed(), Some(Pos::new(2, 1)));
    assert!(!shown(&mut session).contains("TAB  next"));
    changes(&mut session, Input::Hover(Some(Pos::new(2, 1))));
    assert_eq!(session.boxed(), Some(Pos::new(2, 1)), "still on the tile");
    changes(&mut session, Input::Hover(Some(Pos::new(3, 1))));
    assert_eq!(session.boxed(), None);
}

/// The window draws once after all inputs that have come.
#[test]
fn a_second_click_before_the_next_frame_is_one_on_the_map() {
    let mut session = on(drawn::game(17, &["@........."]));
    type_key(&mut session, Key::F1);
    let page = shown(&mut session);
    let row = page.lines().position(|row| row.contains("save a screenshot")).unwrap() as i32;
    for is_taken in [true, false] {
        handle(&mut session, Input::Click(Pos::new(30, row)));
        assert_eq!(wants_screenshot(&mut session), is_taken);
    }
}

#[test]
fn a_hint_is_the_key_and_its_meaning() {
    let mut session = after("17", "");
    let menu = shown(&mut session);
    let (y, row) = menu.lines().enumerate().find(|(_, row)| row.contains("ESC  quit")).unwrap();
    let marked = |session: &mut Session, word: &str| {
        let column = row.find(word).unwrap() as i32;
        changes(session, Input::Hover(Some(Pos::new(column, y as i32))));
        let frame = session.render();
        let cells = frame.cells().iter();
        let cells = cells.filter(|(pos, cell)| pos.y == y as i32 && cell.color == POINTER);
        let columns: Vec<usize> = cells.map(|(pos, _)| pos.x as usize).collect();
        columns.first().map(|&first| &row[first..=columns[columns.len() - 1]])
    };
    assert_eq!(marked(&mut session, "F9"), Some("F9  load saved game"));
    assert_eq!(marked(&mut session, "game"), Some("F9  load saved game"));
    assert_eq!(marked(&mut session, "begin"), None, "of three keys a click chooses none");
    assert_eq!(marked(&mut session, "      ESC"), None);
    assert_eq!(marked(&mut session, "quit"), Some("ESC  quit"));
    click(&mut session, "begin");
    assert!(session.game().class().is_none() && !session.is_over());
    click(&mut session, "quit");
    assert!(session.is_over());
}
