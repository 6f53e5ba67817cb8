//! The stages of an algorithm as pictures, and as an animation: a PNG file with many frames.

use std::slice;

use sdl2::rect::{Point, Rect};
use sdl2::surface::SurfaceRef;

use crate::color::Color;
use crate::desktop::run::messages::wrap;
use crate::desktop::window::picture::{
    self, GlyphError, Picture, picture_of_size, png_error, rgb, start_ttf,
};
use crate::fov_lab::steps::Stage;
use crate::glyph_cache::GlyphCache;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Pos};
use crate::screen::{BG, Cell};

/// The colour of texts and numbers, and that of numbers on bright tiles.
const LIGHT: Color = Color(235, 230, 220);
const DARK: Color = Color(0, 0, 0);
/// Columns and rows of the map that a view takes, and rows below the map for the text.
const NEAR: Pos = Pos::new(42, 24);
const TEXT_ROWS: i32 = 2;

/// Draws stages with tiles of this size in pixels, and hands each picture to `take`.
///
/// # Errors
/// If the font cannot be used, SDL fails, or `take` does.
pub(crate) fn draw_each(
    stages: &[Stage],
    tile: i32,
    font: &[u8],
    mut take: impl FnMut(&SurfaceRef) -> Result<(), GlyphError>,
) -> Result<(), GlyphError> {
    let area = stages.first().map_or(Rect::new(0, 0, 1, 1), area);
    let [width, below] = [area.width(), area.height()].map(|tiles| tiles.cast_signed() * tile);
    let [w, h] = [width, below + TEXT_ROWS * tile].map(i32::unsigned_abs);
    let mut picture = picture_of_size(w, h)?;
    let (creator, ttf) = (picture.texture_creator(), start_ttf()?);
    let mut glyphs = GlyphCache::new(&ttf, &creator, font, tile)?;
    let mut digits = GlyphCache::for_text(&ttf, &creator, font, (tile * 11 / 20).max(1), None)?;
    let mut letters = GlyphCache::for_text(&ttf, &creator, font, (tile * 16 / 20).max(1), Some(tile))?;
    for stage in stages {
        picture.set_draw_color(rgb(BG));
        picture.clear();
        for (row, line) in (0..).zip(wrap(&stage.text, (width / letters.tile().x - 1) as usize)) {
            let start = Point::new(letters.tile().x / 2, below + row * tile);
            draw_text(&line, start, LIGHT, &mut letters, &mut picture).map_err(GlyphError::draw)?;
        }
        let [right, bottom] = [area.right(), area.bottom()].map(|tiles| (tiles * tile).unsigned_abs());
        picture.set_viewport(Rect::new(-area.x() * tile, -area.y() * tile, right, bottom));
        draw_map(stage, [&mut glyphs, &mut digits], &mut picture).map_err(GlyphError::draw)?;
        picture.set_viewport(None);
        picture.present();
        take(picture.surface())?;
    }
    Ok(())
}

/// Shows a stage as large as it fits on an area of a surface. Returns the area.
///
/// # Errors
/// If SDL cannot draw.
pub(crate) fn show(
    stage: &Stage,
    font: &[u8],
    area: Rect,
    surface: &mut SurfaceRef,
) -> Result<Rect, GlyphError> {
    surface.fill_rect(area, rgb(BG)).map_err(GlyphError::draw)?;
    let tiles = self::area(stage);
    let rows = tiles.height() + TEXT_ROWS.unsigned_abs();
    let tile = (area.width() / tiles.width()).min(area.height() / rows).max(1);
    draw_each(slice::from_ref(stage), tile.cast_signed(), font, |picture| {
        let left = area.x() + (area.width().cast_signed() - picture.width().cast_signed()) / 2;
        let place = Rect::new(left, area.y(), picture.width(), picture.height());
        picture.blit(None, surface, place).map_err(GlyphError::draw)?;
        Ok(())
    })?;
    Ok(area)
}

/// Returns the tiles that a picture shows: those near the player, or in Part 1 the whole map.
fn area(stage: &Stage) -> Rect {
    let (player, first) =
        (stage.game.player().pos, |at: i32, size: i32, all: i32| (at - size / 2).clamp(0, all - size));
    let size = if stage.game.part().has_player() { NEAR } else { Pos::new(MAP_WIDTH, MAP_HEIGHT) };
    let (x, y) = (first(player.x, size.x, MAP_WIDTH), first(player.y, size.y, MAP_HEIGHT));
    Rect::new(x, y, size.x.unsigned_abs(), size.y.unsigned_abs())
}

/// Draws the map of a stage: colours, glyphs, numbers, lines.
fn draw_map(
    stage: &Stage,
    [glyphs, digits]: [&mut GlyphCache; 2],
    canvas: &mut Picture,
) -> Result<(), String> {
    let (tile, digit) = (glyphs.tile().x, digits.tile());
    for &(Pos { x, y }, color) in &stage.tiles {
        canvas.set_draw_color(rgb(color));
        canvas.fill_rect(Rect::new(x * tile, y * tile, tile.unsigned_abs(), tile.unsigned_abs()))?;
    }
    let frame = stage.frame();
    let (floor, others): (Vec<_>, Vec<_>) = frame.cells().iter().partition(|(_, cell)| cell.glyph == b'.');
    // A number takes the place of the point that is drawn for floor.
    let is_numbered = |pos| stage.numbers.iter().any(|&(numbered, _)| numbered == pos);
    for &(pos, cell) in floor.iter().filter(|(pos, _)| !is_numbered(*pos)).chain(&others) {
        glyphs.draw_glyph(pos, cell, canvas)?;
    }
    for &(pos, number) in &stage.numbers {
        if others.iter().all(|&(other, _)| other != pos) {
            let behind = stage.tiles.iter().rfind(|tile| tile.0 == pos).map_or(BG, |tile| tile.1);
            let color = if u16::from(behind.0) + u16::from(behind.1) > 250 { DARK } else { LIGHT };
            let text = number.to_string();
            let x = pos.x * tile + (tile - digit.x * text.len() as i32) / 2;
            draw_text(&text, Point::new(x, pos.y * tile + (tile - digit.y) / 2), color, digits, canvas)?;
        }
    }
    for &(from, to, color) in &stage.lines {
        canvas.set_draw_color(rgb(color));
        let [from, to] = [from, to].map(|ends| ends.map(|end| (end * tile as f32) as i32));
        for side in [(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1)].map(Point::from) {
            canvas.draw_line(Point::from((from[0], from[1])) + side, Point::from((to[0], to[1])) + side)?;
        }
    }
    Ok(())
}

/// Draws a text whose first letter begins at a point.
fn draw_text(
    text: &str,
    start: Point,
    color: Color,
    letters: &mut GlyphCache,
    canvas: &mut Picture,
) -> Result<(), String> {
    for (column, glyph) in (0..).zip(text.bytes()) {
        let cell = Cell { glyph, color };
        if let Some(mut place) = letters.place(Pos::new(column, 0), cell) {
            place.offset(start.x(), start.y());
            letters.draw_at(place, cell, canvas)?;
        }
    }
    Ok(())
}

/// Returns stages as an animation. The last one stays for three seconds.
///
/// # Errors
/// If the font cannot be used, SDL fails, or the encoder does.
pub(crate) fn animation(stages: &[Stage], tile: i32, font: &[u8]) -> Result<Vec<u8>, GlyphError> {
    // The first colour stands for a pixel that stays as it is.
    let (mut palette, mut frames, mut shown, mut size) = (vec![[0; 3]], Vec::new(), Vec::new(), (0, 0));
    draw_each(stages, tile, font, |surface| {
        let pixels = picture::pixels(surface).as_chunks::<3>().0.to_vec();
        let changes = pixels.iter().enumerate().map(|(index, color)| {
            if shown.get(index) == Some(color) { 0 } else { number_of(*color, &mut palette) }
        });
        frames.push(changes.collect::<Vec<u8>>());
        (shown, size) = (pixels, surface.size());
        Ok(())
    })?;
    let mut bytes = Vec::new();
    encode(&frames, palette.concat(), size, &mut bytes).map_err(png_error)?;
    Ok(bytes)
}

/// Returns the number of a colour in a palette, with five bits a channel. A palette that is full gets no more
/// colours: then the number is that of a colour close to it.
fn number_of(color: [u8; 3], palette: &mut Vec<[u8; 3]>) -> u8 {
    let color = color.map(|channel| channel & !7);
    let distance = |number: &usize| -> u32 {
        palette[*number].iter().zip(color).map(|(known, channel)| u32::from(known.abs_diff(channel))).sum()
    };
    let known = (1..palette.len()).find(|&number| palette[number] == color);
    let is_full = palette.len() == 256;
    if let Some(number) = known.or_else(|| (1..palette.len()).filter(|_| is_full).min_by_key(distance)) {
        return number as u8;
    }
    palette.push(color);
    (palette.len() - 1) as u8
}

fn encode(
    frames: &[Vec<u8>],
    palette: Vec<u8>,
    (width, height): (u32, u32),
    bytes: &mut Vec<u8>,
) -> Result<(), png::EncodingError> {
    let mut encoder = png::Encoder::new(bytes, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(palette);
    encoder.set_trns(vec![0]);
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_animated(frames.len() as u32, 0)?;
    encoder.set_blend_op(png::BlendOp::Over)?;
    let delay = 40_000 / frames.len().max(1);
    encoder.set_frame_delay(delay.clamp(150, 1500) as u16, 1000)?;
    let mut writer = encoder.write_header()?;
    for (number, frame) in (1..).zip(frames) {
        if number == frames.len() {
            writer.set_frame_delay(3, 1)?;
        }
        writer.write_image_data(frame)?;
    }
    writer.finish()
}
