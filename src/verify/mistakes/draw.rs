//! Mistakes in drawing random numbers: at every place where the rules draw one, in every way that people draw
//! it wrong.

use super::Mistake;
use crate::part::Part;
use crate::rng::Rng;
use crate::{item, monster};

/// Declares the places in the rules where a random number is drawn: what is drawn, the name of mistakes in
/// its bounds, the parts that have it, and the words, with the function.
macro_rules! places {
    ($($draw:ident $shape:ident $name:literal $exists:expr, $words:literal;)*) => {
        /// A place in the rules where a random number is drawn.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Draw {
            /// All places of the map's generator, and all of the game's.
            Everywhere,
            $(#[doc = concat!("`", $words, "`.")] $draw,)*
        }

        const PLACES: &[DrawSite] = &[$(DrawSite {
            draw: Draw::$draw,
            shape: Shape::$shape,
            name: $name,
            words: $words,
            exists: $exists,
        }),*];
    };
}

places! {
    Cut Number "cut-bounds" |_| true, "where an area is cut (Map::split)";
    SplitCoin Coin "coin" |_| true, "the coin for a square area (Map::split)";
    RoomWidth Number "room-bounds" |_| true, "a room's width (Map::buildRooms)";
    RoomHeight Number "room-bounds" |_| true, "a room's height (Map::buildRooms)";
    RoomX Number "room-bounds" |_| true, "a room's x (Map::buildRooms)";
    RoomY Number "room-bounds" |_| true, "a room's y (Map::buildRooms)";
    LeafCoin Coin "coin" |_| true, "the coin that picks the half with the room to join (Map::connectRooms)";
    CornerCoin Coin "coin" |_| true, "the coin for a corridor's corner (Map::connectRooms)";
    Noise Number "cave-bounds" Part::has_caves, "the noise of a cave (Map::generateCaves)";
    Region Shuffle "cave-shuffle" Part::has_caves, "the tiles of a cave (Map::generateCaves)";
    Kind Number "kind-bounds" Part::has_monsters, "a monster's kind";
    Looks Shuffle "looks-shuffle" Part::has_items, "the appearances of potions (Game::newGame)";
    Labels Shuffle "looks-shuffle" Part::has_scrolls, "the labels of scrolls (Game::newGame)";
    ItemRoom Number "item-bounds" Part::has_items, "an item's room";
    ItemX Number "item-bounds" Part::has_items, "an item's x";
    ItemY Number "item-bounds" Part::has_items, "an item's y";
    Category Number "item-bounds" Part::has_equipment, "an item's category (randomItem)";
    Potion Number "item-bounds" Part::has_items, "a potion's type (randomItem)";
    Weapon Number "item-bounds" Part::has_equipment, "which weapon it is (randomItem)";
    Armour Number "item-bounds" Part::has_equipment, "which armour it is (randomItem)";
    Scroll Number "item-bounds" Part::has_scrolls, "a scroll's type (randomItem)";
    Wander Number "wander-bounds" Part::has_monsters, "a wanderer's direction (Monster::wander)";
}

impl Draw {
    /// Returns true if it is a draw of the map's generator.
    pub(super) const fn is_of_maps(self) -> bool {
        use Draw::*;
        let is_of_rooms = matches!(self, Cut | SplitCoin | RoomWidth | RoomHeight | RoomX | RoomY);
        is_of_rooms || matches!(self, Everywhere | LeafCoin | CornerCoin | Noise | Region)
    }
}

/// A way of drawing wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawMistake {
    /// `rng() % n`.
    Remainder,
    /// The lower bound is this much too high.
    Low(i32),
    /// The upper bound is this much too high.
    High(i32),
    /// Both bounds are one too high: from 1 to n instead of from 0 to n - 1.
    FromOne,
    /// A number is drawn and thrown away before.
    Extra,
    /// A number is drawn and thrown away once, before all numbers of this kind are drawn.
    Before,
    /// Nothing is drawn, and the lowest number is taken. Nothing is shuffled.
    Missing,
    /// A copy of the generator is asked, so that the next draw gives the same output again.
    Copied,
    /// A new generator is made for each draw.
    Anew,
    /// `rng() % (b - a)`, so that the upper bound never comes.
    Short,
    /// Two of the numbers stand for each other.
    Exchanged(i32, i32),
    /// A coin is a `std::bernoulli_distribution`.
    Bernoulli,
    /// A coin shows heads where it should show tails.
    Swapped,
    /// A coin is a `uniform_int_distribution` from 0 to 1. True: 0 is heads.
    Distribution(bool),
    /// Items are shuffled by a hand-written loop from the last to the first.
    ByHand,
}

/// What a place draws.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Number,
    Coin,
    Shuffle,
}

struct DrawSite {
    draw: Draw,
    shape: Shape,
    /// The name of its mistakes in bounds, for scripts.
    name: &'static str,
    /// What is drawn, and in which function.
    words: &'static str,
    exists: fn(Part) -> bool,
}

/// The mistakes in all places at once.
#[rustfmt::skip]
const EVERYWHERE: [(DrawMistake, &str, &str); 7] = [
    (DrawMistake::Remainder, "draw-remainder", "every number is drawn with rng() % n instead of a uniform_int_distribution"),
    (DrawMistake::Short, "draw-remainder", "every number is drawn with a + rng() % (b - a) instead of a uniform_int_distribution, and never is b"),
    (DrawMistake::High(-1), "draw-bounds", "every number is drawn from a to b - 1; both bounds of uniform_int_distribution are included"),
    (DrawMistake::Bernoulli, "coin", "coinFlip asks a std::bernoulli_distribution instead of the lowest bit of rng()"),
    (DrawMistake::Distribution(true), "coin", "coinFlip asks uniform_int_distribution(0, 1) for 0 instead of the lowest bit of rng()"),
    (DrawMistake::Distribution(false), "coin", "coinFlip asks uniform_int_distribution(0, 1) for 1 instead of the lowest bit of rng()"),
    (DrawMistake::Swapped, "coin", "heads and tails are swapped in coinFlip: heads is when the lowest bit of rng() is 0"),
];

/// Returns the mistakes of a part: the place and the way, a name, and the words.
pub(super) fn all(part: Part) -> impl Iterator<Item = (Mistake, &'static str, String)> {
    let everywhere = EVERYWHERE
        .into_iter()
        .map(|(how, name, text)| (Mistake::Draw(Draw::Everywhere, how), name, text.to_owned()));
    let places = PLACES.iter().filter(move |place| (place.exists)(part));
    let begun =
        [Draw::Cut, Draw::RoomWidth, Draw::LeafCoin, Draw::Noise, Draw::Kind, Draw::ItemRoom, Draw::Looks];
    let begun =
        PLACES.iter().filter(move |place| (place.exists)(part) && begun.contains(&place.draw)).map(|place| {
            let how = DrawMistake::Before;
            (Mistake::Draw(place.draw, how), name(place, how), text(place, how))
        });
    let exchanged = places.clone().flat_map(move |place| {
        let choices = choices(place.draw, part);
        let pairs = (0..choices.len()).flat_map(move |b| (0..b).map(move |a| (a, b)));
        { pairs }.map(move |(a, b)| {
            let how = DrawMistake::Exchanged(a as i32, b as i32);
            let text = format!("{} and {} are exchanged for {}", choices[a], choices[b], place.words);
            (Mistake::Draw(place.draw, how), name(place, how), text)
        })
    });
    everywhere.chain(exchanged).chain(begun).chain(places.flat_map(|place| {
        // Nothing is drawn after the tiles of a cave are shuffled.
        let ways = ways(place.shape).iter();
        let ways = ways.filter(|&&how| (place.draw, how) != (Draw::Region, DrawMistake::Copied));
        ways.map(move |&how| (Mistake::Draw(place.draw, how), name(place, how), text(place, how)))
    }))
}

/// Returns what the numbers of a place stand for, if they stand for something.
fn choices(draw: Draw, part: Part) -> Vec<&'static str> {
    match draw {
        Draw::Kind => monster::kinds(part).iter().map(|kind| kind.name).collect(),
        Draw::Potion => super::pack::POTIONS[..item::PotionType::of(part).len()].to_vec(),
        Draw::Scroll => vec!["lightning", "fireball"],
        Draw::Weapon => vec!["dagger", "sword"],
        Draw::Armour => vec!["leather", "chain mail"],
        Draw::Wander => vec!["up", "down", "left", "right", "a rest"],
        _ => Vec::new(),
    }
}

/// Returns the ways in which a place can go wrong, the likeliest first.
fn ways(shape: Shape) -> &'static [DrawMistake] {
    use DrawMistake::{
        Anew, ByHand, Copied, Distribution, Extra, FromOne, High, Low, Missing, Remainder, Short, Swapped,
    };
    match shape {
        Shape::Number => &[
            High(-1),
            High(1),
            FromOne,
            Low(1),
            Low(-1),
            Remainder,
            Short,
            Extra,
            Missing,
            Copied,
            Anew,
            High(-2),
            High(2),
        ],
        Shape::Coin => &[Swapped, Distribution(true), Distribution(false), Extra, Missing, Copied, Anew],
        Shape::Shuffle => &[Missing, Extra, ByHand, Copied, Anew],
    }
}

const fn name(place: &DrawSite, how: DrawMistake) -> &'static str {
    match how {
        DrawMistake::Low(_)
        | DrawMistake::High(_)
        | DrawMistake::FromOne
        | DrawMistake::Swapped
        | DrawMistake::Distribution(_)
        | DrawMistake::ByHand => place.name,
        DrawMistake::Missing if matches!(place.shape, Shape::Shuffle) => place.name,
        DrawMistake::Exchanged(..) => "exchanged",
        DrawMistake::Bernoulli => "coin",
        DrawMistake::Remainder | DrawMistake::Short => "draw-remainder",
        DrawMistake::Extra | DrawMistake::Before => "draw-extra",
        DrawMistake::Missing => "draw-missing",
        DrawMistake::Copied => "draw-copied",
        DrawMistake::Anew => "draw-anew",
    }
}

fn text(place: &DrawSite, how: DrawMistake) -> String {
    let what = place.words;
    let bound = |which: &str, by: i32| {
        let (far, way) = (by.abs(), if by > 0 { "high" } else { "low" });
        let included = if far == 1 { "; both bounds of uniform_int_distribution are included" } else { "" };
        format!("the {which} bound of the draw is {far} too {way} for {what}{included}")
    };
    match how {
        DrawMistake::Remainder => {
            format!("rng() % n is used instead of a uniform_int_distribution for {what}")
        }
        DrawMistake::Short => {
            format!(
                "a + rng() % (b - a) is used instead of a uniform_int_distribution from a to b for {what}"
            )
        }
        DrawMistake::Exchanged(a, b) => format!("{a} and {b} are exchanged for {what}"),
        DrawMistake::Bernoulli => format!("a std::bernoulli_distribution is asked for {what}"),
        DrawMistake::Low(by) => bound("lower", by),
        DrawMistake::High(by) => bound("upper", by),
        DrawMistake::FromOne => format!("the draw begins at 1 instead of 0 and ends 1 later for {what}"),
        DrawMistake::Extra => format!("a number too many is drawn for {what}"),
        DrawMistake::Before => format!("a number is drawn and thrown away before the first draw for {what}"),
        DrawMistake::Missing if place.shape == Shape::Shuffle => format!("not shuffled: {what}"),
        DrawMistake::Missing => format!("no number is drawn for {what}"),
        DrawMistake::Copied => format!("the generator is copied, not passed by reference, for {what}"),
        DrawMistake::Anew => format!("a new generator is made and seeded each time for {what}"),
        DrawMistake::Swapped => format!("heads and tails are swapped for {what}"),
        DrawMistake::Distribution(heads) => {
            let number = i32::from(!heads);
            format!("uniform_int_distribution(0, 1) is asked for {number} instead of coinFlip for {what}")
        }
        DrawMistake::ByHand => format!("a hand-written loop instead of std::shuffle mixes {what}"),
    }
}

/// A generator that draws with a mistake, or without one.
pub(super) struct Dice<'a> {
    pub rng: &'a mut Rng,
    pub mistake: Mistake,
    /// The next value of the seed stream.
    pub seeds: &'a mut u32,
}

impl Dice<'_> {
    fn way(&self, at: Draw) -> Option<DrawMistake> {
        match self.mistake {
            Mistake::Draw(draw, how) if draw == at || draw == Draw::Everywhere => Some(how),
            _ => None,
        }
    }

    /// Is called before all draws of a kind.
    pub fn begin(&mut self, at: Draw) {
        if self.mistake == Mistake::Draw(at, DrawMistake::Before) {
            self.rng.next_u32();
        }
    }

    fn fresh(&mut self) -> Rng {
        let seed = *self.seeds;
        *self.seeds = seed.wrapping_add(1);
        Rng::new(seed, self.rng.library())
    }

    /// Draws a number from `a` to `b`. Mistaken bounds that are empty give the lower one.
    pub fn uniform(&mut self, at: Draw, a: i32, b: i32) -> i32 {
        let within = |rng: &mut Rng, a: i32, b: i32| rng.uniform(a, b.max(a));
        match self.way(at) {
            Some(DrawMistake::Remainder) => a + (self.rng.next_u32() % (b.max(a) - a + 1) as u32) as i32,
            Some(DrawMistake::Short) => a + (self.rng.next_u32() % (b - a).max(1) as u32) as i32,
            Some(DrawMistake::Exchanged(one, other)) => match within(self.rng, a, b) {
                drawn if drawn == one => other,
                drawn if drawn == other => one,
                drawn => drawn,
            },
            Some(DrawMistake::Low(by)) => within(self.rng, a + by, b),
            Some(DrawMistake::High(by)) => within(self.rng, a, b + by),
            Some(DrawMistake::FromOne) => within(self.rng, a + 1, b + 1),
            Some(DrawMistake::Extra) => {
                self.rng.next_u32();
                within(self.rng, a, b)
            }
            Some(DrawMistake::Missing) => a,
            Some(DrawMistake::Copied) => within(&mut self.rng.clone(), a, b),
            Some(DrawMistake::Anew) => within(&mut self.fresh(), a, b),
            _ => within(self.rng, a, b),
        }
    }

    /// Flips a coin.
    pub fn coin(&mut self, at: Draw) -> bool {
        match self.way(at) {
            Some(DrawMistake::Swapped) => !self.rng.coin_flip(),
            // It takes two outputs for a fraction, and the second one decides.
            Some(DrawMistake::Bernoulli) => {
                self.rng.next_u32();
                self.rng.next_u32() < 1 << 31
            }
            Some(DrawMistake::Distribution(heads)) => (self.rng.uniform(0, 1) == 0) == heads,
            Some(DrawMistake::Extra) => {
                self.rng.next_u32();
                self.rng.coin_flip()
            }
            Some(DrawMistake::Missing) => true,
            Some(DrawMistake::Copied) => self.rng.clone().coin_flip(),
            Some(DrawMistake::Anew) => self.fresh().coin_flip(),
            _ => self.rng.coin_flip(),
        }
    }

    /// Shuffles items.
    pub fn shuffle<T>(&mut self, at: Draw, items: &mut [T]) {
        match self.way(at) {
            Some(DrawMistake::Missing) => {}
            Some(DrawMistake::Extra) => {
                self.rng.next_u32();
                self.rng.shuffle(items);
            }
            Some(DrawMistake::ByHand) => {
                for last in (1..items.len()).rev() {
                    let other = self.rng.uniform(0, last as i32) as usize;
                    items.swap(last, other);
                }
            }
            Some(DrawMistake::Copied) => self.rng.clone().shuffle(items),
            Some(DrawMistake::Anew) => self.fresh().shuffle(items),
            _ => self.rng.shuffle(items),
        }
    }
}
