//! A game in numbers: the hero, what is in view, the inventory, names and facts, and the last messages.

use crate::desktop::history::PlayedGame;
use crate::desktop::scene::area::Area;
use crate::desktop::scene::{Look, Scene, Style};
use crate::desktop::screens::panel::draw_section;
use crate::support::text::wrap_words;

/// The letters of the name of a fact.
const NAME: i32 = 12;
/// The smallest letters, in pixels, when the window is too small for everything.
const SMALLEST: i32 = 7;
/// The fewest messages.
const FEWEST: usize = 3;
/// The height of something that has all the room that it needs.
const ENDLESS: i32 = 1 << 20;

/// Names and facts, and messages.
type Told<'t> = (&'t [(&'static str, String)], &'t [String]);

/// Returns the height of all of it with the letters that fit an area.
pub(super) fn height(told: Told, run: &PlayedGame, area: Area, look: &Look) -> i32 {
    whole(told, run, area, &fitting(told, run, area, look))
}

/// Draws all of it.
pub(super) fn draw(told: Told, run: &PlayedGame, area: Area, scene: &mut Scene) {
    let look = scene.look;
    scene.look = fitting(told, run, area, &look);
    layout(told, run, area, scene);
    scene.look = look;
}

fn whole(told: Told, run: &PlayedGame, area: Area, look: &Look) -> i32 {
    layout(told, run, Area { h: ENDLESS, ..area }, &mut Scene::new(*look)) - area.y
}

/// Returns the look with the largest letters with which all of it fits.
fn fitting(told: Told, run: &PlayedGame, area: Area, look: &Look) -> Look {
    let mut look = *look;
    while whole(told, run, area, &look) > area.h && look.unit > SMALLEST {
        look.unit -= 1;
    }
    look
}

/// Draws all of it: the hero and what is in view on the left, the inventory on the right, the last
/// messages below the shorter of both, and the facts below all. Returns the row below.
fn layout((facts, messages): Told, run: &PlayedGame, area: Area, scene: &mut Scene) -> i32 {
    let gap = 2 * scene.look.advance(Style::Body);
    let (left, right) = area.cut_left(area.w / 2);
    let (left, right) = (Area { w: left.w - gap, ..left }, right.cut_left(gap).1);
    let hero = draw_section(left, scene, |pen| {
        // The heading of the screen has the depth.
        pen.hero(run, 0, false);
        if run.game.is_run_alive() {
            pen.in_view(&run.game, false);
        }
    });
    // Its heading is in one row with the hero's name.
    let top = area.y - scene.look.line() * 5 / 12;
    let things = draw_section(from(top, right), scene, |pen| pen.inventory(&run.game, ""));
    let below = if things > hero { from(hero, left) } else { from(things, right) };
    // As many as make both columns even.
    let line = scene.look.line();
    let rows = ((things - hero).abs() - line * 2 / 3) / line;
    let count = usize::try_from(rows).unwrap_or_default().max(FEWEST).min(messages.len());
    let last = messages[messages.len() - count..].iter();
    let texts = last.flat_map(|text| scene.look.wrapped(text, Style::Body, below.w));
    let color = scene.look.theme.text;
    let texts: Vec<_> = texts.map(|text| (text, color)).collect();
    let end = draw_section(below, scene, |pen| pen.texts("LAST MESSAGES", texts));
    let y = rule(area, end.max(hero).max(things), scene);
    draw_facts(facts, from(y, area), scene)
}

/// Returns the lower part of an area, from a row on.
fn from(y: i32, area: Area) -> Area {
    Area::new(area.x, y, area.w, area.bottom() - y)
}

/// Draws a thin line below a row. Returns the row from which on there is room again.
fn rule(area: Area, y: i32, scene: &mut Scene) -> i32 {
    let Look { unit, theme, .. } = scene.look;
    let gap = unit * 4 / 7;
    scene.fill(Area::new(area.x, y + gap, area.w, (unit / 14).max(1)).intersection(area), theme.line);
    y + 2 * gap
}

/// Draws names and facts, which are broken after commas.
fn draw_facts(facts: &[(&str, String)], area: Area, scene: &mut Scene) -> i32 {
    let Look { theme, .. } = scene.look;
    let (line, advance) = (scene.look.line(), scene.look.advance(Style::Body));
    let columns = (area.w / advance - NAME).max(8) as usize;
    let mut y = area.y;
    for (name, value) in facts {
        let lines = wrap_words(value.split_inclusive(", ").map(str::trim_end), columns);
        for (row, text) in lines.into_iter().enumerate() {
            if y + line > area.bottom() {
                return y;
            }
            scene.text((area.x, y + line / 2), if row == 0 { *name } else { "" }, Style::Body, theme.label);
            scene.text((area.x + NAME * advance, y + line / 2), text, Style::Body, theme.text);
            y += line;
        }
    }
    y
}
