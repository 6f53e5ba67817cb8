//! A game as a recorded step tells of it, so that it can be drawn.

use std::str::FromStr;

use crate::entity::Entity;
use crate::game::{Game, GameState};
use crate::item::{ARMOURS, FloorItem, Item, PotionType, ScrollType, WEAPONS};
use crate::map::{Map, Pos, Tile, TileType};
use crate::monster::{self, Monster};
use crate::part::Part;
use crate::player::Player;
use crate::trace::{Fact, Kind, Step, item_word, screen_name};

impl Step {
    /// Returns a game with the screen and the map that were recorded, and with player, amulets, stairs,
    /// monsters and items as the recorded lines tell of them. Lines of a kind of which none `differs` leave
    /// it as it is.
    pub(crate) fn restore(&self, mut game: Game, differs: impl Fn(Kind) -> bool) -> Game {
        let level = &mut game.levels[game.depth];
        if differs(Kind::Monster) {
            level.monsters.clear();
        }
        if differs(Kind::Item) {
            level.items.clear();
        }
        for fact in self.facts().iter().filter(|fact| differs(fact.kind)) {
            let pos = fact.place().filter(|&pos| Map::in_bounds(pos));
            match (fact.kind, pos) {
                (Kind::Screen, _) => game.state = state(fact).unwrap_or(game.state),
                (Kind::Amulets, _) => set(fact, "", &mut game.amulets),
                (Kind::Player, Some(pos)) => set_player(fact, pos, &mut game.player),
                (Kind::Depth, Some(pos)) => level.stairs = pos,
                (Kind::Monster, Some(pos)) => level.monsters.extend(monster(fact, game.part, pos)),
                (Kind::Item, Some(pos)) => {
                    level.items.extend(item(fact).map(|item| FloorItem { item, pos }));
                }
                _ => {}
            }
        }
        let digits = self.tiles.iter().flatten().flat_map(|row| row.bytes());
        for (tile, digit) in level.map.tiles.as_flattened_mut().iter_mut().zip(digits) {
            let kind = if digit & 1 == 0 { TileType::Wall } else { TileType::Floor };
            *tile = Tile { kind, visible: digit & 2 != 0, explored: digit & 4 != 0 };
        }
        game
    }
}

/// Returns the screen that a line names.
fn state(fact: &Fact) -> Option<GameState> {
    use GameState::{ClassSelect, Dead, Inventory, Playing, Won};
    let mut states = [Playing, Dead, Inventory, ClassSelect, Won].into_iter();
    states.find(|&state| fact.get("") == Some(screen_name(state)))
}

/// Sets a number, if a line has it.
fn set<T: FromStr>(fact: &Fact, name: &str, number: &mut T) {
    if let Some(told) = fact.get(name).and_then(|value| value.parse().ok()) {
        *number = told;
    }
}

/// Puts the player where a line says, with the numbers that the HUD shows.
fn set_player(fact: &Fact, pos: Pos, player: &mut Player) {
    player.pos = pos;
    let Entity { hp, max_hp, power, defense, status_turns: [poison, regen], .. } = player;
    let names = ["hp", "max hp", "power", "defense", "poison", "regen"];
    for (name, number) in names.into_iter().zip([hp, max_hp, power, defense, poison, regen]) {
        set(fact, name, number);
    }
}

/// Returns a monster of the kind that is drawn as the character in a line.
fn monster(fact: &Fact, part: Part, pos: Pos) -> Option<Monster> {
    let glyph = fact.get("glyph")?.bytes().next()?;
    let kinds = monster::kinds(part);
    let mut monster = kinds.iter().find(|kind| kind.glyph == glyph).or(kinds.first())?.spawn(part, 0, pos);
    monster.entity.glyph = glyph;
    monster.entity.alive = fact.get("alive") != Some("0");
    Some(monster)
}

/// Returns an item of the category in a line. All of a category look the same.
fn item(fact: &Fact) -> Option<Item> {
    let potion = Item::Potion(PotionType::Healing);
    let scroll = Item::Scroll(ScrollType::Lightning);
    let category = fact.get("what")?.split(':').next();
    let mut items = [potion, scroll, WEAPONS[0], ARMOURS[0], Item::Amulet].into_iter();
    items.find(|&item| item_word(item).split(':').next() == category)
}
