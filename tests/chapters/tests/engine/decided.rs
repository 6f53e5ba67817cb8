//! What the chapter's number decides.

use super::{files, main_of, same};

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
