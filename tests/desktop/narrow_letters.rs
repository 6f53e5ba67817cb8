//! Texts whose letters stand close together, and the setting for them.

use crate::display::{Display, Geometry};
use crate::frame;
use crate::image::Image;

/// The map, in a window of the original's size.
const MAP: Geometry = Geometry { x: 0, y: 0, width: 1280, height: 720 };

/// Returns the pixels of letters in some rows of the picture, from a column on.
fn letters(row: i32, column: i32, width: u32, rows: u32) -> [Geometry; 2] {
    // A close letter is 12 pixels wide. The original has it in the middle of a tile of 20 pixels, and a page
    // of 64 letters stands in the middle of the window.
    let area = |x: i32| Geometry { x, y: row * 20, width, height: rows * 20 };
    [area(column * 20 + 4), area(256 + column * 12)]
}

/// Plain `roguelike` has narrow letters. With a part the texts are those of the series, to the pixel.
#[test]
fn texts_are_close_unless_a_part_is_asked_for() {
    let display = Display::bare("narrow_letters", 1280, 823);
    display.set("palette = original\nhints = no\n");
    // The pictures are compared with those of pages, whose letters are close.
    let page = |keys: &[&str]| Image::page(&frame(keys), 1280, 820);
    let plain = display.play(&["play", "--scale", "1", "--seed", "42", "--keys", "1"]);
    let series = Image::of(&frame(&["1"]));
    let [shown, expected] = letters(36, 1, 62 * 12, 5);
    let is_close = |image: &Image| image.crop(shown).difference(&page(&["1"]).crop(expected));
    plain.shows_as("a narrow HUD", |image| is_close(image).map_or(Ok(()), Err));
    plain.shows_as("the map of the series", |image| {
        image.crop(MAP).difference(&series.crop(MAP)).map_or(Ok(()), Err)
    });

    display.press(&["i"]);
    let [shown, expected] = letters(4, 8, 50 * 12, 5);
    plain.shows_as("a narrow title of the pack", |image| {
        image.crop(shown).difference(&page(&["1", "I"]).crop(expected)).map_or(Ok(()), Err)
    });
    // The mouse finds the hint where its letters are.
    let text = "letter to use/read/equip      i / ESC  close";
    let letter = text.find("close").unwrap() as i32 + 2;
    let (x, y) = ((8 * 20 + 4 + letter * 12).to_string(), (33 * 20 + 10).to_string());
    display.xdotool(&["mousemove", "3", "3", "mousemove", &x, &y, "click", "1"]);
    plain.shows_as("the game again", |image| is_close(image).map_or(Ok(()), Err));
    drop(plain);

    let part = display.play(&["play", "--part", "17", "--scale", "1", "--seed", "42", "--keys", "1"]);
    part.shows("the texts of the series", &series);
}

#[test]
fn the_setting_has_precedence_over_the_part() {
    let display = Display::bare("texts_setting", 1280, 823);
    let series = Image::of(&frame(&["1"]));
    for (texts, part, is_wide) in [("wide", &[][..], true), ("narrow", &["--part", "17"], false)] {
        display.set(&format!("palette = original\nhints = no\ntexts = {texts}\n"));
        let game = display.play(&[&["play", "--scale", "1", "--seed", "42", "--keys", "1"], part].concat());
        game.shows_as(texts, |image| {
            let is_series = |part: Geometry| image.crop(part).difference(&series.crop(part)).is_none();
            let seen = [MAP, Geometry { height: 820, ..MAP }].map(is_series);
            if seen == [true, is_wide] { Ok(()) } else { Err(format!("map and all of the series: {seen:?}")) }
        });
    }
}
