//! The menu of a living run, which Escape opens, and what becomes of a run that is left.

use crate::desktop::assist::stop::full_sentence;
use crate::desktop::commands::Command::{self, Press};
use crate::desktop::pages::hints::Hint;
use crate::desktop::pages::list_page::ListPage;
use crate::desktop::pages::{LEFT, Response, Shown};
use crate::desktop::run::PlayedRun;
use crate::desktop::settings::palette::{HINT, TEXT};
use crate::key::Key;
use crate::part::Part;
use crate::support::save_slot::SaveSlot;
use crate::support::text::wrap;

/// The parts that have a line, what it says, and what it does.
type Line = (fn(Part) -> bool, &'static str, Option<Command>);

/// The lines. The first one leads back.
const LINES: [Line; 7] = [
    (|_| true, "Back to the game", None),
    (Part::has_saves, "Save the run (F5)", Some(Press(Key::F5))),
    (|_| true, "Settings (F2)", Some(Command::Settings)),
    (|_| true, "Keys (F1)", Some(Command::Help)),
    (|part| !part.has_classes(), "New dungeon (SPACE)", Some(Press(Key::SPACE))),
    (Part::has_classes, "Main menu", Some(Command::Begin(None))),
    (|_| true, "Quit", Some(Press(Key::ESCAPE))),
];

fn lines(part: Part) -> impl Iterator<Item = (&'static str, Option<Command>)> {
    LINES.into_iter().filter(move |(has, ..)| has(part)).map(|(_, text, command)| (text, command))
}

/// Returns the page.
pub(crate) fn list(shown: &Shown, chosen: usize, rows: i32) -> ListPage {
    let (part, fate) = (shown.run.game.part(), fate(shown.run, shown.files.check(shown.run)));
    let keys = Hint::text("up / down  choose      RETURN  do it");
    let fate = (20..).zip(wrap(&fate, 54)).map(|(row, line)| (rows - row, vec![Hint::text(line)], TEXT));
    ListPage {
        heading: "M E N U",
        room: 12,
        distance: 2,
        column: LEFT,
        lines: lines(part).map(|(text, _)| (text.to_owned(), TEXT)).collect(),
        chosen,
        left: 0..0,
        footer: fate.chain([(4, vec![keys, (Key::ESCAPE, "back").into()], HINT)]).collect(),
    }
}

/// Returns true if the menu of a part handles a key. Any other key closes it and then acts.
pub(crate) fn handles(part: Part, key: Key) -> bool {
    matches!(key, Key::UP | Key::DOWN | Key::RETURN | Key::KEYPAD_ENTER | Key::ESCAPE)
        || begins_again(part, key)
}

/// Returns true for the key that opened the menu and says yes there, in parts where Space begins a new run.
pub(crate) fn begins_again(part: Part, key: Key) -> bool {
    key == Key::SPACE && !part.has_classes()
}

/// Returns what a line does.
pub(crate) fn choose(part: Part, chosen: usize) -> Response {
    match lines(part).nth(chosen) {
        Some((_, Some(Press(key)))) => Response::Press(key),
        Some((_, Some(command))) => Response::Act(command),
        _ => Response::Close,
    }
}

/// Returns what becomes of a run that is left. `kept` says why it is not kept, if it is not.
fn fate(run: &PlayedRun, kept: Result<(), String>) -> String {
    match kept {
        Ok(()) if !run.is_worth_keeping() => "Your run has not begun, so nothing of it is kept.".to_owned(),
        Ok(()) if run.game.part().has_saves() => "Your run is kept: C on the menu continues it.".to_owned(),
        Ok(()) => "The keys of your run are kept. It cannot be continued in this part.".to_owned(),
        Err(problem) => {
            let may_save = matches!(run.game.slot(), SaveSlot::File(_));
            full_sentence(&problem) + if may_save { " F5 may save it." } else { "" }
        }
    }
}
