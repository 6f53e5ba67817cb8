//! The inventory of free play: what is wielded and worn, what is carried, and what the chosen thing would do.

use crate::desktop::actions::{Action, Place};
use crate::desktop::assist::look::item_line;
use crate::desktop::scene::area::Area;
use crate::desktop::scene::map::item_color;
use crate::desktop::scene::theme::readable;
use crate::desktop::scene::{Align, Scene, Style, Target};
use crate::desktop::screens::content::{Hint, Shown};
use crate::desktop::screens::draw::{draw_chosen, draw_hints, footer};
use crate::desktop::stacks::{Stack, inventory};
use crate::game::Game;
use crate::item::Item;
use crate::key::Key;

/// The widest list, in letters.
const COLUMN: i32 = 70;
/// Why nothing uses the last thing.
const NO_KEY: &str =
    "No key uses it now: its letter would be I, which closes the inventory. Use another thing first.";

/// Draws the inventory with the chosen line.
pub(crate) fn draw(shown: &Shown, chosen: Option<usize>, mouse: Option<(i32, i32)>, scene: &mut Scene) {
    let (game, look) = (&shown.played.game, scene.look);
    let (theme, advance, (w, h)) = (look.theme, look.advance(Style::Body), look.size);
    let label = readable(theme.label, theme.background, 4.5);
    let area = look.window().centred((COLUMN * advance).min(w - 4 * advance), h);
    let line = look.line();
    scene.aligned((w / 2, line * 3 / 2), Align::Centre, "Inventory", Style::Name, theme.title);
    scene.fill(Area::new(area.x, line * 5 / 2, area.w, (look.unit / 14).max(1)), theme.line);
    let mut y = line * 7 / 2;
    let gear = [("Wielded", game.wielded(), "bare fists"), ("Worn", game.worn(), "no armour")];
    for (name, item, none) in gear.into_iter().filter(|_| game.part().has_equipment()) {
        scene.text((area.x + advance, y), name, Style::Body, label);
        let text = item.map_or_else(|| none.to_owned(), |item| game.item_label(item));
        let color = readable(if item.is_some() { theme.gear } else { theme.label }, theme.background, 4.5);
        scene.text((area.x + 11 * advance, y), text, Style::Strong, color);
        y += line;
    }
    y += line / 2;
    let stacks = inventory(game);
    let known = chosen.and_then(|line| stacks.get(line)).map(|stack| known(shown, stack));
    let known = shown.toast.map(str::to_owned).or(known);
    let known = known.map(|text| look.wrapped(&text, Style::Body, area.w - 4 * advance)).unwrap_or_default();
    let keys = (shown.keys(), Place::Inventory);
    let bottom = draw_hints(&[hints(game)], footer(&look), keys, mouse, scene) + line / 3;
    let below = h - bottom + (known.len() as i32 + 2) * line;
    let room = h - y - below;
    let row = (line * 4 / 3).min(room / stacks.len().max(1) as i32).max(look.unit);
    if stacks.is_empty() {
        scene.text((area.x + advance, y + line / 2), "You carry nothing.", Style::Body, label);
    }
    let longest = stacks.iter().map(|stack| stack.label.chars().count()).max().unwrap_or_default() as i32;
    let first = chosen.unwrap_or_default().saturating_sub((room / row).max(1) as usize - 1);
    for (number, Stack { letter, item, label: name, count, key }) in stacks.iter().enumerate().skip(first) {
        if y + row > h - below + line {
            break;
        }
        let place = Area::new(area.x, y, area.w, row);
        let is_chosen = chosen == Some(number);
        if is_chosen {
            draw_chosen(place, scene);
        }
        let ink = |color| readable(color, if is_chosen { theme.chosen } else { theme.background }, 4.5);
        let middle = place.middle();
        let letter = letter.map_or_else(|| "-".to_owned(), String::from);
        let color = ink(if is_chosen { theme.amulet } else { theme.label });
        scene.text((place.x + advance, middle), letter, Style::Strong, color);
        let color = ink(item_color(game, *item, &theme));
        scene.text(
            (place.x + 4 * advance, middle),
            char::from(item.look().0).to_string(),
            Style::Strong,
            color,
        );
        let color = ink(if key.is_some() { theme.text } else { theme.label });
        let style = if is_chosen { Style::Strong } else { Style::Body };
        scene.text((place.x + 7 * advance, middle), name.clone(), style, color);
        if *count > 1 {
            let at = (place.x + (7 + longest + 2) * advance, middle);
            scene.text(at, format!("x{count}"), Style::Body, ink(theme.label));
        }
        let action = key.map(Action::Press);
        scene.targets.push((place, Target { line: Some(number), action }));
        y += row;
    }
    if !known.is_empty() {
        let height = known.len() as i32 * line + line;
        let card = Area::new(area.x, (y + line / 2).min(bottom - height), area.w, height);
        scene.card(card, theme.line);
        for (row, text) in (0..).zip(known) {
            scene.text((card.x + 2 * advance, card.y + line + row * line), text, Style::Body, theme.text);
        }
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
