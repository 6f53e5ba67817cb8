//! Steps that follow each other without a fresh press: held keys and journeys.

use std::time::{Duration, Instant};

use crate::desktop::assist::stop::Stop;
use crate::desktop::assist::travel::{Journey, wall_ahead};
use crate::desktop::history::step::threat_in_view;
use crate::game::Game;
use crate::key::Key;
use crate::map::Pos;

/// Time between two steps of a journey: a frame.
const STEP: Duration = Duration::from_millis(16);

/// A journey, and whether held keys still walk.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    /// The journey, and when its next step is due.
    journey: Option<(Journey, Instant)>,
    /// Why held keys do not walk until the next fresh press.
    stopped: Option<Stop>,
    /// The most hit points that the player had since the last X, or since a loss was reported.
    hp: Option<i32>,
}

impl Walk {
    /// Begins a journey. Its first step is due at once.
    /// Fails if it ends before its first step, or the player has to know something first: a monster is in
    /// view, or hit points were lost since the last time that the player explored.
    pub fn begin(&mut self, journey: Journey, game: &Game) -> Result<(), Stop> {
        if let Some(name) = threat_in_view(game) {
            return Err(Stop::InView(name));
        }
        // A run goes on after a key that the player pressed.
        if !matches!(journey, Journey::Run(_)) {
            journey.next_key(game)?;
        }
        let left = game.player().hp;
        if journey == Journey::Explore
            && let Some(hp) = self.hp.replace(left).filter(|&hp| hp > left)
        {
            return Err(Stop::Lost(hp - left, left));
        }
        self.journey = Some((journey, Instant::now()));
        Ok(())
    }

    /// The journey that goes on.
    pub fn journey(&self) -> Option<Journey> {
        self.journey.map(|(journey, _)| journey)
    }

    /// A fresh press ends a journey, and held keys walk again.
    pub fn interrupt(&mut self) {
        (self.journey, self.stopped) = (None, None);
    }

    /// Notices the hit points after a step.
    pub fn notice(&mut self, hp: i32) {
        self.hp = self.hp.max(Some(hp));
    }

    /// Something happened that ends a journey and stops held keys. Returns true if there was a journey.
    pub fn stop(&mut self, stop: Stop) -> bool {
        self.stopped = Some(stop);
        self.journey.take().is_some()
    }

    /// Returns the reason why a held direction does not walk on, or `None` if it does.
    pub fn refusal(&self, step: Pos, game: &Game) -> Option<Stop> {
        let in_view = || threat_in_view(game).map(Stop::InView);
        self.stopped.clone().or_else(in_view).or_else(|| wall_ahead(game, step))
    }

    /// The next step of a journey is due now.
    pub fn hurry(&mut self) {
        self.journey = self.journey.map(|(journey, _)| (journey, Instant::now()));
    }

    /// Returns the time until the next step of a journey, or `None` without a journey.
    pub fn timeout(&self) -> Option<Duration> {
        Some(self.journey?.1.saturating_duration_since(Instant::now()))
    }

    /// Returns the next key of a journey if it is due, or why the journey ends.
    pub fn due_key(&mut self, game: &Game) -> Option<Result<Key, Stop>> {
        let (journey, due) = self.journey.filter(|(_, due)| *due <= Instant::now())?;
        let key = journey.next_key(game);
        let due = due.max(Instant::now() - STEP) + STEP;
        self.journey = key.is_ok().then_some((journey, due));
        Some(key)
    }
}
