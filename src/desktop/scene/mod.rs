//! The content of the window: a list of shapes in pixels, and the areas that can be clicked.
//!
//! Free play is drawn from the game, as shapes, glyphs and styled text. With `--part` the series' own screen
//! is one shape, [`Shape::Cells`], and what the desktop adds lies over it or beside it. A scene needs no
//! window: [`Renderer`](renderer::Renderer) draws it.

pub mod area;
pub(crate) mod effects;
pub mod map;
pub mod renderer;
pub mod theme;
pub mod tiles;

use crate::color::Color;
use crate::desktop::actions::Action;
use crate::desktop::scene::area::Area;
use crate::desktop::scene::theme::{Theme, readable};
use crate::desktop::scene::tiles::{Grid, Tiles};
pub use crate::desktop::settings::text::Weight;
use crate::fov_lab::steps::Stage;
use crate::map::{MAP_WIDTH, Map, Pos};
use crate::support::text::wrap;

/// The role of a text, which determines its size and weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// The name of the game, and of the end of one.
    Title,
    /// The hero's health, the largest number.
    Number,
    /// The heading of a screen, and the hero's name.
    Name,
    /// A selected line, or a number that matters.
    Strong,
    /// Everything else.
    Body,
    /// Less important: 3:1 is enough contrast.
    Label,
}

/// Where a text is relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Align {
    Left,
    Centre,
    Right,
}

/// The width of a letter in thousandths of the size of its font: that of Roboto Mono. The renderer makes the
/// letters of other fonts fit.
pub(crate) const ADVANCE: i32 = 600;

/// Everything that sizes and colours depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Width and height of the window in pixels.
    pub size: (i32, i32),
    /// The colours.
    pub theme: Theme,
    /// The weight of ordinary text.
    pub weight: Weight,
    /// The size of ordinary text in pixels.
    pub unit: i32,
}

/// The shortest line of a wide window and of a tall one, in letters, and the fewest lines of a window.
const COLUMNS: [i32; 2] = [108, 74];
const LINES: i32 = 34;
/// The smallest text, in pixels, and that of windows with some room.
const SMALLEST: i32 = 10;
const LEGIBLE: i32 = 12;

/// Returns the width of a letter of this size, in pixels.
pub(crate) const fn advance_of(size: i32) -> i32 {
    let width = (size * ADVANCE + 500) / 1000;
    if width < 1 { 1 } else { width }
}

impl Look {
    /// Returns the look of a window. `percent` is the size of texts that the player chose.
    pub fn new(size: (i32, i32), theme: Theme, weight: Weight, percent: i32) -> Look {
        let (w, h) = size;
        let columns = COLUMNS[usize::from(h > w)];
        let fitting = (w * 1000 / (columns * ADVANCE)).min(h * 2 / (3 * LINES));
        let least = LEGIBLE.min(w / 64).min(h / 40).max(SMALLEST);
        Look { size, theme, weight, unit: (fitting * percent / 100).max(least) }
    }

    /// Returns size and weight of a style.
    pub fn font(&self, style: Style) -> (i32, Weight) {
        match style {
            Style::Title => (self.unit * 4, Weight::Bold),
            Style::Number => (self.unit * 13 / 7, Weight::Bold),
            Style::Name => (self.unit * 3 / 2, Weight::Bold),
            Style::Strong => (self.unit, Weight::Bold),
            Style::Body => (self.unit, self.weight),
            Style::Label => ((self.unit * 6 / 7).max(SMALLEST), Weight::Medium),
        }
    }

    /// Returns the width of a letter.
    pub fn advance(&self, style: Style) -> i32 {
        advance_of(self.font(style).0)
    }

    /// Returns the width of a text.
    pub fn width(&self, text: &str, style: Style) -> i32 {
        text.chars().count() as i32 * self.advance(style)
    }

    /// Returns the height of a line of ordinary text.
    pub const fn line(&self) -> i32 {
        self.unit * 3 / 2
    }

    /// Returns the row of the last line in a window or a card.
    pub fn footer(&self, frame: Area) -> i32 {
        frame.bottom() - (self.line() * 5 / 4).max(self.line() / 2 + 16)
    }

    /// Returns the whole window.
    pub const fn window(&self) -> Area {
        Area::new(0, 0, self.size.0, self.size.1)
    }

    /// Breaks a text into lines that fit a width.
    pub fn wrapped(&self, text: &str, style: Style, width: i32) -> Vec<String> {
        wrap(text, (width / self.advance(style)).max(1) as usize)
    }
}

/// A shape. Later ones lie on top.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A rectangle with round corners of this radius. 255 is opaque.
    Fill {
        /// Its pixels.
        area: Area,
        /// The radius of its corners; 0 for square ones.
        radius: i32,
        /// Its colour.
        color: Color,
        /// How opaque it is, 0 to 255.
        alpha: u8,
    },
    /// A line of text. Its letters are centred on the row `y`.
    Text {
        /// The left end.
        x: i32,
        /// The row in the middle of its capital letters.
        y: i32,
        /// The letters.
        text: String,
        /// The size of the font in pixels.
        size: i32,
        /// The weight of the font.
        weight: Weight,
        /// The width of a letter.
        advance: i32,
        /// The colour.
        color: Color,
    },
    /// A map.
    Tiles(Tiles),
    /// A screen of the series: each letter is in the middle of a tile.
    Cells(Cells),
}

/// A screen of the series.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cells {
    /// Where its tiles are.
    pub grid: Grid,
    /// The letters in drawing order.
    pub letters: Vec<(Pos, u8, Color)>,
}

impl Shape {
    /// Returns the pixels that it may cover.
    pub fn area(&self) -> Area {
        match *self {
            Shape::Fill { area, .. } => area,
            Shape::Text { x, y, ref text, size, advance, .. } => {
                let width = text.chars().count() as i32 * advance;
                Area::new(x - size / 4, y - size, width + size / 2, 2 * size)
            }
            Shape::Tiles(ref tiles) => tiles.area,
            Shape::Cells(ref cells) => cells.grid.area,
        }
    }
}

/// Something to click. The first click selects its line, the next one performs the action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The number of the line.
    pub line: Option<usize>,
    /// The action of a click.
    pub action: Option<Action>,
}

impl Target {
    /// An action without a line.
    pub const fn of(action: Action) -> Target {
        Target { line: None, action: Some(action) }
    }
}

/// The content of a window, and its areas to click.
pub struct Scene {
    /// Sizes and colours.
    pub look: Look,
    /// The shapes. Later ones lie on top.
    pub shapes: Vec<Shape>,
    /// The words for signs without letters, for [`lines`](Scene::lines): the row, the column, and the text.
    pub words: Vec<(i32, i32, String)>,
    /// Areas to click. Later ones lie on top.
    pub targets: Vec<(Area, Target)>,
    /// Where the tiles of the map are that can be clicked.
    pub grid: Option<Grid>,
    /// The tile with a line around it.
    pub outlined: Option<Pos>,
    /// A picture of an algorithm at work, over everything else.
    pub stage: Option<(Area, Stage)>,
}

impl Scene {
    /// An empty window.
    pub fn new(look: Look) -> Scene {
        let (shapes, words, targets) = (Vec::new(), Vec::new(), Vec::new());
        let mut scene = Scene { look, shapes, words, targets, grid: None, outlined: None, stage: None };
        scene.fill(look.window(), look.theme.background);
        scene
    }

    /// Returns where the tiles of the map or of the series' screen are, if there is one.
    pub fn map_grid(&self) -> Option<Grid> {
        self.shapes.iter().find_map(|shape| match shape {
            Shape::Tiles(tiles) => Some(tiles.grid),
            Shape::Cells(cells) => Some(cells.grid),
            _ => None,
        })
    }

    /// Returns what a click on a pixel does, if it does something.
    pub fn target_at(&self, point: (i32, i32)) -> Option<&(Area, Target)> {
        self.targets.iter().rfind(|(area, _)| area.contains(point))
    }

    /// Returns the shapes since the last veil over the whole window.
    pub fn front(&self) -> &[Shape] {
        let covers = |shape: &Shape| matches!(shape, Shape::Fill { area, .. } if *area == self.look.window());
        &self.shapes[self.shapes.iter().rposition(covers).unwrap_or_default()..]
    }

    /// Moves everything into the background: darker, and without areas to click.
    pub fn step_back(&mut self) {
        self.veil(self.look.window(), 0, self.look.theme.background, 170);
        self.targets.clear();
        self.words.clear();
        (self.grid, self.outlined) = (None, None);
    }

    /// Returns everything as lines of text: the map or the series' screen, and then the texts from top to
    /// bottom. Texts in one row are joined by two blanks, from left to right.
    pub fn lines(&self) -> Vec<String> {
        let texts = self.front().iter().filter_map(|shape| match shape {
            Shape::Text { x, y, text, .. } => Some((*y, *x, text.as_str())),
            _ => None,
        });
        let words = self.words.iter().map(|(y, x, text)| (*y, *x, text.as_str()));
        let mut texts: Vec<_> = texts.chain(words).collect();
        texts.sort();
        let rows = texts.chunk_by(|a, b| a.0 == b.0);
        let rows = rows.map(|row| row.iter().map(|(.., text)| *text).collect::<Vec<_>>().join("  "));
        self.map_lines().into_iter().chain(rows).collect()
    }

    /// Returns the map or the series' screen as text, if there is one.
    fn map_lines(&self) -> Vec<String> {
        let mut tiles: Vec<(Pos, u8)> = Vec::new();
        for shape in self.front() {
            match shape {
                Shape::Tiles(map) => {
                    let looks = Map::positions().zip(&map.looks);
                    tiles.extend(looks.filter_map(|(pos, look)| Some((pos, look.as_ref()?.sign()))));
                }
                Shape::Cells(cells) => {
                    tiles.extend(cells.letters.iter().map(|&(pos, letter, _)| (pos, letter)));
                }
                _ => {}
            }
        }
        let rows = tiles.iter().map(|(pos, _)| pos.y + 1).max().unwrap_or_default().max(0);
        let mut lines = vec![vec![b' '; MAP_WIDTH as usize]; rows as usize];
        tiles.into_iter().for_each(|(pos, sign)| lines[pos.y as usize][pos.x as usize] = sign);
        lines.iter().map(|line| String::from_utf8_lossy(line).trim_end().to_owned()).collect()
    }

    /// Fills a rectangle.
    pub fn fill(&mut self, area: Area, color: Color) {
        self.round(area, 0, color);
    }

    /// Fills a rectangle with round corners.
    pub fn round(&mut self, area: Area, radius: i32, color: Color) {
        self.veil(area, radius, color, 255);
    }

    /// Lets what lies below shine through: 255 is opaque.
    pub fn veil(&mut self, area: Area, radius: i32, color: Color, alpha: u8) {
        if !area.is_empty() && alpha > 0 {
            let radius = radius.min(area.w / 2).min(area.h / 2);
            self.shapes.push(Shape::Fill { area, radius, color, alpha });
        }
    }

    /// Darkens what is around an area, the nearer the more.
    pub fn shadow(&mut self, area: Area) {
        for ring in (1..=8).rev() {
            let around = area.inset(-self.look.unit * ring / 6);
            self.veil(around, self.look.unit * (4 + ring) / 6, self.look.theme.background, 70);
        }
    }

    /// A box with a line around it.
    pub fn card(&mut self, area: Area, line: Color) {
        let (radius, width) = (self.look.unit * 2 / 3, (self.look.unit / 12).max(1));
        self.round(area, radius, line);
        self.round(area.inset(width), radius - width, self.look.theme.card);
    }

    /// Writes a text in the middle of the row `y`. Returns the pixels to the right of it.
    pub fn text(&mut self, (x, y): (i32, i32), text: impl Into<String>, style: Style, color: Color) -> i32 {
        let (text, advance, (size, weight)) = (text.into(), self.look.advance(style), self.look.font(style));
        let right = x + text.chars().count() as i32 * advance;
        if !text.trim().is_empty() {
            self.shapes.push(Shape::Text { x, y, text, size, weight, advance, color });
        }
        right
    }

    /// Writes a text to the left of `x`, or on both sides of it.
    pub fn aligned(&mut self, (x, y): (i32, i32), align: Align, text: &str, style: Style, color: Color) {
        let width = self.look.width(text, style);
        let left = match align {
            Align::Left => x,
            Align::Centre => x - width / 2,
            Align::Right => x - width,
        };
        self.text((left, y), text, style, color);
    }

    /// A bar that is full to a part, with a stronger piece that is just being lost.
    pub fn bar(&mut self, area: Area, (part, whole): (i32, i32), lost: i32, color: Color) {
        let back = self.look.theme.line;
        self.round(area, area.h / 2, back);
        let length = |points: i64| {
            let pixels = points.max(0) * i64::from(area.w) / i64::from(whole.max(1));
            // A living thing has at least a dot.
            (pixels as i32).max(if points > 0 { area.h } else { 0 }).min(area.w)
        };
        let both = i64::from(part) + i64::from(lost.max(0));
        if lost > 0 {
            self.round(Area { w: length(both), ..area }, area.h / 2, self.look.theme.text);
        }
        self.round(Area { w: length(i64::from(part)), ..area }, area.h / 2, color);
    }

    /// A key as a cap, and what it does. Returns the pixels to the right of both.
    pub fn key(&mut self, (x, y): (i32, i32), key: &str, meaning: &str, lit: bool) -> i32 {
        let look = self.look;
        let (theme, (size, _)) = (look.theme, look.font(Style::Label));
        let width = look.width(key, Style::Label) + size * 2 / 3;
        let cap = Area::new(x, y - size * 4 / 5, width.max(size * 4 / 3), size * 8 / 5);
        self.round(cap, size / 4, theme.key);
        self.aligned((cap.x + cap.w / 2, y), Align::Centre, key, Style::Label, theme.text);
        let color = if lit { theme.title } else { theme.label };
        let color = readable(color, theme.background, 4.5);
        self.text((cap.right() + size / 2, y), meaning, Style::Label, color)
    }

    /// Returns the width of a key and its meaning.
    pub fn key_width(&self, key: &str, meaning: &str) -> i32 {
        let (size, _) = self.look.font(Style::Label);
        let cap = (self.look.width(key, Style::Label) + size * 2 / 3).max(size * 4 / 3);
        cap + size / 2 + self.look.width(meaning, Style::Label)
    }
}
