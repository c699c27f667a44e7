//! The results of tables of a tournament, written in the transaction that ends their games.

use super::arena_end::next_tables;
use super::game_end::GameEnd;
use crate::audit::record_all;
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
use lapidary_store::Postgres;
use lapidary_store::tournaments::tables;

/// Stores the results of the tables of these games. A table that an organizer has decided keeps its result.
/// An aborted game leaves a table that does not count. In an arena, the players wait for the next table in
/// any case.
pub(super) async fn settle_tables(
    connection: &mut Postgres,
    tournament: TournamentId,
    ends: &[GameEnd<'_>],
) -> Result<(), GameRefusal> {
    let Some(at) = ends.first().map(|end| end.at) else { return Ok(()) };
    let games: Vec<GameId> = ends.iter().map(|end| end.record.id).collect();
    let mut held = tables::lock_playing(connection, tournament, &games).await?;
    let mut audit = Vec::with_capacity(held.tables.len());
    for table in &mut held.tables {
        let Some(end) = ends.iter().find(|end| table.game == Some(end.record.id)) else { continue };
        let happened = match (&end.outcome, end.position) {
            (Some(outcome), Some(position)) => {
                table.decide(results(&table.seats, outcome, position), DecidedBy::Game, at);
                AuditKind::TableFinished
            }
            _ => {
                table.void(Some(DecidedBy::Game), at);
                AuditKind::TableVoided
            }
        };
        audit.push(AuditEntry::new(tournament, happened).table(table.round, table.number));
    }
    held.save().await?;
    record_all(connection, &audit).await?;
    next_tables(connection, tournament, &games, at).await
}

/// Returns the results of the seats: the rank, and the values that tie-breaks compare.
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

/// Returns the measures of each seat. Kids has no prestige and no cards: its Treasures replace the prestige.
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
