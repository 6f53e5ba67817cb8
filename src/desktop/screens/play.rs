//! The map of free play with everything around it: the panel, the messages of the last turn, the description
//! of a tile, and toasts. Nothing covers the map.

use crate::color::Color;
use crate::desktop::actions::{Action, Place, key_name};
use crate::desktop::assist::examine::Examine;
use crate::desktop::assist::look::look as known_of;
use crate::desktop::assist::travel::route;
use crate::desktop::history::step::threat_in_view;
use crate::desktop::history::tally::{Message, Messages};
use crate::desktop::scene::area::Area;
use crate::desktop::scene::effects::Effects;
use crate::desktop::scene::map::{self, Marks};
use crate::desktop::scene::theme::readable;
use crate::desktop::scene::tiles::Grid;
use crate::desktop::scene::{Look, Scene, Style, Target};
use crate::desktop::screens::content::{Hint, Shown};
use crate::desktop::screens::panel::{self, PanelPlace};
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Pos};

/// The actions of the examine cursor.
const OF_CURSOR: [(Action, &str); 3] =
    [(Action::NextSight(true), "next thing"), (Action::Choose, "go there"), (Action::Back, "close")];
/// The fewest lines of messages, and the most in a tall window.
const MESSAGES: [i32; 2] = [4, 6];
/// The smallest tile that makes room for a panel, in pixels.
const BESIDE_PANEL: i32 = 11;
/// Part of the health that is left when the edge of the window turns red.
const DANGER: i32 = 4;

/// Where everything is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub map: Area,
    pub messages: Area,
    /// The line of short texts below the messages.
    pub toast: Area,
    pub panel: PanelPlace,
}

impl Layout {
    /// Returns the layout of a window: the panel beside the map, or below it in a tall window, or as one
    /// line.
    pub fn new(look: &Look, wants_panel: bool) -> Layout {
        let (w, h) = look.size;
        let (line, width) = (look.line(), panel::width(look));
        let below = |messages: i32| (messages + 2) * line + line / 2;
        if wants_panel && h > w * 21 / 20 && h >= 34 * line {
            let height = (w * MAP_HEIGHT / MAP_WIDTH).max(h * 2 / 5).min(h * 3 / 5);
            let (map, rest) = look.window().cut_top(height);
            let (messages, rest) = rest.cut_top(below(MESSAGES[1]));
            return Layout::with(map, messages, PanelPlace::Below(rest), look);
        }
        let tile = ((w - width) / MAP_WIDTH).min((h - below(MESSAGES[0])) / MAP_HEIGHT);
        if wants_panel && tile >= BESIDE_PANEL && w > h && h >= 28 * line {
            let (left, panel) = look.window().cut_left(w - width);
            // The map is as large as it can be, and messages have the rest.
            let needed = tile * MAP_HEIGHT + line;
            let (map, messages) = left.cut_top(needed.min(h - below(MESSAGES[0])));
            return Layout::with(map, messages, PanelPlace::Beside(panel), look);
        }
        let (map, rest) = look.window().cut_top(h - below(MESSAGES[0]) - line * 3 / 2);
        let (bar, messages) = rest.cut_top(line * 3 / 2);
        Layout::with(map, messages, PanelPlace::Line(bar), look)
    }

    fn with(map: Area, messages: Area, panel: PanelPlace, look: &Look) -> Layout {
        let margin = look.advance(Style::Body) * 3 / 2;
        let inner = Area::new(messages.x + margin, messages.y, messages.w - 2 * margin, messages.h);
        let (messages, toast) = inner.cut_top(inner.h - look.line() * 2);
        Layout { map, messages, toast, panel }
    }

    /// Returns where the tiles of the map are.
    pub fn grid(&self, shown: &Shown) -> Grid {
        let tile = map::tile_size(self.map, shown.settings.zoom);
        Grid::new(self.map, tile, shown.played.game.player().pos)
    }
}

/// Draws the map, and everything around it.
pub(crate) fn draw(
    shown: &Shown,
    (examine, effects): (&Examine, &Effects),
    hints: &[Hint],
    mouse: Option<(i32, i32)>,
    scene: &mut Scene,
) {
    let (game, look) = (&shown.played.game, scene.look);
    let layout = Layout::new(&look, shown.settings.panel);
    let grid = layout.grid(shown);
    let (known, path) = described(shown, examine);
    let mut marks = Marks { outlined: examine.cursor().or(shown.pointed), path, ..Marks::default() };
    effects.mark(&look.theme, &mut marks);
    map::draw(game, grid, &marks, scene);
    (scene.grid, scene.outlined) = (Some(grid), marks.outlined);
    effects.numbers(grid, scene);
    let body = game.player();
    if shown.settings.effects && body.hp > 0 && body.hp * DANGER < body.max_hp {
        draw_danger(layout.map, scene);
    }
    match known {
        Some((_, lines)) => draw_known(&lines, &layout, scene),
        None => draw_messages(&shown.played.history.messages, layout.messages, scene),
    }
    let lost = effects.lost();
    let keys = (hints, (shown.keys(), shown.base));
    panel::draw(shown.played, keys, (layout.panel, lost, mouse), scene);
    if let Some(text) = shown.toast {
        draw_toast(text, layout.toast, scene);
    }
}

/// Returns the tile that the player examines or points at, with its description, and the path that a click
/// would walk.
pub(crate) fn described(shown: &Shown, examine: &Examine) -> (Option<(Pos, Vec<String>)>, Vec<Pos>) {
    let game = &shown.played.game;
    if let Some(cursor) = examine.cursor() {
        let mut lines = known_of(game, cursor);
        let has_keys = shown.settings.hints && !examine.is_by_mouse();
        lines.extend(has_keys.then(|| cursor_keys(shown)));
        return (Some((cursor, lines)), Vec::new());
    }
    let Some(tile) = examine.hovered() else { return (None, Vec::new()) };
    let mut path = route(game, tile);
    if threat_in_view(game).is_some() {
        path = path.split_off(path.len().saturating_sub(1));
    }
    // Bare ground needs no explanation.
    (Some((tile, known_of(game, tile))).filter(|(_, lines)| lines.len() > 1), path)
}

/// Names the keys of the cursor.
fn cursor_keys(shown: &Shown) -> String {
    let hint = |(action, text)| {
        shown.keys().key(action, Place::Cursor).map(|key| format!("{} {text}", key_name(key)))
    };
    OF_CURSOR.into_iter().filter_map(hint).collect::<Vec<_>>().join("   ")
}

/// Draws the description of a tile in place of the messages.
fn draw_known(lines: &[String], layout: &Layout, scene: &mut Scene) {
    let look = scene.look;
    let (line, advance) = (look.line(), look.advance(Style::Body));
    let area = Area { h: layout.messages.h + layout.toast.h, ..layout.messages };
    let lines: Vec<String> =
        lines.iter().flat_map(|text| look.wrapped(text, Style::Body, area.w - 2 * advance)).collect();
    let height = lines.len() as i32 * line + line;
    let top = (area.y + line / 4).min(area.bottom() - height - line / 4);
    let card = Area::new(area.x, top, area.w.min(70 * advance), height);
    scene.card(card, look.theme.line);
    for (row, text) in (0..).zip(lines) {
        let y = card.y + line + row * line;
        let (style, color) =
            if row == 0 { (Style::Strong, look.theme.title) } else { (Style::Body, look.theme.text) };
        scene.text((card.x + advance, y), text, style, color);
    }
}

/// Draws the last messages: all of the last turn, and as many older ones as fit. If even the last turn has
/// too many, a line counts the missing ones.
fn draw_messages(messages: &Messages, area: Area, scene: &mut Scene) {
    let look = scene.look;
    let theme = look.theme;
    let room = usize::try_from((area.h - look.line() / 2) / look.line()).unwrap_or_default().max(1);
    let old = readable(theme.label, theme.background, 4.5);
    let color = |message: &Message| match (messages.is_new(message), message.harms) {
        (false, _) => old,
        (true, true) => readable(theme.low, theme.background, 5.5),
        (true, false) => theme.text,
    };
    let mut lines: Vec<(String, Color)> = Vec::new();
    let new = messages.all.iter().rev().take_while(|message| messages.is_new(message)).count();
    for message in messages.all.iter().rev().take(room.max(new)) {
        let broken = look.wrapped(&message.text, Style::Body, area.w);
        lines.extend(broken.into_iter().rev().map(|line| (line, color(message))));
        if lines.len() >= room && !messages.is_new(message) {
            break;
        }
    }
    let of_turn = lines.iter().take_while(|(_, color)| *color != old).count();
    if of_turn > room {
        lines.truncate(room - 1);
        lines.push((format!("... {} more", of_turn - room + 1), theme.title));
    }
    lines.truncate(room);
    for (row, (text, color)) in (0..).zip(lines.into_iter().rev()) {
        let y = area.y + look.line() + row * look.line();
        scene.text((area.x, y), text, Style::Body, color);
    }
    let target = Target { line: None, action: Some(Action::Open(Place::Messages)) };
    scene.targets.push((area, target));
}

/// Draws a short text below the messages. A click closes it.
fn draw_toast(text: &str, area: Area, scene: &mut Scene) {
    let look = scene.look;
    let (line, advance) = (look.line(), look.advance(Style::Body));
    let lines = look.wrapped(text, Style::Body, area.w - 4 * advance);
    let widest = lines.iter().map(|text| look.width(text, Style::Body)).max().unwrap_or_default();
    let height = line * lines.len() as i32 + line * 2 / 3;
    let pill = Area::new(area.x, area.bottom() - height - line / 4, widest + 3 * advance, height);
    scene.round(pill, line * 2 / 3, look.theme.title);
    let rim = (look.unit / 12).max(1);
    scene.round(pill.inset(rim), line * 2 / 3 - rim, look.theme.chosen);
    for (row, text) in (0..).zip(lines) {
        let y = pill.y + line / 3 + line / 2 + row * line;
        scene.text((pill.x + advance * 3 / 2, y), text, Style::Body, look.theme.title);
    }
    scene.targets.push((pill, Target { line: None, action: Some(Action::CloseText) }));
}

/// Draws a red edge around the map.
pub(crate) fn draw_danger(area: Area, scene: &mut Scene) {
    let low = scene.look.theme.low;
    let step = (scene.look.unit / 3).max(2);
    for (ring, alpha) in (0..).zip([120, 84, 54, 30, 14]) {
        let Area { x, y, w, h } = area.inset(ring * step);
        for side in [
            Area::new(x, y, w, step),
            Area::new(x, y + h - step, w, step),
            Area::new(x, y + step, step, h - 2 * step),
            Area::new(x + w - step, y + step, step, h - 2 * step),
        ] {
            scene.veil(side, 0, low, alpha);
        }
    }
}
