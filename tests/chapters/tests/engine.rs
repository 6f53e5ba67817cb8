//! What is cut, and what stays, on small programs.

use chapters::chapter::format;
use chapters::cut::cut;
use chapters::known::Choice;
use chapters::program::Sources;

/// The questions that the small programs ask.
const PART: &str = "
pub struct Part(u8);
const NAMES: [&str; 3] = [\"Map\", \"Player\", \"View & Fog\"];
impl Part {
    pub const LAST: Part = Part(3);
    pub const fn number(self) -> u8 { self.0 }
    pub const fn name(self) -> &'static str { NAMES[self.0 as usize - 1] }
    pub const fn has_player(self) -> bool { self.0 >= 2 }
    pub const fn has_fog(self) -> bool { self.0 >= 3 }
    pub const fn rows(self) -> i32 { if self.has_fog() { 41 } else { 36 } }
    pub const fn version(self) -> Option<u32> { match self.0 { 1 => None, 2 => Some(2), _ => Some(3) } }
}
impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { self.0.fmt(f) }
}
";

const STDLIB: &str = "
#[derive(Clone, Copy, Default)]
pub enum StdLib { #[default] Gcc, Clang }
pub struct Rng { state: u32, library: StdLib }
impl Rng {
    pub fn new(seed: u32, library: StdLib) -> Rng { Rng { state: seed, library } }
    pub fn library(&self) -> StdLib { self.library }
    pub fn draw(&mut self) -> u32 {
        self.state += 1;
        match self.library { StdLib::Gcc => self.gcc(), StdLib::Clang => self.clang() }
    }
    /// GCC's way.
    fn gcc(&self) -> u32 { self.state * 2 }
    /// Clang's way.
    fn clang(&self) -> u32 { self.state * 3 }
}
";

/// The files of a chapter of a small program. `main.rs` comes with `mod` declarations for the others.
fn files(part: u8, library: &str, files: &[(&str, &str)]) -> Sources {
    let mut sources: Sources =
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    for (path, text) in [("part.rs", PART), ("rng.rs", STDLIB)] {
        sources.insert(path.to_owned(), text.to_owned());
    }
    let modules = "mod part;\nmod rng;\n";
    let main = sources.get_mut("main.rs").unwrap();
    *main = format!("{modules}{main}");
    let choice = Choice { part, library: library.to_owned() };
    let cut = cut(&sources, &choice).unwrap();
    format(cut.clone()).unwrap_or_else(|error| panic!("{error}: {cut:#?}"))
}

/// The `main.rs` of a chapter of a program in one file.
fn main_of(part: u8, main: &str) -> String {
    let mut files = files(part, "Gcc", &[("main.rs", main)]);
    let main = files.remove("main.rs").unwrap();
    assert!(files.is_empty(), "more than main.rs is left: {files:#?}, {main}");
    main
}

/// Compares two programs, each formatted.
fn same(cut: &str, expected: &str) {
    let mut sources = Sources::from([("main.rs".to_owned(), expected.to_owned())]);
    // rustfmt looks for the modules.
    let modules = expected.lines().filter_map(|line| line.trim().strip_prefix("mod ")?.strip_suffix(';'));
    sources.extend(modules.map(|module| (format!("{module}.rs"), String::new())));
    let expected = format(sources).unwrap().remove("main.rs").unwrap();
    assert_eq!(cut.trim_start(), expected.trim_start());
}

#[test]
fn branches_that_are_decided_become_plain_statements() {
    let main = "
        use part::Part;
        fn main() {
            let part = Part::LAST;
            // In every part.
            if part.has_player() {
                // The player.
                println!(\"@\");
                println!(\"moves\");
            } else {
                // No player.
                println!(\"nothing\");
            }
            // Only with fog.
            if part.has_fog() {
                println!(\"fog\");
            }
            if !part.has_player() {
                println!(\"one\");
            } else if part.has_fog() {
                println!(\"three\");
            } else {
                println!(\"two\");
            }
            let size = if part.has_fog() { 41 } else { 36 };
            println!(\"{size}\");
        }";
    same(
        &main_of(2, main),
        "fn main() {
            // In every part.
            // The player.
            println!(\"@\");
            println!(\"moves\");
            println!(\"two\");
            println!(\"36\");
        }",
    );
    same(
        &main_of(1, main),
        "fn main() {
            // In every part.
            // No player.
            println!(\"nothing\");
            println!(\"one\");
            println!(\"36\");
        }",
    );
}

#[test]
fn conditions_lose_what_is_decided() {
    let main = "
        use part::Part;
        fn main() {
            let part = Part::LAST;
            let words = std::env::args().count();
            if part.has_player() && words > 1 && !part.has_fog() {
                println!(\"a\");
            }
            if (words > 2 || part.has_fog()) && words < 9 {
                println!(\"b\");
            }
            if !(part.has_player() && words == 4) {
                println!(\"c\");
            }
            if part.has_player() && let Some(word) = std::env::args().next() {
                println!(\"{word}\");
            }
            let ok = words > 3 || part.has_player();
            println!(\"{ok}\");
        }";
    same(
        &main_of(2, main),
        "fn main() {
            let words = std::env::args().count();
            if words > 1 {
                println!(\"a\");
            }
            if words > 2 && words < 9 {
                println!(\"b\");
            }
            if !(words == 4) {
                println!(\"c\");
            }
            if let Some(word) = std::env::args().next() {
                println!(\"{word}\");
            }
            let ok = true;
            println!(\"{ok}\");
        }",
    );
}

#[test]
fn guards_are_decided_and_arms_go() {
    let main = "
        use part::Part;
        fn main() {
            let part = Part::LAST;
            match std::env::args().count() {
                // With a player.
                1 if part.has_player() => println!(\"one\"),
                1 => println!(\"nobody\"),
                // With fog.
                2 if part.has_fog() => println!(\"two\"),
                _ => println!(\"more\"),
            }
            match part.has_fog() {
                true => println!(\"fog\"),
                false => println!(\"clear\"),
            }
        }";
    same(
        &main_of(2, main),
        "fn main() {
            match std::env::args().count() {
                1 => println!(\"one\"), // With a player
                _ => println!(\"more\"),
            }
            println!(\"clear\")
        }",
    );
}

#[test]
fn what_the_part_says_is_written_into_texts() {
    let main = "
        use part::Part;
        fn title(part: Part) -> String { format!(\"Part {part}: {} ({})\", part.name(), part.rows()) }
        fn main() {
            let part = Part::LAST;
            println!(\"{} {:?}\", title(part), part.version());
        }";
    same(
        &main_of(3, main),
        "fn title() -> String { \"Part 3: View & Fog (41)\".to_owned() }
        fn main() { println!(\"{} {:?}\", title(), Some(3)); }",
    );
}

#[test]
fn variables_of_a_branch_stay_inside_where_they_would_be_seen_behind_it() {
    let main = "
        use part::Part;
        fn main() {
            let word = \"outer\";
            if Part::LAST.has_player() {
                let word = \"inner\";
                println!(\"{word}\");
            }
            println!(\"{word}\");
        }";
    same(
        &main_of(2, main),
        "fn main() {
            let word = \"outer\";
            {
                let word = \"inner\";
                println!(\"{word}\");
            }
            println!(\"{word}\");
        }",
    );
}

#[test]
fn what_follows_a_return_is_gone() {
    let main = "
        use part::Part;
        fn rows(part: Part) -> i32 {
            if part.has_fog() {
                return 41;
            }
            let rows = 30 + 6;
            rows + rows
        }
        fn main() { println!(\"{}\", rows(Part::LAST)); }";
    // A function that only says a number is that number.
    same(&main_of(3, main), "fn main() { println!(\"{}\", 41); }");
    same(
        &main_of(1, main),
        "fn rows() -> i32 { let rows = 30 + 6; rows + rows } fn main() { println!(\"{}\", rows()); }",
    );
}

#[test]
fn fields_parameters_and_variables_go_when_nothing_reads_them() {
    let main = "
        use part::Part;
        struct Game {
            part: Part,
            /// How far one sees.
            radius: i32,
            steps: i32, // so far
        }
        impl Game {
            fn new(part: Part, radius: i32) -> Game { Game { part, radius, steps: 0 } }
            fn step(&mut self, far: i32) {
                self.steps += 1;
                let (fog, mut seen) = (self.part.has_fog(), 0);
                if fog { seen = self.radius.min(far); }
                if self.part.has_fog() { println!(\"{seen}\"); }
                println!(\"{}\", self.steps);
            }
        }
        fn main() {
            let part = Part::LAST;
            let mut game = Game::new(part, 11);
            game.step(4);
            Game::step(&mut game, 5);
        }";
    same(
        &main_of(2, main),
        "struct Game {
            steps: i32, // so far
        }
        impl Game {
            fn new() -> Game { Game { steps: 0 } }
            fn step(&mut self) {
                self.steps += 1;
                println!(\"{}\", self.steps);
            }
        }
        fn main() {
            let mut game = Game::new();
            game.step();
            Game::step(&mut game);
        }",
    );
    let all = main_of(3, main);
    assert!(all.contains("radius: i32") && all.contains("game.step(4)") && !all.contains("part"), "{all}");
}

#[test]
fn states_that_nothing_enters_go_with_all_that_asks_for_them() {
    let main = "
        use part::Part;
        #[derive(Clone, Copy, PartialEq, Eq)]
        enum State {
            /// The map.
            Playing,
            /// The end.
            Dead,
        }
        struct Game { part: Part, state: State, count: usize }
        impl Game {
            fn press(&mut self) {
                match self.state {
                    State::Playing => self.play(),
                    // The end.
                    State::Dead => self.rest(),
                }
                if self.state == State::Dead { println!(\"over\"); }
            }
            fn play(&mut self) {
                self.count += 1;
                if self.part.has_fog() && self.count > 3 { self.state = State::Dead; }
            }
            fn rest(&self) { println!(\"rest\"); }
        }
        fn main() {
            let mut game = Game { part: Part::LAST, state: State::Playing, count: 0 };
            game.press();
            println!(\"{}\", game.count);
        }";
    same(
        &main_of(2, main),
        "struct Game { count: usize }
        impl Game {
            fn play(&mut self) { self.count += 1; }
        }
        fn main() {
            let mut game = Game { count: 0 };
            game.play();
            println!(\"{}\", game.count);
        }",
    );
    let all = main_of(3, main);
    assert!(all.contains("State::Dead => self.rest()") && all.contains("\"over\""), "{all}");
}

#[test]
fn marks_take_rows_arms_statements_variants_and_fields() {
    let main = "
        use part::Part;
        struct Kind {
            glyph: char,
            /// Part 3: how far it sees.
            sight: i32,
        }
        const KINDS: &[Kind] = &[
            Kind { glyph: 'r', sight: 1 },
            // Part 3: the snake
            Kind { glyph: 'S', sight: 2 },
        ];
        #[derive(Clone, Copy)]
        enum Item {
            Potion(i32),
            /// Part 3: read once.
            Scroll,
        }
        fn name(item: Item) -> &'static str {
            match item {
                Item::Potion(power) => if power > 3 { \"strong\" } else { \"weak\" },
                Item::Scroll => \"scroll\",
            }
        }
        fn item(number: usize) -> Item {
            match number {
                // Part 3: scrolls
                1 => Item::Scroll,
                _ => Item::Potion(3),
            }
        }
        fn main() {
            // Part 3: a greeting
            println!(\"fog\");
            for kind in KINDS {
                println!(\"{}\", kind.glyph);
                if Part::LAST.has_fog() { println!(\"{}\", kind.sight); }
            }
            println!(\"{}\", name(item(std::env::args().count())));
        }";
    same(
        &main_of(2, main),
        "struct Kind { glyph: char }
        const KINDS: &[Kind] = &[Kind { glyph: 'r' }];
        #[derive(Clone, Copy)]
        enum Item { Potion(i32) }
        fn name(item: Item) -> &'static str {
            match item {
                Item::Potion(power) => if power > 3 { \"strong\" } else { \"weak\" },
            }
        }
        fn item(number: usize) -> Item {
            match number {
                _ => Item::Potion(3),
            }
        }
        fn main() {
            for kind in KINDS {
                println!(\"{}\", kind.glyph);
            }
            println!(\"{}\", name(item(std::env::args().count())));
        }",
    );
    let all = main_of(3, main);
    for kept in ["sight: 2", "Item::Scroll => \"scroll\"", "1 => Item::Scroll", "println!(\"fog\")"] {
        assert!(all.contains(kept), "{kept} is missing: {all}");
    }
}

#[test]
fn a_field_of_later_parts_that_is_read_counts_as_what_it_begins_with() {
    let main = "
        use part::Part;
        struct Body {
            power: i32,
            /// Part 3: what armour takes off.
            defense: i32,
        }
        fn dress(body: &mut Body) { body.defense = 3; }
        fn main() {
            let mut body = Body { power: std::env::args().count() as i32, defense: 0 };
            if Part::LAST.has_fog() { dress(&mut body); }
            println!(\"{}\", (body.power - body.defense).max(1));
        }";
    same(
        &main_of(2, main),
        "struct Body { power: i32 }
        fn main() {
            let body = Body { power: std::env::args().count() as i32 };
            println!(\"{}\", body.power.max(1));
        }",
    );
}

#[test]
fn the_chosen_library_is_the_only_one() {
    let main = "
        use rng::{Rng, StdLib};
        fn level(rng: &Rng) -> u32 { Rng::new(7, rng.library()).draw() }
        fn main() {
            let mut rng = Rng::new(1, StdLib::default());
            println!(\"{} {}\", rng.draw(), level(&rng));
        }";
    let gcc = files(3, "Gcc", &[("main.rs", main)]);
    assert_eq!(gcc.keys().collect::<Vec<_>>(), ["main.rs", "rng.rs"]);
    let rng = &gcc["rng.rs"];
    assert!(rng.contains("self.gcc()") && !rng.contains("clang") && !rng.contains("StdLib"), "{rng}");
    assert!(gcc["main.rs"].contains("Rng::new(1)"), "{gcc:#?}");
    let clang = &files(3, "Clang", &[("main.rs", main)])["rng.rs"];
    assert!(clang.contains("self.clang()") && !clang.contains("gcc"), "{clang}");
}

#[test]
fn a_seam_that_nobody_uses_is_closed() {
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
fn modules_imports_traits_and_tests_go() {
    let main = "
        mod deep;
        use deep::{Point, far, near};
        use part::Part;
        fn main() {
            println!(\"{}\", near(Point { x: 1, y: 2 }));
            if Part::LAST.has_fog() {
                println!(\"{}\", far(Point::default() + Point { x: 1, y: 0 }));
            }
        }
        #[cfg(test)]
        mod tests {
            #[test]
            fn nothing() {}
        }";
    let deep = "//! Points.
        mod inner;
        use std::fmt;
        use std::ops::Add;
        #[derive(Clone, Copy, Default)]
        pub struct Point { pub x: i32, pub y: i32 }
        impl Add for Point {
            type Output = Point;
            fn add(self, other: Point) -> Point { Point { x: self.x + other.x, y: self.y + other.y } }
        }
        impl fmt::Display for Point {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, \"{},{}\", self.x, self.y) }
        }
        /// The sum, see [`far`].
        pub fn near(point: Point) -> i32 { point.x + point.y }
        /// Far away. With [`near`] one begins.
        pub fn far(point: Point) -> String { format!(\"{point} {}\", inner::FAR) }";
    let program = [("main.rs", main), ("deep.rs", deep), ("deep/inner.rs", "pub const FAR: i32 = 99;\n")];
    let cut = files(2, "Gcc", &program);
    assert_eq!(cut.keys().collect::<Vec<_>>(), ["deep.rs", "main.rs"]);
    same(
        &cut["main.rs"],
        "mod deep;
        use deep::{Point, near};
        fn main() { println!(\"{}\", near(Point { x: 1, y: 2 })); }",
    );
    same(
        &cut["deep.rs"],
        "//! Points.
        #[derive(Clone, Copy, Default)]
        pub struct Point { pub x: i32, pub y: i32 }
        pub fn near(point: Point) -> i32 { point.x + point.y }",
    );
    assert_eq!(files(3, "Gcc", &program).len(), 3);
}

#[test]
fn what_only_fills_a_list_is_not_needed() {
    let main = "
        use part::Part;
        struct Game { events: Vec<String>, steps: i32 }
        impl Game {
            fn step(&mut self) {
                self.events.clear();
                self.steps += 1;
                self.events.push(format!(\"step {}\", self.steps));
            }
        }
        fn main() {
            let mut game = Game { events: Vec::new(), steps: 0 };
            game.step();
            if Part::LAST.has_fog() { println!(\"{:?}\", game.events); }
            println!(\"{}\", game.steps);
        }";
    same(
        &main_of(2, main),
        "struct Game { steps: i32 }
        impl Game { fn step(&mut self) { self.steps += 1; } }
        fn main() {
            let mut game = Game { steps: 0 };
            game.step();
            println!(\"{}\", game.steps);
        }",
    );
}

#[test]
fn what_happens_is_not_lost_with_what_comes_of_it() {
    let main = "
        use part::Part;
        fn draw(state: &mut u32) -> u32 { *state += 1; *state }
        fn main() {
            let mut state = 0;
            let roll = draw(&mut state);
            if Part::LAST.has_fog() { println!(\"{roll}\"); }
            println!(\"{state}\");
        }";
    same(
        &main_of(2, main),
        "fn draw(state: &mut u32) -> u32 { *state += 1; *state }
        fn main() {
            let mut state = 0;
            draw(&mut state);
            println!(\"{state}\");
        }",
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
fn checks_that_check_nothing_and_fields_that_nobody_reads_go() {
    let main = "
        use part::Part;
        enum Event { Begun, Failed { reason: String } }
        struct Words { used: Vec<u32> }
        impl Words {
            fn check(&self, part: Part, holds: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
                if part.has_fog() && !holds { return Err(problem()); }
                Ok(())
            }
            fn read(&mut self, number: u32) -> Result<u32, String> {
                let mut seen = Vec::new();
                self.check(Part::LAST, number > 3, || format!(\"{number} is small\"))?;
                seen.push(number);
                self.used.push(number);
                Ok(number)
            }
        }
        fn event(number: u32) -> Event {
            let mut words = Words { used: Vec::new() };
            match words.read(number) {
                Ok(_) => Event::Begun,
                Err(reason) => Event::Failed { reason },
            }
        }
        fn main() {
            match event(4) {
                Event::Begun => println!(\"begun\"),
                Event::Failed { .. } => println!(\"failed\"),
            }
        }";
    let two = main_of(2, main);
    assert!(two.contains("enum Event {\n    Begun,\n    Failed,\n}"), "{two}");
    assert!(two.contains("Err(_) => Event::Failed,") && two.contains("Event::Failed => println"), "{two}");
    assert!(!two.contains("check") && !two.contains("seen") && !two.contains("reason"), "{two}");
    assert!(main_of(3, main).contains("self.check(number > 3, || format!(\"{number} is small\"))?;"));
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
fn what_is_left_of_a_choice_reads_plainly() {
    let main = "
        use part::Part;
        const LIMIT: usize = 8;
        const KINDS: &[u8] = &[
            1,
            2,
            // Part 3: fog
            3,
        ];
        fn kinds(part: Part) -> &'static [u8] { if part.has_fog() { KINDS } else { &KINDS[..2] } }
        fn dawn(mut light: u8, part: Part) {
            if part.has_fog() { light /= 2; }
            println!(\"{light}\");
        }
        fn main() {
            let part = Part::LAST;
            let limit = LIMIT + if part.has_fog() { 2 } else { 0 };
            for &kind in kinds(part).iter().take(limit) {
                match kind {
                    1 => {
                        if part.has_fog() { println!(\"fog\"); }
                        dawn(kind, part);
                    }
                    _ => println!(\"night\"),
                }
            }
        }";
    same(
        &main_of(2, main),
        "const LIMIT: usize = 8;
        const KINDS: &[u8] = &[1, 2];
        fn dawn(light: u8) { println!(\"{light}\"); }
        fn main() {
            for &kind in KINDS.iter().take(LIMIT) {
                match kind {
                    1 => dawn(kind),
                    _ => println!(\"night\"),
                }
            }
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
