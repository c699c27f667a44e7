//! The check of a log: every rating in it follows from the games before.

use std::collections::{BTreeMap, HashMap};

use thiserror::Error;

use super::ladder::{Form, Ladder, PlayerIndex};
use super::log::RatingEvent;
use super::skill::Rating;

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

/// A pool that is recomputed from its log, game by game, so that a log of any length can be read in parts.
#[derive(Clone, Debug)]
pub struct Replay {
    players: HashMap<String, PlayerIndex>,
    ladder: Ladder,
    games: u64,
    last_at_ms: i64,
}

impl Default for Replay {
    fn default() -> Self {
        Replay::after(0)
    }
}

impl Replay {
    /// Returns a replay that continues after this number of games. The caller resumes the players.
    pub fn after(games: u64) -> Replay {
        Replay { players: HashMap::new(), ladder: Ladder::default(), games, last_at_ms: i64::MIN }
    }

    /// Sets the state of a player before the games that are replayed.
    pub fn resume(&mut self, player: &str, form: Form) {
        let index = self.index(player);
        self.ladder.resume(index, form);
    }

    /// Returns a player's state after the games so far.
    pub fn form(&self, player: &str) -> Form {
        self.players.get(player).map(|&index| self.ladder.form(index)).unwrap_or_default()
    }

    /// Returns the players and their states after the games so far.
    pub fn forms(&self) -> impl Iterator<Item = (&str, Form)> {
        self.players.iter().map(|(player, &index)| (player.as_str(), self.ladder.form(index)))
    }

    /// Returns the number of games so far, including the annulled ones.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Plays the next game of the log, whose events are in the order of seats. Returns the ratings before and
    /// after it that follow from the earlier games. An annulled game changes no rating.
    ///
    /// # Errors
    /// If it is not the next game, or not a whole one.
    pub fn play(&mut self, game: &[RatingEvent]) -> Result<Vec<(Rating, Rating)>, LogError> {
        check_form(game, self.games + 1, self.last_at_ms)?;
        let mut seated = Vec::with_capacity(game.len());
        for event in game {
            let player = self.index(&event.player);
            if seated.iter().any(|&(other, _)| other == player) {
                return Err(LogError::Twice(event.pool_seq));
            }
            seated.push((player, event.place));
        }
        self.games += 1;
        let at_ms = game.first().map_or(self.last_at_ms, |event| event.finished_at_ms);
        self.last_at_ms = at_ms;
        let rating = |ladder: &Ladder, player| ladder.form(player).rating;
        if game.iter().any(|event| event.annulled) {
            return Ok(seated
                .iter()
                .map(|&(player, _)| (rating(&self.ladder, player), rating(&self.ladder, player)))
                .collect());
        }
        let before = self.ladder.play(at_ms, &seated);
        let after = seated.iter().map(|&(player, _)| rating(&self.ladder, player));
        Ok(before.into_iter().zip(after).collect())
    }

    /// Plays the next game of the log, and compares its ratings with those that follow from the earlier
    /// games.
    pub fn check(&mut self, game: &[RatingEvent]) -> Result<(), LogError> {
        for (event, recomputed) in game.iter().zip(self.play(game)?) {
            check_rating(event, recomputed)?;
        }
        Ok(())
    }

    fn index(&mut self, player: &str) -> PlayerIndex {
        if let Some(&index) = self.players.get(player) {
            return index;
        }
        let next = PlayerIndex(u32::try_from(self.players.len()).unwrap_or(u32::MAX));
        self.players.insert(player.to_owned(), next);
        next
    }
}

/// Recomputes a pool from its log and compares every rating. Returns the players' final states by their ids.
pub fn check_log(log: &[RatingEvent]) -> Result<BTreeMap<String, Form>, LogError> {
    let mut replay = Replay::default();
    for game in log.chunk_by(|a, b| a.pool_seq == b.pool_seq) {
        replay.check(game)?;
    }
    Ok(replay.forms().map(|(player, form)| (player.to_owned(), form)).collect())
}

fn check_form(game: &[RatingEvent], expected: u64, last_at_ms: i64) -> Result<(), LogError> {
    let Some(first) = game.first() else { return Err(LogError::Seats(expected)) };
    if first.pool_seq != expected {
        return Err(LogError::Sequence { expected, found: first.pool_seq });
    }
    let shared = |event: &RatingEvent| (event.seats, event.finished_at_ms, event.annulled);
    let is_shared = |event: &RatingEvent| event.game == first.game && shared(event) == shared(first);
    let seats_match = game.iter().zip(0u8..).all(|(event, seat)| event.seat == seat);
    let is_whole = game.len() == usize::from(first.seats) && (2..=4).contains(&first.seats);
    if !is_whole || !seats_match || !game.iter().all(is_shared) {
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
