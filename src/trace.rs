//! A run of the game as text, so that two programs can be compared with `diff`.
//!
//! A trace has a header and a block of lines for every key; block 0 is the state after the first draw. [`Tracer`] plays and
//! yields the blocks, [`Form`] says how they are written.

mod fact;
mod parse;

use std::fmt;

pub use fact::{Fact, Field, Kind};
pub use parse::{Problem, Recording, Step, TraceError, is_trace, parse};

use crate::fov::Algorithm;
use crate::game::{Game, Outcome, Setup};
use crate::hash::Fnv;
use crate::item::{Item, POTION_LOOKS, Potion, SCROLL_LABELS, Scroll};
use crate::key::Key;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos, TileKind};
use crate::screen::{self, Dashes, Frame};

/// How much a trace says about each step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Every fact, tiles and screen as hashes.
    #[default]
    Normal,
    /// Tiles and screen as pictures too.
    Full,
    /// One hash over all facts.
    Brief,
}

/// The lines before the first step: what one must know to play the run again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Which form the trace has. A full one says so only by its pictures.
    pub form: Form,
    /// The part played.
    pub part: crate::part::Part,
    /// The first value of the seed stream.
    pub seed: u32,
    /// Whose random numbers.
    pub library: crate::rng::StdLib,
    /// How the view is computed.
    pub algorithm: Algorithm,
}

impl Header {
    /// The header of a game that is started like this.
    pub fn new(setup: &Setup, form: Form) -> Header {
        Header {
            form,
            part: setup.part,
            seed: setup.seed,
            library: setup.library,
            algorithm: setup.algorithm,
        }
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let brief = if self.form == Form::Brief { " brief" } else { "" };
        writeln!(f, "roguelike-trace 1{brief}")?;
        writeln!(f, "part {}\nseed {}\nstdlib {}", self.part, self.seed, self.library)?;
        if self.algorithm != Algorithm::default() {
            writeln!(f, "fov {}", self.algorithm)?;
        }
        Ok(())
    }
}

/// Everything a trace can say about one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// 0 for the state after the first draw, then one more for each key.
    pub step: usize,
    /// The key; none in step 0.
    pub key: Option<Key>,
    /// The facts, one a line.
    pub lines: Vec<String>,
    /// The map's tiles as digits, row by row; empty when there is no map.
    pub tiles: Vec<String>,
    /// The topmost character of every tile of the screen.
    pub screen: Vec<String>,
}

impl Block {
    /// What there is to say about a game and its screen, after the `step`-th key.
    pub fn of(game: &Game, frame: &Frame, step: usize, key: Option<Key>) -> Block {
        let map = game.has_run().then(|| &game.level().map);
        Block {
            step,
            key,
            lines: facts(game, frame),
            tiles: map.map(tile_rows).unwrap_or_default(),
            screen: frame.picture(),
        }
    }

    /// The block of a key that ends the program.
    pub fn quit(step: usize, key: Key) -> Block {
        let lines = vec![QUIT.to_owned()];
        Block { step, key: Some(key), lines, tiles: Vec::new(), screen: Vec::new() }
    }

    /// The name after `step n`: the key's, or `start`.
    pub fn key_name(&self) -> &'static str {
        self.key.map_or("start", Key::name)
    }

    /// Does the program end with this step?
    pub fn quits(&self) -> bool {
        self.lines.first().is_some_and(|line| line == QUIT)
    }

    /// The hash that brief traces give for the step.
    pub fn hash(&self) -> u64 {
        let mut hash = Fnv::default();
        for line in &self.lines {
            hash.write(line.as_bytes());
            hash.write(b"\n");
        }
        hash.finish()
    }

    /// The block as text.
    pub fn to_text(&self, form: Form) -> String {
        let mut text = format!("step {} {}", self.step, self.key_name());
        if form == Form::Brief {
            return text + &format!(" {:016x}\n", self.hash());
        }
        for line in &self.lines {
            text.push('\n');
            text += line;
            let picture = match line.split(' ').next() {
                Some("tiles") if form == Form::Full => &self.tiles,
                Some("frame") if form == Form::Full => &self.screen,
                _ => continue,
            };
            for row in picture {
                text += &format!("\n|{row}|");
            }
        }
        text.push('\n');
        text
    }
}

/// The only line of the last block, when the program ended.
const QUIT: &str = "quit";

/// Watches a game that somebody else plays and tells about every step.
#[derive(Clone)]
pub struct Scribe {
    /// What the original would have painted last; a step that does not repaint leaves it.
    frame: Frame,
    step: usize,
}

impl Scribe {
    /// Begins with a game that has just been started, and gives the block of step 0.
    pub fn new(game: &Game) -> (Scribe, Block) {
        let mut frame = Frame::new(game.part(), Dashes::Original);
        screen::compose(game, &mut frame);
        let scribe = Scribe { frame, step: 0 };
        let block = scribe.block(game, None);
        (scribe, block)
    }

    /// Gives the block of the step in which `key` led to `outcome`.
    pub fn tell(&mut self, game: &Game, key: Key, outcome: Outcome) -> Block {
        if outcome.redraw {
            screen::compose(game, &mut self.frame);
        }
        self.step += 1;
        if outcome.quit {
            return Block::quit(self.step, key);
        }
        self.block(game, Some(key))
    }

    fn block(&self, game: &Game, key: Option<Key>) -> Block {
        Block::of(game, &self.frame, self.step, key)
    }
}

/// Plays a game key by key and tells about every step.
#[derive(Clone)]
pub struct Tracer {
    game: Game,
    scribe: Scribe,
}

impl Tracer {
    /// Starts a game, and gives the block of step 0.
    pub fn new(setup: Setup) -> (Tracer, Block) {
        let game = Game::new(setup);
        let (scribe, block) = Scribe::new(&game);
        (Tracer { game, scribe }, block)
    }

    /// Presses a key and gives the block of the step. After one that [quits](Block::quits) there is nothing more to press.
    pub fn press(&mut self, key: Key) -> Block {
        let outcome = self.game.press(key);
        self.scribe.tell(&self.game, key, outcome)
    }

    /// The game as it is now.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// What was painted last.
    pub const fn frame(&self) -> &Frame {
        &self.scribe.frame
    }
}

/// The lines of a block, in the order of the format.
fn facts(game: &Game, frame: &Frame) -> Vec<String> {
    let part = game.part();
    let mut lines = Vec::new();
    if part.has_melee() {
        let texts = game.events().iter().filter_map(|event| event.text(part));
        lines.extend(texts.map(|text| format!("log {text}")));
    }
    let sounds = game.events().iter().filter_map(|event| event.sound(part));
    lines.extend(sounds.map(|sound| format!("sound {}", sound.name())));
    lines.push(format!("title {}", game.title()));
    lines.push(format!("screen {}", game.state().name()));
    if game.has_run() {
        run_facts(game, &mut lines);
    }
    if part.has_monsters() {
        lines.push(format!("rng {}", game.rng().peek()));
    }
    if game.has_run() {
        lines.push(format!("tiles {:016x}", tiles_hash(&game.level().map)));
    }
    lines.push(format!("frame {:016x}", frame.hash()));
    lines
}

/// Everything between the screen and the generator: what only a run has.
fn run_facts(game: &Game, lines: &mut Vec<String>) {
    let part = game.part();
    if let Some(class) = game.class() {
        lines.push(format!("class {}", class.name()));
    }
    if part.has_player() {
        lines.push(format!("player {}", body_facts(game)));
    }
    if part.has_equipment() {
        let player = game.player();
        let magic = if part.has_scrolls() { format!(" magic {}", player.magic_bonus) } else { String::new() };
        lines.push(format!("bonus strength {}{magic}", player.strength_bonus));
    }
    if part.has_amulets() {
        lines.push(format!("amulets {}", game.amulets()));
    }
    if part.has_floors() {
        let Pos { x, y } = game.level().stairs;
        lines.push(format!("depth {} of {} stairs {x} {y}", game.depth(), game.level_count()));
    }
    lines.extend(game.level().monsters.iter().enumerate().map(|(index, monster)| {
        let body = &monster.entity;
        let mut line = format!("monster {index} {} {} {}", char::from(body.glyph), body.pos.x, body.pos.y);
        line += &format!(" hp {}/{}", body.hp, body.max_hp);
        if part.has_melee() {
            line += &format!(" power {}", body.power);
        }
        if part.has_statuses() {
            let venom = u8::from(monster.venomous);
            line += &format!(" poison {} regen {} venom {venom}", body.poisoned, body.regenerating);
        }
        line + &format!(" alive {}", u8::from(body.alive))
    }));
    if part.has_items() {
        item_facts(game, lines);
    }
}

fn body_facts(game: &Game) -> String {
    let part = game.part();
    let body = &game.player().entity;
    let mut line = format!("{} {} hp {}/{}", body.pos.x, body.pos.y, body.hp, body.max_hp);
    if part.has_melee() {
        line += &format!(" power {}", body.power);
    }
    if part.has_equipment() {
        line += &format!(" defense {}", body.defense);
    }
    if part.has_statuses() {
        line += &format!(" poison {} regen {}", body.poisoned, body.regenerating);
    }
    if part.has_monsters() {
        line += &format!(" alive {}", u8::from(body.alive));
    }
    line
}

/// What lies around, what is carried, and what is known of it.
fn item_facts(game: &Game, lines: &mut Vec<String>) {
    let part = game.part();
    let lying = game.level().items.iter().enumerate();
    lines.extend(lying.map(|(index, lying)| {
        format!("item {index} {} {} {}", item_word(lying.item), lying.pos.x, lying.pos.y)
    }));
    let pack = game.pack().iter().enumerate();
    lines.extend(pack.map(|(slot, &item)| format!("pack {slot} {}", item_word(item))));
    if part.has_equipment() {
        let word = |item: Option<Item>| item.map_or_else(|| "-".to_owned(), item_word);
        lines.push(format!("wield {}", word(game.player().weapon.get().map(Item::Weapon))));
        lines.push(format!("wear {}", word(game.player().armour.get().map(Item::Armour))));
    }
    for potion in Potion::of(part) {
        let secret = game.lore().potions[potion.index()];
        let (name, look) = (potion.name(), POTION_LOOKS[secret.look]);
        lines.push(format!("potion {name} looks {look} known {}", u8::from(secret.known)));
    }
    if part.has_scrolls() {
        for scroll in Scroll::ALL {
            let secret = game.lore().scrolls[scroll.index()];
            let (name, look) = (scroll.name(), SCROLL_LABELS[secret.look]);
            lines.push(format!("scroll {name} looks {look} known {}", u8::from(secret.known)));
        }
    }
}

/// An item as traces write it.
fn item_word(item: Item) -> String {
    match item {
        Item::Potion(potion) => format!("potion:{}", potion.name()),
        Item::Scroll(scroll) => format!("scroll:{}", scroll.name()),
        Item::Weapon(bonus) => format!("weapon:{bonus}"),
        Item::Armour(bonus) => format!("armour:{bonus}"),
        Item::Amulet => "amulet".to_owned(),
    }
}

/// A tile as a number: 1 for floor, 2 for visible, 4 for explored, added up.
fn tile_number(map: &Map, pos: Pos) -> u8 {
    let tile = map.tile(pos);
    u8::from(tile.kind == TileKind::Floor) + 2 * u8::from(tile.visible) + 4 * u8::from(tile.explored)
}

fn tiles_hash(map: &Map) -> u64 {
    let mut hash = Fnv::default();
    for pos in Map::positions() {
        hash.write(&[tile_number(map, pos)]);
    }
    hash.finish()
}

fn tile_rows(map: &Map) -> Vec<String> {
    let digit = |x, y| char::from(b'0' + tile_number(map, Pos::new(x, y)));
    (0..MAP_HEIGHT).map(|y| (0..MAP_WIDTH).map(|x| digit(x, y)).collect()).collect()
}
