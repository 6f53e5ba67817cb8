//! Games, key by key.

use std::cell::RefCell;

use roguelike::game::Setup;
use roguelike::key::Key;
use roguelike::keys::script;
use roguelike::trace::{Form, Header, Step, Tracer};
use serde::Serialize;

use crate::picture::Picture;
use crate::request::Request;

/// A game that is kept for the next request.
pub struct Played {
    setup: Setup,
    keys: Vec<Key>,
    pub tracer: Tracer,
    last: Step,
}

/// The state of a game as a page shows it.
#[derive(Serialize)]
pub struct State<'p> {
    /// The title of the window.
    title: &'p str,
    frame: Picture,
    /// The lines of the last step in a recording.
    facts: String,
    /// The keys pressed, a word each. The program ends with Escape, and no key comes after that.
    keys: Vec<&'static str>,
    ended: bool,
}

thread_local! {
    /// The game of the last request.
    static KEPT: RefCell<Option<Played>> = const { RefCell::new(None) };
}

/// Plays a game with a script of `keys`, and returns the result of `look`.
///
/// # Errors
/// If the game doesn't exist, or a word isn't a key.
pub fn with<T>(request: &Request, look: impl FnOnce(&Played) -> T) -> Result<T, String> {
    let (setup, keys) = (request.setup()?, keys(request)?);
    let kept = KEPT.take().filter(|kept| {
        let [a, b] = [&kept.setup, &setup];
        (a.part, a.seed, a.library) == (b.part, b.seed, b.library) && keys.starts_with(&kept.keys)
    });
    let mut played = kept.unwrap_or_else(|| Played::new(setup));
    for &key in &keys[played.keys.len()..] {
        played.press(key);
    }
    let answer = look(&played);
    // A script may go on after Escape, and the next one may not.
    KEPT.set(Some(played).filter(|played| !played.last.quits()));
    Ok(answer)
}

impl Played {
    fn new(setup: Setup) -> Played {
        let (tracer, last) = Tracer::new(setup.clone());
        Played { setup, keys: Vec::new(), tracer, last }
    }

    fn press(&mut self, key: Key) {
        if !self.last.quits() {
            self.last = self.tracer.press(key);
            self.keys.push(key);
        }
    }

    /// Returns the state that a page shows.
    pub fn state(&self) -> State<'_> {
        let frame = self.tracer.frame();
        State {
            title: self.tracer.game().title(),
            frame: Picture::new(frame, frame.rows()),
            facts: self.last.text(),
            keys: self.keys.iter().map(|key| key.name()).collect(),
            ended: self.last.quits(),
        }
    }
}

fn keys(request: &Request) -> Result<Vec<Key>, String> {
    script::read_all(request.text("keys").as_bytes()).map_err(|error| error.to_string())
}

/// Returns the recording of a game, in a brief form if the request has `brief`.
///
/// # Errors
/// If the game doesn't exist, or a word isn't a key.
pub fn trace(request: &Request) -> Result<String, String> {
    let setup = request.setup()?;
    let form = if request.text("brief").is_empty() { Form::Normal } else { Form::Brief };
    let mut text = Header::new(&setup, form).to_string();
    let (mut tracer, first) = Tracer::new(setup);
    text += &first.to_text(form);
    for key in keys(request)? {
        text += &tracer.press(key).to_text(form);
    }
    Ok(text)
}
