//! *Roguelikes in C++ with SDL3*, chapter by chapter, in Rust on SDL2.
//!
//! For every file of the original there is a module of the same name, with the same things under Rust's spelling of the same
//! names. One engine plays all 17 parts: a rule that a chapter changes asks [`part::Part`], by name, what the chapter has.
//!
//! | part | chapter | what it adds | where |
//! |---|---|---|---|
//! | 1 | Map Generation | a BSP dungeon on 64 x 36 tiles | [`map::plain`], [`map`], [`rng`], [`glyph_cache`], [`screen`] |
//! | 2 | Player & Movement | the `@`, and walls that stop it | [`player`], [`entity`] |
//! | 3 | Field of View | shadowcasting, light and memory | [`fov`] |
//! | 4 | Monsters & AI | wanderers | [`monster`] |
//! | 5 | Melee Combat | blows, hunters, death | [`game`] (`turn`), [`event`] |
//! | 6 | The Game Class | the same rules in a house of their own | [`game`] |
//! | 7 | Dijkstra Maps | pursuit and flight | [`dijkstra_map`] |
//! | 8 | Potions & Inventory | things, a pack, and secrets | [`item`], [`game`] (`pack`) |
//! | 9 | Equipment | weapons, armour, defense | [`item`], [`player`] |
//! | 10 | Status Effects | poison, regeneration, snakes | [`entity`], [`game`] (`turn`) |
//! | 11 | Multiple Floors | stairs down | [`level`] |
//! | 12 | Caves | cellular automata | [`map::plain`], [`map`] (`caves`) |
//! | 13 | Scrolls | lightning and fireball | [`game`] (`magic`) |
//! | 14 | Character Classes | fighter, rogue, mage | [`player`] |
//! | 15 | Save & Load System | save files, to the byte | [`game::save`] |
//! | 16 | UI & Sound | a HUD, a log, tones | [`screen`], [`message_log`], [`sound`] |
//! | 17 | Win Condition | three amulets | [`level`], [`game`] (`pack`) |
//!
//! Names in parentheses are private modules; `cargo doc --open --document-private-items` shows those too.
//!
//! What happens when a key is pressed, from the keyboard to the screen:
//!
//! 1. [`bindings`] turns SDL's event into an [`session::Input`], and [`session`] that into a [`key::Key`] of the original;
//! 2. [`game::Game::press`] applies the rules, collects [`event::Event`]s and gives an [`game::Outcome`];
//! 3. [`screen::compose`] paints the screen as a [`screen::Frame`] of coloured characters;
//! 4. [`glyph_cache::GlyphCache`] draws what changed, and [`window::Window`] shows it.
//!
//! [`trace`] takes the same way up to the frame and writes down what it sees, `verify` holds a recording against that.
//! Only `main`, [`bindings`], [`window`], [`glyph_cache`] and [`sound`] know SDL, only [`rng`] knows C++'s standard libraries,
//! only [`part`] compares part numbers.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod autosave;
pub mod bindings;
pub mod cli;
pub mod color;
pub mod commands;
pub mod dijkstra_map;
pub mod entity;
pub mod event;
pub mod file;
pub mod fov;
pub mod game;
pub mod glyph_cache;
pub mod hash;
pub mod help;
pub mod input;
pub mod item;
pub mod key;
pub mod level;
pub mod map;
pub mod message_log;
pub mod monster;
pub mod part;
pub mod pictures;
pub mod player;
pub mod record;
pub mod replay;
pub mod rng;
pub mod screen;
pub mod session;
pub mod sound;
pub mod text;
pub mod trace;
pub mod verify;
pub mod window;
