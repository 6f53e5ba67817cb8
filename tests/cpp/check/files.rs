//! `roguelike check` touches no file of the user's, and its copy is what the folder is.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use super::place::{
    CMAKE, FAST, Place, SMALL, assert_checked, checked, game, has_cmake, makefile, place, said, through,
    write,
};
use crate::program::files;

/// A file may become a folder or a link, and the reverse. Links stay links, unless they lead out of the folder.
#[test]
fn the_copy_is_what_the_folder_is() {
    let place = place("types", SMALL, &[("inner/x", "1")]);
    let keep = place.around.join("kept");
    let check = || assert_checked(&place, &["--keep", keep.to_str().unwrap()], 0, "ok seed");
    let data = place.folder.join("data");
    fs::write(&data, "1").unwrap();
    check();
    fs::remove_file(&data).unwrap();
    fs::create_dir(&data).unwrap();
    fs::write(data.join("x"), "2").unwrap();
    check();
    assert_eq!(fs::read_to_string(keep.join("roguelike-check/work/source/data/x")).unwrap(), "2");
    fs::remove_dir_all(&data).unwrap();
    symlink("inner", &data).unwrap();
    symlink(".", place.folder.join("inner/round")).unwrap();
    symlink(place.folder.join("inner/x"), place.folder.join("absolute")).unwrap();
    fs::create_dir_all(place.around.join("out")).unwrap();
    fs::write(place.around.join("out/y"), "3").unwrap();
    symlink(place.around.join("out"), place.folder.join("linked")).unwrap();
    symlink("/", place.around.join("out/root")).unwrap();
    let (code, said) = checked(&place, &["--keep", keep.to_str().unwrap()]);
    assert!(
        code == Some(0)
            && said.contains("not in the copy: linked/root, because it is a link out of the folder"),
        "{said}"
    );
    let source = keep.join("roguelike-check/work/source");
    assert_eq!(fs::read_link(source.join("data")).unwrap(), Path::new("inner"));
    assert_eq!(fs::read_link(source.join("inner/round")).unwrap(), Path::new("../inner"));
    assert_eq!(fs::read_link(source.join("absolute")).unwrap(), Path::new("inner/x"));
    assert_eq!(fs::read_to_string(source.join("linked/y")).unwrap(), "3");
    assert!(!source.join("linked").is_symlink());
    // What the build makes goes, also where nothing may be removed.
    let build =
        format!("mkdir shut && touch shut/x && chmod 500 shut && {} main.cpp -o game", place.compiler());
    for _ in 0..2 {
        assert_checked(&place, &["--keep", keep.to_str().unwrap(), "--build", &build], 0, "ok seed");
    }
    check();
    assert!(!source.join("shut").exists());
}

/// The folder of `--keep` has copy, program and recordings. It may neither be somebody's nor in the folder.
#[test]
fn a_copy_can_be_kept() {
    let place = Place::new("check-keep", &[("main.cpp", "int main() {}\n")]);
    let build = ["--build", "true", "--keep"];
    let keep = place.around.join("kept");
    let check = |keep: &Path| place.check(&[&build[..], &[keep.to_str().unwrap()]].concat());
    assert_eq!(check(&keep).0, Some(2), "no place");
    let main = "#include \"sdl.h\"\nint main(int argc, char** argv) { trace::begin(1, argc, argv); }\n";
    fs::write(place.folder.join("main.cpp"), main).unwrap();
    let (code, _, complaints) = check(&keep);
    assert!(code == Some(4) && complaints.contains("produced no program"), "{complaints}");
    assert_eq!(
        fs::read_to_string(keep.join("roguelike-check/work/source/main.cpp")).unwrap(),
        main,
        "the lines are there already"
    );
    assert!(!place.around.join("cache").exists());
    // What others made or is hidden is no part of the copy.
    for (name, text, is_copied) in [
        ("savegame.txt", "", false),
        ("main.o", "", false),
        ("old.obj", "d\x06\0", false),
        ("main.d", "main.o: main.cpp\n", false),
        ("long.d", "long.o \\\n : main.cpp\n", false),
        ("title.d", "Hard mode\n", true),
        ("cube.obj", "v 0 0 0: a corner\n", true),
        (".git/x", "", false),
        ("out/CMakeCache.txt", "", false),
        ("lib/own.a", "", true),
    ] {
        let path = place.folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        check(&keep);
        assert_eq!(keep.join("roguelike-check/work/source").join(name).exists(), is_copied, "{name}");
    }
    // A source that is gone, and one that is new.
    fs::rename(place.folder.join("main.cpp"), place.folder.join("other.cpp")).unwrap();
    check(&keep);
    assert!(
        !keep.join("roguelike-check/work/source/main.cpp").exists()
            && keep.join("roguelike-check/work/source/other.cpp").exists()
    );
    let recordings = keep.join("roguelike-check/recordings");
    fs::remove_dir_all(&recordings).unwrap();
    fs::write(&recordings, "mine").unwrap();
    let (code, _, complaints) = check(&keep);
    assert!(code == Some(2) && complaints.contains("recordings: it is in the way"), "{complaints}");
    assert_eq!(fs::read_to_string(&recordings).unwrap(), "mine");
    let other = place.around.join("include");
    fs::create_dir(other.join("roguelike-check")).unwrap();
    fs::write(other.join("roguelike-check/notes.txt"), "mine").unwrap();
    let (code, _, complaints) = check(&other);
    assert!(code == Some(2) && complaints.contains("contains other files"), "{complaints}");
    let (code, _, complaints) = check(&place.folder.join("inside"));
    assert!(code == Some(2) && complaints.contains("or be inside it"), "{complaints}");
}

/// Files of the user stay in a kept folder, also those that come during a check, and what a build leaves beside
/// the copy goes. Files of CMake that lead back into the user's folder are not copied.
#[test]
fn a_kept_folder_has_room_for_others() {
    let place = place("kept", SMALL, &[]);
    let keep = place.around.join("kept");
    let own = keep.join("roguelike-check");
    let names = ["notes.txt", "home", "kept", "source", "tools", "log.out", "roguelike-check/both.png"];
    let build = format!("echo x > ../left; {} main.cpp -o game", place.compiler());
    let check = |build: &str| checked(&place, &["--keep", keep.to_str().unwrap(), "--build", build]);
    thread::scope(|scope| {
        let checking = scope.spawn(|| check(&format!("touch started; sleep 1; {build}")));
        while !own.join("work/source/started").exists() {
            thread::sleep(Duration::from_millis(10));
        }
        names.iter().for_each(|name| fs::write(keep.join(name), "mine").unwrap());
        ["colors.mk", "title.h"].iter().for_each(|name| write(&place, name, ""));
        let (code, said) = checking.join().unwrap();
        let told = "colors.mk, title.h changed during the check; check again\n";
        assert!(code == Some(0) && said.contains(told), "{said}");
    });
    assert!(own.join("work/left").exists());
    let (code, said) = check(&build.replace("echo x > ../left;", ""));
    assert!(code == Some(0) && !said.contains("check again"), "{said}");
    assert!(!own.join("work/left").exists());
    assert!(names.iter().all(|name| fs::read_to_string(keep.join(name)).unwrap() == "mine"));
    for name in ["CMakeCache.txt", "cmake_install.cmake"] {
        write(&place, name, "");
    }
    write(&place, "Makefile", "# CMAKE generated file: DO NOT EDIT!\nall:\n\tfalse\n");
    assert_checked(&place, &["--keep", keep.to_str().unwrap(), "--build", "make"], 4, "No targets");
}

/// A build may put links into the copy. Nothing is removed or written behind them.
#[test]
fn links_in_the_copy_are_not_followed() {
    let place = place("links", SMALL, &[]);
    let lib = place.around.join("elsewhere/lib");
    fs::create_dir_all(&lib).unwrap();
    fs::write(lib.join("shared.cpp"), "int shared();\n").unwrap();
    write(&place, "Makefile", &makefile(&place, &format!("\tln -sfn '{}' lib\n", lib.display())));
    for _ in 0..2 {
        assert_checked(&place, &[], 0, "ok seed");
    }
    fs::create_dir(place.folder.join("lib")).unwrap();
    write(&place, "lib/shared.cpp", "int mine();\n");
    checked(&place, &[]);
    assert_eq!(fs::read_to_string(lib.join("shared.cpp")).unwrap(), "int shared();\n");
    assert_eq!(fs::read_dir(&lib).unwrap().count(), 1);
}

/// A file of the copy may have another name outside, which the build gave it. That one keeps its content, its
/// mode and its time.
#[test]
fn files_with_a_name_outside_stay() {
    let append = |name: &str| {
        format!("if (FILE* data = fopen(\"{name}\", \"a\")) {{ fputs(\"x\", data); fclose(data); }}")
    };
    let deep = "d/".repeat(18) + "data.txt";
    let main = game(&(append("data.txt") + &append(&deep)), "");
    let place = place("hard-links", &main, &[("data.txt", "same\n")]);
    // A build may write in a cache.
    let cache = place.around.join("cache");
    fs::create_dir(&cache).unwrap();
    let outside = cache.join("outside.txt");
    fs::write(&outside, "same\n").unwrap();
    fs::set_permissions(&outside, fs::Permissions::from_mode(0o600)).unwrap();
    let facts = || {
        let about = fs::metadata(&outside).unwrap();
        (about.permissions().mode(), about.modified().unwrap(), fs::read_to_string(&outside).unwrap())
    };
    let before = facts();
    let links = format!(
        "\tmkdir -p {}\n\tfor name in data.txt {deep}; do ln -f '{}' $$name; done\n",
        &deep[..36],
        outside.display()
    );
    write(&place, "Makefile", &makefile(&place, &links));
    for _ in 0..2 {
        assert_checked(&place, &[], 0, "ok seed");
    }
    write(&place, "Makefile", &makefile(&place, ""));
    assert_checked(&place, &[], 0, "ok seed");
    assert_eq!(facts(), before);
}

/// Where the user calls `check` from makes no difference: PWD does not lead back into the folder.
#[test]
fn the_folder_is_not_built_in() {
    let place = place("inside", SMALL, &[("obj/notes.txt", "precious")]);
    let makefile = format!(
        "OBJ := $(PWD)/obj\n$(PWD)/game: $(OBJ)/main.o\n\tc++ $(OBJ)/main.o -o $@\n$(OBJ)/main.o: main.cpp\n\
         \trm -rf $(OBJ); mkdir -p $(OBJ)\n\t{} -c main.cpp -o $@\n",
        place.compiler()
    );
    write(&place, "Makefile", &makefile);
    let before = files(&place.folder);
    let mut command = place.command(&["--part", "1", "--seeds", "1"]);
    let (code, said) = said(&command.current_dir(&place.folder).env("PWD", &place.folder).output().unwrap());
    assert_eq!(files(&place.folder), before);
    assert!(code == Some(0) && said.contains("ok seed"), "{said}");
}

/// Folders that grow, cannot be read, or have unusual names.
#[test]
fn unusual_files_are_no_obstacle() {
    let place = place("unusual", SMALL, &[("._main.cpp", "from a Mac")]);
    // Whoever reads this file waits for the system's next words.
    for (target, name) in [("/proc/kmsg", "log"), ("/", "root")] {
        symlink(target, place.folder.join(name)).unwrap();
        let left_out =
            format!("not in the copy: {name}, because it is a link to a folder above, or into the system");
        assert_checked(&place, &[], 0, &left_out);
    }
    let large = fs::File::create(place.folder.join("huge.log")).unwrap();
    large.set_len(600 << 20).unwrap();
    assert_checked(&place, &[], 2, "more than 512 MiB");
    fs::remove_file(place.folder.join("huge.log")).unwrap();
    // Root may read everything.
    write(&place, "secret.txt", "x");
    fs::set_permissions(place.folder.join("secret.txt"), fs::Permissions::from_mode(0o000)).unwrap();
    let is_root = fs::read(place.folder.join("secret.txt")).is_ok();
    assert_checked(
        &place,
        &[],
        0,
        if is_root {
            "ok seed"
        } else {
            "not in the copy: secret.txt, because it cannot be read: Permission denied"
        },
    );
    fs::set_permissions(place.folder.join("secret.txt"), fs::Permissions::from_mode(0o600)).unwrap();
    let pipes = (0..7).map(|number| place.folder.join(format!("pipe{number}.h")));
    assert!(Command::new("mkfifo").args(pipes).status().unwrap().success());
    assert_checked(&place, &[], 0, "not in the copy: pipe0.h, because it is neither a file nor a folder");
    assert_checked(&place, &[], 0, "not in the copy: and 4 more");
    fs::create_dir(place.folder.join(".secret")).unwrap();
    write(&place, ".secret/x.h", "");
    write(&place, "main.cpp", &format!("#include \".secret/x.h\"\n{SMALL}"));
    assert_checked(&place, &[], 4, "not in the copy: .secret, because it is hidden");
    write(&place, "main.cpp", SMALL);
    let long = "x".repeat(240);
    fs::rename(place.folder.join("main.cpp"), place.folder.join(format!("{long}.cpp"))).unwrap();
    fs::write(place.folder.join(OsStr::from_bytes(b"caf\xe9.dat")), "").unwrap();
    assert_checked(&place, &[], 0, "ok seed");
    for name in [long.as_bytes(), b"caf\xe9", b"with blank", b"x.so"] {
        let folder = place.around.join(OsStr::from_bytes(name));
        fs::rename(&place.folder, &folder).unwrap();
        let renamed = Place { folder, around: place.around.clone() };
        assert_checked(&renamed, &[], 0, "ok seed");
        fs::rename(&renamed.folder, &place.folder).unwrap();
    }
    let home = place.around.join("no-such-home");
    let mut command = place.command(&[]);
    let output = command.env("HOME", &home).env_remove("XDG_CACHE_HOME").output().unwrap();
    assert!(said(&output).1.contains("the home folder does not exist"), "{output:?}");
    assert!(!home.exists());
}

/// Where tools stumble over the path of the copy, that is said. Where /proc is not mounted, too.
#[cfg(target_os = "linux")]
#[test]
fn unusual_places_have_an_answer() {
    let place = place("places", SMALL, &[]);
    let kept = |odd: &str| {
        let keep = place.around.join(format!("a{odd}b"));
        checked(&place, &["--keep", keep.to_str().unwrap()])
    };
    let (common, others) = (" '(&", ";\":\n%$#\\");
    let (code, text) = kept(&format!("{common}{others}"));
    assert!(code == Some(0) && text.contains("ok seed"), "{text}");
    let (code, text) = kept("\u{1f}");
    assert!(code == Some(2) && text.contains("the recorder cannot handle \"\\u{1f}\" in its path"), "{text}");
    if has_cmake() {
        write(&place, "CMakeLists.txt", CMAKE);
        let (code, text) = kept(common);
        assert!(code == Some(0) && text.contains("ok seed"), "{text}");
        for odd in others.chars() {
            let (code, text) = kept(&odd.to_string());
            let is_refused = code == Some(2) && text.contains("CMake and make cannot handle");
            assert!(is_refused, "{odd:?}: {text}");
        }
    }
    let check = place.command(&["--part", "1", "--seeds", "1"]);
    let hide = "mount -t tmpfs none /proc || exit 99; exec \"$@\"";
    if let Ok(output) = through(&["unshare", "-rm", "sh", "-c", hide, "sh"], &check).output() {
        let (code, said) = said(&output);
        // A user may not mount anything everywhere.
        let is_forbidden = code == Some(99) || said.starts_with("unshare: ");
        assert!(is_forbidden || code == Some(2) && said.contains("/proc is not mounted"), "{said}");
    }
}

/// Returns a check with this many KiB for its copy, on a disk of its own. `None` where a user may not make one.
#[cfg(target_os = "linux")]
fn on_a_small_disk(place: &Place, kibibytes: u32) -> Option<(Option<i32>, String)> {
    let disk = place.around.join("disk");
    fs::create_dir_all(&disk).unwrap();
    let check =
        place.command(&["--part", "1", "--seeds", "1", "--keep", disk.join("kept").to_str().unwrap()]);
    let mount = &format!("mount -t tmpfs -o size={kibibytes}k none \"$0\" || exit 99; exec \"$@\"");
    let mut command = through(&["unshare", "-rm", "sh", "-c", mount, disk.to_str()?], &check);
    let (code, said) = said(&command.envs([FAST]).output().ok()?);
    // 1 is also the code of `unshare` where it is forbidden.
    (code != Some(99) && !said.starts_with("unshare: ")).then_some((code, said))
}

/// Wherever a disk becomes full, in the copy, the build or the recording, the answer is never ok, and names the
/// reason.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named() {
    let place = place("full", SMALL, &[]);
    let mut codes = std::collections::BTreeSet::new();
    let mut kibibytes = 16;
    while kibibytes < 1 << 16 {
        let Some((code, said)) = on_a_small_disk(&place, kibibytes) else { return };
        codes.insert(code);
        if code == Some(0) {
            assert!(said.contains("ok seed") && codes.len() > 2, "{codes:?}: {said}");
            return;
        }
        let is_named = ["No space left", "left on the disk"].iter().any(|words| said.contains(words));
        assert!(is_named && !said.contains("ok seed"), "{kibibytes} KiB: {code:?} {said}");
        kibibytes += kibibytes / 4;
    }
    panic!("{codes:?}");
}
