//! The page of keys that F1 shows. A click on a line does what its key does.

use crate::desktop::commands::{Command, KeyRow, PAGES, walk_name};
use crate::desktop::pages::hints::Hint;
use crate::desktop::pages::sheet::{Click, Sheet};
use crate::desktop::pages::{LEFT, Shown};
use crate::desktop::settings::palette::{CHOSEN, HEADING, HINT, TEXT};
use crate::key::Key;

/// Draws a page of the keys of the part that is played. The whole game needs no name.
pub(crate) fn draw(page: usize, shown: &Shown, sheet: &mut Sheet) {
    const TOP: i32 = 2;
    const RIGHT: i32 = 26;
    sheet.frame.draw_centred(TOP, "K E Y S", HEADING);
    let (part, own) = (shown.run.game.part(), &shown.settings.keys);
    if !shown.is_plain {
        sheet.frame.draw_centred(TOP + 1, &format!("Part {part}: {}", part.name()), HINT);
    }
    let lines = PAGES.get(page).into_iter().copied().flatten();
    // The whole game is played with one view only.
    let is_needed = |line: &&KeyRow| !part.has_amulets() || line.command != Some(Command::Press(Key::V));
    let lines = lines.filter(|line| (line.has)(part)).filter(is_needed);
    let state = shown.run.game.state();
    let lines = lines.map(|line| (line.all_keys(own), line.meaning.to_owned(), line.command_on(state)));
    // The first page has no room for the player's own keys that walk.
    let walks =
        own.iter().filter(|_| page > 0).filter_map(|&(key, command)| Some((key, walk_name(command)?)));
    let walks = walks.map(|(key, name)| (key.name().to_uppercase(), format!("walk {name}"), None));
    for (row, (keys, meaning, command)) in (TOP + 4..).zip(lines.chain(walks)) {
        sheet.frame.draw_left(LEFT, row, &keys, CHOSEN);
        sheet.frame.draw_left(RIGHT, row, &meaning, TEXT);
        command.into_iter().for_each(|command| sheet.add_row(row, Click::Act(command)));
    }
    let other = if page == 0 { (Key::DOWN, "replays, pad, mouse") } else { (Key::UP, "the first page") };
    let hints = [other, (Key::ESCAPE, "back")].map(Hint::from);
    sheet.draw_hints(sheet.frame.rows() - 3, hints, HINT);
}
