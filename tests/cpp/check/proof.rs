//! `roguelike check` plays only a program that was built now, from the sources as they are.

use std::fs;
use std::process::Command;
use std::time::{Duration, SystemTime};

use super::place::{
    CMAKE, FAST, SMALL, assert_checked, assert_told, defined, game, has_cmake, makefile, place, said,
    shuts_in, telling, write,
};
use crate::program::replace;

/// Each of these once made an old program count as right.
#[test]
fn only_a_program_of_this_build_counts() {
    let main = format!("#include \"words.h\"\n{}", telling("WORDS"));
    let header = |words: &str| format!("#pragma once\n#define WORDS {words:?}\n");
    let place = place("old", &main, &[("words.h", &header("old"))]);
    write(&place, "Makefile", &makefile(&place, ""));
    let told = |words| assert_told(&mut place.command(&["--part", "1", "--seeds", "1"]), words);
    told("old");
    // The Makefile does not name the header.
    write(&place, "words.h", &header("new"));
    told("new");
    for flags in ["n", "i", "t", "q"] {
        write(&place, "words.h", &header(flags));
        let mut command = place.command(&["--part", "1", "--seeds", "1"]);
        assert_told(command.env("MAKEFLAGS", flags), flags);
    }
    write(&place, "words.h", "nonsense\n");
    assert_checked(&place, &[], 4, "does not build");
    write(&place, "words.h", &header("right"));
    told("right");
    // Not this one's program, but one from elsewhere.
    assert_checked(&place, &["--build", "true"], 4, "produced no program");
    let program = place.around.join("program");
    fs::write(&program, "").unwrap();
    assert_checked(&place, &["--build", "true", "--exe", "../../../program"], 2, "leads out of the folder");
    assert_checked(
        &place,
        &["--build", "true", "--exe", program.to_str().unwrap()],
        2,
        "leads out of the folder",
    );
    // A file that is gone has no effect any more.
    fs::rename(place.folder.join("Makefile"), place.folder.join("GNUmakefile")).unwrap();
    assert_checked(&place, &[], 0, "ok seed");
    fs::remove_file(place.folder.join("GNUmakefile")).unwrap();
    write(&place, "Makefile", "game:\n\tfalse\n");
    assert_checked(&place, &[], 4, "does not build (make)");
}

/// What `--exe` names is of this build, and one of several programs has to be named.
#[test]
fn the_program_is_the_one_that_was_meant() {
    let place = place("exe", SMALL, &[("game.sh", "#!/bin/sh\n")]);
    assert_checked(&place, &["--exe", "nosuch"], 2, "--exe is only for CMake, make and --build");
    let build = |name: &str| format!("{} -g main.cpp -o {name}", place.compiler());
    let built = Command::new("sh").args(["-c", &build("game.solid")]).current_dir(&place.folder).status();
    assert!(built.unwrap().success());
    for old in ["game.solid", "game.sh"] {
        assert_checked(&place, &["--exe", old, "--build", "true"], 4, "produced no program");
    }
    fs::remove_file(place.folder.join("game.solid")).unwrap();
    let copied = format!("{}; cp one two", build("one"));
    assert_checked(&place, &["--build", &copied], 0, "ok seed");
    let several = format!("{}; {} -DOTHER -O1", build("one"), build("two"));
    assert_checked(
        &place,
        &["--build", &several],
        4,
        "several programs that contain trace.hpp; name one with --exe:\n  one\n  two",
    );
    assert_checked(&place, &["--build", &several, "--exe", "two"], 0, "ok seed");
}

/// A program of another part, or with libraries that the user has built before, is not what was asked for.
#[test]
fn the_program_is_of_this_part_and_this_build() {
    let main = replace(SMALL, "\"Roguelike - Part 1: Map Generation\"", "title()");
    let main = format!("const char* title();\n{main}");
    let title = |title: &str| format!("const char* title() {{ return \"Roguelike - Part 1: {title}\"; }}\n");
    let place = place("this", &main, &[("title.cpp", &title("Map Generation"))]);
    let makefile = format!(
        "game: main.cpp libtitle.so\n\t{} main.cpp -L. -ltitle -o game\n\
         libtitle.so: title.cpp\n\tc++ -shared -fPIC title.cpp -o $@\n",
        place.compiler()
    );
    write(&place, "Makefile", &makefile);
    let check = |part: &str| {
        let mut command = place.command(&["--part", part, "--seeds", "1"]);
        said(&command.env("LD_LIBRARY_PATH", &place.folder).output().unwrap())
    };
    let mut make = Command::new("make");
    assert!(make.arg("libtitle.so").current_dir(&place.folder).output().unwrap().status.success());
    assert_eq!(check("1").0, Some(0));
    let (code, other) = check("5");
    assert!(code == Some(2) && other.contains("the sources record Part 1 (trace::begin)"), "{other}");
    write(&place, "title.cpp", &title("Mazes"));
    assert_eq!(check("1").0, Some(1));
}

/// Caches and temporary folders in the folder are the user's, too: a build has those of the copy.
#[test]
fn a_cache_in_the_folder_is_not_written() {
    let places = ["vcpkg", ".ccache", "tmp"];
    let files = places.map(|name| (format!("{name}/state"), "own"));
    let sources: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, *text)).collect();
    let place = place("caches", SMALL, &sources);
    let own = |name: &str| place.folder.join(name);
    let writes: String = places
        .iter()
        .map(|name| format!("echo theirs > '{}' || true; ", own(name).join("state").display()))
        .collect();
    let build = format!(
        "{writes} echo build > \"$VCPKG_ROOT/state\"; echo build > \"$CCACHE_DIR/state\"; {} main.cpp -o game",
        place.compiler()
    );
    let mut command = place.command(&["--part", "1", "--seeds", "1", "--build", &build]);
    for (variable, name) in ["VCPKG_ROOT", "CCACHE_DIR", "TMPDIR"].into_iter().zip(places) {
        command.env(variable, own(name));
    }
    let (code, answer) = said(&command.output().unwrap());
    assert_eq!(code, Some(0), "{answer}");
    for name in places {
        let state = fs::read_to_string(own(name).join("state")).unwrap();
        assert!(state == "own" || !shuts_in(false) && state == "theirs\n", "{name}: {state}");
    }
}

/// A variable of any name leads into the copy, and git's variables in a hook to no index of the user's.
#[test]
fn variables_lead_into_the_copy() {
    let main =
        format!("#include <made.h>\n{}", replace(SMALL, "\"Roguelike - Part 1: Map Generation\"", "TITLE"));
    let title = |title: &str| format!("#define TITLE \"Roguelike - Part 1: {title}\"\n");
    // The user's own build has an older title.
    let sources = [("title.txt", &*title("Mazes")), ("include/made.h", &title("Map Generation"))];
    let place = place("variables", &main, &sources);
    let makefile = format!(
        "game: main.cpp include/made.h\n\ttest -z \"$$GIT_DIR$$GIT_INDEX_FILE$$OLDPWD\"\n\
         \t{} -I$(GAME_ROOT)/include main.cpp -o game\n\
         include/made.h: title.txt\n\tcp title.txt $@\n",
        place.compiler()
    );
    write(&place, "Makefile", &makefile);
    let later = SystemTime::now() + Duration::from_secs(5);
    fs::File::open(place.folder.join("title.txt")).unwrap().set_modified(later).unwrap();
    let mut command = place.command(&["--part", "1", "--seeds", "1"]);
    let variables =
        [("GAME_ROOT", &*place.folder), ("GIT_DIR", &place.around), ("GIT_INDEX_FILE", &place.around)];
    command.envs(variables).env("OLDPWD", &place.folder);
    let (code, answer) = said(&command.output().unwrap());
    assert!(code == Some(1) && answer.contains("Mazes"), "{answer}");
}

/// A program behind a link is not of this build, and files beside it are not the program's.
#[test]
fn a_program_behind_a_link_does_not_count() {
    let main = game("if (FILE* font = fopen(\"own.ttf\", \"r\")) fclose(font);", "");
    let place = place("behind", &main, &[]);
    // A build may write in a cache.
    let elsewhere = place.around.join("cache/elsewhere");
    fs::create_dir_all(&elsewhere).unwrap();
    for name in ["own.ttf", "savegame.txt"] {
        fs::write(elsewhere.join(name), "precious").unwrap();
    }
    let build = |link: &str| format!("{link}; {} main.cpp -o out/game", place.compiler());
    assert_checked(&place, &["--exe", "out/game", "--build", &build("mkdir out")], 0, "ok seed");
    let linked = build(&format!("ln -s '{}' out", elsewhere.display()));
    assert_checked(&place, &["--exe", "out/game", "--build", &linked], 4, "produced no program");
    assert_eq!(fs::read_to_string(elsewhere.join("savegame.txt")).unwrap(), "precious");
}

/// Make goes by times, which are those of the user's files: a library that is older than its source is made again.
#[test]
fn make_knows_what_is_old() {
    let main = replace(SMALL, "\"Roguelike - Part 1: Map Generation\"", "title()");
    let main = replace(&main, "#include \"sdl.h\"\n", "#include \"sdl.h\"\nconst char* title();\n");
    let source = |title: &str| format!("const char* title() {{ return \"Roguelike - Part 1: {title}\"; }}\n");
    let place = place("times", &main, &[("a.cpp", &source("Map Generation"))]);
    let makefile = format!(
        "game: main.cpp libz.a\n\t{} main.cpp libz.a -o game\n\
         libz.a: a.cpp\n\tc++ -O0 -c a.cpp -o a.o && rm -f libz.a && ar rc libz.a a.o\n",
        place.compiler()
    );
    write(&place, "Makefile", &makefile);
    assert!(Command::new("make").arg("libz.a").current_dir(&place.folder).output().unwrap().status.success());
    let library = fs::metadata(place.folder.join("libz.a")).unwrap().modified().unwrap();
    write(&place, "a.cpp", &source("Mazes"));
    let changed = fs::File::options().append(true).open(place.folder.join("a.cpp")).unwrap();
    changed.set_modified(library + Duration::from_secs(1)).unwrap();
    assert_checked(&place, &[], 1, "differs");
    // A library without a rule is taken as it is.
    write(&place, "Makefile", makefile.split("libz.a: a.cpp").next().unwrap());
    assert_checked(&place, &[], 0, "ok seed");
}

/// Make makes everything anew, whatever it finds beside the copy and whatever the times say.
#[test]
fn make_makes_everything_anew() {
    let main = format!("#include \"words.h\"\n{}", telling("WORDS"));
    let place = place("make-anew", &main, &[]);
    let told = |words: &str| {
        write(&place, "words.h", &format!("#define WORDS {words:?}\n"));
        assert_told(&mut place.command(&["--part", "1", "--seeds", "1"]), words);
    };
    for folder in ["build", "objects", "home"] {
        let makefile = format!(
            "game: ../{folder}/main.o\n\tc++ ../{folder}/main.o -o game\n\
             ../{folder}/main.o: main.cpp\n\tmkdir -p ../{folder}\n\t{} -c main.cpp -o $@\n",
            place.compiler()
        );
        write(&place, "Makefile", &makefile);
        told("old");
        told("new");
    }
    // A library that is newer than its source, and not than the header in it.
    write(&place, "words.h", "#define WORDS \"old\"\n");
    let makefile = format!(
        "game: libm.a\n\tc++ libm.a -o game\nlibm.a: main.cpp\n\
         \t{} -c main.cpp -o m.o && ar rc libm.a m.o\n",
        place.compiler()
    );
    write(&place, "Makefile", &makefile);
    assert!(Command::new("make").arg("libm.a").current_dir(&place.folder).output().unwrap().status.success());
    told("newest");
}

/// CMake goes by the times of the user's own files, also in a new copy.
#[test]
fn cmake_makes_what_is_old_in_the_folder() {
    if !has_cmake() {
        return;
    }
    let main = replace(&defined(), "#if __has", "#include \"z.h\"\n#if __has");
    let list = format!(
        "{CMAKE}add_custom_command(OUTPUT ${{CMAKE_SOURCE_DIR}}/z.h DEPENDS data.txt COMMAND \
         ${{CMAKE_COMMAND}} -E copy data.txt z.h WORKING_DIRECTORY ${{CMAKE_SOURCE_DIR}})\n\
         target_sources(mygame PRIVATE z.h)\n"
    );
    let place = place(
        "cmake-times",
        &main,
        &[("CMakeLists.txt", &list), ("z.h", ""), ("data.txt", "#define WRONG\n")],
    );
    let old = fs::File::options().append(true).open(place.folder.join("z.h")).unwrap();
    old.set_modified(SystemTime::now() - Duration::from_secs(1000)).unwrap();
    assert_checked(&place, &[], 1, "differs");
}

/// Nothing of an earlier check is used again, so a file counts that no compiler lists: an assembler reads it.
#[test]
fn nothing_of_an_earlier_check_is_used() {
    for list in [None, has_cmake().then_some(CMAKE)] {
        let around = place("unlisted", SMALL, &[]).around;
        let data = around.join("data");
        let assembler = format!(
            "asm(\".data\\nwords: .include \\\"{}\\\"\\n.byte 0\\n.text\\n\");\n\
             extern const char words[] asm(\"words\");\n",
            data.display()
        );
        let place = place("unlisted", &format!("{assembler}{}", telling("words")), &[]);
        list.iter().for_each(|list| write(&place, "CMakeLists.txt", list));
        for words in ["old", "new"] {
            println!("{words}, {list:?}");
            fs::write(&data, format!(".ascii \"{words}\"\n")).unwrap();
            assert_told(place.command(&["--part", "1", "--seeds", "1"]).envs([FAST]), words);
        }
    }
}
