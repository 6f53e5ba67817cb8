//! The screen about a game: the player's numbers, what is in view, and what happened.

use crate::desktop::actions::{Action, Place};
use crate::desktop::assist::stop::sentence;
use crate::desktop::history::PlayedGame;
use crate::desktop::history::tally::death;
use crate::desktop::kept::Fate;
use crate::desktop::kept::facts::GameFacts;
use crate::desktop::kept::keeper::{Keeper, end_of};
use crate::desktop::scene::Style;
use crate::desktop::screens::content::{Body, Content, Room, Screen, Shown, possible};
use crate::desktop::screens::panel::{self, short_label};
use crate::game::{Game, GameState, PlayerClass};
use crate::item::Item;

/// Number of messages on the screen.
const LAST_MESSAGES: usize = 6;

/// The player's numbers, what is in view, and what happened in the game.
pub(crate) struct Character;

impl Screen for Character {
    fn place(&self) -> Place {
        Place::Character
    }

    fn content(&self, shown: &Shown) -> Content {
        let run = shown.played;
        let is_over = end_of(&run.game).is_some();
        let class = run.game.class().filter(|_| is_over);
        let best = class.and_then(|class| best_of(shown.files, class));
        let facts = facts(run).into_iter().chain(best.map(|best| ("Best game", best))).collect();
        let messages = last_messages(run).map(str::to_owned).collect();
        let has_dungeon = is_over && shown.can_begin && run.history.tally.seed.is_some();
        let hints = possible([
            (has_dungeon, Action::Again, "this dungeon again"),
            (is_over, Action::Share, "copy a line about it"),
            (is_over, Action::Open(Place::Level), "the map"),
            (true, Action::Back, "back"),
        ]);
        let content = Content::new(heading(run), Body::Facts(facts, messages)).with_hints(hints);
        Content { notes: vec![(origin(shown), Style::Label)], ..content }
    }

    /// The map of a living hero is below the screen, and other keys are about a game that is over.
    fn act(&mut self, action: Action, shown: &Shown, _: Room) -> Option<Action> {
        let is_over = end_of(&shown.played.game).is_some();
        match action {
            Action::Choose => Some(Action::Back),
            Action::Again | Action::Share | Action::Open(Place::Level) => Some(action).filter(|_| is_over),
            _ => Some(action),
        }
    }
}

/// Returns in one line whether the player lives, or how the game ended.
pub(crate) fn heading(run: &PlayedGame) -> String {
    let place = GameFacts::of(run).place();
    match (run.game.state(), run.history.tally.killer) {
        (GameState::Won, _) => format!("You have won{place}"),
        (GameState::Dead, None) => format!("You died{place}"),
        (GameState::Dead, killer) => sentence(&death(killer)) + &place,
        // A quirk of the original.
        _ if !run.game.player().alive => format!("You died, but regeneration keeps you alive{place}"),
        _ => format!("You are alive{place}"),
    }
}

/// Returns what the game is: its part, its seed, and its file.
fn origin(shown: &Shown) -> String {
    let part = shown.played.game.part();
    let seed = shown.played.history.tally.seed;
    let seed = seed.map_or_else(|| "seed not known".to_owned(), |seed| format!("seed {seed}"));
    let file = shown.files.path().map(|path| path.file_name().unwrap_or_default().display().to_string());
    let parts = [format!("Part {part}, {}", part.name()), seed].into_iter().chain(file);
    parts.collect::<Vec<_>>().join(" - ")
}

/// Returns the names of facts, and the facts.
fn facts(run: &PlayedGame) -> Vec<(&'static str, String)> {
    let (game, tally) = (&run.game, &run.history.tally);
    let (part, is_over) = (game.part(), end_of(game).is_some());
    let numbered = |numbers: &[(&str, u64)], none: &str| {
        list(numbers.iter().map(|(name, it)| format!("{} {it}", name.trim_start_matches("the "))), none)
    };
    let since = if tally.continued { " since the game was loaded" } else { "" };
    let floors = (1..).zip(&tally.floors).map(|(depth, turns)| format!("{turns} on depth {depth}"));
    let bonuses = list(panel::bonuses(game), "");
    let unknown = panel::names(game.inventory().iter().filter_map(|&item| unknown(game, item)));
    let unknown = list(unknown, "");
    let facts = [
        (true, "Turns", format!("{}{since}", tally.turns())),
        (part.has_floors() && tally.floors.len() > 1, "By depth", list(floors, "")),
        (part.has_melee(), "Kills", numbered(&tally.kills, "none") + since),
        (part.has_melee(), "Hurt by", numbered(&tally.damage, "nothing") + since),
        (!bonuses.is_empty(), "Bonuses", bonuses),
        (is_over && !unknown.is_empty(), "Identified", unknown),
    ];
    facts.into_iter().filter(|(is_known, ..)| *is_known).map(|(_, name, fact)| (name, fact)).collect()
}

fn last_messages(run: &PlayedGame) -> impl Iterator<Item = &str> {
    let messages = &run.history.messages.all;
    messages[messages.len().saturating_sub(LAST_MESSAGES)..].iter().map(|message| message.text.as_str())
}

/// Returns names with commas between them, or the word for none.
fn list(names: impl Iterator<Item = String>, none: &str) -> String {
    let names: Vec<String> = names.collect();
    if names.is_empty() { none.to_owned() } else { names.join(", ") }
}

/// Returns what an item was that the player does not know: `fizzy potion was healing`.
fn unknown(game: &Game, item: Item) -> Option<String> {
    let effect = match item {
        Item::Potion(potion) if !game.potion_ident[potion as usize] => potion.effect(),
        Item::Scroll(scroll) if !game.scroll_ident[scroll as usize] => scroll.effect(),
        _ => return None,
    };
    Some(format!("{} was {effect}", short_label(game, item)))
}

/// Describes the best finished game of a class: a victory, or the deepest level.
fn best_of(files: &Keeper, class: PlayerClass) -> Option<String> {
    let runs = files.games().iter().filter(|run| run.facts.class == Some(class) && run.end != Fate::Damaged);
    let best = runs.max_by_key(|run| (run.end == Fate::Won, run.facts.depth, run.facts.turns))?;
    if files.path() == Some(best.path()) {
        return Some(format!("this one ({})", class.name()));
    }
    let fate = if best.end == Fate::Won { "won on" } else { "reached" };
    let (depth, turn) = (best.facts.depth.unwrap_or(1), best.facts.turn().unwrap_or_default());
    Some(format!("{} {fate} depth {depth}, {turn}", class.name()))
}
