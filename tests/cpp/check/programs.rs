//! The program that `roguelike check` records is confined and limited, and is right only if it ends well.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::place::{
    FAST, SMALL, assert_checked, checked, game, makefile, place, said, shuts_in, through, write,
};
use crate::program::{files, replace};

/// A recorded program has another home, and may not write anywhere else.
#[test]
fn the_program_cannot_reach_the_users_files() {
    let around = place("home", SMALL, &[]).around;
    let (home, outside) = (around.join("home"), around.join("outside"));
    let shared = Path::new("/dev/shm").join(format!("roguelike-{}", std::process::id()));
    fs::create_dir(&home).unwrap();
    fs::write(home.join(".mygame.save"), "precious").unwrap();
    let commands = format!(
        "std::system(\"echo x > $HOME/.mygame.save; echo x > $XDG_DATA_HOME/save; echo x > $TMPDIR/x; cat; \
         (echo x > '{}') 2>/dev/null; (echo x > ../escaped) 2>/dev/null; (echo x > {}) 2>/dev/null; true\");",
        outside.display(),
        shared.display()
    );
    let place = place("home", &game(&commands, ""), &[]);
    fs::create_dir(&home).unwrap();
    fs::write(home.join(".mygame.save"), "precious").unwrap();
    let mut command = place.command(&["--part", "1", "--seeds", "1"]);
    let output = command.envs([FAST]).env("HOME", &home).env("XDG_DATA_HOME", &home).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(fs::read_to_string(home.join(".mygame.save")).unwrap(), "precious");
    assert_eq!(fs::read_dir(&home).unwrap().count(), 1);
    let is_shared = fs::remove_file(&shared).is_ok();
    if shuts_in(false) {
        // Nor into the folder that has those of the check.
        let all = files(&place.around);
        assert!(!outside.exists() && !is_shared && !all.iter().any(|(path, _)| path.ends_with("escaped")));
    }
}

/// Each run finds the copy as the build left it, and leaves nothing in it.
#[test]
fn a_run_leaves_nothing_to_the_next() {
    let begin = r#"for (const char* name : {"data/old", "level.o", "caf\351"}) {
        FILE* file = std::fopen(name, "r+");
        if (!file || std::fgetc(file) != '1') return 7;
        std::rewind(file);
        std::fputc('2', file);
        std::fclose(file);
    }
    if (std::fopen("data/new", "r")) return 7;
    std::fclose(std::fopen("data/new", "w"));
    std::fclose(std::fopen("main.cpp", "w"));
    std::remove("data/old");
    std::fclose(std::fopen((std::string(std::getenv("HOME")) + "/x").c_str(), "w"));"#;
    let main = format!("#include <string>\n{}", game(begin, ""));
    let place = place("runs", &main, &[("data/old", "1")]);
    // The names of data may end like those of objects, and be no text.
    let data = "\tprintf 1 >level.o\n\tprintf 1 >\"$$(printf 'caf\\351')\"\n";
    write(&place, "Makefile", &makefile(&place, data));
    assert_checked(&place, &[], 0, "ok seed");
    let left: Vec<_> = files(&place.around.join("cache")).into_iter().collect();
    let names = |end: &str| left.iter().filter(|(path, _)| path.ends_with(end)).count();
    assert_eq!([names("data/new"), names("data/old"), names("x")], [0, 1, 0]);
    assert!(left.iter().any(|(path, text)| path.ends_with("main.cpp") && *text == main.as_bytes()));
}

/// A recorded program sends no signals to others, and a guard that it kills or stops is no good end.
#[test]
fn signals_reach_nobody_else() {
    let others = format!("if (std::system(\"kill -0 {} 2>/dev/null\") == 0) return 1;", std::process::id());
    let place = place("signals", &game(&others, ""), &[]);
    if shuts_in(true) {
        assert_checked(&place, &[], 0, "ok seed");
    }
    let build = format!("{} main.cpp -o game", place.compiler());
    write(&place, "main.cpp", SMALL);
    assert_checked(&place, &["--build", &format!("{build}; kill -KILL $PPID")], 4, "was killed");
    let stop = "kill -STOP $PPID";
    assert_checked(&place, &["--timeout", "2", "--build", stop], 4, "it ran for 2 seconds");
    let main = format!(
        "#include <csignal>\n#include <unistd.h>\n{}",
        game("", "kill(getppid(), SIGKILL); _exit(0);")
    );
    write(&place, "main.cpp", &main);
    assert_checked(&place, &[], 1, "was killed");
    // What it has started ends with the check.
    let sleep = format!("8{}", std::process::id());
    let started = format!("sleep {sleep} & sleep 0.1; kill -KILL $PPID");
    assert_checked(&place, &["--build", &started], 4, "was killed");
    assert_eq!(running(&format!("sleep\0{sleep}")), 0);
}

/// A guard that cannot begin to watch starts no program.
#[test]
fn a_guard_without_a_thread_starts_nothing() {
    let started = place("thread", SMALL, &[]).around.join("started");
    let mut guard = Command::new(env!("CARGO_BIN_EXE_roguelike-compare"));
    // No system has room for such a stack.
    guard.args(["--guard", "--", "touch"]).arg(&started).env("RUST_MIN_STACK", (1_u64 << 60).to_string());
    let (code, text) = said(&guard.output().unwrap());
    assert!(code == Some(126) && text.starts_with("cannot start: ") && !started.exists(), "{code:?} {text}");
}

/// A program has no file that the user's shell has open.
#[test]
fn a_program_has_only_the_standard_files() {
    let open = place("descriptors", SMALL, &[]).around.join("open");
    let mut guard = Command::new(env!("CARGO_BIN_EXE_roguelike-compare"));
    guard.args(["--guard", "--", "sh", "-c", "echo lost >&9; echo kept"]);
    let shell = ["sh", "-c", "exec 9>\"$0\" && exec \"$@\"", open.to_str().unwrap()];
    let mut shell = through(&shell, &guard);
    let mut shell =
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A guard ends its program when this ends.
    let stdin = shell.stdin.take();
    let (code, text) = said(&shell.wait_with_output().unwrap());
    drop(stdin);
    assert!(code == Some(0) && text.starts_with("kept\n"), "{code:?} {text}");
    assert_eq!(fs::read_to_string(&open).unwrap(), "");
}

/// Returns the number of processes whose command line begins with these words.
fn running(words: &str) -> usize {
    let all =
        fs::read_dir("/proc").unwrap().filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok());
    all.filter(|line| line.starts_with(words.as_bytes())).count()
}

/// Nothing that the program or the build started is there after the check, and memory counts for all of it.
#[test]
fn what_was_started_ends_and_counts() {
    let sleep = format!("9{}", std::process::id());
    let start = format!("std::system(\"setsid sleep {sleep} & sleep {sleep} &\");");
    let place = place("started", &game(&start, ""), &[]);
    let build = format!("setsid sleep {sleep} & {} main.cpp -o game", place.compiler());
    for more in [&[][..], &["--build", &build]] {
        assert_checked(&place, more, 0, "ok seed");
        assert_eq!(running(&format!("sleep\0{sleep}")), 0);
    }
    let hungry = "if (fork() == 0) { std::string text(300 << 20, 'x'); sleep(60); } sleep(60);";
    write(&place, "main.cpp", &format!("#include <string>\n#include <unistd.h>\n{}", game(hungry, "")));
    assert_checked(&place, &["--memory", "200"], 2, "more than 200 MiB of memory, with all that it started");
    write(&place, "main.cpp", &game("std::system(\"truncate -s 300M large; sleep 60\");", ""));
    assert_checked(&place, &["--memory", "200"], 2, "it writes more than 200 MiB of files");
    assert!(!files(&place.around.join("cache")).iter().any(|(path, _)| path.ends_with("large")));
}

/// Builds and programs end at their limits, with a word some time before.
#[test]
fn time_and_memory_are_limited() {
    let place = place("limits", SMALL, &[]);
    let (code, said) = checked(&place, &["--timeout", "2", "--build", "sleep 1000"]);
    assert!(code == Some(4) && said.contains("it ran for 2 seconds, which is the limit"), "{said}");
    assert!(said.contains("/bin/sh still runs; it ends after 2 seconds, or with Ctrl-C"), "{said}");
    let hungry = "x=$(head -c 300000000 /dev/zero | tr '\\0' x); sleep 1000";
    assert_checked(&place, &["--memory", "16", "--build", hungry], 4, "more than 128 MiB of memory");
    // Each key takes less than the time after which a program hangs.
    let slow = "std::system(\"sleep 0.7\");\n        trace::wait(";
    let main = place.around.join("slow.cpp");
    fs::write(&main, replace(SMALL, "trace::wait(", slow)).unwrap();
    let program = place.around.join("slow");
    let mut compiler = Command::new("c++");
    compiler.args(["-std=c++17", "-O0", "-o"]).args([&program, &main]);
    compiler.arg("-I").arg(place.around.join("include")).arg("-I").arg(&place.folder);
    assert!(compiler.status().unwrap().success());
    let copied = format!("cp '{}' game", program.display());
    assert_checked(
        &place,
        &["--timeout", "3", "--build", &copied],
        1,
        "it ran for 3 seconds, which is the limit",
    );
}

/// What the program does after its last step counts, too.
#[test]
fn a_program_that_ends_badly_is_not_right() {
    let place = place("end", &game("", "return 1;"), &[]);
    assert_checked(&place, &[], 1, "after its last step: the program ended with exit code 1");
    write(&place, "main.cpp", &game("", "std::fputs(\"x.cpp:1:1: runtime error: y\\n\", stderr);"));
    assert_checked(&place, &[], 1, "after its last step: a sanitizer reports: x.cpp:1:1: runtime error: y");
    // Also in the middle of a large output.
    let much = "for (int i = 0; i < 100000; ++i) std::fputs(\"nothing to see here, go on\\n\", stderr);";
    let report = "std::fputs(\"y.cpp:1:1: runtime error: z\\n\", stderr);";
    write(&place, "main.cpp", &game("", &format!("{much} {report} {much}")));
    assert_checked(&place, &[], 1, "a sanitizer reports: y.cpp:1:1: runtime error: z");
    // And in the run without a turn.
    let counted = replace(
        &game("int waits = 0;", "if (waits == 1) return 3;"),
        "trace::wait(",
        "++waits; trace::wait(",
    );
    write(&place, "main.cpp", &counted);
    assert_checked(&place, &[], 1, "after its last step: the program ended with exit code 3");
}

/// A program that ends before its keys do, without a reason in the series, is not right.
#[test]
fn a_program_that_ends_early_is_not_right() {
    let main = replace(
        SMALL,
        "trace::wait(",
        "static int waits = 0;\n        if (++waits > 3) break;\n        trace::wait(",
    );
    let place = place("early", &main, &[]);
    assert_checked(&place, &[], 1, "the program ended before the keys did");
}

/// The user's own options of a sanitizer do not hide what it finds.
#[test]
fn a_report_in_another_file_counts() {
    let place =
        place("log-path", &game("volatile int* data = new int[2]; delete[] data; data[1] = 1;", ""), &[]);
    let mut command = place.command(&["--part", "1", "--seeds", "1"]);
    command.env("CXXFLAGS", "-O0 -std=c++17 -fsanitize=address");
    let options = format!("log_path={}:exitcode=0", place.around.join("log").display());
    let (code, text) = said(&command.env("ASAN_OPTIONS", options).output().unwrap());
    let has_none = code == Some(4);
    assert!(has_none || code != Some(0) && text.contains("a sanitizer reports"), "{text}");
}

/// Whoever opens a recording that is a pipe would wait for ever, and one process may end before another.
#[test]
fn a_recording_is_a_file_of_one_program() {
    let pipes = "rm ../run/trace; mkfifo ../run/trace";
    let make = format!("std::atexit([] {{ std::system(\"{pipes}\"); }});");
    let place = place("pipe", &game(&make, ""), &[]);
    assert_checked(&place, &[], 2, "ended before its first step");
    let forks = "if (fork() == 0) std::exit(0); wait(nullptr);";
    let ends = "trace::wait(SDL_WaitEvent, &event); static int waits = 0; if (++waits > 4) _exit(0);";
    let main = replace(&game(forks, ""), "trace::wait(SDL_WaitEvent, &event);", ends);
    write(&place, "main.cpp", &format!("#include <sys/wait.h>\n#include <unistd.h>\n{main}"));
    assert_checked(&place, &[], 1, "broke off");
}

/// A program has the user's own language and letters.
#[test]
fn a_program_has_the_users_locale() {
    let begin = "if (std::setlocale(LC_ALL, \"\") && std::mblen(\"\\xe2\\x96\\x88\", 3) != 3) return 7;";
    let main = format!("#include <clocale>\n{}", game(begin, ""));
    let place = place("locale", &main, &[]);
    let mut command = place.command(&["--part", "1", "--seeds", "1"]);
    let command = command.envs([FAST]).env_remove("LC_ALL").env("LANG", "C.UTF-8");
    let (code, text) = said(&command.output().unwrap());
    assert_eq!(code, Some(0), "{text}");
}

/// A build that asks on the terminal gets no answer, and its question is shown.
#[test]
fn a_build_that_asks_ends() {
    let place = place("asks", SMALL, &[]);
    let command = "printf 'your name? '; read name || echo nobody answers; read name < /dev/tty";
    let check = format!(
        "{:?} check --part 1 --build \"{command}\" '{}'",
        env!("CARGO_BIN_EXE_roguelike-compare"),
        place.folder.display()
    );
    // A terminal of its own, where there is the program that makes one.
    let mut script = Command::new("script");
    script.args(["-qec", &check, "/dev/null"]).env("XDG_CACHE_HOME", place.around.join("cache"));
    match script.stdin(Stdio::null()).output() {
        Ok(output) => {
            let (code, said) = said(&output);
            assert_eq!(code, Some(4), "{said}");
            assert!(said.contains("your name? nobody answers") && said.contains("/dev/tty"), "{said}");
        }
        Err(_) => assert_checked(&place, &["--build", command], 4, "your name? nobody answers"),
    }
}
