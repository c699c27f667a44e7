//! The check of a log: every rating in it must follow from the earlier games.

use std::collections::{BTreeMap, HashMap, VecDeque};

use thiserror::Error;

use super::conditions::{LAST_DAY_MS, rises_too_far};
use super::ladder::{Form, Ladder, PlayerIndex};
use super::log::RatingEvent;
use super::skill::Rating;

/// A difference between a log and its recomputed ratings.
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
    /// The seats of a game are incomplete, or differ in facts of the whole game.
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
        pool_seq: u64,
        player: String,
        /// The ratings before and after the game in the log.
        logged: (Rating, Rating),
        /// The ratings before and after the game that follow from earlier games.
        recomputed: (Rating, Rating),
    },
}

/// A pool that is recomputed from its log game by game, so that logs of any length fit.
#[derive(Clone, Debug)]
pub struct Replay {
    players: HashMap<String, PlayerIndex>,
    ladder: Ladder,
    games: u64,
    last_at_ms: i64,
    /// The means of players before their games of the last day, with the ends of these games. None where
    /// daily limits do not apply.
    last_day: Option<HashMap<PlayerIndex, VecDeque<(i64, i64)>>>,
}

/// What follows for a seat of a game from the earlier games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatUpdate {
    pub before: Rating,
    pub after: Rating,
    /// Whether the player keeps the rating, which would otherwise rise too far in a day.
    pub capped: bool,
}

impl SeatUpdate {
    /// Returns what a log has.
    pub fn logged(event: &RatingEvent) -> SeatUpdate {
        SeatUpdate { before: event.before, after: event.after, capped: event.capped }
    }

    /// Returns the same, with the rating kept or not. Only a rise is held back.
    fn held(self, capped: bool) -> SeatUpdate {
        match capped && self.after.mu_micro > self.before.mu_micro {
            true => SeatUpdate { after: self.before, capped: true, ..self },
            false => self,
        }
    }
}

impl Default for Replay {
    fn default() -> Self {
        Replay::after(0)
    }
}

impl Replay {
    /// Returns a replay that continues after this number of games. The caller resumes the players.
    pub fn after(games: u64) -> Replay {
        let (players, ladder) = (HashMap::new(), Ladder::default());
        Replay { players, ladder, games, last_at_ms: i64::MIN, last_day: None }
    }

    /// Sets the state of a player before the games that are replayed.
    pub fn resume(&mut self, player: &str, form: Form) {
        let index = self.index(player);
        self.ladder.resume(index, form);
    }

    /// Lets [`Replay::recompute`] keep the limit of a day.
    pub fn limit_gains(&mut self) {
        self.last_day.get_or_insert_default();
    }

    /// Adds an earlier game to the last day of a player, with their mean before it. Call it for the games of
    /// a player in the order of their ends.
    pub fn recall(&mut self, player: &str, at_ms: i64, mu_micro: i64) {
        let player = self.index(player);
        if let Some(days) = &mut self.last_day {
            days.entry(player).or_default().push_back((at_ms, mu_micro));
        }
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

    /// Plays the next game of the log, with events in the order of seats, and keeps the ratings that the log
    /// has kept. Returns what follows from earlier games. An annulled game changes no rating.
    pub fn play(&mut self, game: &[RatingEvent]) -> Result<Vec<SeatUpdate>, LogError> {
        self.play_with(game, |_, free| hold(free, game.iter().map(|event| event.capped)))
    }

    /// Plays the next game of the log like [`Replay::play`], but decides anew which seats keep their rating,
    /// where the log has other ratings and daily limits apply.
    pub fn recompute(&mut self, game: &[RatingEvent]) -> Result<Vec<SeatUpdate>, LogError> {
        self.play_with(game, |replay, free| {
            let as_logged = hold(free, game.iter().map(|event| event.capped));
            match &replay.last_day {
                Some(days) if !as_logged.iter().copied().eq(game.iter().map(SeatUpdate::logged)) => {
                    let lowest = |event: &RatingEvent| {
                        let means = days.get(replay.players.get(&event.player)?)?;
                        let since = event.finished_at_ms.saturating_sub(LAST_DAY_MS);
                        let recent = means.iter().filter(|(at_ms, _)| *at_ms > since);
                        recent.map(|&(_, mu_micro)| mu_micro).min()
                    };
                    let rises = |(seat, event): (&SeatUpdate, _)| {
                        rises_too_far(seat.before, seat.after, lowest(event))
                    };
                    hold(free, free.iter().zip(game).map(rises))
                }
                _ => as_logged,
            }
        })
    }

    /// Plays the next game of the log. `hold` decides which ratings are kept, by what the game gives without.
    fn play_with(
        &mut self,
        game: &[RatingEvent],
        hold: impl FnOnce(&Replay, &[SeatUpdate]) -> Vec<SeatUpdate>,
    ) -> Result<Vec<SeatUpdate>, LogError> {
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
        let ladder = &self.ladder;
        let before: Vec<_> = seated.iter().map(|&(player, _)| (player, rating(ladder, player))).collect();
        self.remember(at_ms, before.iter().copied());
        let is_annulled = game.iter().any(|event| event.annulled);
        if !is_annulled {
            self.ladder.play(at_ms, &seated);
        }
        let seat =
            |&(player, before)| SeatUpdate { before, after: rating(&self.ladder, player), capped: false };
        let free: Vec<SeatUpdate> = before.iter().map(seat).collect();
        let held = hold(self, &free);
        for ((player, before), _) in before.iter().zip(&held).filter(|(_, seat)| seat.capped) {
            self.ladder.keep(*player, *before);
        }
        Ok(held)
    }

    /// Adds a game to the last day of its players.
    fn remember(&mut self, at_ms: i64, players: impl Iterator<Item = (PlayerIndex, Rating)>) {
        let Some(days) = &mut self.last_day else { return };
        for (player, before) in players {
            let means = days.entry(player).or_default();
            while means.front().is_some_and(|(ended_at, _)| *ended_at <= at_ms.saturating_sub(LAST_DAY_MS)) {
                means.pop_front();
            }
            means.push_back((at_ms, before.mu_micro));
        }
    }

    /// Plays the next game of the log, and compares its ratings with the recomputed ones.
    pub fn check(&mut self, game: &[RatingEvent]) -> Result<(), LogError> {
        for (event, recomputed) in game.iter().zip(self.play(game)?) {
            check_rating(event, (recomputed.before, recomputed.after))?;
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

/// Returns the seats of a game with these of their ratings kept.
fn hold(free: &[SeatUpdate], capped: impl Iterator<Item = bool>) -> Vec<SeatUpdate> {
    free.iter().zip(capped).map(|(seat, capped)| seat.held(capped)).collect()
}

/// Recomputes a pool from its log and compares every rating. Returns the players' final states by id.
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
