//! Unusual settings and hostile programs have an answer, and leave nothing.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use super::place::{
    FAST, Place, SMALL, assert_checked, checked, game, makefile, place, said, through, write,
};

const CHECK: [&str; 4] = ["--part", "1", "--seeds", "1"];

/// Returns a check by a user who may not read everything. Root gives up its right to do so.
fn by_a_user(place: &Place) -> Command {
    fs::write(place.around.join("probe"), "").unwrap();
    fs::set_permissions(place.around.join("probe"), fs::Permissions::from_mode(0o000)).unwrap();
    let is_root = fs::read(place.around.join("probe")).is_ok();
    let mut own = place.command(&CHECK);
    own.envs([FAST]);
    if is_root { through(&["setpriv", "--inh-caps=-all", "--bounding-set=-all"], &own) } else { own }
}

/// A build may leave a folder that nobody can list, and in it another name of a file outside.
#[test]
fn unreadable_folders_are_kept_as_well() {
    let append = "if (FILE* data = std::fopen(\"deep/data.txt\", \"a\")) { std::fputs(\"x\", data); std::fclose(data); }";
    let place = place("unreadable", &game(append, ""), &[]);
    let cache = place.around.join("cache");
    fs::create_dir(&cache).unwrap();
    let outside = cache.join("data.txt");
    fs::write(&outside, "precious").unwrap();
    let link = format!("\tmkdir -p deep; ln -f '{}' deep/data.txt; chmod 311 deep\n", outside.display());
    write(&place, "Makefile", &makefile(&place, &link));
    let (code, text) = said(&by_a_user(&place).output().unwrap());
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(fs::read_to_string(&outside).unwrap(), "precious");
}

/// A mask for new files that forbids everything is not passed on to a workspace that nobody could use again.
#[test]
fn a_mask_for_new_files_is_no_obstacle() {
    let place = place("mask", SMALL, &[]);
    fs::set_permissions(&place.around, fs::Permissions::from_mode(0o777)).unwrap();
    let check = by_a_user(&place);
    let masked = through(&["sh", "-c", "umask 777; exec \"$@\"", "sh"], &check).output().unwrap();
    assert_eq!(masked.status.code(), Some(0), "{masked:?}");
    let (code, text) = said(&by_a_user(&place).output().unwrap());
    assert_eq!(code, Some(0), "{text}");
}

/// Programs do not start from every disk.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_without_programs_is_named() {
    let place = place("noexec", SMALL, &[]);
    let disk = place.around.join("disk");
    fs::create_dir(&disk).unwrap();
    let keep = disk.join("kept");
    let check = place.command(&[&CHECK[..], &["--keep", keep.to_str().unwrap()]].concat());
    let mount = "mount -t tmpfs -o noexec none \"$0\" || exit 99; exec \"$@\"";
    let output = through(&["unshare", "-rm", "sh", "-c", mount, disk.to_str().unwrap()], &check).output();
    let Ok(output) = output else { return };
    let (code, text) = said(&output);
    let is_possible = code != Some(99) && !text.starts_with("unshare: ");
    assert!(!is_possible || code == Some(2) && text.contains("starts no programs there (noexec)"), "{text}");
}

/// Tools of a build read and write the user's letters, and print English.
#[test]
fn a_build_has_the_users_letters() {
    let place = place("letters", SMALL, &[("words.txt", "\u{101}")]);
    let count = "\ttest $$(wc -m <words.txt) = 1\n\ttest \"$$LC_MESSAGES$$LC_ALL\" = C\n";
    write(&place, "Makefile", &makefile(&place, count));
    for (name, other) in [("LANG", "LC_ALL"), ("LC_ALL", "LANG")] {
        let mut command = place.command(&CHECK);
        let output = command.env(name, "C.UTF-8").env_remove(other).env_remove("LC_CTYPE").output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{name}: {output:?}");
    }
}

/// A build gets a temporary cache in place of one that does not exist yet, and the home folder stays as it is.
#[cfg(target_os = "linux")]
#[test]
fn a_missing_cache_is_replaced() {
    let place = place("no-cache", SMALL, &[]);
    let [home, keep] = ["home", "kept"].map(|name| place.around.join(name));
    fs::create_dir(&home).unwrap();
    let build = "for cache in \"${XDG_CACHE_HOME:-$HOME/.cache}\" \"$CCACHE_DIR\" \"${CONAN_HOME:-$HOME/.conan2}\"; \
                 do mkdir -p \"$cache/x\" && touch \"$cache/x/y\" || exit 9; done";
    let mut command =
        place.command(&[&CHECK[..], &["--keep", keep.to_str().unwrap(), "--build", build]].concat());
    command.env("HOME", &home).env("CCACHE_DIR", home.join("ccache"));
    let (code, text) = said(&command.env_remove("XDG_CACHE_HOME").env_remove("CONAN_HOME").output().unwrap());
    assert!(code == Some(4) && text.contains("produced no program"), "{code:?} {text}");
    assert_eq!(fs::read_dir(&home).unwrap().count(), 0);
}

/// A sanitizer's words count wherever they are in the output, and a long line is cut.
#[test]
fn a_report_counts_wherever_it_is() {
    for length in [(1 << 20) - 17, (1 << 20) - 40, 3 << 20] {
        let print = format!(
            "std::setvbuf(stderr, nullptr, _IOFBF, 1 << 16); for (int i = 0; i < {length}; ++i) std::fputc('x', stderr); \
             std::fputs(\"a.cpp:1:1: runtime error: z\\n\", stderr);"
        );
        let place = place("split", &game(&print, ""), &[]);
        let (code, said) = checked(&place, &[]);
        assert!(code == Some(1) && said.contains("a.cpp:1:1: runtime error: z"), "{length}: {code:?}");
        assert!(said.len() < 10_000, "{length}: {} bytes", said.len());
    }
}

/// Memory and files without a name count as well, and those beside the recording do not stay.
#[cfg(target_os = "linux")]
#[test]
fn everything_that_a_program_takes_counts() {
    let write_all = "static char block[1 << 20]; block[5] = 1; for (int i = 0; i < 100; ++i) if (write(file, block, sizeof block) < 0) return 9; sleep(60);";
    let headers = "#include <fcntl.h>\n#include <string>\n#include <sys/mman.h>\n#include <unistd.h>\n";
    let place = place("takes", SMALL, &[]);
    for (open, words) in [
        ("int file = memfd_create(\"x\", 0);", "more than 64 MiB of memory"),
        (
            "int file = open(\"gone\", O_CREAT | O_WRONLY, 0600); unlink(\"gone\");",
            "more than 64 MiB of files",
        ),
        (
            "std::string path = recorded; path.erase(0, path.rfind('\\x1f') + 1); int file = open((path + \".big\").c_str(), O_CREAT | O_WRONLY, 0600);",
            "more than 64 MiB of files",
        ),
    ] {
        let begin =
            format!("if (const char* recorded = std::getenv(\"ROGUELIKE_TRACE\")) {{ {open} {write_all} }}");
        write(&place, "main.cpp", &format!("{headers}{}", game(&begin, "")));
        assert_checked(&place, &["--memory", "64"], 2, words);
    }
    let cache = crate::program::files(&place.around.join("cache"));
    assert!(cache.iter().all(|(path, _)| path.extension().is_none_or(|extension| extension != "big")));
}

/// Returns the states of the processes whose command lines contain these words.
#[cfg(target_os = "linux")]
fn states(words: &str) -> Vec<char> {
    let processes = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let state = |process: std::path::PathBuf| {
        let line = fs::read(process.join("cmdline")).ok()?;
        let stat = fs::read_to_string(process.join("stat")).ok()?;
        let is_meant = String::from_utf8_lossy(&line).contains(words);
        is_meant.then(|| stat.rsplit_once(") ").unwrap().1.chars().next().unwrap())
    };
    processes.filter_map(state).collect()
}

/// A program that stops the process that guards it ends all the same when `check` is killed.
#[cfg(target_os = "linux")]
#[test]
fn a_stopped_guard_goes_on() {
    let stop = "if (std::getenv(\"ROGUELIKE_TRACE\")) { kill(getppid(), SIGSTOP); for (;;) pause(); }";
    let main = format!("#include <csignal>\n#include <unistd.h>\n{}", game(stop, ""));
    let place = place("stopped", &main, &[]);
    let words = place.around.join("cache").display().to_string();
    let mut command = place.command(&CHECK);
    let mut check = command.envs([FAST]).spawn().unwrap();
    let wait = |is_over: &dyn Fn(&[char]) -> bool| {
        let begin = Instant::now();
        while !is_over(&states(&words)) {
            assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", states(&words));
            thread::sleep(Duration::from_millis(20));
        }
    };
    wait(&|states| states.contains(&'T'));
    check.kill().unwrap();
    check.wait().unwrap();
    wait(&|states| states.is_empty());
}

/// A name `trace` of the program's own is not the recorder.
#[test]
fn an_own_trace_is_named() {
    let place =
        place("own-trace", "struct trace { static void note() {} };\nint main() { trace::note(); }\n", &[]);
    assert_checked(&place, &[], 2, "main.cpp has a namespace trace of its own, or a class");
    write(
        &place,
        "main.cpp",
        "struct other { static void note() {} };\nusing trace = other;\nint main() { trace::note(); }\n",
    );
    assert_checked(&place, &[], 4, "trace.hpp is not in the program");
}
