//! The page of settings that F2 shows.

use crate::desktop::pages::{Answer, CHOSEN, HEADING, HINT, LEFT, Page, TEXT, neighbour};
use crate::desktop::settings::{SETTINGS, Settings};
use crate::key::Key;
use crate::screen::Frame;

/// The row of the first setting. The others follow at a distance of two rows.
const TOP: i32 = 8;
/// The column of the values.
const VALUES: i32 = 32;

/// Draws the page, with a pointer at one of the settings.
pub(crate) fn draw(settings: &Settings, chosen: usize, frame: &mut Frame) {
    frame.clear();
    frame.draw_centred(4, "S E T T I N G S", HEADING);
    for (number, (row, setting)) in (TOP..).step_by(2).zip(&SETTINGS).enumerate() {
        let color = if number == chosen { CHOSEN } else { TEXT };
        if number == chosen {
            frame.draw_left(LEFT - 2, row, ">", CHOSEN);
        }
        frame.draw_left(LEFT, row, setting.label, color);
        frame.draw_left(VALUES, row, setting.words(settings), color);
    }
    frame.draw_centred(frame.rows() - 4, "up / down  choose      left / right  change      ESC  close", HINT);
}

/// Returns the number of the setting at a row of the page.
pub(crate) fn line_at(row: i32) -> Option<usize> {
    (0..SETTINGS.len()).find(|&number| row == TOP + 2 * number as i32)
}

/// Handles a key: Up and Down choose a setting, Left and Right change it.
pub(crate) fn press(settings: &Settings, chosen: usize, key: Key) -> Answer {
    match key {
        Key::UP | Key::W => Answer::Show(Page::Settings(neighbour(chosen, SETTINGS.len(), false))),
        Key::DOWN | Key::S => Answer::Show(Page::Settings(neighbour(chosen, SETTINGS.len(), true))),
        Key::LEFT | Key::A | Key::RIGHT | Key::D | Key::RETURN | Key::SPACE => {
            let mut settings = settings.clone();
            SETTINGS[chosen].step(&mut settings, !matches!(key, Key::LEFT | Key::A));
            Answer::Set(settings, Page::Settings(chosen))
        }
        _ => Answer::Close,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desktop::pages::summary::text_rows;

    #[test]
    fn the_page_shows_every_setting_within_the_window() {
        let mut frame = Frame::new(36);
        draw(&Settings::default(), 3, &mut frame);
        let page = text_rows(&frame);
        assert_eq!(page[14], "   > Loudness                   100 %");
        for setting in &SETTINGS {
            assert!(page.iter().any(|row| row.contains(setting.label)));
            assert!(LEFT as usize + setting.label.len() < VALUES as usize, "{}", setting.label);
        }
    }
}
