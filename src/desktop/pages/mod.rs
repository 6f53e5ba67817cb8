//! Pages that lie over the game. Each one knows how it is drawn, what its keys do, and what can be clicked.

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
pub(crate) mod settings;
pub(crate) mod sheet;
pub(crate) mod steps;
pub(crate) mod summary;

use crate::desktop::commands::{Command, PAGES, command_of};
use crate::desktop::pages::hints::Hint;
use crate::desktop::pages::list_page::ListPage;
use crate::desktop::pages::run_list::{RunChoice, RunList};
use crate::desktop::pages::sheet::Sheet;
use crate::desktop::run::PlayedRun;
use crate::desktop::runs::keeper::RunKeeper;
use crate::desktop::settings::Settings;
use crate::explorer::key_of;
use crate::game::direction;
use crate::key::Key;
use crate::screen;

/// The column where the lines of pages begin.
const LEFT: i32 = 5;

/// A page over the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Page {
    /// The keys of the part that is played: a page of the table.
    Help(usize),
    /// A message of the desktop, like a problem with a file.
    Notice(String),
    /// The messages of the run. Page 0 has the oldest. A page behind the last one is the last one.
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
    Runs(RunList),
    /// The menu of a living run, with the number of the line that is chosen.
    Leave(usize),
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
    /// The line of the menu or of the pack that the player points at; none while the pointer is hidden.
    pub pointer: Option<usize>,
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

/// What a key on a page leads to, besides what it changes on the page.
pub(crate) enum Response {
    /// Nothing else.
    Stay,
    /// The page closes.
    Close,
    /// Another page lies over this one.
    Over(Page),
    /// A key of the original, without another question. The page closes.
    Press(Key),
    /// What a line of the table of keys does. The page closes.
    Act(Command),
    /// A line about the run for the clipboard.
    Share,
    /// The number of a setting, and true for its next value.
    Step(usize, bool),
    /// Something about the chosen run of the list.
    Choose(RunChoice),
}

impl Page {
    /// Draws the page in place of the game's screen.
    pub(crate) fn draw(&self, shown: &Shown, sheet: &mut Sheet) {
        let run = shown.run;
        match self {
            Page::Help(page) => help::draw(*page, shown, sheet),
            Page::Notice(text) => note::draw_page(text, [Hint::text("any key  back")], sheet),
            Page::Messages(page) => messages::draw(&run.history.messages, *page, sheet),
            Page::Steps(topic, step) => steps::draw((*topic, *step), &run.game, sheet),
            Page::AskSteps => {
                let text = "This shows the whole floor, including parts you have not seen.";
                note::draw_page(text, [(Key::Y, "show it").into(), (Key::ESCAPE, "back").into()], sheet)
            }
            Page::Summary => summary::draw(shown, sheet),
            Page::Map => {
                screen::draw_level(&run.game, &mut sheet.frame);
                note::draw_status("ESC  back", &mut sheet.frame);
            }
            Page::Runs(list) if list.asks => list.draw_question(sheet),
            Page::Seed(seed) => {
                let digits = seed.map_or_else(String::new, |seed| seed.to_string());
                let text = format!("Seed of the next dungeon: {digits}_\n\nIt is at most {}.", u32::MAX);
                note::draw_page(&text, [(Key::RETURN, "use it").into(), (Key::ESCAPE, "back").into()], sheet)
            }
            Page::Settings(_) | Page::Runs(_) | Page::Leave(..) => {
                let list = self.list(shown, sheet.frame.rows());
                list.into_iter().for_each(|list| list.draw(sheet));
            }
        }
    }

    /// Returns the lines of the page that can be chosen, if it has some.
    fn list(&self, shown: &Shown, rows: i32) -> Option<ListPage> {
        match self {
            Page::Settings(chosen) => Some(settings::list(shown, *chosen, rows)),
            Page::Runs(list) => Some(list.list(rows)),
            Page::Leave(chosen) => Some(leave::list(shown, *chosen, rows)),
            _ => None,
        }
    }

    /// The number of the line that is chosen, if the page has lines.
    pub(crate) fn chosen(&mut self) -> Option<&mut usize> {
        match self {
            Page::Settings(chosen) | Page::Leave(chosen) => Some(chosen),
            Page::Runs(list) => Some(&mut list.chosen),
            _ => None,
        }
    }

    /// Returns true if any key closes the page.
    pub(crate) const fn closes_by_any_key(&self) -> bool {
        matches!(self, Page::Notice(_))
    }

    /// Returns true if the key that shows the page also closes it.
    pub(crate) fn is_shown_by(&self, key: Key, shown: &Shown) -> bool {
        let Some(command) = command_of(key, false, &shown.run.game) else { return false };
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
    pub(crate) fn press(&mut self, key: Key, shown: &Shown, rows: i32) -> Response {
        let (run, part) = (shown.run, shown.run.game.part());
        let is_return = matches!(key, Key::RETURN | Key::KEYPAD_ENTER);
        match self {
            Page::Seed(seed @ Some(_)) if is_return => return Response::Act(Command::Begin(*seed)),
            Page::Seed(seed) if key != Key::ESCAPE => {
                *seed = typed(*seed, key);
                return Response::Stay;
            }
            _ => {}
        }
        // The keys that walk on the map are arrows here.
        let key = direction(key.walking()).and_then(key_of).unwrap_or(key);
        let key = if is_return { Key::RETURN } else { key };
        if let Page::Runs(list) = self {
            let was_asked = list.asks;
            let choice = list.choose(key);
            if was_asked || list.asks || choice.is_some() {
                return choice.map_or(Response::Stay, Response::Choose);
            }
        }
        let is_over = !run.game.is_run_alive();
        let closes = key == Key::ESCAPE || self.closes_by_any_key() || self.is_shown_by(key, shown);
        match (self, key) {
            (Page::Leave(..), key) if leave::begins_again(part, key) => return Response::Press(key),
            (Page::Leave(chosen), Key::RETURN) => return leave::choose(part, *chosen),
            (Page::Settings(chosen), Key::LEFT | Key::RIGHT | Key::RETURN | Key::SPACE) => {
                return Response::Step(*chosen, key != Key::LEFT);
            }
            // The map of a living hero is below the page, and the other keys are about a run that is over.
            (Page::Summary, Key::M) if is_over => return Response::Over(Page::Map),
            (Page::Summary, Key::N) if is_over => return Response::Act(Command::Again),
            (Page::Summary, Key::C) if is_over => return Response::Share,
            (Page::Map, Key::M) => return Response::Close,
            (Page::Help(_) | Page::Summary | Page::Map, Key::RETURN | Key::SPACE) => return Response::Close,
            _ if closes => return Response::Close,
            (page, Key::Y | Key::RETURN) if *page == Page::AskSteps => *page = Page::Steps(0, 0),
            // To another line or page.
            (Page::Help(page), _) => *page = turned(*page, PAGES.len(), key),
            (Page::Steps(topic, step), _) => {
                (*topic, *step) = steps::turn((*topic, *step), key, &run.game);
            }
            (Page::Messages(page), _) => {
                let count = messages::count_pages(&run.history.messages, rows);
                *page = turned((*page).min(count - 1), count, key);
            }
            (page, _) => {
                let line = page.list(shown, rows).map(|list| list.moved(key));
                page.chosen().zip(line).into_iter().for_each(|(chosen, line)| *chosen = line);
            }
        }
        Response::Stay
    }
}

/// Returns the seed of a dungeon after a key. A digit that would make it too large is ignored.
fn typed(seed: Option<u32>, key: Key) -> Option<u32> {
    let name = key.name();
    match name.strip_prefix("Keypad ").unwrap_or(name).parse::<u32>() {
        Ok(digit) => seed.unwrap_or(0).checked_mul(10).and_then(|tens| tens.checked_add(digit)).or(seed),
        Err(_) if key == Key::BACKSPACE => seed.filter(|seed| *seed >= 10).map(|seed| seed / 10),
        Err(_) => seed,
    }
}
