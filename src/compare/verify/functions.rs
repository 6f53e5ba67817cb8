//! The functions of the series by the part: what is a lambda in one part is a method in another.

use crate::part::Part;

/// A name that the texts of mistakes have, and the name in a part.
type Function = (&'static str, fn(Part) -> &'static str);

const FUNCTIONS: [Function; 24] = [
    ("Player::Player", |part| if part.has_monsters() { "Player::Player" } else { "main" }),
    ("attack", |part| lambda(part, "attack", "Game::attack")),
    ("monsterAt", |part| lambda(part, "monsterAt", "Game::monsterAt")),
    ("Game::monstersAct", |part| match part.has_melee() {
        true => lambda(part, "monstersAct", "Game::monstersAct"),
        false => "main",
    }),
    ("Game::newGame", new_game),
    ("Level::generate", |part| if part.has_floors() { "Level::generate" } else { new_game(part) }),
    ("Game::updateTitle", |part| lambda(part, "updateTitle", "Game::updateTitle")),
    ("Game::drawTile", |part| {
        lambda(part, if part.has_fog() { "drawTile" } else { "draw" }, "Game::drawTile")
    }),
    ("Game::render", |part| lambda(part, "draw", "Game::render")),
    ("Game::drawDeathScreen", |part| lambda(part, "drawDeathScreen", "Game::drawDeathScreen")),
    ("Game::drawCentred", |part| lambda(part, "drawCentred", "Game::drawCentred")),
    ("Game::drawLeft", |part| if part.has_equipment() { "Game::drawLeft" } else { "Game::drawInventory" }),
    ("Game::run", |part| lambda(part, "main", "Game::run")),
    ("Game::playerAct", |part| lambda(part, "main", "Game::playerAct")),
    ("Game::endPlayerTurn", |part| match part.has_statuses() {
        true => "Game::endPlayerTurn",
        false => lambda(part, "main", "Game::playerAct"),
    }),
    ("sgn", |part| if part.has_dijkstra_maps() { "Game::monstersAct" } else { "sgn" }),
    ("stepIfFree", step_if_free),
    ("Game::stepIfFree", step_if_free),
    ("Entity::tryMove", |part| if part.has_monsters() { "Entity::tryMove" } else { "Player::tryMove" }),
    ("Game::applyPotion", apply_potion),
    ("Game::quaff", apply_potion),
    ("Game::useItem", |part| if part.has_equipment() { "Game::useItem" } else { "Game::quaff" }),
    ("zap", |_| "Game::readScroll"),
    ("randomItem", |part| match (part.has_equipment(), part.has_floors()) {
        (_, true) => "randomItem",
        (true, _) => "Game::randomItem",
        _ => "Game::newGame",
    }),
];

/// A name, and whether a part has the function.
type Later = (&'static str, fn(Part) -> bool);

/// Functions of later parts that share something with functions of earlier ones.
const LATER: [Later; 7] = [
    ("Game::descend", Part::has_floors),
    ("Game::load", Part::has_saves),
    ("Game::readScroll", Part::has_scrolls),
    ("Game::makeWeapon", Part::has_classes),
    ("Game::makeArmour", Part::has_classes),
    ("Game::makeScroll", Part::has_classes),
    ("Game::drawHud", Part::has_hud),
];

fn exists(name: &str, part: Part) -> bool {
    LATER.iter().all(|(later, exists)| *later != name || exists(part))
}

/// Up to Part 5 everything stands in `main`, from Part 6 on in `Game`.
fn lambda(part: Part, in_main: &'static str, in_game: &'static str) -> &'static str {
    if part.has_game_class() { in_game } else { in_main }
}

fn step_if_free(part: Part) -> &'static str {
    if part.has_dijkstra_maps() { "Game::monstersAct" } else { "stepIfFree" }
}

fn apply_potion(part: Part) -> &'static str {
    if part.has_equipment() { "Game::quaff" } else { "Game::applyPotion" }
}

fn new_game(part: Part) -> &'static str {
    if part.has_player() { lambda(part, "newGame", "Game::newGame") } else { "main" }
}

/// Returns a text whose functions, in brackets, have their names in a part.
pub(super) fn of_part(text: &str, part: Part) -> String {
    let mut named = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('(') {
        let Some((names, behind)) = after.split_once(')') else { break };
        named += before;
        let names = names.split(", ").filter(|name| exists(name, part));
        let mut own: Vec<&str> = names.map(|name| name_in(name, part)).collect();
        own.dedup();
        if own.is_empty() {
            named.truncate(named.trim_end().len());
        } else {
            named += &format!("({})", own.join(", "));
        }
        rest = behind;
    }
    named + rest
}

/// Returns the name that a function has in a part. A name that is not in the list is the same in all parts.
fn name_in(name: &str, part: Part) -> &str {
    FUNCTIONS.iter().find(|(known, _)| *known == name).map_or(name, |(_, own)| own(part))
}

/// The functions of the series that write messages, and words of these.
const MESSAGES: [(&str, &[&str]); 11] = [
    ("Game::readScroll", &["You read the ", "The magic ", "It was a ", " is blasted for ", " is destroyed."]),
    ("attack", &[" hits ", " dies."]),
    ("Game::pickUpHere", &["You pick up a", "You seize an Amulet", "All three Amulets"]),
    ("Game::quaff", &["You quaff the ", "It was potion "]),
    (
        "Game::applyPotion",
        &["A warm glow ", "You retch ", "Your veins burn ", "Your muscles swell.", "Your wounds begin to "],
    ),
    ("Game::equip", &["You wield the ", "You don the "]),
    ("Game::monstersAct", &["'s bite is venomous!"]),
    ("Game::tickStatuses", &[" is wracked by poison.", "Poison gnaws at you.", " succumbs to poison."]),
    ("Game::descend", &["There are no stairs here.", "You descend to depth "]),
    ("Game::newGame", &["You enter the dungeon.", "Recover the three "]),
    ("Game::save", &["Game saved."]),
];

/// Returns the function of the series that writes a message.
pub(super) fn of_message(text: &str) -> &'static str {
    let message = MESSAGES.iter().find(|(_, all)| all.iter().any(|words| text.contains(words)));
    message.map_or("Game::load", |(function, _)| function)
}
