//! A virtual screen for a test (Xvfb), keys and mouse (xdotool), and the game on it as a player starts
//! it.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use roguelike::glyph_cache::TILE_SIZE;

use crate::image::{DESCENT, Image};

/// How to install the programs that these tests need.
pub const INSTALL: &str = "install what the desktop tests need: apt-get install -y xvfb xdotool openbox x11-xserver-utils desktop-file-utils appstream";
/// Windows without borders, so that the place of their contents is known, Alt+F10 to maximize a window, and
/// Alt+F4 to close it. These keys also add a desktop, by which tests see that they arrived.
const OPENBOX: &str = r#"<openbox_config xmlns="http://openbox.org/3.4/rc">
  <theme><keepBorder>no</keepBorder></theme>
  <keyboard><keybind key="A-F4"><action name="AddDesktop"/><action name="Close"/>
  </keybind><keybind key="A-F10"><action name="AddDesktop"/><action name="ToggleMaximize"/>
  </keybind></keyboard>
  <applications><application class="*"><decor>no</decor><focus>yes</focus></application></applications>
</openbox_config>"#;
/// Maximum time to wait for anything, also on a busy machine.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// Waits until `look` returns something.
pub fn eventually<T>(what: &str, look: impl FnMut() -> Option<T>) -> T {
    eventually_or(what, look, String::new)
}

/// Waits until `look` returns something. If it never does, the failure also says what is `seen` then.
fn eventually_or<T>(what: &str, mut look: impl FnMut() -> Option<T>, seen: impl Fn() -> String) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < MAX_WAIT, "timed out: {what} {}", seen());
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A screen, and a home folder for the player.
pub struct Display {
    server: Child,
    manager: Option<Child>,
    name: String,
    home: PathBuf,
    /// True if the screen is little larger than the original's window, which games on it have.
    is_small: bool,
    /// Number of games started on it.
    started: AtomicU32,
}

impl Display {
    /// A screen without a window manager: windows choose their place and have no title bars.
    pub fn bare(test: &str, width: u32, height: u32) -> Display {
        Display::of_depth(test, (width, height), 24)
    }

    /// The same, with this number of bits a pixel.
    pub fn of_depth(test: &str, (width, height): (u32, u32), depth: u32) -> Display {
        let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("desktop").join(test);
        fs::remove_dir_all(&home).ok();
        fs::create_dir_all(&home).unwrap();
        let (server, name) = start_server(&home, (width, height), depth);
        let is_small = (1280..=1400).contains(&width);
        Display { server, manager: None, name, home, is_small, started: AtomicU32::new(0) }
    }

    /// Kills the screen while programs run on it.
    pub fn die(&self) {
        let status = Command::new("kill").args(["-KILL", &self.server.id().to_string()]).status();
        assert!(status.unwrap().success());
    }

    /// Starts another screen after [`die`](Display::die), with the same home folder.
    pub fn revive(&mut self, width: u32, height: u32) {
        self.server.wait().unwrap();
        (self.server, self.name) = start_server(&self.home, (width, height), 24);
    }

    /// A screen with a window manager, which closes windows and makes them fullscreen.
    pub fn managed(test: &str, width: u32, height: u32) -> Display {
        Display::with_manager(test, (width, height), OPENBOX)
    }

    /// The same, and windows have title bars.
    pub fn framed(test: &str, width: u32, height: u32) -> Display {
        Display::with_manager(test, (width, height), &OPENBOX.replace("<decor>no", "<decor>yes"))
    }

    fn with_manager(test: &str, (width, height): (u32, u32), settings: &str) -> Display {
        let mut display = Display::bare(test, width, height);
        let config = display.home.join("openbox.xml");
        fs::write(&config, settings).unwrap();
        let ready = display.home.join("openbox.ready");
        let mut manager = display
            .command("openbox")
            .args(["--debug-focus", "--sm-disable", "--config-file"])
            .arg(&config)
            // It runs this when it manages windows. A window that comes earlier may never be managed.
            .args(["--startup", &format!("touch '{}'", ready.display())])
            .stderr(File::create(display.manager_log()).unwrap())
            .spawn()
            .unwrap_or_else(|error| panic!("openbox: {error}; {INSTALL}"));
        let look = || {
            let ended = manager.try_wait().unwrap();
            assert!(ended.is_none(), "openbox ended: {}", display.manager_says());
            ready.exists().then_some(())
        };
        eventually_or("openbox manages windows", look, || display.manager_says());
        display.manager = Some(manager);
        display
    }

    /// The window manager's own words, of which the last tell what it did with the focus.
    fn manager_log(&self) -> PathBuf {
        self.home.join("openbox.log")
    }

    /// Returns the end of what the window manager says; empty if there is none.
    fn manager_says(&self) -> String {
        let log = fs::read(self.manager_log()).unwrap_or_default();
        String::from_utf8_lossy(&log[log.len().saturating_sub(4000)..]).into_owned()
    }

    /// The home folder. It is empty at first.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// A program with this screen and this home folder, and with nothing else of the tests' environment.
    fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(which(program.as_ref()));
        command
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("DISPLAY", &self.name)
            .env("HOME", &self.home)
            .env("SDL_AUDIODRIVER", "dummy")
            .current_dir(&self.home)
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        command
    }

    /// Runs xdotool, and returns what it prints.
    pub fn xdotool(&self, arguments: &[&str]) -> String {
        let output = self
            .command("xdotool")
            .args(arguments)
            .stdout(Stdio::piped())
            .output()
            .unwrap_or_else(|error| panic!("xdotool: {error}; {INSTALL}"));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Presses keys one after another, by their X names. Any faster, X would take the same key twice for
    /// a key that is held.
    pub fn press(&self, keys: &[&str]) {
        self.xdotool(&[&["key", "--delay", "8"], keys].concat());
    }

    /// Returns what an area of the screen shows now.
    fn look(&self, area: Geometry) -> Image {
        Image::from_xwd(&fs::read(self.home.join("Xvfb_screen0")).unwrap(), area)
    }

    /// Writes the player's settings.
    pub fn set(&self, settings: &str) {
        let folder = self.home.join(".config/roguelike-sdl2");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("settings.txt"), settings).unwrap();
    }

    /// Gives the keyboard another layout.
    pub fn set_layout(&self, layout: &str, variant: &str) {
        let status = self.command("setxkbmap").args(["-layout", layout, "-variant", variant]).status();
        assert!(status.unwrap_or_else(|error| panic!("setxkbmap: {error}; {INSTALL}")).success());
    }

    /// Draws over the screen without the game's knowledge. A repaint removes it.
    pub fn scribble(&self, x: u32, y: u32) {
        let path = self.home.join("Xvfb_screen0");
        let dump = fs::read(&path).unwrap();
        let file = File::options().write(true).open(&path).unwrap();
        let offset = Image::offset_in_xwd(&dump, x, y);
        file.write_all_at(&[255; 4 * 40], offset).unwrap();
    }

    /// Runs a command of the program that opens no window.
    pub fn run(&self, arguments: &[&str]) -> Output {
        self.run_with(arguments, &[])
    }

    /// Runs it with these variables set, too.
    pub fn run_with(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
        let mut command = self.command(env!("CARGO_BIN_EXE_roguelike"));
        command
            .args(arguments)
            .envs(variables.iter().copied())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .output()
            .unwrap()
    }

    /// Returns what `roguelike trace` prints.
    pub fn trace(&self, arguments: &[&str]) -> String {
        let output = self.run(&[&["trace"], arguments].concat());
        assert!(output.status.success(), "{arguments:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Returns what `roguelike shot` renders.
    pub fn shot(&self, arguments: &[&str]) -> Image {
        let path = self.home.join("shot.png");
        let output = self.run(&[&["shot", "-o", path.to_str().unwrap()], arguments].concat());
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        Image::open(&path)
    }

    /// Starts the game and waits until its window has the focus.
    pub fn play(&self, arguments: &[&str]) -> Window<'_> {
        self.play_with(arguments, &[])
    }

    /// Starts the game with these variables set, too.
    pub fn play_with(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Window<'_> {
        let mut game = self.start(arguments, variables);
        let pid = game.child.id().to_string();
        let (errors, child) = (game.errors.clone(), &mut game.child);
        let told = || fs::read_to_string(&errors).unwrap();
        let look = || {
            let ended = child.try_wait().unwrap();
            assert!(ended.is_none(), "the game ended: {ended:?} {}", told());
            let window = self.xdotool(&["search", "--all", "--onlyvisible", "--pid", &pid, "--name", "."]);
            let window = window.lines().next()?.to_owned();
            // A window manager names the active window once it listens to its own keys, too.
            let focus = if self.manager.is_some() { "getactivewindow" } else { "getwindowfocus" };
            if self.xdotool(&[focus]).trim() == window {
                return Some(window);
            }
            // Shortly after a key was pressed, a window manager may leave the focus where it was.
            if self.manager.is_some() {
                self.xdotool(&["windowactivate", &window]);
            }
            None
        };
        game.id = eventually_or("a window that listens", look, || {
            let windows = self.xdotool(&["search", "--name", "."]);
            let active = self.xdotool(&["getactivewindow"]);
            let focus = self.xdotool(&["getwindowfocus"]);
            let manager = self.manager_says();
            format!(
                "(windows {windows:?}, active {active:?}, focus {focus:?}; the game says {:?}, openbox {manager})",
                told()
            )
        });
        game
    }

    /// Starts the game and does not wait.
    pub fn start(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Window<'_> {
        // Two games at a time do not share their files.
        let number = self.started.fetch_add(1, Ordering::Relaxed);
        let [output, errors] = ["stdout", "stderr"].map(|name| self.home.join(format!("{name}{number}")));
        let plays = arguments.first().is_none_or(|first| first.starts_with("--"));
        let chooses = arguments.contains(&"--scale");
        // The expected pictures are those of the series.
        let chooses_part = ["--part", "--replay"].iter().any(|option| arguments.contains(option));
        let texts: &[&str] = if plays && !chooses_part { &["--part", "17"] } else { &[] };
        let scale: &[&str] = if self.is_small && plays && !chooses { &["--scale", "1"] } else { &[] };
        // If the tests run in the background, their shell may ignore Ctrl-C for them. The game must not
        // inherit that.
        let child = self
            .command("env")
            .arg("--default-signal=INT,TERM,HUP")
            .arg(env!("CARGO_BIN_EXE_roguelike"))
            .args(arguments)
            .args(scale)
            .args(texts)
            .envs(variables.iter().copied())
            .stdout(File::create(&output).unwrap())
            .stderr(File::create(&errors).unwrap())
            .spawn()
            .unwrap();
        Window { display: self, child, id: String::new(), output, errors }
    }
}

/// Returns where PATH has a program. With another environment `Command` looks for it only after a fork, and
/// to fork the tests with their pictures takes longer than most programs run.
fn which(program: &OsStr) -> PathBuf {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&folders).map(|folder| folder.join(program));
    places.find(|place| place.is_file()).unwrap_or_else(|| program.into())
}

/// Starts Xvfb. Returns it and the name of the display.
fn start_server(home: &Path, (width, height): (u32, u32), depth: u32) -> (Child, String) {
    let mut server = Command::new("Xvfb")
        .args(["-displayfd", "1", "-nolisten", "tcp", "-noreset", "-nocursor", "-fbdir"])
        .arg(home)
        .args(["-screen", "0", &format!("{width}x{height}x{depth}")])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("Xvfb: {error}; {INSTALL}"));
    let mut number = String::new();
    BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut number).unwrap();
    assert!(!number.trim().is_empty(), "Xvfb ended at once; {INSTALL}");
    (server, format!(":{}", number.trim()))
}

impl Drop for Display {
    fn drop(&mut self) {
        for child in self.manager.iter_mut().chain([&mut self.server]) {
            child.kill().ok();
            child.wait().ok();
        }
        // The file of the screen is large and not needed any more.
        fs::remove_file(self.home.join("Xvfb_screen0")).ok();
    }
}

/// Position and size of a window, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    pub x: i32,
    pub y: i32,
    pub width: u32,
    pub height: u32,
}

/// The game, running.
pub struct Window<'d> {
    display: &'d Display,
    child: Child,
    id: String,
    output: PathBuf,
    errors: PathBuf,
}

impl Window<'_> {
    /// Returns everything on standard output so far.
    pub fn output(&self) -> String {
        fs::read_to_string(&self.output).unwrap()
    }

    /// Returns everything on standard error so far.
    pub fn errors(&self) -> String {
        fs::read_to_string(&self.errors).unwrap()
    }

    /// Waits for these words on standard output or standard error.
    pub fn wait_for_words(&self, words: &str) {
        let told = || self.output() + &self.errors();
        eventually_or(words, || told().contains(words).then_some(()), told);
    }

    /// Returns the place of the window's contents.
    pub fn geometry(&self) -> Geometry {
        let text = self.display.xdotool(&["getwindowgeometry", "--shell", &self.id]);
        let value = |name: &str| -> i32 {
            text.lines().find_map(|line| line.strip_prefix(name)).and_then(|line| line.parse().ok()).unwrap()
        };
        Geometry {
            x: value("X="),
            y: value("Y="),
            width: value("WIDTH=") as u32,
            height: value("HEIGHT=") as u32,
        }
    }

    /// Gives the window another size.
    pub fn resize(&self, width: u32, height: u32) {
        self.display.xdotool(&["windowmove", &self.id, "0", "0"]);
        self.display.xdotool(&["windowsize", &self.id, &width.to_string(), &height.to_string()]);
        eventually("the new size", || {
            let geometry = self.geometry();
            ((geometry.width, geometry.height) == (width, height)).then_some(())
        });
    }

    /// Returns what the window shows now.
    pub fn look(&self) -> Image {
        self.display.look(self.geometry())
    }

    /// Waits until the window shows this. A picture of the original's size lacks the pixels of the window
    /// below it, which letters reach into.
    pub fn shows(&self, what: &str, expected: &Image) {
        self.shows_as(what, |image| difference(image, expected).map_or(Ok(()), Err));
    }

    /// Waits until the window shows this below the first row, which says how far a replay is.
    pub fn shows_in_replay(&self, what: &str, expected: &Image) {
        self.shows_between(what, expected, 24, expected.height);
    }

    /// Waits until the window shows this death or win screen. Below its box are lines of the window's own,
    /// and above it may be how far a replay is.
    pub fn shows_ending(&self, what: &str, expected: &Image) {
        self.shows_between(what, expected, 24, 23 * TILE_SIZE as u32);
    }

    /// Waits until the window shows this from one row of pixels to another.
    fn shows_between(&self, what: &str, expected: &Image, top: u32, bottom: u32) {
        let area = Geometry { x: 0, y: top as i32, width: expected.width, height: bottom - top };
        let expected = expected.crop(area);
        self.shows_as(what, |image| image.crop(area).difference(&expected).map_or(Ok(()), Err));
    }

    /// Waits until the window's picture passes a test. A picture that does not pass is kept as a file.
    pub fn shows_as(&self, what: &str, test: impl Fn(&Image) -> Result<(), String>) {
        self.wait_for(what, &test);
    }

    fn wait_for(&self, what: &str, test: &dyn Fn(&Image) -> Result<(), String>) {
        let start = Instant::now();
        loop {
            let image = self.look();
            let Err(difference) = test(&image) else { return };
            if start.elapsed() > MAX_WAIT {
                let path = self.display.home.join("seen.png");
                image.save(&path);
                panic!("{what}: {difference}; seen: {}\n{}", path.display(), self.errors());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Asserts that the window shows this all the time, for as long as something that must not come
    /// would take.
    pub fn keeps_showing(&self, what: &str, expected: &Image, duration: Duration) {
        let start = Instant::now();
        while start.elapsed() < duration {
            assert_eq!(difference(&self.look(), expected), None, "{what}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Returns what the window shows, once it has not changed for some looks.
    pub fn settled(&self) -> Image {
        let (mut last, mut equal) = (self.look(), 0);
        eventually("a picture that stays", || {
            let next = self.look();
            equal = if next.difference(&last).is_none() { equal + 1 } else { 0 };
            last = next;
            (equal >= 25).then_some(())
        });
        last
    }

    /// Returns X's number of the window.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the number of the process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Returns true if the game has not ended.
    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Sends a signal, by its name.
    pub fn signal(&self, name: &str) {
        let status = Command::new("kill").args([&format!("-{name}"), &self.pid().to_string()]).status();
        assert!(status.unwrap().success());
    }

    /// Waits until the game has ended.
    pub fn wait(&mut self) -> ExitStatus {
        eventually("the end of the game", || self.child.try_wait().unwrap())
    }

    /// Presses a key of the window manager. openbox misses about one press in twenty runs of these tests. So the key
    /// is pressed again, but only if it did not arrive.
    pub fn press_for_manager(&self, key: &str) {
        const MAX_WAIT: Duration = Duration::from_secs(2);
        let desktops = || self.display.xdotool(&["get_num_desktops"]);
        let before = desktops();
        eventually("the window manager takes the key", || {
            self.display.press(&[key]);
            let pressed = Instant::now();
            while desktops() == before && pressed.elapsed() < MAX_WAIT {
                std::thread::sleep(Duration::from_millis(20));
            }
            (desktops() != before).then_some(())
        });
    }

    /// Closes the window by the window manager's key, which asks the game to end.
    pub fn press_alt_f4(&mut self) {
        self.press_for_manager("alt+F4");
        self.wait();
    }

    /// Waits until the game has ended, and asserts that its exit code is 0.
    pub fn ends_well(&mut self) {
        let status = self.wait();
        assert!(status.success(), "{status}: {}", self.errors());
    }
}

impl Drop for Window<'_> {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Returns how a window differs from what it has to show; none if it does not.
fn difference(window: &Image, expected: &Image) -> Option<String> {
    let has_descent = expected.height == 820 && window.height == 820 + DESCENT;
    if has_descent { window.top(820).difference(expected) } else { window.difference(expected) }
}
