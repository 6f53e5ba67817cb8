//! Chromium without a window, driven by its DevTools protocol: messages of JSON through two pipes.

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

/// How long something may take before a test fails.
const LIMIT: Duration = Duration::from_secs(60);

/// The size of a window in pixels, the colours that its user prefers, and how many pixels of the screen one
/// has.
#[derive(Clone, Copy)]
pub struct Look {
    pub width: u32,
    pub height: u32,
    pub is_dark: bool,
    pub scale: f64,
}

/// A browser with one page. It ends when this is dropped.
pub struct Browser {
    process: Child,
    commands: File,
    messages: BufReader<File>,
    session: Option<String>,
    sent: u64,
    /// Errors of the page and of its console.
    complaints: Vec<String>,
    loaded: bool,
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

impl Browser {
    pub fn start(program: &Path) -> Browser {
        static STARTED: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = STARTED.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("browser/chromium{number}"));
        fs::remove_dir_all(&folder).ok();
        fs::create_dir_all(&folder).unwrap();
        let [to, from] = ["to", "from"].map(|name| folder.join(name));
        assert!(Command::new("mkfifo").args([&to, &from]).status().unwrap().success());
        // The browser has its pipes as files 3 and 4.
        let process = Command::new("sh")
            .args(["-c", "to=$1 from=$2; shift 2; exec \"$@\" 3< \"$to\" 4> \"$from\"", "sh"])
            .args([&to, &from])
            .arg(program)
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--remote-debugging-pipe",
            ])
            .arg(format!("--user-data-dir={}", folder.join("profile").display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let commands = OpenOptions::new().write(true).open(&to).unwrap();
        let messages = BufReader::new(File::open(&from).unwrap());
        let (complaints, loaded) = (Vec::new(), false);
        let mut browser = Browser { process, commands, messages, session: None, sent: 0, complaints, loaded };
        let targets = browser.send("Target.getTargets", json!({}));
        let targets = targets["targetInfos"].as_array().unwrap();
        let page = targets.iter().find(|target| target["type"] == "page").unwrap()["targetId"].clone();
        let session = browser.send("Target.attachToTarget", json!({"targetId": page, "flatten": true}));
        browser.session = Some(session["sessionId"].as_str().unwrap().to_owned());
        for domain in ["Page", "Runtime", "Log"] {
            browser.send(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// Reads a message. Notes what the page complains about, and that it is loaded.
    fn message(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.messages.read_until(0, &mut bytes).unwrap();
        assert_eq!(bytes.pop(), Some(0), "the browser has ended");
        let message: Value = serde_json::from_slice(&bytes).unwrap();
        let parameters = &message["params"];
        match message["method"].as_str() {
            Some("Page.loadEventFired") => self.loaded = true,
            Some("Runtime.exceptionThrown") => self.complaints.push(parameters.to_string()),
            Some("Runtime.consoleAPICalled") if parameters["type"] == "error" => {
                self.complaints.push(parameters.to_string());
            }
            Some("Log.entryAdded") if parameters["entry"]["level"] == "error" => {
                self.complaints.push(parameters.to_string());
            }
            _ => {}
        }
        message
    }

    /// Sends a command and returns its result.
    fn send(&mut self, method: &str, parameters: Value) -> Value {
        self.sent += 1;
        let mut command = json!({"id": self.sent, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            command["sessionId"] = json!(session);
        }
        self.commands.write_all(format!("{command}\0").as_bytes()).unwrap();
        loop {
            let mut message = self.message();
            if message["id"] == self.sent {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].take();
            }
        }
    }

    pub fn look(&mut self, look: Look) {
        let Look { width, height, is_dark, scale } = look;
        self.send(
            "Emulation.setDeviceMetricsOverride",
            json!({"width": width, "height": height, "deviceScaleFactor": scale, "mobile": false}),
        );
        let scheme = if is_dark { "dark" } else { "light" };
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.send("Emulation.setEmulatedMedia", json!({"features": features}));
    }

    /// Opens a page and waits until it is loaded.
    pub fn open(&mut self, address: &str) {
        // From page to page of one file the browser would only follow the link.
        self.send("Page.navigate", json!({"url": "about:blank"}));
        self.loaded = false;
        self.send("Page.navigate", json!({"url": address}));
        while !self.loaded {
            self.message();
        }
        self.until("location.href !== 'about:blank' && document.readyState === 'complete'");
    }

    /// Returns the value of an expression of JavaScript.
    pub fn run(&mut self, expression: &str) -> Value {
        let parameters = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let mut result = self.send("Runtime.evaluate", parameters);
        assert!(result["exceptionDetails"].is_null(), "{expression}: {}", result["exceptionDetails"]);
        result["result"]["value"].take()
    }

    /// Waits until an expression is true.
    pub fn until(&mut self, expression: &str) {
        let start = Instant::now();
        while self.run(&format!("Boolean({expression})")) != Value::Bool(true) {
            assert!(start.elapsed() < LIMIT, "timed out: {expression}; {:?}", self.complaints);
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses a key, by the name that SDL has for it.
    pub fn press(&mut self, name: &str) {
        let code = match name {
            "Up" | "Down" | "Left" | "Right" => format!("Arrow{name}"),
            letter if letter.len() == 1 && letter.as_bytes()[0].is_ascii_digit() => format!("Digit{letter}"),
            letter if letter.len() == 1 => format!("Key{letter}"),
            _ => name.to_owned(),
        };
        for kind in ["keyDown", "keyUp"] {
            self.send("Input.dispatchKeyEvent", json!({"type": kind, "code": code, "key": name}));
        }
    }

    /// Drags with the mouse from one tile of a canvas to another, over those between them.
    pub fn drag(&mut self, canvas: &str, from: [i32; 2], to: [i32; 2]) {
        let place = |browser: &mut Browser, [x, y]: [i32; 2]| {
            let place = browser.run(&format!(
                "(() => {{ const canvas = document.querySelector('{canvas}'); const box = canvas.getBoundingClientRect(); \
                 const {{ x, y, columns, rows }} = canvas.view; return [box.left + ({x} - x + 0.5) * box.width / columns, \
                 box.top + ({y} - y + 0.5) * box.height / rows]; }})()"
            ));
            [0, 1].map(|axis| place[axis].as_f64().unwrap())
        };
        let ends = [place(self, from), place(self, to)];
        let steps = (to[0] - from[0]).abs() + (to[1] - from[1]).abs();
        let mut mouse = |kind: &str, [x, y]: [f64; 2]| {
            let event =
                json!({"type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1});
            self.send("Input.dispatchMouseEvent", event);
        };
        mouse("mousePressed", ends[0]);
        for step in 1..=steps {
            let part = f64::from(step) / f64::from(steps);
            mouse("mouseMoved", [0, 1].map(|axis| ends[0][axis] + (ends[1][axis] - ends[0][axis]) * part));
        }
        mouse("mouseReleased", ends[1]);
    }

    /// Prints the page, as a PDF that nobody keeps.
    pub fn print(&mut self) {
        self.send("Page.printToPDF", json!({}));
    }

    /// Returns what is on a canvas, as a PNG file.
    pub fn canvas(&mut self, canvas: &str) -> Vec<u8> {
        let text =
            self.run(&format!("document.querySelector('{canvas}').toDataURL('image/png').split(',')[1]"));
        BASE64_STANDARD.decode(text.as_str().unwrap()).unwrap()
    }

    /// Fails if the page complained.
    pub fn assert_quiet(&mut self, page: &str) {
        assert!(self.complaints.is_empty(), "{page}: {:#?}", self.complaints);
    }
}
