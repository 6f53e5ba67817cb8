//! What goes because nothing reads it, or only later parts need it, and what stays.

use super::{files, main_of, same};

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
fn checks_that_check_nothing_and_fields_that_nothing_reads_go() {
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
