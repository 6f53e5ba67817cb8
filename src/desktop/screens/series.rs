//! The series' own screens, pixel for pixel, with the window's additions: the panel, a mark at the chosen
//! line, the description of a tile, and toasts.

use crate::desktop::actions::{Action, Place};
use crate::desktop::assist::examine::Examine;
use crate::desktop::scene::area::Area;
use crate::desktop::scene::tiles::Grid;
use crate::desktop::scene::{Align, Cells, Look, Scene, Shape, Style, Target};
use crate::desktop::screens::content::{Hint, Shown};
use crate::desktop::screens::hints::key_of;
use crate::desktop::screens::panel::{self, PanelPlace};
use crate::desktop::screens::play::{cursor_keys, described};
use crate::desktop::screens::{character, title};
use crate::desktop::settings::palette::{CHOSEN, Palette};
use crate::desktop::stacks;
use crate::game::GameState;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Pos};
use crate::screen::{self, Frame};

/// Minimum size of a tile that makes room for the panel, in percent of its size without the panel.
const SMALLER_TILE: i32 = 85;
/// The name of the character screen after the end.
const SUMMARY: &str = "summary of the game";
/// Number of slots that have a letter.
const LETTERS: usize = 26;

/// Where the picture and the panel are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub grid: Grid,
    pub panel: Option<Area>,
}

impl Layout {
    /// Returns the layout of a picture with this many rows of tiles: in the middle of the window, with the
    /// largest tiles that fit. With a panel tiles may become a little smaller.
    pub fn new(look: &Look, rows: i32, wants_panel: bool) -> Layout {
        let (w, h) = look.size;
        let largest = (w / MAP_WIDTH).min(h / rows).max(1);
        let panel = panel::width(look);
        // The player made this window for the picture, without a panel.
        let is_full = w - largest * MAP_WIDTH < largest && h - largest * rows < largest;
        let beside = ((w - panel) / MAP_WIDTH).min(largest);
        if !wants_panel || is_full || beside * 100 < largest * SMALLER_TILE {
            return Layout { grid: grid(look.window(), largest, rows), panel: None };
        }
        let (left, panel) = look.window().cut_left(w - panel);
        Layout { grid: grid(left, beside, rows), panel: Some(panel) }
    }
}

/// Returns tiles in the middle of an area. Letters of the last row reach below it from Part 16 on; without
/// room for them the picture begins above the window, where nothing is drawn.
fn grid(area: Area, tile: i32, rows: i32) -> Grid {
    let feet = if rows > MAP_HEIGHT { (tile * 3 + 19) / 20 } else { 0 };
    let free = area.h - tile * rows;
    let top = area.y + (free / 2).min(free - feet);
    let left = area.x + (area.w - tile * MAP_WIDTH) / 2;
    Grid { tile, origin: (left, top), area: Area::new(left, top, tile * MAP_WIDTH, tile * rows + feet) }
}

/// Draws the screen of the series, and what the window adds.
pub(crate) fn draw(
    shown: &Shown,
    examine: &Examine,
    hints: &[Hint],
    (chosen, mouse): (Option<usize>, Option<(i32, i32)>),
    scene: &mut Scene,
) {
    let (game, look) = (&shown.played.game, scene.look);
    let (part, palette) = (game.part(), shown.settings.palette.of_window(false));
    let layout = Layout::new(&look, screen::rows(part), shown.settings.panel && part.has_monsters());
    let grid = layout.grid;
    let mut frame = Frame::new(screen::rows(part));
    screen::render(game, &mut frame);
    let on_map = !part.has_melee() || game.state() == GameState::Playing;
    let cursor = examine.cursor().filter(|_| on_map);
    let (known, path) = if on_map { described(shown, examine) } else { (None, Vec::new()) };
    path.into_iter().for_each(|pos| frame.put(pos, b'.', CHOSEN));
    scene.shapes.push(cells(&frame, grid, palette));
    scene.grid = on_map.then_some(grid);
    if let Some(panel) = layout.panel {
        let keys = (hints, (shown.keys(), shown.base));
        panel::draw(shown.played, keys, (PanelPlace::Beside(panel), 0, mouse), scene);
    }
    match game.state() {
        _ if on_map => {}
        // A click anywhere leads on.
        GameState::Dead | GameState::Won => draw_end(shown, grid, scene),
        GameState::ClassSelect => draw_menu(shown, grid, scene),
        _ => scene.targets.push((grid.area, Target::of(Action::Back))),
    }
    for (line, (pos, action)) in choices(shown).into_iter().enumerate() {
        let row = Area { x: grid.area.x, w: grid.area.w, ..grid.place(pos) };
        scene.targets.push((row, Target { line: Some(line), action }));
        if chosen == Some(line) {
            let mark = Area { w: (grid.tile / 4).max(2), ..grid.place(pos) };
            scene.fill(mark, palette.apply(CHOSEN));
        }
    }
    scene.outlined = cursor.or(shown.pointed.filter(|_| on_map));
    if let Some(cursor) = scene.outlined {
        let sides = grid.place(cursor).sides((grid.tile / 9).max(1));
        sides.into_iter().for_each(|side| scene.fill(side, look.theme.title));
    }
    if let Some((tile, told)) = known {
        let mut lines: Vec<String> = told.into_iter().map(|(text, _)| text).collect();
        let hints = cursor_keys(shown, examine).into_iter();
        let keys = hints.filter_map(|hint| {
            Some(format!("{} {}", key_of(&hint, (shown.keys(), Place::Cursor))?, hint.text))
        });
        let keys: Vec<String> = keys.collect();
        lines.extend((!keys.is_empty()).then(|| keys.join("   ")));
        draw_note(&lines, (grid, Some(tile)), scene);
    } else if let Some(text) = shown.toast {
        let hero = on_map.then_some(game.player().pos);
        draw_note(&[text.to_owned()], (grid, hero), scene);
    }
}

/// Returns a frame in the colours of the window.
fn cells(frame: &Frame, grid: Grid, palette: Palette) -> Shape {
    let cells = frame.cells().iter();
    let letters = cells.map(|(pos, cell)| (*pos, cell.glyph, palette.apply(cell.color))).collect();
    Shape::Cells(Cells { grid, letters })
}

/// Returns what can be chosen on the menu and in the inventory: the first tile of each line, and what it
/// does.
pub(crate) fn choices(shown: &Shown) -> Vec<(Pos, Option<Action>)> {
    let part = shown.played.game.part();
    match shown.played.game.state() {
        GameState::ClassSelect => {
            let lines = (0..).zip(title::lines(shown));
            let row = |line: i32| Pos::new(3, screen::first_class_row(part) + 2 * line);
            lines.map(|(number, line)| (row(number), Some(line.action))).collect()
        }
        GameState::Inventory => {
            let Pos { x, y } = screen::first_slot(part);
            let slots = 0..shown.played.game.inventory().len().min(LETTERS);
            let use_it = |slot| stacks::key_of(slot).map(Action::Press);
            slots.map(|slot| (Pos::new(x - 2, y + slot as i32), use_it(slot))).collect()
        }
        _ => Vec::new(),
    }
}

/// Draws the lines below the classes of the series' menu.
fn draw_menu(shown: &Shown, grid: Grid, scene: &mut Scene) {
    let first = screen::first_class_row(shown.played.game.part());
    for (number, (action, text)) in (3..).zip(title::series_lines(shown)) {
        let key = shown.keys().key(action, Place::Title).unwrap_or_default();
        let at = (grid.area.x + grid.area.w / 2, grid.place(Pos::new(0, first + 2 * number)).middle());
        let color = scene.look.theme.text;
        scene.aligned(at, Align::Centre, &format!("{key})  {text}"), Style::Body, color);
    }
}

/// Draws the cause of the end below the box of the death or win screen, and the key of the screen about it.
fn draw_end(shown: &Shown, grid: Grid, scene: &mut Scene) {
    const BELOW_BOX: i32 = 24;
    scene.targets.push((grid.area, Target::of(Action::ToTitle)));
    let color = scene.look.theme.text;
    let cause = format!("{}.", character::heading(shown.played));
    let at = |row: i32| (grid.area.x + grid.area.w / 2, grid.place(Pos::new(0, BELOW_BOX + row)).middle());
    scene.aligned(at(0), Align::Centre, &cause, Style::Body, color);
    let key = shown.keys().key(Action::Open(Place::Character), Place::End);
    if let Some(key) = key.filter(|_| shown.settings.hints) {
        let width = scene.key_width(&key, SUMMARY);
        let (x, y) = at(2);
        scene.key((x - width / 2, y), &key, SUMMARY, false);
        let area = Area::new(x - width / 2, y - grid.tile, width, 2 * grid.tile);
        scene.targets.push((area, Target::of(Action::Open(Place::Character))));
    }
}

/// Draws lines in a box at the top of the map if the tile is in its lower half, and else at its bottom. A
/// click closes it.
fn draw_note(lines: &[String], (grid, avoid): (Grid, Option<Pos>), scene: &mut Scene) {
    let look = scene.look;
    let (line, advance) = (look.line(), look.advance(Style::Body));
    let room = grid.area.w.min(look.size.0) - 4 * advance;
    let lines: Vec<String> = lines.iter().flat_map(|text| look.wrapped(text, Style::Body, room)).collect();
    let widest = lines.iter().map(|text| look.width(text, Style::Body)).max().unwrap_or_default();
    let (w, h) = (widest + 3 * advance, line * lines.len() as i32 + line);
    let is_low = avoid.is_some_and(|pos| pos.y >= MAP_HEIGHT / 2);
    let map = grid.place(Pos::default()).union(grid.place(Pos::new(0, MAP_HEIGHT - 1)));
    let y = if is_low { map.y.max(0) } else { map.bottom() - h };
    let card = Area::new(grid.area.x + (grid.area.w - w) / 2, y, w, h);
    scene.card(card, look.theme.label);
    for (row, text) in (0..).zip(lines) {
        let y = card.y + line + row * line;
        scene.aligned((card.x + w / 2, y), Align::Centre, &text, Style::Body, look.theme.title);
    }
    scene.targets.push((card, Target::of(Action::CloseText)));
}
