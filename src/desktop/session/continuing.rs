//! Unfinished games: their list, and how one is continued.

use std::mem;
use std::path::Path;

use crate::desktop::actions::Action;
use crate::desktop::kept::facts::GameFacts;
use crate::desktop::kept::game_file::{self, Claimed};
use crate::desktop::kept::{Fate, KeptGame};
use crate::desktop::screens::games::Games;
use crate::desktop::session::{Mode, Session};

impl Session {
    /// Shows the kept games.
    pub(super) fn show_games(&mut self) {
        if self.recorder.is_some() {
            return self
                .show_text("You can't continue or watch another game while this one is being recorded.");
        }
        let games = self.games_screen();
        self.show(Box::new(games));
    }

    /// Returns the screen of kept games.
    fn games_screen(&self) -> Games {
        Games::new(self.list(), self.files.path().map(Path::to_owned))
    }

    /// Returns the kept games. The file of the game that is played has its state only now and then.
    pub(super) fn list(&self) -> Vec<KeptGame> {
        let mut games = self.files.list(self.played.game.part());
        let is_own = |game: &&mut KeptGame| game.end == Fate::Open && self.files.path() == Some(game.path());
        games.iter_mut().filter(is_own).for_each(|game| game.facts = GameFacts::of(&self.played));
        games
    }

    /// Does something with the kept game that is chosen on the screen on top.
    pub(super) fn act_on_game(&mut self, action: Action, game: &KeptGame) {
        let path = game.path();
        match action {
            Action::Resume => self.resume(path),
            Action::GiveUp => {
                let ended = self.files.give_up(game);
                let chosen = self.screens.last_mut().and_then(|screen| screen.chosen().copied());
                self.screens.pop();
                let games = self.games_screen().at(chosen.unwrap_or_default());
                self.screens.push(Box::new(games));
                self.warn_of(ended);
            }
            Action::Watch => self.watch(path, true),
            Action::Again => match game_file::read(path, self.played.game.part()) {
                Ok((setup, _)) => self.begin_as(setup),
                Err(error) => self.warn(format!("cannot read {}: {error}", path.display())),
            },
            _ => self.share(game.facts.shared(game.end)),
        }
    }

    /// Continues an unfinished game. The game that is played until now is kept.
    pub(super) fn resume(&mut self, path: &Path) {
        match self.files.claim(path, &self.played) {
            Ok(claimed) => self.mode = Mode::Continuing(Box::new(claimed)),
            Err(error) => self.warn(error.to_string()),
        }
        self.press_kept_keys();
    }

    /// Presses the next keys of the game that is continued. After the last one it is played.
    pub(super) fn press_kept_keys(&mut self) {
        let Mode::Continuing(claimed) = &mut self.mode else { return };
        let Claimed { keys, played, count, .. } = &mut **claimed;
        *count += played.press_while(&keys[*count..], |_, _| true);
        if *count < keys.len() {
            let percent = 100 * *count / keys.len();
            return self.show_text(format!(
                "Replaying your game to where you left it: {percent} %. {{stop}} stops."
            ));
        }
        self.examine.end_text();
        let Mode::Continuing(claimed) = mem::replace(&mut self.mode, Mode::Playing) else { return };
        self.screens.clear();
        match self.files.go_on(*claimed) {
            Ok((mut played, note)) => {
                played.game.set_slot(self.played.game.slot().clone());
                self.play_on(played);
                self.play.starts_over = true;
                note.into_iter().for_each(|note| self.warn(note));
            }
            Err(error) => self.warn(error.to_string()),
        }
    }
}
