//! The end of a game in an arena: its players wait for the next table, and players who did not move are
//! paused.

use chrono::{DateTime, TimeDelta, Utc};

use crate::audit::record_all;
use crate::games::GameRefusal;
use lapidary_contest::event::entry::EntryId;
use lapidary_engine::seat::Seat;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::game::GameId;
use lapidary_model::tournament::TournamentId;
use lapidary_store::Postgres;
use lapidary_store::log;
use lapidary_store::tournaments::arena;

/// How long players of an arena rest after a game before they wait for the next table.
const REST: TimeDelta = TimeDelta::seconds(5);

/// Lets the players of ended games wait for the next table of their arena. Players who ran out of time
/// without a decision are paused, so that nobody is paired with the absent. Other formats are unaffected.
pub(in crate::games) async fn next_tables(
    connection: &mut Postgres,
    tournament: TournamentId,
    games: &[GameId],
    ended_at: DateTime<Utc>,
) -> Result<(), GameRefusal> {
    let released = arena::release(connection, tournament, games, ended_at + REST).await?;
    let ended: Vec<GameId> = released.iter().map(|(game, _)| *game).collect();
    let absent = log::absent(connection, &ended).await?;
    let of_game = |(game, players): (GameId, Vec<EntryId>)| {
        let seats = (0..).map_while(Seat::new).zip(players);
        seats.filter_map(|(seat, entry)| absent.contains(&(game, seat)).then_some(entry)).collect::<Vec<_>>()
    };
    let absent: Vec<EntryId> = released.into_iter().flat_map(of_game).collect();
    let paused = arena::pause(connection, tournament, &absent).await?;
    let audit = |entry| AuditEntry::new(tournament, AuditKind::NoShow).entry(entry);
    Ok(record_all(connection, &paused.into_iter().map(audit).collect::<Vec<_>>()).await?)
}
