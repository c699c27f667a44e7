//! Acts of organizers on tables and entries. Each is stored in the audit with its reason. The rated result of a game never
//! changes by them.

use diesel_async::{AsyncConnection, AsyncPgConnection};

use super::access::{organized, running};
use super::open::reload;
use super::seat::sit_nowhere_else;
use super::told::Told;
use super::undo::reinstate;
use super::{TournamentRefusal, Tournaments};
use crate::auth::Identity;
use crate::contest::event::entry::EntryId;
use crate::contest::event::points::Points;
use crate::contest::event::round::SeatResult;
use crate::model::tournament::TournamentId;
use crate::model::tournaments::entry::EntryStatus;
use crate::model::tournaments::event::{Adjustment, Event};
use crate::model::tournaments::news::{News, NewsKind};
use crate::model::tournaments::round::{DecidedBy, Round, RoundStatus, Table, TableStatus};
use crate::model::tournaments::settings::Status;
use crate::service::tournament_news::announce;
use crate::store::games;
use crate::store::tournaments::{adjustments, entries, tables};

/// What an organizer does with a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableAct {
    /// Its result is set: the places in the order of seats.
    Result(Vec<u8>),
    /// It does not count.
    Void,
    /// Other entries sit there, before anything has happened in its game.
    Seat(Vec<EntryId>),
}

/// What an organizer does with an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryAct {
    /// It takes no part any more.
    Remove,
    /// It takes part again.
    Reinstate,
    /// It gets points, or loses some.
    Adjust(Points),
}

impl Tournaments {
    /// Does something with a table of the last round, which must not be closed.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub async fn act_on_table(
        &self,
        id: TournamentId,
        caller: &Identity,
        table: u32,
        act: &TableAct,
        reason: &str,
    ) -> Result<(), TournamentRefusal> {
        let mut connection = self.pool.get().await?;
        let mut told = Told::default();
        connection
            .transaction(async |connection| {
                let mut event = organized(connection, id, caller).await?;
                let (round, known) = table_to_act_on(&event, table)?;
                let kind = match act {
                    TableAct::Seat(_) => NewsKind::TableSeated,
                    TableAct::Result(places) => {
                        set_result(connection, &event, &round, &known, places).await?;
                        NewsKind::ResultSet
                    }
                    TableAct::Void => {
                        void(connection, id, table).await?;
                        NewsKind::TableVoided
                    }
                };
                let news = News::new(id, kind).by(caller.player).table(known.round, table);
                announce(connection, &news.note(reason)).await?;
                if let TableAct::Seat(seats) = act {
                    self.seat_table(connection, &mut event, &known, seats, &mut told).await?;
                }
                told.everybody(&event);
                reload(connection, &mut event).await?;
                // Perhaps everybody who is left is ready.
                self.open_if_due(connection, &mut event, &mut told).await
            })
            .await?;
        drop(connection);
        self.tell(&told);
        Ok(())
    }

    /// Does something with an entry.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub async fn act_on_entry(
        &self,
        id: TournamentId,
        caller: &Identity,
        entry: EntryId,
        act: &EntryAct,
        reason: &str,
    ) -> Result<(), TournamentRefusal> {
        let mut connection = self.pool.get().await?;
        let mut told = Told::default();
        connection
            .transaction(async |connection| {
                let mut event = organized(connection, id, caller).await?;
                let own = event.entry(entry).ok_or(TournamentRefusal::NotFound)?.player.player;
                if event.tournament.status.is_over() {
                    return Err(TournamentRefusal::State(event.tournament.status));
                }
                let kind = match act {
                    EntryAct::Remove => {
                        self.close_finished(connection, &event.tournament, &mut told).await?;
                        entries::set_status(connection, id, entry, EntryStatus::Removed).await?;
                        NewsKind::EntryRemoved
                    }
                    EntryAct::Reinstate => {
                        reinstate(connection, &event, entry).await?;
                        NewsKind::EntryReinstated
                    }
                    EntryAct::Adjust(points) => {
                        running(&event.tournament)?;
                        let round = event.last_round().map_or(1, |round| round.number);
                        let new = Adjustment { entry, round, points: *points, reason: reason.to_owned() };
                        adjustments::insert(connection, id, &new).await?;
                        NewsKind::PointsAdjusted
                    }
                };
                told.players.insert(own);
                let news = News::new(id, kind).by(caller.player).entry(entry).note(reason);
                announce(connection, &news).await?;
                if *act == EntryAct::Remove && event.tournament.status == Status::Running {
                    event = super::access::event(connection, event.tournament).await?;
                    self.open_if_due(connection, &mut event, &mut told).await?;
                }
                Ok::<_, TournamentRefusal>(())
            })
            .await?;
        drop(connection);
        self.tell(&told);
        Ok(())
    }
}

/// Returns a table of the last round, and the round. An act on a table is possible while the round is not closed.
///
/// # Errors
/// [`TournamentRefusal::State`], [`TournamentRefusal::NotFound`], [`TournamentRefusal::RoundClosed`].
pub(super) fn table_to_act_on(event: &Event, table: u32) -> Result<(Round, Table), TournamentRefusal> {
    running(&event.tournament)?;
    let mut known = event.rounds.iter().flat_map(|round| &round.tables);
    let known = known.find(|known| known.number == table).ok_or(TournamentRefusal::NotFound)?;
    let round = event.last_round().filter(|round| round.number == known.round);
    let round = round.filter(|round| round.status != RoundStatus::Closed);
    Ok((round.ok_or(TournamentRefusal::RoundClosed)?.clone(), known.clone()))
}

/// Locks a table, whose game may be ending at this moment, and returns how far it is.
pub(super) async fn held_table(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    table: u32,
) -> Result<TableStatus, TournamentRefusal> {
    tables::lock(connection, id, table).await?.ok_or(TournamentRefusal::NotFound)
}

async fn set_result(
    connection: &mut AsyncPgConnection,
    event: &Event,
    round: &Round,
    table: &Table,
    places: &[u8],
) -> Result<(), TournamentRefusal> {
    let id = event.tournament.id;
    match held_table(connection, id, table.number).await? {
        TableStatus::Waiting => return Err(TournamentRefusal::Table(TableStatus::Waiting)),
        // Others of the round may have been seated with its entries.
        TableStatus::Void => sit_nowhere_else(round, table, &table.seats)?,
        TableStatus::Playing | TableStatus::Done => {}
    }
    let result = result(connection, id, table, places).await?;
    let now = games::now(connection).await?;
    tables::set_result(connection, id, table.number, &result, DecidedBy::Arbiter, now).await?;
    Ok(())
}

async fn void(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    table: u32,
) -> Result<(), TournamentRefusal> {
    match held_table(connection, id, table).await? {
        over @ TableStatus::Void => Err(TournamentRefusal::Table(over)),
        _ => Ok(tables::void(connection, id, table, Some(DecidedBy::Arbiter)).await?),
    }
}

/// Returns the result with these places. What the game has measured stays.
async fn result(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    table: &Table,
    places: &[u8],
) -> Result<Vec<SeatResult>, TournamentRefusal> {
    let possible = places.len() == table.seats.len()
        && places.iter().all(|&place| {
            // Shared places leave the following ones free: 1-1-3.
            usize::from(place) == 1 + places.iter().filter(|&&other| other < place).count()
        });
    if !possible {
        return Err(TournamentRefusal::Field {
            pointer: "/places".to_owned(),
            fault: "must have the place of each seat, from 1; equal places are shared and leave the next ones free",
        });
    }
    let now = tables::load(connection, id, Some(table.round)).await?;
    let now = now.into_iter().find(|now| now.number == table.number).and_then(|now| now.result);
    let seats = table.seats.iter().zip(places).enumerate();
    let of_seat = |(seat, (&entry, &place)): (usize, (&EntryId, &u8))| {
        let measured = now.as_ref().and_then(|result| result.get(seat));
        SeatResult {
            entry,
            place,
            prestige: measured.map_or(0, |seat| seat.prestige),
            cards: measured.map_or(0, |seat| seat.cards),
            tokens: measured.map_or(0, |seat| seat.tokens),
        }
    };
    Ok(seats.map(of_seat).collect())
}
