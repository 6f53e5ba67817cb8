//! Frames as text.

use roguelike::screen::Frame;

/// Returns the rows of a frame, without blanks at their ends.
pub fn rows(frame: &Frame) -> Vec<String> {
    let mut rows = vec![[b' '; 64]; frame.rows() as usize];
    frame.cells().iter().for_each(|(pos, cell)| rows[pos.y as usize][pos.x as usize] = cell.glyph);
    rows.iter().map(|row| String::from_utf8_lossy(row).trim_end().to_owned()).collect()
}
