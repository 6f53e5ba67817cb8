//! The preview of a setting: a moment of a game that is drawn with it.

use crate::color::Color;
use crate::desktop::actions::{Action, Place};
use crate::desktop::history::PlayedGame;
use crate::desktop::scene::area::Area;
use crate::desktop::scene::map::{self, Marks};
use crate::desktop::scene::theme::{mix, readable};
use crate::desktop::scene::tiles::Grid;
use crate::desktop::scene::{Look, Scene, Style};
use crate::desktop::screens::carving::near_floor;
use crate::desktop::screens::content::{Example, Hint, Shown};
use crate::desktop::screens::panel::{self, PanelPlace};
use crate::desktop::screens::play::{Layout, draw_danger};
use crate::desktop::settings::Subject;
use crate::game::{Game, Setup};
use crate::item::{FloorItem, Item, PotionType};
use crate::level::Level;
use crate::map::{Map, Pos, TileType};
use crate::monster::KINDS;
use crate::part::Part;
use crate::player;

/// The rows of the two rooms with their walls.
const ROWS: i32 = 11;
const HERO: Pos = Pos { x: 30, y: 17 };
const GOBLIN: Pos = Pos { x: 33, y: 17 };
const POTION: Pos = Pos { x: 35, y: 17 };
/// The letters of the panel.
const PANEL: i32 = 31;
/// The colour of a tile that is just struck.
const STRUCK: Color = Color(250, 244, 226);

/// Returns the moment. Nobody explores beside a goblin.
fn moment(subject: Subject) -> PlayedGame {
    let mut level = Level::default();
    // Two rooms, with a wall on the left of the hero between them.
    for (x, y) in (-9..=7).filter(|x| *x != -3).flat_map(|x| (1 - ROWS / 2..ROWS / 2).map(move |y| (x, y))) {
        level.map.carve_tile(HERO.x + x, HERO.y + y, TileType::Floor);
    }
    level.stairs = HERO + Pos::new(7, 3);
    for pos in Map::positions() {
        let is_known = near_floor(&level.map, pos);
        level.map.tile_mut(pos).into_iter().for_each(|tile| tile.explored = is_known);
    }
    let has_goblin = subject != Subject::Exploring;
    level.monsters.extend(has_goblin.then(|| KINDS[2].spawn(Part::LAST, 0, GOBLIN)));
    level.items = vec![FloorItem { item: Item::Potion(PotionType::Healing), pos: POTION }];
    let mut hero = player::new();
    let left = if subject == Subject::Motion { 6 } else { 22 };
    (hero.pos, hero.hp) = (HERO, left);
    PlayedGame::new(Game::on_level(Setup::new(Part::LAST, 1), level, hero), None)
}

/// Returns the height of a card of this width: two lines of text and the picture of a screen.
pub(crate) fn height(width: i32, look: &Look) -> i32 {
    look.line() * 5 / 2 + (width - 2 * look.unit) * 9 / 16 + 2 * look.unit
}

/// Draws a card with the name of a setting, its sentence, and the moment.
pub(crate) fn draw(example: Example, shown: &Shown, area: Area, scene: &mut Scene) {
    let look = scene.look;
    let (theme, line) = (look.theme, look.line());
    let inner = area.inset(look.unit);
    let help = look.wrapped(example.sentence, Style::Body, inner.w);
    let text = line * (help.len() as i32 + 1) + line / 2;
    let (_, picture) = inner.cut_top(text);
    let picture = Area { h: picture.h.min(picture.w * 9 / 16), ..picture };
    scene.card(Area { h: picture.bottom() + look.unit - area.y, ..area }, theme.line);
    scene.text((inner.x, inner.y + line / 2), example.label, Style::Strong, theme.title);
    let mut y = inner.y + line * 3 / 2;
    for text in help {
        scene.text((inner.x, y), text, Style::Body, theme.text);
        y += line;
    }
    match example.subject {
        _ if picture.h < 5 * line => {}
        Subject::Sound => draw_volume(shown, picture, scene),
        Subject::Window => draw_window(shown, picture, scene),
        subject => draw_moment(subject, shown, picture, scene),
    }
}

/// Columns that rise, as many in colour as the volume has steps.
fn draw_volume(shown: &Shown, area: Area, scene: &mut Scene) {
    let Look { theme, unit, .. } = scene.look;
    let volume = if shown.settings.mute { 0 } else { i32::from(shown.settings.volume) };
    let stairs = area.centred(area.w / 2, area.h / 2);
    scene.fill(area, theme.background);
    for step in 1..=10 {
        let (x, h) = (stairs.x + (step - 1) * stairs.w / 10, stairs.h * step / 10);
        let column = Area::new(x, stairs.bottom() - h, stairs.w / 14, h);
        scene.round(column, unit / 4, if step * 10 <= volume { theme.title } else { theme.line });
    }
}

/// A desktop, and a window that fills it or does not.
fn draw_window(shown: &Shown, desktop: Area, scene: &mut Scene) {
    let (theme, unit) = (scene.look.theme, scene.look.unit);
    scene.fill(desktop, theme.face_remembered);
    let window = match shown.settings.fullscreen {
        true => desktop,
        false => {
            let window = desktop.centred(desktop.w * 3 / 4, desktop.h * 3 / 4);
            scene.fill(Area { y: window.y - unit, h: unit, ..window }, mix(theme.card, theme.key, 0.4));
            for dot in 1..=3 {
                let dot = Area::new(window.x + dot * unit, window.y - unit / 2 - 2, 4, 4);
                scene.round(dot, 2, theme.label);
            }
            window
        }
    };
    scene.fill(window, theme.background);
    draw_map(Subject::Window, shown, (&moment(Subject::Window).game, window), scene);
}

/// The moment: the map, the panel, messages, and keys, as far as they are shown.
fn draw_moment(subject: Subject, shown: &Shown, area: Area, scene: &mut Scene) {
    let look = scene.look;
    let (theme, line, settings, run) = (look.theme, look.line(), shown.settings, moment(subject));
    scene.fill(area, theme.background);
    let (above, below) = area.cut_top(area.h - line * 5 / 2);
    let panel = if settings.panel { PANEL * look.advance(Style::Body) } else { 0 };
    let (left, right) = above.cut_left(above.w - panel);
    draw_map(subject, shown, (&run.game, left), scene);
    if settings.panel {
        let hints = [(Action::Explore, "explore"), (Action::TakeStairs, "stairs")];
        let hints = hints.map(|(action, text)| Hint::new(action, text));
        let hints = if settings.hints { &hints[..] } else { &[] };
        let targets = scene.targets.len();
        panel::draw(&run, (hints, (shown.keys(), Place::Map)), (PanelPlace::Beside(right), 0, None), scene);
        // It is a picture.
        scene.targets.truncate(targets);
    }
    let low = readable(theme.low, theme.background, 5.5);
    let texts = match subject {
        Subject::Exploring => &[("You pick up a blue potion.", theme.text)][..],
        _ => &[("You hit the goblin for 4.", theme.text), ("The goblin hits you for 3.", low)],
    };
    for (row, &(text, color)) in (0..).zip(texts) {
        let x = below.x + look.advance(Style::Body);
        scene.text((x, below.y + line * 3 / 4 + row * line), text, Style::Body, color);
    }
}

fn draw_map(subject: Subject, shown: &Shown, (game, area): (&Game, Area), scene: &mut Scene) {
    let look = scene.look;
    let whole = Layout::new(&look, shown.settings.panel).map;
    let tile = match subject {
        Subject::Window => (area.w / 26).min(area.h / ROWS).max(2),
        _ => map::tile_size(whole, map::WHOLE, shown.settings.zoom),
    };
    let corner = |first: i32, length: i32, at: i32| first + length / 2 - at * tile - tile / 2;
    let origin = (corner(area.x, area.w, HERO.x - 1), corner(area.y, area.h, HERO.y));
    let grid = Grid { tile, origin, area };
    let has_motion = shown.settings.effects && subject == Subject::Motion;
    let end = if shown.settings.explore_on { POTION.x + 3 } else { POTION.x };
    let way = mix(look.theme.floor[0], look.theme.title, 0.4);
    let fills = match subject {
        // The way of an explorer leads to the potion, or past it.
        Subject::Exploring => (HERO.x + 1..end).map(|x| (Pos { x, ..HERO }, way)).collect(),
        _ if has_motion => vec![(GOBLIN, STRUCK)],
        _ => Vec::new(),
    };
    let marks = Marks { fills, ..Marks::default() };
    map::draw(game, grid, &marks, scene);
    if has_motion {
        let (x, y) = grid.centre(GOBLIN + Pos::new(0, -1));
        scene.text((x - look.advance(Style::Strong), y), "-4", Style::Strong, STRUCK);
        draw_danger(area, scene);
    }
}
