//! A ladder: the ratings of a pool as its games change them, and the check of a log against them.
//!
//! A ladder is a fold over the games in the order of their numbers. The live server and a full recomputation run the same
//! function on the same integers, so their results are equal bit for bit.

use std::collections::BTreeMap;

use thiserror::Error;

use super::log::RatingEvent;
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
    /// Returns the whole days between the last rated game and this time; 0 for a new player.
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
    /// Returns a player's state; that of a new player if they have not played.
    pub fn form(&self, player: PlayerIndex) -> Form {
        self.forms.get(player.0 as usize).copied().unwrap_or_default()
    }

    /// Applies a game: the players in the order of their seats with their places. Returns the ratings before it.
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

    fn form_mut(&mut self, player: PlayerIndex) -> &mut Form {
        let index = player.0 as usize;
        if self.forms.len() <= index {
            self.forms.resize(index + 1, Form::default());
        }
        &mut self.forms[index]
    }
}

/// A difference between a log and the ratings that follow from it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LogError {
    /// The numbers of the games have a gap, or are not in order.
    #[error("game {found} follows where game {expected} is expected")]
    Sequence {
        /// The number that is missing.
        expected: u64,
        /// The number in the log.
        found: u64,
    },
    /// The seats of a game are incomplete or differ in what they share.
    #[error("game {0} does not have each of its seats once, with the same game and time")]
    Seats(u64),
    /// A player sits at the table twice.
    #[error("game {0} has a player twice")]
    Twice(u64),
    /// A game ended before the one with the previous number.
    #[error("game {0} ended before the previous game")]
    Time(u64),
    /// A rating differs.
    #[error("game {pool_seq}, player {player}: the log has {logged:?}, recomputed {recomputed:?}")]
    Rating {
        /// The number of the game.
        pool_seq: u64,
        /// The player.
        player: String,
        /// The ratings before and after in the log.
        logged: (Rating, Rating),
        /// The ratings before and after that follow from the earlier games.
        recomputed: (Rating, Rating),
    },
}

/// Recomputes a pool from its log and compares every rating. Returns the players' final states by their ids.
///
/// # Errors
/// The first difference.
pub fn check_log(log: &[RatingEvent]) -> Result<BTreeMap<String, Form>, LogError> {
    let mut players: BTreeMap<&str, PlayerIndex> = BTreeMap::new();
    let mut ladder = Ladder::default();
    let mut last_at_ms = i64::MIN;
    for (game, expected) in log.chunk_by(|a, b| a.pool_seq == b.pool_seq).zip(1..) {
        check_form(game, expected, last_at_ms)?;
        last_at_ms = game[0].finished_at_ms;
        let mut seated = Vec::with_capacity(game.len());
        for event in game {
            let next = PlayerIndex(u32::try_from(players.len()).unwrap_or(u32::MAX));
            let player = *players.entry(&event.player).or_insert(next);
            if seated.iter().any(|&(other, _)| other == player) {
                return Err(LogError::Twice(expected));
            }
            seated.push((player, event.place));
        }
        let before = ladder.play(last_at_ms, &seated);
        for ((event, &(player, _)), before) in game.iter().zip(&seated).zip(before) {
            check_rating(event, (before, ladder.form(player).rating))?;
        }
    }
    Ok(players.into_iter().map(|(id, player)| (id.to_owned(), ladder.form(player))).collect())
}

fn check_form(game: &[RatingEvent], expected: u64, last_at_ms: i64) -> Result<(), LogError> {
    let first = &game[0];
    if first.pool_seq != expected {
        return Err(LogError::Sequence { expected, found: first.pool_seq });
    }
    let shared = |event: &RatingEvent| (event.game.clone(), event.seats, event.finished_at_ms);
    let seats_match = game.iter().zip(0u8..).all(|(event, seat)| event.seat == seat);
    let is_whole = game.len() == usize::from(first.seats) && (2..=4).contains(&first.seats);
    if !is_whole || !seats_match || game.iter().any(|event| shared(event) != shared(first)) {
        return Err(LogError::Seats(expected));
    }
    if first.finished_at_ms < last_at_ms { Err(LogError::Time(expected)) } else { Ok(()) }
}

fn check_rating(event: &RatingEvent, recomputed: (Rating, Rating)) -> Result<(), LogError> {
    let logged = (event.before, event.after);
    if logged == recomputed {
        return Ok(());
    }
    Err(LogError::Rating { pool_seq: event.pool_seq, player: event.player.clone(), logged, recomputed })
}
