//! The title screen: classes, kept games, and dungeons to choose. Free play has one of its own, with the
//! numbers of the classes.

use crate::desktop::actions::{Action, Place, key_name};
use crate::desktop::kept::facts::day_of_seed;
use crate::desktop::screens::content::{Hint, Line, Shown};
use crate::desktop::screens::hints::{add_keys_of_series, draw_hints};
use crate::desktop::screens::sheet::Sheet;
use crate::desktop::screens::{LEFT, inventory};
use crate::desktop::settings::palette::{CHOSEN, HEADING, HINT, TEXT};
use crate::entity::Entity;
use crate::game::{Game, PlayerClass, Setup};
use crate::item::Item;
use crate::key::Key;
use crate::map::Pos;
use crate::screen;

/// What chooses a class.
const CLASSES: [Action; PlayerClass::ALL.len()] =
    [Action::Press(Key::NUM_1), Action::Press(Key::NUM_2), Action::Press(Key::NUM_3)];
/// The column of the pointer.
const POINTER_COLUMN: i32 = 3;
/// The row of the first line in free play, and the names of its columns.
const TOP: i32 = 13;
const COLUMNS: &str = "             HP  POW  DEF  carries";

/// Returns the lines, and what each does. After the original's classes come the game that was left last, in
/// free play before them, and the list of games.
pub(crate) fn lines(shown: &Shown) -> Vec<(Action, Line)> {
    let part = shown.played.game.part();
    let gap = if shown.free_play { "  " } else { " -  " };
    let offer = shown.files.offered();
    let left = offer.map(|game| (Action::Continue, format!("Continue{gap}{}", game.offer())));
    let classes = CLASSES.map(|action| {
        let mut hero = Game::new(Setup::new(part, 1));
        if let Action::Press(key) = action {
            hero.press(key);
        }
        (action, class_line(&hero))
    });
    let seeds = [(Action::Today, "Dungeon of the day"), (Action::Open(Place::Seed), "Type a seed")];
    let seeds = seeds.into_iter().filter(|_| shown.can_begin && shown.free_play);
    let games = (!shown.files.runs().is_empty()).then_some((Action::Open(Place::Games), "All games"));
    let others = seeds.chain(games).map(|(action, text)| (action, text.to_owned()));
    let (first, fourth) = if shown.free_play { (left, None) } else { (None, left) };
    let lines = first.into_iter().chain(classes).chain(fourth).chain(others);
    lines.map(|(action, text)| (action, Line::new(text))).collect()
}

/// Returns the line that is chosen at first in free play: that of the class played last if the player chose
/// the dungeon, and else the first.
pub(crate) fn first_choice(shown: &Shown) -> Option<usize> {
    let last = shown.files.runs().iter().max_by_key(|run| run.date).and_then(|run| run.facts.class);
    let class = CLASSES[last.map_or(0, |class| class as usize)];
    let line = lines(shown).iter().position(|(action, _)| *action == class);
    shown.free_play.then(|| line.filter(|_| shown.is_chosen).unwrap_or(0))
}

/// Returns the tile of the pointer at a line.
pub(crate) fn pointer_at(line: usize, shown: &Shown) -> Pos {
    let top = if shown.free_play { TOP } else { screen::first_class_row(shown.played.game.part()) };
    Pos::new(POINTER_COLUMN, top + 2 * line as i32)
}

/// Returns what is said about the next dungeon. The next hero of a recorded program has no seed.
pub(crate) fn next_dungeon(shown: &Shown) -> String {
    let tally = &shown.played.history.tally;
    let seed = tally.seed.filter(|_| tally.turns() == 0);
    seed.map_or_else(String::new, |seed| match day_of_seed(seed) {
        Some(day) => format!("Dungeon of {day}: seed {seed}"),
        None => format!("The next dungeon has the seed {seed}."),
    })
}

/// Draws the whole screen in free play, and what the original's lacks elsewhere.
pub(crate) fn draw(shown: &Shown, sheet: &mut Sheet) {
    let keys = shown.keys();
    let line_key = |action| keys.key(action, Place::Title).map_or_else(String::new, key_name);
    if !shown.free_play {
        add_keys_of_series(shown, sheet);
        for (number, (action, line)) in lines(shown).into_iter().enumerate().skip(CLASSES.len()) {
            let row = pointer_at(number, shown).y;
            sheet.frame.draw_centred(row, &format!("{})  {}", line_key(action), line.text), TEXT);
        }
        return;
    }
    let frame = &mut sheet.frame;
    frame.clear();
    frame.draw_centred(4, "R O G U E L I K E", HEADING);
    frame.draw_centred(6, "Find the three Amulets on the deep levels, and live.", TEXT);
    frame.draw_left(LEFT, TOP - 2, COLUMNS, HINT);
    for (number, (action, line)) in lines(shown).into_iter().enumerate() {
        let row = pointer_at(number, shown).y;
        frame.draw_left(LEFT, row, &format!("{}  {}", line_key(action), line.text), TEXT);
    }
    let rows = frame.rows();
    frame.draw_centred(rows - 8, &next_dungeon(shown), if shown.is_chosen { CHOSEN } else { HINT });
    let [choose, others] = hints(shown);
    draw_hints(rows - 6, choose, HINT, (keys, Place::Title), sheet);
    draw_hints(rows - 4, others, HINT, (keys, Place::Title), sheet);
}

/// Returns the hints of free play, in two rows.
pub(crate) fn hints(shown: &Shown) -> [Vec<Hint>; 2] {
    let choose = vec![
        Hint::text("up / down  choose"),
        Hint::new(Action::Choose, "begin"),
        Hint::new(Action::Leave, "quit"),
    ];
    let load = Hint::new(Action::Press(Key::F9), "load the save");
    let mut others = vec![
        Hint::new(Action::Open(Place::Keys), "keys"),
        Hint::new(Action::Open(Place::Settings), "settings"),
    ];
    others.extend(shown.played.game.slot().exists().then_some(load));
    [choose, others]
}

/// Returns the line of a class, whose game has just begun.
fn class_line(hero: &Game) -> String {
    let Entity { max_hp, power, defense, .. } = hero.player();
    let gear = [hero.wielded(), hero.worn()].into_iter().flatten().map(|item| item.name().to_owned());
    let kinds = hero.inventory().iter().map(|item| match item {
        Item::Potion(_) => "potion",
        Item::Scroll(_) => "scroll",
        _ => "thing",
    });
    let items = inventory::stacked_names(kinds.map(str::to_owned));
    let name = hero.class().map_or("", PlayerClass::name);
    let things = gear.chain(items).collect::<Vec<_>>().join(", ");
    format!("{name:<10}{max_hp:<4}{power:<5}{defense:<5}{things}")
}
