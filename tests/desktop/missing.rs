//! What is missing on a machine: a display, sound, a font, a place for files.

use std::fs;
use std::path::Path;

use roguelike::desktop::Session;
use roguelike::game::{Game, Setup};
use roguelike::key::Key;
use roguelike::map::MAP_HEIGHT;
use roguelike::part::Part;
use roguelike::screen::{self, Frame};

use crate::display::{Display, eventually};
use crate::image::Image;
use crate::{golden, text, told};

/// With `--part` the screen is that of the series.
#[test]
fn a_dash_is_a_dash_in_plain_play() {
    let display = Display::bare("dash", 1280, 823);
    let keys = ["--seed", "42", "--keys", "3 I A"];
    let game = display.play(&keys);
    let mut session = Session::new(Game::new(Setup::new(Part::LAST, 42)), None, None);
    for name in ["3", "I", "A"] {
        session.press(Key::from_name(name).unwrap());
    }
    let messages = session.game().messages().lines();
    assert!(messages.iter().any(|line| line.contains('—')), "the scroll found no monster");
    let mut original = Frame::new(screen::rows(Part::LAST));
    screen::render(session.game(), &mut original);
    let glyphs = |frame: &Frame, glyph: u8| {
        frame.cells().iter().filter(|(pos, cell)| pos.y > MAP_HEIGHT && cell.glyph == glyph).count()
    };
    assert_eq!((glyphs(&original, b'?'), glyphs(&original, b'-')), (3, 0), "the original draws ???");
    game.shows("the screen of the series", &display.shot(&keys));
    session.set_free_play(true);
    let shown = session.text();
    assert!(shown.contains("The magic fades - nothing in sight.") && !shown.contains("???"), "{shown}");
}

#[test]
fn without_a_display_there_is_a_line() {
    let display = Display::bare("no_display", 640, 480);
    // A short name: that of a socket has at most 108 bytes. Nothing is written there.
    let temporary = std::env::temp_dir();
    let folder = text(&temporary);
    for variables in [
        &[("DISPLAY", "")][..],
        // Without XDG_RUNTIME_DIR, Wayland's library prints a line of its own.
        &[("DISPLAY", ":99999"), ("XDG_RUNTIME_DIR", folder)],
        &[("SDL_VIDEODRIVER", "nonsense")],
    ] {
        let mut game = display.start(&["--seed", "42", "--record", "run.trace"], variables);
        assert_eq!(game.wait().code(), Some(1));
        assert!(!display.home().join("run.trace").exists(), "nothing was played");
        let errors = game.errors();
        assert!(errors.starts_with("roguelike: no display") && errors.lines().count() == 1, "{errors}");
    }
}

#[test]
fn without_sound_there_is_silence() {
    let display = Display::bare("silence", 1280, 823);
    let trace = golden("traces/part17-libstdc++-seed42.trace");
    for driver in ["nonsense", "alsa", "dummy"] {
        let replay = ["--replay", text(&trace), "--delay", "0", "--exit"];
        let mut game = display.start(&replay, &[("SDL_AUDIODRIVER", driver)]);
        game.ends_well();
        assert_eq!(game.errors(), "");
    }
    // F4 says so.
    let keys = ["--seed", "42", "--keys", "1"];
    let game = display.play_with(&keys, &[("SDL_AUDIODRIVER", "nonsense")]);
    display.press(&["F4", "F4"]);
    let mut expected = Session::new(Game::new(Setup::new(Part::LAST, 42)), None, None);
    expected.press(Key::NUM_1);
    expected.show_text("Sounds are on, but there is no device.");
    game.shows("that there is no device", &Image::of_session(&mut expected, 1280, 823));
}

/// A sound server may start after the game. SDL's driver that writes samples to a file fails like a device
/// that is not there, as long as the folder of the file is missing.
#[test]
fn sounds_are_heard_once_there_is_a_device() {
    let display = Display::bare("late_sound", 1280, 823);
    let won = golden("traces/part17-libstdc++-seed1-win.trace");
    let folder = |name: &str| display.home().join(name);
    let device = |folder: &Path| text(&folder.join("samples")).to_owned();
    let is_heard = |folder: &Path| fs::metadata(folder.join("samples")).is_ok_and(|file| file.len() > 0);
    let hears = |folder: &Path| eventually("a sound", || is_heard(folder).then_some(()));

    // The replay has its first sound after 0.2 seconds.
    let later = folder("later");
    let variables = [("SDL_AUDIODRIVER", "disk"), ("SDL_DISKAUDIOFILE", &device(&later))];
    let game = display.play_with(&["--replay", text(&won), "--delay", "60"], &variables);
    std::thread::sleep(std::time::Duration::from_secs(1));
    fs::create_dir(&later).unwrap();
    hears(&later);
    drop(game);

    // F4 does not wait for the next look. The first of these keys picks something up, and the last is a blow.
    let at_once = folder("at_once");
    let record = display.home().join("run.trace");
    let keys = |from: usize, to: usize| -> Vec<String> {
        let text = fs::read_to_string(&won).unwrap();
        let keys = text.lines().filter_map(|line| line.strip_prefix("step ")?.split(' ').nth(1));
        keys.skip(from).take(to - from).map(str::to_owned).collect()
    };
    let variables = [("SDL_AUDIODRIVER", "disk"), ("SDL_DISKAUDIOFILE", &device(&at_once))];
    let first = keys(1, 3).join(" ");
    let game = ["--part", "17", "--seed", "1", "--keys", &first, "--record", text(&record)];
    let _game = display.play_with(&game, &variables);
    let press = |keys: Vec<String>| {
        // xdotool would press Shift for capital letters.
        let names = keys.iter().map(|key| if key.len() == 1 { key.to_lowercase() } else { key.clone() });
        let names: Vec<String> = names.collect();
        display.press(&names.iter().map(String::as_str).collect::<Vec<_>>());
    };
    let is_played = |step: &str| {
        let is_there = || fs::read_to_string(&record).unwrap().contains(step).then_some(());
        eventually(step, is_there);
    };
    press(keys(3, 4));
    is_played("step 3 ");
    fs::create_dir(&at_once).unwrap();
    display.press(&["F4", "F4"]);
    press(keys(4, 16));
    hears(&at_once);
}

#[test]
fn a_font_that_is_of_no_use_is_a_line() {
    let display = Display::bare("fonts", 640, 480);
    let [nonsense, crippled] = ["nonsense.ttf", "crippled.ttf"].map(|name| display.home().join(name));
    fs::write(&nonsense, "no font").unwrap();
    fs::write(&crippled, without_zero(roguelike::glyph_cache::FONT)).unwrap();
    for (font, words) in
        [(&nonsense, "it is not a TrueType or OpenType font"), (&crippled, "no glyph for '0'")]
    {
        let mut game = display.start(&["--seed", "42", "--font", text(font)], &[]);
        assert_eq!(game.wait().code(), Some(1));
        let errors = game.errors();
        assert!(errors.contains(words) && errors.contains(text(font)), "{errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
    }
}

/// Returns the font with its table of characters changed so that the digits begin at 1.
fn without_zero(font: &[u8]) -> Vec<u8> {
    let short = |at: usize| usize::from(u16::from_be_bytes([font[at], font[at + 1]]));
    let long = |at: usize| short(at) << 16 | short(at + 2);
    let table = (0..short(4)).map(|index| 12 + 16 * index).find(|&at| &font[at..at + 4] == b"cmap").unwrap();
    let characters = long(table + 8);
    let ranges = characters + long(characters + 8);
    assert_eq!(short(ranges), 4, "the format of the table");
    let count = short(ranges + 6) / 2;
    let starts = ranges + 16 + 2 * count;
    let digits =
        (0..count).map(|index| starts + 2 * index).find(|&at| short(at) == usize::from(b'0')).unwrap();
    let mut crippled = font.to_vec();
    crippled[digits + 1] = b'1';
    crippled
}

#[test]
fn a_read_only_home_is_reported_and_the_game_goes_on() {
    let display = Display::bare("no_home", 1280, 823);
    let mut game = display.play_with(&["--seed", "42"], &[("HOME", "/proc/nonexistent")]);
    let problem = told(&game);
    assert!(problem.contains("no place for saves") && problem.contains("--save-file"), "{problem}");
    display.press(&["x", "F12"]);
    game.wait_for_words("cannot save the picture");
    display.press(&["1", "F5", "Down", "F9"]);
    game.shows("what was saved", &display.shot(&["--seed", "42", "--keys", "1 F5 Down F9"]));
    display.press(&["Escape", "Up", "Return"]);
    game.ends_well();
    assert_eq!(game.errors().lines().count(), 2, "{}", game.errors());
}

#[test]
fn saves_go_nowhere_but_to_an_absolute_folder() {
    let display = Display::bare("relative_home", 1280, 823);
    let game = display.play_with(&["--seed", "42"], &[("HOME", "here")]);
    let problem = "no place for saves: HOME is not an absolute path";
    assert!(told(&game).starts_with(problem), "{}", game.errors());
    drop(game);
    assert!(!display.home().join("here").exists());
    // XDG_DATA_HOME has precedence if it is absolute. An empty or relative one counts as not set.
    let (home, share) = (text(display.home()), display.home().join("share"));
    let usual = display.home().join(".local/share");
    for (home, xdg, folder) in [("here", text(&share), &share), (home, "", &usual), (home, "here", &usual)] {
        let variables = [("HOME", home), ("XDG_DATA_HOME", xdg)];
        let mut game = display.play_with(&["--seed", "42", "--keys", "1 F5"], &variables);
        let save = folder.join("roguelike-sdl2/part17.save");
        eventually("the save", || save.exists().then_some(()));
        display.press(&["Escape", "Up", "Return"]);
        game.ends_well();
        assert_eq!(game.errors(), "");
        fs::remove_file(save).unwrap();
    }
    assert!(!std::path::Path::new("here").exists(), "settings are written below a relative folder");
}
