//! Builds a copy with CMake.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use super::build::Build;
use super::compiler::OPTIMIZED;
use super::error::CheckError;
use super::listing::entries;
use super::options::CACHE;
use super::workspace::Workspace;
use crate::attach::folder::Entry;

impl Build<'_> {
    /// Builds with CMake, in a folder that is empty or has the libraries of the last check of the same watch.
    pub(super) fn cmake(&self, jobs: usize) -> Result<(), CheckError> {
        let Workspace { folder, source, build: own, .. } = self.workspace;
        let again = self.reads.map(|reads| &reads.again);
        if !again.is_some_and(|again| again.take(own, source)) {
            self.clear()?;
        }
        // Where the user builds among the sources, headers that CMake writes are among them as well.
        let build = if folder.join(CACHE).is_file() { source } else { own };
        let optimized = if cfg!(windows) || depends_on_flags(source) { "" } else { OPTIMIZED };
        let options =
            [format!("-DCMAKE_CXX_FLAGS_INIT={optimized}"), "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON".to_owned()];
        let [source, build] = [source, build].map(|path| path.as_os_str().to_owned());
        let words = ["-S".into(), source, "-B".into(), build.clone()];
        let words: Vec<OsString> = words.into_iter().chain(options.map(OsString::from)).collect();
        self.step("cmake", &words)?;
        let jobs = OsString::from(jobs.to_string());
        let words = ["--build".into(), build, "--config".into(), "Release".into(), "--parallel".into(), jobs];
        let built = self.step("cmake", &words).map(drop);
        // Interrupted compilers may leave half an object.
        if built.as_ref().map_or_else(CheckError::is_uninterrupted, |()| true) {
            again.inspect(|again| again.keep(own));
        }
        built
    }
}

/// Returns true if a list for CMake has a condition about the options of compilers. It may mean that there
/// are none.
fn depends_on_flags(copy: &Path) -> bool {
    let is_list = |entry: &Entry| entry.name.ends_with("CMakeLists.txt") || entry.name.ends_with(".cmake");
    let is_condition = |line: &str| line.trim_start().starts_with("if") && line.contains("CMAKE_CXX_FLAGS");
    let lists = entries(copy).unwrap_or_default().into_iter().filter(is_list);
    lists
        .map(|list| fs::read(list.path).unwrap_or_default())
        .any(|bytes| String::from_utf8_lossy(&bytes).lines().any(is_condition))
}
