//! The committed module plays and shows what today's sources do: every recording to the byte, every stage of
//! every figure. After a change of behaviour it must be built again, by `.ci/book-wasm`.

#[path = "../../../common/parallel.rs"]
mod parallel;
#[path = "../../../common/recording.rs"]
mod recording;

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use roguelike::keys::script;
use roguelike::trace::Form;
use serde_json::{Value, json};
use wasmi::{Caller, Engine as Interpreter, Instance, Linker, Module, Store};

use parallel::in_parallel;
use recording::parse;

/// Largest size of the module, in bytes.
const LARGEST: usize = 260_000;
/// What a reader does with the figures: games, players and monsters that were moved, walls that were painted.
const SCENES: [&str; 18] = [
    "part=1&seed=42",
    "part=1&seed=7&stdlib=msvc",
    "part=3&seed=18&player=18.6",
    "part=3&seed=42&keys=Right*12",
    "part=3&seed=42&player=12.6&walls=10.5_10.6_14.8&floors=20.4_20.5",
    "part=3&seed=18&player=18.6&radius=5",
    "part=3&seed=42&keys=Right*12&radius=20",
    "part=5&seed=101&keys=Down*10",
    "part=5&seed=6&keys=Down*9&walls=8.12",
    "part=7&seed=214&keys=Right*12",
    "part=7&seed=214&keys=Right*12&player=20.9",
    "part=7&seed=214&keys=Right*12&monsters=0.24.9_1.25.8&walls=22.9",
    "part=12&seed=188",
    "part=12&seed=1",
    "part=13&seed=62&keys=Down*7",
    "part=13&seed=62&keys=Down*7&player=9.9",
    "part=13&seed=62&keys=Down*5&monsters=0.8.10_1.8.11",
    "part=13&seed=62&keys=Down*7&walls=7.7_8.7_9.7",
];

/// What the host of a module remembers: the argument of the request, and the answer.
#[derive(Default)]
struct Exchange {
    argument: Vec<u8>,
    reply: Vec<u8>,
}

/// The module in an interpreter, as a page has it.
struct Page {
    store: Store<Exchange>,
    instance: Instance,
}

impl Page {
    fn new(module: &Module) -> Page {
        let mut linker = Linker::new(module.engine());
        let argument = |mut caller: Caller<Exchange>, at: u32| {
            let memory = caller.get_export("memory").unwrap().into_memory().unwrap();
            let argument = caller.data().argument.clone();
            memory.write(&mut caller, at as usize, &argument).unwrap();
        };
        let reply = |mut caller: Caller<Exchange>, at: u32, length: u32| {
            let memory = caller.get_export("memory").unwrap().into_memory().unwrap();
            let mut bytes = vec![0; length as usize];
            memory.read(&caller, at as usize, &mut bytes).unwrap();
            caller.data_mut().reply = bytes;
        };
        linker.func_wrap("typst_env", "wasm_minimal_protocol_write_args_to_buffer", argument).unwrap();
        linker.func_wrap("typst_env", "wasm_minimal_protocol_send_result_to_host", reply).unwrap();
        let mut store = Store::new(module.engine(), Exchange::default());
        let instance = linker.instantiate_and_start(&mut store, module).unwrap();
        Page { store, instance }
    }

    fn ask(&mut self, request: &str) -> Result<String, String> {
        self.store.data_mut().argument = request.as_bytes().to_vec();
        let ask = self.instance.get_typed_func::<u32, i32>(&self.store, "ask").unwrap();
        let code = ask.call(&mut self.store, request.len() as u32).unwrap();
        let reply = String::from_utf8(self.store.data().reply.clone()).unwrap();
        if code == 0 { Ok(reply) } else { Err(reply) }
    }
}

/// Returns the bytes of the committed module.
fn bytes() -> Vec<u8> {
    let script = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("module.js")).unwrap();
    let text = script.split('"').nth(1).expect("the script has the module in quotes");
    BASE64_STANDARD.decode(text).unwrap()
}

fn module() -> Module {
    Module::new(&Interpreter::default(), bytes()).unwrap()
}

/// Answers a request with today's sources.
fn native(request: &str) -> Result<String, String> {
    book::ask(request.as_bytes()).map(|reply| String::from_utf8(reply).unwrap())
}

/// Returns an answer without its sentences: a better one leaves the module as good as it was.
fn facts(answer: Result<String, String>) -> Option<Value> {
    let mut answer: Value = serde_json::from_str(&answer.ok()?).unwrap();
    if let Some(texts) = answer.get_mut("texts") {
        *texts = json!(texts.as_array().unwrap().len());
    }
    Some(answer)
}

/// Checks that the module answers as today's sources do.
fn check(page: &mut Page, request: &str) {
    let (module, sources) = (facts(page.ask(request)), facts(native(request)));
    let advice = "the book's module is not that of the sources any more; .ci/book-wasm builds it";
    assert!(module == sources, "{request}\n{advice}\nmodule:  {module:?}\nsources: {sources:?}");
}

#[test]
fn the_module_is_small_and_names_no_place_of_a_machine() {
    let bytes = bytes();
    assert!(bytes.len() <= LARGEST, "{} bytes", bytes.len());
    let own = env!("CARGO_MANIFEST_DIR").trim_end_matches("tests/chapters/web");
    for place in ["/home/", "/root/", "/.cargo/", own] {
        let is_there = bytes.windows(place.len()).any(|window| window == place.as_bytes());
        assert!(!is_there, "the module names {place}");
    }
}

/// One recording of each part, and with `CHAPTERS=all` all of them, which takes minutes in an interpreter.
#[test]
fn every_recording_is_reproduced() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/traces");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 130, "{}", files.len());
    if env::var("CHAPTERS").as_deref() != Ok("all") {
        let mut parts = BTreeSet::new();
        files.retain(|file| parts.insert(file.file_name().unwrap().to_str().unwrap()[..6].to_owned()));
        assert_eq!(files.len(), 17);
    }
    let module = module();
    let difference = |file: &PathBuf| {
        let recorded = fs::read_to_string(file).unwrap();
        let recording = parse(recorded.as_bytes()).unwrap();
        let header = &recording.header;
        let keys: Vec<_> = recording.keys().collect();
        let keys = script::words(&keys).collect::<Vec<String>>().join(" ");
        let brief = if header.form == Form::Brief { "&brief=yes" } else { "" };
        let (part, seed, library) = (header.part, header.seed, header.library);
        let request = format!("trace?part={part}&seed={seed}&stdlib={library}{brief}&keys={keys}");
        let played = Page::new(&module).ask(&request).unwrap();
        let at = recorded.lines().zip(played.lines()).position(|(a, b)| a != b);
        (played != recorded).then(|| format!("{}: line {:?}", file.display(), at.map(|line| line + 1)))
    };
    let failed: Vec<String> = in_parallel(&files, difference).into_iter().flatten().collect();
    assert!(failed.is_empty(), "{} of {} differ:\n{}", failed.len(), files.len(), failed.join("\n"));
}

#[test]
fn every_stage_of_every_figure_is_that_of_the_program() {
    let mut page = Page::new(&module());
    for scene in SCENES {
        let first: Value = serde_json::from_str(&native(&format!("steps?{scene}")).unwrap()).unwrap();
        let count = first["texts"].as_array().unwrap().len();
        assert!(count > 0, "{scene}");
        for stage in 0..count {
            check(&mut page, &format!("steps?{scene}&stage={stage}"));
        }
    }
    for radius in ["", "&radius=1", "&radius=11", "&radius=20"] {
        check(&mut page, &format!("views?part=3&seed=18&player=18.6{radius}"));
    }
}

/// A key at a time, as a page asks: each request goes on from the last one, and one goes back.
#[test]
fn a_game_is_that_of_the_program_key_by_key() {
    let mut page = Page::new(&module());
    for part in 1..=17 {
        let mut keys = String::from("1");
        for key in ["Right", "Down", "Right", "I", "A", ".", "Left", "F5", "Up", "F9"] {
            keys += &format!(" {key}");
            check(&mut page, &format!("play?part={part}&seed=42&keys={keys}"));
        }
        check(&mut page, &format!("play?part={part}&seed=42&keys=1 Right"));
        check(&mut page, &format!("play?part={part}&seed=42&keys=1 Right Escape Right"));
    }
}

#[test]
fn a_cave_with_the_constants_of_the_series_is_the_same() {
    let mut page = Page::new(&module());
    for (share, passes) in [(45, 5), (30, 0), (60, 12), (0, 3), (100, 1)] {
        check(&mut page, &format!("cave?seed=188&share={share}&passes={passes}&stage=2"));
    }
    let shown = |request: &str| -> Value { serde_json::from_str(&native(request).unwrap()).unwrap() };
    // The last stage of the series has rooms, which a figure with other constants does not show.
    let count = shown("cave?seed=188")["texts"].as_array().unwrap().len();
    assert_eq!(shown("steps?part=12&seed=188")["texts"].as_array().unwrap().len(), count + 1);
    for stage in 0..count {
        let [own, series] = ["cave?seed=188", "steps?part=12&seed=188"].map(|request| {
            let shown = shown(&format!("{request}&stage={stage}"));
            let picture = &shown["drawn"];
            let color = |index: &Value| picture["frame"]["palette"][index.as_u64().unwrap() as usize].clone();
            let cells: Vec<_> = picture["frame"]["cells"]
                .as_array()
                .unwrap()
                .chunks(4)
                .map(|cell| (cell[0..3].to_vec(), color(&cell[3])))
                .collect();
            let mut tiles: Vec<_> = picture["tiles"]
                .as_array()
                .unwrap()
                .chunks(3)
                .map(|tile| (tile[0].as_u64(), tile[1].as_u64(), color(&tile[2]).to_string()))
                .collect();
            tiles.sort();
            (cells, tiles, picture["numbers"].clone())
        });
        assert!(own == series, "stage {stage}");
    }
}

#[test]
fn a_wrong_request_is_answered_with_a_sentence() {
    let mut page = Page::new(&module());
    for request in [
        "",
        "dance?part=1",
        "play?part=99",
        "play?part=x",
        "play?part=1&seed=-1",
        "play?part=1&keys=Foo",
        "play?part",
        "steps?part=2",
        "steps?part=3&player=1",
        "steps?part=3&player=9999.9999",
        "steps?part=3&walls=-5.-5_99.99",
        "steps?part=5&monsters=77.1.1",
        "steps?part=14&seed=1",
        "views?part=3&radius=-1",
        "views?part=3&radius=99999",
        "steps?part=3&radius=-1",
        "steps?part=3&radius=99999",
        "cave?share=-9&passes=99999999",
        "cave?share=many",
        "play?part=1&keys=Right*1000000000",
    ] {
        check(&mut page, request);
    }
    assert!(page.ask("play?part=99").is_err_and(|sentence| sentence.contains("99")));
}
