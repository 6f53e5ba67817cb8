//! Names of files that a terminal or a shell would obey, given to every command that compares, and what is offered
//! with them.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::check::place::{FAST, HEADER, Place, SMALL};
use super::program::{MAIN, TEXT, replace, without_header};
#[path = "../common/hostile.rs"]
mod hostile;

const PROGRAM: &str = env!("CARGO_BIN_EXE_roguelike-compare");

fn program(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(words).current_dir(folder).env("XDG_CACHE_HOME", folder.join("cache"));
    command
}

/// Every command that takes a name gets such names: of nothing, of a file, of a folder.
#[test]
fn no_name_is_printed_as_it_is() {
    let around = Place::new("names", &[("main.cpp", SMALL)]).around;
    let uses: &[(&str, &[&str])] = &[
        ("verify", &["NAME"]),
        ("verify", &["--json", "NAME"]),
        ("verify", &["NAME", "--save-file", "NAME"]),
        ("verify", &["right.trace", "--picture", "NAME"]),
        ("diff", &["NAME", "right.trace"]),
        ("diff", &["right.trace", "NAME"]),
        ("attach", &["--part", "1", "NAME"]),
        ("attach", &["--part", "1", "mygame", "-o", "NAME"]),
        ("check", &["NAME"]),
        ("check", &["mygame", "--keep", "NAME", "--build", "false"]),
        ("check", &["mygame", "--exe", "NAME", "--build", "true"]),
        ("check", &["mygame", "--build", "NAME"]),
        ("check", &["mygame", "--set", "NAME"]),
        ("keys", &["--part", "1", "-o", "NAME"]),
        ("fov", &["--digest", "--algorithm", "NAME"]),
        ("generate-compare", &["NAME"]),
    ];
    let (_, help) = hostile::run(&mut program(&around, &["--help"]));
    let listed = hostile::commands(&help);
    let is_tried = |command: &String| uses.iter().any(|(tried, _)| tried == command);
    assert!(listed.len() == 7 && listed.iter().all(is_tried), "{listed:?}");
    let golden = super::compiler::root::root().join("tests/golden/traces/part03-libstdc++-seed42.trace");
    for name in hostile::NAMES {
        for kind in ["missing", "file", "recording", "folder"] {
            let work = around.join(name).join(kind);
            fs::create_dir_all(work.join("mygame")).unwrap();
            fs::copy(&golden, work.join("right.trace")).unwrap();
            fs::write(work.join("mygame/trace.hpp"), HEADER).unwrap();
            for (command, words) in uses {
                fs::write(work.join("mygame/main.cpp"), SMALL).unwrap();
                let place = work.join(name);
                match kind {
                    "file" => fs::write(&place, "Buy milk.\n").unwrap(),
                    "recording" => _ = fs::copy(&golden, &place).unwrap(),
                    // Of a program whose source has such a name, too.
                    "folder" => {
                        fs::create_dir_all(&place).unwrap();
                        fs::write(place.join(format!("{name}.cpp")), MAIN).unwrap();
                    }
                    _ => {}
                }
                let words = [command].into_iter().chain(words.iter());
                let words: Vec<&str> = words.map(|word| if *word == "NAME" { name } else { word }).collect();
                hostile::run(&mut program(&work, &words));
                fs::remove_file(&place).or_else(|_| fs::remove_dir_all(&place)).ok();
            }
        }
    }
}

/// What `check` and `attach` offer works in a shell, wherever it is.
#[test]
fn offered_command_lines_work_in_a_shell() {
    let wrong = Place::new("names-check", &[("main.cpp", SMALL.replace("Map Gen", "Mop Gen"))]);
    fs::write(wrong.folder.join("trace.hpp"), HEADER).unwrap();
    let main = replace(&without_header(), "SDL_RenderGlyph(col, row, ch, colour.r);", "") + TEXT + MAIN;
    for name in ["plain"].into_iter().chain(hostile::NAMES) {
        let work = wrong.around.join("work").join(name);
        fs::create_dir_all(&work).unwrap();
        let keep = work.join("kept");
        let mut check = wrong.command(&["--part", "1", "--seeds", "1", "--keep", keep.to_str().unwrap()]);
        let (code, said) = hostile::run(check.envs([FAST]));
        assert_eq!(code, Some(1), "{said}");
        let offered = said.lines().find_map(|line| line.strip_prefix("  picture: "));
        hostile::paste(offered.unwrap_or_else(|| panic!("{said}")), PROGRAM, &work);
        assert!(work.join("both.png").is_file(), "{said}");

        let game = work.join("game").join(name);
        fs::create_dir_all(&game).unwrap();
        fs::write(game.join("main.cpp"), &main).unwrap();
        let relative = Path::new("game").join(name);
        let patch = format!("{name}.patch");
        let words = ["attach", "--part", "6", relative.to_str().unwrap(), "-o", &patch];
        let (code, said) = hostile::run(&mut program(&work, &words));
        assert_eq!(code, Some(0), "{said}");
        let offered = said.lines().find_map(|line| Some(line.split_once("; next: ")?.1));
        hostile::paste(offered.unwrap_or_else(|| panic!("{said}")), PROGRAM, &work);
        let attached = fs::read_to_string(game.join("main.cpp")).unwrap();
        assert!(attached.contains("#include \"trace.hpp\"") && game.join("trace.hpp").is_file());
    }
}
