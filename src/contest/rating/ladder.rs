//! A ladder: the ratings of a pool as its games change them.
//!
//! A ladder is a fold over the games in the order of their numbers. The live server and a full recomputation
//! run the same function on the same integers, so the results are equal bit for bit.

use super::skill::Rating;
use super::update::{Rated, update};

/// Milliseconds of a day.
const DAY_MS: i64 = 86_400_000;

/// A player's number in a ladder.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlayerIndex(pub u32);

/// A player's state in a pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Form {
    /// The current rating.
    pub rating: Rating,
    /// The number of rated games.
    pub games: u32,
    /// When the last rated game ended, in milliseconds since 1970.
    pub last_at_ms: Option<i64>,
}

impl Form {
    /// Returns the whole days from the last rated game to this time. Returns 0 for a new player.
    pub fn days_idle(&self, at_ms: i64) -> u32 {
        let passed = self.last_at_ms.map_or(0, |last| at_ms.saturating_sub(last));
        u32::try_from(passed / DAY_MS).unwrap_or(if passed < 0 { 0 } else { u32::MAX })
    }
}

/// The ratings of all players of a pool.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ladder {
    forms: Vec<Form>,
}

impl Ladder {
    /// Returns a player's state. Returns that of a new player if they have not played.
    pub fn form(&self, player: PlayerIndex) -> Form {
        self.forms.get(player.0 as usize).copied().unwrap_or_default()
    }

    /// Sets a player's state before the first game that is played here.
    pub fn resume(&mut self, player: PlayerIndex, form: Form) {
        *self.form_mut(player) = form;
    }

    /// Applies a game, given by its players in the order of seats with their places. Returns the ratings
    /// before it.
    pub fn play(&mut self, finished_at_ms: i64, players: &[(PlayerIndex, u8)]) -> Vec<Rating> {
        let rated: Vec<Rated> = players
            .iter()
            .map(|&(player, place)| {
                let form = self.form(player);
                Rated { rating: form.rating, place, days_idle: form.days_idle(finished_at_ms) }
            })
            .collect();
        for (&(player, _), rating) in players.iter().zip(update(&rated)) {
            let form = self.form_mut(player);
            *form = Form { rating, games: form.games.saturating_add(1), last_at_ms: Some(finished_at_ms) };
        }
        rated.iter().map(|player| player.rating).collect()
    }

    /// Gives a player back the rating before a game, which counts all the same.
    pub fn keep(&mut self, player: PlayerIndex, rating: Rating) {
        self.form_mut(player).rating = rating;
    }

    fn form_mut(&mut self, player: PlayerIndex) -> &mut Form {
        let index = player.0 as usize;
        if self.forms.len() <= index {
            self.forms.resize(index + 1, Form::default());
        }
        &mut self.forms[index]
    }
}
