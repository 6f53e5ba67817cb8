//! The screen of kept games, and the words for a game there, on the title screen and in the output of
//! `roguelike runs`. Games that were left can be continued or given up, others watched again.

use std::fmt;
use std::path::PathBuf;

use crate::desktop::actions::{Action, Place, Way};
use crate::desktop::history::tally::death;
use crate::desktop::kept::facts::{GameFacts, day_of_seed, known};
use crate::desktop::kept::{Fate, KeptGame};
use crate::desktop::scene::Style;
use crate::desktop::screens::content::{
    Body, Content, Hint, Line, Room, Screen, Shown, Tone, Value, possible,
};
use crate::game::PlayerClass;
use crate::part::Part;

/// The letters of a line.
const COLUMNS: i32 = 80;
/// The most games that usual windows show at once.
const A_PAGE: usize = 16;

/// The kept games, and the one that is chosen.
pub(crate) struct Games {
    games: Vec<KeptGame>,
    /// The file of the game that this window plays, or that ended here.
    own: Option<PathBuf>,
    chosen: usize,
    /// True while the question is shown whether the chosen game is to be given up.
    asks: bool,
}

impl Games {
    /// The game that is played or has just ended is chosen.
    pub fn new(mut games: Vec<KeptGame>, own: Option<PathBuf>) -> Games {
        games.sort_by_key(group);
        let chosen = games.iter().position(|game| own.as_deref() == Some(game.path())).unwrap_or_default();
        Games { games, own, chosen, asks: false }
    }

    /// The same with another line chosen.
    pub fn at(self, chosen: usize) -> Games {
        Games { chosen: chosen.min(self.games.len().saturating_sub(1)), ..self }
    }

    fn is_own(&self, game: &KeptGame) -> bool {
        self.own.as_deref() == Some(game.path())
    }

    /// Returns the actions for the chosen game, with their names. Return performs the first one.
    fn choices(&self) -> impl Iterator<Item = (Action, &'static str)> {
        let choices = self.games.get(self.chosen).map(|game| {
            let is_readable = !matches!(game.end, Fate::Damaged | Fate::Newer);
            [
                (game.end == Fate::Left, Action::Resume, "continue it"),
                (game.end.is_over(), Action::Watch, "watch it"),
                (game.may_be_given_up, Action::GiveUp, "give it up"),
                (is_readable && game.facts.seed.is_some(), Action::Again, "this dungeon again"),
                (is_readable, Action::Share, "copy a line"),
            ]
        });
        let possible = choices.into_iter().flatten().filter(|(is_possible, ..)| *is_possible);
        possible.map(|(_, action, meaning)| (action, meaning))
    }

    fn can(&self, action: Action) -> bool {
        self.choices().any(|(possible, _)| possible == action)
    }

    /// Returns what Return does with the chosen game.
    fn main_choice(&self) -> Option<Action> {
        self.choices().map(|(action, _)| action).find(|it| matches!(it, Action::Resume | Action::Watch))
    }

    /// Returns why the chosen game cannot be continued or watched, if it cannot.
    fn reason(&self) -> Option<&str> {
        let Some(game) = self.games.get(self.chosen) else { return Some("no games yet") };
        match game.end {
            Fate::Open if self.is_own(game) => Some("you are playing this game"),
            Fate::Open => Some("another window is playing this game"),
            Fate::Damaged => game.note.as_deref(),
            Fate::Newer => Some("made by a newer version"),
            Fate::Left | Fate::Died | Fate::Won | Fate::Ended => None,
        }
    }

    /// Returns what else is known of the chosen game: its seed or turns, and its file.
    fn status(&self) -> String {
        let Some(game) = self.games.get(self.chosen) else { return String::new() };
        let seed = game.facts.seed.map(|seed| match day_of_seed(seed) {
            Some(day) => format!("seed {seed}, the dungeon of {day}"),
            None => format!("seed {seed}"),
        });
        let is_best = best(&self.games) == Some(self.chosen);
        let best = is_best.then(|| "your best finished game".to_owned());
        let facts = seed.or_else(|| game.facts.turn()).into_iter().chain(best);
        facts.chain([file_name(game)]).collect::<Vec<_>>().join(" - ")
    }

    fn question(&self) -> Content {
        let text = self.games.get(self.chosen).map(question).unwrap_or_default();
        let hints = [Hint::new(Action::GiveUp, "yes"), Hint::new(Action::Back, "back to the list")];
        Content::new("", Body::Text(text)).with_hints(hints)
    }
}

impl Screen for Games {
    fn place(&self) -> Place {
        if self.asks { Place::AskGiveUp } else { Place::Games }
    }

    fn content(&self, _: &Shown) -> Content {
        if self.asks {
            return self.question();
        }
        let count = self.games.len();
        let best = best(&self.games);
        let lines = self.games.iter().enumerate();
        let lines = lines.map(|(number, game)| Line {
            tone: match game.end {
                Fate::Won => Tone::Won(word(game)),
                Fate::Left | Fate::Open => Tone::Plain,
                _ if best == Some(number) => Tone::Plain,
                _ => Tone::Dim,
            },
            value: columns(game),
            group: Some(GROUPS[group(game)].to_owned()),
            ..Line::new(line(game, self.is_own(game)))
        });
        let lines = lines.collect();
        let choices = self.choices().map(|(action, meaning)| match action {
            Action::Resume | Action::Watch => Hint::new(Action::Choose, meaning),
            action => Hint::new(action, meaning),
        });
        let choices: Vec<Hint> = self.reason().map(Hint::text).into_iter().chain(choices).collect();
        let place = (count > 0).then(|| format!("{} of {count}", self.chosen + 1));
        let turns = possible([
            (count > A_PAGE, Action::Go(Way::PageUp), "back"),
            (count > A_PAGE, Action::Go(Way::PageDown), "further"),
            (true, Action::Back, "close"),
        ]);
        let list = Content::new("Games", Body::List(lines, Some(self.chosen)));
        let list = list.with_hints(choices.into_iter().chain(turns));
        let notes = vec![(self.status(), Style::Label)];
        Content { notes, corner: place.unwrap_or_default(), columns: COLUMNS, ..list }
    }

    /// To give a game up, the key is pressed twice.
    fn act(&mut self, action: Action, _: &Shown, room: Room) -> Option<Action> {
        if self.asks {
            self.asks = false;
            return (action == Action::GiveUp).then_some(action);
        }
        match action {
            Action::Go(way) => self.chosen = room.moved(self.chosen, self.games.len(), way),
            Action::Choose => return self.main_choice(),
            Action::GiveUp => self.asks = self.can(action),
            Action::Again | Action::Share if !self.can(action) => {}
            _ => return Some(action),
        }
        None
    }

    fn chosen(&mut self) -> Option<&mut usize> {
        Some(&mut self.chosen)
    }

    fn game(&self) -> Option<&KeptGame> {
        self.games.get(self.chosen)
    }
}

/// Returns a word for the fate of a game.
fn word(run: &KeptGame) -> &'static str {
    match run.end {
        Fate::Left => "left",
        Fate::Open => "open",
        Fate::Died => "died",
        Fate::Won => "won",
        Fate::Ended if !run.is_kept => "recording",
        Fate::Ended if run.part.is_some_and(Part::has_saves) => "given up",
        Fate::Ended => "ended",
        Fate::Damaged => "damaged",
        Fate::Newer => "newer",
    }
}

fn file_name(run: &KeptGame) -> String {
    run.path().file_name().unwrap_or_default().display().to_string()
}

/// The headings of the list.
const GROUPS: [&str; 3] = ["Unfinished", "Finished", "Other files"];

/// Returns the number of the heading above a game.
fn group(run: &KeptGame) -> usize {
    match run.end {
        Fate::Left | Fate::Open => 0,
        Fate::Died | Fate::Won | Fate::Ended if run.is_kept => 1,
        _ => 2,
    }
}

/// Returns the number of the best of some finished games, if there are several: one that was won, otherwise
/// the deepest.
fn best(games: &[KeptGame]) -> Option<usize> {
    let finished = || games.iter().enumerate().filter(|(_, game)| group(game) == 1);
    let rank = |game: &KeptGame| (game.end == Fate::Won, game.facts.depth, game.facts.amulets);
    finished().nth(1)?;
    finished().max_by_key(|(_, game)| rank(game)).map(|(number, _)| number)
}

/// Returns the beginning of a line of the screen, whose games are all of one part: when the game was played
/// last, its class, and what became of it. `is_own` is true for the game that this window plays.
fn line(run: &KeptGame, is_own: bool) -> String {
    let fate = match run.end {
        Fate::Left => run.facts.health().unwrap_or_else(|| "can be continued".to_owned()),
        Fate::Open if is_own => "this game".to_owned(),
        Fate::Open => "playing".to_owned(),
        Fate::Died => death(run.facts.killer),
        // Its word is golden.
        Fate::Won => String::new(),
        Fate::Ended | Fate::Damaged | Fate::Newer => word(run).to_owned(),
    };
    let class = run.facts.class.map_or("-", PlayerClass::name);
    format!("{}  {class:<7}  {fate}", run.date_as("%d %b %H:%M"))
}

/// Returns the end of the line: how far the game came.
fn columns(run: &KeptGame) -> Value {
    let GameFacts { depth, turns, loaded, amulets, .. } = run.facts;
    let text = |number: Option<String>| number.unwrap_or_default();
    // The turns since a load are below the list.
    let turns = turns.map(|turns| if loaded { "loaded".to_owned() } else { turns.to_string() });
    let depth = depth.map(|depth| depth.to_string());
    Value::Columns([("depth", text(depth)), ("turn", text(turns))], amulets.unwrap_or_default())
}

/// Returns the question before a game is given up.
fn question(run: &KeptGame) -> String {
    let name = file_name(run);
    if run.end != Fate::Left {
        let note = run.note.as_deref().unwrap_or_default();
        return format!("Remove {name}?\n\nIt cannot be continued: {note}.");
    }
    let class = run.facts.class;
    let hero = class.map_or_else(|| format!("the game in {name}"), |class| format!("the {}", class.name()));
    let place = run.facts.place();
    format!(
        "Give up {hero}{place}?\n\nYou will not be able to continue the game, but it stays on the list and \
         can be watched."
    )
}

impl KeptGame {
    /// Describes the game that the title screen offers to continue.
    pub fn offer(&self) -> String {
        let (Some(class), Some(depth)) = (self.facts.class, self.facts.depth) else {
            return "the last game".to_owned();
        };
        let place = format!("{}, depth {depth}", class.name());
        [place].into_iter().chain(self.facts.health()).collect::<Vec<_>>().join(", ")
    }
}

/// The line of `roguelike runs`.
impl fmt::Display for KeptGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameFacts { class, depth, turns, loaded, seed, killer, .. } = self.facts;
        let (part, depth, turns, seed) = (known(self.part), known(depth), known(turns), known(seed));
        let (date, class) = (self.date_as("%Y-%m-%d %H:%M"), class.map_or("-", PlayerClass::name));
        write!(
            f,
            "{:<9}  {date}  part {part:<2}  {class:<7}  depth {depth:<3}  turn {turns:<5}  ",
            word(self)
        )?;
        write!(f, "seed {seed:<10}  {}", self.path().display())?;
        if self.end == Fate::Died {
            write!(f, ": {}", death(killer))?;
        }
        if loaded {
            write!(f, ": turns since a load")?;
        }
        self.note.iter().try_for_each(|note| write!(f, ": {note}"))
    }
}
