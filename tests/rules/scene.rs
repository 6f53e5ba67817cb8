//! Small drawn maps to play on, and what can be read off a game.

use roguelike::color::Color;
use roguelike::game::{Game, Outcome, Setup};
use roguelike::item::{FloorItem, Item};
use roguelike::key::Key;
use roguelike::level::Level;
use roguelike::map::{Map, Pos, Room};
use roguelike::monster::Monster;
use roguelike::part::Part;
use roguelike::player::{self, Player};
use roguelike::rng::{Rng, StdLib};
use roguelike::screen::{self, Cell, Frame};
use roguelike::support::save_slot::SaveSlot;
use roguelike::trace::last_key;

#[path = "../common/glyphs.rs"]
mod glyphs;
use glyphs::place;

/// A game that is about to begin. Everything in it can be changed before.
pub struct Scene {
    pub part: Part,
    pub level: Level,
    pub player: Player,
    pub save: Option<String>,
    stats: Vec<Change>,
}

/// A change of a game before its first key.
type Change = Box<dyn FnOnce(&mut Game)>;

impl Scene {
    /// Reads a drawing: `#` is wall, and the characters of [`place`] stand on floor, `/` for a dagger and `[`
    /// for leather. Stairs that are not drawn are on the last floor tile.
    pub fn drawn(part: u8, rows: &[&str]) -> Scene {
        let part = Part::new(part).unwrap();
        let mut level = Level { map: Map::drawn(rows), ..Level::default() };
        let mut player = player::new();
        for (y, row) in (0..).zip(rows) {
            for (x, glyph) in (0..).zip(row.bytes()) {
                place(part, &mut level, &mut player, (Pos::new(x, y), glyph), [2, 1]);
            }
        }
        if !rows.iter().any(|row| row.contains('>')) {
            // Stairs have to be on floor, or the game could not be saved.
            level.stairs = Map::positions().filter(|&pos| level.map.is_floor(pos)).last().unwrap_or_default();
        }
        Scene { part, level, player, save: None, stats: Vec::new() }
    }

    /// An empty hall of 64 x 36 tiles with the player in its middle, at 30,18.
    pub fn hall(part: u8) -> Scene {
        let mut scene = Scene::drawn(part, &["."; 0]);
        for pos in Map::positions() {
            scene.level.map.carve_tile(pos.x, pos.y, roguelike::map::TileType::Floor);
        }
        scene.player.pos = Pos::new(30, 18);
        scene
    }

    /// Puts an item next to the player, on the right.
    pub fn at_hand(mut self, item: Item) -> Scene {
        let pos = self.player.pos + Pos::new(1, 0);
        self.level.items.push(FloorItem { item, pos });
        self
    }

    /// Changes a monster, counted from 0 in the order of the drawing.
    pub fn monster(mut self, index: usize, change: impl FnOnce(&mut Monster)) -> Scene {
        change(&mut self.level.monsters[index]);
        self
    }

    /// Changes the player.
    pub fn player(mut self, change: impl FnOnce(&mut Player)) -> Scene {
        change(&mut self.player);
        self
    }

    /// Changes what the game keeps of the player's power and gear.
    pub fn stats(mut self, change: impl FnOnce(&mut Game) + 'static) -> Scene {
        self.stats.push(Box::new(change));
        self
    }

    /// Begins the game.
    pub fn begin(self) -> Game {
        let setup = Setup { slot: SaveSlot::Memory(self.save), ..Setup::new(self.part, 1) };
        let mut game = Game::on_level(setup, self.level, self.player);
        if !self.stats.is_empty() {
            self.stats.into_iter().for_each(|change| change(&mut game));
            game.recompute_stats();
        }
        game
    }
}

/// A game of a part on a drawing, see [`Scene::drawn`].
pub fn game(part: u8, rows: &[&str]) -> Game {
    Scene::drawn(part, rows).begin()
}

/// A game of a part as it starts with a seed.
pub fn fresh(part: u8, seed: u32) -> Game {
    Game::new(Setup::new(Part::new(part).unwrap(), seed))
}

/// A game with this item alone in the pack, picked up on the first step, in an empty hall.
pub fn carrying(part: u8, item: Item, change: impl FnOnce(&mut Player)) -> Game {
    let mut game = Scene::hall(part).at_hand(item).player(change).begin();
    game.press(Key::RIGHT);
    assert_eq!(game.inventory(), [item]);
    game
}

/// Presses keys one after the other. Returns the outcome of the last.
pub fn press(game: &mut Game, keys: &[Key]) -> Outcome {
    keys.iter().map(|&key| game.press(key)).last().expect("a key")
}

/// Opens the pack and uses its first item.
pub fn use_first(game: &mut Game) {
    press(game, &[Key::I, Key::A]);
}

/// Where the player stands.
pub fn player_at(game: &Game) -> (i32, i32) {
    let Pos { x, y } = game.player().pos;
    (x, y)
}

/// Where the monsters stand, the dead too.
pub fn monsters_at(game: &Game) -> Vec<(i32, i32)> {
    game.cur().monsters.iter().map(|monster| (monster.entity.pos.x, monster.entity.pos.y)).collect()
}

/// The hit points of the monsters, the dead too.
pub fn monsters_hp(game: &Game) -> Vec<i32> {
    game.cur().monsters.iter().map(|monster| monster.entity.hp).collect()
}

/// The messages of the last key.
pub fn messages(game: &Game) -> Vec<String> {
    last_key::messages(game).to_vec()
}

/// The sounds of the last key.
pub fn sounds(game: &Game) -> Vec<&'static str> {
    last_key::sounds(game)
}

/// Checks the items of a level with one room, made from each of 50 seeds. Each of the seven tries draws the
/// room, the column and the row, and then what `random_item` draws.
pub fn expect_items(part: u8, random_item: impl Fn(&mut Rng) -> Item) {
    let mut level = Level { map: Map::drawn(&["......"; 6]), ..Level::default() };
    level.map.rooms = vec![Room { x: 0, y: 0, w: 6, h: 6 }];
    for seed in 0..50 {
        let mut rng = Rng::new(seed, StdLib::default());
        let mut draws = rng.clone();
        level.items.clear();
        level.place_items(Part::new(part).unwrap(), &mut rng);
        let expected = (0..7).map(|_| {
            let _ = (draws.uniform(0, 0), draws.uniform(0, 5), draws.uniform(0, 5));
            random_item(&mut draws)
        });
        let expected: Vec<Item> = expected.collect();
        let items: Vec<Item> = level.items.iter().map(|lying| lying.item).collect();
        assert_eq!((items, rng.peek()), (expected, draws.peek()), "seed {seed}");
    }
}

/// The cells that are drawn of the current screen.
pub fn frame(game: &Game) -> Frame {
    let mut frame = Frame::new(screen::rows(game.part()));
    screen::render(game, &mut frame);
    frame
}

/// The cells of a tile in drawing order.
pub fn cells(game: &Game, x: i32, y: i32) -> Vec<(char, Color)> {
    let frame = frame(game);
    let at = frame.cells().iter().filter(|(pos, _)| *pos == Pos::new(x, y));
    at.map(|&(_, Cell { glyph, color })| (char::from(glyph), color)).collect()
}

/// The topmost cell of a tile.
pub fn top(game: &Game, x: i32, y: i32) -> Option<(char, Color)> {
    cells(game, x, y).pop()
}

/// A row of the screen as text, the topmost character of every tile, without blanks at both ends.
pub fn row(game: &Game, y: i32) -> String {
    let mut text = vec![b' '; 64];
    for (pos, cell) in frame(game).cells().iter().filter(|(pos, _)| pos.y == y) {
        text[pos.x as usize] = cell.glyph;
    }
    String::from_utf8(text).unwrap().trim().to_owned()
}

/// The column in which the text of a row begins.
pub fn column(game: &Game, y: i32) -> i32 {
    let frame = frame(game);
    frame.cells().iter().filter(|(pos, _)| pos.y == y).map(|(pos, _)| pos.x).min().expect("the row is empty")
}

/// The colour in which the text of a row begins.
pub fn color(game: &Game, y: i32) -> Color {
    top(game, column(game, y), y).expect("the row has a first cell").1
}

/// Returns the key of this name.
pub fn key(name: &str) -> Key {
    Key::from_name(name).expect("a key")
}
