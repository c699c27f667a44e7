//! Acts of organizers on tables and entries. Each is stored in the audit with its reason. The rated result of a game never
//! changes by them.

use diesel_async::{AsyncConnection, AsyncPgConnection};

use super::access::{organized, running};
use super::open::reload;
use super::seat::sit_nowhere_else;
use super::told::Told;
use super::{TournamentRefusal, Tournaments};
use crate::auth::Identity;
use crate::contest::event::entry::EntryId;
use crate::contest::event::points::Points;
use crate::contest::event::round::SeatResult;
use crate::engine::ruleset::Ruleset;
use crate::model::tournament::TournamentId;
use crate::model::tournaments::entry::EntryStatus;
use crate::model::tournaments::event::{Adjustment, Event};
use crate::model::tournaments::news::{News, NewsKind};
use crate::model::tournaments::round::{DecidedBy, Round, RoundStatus, Table, TableStatus};
use crate::model::tournaments::settings::Status;
use crate::service::tournament_news::announce;
use crate::store::games;
use crate::store::tournaments::{adjustments, entries, tables};

/// A result that an organizer sets, in the order of seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultBySeat {
    /// The places.
    pub places: Vec<u8>,
    /// The prestige; if it is left out, what is known stays.
    pub prestige: Option<Vec<u8>>,
    /// The number of bought cards; if it is left out, what is known stays.
    pub cards: Option<Vec<u8>>,
}

/// What an organizer does with a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableAct {
    /// Its result is set.
    Result(ResultBySeat),
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
                    TableAct::Result(set) => {
                        set_result(connection, &event, &round, &known, set).await?;
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
                        entries::set_status(connection, id, entry, EntryStatus::Removed).await?;
                        NewsKind::EntryRemoved
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
    set: &ResultBySeat,
) -> Result<(), TournamentRefusal> {
    let id = event.tournament.id;
    match held_table(connection, id, table.number).await? {
        TableStatus::Waiting => return Err(TournamentRefusal::Table(TableStatus::Waiting)),
        // Others of the round may have been seated with its entries.
        TableStatus::Void => sit_nowhere_else(round, table, &table.seats)?,
        TableStatus::Playing | TableStatus::Done => {}
    }
    let result = result(connection, event, table, set).await?;
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

/// Returns the result as it is set. What is known stays where nothing else is given: a game that has ended was
/// measured.
async fn result(
    connection: &mut AsyncPgConnection,
    event: &Event,
    table: &Table,
    set: &ResultBySeat,
) -> Result<Vec<SeatResult>, TournamentRefusal> {
    check_result(event, table.seats.len(), set)?;
    let now = tables::load(connection, event.tournament.id, Some(table.round)).await?;
    let now = now.into_iter().find(|now| now.number == table.number).and_then(|now| now.result);
    let given = |list: &Option<Vec<u8>>, seat: usize| list.as_ref()?.get(seat).copied().map(u16::from);
    let of_seat = |(seat, (&entry, &place)): (usize, (&EntryId, &u8))| {
        let measured = now.as_ref().and_then(|result| result.get(seat));
        SeatResult {
            entry,
            place,
            prestige: given(&set.prestige, seat).or(measured.and_then(|seat| seat.prestige)),
            cards: given(&set.cards, seat).or(measured.and_then(|seat| seat.cards)),
            tokens: measured.and_then(|seat| seat.tokens),
        }
    };
    Ok(table.seats.iter().zip(&set.places).enumerate().map(of_seat).collect())
}

/// # Errors
/// [`TournamentRefusal::Field`] if the result is not that of a table with this many seats.
fn check_result(event: &Event, seats: usize, set: &ResultBySeat) -> Result<(), TournamentRefusal> {
    let refused = |pointer: &str, fault| Err(TournamentRefusal::Field { pointer: pointer.to_owned(), fault });
    let places = &set.places;
    // Shared places leave the following ones free: 1-1-3.
    let is_possible =
        |&place: &u8| usize::from(place) == 1 + places.iter().filter(|&&other| other < place).count();
    if places.len() != seats || !places.iter().all(is_possible) {
        return refused(
            "/places",
            "must have the place of each seat, from 1; equal places are shared and leave the next ones free",
        );
    }
    for (pointer, list) in [("/prestige", &set.prestige), ("/cards", &set.cards)] {
        if list.as_ref().is_some_and(|list| list.len() != seats) {
            return refused(pointer, "must have a value for each seat");
        }
    }
    match event.tournament.settings.ruleset {
        Ruleset::Kids(_) if set.cards.is_some() => {
            refused("/cards", "is not possible: Kids has no cards to buy")
        }
        _ => Ok(()),
    }
}
