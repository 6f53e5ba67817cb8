//! `roguelike generate`: files for a Linux desktop.

use std::path::Path;

use clap::CommandFactory;

use crate::cli::args::Cli;
use crate::cli::exit::Failure;
use crate::cli::manual::{MARK, Share, releases};
use crate::picture;

/// Sides of the icons that desktops use, in pixels.
const ICONS: [u32; 6] = [16, 32, 48, 64, 128, 256];

/// The entry in the menu of a Linux desktop.
const DESKTOP_ENTRY: &[u8] = include_bytes!("roguelike.desktop");

/// The description for software centres. The list of releases replaces `@RELEASES@`.
const METAINFO: &str = include_str!("roguelike.metainfo.xml");

/// Writes manual pages, completions, desktop entry, its description and icons below the `share` folder of
/// `prefix`.
/// Fails if a file cannot be written.
pub fn generate(prefix: &Path) -> Result<(), Failure> {
    let mut share = Share::of(prefix);
    share.describe(Cli::command())?;
    share.add("applications/roguelike.desktop", DESKTOP_ENTRY.to_owned());
    share.add("metainfo/roguelike.metainfo.xml", metainfo().into_bytes());
    for side in ICONS {
        let icon = picture::to_marked_png(picture::icon(side)?.surface(), Some(MARK))?;
        share.add(&format!("icons/hicolor/{side}x{side}/apps/roguelike.png"), icon);
    }
    share.write()
}

/// Returns the description of the desktop entry.
fn metainfo() -> String {
    let release = |(version, date)| format!("    <release version=\"{version}\" date=\"{date}\"/>\n");
    let releases: String = releases().map(release).collect();
    METAINFO.replace("@RELEASES@", &format!("  <releases>\n{releases}  </releases>\n"))
}
