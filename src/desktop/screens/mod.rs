//! Screens over the game, and the window's additions to the game's own screens. The content of a screen is
//! data (`content`), and `page` draws it.

pub(crate) mod base;
pub(crate) mod carving;
pub(crate) mod character;
pub(crate) mod content;
mod ending;
mod facts;
pub(crate) mod games;
pub(crate) mod hints;
pub(crate) mod inventory;
mod keys;
mod list;
mod messages;
pub(crate) mod page;
pub(crate) mod panel;
mod pause;
mod play;
mod preview;
mod series;
pub(crate) mod settings;
mod steps;
pub(crate) mod texts;
pub(crate) mod title;

use crate::desktop::actions::Place;
use crate::desktop::screens::content::Screen;

/// Returns the screen of a place, as it is opened. `None` for screens that need something.
pub(crate) fn screen_of(place: Place) -> Option<Box<dyn Screen>> {
    Some(match place {
        Place::Keys => Box::new(keys::Keys::default()),
        Place::Messages => Box::new(messages::Messages::default()),
        Place::Character => Box::new(character::Character),
        Place::Level => Box::new(texts::Level),
        Place::Settings => Box::new(settings::Settings::default()),
        Place::Steps => Box::new(steps::Steps::default()),
        Place::AskSteps => Box::new(texts::BEFORE_STEPS),
        Place::AskQuit => Box::new(texts::BEFORE_QUIT),
        Place::Pause => Box::new(pause::Pause::default()),
        Place::Seed => Box::new(texts::Seed::default()),
        _ => return None,
    })
}
