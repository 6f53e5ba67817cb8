//! Mistakes in drawing random numbers: at every place where the rules draw one, in every way that people draw
//! it wrong.

use super::turn::WAYS;
use super::{KnownMistake, Mistake, pairs, parts};
use crate::item::{ARMOURS, Item, PotionType, ScrollType, WEAPONS};
use crate::monster;
use crate::part::Part;
use crate::rng::Rng;

/// Declares the places in the rules where a random number is drawn: what is drawn, the name of mistakes in
/// its bounds, the parts that have it, and words for it, with the function.
macro_rules! places {
    ($($draw:ident $shape:ident $name:literal $parts:ident $words:literal)*) => {
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
            exists: parts::$parts,
        }),*];
    };
}

places! {
    Cut Number "cut-bounds" ALWAYS "where an area is cut (Map::split)"
    SplitCoin Coin "coin" ALWAYS "the coin for a square area (Map::split)"
    RoomWidth Number "room-bounds" ALWAYS "a room's width (Map::buildRooms)"
    RoomHeight Number "room-bounds" ALWAYS "a room's height (Map::buildRooms)"
    RoomX Number "room-bounds" ALWAYS "a room's x (Map::buildRooms)"
    RoomY Number "room-bounds" ALWAYS "a room's y (Map::buildRooms)"
    LeafCoin Coin "coin" ALWAYS "the coin that picks the half with the room to join (Map::connectRooms)"
    CornerCoin Coin "coin" ALWAYS "the coin for a corridor's corner (Map::connectRooms)"
    Noise Number "cave-bounds" CAVES "the noise of a cave (Map::generateCaves)"
    Region Shuffle "cave-shuffle" CAVES "the tiles of a cave (Map::generateCaves)"
    Kind Number "kind-bounds" MONSTERS "a monster's kind"
    Looks Shuffle "looks-shuffle" ITEMS "the appearances of potions (Game::newGame)"
    Labels Shuffle "looks-shuffle" SCROLLS "the labels of scrolls (Game::newGame)"
    ItemRoom Number "item-bounds" ITEMS "an item's room"
    ItemX Number "item-bounds" ITEMS "an item's x"
    ItemY Number "item-bounds" ITEMS "an item's y"
    Category Number "item-bounds" EQUIPMENT "an item's category (randomItem)"
    Potion Number "item-bounds" ITEMS "a potion's type (randomItem)"
    Weapon Number "item-bounds" EQUIPMENT "which weapon it is (randomItem)"
    Armour Number "item-bounds" EQUIPMENT "which armour it is (randomItem)"
    Scroll Number "item-bounds" SCROLLS "a scroll's type (randomItem)"
    Wander Number "wander-bounds" MONSTERS "a wanderer's direction (Monster::wander)"
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

/// Returns the mistakes in all places at once.
fn everywhere() -> impl Iterator<Item = KnownMistake> {
    use DrawMistake::*;
    let all = [
        (
            Remainder,
            "draw-remainder",
            "every number is drawn with rng() % n, not by a uniform_int_distribution",
        ),
        (Short, "draw-remainder", "every number is drawn with a + rng() % (b - a), so that it never is b"),
        (
            High(-1),
            "draw-bounds",
            "every number is drawn from a to b - 1; both bounds of uniform_int_distribution are included",
        ),
        (Bernoulli, "coin", "coinFlip asks a std::bernoulli_distribution, not the lowest bit of rng()"),
        (Distribution(true), "coin", "coinFlip asks uniform_int_distribution(0, 1) for 0, not rng() & 1"),
        (Distribution(false), "coin", "coinFlip asks uniform_int_distribution(0, 1) for 1, not rng() & 1"),
        (Swapped, "coin", "heads and tails are swapped in coinFlip: heads is when rng() & 1 is 0"),
    ];
    let all = all.into_iter();
    all.map(|(how, name, text)| KnownMistake::new(Mistake::Draw(Draw::Everywhere, how), name, text))
}

/// The first draw of each loop or function that draws.
const FIRST_DRAWS: [Draw; 7] =
    [Draw::Cut, Draw::RoomWidth, Draw::LeafCoin, Draw::Noise, Draw::Kind, Draw::ItemRoom, Draw::Looks];

/// Returns the mistakes of a part.
pub(super) fn families(part: Part) -> Vec<KnownMistake> {
    let places: Vec<&DrawSite> = PLACES.iter().filter(|place| (place.exists)(part)).collect();
    let describe = |place: &DrawSite, how| describe(place, how, part);
    let exchanged = places.iter().flat_map(|place| {
        let exchanged = |(a, b)| DrawMistake::Exchanged(a as i32, b as i32);
        pairs(choices(place.draw, part).len()).map(move |pair| describe(place, exchanged(pair)))
    });
    let begun = places.iter().filter(|place| FIRST_DRAWS.contains(&place.draw));
    let begun = begun.map(|place| describe(place, DrawMistake::Before));
    let others = places.iter().flat_map(|place| {
        // Nothing is drawn after the tiles of a cave are shuffled.
        let shows = |how: &&DrawMistake| (place.draw, **how) != (Draw::Region, DrawMistake::Copied);
        ways(place.shape).iter().filter(shows).map(|&how| describe(place, how))
    });
    everywhere().chain(exchanged).chain(begun).chain(others).collect()
}

/// Returns what the numbers of a place stand for, if they stand for something.
fn choices(draw: Draw, part: Part) -> Vec<&'static str> {
    match draw {
        Draw::Kind => monster::kinds(part).iter().map(|kind| kind.name).collect(),
        Draw::Potion => PotionType::of(part).iter().map(|potion| potion.effect()).collect(),
        Draw::Scroll => ScrollType::ALL.iter().map(|scroll| scroll.effect()).collect(),
        Draw::Weapon => WEAPONS.map(Item::name).to_vec(),
        Draw::Armour => ARMOURS.map(Item::name).to_vec(),
        Draw::Wander => WAYS.into_iter().chain(["a rest"]).collect(),
        _ => Vec::new(),
    }
}

/// Returns the ways in which a place can go wrong, the likeliest first.
#[rustfmt::skip]
fn ways(shape: Shape) -> &'static [DrawMistake] {
    use DrawMistake::*;
    match shape {
        Shape::Number => &[
            High(-1), High(1), FromOne, Low(1), Low(-1), Remainder, Short, Extra, Missing, Copied, Anew,
            High(-2), High(2),
        ],
        Shape::Coin => &[Swapped, Distribution(true), Distribution(false), Extra, Missing, Copied, Anew],
        Shape::Shuffle => &[Missing, Extra, ByHand, Copied, Anew],
    }
}

/// Returns a mistake at a place with its name and its words.
fn describe(place: &DrawSite, how: DrawMistake, part: Part) -> KnownMistake {
    let bound = |which: &str, by: i32| {
        let (far, way) = (by.abs(), if by > 0 { "high" } else { "low" });
        let included = if far == 1 { "; both bounds of uniform_int_distribution are included" } else { "" };
        (place.name, format!("the {which} bound of the draw is {far} too {way} for {{}}{included}"))
    };
    let plain = |name: &'static str, words: &str| (name, words.to_owned());
    let (name, words) = match how {
        DrawMistake::Low(by) => bound("lower", by),
        DrawMistake::High(by) => bound("upper", by),
        DrawMistake::Remainder => {
            plain("draw-remainder", "rng() % n is used instead of a uniform_int_distribution for {}")
        }
        DrawMistake::Short => plain(
            "draw-remainder",
            "a + rng() % (b - a) is used instead of a uniform_int_distribution from a to b for {}",
        ),
        DrawMistake::Exchanged(a, b) => {
            let [one, other] = [a, b].map(|number| choices(place.draw, part)[number as usize]);
            ("exchanged", format!("{one} and {other} are exchanged for {{}}"))
        }
        DrawMistake::Bernoulli => plain("coin", "a std::bernoulli_distribution is asked for {}"),
        DrawMistake::FromOne => {
            plain(place.name, "the draw begins at 1 instead of 0 and ends 1 later for {}")
        }
        DrawMistake::Extra => plain("draw-extra", "a number too many is drawn for {}"),
        DrawMistake::Before => {
            plain("draw-extra", "a number is drawn and thrown away before the first draw for {}")
        }
        DrawMistake::Missing if place.shape == Shape::Shuffle => plain(place.name, "not shuffled: {}"),
        DrawMistake::Missing => plain("draw-missing", "no number is drawn for {}"),
        DrawMistake::Copied => {
            plain("draw-copied", "the generator is copied, not passed by reference, for {}")
        }
        DrawMistake::Anew => plain("draw-anew", "a new generator is made and seeded each time for {}"),
        DrawMistake::Swapped => plain(place.name, "heads and tails are swapped for {}"),
        DrawMistake::Distribution(heads) => {
            let asked = if heads { "asked for 0" } else { "asked for 1" };
            (place.name, format!("uniform_int_distribution(0, 1) is {asked} instead of coinFlip for {{}}"))
        }
        DrawMistake::ByHand => plain(place.name, "a hand-written loop instead of std::shuffle mixes {}"),
    };
    KnownMistake::new(Mistake::Draw(place.draw, how), name, words.replace("{}", place.words))
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
