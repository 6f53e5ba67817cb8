//! The page of settings that F2 shows.

use crate::desktop::pages::list_page::ListPage;
use crate::desktop::pages::{Answer, HINT, LEFT, Page, TEXT, Text};
use crate::desktop::settings::{SETTINGS, Setting, Settings, neighbour};
use crate::key::Key;

/// The column of the values.
const VALUES: i32 = 32;

/// Returns the page.
pub(crate) fn list(settings: &Settings, chosen: usize) -> ListPage {
    let texts = |setting: &Setting| {
        vec![Text::new(LEFT, setting.label, TEXT), Text::new(VALUES, setting.words(settings), TEXT)]
    };
    let keys = "up / down  choose      left / right  change      ESC  close";
    ListPage {
        heading: "S E T T I N G S",
        heading_row: 4,
        top: 8,
        distance: 2,
        pointer: LEFT - 2,
        lines: SETTINGS.iter().map(texts).collect(),
        chosen,
        footer: vec![(4, keys.to_owned(), HINT)],
    }
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
    use crate::screen::Frame;

    #[test]
    fn the_page_shows_every_setting_within_the_window() {
        let mut frame = Frame::new(36);
        list(&Settings::default(), 3).draw(&mut frame);
        let page = text_rows(&frame);
        assert_eq!(page[14], "   > Loudness                   100 %");
        for setting in &SETTINGS {
            assert!(page.iter().any(|row| row.contains(setting.label)));
            assert!(LEFT as usize + setting.label.len() < VALUES as usize, "{}", setting.label);
        }
    }
}
