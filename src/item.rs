//! Items, and what the player knows about them (class `Item`, Part 8 on).

use crate::color::Color;
use crate::map::Pos;
use crate::part::Part;
use crate::rng::Rng;

/// What a potion does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Potion {
    /// Ten hit points back.
    Healing,
    /// Hurts at once in Parts 8 and 9, for some turns from Part 10 on.
    Poison,
    /// One more point of power, for good.
    Strength,
    /// Part 10: a hit point a turn, for some turns.
    Regeneration,
}

/// What a scroll does (Part 13 on).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scroll {
    /// Hurts the nearest monster in sight.
    Lightning,
    /// Hurts it less, but all around it too.
    Fireball,
}

/// Anything that lies on floors or in packs (class `Item`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// Drunk once.
    Potion(Potion),
    /// Read once.
    Scroll(Scroll),
    /// Wielded; adds its bonus to power.
    Weapon(i32),
    /// Worn; adds its bonus to defense.
    Armour(i32),
    /// Part 17: never in a pack, three of them win the game.
    Amulet,
}

/// An item lying on the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloorItem {
    /// What lies there.
    pub item: Item,
    /// Where it lies.
    pub pos: Pos,
}

/// Bonuses from here on make a weapon a sword and armour chain mail.
const SWORD: i32 = 4;
const CHAIN_MAIL: i32 = 3;
/// What the items of each kind give.
const WEAPONS: [Item; 2] = [Item::Weapon(2), Item::Weapon(SWORD)];
const ARMOURS: [Item; 2] = [Item::Armour(1), Item::Armour(CHAIN_MAIL)];

/// What unidentified potions can look like.
pub const POTION_LOOKS: [&str; 6] = ["red", "blue", "fizzy", "murky", "glowing", "silver"];
/// What unidentified scrolls can be labelled.
pub const SCROLL_LABELS: [&str; 5] = ["ZELGO MER", "XYZZY", "FOOBIE BLETCH", "ELBIB YLOH", "VENZAR"];

impl Potion {
    /// In the order of the original's table. Regeneration exists from Part 10 on: see [`Potion::of`].
    pub const ALL: [Potion; 4] = [Potion::Healing, Potion::Poison, Potion::Strength, Potion::Regeneration];

    /// The potions that a part has.
    pub fn of(part: Part) -> &'static [Potion] {
        let count = if part.has_statuses() { 4 } else { 3 };
        &Potion::ALL[..count]
    }

    /// Position in [`Potion::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// What it is a potion of.
    pub const fn name(self) -> &'static str {
        match self {
            Potion::Healing => "healing",
            Potion::Poison => "poison",
            Potion::Strength => "strength",
            Potion::Regeneration => "regeneration",
        }
    }
}

impl Scroll {
    /// In the order of the original's table.
    pub const ALL: [Scroll; 2] = [Scroll::Lightning, Scroll::Fireball];

    /// Position in [`Scroll::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// What it is a scroll of.
    pub const fn name(self) -> &'static str {
        match self {
            Scroll::Lightning => "lightning",
            Scroll::Fireball => "fireball",
        }
    }
}

impl Item {
    /// The character and colour it is drawn with.
    pub const fn look(self) -> (u8, Color) {
        match self {
            Item::Potion(_) => (b'!', Color(200, 120, 220)),
            Item::Scroll(_) => (b'?', Color(120, 200, 220)),
            Item::Weapon(_) => (b'/', Color(185, 185, 205)),
            Item::Armour(_) => (b'[', Color(200, 160, 110)),
            Item::Amulet => (b'"', Color(255, 220, 120)),
        }
    }

    /// What it is called as far as the player knows.
    pub fn name(self, lore: &Lore) -> String {
        match self {
            Item::Potion(potion) => {
                let secret = lore.potions[potion.index()];
                match secret.known {
                    true => self.true_name(),
                    false => format!("{} potion", POTION_LOOKS[secret.look]),
                }
            }
            Item::Scroll(scroll) => {
                let secret = lore.scrolls[scroll.index()];
                match secret.known {
                    true => self.true_name(),
                    false => format!("scroll labelled \"{}\"", SCROLL_LABELS[secret.look]),
                }
            }
            Item::Weapon(bonus) => format!("{} (+{bonus} pow)", self.true_name()),
            Item::Armour(bonus) => format!("{} (+{bonus} def)", self.true_name()),
            Item::Amulet => self.true_name(),
        }
    }

    /// What it really is, without its bonus.
    pub fn true_name(self) -> String {
        match self {
            Item::Potion(potion) => format!("potion of {}", potion.name()),
            Item::Scroll(scroll) => format!("scroll of {}", scroll.name()),
            Item::Weapon(bonus) if bonus >= SWORD => "sword".to_owned(),
            Item::Weapon(_) => "dagger".to_owned(),
            Item::Armour(bonus) if bonus >= CHAIN_MAIL => "chain mail".to_owned(),
            Item::Armour(_) => "leather".to_owned(),
            Item::Amulet => "Amulet of SDL".to_owned(),
        }
    }

    /// Draws what lies on a floor: its category by the part's odds in percent, then which of the category.
    pub fn random(part: Part, rng: &mut Rng) -> Item {
        if !part.has_equipment() {
            return pick(Potion::of(part), rng, Item::Potion);
        }
        let (potions, scrolls, weapons) = if part.has_scrolls() { (50, 70, 85) } else { (60, 60, 80) };
        match rng.uniform(0, 99) {
            roll if roll < potions => pick(Potion::of(part), rng, Item::Potion),
            roll if roll < scrolls => pick(&Scroll::ALL, rng, Item::Scroll),
            roll if roll < weapons => pick(&WEAPONS, rng, |weapon| weapon),
            _ => pick(&ARMOURS, rng, |armour| armour),
        }
    }
}

/// One of `choices`, which is never empty.
fn pick<T: Copy>(choices: &[T], rng: &mut Rng, item: impl Fn(T) -> Item) -> Item {
    let index = rng.uniform(0, choices.len() as i32 - 1);
    item(choices[index as usize])
}

/// What hides the nature of one type of potion or scroll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Secret {
    /// Index of its appearance: into [`POTION_LOOKS`] or [`SCROLL_LABELS`].
    pub look: usize,
    /// Has the player found out?
    pub known: bool,
}

/// Everything the player knows and does not know about potions and scrolls in this run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lore {
    /// By [`Potion::index`].
    pub potions: [Secret; 4],
    /// By [`Scroll::index`].
    pub scrolls: [Secret; 2],
}

impl Lore {
    /// New appearances for a new run, nothing identified. The potions' are drawn first, the scrolls' (Part 13 on) second.
    pub fn shuffle(part: Part, rng: &mut Rng) -> Lore {
        let mut lore = Lore { potions: deal(&mut [0, 1, 2, 3, 4, 5], rng), ..Lore::default() };
        if part.has_scrolls() {
            lore.scrolls = deal(&mut [0, 1, 2, 3, 4], rng);
        }
        lore
    }

    /// Has the player found out what `item` does? Things without a secret are always known.
    pub fn knows(&self, item: Item) -> bool {
        match item {
            Item::Potion(potion) => self.potions[potion.index()].known,
            Item::Scroll(scroll) => self.scrolls[scroll.index()].known,
            _ => true,
        }
    }

    /// From now on the player knows what `item` does.
    pub fn identify(&mut self, item: Item) {
        match item {
            Item::Potion(potion) => self.potions[potion.index()].known = true,
            Item::Scroll(scroll) => self.scrolls[scroll.index()].known = true,
            _ => {}
        }
    }
}

/// Shuffles `looks` and hands the first `N` of them out.
fn deal<const N: usize>(looks: &mut [usize], rng: &mut Rng) -> [Secret; N] {
    rng.shuffle(looks);
    std::array::from_fn(|index| Secret { look: looks[index], known: false })
}
