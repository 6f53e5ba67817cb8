//! Pictures of the game as pages show them: without the black around what is drawn.

use std::io::Cursor;

/// The side of a tile in pixels.
const TILE: usize = 20;
/// The colour where nothing is drawn.
const NOTHING: [u8; 3] = [12, 12, 16];

/// Returns the part of a window's picture in which something is drawn, with a tile around it.
///
/// # Errors
/// If it is not a PNG picture with three bytes a pixel.
pub fn cropped(picture: &[u8]) -> Result<Vec<u8>, String> {
    let read = |error: png::DecodingError| format!("a picture cannot be read: {error}");
    let mut reader = png::Decoder::new(Cursor::new(picture)).read_info().map_err(read)?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("a picture is too large")?];
    let info = reader.next_frame(&mut pixels).map_err(read)?;
    if (info.color_type, info.bit_depth) != (png::ColorType::Rgb, png::BitDepth::Eight) {
        return Err("a picture has not three bytes a pixel".to_owned());
    }
    let rows: Vec<&[[u8; 3]]> = pixels.as_chunks().0.chunks(info.width as usize).collect();
    let is_drawn = |pixels: &[[u8; 3]]| pixels.iter().any(|pixel| *pixel != NOTHING);
    let columns = (0..info.width as usize).filter(|&x| rows.iter().any(|row| is_drawn(&row[x..=x])));
    let (left, right) = ends(columns, info.width as usize);
    let (top, bottom) = ends((0..rows.len()).filter(|&y| is_drawn(rows[y])), rows.len());
    let part: Vec<u8> =
        rows[top..bottom].iter().flat_map(|row| row[left..right].as_flattened()).copied().collect();
    let write = |error: png::EncodingError| format!("a picture cannot be written: {error}");
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, (right - left) as u32, (bottom - top) as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header().map_err(write)?;
    writer.write_image_data(&part).map_err(write)?;
    writer.finish().map_err(write)?;
    Ok(file)
}

/// Returns the ends of the whole tiles that have these places, and a tile more on both sides, up to a length.
fn ends(mut places: impl DoubleEndedIterator<Item = usize>, length: usize) -> (usize, usize) {
    let first = places.next().unwrap_or(0);
    let last = places.next_back().unwrap_or(first);
    ((first / TILE * TILE).saturating_sub(TILE), ((last / TILE + 2) * TILE).min(length))
}
