//! Builds a copy with CMake.

use std::ffi::OsString;
use std::io;
use std::time::SystemTime;

use super::build::Build;
use super::compiler::OPTIMIZED;
use super::dependencies::{is_outside_same, keep_outside};
use super::error::{CheckError, of_file};
use super::files::remove;
use super::mark::Mark;
use super::reads::Reads;
use super::workspace::Workspace;

/// The file in which CMake remembers what it has found.
const CACHE: &str = "CMakeCache.txt";

impl Build<'_> {
    /// Builds with CMake. Its folder is cleared if CMake might take an old object for new, or fails.
    pub(super) fn cmake(&self, sources: &[&str], jobs: usize) -> Result<(), CheckError> {
        let Workspace { folder, root, source, .. } = self.workspace;
        let mark = self.mark(sources)?;
        // Where the user builds among the sources, headers that CMake writes are among them as well.
        let is_inside = folder.join(CACHE).is_file();
        let build = if is_inside { source } else { &self.workspace.build };
        // A watch has to know what everything was made of.
        let is_known = self.reads.is_none_or(Reads::has_built);
        let is_old = is_known && !is_inside && mark.has_times_of(build, source) && is_outside_same(build);
        let marked = |result: io::Result<()>| result.map_err(of_file(&Mark::path(build)));
        // An interrupted build is not used again.
        if is_old { marked(Mark::remove(build)) } else { self.clear() }?;
        // It may remember what it found in the environment and elsewhere. Objects stay.
        let cache = build.join(CACHE);
        remove(&cache).map_err(of_file(&cache))?;
        let begin = SystemTime::now();
        let optimized = if cfg!(windows) { "" } else { OPTIMIZED };
        let options =
            [format!("-DCMAKE_CXX_FLAGS_INIT={optimized}"), "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON".to_owned()];
        let [source, build] = [source, build].map(|path| path.as_os_str().to_owned());
        let words = ["-S".into(), source, "-B".into(), build.clone()];
        let words: Vec<OsString> = words.into_iter().chain(options.map(OsString::from)).collect();
        let configure = || self.step("cmake", &words);
        let configured = configure()
            .or_else(|error| if is_old { self.clear().and_then(|()| configure()) } else { Err(error) });
        configured?;
        let jobs = OsString::from(jobs.to_string());
        let words = ["--build".into(), build, "--config".into(), "Release".into(), "--parallel".into(), jobs];
        let built = self.step("cmake", &words).map(drop);
        keep_outside(&self.workspace.build, root, begin);
        marked(mark.write(&self.workspace.build))?;
        built
    }
}
