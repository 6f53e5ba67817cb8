//! The game in a real window on a virtual screen (Xvfb), with real keys and real files. The tests fail if a
//! program that they need is missing. The screen is X11's.
#![cfg(all(unix, not(target_os = "macos")))]

#[path = "desktop/a_whole_run.rs"]
mod a_whole_run;
#[path = "desktop/comfort.rs"]
mod comfort;
#[path = "common/decode.rs"]
mod decode;
#[path = "desktop/display.rs"]
mod display;
#[path = "desktop/image.rs"]
mod image;
#[path = "desktop/left_runs.rs"]
mod left_runs;
#[path = "desktop/readme.rs"]
mod readme;
#[path = "desktop/recordings.rs"]
mod recordings;
#[path = "desktop/show.rs"]
mod show;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use display::{Display, Geometry, INSTALL, Window, eventually};
use image::{BACKGROUND, Image};
use roguelike::desktop::{Input, Page, Session};
use roguelike::fov_lab::Algorithm;
use roguelike::game::{Game, Setup};
use roguelike::key::Key;
use roguelike::map::MAP_HEIGHT;
use roguelike::part::Part;
use roguelike::screen::{self, Frame};

fn golden(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(path)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Asserts that two traces are equal. Shows only the first line that differs, because traces are long.
fn same(trace: &str, expected: &str) {
    let different = trace.lines().zip(expected.lines()).find(|(line, expected)| line != expected);
    assert_eq!(different, None);
    assert_eq!(trace.len(), expected.len(), "one is longer");
}

/// Returns the first problem. It is a line on standard error, and a page in the window.
fn told(game: &Window<'_>) -> String {
    let problem = eventually("the problem", || {
        Some(game.errors().lines().next()?.strip_prefix("roguelike: ")?.to_owned())
    });
    let mut page = Frame::new(screen::rows(Part::LAST));
    Page::Notice(problem.clone()).render(Part::LAST, &mut page);
    game.shows("the problem", &Image::page(&page, 1280, 820));
    problem
}

/// Returns the folder where the game keeps its files.
fn data(display: &Display) -> PathBuf {
    display.home().join(".local/share/roguelike-sdl2")
}

// The picture

#[test]
fn the_window_shows_what_shot_renders() {
    let display = Display::bare("picture", 1920, 1080);
    display.set("panel = no");
    for (part, keys) in [
        ("1", "Space"),
        ("3", "Right*4 Down*5"),
        ("8", "Right*4 I"),
        ("14", ""),
        ("15", "2 Down*7"),
        ("17", "3 I"),
        ("17", "1 Down*7 Right"),
    ] {
        let arguments = ["--part", part, "--seed", "42", "--keys", keys];
        let game = display.play(&arguments);
        game.shows(&format!("part {part}, {keys}"), &display.shot(&arguments));
        let output = game.output();
        assert!(output.starts_with("seed 42: ") && output.contains(&format!("--part {part} --seed 42")));
    }
}

/// Returns what Part 17 shows with seed 42 after these keys.
fn frame(keys: &[&str]) -> Frame {
    let mut game = Game::new(Setup::new(Part::LAST, 42));
    keys.iter().for_each(|key| _ = game.press(Key::from_name(key).unwrap()));
    let mut frame = Frame::new(screen::rows(Part::LAST));
    screen::render(&game, &mut frame);
    frame
}

#[test]
fn the_picture_is_sharp_and_in_the_middle_at_every_size() {
    let display = Display::bare("sizes", 3840, 2160);
    display.set("panel = no");
    let game = display.play(&["--seed", "42", "--scale", "1", "--keys", "1 Down*2"]);
    let shown = frame(&["1", "Down", "Down"]);
    game.shows("the original's size", &display.shot(&["--seed", "42", "--keys", "1 Down*2"]));
    for (width, height) in [(2560, 1640), (2601, 1703), (1501, 1003), (700, 500), (640, 410), (3840, 2160)] {
        game.resize(width, height);
        game.shows(&format!("{width} x {height}"), &Image::fitted(&shown, width, height));
    }
    // A size that changes and changes back at once.
    let id = game.id();
    display.xdotool(&["windowsize", id, "1000", "700", "windowsize", id, "3840", "2160"]);
    display.xdotool(&["windowsize", id, "2000", "1300", "windowsize", id, "3840", "2160"]);
    game.shows("the same size again", &Image::fitted(&shown, 3840, 2160));
    // Steps, screens and pages are drawn like this, too.
    display.press(&["Up"]);
    game.shows("a step", &Image::fitted(&frame(&["1", "Down", "Down", "Up"]), 3840, 2160));
    display.press(&["i"]);
    game.shows("the pack", &Image::fitted(&frame(&["1", "Down", "Down", "Up", "I"]), 3840, 2160));
    game.resize(1280, 823);
    game.shows("back again", &display.shot(&["--seed", "42", "--keys", "1 Down*2 Up I"]));
}

/// In a window of the picture's size the picture begins a little above it, where nothing is drawn.
#[test]
fn no_letter_of_the_newest_message_is_cut() {
    let mut letters = Frame::new(screen::rows(Part::LAST));
    let every: String = (b'!'..=b'~').map(char::from).collect();
    letters.draw_left(0, 40, &every[..64], roguelike::color::Color(255, 255, 255));
    letters.draw_left(0, 40, &every[64..], roguelike::color::Color(255, 255, 255));
    letters.draw_left(0, 0, "####", roguelike::color::Color(255, 255, 255));
    let mut with_room = Frame::new(letters.rows() + 1);
    letters.cells().iter().for_each(|&(pos, cell)| with_room.draw_glyph(pos, cell.glyph, cell.color));
    for tile in [9, 10, 13, 20, 26, 33, 40, 52] {
        let lit = |frame: &Frame| Image::fitted(frame, tile * 64, tile * frame.rows() as u32).lit();
        assert_eq!(lit(&letters), lit(&with_room), "tiles of {tile} pixels");
    }
    let display = Display::bare("feet", 2560, 1640);
    let game = display.play(&["--seed", "42", "--scale", "1", "--keys", "1 I A"]);
    for (width, height) in [(1280, 820), (2560, 1640), (640, 410), (1920, 1230)] {
        game.resize(width, height);
        game.shows("the whole letters", &Image::fitted(&frame(&["1", "I", "A"]), width, height));
    }
}

#[test]
fn a_scale_of_the_settings_shows_at_once() {
    let display = Display::bare("scale", 3840, 2160);
    let game = display.play(&["--seed", "42", "--part", "16"]);
    let becomes = |size: (u32, u32)| {
        eventually("the size", || {
            let Geometry { width, height, .. } = game.geometry();
            ((width, height) == size).then_some(())
        });
    };
    becomes((2534, 1358));
    display.press(&["F2", "Right"]);
    becomes((1280, 823));
    display.press(&["Right"]);
    becomes((2560, 1646));
    display.press(&["Left", "Left"]);
    becomes((2534, 1358));
}

#[test]
fn a_new_window_fits_its_screen() {
    let size = |display: &Display, options: &[&str]| {
        let game = display.play(&[&["--seed", "42"], options].concat());
        let Geometry { width, height, .. } = game.geometry();
        (width, height)
    };
    let large = Display::bare("screen_4k", 3840, 2160);
    assert_eq!(size(&large, &[]), (2534, 1358), "two thirds of the screen, with the panel");
    assert_eq!(size(&large, &["--part", "3", "--scale", "1"]), (1280, 720));
    let usual = Display::bare("screen_usual", 1920, 1080);
    assert_eq!(size(&usual, &[]), (1534, 823), "the original's tiles, and the panel");
    let small = Display::bare("screen_small", 1024, 700);
    let game = small.play(&["--seed", "42"]);
    let Geometry { x, y, width, height } = game.geometry();
    assert_eq!((width, height), (960, 618));
    assert!(x >= 0 && y >= 0, "({x},{y})");
    game.shows("the menu, smaller", &Image::fitted(&frame(&[]), 960, 618));
}

#[test]
fn the_whole_screen_and_back() {
    let display = Display::managed("fullscreen", 1700, 1000);
    display.set("panel = no");
    let screen = Geometry { x: 0, y: 0, width: 1700, height: 1000 };
    let shot = display.shot(&["--seed", "42"]);
    let filled = Image::fitted(&frame(&[]), 1700, 1000);
    let mut game = display.play(&["--seed", "42"]);
    game.shows("a window", &shot);
    let window = game.geometry();
    assert_eq!((window.width, window.height), (1280, 823));
    for keys in ["F11", "alt+Return", "alt+KP_Enter"] {
        display.press(&[keys]);
        eventually(keys, || (game.geometry() == screen).then_some(()));
        game.shows(keys, &filled);
        display.press(&["F11"]);
        eventually("a window again", || (game.geometry() == window).then_some(()));
        game.shows("a window again", &shot);
    }
    let settings = || fs::read_to_string(display.home().join(".config/roguelike-sdl2/settings.txt")).unwrap();
    assert!(settings().contains("fullscreen = no"), "{}", settings());
    // What F11 switched, the next window remembers. The page of settings switches at once.
    display.press(&["F11"]);
    eventually("the setting", || settings().contains("fullscreen = yes").then_some(()));
    drop(game);
    game = display.play(&["--seed", "42"]);
    eventually("the whole screen again", || (game.geometry() == screen).then_some(()));
    game.shows("the menu", &filled);
    display.press(&["F2", "Down", "Right", "Escape"]);
    eventually("a window by its setting", || (game.geometry() == window).then_some(()));
    game.shows("a window by its setting", &shot);
    drop(game);
    game = display.play(&["--seed", "42", "--fullscreen"]);
    eventually("the whole screen", || (game.geometry() == screen).then_some(()));
    game.shows("--fullscreen", &filled);
    // In fullscreen there is no title bar, so a page says where the picture is.
    display.press(&["F12"]);
    let saved = eventually("the picture", || pictures(display.home()).pop());
    let mut page = Frame::new(screen::rows(Part::LAST));
    Page::Notice(format!("Picture saved as {}", saved.display())).render(Part::LAST, &mut page);
    game.shows("where the picture is", &Image::page(&page, 1700, 1000));
    display.press(&["F12"]);
    game.shows("any key closes the page", &filled);
    assert!(game.is_running());
}

/// A library that is loaded before SDL, in which fullscreen is refused.
const REFUSES_FULLSCREEN: &str = "
int SDL_SetWindowFullscreen(void *window, unsigned flags) {
    extern int SDL_SetError(const char *, ...);
    return SDL_SetError(\"no such mode\");
}
";

#[test]
fn fullscreen_that_is_refused_is_told_and_the_game_goes_on() {
    let display = Display::bare("refused", 1400, 900);
    let [source, library] = ["refuse.c", "refuse.so"].map(|name| display.home().join(name));
    fs::write(&source, REFUSES_FULLSCREEN).unwrap();
    let mut compiler = Command::new("cc");
    let status = compiler.args(["-shared", "-fPIC", "-o"]).args([&library, &source]).status();
    assert!(status.unwrap_or_else(|error| panic!("cc: {error}; {INSTALL}")).success());
    let mut game = display.play_with(&["--seed", "42"], &[("LD_PRELOAD", text(&library))]);
    let menu = display.shot(&["--seed", "42"]);
    game.shows("the menu", &menu);
    for keys in [&["F11"][..], &["F2", "Down", "Right"]] {
        let before = game.errors().lines().count();
        display.press(keys);
        let problem = eventually("the problem", || Some(game.errors().lines().nth(before)?.to_owned()));
        assert!(problem.contains("cannot switch to fullscreen or back: no such mode"), "{problem}");
        let mut page = Frame::new(screen::rows(Part::LAST));
        Page::Notice(problem.replace("roguelike: ", "")).render(Part::LAST, &mut page);
        game.shows("the problem", &Image::page(&page, 1280, 820));
        display.press(&["x"]);
        game.shows("the menu again", &menu);
    }
    // The next window does not try it again.
    let settings = display.home().join(".config/roguelike-sdl2/settings.txt");
    let settings = fs::read_to_string(settings).unwrap_or_default();
    assert!(!settings.contains("fullscreen = yes"), "{settings}");
    display.press(&["1"]);
    game.shows("the dungeon", &display.shot(&["--seed", "42", "--keys", "1"]));
    game.signal("TERM");
    game.ends_well();
}

#[test]
fn idling_costs_nothing() {
    let display = Display::bare("idle", 1280, 823);
    let game = display.play(&["--seed", "42", "--keys", "1 Down*7"]);
    let shot = display.shot(&["--seed", "42", "--keys", "1 Down*7"]);
    game.shows("the dungeon", &shot);
    // The run is saved a little later.
    let autosave = data(&display).join("part17.save.autosave");
    eventually("the save", || autosave.exists().then_some(()));
    game.settled();
    let before = ticks(&game);
    game.keeps_showing("the dungeon still", &shot, Duration::from_secs(10));
    let used = ticks(&game) - before;
    assert!(used <= 1, "{used} hundredths of a second in ten seconds");
}

/// Returns the processor time used so far, in hundredths of a second.
fn ticks(game: &Window) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{}/stat", game.pid())).unwrap();
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

#[test]
fn only_what_changes_something_repaints() {
    let display = Display::bare("repaint", 1280, 823);
    let arguments = ["--seed", "42", "--keys", "1 Down"];
    let game = display.play(&arguments);
    let shot = display.shot(&arguments);
    game.shows("the dungeon", &shot);
    display.scribble(600, 4);
    let scribbled = game.look();
    assert!(scribbled.difference(&shot).is_some(), "the screen can be scribbled on");
    // A picture is saved without a repaint, after all keys before it.
    display.press(&["F3", "z", "1", "Return", "Shift_L", "F10", "Delete", "F12"]);
    game.wait_for_title("Picture saved as");
    assert_eq!(game.look().difference(&scribbled), None, "no key of these means anything");
    display.press(&["Down"]);
    let below = Geometry { x: 0, y: 5, width: 1280, height: 815 };
    let expected = display.shot(&["--seed", "42", "--keys", "1 Down*2"]).crop(below);
    game.shows_as("a step", |image| image.crop(below).difference(&expected).map_or(Ok(()), Err));
    let scribble = Geometry { x: 600, y: 4, width: 40, height: 1 };
    let spot = |image: &Image| image.crop(scribble);
    assert_eq!(spot(&game.look()).difference(&spot(&scribbled)), None, "a step sends what it changes");
}

/// In Part 17 a load that fails adds a message without a repaint. The message shows with the next repaint.
#[test]
fn a_window_that_is_uncovered_shows_the_game_as_it_is() {
    let display = Display::bare("uncovered", 1400, 900);
    display.set("panel = no");
    let game = display.play(&["--seed", "42", "--scale", "1", "--keys", "1 Down"]);
    let before = display.shot(&["--seed", "42", "--keys", "1 Down"]);
    game.shows("the dungeon", &before);
    let mut same_game = Game::new(Setup::new(Part::LAST, 42));
    for key in ["1", "Down", "F9"] {
        same_game.press(Key::from_name(key).unwrap());
    }
    let mut frame = Frame::new(screen::rows(Part::LAST));
    screen::render(&same_game, &mut frame);
    let after = Image::of(&frame);
    assert!(after.difference(&before).is_some(), "there is something to show");
    display.press(&["F9"]);
    game.wait_for_title("No save found");
    assert_eq!(game.look().top(820).difference(&before), None, "the dungeon still");
    game.resize(1380, 860);
    game.shows("the message", &Image::fitted(&frame, 1380, 860));
}

// Keys

#[test]
fn a_page_shows_the_keys() {
    let display = Display::bare("help", 1280, 823);
    for part in [Part::FIRST, Part::LAST] {
        let number = part.to_string();
        let arguments = ["--part", &number, "--seed", "42"];
        let mut game = display.play(&arguments);
        let shot = display.shot(&arguments);
        let mut page = Frame::new(screen::rows(part));
        Page::Help(0).render(part, &mut page);
        let page = Image::page(&page, 1280, 36 * 20 + u32::from(part.has_hud()) * 100);
        for (open, close) in [("F1", "F1"), ("question", "Escape"), ("F1", "1")] {
            game.shows("the game", &shot);
            display.press(&[open]);
            game.shows("the page", &page);
            display.press(&["Shift_L", close]);
        }
        game.shows("the game again", &shot);
        assert!(game.is_running());
    }
}

#[test]
fn more_keys_walk_and_none_changes_what_a_trace_says() {
    let display = Display::bare("keys", 1280, 823);
    let record = display.home().join("run.trace");
    let mut game = display.play(&["--seed", "42", "--record", text(&record)]);
    // With Num Lock, the keys of the number pad are digits. Without it, they have names like KP_Down.
    display.press(&["KP_Down", "2", "h", "l", "k", "j", "KP_Left", "KP_Right", "KP_Up", "KP_Down"]);
    display.press(&["KP_Delete", "w", "a", "s", "d", "n", "F1", "x", "Right", "i", "h", "Escape", "Escape"]);
    game.ends_well();
    let keys = "2 2 Left Right Up Down Left Right Up Down . W A S D N Right I H Escape Escape";
    same(&fs::read_to_string(&record).unwrap(), &display.trace(&["--seed", "42", "--keys", keys]));
}

#[test]
fn held_arrows_walk_on_and_a_held_escape_quits_nothing() {
    let display = Display::bare("held", 1280, 823);
    let record = display.home().join("run.trace");
    let mut game = display.play(&["--part", "3", "--seed", "42", "--record", text(&record)]);
    display.xdotool(&["keydown", "Right"]);
    let steps = || fs::read_to_string(&record).unwrap().matches("Right\n").count();
    eventually("held, an arrow walks on", || (steps() >= 4).then_some(()));
    display.xdotool(&["keyup", "Right"]);
    drop(game);

    game = display.play(&["--seed", "42", "--keys", "1 I"]);
    game.shows("the pack", &display.shot(&["--seed", "42", "--keys", "1 I"]));
    display.hold("Escape", 20);
    display.xdotool(&["keyup", "Escape"]);
    game.shows("the dungeon", &display.shot(&["--seed", "42", "--keys", "1 I Escape"]));
    display.press(&["F12"]);
    game.wait_for_title("Picture saved as");
    assert!(game.is_running());
    display.press(&["Escape", "Escape"]);
    game.ends_well();
}

#[test]
fn v_changes_the_algorithm_of_the_view() {
    let display = Display::bare("view", 1280, 823);
    let arguments = ["--part", "3", "--seed", "42", "--keys", "Down*3"];
    let window = display.play(&arguments);
    let usual = window.title();
    let game = Game::new(Setup::new("3".parse().unwrap(), 42));
    let mut session = Session::new(game, None, None);
    [Key::DOWN; 3].into_iter().for_each(|key| session.press(key));
    for algorithm in Algorithm::ALL.iter().cycle().skip(1).take(Algorithm::ALL.len()) {
        display.press(&["v"]);
        session.press(Key::V);
        assert_eq!(Algorithm::of(session.game().other_view()), *algorithm);
        window.shows(&algorithm.to_string(), &Image::of(session.render()).framed(1280, 720));
        let name =
            if *algorithm == Algorithm::default() { String::new() } else { format!("   [{algorithm}]") };
        eventually("the title", || (window.title() == format!("{usual}{name}")).then_some(()));
    }
}

// Pictures

/// Returns the pictures saved in a home folder, oldest first.
fn pictures(home: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(home.join("Pictures")) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "png"));
    paths.sort();
    paths
}

#[test]
fn f12_saves_the_picture_and_says_where() {
    let display = Display::bare("pictures", 1280, 823);
    let arguments = ["--seed", "42", "--scale", "1", "--keys", "1 Down*7"];
    let game = display.play(&arguments);
    let shot = display.shot(&["--seed", "42", "--keys", "1 Down*7"]);
    game.shows("the dungeon", &shot);
    for count in 1..=2 {
        display.press(&["F12"]);
        eventually("a picture", || (pictures(display.home()).len() == count).then_some(()));
    }
    for path in pictures(display.home()) {
        assert!(path.file_name().unwrap().to_str().unwrap().starts_with("roguelike-part17-seed42-"));
        assert_eq!(Image::open(&path).difference(&shot), None);
        eventually("where it is", || {
            game.output().contains(&format!("saved as {}\n", path.display())).then_some(())
        });
    }
    let title = game.wait_for_title("Picture saved as ");
    // The player is a tile that the mouse tells about.
    let mut session = Session::new(Game::new(Setup::new(Part::LAST, 42)), None, None);
    session.press(Key::NUM_1);
    [Key::DOWN; 7].into_iter().for_each(|key| session.press(key));
    let here = session.game().player().pos;
    session.translate(Input::Hover(Some(here)));
    let [x, y] = [here.x, here.y].map(|tile| (tile * 20 + 10).to_string());
    display.xdotool(&["mousemove", "1", "1", "mousemove", &x, &y]);
    game.shows("who that is", &Image::of(session.render()));
    assert_eq!(game.title(), title, "a mouse that moves changes nothing");
    display.press(&["Up"]);
    game.wait_for_title("Win Condition");
}

#[test]
fn a_picture_that_cannot_be_saved_is_a_line_and_the_game_goes_on() {
    let display = Display::bare("no_pictures", 1280, 823);
    fs::create_dir(display.home().join("config")).unwrap();
    fs::write(display.home().join("config/user-dirs.dirs"), "XDG_PICTURES_DIR=\"/dev/full\"\n").unwrap();
    let mut game =
        display.play_with(&["--seed", "42"], &[("XDG_CONFIG_HOME", text(&display.home().join("config")))]);
    display.press(&["F12"]);
    game.wait_for_title("cannot save the picture in /dev/full");
    assert_eq!(game.errors().lines().count(), 1, "{}", game.errors());
    display.press(&["1"]);
    game.shows("the dungeon", &display.shot(&["--seed", "42", "--keys", "1"]));
    display.press(&["Escape", "Escape"]);
    game.ends_well();
}

// Missing things

#[test]
fn a_dash_is_a_dash() {
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
    let mended = session.render();
    assert_eq!((glyphs(mended, b'?'), glyphs(mended, b'-')), (0, 1));
    let mended = Image::of(mended);
    game.shows("a dash", &mended);
    display.shot(&keys).difference(&mended).expect("shot renders what the original draws");
}

#[test]
fn without_a_display_there_is_a_line() {
    let display = Display::bare("no_display", 640, 480);
    let folder = text(display.home());
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
}

#[test]
fn a_font_that_is_of_no_use_is_a_line() {
    let display = Display::bare("fonts", 640, 480);
    let [nonsense, crippled] = ["nonsense.ttf", "crippled.ttf"].map(|name| display.home().join(name));
    fs::write(&nonsense, "no font").unwrap();
    fs::write(&crippled, without_zero(roguelike::glyph_cache::FONT)).unwrap();
    for (font, words) in [(&nonsense, "it is no TrueType or OpenType font"), (&crippled, "no glyph for '0'")]
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
fn a_home_that_cannot_be_written_to_is_a_line_and_the_game_goes_on() {
    let display = Display::bare("no_home", 1280, 823);
    let mut game = display.play_with(&["--seed", "42"], &[("HOME", "/proc/nonexistent")]);
    let problem = told(&game);
    assert!(problem.contains("no place for saves") && problem.contains("--save-file"), "{problem}");
    display.press(&["x", "F12"]);
    game.wait_for_title("cannot save the picture");
    display.press(&["1", "F5", "Down", "F9"]);
    game.shows("what was saved", &display.shot(&["--seed", "42", "--keys", "1 F5 Down F9"]));
    display.press(&["Escape", "Escape"]);
    game.ends_well();
    assert_eq!(game.errors().lines().count(), 2, "{}", game.errors());
}

#[test]
fn saves_go_nowhere_but_to_an_absolute_folder() {
    let display = Display::bare("relative_home", 1280, 823);
    for home in ["", "here"] {
        let game = display.play_with(&["--seed", "42"], &[("HOME", home)]);
        let problem = "no place for saves: HOME is no absolute path";
        assert!(told(&game).starts_with(problem), "{}", game.errors());
    }
    assert!(!display.home().join("here").exists());
    // XDG_DATA_HOME has precedence if it is absolute. An empty or relative one counts as not set.
    let (home, share) = (text(display.home()), display.home().join("share"));
    let usual = display.home().join(".local/share");
    for (home, xdg, folder) in [("here", text(&share), &share), (home, "", &usual), (home, "here", &usual)] {
        let variables = [("HOME", home), ("XDG_DATA_HOME", xdg)];
        let mut game = display.play_with(&["--seed", "42", "--keys", "1 F5"], &variables);
        let save = folder.join("roguelike-sdl2/part17.save");
        eventually("the save", || save.exists().then_some(()));
        display.press(&["Escape", "Escape"]);
        game.ends_well();
        assert_eq!(game.errors(), "");
        fs::remove_file(save).unwrap();
    }
    assert!(!display.home().join("here").exists());
}

// Files for the desktop

#[test]
fn manual_completions_desktop_entry_and_icons_are_what_they_should_be() {
    let display = Display::bare("generate", 640, 480);
    let output = display.run(&["generate", "."]);
    assert!(output.status.success());
    let share = display.home().join("share");
    let check = |program: &str, arguments: &[&str], file: &str| {
        let path = share.join(file);
        let output = Command::new(program).args(arguments).arg(&path).output();
        let output = output.unwrap_or_else(|error| panic!("{program}: {error}; {INSTALL}"));
        let said = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{file}: {said}");
        said.into_owned()
    };
    let entry = check("desktop-file-validate", &[], "applications/roguelike.desktop");
    assert_eq!(entry, "");
    check("bash", &[], "bash-completion/completions/roguelike");
    for page in [
        "roguelike",
        "roguelike-play",
        "roguelike-trace",
        "roguelike-verify",
        "roguelike-shot",
        "roguelike-fov",
    ] {
        let path = share.join(format!("man/man1/{page}.1"));
        let manual = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(manual.contains(".SH NAME") && manual.contains(".SH OPTIONS"), "{page}");
    }
    for side in [16, 32, 48, 64, 128, 256] {
        let icon = Image::open(&share.join(format!("icons/hicolor/{side}x{side}/apps/roguelike.png")));
        assert_eq!((icon.width, icon.height), (side, side));
        assert!(
            icon.difference(&Image::plain(side, side, BACKGROUND)).is_some(),
            "the icon of {side} is empty"
        );
    }
}

#[test]
fn the_desktop_knows_the_window_by_the_entrys_name() {
    let display = Display::bare("class", 1280, 823);
    let window = display.play(&["--seed", "42"]);
    let found = display.xdotool(&["search", "--onlyvisible", "--class", "^roguelike$"]);
    assert_eq!(found.trim(), window.id());
}

#[test]
fn without_a_display_the_game_says_so() {
    for driver in [None, Some("x11")] {
        let mut play = Command::new(env!("CARGO_BIN_EXE_roguelike"));
        play.args(["--part", "1", "--seed", "1", "--replay", "/dev/null", "--exit"]);
        play.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        play.env_remove("SDL_VIDEODRIVER").envs(driver.map(|driver| ("SDL_VIDEODRIVER", driver)));
        let output = play.output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{error}");
        // SDL's Wayland driver complains in a line of its own that cannot be turned off.
        let ours: Vec<&str> = error.lines().filter(|line| line.starts_with("roguelike: ")).collect();
        assert_eq!(ours.len(), 1, "{error}");
        assert!(ours[0].contains("no display") && ours[0].contains("roguelike shot"), "{error}");
    }
}
