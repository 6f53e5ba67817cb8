//! The panel beside or below the picture, and as a page.

use roguelike::desktop::Session;
use roguelike::entity::Status;
use roguelike::game::Game;
use roguelike::item::Item;
use roguelike::key::Key;
use roguelike::player::Player;

use crate::{after, drawn, on, shown, type_key};

/// The rows of the panel beside the picture, without the keys below it.
fn panel(game: Game, rows: i32) -> Vec<String> {
    panel_of(&mut on(game), rows)
}

fn panel_of(session: &mut Session, rows: i32) -> Vec<String> {
    let cells = session.render_panel(26, rows + 2).cells();
    assert!(cells.iter().all(|(pos, _)| pos.x < 26), "nothing lies beside the panel");
    let text = crate::panel(session, 26, rows + 2);
    let text = text.strip_suffix("F1 keys    F2 settings").expect("the keys");
    text.trim_end().lines().map(str::to_owned).collect()
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

Pack
empty";
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
    assert_eq!(part_9.last().unwrap(), "empty");
    let menu = panel_of(&mut after("17", ""), 36);
    assert_eq!(menu[..3], ["All your runs", "", "         runs wins  depth"]);
}

#[test]
fn only_what_is_in_view_is_listed() {
    let rows = panel(drawn::game(17, &["@..", "##.", "##.", "##g", "##!"]), 41);
    assert!(rows.contains(&"nothing".to_owned()) && !rows.iter().any(|row| row.contains("Goblin")));
}

#[test]
fn too_much_is_cut_off_below_and_messages_fill_the_rest() {
    let crowd = panel(drawn::game(17, &["@rrrrrrrrrr"]), 16);
    assert_eq!((crowd.len(), crowd.last().unwrap().as_str()), (16, "and more"));
    let told = |part| {
        let mut session = on(drawn::game(part, &["@r"]));
        (0..100).for_each(|_| _ = type_key(&mut session, Key::PERIOD));
        panel_of(&mut session, 41)
    };
    assert_eq!(told(15).len(), 41);
    assert!(!told(16).contains(&"Messages".to_owned()), "the picture has them");
}

#[test]
fn the_page_is_the_panel_in_the_middle() {
    let mut session = on(drawn::game(12, &["@.r>"]));
    type_key(&mut session, Key::RIGHT);
    type_key(&mut session, Key::P);
    let page = shown(&mut session);
    let rows: Vec<&str> = page.lines().collect();
    assert!(rows[2].starts_with("      You") && rows[2].ends_with("Depth 1"));
    assert!(rows.iter().any(|row| row.trim().starts_with("r Rat")));
    assert!(rows[34].contains("ESC  back"));
}

#[test]
fn below_the_picture_the_panel_has_two_columns_and_names_keys() {
    for rows in [40, 11] {
        let text = crate::panel(&mut on(drawn::game(17, &["@..g.r/>"])), 62, rows);
        let rows: Vec<&str> = text.lines().collect();
        assert!(rows[0].starts_with("Fighter") && rows.last().unwrap().starts_with("F1 keys"), "{rows:?}");
        let mut right = rows.iter().filter_map(|row| row.get(32..)).map(str::trim_end);
        assert!(right.any(|row| row.starts_with("g Goblin")), "{rows:?}");
    }
}
