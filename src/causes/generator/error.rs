//! Why no copy of the series can be made.

use std::io;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: {error}", path.display())]
    Syntax { path: PathBuf, error: syn::Error },
    #[error("src/causes/rows.txt:{line}: {problem}")]
    Row { line: usize, problem: &'static str },
}
