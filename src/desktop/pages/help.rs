//! The page of keys that F1 shows, and the list of commands for game pads.

use crate::desktop::input::commands::{Action, Line, PAGES, available};
use crate::desktop::pages::list_page::ListPage;
use crate::desktop::pages::{Answer, CHOSEN, HEADING, HINT, LEFT, Page, TEXT, Text};
use crate::desktop::settings::neighbour;
use crate::game::Game;
use crate::key::Key;
use crate::part::Part;
use crate::screen::Frame;

/// Draws a page of the keys of a part.
pub(crate) fn draw(page: usize, part: Part, frame: &mut Frame) {
    const TOP: i32 = 2;
    const RIGHT: i32 = 26;
    frame.draw_centred(TOP, "K E Y S", HEADING);
    frame.draw_centred(TOP + 1, &format!("Part {part}: {}", part.name()), HINT);
    let lines = PAGES.get(page).into_iter().copied().flatten();
    for (row, line) in (TOP + 4..).zip(lines.filter(|line| (line.has)(part))) {
        frame.draw_left(LEFT, row, line.keys, CHOSEN);
        frame.draw_left(RIGHT, row, line.meaning, TEXT);
    }
    let other = if page == 0 { "down  replays, pad, mouse" } else { "up  the first page" };
    frame.draw_centred(frame.rows() - 3, &format!("{other}      any key  back to the game"), HINT);
}

/// Handles a key on a page of the keys: Up and Down turn it.
pub(crate) fn press(page: usize, key: Key) -> Answer {
    match key {
        Key::DOWN | Key::RIGHT | Key::S | Key::D if page + 1 < PAGES.len() => {
            Answer::Show(Page::Help(page + 1))
        }
        Key::UP | Key::LEFT | Key::W | Key::A if page > 0 => Answer::Show(Page::Help(page - 1)),
        _ => Answer::Close,
    }
}

/// Returns the page of the commands that can be given now.
pub(crate) fn commands(game: &Game, chosen: usize) -> ListPage {
    let lines = available(game.part(), game.state()).into_iter();
    let texts =
        |line: &Line| vec![Text::new(LEFT, line.keys, CHOSEN), Text::new(LEFT + 12, line.meaning, TEXT)];
    let keys = "up / down, cross  choose      RETURN, A  do it      ESC, B  back";
    ListPage {
        heading: "C O M M A N D S",
        heading_row: 2,
        top: 5,
        distance: 1,
        pointer: LEFT - 2,
        lines: lines.map(texts).collect(),
        chosen,
        footer: vec![(3, keys.to_owned(), TEXT)],
    }
}

/// Handles a key on the list of commands: Up and Down choose one, Return gives it.
pub(crate) fn press_on_commands(game: &Game, chosen: usize, key: Key) -> Answer {
    let commands = available(game.part(), game.state());
    match key {
        Key::UP | Key::DOWN => {
            Answer::Show(Page::Commands(neighbour(chosen, commands.len(), key == Key::DOWN)))
        }
        Key::RETURN => match commands.get(chosen).and_then(|line| line.action()) {
            Some(Action::Press(key)) => Answer::Press(key),
            Some(Action::Give(command)) => Answer::Give(command),
            None => Answer::Close,
        },
        _ => Answer::Close,
    }
}
