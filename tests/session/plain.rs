//! What the window shows in plain play, and the series does not: its menu, blows and magic, hints, and a
//! panel whose rows can be pointed at.

use std::thread;

use roguelike::color::Color;
use roguelike::desktop::settings::Settings;
use roguelike::desktop::{Input, Session};
use roguelike::game::{Game, GameState, PlayerClass, Setup};
use roguelike::item::{FloorItem, Item, ScrollType};
use roguelike::key::Key;
use roguelike::map::{MAP_HEIGHT, Pos};
use roguelike::part::Part;
use roguelike::screen::{self, Cell, Frame};

use crate::{POINTER, changes, drawn, on, panel, pointer, shown, type_key, type_keys};

/// A session of plain play.
fn plain(game: Game) -> Session {
    let mut session = on(game);
    session.set_free_play(true);
    session
}

/// Returns what is drawn on top of a tile.
fn top(session: &mut Session, pos: Pos) -> Option<Cell> {
    session.render().cells().iter().rev().find(|(its, _)| *its == pos).map(|(_, cell)| *cell)
}

/// Returns the colours of a row of the frame.
fn colors(frame: &Frame, row: i32) -> Vec<Color> {
    frame.cells().iter().filter(|(pos, _)| pos.y == row).map(|(_, cell)| cell.color).collect()
}

#[test]
fn the_menu_has_the_real_numbers_and_a_pointer() {
    let mut session = plain(Game::new(Setup::new(Part::LAST, 42)));
    let page = shown(&mut session);
    for (key, class) in [Key::NUM_1, Key::NUM_2, Key::NUM_3].into_iter().zip(PlayerClass::ALL) {
        let mut hero = Game::new(Setup::new(Part::LAST, 7));
        hero.press(key);
        let row = page.lines().find(|row| row.contains(class.name())).unwrap();
        let numbers: Vec<&str> = row.split_whitespace().collect();
        let body = hero.player();
        let expected = [body.max_hp, body.power, body.defense].map(|number| number.to_string());
        assert!(numbers.windows(3).any(|numbers| numbers == expected), "{row}");
    }
    let row = |name| page.lines().position(|row| row.contains(name)).unwrap() as i32;
    assert_eq!(pointer(&mut session).map(|pos| pos.y), Some(row("Fighter")));
    type_key(&mut session, Key::DOWN);
    assert_eq!(pointer(&mut session).map(|pos| pos.y), Some(row("Rogue")));
    changes(&mut session, Input::Hover(Some(Pos::new(40, row("Mage")))));
    assert!(colors(&session.render(), row("Mage")).iter().all(|color| *color == POINTER), "its row is lit");
    type_key(&mut session, Key::RETURN);
    assert_eq!(session.game().class(), Some(PlayerClass::Mage));
}

/// Waits until nothing is left that ends by itself, as the event-wait loop does. Returns true if something
/// was drawn again.
fn settle(session: &mut Session) -> bool {
    let mut is_drawn = session.take_redraw();
    while session.timeout().as_millis() < 1_000 {
        thread::sleep(session.timeout());
        session.due_key();
        is_drawn |= session.take_redraw();
    }
    is_drawn
}

#[test]
fn blows_are_seen_for_a_moment() {
    let (you, it) = (Pos::new(1, 1), Pos::new(2, 1));
    let fight = || drawn::game_with(17, &["@g"], |_| {}, |level| level.monsters[0].entity.hp = 99);
    let mut session = plain(fight());
    let [before_you, before_it] = [you, it].map(|pos| top(&mut session, pos).unwrap());
    type_key(&mut session, Key::RIGHT);
    let [struck_you, struck_it] = [you, it].map(|pos| top(&mut session, pos).unwrap());
    assert_eq!((struck_you.glyph, struck_it.glyph), (b'@', b'g'));
    assert!(struck_you.color != before_you.color && struck_it.color != before_it.color);
    let timeout = session.timeout().as_millis();
    assert!(timeout <= 150, "{timeout}");
    session.take_redraw();
    assert!(settle(&mut session));
    assert_eq!([you, it].map(|pos| top(&mut session, pos).unwrap()), [before_you, before_it]);
    // Not with a part, and not where the player does not want it.
    for mut session in [on(fight()), plain(fight())] {
        session.change_settings(|settings| settings.effects = false);
        type_key(&mut session, Key::RIGHT);
        assert_eq!(top(&mut session, it), Some(before_it));
    }
}

#[test]
fn the_way_of_a_bolt_and_the_tiles_of_a_fireball_are_seen() {
    for scroll in [ScrollType::Lightning, ScrollType::Fireball] {
        let item = Item::Scroll(scroll);
        let add = |level: &mut roguelike::level::Level| {
            level.items.push(FloorItem { item, pos: Pos::new(2, 1) });
            level.monsters[0].entity.hp = 99;
        };
        let mut session = plain(drawn::game_with(17, &["@....g..."], |_| {}, add));
        [Key::RIGHT, Key::I].into_iter().for_each(|key| _ = type_key(&mut session, key));
        let target = session.game().cur().monsters[0].entity.pos.x;
        type_key(&mut session, Key::A);
        assert_eq!(session.game().state(), GameState::Playing);
        let struck = session.game().cur().monsters[0].entity.pos.x;
        let seen: Vec<i32> = (1..10)
            .filter(|&x| top(&mut session, Pos::new(x, 1)).is_some_and(|cell| cell.glyph == b'*'))
            .collect();
        // The monster steps nearer after that, and is drawn where it is.
        let tiles = if scroll == ScrollType::Lightning { 3..target } else { target - 1..target + 2 };
        assert_eq!(seen, tiles.filter(|x| *x != struck).collect::<Vec<_>>(), "{scroll:?}");
        settle(&mut session);
        assert!(!shown(&mut session).lines().nth(1).unwrap().contains('*'));
    }
}

#[test]
fn each_hint_is_given_once() {
    let g = Key::from_name("G").unwrap();
    let mut session = plain(drawn::game(17, &["@!.....", "..", "......."]));
    type_key(&mut session, g);
    assert!(shown(&mut session).contains("F1: keys"), "{}", shown(&mut session));
    type_key(&mut session, g);
    assert!(!shown(&mut session).contains("F1: keys"));
    type_key(&mut session, Key::RIGHT);
    assert!(shown(&mut session).contains("I opens the inventory"));
    type_key(&mut session, Key::RIGHT);
    assert!(!shown(&mut session).contains("I opens the inventory"));
    // They are remembered.
    let hinted = session.settings().hinted.clone();
    assert_eq!(hinted, ["key", "potion"]);
    let mut later = plain(drawn::game(17, &["@g"]));
    later.change_settings(|settings| *settings = Settings { hinted, ..Settings::default() });
    type_key(&mut later, g);
    let page = shown(&mut later);
    assert!(page.contains("Walk into it") && !page.contains("F1: keys"), "{page}");
    // Not for those who want none, and not with a part.
    for mut other in [on(drawn::game(17, &["@g"])), plain(drawn::game(17, &["@g"]))] {
        other.change_settings(|settings| settings.hints = false);
        type_key(&mut other, g);
        assert!(!shown(&mut other).contains("Walk into it"));
    }
}

/// Returns the row of the panel that has these words.
fn panel_row(session: &mut Session, words: &str) -> Pos {
    let text = panel(session, 26, 41);
    let row = text.lines().position(|row| row.contains(words)).unwrap_or_else(|| panic!("{words}: {text}"));
    Pos::new(4, row as i32)
}

#[test]
fn rows_of_the_panel_are_lit_and_lead_to_what_they_name() {
    let drawing = ["@..!...g..", "..........", "........rr"];
    let mut session = on(drawn::game(17, &drawing));
    assert!(panel(&mut session, 26, 41).contains("Rat x2 "), "like things have one row");
    let goblin = panel_row(&mut session, "Goblin");
    assert!(changes(&mut session, Input::HoverPanel(goblin)));
    let row = session.render_panel(26, 41);
    assert!(colors(&row, goblin.y).iter().all(|color| *color == POINTER));
    assert_eq!(session.boxed(), Some(Pos::new(8, 1)), "its tile has a box");
    changes(&mut session, Input::ClickPanel(goblin));
    assert!(shown(&mut session).contains("Goblin: 8 of 8"));
    changes(&mut session, Input::HoverPanel(Pos::new(goblin.x + 1, goblin.y)));
    assert!(shown(&mut session).contains("Goblin: 8 of 8"), "still on the row");
    changes(&mut session, Input::Hover(Some(Pos::new(30, 30))));
    assert!(session.boxed().is_none() && !shown(&mut session).contains("Goblin: 8 of 8"));
    // A click on an item goes there: a step, because monsters are in view.
    let potion = panel_row(&mut session, "potion");
    changes(&mut session, Input::ClickPanel(potion));
    assert_eq!(session.game().player().pos, Pos::new(2, 1));
}

#[test]
fn a_chosen_row_of_the_pack_says_what_the_thing_does() {
    let mut session = on(drawn::game(17, &["@/!!!!!!!!!."]));
    type_keys(&mut session, &[Key::RIGHT; 10]);
    type_key(&mut session, Key::I);
    assert!(!shown(&mut session).contains("your power"));
    type_key(&mut session, Key::DOWN);
    let page = shown(&mut session);
    assert!(page.contains("your power would be") && page.contains("i closes the pack"), "{page}");
    // The ninth row is not lit.
    type_keys(&mut session, &[Key::DOWN; 8]);
    let row = pointer(&mut session).unwrap().y;
    assert_eq!(colors(&session.render(), row).iter().filter(|color| **color == POINTER).count(), 1);
    type_key(&mut session, Key::RETURN);
    assert_eq!(session.game().state(), GameState::Inventory);
}

#[test]
fn all_messages_of_the_last_turn_are_bright_in_the_hud() {
    let fight = || drawn::game_with(17, &["@g"], |_| {}, |level| level.monsters[0].entity.hp = 99);
    let bright = |mut session: Session| {
        type_keys(&mut session, &[Key::PERIOD, Key::RIGHT]);
        let rows = MAP_HEIGHT + 1..screen::rows(Part::LAST);
        let frame = &session.render();
        let newest = colors(frame, MAP_HEIGHT + 3)[0];
        rows.filter(|&row| colors(frame, row).first() == Some(&newest)).count()
    };
    assert_eq!((bright(plain(fight())), bright(on(fight()))), (2, 1));
}

/// A hero that dies learns what was in the pack, and what took the hit points.
#[test]
fn the_summary_says_what_was_unknown_and_what_it_cost() {
    let mut session = plain(drawn::game_with(
        17,
        &["@!g"],
        |player| player.hp = 4,
        |level| level.monsters[0].entity.hp = 99,
    ));
    type_keys(&mut session, &[Key::RIGHT, Key::LEFT, Key::RIGHT, Key::LEFT, Key::RIGHT, Key::LEFT]);
    type_keys(&mut session, &[Key::LEFT; 9]);
    assert_eq!(session.game().state(), GameState::Dead, "{}", shown(&mut session));
    type_key(&mut session, Key::P);
    let page = shown(&mut session);
    assert!(page.contains("potion was healing") && page.contains("goblin "), "{page}");
    assert!(page.contains("Identified "), "no name reaches its fact: {page}");
    // The seed of a drawn map is not known.
    assert!(!page.contains("this dungeon again") && page.contains("C  copy a line"), "{page}");
}
