//! The folder with the games of a player, a file for each game.

use std::cmp::Reverse;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::desktop::clock;
use crate::desktop::history::PlayedGame;
use crate::desktop::kept::facts::{GameFacts, StateLine, moment};
use crate::desktop::kept::game_file::{GameFile, SINCE_V, is_own, next_order};
use crate::desktop::kept::{Fate, KeptGame};
use crate::part::Part;
use crate::support::folders;
use crate::support::owned::OwnFolder;

/// How the name of the file of a game ends.
const ENDING: &str = "trace";
/// Maximum number of games of the same second.
const MAX_AT_ONCE: u32 = 1_000;
/// Maximum number of games in the folder.
const MAX_GAMES: usize = 300;
/// Maximum size of all finished games, in bytes.
const MAX_TOTAL: u64 = 64 << 20;
/// Maximum size of a game that counts, in bytes. A larger one is not removed, and no other is removed for it.
const SHARE: u64 = MAX_TOTAL / 4;
/// Maximum number of games whose keys are pressed again for a list: it has to come at once.
const MAX_PLAYED: usize = 10;

/// Why a game cannot be kept, continued or given up. Each is a whole sentence.
#[derive(Clone, Debug, thiserror::Error)]
pub enum KeepError {
    /// The game cannot be written. It goes on without being kept.
    #[error("this game is not being kept: {} ({})", reason(.1), .0.display())]
    Keep(PathBuf, Arc<io::Error>),
    /// No step can contain the save that was loaded.
    #[error("this game and later ones are not kept: {0}; save it with F5, and start the program again")]
    Lost(Arc<io::Error>),
    /// The file of an unfinished game cannot be used.
    #[error("cannot continue the game: {} ({})", .1, .0.display())]
    Continue(PathBuf, Arc<io::Error>),
    /// The game cannot be given up.
    #[error("cannot give up {}: {}", .0.display(), .1)]
    GiveUp(PathBuf, Arc<io::Error>),
}

/// Returns why a file cannot be written, in the words of the player where the system's are not.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "the disk is full".to_owned(),
        ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied => "its folder is read-only".to_owned(),
        _ => error.to_string(),
    }
}

/// A folder of games.
#[derive(Clone, Debug)]
pub struct GamesFolder {
    pub(super) folder: OwnFolder,
}

impl GamesFolder {
    /// The games are kept in this folder. It is made when a window opens, or with the first game.
    pub fn new(folder: PathBuf) -> GamesFolder {
        GamesFolder { folder: OwnFolder::new(folder) }
    }

    /// Returns the folder of the current user, or `None` without a folder for data.
    pub fn of_player() -> Option<GamesFolder> {
        Some(GamesFolder::new(folders::data().ok()?.join("runs")))
    }

    /// Returns all games, those that are not over first, each kind with the latest first.
    pub fn games(&self) -> Vec<KeptGame> {
        self.games_where(|_| true)
    }

    fn games_where(&self, is_wanted: impl Fn(&KeptGame) -> bool) -> Vec<KeptGame> {
        let mut games: Vec<KeptGame> = match self.files() {
            Ok(files) => files.iter().map(|path| KeptGame::of(path)).collect(),
            Err(error) => vec![KeptGame::damaged(&self.folder.path, &error.to_string())],
        };
        games.retain(is_wanted);
        games.sort_by_cached_key(|game| {
            Reverse((game.end.is_unfinished(), game.order, game.date, game.path().to_owned()))
        });
        let mut played = 0;
        for game in &mut games {
            played += usize::from(played < MAX_PLAYED && game.bring_up_to_date());
        }
        games
    }

    /// Returns the games of a part in the same order. Files without a part are on the list of every part.
    pub fn games_of(&self, part: Part) -> Vec<KeptGame> {
        self.games_where(|game| game.part.is_none_or(|other| other == part))
    }

    /// Everything in the folder that has the name of a recording.
    fn files(&self) -> io::Result<Vec<PathBuf>> {
        self.folder.check()?;
        let entries = match fs::read_dir(&self.folder.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?.flatten().map(|entry| entry.path()),
        };
        Ok(entries.filter(|path| path.extension().is_some_and(|extension| extension == ENDING)).collect())
    }

    /// Makes the file of a game, with this recording in it.
    /// Fails if it cannot be created or written. Then it does not exist.
    pub(crate) fn create(&self, played: &PlayedGame, recording: &str) -> Result<GameFile, KeepError> {
        const START: &str = "step 0 start\n";
        let failed = |error: io::Error| KeepError::Keep(self.folder.path.clone(), error.into());
        self.folder.make().map_err(failed)?;
        self.tidy();
        let state = StateLine::now(Fate::Open, GameFacts::of(played), next_order(&self.folder.path));
        let start = recording.find(START).map_or(0, |at| at + START.len());
        let (header, keys) = recording.split_at(start);
        let text = format!("{header}# begun {}{SINCE_V}\n{keys}", moment(state.at));
        let mut names = names_for(played.game.part(), &state);
        let file =
            names.find_map(|name| GameFile::create(self.folder.path.join(name), &text, &state).transpose());
        let too_many = || Err(io::Error::other("too many games began in this second"));
        file.unwrap_or_else(too_many).map_err(failed)
    }

    /// Removes the oldest finished games if there are too many games, or if they are too large together.
    /// Games that can be continued stay, and so does what the player put there.
    fn tidy(&self) {
        let size = |game: &KeptGame| fs::symlink_metadata(game.path()).map_or(0, |file| file.len());
        let files = self.files().unwrap_or_default();
        let games = files.iter().filter(|path| is_ours(path)).map(|path| KeptGame::of(path));
        let (mut over, others): (Vec<KeptGame>, Vec<KeptGame>) = games.partition(|game| game.end.is_over());
        // The date of a clock that ran ahead counts as now. If most dates do, the clock is wrong now, and the
        // game that seems to be the oldest may be the latest.
        let now = clock::now();
        if over.iter().filter(|game| game.date > now).count() > over.len() / 2 {
            return;
        }
        over.sort_by_cached_key(|game| Reverse((game.order, game.date.min(now), game.path().to_owned())));
        let (mut count, mut total) = (others.len() + 1, 0);
        for game in over.iter().filter(|game| size(game) <= SHARE) {
            count += 1;
            total += size(game);
            if count > MAX_GAMES || total > MAX_TOTAL {
                // A game that stays is removed by the next attempt.
                unchanged(game).and_then(remove).ok();
            }
        }
    }

    /// Gives up a game that is unfinished or damaged. One that was left stays and can be watched. A damaged
    /// one is removed if this program made it.
    /// Fails if a window plays it or has ended it, its file belongs to somebody else, or it cannot be written
    /// or removed.
    pub(crate) fn give_up(&self, game: &KeptGame) -> Result<(), KeepError> {
        let given_up = self.folder.check().and_then(|()| unchanged(game)).and_then(|file| match game.end {
            Fate::Left => file.give_up(game.facts),
            _ => remove(file),
        });
        given_up.map_err(|error| KeepError::GiveUp(game.path().to_owned(), error.into()))
    }
}

/// Returns names for a game that begins now, the best one first: `20261123-142500-part17-rogue.trace`. A
/// person recognises the game by them.
fn names_for(part: Part, state: &StateLine) -> impl Iterator<Item = String> {
    let class =
        state.facts.class.map_or_else(String::new, |class| format!("-{}", class.name().to_lowercase()));
    let name = format!("{}-part{part}{class}", clock::in_name(state.at));
    (1..MAX_AT_ONCE).map(move |number| match number {
        1 => format!("{name}.{ENDING}"),
        _ => format!("{name}-{number}.{ENDING}"),
    })
}

/// Returns true if this program gives such a name to a file.
pub(super) fn is_ours(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let words: Vec<&str> = name.splitn(3, '-').collect();
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let [day, time, rest] = words[..] else { return false };
    day.len() == 8 && time.len() == 6 && is_number(day) && is_number(time) && rest.starts_with("part")
}

/// Locks the file of a game.
/// Fails if a window plays it, or it changed since it was listed.
fn unchanged(game: &KeptGame) -> io::Result<GameFile> {
    let file = GameFile::open(game.path())?;
    match KeptGame::seen(&file.path, &file.file.handle, false)?.end == game.end {
        true => Ok(file),
        false => Err(io::Error::other("it changed since it was listed")),
    }
}

/// Removes a game.
/// Fails if it was not made by this program, or cannot be removed.
fn remove(file: GameFile) -> io::Result<()> {
    if !is_ours(&file.path) || !is_own(&file.file.handle)? {
        return Err(io::Error::other("it was not made by this program; remove it yourself"));
    }
    fs::remove_file(&file.path)
}
