//! The inventory of free play: what is wielded and worn, what is carried, and what the chosen thing would do.

use crate::desktop::actions::{Action, Place};
use crate::desktop::assist::look::item_line;
use crate::desktop::scene::map::item_color;
use crate::desktop::scene::{Scene, Style};
use crate::desktop::screens::content::{Body, Content, Hint, Lead, Line, Shown, Tone, Value};
use crate::desktop::screens::{page, play};
use crate::desktop::stacks::{Stack, inventory};
use crate::game::Game;
use crate::item::Item;
use crate::key::Key;

/// The letters of a line.
const COLUMNS: i32 = 60;
/// Why nothing uses the last thing.
const NO_KEY: &str =
    "No key uses it now: its letter would be I, which closes the inventory. Use another thing first.";

/// Draws the inventory with the chosen line over the map.
pub(crate) fn draw(shown: &Shown, chosen: Option<usize>, mouse: Option<(i32, i32)>, scene: &mut Scene) {
    let content = content(shown, chosen, scene);
    play::draw_behind(shown, page::frame(&content, shown, Place::Inventory, &scene.look), scene);
    scene.step_back();
    page::draw(content, shown, Place::Inventory, mouse, scene);
}

fn content(shown: &Shown, chosen: Option<usize>, scene: &Scene) -> Content {
    let game = &shown.played.game;
    let stacks = inventory(game);
    let note = match chosen.and_then(|line| stacks.get(line)) {
        Some(stack) => known(shown, stack),
        None if stacks.is_empty() => "You carry nothing.".to_owned(),
        None => String::new(),
    };
    let lines = stacks.into_iter().map(|Stack { letter, item, label, count, key }| Line {
        value: if count > 1 { Value::Text(format!("x{count}")) } else { Value::None },
        tone: if key.is_some() { Tone::Plain } else { Tone::Dim },
        lead: Some(Lead {
            letter: letter.map_or_else(|| "-".to_owned(), String::from),
            sign: char::from(item.look().0),
            color: item_color(game, item, &scene.look.theme),
        }),
        ..Line::new(label)
    });
    let name = |item: Option<Item>, none: &str| item.map_or(none.to_owned(), |item| game.item_label(item));
    let gear = [("Wielded", game.wielded(), "bare fists"), ("Worn", game.worn(), "no armour")];
    let gear = gear.into_iter().filter(|_| game.part().has_equipment());
    let content = Content::new("Inventory", Body::List(lines.collect(), chosen)).with_hints(hints(game));
    Content {
        above: gear.map(|(title, item, none)| (title, name(item, none))).collect(),
        notes: vec![(note, Style::Body)],
        columns: COLUMNS,
        ..content
    }
}

/// Returns the hints of the inventory.
fn hints(game: &Game) -> Vec<Hint> {
    let close = Hint::new(Action::Press(Key::I), "close");
    match game.inventory() {
        [] => vec![close],
        _ => {
            vec![Hint::text("a letter uses a thing"), Hint::new(Action::Choose, "use the chosen one"), close]
        }
    }
}

/// Returns what is known of a thing, and why no key uses it.
fn known(shown: &Shown, stack: &Stack) -> String {
    let text = match stack.item {
        Item::Amulet => String::new(),
        item => item_line(&shown.played.game, item),
    };
    if stack.key.is_some() { text } else { format!("{text} {NO_KEY}") }
}
