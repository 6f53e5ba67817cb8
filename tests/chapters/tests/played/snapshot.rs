//! A game of a chapter as the lines of a step: a chapter has no typed facts. Words, hashes and pictures of
//! the facts in these lines are those of `src/trace/snapshot.rs`, which follow here.

use super::fact::Fact;
use super::{Step, last_key};
use crate::entity::{Entity, Status};
use crate::game::{Game, GameState};
use crate::item::{COLOURS, Item, LABELS, PotionType, ScrollType};
use crate::key::Key;
use crate::map::{MAP_WIDTH, Map, Pos, Tile, TileType};
use crate::part::Part;
use crate::screen::{Cell, Frame};
use crate::hash::Fnv;

/// Describes a game after the `number`-th key, without its frame, whose drawing takes most of the time.
pub(crate) fn without_frame(game: &Game, number: usize, key: Option<Key>) -> Step {
    let mut step = Step::new(number, key);
    add_facts(game, &mut step);
    step
}

/// Adds the last line: the hash of the frame.
pub(crate) fn add_frame(step: &mut Step, frame: &Frame) {
    step.push(Fact::line(format_args!("frame {:016x}", frame_hash(frame))));
}

/// Adds the rows of the map and of the frame.
pub(crate) fn add_pictures(step: &mut Step, game: &Game, frame: &Frame) {
    step.tiles = game.has_run().then(|| tile_rows(game.part(), &game.cur().map));
    step.screen = Some(screen_rows(frame));
}

/// Adds the lines of a step but that of the frame, in the order of the format.
fn add_facts(game: &Game, step: &mut Step) {
    let part = game.part();
    if part.has_melee() {
        last_key::messages(game).iter().for_each(|text| step.push(Fact::line(format_args!("log {text}"))));
    }
    if part.has_hud() {
        last_key::sounds(game).iter().for_each(|name| step.push(Fact::line(format_args!("sound {name}"))));
    }
    step.push(Fact::line(format_args!("title {}", game.title())));
    step.push(Fact::line(format_args!("screen {}", screen_name(game.state()))));
    if game.has_run() {
        add_run(game, step);
    }
    if part.has_monsters() {
        step.push(Fact::line(format_args!("rng {}", game.rng().peek())));
    }
    if game.has_run() {
        step.push(Fact::line(format_args!("tiles {:016x}", Fnv::of(&tile_numbers(part, &game.cur().map)))));
    }
}

/// Adds everything between the screen and the generator. Only a run has these lines.
fn add_run(game: &Game, step: &mut Step) {
    let part = game.part();
    if part.has_classes()
        && let Some(class) = game.class()
    {
        step.push(Fact::line(format_args!("class {}", class.name())));
    }
    if part.has_player() {
        let body = game.player();
        let defense = if part.has_equipment() { format!(" defense {}", body.defense) } else { String::new() };
        step.push(Fact::line(format_args!("player {}", body_words(part, body, &defense, ""))));
    }
    if part.has_equipment() {
        let magic = if part.has_scrolls() { format!(" magic {}", game.magic_bonus) } else { String::new() };
        step.push(Fact::line(format_args!("bonus strength {}{magic}", game.strength_bonus)));
    }
    if part.has_amulets() {
        step.push(Fact::line(format_args!("amulets {}", game.amulets())));
    }
    if part.has_floors() {
        let Pos { x, y } = game.cur().stairs;
        let (depth, count) = (game.depth(), game.level_count());
        step.push(Fact::line(format_args!("depth {depth} of {count} stairs {x} {y}")));
    }
    if part.has_monsters() {
        add_monsters(game, step);
    }
    if part.has_items() {
        add_items(game, step);
    }
}

/// Adds a line for each monster, the dead ones included.
fn add_monsters(game: &Game, step: &mut Step) {
    let part = game.part();
    for (index, monster) in game.cur().monsters.iter().enumerate() {
        let body = &monster.entity;
        let venom = if part.has_statuses() {
            format!(" venom {}", u8::from(monster.venomous))
        } else {
            String::new()
        };
        let words = body_words(part, body, "", &venom);
        step.push(Fact::line(format_args!("monster {index} {} {words}", char::from(body.glyph))));
    }
}

/// Returns what the lines of player and monsters have both. Only the player's has the defense, and only those
/// of monsters have venom.
fn body_words(part: Part, body: &Entity, defense: &str, venom: &str) -> String {
    let mut words = format!("{} {} hp {}/{}", body.pos.x, body.pos.y, body.hp, body.max_hp);
    if part.has_melee() {
        words += &format!(" power {}{defense}", body.power);
    }
    if part.has_statuses() {
        let [poison, regen] = [Status::Poisoned, Status::Regen].map(|kind| body.status_turns[kind as usize]);
        words += &format!(" poison {poison} regen {regen}{venom}");
    }
    if part.has_monsters() {
        words += &format!(" alive {}", u8::from(body.alive));
    }
    words
}

/// Adds the items on the floor, those that are carried, and what is identified.
fn add_items(game: &Game, step: &mut Step) {
    let part = game.part();
    for (index, lying) in game.cur().items.iter().enumerate() {
        let Pos { x, y } = lying.pos;
        step.push(Fact::line(format_args!("item {index} {} {x} {y}", item_word(lying.item))));
    }
    for (slot, &item) in game.inventory().iter().enumerate() {
        step.push(Fact::line(format_args!("pack {slot} {}", item_word(item))));
    }
    if part.has_equipment() {
        let word = |item: Option<Item>| item.map_or_else(|| "-".to_owned(), item_word);
        step.push(Fact::line(format_args!("wield {}", word(game.wielded()))));
        step.push(Fact::line(format_args!("wear {}", word(game.worn()))));
    }
    for potion in PotionType::of(part).iter().copied() {
        let (look, known) = game.potions()[potion as usize];
        let (name, look) = (potion.effect(), COLOURS[look]);
        step.push(Fact::line(format_args!("potion {name} looks {look} known {}", u8::from(known))));
    }
    if part.has_scrolls() {
        for scroll in ScrollType::ALL {
            let (look, known) = game.scrolls()[scroll as usize];
            let (name, look) = (scroll.effect(), LABELS[look]);
            step.push(Fact::line(format_args!("scroll {name} looks {look} known {}", u8::from(known))));
        }
    }
}
