//! The functions of the series by the part: what is a lambda in one part is a method in another.

use crate::part::Part;

/// A name that the texts of mistakes have, and the name in a part.
type Function = (&'static str, fn(Part) -> &'static str);

const FUNCTIONS: [Function; 26] = [
    ("FIRST_KINDS", |_| "KINDS"),
    ("FIRST_ITEM_COUNT", |_| "ITEM_COUNT"),
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

/// A test of a part, and the functions that come with it.
type Later = (fn(Part) -> bool, &'static [&'static str]);

/// Functions that earlier parts do not have, under any name.
const LATER: [Later; 13] = [
    (Part::has_fog, &["FOV::compute", "FOV::castLight"]),
    (Part::has_melee, &["Game::drawDeathScreen", "Game::drawCentred"]),
    (Part::has_dijkstra_maps, &["DijkstraMap::compute", "DijkstraMap::at"]),
    (Part::has_items, &["Game::drawInventory", "Game::pickUpHere", "Game::potionName", "Game::quaff"]),
    (Part::has_equipment, &["Game::equip", "Game::itemLabel", "Game::recomputeStats"]),
    (Part::has_statuses, &["Entity::addStatus", "Entity::hasStatus", "Game::tickStatuses"]),
    (Part::has_floors, &["Game::descend", "Game::cur"]),
    (Part::has_caves, &["Map::generateCaves"]),
    (Part::has_scrolls, &["Game::nearestVisibleMonster", "Game::readScroll", "Game::scrollName"]),
    (
        Part::has_classes,
        &[
            "Game::drawClassSelect",
            "Game::makeWeapon",
            "Game::makeArmour",
            "Game::makeScroll",
            "Game::makePotion",
        ],
    ),
    (Part::has_saves, &["Game::save", "Game::load", "Game::flash", "buildItem", "kindByGlyph"]),
    (Part::has_hud, &["Game::drawHud", "MessageLog::add", "MessageLog::clear", "MessageLog::lines"]),
    (Part::has_amulets, &["Game::drawWinScreen", "Game::makeAmulet"]),
];

/// Returns true if a part has a function, under this name or another.
fn exists(name: &str, part: Part) -> bool {
    LATER.iter().all(|(has, names)| has(part) || !names.contains(&name))
}

/// Up to Part 5 the functions are lambdas in `main`, from Part 6 on they are methods of `Game`.
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

/// Returns the names that some functions have in a part, each once. Those that it does not have are left out.
pub fn in_part<'n>(names: impl Iterator<Item = &'n str>, part: Part) -> Vec<&'n str> {
    let mut own: Vec<&str> = Vec::new();
    for name in names.filter(|name| exists(name, part)).map(|name| name_in(name, part)) {
        if !own.contains(&name) {
            own.push(name);
        }
    }
    own
}

/// Returns the name that a function has in a part. A name that is not in the list is the same in all parts.
fn name_in(name: &str, part: Part) -> &str {
    FUNCTIONS.iter().find(|(known, _)| *known == name).map_or(name, |(_, own)| own(part))
}

/// The functions of the series that write messages, and words of these.
static MESSAGES: [(&str, &[&str]); 12] = [
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
    ("Game::save", &["Game saved.", "Could not save."]),
    ("Game::load", &["Game loaded.", "No save found.", "Bad save file."]),
];

/// Returns true for a text that the series logs, or has in the title for a moment.
pub fn is_message(text: &str) -> bool {
    MESSAGES.iter().any(|(_, all)| all.iter().any(|words| text.contains(words)))
}

/// Returns the function of the series that writes a message.
pub fn of_message(text: &str) -> &'static [&'static str] {
    let message = MESSAGES.iter().find(|(_, all)| all.iter().any(|words| text.contains(words)));
    message.map_or(&["Game::load"], |(function, _)| std::slice::from_ref(function))
}
