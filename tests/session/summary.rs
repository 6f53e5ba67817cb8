//! The page at the end of a run. Its text is also a file.

use roguelike::desktop::Session;
use roguelike::entity::Status;
use roguelike::game::{Game, GameState, Setup};
use roguelike::item::{ARMOURS, FloorItem, Item, PotionType, WEAPONS};
use roguelike::key::Key;
use roguelike::level::Level;
use roguelike::map::Pos;
use roguelike::part::Part;
use roguelike::player::Player;
use roguelike::support::save_slot::SaveSlot;

use crate::{drawn, on, resize, shown, type_key};

/// Plays keys until the run is over, and opens the page.
fn summary(game: Game, keys: &[Key]) -> (Session, Vec<String>) {
    let mut session = on(game);
    keys.iter().for_each(|&key| _ = type_key(&mut session, key));
    assert_eq!(session.game().state(), GameState::Dead);
    type_key(&mut session, Key::P);
    // In a tall window the facts stand above the messages.
    resize(&mut session, (900, 1600));
    let page = shown(&mut session);
    let lines = page.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty());
    let lines = lines.collect();
    (session, lines)
}

#[test]
fn a_death_has_a_killer_a_count_and_a_map() {
    let game = drawn::game_with(17, &["r@g.", "####", "...."], |player| player.hp = 3, |_| {});
    // The sword kills the rat, and the goblin takes 3 hit points.
    let (mut session, page) = summary(game, &[Key::LEFT]);
    let expected = "\
Killed by a goblin on depth 1
Health  0   / 36
Power  10  sword +4
Defense  3  chain mail +3
INVENTORY  empty
Turns  1
Kills  rat 1
Hurt by  goblin 3
Part 17, Win Condition - seed not known
You hits the rat for 10.
the rat dies.
the goblin hits You for 3.
You dies.";
    for line in expected.lines() {
        assert!(page.contains(&line.to_owned()), "{line}: {page:#?}");
    }
    type_key(&mut session, Key::M);
    let map = shown(&mut session);
    assert!(map.starts_with("######\n#.@g.#\n######") && map.contains("ESC  back"), "{map}");
}

#[test]
fn poison_is_a_killer_too() {
    let poisoned = drawn::game_with(
        17,
        &["@.."],
        |player| {
            player.hp = 1;
            player.add_status(Status::Poisoned, 3);
        },
        |_| {},
    );
    assert_eq!(summary(poisoned, &[Key::RIGHT]).1[0], "Killed by poison on depth 1");
    let potion = FloorItem { item: Item::Potion(PotionType::Poison), pos: Pos::new(2, 1) };
    let add = |level: &mut Level| level.items.push(potion);
    let drunk = drawn::game_with(8, &["@.."], |player| player.hp = 6, add);
    let (_, page) = summary(drunk, &[Key::RIGHT, Key::I, Key::A]);
    assert_eq!(page[0], "Killed by a potion of poison");
}

/// A quirk of the original, which the page explains.
#[test]
fn who_dies_and_regenerates_in_the_same_turn_plays_on() {
    let change = |player: &mut Player| {
        player.hp = 3;
        player.add_status(Status::Regen, 5);
    };
    let mut session = on(drawn::game_with(17, &["r@g.", "####", "...."], change, |_| {}));
    resize(&mut session, (900, 1600));
    type_key(&mut session, Key::LEFT);
    assert_eq!((session.game().state(), session.game().player().hp), (GameState::Playing, 1));
    type_key(&mut session, Key::P);
    assert!(shown(&mut session).contains("You died, but regeneration keeps you alive on depth 1"));
}

/// What heals in the same turn hides nothing, and blows take no more than what was left.
#[test]
fn lost_hit_points_are_counted_by_their_causes() {
    let change = |hp, poison, regen| {
        move |player: &mut Player| {
            player.hp = hp;
            player.add_status(Status::Poisoned, poison);
            player.add_status(Status::Regen, regen);
        }
    };
    let healed = drawn::game_with(17, &["@........."], change(3, 9, 5), |_| {});
    let (_, page) = summary(healed, &[Key::RIGHT; 8]);
    assert!(page.contains(&"Hurt by  poison 8".to_owned()), "{page:#?}");
    // The blow of 3 kills, and poison follows.
    let struck = drawn::game_with(17, &["r@g.", "####", "...."], change(2, 9, 0), |_| {});
    let (_, page) = summary(struck, &[Key::LEFT]);
    assert_eq!(page[0], "Killed by a goblin on depth 1");
    assert!(page.contains(&"Hurt by  goblin 2".to_owned()), "{page:#?}");
}

#[test]
fn a_loaded_run_says_since_when_its_turns_are_counted() {
    let left = drawn::game_with(17, &["@.gg>"], |player| player.hp = 3, |_| {});
    let slot = SaveSlot::Memory(Some(left.save_text()));
    let game = Game::new(Setup { slot, ..Setup::new(Part::LAST, 42) });
    let (_, page) = summary(game, &[Key::F9, Key::RIGHT]);
    assert!(page.contains(&"Turns  1 since the game was loaded".to_owned()), "{page:#?}");
}

/// The power can be worked out from the page.
#[test]
fn what_potions_added_stands_with_the_gear() {
    let potions = |level: &mut Level| {
        let item = Item::Potion(PotionType::Strength);
        level.items.iter_mut().for_each(|lying| lying.item = item);
    };
    let mut session = on(drawn::game_with(17, &["@!.."], |_| {}, potions));
    for key in [Key::RIGHT, Key::I, Key::A] {
        type_key(&mut session, key);
    }
    resize(&mut session, (900, 1600));
    type_key(&mut session, Key::P);
    let page = shown(&mut session);
    assert!(page.contains("strength (+1 pow)") && page.contains("Power  11"), "{page}");
    assert!(!page.contains("the map"), "that of the living is below the page: {page}");
}

/// The cause stands below the box, whose border stays whole, and the key of the page below it.
#[test]
fn death_and_victory_name_the_cause_and_the_page() {
    let slain = |part| on(drawn::game_with(part, &["r@g.", "####", "...."], |player| player.hp = 3, |_| {}));
    let won = on(drawn::game(17, &["@\"\"\"."]));
    let slain = (5..=17).map(|part| {
        let place = if part < 11 { "" } else { " on depth 1" };
        (slain(part), &[Key::LEFT][..], format!("Killed by a goblin{place}."))
    });
    let won = (won, &[Key::RIGHT; 3][..], "You have won on depth 1.".to_owned());
    for (mut session, keys, cause) in slain.chain([won]) {
        keys.iter().for_each(|&key| _ = type_key(&mut session, key));
        let page = shown(&mut session);
        assert!(page.contains(&cause) && page.contains("P  summary of the game"), "{page}");
        type_key(&mut session, Key::P);
        assert!(shown(&mut session).contains("Kills"));
    }
}

#[test]
fn a_long_pack_hides_no_message() {
    let change = |level: &mut Level| {
        level.monsters[0].entity.hp = 100;
        let items = [WEAPONS[1], ARMOURS[1], Item::Potion(PotionType::Healing), WEAPONS[0]];
        level.items.iter_mut().zip(items.into_iter().cycle()).for_each(|(lying, item)| lying.item = item);
    };
    let game = drawn::game_with(17, &["g@!!!!!!!!!!!!!!!"], |player| player.hp = 3, change);
    let mut keys = [Key::RIGHT; 16];
    keys[15] = Key::LEFT;
    let (_, page) = summary(game, &keys);
    let kinds = page.iter().filter(|line| line.ends_with("  x4") || line.ends_with("  x3"));
    assert_eq!(kinds.count(), 4, "{page:?}");
    assert!(page.iter().any(|line| line.contains("dies")), "{page:?}");
}
