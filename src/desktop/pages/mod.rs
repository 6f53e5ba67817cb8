//! Pages that lie over the game. Each one knows how it is drawn and what its keys do.

pub(crate) mod help;
mod list_page;
pub(crate) mod messages;
pub(crate) mod note;
pub(crate) mod notice;
pub(crate) mod panel;
pub(crate) mod run_list;
pub(crate) mod settings;
pub(crate) mod summary;

use crate::color::Color;
use crate::desktop::input::commands::Command;
use crate::desktop::pages::list_page::ListPage;
use crate::desktop::pages::run_list::{RunChoice, RunList};
use crate::desktop::runs::history::RunHistory;
use crate::desktop::settings::Settings;
use crate::game::Game;
use crate::key::Key;
use crate::part::Part;
use crate::screen::Frame;

/// Colours of the pages: headings, text, what is less important, and the chosen line.
pub(crate) const HEADING: Color = Color(230, 220, 180);
pub(crate) const TEXT: Color = Color(205, 200, 215);
pub(crate) const HINT: Color = Color(150, 143, 162);
pub(crate) const CHOSEN: Color = Color(255, 230, 150);

/// The column where the lines of pages begin.
pub(crate) const LEFT: i32 = 5;
/// What closes most pages.
const BACK: &str = "any key  back to the game";

/// A text in a colour, and where it begins.
pub(crate) struct Text {
    pub column: i32,
    pub text: String,
    pub color: Color,
}

impl Text {
    pub fn new(column: i32, text: impl Into<String>, color: Color) -> Text {
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
    /// A question before a key does something that cannot be taken back. The same key again says yes.
    Ask(Key),
    /// The messages of the run. Page 0 has the newest.
    Messages(usize),
    /// The player's numbers, and what is in view.
    Panel,
    /// The summary of the run.
    Summary,
    /// The floor that the run ended on.
    Map,
    /// The commands that can be given now, with the number of the one that is chosen.
    Commands(usize),
    /// The settings, with the number of the one that is chosen.
    Settings(usize),
    /// The list of runs.
    Runs(Box<RunList>),
}

/// What pages show.
#[derive(Clone, Copy)]
pub(crate) struct Shown<'s> {
    pub game: &'s Game,
    pub history: &'s RunHistory,
    pub settings: &'s Settings,
}

/// What a key on a page leads to.
pub(crate) enum Answer {
    /// Another page, or the same one.
    Show(Page),
    /// The game.
    Close,
    /// A key of the original. The page closes.
    Press(Key),
    /// A command. The page closes.
    Give(Command),
    /// Other settings, and the page.
    Set(Settings, Page),
    /// Something about a run of the list.
    Choose(RunChoice, Box<RunList>),
}

impl Page {
    /// Draws the page in place of the game's screen. Pages about the run are empty: `Page::draw` knows the
    /// run.
    pub fn render(&self, part: Part, frame: &mut Frame) {
        frame.clear();
        match self {
            Page::Help(page) => help::draw(*page, part, frame),
            Page::Notice(text) => notice::draw(text, BACK, frame),
            Page::Ask(key) => notice::draw(&question(*key, part), BACK, frame),
            _ => {}
        }
    }

    /// Draws any page in place of the game's screen.
    pub(crate) fn draw(&self, shown: &Shown, frame: &mut Frame) {
        let Shown { game, history, .. } = *shown;
        match self {
            Page::Help(_) | Page::Notice(_) | Page::Ask(_) => self.render(game.part(), frame),
            Page::Messages(page) => history.messages.draw(*page, frame),
            Page::Panel => panel::draw_page(game, &history.messages, frame),
            Page::Summary => history.summary(game).draw(frame),
            Page::Map => history.summary(game).draw_map(frame),
            Page::Runs(list) if list.draw_question(frame) => {}
            Page::Commands(_) | Page::Settings(_) | Page::Runs(_) => {
                self.list(shown, frame.rows()).iter().for_each(|list| list.draw(frame));
            }
        }
    }

    /// Returns the lines of the page that can be chosen, if it has some.
    fn list(&self, shown: &Shown, rows: i32) -> Option<ListPage> {
        match self {
            Page::Commands(chosen) => Some(help::commands(shown.game, *chosen)),
            Page::Settings(chosen) => Some(settings::list(shown.settings, *chosen)),
            Page::Runs(list) => list.list(rows),
            _ => None,
        }
    }

    /// Chooses the line at a row of the page, if it has lines. Returns true if there is one.
    pub(crate) fn point(&mut self, row: i32, shown: &Shown, rows: i32) -> bool {
        let Some(line) = self.list(shown, rows).and_then(|list| list.line_at(row)) else { return false };
        match self {
            Page::Commands(chosen) | Page::Settings(chosen) => *chosen = line,
            Page::Runs(list) => list.choose(line),
            _ => {}
        }
        true
    }

    /// Returns true if the wheel of the mouse turns the page.
    pub(crate) const fn scrolls(&self) -> bool {
        matches!(
            self,
            Page::Help(_) | Page::Messages(_) | Page::Commands(_) | Page::Settings(_) | Page::Runs(_)
        )
    }

    /// Handles a key. `rows` is the number of rows of the page.
    pub(crate) fn press(self, key: Key, shown: &Shown, rows: i32) -> Answer {
        match self {
            Page::Help(page) => help::press(page, key),
            Page::Ask(asked) if asked == key => Answer::Press(key),
            Page::Notice(_) | Page::Ask(_) | Page::Panel => Answer::Close,
            Page::Messages(page) => messages::press(page, key, shown.history.messages.pages(rows)),
            Page::Summary if matches!(key, Key::M | Key::RETURN) => Answer::Show(Page::Map),
            Page::Summary => Answer::Close,
            Page::Map => Answer::Show(Page::Summary),
            Page::Commands(chosen) => help::press_on_commands(shown.game, chosen, key),
            Page::Settings(chosen) => settings::press(shown.settings, chosen, key),
            Page::Runs(mut list) => match list.press(key, rows) {
                RunChoice::Stay => Answer::Show(Page::Runs(list)),
                RunChoice::Close => Answer::Close,
                choice => Answer::Choose(choice, list),
            },
        }
    }
}

/// Returns what is asked before a key.
fn question(key: Key, part: Part) -> String {
    match key {
        Key::V => "V changes the algorithm that computes what you see, for the rest of the run. Other \
                   algorithms see other tiles, so the run goes on in another way. Press V again to change it."
            .to_owned(),
        Key::SPACE => "The run that you play is not kept in this part. Press SPACE again to begin a new \
                       dungeon."
            .to_owned(),
        _ if part.has_saves() => "ESC closes the window. The menu offers your run the next time. Press ESC \
                                  again to quit."
            .to_owned(),
        _ => "The run that you play is not kept in this part. Press ESC again to quit.".to_owned(),
    }
}
