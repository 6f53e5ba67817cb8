//! The command line: what it prints, and one line for every wrong use that says what to do.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn roguelike(arguments: &[&str]) -> Output {
    program(arguments).output().expect("the program runs")
}

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roguelike"));
    command.args(arguments).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command
}

/// Returns an empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::remove_dir_all(&path).ok();
    fs::create_dir_all(&path).unwrap();
    path
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// Expects this exit code, nothing on standard output, and one line on standard error with all of these
/// words.
fn refused(arguments: &[&str], code: i32, words: &[&str]) {
    let output = roguelike(arguments);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {error}");
    assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
    assert!(error.starts_with("roguelike: ") && error.ends_with('\n'), "{error}");
    for word in words {
        assert!(error.contains(word), "{arguments:?}: no '{word}' in: {error}");
    }
    assert!(output.stdout.is_empty(), "{arguments:?}");
}

/// Every command line of `tests/cli/refused.txt` ends with this exit code and prints this line on standard
/// error. `TABLES=write cargo test --test cli refused` writes what is printed now.
#[test]
fn refused_command_lines_print_one_line() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/refused.txt");
    let recorded = fs::read_to_string(&path).unwrap();
    let mut printed = String::new();
    for line in recorded.lines().filter(|line| line.starts_with(['#', '$'])) {
        printed += &format!("{line}\n");
        let Some(arguments) = line.strip_prefix("$ roguelike ") else { continue };
        let output = roguelike(&arguments.split_whitespace().collect::<Vec<_>>());
        let error = text(&output.stderr);
        assert!(output.stdout.is_empty() && error.lines().count() == 1, "{arguments}: {output:?}");
        assert!(error.starts_with("roguelike: ") && error.ends_with('\n'), "{arguments}: {error}");
        printed += &format!("{} {error}", output.status.code().unwrap());
    }
    if std::env::var_os("TABLES").is_some_and(|value| value == "write") {
        fs::write(path, printed).unwrap();
    } else {
        assert_eq!(printed, recorded, "TABLES=write cargo test --test cli refused writes it");
    }
}

#[cfg(unix)]
#[test]
fn a_home_that_is_not_set_is_told_from_a_wrong_one() {
    for (home, words) in [(None, "HOME is not set"), (Some("here"), "HOME is no absolute path")] {
        let mut command = program(&["runs"]);
        command.env_remove("XDG_DATA_HOME").env_remove("HOME").envs(home.map(|home| ("HOME", home)));
        let output = command.output().unwrap();
        assert_eq!(text(&output.stderr), format!("roguelike: {words}\n"));
    }
}

/// The minus sign is the name of a key.
#[test]
fn keys_may_begin_with_a_minus() {
    for keys in ["-", "- Up", "-*3"] {
        let output = roguelike(&["trace", "--part", "1", "--seed", "1", "--keys", keys]);
        let same = roguelike(&["trace", "--part", "1", "--seed", "1", &format!("--keys={keys}")]);
        assert_eq!(output, same, "{keys}");
    }
    let output = roguelike(&["trace", "--part", "1", "--seed", "1", "--keys", "-*2 Up"]);
    assert!(text(&output.stdout).contains("\nstep 2 -\n"), "{output:?}");
}

#[test]
fn a_wrong_key_is_named_with_its_place() {
    refused(&["trace", "--seed", "1", "--keys", "Up Rigth Down"], 1, &["line 1, column 4", "'Rigth'"]);
    let file = folder("keys").join("run.keys");
    fs::write(&file, "Up # a comment\nRight*3 Nope").unwrap();
    let path = file.to_str().unwrap();
    refused(&["trace", "--seed", "1", "--keys-file", path], 1, &["line 2, column 9", "'Nope'", path]);
}

#[test]
fn files_that_cannot_be_used_are_one_line_and_exit_1() {
    let folder = folder("files");
    let inside = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let here = folder.to_str().unwrap();
    refused(&["trace", "--seed", "1", "--keys-file", &inside("none")], 1, &["none", "(os error 2)"]);
    refused(&["trace", "--seed", "1", "--keys-file", here], 1, &[here]);
    refused(&["shot", "--seed", "1", "-o", here], 1, &[here, "folder", "-o"]);
    refused(&["shot", "--seed", "1", "-o", &inside("none/x.png")], 1, &["none/x.png", "-o"]);
    let output = ["shot", "--seed", "1", "-o", &inside("x.png"), "--font"];
    refused(&[&output[..], &[&inside("none.ttf")]].concat(), 1, &["none.ttf"]);
    fs::write(inside("no.ttf"), "this is no font").unwrap();
    refused(&[&output[..], &[&inside("no.ttf")]].concat(), 1, &["no.ttf", "no TrueType or OpenType font"]);
    let font = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("fonts/RobotoMono-Light.ttf")).unwrap();
    for length in [6, 100, font.len() / 2, font.len() - 8] {
        fs::write(inside("cut.ttf"), &font[..length]).unwrap();
        refused(&[&output[..], &[&inside("cut.ttf")]].concat(), 1, &["cut.ttf", "cut off"]);
    }
    assert!(!Path::new(&inside("x.png")).exists());
    // Not even the superuser can write there.
    refused(&["shot", "--seed", "1", "-o", "/proc/x.png"], 1, &["/proc/x.png", "-o"]);
}

/// A terminal would obey control characters.
#[cfg(unix)]
#[test]
fn control_characters_in_names_are_never_printed() {
    let folder = folder("raw");
    let raw = folder.join("none\u{1b}[2J/\u{9b}x");
    let raw = raw.to_str().unwrap();
    for arguments in [
        &["trace", "--seed", "1", "--keys-file"][..],
        &["trace", "--seed", "1", "--keys", "1 F5", "--save-file"],
        &["trace", "--seed", "1", "-o"],
        &["shot", "--seed", "1", "-o"],
        &["shot", "--seed", "1", "-o", "x.png", "--font"],
        &["play", "--replay"],
        &["play", "--record"],
        &["verify"],
        &["verify", "x", "--save-file"],
        &["generate"],
        &["--frobnicate"],
    ] {
        let output = program(&[arguments, &[raw]].concat()).current_dir(&folder).output().unwrap();
        for printed in [&output.stdout, &output.stderr] {
            let wrong = text(printed).chars().find(|c| c.is_control() && *c != '\n');
            assert_eq!(wrong, None, "{arguments:?}: {}", text(printed).escape_debug());
        }
    }
}

/// The error says what to do, for every option that names a file.
#[test]
fn errors_of_reading_files_say_what_to_do() {
    let folder = folder("unreadable");
    let none = folder.join("none").to_str().unwrap().to_owned();
    let here = folder.to_str().unwrap();
    for (arguments, code) in [
        (&["trace", "--seed", "1", "--keys-file"][..], 1),
        (&["shot", "--seed", "1", "-o", "x.png", "--font"], 1),
        (&["play", "--seed", "1", "--replay"], 1),
        (&["verify"], 3),
    ] {
        let missing = [arguments, &[&none]].concat();
        refused(&missing, code, &[&none, "(os error 2)", "; check how the name is written"]);
        refused(&[arguments, &[here]].concat(), code, &[here, "; give a file in that folder"]);
    }
    let run = folder.join("run.trace");
    fs::write(&run, &roguelike(&["trace", "--seed", "1"]).stdout).unwrap();
    let verify = ["verify", run.to_str().unwrap(), "--save-file"];
    for (path, reason) in [(&none[..], "there is no such file"), (here, "it is no regular file")] {
        refused(
            &[&verify[..], &[path]].concat(),
            3,
            &[path, reason, "; give the save that the run began with"],
        );
    }
}

/// A pipe is written to, and not replaced by a file.
#[cfg(unix)]
#[test]
fn standard_output_may_be_named_as_a_file() {
    for arguments in
        [&["trace", "--part", "1", "--seed", "1"][..], &["shot", "--part", "1", "--seed", "1"], &["keys"]]
    {
        let printed = |output| roguelike(&[arguments, &["-o", output]].concat());
        assert_eq!(printed("/dev/stdout"), printed("-"));
        assert!(printed("-").status.success());
    }
}

#[test]
fn a_picture_can_go_to_standard_output() {
    let folder = folder("stdout");
    let shot = |options: &[&str]| {
        let mut command = program(&[&["shot", "--part", "1"], options].concat());
        command.current_dir(&folder).output().unwrap()
    };
    assert!(shot(&["--seed", "1", "-o", "1.png"]).status.success());
    let file = fs::read(folder.join("1.png")).unwrap();
    let output = shot(&["--seed", "1", "-o", "-"]);
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(output.stdout == file, "the same picture");
    // The seed that was chosen is on standard error, so the picture is not damaged.
    let output = shot(&["-o", "-"]);
    let seed = text(&output.stderr).trim_end().strip_prefix("seed ").unwrap();
    assert!(output.stdout == shot(&["--seed", seed, "-o", "-"]).stdout);
    assert!(!folder.join("-").exists());
    assert!(shot(&["--seed", "1", "-o", "./-"]).status.success());
    assert!(fs::read(folder.join("-")).unwrap() == file, "a file with the name - is written as ./-");
}

/// With `-o` the file is UTF-8, also where a shell's > would write UTF-16.
#[test]
fn a_trace_can_go_to_a_file() {
    let folder = folder("trace_file");
    let file = folder.join("run.trace");
    let path = file.to_str().unwrap();
    let arguments = ["trace", "--part", "7", "--seed", "42", "--keys"];
    let printed = roguelike(&[&arguments[..], &["Right*5"]].concat()).stdout;
    let written = roguelike(&[&arguments[..], &["Right*5", "-o", path]].concat());
    assert!(written.status.success() && written.stdout.is_empty(), "{written:?}");
    assert!(fs::read(&file).unwrap() == printed);
    // What cannot be finished replaces nothing.
    refused(&[&arguments[..], &["Right*5 Nope", "-o", path]].concat(), 1, &["'Nope'"]);
    assert!(fs::read(&file).unwrap() == printed);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "a temporary file stayed");
    let nowhere = folder.join("none/run.trace");
    refused(
        &["trace", "-o", nowhere.to_str().unwrap()],
        1,
        &["none/run.trace", "; give another place with -o"],
    );
    assert_eq!(roguelike(&[&arguments[..], &["Right*5", "-o", "-"]].concat()).stdout, printed);
}

/// Windows has devices in every folder.
#[test]
fn a_device_is_not_replaced_by_a_file() {
    let device = if cfg!(windows) { "NUL" } else { "/dev/null" };
    let words = [device, "it is no regular file", "; give another place with -o"];
    refused(&["trace", "--part", "1", "--seed", "1", "-o", device], 1, &words);
}

/// The shells of Windows leave this to the program.
#[cfg(windows)]
#[test]
fn names_with_a_star_are_expanded() {
    let folder = folder("star");
    for name in ["a.trace", "b.trace", "c.txt"] {
        fs::write(folder.join(name), roguelike(&["trace", "--seed", "1"]).stdout).unwrap();
    }
    let output = program(&["verify", "*.trace"]).current_dir(&folder).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(text(&output.stdout).lines().count(), 2);
}

#[test]
fn a_trace_is_the_recording_in_all_forms_of_input() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/traces");
    let recording = fs::read_to_string(golden.join("part03-libstdc++-seed42.trace")).unwrap();
    let steps = recording.lines().filter_map(|line| line.strip_prefix("step "));
    let keys: Vec<&str> = steps.skip(1).map(|step| step.split_once(' ').unwrap().1).collect();
    let script = keys.join(" ").replace("Right Right Right", "rIGHT*3\t# three at once\n");
    let arguments = ["trace", "--part", "3", "--seed", "42"];
    assert_eq!(text(&roguelike(&[&arguments[..], &["--keys", &script]].concat()).stdout), recording);
    let file = folder("script").join("keys");
    fs::write(&file, &script).unwrap();
    let from_file = roguelike(&[&arguments[..], &["--keys-file", file.to_str().unwrap()]].concat());
    assert_eq!(text(&from_file.stdout), recording);
    let full = roguelike(&[&arguments[..], &["--full", "--keys", &script]].concat());
    let without_pictures: Vec<&str> =
        text(&full.stdout).lines().filter(|line| !line.starts_with('|')).collect();
    assert_eq!(without_pictures, recording.lines().collect::<Vec<_>>());
    assert!(text(&full.stdout).lines().count() > without_pictures.len() + 71);
}

/// Another program can play: it reads each step before it writes the next key, also without a line feed.
#[test]
fn keys_are_read_as_they_come() {
    let mut game = program(&["trace", "--part", "2", "--seed", "42", "--keys-file", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut keys = game.stdin.take().unwrap();
    let mut lines = BufReader::new(game.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut until = |start: &str| lines.by_ref().find(|line| line.starts_with(start));
    assert!(until("frame").is_some(), "step 0 comes before any key");
    for (step, key) in ["Right", "Down", "Escape"].iter().enumerate() {
        write!(keys, "{key} ").unwrap();
        keys.flush().unwrap();
        assert_eq!(until("step"), Some(format!("step {} {key}", step + 1)));
    }
    assert_eq!(until("quit"), Some("quit".to_owned()));
    assert!(game.wait().unwrap().success());
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut game = program(&["trace", "--part", "2", "--seed", "1", "--keys", "Right*100000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(game.stdout.take());
    let output = game.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(text(&output.stderr), "");
}

/// Runs the program in a folder with its standard output closed.
fn with_closed_output(folder: &Path, arguments: &[&str]) -> Output {
    // The reading end is closed before the program starts, so that its first output fails.
    let (_, output) = std::io::pipe().unwrap();
    let mut command = program(arguments);
    command.current_dir(folder).stdout(output).stderr(Stdio::piped());
    command.spawn().unwrap().wait_with_output().unwrap()
}

/// `roguelike verify runs/* | head -1` has the exit code of all the runs.
#[test]
fn verify_has_the_exit_code_of_the_worst_file_also_with_a_closed_pipe() {
    let folder = folder("unread");
    let run = roguelike(&["trace", "--part", "1", "--seed", "1"]).stdout;
    let long = "same".repeat(50);
    for name in ["same", &long] {
        fs::write(folder.join(name), &run).unwrap();
    }
    fs::write(folder.join("other"), text(&run).replace("seed 1\n", "seed 2\n")).unwrap();
    fs::write(folder.join("none"), "Right Left").unwrap();
    for (worst, code) in [("same", 0), ("other", 1), ("none", 2)] {
        // More output than a buffer holds, and the worst file at the end.
        let mut files = vec![long.as_str(); 60];
        files.push(worst);
        for arguments in [&["verify"][..], &["verify", "--json"]] {
            let output = with_closed_output(&folder, &[arguments, &files[..]].concat());
            assert_eq!(output.status.code(), Some(code), "{worst}: {}", text(&output.stderr));
        }
    }
    assert_eq!(
        with_closed_output(&folder, &[&["verify"][..], &["other"; 50]].concat()).status.code(),
        Some(1)
    );
}

/// The exit code is 3, because 1 would say that the recording differs.
#[cfg(target_os = "linux")]
#[test]
fn verify_fails_if_its_report_cannot_be_written() {
    let run = folder("full").join("run.trace");
    fs::write(&run, &roguelike(&["trace", "--seed", "1"]).stdout).unwrap();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = program(&["verify", run.to_str().unwrap()]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let error = text(&output.stderr);
    assert!(
        error.starts_with("roguelike: cannot write the answers: ") && error.lines().count() == 1,
        "{error}"
    );
}

/// A closed pipe, as in `roguelike help | head -1`, is no failure. A full disk is one.
#[cfg(target_os = "linux")]
#[test]
fn help_and_version_are_printed_or_the_exit_code_says_so() {
    let folder = folder("help");
    for arguments in
        [&["help"][..], &["--help"], &["--version"], &["help", "trace"], &["runs", "--help"], &["keys"]]
    {
        let output = with_closed_output(&folder, arguments);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""), "{arguments:?}");
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = program(arguments).stdout(full).output().unwrap();
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(error.starts_with("roguelike: cannot write to standard output: "), "{arguments:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
    }
}

/// The run goes on, as in the original, but the exit code tells scripts of the failure.
#[test]
fn a_save_that_fails_is_a_failure_of_the_command() {
    let folder = folder("no_save");
    let nowhere = folder.join("none/x.save");
    let nowhere = nowhere.to_str().unwrap();
    let picture = folder.join("x.png");
    let keys = ["--seed", "1", "--keys", "1 F5 Right", "--save-file", nowhere];
    for command in [&["trace"][..], &["shot", "-o", picture.to_str().unwrap()]] {
        let output = roguelike(&[command, &keys].concat());
        assert_eq!(output.status.code(), Some(1), "{command:?}");
        let error = text(&output.stderr);
        assert!(
            error.starts_with("roguelike: cannot save the game in ") && error.lines().count() == 1,
            "{error}"
        );
    }
    assert!(picture.exists());
}

#[test]
fn files_are_written_also_with_a_closed_pipe() {
    let folder = folder("unread_files");
    let prefix = folder.join("prefix").to_str().unwrap().to_owned();
    let list = roguelike(&["generate", &prefix]).stdout;
    let files: Vec<&Path> = text(&list).lines().map(Path::new).collect();
    assert!(files.len() > 10 && files.iter().all(|file| file.exists()));
    fs::remove_dir_all(&prefix).unwrap();
    assert!(with_closed_output(&folder, &["generate", &prefix]).status.success());
    for file in files {
        assert!(file.exists(), "{} was not written", file.display());
    }
    let picture = folder.join("x.png");
    assert!(with_closed_output(&folder, &["shot", "-o", picture.to_str().unwrap()]).status.success());
    assert!(picture.exists(), "the line about its seed was not read");
}

/// A file alone is what a desktop gives to a program on which the file was dropped.
#[test]
fn a_file_alone_is_a_recording_to_watch() {
    let folder = folder("dropped");
    // On Windows it would open a window.
    if cfg!(unix) {
        let recording = folder.join("run.trace");
        let start = "roguelike-trace 1\npart 7\nseed 42\nstdlib libstdc++\nstep 0 start\n";
        fs::write(&recording, start).unwrap();
        // It has been read: nothing but the display is missing.
        let opened = program(&[recording.to_str().unwrap()]).env_remove("XDG_RUNTIME_DIR").output().unwrap();
        let problem = text(&opened.stderr);
        let no_display = "neither DISPLAY nor WAYLAND_DISPLAY is set";
        assert!(problem.contains(no_display) && problem.lines().count() == 1, "{problem}");
    }

    let notes = folder.join("notes.txt");
    fs::write(&notes, "Buy milk.\n").unwrap();
    refused(&[notes.to_str().unwrap()], 1, &["notes.txt", "'Buy'"]);
    // The word has to end there: a longer one is a key that is not known.
    fs::write(&notes, "roguelike-traceXYZ 1\n").unwrap();
    refused(&[notes.to_str().unwrap()], 1, &["notes.txt", "unknown key 'roguelike-traceXYZ'"]);
    // What is a command stays one, and what does not exist is no recording.
    fs::write(folder.join("keys"), "").unwrap();
    let keys = program(&["keys"]).current_dir(&folder).output().unwrap();
    assert!(keys.status.success() && !keys.stdout.is_empty());
    refused(&["missing.trace"], 2, &["missing.trace", "see 'roguelike --help'"]);
}

/// The manual names only pages that there are, and keeps the lines of examples apart.
#[test]
fn the_manual_and_the_completions_are_whole() {
    let folder = folder("manual");
    assert!(roguelike(&["generate", folder.to_str().unwrap()]).status.success());
    let pages = folder.join("share/man/man1");
    let mut examples = 0;
    for page in fs::read_dir(&pages).unwrap() {
        let path = page.unwrap().path();
        let page = fs::read_to_string(&path).unwrap();
        for word in page.split_whitespace().filter(|word| word.ends_with("(1)")) {
            let named = word.trim_start_matches("\\fB").replace("\\-", "-").replace("(1)", ".1");
            assert!(pages.join(&named).exists(), "{} names {word}", path.display());
        }
        let footer = concat!("roguelike ", env!("CARGO_PKG_VERSION"));
        assert!(page.contains(footer), "{} has no version", path.display());
        for line in page.lines().filter(|line| line.starts_with("  ") && line.contains("roguelike ")) {
            let (before, _) = page.split_once(line).unwrap();
            assert!(before.rfind(".nf") > before.rfind(".fi"), "{line} is filled");
            examples += 1;
        }
    }
    assert!(examples > 20, "only {examples} examples");
    for script in ["bash-completion/completions/roguelike", "zsh/site-functions/_roguelike"] {
        let script = fs::read_to_string(folder.join("share").join(script)).unwrap();
        for name in ["libstdc++-10", "msvc-2019", "bresenham", "bitboard", "sound"] {
            assert!(script.contains(name), "no {name}");
        }
    }
}

#[test]
fn help_and_version_are_printed() {
    let version = roguelike(&["--version"]);
    let commit = env!("ROGUELIKE_COMMIT");
    assert_eq!(text(&version.stdout), format!("roguelike {} ({commit})\n", env!("CARGO_PKG_VERSION")));
    for command in ["", "play", "trace", "shot", "verify", "fov"] {
        let arguments: Vec<&str> = [command, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
        let help = roguelike(&arguments);
        assert!(help.status.success(), "{command}");
        assert!(text(&help.stdout).contains("Examples:"), "{command} --help has no examples");
    }
}

/// An error about a line of a trace names the help, and the help describes the format.
#[test]
fn the_format_of_traces_is_described_where_errors_point() {
    let folder = folder("format");
    let trace = folder.join("run.trace");
    fs::write(&trace, "roguelike-trace 1\npart 7\nseed 42\nstdlib libstdc++\nstep 0 start\nplayer here\n")
        .unwrap();
    refused(
        &["verify", trace.to_str().unwrap()],
        2,
        &["line 6", "'roguelike trace --help' describes the format"],
    );
    let page = roguelike(&["generate", folder.to_str().unwrap()]);
    assert!(page.status.success());
    let manual = fs::read_to_string(folder.join("share/man/man1/roguelike-trace.1")).unwrap();
    let help = roguelike(&["trace", "--help"]);
    for described in [text(&help.stdout), &manual.replace("\\-", "-")] {
        assert!(described.contains("FNV-1a") && described.contains("roguelike-trace 1 brief"), "{described}");
    }
}

/// The help describes every line of the recordings with its fields, in their order.
#[test]
fn the_format_of_traces_is_described_as_they_are() {
    let help = roguelike(&["trace", "--help"]);
    let help = text(&help.stdout);
    let forms: Vec<Vec<&str>> = help.lines().map(|line| line.split_whitespace().collect()).collect();
    let from = forms.iter().position(|form| form.starts_with(&["step", "N", "KEY"])).unwrap();
    let place = |word: &str| forms[from..].iter().position(|form| form.first() == Some(&word));
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/traces");
    let files = fs::read_dir(golden).unwrap().map(|entry| entry.unwrap().path());
    let mut words = BTreeSet::new();
    for file in files.filter(|file| file.extension().is_some_and(|extension| extension == "trace")) {
        let mut before = 0;
        for line in fs::read_to_string(&file).unwrap().lines().skip_while(|line| !line.starts_with("step 0"))
        {
            let word = line.split(' ').next().unwrap();
            let found = place(word).unwrap_or_else(|| panic!("not described: {line}"));
            assert!(found >= before || word == "step", "{}: {line}", file.display());
            before = found;
            if ["player", "bonus", "depth", "monster"].contains(&word) {
                let mut form = forms[from + found].iter();
                let names = line
                    .split(' ')
                    .filter(|word| word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase()));
                names.for_each(|name| assert!(form.any(|known| *known == name), "{name} in: {line}"));
            }
            words.insert(word.to_owned());
        }
    }
    assert_eq!(words.len(), 21, "the recordings have every kind of line: {words:?}");
}

#[test]
fn without_a_seed_every_run_differs_and_its_header_has_the_seed() {
    let header = |output: &Output| text(&output.stdout).lines().nth(2).unwrap().to_owned();
    let first = roguelike(&["trace", "--part", "1"]);
    let second = roguelike(&["trace", "--part", "1"]);
    assert_ne!(header(&first), header(&second));
    let seed = header(&first).replace("seed ", "");
    assert_eq!(roguelike(&["trace", "--part", "1", "--seed", &seed]).stdout, first.stdout);
}

/// Only the program, the desktop, the glyphs and the sounds know SDL. Tests inside of modules are left out.
#[test]
fn only_the_documented_modules_use_sdl() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![source.clone()];
    let mut knowing = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            if text.split("#[cfg(test)]").next().unwrap().contains("sdl2::") {
                let room = path.strip_prefix(&source).unwrap().iter().next().unwrap();
                knowing.insert(room.to_str().unwrap().to_owned());
            }
        }
    }
    assert_eq!(knowing, ["desktop", "glyph_cache.rs", "main.rs", "sound.rs"].map(str::to_owned).into());
}
