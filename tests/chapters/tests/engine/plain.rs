//! What is left reads as if it had been written so.

use chapters::chapter::format;

use super::{files, main_of, same};

#[test]
fn a_seam_that_nothing_uses_is_closed() {
    let main = "
        #[derive(Clone, Copy)]
        struct OtherView { compute: fn(i32) -> i32 }
        struct Game { other_view: Option<OtherView>, origin: i32 }
        impl Game {
            fn new(other_view: Option<OtherView>, origin: i32) -> Game { Game { other_view, origin } }
            fn view(&self) -> i32 {
                match &self.other_view {
                    Some(other) => (other.compute)(self.origin),
                    None => compute(self.origin),
                }
            }
        }
        fn compute(origin: i32) -> i32 { origin * 2 }
        fn main() { println!(\"{}\", Game::new(None, 4).view()); }";
    same(
        &main_of(1, main),
        "struct Game { origin: i32 }
        impl Game {
            fn new(origin: i32) -> Game { Game { origin } }
            fn view(&self) -> i32 { compute(self.origin) }
        }
        fn compute(origin: i32) -> i32 { origin * 2 }
        fn main() { println!(\"{}\", Game::new(4).view()); }",
    );
}

#[test]
fn names_that_say_nothing_go() {
    let main = "
        use part::Part;
        const DIM: u8 = 3;
        const ALL: [u8; 2] = [DIM, 4];
        fn double(number: &u8) -> u8 { number * 2 }
        fn color(part: Part) -> u8 { if part.has_fog() { 9 } else { DIM } }
        fn colors(part: Part) -> Vec<u8> {
            let color = color(part);
            let found = ALL.iter().map(|number| double(number)).chain([color]).collect();
            if part.has_fog() { return Vec::new(); }
            found
        }
        fn title(part: Part) -> usize {
            // What stands there.
            let text = if part.has_fog() { \"fog\" } else { \"clear\" };
            measure(&format!(\"{} sky\", text)) + measure(text)
        }
        fn measure(text: &str) -> usize { text.len() }
        fn main() { println!(\"{:?} {}\", colors(Part::LAST), title(Part::LAST)); }";
    same(
        &main_of(2, main),
        "const DIM: u8 = 3;
        const ALL: [u8; 2] = [DIM, 4];
        fn double(number: &u8) -> u8 { number * 2 }
        fn colors() -> Vec<u8> { ALL.iter().map(double).chain([DIM]).collect() }
        fn title() -> usize { measure(\"clear sky\") + measure(\"clear\") }
        fn measure(text: &str) -> usize { text.len() }
        fn main() { println!(\"{:?} {}\", colors(), title()); }",
    );
}

#[test]
fn what_no_other_file_names_is_private() {
    let main = "
        mod map;
        fn main() {
            let map = map::Map::new();
            println!(\"{} {}\", map.area(), map.width);
        }";
    let map = "
        pub(crate) const SIDE: i32 = 8;
        pub struct Map { pub width: i32, pub(crate) height: i32 }
        impl Map {
            pub(crate) fn new() -> Map { Map { width: side(), height: SIDE } }
            pub fn area(&self) -> i32 { self.width * self.height }
        }
        pub(super) fn side() -> i32 { SIDE + 1 }";
    let files = files(1, "Gcc", &[("main.rs", main), ("map.rs", map)]);
    same(
        &files["map.rs"],
        "const SIDE: i32 = 8;
        pub struct Map { pub width: i32, height: i32 }
        impl Map {
            pub fn new() -> Map { Map { width: side(), height: SIDE } }
            pub fn area(&self) -> i32 { self.width * self.height }
        }
        fn side() -> i32 { SIDE + 1 }",
    );
}

#[test]
fn a_function_takes_over_what_it_hands_on() {
    let main = "
        mod map;
        fn main() { println!(\"{}\", map::area(6)); }";
    let map = "
        use crate::part::Part;
        /// The area.
        pub fn area(side: i32) -> i32 {
            let area = square(side);
            if Part::LAST.has_fog() { return area + 1; }
            area
        }
        /// A square of this side.
        fn square(side: i32) -> i32 {
            // Both sides are alike.
            side * side
        }";
    let files = files(2, "Gcc", &[("main.rs", main), ("map.rs", map)]);
    same(
        &files["map.rs"],
        "/// The area.
        pub fn area(side: i32) -> i32 {
            // Both sides are alike.
            side * side
        }",
    );
}

#[test]
fn a_bundle_with_one_thing_left_is_that_thing() {
    let main = "
        use part::Part;
        /// What a game is started with.
        #[derive(Clone)]
        struct Setup { seed: u32, part: Part, fog: u32 }
        impl Setup {
            fn new(part: Part, seed: u32) -> Setup { Setup { seed, part, fog: 3 } }
        }
        struct Game { seed: u32 }
        impl Game {
            fn new(setup: Setup) -> Game {
                let game = Game::begin(setup);
                println!(\"{}\", game.seed);
                game
            }
            fn begin(setup: Setup) -> Game {
                let Setup { seed, part, fog } = setup;
                if part.has_fog() { println!(\"{fog}\"); }
                Game { seed: seed + 1 }
            }
        }
        fn main() { println!(\"{}\", Game::new(Setup::new(Part::LAST, 42)).seed); }";
    same(
        &main_of(2, main),
        "struct Game { seed: u32 }
        impl Game {
            fn new(seed: u32) -> Game {
                let game = Game::begin(seed);
                println!(\"{}\", game.seed);
                game
            }
            fn begin(seed: u32) -> Game { Game { seed: seed + 1 } }
        }
        fn main() { println!(\"{}\", Game::new(42).seed); }",
    );
    assert!(main_of(3, main).contains("Game::new(Setup::new(42))"));
}

#[test]
fn comments_of_one_line_stand_behind_what_they_explain() {
    let main = "
        mod map;
        use map::{HEIGHT, Map, SIDES, WIDTH};
        fn main() {
            let map = Map { width: WIDTH, height: HEIGHT, count: SIDES[1] };
            println!(\"{} {} {}\", map.width, map.height, map.count);
        }";
    let map = "
        /// The sides of a map.
        pub const WIDTH: i32 = 64;
        pub const HEIGHT: i32 = 36;
        /// The sides of everything else, see [`Map`].
        pub const SIDES: [i32; 2] = [
            // The shorter one.
            1,
            20,
        ];
        /// A map.
        pub struct Map {
            /// From left to right. The border counts.
            pub width: i32,
            /// From top to bottom,
            /// the border too.
            pub height: i32,
            /// Number of maps. This comment is so long that it does not fit on the line of so short a field.
            pub count: i32,
        }";
    let files = files(2, "Gcc", &[("main.rs", main), ("map.rs", map)]);
    let expected = "
        /// The sides of a map.
        pub const WIDTH: i32 = 64;
        pub const HEIGHT: i32 = 36;
        /// The sides of everything else, see [`Map`].
        pub const SIDES: [i32; 2] = [
            1, // The shorter one
            20,
        ];
        /// A map.
        pub struct Map {
            pub width: i32, // From left to right. The border counts.
            /// From top to bottom,
            /// the border too.
            pub height: i32,
            /// Number of maps. This comment is so long that it does not fit on the line of so short a field.
            pub count: i32,
        }";
    same(&files["map.rs"], expected);
    // What is formatted stays as it is.
    let again = format(files.clone()).unwrap();
    assert_eq!(again["map.rs"].trim_start(), files["map.rs"].trim_start());
}
