//! The stages of an algorithm as pictures, and as an animation: a PNG file with many frames.

use sdl2::rect::{Point, Rect};
use sdl2::surface::SurfaceRef;

use crate::color::Color;
use crate::desktop::pages::messages::wrap;
use crate::desktop::window::picture::{
    GlyphError, Picture, picture_of_size, pixels, png_error, rgb, start_ttf,
};
use crate::fov_lab::steps::Stage;
use crate::glyph_cache::{FONT_PT, GlyphCache, TILE_SIZE};
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Pos};
use crate::screen::{BG, Cell, Frame};

/// Size of the numbers on tiles, in points.
const NUMBER_PT: i32 = 10;
/// The colours of texts, and of numbers on bright tiles.
const TEXTS: [Color; 2] = [Color(235, 230, 220), Color(0, 0, 0)];
/// Rows of text below the map.
const TEXT_ROWS: i32 = 2;
/// Columns and rows that a view takes.
const NEAR: Pos = Pos::new(42, 24);
/// Bits of a channel that stay in an animation, so that a palette has enough colours.
const CHANNEL: u8 = 0b1111_1000;

/// Draws stages, and hands each picture to `take`.
///
/// # Errors
/// If the font cannot be used, SDL fails, or `take` does.
pub(crate) fn draw_each(
    stages: &[Stage],
    font: &[u8],
    mut take: impl FnMut(&SurfaceRef) -> Result<(), GlyphError>,
) -> Result<(), GlyphError> {
    let (first, size) = area(stages);
    let [width, height, below] = [size.x, size.y + TEXT_ROWS, size.y].map(|tiles| tiles * TILE_SIZE);
    let [w, h] = [width, height].map(i32::unsigned_abs);
    let mut picture = picture_of_size(w, h)?;
    let (creator, ttf) = (picture.texture_creator(), start_ttf()?);
    let mut glyphs = GlyphCache::new(&ttf, &creator, font, FONT_PT)?;
    let mut digits = GlyphCache::for_text(&ttf, &creator, font, NUMBER_PT, None)?;
    for stage in stages {
        picture.set_draw_color(rgb(BG));
        picture.clear();
        let mut text = Frame::new(TEXT_ROWS);
        for (row, line) in (0..).zip(wrap(&stage.text, size.x as usize)) {
            text.draw_left(0, row, &line, TEXTS[0]);
        }
        picture.set_viewport(Rect::new(0, below, w, h));
        let drawn =
            text.cells().iter().try_for_each(|&(pos, cell)| glyphs.draw_glyph(pos, cell, &mut picture));
        picture.set_viewport(Rect::new(-first.x * TILE_SIZE, -first.y * TILE_SIZE, w, below.unsigned_abs()));
        drawn
            .and_then(|()| draw_map(stage, [&mut glyphs, &mut digits], &mut picture))
            .map_err(GlyphError::draw)?;
        picture.set_viewport(None);
        picture.present();
        take(picture.surface())?;
    }
    Ok(())
}

/// Returns the first tile, and the columns and rows, of the part of the map that stages need: what is near the
/// player, or all.
fn area(stages: &[Stage]) -> (Pos, Pos) {
    let player = stages.first().map_or_else(Pos::default, |stage| stage.game.player().pos);
    let first = Pos::new(
        (player.x - NEAR.x / 2).clamp(0, MAP_WIDTH - NEAR.x),
        (player.y - NEAR.y / 2).clamp(0, MAP_HEIGHT - NEAR.y),
    );
    let columns = first.x..first.x + NEAR.x;
    let rows = first.y..first.y + NEAR.y;
    let is_near = |stage: &Stage| {
        let mut tiles = stage.tiles.iter().map(|(pos, _)| pos);
        stage.game.part().has_player() && tiles.all(|pos| columns.contains(&pos.x) && rows.contains(&pos.y))
    };
    if stages.iter().all(is_near) { (first, NEAR) } else { (Pos::default(), Pos::new(MAP_WIDTH, MAP_HEIGHT)) }
}

/// Draws the map of a stage: colours, glyphs, numbers, lines.
fn draw_map(
    stage: &Stage,
    [glyphs, digits]: [&mut GlyphCache; 2],
    canvas: &mut Picture,
) -> Result<(), String> {
    let (tile, digit) = (glyphs.tile(), digits.tile());
    for &(pos, color) in &stage.tiles {
        canvas.set_draw_color(rgb(color));
        let [width, height] = [tile.x, tile.y].map(i32::unsigned_abs);
        canvas.fill_rect(Rect::new(pos.x * tile.x, pos.y * tile.y, width, height))?;
    }
    let frame = stage.frame();
    let (floor, others): (Vec<_>, Vec<_>) = frame.cells().iter().partition(|(_, cell)| cell.glyph == b'.');
    // A number takes the place of the point that is drawn for floor.
    let is_numbered = |pos| stage.numbers.iter().any(|&(numbered, _)| numbered == pos);
    for &(pos, cell) in floor.iter().filter(|(pos, _)| !is_numbered(*pos)).chain(&others) {
        glyphs.draw_glyph(pos, cell, canvas)?;
    }
    for &(pos, number) in &stage.numbers {
        if others.iter().any(|&(other, _)| other == pos) {
            continue;
        }
        let behind = stage.tiles.iter().rev().find(|tile| tile.0 == pos).map_or(BG, |tile| tile.1);
        let is_bright = u16::from(behind.0) + u16::from(behind.1) > 250;
        let text = number.to_string();
        let left = pos.x * tile.x + (tile.x - digit.x * text.len() as i32) / 2;
        for (column, glyph) in (0..).zip(text.bytes()) {
            let cell = Cell { glyph, color: TEXTS[usize::from(is_bright)] };
            if let Some(mut place) = digits.place(Pos::new(column, 0), cell) {
                place.offset(left, pos.y * tile.y + (tile.y - digit.y) / 2);
                digits.draw_at(place, cell, canvas)?;
            }
        }
    }
    for &(from, to, color) in &stage.lines {
        canvas.set_draw_color(rgb(color));
        let [from, to] =
            [from, to].map(|[x, y]| Point::new((x * tile.x as f32) as i32, (y * tile.y as f32) as i32));
        for side in [Point::new(0, 0), Point::new(1, 0), Point::new(0, 1)] {
            canvas.draw_line(from + side, to + side)?;
        }
    }
    Ok(())
}

/// Returns stages as an animation with a palette. The last stage stays for three seconds.
///
/// # Errors
/// If the font cannot be used, SDL fails, or the encoder does.
pub(crate) fn animation(stages: &[Stage], font: &[u8]) -> Result<Vec<u8>, GlyphError> {
    // The first colour stands for pixels that stay as they are in the frame before.
    let (mut palette, mut frames, mut shown) = (vec![[0; 3]], Vec::new(), Vec::new());
    draw_each(stages, font, |surface| {
        let new = pixels(surface);
        let colors = new.as_chunks::<3>().0.iter().enumerate().map(|(index, &color)| {
            if shown.get(3 * index..3 * index + 3) == Some(&color) {
                0
            } else {
                number_of(color.map(|c| c & CHANNEL), &mut palette)
            }
        });
        frames.push(colors.collect::<Vec<u8>>());
        shown = new;
        Ok(())
    })?;
    let [_, columns_and_rows] = [Pos::default(), area(stages).1];
    let [width, height] =
        [columns_and_rows.x, columns_and_rows.y + TEXT_ROWS].map(|tiles| (tiles * TILE_SIZE).unsigned_abs());
    let mut bytes = Vec::new();
    encode(&frames, palette.concat(), [width, height], &mut bytes).map_err(png_error)?;
    Ok(bytes)
}

/// Returns the number of a colour in a palette, which gets more colours as long as it has room. Then it is
/// that of a colour close to it.
fn number_of(color: [u8; 3], palette: &mut Vec<[u8; 3]>) -> u8 {
    let distance = |other: &[u8; 3]| other.iter().zip(color).map(|(&a, b)| a.abs_diff(b) as u32).sum::<u32>();
    let known = palette.iter().skip(1).position(|known| *known == color);
    let nearest = || {
        palette.iter().skip(1).enumerate().min_by_key(|(_, other)| distance(other)).map(|(number, _)| number)
    };
    if let Some(number) = known.or_else(|| (palette.len() > 255).then(nearest).flatten()) {
        return (number + 1) as u8;
    }
    palette.push(color);
    (palette.len() - 1) as u8
}

fn encode(
    frames: &[Vec<u8>],
    palette: Vec<u8>,
    [width, height]: [u32; 2],
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
    encoder.set_frame_delay((40_000 / frames.len().max(1)).clamp(150, 1500) as u16, 1000)?;
    let mut writer = encoder.write_header()?;
    for (number, frame) in (1..).zip(frames) {
        if number == frames.len() {
            writer.set_frame_delay(3, 1)?;
        }
        writer.write_image_data(frame)?;
    }
    writer.finish()
}
