//! The map of free play with everything around it: the panel, the messages of the last turn, the description
//! of a tile, and toasts. Nothing covers the map.

use crate::color::Color;
use crate::desktop::actions::{Action, Place};
use crate::desktop::assist::examine::Examine;
use crate::desktop::assist::look::{About, told};
use crate::desktop::assist::travel::route;
use crate::desktop::bindings::Bindings;
use crate::desktop::history::step::threat_in_view;
use crate::desktop::history::tally::{Message, Messages};
use crate::desktop::scene::area::Area;
use crate::desktop::scene::effects::Effects;
use crate::desktop::scene::map::{self, Marks};
use crate::desktop::scene::theme::{Theme, mix, readable};
use crate::desktop::scene::tiles::{Grid, STRIDES};
use crate::desktop::scene::{Look, Scene, Shape, Style, Target};
use crate::desktop::screens::content::{Hint, Shown};
use crate::desktop::screens::hints;
use crate::desktop::screens::messages::color_of;
use crate::desktop::screens::panel::{self, PanelPlace};
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos};

/// The actions of the examine cursor.
const OF_CURSOR: [(Action, &str); 3] =
    [(Action::NextSight(true), "next thing"), (Action::Choose, "go there"), (Action::Back, "close")];
/// The lines of messages below the map, and in a tall window.
const MESSAGES: [i32; 2] = [6, 4];
/// The lines of messages that make room for monsters in view in a tall window; the newest three stay.
const SPARED: i32 = 2;
/// The lines below the map of a tall window: messages, the hero, what is in view, and keys.
const BELOW: i32 = 22;
/// The smallest tile that makes room for a panel, in pixels.
const BESIDE_PANEL: i32 = 11;
/// The letters of a small window that shows things in view beside the messages.
const SIDE: i32 = 100;
/// The pixels above a map that has the whole width.
const ABOVE: i32 = 8;
/// The width of a part of the map that is too thin to be seen beside a card, in tiles.
const SLIVER: i32 = 6;
/// Part of the health that is left when the edge of the window turns red.
const DANGER: i32 = 4;

/// A tile, and the lines about it.
pub(crate) type Described = (Pos, Vec<(String, About)>);

/// Where everything is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub map: Area,
    /// The messages of the last turns. Short texts take the place of the oldest ones.
    pub messages: Area,
    pub panel: PanelPlace,
}

impl Layout {
    /// Returns the layout of a window: the panel beside the map, or below it in a tall window, or as one
    /// line.
    pub fn new(look: &Look, wants_panel: bool) -> Layout {
        let (w, h) = look.size;
        let (line, width) = (look.line(), panel::width(look));
        let foot = h - look.footer(look.window()) - line / 2;
        // Half a line stays free above the messages.
        let below = |messages: i32| messages * line + line / 2 + foot;
        if wants_panel && h > w * 21 / 20 && h >= 34 * line {
            // The whole map, if that leaves enough room for the rest.
            let whole = map::tile_size(look.window(), map::WHOLE, 0) * MAP_HEIGHT + ABOVE;
            let height = whole.min(h - BELOW * line).max(h * 3 / 8).min(h * 3 / 5);
            let (map, rest) = look.window().cut_top(height);
            let (messages, rest) = rest.cut_top(MESSAGES[1] * line + line * 3 / 2);
            let panel = PanelPlace::Below(rest.cut_top(line).1);
            return Layout::with(beside_edges(map, look), messages, panel, look);
        }
        let tile = ((w - width) / MAP_WIDTH).min((h - below(MESSAGES[0])) / MAP_HEIGHT);
        if wants_panel && tile >= BESIDE_PANEL && w > h && h >= 28 * line {
            let (left, panel) = look.window().cut_left(w - width);
            // The map is as large as it can be, and messages have the rest.
            let needed = tile * MAP_HEIGHT + line;
            let (map, messages) = left.cut_top(needed.min(h - below(MESSAGES[0])));
            let messages = Area { h: messages.h - foot, ..messages };
            return Layout::with(map, messages, PanelPlace::Beside(panel), look);
        }
        let (map, rest) = look.window().cut_top(h - below(MESSAGES[0]) - line * 2);
        let (bar, below) = Area { h: rest.h - foot, ..rest }.cut_top(line * 2);
        // A wide window has room for what is in view, and for keys.
        let has_side = wants_panel && w >= SIDE * look.advance(Style::Body);
        let (messages, side) = below.cut_left(if has_side { w * 21 / 50 } else { w });
        let panel = PanelPlace::Line(bar, has_side.then_some(side));
        Layout::with(beside_edges(map, look), messages, panel, look)
    }

    fn with(map: Area, messages: Area, panel: PanelPlace, look: &Look) -> Layout {
        // Texts below a map that is seen as a whole begin where it does.
        let beside_map = map.x + (map.w - map::tile_size(map, map::WHOLE, 0) * MAP_WIDTH) / 2;
        let margin = beside_map.min(4 * look.unit).max(panel::margin(look));
        let messages = Area { x: messages.x + margin, w: messages.w - 2 * margin, ..messages };
        Layout { map, messages, panel }
    }

    /// Returns the layout in which old messages make room for monsters in view that have none in the panel.
    fn spared(self, shown: &Shown, hints: &[Hint], look: &Look) -> Layout {
        let PanelPlace::Below(panel) = self.panel else { return self };
        if !panel::is_crowded(shown.played, (hints, (shown.keys(), shown.base)), panel, *look) {
            return self;
        }
        let height = SPARED * look.line();
        let messages = Area { h: self.messages.h - height, ..self.messages };
        let panel = Area { y: panel.y - height, h: panel.h + height, ..panel };
        Layout { messages, panel: PanelPlace::Below(panel), ..self }
    }

    /// Returns where the tiles of the map are.
    pub fn grid(&self, shown: &Shown) -> Grid {
        let game = &shown.played.game;
        let tile = map::tile_size(self.map, map::known(game), shown.settings.zoom);
        map::grid(game, self.map, tile, STRIDES)
    }
}

/// Returns the place of a map that has the whole width of a window.
fn beside_edges(map: Area, look: &Look) -> Area {
    let side = panel::margin(look);
    Area { x: side, w: map.w - 2 * side, ..map.cut_top(ABOVE).1 }
}

/// Returns true if the game is seen behind a card, which leaves a good part of the map free, and no panel in
/// pieces.
fn is_seen_behind(card: Area, layout: &Layout) -> bool {
    match layout.panel {
        PanelPlace::Beside(panel) | PanelPlace::Line(panel, _) => panel.intersection(card).is_empty(),
        PanelPlace::Below(_) => (card.y - layout.map.y) * 4 > layout.map.h,
    }
}

/// Returns the place of a card in a tall window: in the middle of what is below the map. A card that is too
/// high for that is at the bottom, or in the middle of the window if it hides the map.
pub(crate) fn below_map(card: Area, margin: i32, shown: &Shown, look: &Look) -> Area {
    let layout = Layout::new(look, shown.settings.panel);
    let (map, below) = look.window().cut_top(layout.map.bottom());
    let lowest = Area { y: map.h + below.h - margin - card.h, ..card };
    match lowest.y >= map.h + margin {
        true => Area { y: below.middle() - card.h / 2, ..card },
        false if is_seen_behind(lowest, &layout) => lowest,
        false => card,
    }
}

/// Draws the background of a card: the map, messages and the panel, without glyphs and texts that the card
/// would cut.
pub(crate) fn draw_behind(shown: &Shown, card: Area, scene: &mut Scene) {
    let (look, game) = (scene.look, &shown.played.game);
    let layout = Layout::new(&look, shown.settings.panel).spared(shown, &[], &look);
    if !is_seen_behind(card, &layout) {
        return;
    }
    let grid = layout.grid(shown);
    map::draw(game, grid, &Marks::default(), scene);
    if let Some(Shape::Tiles(tiles)) = scene.shapes.last_mut() {
        let slivers = slivers(grid.pixels(map::known(game).inset(1)), card, grid.tile);
        for (place, look) in Map::positions().map(|pos| grid.place(pos)).zip(&mut tiles.looks) {
            let is_sliver = slivers.iter().any(|sliver| !place.intersection(*sliver).is_empty());
            *look = look.filter(|_| !is_sliver);
            let is_cut = !place.intersection(card).is_empty();
            look.iter_mut().filter(|_| is_cut).for_each(|look| look.glyph = None);
        }
    }
    // The hero's health matters most.
    let Theme { health, hurt, low, .. } = look.theme;
    scene.look.theme = Theme { health, hurt, low, ..look.theme.dimmed() };
    let draw_log = |scene: &mut Scene| draw_messages(&shown.played.history.messages, layout.messages, scene);
    let keys = (&[][..], (shown.keys(), shown.base));
    let draw_panel = |scene: &mut Scene| panel::draw(shown.played, keys, (layout.panel, 0, None), scene);
    draw_whole(draw_log, card.inset(-look.unit), scene);
    draw_whole(draw_panel, card.inset(-look.unit), scene);
    scene.look.theme = look.theme;
}

/// Returns the thin parts of the known map on both sides of a card that covers all of its rows.
fn slivers(known: Area, card: Area, tile: i32) -> [Area; 2] {
    let rows = Area { y: card.y - tile, h: card.h + 2 * tile, ..known };
    let least = if known.intersection(rows) == known { SLIVER * tile } else { 0 };
    let left = Area::new(known.x, known.y, card.x - known.x, known.h);
    let right = Area::new(card.right(), known.y, known.right() - card.right(), known.h);
    [left, right].map(|side| if side.w < least { side } else { Area::default() })
}

/// Draws something, unless a part of it would be in an area.
fn draw_whole(draw: impl FnOnce(&mut Scene), area: Area, scene: &mut Scene) {
    let first = scene.shapes.len();
    draw(scene);
    if scene.shapes[first..].iter().any(|shape| !shape.area().intersection(area).is_empty()) {
        scene.shapes.truncate(first);
    }
}

/// Returns the place of a card where it covers nothing in view: as it is, or higher or lower. If there is
/// none, the tiles around the hero stay free, at the worst by moving the card to a side of the map.
pub(crate) fn beside_light(card: Area, shown: &Shown, look: &Look) -> Area {
    let layout = Layout::new(look, shown.settings.panel);
    let (grid, game) = (layout.grid(shown), &shown.played.game);
    let tiles = Map::positions().filter(|pos| game.cur().map.tile(*pos).visible);
    let lit = tiles.fold(Area::default(), |lit, pos| lit.union(grid.place(pos)));
    let hero = grid.place(game.player().pos);
    let near = hero.inset(-2 * hero.w);
    let heights =
        |free: Area| [card.y, free.y - look.unit - card.h, free.bottom() + look.unit].map(|y| (y, free));
    let in_window = look.unit..=look.size.1 - look.unit - card.h;
    let middle = heights(lit).into_iter().chain(heights(near)).map(|(y, free)| (Area { y, ..card }, free));
    let (side, y) = (layout.messages.x, (layout.map.middle() - card.h / 2).max(look.unit));
    let ends = [side, layout.map.right() - side - card.w].map(|x| (Area { x, y, ..card }, near));
    let places = middle.filter(|(place, _)| in_window.contains(&place.y)).chain(ends);
    places
        .into_iter()
        .find(|(place, free)| place.intersection(*free).is_empty())
        .map_or(card, |(place, _)| place)
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
    let mut layout = Layout::new(&look, shown.settings.panel);
    let grid = layout.grid(shown);
    let (known, path) = described(shown, examine);
    let is_long =
        |(text, _): &(String, About)| look.width(text, Style::Body) > layout.messages.w - 2 * look.line();
    if let (PanelPlace::Line(bar, Some(side)), Some((_, lines))) = (layout.panel, &known)
        && lines.iter().any(is_long)
    {
        // A long description takes the whole width of a small window.
        layout.messages =
            Area { w: side.right() - panel::margin(&look) - layout.messages.x, ..layout.messages };
        layout.panel = PanelPlace::Line(bar, None);
    }
    if known.is_none() {
        // A description has the place of all messages.
        layout = layout.spared(shown, hints, &look);
    }
    let mut marks = Marks { outlined: examine.cursor().or(shown.pointed), path, ..Marks::default() };
    effects.mark(&look.theme, &mut marks);
    map::draw(game, grid, &marks, scene);
    (scene.grid, scene.outlined) = (Some(grid), marks.outlined);
    effects.numbers(grid, scene);
    let body = game.player();
    if shown.settings.effects && body.hp > 0 && body.hp * DANGER < body.max_hp {
        draw_danger(layout.map, scene);
    }
    let toast = shown.toast.map_or(0, |text| draw_toast(text, layout.messages, scene));
    match known {
        Some((_, lines)) => {
            let keys = (cursor_keys(shown, examine), (shown.keys(), Place::Cursor));
            draw_known(&lines, keys, (&layout, mouse), scene);
        }
        None => {
            let (_, room) = layout.messages.cut_top(toast);
            if let PanelPlace::Below(_) = layout.panel {
                let y = room.bottom() + look.line() / 2;
                scene.fill(Area { y, h: (look.unit / 14).max(1), ..room }, look.theme.line);
            }
            draw_messages(&shown.played.history.messages, room, scene);
        }
    }
    let lost = effects.lost();
    let keys = (hints, (shown.keys(), shown.base));
    panel::draw(shown.played, keys, (layout.panel, lost, mouse), scene);
}

/// Returns the tile that the player examines or points at, with its description, and the path that a click
/// would walk.
pub(crate) fn described(shown: &Shown, examine: &Examine) -> (Option<Described>, Vec<Pos>) {
    let game = &shown.played.game;
    if let Some(cursor) = examine.cursor() {
        return (Some((cursor, told(game, cursor))), Vec::new());
    }
    let Some(tile) = examine.hovered() else { return (None, Vec::new()) };
    let mut path = route(game, tile);
    if threat_in_view(game).is_some() {
        path = path.split_off(path.len().saturating_sub(1));
    }
    // Bare ground needs no explanation.
    (Some((tile, told(game, tile))).filter(|(_, lines)| lines.len() > 1), path)
}

/// Returns the hints of the cursor.
pub(crate) fn cursor_keys(shown: &Shown, examine: &Examine) -> Vec<Hint> {
    let has_keys = shown.settings.hints && examine.cursor().is_some() && !examine.is_by_mouse();
    let actions = OF_CURSOR.into_iter().filter(|_| has_keys);
    actions.map(|(action, text)| Hint::new(action, text)).collect()
}

/// Draws the description of a tile in place of the messages, and the keys below it.
fn draw_known(
    told: &[(String, About)],
    (hints, keys): (Vec<Hint>, (Bindings, Place)),
    (layout, mouse): (&Layout, Option<(i32, i32)>),
    scene: &mut Scene,
) {
    let look = scene.look;
    let (line, advance) = (look.line(), look.advance(Style::Body));
    let area = layout.messages;
    let gap = line * 3 / 4;
    let told = told.iter().filter(|(_, about)| told.len() == 1 || *about != About::BareFloor);
    let lines: Vec<(String, Style, Color)> = (0..)
        .zip(told)
        .flat_map(|(number, (text, about))| {
            let (style, color) = match about {
                _ if number == 0 => (Style::Strong, look.theme.title),
                About::Outcome => (Style::Strong, look.theme.text),
                About::BareFloor | About::Fact => (Style::Body, look.theme.text),
            };
            let lines = look.wrapped(text, Style::Body, area.w - 2 * gap);
            lines.into_iter().map(move |line| (line, style, color))
        })
        .collect();
    let room = area.w - 2 * gap;
    let rows = hints::rows(&hints, keys, room + 2 * line, &look);
    let of_keys = rows.iter().map(|row| hints::width_of_row(row, keys, scene));
    let widths = lines.iter().map(|(text, ..)| look.width(text, Style::Body)).chain(of_keys);
    let widest = widths.max().unwrap_or_default();
    let height = lines.len() as i32 * line + rows.len() as i32 * line * 4 / 3 + 2 * gap - line / 3;
    let (fitting, height) = match layout.panel {
        // In a tall window it is as large as the messages.
        PanelPlace::Below(_) => (room, height.max(area.h - line / 2)),
        _ => (widest.max(24 * advance).min(room), height),
    };
    let card = Area::new(area.x, area.bottom() - height, fitting + 2 * gap, height);
    scene.card(card, look.theme.line);
    let (left, mut y) = (card.x + gap, card.y + gap - line / 6 + line / 2);
    for (text, style, color) in lines {
        scene.text((left, y), text, style, color);
        y += line;
    }
    for row in rows {
        hints::draw_row(&row, (left, y + line / 4), keys, mouse, scene);
        y += line * 4 / 3;
    }
}

/// Draws the last messages, the newest at the bottom: all of the last turn, and as many older ones as fit. If
/// even the last turn has too many, a line counts the missing ones.
fn draw_messages(messages: &Messages, area: Area, scene: &mut Scene) {
    let look = scene.look;
    let theme = look.theme;
    let room = usize::try_from((area.h - look.line() / 2) / look.line()).unwrap_or_default().max(1);
    let old = readable(mix(theme.text, theme.background, 0.34), theme.background, 5.0);
    let color = |message: &Message| match messages.is_new(message) {
        true => color_of(message.subject, &theme),
        false => old,
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
    let top = area.bottom() - lines.len() as i32 * look.line();
    for (row, (text, color)) in (0..).zip(lines.into_iter().rev()) {
        let y = top + row * look.line() + look.line() / 2;
        scene.text((area.x, y), text, Style::Body, color);
    }
    scene.targets.push((area, Target::of(Action::Open(Place::Messages))));
}

/// Draws a short text above the messages, and returns the height that it takes. A click closes it.
fn draw_toast(text: &str, area: Area, scene: &mut Scene) -> i32 {
    let look = scene.look;
    let (line, advance) = (look.line(), look.advance(Style::Body));
    let lines = look.wrapped(text, Style::Body, area.w - 4 * advance);
    let widest = lines.iter().map(|text| look.width(text, Style::Body)).max().unwrap_or_default();
    let height = line * lines.len() as i32 + line * 2 / 3;
    let pill = Area::new(area.x, area.y + line / 3, widest + 3 * advance, height);
    scene.round(pill, line * 2 / 3, look.theme.title);
    let rim = (look.unit / 12).max(1);
    scene.round(pill.inset(rim), line * 2 / 3 - rim, look.theme.chosen);
    for (row, text) in (0..).zip(lines) {
        let y = pill.y + line / 3 + line / 2 + row * line;
        scene.text((pill.x + advance * 3 / 2, y), text, Style::Body, look.theme.title);
    }
    scene.targets.push((pill, Target::of(Action::CloseText)));
    pill.bottom() - area.y
}

/// Draws a red edge around the map.
pub(crate) fn draw_danger(area: Area, scene: &mut Scene) {
    let low = scene.look.theme.low;
    let step = (scene.look.unit / 3).max(2);
    for (ring, alpha) in (0..).zip([120, 84, 54, 30, 14]) {
        area.inset(ring * step).sides(step).into_iter().for_each(|side| scene.veil(side, 0, low, alpha));
    }
}
