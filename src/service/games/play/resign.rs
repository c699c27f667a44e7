//! Resigning from an active game.

use super::commit::Played;
use super::playing::Playing;
use super::step::Step;
use super::turn::answer;
use crate::games::GameRefusal;
use crate::games::read::history::History;
use lapidary_engine::game::Game;
use lapidary_engine::record::Leaving;
use lapidary_engine::seat::Seat;
use lapidary_model::auth::Identity;
use lapidary_model::game::{GameId, Status, Version};
use lapidary_model::log::{Author, EntryKind};
use lapidary_store::Postgres;
use lapidary_store::games::{GameRecord, Premise};

/// The maximum number of attempts at a resignation while other players move.
const TRIES_MAX: usize = 8;

#[boxed]
impl Playing {
    /// Takes the caller's seat out of the game (B19). A repeated resignation gets the same response as the
    /// first one.
    pub async fn resign(&self, id: GameId, caller: &Identity) -> Result<Played, GameRefusal> {
        let mut version = Version::ZERO;
        for _ in 0..TRIES_MAX {
            let (record, seat) = self.read.load_seated(id, caller).await?;
            version = record.version;
            let Some(game) = still_played(&record, seat)? else {
                return resigned_before(&mut *self.pool.get().await?, &record, seat).await;
            };
            let premise = Premise::of(caller, &record.occupants);
            if let Some((played, _)) = self
                .commit(&record, seat, Step::take_out(game, seat, Leaving::Resigned), Some(premise))
                .await?
            {
                return Ok(played);
            }
        }
        Err(GameRefusal::VersionConflict { version })
    }
}

#[boxed]
impl Playing {
    /// Checks a resignation without changing anything. Returns the version of the game.
    pub async fn judge_resignation(&self, id: GameId, caller: &Identity) -> Result<Version, GameRefusal> {
        let (record, seat) = self.read.load_seated(id, caller).await?;
        still_played(&record, seat)?;
        Ok(record.version)
    }
}

/// Returns the game if the seat can resign from it; `None` if the seat is already out.
fn still_played(record: &GameRecord, seat: Seat) -> Result<Option<&Game>, GameRefusal> {
    match (record.status, &record.game) {
        (Status::Waiting, _) | (_, None) => Err(GameRefusal::NotStarted),
        (_, Some(game)) if !game.seats_in_play().contains(&seat) => Ok(None),
        (Status::Finished | Status::Aborted, _) => Err(GameRefusal::Finished),
        (Status::Frozen, _) => Err(GameRefusal::Frozen),
        (Status::Active, Some(game)) => Ok(Some(game)),
    }
}

/// Returns the events of a resignation that is already logged, with the view after them.
async fn resigned_before(
    connection: &mut Postgres,
    record: &GameRecord,
    seat: Seat,
) -> Result<Played, GameRefusal> {
    let history = History::load(connection, record).await?;
    let mut later = history.log().iter().skip_while(|stored| {
        stored.entry.seat != Some(seat)
            || !matches!(stored.entry.kind, EntryKind::Resigned | EntryKind::TimedOut)
    });
    let first = later.next().ok_or(GameRefusal::Broken("a seat went out without an entry"))?.seq;
    let until =
        later.take_while(|stored| stored.entry.by == Author::Engine).last().map_or(first, |last| last.seq);
    answer(connection, record, seat, &history, Version(first.0 - 1), until).await
}
