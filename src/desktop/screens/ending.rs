//! Death and victory: a box over the map as it was, with the story of the game and the keys that lead on.

use crate::color::Color;
use crate::desktop::actions::{Action, Place, key_name};
use crate::desktop::assist::stop::sentence;
use crate::desktop::history::PlayedGame;
use crate::desktop::history::tally::death;
use crate::desktop::kept::Fate;
use crate::desktop::scene::area::Area;
use crate::desktop::scene::map::{self, Marks};
use crate::desktop::scene::theme::{mix, readable};
use crate::desktop::scene::tiles::Grid;
use crate::desktop::scene::{Scene, Style, Target};
use crate::desktop::screens::content::{Hint, Shown};
use crate::desktop::screens::panel::{self, PanelPlace};
use crate::desktop::screens::play::Layout;
use crate::desktop::stacks::{Stack, inventory, times};
use crate::explorer::seen_monsters;
use crate::game::{AMULETS_TO_WIN, Game, GameState, PlayerClass};
use crate::item::Item;
use crate::map::{Map, Pos};
use crate::support::text::counted;

/// The most kinds of things that were carried and never used.
const UNUSED: usize = 3;
/// The widest box, in letters.
const COLUMNS: i32 = 54;

/// The kind of a line of the story.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tone {
    Plain,
    Amulet,
    Record,
}

/// Returns the number with commas: `1,402`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

/// Returns what happened, in one line.
fn verdict(run: &PlayedGame) -> String {
    let (game, tally) = (&run.game, &run.history.tally);
    let end = match game.state() {
        GameState::Won => "Won".to_owned(),
        _ => sentence(&death(tally.killer)),
    };
    let since = if tally.continued { " after a load" } else { "" };
    format!("{end} on level {}, turn {}{since}.", game.depth() + 1, grouped(tally.turns()))
}

/// Returns the facts that make the story.
fn story(shown: &Shown) -> Vec<(String, Tone)> {
    let (run, game) = (shown.played, &shown.played.game);
    let mut lines = Vec::new();
    if game.state() == GameState::Won {
        lines.push(("All three Amulets of SDL are yours, and you live.".to_owned(), Tone::Amulet));
    } else if game.part().has_amulets() {
        let near = game.cur().items.iter().filter(|lying| lying.item == Item::Amulet);
        let near = near.filter(|lying| game.cur().map.tile(lying.pos).explored);
        let steps = near.map(|lying| lying.pos.manhattan(game.player().pos)).min();
        let held = format!("{} of {AMULETS_TO_WIN} amulets.", game.amulets());
        let near = steps.map(|steps| format!(" Another lay {} away.", counted(steps, "step")));
        let tone = if game.amulets() > 0 { Tone::Amulet } else { Tone::Plain };
        lines.push((held + &near.unwrap_or_default(), tone));
    }
    lines.extend(unused(game).into_iter().map(|text| (text, Tone::Plain)));
    lines.push((records(shown), Tone::Record));
    let seed = run.history.tally.seed.map(|seed| format!("Seed {seed}."));
    lines.extend(seed.map(|text| (text, Tone::Plain)));
    lines
}

/// Returns what was carried and never used, and what it was.
fn unused(game: &Game) -> Vec<String> {
    let known = |item: Item| match item {
        Item::Potion(potion) => Some((game.potions()[potion as usize].1, potion.effect(), "drunk")),
        Item::Scroll(scroll) => Some((game.scrolls()[scroll as usize].1, scroll.effect(), "read")),
        _ => None,
    };
    let mut stacks: Vec<Stack> = inventory(game);
    stacks.sort_by_key(|stack| std::cmp::Reverse(stack.count));
    let lines = stacks.into_iter().filter_map(|Stack { item, label, count, .. }| {
        let (is_known, effect, used) = known(item)?;
        let things = times(label, count);
        Some(match is_known {
            true => format!("Left over: {things}."),
            false => format!("Never {used}: {things}, which was {effect}."),
        })
    });
    lines.take(UNUSED).collect()
}

/// Returns how the game compares with the kept games of the class, and its kills.
fn records(shown: &Shown) -> String {
    let (game, tally) = (&shown.played.game, &shown.played.history.tally);
    let own = shown.files.path();
    let others = shown.files.games().iter().filter(|other| other.end.is_over() && own != Some(other.path()));
    let others: Vec<_> = others.collect();
    let deepest = others.iter().filter_map(|other| other.facts.depth).max();
    let rank = |end: Fate, depth: Option<usize>| (end == Fate::Won, depth);
    let of_class = others.iter().filter(|other| other.facts.class == game.class());
    let best = of_class.map(|other| rank(other.end, other.facts.depth)).max();
    let end = if game.state() == GameState::Won { Fate::Won } else { Fate::Died };
    let depth = game.depth() + 1;
    let kills: u64 = tally.kills.iter().map(|(_, count)| count).sum();
    let name = game.class().map_or("hero", PlayerClass::name);
    let lines = [
        (deepest.is_some_and(|deepest| depth > deepest), "Deepest yet.".to_owned()),
        (true, format!("{}.", counted(kills, "kill"))),
        (best.is_some_and(|best| rank(end, Some(depth)) > best), format!("Your best {name} so far.")),
    ];
    lines.into_iter().filter(|(is_so, _)| *is_so).map(|(_, text)| text).collect::<Vec<_>>().join(" ")
}

/// Returns the keys that lead on.
fn choices(shown: &Shown) -> Vec<Hint> {
    let has_seed = shown.can_begin && shown.played.history.tally.seed.is_some();
    let hints = [
        (true, Action::ToTitle, "a new hero"),
        (has_seed, Action::Again, "this dungeon again"),
        (!shown.files.games().is_empty(), Action::Open(Place::Games), "watch it, and other games"),
        (true, Action::Share, "copy a line about it"),
        (true, Action::Open(Place::Character), "the whole story"),
        (true, Action::Open(Place::Messages), "all messages"),
    ];
    hints
        .into_iter()
        .filter(|(is_there, ..)| *is_there)
        .map(|(_, action, text)| Hint::new(action, text))
        .collect()
}

/// Returns the tile of the monster that killed the hero.
fn killer(run: &PlayedGame) -> Option<Pos> {
    let (name, hero) = (run.history.tally.killer?, run.game.player().pos);
    let monsters = seen_monsters(run.game.cur()).map(|(_, monster)| &monster.entity);
    let of_kind = monsters.filter(|body| body.name == name && body.pos.manhattan(hero) <= 1);
    of_kind.map(|body| body.pos).next()
}

/// Returns the place of a card of this size that hides the least: first of all nothing that is in view or
/// beside it, then as little as possible of what is remembered.
fn free_place(game: &Game, grid: Grid, whole: Area, (w, h): (i32, i32)) -> Area {
    const STEPS: i32 = 24;
    let map = &game.cur().map;
    // Around floor in view stays a tile free, around anything else a part of one.
    let around = |pos: Pos| match map.is_floor(pos) && map.tile(pos).visible {
        true => grid.place(pos).inset(-grid.tile),
        false => grid.place(pos).inset(-grid.tile / 3),
    };
    let tiles: Vec<(Area, i64)> = Map::positions()
        .filter(|pos| map.tile(*pos).explored)
        .map(|pos| (around(pos), if map.tile(pos).visible { 1000 } else { 1 }))
        .collect();
    let hidden = |card: Area| -> i64 {
        tiles.iter().filter(|(tile, _)| !tile.intersection(card).is_empty()).map(|(_, weight)| weight).sum()
    };
    let (right, down) = ((whole.w - w).max(0), (whole.h - h).max(0));
    let places = (0..=STEPS).flat_map(|row| (0..=STEPS).map(move |column| (column, row)));
    let cards = places
        .map(|(column, row)| Area::new(whole.x + right * column / STEPS, whole.y + down * row / STEPS, w, h));
    // Of equal places the one nearest to the middle.
    let middle = |card: Area| (card.middle() - whole.middle()).abs() + (card.x - whole.x - right / 2).abs();
    cards.min_by_key(|card| (hidden(*card), middle(*card))).unwrap_or(whole)
}

/// Draws the end of a game. A toast takes the place of the story.
pub(crate) fn draw(shown: &Shown, hints: &[Hint], mouse: Option<(i32, i32)>, scene: &mut Scene) {
    let (game, look) = (&shown.played.game, scene.look);
    let (theme, is_won) = (look.theme, game.state() == GameState::Won);
    let layout = Layout::new(&look, shown.settings.panel);
    let grid = layout.grid(shown);
    // The last moment stays bright.
    let mut marks = Marks { dims_memory: true, ..Marks::default() };
    if let Some(pos) = killer(shown.played) {
        marks.fills.push((pos, mix(theme.low, Color(0, 0, 0), 0.45)));
        marks.glows.push((pos, 30, theme.low, 130));
    }
    let hero = game.player();
    marks.glyphs.push((hero.pos, hero.glyph, if is_won { theme.hero } else { theme.label }));
    if is_won {
        marks.glows.push((hero.pos, 60, theme.glow, 170));
    }
    map::draw(game, grid, &marks, scene);
    if matches!(layout.panel, PanelPlace::Beside(_)) {
        let theme = std::mem::replace(&mut scene.look.theme, theme.dimmed());
        panel::draw(shown.played, (&[], (shown.keys(), Place::End)), (layout.panel, 0, None), scene);
        scene.look.theme = theme;
    }
    let line = look.line();
    let (title, color) = if is_won { ("Victory", theme.amulet) } else { ("You died", theme.low) };
    // In a tall window the card replaces the panel below the map.
    let messages = layout.messages.union(layout.toast);
    let whole = match layout.panel {
        PanelPlace::Below(panel) => messages.union(panel),
        _ => messages.union(layout.map),
    };
    let margin = 2 * look.advance(Style::Body);
    let most = (COLUMNS * look.advance(Style::Body)).min(whole.w - 2 * margin) - 2 * margin;
    let verdict = look.wrapped(&verdict(shown.played), Style::Strong, most);
    let told = shown.toast.map_or_else(|| story(shown), |text| vec![(text.to_owned(), Tone::Amulet)]);
    let story: Vec<(String, Tone)> = told
        .into_iter()
        .flat_map(|(text, tone)| {
            look.wrapped(&text, Style::Body, most).into_iter().map(move |line| (line, tone))
        })
        .collect();
    // A replay goes on, or back; no hero is new there.
    let choices = match shown.base {
        Place::Replay => hints.iter().filter(|hint| hint.action.is_some()).cloned().collect(),
        _ => choices(shown),
    };
    let rows = (verdict.len() + story.len()) as i32;
    let key_line = line * 5 / 4;
    let height = |title: i32, columns: i32| {
        let key_rows = (choices.len() as i32 + columns - 1) / columns;
        line * 7 / 3 + title * 5 / 4 + rows * line + key_rows * key_line
    };
    // A small window has the keys in two columns, and then a smaller title.
    let layouts = [(Style::Title, 1), (Style::Title, 2), (Style::Name, 2)]
        .map(|(style, columns)| (style, columns, height(look.font(style).0, columns)));
    let fitting = layouts.into_iter().find(|(.., height)| *height <= whole.h);
    let (style, columns, height) = fitting.unwrap_or(layouts[2]);
    let texts = story.iter().map(|(text, _)| text).chain(&verdict);
    let widest = texts.map(|text| look.width(text, Style::Body)).max().unwrap_or_default();
    let inner = if columns == 1 { widest.max(look.width(title, style)) } else { most };
    let width = inner + 2 * margin;
    let size = (width, height.min(whole.h));
    let card = match layout.panel {
        PanelPlace::Below(_) => whole.centred(size.0, size.1),
        _ => free_place(game, grid, whole.inset(margin.min((whole.w - width) / 2)), size),
    };
    scene.card(card, mix(color, theme.card, 0.35));
    let x = card.x + margin;
    let size = look.font(style).0;
    let mut y = card.y + line + size / 2;
    scene.text((x, y), title, style, readable(color, theme.card, 4.5));
    y += size * 3 / 4 + line / 2;
    for text in verdict {
        scene.text((x, y), text, Style::Strong, theme.text);
        y += line;
    }
    y += line / 3;
    for (text, tone) in story {
        let color = match tone {
            Tone::Plain => theme.text,
            Tone::Amulet => theme.amulet,
            Tone::Record => theme.gear,
        };
        scene.text((x, y), text, Style::Body, readable(color, theme.card, 4.5));
        y += line;
    }
    y += line / 2;
    let column = inner / columns;
    let key = |hint: &Hint| hint.action.and_then(|action| shown.keys().key(action, shown.base)).map(key_name);
    let keys: Vec<String> = choices.iter().map(|hint| key(hint).unwrap_or_default()).collect();
    let widest = keys.iter().map(|key| scene.key_width(key, " ")).max().unwrap_or_default();
    for (index, (hint, key)) in (0..).zip(choices.into_iter().zip(keys)) {
        let (x, y) = (x + index % columns * column, y + index / columns * key_line);
        let area = Area::new(x, y - key_line / 2, column, key_line);
        let lit = mouse.is_some_and(|mouse| area.contains(mouse));
        scene.key((x, y), &key, "", lit);
        let ink = if lit { theme.title } else { theme.text };
        scene.text((x + widest, y), hint.text, Style::Label, ink);
        scene.targets.push((area, Target { line: None, action: hint.action }));
    }
}
