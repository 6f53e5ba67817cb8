//! Texts whose letters stand close together. The original gives each letter a tile of its own; a setting
//! draws rows of text in the window as a terminal would. The map, borders and pointers stay on their tiles.

use std::ops::Range;

use sdl2::rect::Rect;

use crate::color::Color;
use crate::desktop::pages::{note, pack};
use crate::desktop::window::repaint::glyph_size;
use crate::game::{Game, GameState};
use crate::glyph_cache::GlyphCache;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Pos};
use crate::screen::{Cell, Frame};

/// How texts of the series are drawn in the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Texts {
    /// Close, but as in the series if a part was asked for.
    #[default]
    Fitting,
    /// A tile for each letter.
    Series,
    /// As wide as the letters.
    Close,
}

impl Texts {
    /// All values, in the order of the settings.
    pub(crate) const ALL: [Texts; 3] = [Texts::Fitting, Texts::Series, Texts::Close];
    /// Their names in the file of settings, and on the page.
    pub(crate) const NAMES: &[(&str, &str)] =
        &[("fit", "close, but not with --part"), ("series", "as in the series"), ("close", "close")];

    /// Returns the name in the file of settings.
    pub(crate) fn name(self) -> &'static str {
        Texts::NAMES[self as usize].0
    }

    /// Returns true if letters stand close. `part` is true if a part was asked for.
    pub(crate) fn are_close(self, part: bool) -> bool {
        match self {
            Texts::Fitting => !part,
            Texts::Series => false,
            Texts::Close => true,
        }
    }
}

/// Where a close text stands in its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Anchor {
    /// It begins where the original's text begins.
    Left,
    /// Its middle is that of the original's text.
    Middle,
}

/// Rows of a screen that have text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextRows {
    rows: Range<i32>,
    /// The columns of the text. Around them are pointers and borders.
    columns: Range<i32>,
    anchor: Anchor,
    /// The colour of the text, if something else may stand in its rows.
    color: Option<Color>,
}

impl TextRows {
    /// Returns true if a cell belongs to the text. What stands in the middle may have a box around it.
    fn has(&self, pos: Pos, cell: Cell) -> bool {
        let is_border = self.anchor == Anchor::Middle && matches!(cell.glyph, b'|' | b'=' | b'+');
        let is_place = self.rows.contains(&pos.y) && self.columns.contains(&pos.x);
        is_place && !is_border && self.color.is_none_or(|color| color == cell.color)
    }
}

/// Text over the map.
pub(crate) const NOTE: TextRows =
    TextRows { rows: 0..MAP_HEIGHT, columns: 0..MAP_WIDTH, anchor: Anchor::Middle, color: Some(note::TEXT) };

/// Returns the rows of the game's screen that have text. Of several that have text in a row, the first
/// counts: that of a box over the screen.
pub fn of_screen(game: &Game) -> Vec<TextRows> {
    use Anchor::{Left, Middle};
    let of = |rows: &Range<i32>, first, end, anchor| TextRows {
        rows: rows.clone(),
        columns: first..end,
        anchor,
        color: None,
    };
    let (all, width, slots) = (0..MAP_HEIGHT + 5, MAP_WIDTH, pack::first_slot(game));
    let pack_rows = |count: usize| slots.y..slots.y + count as i32;
    let count = game.inventory().len();
    let screen = match game.state() {
        GameState::Playing => vec![of(&(MAP_HEIGHT..all.end), 1, width, Left)],
        GameState::Inventory if game.part().has_equipment() => {
            vec![of(&pack_rows(count.min(pack::LETTERS)), slots.x, width, Left), of(&all, 8, width, Left)]
        }
        GameState::Inventory => {
            // The left border of the box is three columns before the slots.
            vec![of(&pack_rows(count), slots.x, width - slots.x + 2, Left), of(&all, 0, width, Middle)]
        }
        // The pointer stands to the left of the lines.
        GameState::ClassSelect => vec![of(&all, 3, width, Middle)],
        GameState::Dead | GameState::Won => vec![of(&all, 0, width, Middle)],
    };
    [vec![NOTE], screen].concat()
}

/// A row of close letters.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    text: TextRows,
    /// The column of the first letter, and its left end in pixels.
    first: i32,
    left: i32,
}

/// The rows of close letters in a frame; none where letters stand on tiles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    lines: Vec<Option<Line>>,
    /// Width of a letter, in pixels.
    letter: i32,
}

impl Lines {
    /// Arranges the text of a frame.
    pub fn new(texts: &[TextRows], frame: &Frame, glyphs: &GlyphCache) -> Lines {
        let (tile, letter) = (glyphs.tile(), glyph_size(glyphs).x);
        // Letters of a font that are wider than tiles would not be closer.
        if texts.is_empty() || letter >= tile.x {
            return Lines::default();
        }
        let mut ends: Vec<Option<(usize, i32, i32)>> = vec![None; frame.rows().max(0) as usize];
        for &(pos, cell) in frame.cells() {
            if let Some(end) = ends.get_mut(pos.y as usize)
                && let Some(number) = texts.iter().position(|text| text.has(pos, cell))
            {
                *end = match *end {
                    Some((before, ..)) if before < number => continue,
                    Some((before, first, last)) if before == number => {
                        Some((number, first.min(pos.x), last.max(pos.x)))
                    }
                    _ => Some((number, pos.x, pos.x)),
                };
            }
        }
        let line = |ends: Option<(usize, i32, i32)>| {
            let (number, first, last) = ends?;
            let text = texts[number].clone();
            let left = match text.anchor {
                Anchor::Left => first * tile.x + (tile.x - letter + 1) / 2,
                Anchor::Middle => ((first + last + 1) * tile.x - (last - first + 1) * letter) / 2,
            };
            Some(Line { text, first, left })
        };
        Lines { lines: ends.into_iter().map(line).collect(), letter }
    }

    /// Returns the pixels that a glyph covers; none if there is no such glyph.
    pub fn place(&self, glyphs: &GlyphCache, pos: Pos, cell: Cell) -> Option<Rect> {
        let mut place = glyphs.place(pos, cell)?;
        if let Some(line) = self.line(pos.y).filter(|line| line.text.has(pos, cell)) {
            let width = place.width().cast_signed();
            let left = line.left + (pos.x - line.first) * self.letter;
            place.set_x(left + (self.letter - width + 1).div_euclid(2));
        }
        Some(place)
    }

    /// Returns the tile whose letter is drawn at a column of pixels; none if the row has no close letters, or
    /// if the map lies around them.
    pub fn tile_at(&self, row: i32, x: i32) -> Option<Pos> {
        let line = self.line(row).filter(|line| line.text.color.is_none())?;
        let column = line.first + (x - line.left).div_euclid(self.letter);
        line.text.columns.contains(&column).then(|| Pos::new(column, row))
    }

    fn line(&self, row: i32) -> Option<&Line> {
        self.lines.get(usize::try_from(row).ok()?)?.as_ref()
    }
}
