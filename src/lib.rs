//! *Roguelikes in C++ with SDL3*, chapter by chapter, in Rust on SDL2.
//!
//! The modules at the top are the series: for every file of the original there is one of the same name, with
//! the same things in it under the same names in Rust's spelling. One engine plays all 17 parts. A rule that
//! a chapter changes asks [`part::Part`] by name what the chapter has: `if part.has_dijkstra_maps() { ... }`.
//! Fields, variants and functions that belong to a later part say so: "Part 7: ...".
//!
//! What follows is a list of the original's classes and functions. The documentation of each item here names
//! the one it corresponds to, so a search for `castLight` ends at the right line.
//!
//! # The chapters
//!
//! | part | chapter | brings | changes |
//! |---|---|---|---|
//! | 1 | Map Generation | `main` `Tile` `TileType` `Room` `centreX` `centreY` `BSPNode` `BSPNode::split` `Map` `Map::generate` `buildRooms` `connectRooms` `carveTile` `carveHLine` `carveVLine` `coinFlip` `GlyphCache` `Glyph` `ok` `drawGlyph` `draw` `newGame` |  |
//! | 2 | Player & Movement | `Player` | `press_while_playing` `newGame` `draw_level` |
//! | 3 | Field of View | `FOV` `FOV::compute` `FOV::castLight` `MULT` `RADIUS` | `on_level` `newGame` `set_other_view` `draw_level` |
//! | 4 | Monsters & AI | `Entity` `Entity::tryMove` `isAlive` `Monster` `Monster::wander` `MonsterKind` `KINDS` | `before_first_run` `newGame` `draw_level` |
//! | 5 | Melee Combat | `attack` `monsterAt` `stepIfFree` `sgn` | `monster_acts` `on_level` `newGame` |
//! | 6 | The Game Class | `Game` `GameState` `Game::run` `playerAct` `monstersAct` `render` `drawTile` `drawCentred` `drawDeathScreen` `updateTitle` | `press_while_playing` |
//! | 7 | Dijkstra Maps | `DijkstraMap` `DijkstraMap::compute` `DijkstraMap::at` | `monstersAct` `monster_acts` |
//! | 8 | Potions & Inventory | `Item` `ItemCategory` `PotionType` `applyPotion` `quaff` `useItem` `pickUpHere` `drawInventory` `drawLeft` `potionName` `makePotion` | `updateTitle` `playerAct` `on_level` `press_while_playing` `newGame` `draw_level` |
//! | 9 | Equipment | `endPlayerTurn` `equip` `recomputeStats` `itemLabel` `randomItem` `makeWeapon` `makeArmour` | `text` `applyPotion` `updateTitle` `on_level` `newGame` `place_items` `spawn` `draw` `draw_level` `first_slot` |
//! | 10 | Status Effects | `Status` `hasStatus` `addStatus` `tickStatuses` | `text` `applyPotion` `updateTitle` `endPlayerTurn` `monstersAct` `monster_attacks` `of` `kinds` |
//! | 11 | Multiple Floors | `Level` `Level::generate` `Game::cur` `Game::descend` | `updateTitle` `press_while_playing` `newGame` `place_monsters` `spawn` `draw_level` |
//! | 12 | Caves | `Map::generateCaves` | `Level::generate` |
//! | 13 | Scrolls | `ScrollType` `readScroll` `scrollName` `nearestVisibleMonster` `zap` `makeScroll` | `shuffle` `randomItem` `drawInventory` |
//! | 14 | Character Classes | `PlayerClass` `drawClassSelect` | `updateTitle` `new` `on_level` `before_first_run` `press_while_playing` `press_at_the_end` `newGame` `has_run` `drawInventory` `drawDeathScreen` |
//! | 15 | Save & Load System | `save` `load` `kindByGlyph` `buildItem` `weaponNameFor` `armourNameFor` | `text` `header` `updateTitle` `press_while_playing` `press_on_menu` `drawDeathScreen` `drawClassSelect` |
//! | 16 | UI & Sound | `MessageLog` `MessageLog::add` `MessageLog::clear` `MessageLog::lines` `Game::log` `drawHud` `Sound` `Sound::init` `Sound::shutdown` `Sound::beep` `Sound::hit` `Sound::pickup` `Sound::descend` `Sound::zap` `Sound::die` | `text` `message` `save` `answer` `updateTitle` `endPlayerTurn` `newGame` `rows` `draw` |
//! | 17 | Win Condition | `drawWinScreen` `makeAmulet` `Sound::win` | `text` `pickUpHere` `version` `save_text` `load_text` `read_floor_item` `playerAct` `newGame` `Level::generate` `drawHud` `drawDeathScreen` `drawClassSelect` `first_class_row` |
//!
//! # From a key to the screen
//!
//! 1. `main` waits for an event of SDL; [`desktop`] turns it into a [`key::Key`] of the original.
//! 2. [`game::Game::press`] applies the rules, collects [`event::Event`]s, and returns an [`game::Outcome`].
//! 3. [`screen::render`] writes the current screen into a [`screen::Frame`] of coloured characters.
//! 4. [`glyph_cache::GlyphCache`] draws them.
//!
//! # The other rooms
//!
//! A reader of the chapters never has to open these:
//!
//! - [`desktop`]: the window, and what people expect of a game on a desktop.
//! - [`attach`]: a patch that lets a C++ build record its runs.
//! - [`cli`]: the command line, and the commands that need no window.
//! - [`trace`]: a run as text.
//! - [`verify`]: a recording of another program, compared step by step.
//! - [`fov_lab`]: other algorithms for the field of view.
//! - [`support`]: files, text, hashes.
//!
//! They use each other and the series in one direction only: `main` → `desktop`, `cli` → `verify` → `trace` →
//! `screen` → `game` → `level` → `map` → `rng`. Only `main`, [`desktop`], [`glyph_cache`] and [`sound`] know
//! SDL, only [`rng`] knows C++'s standard libraries, and only [`part`] compares part numbers.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

// The series
pub mod color;
pub mod dijkstra_map;
pub mod entity;
pub mod event;
pub mod fov;
pub mod game;
pub mod glyph_cache;
pub mod item;
pub mod key;
pub mod level;
pub mod map;
pub mod message_log;
pub mod monster;
pub mod part;
pub mod player;
pub mod rng;
pub mod screen;
pub mod sound;

// The other rooms
pub mod attach;
pub mod cli;
pub mod desktop;
pub mod fov_lab;
pub mod support;
pub mod trace;
pub mod verify;
