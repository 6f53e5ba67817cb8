//! What each algorithm of the laboratory sees of a dungeon (`roguelike fov`): a view as a picture, all its
//! views as a digest, and a table of its errors.

mod line;
mod specimen;
mod table;

pub use specimen::Specimen;
pub use table::table;
