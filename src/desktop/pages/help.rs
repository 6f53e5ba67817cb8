//! The page of keys that F1 shows, and the list of commands for game pads.

use crate::desktop::input::commands::{Action, PAGES, available};
use crate::desktop::pages::{Answer, CHOSEN, HEADING, HINT, LEFT, Page, TEXT, neighbour};
use crate::game::Game;
use crate::key::Key;
use crate::part::Part;
use crate::screen::Frame;

/// The row of the first command of the list.
const FIRST_COMMAND: i32 = 5;

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

/// Draws the commands that can be given now, with a pointer at one of them.
pub(crate) fn draw_commands(game: &Game, chosen: usize, frame: &mut Frame) {
    frame.clear();
    frame.draw_centred(2, "C O M M A N D S", HEADING);
    for (number, line) in available(game.part(), game.state()).iter().enumerate() {
        let row = FIRST_COMMAND + number as i32;
        if number == chosen {
            frame.draw_left(LEFT - 2, row, ">", CHOSEN);
        }
        frame.draw_left(LEFT, row, line.keys, CHOSEN);
        frame.draw_left(LEFT + 12, row, line.meaning, if number == chosen { CHOSEN } else { TEXT });
    }
    frame.draw_centred(
        frame.rows() - 3,
        "up / down, cross  choose      RETURN, A  do it      ESC, B  back",
        TEXT,
    );
}

/// Returns the number of the command at a row of the list.
pub(crate) fn command_at(row: i32, game: &Game) -> Option<usize> {
    let line = usize::try_from(row - FIRST_COMMAND).ok()?;
    (line < available(game.part(), game.state()).len()).then_some(line)
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
