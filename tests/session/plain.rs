//! What the window shows in plain play, and the series does not: its menu, blows and magic, hints, and a
//! panel whose rows can be pointed at.

use std::thread;
use std::time::Instant;

use roguelike::color::Color;
use roguelike::desktop::scene::Shape;
use roguelike::desktop::scene::theme::contrast;
use roguelike::desktop::scene::tiles::TileLook;
use roguelike::desktop::{Input, Session};
use roguelike::game::{Game, GameState, PlayerClass, Setup};
use roguelike::item::{FloorItem, Item, ScrollType};
use roguelike::key::Key;
use roguelike::map::{MAP_WIDTH, Pos};
use roguelike::part::Part;

use crate::{
    SMALL, WIDE, changes, chosen, drawn, find, hover_tile, on, outlined, panel, resize, shown, type_key,
    type_keys,
};

/// A session of plain play.
fn plain(game: Game) -> Session {
    let mut session = on(game);
    session.set_free_play(true);
    session
}

/// Returns the look of a tile.
fn tile(session: &Session, pos: Pos) -> TileLook {
    let shapes = session.scene().shapes;
    let tiles = shapes.iter().find_map(|shape| match shape {
        Shape::Tiles(tiles) => tiles.looks[(pos.y * MAP_WIDTH + pos.x) as usize],
        _ => None,
    });
    tiles.expect("a tile that is known")
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
        let magic = if hero.magic_bonus > 0 { format!("+{}", hero.magic_bonus) } else { "-".to_owned() };
        let [hp, power, defense] = [body.max_hp, body.power, body.defense].map(|number| number.to_string());
        assert!(numbers.windows(4).any(|numbers| numbers == [&*hp, &*power, &*defense, &*magic]), "{row}");
    }
    assert!(chosen(&session).unwrap().contains("Fighter"));
    type_key(&mut session, Key::DOWN);
    assert!(chosen(&session).unwrap().contains("Rogue"));
    let (mage, _) = find(&session, "Mage").unwrap();
    changes(&mut session, Input::Hover(Some(mage)));
    assert!(chosen(&session).unwrap().contains("Mage"), "its row is lit");
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
fn attacks_are_seen_for_a_moment() {
    let (you, it) = (Pos::new(1, 1), Pos::new(2, 1));
    let fight = || drawn::game_with(17, &["@g"], |_| {}, |level| level.monsters[0].entity.hp = 99);
    let mut session = plain(fight());
    let before = [you, it].map(|pos| tile(&session, pos).fill);
    type_key(&mut session, Key::RIGHT);
    let struck = [you, it].map(|pos| tile(&session, pos).fill);
    assert!(struck[0] != before[0] && struck[1] != before[1]);
    assert!(find(&session, "-10").is_some(), "the number rises: {}", shown(&mut session));
    let timeout = session.timeout().as_millis();
    assert!(timeout <= 150, "{timeout}");
    session.take_redraw();
    assert!(settle(&mut session));
    assert_eq!([you, it].map(|pos| tile(&session, pos).fill), before);
    assert!(find(&session, "-10").is_none());
    // Not where the player does not want it.
    let mut session = plain(fight());
    session.change_settings(|settings| settings.effects = false);
    type_key(&mut session, Key::RIGHT);
    assert_eq!([you, it].map(|pos| tile(&session, pos).fill), before);
    assert!(session.timeout().as_millis() > 1_000);
}

/// Returns the number of shapes that are filled with a colour, opaque or not.
fn filled(session: &Session, color: Color, is_opaque: bool) -> usize {
    let is_it = |shape: &&Shape| {
        matches!(shape, Shape::Fill { color: its, alpha, .. }
        if *its == color && (*alpha == 255) == is_opaque)
    };
    session.scene().shapes.iter().filter(is_it).count()
}

/// The bar shows what was just lost, the number and the flash go, and no key waits for them.
#[test]
fn a_bar_drains_while_the_next_key_counts_at_once() {
    let fight = drawn::game_with(17, &["@g"], |_| {}, |level| level.monsters[0].entity.hp = 99);
    let mut session = plain(fight);
    resize(&mut session, WIDE);
    let lost = session.scene().look.theme.text;
    assert_eq!(filled(&session, lost, true), 0);
    let start = Instant::now();
    for hit in 1..=5 {
        type_key(&mut session, Key::RIGHT);
        assert_eq!(session.game().cur().monsters[0].entity.hp, 99 - 10 * hit);
    }
    assert!(start.elapsed().as_millis() < 300, "five keys");
    assert_eq!(filled(&session, lost, true), 1, "the lost part of the bar");
    settle(&mut session);
    assert_eq!(filled(&session, lost, true), 0);
}

#[test]
fn the_edge_of_the_map_is_red_below_a_quarter_of_the_health() {
    for (hp, is_red) in [(36, false), (9, false), (8, true)] {
        let mut session = plain(drawn::game_with(17, &["@.."], |player| player.hp = hp, |_| {}));
        let low = session.scene().look.theme.low;
        assert_eq!(filled(&session, low, false) > 0, is_red, "{hp}");
        session.change_settings(|settings| settings.effects = false);
        assert_eq!(filled(&session, low, false), 0);
    }
}

#[test]
fn keys_and_the_wheel_zoom_the_map() {
    let mut session = plain(drawn::game(17, &["@....", "....."]));
    resize(&mut session, WIDE);
    let tile = |session: &Session| session.scene().map_grid().unwrap().tile;
    let whole = tile(&session);
    type_key(&mut session, Key::EQUALS);
    let larger = tile(&session);
    assert!(larger > whole);
    type_key(&mut session, Key::MINUS);
    assert_eq!(tile(&session), whole);
    hover_tile(&mut session, Pos::new(3, 1));
    changes(&mut session, Input::Wheel(true));
    changes(&mut session, Input::Wheel(true));
    assert!(tile(&session) > larger);
    type_key(&mut session, Key::NUM_0);
    assert_eq!(tile(&session), whole);
    // Below the map it scrolls messages.
    changes(&mut session, Input::Hover(Some((20, WIDE.1 - 4))));
    changes(&mut session, Input::Wheel(true));
    assert!(shown(&mut session).contains("Messages"));
    // The series has one size.
    let mut session = on(drawn::game(17, &["@...."]));
    type_key(&mut session, Key::EQUALS);
    assert!(shown(&mut session).contains("only in free play") && session.settings().zoom == 0);
}

#[test]
fn the_dead_fade_and_then_are_gone() {
    let mut session = plain(drawn::game(17, &["@r"]));
    type_key(&mut session, Key::RIGHT);
    assert_eq!(tile(&session, Pos::new(2, 1)).glyph.map(|(glyph, _)| glyph), Some(b'r'));
    settle(&mut session);
    assert_eq!(tile(&session, Pos::new(2, 1)).glyph, None);
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
        let fill =
            |session: &Session| (1..10).map(|x| tile(session, Pos::new(x, 1)).fill).collect::<Vec<_>>();
        type_key(&mut session, Key::A);
        assert_eq!(session.game().state(), GameState::Playing);
        let struck = session.game().cur().monsters[0].entity.pos.x;
        let seen = fill(&session);
        settle(&mut session);
        let calm = fill(&session);
        let lit: Vec<i32> = (1..10).filter(|&x| seen[x as usize - 1] != calm[x as usize - 1]).collect();
        let tiles = if scroll == ScrollType::Lightning { 3..target } else { target - 1..target + 2 };
        let mut expected: Vec<i32> = tiles.chain([struck]).collect();
        expected.sort();
        expected.dedup();
        assert_eq!(lit, expected, "{scroll:?}");
    }
}

#[test]
fn rows_of_the_panel_are_lit_and_lead_to_what_they_name() {
    let drawing = ["@..!...g..", "..........", "........rr"];
    let mut session = plain(drawn::game(17, &drawing));
    assert!(panel(&mut session).contains("r rat x2"), "like things have one row");
    let (goblin, _) = find(&session, "goblin").unwrap();
    assert!(changes(&mut session, Input::Hover(Some(goblin))));
    assert!(chosen(&session).unwrap().contains("goblin"), "its row is lit");
    assert_eq!(outlined(&session), Some(Pos::new(8, 1)), "its tile has a box");
    changes(&mut session, Input::Click(goblin));
    assert!(shown(&mut session).contains("Goblin: 8 of 8"));
    changes(&mut session, Input::Hover(Some((goblin.0 + 1, goblin.1))));
    assert!(shown(&mut session).contains("Goblin: 8 of 8"), "still on the row");
    hover_tile(&mut session, Pos::new(30, 30));
    assert!(outlined(&session).is_none() && !shown(&mut session).contains("Goblin: 8 of 8"));
    // A click on an item goes there: a step, because monsters are in view.
    let (potion, _) = find(&session, "potion").unwrap();
    changes(&mut session, Input::Click(potion));
    assert_eq!(session.game().player().pos, Pos::new(2, 1));
}

#[test]
fn a_chosen_row_of_the_pack_says_what_the_thing_does() {
    let mut session = plain(drawn::game(17, &["@/!!!."]));
    type_keys(&mut session, &[Key::RIGHT; 4]);
    type_key(&mut session, Key::I);
    assert!(!shown(&mut session).contains("your power"));
    type_key(&mut session, Key::DOWN);
    assert!(shown(&mut session).contains("your power would be"), "{}", shown(&mut session));
    type_key(&mut session, Key::RETURN);
    assert_eq!(session.game().state(), GameState::Playing);
}

/// All messages of the last turn are bright, and those of harm have a colour of their own.
#[test]
fn all_messages_of_the_last_turn_are_bright() {
    let fight = drawn::game_with(17, &["@g"], |_| {}, |level| level.monsters[0].entity.hp = 99);
    let mut session = plain(fight);
    session.change_settings(|settings| settings.effects = false);
    type_keys(&mut session, &[Key::RIGHT, Key::RIGHT]);
    let theme = session.scene().look.theme;
    let scene = session.scene();
    let colors = scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Text { text, color, .. } if text.contains(" hits ") => {
            Some((text.contains("hits You"), *color))
        }
        _ => None,
    });
    let colors: Vec<_> = colors.collect();
    let [.., old, it, you] = colors[..] else { panic!("{}", session.text()) };
    assert!(contrast(you.1, theme.background) > contrast(old.1, theme.background));
    assert!(!it.0 && it.1 == theme.text && you.0 && you.1 != theme.text);
}

/// More messages than there is room for: a line says how many are missing.
#[test]
fn a_turn_with_many_messages_loses_none_silently() {
    let mut session = plain(drawn::game(17, &[".S.", "S@S", ".S."]));
    resize(&mut session, SMALL);
    let hurt = |session: &mut Session| {
        type_key(session, Key::UP);
        shown(session)
    };
    let page = hurt(&mut session);
    let words = [" hits ", "dies", "venomous", "gnaws"];
    let told = page.lines().filter(|line| words.iter().any(|word| line.contains(word))).count();
    let missing = page.lines().find_map(|line| line.strip_prefix("... ")?.strip_suffix(" more"));
    let missing: usize = missing.map_or(0, |number| number.parse().unwrap());
    let log = session.game().messages().lines().len();
    assert!(missing > 0 && told + missing == log, "{log} messages: {page}");
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
