//! The programs of the repository.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use chapters::chapter::root;

/// Returns the folder of the programs. They are those that the repository's own tests have compiled. The
/// features of crates depend on whether a test is built too, so one is.
pub fn programs() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let options =
            ["--workspace", "--bins", "--test=rng", "--locked", "--profile=test", "--message-format=json"];
        let output =
            Command::new(env!("CARGO")).arg("build").args(options).current_dir(root()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let messages = String::from_utf8(output.stdout).unwrap();
        let messages = messages.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let program = |message: serde_json::Value| {
            let is_program = message["target"]["kind"][0] == "bin";
            message["executable"].as_str().filter(|_| is_program).map(PathBuf::from)
        };
        messages.filter_map(program).next().unwrap().parent().unwrap().to_owned()
    })
}
