//! The font that `--font` names.

use std::borrow::Cow;
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::cli::exit::Failure;
use crate::glyph_cache::FONT;
use crate::picture;
use crate::screen::Frame;
use crate::support::file;
use crate::trace::input::InputError;

/// Maximum size of a font file, in bytes.
const MAX_FONT: u64 = 64 << 20;

/// The first bytes of TrueType and OpenType fonts. The last one is a collection of fonts.
const FONT_STARTS: [&[u8]; 4] = [b"\0\x01\0\0", b"OTTO", b"true", b"ttcf"];

/// Checks that the tables of a font are in the file. SDL_ttf loads a font that was cut off, and draws nothing
/// for the glyphs that are missing.
fn check_tables(font: &[u8]) -> io::Result<()> {
    let refuse = |problem| Err(io::Error::new(ErrorKind::InvalidData, problem));
    let Some(start) = FONT_STARTS.iter().find(|start| font.starts_with(start)) else {
        return refuse("it is not a TrueType or OpenType font");
    };
    // A collection has a list of fonts here, not a list of tables.
    if *start == b"ttcf" {
        return Ok(());
    }
    // Bytes 4 and 5 are the number of tables. Each has 16 bytes from byte 12 on: name, checksum, place and
    // length.
    let count = font.get(4..6).map_or(0, |count| usize::from(u16::from_be_bytes([count[0], count[1]])));
    let is_whole = (0..count).all(|table| {
        let number = |at: usize| {
            let bytes = font.get(12 + 16 * table + at..)?.first_chunk()?;
            Some(u64::from(u32::from_be_bytes(*bytes)))
        };
        number(8).zip(number(12)).is_some_and(|(place, length)| place + length <= font.len() as u64)
    });
    if is_whole { Ok(()) } else { refuse("it is cut off") }
}

/// Reads the font file that the command line names. Without one, returns the built-in font.
///
/// # Errors
/// If it cannot be read, is too large, is not a whole font, or lacks glyphs of the game. The error names the
/// file.
pub fn load_font(path: Option<&Path>) -> Result<Cow<'static, [u8]>, Failure> {
    let Some(path) = path else { return Ok(FONT.into()) };
    let name = path.display().to_string();
    let read = file::read_regular(path, MAX_FONT).and_then(|font| check_tables(&font).map(|()| font));
    let font = read.map_err(|error| InputError::Read { path: name.clone(), error })?;
    // Drawing even an empty frame loads all glyphs of the game.
    picture::draw(&Frame::new(1), &font).map_err(|error| format!("{name}: {error}"))?;
    Ok(font.into())
}
