//! The build script, run by cargo: it finds SDL's own packages, and explains how to install SDL if it is
//! missing.

#[path = "common/scratch.rs"]
mod scratch;

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use scratch::scratch;

/// What cargo tells a build script about its target: triple, operating system, toolchain, processor.
type Target = (&'static str, &'static str, &'static str, &'static str);

const LINUX: Target = ("x86_64-unknown-linux-gnu", "linux", "gnu", "x86_64");
const MACOS: Target = ("aarch64-apple-darwin", "macos", "", "aarch64");
const VISUAL_STUDIO: Target = ("x86_64-pc-windows-msvc", "windows", "msvc", "x86_64");
const MINGW: Target = ("x86_64-pc-windows-gnu", "windows", "gnu", "x86_64");

/// The build script that cargo compiled last.
fn newest_script() -> PathBuf {
    let builds = Path::new(env!("OUT_DIR")).ancestors().find(|folder| folder.ends_with("build")).unwrap();
    let folders = fs::read_dir(builds).unwrap().map(|entry| entry.unwrap());
    let ours = folders.filter(|folder| folder.file_name().to_str().unwrap().starts_with("roguelike-sdl2-"));
    let scripts = ours.map(|folder| folder.path().join(format!("build-script-build{EXE_SUFFIX}")));
    scripts
        .filter(|script| script.exists())
        .max_by_key(|script| fs::metadata(script).unwrap().modified().unwrap())
        .expect("cargo has compiled the build script")
}

/// Runs the build script of a package in `folder`, on a machine of the target's kind, which knows no
/// libraries.
fn script(folder: &Path, target: Target) -> Command {
    let (triple, system, toolchain, processor) = target;
    let mut command = Command::new(newest_script());
    command
        .env("CARGO_MANIFEST_DIR", folder)
        .env("CARGO_FEATURE_PICTURE", "1")
        .env("OUT_DIR", folder.join("target/release/build/roguelike-sdl2-0123456789abcdef/out"))
        .envs([("HOST", triple), ("TARGET", triple), ("CARGO_CFG_TARGET_OS", system)])
        .envs([("CARGO_CFG_TARGET_ENV", toolchain), ("CARGO_CFG_TARGET_ARCH", processor)])
        .env("PKG_CONFIG_LIBDIR", folder.join("no-libraries"))
        .envs([("PKG_CONFIG_PATH", "")])
        .env_remove("PKG_CONFIG_ALLOW_CROSS");
    command
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// Expects the script to fail with a message that has all of these words, and returns the message.
fn refused(command: &mut Command, words: &[&str]) -> String {
    let Output { status, stderr, .. } = command.output().unwrap();
    let message = text(&stderr).to_owned();
    assert!(!status.success(), "{message}");
    for word in words {
        assert!(message.contains(word), "no '{word}' in: {message}");
    }
    message
}

#[test]
fn a_missing_library_comes_with_the_commands_that_install_it() {
    let folder = scratch("missing");
    let linux = ["apt-get install -y build-essential", "dnf install -y gcc", "pacman -S --needed gcc"];
    refused(&mut script(&folder, LINUX), &[&["sdl2", "SDL2_ttf"], &linux[..]].concat());
    refused(&mut script(&folder, MACOS), &["brew install", "xcode-select --install"]);
    let windows = ["SDL2-devel-2.32.10-VC.zip", "tar -xf SDL2_ttf-devel-2.24.0-VC.zip", "ucrt", "use-vcpkg"];
    refused(&mut script(&folder, VISUAL_STUDIO), &windows);
    refused(&mut script(&folder, MINGW), &["SDL2-devel-2.32.10-mingw.zip", "ucrt"]);
}

#[test]
fn a_missing_pkg_config_is_told_from_a_missing_library() {
    let folder = scratch("pkg_config");
    let nowhere = folder.join("pkg-config");
    refused(script(&folder, LINUX).env("PKG_CONFIG", nowhere), &["pkg-config is not installed"]);
}

#[test]
fn cross_compiling_is_distinguished_from_a_missing_library() {
    let folder = scratch("cross");
    let message = refused(
        script(&folder, LINUX).env("TARGET", "aarch64-unknown-linux-gnu"),
        &["this build is for aarch64-unknown-linux-gnu", "PKG_CONFIG_ALLOW_CROSS=1", "PKG_CONFIG_LIBDIR"],
    );
    assert!(!message.contains("apt-get"), "{message}");
}

/// Needs pkg-config. Without it cargo could not have built this test.
#[cfg(target_os = "linux")]
#[test]
fn an_old_library_is_distinguished_from_a_missing_one() {
    let folder = scratch("old");
    for name in ["sdl2", "SDL2_ttf"] {
        let known = format!("Name: {name}\nDescription: old\nVersion: 2.0.1\nLibs:\n");
        fs::write(folder.join(format!("{name}.pc")), known).unwrap();
    }
    let mut old = script(&folder, LINUX);
    refused(
        old.env("PKG_CONFIG_LIBDIR", &folder),
        &["sdl2 is installed, but older than 2.0.16", "SDL2_ttf is installed, but older than 2.0.18"],
    );
}

/// Unpacks a package of SDL: folders with a DLL and a library to link with.
fn unpack(package: &Path, folders: [&str; 2]) {
    let name = package.file_name().unwrap().to_str().unwrap().split('-').next().unwrap();
    for (folder, extension) in folders.into_iter().zip(["lib", "dll"]) {
        fs::create_dir_all(package.join(folder)).unwrap();
        let contents = format!("{extension} of {}", package.display());
        fs::write(package.join(folder).join(format!("{name}.{extension}")), contents).unwrap();
    }
}

#[test]
fn unpacked_packages_are_linked_and_their_dlls_copied() {
    for (toolchain, processor, folders) in [
        ("msvc", "x86_64", ["lib/x64", "lib/x64"]),
        ("msvc", "x86", ["lib/x86", "lib/x86"]),
        ("msvc", "aarch64", ["lib/arm64", "lib/arm64"]),
        ("gnu", "x86_64", ["x86_64-w64-mingw32/lib", "x86_64-w64-mingw32/bin"]),
        ("gnu", "x86", ["i686-w64-mingw32/lib", "i686-w64-mingw32/bin"]),
    ] {
        let folder = scratch("unpacked");
        // The newest version is used. A folder without a version is ignored.
        for name in ["SDL2-2.30.9", "SDL2-2.32.10", "SDL2-devel", "SDL2_ttf-2.24.0"] {
            unpack(&folder.join(name), folders);
        }
        let output = script(&folder, ("windows", "windows", toolchain, processor)).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        for package in ["SDL2-2.32.10", "SDL2_ttf-2.24.0"].map(|name| folder.join(name)) {
            let search = format!("cargo::rustc-link-search=native={}", package.join(folders[0]).display());
            assert!(text(&output.stdout).lines().any(|line| line == search), "{}", text(&output.stdout));
        }
        for (dll, package) in [("SDL2.dll", "SDL2-2.32.10"), ("SDL2_ttf.dll", "SDL2_ttf-2.24.0")] {
            for place in ["target/release", "target/release/deps"] {
                let copy = fs::read_to_string(folder.join(place).join(dll)).unwrap();
                assert_eq!(copy, format!("dll of {}", folder.join(package).display()), "{place}");
            }
        }
    }
}

#[test]
fn a_package_for_another_compiler_or_too_old_is_not_taken() {
    let folder = scratch("other_package");
    unpack(&folder.join("SDL2-2.32.10"), ["x86_64-w64-mingw32/lib", "x86_64-w64-mingw32/bin"]);
    unpack(&folder.join("SDL2_ttf-2.0.15"), ["lib/x64", "lib/x64"]);
    let words = ["package for other compilers", "no unpacked SDL2_ttf 2.0.18 or later", "tar -xf"];
    refused(&mut script(&folder, VISUAL_STUDIO), &words);
    assert!(!folder.join("target/release/SDL2.dll").exists());
}

/// The commit that the script gives to the program in `folder`, and the files that cargo is to watch for it.
fn commit_and_watched(folder: &Path) -> (String, Vec<String>) {
    let output = script(folder, LINUX).output().unwrap();
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    let commit = lines.iter().find_map(|line| line.strip_prefix("cargo::rustc-env=ROGUELIKE_COMMIT="));
    let watched =
        lines.iter().filter_map(|line| line.strip_prefix("cargo::rerun-if-changed=")).map(str::to_owned);
    (
        commit.expect("the script names a commit").to_owned(),
        watched.filter(|path| path != "build.rs").collect(),
    )
}

/// Runs git in a folder with a name and a date of its own, and returns what it prints.
fn git(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new("git");
    command.args([
        "-c",
        "user.name=Test",
        "-c",
        "user.email=test@example.org",
        "-c",
        "init.defaultBranch=main",
    ]);
    command.env("GIT_COMMITTER_DATE", "2020-02-29T12:00:00+0000");
    let output = command.args(arguments).current_dir(folder).output().unwrap_or_else(|error| {
        panic!("git: {error}; install what the tests need: apt-get install -y git");
    });
    assert!(output.status.success(), "git {arguments:?}: {}", text(&output.stderr));
    text(&output.stdout).trim().to_owned()
}

#[test]
fn a_checkout_an_archive_and_a_package_know_their_commit() {
    let folder = scratch("commit");
    let nothing = "unknown commit".to_owned();
    // Folders inside of a checkout that is not theirs, such as this one, are no checkout.
    assert_eq!(commit_and_watched(&folder).0, nothing);

    let checkout = folder.join("checkout");
    fs::create_dir_all(checkout.join(".ci")).unwrap();
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/commit"), checkout.join(".ci/commit")).unwrap();
    fs::write(checkout.join(".gitattributes"), ".ci/commit export-subst\n").unwrap();
    git(&folder, &["init", "--quiet", "checkout"]);
    assert_eq!(commit_and_watched(&checkout).0, nothing, "a checkout without a commit");
    git(&checkout, &["add", "--all"]);
    git(&checkout, &["commit", "--quiet", "--message=One"]);
    let hash = git(&checkout, &["rev-parse", "HEAD"]);
    let expected = format!("{}, 2020-02-29", &hash[..10]);
    let (commit, watched) = commit_and_watched(&checkout);
    assert_eq!(commit, expected);
    assert!(watched.iter().all(|path| Path::new(path).exists()), "{watched:?}");
    assert!(watched.iter().any(|path| path.ends_with("HEAD")), "{watched:?}");

    let archive = folder.join("archive");
    fs::create_dir_all(&archive).unwrap();
    git(&checkout, &["archive", "--output=../archive.tar", "HEAD"]);
    let tar = Command::new("tar").args(["-xf", "archive.tar", "-C", "archive"]).current_dir(&folder).status();
    assert!(tar.unwrap().success());
    assert_eq!(commit_and_watched(&archive).0, expected);

    // What cargo writes into a package.
    let package = folder.join("package");
    fs::create_dir_all(&package).unwrap();
    let written = format!("{{\n  \"git\": {{\n    \"sha1\": \"{hash}\"\n  }},\n  \"path_in_vcs\": \"\"\n}}");
    fs::write(package.join(".cargo_vcs_info.json"), written).unwrap();
    assert_eq!(commit_and_watched(&package).0, hash[..10]);
}
