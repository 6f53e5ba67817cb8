//! The command line of the comparers: one line for every wrong use, and names that the shell leaves alone.

use std::fs;
use std::process::Command;

use super::explorer::Script;
use super::miniature::change;
use super::refusals::{compare_refusals, ends_with};
use super::scratch::scratch;
use super::{record, record_keys};
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::trace::Form;
use roguelike_compare::verify::{LONGEST_SEARCH, SearchCut};

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roguelike-compare"));
    command.args(arguments).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command
}

#[test]
fn refused_command_lines_print_one_line() {
    compare_refusals(program, "refused-compare.txt");
}

/// The words of the operating system are those of Linux.
#[cfg(target_os = "linux")]
#[test]
fn refused_files_are_named_in_one_line() {
    compare_refusals(program, "refused-compare-files.txt");
}

/// A closed pipe, as in `roguelike verify *.trace | head -1`, is no failure: the exit code is that of the
/// worst file, of which 1 would say that it differs.
#[cfg(target_os = "linux")]
#[test]
fn a_closed_pipe_is_no_failure_and_a_full_disk_is_one() {
    let folder = scratch("outputs");
    let run = record(1, 1, "", Form::Normal);
    // Names of which 60 fill a buffer, before the file whose answer counts.
    let long = "same".repeat(50);
    let other = run.replace("seed 1\n", "seed 2\n");
    for (name, text) in [("same", &*run), (&long, &run), ("other", &other), ("none", "Right Left")] {
        fs::write(folder.join(name), text).unwrap();
    }
    for (json, worst, closed) in
        [(false, "same", 0), (false, "other", 1), (true, "other", 1), (false, "none", 2)]
    {
        let command = || {
            let mut command = program(&["verify"]);
            command.args(json.then_some("--json")).args([&*long; 60]).arg(worst).current_dir(&folder);
            command
        };
        ends_with(command, closed, 3);
    }
    for words in [["verify", "--help"], ["keys", "--part=5"]] {
        ends_with(|| program(&words), 0, 1);
    }
}

/// `roguelike keys -o` writes the keys that it prints otherwise, also over older ones.
#[test]
fn keys_can_go_to_a_file() {
    let folder = scratch("keys_file");
    let path = folder.join("part5.keys");
    let keys = |part: &str, more: &[&str]| {
        let output = program(&["keys", "--part", part]).args(more).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        output.stdout
    };
    for part in ["4", "5"] {
        assert!(keys(part, &["-o", path.to_str().unwrap()]).is_empty());
        assert!(fs::read(&path).unwrap() == keys(part, &[]));
    }
    // The first words alone do not make a file one of these.
    for text in ["# Part 3 of my notes\n\nprecious\n", "# Part 3, my seed of doubt\n"] {
        fs::write(&path, text).unwrap();
        let refused = program(&["keys", "-o", path.to_str().unwrap()]).output().unwrap();
        assert!(refused.status.code() == Some(2) && fs::read_to_string(&path).unwrap() == text);
    }
}

/// The shells of Windows leave this to the program.
#[cfg(windows)]
#[test]
fn names_with_a_star_are_expanded() {
    let folder = scratch("star");
    for name in ["a.trace", "b.trace", "c.txt"] {
        fs::write(folder.join(name), record(1, 1, "", Form::Normal)).unwrap();
    }
    let output = program(&["verify", "*.trace"]).current_dir(&folder).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 2);
}

/// Each command has its page, with its examples, as a command of `roguelike`.
#[test]
fn the_manual_and_the_completions_are_whole() {
    let folder = scratch("manual");
    assert!(program(&["generate-compare", folder.to_str().unwrap()]).status().unwrap().success());
    let read = |file: &str| fs::read_to_string(folder.join("share").join(file)).unwrap();
    for name in ["check", "verify", "diff", "attach", "keys", "fov"] {
        let page = read(&format!("man/man1/roguelike-{name}.1"));
        assert!(page.contains(".SH EXAMPLES") && page.contains(&format!("roguelike {name} ")), "{page}");
    }
    assert!(read("man/man1/roguelike-compare.1").contains("roguelike\\-verify(1)"));
    for script in ["bash-completion/completions/roguelike-compare", "zsh/site-functions/_roguelike-compare"] {
        let script = read(script);
        assert!(script.contains("--picture") && script.contains("sound"));
    }
}

/// A file that takes one of the names while others are written is not overwritten.
#[cfg(unix)]
#[test]
fn a_file_that_comes_meanwhile_stays() {
    use std::io::{Read, Write};
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;
    let folder = scratch("meanwhile");
    let (mut reader, mut writer) = UnixStream::pair().unwrap();
    writer.set_nonblocking(true).unwrap();
    while writer.write(&[b'.'; 512]).is_ok() || writer.write(b".").is_ok() {}
    writer.set_nonblocking(false).unwrap();
    // The program waits with its first line, after its first file, until somebody reads.
    let mut generate = program(&["generate-compare", folder.to_str().unwrap()]);
    let child = generate.stdout(OwnedFd::from(writer)).stderr(std::process::Stdio::piped()).spawn().unwrap();
    drop(generate);
    let pages = folder.join("share/man/man1");
    let is_page = |name: std::ffi::OsString| name.to_string_lossy().ends_with(".1");
    while !fs::read_dir(&pages).is_ok_and(|mut all| all.any(|page| is_page(page.unwrap().file_name()))) {}
    let own = folder.join("share/fish/vendor_completions.d/roguelike-compare.fish");
    fs::create_dir_all(own.parent().unwrap()).unwrap();
    fs::write(&own, "mine").unwrap();
    reader.read_to_end(&mut Vec::new()).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.code() == Some(2) && said.contains("roguelike-compare.fish: this command did not"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(own).unwrap(), "mine");
}

/// Returns what a program writes to standard error if that is a terminal.
#[cfg(unix)]
fn on_a_terminal(arguments: &[&str]) -> String {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use std::io::Read;
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&terminal).unwrap();
    unlockpt(&terminal).unwrap();
    let name = ptsname(&terminal, Vec::new()).unwrap().into_string().unwrap();
    let side = fs::File::options().read(true).write(true).open(name).unwrap();
    let mut child = program(arguments).stdout(std::process::Stdio::null()).stderr(side).spawn().unwrap();
    let (mut terminal, mut written) = (fs::File::from(terminal), Vec::new());
    // When the program has closed its side, the system reports an error instead of the end.
    let _closed = terminal.read_to_end(&mut written);
    assert_eq!(child.wait().unwrap().code(), Some(1));
    String::from_utf8(written).unwrap()
}

/// A report recommends a longer search as long as there is one, and the program takes what it recommends.
#[test]
fn the_search_that_is_recommended_can_be_made() {
    let path = scratch("longer").join("right.trace");
    fs::write(&path, record(1, 7, "Right", Form::Normal)).unwrap();
    for limit in [1, 10, 14_400, 14_401, LONGEST_SEARCH - 1] {
        let next = SearchCut::Limit(limit).next_limit().unwrap();
        assert!(next > limit);
        let made =
            program(&["verify", "--search", &next.to_string(), path.to_str().unwrap()]).output().unwrap();
        assert!(made.status.success(), "{made:?}");
    }
    assert_eq!(SearchCut::Limit(LONGEST_SEARCH).next_limit(), None);
}

/// A long search shows its progress where somebody watches, and removes the line at the end.
#[cfg(unix)]
#[test]
fn a_long_search_shows_its_progress() {
    let Script { setup, keys, .. } = Script::new(Part::new(7).unwrap(), StdLib::default(), None);
    let right = record_keys(setup, keys, Form::Normal);
    let path = scratch("progress").join("wrong.trace");
    fs::write(&path, change(&right, 1_500, "monster 0 ", |line| line.replacen(" hp ", " hp 7", 1))).unwrap();
    let shown = on_a_terminal(&["verify", "--search", "5", path.to_str().unwrap()]);
    assert!(shown.contains("\rstill searching: ") && shown.ends_with(" \r"), "{shown:?}");
}
