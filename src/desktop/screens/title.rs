//! The title screen of free play: the name of the game over a dungeon, the classes with their numbers, kept
//! games, and dungeons to choose. The series' own menu has lines for games and settings below its classes.

use crate::color::Color;
use crate::desktop::actions::{Action, Place, key_name, row_of};
use crate::desktop::kept::facts::{day_of_seed, seed_of_today};
use crate::desktop::kept::{Fate, KeptGame};
use crate::desktop::scene::area::Area;
use crate::desktop::scene::map;
use crate::desktop::scene::theme::{mix, readable};
use crate::desktop::scene::tiles::{Grid, Tiles};
use crate::desktop::scene::{Align, Scene, Shape, Style, Target};
use crate::desktop::screens::carving::{Carving, near_floor};
use crate::desktop::screens::content::{Hint, Shown};
use crate::desktop::screens::draw::{draw_chosen, draw_hints, footer};
use crate::desktop::screens::panel::names;
use crate::game::{Game, PlayerClass, Setup};
use crate::item::Item;
use crate::key::Key;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos, Room};

/// The actions that choose a class.
const CLASSES: [Action; PlayerClass::ALL.len()] =
    [Action::Press(Key::NUM_1), Action::Press(Key::NUM_2), Action::Press(Key::NUM_3)];
/// The columns of a class: its name, and its numbers with their headings, in letters.
const NAME: i32 = 5;
const NUMBERS: [(&str, i32); 4] = [("health", 22), ("power", 30), ("defense", 39), ("magic", 47)];
const CARRIES: i32 = 52;
/// All columns, and those without what a hero carries.
const WIDTHS: [i32; 2] = [82, 51];
/// How much of the dungeon in the background is hidden, 0 to 255.
const VEIL: u8 = 188;
/// The number of veils that darken the dungeon under the menu, each smaller than the one before.
const SHADE: i32 = 6;
const NAME_OF_GAME: &str = "ROGUELIKE";
const TALE: &str = "Three amulets lie in the deep. Bring them together, and live.";

/// A line that can be chosen.
pub(crate) struct TitleLine {
    pub action: Action,
    /// Its name.
    pub name: &'static str,
    detail: Detail,
}

/// The description of a line.
enum Detail {
    /// A hero: health, power, defense, magic, and what the hero carries.
    Hero([String; 4], String),
    Text(String),
}

impl Detail {
    /// Returns it as one text.
    fn text(&self) -> String {
        match self {
            Detail::Hero(numbers, carries) => format!("{}  {carries}", numbers.join("  ")),
            Detail::Text(text) => text.clone(),
        }
    }
}

/// Returns the lines: the classes, the game that was left last, other dungeons, all games, and the settings.
pub(crate) fn lines(shown: &Shown) -> Vec<TitleLine> {
    let part = shown.played.game.part();
    let heroes = CLASSES.into_iter().zip(PlayerClass::ALL).map(|(action, class)| {
        let mut hero = Game::new(Setup::new(part, 1));
        if let Action::Press(key) = action {
            hero.press(key);
        }
        TitleLine { action, name: class.name(), detail: hero_detail(&hero) }
    });
    let text = |action, name, text: String| TitleLine { action, name, detail: Detail::Text(text) };
    let left = shown.files.offered().map(|game| text(Action::Continue, "Continue", game.offer()));
    let games = shown.files.games();
    let seeds = (shown.can_begin && shown.free_play).then(|| {
        let tried = games.iter().any(|game| game.facts.seed == Some(seed_of_today()));
        let date = day_of_seed(seed_of_today()).unwrap_or_default();
        let day: Vec<&str> = date.split(' ').take(2).collect();
        let today = day.join(" ") + if tried { "" } else { ", not yet tried" };
        let seed = next_seed(shown).map_or_else(String::new, |seed| format!("the next one is {seed}"));
        [text(Action::Today, "Dungeon of the day", today), text(Action::Open(Place::Seed), "A seed", seed)]
    });
    let all = (!games.is_empty()).then(|| text(Action::Open(Place::Games), "Games", counts(games)));
    let settings = text(Action::Open(Place::Settings), "Settings", "colours, text, sound, keys".to_owned());
    let settings = shown.free_play.then_some(settings);
    heroes.chain(left).chain(seeds.into_iter().flatten()).chain(all).chain(settings).collect()
}

/// Returns the lines for those who read them one after another: the name of the action, and what it begins.
pub(crate) fn told(shown: &Shown) -> Vec<String> {
    let named = lines(shown).into_iter().filter_map(|line| Some((row_of(line.action)?.name, line)));
    let named = named.filter(|(_, line)| line.action != Action::Open(Place::Settings));
    let told = named.map(|(word, TitleLine { name, detail, .. })| match detail {
        Detail::Hero([health, power, defense, magic], carries) => {
            format!("{word}: health {health}, power {power}, defense {defense}, magic {magic}, {carries}.")
        }
        Detail::Text(text) => format!("{word}: {name}, {text}."),
    });
    told.collect()
}

/// Returns how many games are kept.
fn counts(games: &[KeptGame]) -> String {
    let count = |is: fn(Fate) -> bool| games.iter().filter(|game| is(game.end)).count();
    let (finished, won) = (count(Fate::is_over), count(|end| end == Fate::Won));
    format!("{finished} finished, {won} won")
}

fn hero_detail(hero: &Game) -> Detail {
    let body = hero.player();
    let magic = if hero.magic_bonus == 0 { "-".to_owned() } else { format!("+{}", hero.magic_bonus) };
    let gear = [hero.wielded(), hero.worn()].into_iter().flatten().map(|item| item.name().to_owned());
    let kinds = hero.inventory().iter().map(|item| match item {
        Item::Potion(_) => "potion",
        Item::Scroll(_) => "scroll",
        _ => "thing",
    });
    let carries: Vec<String> = gear.chain(names(kinds.map(str::to_owned))).collect();
    let numbers = [body.max_hp.to_string(), body.power.to_string(), body.defense.to_string(), magic];
    Detail::Hero(numbers, carries.join(", "))
}

/// Returns the line that is chosen at first in free play: the game that was left, or the class that was
/// played last.
pub(crate) fn first_choice(shown: &Shown) -> Option<usize> {
    let lines = lines(shown);
    let at = |action: Action| lines.iter().position(|line| line.action == action);
    let last =
        shown.files.games().iter().max_by_key(|run| (run.order, run.date)).and_then(|run| run.facts.class);
    let class = at(CLASSES[last.map_or(0, |class| class as usize)]);
    let left = at(Action::Continue).filter(|_| !shown.is_chosen);
    shown.free_play.then(|| left.or(class).unwrap_or(0))
}

/// The seed of the next dungeon. The next hero of a recorded program has none.
fn next_seed(shown: &Shown) -> Option<u32> {
    let tally = &shown.played.history.tally;
    tally.seed.filter(|_| tally.turns() == 0)
}

/// Draws the title screen of free play.
pub(crate) fn draw(shown: &Shown, chosen: Option<usize>, mouse: Option<(i32, i32)>, scene: &mut Scene) {
    let look = scene.look;
    let (theme, advance, w) = (look.theme, look.advance(Style::Body), look.size.0);
    let lines = lines(shown);
    let is_wide = w >= (WIDTHS[0] + 4) * advance;
    let width = if is_wide { WIDTHS[0] } else { WIDTHS[1] } * advance;
    let left = (w - width.min(w - 2 * advance)) / 2;
    let rows = lines.len() as i32 + if is_wide { 0 } else { CLASSES.len() as i32 / 2 + 1 };
    let behind_hints = scene.shapes.len();
    let bottom = draw_hints(&[hints(shown)], footer(&look), (shown.keys(), Place::Title), mouse, scene);
    let tale = look.wrapped(shown.toast.unwrap_or(TALE), Style::Body, w - 2 * advance);
    let title = look.font(Style::Title).0;
    // The name, the tale, and the line of headings and of the next seed; then the rows, which are closer in
    // small windows.
    let above = title + (tale.len() as i32 + 2) * look.line();
    let line = (look.line() * 5 / 3).min((bottom - above) * 2 / (2 * rows + 1)).max(look.unit * 5 / 4);
    let free = (bottom - above - line * rows - line / 2).max(0);
    let gap = (free / 6).min(look.line());
    let mut y = (free - 2 * gap) / 2;
    let hints = scene.shapes.split_off(behind_hints);
    let menu = Area::new(left - advance, y, width + 2 * advance, bottom - 2 * y);
    draw_dungeon(shown, menu, bottom, scene);
    scene.shapes.extend(hints);
    scene.aligned((w / 2, y + title / 2), Align::Centre, NAME_OF_GAME, Style::Title, theme.title);
    y += title + gap / 2 + look.line() / 2;
    for text in tale {
        let color = if shown.toast.is_some() { theme.amulet } else { theme.text };
        scene.aligned((w / 2, y), Align::Centre, &text, Style::Body, color);
        y += look.line();
    }
    y += gap;
    // The brightest tile that a text may cover.
    let behind = mix(theme.wall[0], theme.background, f32::from(VEIL) / 255.0);
    let label = readable(theme.label, behind, 4.5);
    for (name, column) in NUMBERS {
        scene.aligned((left + (column + 1) * advance, y), Align::Right, name, Style::Label, label);
    }
    if is_wide {
        scene.text((left + CARRIES * advance, y), "carries", Style::Label, label);
    }
    y += look.line() / 2;
    for (number, TitleLine { action, name, detail }) in lines.iter().enumerate() {
        if number == CLASSES.len() {
            scene.fill(
                Area::new(left - advance, y + line / 5, width + 2 * advance, (look.unit / 14).max(1)),
                theme.line,
            );
            y += line * 2 / 5;
        }
        let is_hero = matches!(detail, Detail::Hero(..));
        let height = if is_hero && !is_wide { line * 3 / 2 } else { line };
        let row = Area::new(left - advance, y, width + 2 * advance, height);
        let is_chosen = chosen == Some(number);
        if is_chosen {
            draw_chosen(row, scene);
        }
        let middle = y + line / 2;
        let key = shown.keys().key(*action, Place::Title).map_or_else(String::new, key_name);
        let ink = |color: Color| readable(color, if is_chosen { theme.chosen } else { behind }, 4.5);
        let color = ink(if is_chosen { theme.amulet } else { theme.label });
        scene.aligned((left + 2 * advance, middle), Align::Centre, &key, Style::Strong, color);
        let color = if is_chosen { theme.title } else { theme.text };
        scene.text((left + NAME * advance, middle), *name, Style::Strong, color);
        let color = ink(if is_chosen { theme.text } else { theme.label });
        match detail {
            Detail::Text(text) => {
                let column = left + (NUMBERS[0].1 + if is_wide { 4 } else { 3 }) * advance;
                scene.text((column, middle), text.clone(), Style::Body, color);
            }
            Detail::Hero(numbers, carries) => {
                for ((_, column), number) in NUMBERS.iter().zip(numbers) {
                    let at = (left + (column + 1) * advance, middle);
                    scene.aligned(at, Align::Right, number, Style::Body, ink(theme.text));
                }
                let (x, y) = if is_wide { (CARRIES, middle) } else { (NAME, middle + line * 5 / 8) };
                scene.text((left + x * advance, y), carries.clone(), Style::Label, color);
            }
        }
        scene.targets.push((row, Target { line: Some(number), action: Some(*action) }));
        y += height;
    }
    if let Some(seed) = next_seed(shown).filter(|_| shown.is_chosen) {
        let text = match day_of_seed(seed) {
            Some(day) => format!("Dungeon of {day}: seed {seed}"),
            None => format!("The next dungeon has the seed {seed}."),
        };
        scene.aligned((w / 2, y + look.line() * 3 / 4), Align::Centre, &text, Style::Body, theme.amulet);
    }
}

/// Returns the hints of the title screen.
fn hints(shown: &Shown) -> Vec<Hint> {
    let load = Hint::new(Action::Press(Key::F9), "load the save");
    let mut hints = vec![Hint::new(Action::Choose, "begin"), Hint::new(Action::Open(Place::Keys), "keys")];
    hints.extend(shown.played.game.slot().exists().then_some(load));
    hints.push(Hint::new(Action::Leave, "quit"));
    hints
}

/// Draws a dungeon in the background, darker behind the menu. It is not the one that comes.
fn draw_dungeon(shown: &Shown, menu: Area, bottom: i32, scene: &mut Scene) {
    let look = scene.look;
    let (w, h) = look.size;
    // The whole window is dungeon.
    let tile = ((w + MAP_WIDTH - 1) / MAP_WIDTH).max((h + MAP_HEIGHT - 1) / MAP_HEIGHT);
    let mut whole = Map::default();
    whole.generate(background(shown), Default::default());
    let free = Area { h: bottom, ..look.window() }.inset(look.unit);
    let (grid, burning) =
        frame(&whole, |around| Grid::new(look.window(), tile, around), free, menu.inset(-look.unit));
    let carved = shown.carving.and_then(Carving::now);
    let is_whole = carved.is_none();
    let (dungeon, light) = carved.unwrap_or_else(|| lit(whole, burning));
    let mut looks = map::bare(&dungeon, light, &look.theme);
    let index = (light.y * MAP_WIDTH + light.x) as usize;
    if let Some(Some(tile)) = looks.get_mut(index).filter(|_| is_whole && burning.is_some()) {
        tile.glyph = Some((b'@', look.theme.hero));
    }
    scene.shapes.push(Shape::Tiles(Tiles { area: grid.area, grid, looks, glows: Vec::new() }));
    scene.veil(look.window(), 0, look.theme.background, VEIL);
    for ring in 0..SHADE {
        let around = menu.inset((ring - SHADE + 1) * look.unit / 2).intersection(look.window());
        scene.veil(around, look.unit * 2, look.theme.background, 50);
    }
}

/// Returns the place of a dungeon in the window, and a room that is seen whole beside the menu. Of several
/// it is the one nearest to the right of the middle.
fn frame(dungeon: &Map, place: impl Fn(Pos) -> Grid, free: Area, menu: Area) -> (Grid, Option<Room>) {
    let right = Pos::new(MAP_WIDTH * 7 / 8, MAP_HEIGHT / 2);
    let mut rooms = dungeon.rooms.clone();
    rooms.sort_by_key(|room| room.centre().manhattan(right));
    let middle = Pos::new(MAP_WIDTH / 2, MAP_HEIGHT / 2);
    let centres = rooms.iter().map(|room| room.centre());
    let mut grids = [middle].into_iter().chain(centres).map(&place);
    let seen = |grid: &Grid| {
        let is_seen = |room: &&Room| {
            let corner = Pos::new(room.x - 1, room.y - 1);
            let walls = grid.place(corner).union(grid.place(corner + Pos::new(room.w + 1, room.h + 1)));
            free.intersection(walls) == walls && menu.intersection(walls).is_empty()
        };
        rooms.iter().find(is_seen).copied()
    };
    let found = grids.find_map(|grid| seen(&grid).map(|room| (grid, Some(room))));
    found.unwrap_or_else(|| (place(middle), None))
}

/// Returns the seed of the dungeon in the background.
pub(crate) fn background(shown: &Shown) -> u32 {
    !next_seed(shown).unwrap_or_default()
}

/// Returns a dungeon that is remembered, with a light in a room, and where the light is.
fn lit(mut dungeon: Map, burning: Option<Room>) -> (Map, Pos) {
    let known: Vec<Pos> = Map::positions().filter(|pos| near_floor(&dungeon, *pos)).collect();
    for pos in known {
        let lit = burning.is_some_and(|room| {
            let (x, y) = (room.x - 1..=room.x + room.w, room.y - 1..=room.y + room.h);
            x.contains(&pos.x) && y.contains(&pos.y)
        });
        let tile = dungeon.tile_mut(pos);
        tile.into_iter().for_each(|tile| (tile.explored, tile.visible) = (true, lit));
    }
    let light = burning.map_or_else(Pos::default, |room| room.centre());
    (dungeon, light)
}

/// Returns what the series' menu offers besides its classes, as texts: the key, and what it does.
pub(crate) fn series_lines(shown: &Shown) -> Vec<(Action, String)> {
    let lines = lines(shown).into_iter().skip(CLASSES.len());
    lines.map(|line| (line.action, format!("{}  {}", line.name, line.detail.text()))).collect()
}
