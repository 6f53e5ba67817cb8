//! What a recording reaches of its part. A mistake in a rule that the run never comes to cannot show.

use crate::entity::Entity;
use crate::event::Event;
use crate::game::PlayerClass;
use crate::game::{Game, GameState};
use crate::item::{Item, PotionType, ScrollType};
use crate::key::Key;
use crate::map::Pos;
use crate::part::Part;
use crate::player;

/// Something that a run can come to.
struct Goal {
    words: &'static str,
    exists: fn(Part) -> bool,
    is_met: fn(&Moment<'_>) -> bool,
}

/// What a step has to be compared with. A whole game would take long to copy in each step.
#[derive(Clone)]
pub struct Before {
    state: GameState,
    pos: Pos,
    pack: Vec<Item>,
    /// True if a monster in view flees.
    fleeing: bool,
}

impl Before {
    /// Returns what is needed of a game.
    pub fn of(game: &Game) -> Before {
        Before {
            state: game.state(),
            pos: game.player().pos,
            pack: game.inventory().to_vec(),
            fleeing: seen_monsters(game).any(Entity::flees),
        }
    }
}

/// One step of the right rules.
struct Moment<'a> {
    /// The game before the key; none in step 0.
    before: Option<&'a Before>,
    game: &'a Game,
    key: Option<Key>,
}

impl Moment<'_> {
    fn happened(&self, event: impl Fn(&Event) -> bool) -> bool {
        self.game.events().iter().any(event)
    }

    /// Returns true if a key was pressed in this state.
    fn pressed(&self, key: Key, state: GameState) -> bool {
        self.key == Some(key) && self.before.is_some_and(|before| before.state == state)
    }

    /// Returns true if an item of this kind was used.
    fn used(&self, item: impl Fn(Item) -> bool) -> bool {
        let count = |pack: &[Item]| pack.iter().filter(|&&carried| item(carried)).count();
        self.before.is_some_and(|before| {
            before.state == GameState::Inventory
                && self.game.state() != GameState::Inventory
                && count(self.game.inventory()) < count(&before.pack)
        })
    }

    fn plays(&self, class: PlayerClass) -> bool {
        self.game.class() == Some(class)
    }
}

const GOALS: &[Goal] = &[
    Goal { words: "a step", exists: Part::has_player, is_met: |now| has_moved(now) },
    Goal {
        words: "a bump into a wall",
        exists: Part::has_player,
        is_met: |now| {
            let direction = now.key.and_then(crate::game::direction);
            direction.zip(now.before).is_some_and(|(step, before)| {
                // Nothing has changed then, not even the map.
                before.state == GameState::Playing
                    && before.pos == now.game.player().pos
                    && !now.game.cur().map.is_floor(before.pos + step)
            })
        },
    },
    Goal {
        words: "a second dungeon",
        exists: |part| !part.has_classes(),
        is_met: |now| now.pressed(Key::SPACE, GameState::Playing),
    },
    Goal {
        words: "a monster in view",
        exists: Part::has_monsters,
        is_met: |now| seen_monsters(now.game).next().is_some(),
    },
    Goal {
        words: "a blow of the player",
        exists: Part::has_melee,
        is_met: |now| {
            now.happened(|event| matches!(event, Event::Hit { attacker, .. } if *attacker == player::NAME))
        },
    },
    Goal {
        words: "a blow of a monster",
        exists: Part::has_melee,
        is_met: |now| {
            now.happened(|event| matches!(event, Event::Hit { defender, .. } if *defender == player::NAME))
        },
    },
    Goal {
        words: "a monster's death",
        exists: Part::has_melee,
        is_met: |now| now.happened(|event| matches!(event, Event::Died(name) if *name != player::NAME)),
    },
    Goal { words: "a death", exists: Part::has_melee, is_met: |now| now.game.state() == GameState::Dead },
    Goal {
        words: "a new run after a death",
        exists: Part::has_melee,
        is_met: |now| now.pressed(Key::SPACE, GameState::Dead),
    },
    Goal {
        words: "a fleeing monster",
        // In Part 7 no blow leaves a monster with a third of its hit points.
        exists: Part::has_items,
        is_met: |now| now.before.is_some_and(|before| before.fleeing),
    },
    Goal {
        words: "an item picked up",
        exists: Part::has_items,
        is_met: |now| now.happened(|event| matches!(event, Event::PickedUp(_))),
    },
    Goal {
        words: "a potion of healing",
        exists: Part::has_items,
        is_met: |now| drunk(now, PotionType::Healing),
    },
    Goal {
        words: "a potion of poison",
        exists: Part::has_items,
        is_met: |now| drunk(now, PotionType::Poison),
    },
    Goal {
        words: "a potion of strength",
        exists: Part::has_items,
        is_met: |now| drunk(now, PotionType::Strength),
    },
    Goal {
        words: "a weapon",
        exists: Part::has_equipment,
        is_met: |now| now.happened(|event| matches!(event, Event::Wielded(_))),
    },
    Goal {
        words: "armour",
        exists: Part::has_equipment,
        is_met: |now| now.happened(|event| matches!(event, Event::Donned(_))),
    },
    Goal {
        words: "a potion of regeneration",
        exists: Part::has_statuses,
        is_met: |now| drunk(now, PotionType::Regen),
    },
    Goal {
        words: "a venomous bite",
        exists: Part::has_statuses,
        is_met: |now| now.happened(|event| matches!(event, Event::VenomousBite(_))),
    },
    Goal {
        words: "the stairs",
        exists: Part::has_floors,
        is_met: |now| now.happened(|event| matches!(event, Event::Descended(_))),
    },
    Goal { words: "a third floor", exists: Part::has_floors, is_met: |now| now.game.depth() >= 2 },
    Goal {
        words: "a scroll of lightning",
        exists: Part::has_scrolls,
        is_met: |now| read(now, ScrollType::Lightning) && !fizzled(now),
    },
    Goal {
        words: "a scroll of fireball",
        exists: Part::has_scrolls,
        is_met: |now| read(now, ScrollType::Fireball) && !fizzled(now),
    },
    Goal { words: "a scroll without a target", exists: Part::has_scrolls, is_met: |now| fizzled(now) },
    Goal { words: "the Fighter", exists: Part::has_classes, is_met: |now| now.plays(PlayerClass::Fighter) },
    Goal { words: "the Rogue", exists: Part::has_classes, is_met: |now| now.plays(PlayerClass::Rogue) },
    Goal { words: "the Mage", exists: Part::has_classes, is_met: |now| now.plays(PlayerClass::Mage) },
    Goal {
        words: "a save",
        exists: Part::has_saves,
        is_met: |now| now.happened(|event| *event == Event::Saved),
    },
    Goal {
        words: "a load",
        exists: Part::has_saves,
        is_met: |now| now.happened(|event| *event == Event::Loaded),
    },
    Goal {
        words: "an amulet",
        exists: Part::has_amulets,
        is_met: |now| now.happened(|event| matches!(event, Event::SeizedAmulet { .. })),
    },
    Goal { words: "the win", exists: Part::has_amulets, is_met: |now| now.game.state() == GameState::Won },
];

fn has_moved(now: &Moment<'_>) -> bool {
    now.key.is_some_and(|key| crate::game::direction(key).is_some())
        && now.before.is_some_and(|before| before.pos != now.game.player().pos)
}

fn drunk(now: &Moment<'_>, potion: PotionType) -> bool {
    now.used(|item| item == Item::Potion(potion))
}

fn read(now: &Moment<'_>, scroll: ScrollType) -> bool {
    now.used(|item| item == Item::Scroll(scroll))
}

fn fizzled(now: &Moment<'_>) -> bool {
    now.happened(|event| *event == Event::Fizzled)
}

/// Returns the hit points and the maximum of every living monster in view.
fn seen_monsters(game: &Game) -> impl Iterator<Item = &Entity> {
    let bodies = game.cur().monsters.iter().map(|monster| &monster.entity);
    bodies.filter(|body| body.is_alive() && game.cur().map.tile(body.pos).visible)
}

/// What a run has come to so far.
#[derive(Clone)]
pub struct Reach {
    /// The goals that the part has, and that were not met yet.
    missing: Vec<usize>,
}

impl Reach {
    /// Nothing of this part is reached yet.
    pub fn new(part: Part) -> Reach {
        Reach { missing: (0..GOALS.len()).filter(|&goal| (GOALS[goal].exists)(part)).collect() }
    }

    /// Notes a step of the right rules.
    pub fn observe(&mut self, before: Option<&Before>, game: &Game, key: Option<Key>) {
        let now = Moment { before, game, key };
        self.missing.retain(|&goal| !(GOALS[goal].is_met)(&now));
    }

    /// Returns true if nothing is left to be reached.
    pub fn is_complete(&self) -> bool {
        self.missing.is_empty()
    }

    /// Returns true if a goal of these words was not reached.
    pub fn lacks(&self, words: &str) -> bool {
        self.missing.iter().any(|&goal| GOALS[goal].words == words)
    }

    /// Returns true if nothing but these goals is left.
    pub fn lacks_only(&self, words: &[&str]) -> bool {
        self.missing.iter().all(|&goal| words.contains(&GOALS[goal].words))
    }

    /// Returns what was not reached, in words.
    pub fn missing(&self) -> Vec<&'static str> {
        self.missing.iter().map(|&goal| GOALS[goal].words).collect()
    }
}
