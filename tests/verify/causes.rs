//! Why a recording is wrong: a wrong header, other words in the HUD, two mistakes at once.

use std::time::Duration;

use super::words::report;
use super::{cause, divergence, golden, record, script};
use roguelike::game::{Game, Setup};
use roguelike::map::{MAP_HEIGHT, MAP_WIDTH};
use roguelike::part::Part;
use roguelike::screen::{self, Frame};
use roguelike::trace::{Form, Header, Step};
use roguelike::verify::{Options, compare};

/// Two mistakes that show in one step are named both.
#[test]
fn two_mistakes_in_one_step_are_named_both() {
    let text = record(5, 7, "Right*3 Down*3 Left*3", Form::Normal);
    let strong = text.replace(" power 5 alive 1", " power 6 alive 1").replacen("seed 7", "seed 6", 1);
    let found = divergence(&strong);
    let cause = found.cause.unwrap();
    let named: Vec<&str> =
        std::iter::once(cause.name).chain(cause.later.iter().map(|later| later.name)).collect();
    assert!(named.contains(&"number") && named.contains(&"seed-extra"), "{cause:?}");
    assert!(!cause.is_perhaps());
}

/// The HUD is a picture. Where a recording has its rows, other words in it are told.
#[test]
fn other_words_of_the_hud_are_named() {
    for (part, from, to) in [(16, "POW", "ATK"), (17, "Depth", "Floor"), (16, "HP", "HP:"), (17, "  ", "   ")]
    {
        let setup = Setup::new(Part::new(part).unwrap(), 5);
        let mut game = Game::new(setup.clone());
        let mut text = Header::new(&setup, Form::Full).to_string();
        let keys = script("1 Right Down I I Left Left");
        for (step, key) in std::iter::once(None).chain(keys.into_iter().map(Some)).enumerate() {
            key.map(|key| game.press(key));
            let mut frame = Frame::new(screen::rows(setup.part));
            screen::render(&game, &mut frame);
            text += &Step::of(&game, &reworded(&frame, from, to), step, key).to_text(Form::Full);
        }
        let cause = divergence(&text).cause.unwrap();
        let words = format!("the HUD has '{to}' where the series has '{from}'");
        assert_eq!((cause.text, cause.to_the_end), (words, true), "{part} {:?}", cause.others);
    }
}

/// A frame with other words in the first row of the HUD.
fn reworded(frame: &Frame, from: &str, to: &str) -> Frame {
    let mut row = [b' '; MAP_WIDTH as usize];
    let mut color = None;
    let mut other = Frame::new(frame.rows());
    for &(pos, cell) in frame.cells() {
        if pos.y == MAP_HEIGHT {
            row[pos.x as usize] = cell.glyph;
            color = Some(cell.color);
        } else {
            other.draw_glyph(pos, cell.glyph, cell.color);
        }
    }
    let text = String::from_utf8_lossy(&row).trim_end().replace(from, to);
    color.into_iter().for_each(|color| other.draw_left(0, MAP_HEIGHT, &text, color));
    other
}

#[test]
fn a_wrong_header_is_found_out() {
    let text = golden("part12-libstdc++-seed7.brief");
    for (from, to, name) in [
        ("stdlib libstdc++\n", "stdlib msvc-2022\n", "library"),
        ("stdlib libstdc++\n", "stdlib libc++\n", "library"),
        ("seed 7\n", "seed 6\n", "seed-extra"),
        ("seed 7\n", "seed 9\n", "seed-missing"),
        ("part 12\n", "part 11\n", "part"),
    ] {
        let found = divergence(&text.replacen(from, to, 1));
        assert_eq!(cause(&found), name, "{from} {to} {found:?}");
        let cause = found.cause.unwrap();
        assert_eq!(found.expected.number + cause.steps, text.lines().count() - 4);
    }
}

/// A search without time finds nothing and says that it was cut; with time it finds the cause.
#[test]
fn a_search_ends_when_its_time_is_over() {
    let wrong = golden("part04-libstdc++-seed7.brief").replacen("seed 7\n", "seed 6\n", 1);
    let with =
        |search_time| compare(wrong.as_bytes(), &Options { search_time, ..Options::default() }).unwrap();
    let (cut, whole) = (with(Some(Duration::ZERO)), with(None));
    assert!(cut.search_cut && cut.main().unwrap().cause.is_none());
    let told = report(&wrong, Duration::ZERO);
    assert!(
        told.contains("not found before the search was cut short") && !told.contains("none of the"),
        "{told}"
    );
    assert!(!whole.search_cut && !whole.main().unwrap().cause.as_ref().unwrap().is_perhaps());
}
