//! Settings, and the file that keeps them.

use std::fs;
use std::path::PathBuf;
use std::thread;

use roguelike::desktop::scene::Shape;
use roguelike::desktop::scene::area::Area;
use roguelike::desktop::settings::palette::Palette;
use roguelike::desktop::settings::window_place::WindowPlace;
use roguelike::desktop::settings::{SETTINGS, Settings};
use roguelike::desktop::window::geometry::{Opening, moved_onto};
use roguelike::desktop::{Order, Preferences, Session};
use roguelike::key::Key;
use sdl2::rect::Rect;

use crate::scratch::scratch;
use crate::{after, shown, type_key, type_keys};

/// A file of its own for a test, not there yet.
fn file(test: &str) -> PathBuf {
    scratch(&format!("settings_{test}")).join("below/settings.txt")
}

/// The same with a text in it.
fn written(test: &str, text: &str) -> PathBuf {
    let path = file(test);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn every_value_is_read_as_it_was_written() {
    for setting in &SETTINGS {
        let path = file(&format!("value_{}", setting.name));
        let mut mine = Preferences::read_from(path.clone()).0;
        (0..12).for_each(|_| setting.step(&mut mine.settings, false));
        for _ in 0..12 {
            setting.step(&mut mine.settings, true);
            mine.keep().unwrap();
            let (read, problem) = Preferences::read_from(path.clone());
            assert!(read.settings == mine.settings && problem.is_none(), "{setting:?}");
        }
    }
}

#[test]
fn each_window_writes_only_what_it_changed_itself() {
    let path = file("two_windows");
    let [mut first, mut second] = [(); 2].map(|()| Preferences::read_from(path.clone()).0);
    first.settings.volume = 40;
    first.keep().unwrap();
    second.settings.palette = Palette::ColorBlind;
    second.keep().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "volume = 40\npalette = colour-blind\n");
    // What was changed and changed back is written, too.
    first.settings.volume = 100;
    first.keep().unwrap();
    let expected = Settings { palette: Palette::ColorBlind, ..Settings::default() };
    assert_eq!(Preferences::read_from(path.clone()).0.settings, expected);
}

/// The last line counts, as it does when the file is read, and it is the one that changes.
#[test]
fn of_a_setting_given_twice_the_last_counts() {
    let path = written("twice", "volume = 20\nmute = no\nvolume = 60\n");
    let (mut mine, problem) = Preferences::read_from(path.clone());
    assert!(mine.settings.volume == 60 && problem.is_none());
    mine.settings.volume = 80;
    mine.keep().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "volume = 20\nmute = no\nvolume = 80\n");
    assert_eq!(Preferences::read_from(path).0.settings.volume, 80);
}

#[test]
fn comments_and_wrong_lines_are_told_of_and_kept() {
    let text =
        "# mine\nvolume = loud\n  palette=colour-blind  \n\ncolor = red\nmute\npanel = 9\nmute = yes\n";
    let path = written("wrong", text);
    let (mut mine, problem) = Preferences::read_from(path.clone());
    let expected = Settings { palette: Palette::ColorBlind, mute: true, ..Settings::default() };
    assert_eq!(mine.settings, expected);
    let problem = problem.unwrap().to_string();
    assert_eq!(problem.lines().count(), 1);
    for part in [
        "line 2: volume is 0, 10, 20, 30, 40, 50, 60, 70, 80, 90 or 100 and not 'loud'",
        "line 5: there is no setting 'color'",
        "line 6: 'mute' is not name = value",
        "line 7: panel is no or yes and not '9'",
    ] {
        assert!(problem.contains(part), "{problem}");
    }
    assert_eq!(problem.matches("line ").count(), 4, "{problem}");
    mine.settings.volume = 40;
    mine.keep().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{text}volume = 40\n"));
    assert_eq!(Preferences::read_from(path.clone()).0.settings, mine.settings);
}

#[test]
fn of_many_wrong_lines_some_are_named_and_the_rest_counted() {
    let problem = Preferences::read_from(written("many", &"mute\n".repeat(999))).1.unwrap().to_string();
    assert_eq!(problem.matches("'mute' is not name = value").count(), 5, "{problem}");
    assert!(problem.contains("line 5: ") && problem.contains("; and 994 more"), "{problem}");
}

#[test]
fn a_file_that_cannot_be_written_is_told_of() {
    let path = file("folder");
    let mut mine = Preferences::read_from(path.clone()).0;
    fs::create_dir_all(&path).unwrap();
    mine.settings.mute = true;
    let error = mine.keep().unwrap_err().to_string();
    assert!(error.starts_with("cannot keep the settings in"), "{error}");
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let path = written("mark", "\u{feff}mute = yes\nvolume = 40\n");
    let (mut preferences, problem) = Preferences::read_from(path.clone());
    assert!(problem.is_none() && preferences.settings.mute && preferences.settings.volume == 40);
    preferences.settings.mute = false;
    preferences.keep().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "mute = no\nvolume = 40\n");
}

#[test]
fn steps_go_through_all_values_and_only_two_values_begin_again() {
    for setting in &SETTINGS {
        // Steps in a direction, until one changes nothing or leads to a value that was there before.
        let walk = |settings: &mut Settings, forward| {
            let mut seen = vec![settings.clone()];
            loop {
                setting.step(settings, forward);
                if seen.contains(settings) {
                    return (seen.len(), seen.last() == Some(settings));
                }
                seen.push(settings.clone());
            }
        };
        let mut settings = Settings::default();
        walk(&mut settings, false);
        let (forth, back) = (walk(&mut settings, true), walk(&mut settings, false));
        assert!(forth == back && forth.0 > 1, "{}: {forth:?}, {back:?}", setting.name);
        assert_eq!(forth.1, forth.0 > 2, "{}: only two values begin again", setting.name);
    }
    let volume = SETTINGS.iter().find(|setting| setting.name == "volume").unwrap();
    let mut loudest = Settings::default();
    volume.step(&mut loudest, true);
    assert_eq!(loudest.volume, 100, "not silent");
    assert_eq!((loudest.tone_volume(), Settings { mute: true, ..loudest }.tone_volume()), (1.0, 0.0));
}

#[test]
fn a_place_is_read_as_it_is_written() {
    for text in ["1280x820+50+60", "640x360-1900+0", "2000x1500-5-7", "1280x820", "-5+60", ""] {
        assert_eq!(text.parse::<WindowPlace>().unwrap().to_string(), text);
    }
    for text in ["1280", "1280x820+50", "+50", "0x820+1+1", "1280x99999+1+1", "ax820+1+1", "1x1+1+1+1"] {
        let error = text.parse::<WindowPlace>().unwrap_err().to_string();
        assert!(error.contains(&format!("not '{text}'")), "{error}");
    }
}

/// Size and place are judged apart: what does not fit the screens of today is left out.
#[test]
fn a_window_opens_on_a_screen() {
    let screens = [Rect::new(0, 24, 1920, 1056), Rect::new(-1280, 0, 1280, 1024)];
    for (text, area, is_placed) in [
        ("1280x820+50+60", (50, 60, 1280, 820), true),
        ("1280x1024-1280+0", (-1280, 0, 1280, 1024), true),
        ("1280x820+1000+60", (640, 60, 1280, 820), true),
        ("1280x820-600+60", (-1280, 60, 1280, 820), true),
        ("3000x2000+0+24", (0, 24, 700, 500), true),
        ("1280x820+5000+60", (320, 142, 1280, 820), false),
        ("1280x820", (320, 142, 1280, 820), false),
        ("-1000+100", (-1000, 100, 700, 500), true),
        ("", (610, 302, 700, 500), false),
    ] {
        let opening = Opening::new(text.parse().unwrap(), &screens, |_| (700, 500)).unwrap();
        let (x, y, width, height) = area;
        assert_eq!((opening.area, opening.is_placed), (Rect::new(x, y, width, height), is_placed), "{text}");
    }
    assert_eq!(Opening::new(WindowPlace::default(), &[], |_| (700, 500)), None);
}

/// The frame with the title bar is on the screen, too.
#[test]
fn a_frame_is_moved_onto_the_screen() {
    let (screen, borders) = (Rect::new(0, 24, 1920, 1056), (20, 1, 5, 2));
    let moved = |x, y| moved_onto(screen, Rect::new(x, y, 1280, 820), borders);
    assert_eq!(moved(50, 60), Some(Rect::new(50, 60, 1280, 820)));
    assert_eq!(moved(0, 30), Some(Rect::new(1, 44, 1280, 820)));
    assert_eq!(moved(5000, 5000), Some(Rect::new(1920 - 1282, 1080 - 825, 1280, 820)));
    assert_eq!(moved_onto(screen, Rect::new(0, 24, 1920, 1056), borders), None);
}

/// Two windows that write at the same time keep the changes of both.
#[test]
fn settings_that_two_windows_write_at_once_are_all_kept() {
    let path = file("at_once");
    let change = |change: fn(&mut Settings, bool)| {
        let mut mine = Preferences::read_from(path.clone()).0;
        for number in 0..30 {
            change(&mut mine.settings, number % 2 == 0);
            mine.keep().unwrap();
            let kept = Preferences::read_from(path.clone()).0.settings;
            let mut expected = kept.clone();
            change(&mut expected, number % 2 == 0);
            assert_eq!(kept, expected, "{number}");
        }
    };
    thread::scope(|windows| {
        windows.spawn(|| change(|settings, value| settings.mute = value));
        windows.spawn(|| change(|settings, value| settings.panel = !value));
    });
}

/// Returns the card of the screen and the one beside the settings, and what is drawn on that.
fn preview(session: &Session) -> (Area, Area, Vec<Shape>) {
    let scene = session.scene();
    let cards = scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Fill { area, color, .. } if *color == scene.look.theme.card => Some(*area),
        _ => None,
    });
    let cards: Vec<Area> = cards.collect();
    let [whole, card] = cards[..] else { panic!("two cards and not {cards:?}") };
    let drawn = scene.shapes.iter().filter(|it| card.union(it.area()) == card).skip(1).cloned().collect();
    (whole, card, drawn)
}

#[test]
fn every_setting_is_seen_or_heard_beside_it() {
    for size in [(1280, 720), (700, 1000), (1920, 1080)] {
        let mut session = after("17", "1");
        session.set_free_play(true);
        session.set_window(size);
        type_key(&mut session, Key::F2);
        let (whole, ..) = preview(&session);
        for setting in &SETTINGS {
            let sentence = setting.sentence(session.settings());
            assert_told(sentence, &mut session);
            let (.., before) = preview(&session);
            session.take_orders();
            let key = if setting.name == "volume" { Key::LEFT } else { Key::RIGHT };
            type_key(&mut session, key);
            let is_heard = session.take_orders().iter().any(|order| matches!(order, Order::Play(_)));
            assert!(preview(&session).2 != before || is_heard, "{} at {size:?}", setting.name);
            assert_eq!(is_heard, ["volume", "mute"].contains(&setting.name), "{}", setting.name);
            // Each value has a sentence, unless they have names that say enough.
            let has_names = ["text-size", "text-weight", "zoom", "volume"].contains(&setting.name);
            assert_eq!(setting.sentence(session.settings()) == sentence, has_names, "{}", setting.name);
            // Back to the usual value.
            type_key(&mut session, Key::BACKSPACE);
            assert_eq!(preview(&session).2, before, "{}", setting.name);
            type_key(&mut session, Key::DOWN);
        }
        assert_eq!(*session.settings(), Settings::default());
        // The lines below the settings leave the screen as it is.
        assert_eq!(preview(&session).0, whole);
        assert_told("Every action and its keys", &mut session);
    }
}

/// Fails unless the screen has the words of a sentence, which may be broken into lines.
fn assert_told(sentence: &str, session: &mut Session) {
    let page = shown(session);
    assert!(sentence.split(' ').all(|word| page.contains(word)), "{sentence} {page}");
}

#[test]
fn all_settings_are_usual_again_but_for_keys() {
    let mut session = after("17", "1");
    let keys = vec![(Key::G, roguelike::desktop::actions::Action::Explore)];
    session.change_settings(|settings| {
        let usual =
            Settings { volume: 30, palette: Palette::HighContrast, panel: false, ..Settings::default() };
        *settings = Settings { keys: keys.clone(), ..usual };
    });
    type_keys(&mut session, &[Key::F2, Key::END, Key::RETURN]);
    assert_eq!(*session.settings(), Settings { keys, ..Settings::default() });
}
