//! The panel beside the picture.

use roguelike::desktop::settings::palette::BARS;
use roguelike::desktop::{Input, Session};
use roguelike::entity::Status;
use roguelike::game::{Game, GameState};
use roguelike::item::{FloorItem, Item, ScrollType};
use roguelike::key::Key;
use roguelike::level::Level;
use roguelike::map::Pos;
use roguelike::player::Player;
use roguelike::screen::Frame;

use crate::{changes, drawn, on, shown, text_of, travel, type_key, type_keys};

/// The rows of the panel beside the picture, without the keys below it.
fn panel(game: Game, rows: i32) -> Vec<String> {
    panel_of(&mut on(game), rows)
}

fn panel_of(session: &mut Session, rows: i32) -> Vec<String> {
    // Below the panel are hints about keys, two in a row.
    let part = session.game().part();
    let has =
        [part.has_fog(), part.has_floors(), part.has_player(), part.has_items(), part.has_melee(), true];
    let count = has.into_iter().filter(|&has| has).count() as i32 + 2;
    let hints = (count + 1) / 2;
    let rows = rows + 1 + hints;
    let panel = session.render_panel(26, rows);
    let cells = panel.cells();
    assert!(cells.iter().all(|(pos, _)| pos.x < 26), "nothing lies beside the panel");
    let text = crate::panel(session, 26, rows);
    let lines: Vec<&str> = text.lines().collect();
    let (lines, keys) = lines.split_at(lines.len() - hints as usize);
    // The menu leads to the settings.
    let last = if part.has_classes() { "F1 keys      ESC menu" } else { "F1 keys      F2 settings" };
    assert_eq!(keys.last(), Some(&last));
    assert!(count < 4 || keys[0].starts_with("X explore"), "{keys:?}");
    lines.join("\n").trim_end().lines().map(str::to_owned).collect()
}

#[test]
fn part_17_shows_everything() {
    let sick = |player: &mut Player| {
        player.hp = 13;
        player.add_status(Status::Poisoned, 1);
        player.add_status(Status::Regen, 12);
    };
    let mut game = drawn::game_with(17, &["@..g.r/>"], sick, |level| level.monsters[0].entity.hp = 1);
    game.strength_bonus = 2;
    game.recompute_stats();
    let expected = "\
Fighter            Depth 1
Hit points        13 of 36
[#########---------------]
Poisoned            1 turn
Regenerating      12 turns

Power                   12
  sword (+4 pow)
  strength (+2 pow)
Defense                  3
  chain mail (+3 def)
Amulets             0 of 3

In view
g Goblin          [#-----]
r Rat             [######]
/ sword (+4 pow)
> stairs

Inventory            empty";
    assert_eq!(panel(game, 41).join("\n"), expected);
    let mut carrying = on(drawn::game(17, &["@/"]));
    type_key(&mut carrying, Key::RIGHT);
    let label = carrying.game().item_label(Item::Weapon(4));
    assert_eq!(panel_of(&mut carrying, 41).last().unwrap(), &format!("a {label}"));
}

#[test]
fn earlier_parts_show_what_they_have() {
    assert_eq!(panel(drawn::game(4, &["@.r"]), 36), ["You", "", "In view", "r Rat             [######]"]);
    let expected = [
        "You",
        "Hit points        30 of 30",
        "[########################]",
        "",
        "Power                    5",
        "",
        "In view",
        "nothing",
    ];
    assert_eq!(panel(drawn::game(5, &["@.."]), 36), expected);
    let part_9 = panel(drawn::game(9, &["@.!"]), 36);
    for gear in ["  bare fists", "  no armour"] {
        assert!(part_9.iter().any(|row| row == gear), "{part_9:?}");
    }
    assert!(part_9.iter().any(|row| row.ends_with(" potion")));
    assert_eq!(part_9.last().unwrap(), "Inventory            empty");
}

#[test]
fn only_what_is_in_view_is_listed() {
    let rows = panel(drawn::game(17, &["@..", "##.", "##.", "##g", "##!"]), 41);
    assert!(rows.contains(&"nothing".to_owned()) && !rows.iter().any(|row| row.contains("Goblin")));
}

/// A pack or a view without room is not taken for an empty one.
#[test]
fn a_panel_without_room_names_the_page_that_has_all() {
    let mut game = drawn::game(17, &["@!!!.....g"]);
    (0..3).for_each(|_| _ = game.press(Key::RIGHT));
    let mut cut = 0;
    for count in 3..30 {
        let rows = panel(game.clone(), count);
        let is_whole = ["Goblin", "Inventory ", " potion"].iter().all(|words| rows.join(" ").contains(words));
        assert!(rows.len() <= count as usize, "{count}: {rows:?}");
        assert!(is_whole != (rows.last().unwrap() == "P shows all"), "{count}: {rows:?}");
        cut += usize::from(!is_whole);
    }
    assert!((1..27).contains(&cut));
}

#[test]
fn too_much_is_cut_off_below_and_messages_fill_the_rest() {
    let crowd = panel(drawn::game(17, &["@rkgS!?/[\">"]), 16);
    assert_eq!((crowd.len(), crowd.last().unwrap().as_str()), (16, "P shows all"));
    // The label of two scrolls takes two rows. It is shown whole or not at all.
    let scrolls = |level: &mut Level| {
        let scroll = |x| FloorItem { item: Item::Scroll(ScrollType::Lightning), pos: Pos::new(x, 1) };
        level.items.extend([4, 5].map(scroll));
    };
    let rows = |count| panel(drawn::game_with(17, &["@....!>"], |_| {}, scrolls), count);
    assert!(rows(30).contains(&"  x2".to_owned()), "{:?}", rows(30));
    for count in 12..18 {
        let [scroll, both] = ["scroll", "x2"].map(|words| rows(count).join("").contains(words));
        assert_eq!(scroll, both, "{:?}", rows(count));
    }
    let told = |part| {
        let mut session = on(drawn::game(part, &["@r"]));
        type_keys(&mut session, &[Key::PERIOD; 100]);
        panel_of(&mut session, 41)
    };
    assert_eq!(told(15).len(), 41);
    assert!(!told(16).contains(&"Messages".to_owned()), "the picture has them");
}

#[test]
fn like_things_are_stacked_and_long_names_are_whole() {
    let mut session = on(drawn::game(17, &["@!!!!!!!!!!!!/r"]));
    type_keys(&mut session, &[Key::RIGHT; 13]);
    let rows = panel_of(&mut session, 41);
    let pack = &rows[rows.iter().position(|row| row.starts_with("Inventory")).unwrap() + 1..];
    let labels: Vec<String> =
        session.game().inventory().iter().map(|&item| session.game().item_label(item)).collect();
    let count = labels.iter().filter(|&label| *label == labels[0]).count();
    let text = pack.iter().map(|row| row.trim()).collect::<Vec<_>>().join(" ");
    assert!(count > 1 && text.starts_with(&format!("a {} x{count}", labels[0])), "{pack:?}");
    for label in &labels {
        assert!(text.contains(label.as_str()), "{label}: {pack:?}");
    }
}

#[test]
fn hints_about_keys_can_be_hidden() {
    let mut session = on(drawn::game(17, &["@.r"]));
    session.change_settings(|settings| settings.hints = false);
    let panel = crate::panel(&mut session, 26, 41);
    assert!(panel.contains("In view") && !panel.contains("F1 keys"), "{panel}");
}

#[test]
fn a_click_on_a_row_of_the_pack_uses_it() {
    let mut session = on(drawn::game(17, &["@!r"]));
    type_key(&mut session, Key::RIGHT);
    let row = format!("a {}", session.game().item_label(session.game().inventory()[0]));
    let text = crate::panel(&mut session, 26, 41);
    let line = text.lines().position(|line| line.contains(&row)).unwrap() as i32;
    // Not while a page lies over the game.
    type_key(&mut session, Key::P);
    let unlit = session.render_panel(26, 41);
    changes(&mut session, Input::HoverPanel(Pos::new(3, line)));
    assert_eq!(session.render_panel(26, 41), unlit, "a row that does nothing is not lit");
    changes(&mut session, Input::ClickPanel(Pos::new(3, line)));
    assert!(!session.game().inventory().is_empty());
    type_key(&mut session, Key::P);
    crate::panel(&mut session, 26, 41);
    changes(&mut session, Input::ClickPanel(Pos::new(3, line - 1)));
    assert!(!session.game().inventory().is_empty(), "the heading is no row");
    changes(&mut session, Input::ClickPanel(Pos::new(3, line)));
    assert!(session.game().inventory().is_empty());
    assert_eq!(session.game().state(), GameState::Playing);
}

#[test]
fn hints_of_the_panel_can_be_clicked() {
    let hint = |session: &mut Session, words: &str| {
        let text = crate::panel(session, 26, 41);
        // The stairs in view have the same words.
        let (y, line) =
            text.lines().enumerate().filter(|(_, line)| line.contains(words)).last().expect(words);
        changes(session, Input::ClickPanel(Pos::new(line.find(words).unwrap() as i32, y as i32)));
    };
    let mut session = on(drawn::game(17, &["@..!..>"]));
    hint(&mut session, "X explore");
    assert_eq!(travel(&mut session), 3);
    hint(&mut session, "> stairs");
    assert_eq!((travel(&mut session), session.game().depth()), (3, 0));
    hint(&mut session, "> stairs");
    assert_eq!(session.game().depth(), 1);
    hint(&mut session, "I inventory");
    assert_eq!(session.game().state(), GameState::Inventory);
    type_key(&mut session, Key::ESCAPE);
    let pages = [("M messages", "M E S S A G E S"), ("F1 keys", "K E Y S"), ("ESC menu", "M E N U")];
    for (words, heading) in pages {
        hint(&mut session, words);
        assert!(shown(&mut session).contains(heading));
        type_key(&mut session, Key::ESCAPE);
    }
}

/// Less than a third: the numbers, the bar and a line of their own have the colour of the warning, and so
/// have the hit points in the HUD.
#[test]
fn low_hit_points_are_seen() {
    let with = |hp| on(drawn::game_with(17, &["@.."], move |player| player.hp = hp, |_| {}));
    let warned = |frame: &Frame| frame.cells().iter().filter(|(_, cell)| cell.color == BARS[2]).count();
    for (hp, is_low) in [(36, false), (12, false), (11, true), (1, true)] {
        let mut session = with(hp);
        assert_eq!(warned(&session.render()), 0, "with --part the HUD is that of the series");
        session.set_free_play(true);
        assert_eq!(warned(&session.render()) == format!("HP {hp}/36").len() - 1, is_low, "{hp} in the HUD");
        let panel = session.render_panel(26, 41);
        assert_eq!(warned(&panel) > 20, is_low, "{hp} in the panel");
        assert_eq!(text_of(&panel).contains("Hit points: low"), is_low, "{hp}");
    }
}

/// The sound comes once, when the hit points fall below a third, and only if the player wants it.
#[test]
fn few_hit_points_can_be_heard() {
    for wanted in [false, true] {
        let mut session = on(drawn::game_with(17, &["g@g", "#g#"], |player| player.hp = 17, |_| {}));
        session.change_settings(|settings| settings.low_sound = wanted);
        let mut heard = Vec::new();
        for key in [Key::LEFT, Key::LEFT, Key::RIGHT, Key::LEFT] {
            session.take_orders();
            type_key(&mut session, key);
            let is_warned = session.take_orders().iter().any(|order| match order {
                roguelike::desktop::Order::Play(tones) => tones.iter().any(|tone| tone.freq_hz == 660.0),
                _ => false,
            });
            let body = session.game().player();
            heard.push((body.hp * 3 < body.max_hp, is_warned));
        }
        let low: Vec<bool> = heard.iter().map(|(is_low, _)| *is_low).collect();
        let first = low.iter().position(|is_low| *is_low).unwrap_or_else(|| panic!("{heard:?}"));
        let warned: Vec<usize> = (0..4).filter(|&step| heard[step].1).collect();
        assert_eq!(warned, if wanted { vec![first] } else { Vec::new() }, "{heard:?}");
    }
}

#[test]
fn a_bar_is_never_empty_while_a_hit_point_is_left() {
    let bar_of = |hp| {
        let mut session =
            on(drawn::game_with(17, &["@r"], |_| {}, move |level| level.monsters[0].entity.hp = hp));
        let rows = panel_of(&mut session, 41);
        rows.iter().find(|row| row.starts_with("r Rat")).unwrap()[18..].to_owned()
    };
    for (hp, bar) in [(3, "[######]"), (2, "[####--]"), (1, "[##----]"), (1_000, "[######]")] {
        assert_eq!(bar_of(hp), bar, "{hp}");
    }
    let mut session = on(drawn::game_with(17, &["@.."], |player| player.hp = 1, |_| {}));
    assert_eq!(panel_of(&mut session, 41)[2], format!("[#{}]", "-".repeat(23)));
}
