//! `roguelike check` builds a folder as its user does: with CMake, make, a command of the user's own, or the compiler.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use super::place::{
    CMAKE, FAST, HEADER, Place, SMALL, assert_checked, checked, defined, has_cmake, makefile, place, said,
    shuts_in, through, write,
};
use crate::program::replace;

/// Runs a Makefile, and starts the program where its font is.
#[test]
fn a_makefile_is_run() {
    let font =
        "    if (std::FILE* font = std::fopen(\"fonts/own.ttf\", \"r\")) std::fclose(font); else return 1;\n";
    let main = replace(SMALL, "    SDL_Event event;\n", &format!("{font}    SDL_Event event;\n"));
    let makefile = "bin/game: src/main.cpp\n\tmkdir -p bin/fonts && cp fonts/own.ttf bin/fonts && rm -r fonts\n\t\
                    $(CXX) -std=c++17 -I$(SDL) $(CXXFLAGS) -o bin/game src/main.cpp\n";
    let sources = [
        ("src/main.cpp", main.as_str()),
        ("src/trace.hpp", HEADER),
        ("Makefile", makefile),
        ("fonts/own.ttf", ""),
    ];
    let place = Place::new("check-make", &sources);
    let include = place.around.join("include");
    let mut command = place.command(&["--seeds", "1"]);
    let output = command.env("SDL", include).envs([FAST]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

/// Builds with CMake, or says that it is not installed. The gate has it.
#[test]
fn a_cmake_folder_is_built() {
    let list = "cmake_minimum_required(VERSION 3.16)\nproject(mygame CXX)\nset(CMAKE_CXX_STANDARD 17)\n\
        find_package(PkgConfig REQUIRED)\npkg_check_modules(SDL REQUIRED sdl3)\n\
        option(HARD \"harder\" OFF)\noption(SOUND \"sound\" ON)\nset(DATA data CACHE PATH \"where\")\n\
        set(HERE ${CMAKE_SOURCE_DIR}/here CACHE PATH \"here\")\nset(SAVES ${CMAKE_BINARY_DIR}/s CACHE PATH \"saves\")\n\
        add_executable(mygame main.cpp)\ntarget_include_directories(mygame PRIVATE ${SDL_INCLUDE_DIRS})\n";
    let sources = [("main.cpp", SMALL), ("trace.hpp", HEADER), ("CMakeLists.txt", list)];
    let place = Place::new("check-cmake", &sources);
    // Options of the user's own build, and a build of another program.
    let options = "// A comment=1\nCMAKE_BUILD_TYPE:STRING=\nCMAKE_CXX_FLAGS:STRING= \nSDL_DIR:PATH=/sdl\nSOUND:BOOL=1\n\
        CMAKE_CONFIGURATION_TYPES:STRING=Debug\nOLD:BOOL=OFF\nHARD:BOOL=ON\nEASY:UNINITIALIZED=OFF\n\
        CMAKE_LINKER:FILEPATH=/opt/ld\nCMAKE_TOOLCHAIN_FILE:FILEPATH=/opt/arm.cmake\nDATA:PATH=/data\n\
        //No help, variable specified on the command line.\nMUSIC:FILEPATH=/music\n";
    let folders = [("build", &place.folder), ("../beside", &place.folder), ("lib/build", &place.around)];
    for (folder, home) in folders {
        fs::create_dir_all(place.folder.join(folder)).unwrap();
        // Paths of the folder and of the build are elsewhere in the copy.
        let (here, build) = (home.display(), home.join("build").display().to_string());
        let cache = format!(
            "CMAKE_HOME_DIRECTORY:INTERNAL={here}\nCMAKE_CACHEFILE_DIR:INTERNAL={build}\n\
             HERE:PATH={here}/here\nSAVES:PATH={build}/s\n{options}"
        );
        write(&place, &format!("{folder}/CMakeCache.txt"), &cache);
    }
    let (code, answer, complaints) = place.check(&["--seeds", "1"]);
    if has_cmake() {
        let told = ["build", "../beside"].map(|folder| {
            format!(
                "roguelike: not used: CMAKE_TOOLCHAIN_FILE=/opt/arm.cmake, DATA=/data, EASY=OFF, HARD=ON, MUSIC=/music \
                 of {folder}/CMakeCache.txt; give --build CMD to build with them\n"
            )
        });
        assert_eq!((code, complaints), (Some(0), told.concat()), "{answer}");
    } else {
        assert_eq!(code, Some(4), "{answer}");
        assert!(
            complaints.contains("cmake is not installed; install it, or give --build CMD"),
            "{complaints}"
        );
    }
}

/// The user's own command, and a program with a name of its own.
#[test]
fn an_own_command_builds() {
    let place = Place::new("check-command", &[("main.cpp", SMALL), ("trace.hpp", HEADER)]);
    let command = format!("mkdir out && {} main.cpp -o out/decoy && cp out/decoy out/mine", place.compiler());
    let build = ["--build", &command, "--exe", "out/mine", "--seeds", "1"];
    let (code, answer, complaints) = place.check(&build);
    assert_eq!((code, complaints.as_str()), (Some(0), ""), "{answer}");
    let (code, _, complaints) = place.check(&["--build", "echo no rule >&2; exit 3"]);
    assert_eq!(
        (code, complaints.as_str()),
        (Some(4), "roguelike: the program does not build (echo no rule >&2; exit 3):\n  no rule\n")
    );
    let elsewhere = "mkdir ../bin && cp main.cpp ../bin";
    let (code, _, complaints) = place.check(&["--build", elsewhere, "--exe", "../bin/mygame"]);
    assert!(code == Some(2) && complaints.contains("&& cp ../bin/mygame .\""), "{complaints}");
    let (code, _, complaints) = place.check(&["--build", elsewhere]);
    assert!(code == Some(4) && complaints.contains("&& cp ../bin/mygame .\""), "{complaints}");
    let (code, _, complaints) = place.check(&["--build", "true", "--exe", "out/none"]);
    assert!(code == Some(4) && complaints.contains("the build produced no program"), "{complaints}");
}

/// What make would take from variables is named, unless the command has it.
#[test]
fn variables_of_make_are_named() {
    let place = place("makeflags", SMALL, &[("Makefile", "all:\n\tfalse\n")]);
    let check = |more: &[&str]| {
        let mut command = place.command(&[&["--part", "1"], more].concat());
        command.env("MAKEFLAGS", "k -j4 --jobserver-auth=3,4 -- HARD=1").env("MAKEFILES", "own.mk");
        let (_, text) = said(&command.output().unwrap());
        text.lines().filter(|line| line.contains("not used")).map(str::to_owned).collect::<Vec<String>>()
    };
    let words = |words: &str| format!("roguelike: not used: {words}; give --build CMD to build with it");
    let both = [words("HARD=1 of MAKEFLAGS"), words("own.mk of MAKEFILES")];
    assert_eq!(check(&[]), both);
    assert_eq!(check(&["--build", "make HARD=1"]), both[1..]);
}

/// The folder of CMake may move, its list may be wrong for a while, and its variables count.
#[test]
fn cmake_is_not_in_its_own_way() {
    if !has_cmake() {
        return;
    }
    let place = place("cmake", SMALL, &[("CMakeLists.txt", CMAKE)]);
    // A name over which CMake would stumble.
    let odd = place.around.join("a;b\"c:d");
    fs::rename(&place.folder, &odd).unwrap();
    let odd = Place { folder: odd, around: place.around.clone() };
    assert_checked(&odd, &[], 0, "ok seed");
    fs::rename(&odd.folder, &place.folder).unwrap();
    symlink(".", place.folder.join("inc")).unwrap();
    let [keep, moved] = ["kept", "moved"].map(|name| place.around.join(name));
    let check = |keep: &Path, code| assert_checked(&place, &["--keep", keep.to_str().unwrap()], code, "");
    check(&keep, 0);
    fs::rename(&keep, &moved).unwrap();
    check(&moved, 0);
    write(&place, "CMakeLists.txt", &format!("{CMAKE}nonsense(\n"));
    check(&moved, 4);
    write(&place, "CMakeLists.txt", CMAKE);
    let mut command = place.command(&["--part", "1", "--seeds", "1", "--keep", moved.to_str().unwrap()]);
    let output = command.env("CXXFLAGS", "-Dmain=other_name").output().unwrap();
    assert_eq!(output.status.code(), Some(4), "CXXFLAGS count: {output:?}");
}

/// Make makes nothing again that is outside of the copy, and runs no rule twice that cannot run twice.
#[test]
fn make_does_what_the_users_make_does() {
    let place = place("rules", SMALL, &[("obj/notes.txt", "mine")]);
    let outside = place.around.join("keys.cfg");
    fs::write(&outside, "precious").unwrap();
    let compile = format!("\t{} main.cpp -o game\n", place.compiler());
    let keys = outside.display();
    if shuts_in(false) {
        write(&place, "Makefile", &format!("game: main.cpp {keys}\n{compile}{keys}:\n\techo default > $@\n"));
        assert_checked(&place, &[], 0, "ok seed");
        assert_eq!(fs::read_to_string(&outside).unwrap(), "precious");
    }
    write(&place, "Makefile", &format!("game: main.cpp | obj\n{compile}obj:\n\tmkdir obj\n"));
    assert_checked(&place, &[], 0, "ok seed");
    // This file is only made for the user to change it.
    write(&place, "main.cpp", &format!("#include \"made.h\"\n{SMALL}"));
    write(
        &place,
        "Makefile",
        &format!("game: main.cpp made.h\n{compile}made.h:\n\techo '#error default' > made.h\n"),
    );
    write(&place, "made.h", "");
    assert_checked(&place, &[], 0, "ok seed");
    // These rules run one after the other.
    write(&place, "main.cpp", &format!("#include \"made.h\"\n{SMALL}"));
    write(&place, "made.h", "#error old\n");
    let serial = format!("all: made game\nmade:\n\tsleep 1; echo > made.h\ngame: main.cpp\n{compile}");
    write(&place, "Makefile", &serial);
    assert_checked(&place, &[], 0, "ok seed");
}

/// Hidden files and odd environments count, and what is not used is named.
#[test]
fn everything_that_changes_the_build_is_in_the_copy() {
    let place = place("optional", &defined(), &[(".local.mk", "DEFS = -DWRONG\n")]);
    let makefile =
        format!("-include .local.mk\ngame: main.cpp\n\t{} $(DEFS) main.cpp -o game\n", place.compiler());
    write(&place, "Makefile", &makefile);
    assert_checked(&place, &[], 1, "differs");
    fs::remove_file(place.folder.join("Makefile")).unwrap();
    write(&place, "meson.build", "");
    assert_checked(&place, &[], 0, "meson.build is not used; give --build CMD to build with it");
    fs::remove_file(place.folder.join("meson.build")).unwrap();
    write(&place, "compile.sh", "g++ main.cpp\n");
    write(&place, "count.sh", "((i++))\n");
    assert_checked(&place, &[], 0, "roguelike: compile.sh is not used; give --build CMD to build with it\n");
    let above = place.around.join("CMakeLists.txt");
    fs::write(&above, "").unwrap();
    write(&place, "main.cpp", &format!("#include \"more.cpp\"\n{SMALL}"));
    write(&place, "more.cpp", "int more() { return 1; }\n");
    let both = "roguelike: compile.sh, ../CMakeLists.txt are not used; give --build CMD or check the folder above to build with them\n";
    assert_checked(&place, &[], 0, both);
    fs::remove_file(above).unwrap();
    // A program finds files beside itself.
    let beside = "if (std::filesystem::exists(std::filesystem::read_symlink(\"/proc/self/exe\").replace_filename(\"more.cpp\"))) return 7;";
    let exits = replace(SMALL, "    SDL_Event event;\n", &format!("    {beside}\n    SDL_Event event;\n"));
    write(&place, "main.cpp", &format!("#include <filesystem>\n{exits}"));
    if cfg!(target_os = "linux") {
        assert_checked(&place, &[], 2, "ended before its first step");
    }
    // A header may be found in several folders.
    ["include", "Old"].into_iter().for_each(|name| fs::create_dir(place.folder.join(name)).unwrap());
    write(&place, "include/title.h", "#define TITLE \"Mazes\"\n");
    write(&place, "Old/title.h", "");
    write(&place, "main.cpp", &format!("#include \"title.h\"\n{SMALL}"));
    let words = "Old/title.h is compiled, not include/title.h; give --build CMD to build with the other";
    assert_checked(&place, &[], 0, words);
    // Only a compiler knows what is included.
    write(&place, "main.cpp", &format!("#if 0\n#include \"more.cpp\"\n#endif\n{SMALL}"));
    write(&place, "more.cpp", "int more() { return nonsense; }\n");
    assert_checked(&place, &[], 4, "more.cpp:1:21: error");
    // A test of a source is not the source.
    write(&place, "main.cpp", SMALL);
    write(&place, "more.cpp", "int more() { return 1; }\n");
    write(&place, "test.cpp", "#include \"more.cpp\"\n");
    assert_checked(&place, &[], 4, "multiple definition of `more()'");
    fs::remove_file(place.folder.join("test.cpp")).unwrap();
    let print = format!("echo 'AddressSanitizer: OFF'; {} main.cpp -o game", place.compiler());
    assert_checked(&place, &["--build", &print], 0, "ok seed");
    let mut command = place.command(&["--part", "1", "--seeds", "1"]);
    let (code, text) = said(&command.env("CXXFLAGS", OsStr::from_bytes(b"-I./caf\xe9")).output().unwrap());
    assert!(code == Some(2) && text.contains("CXXFLAGS is not UTF-8"), "{text}");
    let check = place.command(&["--part", "1", "--seeds", "1"]);
    let mut command = through(&["env", "--ignore-signal=CHLD"], &check);
    let (code, text) = said(&command.envs([FAST]).output().unwrap());
    // Older systems have no such option.
    assert!(code == Some(0) || text.contains("unrecognized option"), "{text}");
    let mut command = place.command(&["--part", "1", "--seeds", "1"]);
    let (code, text) = said(&command.envs([FAST]).env("LD_PRELOAD", "/nowhere.so").output().unwrap());
    assert!(code == Some(0), "{text}");
}

/// Without a build file the sources are linked as `c++ *.cpp` does, in the order of their names: globals are
/// made in this order, and of two classes of one name the first counts. Sources in deep folders are among them.
#[test]
fn sources_are_linked_in_the_order_of_their_names() {
    let title = "\"Roguelike - Part 1: Map Generation\"";
    let main = replace(SMALL, title, "first && !last ? Title().get() : \"Mazes\"");
    let class = |title: &str| format!("struct Title {{ const char* get() {{ return {title}; }} }};\n");
    let globals = "extern bool set, unset;\nbool first = set, last = unset;\n";
    let set = |name: &str| format!("#include <cstdlib>\nbool {name} = std::getenv(\"PATH\");\n");
    let sources = [
        (
            "Title.cpp",
            format!("{}const char* title() {{ return Title().get(); }}\n{}", class(title), set("set")),
        ),
        ("main.cpp", format!("{globals}{}{main}", class("\"Mazes\""))),
        ("zoo.cpp", set("unset")),
        ("trace.hpp", HEADER.to_owned()),
    ];
    let place = Place::new("check-order", &sources);
    assert_checked(&place, &[], 0, "ok seed");
    let deep = format!("#include \"deep/a/b/c/Name.h\"\n{}", replace(SMALL, title, "name()"));
    write(&place, "main.cpp", &format!("bool set, unset;\n{deep}"));
    ["Title.cpp", "zoo.cpp"].iter().for_each(|name| fs::remove_file(place.folder.join(name)).unwrap());
    fs::create_dir_all(place.folder.join("deep/a/b/c")).unwrap();
    write(&place, "deep/a/b/c/Name.h", "const char* name();\n");
    write(
        &place,
        "deep/a/b/c/Name.cpp",
        &format!("#include \"Name.h\"\nconst char* name() {{ return {title}; }}\n"),
    );
    assert_checked(&place, &[], 0, "ok seed");
    // A source in C is not compiled, which explains what is missing.
    write(&place, "deep/a/b/c/Name.h", "extern \"C\" const char* name();\n");
    fs::rename(place.folder.join("deep/a/b/c/Name.cpp"), place.folder.join("name.c")).unwrap();
    assert_checked(&place, &[], 4, "not compiled: name.c; give --build CMD to build with");
}

/// One line names all files with which the folder and those above may be built, up to the top of the project.
#[test]
fn other_ways_to_build_are_named() {
    let place = Place::new("check-other-ways", &[("a/game/main.cpp", SMALL), ("a/game/trace.hpp", HEADER)]);
    let game = Place { folder: place.folder.join("a/game"), around: place.around.clone() };
    let told = |words: &str| {
        let (code, said) = checked(&game, &[]);
        let lines: Vec<&str> = said.lines().filter(|line| line.contains(" not used")).collect();
        assert!(code == Some(0) && lines == *words.lines().collect::<Vec<_>>(), "{words}: {said}");
    };
    write(&game, "Makefile", &makefile(&game, ""));
    write(&game, "GNUmakefile", &makefile(&game, ""));
    told("");
    for (name, text) in [
        ("build.bat", "cl /EHsc *.cpp\n"),
        ("compile", "cmake -DHARD=ON .\n"),
        ("mygame.sln", ""),
        ("../mygame.vcxproj", ""),
        ("../build.ninja", "# CMAKE generated file: DO NOT EDIT!\n"),
    ] {
        write(&game, name, text);
    }
    told(
        "roguelike: build.bat, compile, mygame.sln, ../mygame.vcxproj are not used; give --build CMD or check the folder above \
         to build with them",
    );
    for name in ["build.bat", "compile", "mygame.sln", "../mygame.vcxproj"] {
        fs::remove_file(game.folder.join(name)).unwrap();
    }
    write(&place, "CMakeLists.txt", "");
    told("roguelike: ../../CMakeLists.txt is not used; check the folder above to build with it");
    let check = |home: &Path| {
        said(&game.command(&["--part", "1", "--seeds", "1"]).envs([FAST]).env("HOME", home).output().unwrap())
    };
    // A repository is a project of its own, and what is above the home folder is nobody's project.
    let (code, text) = check(&place.folder.join("a"));
    assert!(code == Some(0) && !text.contains("not used"), "{text}");
    fs::create_dir(place.folder.join("a/.git")).unwrap();
    told("");
}

/// A folder in which CMake has built among the sources has its old headers, and all its folders.
#[test]
fn cmake_among_the_sources_is_built_anew() {
    if !has_cmake() {
        return;
    }
    let main = replace(SMALL, "\"Roguelike - Part 1: Map Generation\"", "TITLE");
    let main = format!("#include \"lib/lib.h\"\n{main}");
    let lib = [("lib/lib.h", ""), ("lib/CMakeLists.txt", ""), ("lib/CMakeCache.txt", "")];
    let place =
        place("in-source", &main, &[&lib[..], &[("config.h.in", "#define TITLE \"@WORDS@\"\n")]].concat());
    let configure = |words: &str| {
        let list = format!(
            "{}set(WORDS \"Roguelike - Part 1: {words}\")\nconfigure_file(config.h.in config.h)\n\
             if(NOT CMAKE_CXX_FLAGS)\nset(CMAKE_CXX_FLAGS \"-include config.h\")\nendif()\n",
            CMAKE.replace("GLOB_RECURSE", "GLOB")
        );
        write(&place, "CMakeLists.txt", &list);
    };
    configure("Map Generation");
    let mut cmake = Command::new("cmake");
    cmake
        .args(["-S", ".", "-B", "."])
        .current_dir(&place.folder)
        .env("PKG_CONFIG_PATH", place.around.join("packages"));
    assert!(cmake.output().unwrap().status.success());
    write(&place, "CMakePresets.json", "{}");
    // The list counts on there being no options.
    let check =
        || said(&place.command(&["--part", "1", "--seeds", "1"]).env_remove("CXXFLAGS").output().unwrap());
    let (code, text) = check();
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("CMakePresets.json is not used; give --build CMD") && !text.contains("Makefile"),
        "{text}"
    );
    configure("Mazes");
    assert_eq!(check().0, Some(1));
}

/// A source that the build writes has no lines of the recorder.
#[test]
fn a_source_that_the_build_writes_is_named() {
    let main = "#include \"sdl.h\"\n#include <random>\nstruct Map {};\n\
        int main(int argc, char* argv[]) {\n    std::random_device seed;\n    SDL_Window* window = nullptr;\n    Map map;\n\
        \x20   SDL_Event event;\n    while (true) {\n        SDL_WaitEvent(&event);\n    }\n}\n";
    let place = place("written", main, &[("main.in", main)]);
    fs::remove_file(place.folder.join("trace.hpp")).unwrap();
    write(&place, "Makefile", &format!("{}main.cpp: main.in\n\tcp main.in main.cpp\n", makefile(&place, "")));
    assert_checked(&place, &[], 4, "the build writes main.cpp itself");
}
