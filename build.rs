//! Finds SDL2 and SDL2_ttf before anything is linked. A missing library is then one message that says what to
//! do, instead of a page of linker output. There are three ways to find them:
//!
//! - On Windows, with the feature `use-vcpkg`, the sdl2 crate asks vcpkg, and nothing is left to do here.
//! - For Windows, SDL's own development packages may lie unpacked beside Cargo.toml.
//! - Everywhere else, and in MSYS2, pkg-config knows where they are.
//!
//! It also tells the program which commit it is built from, and gives it an icon and a version on Windows.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// A library that the program links.
struct Library {
    /// The name that the linker, the DLL and SDL's packages use.
    name: &'static str,
    /// The name that pkg-config uses.
    pkg_config_name: &'static str,
    /// The oldest version that has every function we call.
    oldest: &'static str,
    /// The repository that publishes the packages for Windows.
    repository: &'static str,
    /// The version of the package that the advice names.
    packaged: &'static str,
}

const LIBRARIES: [Library; 2] = [
    Library {
        name: "SDL2",
        pkg_config_name: "sdl2",
        oldest: "2.0.16",
        repository: "SDL",
        packaged: "2.32.10",
    },
    Library {
        name: "SDL2_ttf",
        pkg_config_name: "SDL2_ttf",
        oldest: "2.0.18",
        repository: "SDL_ttf",
        packaged: "2.24.0",
    },
];

/// The folders inside SDL's packages, by the target's toolchain and processor: one to link with, one that has
/// the DLL.
const PACKAGE_FOLDERS: [(&str, &str, [&str; 2]); 5] = [
    ("msvc", "x86_64", ["lib/x64", "lib/x64"]),
    ("msvc", "x86", ["lib/x86", "lib/x86"]),
    ("msvc", "aarch64", ["lib/arm64", "lib/arm64"]),
    ("gnu", "x86_64", ["x86_64-w64-mingw32/lib", "x86_64-w64-mingw32/bin"]),
    ("gnu", "x86", ["i686-w64-mingw32/lib", "i686-w64-mingw32/bin"]),
];

const HOW_TO_INSTALL: &str = "\
Install SDL2 and SDL2_ttf with their development files, and a C compiler, which Rust links with:
  Debian, Ubuntu   sudo apt-get install -y build-essential pkg-config libsdl2-dev libsdl2-ttf-dev
  Fedora           sudo dnf install -y gcc pkgconf-pkg-config SDL2-devel SDL2_ttf-devel
  Arch             sudo pacman -S --needed gcc pkgconf sdl2 sdl2_ttf
  macOS            brew install pkg-config sdl2 sdl2_ttf (xcode-select --install brings the compiler)";

const HOW_TO_INSTALL_ON_WINDOWS: &str = "\
or, in the UCRT64 shell of MSYS2, take everything from there, Rust too:
  pacman -S --needed mingw-w64-ucrt-x86_64-{rust,pkgconf,SDL2,SDL2_ttf}
or, with a vcpkg of your own (the one inside Visual Studio cannot install single libraries):
  vcpkg install sdl2 sdl2-ttf --triplet x64-windows-static-md
  cargo build --release --features use-vcpkg";

const HOW_TO_CROSS_COMPILE: &str = "\
Set PKG_CONFIG_ALLOW_CROSS=1, and PKG_CONFIG_LIBDIR to the folder with the target's sdl2.pc and SDL2_ttf.pc.";

/// The desktop's icon in the sizes and the format of Windows.
const ICON: &str = "fonts/roguelike.ico";

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    println!("cargo::rustc-env=ROGUELIKE_COMMIT={}", commit(&root));
    let is_windows = variable("CARGO_CFG_TARGET_OS") == "windows";
    if is_windows {
        add_icon_and_version();
    }
    // What draws nothing needs no SDL.
    let has_feature = |name| env::var_os(format!("CARGO_FEATURE_{name}")).is_some();
    if has_feature("PICTURE") && !(is_windows && has_feature("USE_VCPKG")) {
        let problems: Vec<String> = LIBRARIES.iter().filter_map(|library| find(library).err()).collect();
        if !problems.is_empty() {
            eprintln!("\n{}\n\n{}\n", problems.join("\n"), advice());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Returns the commit that the sources are of, and its date if that is known: "e16c810f2c, 2026-11-23". It is
/// "unknown commit" for sources that are neither a checkout nor an archive or a package made from one.
fn commit(root: &Path) -> String {
    let of_sources = commit_of_checkout(root).or_else(|| commit_of_archive(root));
    of_sources.or_else(|| commit_of_package(root)).unwrap_or_else(|| "unknown commit".to_owned())
}

/// Asks git, if `root` is the top folder of a checkout. A folder inside of somebody else's checkout is not.
fn commit_of_checkout(root: &Path) -> Option<String> {
    let top = git(root, &["rev-parse", "--show-toplevel"])?;
    if Path::new(&top).canonicalize().ok()? != root.canonicalize().ok()? {
        return None;
    }
    // The files that change with each commit and each switch to another branch. Cargo would run this script
    // every time for a file that does not exist.
    let branch = git(root, &["symbolic-ref", "--quiet", "HEAD"]);
    for name in ["HEAD", "logs/HEAD", "packed-refs"].into_iter().chain(branch.as_deref()) {
        let path = root.join(git(root, &["rev-parse", "--git-path", name])?);
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    described(&git(root, &["log", "-1", "--format=%H %cs"])?)
}

/// Reads the file in which `git archive` writes the commit.
fn commit_of_archive(root: &Path) -> Option<String> {
    described(&file_of_commit(root, ".ci/commit")?)
}

/// Reads the file that `cargo package` adds. It has no date.
fn commit_of_package(root: &Path) -> Option<String> {
    let json = file_of_commit(root, ".cargo_vcs_info.json")?;
    let (_, after) = json.split_once("\"sha1\"")?;
    described(after.split('"').nth(1)?)
}

/// Returns the contents of a file that names a commit, and makes cargo watch the file.
fn file_of_commit(root: &Path, name: &str) -> Option<String> {
    let path = root.join(name);
    let text = fs::read_to_string(&path).ok()?;
    println!("cargo::rerun-if-changed={}", path.display());
    Some(text)
}

/// Returns the first ten digits of a commit and, after a comma, its date if there is one; none for a text
/// that begins with no commit, as in a file that `git archive` has not written.
fn described(text: &str) -> Option<String> {
    let mut words = text.split_whitespace();
    let hash = words.next().filter(|word| word.len() >= 40 && word.bytes().all(|b| b.is_ascii_hexdigit()))?;
    Some([&hash[..10]].into_iter().chain(words.next()).collect::<Vec<_>>().join(", "))
}

/// Returns what a git command prints in `root`; none without git, or if it refuses the folder.
fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new("git");
    // Hooks set these for another repository.
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX"] {
        command.env_remove(name);
    }
    let output = command.arg("-C").arg(root).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Finds a library and tells cargo where to link it from. The error says what is wrong with it.
fn find(library: &Library) -> Result<(), String> {
    if variable("CARGO_CFG_TARGET_OS") != "windows" {
        return ask_pkg_config(library);
    }
    let beside = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    match unpacked_package(library, &beside) {
        Some(package) => use_package(library, &package),
        None if variable("CARGO_CFG_TARGET_ENV") == "msvc" => {
            let (name, oldest) = (library.name, library.oldest);
            Err(format!("{} has no unpacked {name} {oldest} or later.", beside.display()))
        }
        None => ask_pkg_config(library),
    }
}

/// Returns the newest unpacked package of a library beside Cargo.toml; none if all are too old.
fn unpacked_package(library: &Library, beside: &Path) -> Option<PathBuf> {
    let found = fs::read_dir(beside).ok()?.flatten().filter_map(|entry| {
        let version = entry.file_name().to_str()?.strip_prefix(library.name)?.strip_prefix('-')?.to_owned();
        Some((numbers(&version)?, entry.path()))
    });
    found
        .filter(|(version, path)| Some(version) >= numbers(library.oldest).as_ref() && path.is_dir())
        .max()
        .map(|(_, path)| path)
}

/// Returns the numbers of a version such as 2.32.10; none if it is no version.
fn numbers(version: &str) -> Option<Vec<u32>> {
    version.split('.').map(|number| number.parse().ok()).collect()
}

/// Makes the linker search an unpacked package, and copies its DLL beside the program, where Windows
/// searches.
fn use_package(library: &Library, package: &Path) -> Result<(), String> {
    let (toolchain, processor) = (variable("CARGO_CFG_TARGET_ENV"), variable("CARGO_CFG_TARGET_ARCH"));
    let folders = PACKAGE_FOLDERS.iter().find(|(env, arch, _)| *env == toolchain && *arch == processor);
    let (_, _, folders) =
        folders.ok_or_else(|| format!("SDL has no packages for {processor} with {toolchain}."))?;
    let [import_library, dll] = folders.map(|folder| package.join(folder));
    let dll = dll.join(format!("{}.dll", library.name));
    println!("cargo::rerun-if-changed={}", dll.display());
    if !dll.exists() {
        let package = package.display();
        return Err(format!(
            "{package} is a package for other compilers or processors: it has no {}.",
            dll.display()
        ));
    }
    println!("cargo::rustc-link-search=native={}", import_library.display());
    copy_beside_program(&dll).map_err(|error| format!("{} cannot be copied: {error}.", dll.display()))
}

/// Copies a DLL beside the program, and beside the tests, which lie in a folder of their own.
fn copy_beside_program(dll: &Path) -> io::Result<()> {
    let out = PathBuf::from(variable("OUT_DIR"));
    // The folder `build`, in which every build script writes, lies beside the program.
    let build = out.ancestors().find(|folder| folder.ends_with("build"));
    let profile = build.and_then(Path::parent).ok_or(io::ErrorKind::NotFound)?;
    let name = dll.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let bytes = fs::read(dll)?;
    for folder in [profile, &profile.join("deps")] {
        let copy = folder.join(name);
        // Windows refuses to write to the DLLs of a running program, so an equal one is left alone.
        if fs::read(&copy).ok().as_ref() != Some(&bytes) {
            fs::create_dir_all(folder)?;
            fs::write(copy, &bytes)?;
        }
    }
    Ok(())
}

/// Gives the program an icon and a version, which Explorer shows. Without a resource compiler the program is
/// built without them.
fn add_icon_and_version() {
    println!("cargo::rerun-if-changed={ICON}");
    let mut resource = winresource::WindowsResource::new();
    resource.set_icon(ICON).set("ProductName", "Roguelike").set("FileDescription", "Roguelike");
    if let Err(error) = resource.compile_for("roguelike") {
        println!("cargo::warning=roguelike.exe has no icon and no version: {error}");
    }
}

/// Asks pkg-config for a library, and tells cargo what to link.
fn ask_pkg_config(library: &Library) -> Result<(), String> {
    let Library { pkg_config_name: name, oldest, .. } = library;
    match pkg_config().atleast_version(oldest).probe(name) {
        Ok(_) => Ok(()),
        Err(pkg_config::Error::CrossCompilation) => Err(format!(
            "{name}: pkg-config finds the libraries of {}, but this build is for {}.",
            variable("HOST"),
            variable("TARGET")
        )),
        Err(pkg_config::Error::Command { .. }) => {
            Err(format!("{name} cannot be found, because pkg-config is not installed."))
        }
        // pkg-config knows the library, only not this version of it.
        Err(_) if pkg_config().cargo_metadata(false).probe(name).is_ok() => {
            Err(format!("{name} is installed, but older than {oldest}."))
        }
        Err(_) => Err(format!("{name} {oldest} or later is not installed, or pkg-config does not find it.")),
    }
}

/// Returns the settings of pkg-config. Cargo does not watch its variables: a script that failed is run again
/// anyway.
fn pkg_config() -> pkg_config::Config {
    let mut config = pkg_config::Config::new();
    config.env_metadata(false);
    config
}

/// Returns what to do when a library is missing.
fn advice() -> String {
    if variable("CARGO_CFG_TARGET_OS") == "windows" {
        format!("{}\n{HOW_TO_INSTALL_ON_WINDOWS}", how_to_unpack())
    } else if variable("HOST") != variable("TARGET") {
        HOW_TO_CROSS_COMPILE.to_owned()
    } else {
        HOW_TO_INSTALL.to_owned()
    }
}

/// Returns the commands that download and unpack SDL's packages for the target's toolchain. They are the same
/// in every shell.
fn how_to_unpack() -> String {
    let kind = if variable("CARGO_CFG_TARGET_ENV") == "msvc" { "VC" } else { "mingw" };
    let mut text = "Unpack SDL's own packages beside Cargo.toml, in its folder:".to_owned();
    for Library { name, repository, packaged, .. } in LIBRARIES {
        let releases = format!("https://github.com/libsdl-org/{repository}/releases/download");
        let package = format!("{name}-devel-{packaged}-{kind}.zip");
        text += &format!("\n  curl.exe -LO {releases}/release-{packaged}/{package}\n  tar -xf {package}");
    }
    text
}

/// Returns a variable that cargo sets for every build script; empty if the target has no such property.
fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}
