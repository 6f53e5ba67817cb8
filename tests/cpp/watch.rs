//! `roguelike check --watch`: each change of what a build reads is checked, and nothing else. All with a real
//! folder, a real compiler, and the events of the real system.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use super::check::place::{CMAKE, FAST, HEADER, Place, SMALL, has_cmake, through};
use super::program::replace;
use super::watching::{Watching, save, watch};

/// The small game with another title, which has as many letters.
fn wrong() -> String {
    replace(SMALL, "Map Generation", "Nap Generation")
}

fn place(test: &str) -> Place {
    Place::new(&format!("watch-{test}"), &[("main.cpp", SMALL), ("trace.hpp", HEADER)])
}

/// Contents count, also if size and time stay the same, and also behind links. New times do not count, and
/// neither do files that no build reads.
#[test]
fn contents_count_and_nothing_else() {
    let place = place("contents");
    let main = place.folder.join("main.cpp");
    let time = fs::metadata(&main).unwrap().modified().unwrap();
    let date =
        |path: &Path, time| File::options().append(true).open(path).unwrap().set_modified(time).unwrap();
    let mut watching = Watching::start(&place, "ok");
    let other = place.around.join("other.cpp");
    fs::write(&other, wrong()).unwrap();
    date(&other, time);
    fs::rename(&other, &main).unwrap();
    watching.becomes("ok", "step 0");
    date(&main, SystemTime::now());
    fs::write(place.folder.join("notes.txt"), "Buy milk.").unwrap();
    save(&main, SMALL);
    watching.becomes("step 0", "ok");
    // A folder that is moved in has its files already.
    let lib = place.around.join("lib");
    fs::create_dir(&lib).unwrap();
    fs::write(lib.join("lib.cpp"), "int lib = nonsense;\n").unwrap();
    fs::rename(&lib, place.folder.join("lib")).unwrap();
    watching.becomes("ok", "not built");
    fs::rename(place.folder.join("lib"), &lib).unwrap();
    watching.becomes("not built", "ok");
    // Links lead to a folder and to a file.
    symlink(&lib, place.folder.join("linked")).unwrap();
    watching.becomes("ok", "ok");
    let header = place.around.join("header.h");
    fs::write(&header, "").unwrap();
    symlink(&header, place.folder.join("linked.h")).unwrap();
    watching.becomes("ok", "ok");
    save(&header, "int x;\n");
    watching.becomes("ok", "ok");
    save(&lib.join("lib.h"), "int x;\n");
    watching.becomes("ok", "ok");
}

/// A Makefile may make a header of any file.
#[test]
fn a_file_that_the_makefile_mentions_counts() {
    let main = replace(SMALL, "\"Roguelike - Part 1: Map Generation\"", "TITLE");
    let main = replace(&main, "#include \"sdl.h\"\n", "#include \"sdl.h\"\n#include \"title.h\"\n");
    let place = Place::new("watch-mentioned", &[("main.cpp", main.as_str()), ("trace.hpp", HEADER)]);
    let include = place.around.join("include");
    let makefile = format!(
        "game: main.cpp words\n\tprintf '#define TITLE \"%s\"\\n' \"$$(cat words)\" > title.h\n\t\
         c++ -O0 -std=c++17 -I'{}' main.cpp -o game\n",
        include.display()
    );
    fs::write(place.folder.join("Makefile"), makefile).unwrap();
    fs::write(place.folder.join("words"), "Roguelike - Part 1: Map Generation").unwrap();
    let mut watching = Watching::start(&place, "ok");
    save(&place.folder.join("words"), "Roguelike - Part 1: Mazes");
    watching.becomes("ok", "step 0");
}

/// Under make, Clang lists its headers in its own way.
#[cfg(target_os = "linux")]
#[test]
fn headers_elsewhere_count_with_clang() {
    if Command::new("clang++").arg("--version").output().is_err() {
        return;
    }
    let main =
        format!("#include <title.h>\n{}", replace(SMALL, "\"Roguelike - Part 1: Map Generation\"", "TITLE"));
    let place = Place::new("watch-clang", &[("main.cpp", main.as_str()), ("trace.hpp", HEADER)]);
    let (include, own) = (place.around.join("include"), place.around.join("own"));
    let (include, own_name) = (include.display(), own.display());
    let makefile =
        format!("game: main.cpp\n\tclang++ -O0 -std=c++17 -I'{include}' -I'{own_name}' main.cpp -o game\n");
    fs::write(place.folder.join("Makefile"), makefile).unwrap();
    fs::create_dir(&own).unwrap();
    fs::write(own.join("title.h"), "#define TITLE \"Roguelike - Part 1: Map Generation\"\n").unwrap();
    let mut watching = Watching::start(&place, "ok");
    save(&own.join("title.h"), "#define TITLE \"Mazes\"\n");
    watching.becomes("ok", "step 0");
}

/// Whatever was read counts, however it was found: by a variable, a macro, an absolute path, an assembler or
/// the program itself. A header that takes the place of another one counts, too.
#[cfg(target_os = "linux")]
#[test]
fn everything_that_was_read_counts() {
    let around = place("read").around;
    let [near, far] = ["near", "far"].map(|name| around.join(name));
    let main = format!(
        "#include <fstream>\n#include <string>\n#include MACRO\n#include \"{}/whole.h\"\n#include <outer.h>\n\
         asm(\".data\\nwords: .incbin \\\"words.bin\\\"\\n.byte 0\\n.text\\n\");\nextern const char words[] asm(\"words\");\n\
         std::string text = [] {{ std::string line; std::getline(std::ifstream(\"first.txt\"), line); return line; }}();\n\
         const std::string all = text + DASH + WHOLE + OUTER + words;\n{}",
        around.display(),
        replace(SMALL, "\"Roguelike - Part 1: Map Generation\"", "all.c_str()")
    );
    let files = [
        ("main.cpp", main.as_str()),
        ("trace.hpp", HEADER),
        ("dash.def", "#define DASH \" - \"\n"),
        ("first.txt", "Roguelike"),
        ("words.bin", "Generation"),
    ];
    let place = Place::new("watch-read", &files);
    for folder in [&near, &far] {
        fs::create_dir(folder).unwrap();
    }
    fs::write(place.around.join("whole.h"), "#define WHOLE \"Part 1\"\n").unwrap();
    fs::write(far.join("outer.h"), "#define OUTER \": Map \"\n").unwrap();
    let mut command = place.command(&["--watch", "--part", "1", "--seeds", "1"]);
    command.env("CPATH", std::env::join_paths([&near, &far]).unwrap());
    command.env("CXXFLAGS", "-O0 -std=c++17 -DMACRO='\"dash.def\"'");
    let mut watching = Watching::of(command, "ok");
    save(&place.folder.join("first.txt"), "Roguelikes");
    watching.becomes("ok", "step 0");
    for (path, text) in [
        (place.folder.join("words.bin"), "Generations"),
        (place.folder.join("dash.def"), "#define DASH \"-\"\n"),
        (place.around.join("whole.h"), "#define WHOLE \"Part 2\"\n"),
        (far.join("outer.h"), "#define OUTER \": \"\n"),
        (near.join("outer.h"), "#define OUTER \" \"\n"),
    ] {
        save(&path, text);
        watching.becomes("step 0", "step 0");
    }
}

/// A new file counts if its folder was listed, and a file that no word names if it was read.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_a_wildcard_finds_counts() {
    let main = replace(SMALL, "\"Roguelike - Part 1: Map Generation\"", "TITLE");
    let main = replace(&main, "#include \"sdl.h\"\n", "#include \"sdl.h\"\n#include \"title.h\"\n");
    let place = Place::new("watch-wildcard", &[("main.cpp", main.as_str()), ("trace.hpp", HEADER)]);
    let include = place.around.join("include");
    let makefile = format!(
        "all: title.h\n\tc++ -O0 -std=c++17 -I'{}' main.cpp -o game\n%.h: %.def\n\
         \tcat $< $(sort $(wildcard data/*)) > $@\n\techo '\"' >> $@\n",
        include.display()
    );
    fs::write(place.folder.join("Makefile"), makefile).unwrap();
    fs::create_dir(place.folder.join("data")).unwrap();
    fs::write(place.folder.join("title.def"), "#define TITLE \"Roguelike - Part 1: \\\n").unwrap();
    fs::write(place.folder.join("data/one"), "Map Generation\\\n").unwrap();
    let mut watching = Watching::start(&place, "ok");
    save(&place.folder.join("data/two"), " of mazes\\\n");
    watching.becomes("ok", "step 0");
    fs::remove_file(place.folder.join("data/two")).unwrap();
    watching.becomes("step 0", "ok");
    save(&place.folder.join("title.def"), "#define TITLE \"Rogue - Part 1: \\\n");
    watching.becomes("ok", "step 0");
}

/// A log that always grows starts no check, and keeps none from starting.
#[test]
fn a_growing_log_is_not_in_the_way() {
    let place = place("log");
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let log = File::options().create(true).append(true).open(place.folder.join("game.log"));
                writeln!(log.unwrap(), "still here").unwrap();
                save(&place.folder.join("game.out"), "still here");
                thread::sleep(Duration::from_millis(5));
            }
        });
        let mut watching = Watching::start(&place, "ok");
        for (was, now, text) in [("ok", "step 0", wrong()), ("step 0", "ok", SMALL.to_owned())] {
            save(&place.folder.join("main.cpp"), &text);
            watching.becomes(was, now);
        }
        done.store(true, Ordering::Relaxed);
    });
}

/// Another folder may take the place of the watched one, or of one above it.
#[test]
fn folders_that_are_replaced_are_followed() {
    let outer = place("replaced");
    let inner = outer.folder.join("inner");
    fs::create_dir(&inner).unwrap();
    for name in ["main.cpp", "trace.hpp"] {
        fs::rename(outer.folder.join(name), inner.join(name)).unwrap();
    }
    let around = |name: &str| outer.around.join(name);
    let make = |name: &str| {
        fs::create_dir(around(name)).unwrap();
        fs::write(around(name).join("trace.hpp"), HEADER).unwrap();
        fs::write(around(name).join("main.cpp"), wrong()).unwrap();
    };
    make("new");
    let place = Place { folder: inner.clone(), around: outer.around.clone() };
    let mut watching = Watching::start(&place, "ok");
    fs::rename(&inner, around("old")).unwrap();
    fs::rename(around("new"), &inner).unwrap();
    watching.until("step 0");
    save(&inner.join("main.cpp"), SMALL);
    watching.until("ok");
    fs::create_dir(around("above")).unwrap();
    make("above/inner");
    fs::rename(&outer.folder, around("old-above")).unwrap();
    fs::rename(around("above"), &outer.folder).unwrap();
    watching.until("step 0");
    // A folder that is gone has no answer until it comes back.
    fs::rename(&outer.folder, around("gone")).unwrap();
    watching.until("no answer");
    fs::rename(around("gone"), &outer.folder).unwrap();
    watching.until("step 0");
}

/// A folder with a relative path may go and come back.
#[test]
fn a_relative_folder_comes_back() {
    let place = place("relative");
    let around = place.folder.parent().unwrap();
    let own = place.command(&[]);
    let mut command = Command::new(own.get_program());
    command.envs(own.get_envs().filter_map(|(name, value)| Some((name, value?)))).envs([FAST]);
    let words = ["check", "--watch", "--part", "1", "--seeds", "1"];
    command.args(words).arg(place.folder.file_name().unwrap()).current_dir(around);
    let mut watching = Watching::of(command, "ok");
    fs::rename(&place.folder, around.join("away")).unwrap();
    watching.until("no answer");
    fs::rename(around.join("away"), &place.folder).unwrap();
    watching.until("ok");
    save(&place.folder.join("main.cpp"), &wrong());
    watching.until("step 0");
}

/// The folder may be a link, and lead to another one.
#[test]
fn a_link_that_leads_elsewhere_is_followed() {
    let place = place("link");
    let [current, other] = ["current", "other"].map(|name| place.around.join(name));
    fs::create_dir(&other).unwrap();
    fs::write(other.join("trace.hpp"), HEADER).unwrap();
    fs::write(other.join("main.cpp"), wrong()).unwrap();
    symlink(&place.folder, &current).unwrap();
    let linked = Place { folder: current.clone(), around: place.around.clone() };
    let mut watching = Watching::start(&linked, "ok");
    let unfinished = place.around.join("unfinished");
    symlink(&other, &unfinished).unwrap();
    fs::rename(&unfinished, &current).unwrap();
    watching.until("step 0");
}

/// A change waits for another check that has the copy.
#[test]
fn another_check_is_waited_for() {
    let place = place("busy");
    let mut watching = Watching::start(&place, "ok");
    // A build can write into caches.
    let ready = place.around.join("cache/ready");
    let waiting = format!("touch '{0}'; while [ -e '{0}' ]; do sleep 0.01; done; exit 1", ready.display());
    let mut other = place.command(&["--part", "1", "--build", &waiting]);
    let mut other = other.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !ready.exists() {
        thread::sleep(Duration::from_millis(5));
    }
    save(&place.folder.join("main.cpp"), &wrong());
    let complaint = watching.complaints.next().unwrap().unwrap();
    assert!(complaint.contains("another check of the folder is running"), "{complaint}");
    fs::remove_file(&ready).unwrap();
    assert_eq!(other.wait().unwrap().code(), Some(4));
    watching.becomes("ok", "step 0");
}

/// CMake compiles a library that it has downloaded once while only sources change that it compiles, whatever their
/// times. Any other source may have been read by a command, and another check begins in an empty folder.
#[test]
fn cmake_uses_only_libraries_again() {
    if !has_cmake() {
        return;
    }
    let right = replace(SMALL, "\"Roguelike - Part 1: Map Generation\"", "TITLE");
    let right = format!("#include \"made.h\"\n{right}");
    let place = Place::new("watch-cmake", &[("main.cpp", right.as_str()), ("trace.hpp", HEADER)]);
    let around = |name: &str| place.around.join(name);
    let [library, compiler, calls] = ["library", "compiler", "cache/calls"].map(around);
    fs::create_dir(&library).unwrap();
    fs::write(library.join("library.cc"), "int library() { return 1; }\n").unwrap();
    fs::write(library.join("CMakeLists.txt"), "add_library(library STATIC library.cc)\n").unwrap();
    let list = format!(
        "{CMAKE}include(FetchContent)\nFetchContent_Declare(library URL {})\nFetchContent_MakeAvailable(library)\n\
         add_custom_command(OUTPUT made.h COMMAND ${{CMAKE_COMMAND}} -E copy ${{CMAKE_SOURCE_DIR}}/title.cc made.h)\n\
         target_sources(mygame PRIVATE ${{CMAKE_BINARY_DIR}}/made.h)\n\
         target_include_directories(mygame PRIVATE ${{CMAKE_BINARY_DIR}})\n\
         target_link_libraries(mygame PRIVATE library)\n",
        library.display()
    );
    fs::write(place.folder.join("CMakeLists.txt"), list).unwrap();
    let title = |words: &str| format!("#define TITLE \"Roguelike - Part 1: {words}\"\n");
    fs::write(place.folder.join("title.cc"), title("Mazes")).unwrap();
    let note = format!("case \"$*\" in *library.cc) echo >> '{}';; esac", calls.display());
    fs::write(&compiler, format!("#!/bin/sh\n{note}\nexec c++ \"$@\"\n")).unwrap();
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o700)).unwrap();
    let count = || fs::read_to_string(&calls).unwrap().lines().count();
    let mut command = watch(&place);
    command.env("CXX", &compiler);
    let mut watching = Watching::of(command, "step 0");
    save(&place.folder.join("title.cc"), &title("Map Generation"));
    watching.becomes("step 0", "ok");
    assert_eq!(count(), 2);
    let main = place.folder.join("main.cpp");
    save(&main, &format!("{right}nonsense\n"));
    watching.becomes("ok", "not built");
    let other = around("other.cpp");
    fs::write(&other, replace(&right, "title(TITLE)", "title(\"Mazes\")")).unwrap();
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    File::options().append(true).open(&other).unwrap().set_modified(old).unwrap();
    fs::rename(&other, &main).unwrap();
    watching.becomes("not built", "step 0");
    assert_eq!(count(), 2);
    let mut check = place.command(&["--part", "1", "--seeds", "1"]);
    let output = check.env("CXX", &compiler).envs([FAST]).output().unwrap();
    assert_eq!((output.status.code(), count()), (Some(1), 3));
    save(&main, &right);
    watching.becomes("step 0", "ok");
    assert_eq!(count(), 4);
}

/// It ends when its reader does, also while nothing changes. A disk that is full is an error of its own.
#[test]
fn it_ends_without_a_reader() {
    let place = place("reader");
    let mut watching = Watching::start(&place, "ok");
    watching.lines = None;
    assert_eq!(watching.child.wait().unwrap().code(), Some(0));
    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut command = place.command(&["--watch", "--part", "1", "--seeds", "1"]);
    let output = command.envs([FAST]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
}

/// Where the system has no room to watch more folders, the watch looks every second.
#[cfg(target_os = "linux")]
#[test]
fn a_watch_without_room_is_not_blind() {
    let place = place("room");
    for number in 0..30 {
        fs::create_dir(place.folder.join(format!("data{number}"))).unwrap();
    }
    let limit = "echo 12 > /proc/sys/user/max_inotify_watches && exec \"$@\"";
    let unshare = |command: &Command| through(&["unshare", "-Ur", "sh", "-c", limit, "sh"], command);
    // A user may not be allowed to set a limit.
    if unshare(&Command::new("true")).status().is_ok_and(|status| status.success()) {
        let mut watching = Watching::of(unshare(&watch(&place)), "ok");
        save(&place.folder.join("main.cpp"), &wrong());
        watching.becomes("ok", "step 0");
        save(&place.folder.join("data29/more.h"), "");
        watching.becomes("step 0", "step 0");
    }
}

/// A folder without permission hides no changes in the folders after it.
#[cfg(target_os = "linux")]
#[test]
fn an_unreadable_folder_hides_no_others() {
    let main = format!("#include \"zz/last.h\"\n{SMALL}");
    let files = [("main.cpp", main.as_str()), ("trace.hpp", HEADER), ("zz/last.h", "")];
    let place = Place::new("watch-unreadable", &files);
    let shut = place.folder.join("data/shut");
    fs::create_dir_all(&shut).unwrap();
    let allow = |mode| fs::set_permissions(&shut, fs::Permissions::from_mode(mode)).unwrap();
    allow(0);
    // Root has to give up its right to read everything.
    let is_root = fs::read_dir(&shut).is_ok();
    let plain = through(&["setpriv", "--inh-caps=-all", "--bounding-set=-all"], &watch(&place));
    let mut watching = Watching::of(if is_root { plain } else { watch(&place) }, "ok");
    save(&place.folder.join("zz/last.h"), "#error changed\n");
    let now = watching.next();
    allow(0o700);
    assert_eq!(now, "was ok, now not built; waiting for the next change");
}

/// Thousands of files cost nothing while none of them changes.
#[cfg(target_os = "linux")]
#[test]
fn at_rest_it_costs_nothing() {
    let place = place("rest");
    for number in 0..3_000 {
        let folder = place.folder.join(format!("data{}", number % 30));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(format!("{number}.h")), "").unwrap();
    }
    let watching = Watching::start(&place, "ok");
    // It looks for changes during the check once more, and then waits. One that looked again and again would
    // never be at rest for so long.
    let (mut before, mut quiet) = (watching.ticks(), 0);
    for _ in 0..100 {
        thread::sleep(Duration::from_millis(500));
        let now = watching.ticks();
        quiet = if now == before { quiet + 1 } else { 0 };
        before = now;
        if quiet == 3 {
            return;
        }
    }
    panic!("never at rest: {before} ticks");
}

/// Each link on the way to a file counts, and who may run a file.
#[test]
fn links_to_links_and_permissions_count() {
    let place = place("on-the-way");
    let include = place.around.join("include");
    let build = format!(
        "game: main.cpp\n\t./check.sh\n\tc++ -O0 -std=c++17 -I'{}' main.cpp -o game\n",
        include.display()
    );
    fs::write(place.folder.join("Makefile"), build).unwrap();
    let script = place.folder.join("check.sh");
    fs::write(&script, "#!/bin/sh\ntrue\n").unwrap();
    let allow = |mode| fs::set_permissions(&script, fs::Permissions::from_mode(mode)).unwrap();
    allow(0o755);
    let [first, second, middle] =
        ["first.h", "second.h", "links/middle.h"].map(|name| place.around.join(name));
    fs::create_dir(place.around.join("links")).unwrap();
    fs::write(&first, "").unwrap();
    fs::write(&second, "#error second\n").unwrap();
    symlink(&first, &middle).unwrap();
    symlink(&middle, place.folder.join("title.h")).unwrap();
    fs::write(place.folder.join("main.cpp"), format!("#include \"title.h\"\n{SMALL}")).unwrap();
    let mut watching = Watching::start(&place, "ok");
    let unfinished = middle.with_extension("unfinished");
    symlink(&second, &unfinished).unwrap();
    fs::rename(&unfinished, &middle).unwrap();
    watching.becomes("ok", "not built");
    symlink(&first, &unfinished).unwrap();
    fs::rename(&unfinished, &middle).unwrap();
    watching.becomes("not built", "ok");
    allow(0o644);
    watching.becomes("ok", "not built");
    allow(0o755);
    watching.becomes("not built", "ok");
}
