//! The command line: what each command prints, and the one-line message, with the way out, for every kind
//! of wrong usage.

#[path = "common/hostile.rs"]
#[allow(dead_code, reason = "other tests paste what is offered")]
mod hostile;
#[path = "common/refusals.rs"]
mod refusals;
#[path = "common/root.rs"]
mod root;
#[path = "common/scratch.rs"]
mod scratch;

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use refusals::{compare_refusals, ends_with, refusal};
use scratch::scratch;

fn roguelike(arguments: &[&str]) -> Output {
    program(arguments).output().expect("the program runs")
}

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roguelike"));
    command.args(arguments).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// Expects this exit code, nothing on standard output, and one line on standard error with these words.
fn refused(arguments: &[&str], code: i32, words: &str) {
    let error = refusal(program(arguments));
    assert!(error.starts_with(&format!("{code} roguelike: ")) && error.contains(words), "{words}: {error}");
}

#[test]
fn refused_command_lines_print_one_line() {
    compare_refusals(program, "refused.txt");
}

/// The words of the operating system are those of Linux.
#[cfg(target_os = "linux")]
#[test]
fn refused_files_are_named_in_one_line() {
    compare_refusals(program, "refused-files.txt");
}

/// Links the program into a folder without other programs and returns its path. A copy would not do:
/// a file that any process has open for writing cannot be started, and tests start processes all the time.
fn linked_program(folder: &Path) -> PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_roguelike"));
    let link = folder.join(program.file_name().unwrap());
    fs::hard_link(program, &link).unwrap();
    link
}

/// Without the program that compares, its commands say how to install it, and so does the help about them.
#[test]
fn commands_of_a_program_that_is_missing_say_so() {
    let alone = linked_program(&scratch("alone"));
    for words in [&["verify", "mine.trace"][..], &["help", "verify"]] {
        let output = Command::new(&alone).args(words).env("PATH", "").output().unwrap();
        let error = text(&output.stderr);
        assert!(error.starts_with("roguelike: 'verify' is a command of roguelike-compare"), "{error}");
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1));
    }
}

#[cfg(unix)]
#[test]
fn a_relative_home_is_refused() {
    let output = program(&["runs"]).env_remove("XDG_DATA_HOME").env("HOME", "here").output().unwrap();
    assert_eq!(text(&output.stderr), "roguelike: HOME is not an absolute path\n");
}

#[cfg(target_os = "linux")]
#[test]
fn without_home_files_are_in_the_folder_that_the_system_knows() {
    let id = Command::new("id").arg("-u").output().unwrap().stdout;
    let entry = Command::new("getent").args(["passwd", text(&id).trim()]).output().unwrap().stdout;
    let home = text(&entry).split(':').nth(5).unwrap().to_owned();
    let runs = |home: Option<&str>| {
        let mut command = program(&["runs"]);
        command.env_remove("XDG_DATA_HOME").env_remove("HOME").envs(home.map(|home| ("HOME", home)));
        let output = command.output().unwrap();
        (output.status.code(), output.stdout, output.stderr)
    };
    let known = runs(Some(&home));
    assert_eq!([runs(None), runs(Some(""))], [known.clone(), known]);
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

/// Every command that takes a name gets names that a terminal would obey: of nothing, of a file, of a folder.
#[cfg(unix)]
#[test]
fn no_name_is_printed_as_it_is() {
    let folder = scratch("hostile");
    let uses: &[(&str, &[&str])] = &[
        ("play", &["--replay", "NAME", "--exit"]),
        ("play", &["--keys", "1 F5", "--exit", "--save-file", "NAME"]),
        ("play", &["--keys", "1 F5", "--exit", "--record", "NAME"]),
        ("play", &["--keys-file", "NAME", "--exit"]),
        ("play", &["--font", "NAME", "--exit"]),
        ("trace", &["--seed", "1", "--keys-file", "NAME"]),
        ("trace", &["--seed", "1", "--keys", "1 F5", "--save-file", "NAME"]),
        ("trace", &["--seed", "1", "-o", "NAME"]),
        ("trace", &["--seed", "1", "--keys", "NAME"]),
        ("shot", &["--seed", "1", "-o", "NAME"]),
        ("shot", &["--seed", "1", "-o", "x.png", "--font", "NAME"]),
        ("steps", &["--part", "3", "--seed", "1", "-o", "NAME"]),
        ("steps", &["--part", "1", "--seed", "1", "--frames", "NAME"]),
        ("fov", &["--digest", "--seed", "NAME"]),
        ("keys", &["--part", "1", "-o", "NAME"]),
        ("runs", &["--give-up", "NAME"]),
        ("generate", &["NAME"]),
        // It finds no program that compares, or hands the name over.
        ("verify", &["NAME"]),
        ("diff", &["NAME", "NAME"]),
        ("check", &["NAME"]),
        ("attach", &["--part", "1", "NAME"]),
        ("NAME", &[]),
    ];
    let listed = hostile::commands(text(&roguelike(&["--help"]).stdout));
    let is_tried = |command: &String| uses.iter().any(|(tried, _)| tried == command);
    assert!(listed.len() >= 12 && listed.iter().all(is_tried), "{listed:?}");
    for name in hostile::NAMES {
        for kind in ["missing", "file", "folder"] {
            let (home, work) = (folder.join(name), folder.join(name).join(kind));
            fs::create_dir_all(&work).unwrap();
            for (command, words) in uses {
                let place = work.join(name);
                match kind {
                    "file" => fs::write(&place, "Buy milk.\n").unwrap(),
                    "folder" => fs::create_dir_all(&place).unwrap(),
                    _ => {}
                }
                let words = [command].into_iter().chain(words.iter());
                let words: Vec<&str> = words.map(|word| if *word == "NAME" { name } else { word }).collect();
                let mut program = program(&words);
                program.current_dir(&work).env("HOME", &home).env("XDG_DATA_HOME", home.join("data"));
                program.envs([("SDL_VIDEODRIVER", "dummy"), ("SDL_AUDIODRIVER", "dummy")]);
                hostile::run(&mut program);
                fs::remove_file(&place).or_else(|_| fs::remove_dir_all(&place)).ok();
            }
        }
        // A kept game of such a name.
        let runs = folder.join(name).join("data/roguelike-sdl2/runs");
        fs::create_dir_all(&runs).unwrap();
        fs::write(runs.join(format!("{name}.trace")), "nonsense").unwrap();
        let (code, said) =
            hostile::run(program(&["runs"]).env("XDG_DATA_HOME", folder.join(name).join("data")));
        assert!(code == Some(0) && said.contains("damaged"), "{said}");
    }
}

/// A pipe that has a name is written to, and not replaced by a file.
#[test]
fn a_picture_can_go_to_standard_output() {
    let folder = scratch("stdout");
    let shot = |options: &str| {
        let arguments = ["shot", "--part", "1"].into_iter().chain(options.split(' '));
        let mut command = program(&arguments.collect::<Vec<_>>());
        let output = command.current_dir(&folder).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        output
    };
    shot("--seed 1 -o 1.png");
    let file = fs::read(folder.join("1.png")).unwrap();
    let printed = shot("--seed 1 -o -");
    assert!(printed.stdout == file && printed.stderr.is_empty(), "the same picture");
    if cfg!(unix) {
        assert!(shot("--seed 1 -o /dev/stdout").stdout == file);
    }
    // The seed that was chosen is on standard error, so the picture is not damaged.
    let output = shot("-o -");
    let seed = text(&output.stderr).trim_end().strip_prefix("seed ").unwrap();
    assert!(output.stdout == shot(&format!("--seed {seed} -o -")).stdout && !folder.join("-").exists());
    shot("--seed 1 -o ./-");
    assert!(fs::read(folder.join("-")).unwrap() == file, "a file with the name - is written as ./-");
}

/// With `-o` the file is UTF-8, also where a shell's > would write UTF-16.
#[test]
fn a_trace_can_go_to_a_file() {
    let folder = scratch("trace_file");
    let file = folder.join("run.trace");
    let path = file.to_str().unwrap();
    let arguments = ["trace", "--part", "7", "--seed", "42", "--keys"];
    let printed = roguelike(&[&arguments[..], &["Right*5"]].concat()).stdout;
    let written = roguelike(&[&arguments[..], &["Right*5", "-o", path]].concat());
    assert!(written.status.success() && written.stdout.is_empty(), "{written:?}");
    assert!(fs::read(&file).unwrap() == printed);
    // What cannot be finished replaces nothing.
    refused(&[&arguments[..], &["Right*5 Nope", "-o", path]].concat(), 1, "'Nope'");
    assert!(fs::read(&file).unwrap() == printed);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "a temporary file stayed");
    assert_eq!(roguelike(&[&arguments[..], &["Right*5", "-o", "-"]].concat()).stdout, printed);
}

/// Windows has devices in every folder.
#[test]
fn a_device_is_not_replaced_by_a_file() {
    let device = if cfg!(windows) { "NUL" } else { "/dev/null" };
    let words = format!("{device}: it is not a regular file; give another place");
    refused(&["trace", "--part", "1", "--seed", "1", "-o", device], 1, &words);
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
    let file = scratch("script").join("keys");
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

/// A closed pipe, as in `roguelike help | head -1`, is no failure, and what a command also writes to files is
/// whole. A full disk is a failure.
#[cfg(target_os = "linux")]
#[test]
fn a_closed_pipe_is_no_failure_and_a_full_disk_is_one() {
    let folder = scratch("outputs");
    for (arguments, closed, full) in [
        (vec!["help"], 0, 1),
        (vec!["--help"], 0, 1),
        (vec!["--version"], 0, 1),
        (vec!["help", "trace"], 0, 1),
        (vec!["runs", "--help"], 0, 1),
        (vec!["trace", "--part", "2", "--seed", "1", "--keys", "Right*100000"], 0, 1),
        (vec!["generate", "prefix"], 0, 1),
        (vec!["shot", "-o", "x.png"], 0, 1),
    ] {
        ends_with(
            || {
                let mut command = program(&arguments);
                command.current_dir(&folder);
                command
            },
            closed,
            full,
        );
    }
    assert!(folder.join("x.png").exists() && folder.join("prefix/share/man/man1/roguelike.1").exists());
}

/// What compares is another program, which gets all words as they are, standard input and the last word: its
/// exit code.
#[cfg(unix)]
#[test]
fn commands_of_the_comparers_are_handed_over() {
    let folder = scratch("handed_over");
    let [alone, path] = ["alone", "path"].map(|name| folder.join(name));
    fs::create_dir(&alone).unwrap();
    fs::create_dir(&path).unwrap();
    let own = linked_program(&alone);
    let run = |arguments: &[&str]| {
        let mut command = Command::new(&own);
        command.args(arguments).env("PATH", format!("{}:/usr/bin:/bin", path.display()));
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // Without the other program nothing is read.
        child.stdin.take().unwrap().write_all(b"from a pipe\n").ok();
        let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
        (status.code(), text(&stdout).to_owned(), text(&stderr).to_owned())
    };
    let (code, out, error) = run(&["verify", "-"]);
    assert_eq!((code, out.as_str(), error.lines().count()), (Some(2), "", 1), "{error}");
    assert!(error.contains("roguelike-compare") && error.contains("cargo install"), "{error}");

    // On PATH, and beside the program, which comes first.
    for (place, name) in [(&path, "on PATH"), (&alone, "beside")] {
        let program = place.join("roguelike-compare");
        let script = format!("#!/bin/sh\necho '{name}'; printf '<%s>' \"$@\"; echo; cat; exit 42\n");
        let mut sh = Command::new("sh");
        let written = sh.args(["-c", "echo \"$1\" > \"$2\" && chmod +x \"$2\"", "sh", &script]).arg(&program);
        assert!(written.status().unwrap().success());
        let words = ["diff", "--json", "", "a b", "--", "-x", "*"];
        let expected = format!("{name}\n<diff><--json><><a b><--><-x><*>\nfrom a pipe\n");
        assert_eq!(run(&words), (Some(42), expected, String::new()));
        for asked in [["check", "--help"], ["help", "attach"]] {
            assert_eq!(run(&asked).1.lines().nth(1), Some(&*format!("<{}><{}>", asked[0], asked[1])));
        }
    }
    let listed = run(&["--help"]).1;
    assert!(
        ["check", "verify", "diff", "attach", "keys", "fov"]
            .iter()
            .all(|name| listed.contains(&format!("\n  {name} "))),
        "{listed}"
    );
}

/// A file alone is what a desktop gives to a program on which the file was dropped.
#[test]
fn a_file_alone_is_a_recording_to_watch() {
    let folder = scratch("dropped");
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

    // What is a command stays one.
    fs::write(folder.join("trace"), "").unwrap();
    let printed = program(&["trace"]).current_dir(&folder).output().unwrap();
    assert!(printed.status.success() && !printed.stdout.is_empty());
}

/// The manual names only pages that there are, and keeps the lines of examples apart.
#[test]
fn the_manual_and_the_completions_are_whole() {
    let folder = scratch("manual");
    assert!(roguelike(&["generate", folder.to_str().unwrap()]).status.success());
    let pages = folder.join("share/man/man1");
    let mut examples = 0;
    for page in fs::read_dir(&pages).unwrap() {
        let path = page.unwrap().path();
        let page = fs::read_to_string(&path).unwrap();
        for word in page.split_whitespace().filter(|word| word.ends_with("(1)")) {
            let named = word.trim_start_matches("\\fB").replace("\\-", "-").replace("(1)", ".1");
            // The comparers write their own.
            let is_theirs = ["check", "verify", "diff", "attach", "keys", "fov"]
                .iter()
                .any(|name| named == format!("roguelike-{name}.1"));
            assert!(is_theirs || pages.join(&named).exists(), "{} names {word}", path.display());
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
        for name in ["libstdc++-10", "msvc-2019", "bresenham"] {
            assert!(script.contains(name), "no {name}");
        }
    }
}

/// The help describes every line of the recordings with its fields, in their order.
#[test]
fn the_format_of_traces_is_described_as_they_are() {
    let help = roguelike(&["trace", "--help"]);
    let help = text(&help.stdout);
    let sample = roguelike(&["trace", "--part", "3", "--seed", "42", "--keys", "Right"]);
    let sample: String = text(&sample.stdout).lines().map(|line| format!("  {line}\n")).collect();
    assert!(help.contains(&format!("\n\n{sample}\n")), "the whole trace in the help is not {sample}");
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
fn without_a_seed_games_differ_and_their_headers_say_how() {
    let header = |output: &Output| text(&output.stdout).lines().nth(2).unwrap().to_owned();
    let first = roguelike(&["trace", "--part", "1"]);
    let second = roguelike(&["trace", "--part", "1"]);
    assert_ne!(header(&first), header(&second));
    let seed = header(&first).replace("seed ", "");
    assert_eq!(roguelike(&["trace", "--part", "1", "--seed", &seed]).stdout, first.stdout);
}

/// `generate` replaces what it made, and nothing else. Before it refuses, it has written nothing.
#[cfg(unix)]
#[test]
fn generate_leaves_files_of_others_alone() {
    let prefix = scratch("generate-others");
    let generate = || roguelike(&["generate", prefix.to_str().unwrap()]);
    let page = prefix.join("share/man/man1/roguelike.1");
    for _ in 0..2 {
        assert!(generate().status.success());
    }
    let icon = prefix.join("share/icons/hicolor/256x256/apps/roguelike.png");
    fs::remove_file(&page).unwrap();
    fs::write(&icon, "a photo").unwrap();
    let output = generate();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(text(&output.stderr).contains("this command did not make it"), "{output:?}");
    assert!(!page.exists() && fs::read(&icon).unwrap() == b"a photo");
    // Also behind a link.
    let photo = prefix.join("photo.png");
    fs::rename(&icon, &photo).unwrap();
    std::os::unix::fs::symlink(&photo, &icon).unwrap();
    assert_eq!(generate().status.code(), Some(2));
    assert_eq!(fs::read(&photo).unwrap(), b"a photo");
}

/// Pictures that cannot all be written leave no folder that the next attempt would refuse.
#[cfg(target_os = "linux")]
#[test]
fn frames_that_fail_leave_nothing() {
    let folder = scratch("frames-fail").join("frames");
    let program = env!("CARGO_BIN_EXE_roguelike");
    let script = format!("ulimit -f 8; {program} steps --part 1 --seed 43 --frames '{}'", folder.display());
    let output = Command::new("/bin/sh").args(["-c", &script]).output().unwrap();
    assert!(!output.status.success(), "{output:?}");
    assert!(!folder.exists());
}
