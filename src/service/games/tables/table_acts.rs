//! What the organizers of a tournament do to the game of a table: aborting it while nothing has happened, and
//! changing its clocks.
//!
//! The tournament has checked who asks. Its creator is the creator of the games.

use std::time::Duration;

use diesel_async::AsyncPgConnection;

use super::tournament_games::TournamentGames;
use crate::games::open::abort::end;
use crate::games::play::pause::Attempt;
use crate::games::{ClockRefusal, GameRefusal};
use lapidary_engine::game::Game;
use lapidary_engine::seat::Seat;
use lapidary_model::auth::PlayerId;
use lapidary_model::clock::Clock;
use lapidary_model::clocks::Clocks;
use lapidary_model::game::{GameId, Status, Version};
use lapidary_model::log::{AbortReason, NewEntry};
use lapidary_store::games::{self, GameRecord};

/// The version of a game that was dealt and in which nothing has happened.
const DEALT: Version = Version(1);

/// A game in which nothing has happened, locked until the transaction ends.
pub struct Unplayed(GameRecord);

impl Unplayed {
    /// The id of the game.
    pub(super) fn id(&self) -> GameId {
        self.0.id
    }
}

/// What an organizer does to the clocks of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockAct {
    /// They stop, for the longest time of a pause, counted from now.
    Pause,
    /// They run on.
    Resume,
    /// A seat gets time.
    Add {
        /// The seat, which must be in play; with a time for each turn, the one whose clock runs.
        seat: Seat,
        /// The time.
        time: Duration,
    },
}

impl TournamentGames {
    /// Locks the game of a table, in which nothing may have happened.
    ///
    /// # Errors
    /// [`GameRefusal::Started`] if a seat has made a decision or left; if the database fails.
    pub async fn lock_unplayed(
        &self,
        connection: &mut AsyncPgConnection,
        id: GameId,
        creator: PlayerId,
    ) -> Result<Unplayed, GameRefusal> {
        let record = games::lock_for(connection, id, creator).await?.ok_or(GameRefusal::NotFound)?;
        match (record.status, record.version) {
            (Status::Active, DEALT) => Ok(Unplayed(record)),
            _ => Err(GameRefusal::Started),
        }
    }

    /// Returns whether one of these players sits in a game in which something has happened, so that they
    /// know more of its deal than everybody who sits down.
    pub async fn knows_deal(
        &self,
        connection: &mut AsyncPgConnection,
        id: GameId,
        creator: PlayerId,
        players: &[PlayerId],
    ) -> Result<bool, GameRefusal> {
        let record = games::load_for(connection, id, creator).await?.ok_or(GameRefusal::NotFound)?;
        let aborted = matches!(record.status, Status::Aborted);
        let begun = record.version > if aborted { DEALT.plus(1) } else { DEALT };
        Ok(begun && players.iter().any(|&player| record.seat_of(player).is_some()))
    }

    /// Aborts a game in which nothing has happened. Its deal is revealed like that of every aborted game.
    /// Returns its version, to be announced after the commit.
    pub async fn abort_unplayed(
        &self,
        connection: &mut AsyncPgConnection,
        game: &Unplayed,
    ) -> Result<(GameId, Version), GameRefusal> {
        let entry = NewEntry::aborted(None, AbortReason::Organizer);
        Ok((game.0.id, end(connection, &game.0, entry).await?))
    }

    /// Changes the clocks of the game of a table. Returns its version, to be announced after the commit.
    ///
    /// # Errors
    /// [`GameRefusal::Finished`], [`GameRefusal::Frozen`], [`ClockRefusal::NoClock`]; for a seat that gets
    /// time [`GameRefusal::NoSuchSeat`], [`ClockRefusal::Out`], [`ClockRefusal::OfAnother`] and
    /// [`ClockRefusal::TooMuchTime`].
    pub async fn act_on_clocks(
        &self,
        connection: &mut AsyncPgConnection,
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

/// Returns the clocks after a seat has got time.
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
    // With a time for each turn, the others have the full time again when this turn ends.
    if matches!(record.terms.clock, Clock::Correspondence { .. }) && clocks.running != Some(seat) {
        return Err(ClockRefusal::OfAnother);
    }
    clocks.add(seat, time).ok_or(ClockRefusal::TooMuchTime)
}
