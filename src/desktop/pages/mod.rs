//! Pages that lie over the game. Each one knows how it is drawn, what its keys do, and what can be clicked.

mod frames;
mod help;
pub(crate) mod hints;
pub(crate) mod hud;
pub(crate) mod leave;
mod list_page;
pub(crate) mod menu;
mod messages;
pub(crate) mod note;
pub(crate) mod pack;
pub(crate) mod panel;
pub(crate) mod run_list;
mod run_words;
pub(crate) mod settings;
pub(crate) mod steps;
pub(crate) mod summary;

use crate::color::Color;
use crate::desktop::commands::Action::{self, Give};
use crate::desktop::commands::{Command, PAGES, action_of};
use crate::desktop::pages::hints::{Hint, Targets};
use crate::desktop::pages::list_page::ListPage;
use crate::desktop::pages::run_list::{RunChoice, RunList};
use crate::desktop::run::PlayedRun;
use crate::desktop::runs::keeper::RunKeeper;
use crate::desktop::settings::Settings;
use crate::explorer::key_of;
use crate::game::direction;
use crate::key::Key;
use crate::map::Pos;
use crate::screen::{self, Frame};

/// The column where the lines of pages begin.
const LEFT: i32 = 5;

/// A text in a colour, and the column where it begins.
pub(crate) struct Text {
    column: i32,
    text: String,
    color: Color,
}

impl Text {
    fn new(column: i32, text: impl Into<String>, color: Color) -> Text {
        Text { column, text: text.into(), color }
    }
}

/// A page over the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Page {
    /// The keys of the part that is played: a page of the table.
    Help(usize),
    /// A message of the desktop, like a problem with a file.
    Notice(String),
    /// The messages of the run. Page 0 has the newest.
    Messages(usize),
    /// The player's numbers, what is in view, and what happened in the run.
    Summary,
    /// The floor that the run ended on.
    Map,
    /// The settings, with the number of the one that is chosen.
    Settings(usize),
    /// An algorithm at work: the numbers of a topic and of a step.
    Steps(usize, usize),
    /// The question before that page, which shows also what the player has not seen.
    AskSteps,
    /// The list of runs.
    Runs(Box<RunList>),
    /// The question before the chosen run is given up.
    AskGiveUp(Box<RunList>),
    /// The menu of a living run, with the number of the line that is chosen, and what becomes of the run.
    Leave(usize, String),
    /// The seed that the player types; none as long as it has no digit.
    Seed(Option<u32>),
}

/// What pages show.
#[derive(Clone, Copy)]
pub(crate) struct Shown<'s> {
    pub run: &'s PlayedRun,
    /// The run's file, and all runs of the part.
    pub files: &'s RunKeeper,
    pub settings: &'s Settings,
    /// True in plain play, which has a menu of its own.
    pub is_plain: bool,
    /// True if another dungeon can be begun on the menu.
    pub can_begin: bool,
    /// True if the player chose the next hero's dungeon.
    pub is_chosen: bool,
    /// True if the window shows a panel.
    pub has_panel: bool,
    /// False if no device for sounds was found.
    pub has_device: bool,
    /// How the window is drawn.
    pub drawn_by: &'s str,
}

/// Returns the number of the page, of `count`, to which a key turns.
fn turned(page: usize, count: usize, key: Key) -> usize {
    let last = count.saturating_sub(1);
    match key {
        Key::UP | Key::LEFT | Key::PAGE_UP => page.saturating_sub(1),
        Key::DOWN | Key::RIGHT | Key::PAGE_DOWN => (page + 1).min(last),
        Key::HOME => 0,
        Key::END => last,
        _ => page,
    }
}

/// What a key on a page leads to.
pub(crate) enum Response {
    /// Another page, or the same one.
    Show(Page),
    /// The game.
    Close,
    /// A key of the original, without another question. The page closes.
    Press(Key),
    /// What a line of the table of keys does. The page closes.
    Act(Action),
    /// A line about the run for the clipboard, and the page.
    Share(Page),
    /// The number of a setting, and true for its next value. The page stays.
    Step(usize, bool),
    /// Something about a run of the list.
    Choose(RunChoice, Box<RunList>),
    /// The menu, with this seed for the next hero. The page closes.
    Begin(u32),
}

impl Page {
    /// Draws the page in place of the game's screen. Returns what can be clicked.
    pub(crate) fn draw(&self, shown: &Shown, frame: &mut Frame) -> Targets {
        let run = shown.run;
        frame.clear();
        match self {
            Page::Help(page) => help::draw(*page, shown, frame),
            Page::Notice(text) => note::draw_page(text, [Hint::text("any key  back")], frame),
            Page::Messages(page) => messages::draw(&run.history.messages, *page, frame),
            Page::Steps(topic, step) => steps::draw((*topic, *step), &run.game, frame),
            Page::AskSteps => {
                let text = "This shows the whole floor, including parts you have not seen.";
                note::draw_page(text, [(Key::Y, "show it").into(), (Key::ESCAPE, "back").into()], frame)
            }
            Page::Summary => summary::draw(shown, frame),
            Page::Map => {
                screen::draw_level(&run.game, frame);
                note::draw_status("ESC  back", frame);
                Targets::new()
            }
            Page::AskGiveUp(list) => list.draw_question(frame),
            Page::Seed(seed) => {
                let digits = seed.map_or_else(String::new, |seed| seed.to_string());
                let text = format!("Seed of the next dungeon: {digits}_\n\nIt is at most {}.", u32::MAX);
                note::draw_page(&text, [(Key::RETURN, "use it").into(), (Key::ESCAPE, "back").into()], frame)
            }
            Page::Settings(_) | Page::Runs(_) | Page::Leave(..) => {
                self.list(shown, frame.rows()).map(|list| list.draw(frame)).unwrap_or_default()
            }
        }
    }

    /// Returns the lines of the page that can be chosen, if it has some.
    fn list(&self, shown: &Shown, rows: i32) -> Option<ListPage> {
        match self {
            Page::Settings(chosen) => Some(settings::list(shown, *chosen, rows)),
            Page::Runs(list) => Some(list.list(rows)),
            Page::Leave(chosen, fate) => Some(leave::list(shown.run.game.part(), *chosen, fate, rows)),
            _ => None,
        }
    }

    fn choose(&mut self, line: usize) {
        match self {
            Page::Settings(chosen) | Page::Leave(chosen, _) => *chosen = line,
            Page::Runs(list) => list.chosen = line,
            _ => {}
        }
    }

    /// Chooses the line at a tile of the page, if it has lines. Returns the key that a click there stands
    /// for, if the line does not have to be chosen first.
    pub(crate) fn point(&mut self, tile: Pos, shown: &Shown, rows: i32) -> Option<Key> {
        let line = self.list(shown, rows)?.line_at(tile.y)?;
        let is_first = matches!(self, Page::Runs(list) if list.chosen != line);
        self.choose(line);
        let is_back =
            matches!(self, Page::Settings(_)) && (settings::VALUES..settings::VALUES + 2).contains(&tile.x);
        (!is_first).then_some(if is_back { Key::LEFT } else { Key::RETURN })
    }

    /// Returns true if any key closes the page.
    pub(crate) const fn closes_by_any_key(&self) -> bool {
        matches!(self, Page::Notice(_))
    }

    /// Returns true if the key that shows the page also closes it.
    pub(crate) fn is_shown_by(&self, key: Key, shown: &Shown) -> bool {
        let Some(Give(command)) = action_of(key, false, &shown.run.game) else { return false };
        matches!(
            (command, self),
            (Command::Help, Page::Help(_))
                | (Command::Messages, Page::Messages(_))
                | (Command::Settings, Page::Settings(_))
                | (Command::Steps, Page::Steps(..))
                | (Command::Summary, Page::Summary)
                | (Command::Runs, Page::Runs(_))
        )
    }

    /// Handles a key. `rows` is the number of rows of the page. A key that means nothing on a page leaves it
    /// as it is.
    pub(crate) fn press(mut self, key: Key, shown: &Shown, rows: i32) -> Response {
        if let Page::Seed(seed) = self
            && key != Key::ESCAPE
        {
            return match (seed, key) {
                (Some(seed), Key::RETURN | Key::KEYPAD_ENTER) => Response::Begin(seed),
                _ => Response::Show(Page::Seed(typed(seed, key))),
            };
        }
        // The keys that walk on the map are arrows here.
        let key = direction(key.walking()).and_then(key_of).unwrap_or(key);
        let key = if key == Key::KEYPAD_ENTER { Key::RETURN } else { key };
        match (&mut self, key) {
            (Page::Leave(..), key) if leave::begins_again(shown.run.game.part(), key) => {
                return Response::Press(key);
            }
            (page, _) if page.closes_by_any_key() => return Response::Close,
            (Page::Leave(chosen, _), Key::RETURN) => return leave::choose(shown.run.game.part(), *chosen),
            (Page::Settings(chosen), Key::LEFT | Key::RIGHT | Key::RETURN | Key::SPACE) => {
                return Response::Step(*chosen, key != Key::LEFT);
            }
            (Page::Runs(list), key) => match list.choice(key) {
                Some(RunChoice::GiveUp) => return Response::Show(Page::AskGiveUp(list.clone())),
                Some(choice) => return Response::Choose(choice, list.clone()),
                None => {}
            },
            (Page::AskGiveUp(list), Key::G) => return Response::Choose(RunChoice::GiveUp, list.clone()),
            (Page::AskGiveUp(list), _) => return Response::Show(Page::Runs(list.clone())),
            // The map of a living hero is below the page, and the other keys are about a run that is over.
            (Page::Summary, Key::M | Key::N | Key::C) if !shown.run.game.is_run_alive() => match key {
                Key::M => return Response::Show(Page::Map),
                Key::N => return Response::Act(Give(Command::Again)),
                _ => return Response::Share(self),
            },
            (Page::AskSteps, Key::Y | Key::RETURN) => return Response::Show(Page::Steps(0, 0)),
            (Page::Map, Key::ESCAPE | Key::RETURN | Key::SPACE | Key::M) => {
                return Response::Show(Page::Summary);
            }
            (Page::Help(_) | Page::Summary, Key::RETURN | Key::SPACE) => {
                return Response::Close;
            }
            _ => {}
        }
        if key == Key::ESCAPE || self.is_shown_by(key, shown) {
            return Response::Close;
        }
        // To another line or page.
        if let Some(list) = self.list(shown, rows) {
            self.choose(list.moved(key));
        }
        match &mut self {
            Page::Help(page) => *page = turned(*page, PAGES.len(), key),
            Page::Steps(topic, step) => (*topic, *step) = steps::turn((*topic, *step), key, &shown.run.game),
            Page::Messages(page) => {
                // Page 0 is the last one.
                let count = messages::count_pages(&shown.run.history.messages, rows);
                *page = count - 1 - turned((count - 1).saturating_sub(*page), count, key);
            }
            _ => {}
        }
        Response::Show(self)
    }
}

/// Returns the seed of a dungeon after a key. A digit that would make it too large is ignored.
fn typed(seed: Option<u32>, key: Key) -> Option<u32> {
    let digit = (0..10)
        .find(|&digit| [Key::NUM_1, Key::KEYPAD_1].map(|one| one.0 + (digit + 9) % 10).contains(&key.0));
    match digit {
        Some(digit) => u32::try_from(u64::from(seed.unwrap_or(0)) * 10 + u64::from(digit)).ok().or(seed),
        None if key == Key::BACKSPACE => seed.filter(|seed| *seed >= 10).map(|seed| seed / 10),
        None => seed,
    }
}
