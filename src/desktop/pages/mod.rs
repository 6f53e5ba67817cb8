//! Pages that lie over the game until a key is pressed.

pub(crate) mod help;
pub(crate) mod messages;
pub(crate) mod note;
pub(crate) mod notice;
pub(crate) mod panel;
pub(crate) mod run_list;
pub(crate) mod summary;

use crate::desktop::pages::run_list::RunList;
use crate::desktop::runs::history::RunHistory;
use crate::desktop::settings::{self, Setting, Settings};
use crate::game::Game;
use crate::key::Key;
use crate::part::Part;
use crate::screen::Frame;

/// What closes most pages.
const BACK: &str = "any key  back to the game";

/// A page over the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Page {
    /// The keys of the part that is played.
    Help,
    /// The keys of replays and the game pad.
    MoreHelp,
    /// A message of the desktop, like a problem with a file.
    Notice(String),
    /// A question before a key that ends the run for good. The same key again says yes.
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
    /// The settings, with the one that is chosen.
    Settings(Setting),
    /// The list of runs.
    Runs(Box<RunList>),
}

impl Page {
    /// Draws the page in place of the game's screen. Pages about the run are empty: `Page::draw` knows the
    /// run.
    pub fn render(&self, part: Part, frame: &mut Frame) {
        frame.clear();
        match self {
            Page::Help => help::draw(0, part, frame),
            Page::MoreHelp => help::draw(1, part, frame),
            Page::Notice(text) => notice::draw(text, BACK, frame),
            Page::Ask(key) => notice::draw(&question(*key), BACK, frame),
            _ => {}
        }
    }

    /// Draws any page in place of the game's screen.
    pub(crate) fn draw(&self, game: &Game, history: &RunHistory, settings: &Settings, frame: &mut Frame) {
        match self {
            Page::Help | Page::MoreHelp | Page::Notice(_) | Page::Ask(_) => self.render(game.part(), frame),
            Page::Messages(page) => history.messages.draw(*page, frame),
            Page::Panel => panel::draw_page(game, &history.messages, frame),
            Page::Summary => history.summary(game).draw(frame),
            Page::Map => history.summary(game).draw_map(frame),
            Page::Commands(chosen) => help::draw_commands(game, *chosen, frame),
            Page::Settings(chosen) => settings::draw(settings, *chosen, frame),
            Page::Runs(list) => list.draw(frame),
        }
    }

    /// Returns the page that a key leads to; none if it closes the page. `pages` is the number of pages that
    /// the messages have.
    pub(crate) fn turn(&self, key: Key, pages: usize) -> Option<Page> {
        match (self, key) {
            (Page::Messages(page), Key::UP | Key::LEFT | Key::W | Key::A) => {
                Some(Page::Messages((page + 1).min(pages - 1)))
            }
            (Page::Messages(page), Key::DOWN | Key::RIGHT | Key::S | Key::D) => {
                Some(Page::Messages(page.saturating_sub(1)))
            }
            (Page::Help, Key::DOWN | Key::RIGHT | Key::S | Key::D) => Some(Page::MoreHelp),
            (Page::MoreHelp, Key::UP | Key::LEFT | Key::W | Key::A) => Some(Page::Help),
            (Page::Summary, Key::M) => Some(Page::Map),
            (Page::Map, _) => Some(Page::Summary),
            _ => None,
        }
    }
}

/// Returns what is asked before a key ends a run.
fn question(key: Key) -> String {
    let (key, deed) = if key == Key::SPACE { ("SPACE", "begin a new dungeon") } else { ("ESC", "quit") };
    format!("The run that you play is not kept in this part. Press {key} again to {deed}.")
}
