//! The panel: the hero's health as the largest number, what is in view with the dangerous first, the
//! inventory, and the keys. It is beside the map, below it in a tall window, and a single line in a small
//! one. `room` shares its rows out.

mod pen;
mod room;
mod sections;

use crate::color::Color;
use crate::desktop::actions::Place;
use crate::desktop::bindings::Bindings;
use crate::desktop::history::PlayedGame;
use crate::desktop::history::step::is_low;
use crate::desktop::scene::area::Area;
use crate::desktop::scene::theme::readable;
use crate::desktop::scene::{Look, Scene, Style};
use crate::desktop::screens::content::Hint;
use crate::desktop::screens::panel::pen::{Pen, points_color};
use crate::desktop::screens::panel::room::Section;
use crate::desktop::stacks::{stacked, times};
use crate::entity::{Entity, Status};
use crate::game::{AMULETS_TO_WIN, Game, GameState, PlayerClass};
use crate::item::{Item, LABELS};

/// Where the parts of the panel are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelPlace {
    /// One column beside the map.
    Beside(Area),
    /// Two columns below the map.
    Below(Area),
    /// One line above the messages, and what is in view beside them if there is room.
    Line(Area, Option<Area>),
}

/// Hints, and the keys that they name.
type Keys<'k> = (&'k [Hint], (Bindings<'k>, Place));

/// Width of the panel beside the map, in letters.
const COLUMNS: i32 = 36;
/// Width of the hero's bar in a line, in letters: the least and the most.
const HEROS_BAR: [i32; 2] = [12, 36];
/// The most columns of keys beside the map, and below it.
const KEYS_BESIDE: i32 = 3;
const KEYS_BELOW: i32 = 5;
/// The most letters of what is in view beside messages.
const VIEW: i32 = 30;

/// Returns the width of the panel beside the map.
pub fn width(look: &Look) -> i32 {
    COLUMNS * look.advance(Style::Body)
}

/// Returns the space around everything below the map.
pub fn margin(look: &Look) -> i32 {
    (look.advance(Style::Body) * 3 / 2).max(12)
}

/// Draws the panel. `lost` is the number of hit points that are just being lost. The row at `mouse` is lit.
pub(crate) fn draw(
    run: &PlayedGame,
    keys: Keys,
    (place, lost, mouse): (PanelPlace, i32, Option<(i32, i32)>),
    scene: &mut Scene,
) {
    let (game, look) = (&run.game, scene.look);
    let columns = match place {
        PanelPlace::Beside(area) => {
            scene.fill(Area { w: (look.unit / 14).max(1), ..area }, look.theme.line);
            Columns::beside(area, &look)
        }
        PanelPlace::Below(area) => Columns::below(area, &look),
        PanelPlace::Line(area, side) => {
            one_line(run, lost, area, scene);
            return side.into_iter().for_each(|side| beside_messages(game, keys, (side, mouse), scene));
        }
    };
    let gives_way = in_view(run, keys, &columns, look).is_some_and(|(view, room)| !view.fits_monsters(room));
    let keys = (if gives_way { &[] } else { keys.0 }, keys.1);
    let mut pen = Pen { scene, area: columns.all, y: columns.hero.y, end: columns.all.bottom(), mouse };
    pen.end = pen.keys(keys, columns.keys, None) - look.line() / 2;
    if !game.has_run() || matches!(game.state(), GameState::ClassSelect) {
        return;
    }
    pen.area = columns.hero;
    pen.hero(run, lost, true);
    if game.is_run_alive() {
        pen.in_view(game, columns.inventory.is_none());
    }
    if let Some(inventory) = columns.inventory {
        (pen.area, pen.y) = (inventory, inventory.y);
    }
    let more = if game.is_run_alive() { keys.1.0.fill(": {inventory} shows all") } else { String::new() };
    pen.inventory(game, &more);
    pen.messages(run);
}

/// The columns of a panel, without its margins.
struct Columns {
    /// All of them; the keys are in the last rows.
    all: Area,
    /// The hero's numbers and what is in view.
    hero: Area,
    /// The inventory, unless it is in the hero's column.
    inventory: Option<Area>,
    /// The most columns of keys.
    keys: i32,
}

impl Columns {
    fn beside(area: Area, look: &Look) -> Columns {
        let line = look.line();
        let all = Area::new(area.x + line, area.y, area.w - 2 * line, area.h - line / 3);
        Columns { all, hero: Area { y: area.y + line / 2, ..all }, inventory: None, keys: KEYS_BESIDE }
    }

    fn below(area: Area, look: &Look) -> Columns {
        let (line, margin) = (look.line(), margin(look));
        let all = Area::new(area.x + margin, area.y, area.w - 2 * margin, area.h - line / 3);
        let (hero, right) = all.cut_left(all.w / 2 - line);
        // The heading of the inventory is in one row with the hero's name.
        let inventory =
            Area { x: right.x + 2 * line, y: all.y - line * 5 / 12, w: right.w - 2 * line, ..right };
        Columns { all, hero, inventory: Some(inventory), keys: KEYS_BELOW }
    }
}

/// Returns how high everything in view is, and its room between the hero's numbers and the keys. `None` after
/// the end, when monsters do no more harm.
fn in_view(run: &PlayedGame, keys: Keys, columns: &Columns, look: Look) -> Option<(Section, i32)> {
    if !run.game.is_run_alive() {
        return None;
    }
    let mut scene = Scene::new(look);
    let (area, end) = (columns.all, columns.all.bottom());
    let mut pen = Pen { scene: &mut scene, area, y: columns.hero.y, end, mouse: None };
    let end = pen.keys(keys, columns.keys, None) - look.line() / 2;
    pen.area = columns.hero;
    pen.hero(run, 0, true);
    Some((pen.section_in_view(&run.game), end - pen.y))
}

/// Returns true if a panel below the map has no room for the monsters in view and a line that counts the
/// other things.
pub(crate) fn is_crowded(run: &PlayedGame, keys: Keys, below: Area, look: Look) -> bool {
    let view = in_view(run, keys, &Columns::below(below, &look), look);
    view.is_some_and(|(view, room)| !view.fits_monsters_and_counter(room))
}

/// Draws what is in view beside the messages of a small window, and the keys, which give way to monsters.
fn beside_messages(game: &Game, keys: Keys, (area, mouse): (Area, Option<(i32, i32)>), scene: &mut Scene) {
    let look = scene.look;
    let (left, rest) = area.cut_left(area.w * 6 / 11);
    let (margin, most) = (margin(&look), VIEW * look.advance(Style::Body));
    let left = Area { x: left.x + margin, w: (left.w - 2 * margin).min(most), ..left };
    let right = Area { w: rest.w - margin, ..rest };
    let y = area.y - look.line() / 6;
    let mut pen = Pen { scene, area: left, y, end: area.bottom(), mouse };
    if pen.section_in_view(game).fits_monsters(pen.end - y) {
        pen.in_view(game, false);
        pen.area = right;
        pen.keys(keys, 2, Some(y + look.line() * 7 / 6));
    } else {
        pen.crowd(game, Area { w: right.w.min(most), ..right });
    }
}

/// The line of small windows: what a fight needs.
fn one_line(run: &PlayedGame, lost: i32, area: Area, scene: &mut Scene) {
    let (game, look) = (&run.game, scene.look);
    let (theme, y, body) = (look.theme, area.middle(), game.player());
    let gap = look.advance(Style::Body);
    let (margin, color) = (margin(&look), health_color(body, &look));
    let border = Area::new(area.x + margin, area.y + look.line() / 4, area.w - 2 * margin, 1);
    scene.fill(Area { h: (look.unit / 14).max(1), ..border }, theme.line);
    let name = game.class().map_or("You", PlayerClass::name);
    let (ink, label) = (readable(color, theme.background, 4.5), readable(theme.label, theme.background, 4.5));
    let mut x = scene.text((area.x + margin, y), body.hp.max(0).to_string(), Style::Number, ink);
    x = scene.text((x, y), format!(" / {}", body.max_hp), Style::Body, label) + gap;
    let facts = [
        (true, format!("Depth {}", game.depth() + 1)),
        (game.part().has_equipment(), format!("Power {}", body.power)),
        (game.part().has_equipment(), format!("Defense {}", body.defense)),
    ];
    let facts = facts.into_iter().filter(|(has, _)| *has).map(|(_, text)| (text, Style::Body, theme.text));
    let states = states(game).map(|(name, turns, is_bad)| {
        (format!("{name} {turns}"), Style::Body, if is_bad { theme.low } else { theme.health })
    });
    let mut texts = vec![(name.to_owned(), Style::Strong, theme.title)];
    texts.extend(states.chain(facts));
    // The bar takes what the texts leave, and the last texts go if it would be too short.
    let amulets = AMULETS_TO_WIN as i32 * look.unit * 5 / 4 + margin;
    let [least, most] = HEROS_BAR.map(|letters| letters * gap);
    let mut room = area.right() - amulets - x - 3 * gap - least;
    texts.retain(|(text, style, _)| {
        let width = look.width(text, *style) + 2 * gap;
        let fits = width <= room;
        room -= if fits { width } else { 0 };
        fits
    });
    let bar = Area::new(x, y - look.unit / 2, (least + room.max(0)).min(most), look.unit);
    scene.bar(bar, (body.hp, body.max_hp), lost, color);
    x = bar.right() + 2 * gap;
    for (text, style, color) in texts {
        x = scene.text((x, y), text, style, readable(color, theme.background, 4.5)) + 2 * gap;
    }
    if game.part().has_amulets() {
        scene.words.push((y, area.right() - amulets - 1, "amulets".to_owned()));
        draw_amulets(game, (area.right() - amulets, y), scene);
    }
}

/// Lets a part of the panel be drawn that is only read. Returns the row below it.
pub(super) fn draw_section(area: Area, scene: &mut Scene, draw: impl FnOnce(&mut Pen)) -> i32 {
    let targets = scene.targets.len();
    let mut pen = Pen { scene, area, y: area.y, end: area.bottom(), mouse: None };
    draw(&mut pen);
    let end = pen.y;
    scene.targets.truncate(targets);
    end
}

/// Returns the name of an item as far as the player knows it. That of an unknown scroll fits one line.
pub(crate) fn short_label(game: &Game, item: Item) -> String {
    match item {
        Item::Scroll(scroll) if !game.scrolls()[scroll as usize].1 => {
            format!("scroll \"{}\"", LABELS[game.scrolls()[scroll as usize].0])
        }
        _ => game.item_label(item),
    }
}

/// Returns the hero's states, the turns that each lasts, and whether it does harm.
pub(crate) fn states(game: &Game) -> impl Iterator<Item = (&'static str, i32, bool)> {
    let states = [(Status::Poisoned, "Poisoned", true), (Status::Regen, "Regenerating", false)];
    let states = states.into_iter().filter(|_| game.part().has_statuses());
    states
        .filter(|(state, ..)| game.player().has_status(*state))
        .map(|(state, name, is_bad)| (name, game.player().status_turns[state as usize], is_bad))
}

/// Draws a sign for each amulet that wins the game: golden if it is held.
pub(crate) fn draw_amulets(game: &Game, (x, y): (i32, i32), scene: &mut Scene) {
    let look = scene.look;
    let half = look.unit * 5 / 12;
    scene.words.push((y, x, format!("{} of {AMULETS_TO_WIN}", game.amulets())));
    // All of them together shine.
    let all = Area::new(x, y - half, 2 * half + (AMULETS_TO_WIN as i32 - 1) * look.unit * 5 / 4, 2 * half);
    for ring in (1..=10).filter(|_| game.amulets() >= AMULETS_TO_WIN) {
        let around = all.inset(-look.unit * ring / 10);
        scene.veil(around, around.h / 2, look.theme.amulet, 5);
    }
    for number in 0..AMULETS_TO_WIN {
        let is_held = number < game.amulets();
        let color = if is_held { look.theme.amulet } else { look.theme.line };
        draw_diamond((x + half + number as i32 * look.unit * 5 / 4, y), half, color, scene);
    }
}

/// Draws a diamond around a point.
pub(crate) fn draw_diamond((x, y): (i32, i32), half: i32, color: Color, scene: &mut Scene) {
    for row in -half..=half {
        let width = half - row.abs();
        scene.fill(Area::new(x - width, y + row, 2 * width + 1, 1), color);
    }
}

/// Returns the colour of the hero's health.
pub(crate) const fn health_color(body: &Entity, look: &Look) -> Color {
    if is_low(body) { look.theme.low } else { points_color((body.hp, body.max_hp), look) }
}

/// Returns names with their numbers.
pub(crate) fn names(names: impl Iterator<Item = String>) -> impl Iterator<Item = String> {
    stacked(names.map(|name| (name, ()))).into_iter().map(|(name, all)| times(name, all.len()))
}

/// Returns the bonuses to attacks and scrolls that don't come from gear.
pub(crate) fn bonuses(game: &Game) -> impl Iterator<Item = String> {
    let (strength, magic) = (game.strength_bonus, game.magic_bonus);
    let strength = (strength != 0).then(|| format!("strength (+{strength} pow)"));
    strength.into_iter().chain((magic != 0).then(|| format!("magic (+{magic} for scrolls)")))
}
