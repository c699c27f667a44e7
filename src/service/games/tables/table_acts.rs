//! Acts of tournament organizers on the clocks of a table's game, and what they read from it.
//!
//! The tournament has authorized the caller. Its creator is the creator of the games.

use std::time::Duration;

use super::end_tables::DEALT;
use super::tournament_games::TournamentGames;
use crate::games::play::pause::Attempt;
use crate::games::{ClockRefusal, GameRefusal};
use lapidary_engine::game::Game;
use lapidary_engine::seat::Seat;
use lapidary_model::auth::PlayerId;
use lapidary_model::clock::Clock;
use lapidary_model::clocks::Clocks;
use lapidary_model::game::{GameId, Status, Version};
use lapidary_store::Postgres;
use lapidary_store::games::{self, GameRecord};

/// An act of an organizer on the clocks of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockAct {
    /// They stop for the maximum time of a pause, counted from now.
    Pause,
    /// They resume.
    Resume,
    /// A seat gets more time.
    Add {
        /// The seat, which must be in play. With a time for each turn, its clock must be running.
        seat: Seat,
        time: Duration,
    },
}

impl TournamentGames {
    /// Returns whether one of these players has a seat in a game in which something has happened, so that
    /// they know more of its deal than the others.
    pub async fn knows_deal(
        &self,
        connection: &mut Postgres,
        id: GameId,
        creator: PlayerId,
        players: &[PlayerId],
    ) -> Result<bool, GameRefusal> {
        let record = games::load_for(connection, id, creator).await?.ok_or(GameRefusal::NotFound)?;
        let aborted = matches!(record.status, Status::Aborted);
        let begun = record.version > if aborted { DEALT.plus(1) } else { DEALT };
        Ok(begun && players.iter().any(|&player| record.seat_of(player).is_some()))
    }

    /// Changes the clocks of the game of a table. Returns its version, to be announced after the commit.
    pub async fn act_on_clocks(
        &self,
        connection: &mut Postgres,
        id: GameId,
        creator: PlayerId,
        act: ClockAct,
    ) -> Result<Attempt<Version>, ClockRefusal> {
        let record = games::lock_for(connection, id, creator).await?.ok_or(GameRefusal::NotFound)?;
        let game = match (record.status, &record.game) {
            (Status::Active, Some(game)) => game,
            (Status::Frozen, _) => return Err(GameRefusal::Frozen.into()),
            _ => return Err(GameRefusal::Finished.into()),
        };
        let attempt = self
            .play
            .change_held(connection, &record, |clocks, now| match act {
                ClockAct::Pause => Ok(clocks.pause(now, self.settings.pause_max)),
                ClockAct::Resume => Ok(clocks.resume(now)),
                ClockAct::Add { seat, time } => add(&record, game, clocks, seat, time),
            })
            .await?;
        Ok(match attempt {
            Attempt::Made(_) => Attempt::Made(record.version),
            Attempt::Hindered(hindrance) => Attempt::Hindered(hindrance),
        })
    }
}

/// Returns the clocks after adding time for a seat.
fn add(
    record: &GameRecord,
    game: &Game,
    clocks: &Clocks,
    seat: Seat,
    time: Duration,
) -> Result<Clocks, ClockRefusal> {
    if seat.index() >= record.terms.seats.get() {
        return Err(GameRefusal::NoSuchSeat { seats: record.terms.seats }.into());
    }
    if !game.seats_in_play().contains(&seat) {
        return Err(ClockRefusal::Out);
    }
    // With a time for each turn, the other clocks get their full time again when this turn ends.
    if matches!(record.terms.clock, Clock::Correspondence { .. }) && clocks.running != Some(seat) {
        return Err(ClockRefusal::OfAnother);
    }
    clocks.add(seat, time).ok_or(ClockRefusal::TooMuchTime)
}
