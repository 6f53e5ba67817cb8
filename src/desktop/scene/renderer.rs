//! Draws scenes with SDL's software renderer. Only what differs from the last scene is drawn: most keys
//! change the tiles around the hero.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use sdl2::pixels::PixelFormatEnum;
use sdl2::rect::Rect;
use sdl2::render::{BlendMode, Texture};
use sdl2::rwops::RWops;
use sdl2::surface::SurfaceRef;
use sdl2::ttf::{Font, Sdl2TtfContext};

use crate::color::Color;
use crate::desktop::scene::area::Area;
use crate::desktop::scene::tiles::{TileLook, Tiles};
use crate::desktop::scene::{ADVANCE, Cells, Scene, Shape, Weight};
use crate::glyph_cache::{FONT, unusable_font};
use crate::map::Map;
use crate::picture::{GlyphError, Picture, Textures};

/// Two more weights of the series' font.
const MEDIUM: &[u8] = include_bytes!("../../../fonts/RobotoMono-Medium.ttf");
const BOLD: &[u8] = include_bytes!("../../../fonts/RobotoMono-Bold.ttf");
/// The size in pixels at which a font is measured, and the height of a line of the program's font at it.
const MEASURED: u16 = 200;
const LINE: i32 = 264;
/// Maximum number of glyphs that are kept. A window whose size is dragged needs many sizes, each for a
/// moment.
const MOST_GLYPHS: usize = 4096;
/// The pixels between a tile and the outer edge of the line around it.
const FRAME: i32 = 2;
/// Maximum number of parts of the window that are drawn on their own.
const MOST_PARTS: usize = 12;

/// Something round.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Round {
    /// A disc with smooth edges.
    Disc,
    /// A light that fades.
    Light,
}

/// A glyph: a white texture, and its size in pixels.
struct Glyph<'r> {
    texture: Texture<'r>,
    size: (i32, i32),
}

/// Draws scenes on a surface, part by part: each part that has changed is drawn on a picture of any size, and
/// copied from there.
pub struct Renderer<'r> {
    picture: Picture,
    creator: &'r Textures,
    ttf: &'r Sdl2TtfContext,
    /// The font that replaces all others (`--font`).
    font: Option<&'r [u8]>,
    /// Its size in thousandths of that of the program's font, so that its letters are not wider or higher.
    share: i32,
    fonts: HashMap<(i32, Weight), Font<'r, 'r>>,
    glyphs: HashMap<(char, i32, Weight), Glyph<'r>>,
    /// White discs and lights, by their radius.
    rounds: HashMap<(Round, i32), Texture<'r>>,
    /// The shapes that the surface shows.
    shown: Vec<Shape>,
}

/// Returns the size of a font, measured at [`MEASURED`], in thousandths of the one that the program's font
/// would have in its place.
fn share_of(font: &Font) -> i32 {
    let widths = (' '..='~').filter_map(|letter| font.find_glyph_metrics(letter));
    let widest = widths.map(|metrics| metrics.advance).max().unwrap_or_default().max(1);
    let width = i32::from(MEASURED) * ADVANCE / widest;
    width.min(LINE * 1000 / font.height().max(1))
}

fn fail(reason: impl std::fmt::Display) -> GlyphError {
    GlyphError::draw(reason)
}

impl<'r> Renderer<'r> {
    /// A renderer with the program's fonts, or with another font for everything. The caller owns picture and
    /// creator, because textures must not outlive them.
    ///
    /// # Errors
    /// If SDL_ttf cannot read the font.
    pub fn new(
        (picture, creator): (Picture, &'r Textures),
        ttf: &'r Sdl2TtfContext,
        font: Option<&'r [u8]>,
    ) -> Result<Renderer<'r>, GlyphError> {
        let mut renderer = Renderer {
            picture,
            creator,
            ttf,
            font,
            share: 1000,
            fonts: HashMap::new(),
            glyphs: HashMap::new(),
            rounds: HashMap::new(),
            shown: Vec::new(),
        };
        if font.is_some() {
            renderer.share = share_of(&renderer.open(MEASURED, Weight::Medium)?);
        }
        Ok(renderer)
    }

    /// Returns the size at which the letters of the font fit where those of the program's font have this one.
    fn fitted(&self, size: i32) -> i32 {
        (size * self.share / 1000).max(1)
    }

    fn open(&self, size: u16, weight: Weight) -> Result<Font<'r, 'r>, GlyphError> {
        let bytes = self.font.unwrap_or(match weight {
            Weight::Light => FONT,
            Weight::Medium => MEDIUM,
            Weight::Bold => BOLD,
        });
        let stream = RWops::from_bytes(bytes).map_err(unusable_font)?;
        Ok(self.ttf.load_font_from_rwops(stream, size).map_err(unusable_font)?)
    }

    /// Forgets what the surface shows. The next scene is drawn as a whole.
    pub fn forget(&mut self) {
        self.shown.clear();
    }

    /// Draws what a scene changes on a surface. Returns the rectangles that were written.
    ///
    /// # Errors
    /// If SDL cannot draw.
    pub fn show(&mut self, scene: &Scene, surface: &mut SurfaceRef) -> Result<Vec<Rect>, GlyphError> {
        let whole = scene.look.window();
        let reach = self.reach(&scene.shapes)?;
        let parts = match self.shown.is_empty() {
            true => vec![whole],
            false => changes(&self.shown, &scene.shapes, reach),
        };
        let room = self.picture.surface().size();
        let (width, height) = (room.0.cast_signed().max(1), room.1.cast_signed().max(1));
        let mut written = Vec::new();
        for part in parts {
            let part = part.intersection(whole);
            for y in (part.y..part.bottom()).step_by(height as usize) {
                for x in (part.x..part.right()).step_by(width as usize) {
                    let piece = Area::new(x, y, width, height).intersection(part);
                    self.draw_piece(&scene.shapes, piece)?;
                    let from = Rect::new(0, 0, piece.w.unsigned_abs(), piece.h.unsigned_abs());
                    self.picture.surface().blit(from, surface, rect(piece)).map_err(fail)?;
                }
            }
            written.extend(
                (!part.is_empty()).then(|| rect(part)).and_then(|it| it.intersection(surface.rect())),
            );
        }
        self.shown.clone_from(&scene.shapes);
        Ok(written)
    }

    /// Draws some pixels in the upper left corner of the picture.
    fn draw_piece(&mut self, shapes: &[Shape], piece: Area) -> Result<(), GlyphError> {
        self.picture.set_clip_rect(Rect::new(0, 0, piece.w.unsigned_abs(), piece.h.unsigned_abs()));
        let below = shapes.iter().rposition(|shape| hides(shape, piece)).unwrap_or_default();
        for shape in &shapes[below..] {
            if !shape.area().intersection(piece).is_empty() {
                self.draw(shape, piece)?;
            }
        }
        self.picture.set_clip_rect(None);
        // A renderer may keep drawing commands until then.
        self.picture.present();
        Ok(())
    }

    fn draw(&mut self, shape: &Shape, piece: Area) -> Result<(), GlyphError> {
        match *shape {
            Shape::Fill { area, radius, color, alpha } => self.fill(moved(area, piece), radius, color, alpha),
            Shape::Text { x, y, ref text, size, weight, advance, color } => {
                // Letters of some fonts are larger than their size.
                self.picture.set_clip_rect(rect(moved(shape.area().intersection(piece), piece)));
                let font = (self.fitted(size), weight);
                let middles = (0..).map(|index| x + index * advance + advance / 2);
                for (letter, middle) in text.chars().zip(middles).filter(|(letter, _)| *letter != ' ') {
                    self.glyph(letter, font, (middle - piece.x, y - piece.y), color)?;
                }
                self.picture.set_clip_rect(rect(moved(piece, piece)));
                Ok(())
            }
            Shape::Tiles(ref tiles) => self.tiles(tiles, piece),
            Shape::Cells(ref cells) => self.cells(cells, piece),
        }
    }

    /// Draws a glyph around a pixel, tinted.
    fn glyph(
        &mut self,
        letter: char,
        (size, weight): (i32, Weight),
        (x, y): (i32, i32),
        color: Color,
    ) -> Result<(), GlyphError> {
        let (w, h) = self.prepare((letter, size, weight))?;
        self.stamp((letter, size, weight), Area::new(x - w / 2, y - (h + 1) / 2, w, h), color)
    }

    /// Renders a glyph, unless that is done. Returns its size.
    fn prepare(&mut self, key: (char, i32, Weight)) -> Result<(i32, i32), GlyphError> {
        if let Some(glyph) = self.glyphs.get(&key) {
            return Ok(glyph.size);
        }
        if self.glyphs.len() > MOST_GLYPHS {
            (self.glyphs, self.fonts) = (HashMap::new(), HashMap::new());
        }
        let glyph = self.render(key.0, key.1, key.2)?;
        Ok(self.glyphs.entry(key).insert_entry(glyph).get().size)
    }

    /// Draws a glyph that was rendered, tinted.
    fn stamp(&mut self, key: (char, i32, Weight), place: Area, color: Color) -> Result<(), GlyphError> {
        let Some(Glyph { texture, .. }) = self.glyphs.get_mut(&key) else { return Ok(()) };
        texture.set_color_mod(color.0, color.1, color.2);
        self.picture.copy(texture, None, rect(place)).map_err(fail)
    }

    /// Draws a screen of the series: each letter at its natural size in the middle of its tile.
    fn cells(&mut self, Cells { grid, letters }: &Cells, piece: Area) -> Result<(), GlyphError> {
        for &(pos, letter, color) in letters {
            let tile = grid.place(pos);
            let key = (char::from(letter), grid.tile, Weight::Light);
            let (w, h) = self.prepare(key)?;
            let centred = |size: i32| (grid.tile - size + 1).div_euclid(2);
            let place = Area::new(tile.x + centred(w), tile.y + centred(h), w, h);
            if !place.intersection(piece).is_empty() {
                self.stamp(key, moved(place, piece), color)?;
            }
        }
        Ok(())
    }

    /// Returns width and height of the largest letter of the series' screen: letters of some fonts reach far
    /// into the tiles around their own.
    fn reach(&mut self, shapes: &[Shape]) -> Result<(i32, i32), GlyphError> {
        let cells = shapes.iter().find_map(|shape| match shape {
            Shape::Cells(cells) => Some(cells.grid.tile),
            _ => None,
        });
        let mut reach = (0, 0);
        for letter in cells.is_some().then_some('!'..='~').into_iter().flatten() {
            let (w, h) = self.prepare((letter, cells.unwrap_or_default(), Weight::Light))?;
            reach = (reach.0.max(w), reach.1.max(h));
        }
        Ok(reach)
    }

    fn render(&mut self, letter: char, size: i32, weight: Weight) -> Result<Glyph<'r>, GlyphError> {
        if !self.fonts.contains_key(&(size, weight)) {
            let font = self.open(u16::try_from(size.max(1)).unwrap_or(u16::MAX), weight)?;
            self.fonts.insert((size, weight), font);
        }
        let font = &self.fonts[&(size, weight)];
        let letter = [letter, plain(letter), '?'].into_iter().find(|it| font.find_glyph(*it).is_some());
        let white = sdl2::pixels::Color::WHITE;
        let mut surface = font.render_char(letter.unwrap_or(' ')).blended(white).map_err(unusable_font)?;
        // SDL rounds down, so a pixel with a trace of the letter would only darken what is below it.
        // Only the series has light letters, and it keeps these pixels.
        if weight != Weight::Light {
            surface.with_lock_mut(|bytes| {
                let traces = bytes.as_chunks_mut::<4>().0.iter_mut();
                let traces = traces.filter(|argb| u32::from_ne_bytes(**argb) >> 24 <= 2);
                traces.for_each(|argb| *argb = [0; 4]);
            });
        }
        let mut texture = self.creator.create_texture_from_surface(&surface).map_err(fail)?;
        texture.set_blend_mode(BlendMode::Blend);
        Ok(Glyph { texture, size: (surface.width().cast_signed(), surface.height().cast_signed()) })
    }

    fn fill(&mut self, area: Area, radius: i32, color: Color, alpha: u8) -> Result<(), GlyphError> {
        if area.is_empty() {
            return Ok(());
        }
        let Color(r, g, b) = color;
        self.picture.set_blend_mode(if alpha == 255 { BlendMode::None } else { BlendMode::Blend });
        self.picture.set_draw_color(sdl2::pixels::Color::RGBA(r, g, b, alpha));
        if radius < 1 {
            return self.picture.fill_rect(rect(area)).map_err(fail);
        }
        let Area { x, y, w, h } = area;
        let bands = [
            Area::new(x + radius, y, w - 2 * radius, radius),
            Area::new(x, y + radius, w, h - 2 * radius),
            Area::new(x + radius, y + h - radius, w - 2 * radius, radius),
        ];
        for band in bands.into_iter().filter(|band| !band.is_empty()) {
            self.picture.fill_rect(rect(band)).map_err(fail)?;
        }
        let texture = round(self.creator, &mut self.rounds, (Round::Disc, radius))?;
        texture.set_color_mod(r, g, b);
        texture.set_alpha_mod(alpha);
        let side = radius.unsigned_abs();
        for (right, below) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let from = Rect::new(right * radius, below * radius, side, side);
            let to = Rect::new(x + right * (w - radius), y + below * (h - radius), side, side);
            self.picture.copy(texture, from, to).map_err(fail)?;
        }
        Ok(())
    }

    /// Draws the tiles of a map that a piece has.
    fn tiles(&mut self, tiles: &Tiles, piece: Area) -> Result<(), GlyphError> {
        let clip = moved(tiles.area.intersection(piece), piece);
        self.picture.set_clip_rect(rect(clip));
        let reach = overhang(tiles.grid.tile);
        let known = Map::positions().zip(&tiles.looks).filter_map(|(pos, look)| Some((pos, look.as_ref()?)));
        let seen = known.filter(|(pos, _)| {
            let Area { x, y, w, h } = tiles.grid.place(*pos);
            !Area::new(x, y, w, h).inset(-reach).intersection(piece).is_empty()
        });
        let seen: Vec<_> = seen.map(|(pos, look)| (look, moved(tiles.grid.place(pos), piece))).collect();
        for (look, place) in &seen {
            self.tile(look, *place)?;
        }
        for glow in &tiles.glows {
            let texture = round(self.creator, &mut self.rounds, (Round::Light, glow.radius))?;
            texture.set_color_mod(glow.color.0, glow.color.1, glow.color.2);
            texture.set_alpha_mod(glow.alpha);
            texture.set_blend_mode(if glow.adds { BlendMode::Add } else { BlendMode::Blend });
            self.picture.copy(texture, None, rect(moved(glow.area(), piece))).map_err(fail)?;
        }
        // Letters reach into the tiles around their own.
        for (look, place) in &seen {
            self.letter_of(look, *place)?;
        }
        for (look, place) in seen {
            self.frame_of(look, place)?;
        }
        self.picture.set_clip_rect(Rect::new(0, 0, piece.w.unsigned_abs(), piece.h.unsigned_abs()));
        Ok(())
    }

    fn tile(&mut self, look: &TileLook, place: Area) -> Result<(), GlyphError> {
        let Area { x, y, w: tile, .. } = place;
        let line = (tile / 14).max(1);
        self.fill(place, 0, look.fill, 255)?;
        if let Some(joint) = look.joint {
            self.fill(Area { h: line, ..place }, 0, joint, 255)?;
            if look.face.is_none() {
                self.fill(Area { w: line, ..place }, 0, joint, 255)?;
            }
        }
        if let Some(face) = look.face {
            let top = tile * 3 / 8;
            let front = Area::new(x, y + top, tile, tile - top);
            self.fill(front, 0, face, 255)?;
            // A course of stones, and the shadow below it.
            let shade = Color(0, 0, 0);
            self.fill(Area::new(x, y + top + (tile - top) / 2, tile, line), 0, shade, 60)?;
            self.fill(Area::new(x + tile / 2, y + top, line, (tile - top) / 2), 0, shade, 60)?;
            self.fill(Area::new(x, y + top + (tile - top) / 2, line, (tile - top) / 2), 0, shade, 60)?;
            self.fill(Area::new(x, y + tile - line, tile, line), 0, shade, 90)?;
        }
        if let Some(dot) = look.dot {
            // As even or odd as the tile, so that it is in its middle; larger ones have no corners.
            let side = (tile / 8).max(if tile < 10 { 1 } else { 2 });
            let side = side + (side + tile) % 2;
            let across = if side > 2 { side - 2 } else { side };
            for (w, h) in [(side, across), (across, side)] {
                self.fill(place.centred(w, h), 0, dot, 255)?;
            }
        }
        Ok(())
    }

    /// Draws what is on a tile, with a dark edge around it.
    fn letter_of(&mut self, look: &TileLook, place: Area) -> Result<(), GlyphError> {
        let Area { x, y, w: tile, .. } = place;
        let (line, middle) = ((tile / 16).max(1), (x + tile / 2, y + tile / 2));
        let Some((glyph, color)) = look.glyph else { return Ok(()) };
        // The @ has more in it than a letter, and needs more room.
        let size = if glyph == b'@' { tile * 21 / 16 } else { tile * 9 / 8 };
        let font = (self.fitted(size), Weight::Bold);
        let letter = char::from(glyph);
        for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            let at = (middle.0 + dx * line, middle.1 + dy * line);
            self.glyph(letter, font, at, Color(8, 6, 4))?;
        }
        self.glyph(letter, font, middle, color)
    }

    /// Draws the line around a tile, a little outside of it so that it crosses no letter.
    fn frame_of(&mut self, look: &TileLook, place: Area) -> Result<(), GlyphError> {
        let Some(color) = look.outline else { return Ok(()) };
        let line = (place.w / 9).max(1);
        place.inset(-FRAME).sides(line).into_iter().try_for_each(|side| self.fill(side, 0, color, 255))
    }
}

/// Returns how far a letter or a frame reaches into the tiles around its own.
const fn overhang(tile: i32) -> i32 {
    if tile / 2 > FRAME { tile / 2 } else { FRAME }
}

/// Returns the sign of ASCII for one that a font may lack.
const fn plain(letter: char) -> char {
    match letter {
        '·' => '.',
        '–' | '—' => '-',
        '←' => '<',
        '→' => '>',
        '↑' => '^',
        '↓' => 'v',
        letter => letter,
    }
}

fn rect(Area { x, y, w, h }: Area) -> Rect {
    Rect::new(x, y, w.unsigned_abs(), h.unsigned_abs())
}

/// Returns an area of the window as one of the picture that shows a piece.
const fn moved(area: Area, piece: Area) -> Area {
    Area::new(area.x - piece.x, area.y - piece.y, area.w, area.h)
}

/// Returns true if nothing below the shape is seen in a piece.
fn hides(shape: &Shape, piece: Area) -> bool {
    matches!(*shape, Shape::Fill { area, radius: 0, alpha: 255, .. } if area.intersection(piece) == piece)
}

/// Returns the parts of the window where two lists of shapes differ. `reach` is the size of the largest
/// letter of the series' screen.
fn changes(before: &[Shape], after: &[Shape], reach: (i32, i32)) -> Vec<Area> {
    let mut parts = Vec::new();
    let others = |shapes: &'_ [Shape]| -> HashSet<Shape> {
        shapes.iter().filter(|shape| !is_grid(shape)).cloned().collect()
    };
    for shape in others(before).symmetric_difference(&others(after)) {
        add(&mut parts, shape.area());
    }
    let grid = |shapes: &'_ [Shape]| shapes.iter().find(|shape| is_grid(shape)).cloned();
    match (grid(before), grid(after)) {
        (Some(Shape::Tiles(old)), Some(Shape::Tiles(new))) if old.grid == new.grid => {
            let lights = old.glows.iter().filter(|glow| !new.glows.contains(glow));
            let lights = lights.chain(new.glows.iter().filter(|glow| !old.glows.contains(glow)));
            lights.for_each(|glow| add(&mut parts, glow.area().intersection(new.area)));
            let pairs = old.looks.iter().zip(&new.looks).zip(Map::positions());
            for (_, pos) in pairs.filter(|((old, new), _)| old != new) {
                add(&mut parts, new.grid.place(pos).inset(-overhang(new.grid.tile)));
            }
        }
        (Some(Shape::Cells(old)), Some(Shape::Cells(new))) if old.grid == new.grid => {
            let [mine, theirs] = [&old, &new].map(|cells| cells.letters.iter().collect::<HashSet<_>>());
            for &(pos, ..) in mine.symmetric_difference(&theirs).copied() {
                let tile = new.grid.place(pos);
                add(&mut parts, tile.centred(reach.0 + 2, reach.1 + 2).union(tile));
            }
        }
        (old, new) => old.into_iter().chain(new).for_each(|shape| add(&mut parts, shape.area())),
    }
    parts
}

/// Returns true for a map and for a screen of the series, of which a scene has at most one.
const fn is_grid(shape: &Shape) -> bool {
    matches!(shape, Shape::Tiles(_) | Shape::Cells(_))
}

/// Adds a rectangle to others. Those that are near each other become one.
fn add(parts: &mut Vec<Area>, area: Area) {
    let mut area = area;
    let size = |area: Area| i64::from(area.w) * i64::from(area.h);
    let near = |part: Area, area: Area| size(part.union(area)) * 4 <= (size(part) + size(area)) * 5;
    while let Some(index) = parts.iter().position(|part| near(*part, area)) {
        area = area.union(parts.swap_remove(index));
    }
    if parts.len() >= MOST_PARTS {
        let growth = |part: &Area| size(part.union(area)) - size(*part);
        if let Some(part) = parts.iter_mut().min_by_key(|part| growth(part)) {
            *part = part.union(area);
            return;
        }
    }
    parts.push(area);
}

/// Returns something round in white.
fn round<'t, 'r>(
    creator: &'r Textures,
    rounds: &'t mut HashMap<(Round, i32), Texture<'r>>,
    (round, radius): (Round, i32),
) -> Result<&'t mut Texture<'r>, GlyphError> {
    match rounds.entry((round, radius)) {
        Entry::Occupied(entry) => Ok(entry.into_mut()),
        Entry::Vacant(entry) => {
            let side = 2 * radius.unsigned_abs();
            let texture = creator.create_texture_static(PixelFormatEnum::ARGB8888, side, side);
            let mut texture = texture.map_err(fail)?;
            let (edge, middle) = (radius as f32, radius as f32 - 0.5);
            let alpha = |distance: f32| match round {
                Round::Disc => (edge - distance + 0.5).clamp(0.0, 1.0),
                Round::Light => (1.0 - distance / edge).clamp(0.0, 1.0).powf(1.8),
            };
            let pixels = (0..side * side).flat_map(|index| {
                let (dx, dy) = ((index % side) as f32 - middle, (index / side) as f32 - middle);
                let alpha = (alpha((dx * dx + dy * dy).sqrt()) * 255.0).round() as u32;
                (alpha << 24 | 0x00ff_ffff).to_ne_bytes()
            });
            texture.update(None, &pixels.collect::<Vec<u8>>(), side as usize * 4).map_err(fail)?;
            texture.set_blend_mode(BlendMode::Blend);
            Ok(entry.insert(texture))
        }
    }
}
