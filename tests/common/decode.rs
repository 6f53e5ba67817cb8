//! Pictures as pixels.

use std::io::{BufRead, Seek};

/// Width, height and the pixels of a PNG, row by row as red, green and blue, whatever its colour type.
pub fn decode(png: impl BufRead + Seek) -> (u32, u32, Vec<[u8; 3]>) {
    let mut decoder = png::Decoder::new(png);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let pixels = bytes[..info.buffer_size()].chunks(info.color_type.samples());
    (info.width, info.height, pixels.map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect())
}
