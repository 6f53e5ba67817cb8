//! `roguelike check` plays only a program that was built now, from the sources as they are.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

use super::place::{
    CMAKE, FAST, SMALL, assert_checked, assert_told, defined, game, has_cmake, makefile, place, said,
    telling, telling_macros, write,
};
use crate::program::{files, replace};

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
    assert_checked(
        &place,
        &["--exe", "nosuch"],
        2,
        "--exe names a program that CMake, make or --build makes",
    );
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

/// An object is made of every file that the compiler reads, whatever its name and wherever it is.
#[test]
fn everything_that_an_object_is_made_of_counts() {
    let part = |number: &str| format!("\"Roguelike - Part {number}: Map Generation\"\n");
    let main = replace(
        SMALL,
        "\"Roguelike - Part 1: Map Generation\"",
        "\n#include \"title.def\"\n#include \"outer.h\"\n",
    );
    let place = place("made-of", &main, &[("title.def", &part("1"))]);
    let outer = place.around.join("outer");
    fs::create_dir(&outer).unwrap();
    fs::write(outer.join("outer.h"), "").unwrap();
    let flags = format!("-O0 -std=c++17 '-I{}'", outer.display());
    let check = |code| {
        let mut command = place.command(&["--part", "1", "--seeds", "1"]);
        let (found, said) = said(&command.env("CXXFLAGS", &flags).output().unwrap());
        assert_eq!(found, Some(code), "{said}");
    };
    check(0);
    write(&place, "title.def", &part("2"));
    check(1);
    write(&place, "title.def", &part("1"));
    check(0);
    // The same size and time, outside of the folder.
    let header = outer.join("outer.h");
    let time = fs::metadata(&header).unwrap().modified().unwrap();
    fs::write(&header, "\" \"").unwrap();
    fs::File::options().append(true).open(&header).unwrap().set_modified(time).unwrap();
    check(1);
    fs::rename(&header, outer.join("gone.h")).unwrap();
    check(4);
}

/// Compilers do not list what an assembler reads, and which header would have come before the one that they
/// found.
#[test]
fn what_no_list_names_counts() {
    for list in [None, has_cmake().then_some(CMAKE)] {
        let assembler = |path: &Path| {
            let data = "extern const char words[] asm(\"words\");\n";
            format!(
                "asm(\".data\\nwords: .incbin \\\"{}\\\"\\n.byte 0\\n.text\\n\");\n{data}",
                path.display()
            )
        };
        let around = place("unlisted", SMALL, &[]).around;
        let [data, near, far] = ["data", "near", "far"].map(|name| around.join(name));
        let main = telling("(std::string(FIRST) + words).c_str()");
        let main = format!("#include <string>\n#include <outer.h>\n{}{main}", assembler(&data));
        let place = place("unlisted", &main, &[]);
        list.iter().for_each(|list| write(&place, "CMakeLists.txt", list));
        for folder in [&near, &far] {
            fs::create_dir(folder).unwrap();
        }
        fs::write(far.join("outer.h"), "#define FIRST \"far \"\n").unwrap();
        let flags = format!("-O0 -std=c++17 -I{} -I{}", near.display(), far.display());
        let check = |words: &str, told: &str| {
            println!("{told}, {list:?}");
            fs::write(&data, words).unwrap();
            assert_told(place.command(&["--part", "1", "--seeds", "1"]).env("CXXFLAGS", &flags), told);
        };
        check("data", "far data");
        check("text", "far text");
        fs::write(near.join("outer.h"), "#define FIRST \"near \"\n").unwrap();
        check("text", "near text");
        // Without the assembler, an object may be used again.
        write(&place, "main.cpp", &main.replace(&assembler(&data), "const char* words = \"own\";\n"));
        check("", "near own");
        fs::remove_file(near.join("outer.h")).unwrap();
        check("", "far own");
        fs::write(near.join("outer.h"), "#define FIRST \"near \"\n").unwrap();
        check("", "near own");
    }
}

/// Whatever may change a program besides its sources: files of the folder that no list names, those that
/// variables name, the variables themselves, packages, and what CMake remembers.
#[test]
fn nothing_is_used_again_without_proof() {
    const SDL_OPTIONS: &str = "target_compile_options(mygame PRIVATE ${SDL_CFLAGS_OTHER})\n";
    let option = |way| {
        format!(
            "option(BAD \"\" {way})\nif(BAD)\ntarget_compile_definitions(mygame PRIVATE DEFAULT=d)\nendif()\n"
        )
    };
    let macros = ["COMPILER", "OPTIONS", "PACKAGE", "VARIABLE", "HEADER", "DEFAULT"];
    let more = "#if __has_include(\"more.h\")\n#include \"more.h\"\n#endif\n";
    let main = format!("{more}{}", telling_macros(&macros));
    for list in [None, has_cmake().then(|| format!("{CMAKE}{SDL_OPTIONS}include(how.cmake)\n"))] {
        let place = place("proof", &main, &[("options", ""), ("how.cmake", &option("OFF"))]);
        list.iter().for_each(|list| write(&place, "CMakeLists.txt", list));
        let [compiler, package] = ["compiler", "packages/sdl3.pc"].map(|name| place.around.join(name));
        let script =
            |words: &str| fs::write(&compiler, format!("#!/bin/sh\nexec c++ {words} $MORE \"$@\"\n"));
        script("").unwrap();
        fs::set_permissions(&compiler, fs::Permissions::from_mode(0o700)).unwrap();
        let flags = format!("-O0 -std=c++17 @{}", place.folder.join("options").display());
        let check = |more: &str, words: &str| {
            println!("{words}, {list:?}");
            let mut command = place.command(&["--part", "1", "--seeds", "1"]);
            assert_told(command.env("CXX", &compiler).env("CXXFLAGS", &flags).env("MORE", more), words);
        };
        check("", "");
        script("-DCOMPILER=c").unwrap();
        check("", "c");
        write(&place, "options", "-DOPTIONS=o");
        check("", "co");
        let packages = fs::read_to_string(&package).unwrap();
        fs::write(&package, packages.replace("-I", "-DPACKAGE=p -I")).unwrap();
        check("", "cop");
        check("-DVARIABLE=v", "copv");
        write(&place, "more.h", "#define HEADER h\n");
        check("-DVARIABLE=v", "copvh");
        fs::remove_file(place.folder.join("more.h")).unwrap();
        check("-DVARIABLE=v", "copv");
        if list.is_some() {
            write(&place, "how.cmake", &option("ON"));
            check("-DVARIABLE=v", "copvd");
        }
    }
}

/// What CMake has found outside is found again, also where no compiler lists what it reads.
#[test]
fn cmake_remembers_nothing_from_outside() {
    const FOUND: &str = "pkg_check_modules(RULES REQUIRED rules)\nset(WORDS \"$ENV{GAME_WORDS}\" CACHE STRING \"\")\n\
        target_compile_options(mygame PRIVATE ${RULES_CFLAGS_OTHER} ${WORDS})\n";
    let is_installed = |name: &str| Command::new(name).arg("--version").output().is_ok();
    let ways = [
        ("Unix Makefiles", "set(CMAKE_CXX_DEPENDS_USE_COMPILER OFF)\n", has_cmake()),
        ("Ninja", "", has_cmake() && is_installed("ninja")),
    ];
    for (generator, option, _) in ways.into_iter().filter(|way| way.2) {
        println!("{generator}");
        let main = format!("#include <outer.h>\n{}", telling_macros(&["HEADER", "PACKAGE", "VARIABLE"]));
        let list = format!("{}{FOUND}", replace(CMAKE, "file(", &format!("{option}file(")));
        let place = place("remembers", &main, &[("CMakeLists.txt", &list)]);
        let [header, package] = ["include/outer.h", "packages/rules.pc"].map(|name| place.around.join(name));
        fs::write(&header, "").unwrap();
        let rules = "Name: rules\nDescription: of a game\nVersion: 1\n";
        fs::write(&package, rules).unwrap();
        let check = |variable: &str, words: &str| {
            let mut command = place.command(&["--part", "1", "--seeds", "1"]);
            command.env("GAME_WORDS", variable).env("CMAKE_GENERATOR", generator).envs([FAST]);
            assert_told(&mut command, words);
        };
        check("", "");
        fs::write(&header, "#define HEADER h\n").unwrap();
        let old = fs::File::options().append(true).open(&header).unwrap();
        old.set_modified(SystemTime::now() - Duration::from_secs(1000)).unwrap();
        check("", "h");
        fs::write(&package, format!("{rules}Cflags: -DPACKAGE=p\n")).unwrap();
        check("", "hp");
        check("-DVARIABLE=v", "hpv");
    }
}

/// A header outside that changes while its source is compiled was not read by the compiler.
#[test]
fn a_header_that_changes_meanwhile_is_read_again() {
    for list in [None, has_cmake().then_some(CMAKE)] {
        let place = place("meanwhile", &format!("#include <outer.h>\n{}", telling_macros(&["HEADER"])), &[]);
        list.iter().for_each(|list| write(&place, "CMakeLists.txt", list));
        let [compiler, later, header] =
            ["compiler", "include/later.h", "include/outer.h"].map(|name| place.around.join(name));
        fs::write(&header, "").unwrap();
        fs::write(&later, "#define HEADER h\n").unwrap();
        let change = format!("mv '{}' '{}' 2>/dev/null", later.display(), header.display());
        let script =
            format!("#!/bin/sh\nc++ \"$@\" || exit 1\ncase \"$*\" in *main.cpp*) {change};; esac\nexit 0\n");
        fs::write(&compiler, script).unwrap();
        fs::set_permissions(&compiler, fs::Permissions::from_mode(0o700)).unwrap();
        for words in ["", "h"] {
            println!("{words}, {list:?}");
            let mut command = place.command(&["--part", "1", "--seeds", "1"]);
            // A build may write in a cache.
            command.env("CCACHE_DIR", place.around.join("include"));
            assert_told(command.env("CXX", &compiler).envs([FAST]), words);
        }
    }
}

/// A command of CMake may read any file, so whatever it makes is made again.
#[test]
fn commands_of_cmake_run_again() {
    if !has_cmake() {
        return;
    }
    let main = format!("#include <made.h>\n{}", telling_macros(&["HEADER"]));
    let place = place("commands", &main, &[]);
    let outside = place.around.join("outside.h");
    let list = format!(
        "{CMAKE}add_custom_command(OUTPUT made.h COMMAND ${{CMAKE_COMMAND}} -E copy '{}' made.h)\n\
         target_sources(mygame PRIVATE ${{CMAKE_BINARY_DIR}}/made.h)\n\
         target_include_directories(mygame PRIVATE ${{CMAKE_BINARY_DIR}})\n",
        outside.display()
    );
    write(&place, "CMakeLists.txt", &list.replace('\'', "\""));
    for (text, words) in [("", ""), ("#define HEADER h\n", "h")] {
        fs::write(&outside, text).unwrap();
        assert_told(place.command(&["--part", "1", "--seeds", "1"]).envs([FAST]), words);
    }
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
    let main = format!("#include \"words.h\"\n{}", telling_macros(&["WORDS"]));
    let place = place("make-anew", &main, &[]);
    let told = |words: &str| {
        write(&place, "words.h", &format!("#define WORDS {words}\n"));
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
    write(&place, "words.h", "#define WORDS old\n");
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

/// CMake goes by times, too, and these are right however a text got its place.
#[test]
fn cmake_takes_no_old_object_for_new() {
    if !has_cmake() {
        return;
    }
    let main = format!("#include \"words.h\"\n#include <over.h>\n{}", telling_macros(&["WORDS"]));
    let list = format!("{CMAKE}target_include_directories(mygame PRIVATE near far)\n");
    let words = |words: &str| format!("#undef WORDS\n#define WORDS {words}\n");
    let (one, two) = (words("one"), words("two"));
    let sources = [
        ("CMakeLists.txt", &*list),
        ("one.h", &*one),
        ("two.h", &*two),
        ("near/empty.h", ""),
        ("far/over.h", ""),
    ];
    let place = place("stale", &main, &sources);
    symlink("one.h", place.folder.join("words.h")).unwrap();
    let told = |words| assert_told(place.command(&["--part", "1", "--seeds", "1"]).envs([FAST]), words);
    told("one");
    // A link leads to a file that was there before.
    let link = place.folder.join("words.h");
    fs::remove_file(&link).unwrap();
    symlink("two.h", &link).unwrap();
    told("two");
    // A header takes the place of another one.
    write(&place, "near/over.h", &words("over"));
    told("over");
    fs::remove_file(place.folder.join("near/over.h")).unwrap();
    told("two");
    // A header outside of the folder gets another text and an older time.
    let outside = place.around.join("include/sdl.h");
    let text = fs::read_to_string(&outside).unwrap();
    let time = fs::metadata(&outside).unwrap().modified().unwrap() - Duration::from_secs(1000);
    for (more, now) in [(words("outside"), "outside"), (String::new(), "two")] {
        fs::write(&outside, format!("{text}{more}")).unwrap();
        fs::File::options().append(true).open(&outside).unwrap().set_modified(time).unwrap();
        told(now);
    }
    // The clock was an hour ahead.
    for (path, _) in files(&place.around.join("cache")) {
        let file = fs::File::options().append(true).open(path).unwrap();
        let time = file.metadata().unwrap().modified().unwrap();
        file.set_modified(time + Duration::from_secs(3600)).unwrap();
    }
    write(&place, "two.h", &words("late"));
    told("late");
}
