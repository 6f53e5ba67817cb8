//! What the player knows about a tile, and about what is on it, in lines of text.

use crate::desktop::assist::travel::{known_stairs, knows};
use crate::entity::Entity;
use crate::game::AMULETS_TO_WIN;
use crate::game::Game;
use crate::game::magic::{FIREBALL_DMG, LIGHTNING_DMG};
use crate::game::pack::{HEALING, POISON, POISON_TURNS, REGEN_TURNS};
use crate::game::turn::{VENOM_TURNS, damage};
use crate::item::{Item, PotionType, ScrollType};
use crate::map::Pos;
use crate::monster::Monster;

/// Returns what is known about a tile: first what is drawn on top, then what it covers. Only what is in view
/// or remembered is told.
pub fn look(game: &Game, pos: Pos) -> Vec<String> {
    let level = game.cur();
    if !game.has_run() || !knows(game, pos) {
        return vec!["You have not seen this place yet.".to_owned()];
    }
    let mut lines = Vec::new();
    if game.part().has_player() && game.player().pos == pos {
        lines.extend(player_lines(game));
    }
    for monster in seen_monsters(game).filter(|monster| monster.entity.pos == pos) {
        lines.extend(monster_lines(game, monster));
    }
    if game.part().has_items() {
        for lying in level.items.iter().filter(|lying| lying.pos == pos) {
            lines.push(item_line(game, lying.item));
        }
    }
    let ground = if known_stairs(game) == Some(pos) {
        "Stairs down"
    } else if level.map.is_floor(pos) {
        "Floor"
    } else {
        "Wall"
    };
    let remembered = game.part().has_fog() && !level.map.tile(pos).visible;
    lines.push(format!("{ground}{}.", if remembered { ", as you remember it" } else { "" }));
    lines
}

/// Returns the monsters in view, also in Part 4 where they do no harm.
pub(crate) fn seen_monsters(game: &Game) -> impl Iterator<Item = &Monster> {
    let level = game.cur();
    let monsters = level.monsters.iter();
    monsters.filter(|monster| monster.entity.is_alive() && level.map.tile(monster.entity.pos).visible)
}

fn player_lines(game: &Game) -> Vec<String> {
    let part = game.part();
    let body = &game.player();
    let class = game.class().map_or_else(String::new, |class| format!(", the {}", class.name()));
    let mut lines = vec![format!("You{class}: {} of {} hit points.", body.hp, body.max_hp)];
    if part.has_equipment() {
        lines.push(format!("Power {}, defense {}.", body.power, body.defense));
    } else if part.has_melee() {
        lines.push(format!("Power {}.", body.power));
    }
    lines
}

fn monster_lines(game: &Game, monster: &Monster) -> Vec<String> {
    let part = game.part();
    let (body, you) = (&monster.entity, game.player());
    let mut lines = vec![format!("{}: {} of {} hit points.", title(body.name), body.hp, body.max_hp)];
    if !part.has_melee() {
        return lines;
    }
    let (given, taken) = (damage(part, you, body), damage(part, body, you));
    lines.push(format!("You hit it for {given}: dead after {}.", attacks(body, given)));
    lines.push(format!("It hits you for {taken}: dead after {}.", attacks(you, taken)));
    if part.has_statuses() && monster.venomous {
        lines.push(format!("Its bite poisons you for {VENOM_TURNS} turns."));
    }
    if part.has_dijkstra_maps() && body.flees() {
        lines.push("It is badly hurt and flees.".to_owned());
    }
    lines
}

/// Returns the number of attacks of this damage that kill.
fn attacks(defender: &Entity, damage: i32) -> String {
    let number = (i64::from(defender.hp.max(1)) + i64::from(damage) - 1) / i64::from(damage);
    if number == 1 { "1 attack".to_owned() } else { format!("{number} attacks") }
}

/// Returns an item's name as far as the player knows it, and what it does if that is known.
pub fn item_line(game: &Game, item: Item) -> String {
    let name = capital(&game.item_label(item));
    format!("{name}: {}.", effect(game, item))
}

fn effect(game: &Game, item: Item) -> String {
    let (part, player) = (game.part(), game.player());
    match item {
        Item::Potion(potion) if !game.potion_ident[potion as usize] => {
            let types = PotionType::of(part).iter();
            let unknown = types.filter(|&&other| !game.potion_ident[other as usize]);
            could_be(unknown.map(|&other| Item::Potion(other).effect()))
        }
        Item::Scroll(scroll) if !game.scroll_ident[scroll as usize] => {
            let unknown = ScrollType::ALL.iter().filter(|&&other| !game.scroll_ident[other as usize]);
            could_be(unknown.map(|&other| Item::Scroll(other).effect()))
        }
        Item::Potion(PotionType::Healing) => format!("restores {HEALING} hit points"),
        Item::Potion(PotionType::Poison) if part.has_statuses() => {
            format!("poisons you for {POISON_TURNS} turns")
        }
        Item::Potion(PotionType::Poison) => format!("takes {POISON} hit points"),
        Item::Potion(PotionType::Strength) => "adds 1 power for the rest of the run".to_owned(),
        Item::Potion(PotionType::Regen) => {
            format!("restores a hit point a turn for {REGEN_TURNS} turns")
        }
        Item::Scroll(ScrollType::Lightning) => {
            format!("takes {} hit points from the nearest monster in view", LIGHTNING_DMG + game.magic_bonus)
        }
        Item::Scroll(ScrollType::Fireball) => {
            let damage = FIREBALL_DMG + game.magic_bonus;
            format!("takes {damage} hit points from the nearest monster in view and those around it")
        }
        Item::Weapon(bonus) => {
            let now = player.power;
            let weapon = if game.has_weapon { game.weapon } else { 0 };
            format!("with it your power is {}, now {now}", now - weapon + bonus)
        }
        Item::Armour(bonus) => format!("with it your defense is {bonus}, now {}", player.defense),
        Item::Amulet => format!("{AMULETS_TO_WIN} of them win the game, you have {}", game.amulets()),
    }
}

fn could_be<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    match &names[..] {
        [only] => format!("can only be {only}"),
        [first @ .., last] => format!("could be {} or {last}", first.join(", ")),
        [] => "unknown".to_owned(),
    }
}

/// Returns a monster's name without its article, with a capital letter.
pub(crate) fn title(name: &str) -> String {
    capital(name.strip_prefix("the ").unwrap_or(name))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desktop::drawn;
    use crate::game::Setup;
    use crate::item::FloorItem;
    use crate::key::Key;
    use crate::part::Part;

    #[test]
    fn a_monster_tells_how_a_fight_would_go() {
        let mut game = drawn::game(17, &["@..g.S"]);
        let goblin = look(&game, Pos::new(4, 1));
        // A fighter with a sword has power 10, with chain mail defense 3; a goblin has power 6.
        let fight = [
            "Goblin: 8 of 8 hit points.",
            "You hit it for 10: dead after 1 attack.",
            "It hits you for 3: dead after 12 attacks.",
            "Floor.",
        ];
        assert_eq!(goblin, fight);
        let snake = look(&game, Pos::new(6, 1));
        assert_eq!(snake[3], "Its bite poisons you for 5 turns.");
        game.cur_mut().monsters[0].entity.hp = 2;
        assert_eq!(look(&game, Pos::new(4, 1))[3], "It is badly hurt and flees.");
    }

    #[test]
    fn the_numbers_are_those_of_the_fight() {
        let mut game = drawn::game(9, &["@g"]);
        let told = look(&game, Pos::new(2, 1));
        let (hp, foe) = (game.player.hp, game.cur().monsters[0].entity.hp);
        game.press(Key::RIGHT);
        let (lost, taken) = (hp - game.player.hp, foe - game.cur().monsters[0].entity.hp);
        assert!(told[1].contains(&format!("hit it for {taken}:")), "{told:?}");
        assert!(told[2].contains(&format!("hits you for {lost}:")), "{told:?}");
    }

    #[test]
    fn nothing_is_told_that_the_player_cannot_know() {
        let unseen = ["You have not seen this place yet."];
        let game = drawn::game(17, &["@..", "##.", "##.", "##g", "##!"]);
        assert_eq!(look(&game, Pos::new(3, 4)), unseen);
        assert_eq!(look(&game, Pos::new(-1, 99)), unseen);
        assert_eq!(look(&Game::new(Setup::new(Part::LAST, 1)), Pos::new(1, 1)), unseen, "the menu");

        let mut game = drawn::game(17, &["@..........................r!"]);
        for x in 1..30 {
            game.cur_mut().map.tiles[1][x].explored = true;
        }
        assert_eq!(look(&game, Pos::new(28, 1)), ["Floor, as you remember it."], "the rat is out of view");
        assert_eq!(look(&game, Pos::new(29, 1)).len(), 2, "the potion is remembered");
    }

    #[test]
    fn an_item_tells_what_is_known() {
        let mut game = drawn::game(17, &["@/[!?\">"]);
        let at = |x| look(&game, Pos::new(x, 1)).remove(0);
        assert_eq!(at(2), "Sword (+4 pow): with it your power is 10, now 10.");
        assert_eq!(at(3), "Chain mail (+3 def): with it your defense is 3, now 3.");
        assert!(at(4).ends_with(" potion: could be healing, poison, strength or regeneration."));
        assert!(at(5).ends_with("\": could be lightning or fireball."));
        assert_eq!(at(6), "Amulet of SDL: 3 of them win the game, you have 0.");
        assert_eq!(at(7), "Stairs down.");
        game.potion_ident.fill(true);
        game.scroll_ident[1] = true;
        assert_eq!(look(&game, Pos::new(4, 1))[0], "Potion of healing: restores 10 hit points.");
        assert!(look(&game, Pos::new(5, 1))[0].ends_with("\": can only be lightning."));
    }

    #[test]
    fn all_that_lies_on_a_tile_is_told_and_so_is_the_player() {
        let mut game = drawn::game(17, &["@!"]);
        game.cur_mut().items.push(FloorItem { item: Item::Amulet, pos: Pos::new(2, 1) });
        assert_eq!(look(&game, Pos::new(2, 1)).len(), 3);
        let you = ["You, the Fighter: 36 of 36 hit points.", "Power 10, defense 3.", "Floor."];
        assert_eq!(look(&game, Pos::new(1, 1)), you);
        let part_2 = ["You: 30 of 30 hit points.", "Floor."];
        assert_eq!(look(&drawn::game(2, &["@"]), Pos::new(1, 1)), part_2);
        assert_eq!(look(&drawn::game(4, &["@r"]), Pos::new(2, 1)), ["Rat: 3 of 3 hit points.", "Floor."]);
    }
}
