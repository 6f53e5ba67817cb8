//! The functions of the series by the part: what is a lambda in one part is a method in another.

use crate::part::Part;

/// A name that the texts of mistakes have, and the name in a part.
type Function = (&'static str, fn(Part) -> &'static str);

const FUNCTIONS: [Function; 18] = [
    ("attack", |part| lambda(part, "attack", "Game::attack")),
    ("monsterAt", |part| lambda(part, "monsterAt", "Game::monsterAt")),
    ("Game::monstersAct", |part| match part.has_melee() {
        true => lambda(part, "monstersAct", "Game::monstersAct"),
        false => "main",
    }),
    ("Game::newGame", new_game),
    ("Level::generate", |part| if part.has_floors() { "Level::generate" } else { new_game(part) }),
    ("Game::updateTitle", |part| lambda(part, "updateTitle", "Game::updateTitle")),
    ("Game::render", |part| lambda(part, "draw", "Game::render")),
    ("Game::drawDeathScreen", |part| lambda(part, "drawDeathScreen", "Game::drawDeathScreen")),
    ("Game::run", |part| lambda(part, "main", "Game::run")),
    ("Game::playerAct", |part| lambda(part, "main", "Game::playerAct")),
    ("Game::endPlayerTurn", |part| match part.has_statuses() {
        true => "Game::endPlayerTurn",
        false => lambda(part, "main", "Game::playerAct"),
    }),
    ("sgn", |part| if part.has_dijkstra_maps() { "Game::monstersAct" } else { "sgn" }),
    ("stepIfFree", |part| if part.has_dijkstra_maps() { "Game::monstersAct" } else { "stepIfFree" }),
    ("Entity::tryMove", |part| if part.has_monsters() { "Entity::tryMove" } else { "Player::tryMove" }),
    ("Game::applyPotion", |part| if part.has_equipment() { "Game::quaff" } else { "Game::applyPotion" }),
    ("Game::useItem", |part| if part.has_equipment() { "Game::useItem" } else { "Game::quaff" }),
    ("Game::zap", |_| "Game::readScroll"),
    ("randomItem", |part| match (part.has_equipment(), part.has_floors()) {
        (_, true) => "randomItem",
        (true, _) => "Game::randomItem",
        _ => "Game::newGame",
    }),
];

/// Up to Part 5 everything stands in `main`, from Part 6 on in `Game`.
fn lambda(part: Part, in_main: &'static str, in_game: &'static str) -> &'static str {
    if part.has_game_class() { in_game } else { in_main }
}

fn new_game(part: Part) -> &'static str {
    if part.has_player() { lambda(part, "newGame", "Game::newGame") } else { "main" }
}

/// Returns a text whose functions, in brackets, have their names in a part.
pub(super) fn of_part(text: &str, part: Part) -> String {
    let mut told = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('(') {
        let Some((names, behind)) = after.split_once(')') else { break };
        told += before;
        let mut own: Vec<&str> = names.split(", ").map(|name| name_in(name, part)).collect();
        own.dedup();
        told += &format!("({})", own.join(", "));
        rest = behind;
    }
    told + rest
}

/// Returns the name that a function has in a part. A name that is not in the list is the same in all parts.
pub(super) fn name_in(name: &str, part: Part) -> &str {
    FUNCTIONS.iter().find(|(known, _)| *known == name).map_or(name, |(_, own)| own(part))
}

/// Words of each message, and the function of the series that writes it.
const MESSAGES: [(&str, &str); 25] = [
    (" hits ", "attack"),
    (" dies.", "attack"),
    ("You pick up a", "Game::pickUpHere"),
    ("You seize an Amulet", "Game::pickUpHere"),
    ("All three Amulets", "Game::pickUpHere"),
    ("You quaff the ", "Game::quaff"),
    ("It was potion ", "Game::quaff"),
    ("A warm glow ", "Game::applyPotion"),
    ("You retch ", "Game::applyPotion"),
    ("Your veins burn ", "Game::applyPotion"),
    ("Your muscles swell.", "Game::applyPotion"),
    ("Your wounds begin to ", "Game::applyPotion"),
    ("You wield the ", "Game::equip"),
    ("You don the ", "Game::equip"),
    ("'s bite is venomous!", "Game::monstersAct"),
    (" is wracked by poison.", "Game::tickStatuses"),
    ("Poison gnaws at you.", "Game::tickStatuses"),
    (" succumbs to poison.", "Game::tickStatuses"),
    ("There are no stairs here.", "Game::descend"),
    ("You descend to depth ", "Game::descend"),
    (" is blasted for ", "Game::zap"),
    (" is destroyed.", "Game::zap"),
    ("You enter the dungeon.", "Game::newGame"),
    ("Recover the three ", "Game::newGame"),
    ("Game saved.", "Game::save"),
];

/// Returns the function of the series that writes a message.
pub(super) fn of_message(text: &str) -> &'static str {
    let of_scroll = ["You read the ", "The magic ", "It was a "];
    if of_scroll.iter().any(|start| text.starts_with(start)) {
        return "Game::readScroll";
    }
    let message = MESSAGES.iter().find(|(words, _)| text.contains(words));
    message.map_or("Game::load", |(_, function)| function)
}
