//! Everything that the generator knows of the series by name; it reads all else from the syntax. A test fails
//! when the series loses one of these names, or its edits.

/// The files of which a copy is made, in the order of lib.rs.
pub const FILES: &str = "dijkstra_map entity fov game item level map message_log monster player screen";
/// The file with members that only tools use, so a program cannot have bugs in it. It has only edits of rows.
pub const OF_TOOLS: &str = "game/inspect";
/// Functions without edits, because the original does not have their tests.
pub const NOT_ORIGINAL: [(&str, &str); 1] = [("screen", "put")];
/// Files without edits. They read the game of the copy as they read that of the series.
pub const READERS: &str = "trace/last_key trace/snapshot";
/// The type that has the functions of screen.rs in the original.
pub const SCREEN: (&str, &str) = ("screen", "Game");

/// A function that checks the numbers of a save file, and the one that replaces it and trusts them, as the
/// original does, and a program with bugs.
pub const TRUSTING: [&str; 2] = ["Words::new(", "Words::trusting("];

/// A position, and how the names of variables end that are positions.
pub const POSITION: &str = "Pos";
pub const POSITIONS: [&str; 3] = ["pos", "stairs", "best"];
/// A step that is added to a position, and the sum, which the original computes again at each use.
pub const STEP: &str = "step";
pub const TARGET: &str = "target";

/// A draw among choices, which is a draw of a number at each place of the original.
pub const CHOICE: &str = "pick";
/// The draws of the generator of random numbers.
pub const UNIFORM: &str = "uniform";
pub const COIN: &str = "coin_flip";
pub const SHUFFLE: &str = "shuffle";
/// All positions of the map: in the original two loops, over its rows and its columns.
pub const GRID: &str = "Map::positions";

/// The functions that make a new entity and a new monster.
pub const NEW_ENTITY: [&str; 2] = ["Entity", "new"];
pub const NEW_MONSTER: &str = "spawn";
