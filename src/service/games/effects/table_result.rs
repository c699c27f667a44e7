//! The result of a tournament's table, written in the transaction that ends its game.

use chrono::{DateTime, Utc};
use diesel_async::AsyncPgConnection;

use super::arena_end::next_table;
use crate::audit::record_audit;
use crate::games::GameRefusal;
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::round::SeatResult;
use lapidary_engine::game::{Game, View};
use lapidary_engine::outcome::Outcome;
use lapidary_engine::viewer::Viewer;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::game::GameId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::round::DecidedBy;
use lapidary_store::tournaments::tables;

/// How the game of a table has ended.
pub(super) struct EndedTable<'a> {
    /// The game.
    pub game: GameId,
    /// When it ended, by the time of the database.
    pub at: DateTime<Utc>,
    /// The result; none if the game was aborted.
    pub outcome: Option<&'a Outcome>,
    /// The last position; none if the game never started.
    pub position: Option<&'a Game>,
}

/// Stores the result of the table that plays this game. A table that an organizer has decided keeps that
/// result; a game that was aborted leaves a table that does not count. In an arena, the players wait for the
/// next table in any case.
///
/// # Errors
/// If the database fails. Then the game has not ended.
pub(super) async fn settle_table(
    connection: &mut AsyncPgConnection,
    tournament: TournamentId,
    end: &EndedTable<'_>,
) -> Result<(), GameRefusal> {
    let Some(mut held) = tables::lock_playing(connection, tournament, end.game).await? else {
        return next_table(connection, tournament, end.game, end.at).await;
    };
    let (round, number) = (held.table.round, held.table.number);
    let happened = match (end.outcome, end.position) {
        (Some(outcome), Some(position)) => {
            let result = results(&held.table.seats, outcome, position);
            held.table.decide(result, DecidedBy::Game, end.at);
            AuditKind::TableFinished
        }
        _ => {
            held.table.void(Some(DecidedBy::Game), end.at);
            AuditKind::TableVoided
        }
    };
    held.save().await?;
    record_audit(connection, &AuditEntry::new(tournament, happened).table(round, number)).await?;
    next_table(connection, tournament, end.game, end.at).await
}

/// Returns the results of the seats: the rank, and what tie-breaks compare.
fn results(seats: &[EntryId], outcome: &Outcome, position: &Game) -> Vec<SeatResult> {
    let measures = measures(position);
    let of_seat = |(seat, &entry): (usize, &EntryId)| {
        let (prestige, cards, tokens) = measures.get(seat).copied().unwrap_or_default();
        let place = outcome.ranks.get(seat).copied().unwrap_or(1);
        SeatResult { entry, place, prestige, cards, tokens, forfeit: false }
    };
    seats.iter().enumerate().map(of_seat).collect()
}

/// The prestige, the bought cards and the tokens of a seat.
type Measures = (Option<u16>, Option<u16>, Option<u16>);

/// Returns what is measured of each seat. Kids has no prestige and no cards: its Treasures take the place of
/// the prestige.
fn measures(position: &Game) -> Vec<Measures> {
    let some = |measure: u8| Some(u16::from(measure));
    match position.view(Viewer::Spectator) {
        View::Splendor(view) => {
            let seats = view.seats.iter();
            seats.map(|seat| (some(seat.prestige), some(seat.purchases), some(seat.tokens.total()))).collect()
        }
        View::Kids(view) => {
            let seats = view.seats.iter();
            seats.map(|seat| (some(seat.bag.treasures), None, some(seat.bag.tokens.total()))).collect()
        }
    }
}
