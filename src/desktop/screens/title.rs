//! The title screen of free play: the name of the game over a dungeon, the classes with their numbers, kept
//! games, and dungeons to choose. The series' own menu has lines for games and settings below its classes.

use crate::color::Color;
use crate::desktop::actions::{Action, Place};
use crate::desktop::kept::facts::{day_of_seed, seed_of_today};
use crate::desktop::kept::{Fate, KeptGame};
use crate::desktop::key_table::row_of;
use crate::desktop::scene::area::Area;
use crate::desktop::scene::map;
use crate::desktop::scene::theme::{Theme, mix, readable};
use crate::desktop::scene::tiles::{Glow, Grid, Tiles};
use crate::desktop::scene::{Align, Look, Scene, Shape, Style, Target};
use crate::desktop::screens::carving::{Carving, near_floor};
use crate::desktop::screens::content::{Hint, Shown, possible};
use crate::desktop::screens::hints;
use crate::desktop::screens::list::draw_chosen;
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
const NUMBERS: [(&str, i32); 4] = [("health", 30), ("power", 37), ("defense", 46), ("magic", 53)];
const CARRIES: i32 = 57;
/// All columns, and those without what a hero carries, of which the first ends here.
const WIDTHS: [i32; 2] = [85, 58];
const FIRST: i32 = 30;
/// How much of the dungeon in the background is hidden away from the light, 0 to 1.
const VEIL: f32 = 0.7;
/// How much of all of it, 0 to 255.
const DUSK: u8 = 36;
/// How far the light in it reaches, in tiles.
const LIGHT: f32 = 9.0;
/// The same under the menu, and how far from it that fades, in tiles.
const UNDER: f32 = 0.93;
const SHADE: f32 = 4.0;
/// How far the map may end from the end of the window, in tiles.
const REACH: i32 = 4;
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
pub(crate) fn first_choice(lines: &[TitleLine], shown: &Shown) -> Option<usize> {
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

/// Returns a text about the next dungeon, if the player chose it.
fn next_dungeon(shown: &Shown) -> Option<String> {
    let seed = next_seed(shown).filter(|_| shown.is_chosen)?;
    Some(match day_of_seed(seed) {
        Some(day) => format!("Dungeon of {day}: seed {seed}"),
        None => format!("The next dungeon has the seed {seed}."),
    })
}

/// Where the title screen has what.
struct Layout {
    lines: Vec<TitleLine>,
    hints: Vec<Hint>,
    /// True if what heroes carry has a column of its own.
    is_wide: bool,
    /// The left end of the columns.
    left: i32,
    /// The rows of the menu, with the name of the game above them.
    area: Area,
    /// The news, or the tale.
    tale: Vec<String>,
    tale_color: Color,
    /// The height of a row, and the space above and below the tale.
    line: i32,
    gap: i32,
}

impl Layout {
    fn new(shown: &Shown, look: &Look) -> Layout {
        let (advance, window) = (look.advance(Style::Body), look.window());
        let is_wide = window.w >= (WIDTHS[0] + 2) * advance;
        let width = (if is_wide { WIDTHS[0] } else { WIDTHS[1] } * advance).min(window.w - 2 * advance);
        let left = (window.w - width) / 2;
        let lines = lines(shown);
        let hints = hints(shown, &lines);
        let rows = lines.len() as i32 + if is_wide { 0 } else { CLASSES.len() as i32 / 2 + 1 };
        let news = shown.toast.map(str::to_owned).or_else(|| next_dungeon(shown));
        let tale_color = if news.is_some() { look.theme.amulet } else { look.theme.text };
        let tale = look.wrapped(news.as_deref().unwrap_or(TALE), Style::Body, window.w - 2 * advance);
        let keys = hints::rows(&hints, (shown.keys(), Place::Title), window.w, look);
        let bottom = look.footer(window) - keys.len() as i32 * look.line() * 4 / 3;
        // The name, the tale, and the line of headings and of the next seed; then the rows, which are closer
        // in small windows.
        let above = look.font(Style::Title).0 + (tale.len() as i32 + 2) * look.line();
        let line = (look.line() * 5 / 3).min((bottom - above) * 2 / (2 * rows + 1)).max(look.unit * 5 / 4);
        let free = (bottom - above - line * rows - line / 2).max(0);
        let gap = (free / 6).min(look.line());
        // A tall window has more room below for the light.
        let y = (free - 2 * gap) / if window.h > window.w { 4 } else { 2 };
        let side = (7 * advance / 2).min(left - advance / 2);
        let area = Area::new(left - side, y, width + 2 * side, bottom - free + 2 * gap);
        Layout { lines, hints, is_wide, left, area, tale, tale_color, line, gap }
    }

    /// Returns where a column begins.
    fn column(&self, letters: i32, look: &Look) -> i32 {
        self.left + letters * look.advance(Style::Body)
    }

    /// Returns where a column of numbers ends. Without the last column they have its room, too.
    fn number_end(&self, index: usize, look: &Look) -> i32 {
        if self.is_wide {
            return self.column(NUMBERS[index].1 + 1, look);
        }
        let first = self.column(FIRST, look);
        let room = self.area.right() - (self.left - self.area.x) / 2 - first;
        first + room * index as i32 / 3
    }
}

/// Draws the title screen of free play.
pub(crate) fn draw(shown: &Shown, chosen: Option<usize>, mouse: Option<(i32, i32)>, scene: &mut Scene) {
    let (look, theme, middle) = (scene.look, scene.look.theme, scene.look.size.0 / 2);
    let layout = Layout::new(shown, &look);
    draw_dungeon(shown, scene);
    let at = (look.window(), look.footer(look.window()));
    hints::draw(&layout.hints, at, (shown.keys(), Place::Title), mouse, scene);
    let (mut y, title) = (layout.area.y, look.font(Style::Title).0);
    scene.aligned((middle, y + title / 2), Align::Centre, NAME_OF_GAME, Style::Title, theme.title);
    y += title + layout.gap / 2 + look.line() / 2;
    for text in &layout.tale {
        scene.aligned((middle, y), Align::Centre, text, Style::Body, layout.tale_color);
        y += look.line();
    }
    y += layout.gap;
    let label = readable(theme.label, behind(&theme), 4.5);
    for (index, (name, _)) in NUMBERS.into_iter().enumerate() {
        let at = (layout.number_end(index, &look), y);
        scene.aligned(at, Align::Right, name, Style::Label, label);
    }
    if layout.is_wide {
        scene.text((layout.column(CARRIES, &look), y), "carries", Style::Label, label);
    }
    y += look.line() / 2;
    for (number, line) in layout.lines.iter().enumerate() {
        let Area { x, w, .. } = layout.area;
        if number == CLASSES.len() {
            scene.fill(Area::new(x, y + layout.line / 5, w, (look.unit / 14).max(1)), theme.line);
            y += layout.line * 2 / 5;
        }
        let is_high = matches!(line.detail, Detail::Hero(..)) && !layout.is_wide;
        let row = Area::new(x, y, w, if is_high { layout.line * 3 / 2 } else { layout.line });
        let key = shown.keys().key(line.action, Place::Title).unwrap_or_default();
        scene.targets.push((row, Target { line: Some(number), action: Some(line.action) }));
        draw_line(line, &key, (row, chosen == Some(number)), &layout, scene);
        y += row.h;
    }
}

/// Draws a line of the menu.
fn draw_line(
    line: &TitleLine,
    key: &str,
    (row, is_chosen): (Area, bool),
    layout: &Layout,
    scene: &mut Scene,
) {
    let (look, theme, y) = (scene.look, scene.look.theme, row.y + layout.line / 2);
    if is_chosen {
        draw_chosen(row, scene);
    }
    let ground = if is_chosen { theme.chosen } else { behind(&theme) };
    let [key_color, name_color, color] = if is_chosen {
        [theme.amulet, theme.title, theme.text]
    } else {
        [theme.label, theme.text, theme.label]
    };
    let ink = |color: Color| readable(color, ground, 4.5);
    scene.aligned((layout.column(2, &look), y), Align::Centre, key, Style::Strong, ink(key_color));
    scene.text((layout.column(NAME, &look), y), line.name, Style::Strong, name_color);
    match &line.detail {
        Detail::Text(text) => {
            // Below the first column of numbers.
            let x = layout.number_end(0, &look) - look.width(NUMBERS[0].0, Style::Label);
            // Its last parts are left out in a narrow window.
            let mut text = text.as_str();
            while look.width(text, Style::Body) > row.right() - x
                && let Some((front, _)) = text.rsplit_once(", ")
            {
                text = front;
            }
            scene.text((x, y), text, Style::Body, ink(color));
        }
        Detail::Hero(numbers, carries) => {
            for (index, number) in numbers.iter().enumerate() {
                let at = (layout.number_end(index, &look), y);
                scene.aligned(at, Align::Right, number, Style::Body, ink(theme.text));
            }
            let (column, y) = if layout.is_wide { (CARRIES, y) } else { (NAME, y + layout.line * 5 / 8) };
            scene.text((layout.column(column, &look), y), carries.clone(), Style::Label, ink(color));
        }
    }
}

/// Returns the brightest colour that a text of the menu may cover.
fn behind(theme: &Theme) -> Color {
    mix(mix(theme.wall[0], theme.background, UNDER), theme.background, f32::from(DUSK) / 255.0)
}

/// Returns the hints of the title screen. The first one is about the chosen line.
fn hints(shown: &Shown, lines: &[TitleLine]) -> Vec<Hint> {
    let chosen = shown.pointer.or_else(|| first_choice(lines, shown));
    let choose = match chosen.and_then(|chosen| lines.get(chosen)).map(|line| line.action) {
        Some(Action::Continue) => "continue",
        Some(Action::Open(_)) => "open",
        _ => "begin",
    };
    let hints = possible([
        (true, Action::Choose, choose),
        (true, Action::Open(Place::Keys), "keys"),
        (shown.played.game.slot().exists(), Action::Press(Key::F9), "load the save"),
        (true, Action::Leave, "quit"),
    ]);
    hints.collect()
}

/// Draws a dungeon in the background, dark but for a room beside the menu. It is not the one that comes.
pub(crate) fn draw_dungeon(shown: &Shown, scene: &mut Scene) {
    let (look, theme, window) = (scene.look, scene.look.theme, scene.look.window());
    let menu = Layout::new(shown, &look).area;
    let mut dungeon = Map::default();
    dungeon.generate(background(shown), Default::default());
    let (grid, camp) = camp(&dungeon, menu, &look);
    let carved = shown.carving.and_then(Carving::now);
    let burning = camp.filter(|_| carved.is_none());
    let light = carved.as_ref().map_or_else(|| camp.map(|room| room.centre()).unwrap_or_default(), |it| it.1);
    let dungeon = carved.map_or_else(|| lit(dungeon, burning), |(map, _)| map);
    let mut looks = map::bare(&dungeon, light, &theme);
    for (pos, look) in Map::positions().zip(&mut looks) {
        let Pos { x, y } = Pos::new(pos.x - light.x, pos.y - light.y);
        let far = ((x * x + y * y) as f32).sqrt() / LIGHT;
        let part = match burning.is_some() && dungeon.tile(pos).visible {
            true => VEIL * far.min(1.0),
            // The nearer to the menu, the darker.
            false => {
                let near = 1.0 - distance(grid.centre(pos), menu) / (SHADE * grid.tile as f32);
                VEIL + (UNDER - VEIL) * near.max(0.0)
            }
        };
        look.iter_mut().for_each(|look| look.mix(theme.background, part));
        if let Some(look) = look.as_mut().filter(|_| burning.is_some() && pos == light) {
            (look.glyph, look.dot) = (Some((b'@', theme.hero)), None);
        }
    }
    let centre = grid.centre(light);
    let glow = |_| Glow { centre, radius: 7 * grid.tile / 2, color: theme.glow, alpha: 80, adds: false };
    let glows = burning.map(glow).into_iter().collect();
    scene.shapes.push(Shape::Tiles(Tiles { area: grid.area, grid, looks, glows }));
    scene.veil(window, 0, theme.background, DUSK);
}

/// Returns how far a pixel is from an area.
fn distance((x, y): (i32, i32), area: Area) -> f32 {
    let (dx, dy) = ((area.x - x).max(x - area.right()).max(0), (area.y - y).max(y - area.bottom()).max(0));
    ((dx * dx + dy * dy) as f32).sqrt()
}

/// Returns the place of a dungeon in the window, and a room that is seen with all its walls to the right of
/// the menu or below it. The dungeon fills the window, unless no room has a place then.
fn camp(dungeon: &Map, menu: Area, look: &Look) -> (Grid, Option<Room>) {
    let (window, gap) = (look.window(), 3 * look.unit);
    let cover = ((window.w + MAP_WIDTH - 1) / MAP_WIDTH).max((window.h + MAP_HEIGHT - 1) / MAP_HEIGHT);
    let mut rooms = dungeon.rooms.clone();
    rooms.sort_by_key(|room| room.centre().manhattan(Pos::new(MAP_WIDTH * 7 / 8, MAP_HEIGHT / 2)));
    let right = menu.right() + look.unit;
    let beside = Area::new(right, gap, window.w - look.unit - right, window.h - 2 * gap);
    let below = Area::new(gap, menu.bottom() + gap, window.w - 2 * gap, window.h - menu.bottom() - 3 * gap);
    let sizes = (cover * 3 / 5..=cover).rev();
    let places = sizes.flat_map(|tile| [beside, below].map(|free| (tile, free)));
    let mut found = places.flat_map(|(tile, free)| rooms.iter().map(move |room| (tile, free, *room)));
    let middle = |tile| window.centred(MAP_WIDTH * tile, MAP_HEIGHT * tile);
    let found = found.find_map(|(tile, free, room)| {
        let Area { x, y, w, h } = middle(tile);
        let (left, top) = (x + (room.x - 1) * tile, y + (room.y - 1) * tile);
        let (across, down) = (free.w - (room.w + 2) * tile, free.h - (room.h + 2) * tile);
        if across < 0 || down < 0 {
            return None;
        }
        // Beside the menu it is in the middle of the strip.
        let x_there = if free == beside { free.x + across / 2 } else { left.clamp(free.x, free.x + across) };
        let shift = (x_there - left, top.clamp(free.y, free.y + down) - top);
        // The map ends at most a few tiles from the end of the window.
        let reaches =
            |shift: i32, map: i32, window: i32| shift.abs() <= (map - window).abs() / 2 + REACH * tile;
        let is_near = reaches(shift.0, w, window.w) && reaches(shift.1, h, window.h);
        let grid = Grid { tile, origin: (x + shift.0, y + shift.1), area: window };
        is_near.then_some((grid, Some(room)))
    });
    let Area { x, y, .. } = middle(cover);
    found.unwrap_or((Grid { tile: cover, origin: (x, y), area: window }, None))
}

/// Returns the seed of the dungeon in the background.
pub(crate) fn background(shown: &Shown) -> u32 {
    !next_seed(shown).unwrap_or_default()
}

/// Returns a dungeon that is remembered, with a light in a room.
fn lit(mut dungeon: Map, burning: Option<Room>) -> Map {
    let known: Vec<Pos> = Map::positions().filter(|pos| near_floor(&dungeon, *pos)).collect();
    for pos in known {
        let lit = burning.is_some_and(|room| {
            let (x, y) = (room.x - 1..=room.x + room.w, room.y - 1..=room.y + room.h);
            x.contains(&pos.x) && y.contains(&pos.y)
        });
        let tile = dungeon.tile_mut(pos);
        tile.into_iter().for_each(|tile| (tile.explored, tile.visible) = (true, lit));
    }
    dungeon
}

/// Returns what the series' menu offers besides its classes, as texts: the key, and what it does.
pub(crate) fn series_lines(shown: &Shown) -> Vec<(Action, String)> {
    let lines = lines(shown).into_iter().skip(CLASSES.len());
    lines.map(|line| (line.action, format!("{}  {}", line.name, line.detail.text()))).collect()
}
