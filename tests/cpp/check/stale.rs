//! What was built before, or is outside of the copy, is not taken for what the sources are now without a word.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use super::place::{
    FAST, HEADER, Place, SMALL, assert_checked, checked, defined, has_cmake, place, said, shuts_in, write,
};
use crate::program::{files, replace};

fn make(place: &Place, target: &str) {
    let made = Command::new("make").arg(target).current_dir(&place.folder).output().unwrap();
    assert!(made.status.success(), "{made:?}");
}

/// Runs the compiler in the folder.
fn compile(place: &Place, words: &str) {
    let command = format!("{} {words}", place.compiler());
    let made = Command::new("sh").args(["-c", &command]).current_dir(&place.folder).output().unwrap();
    assert!(made.status.success(), "{made:?}");
}

/// A library that a rule makes is made again, also if a rule before it works only once, and by the user's own
/// command.
#[test]
fn libraries_are_of_this_build() {
    let main = replace(&defined(), "#if __has", "#include \"title.h\"\n#if __has");
    let place = place("libraries", &main, &[("title.h", "")]);
    let rules = format!("libm.a: main.cpp\n\t{} -c main.cpp -o m.o && ar rc libm.a m.o\n", place.compiler());
    for first in ["game: libm.a\n", "obj:\n\tmkdir obj\n"] {
        write(&place, "title.h", "");
        let all = format!(
            "all: {} libm.a\n\tc++ libm.a -o game\n",
            if first.starts_with("obj") { "obj" } else { "" }
        );
        let last = if first.starts_with("obj") { first } else { "" };
        write(&place, "Makefile", &format!("{all}{rules}{last}"));
        fs::create_dir_all(place.folder.join("obj")).unwrap();
        make(&place, "libm.a");
        for more in [&[][..], &["--build", "make"]] {
            write(&place, "title.h", "#define WRONG\n");
            assert_checked(&place, more, 1, "differs");
            write(&place, "title.h", "");
        }
        fs::remove_file(place.folder.join("libm.a")).unwrap();
    }
}

/// Libraries that no build makes are used, and named.
#[test]
fn libraries_of_others_are_named() {
    let main = replace(SMALL, "\"Roguelike - Part 1: Map Generation\"", "title()");
    let plugin = "if (FILE* file = std::fopen(\"plugin.so\", \"r\")) std::fclose(file); else return 7;";
    let main = replace(&main, "    SDL_Event event;\n", &format!("    {plugin}\n    SDL_Event event;\n"));
    let place = place("of-others", &format!("const char* title();\n{main}"), &[]);
    let title = "const char* title() { return \"Roguelike - Part 1: Map Generation\"; }\n";
    fs::write(place.around.join("title.cpp"), title).unwrap();
    compile(&place, "-c ../title.cpp -o title.o && ar rc libtitle.a title.o");
    let build = format!("{} main.cpp libtitle.a -o game", place.compiler());
    compile(&place, "-shared -fPIC ../title.cpp -o plugin.so");
    assert_checked(&place, &["--build", &build], 0, "not rebuilt: libtitle.a, plugin.so; the answer holds");
    // make with all libraries: a source of this one is newer.
    write(&place, "title.cpp", "const char* title() { return \"Mazes\"; }\n");
    write(&place, "Makefile", &format!("game: main.cpp\n\t{build}\n"));
    assert_checked(&place, &[], 0, "not rebuilt: libtitle.a, plugin.so; the answer holds");
    fs::remove_file(place.folder.join("title.cpp")).unwrap();
    // A program may load what its build does not need.
    let build = format!("printf '{}' > t.cc; {} t.cc main.cpp -o game", title.trim(), place.compiler());
    let (code, said) = checked(&place, &["--build", &build]);
    assert!(code == Some(0) && said.contains("not rebuilt: plugin.so; the answer holds"), "{said}");
}

/// A build cannot read what is above the folder, and reads old files of the folder by its full path.
#[test]
fn places_outside_of_the_copy_are_named() {
    let place = place("outside", SMALL, &[("inner/x.h", "#include \"../main.h\"\n"), ("main.h", "")]);
    for name in ["local.mk", "noted.mk"] {
        fs::write(place.around.join(name), "").unwrap();
    }
    fs::create_dir(place.around.join("shared")).unwrap();
    let compile = format!("game: main.cpp\n\t{} $(DEFS) main.cpp -o game\n", place.compiler());
    write(
        &place,
        "Makefile",
        &format!(
            "TOP := $(abspath ..)\n-include $(TOP)/local.mk # not noted.mk\n# ../cache\n\
             DEFS = -I../shared # or ../packages\n{compile}"
        ),
    );
    let (code, said) = checked(&place, &[]);
    assert_eq!((code, said.matches("not in the copy").count()), (Some(0), 2), "{said}");
    for name in ["../local.mk", "../shared"] {
        let words = format!("not in the copy: {name}, because it is above the folder (Makefile names it)");
        assert!(said.contains(&words), "{said}");
    }
    let folder = place.folder.display();
    write(&place, "Makefile", &format!("DEFS = -Wl,-rpath,{folder}\n{compile}"));
    assert_checked(&place, &[], 0, &format!("Makefile names {folder} itself"));
    write(&place, "Makefile", &format!("DEFS = -I{folder}-2\n{compile}"));
    let (code, said) = checked(&place, &[]);
    assert!(code == Some(0) && !said.contains("itself"), "{said}");
}

/// A build that finds the way back into the user's folder uses older files there, which the answer names.
#[cfg(target_os = "linux")]
#[test]
fn files_that_a_build_reads_in_the_users_folder_are_named() {
    let main = replace(SMALL, "\"Roguelike - Part 1: Map Generation\"", "title()");
    let title = "const char* title() { return \"Roguelike - Part 1: Map Generation\"; }\n";
    let others = [("title.h", "const char* title();\n"), ("old/title.cpp", title), ("made.h", "// old\n")];
    let place = place("way-back", &format!("#include <title.h>\n{main}"), &others);
    compile(&place, "-c old/title.cpp -o old/title.o && ar rc old/libtitle.a old/title.o");
    compile(&place, "-I. main.cpp old/title.o -o game");
    let writer = format!("#include <cstdio>\nint main() {{ std::puts({:?}); }}\n", title.trim());
    fs::write(place.around.join("writer.cpp"), writer).unwrap();
    compile(&place, "../writer.cpp -o old/writer");
    symlink(&place.folder, place.around.join("way")).unwrap();
    let own = place.compiler();
    fs::write(place.around.join("build.sh"), "cp \"$HOME/mygame/game\" played\n").unwrap();
    let (way, folder) = (place.around.join("way"), place.folder.display());
    let check = |build: &str| {
        let mut command = place.command(&["--part", "1", "--seeds", "1", "--build", build]);
        said(&command.env("HOME", &place.around).output().unwrap())
    };
    for (build, names) in [
        (format!("{own} -I. main.cpp $HOME/mygame/old/title.o -o game"), "old/title.o"),
        (format!("{own} -I. main.cpp -L'{}/old' -ltitle -o game", way.display()), "old/libtitle.a"),
        ("sh \"$HOME/build.sh\"".to_owned(), "game"),
        // A program that writes a source.
        (format!("$HOME/way/old/writer >t.cpp && {own} -I. main.cpp t.cpp -o game"), "old/writer"),
        (
            format!("echo >made.h; {own} -I. -include ~/mygame/made.h main.cpp old/title.cpp -o game"),
            "made.h",
        ),
    ] {
        let (code, text) = check(&build);
        let told =
            format!("the build reads {names} in {folder} itself, so it may use older files there, and the");
        assert!(code == Some(0) && text.contains(&told), "{build}: {text}");
    }
    // These are the same in the copy.
    let (code, text) = check(&format!("{own} -I$HOME/mygame main.cpp ~/mygame/old/title.cpp -o game"));
    assert!(code == Some(0) && !text.contains("itself"), "{text}");
}

/// A build may write neither into the user's folder nor into the home folder.
#[test]
fn builds_cannot_reach_the_users_files() {
    if !shuts_in(false) {
        return;
    }
    let place = place("reach", SMALL, &[("obj/notes.txt", "precious")]);
    let home = place.around.join("home");
    fs::create_dir(&home).unwrap();
    let save = home.join(".mygame.save");
    fs::write(&save, "precious").unwrap();
    let before = files(&place.folder);
    let check = |more: &[&str]| {
        let mut command = place.command(&[&["--part", "1", "--seeds", "1"], more].concat());
        said(&command.env("HOME", &home).output().unwrap())
    };
    let removing = "all: game\n\trm $(HOME)/.mygame.save\n";
    let compile = format!("game: main.cpp\n\t{} main.cpp -o game\n", place.compiler());
    write(&place, "Makefile", &format!("{removing}{compile}"));
    let (code, text) = check(&[]);
    assert!(code == Some(4) && text.contains("a build can write only in the copy"), "{text}");
    assert_eq!(fs::read_to_string(&save).unwrap(), "precious");
    if has_cmake() {
        let (code, text) = check(&["--build", "cmake -E copy main.cpp \"$HOME\""]);
        assert!(code == Some(4) && text.contains("a build can write only in the copy"), "{text}");
    }
    // The user's own build may keep objects in folders that all programs share.
    for shared in ["/tmp", "/var/tmp", "/dev/shm"] {
        let object = Path::new(shared).join(format!("roguelike-{}.o", std::process::id()));
        fs::write(&object, "mine").unwrap();
        let (code, text) = check(&["--build", &format!("echo theirs > {}", object.display())]);
        let kept = fs::read_to_string(&object).unwrap();
        fs::remove_file(&object).unwrap();
        assert!(code == Some(4) && text.contains("a build can write only in the copy"), "{shared}: {text}");
        assert_eq!(kept, "mine", "{shared}");
    }
    let temporary = format!("touch $TMPDIR/x && ls $TMP/x $TEMP/x && {} main.cpp -o game", place.compiler());
    let (code, text) = check(&["--build", &temporary]);
    assert_eq!(code, Some(0), "{text}");
    let root = place.folder.display();
    let compile = place.compiler();
    let makefile = format!(
        "game: {root}/obj/main.o\n\tc++ $< -o $@\n{root}/obj/main.o: main.cpp\n\trm -rf {root}/obj\n\tmkdir {root}/obj\n\
         \t{compile} -c main.cpp -o $@\n"
    );
    write(&place, "Makefile", &makefile);
    assert_eq!(check(&[]).0, Some(4));
    assert_eq!(check(&["--build", "rm -f ../../../../../../mygame/obj/notes.txt; make"]).0, Some(4));
    write(&place, "Makefile", &format!("{removing}{compile}"));
    fs::remove_file(place.folder.join("Makefile")).unwrap();
    assert_eq!(files(&place.folder), before);
}

/// The newest trace.hpp takes the place of an older one, which the answer says.
#[test]
fn an_old_header_is_named() {
    let place = place("old-header", SMALL, &[]);
    let header = include_str!("../trace.hpp");
    write(&place, "trace.hpp", header);
    assert!(!checked(&place, &["--build", "false"]).1.contains("not in the copy"));
    write(&place, "trace.hpp", &format!("{header}\n#define TITLE \"Mazes\"\n"));
    assert_checked(
        &place,
        &["--build", "false"],
        4,
        "not in the copy: trace.hpp, because the newest trace.hpp takes",
    );
}

/// An older trace.hpp that a compiler finds elsewhere is named as the reason why nothing is recorded.
#[test]
fn an_old_header_outside_is_named() {
    let place = place("old-outside", SMALL, &[]);
    fs::remove_file(place.folder.join("trace.hpp")).unwrap();
    let older = place.around.join("older");
    fs::create_dir(&older).unwrap();
    let check = |header: &str| {
        fs::write(older.join("trace.hpp"), header).unwrap();
        let mut command = place.command(&["--part", "1", "--seeds", "1"]);
        said(&command.envs([FAST]).env("CPATH", &older).output().unwrap())
    };
    assert_eq!(check(HEADER).0, Some(0));
    let (code, text) = check(&HEADER.replace("ROGUELIKE_TRACE", "OLD_TRACE"));
    let words =
        "the program ended before its first step: it has an older trace.hpp, which is not the one of this";
    assert!(code == Some(2) && text.contains(words), "{text}");
}

/// A build does not follow the user's own ways to other folders.
#[test]
fn a_build_changes_into_the_folders_of_the_copy() {
    let place = place("cdpath", SMALL, &[("data/own.txt", "")]);
    fs::create_dir(place.around.join("data")).unwrap();
    let build = format!("(cd data && test -f own.txt) && {} main.cpp -o game", place.compiler());
    let mut command = place.command(&["--part", "1", "--seeds", "1", "--build", &build]);
    let (code, text) = said(&command.env("CDPATH", &place.around).output().unwrap());
    assert!(code == Some(0), "{text}");
}

/// A folder of a check is not copied into another, and data are no programs because of two letters.
#[test]
fn the_copy_has_data_and_no_copies() {
    let reads = "if (FILE* file = std::fopen(\"names.txt\", \"r\")) std::fclose(file); else return 7;";
    let main = replace(SMALL, "    SDL_Event event;\n", &format!("    {reads}\n    SDL_Event event;\n"));
    let place = place("data", &main, &[("names.txt", "MZungu\n")]);
    let keep = place.around.join("kept");
    let keep_words = ["--keep", keep.to_str().unwrap()];
    assert_checked(&place, &keep_words, 0, "ok seed");
    symlink(Path::new("../kept"), place.folder.join("work")).unwrap();
    for _ in 0..2 {
        let (code, said) = checked(&place, &keep_words);
        assert!(code == Some(0) && said.matches("not in the copy").count() == 1, "{said}");
        assert!(
            said.contains(
                "not in the copy: work/roguelike-check, because it is or leads to the folder of a check"
            ),
            "{said}"
        );
    }
}
