//! The pause menu, which Escape opens during a game.

use crate::desktop::actions::{Action, Place, Way};
use crate::desktop::assist::stop::full_sentence;
use crate::desktop::history::PlayedGame;
use crate::desktop::kept::keeper::NotKept;
use crate::desktop::scene::Style;
use crate::desktop::screens::content::{Body, Content, Hint, Line, Room, Screen, Shown, Value};
use crate::key::Key;
use crate::part::Part;
use crate::support::save_slot::SaveSlot;

/// The number of the line that is chosen.
#[derive(Default)]
pub(crate) struct Pause {
    chosen: usize,
}

/// The letters of a line.
const COLUMNS: i32 = 45;

/// A line of the menu: the parts that have it, its text, and its action.
type Choice = (fn(Part) -> bool, &'static str, Action);

/// The lines. The first one leads back.
const CHOICES: [Choice; 7] = [
    (|_| true, "Back to the game", Action::Back),
    (Part::has_saves, "Save the game", Action::Press(Key::F5)),
    (|_| true, "Settings", Action::Open(Place::Settings)),
    (|_| true, "Keys", Action::Open(Place::Keys)),
    (|part| !part.has_classes(), "New dungeon", Action::NewDungeon),
    (Part::has_classes, "Title screen", Action::Begin(None)),
    (|_| true, "Quit", Action::Quit),
];

fn choices(part: Part) -> impl Iterator<Item = (&'static str, Action)> {
    CHOICES.into_iter().filter(move |(has, ..)| has(part)).map(|(_, text, action)| (text, action))
}

impl Screen for Pause {
    fn place(&self) -> Place {
        Place::Pause
    }

    fn content(&self, shown: &Shown) -> Content {
        let part = shown.played.game.part();
        let line = |(text, action): (&str, Action)| {
            let places = [Place::Pause, shown.base];
            let key = places.into_iter().find_map(|place| shown.keys().key(action, place));
            let key = key.filter(|_| action != Action::Back);
            Line { value: Value::Caps(key.into_iter().collect()), ..Line::new(text) }
        };
        let lines = choices(part).map(line).collect();
        let keys = Hint::new(Action::Go(Way::Down), "choose");
        let hints = [keys, Hint::new(Action::Choose, "do it"), Hint::new(Action::Back, "back")];
        let content = Content::new("Menu", Body::List(lines, Some(self.chosen))).with_hints(hints);
        let fate = fate(shown.played, shown.files.check(shown.played));
        Content { notes: vec![(fate, Style::Label)], columns: COLUMNS, ..content }
    }

    fn act(&mut self, action: Action, shown: &Shown, room: Room) -> Option<Action> {
        let part = shown.played.game.part();
        match action {
            Action::Choose => return choices(part).nth(self.chosen).map(|(_, action)| action),
            Action::Go(way) => self.chosen = room.moved(self.chosen, choices(part).count(), way),
            _ => return Some(action),
        }
        None
    }

    fn chosen(&mut self) -> Option<&mut usize> {
        Some(&mut self.chosen)
    }
}

/// Explains what happens to the game if the player leaves now.
fn fate(run: &PlayedGame, kept: Result<(), NotKept>) -> String {
    match kept {
        Ok(()) if !run.is_worth_keeping() => "No turn taken yet, so there is nothing to lose.".to_owned(),
        Ok(()) if run.game.part().has_saves() => {
            "Your game is kept: the title screen continues it.".to_owned()
        }
        Ok(()) => "The keys of your game are kept. It cannot be continued in this part.".to_owned(),
        Err(problem) => {
            let may_save = matches!(run.game.slot(), SaveSlot::File(_));
            full_sentence(&problem.to_string()) + if may_save { " Saving may work." } else { "" }
        }
    }
}
