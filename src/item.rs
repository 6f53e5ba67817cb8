//! Items, and what the player knows about them (struct `Item`, Part 8).

use crate::color::Color;
use crate::map::Pos;
use crate::part::Part;
use crate::rng::Rng;

/// What a potion does (enum `PotionType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PotionType {
    /// Restores 10 hit points.
    Healing,
    /// Takes 6 hit points in Parts 8 and 9. From Part 10 on it poisons for 6 turns.
    Poison,
    /// Adds one power for the rest of the run.
    Strength,
    /// Part 10: restores a hit point a turn, for 12 turns.
    Regeneration,
}

/// Part 13: what a scroll does (enum `ScrollType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScrollType {
    /// Hurts the nearest monster in view.
    Lightning,
    /// Hurts it less, but all monsters around it too.
    Fireball,
}

/// Anything that lies on floors or in the pack.
///
/// The original's struct `Item` has an `ItemCategory`, and `makePotion`, `makeWeapon`, `makeArmour`,
/// `makeScroll` or `makeAmulet` fills it. Here the variants are the categories, with what applies to each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// Is drunk once (`makePotion`).
    Potion(PotionType),
    /// Part 13: is read once (`makeScroll`).
    Scroll(ScrollType),
    /// Part 9: is wielded, and adds this bonus to power (`makeWeapon`).
    Weapon(i32),
    /// Part 9: is worn, and adds this bonus to defense (`makeArmour`).
    Armour(i32),
    /// Part 17: is counted and not carried. The third one wins the game (`makeAmulet`).
    Amulet,
}

/// An item that lies on the floor, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are explained above")]
pub struct FloorItem {
    pub item: Item,
    pub pos: Pos,
}

/// Part 9: from this bonus on a weapon is a sword.
const SWORD: i32 = 4;
/// Part 9: from this bonus on armour is chain mail.
const CHAIN_MAIL: i32 = 3;
/// Part 9: dagger and sword.
pub const WEAPONS: [Item; 2] = [Item::Weapon(2), Item::Weapon(SWORD)];
/// Part 9: leather and chain mail.
pub const ARMOURS: [Item; 2] = [Item::Armour(1), Item::Armour(CHAIN_MAIL)];

/// The appearances of unidentified potions.
pub const POTION_LOOKS: [&str; 6] = ["red", "blue", "fizzy", "murky", "glowing", "silver"];
/// Part 13: the labels of unidentified scrolls.
pub const SCROLL_LABELS: [&str; 5] = ["ZELGO MER", "XYZZY", "FOOBIE BLETCH", "ELBIB YLOH", "VENZAR"];

impl PotionType {
    /// The types in the order of their numbers.
    pub const ALL: &[PotionType] = &[
        PotionType::Healing,
        PotionType::Poison,
        PotionType::Strength,
        // Part 10: regeneration
        PotionType::Regeneration,
    ];

    /// Returns the types of a part: regeneration comes with Part 10.
    pub fn of(part: Part) -> &'static [PotionType] {
        if part.has_statuses() { PotionType::ALL } else { &PotionType::ALL[..3] }
    }
}

impl ScrollType {
    /// The types in the order of their numbers.
    pub const ALL: &[ScrollType] = &[ScrollType::Lightning, ScrollType::Fireball];
}

impl Item {
    /// The character and the colour it is drawn with.
    pub fn look(self) -> (u8, Color) {
        match self {
            Item::Potion(_) => (b'!', Color(200, 120, 220)),
            Item::Scroll(_) => (b'?', Color(120, 200, 220)),
            Item::Weapon(_) => (b'/', Color(185, 185, 205)),
            Item::Armour(_) => (b'[', Color(200, 160, 110)),
            Item::Amulet => (b'"', Color(255, 220, 120)),
        }
    }

    /// What it really is, without its bonus (`weaponNameFor`, `armourNameFor`).
    pub fn name(self) -> &'static str {
        match self {
            Item::Potion(PotionType::Healing) => "potion of healing",
            Item::Potion(PotionType::Poison) => "potion of poison",
            Item::Potion(PotionType::Strength) => "potion of strength",
            Item::Potion(PotionType::Regeneration) => "potion of regeneration",
            Item::Scroll(ScrollType::Lightning) => "scroll of lightning",
            Item::Scroll(ScrollType::Fireball) => "scroll of fireball",
            Item::Weapon(bonus) if bonus >= SWORD => "sword",
            Item::Weapon(_) => "dagger",
            Item::Armour(bonus) if bonus >= CHAIN_MAIL => "chain mail",
            Item::Armour(_) => "leather",
            Item::Amulet => "Amulet of SDL",
        }
    }

    /// Returns the effect of a potion or scroll, which its name tells: `potion of healing`.
    pub fn effect(self) -> &'static str {
        self.name().split_once(" of ").map_or(self.name(), |(_, effect)| effect)
    }
}

/// How one type of potion or scroll looks in this run, and whether the player has identified it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Secret {
    /// Index into [`POTION_LOOKS`]. For a scroll: into [`SCROLL_LABELS`].
    pub look: usize,
    /// True once it is identified.
    pub known: bool,
}

/// What hides the potions and scrolls of a run. The original keeps it in `Game`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lore {
    /// By type, in the order of [`PotionType::ALL`].
    pub potions: [Secret; PotionType::ALL.len()],
    /// Part 13: by type, in the order of [`ScrollType::ALL`].
    pub scrolls: [Secret; ScrollType::ALL.len()],
}

impl Lore {
    /// Deals new appearances for a run; nothing is identified. From Part 13 on scrolls follow the potions.
    pub fn shuffle(&mut self, part: Part, rng: &mut Rng) {
        self.potions = deal(&mut [0, 1, 2, 3, 4, 5], rng);
        if part.has_scrolls() {
            self.scrolls = deal(&mut [0, 1, 2, 3, 4], rng);
        }
    }

    /// What a potion is called as far as the player knows (`potionName`).
    pub fn potion_name(&self, potion: PotionType) -> String {
        match self.potions[potion as usize] {
            Secret { known: true, .. } => Item::Potion(potion).name().to_owned(),
            Secret { look, .. } => format!("{} potion", POTION_LOOKS[look]),
        }
    }

    /// Part 13: what a scroll is called as far as the player knows (`scrollName`).
    pub fn scroll_name(&self, scroll: ScrollType) -> String {
        match self.scrolls[scroll as usize] {
            Secret { known: true, .. } => Item::Scroll(scroll).name().to_owned(),
            Secret { look, .. } => format!("scroll labelled \"{}\"", SCROLL_LABELS[look]),
        }
    }

    /// What any item is called as far as the player knows, with its bonus (`itemLabel`, Part 9).
    pub fn item_label(&self, item: Item) -> String {
        match item {
            Item::Potion(potion) => self.potion_name(potion),
            Item::Scroll(scroll) => self.scroll_name(scroll),
            Item::Weapon(bonus) => format!("{} (+{bonus} pow)", item.name()),
            Item::Armour(bonus) => format!("{} (+{bonus} def)", item.name()),
            Item::Amulet => item.name().to_owned(),
        }
    }
}

/// Shuffles the indices of the appearances and gives each type one of the first.
fn deal<const TYPES: usize>(looks: &mut [usize], rng: &mut Rng) -> [Secret; TYPES] {
    rng.shuffle(looks);
    std::array::from_fn(|index| Secret { look: looks[index], known: false })
}
