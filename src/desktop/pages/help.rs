//! The page of keys that F1 shows, and the list of commands for the mouse.

use crate::desktop::commands::Action::Give;
use crate::desktop::commands::{Command, KeyRow, PAGES, available, walk_name};
use crate::desktop::pages::hints::{Hint, Targets, draw_hints};
use crate::desktop::pages::list_page::ListPage;
use crate::desktop::pages::{LEFT, Response, Shown, Text};
use crate::desktop::settings::palette::{CHOSEN, HEADING, HINT, TEXT};
use crate::game::Game;
use crate::key::Key;
use crate::screen::Frame;

/// Draws a page of the keys of the part that is played. The whole game needs no name.
pub(crate) fn draw(page: usize, shown: &Shown, frame: &mut Frame) -> Targets {
    const TOP: i32 = 2;
    const RIGHT: i32 = 26;
    frame.draw_centred(TOP, "K E Y S", HEADING);
    let (part, own) = (shown.run.game.part(), &shown.settings.keys);
    if !shown.is_plain {
        frame.draw_centred(TOP + 1, &format!("Part {part}: {}", part.name()), HINT);
    }
    let lines = PAGES.get(page).into_iter().copied().flatten();
    // The whole game is played with one view only.
    let is_needed = |line: &&KeyRow| !part.has_amulets() || line.action() != Some(Give(Command::NextView));
    let lines = lines.filter(|line| (line.has)(part)).filter(is_needed);
    let lines = lines.map(|line| (line.all_keys(own), line.meaning.to_owned()));
    // The first page has no room for the player's own keys that walk.
    let walks = own.iter().filter(|_| page > 0).filter_map(|&(key, action)| Some((key, walk_name(action)?)));
    let walks = walks.map(|(key, name)| (key.name().to_uppercase(), format!("walk {name}")));
    for (row, (keys, meaning)) in (TOP + 4..).zip(lines.chain(walks)) {
        frame.draw_left(LEFT, row, &keys, CHOSEN);
        frame.draw_left(RIGHT, row, &meaning, TEXT);
    }
    let other = if page == 0 { (Key::DOWN, "replays, pad, mouse") } else { (Key::UP, "the first page") };
    let hints = [other, (Key::ESCAPE, "back to the game")].map(Hint::from);
    draw_hints(frame.rows() - 3, hints, HINT, frame)
}

/// Returns the page of the commands that can be given now.
pub(crate) fn commands(game: &Game, chosen: usize, rows: i32) -> ListPage {
    let lines = available(game.part(), game.state());
    let texts =
        |line: &KeyRow| vec![Text::new(LEFT, line.keys, CHOSEN), Text::new(LEFT + 12, line.meaning, TEXT)];
    let keys = Hint::text("up / down  choose      RETURN  do it");
    ListPage {
        heading: "C O M M A N D S",
        room: rows - 10,
        distance: 1,
        lines: lines.map(texts).collect(),
        chosen,
        footer: vec![(3, vec![keys, (Key::ESCAPE, "back").into()], TEXT)],
    }
}

/// Returns what a line of the commands does.
pub(crate) fn give(game: &Game, chosen: usize) -> Response {
    let line = available(game.part(), game.state()).nth(chosen);
    line.and_then(KeyRow::action).map_or(Response::Close, Response::Act)
}
