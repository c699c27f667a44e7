//! Acts of organizers on tables and entries. Each is stored in the audit with its reason. The rated result of a game never
//! changes by them.

use diesel_async::{AsyncConnection, AsyncPgConnection};

use super::access::{organized, running};
use super::told::Told;
use super::{TournamentRefusal, Tournaments};
use crate::auth::Identity;
use crate::contest::event::entry::EntryId;
use crate::contest::event::points::Points;
use crate::contest::event::round::SeatResult;
use crate::contest::pairing::request::Refusal;
use crate::model::tournament::TournamentId;
use crate::model::tournaments::entry::EntryStatus;
use crate::model::tournaments::event::{Adjustment, Event};
use crate::model::tournaments::news::{News, NewsKind};
use crate::model::tournaments::round::{DecidedBy, Round, RoundStatus, Table, TableStatus};
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
    /// Other entries sit there, before its game starts.
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
                let event = organized(connection, id, caller).await?;
                running(&event.tournament)?;
                let known = event.rounds.iter().flat_map(|round| &round.tables);
                let known = known.into_iter().find(|known| known.number == table).cloned();
                let known = known.ok_or(TournamentRefusal::NotFound)?;
                let round = event.last_round().filter(|round| round.number == known.round);
                let round = round.filter(|round| round.status != RoundStatus::Closed);
                let round = round.ok_or(TournamentRefusal::RoundClosed)?;
                // Its game may be ending at this moment.
                let status = tables::lock(connection, id, table).await?;
                let status = status.ok_or(TournamentRefusal::NotFound)?;
                let kind = do_to_table(connection, &event, round, &known, status, act).await?;
                let news = News::new(id, kind).by(caller.player).table(known.round, table);
                announce(connection, &news.note(reason)).await?;
                told.everybody(&event);
                Ok::<_, TournamentRefusal>(())
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
                let event = organized(connection, id, caller).await?;
                let own = event.entry(entry).ok_or(TournamentRefusal::NotFound)?;
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
                told.players.insert(own.player.player);
                let news = News::new(id, kind).by(caller.player).entry(entry).note(reason);
                announce(connection, &news).await?;
                Ok(())
            })
            .await?;
        drop(connection);
        self.tell(&told);
        Ok(())
    }
}

async fn do_to_table(
    connection: &mut AsyncPgConnection,
    event: &Event,
    round: &Round,
    table: &Table,
    status: TableStatus,
    act: &TableAct,
) -> Result<NewsKind, TournamentRefusal> {
    let id = event.tournament.id;
    match (act, status) {
        (TableAct::Result(places), TableStatus::Playing | TableStatus::Done | TableStatus::Void) => {
            let result = result(connection, id, table, places).await?;
            let now = games::now(connection).await?;
            tables::set_result(connection, id, table.number, &result, DecidedBy::Arbiter, now).await?;
            Ok(NewsKind::ResultSet)
        }
        (TableAct::Void, TableStatus::Playing | TableStatus::Done | TableStatus::Waiting) => {
            tables::void(connection, id, table.number, Some(DecidedBy::Arbiter)).await?;
            Ok(NewsKind::TableVoided)
        }
        (TableAct::Seat(seats), TableStatus::Waiting) => {
            check_seats(event, round, table, seats)?;
            tables::set_seats(connection, id, table.number, seats).await?;
            Ok(NewsKind::TableSeated)
        }
        (_, other) => Err(TournamentRefusal::Table(other)),
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

/// Checks that entries can sit at a table: they take part, and sit at no other one of the round.
fn check_seats(
    event: &Event,
    round: &Round,
    table: &Table,
    seats: &[EntryId],
) -> Result<(), TournamentRefusal> {
    for (place, &entry) in seats.iter().enumerate() {
        if !event.takes_part(entry) {
            return Err(Refusal::NotInRound(entry).into());
        }
        let others = round.tables.iter().filter(|other| other.number != table.number);
        let mut taken = others.filter(|other| other.is_unfinished()).flat_map(|other| &other.seats);
        if seats[..place].contains(&entry) || taken.any(|&other| other == entry) {
            return Err(Refusal::SeatedTwice(entry).into());
        }
        for &other in &seats[..place] {
            if round.forbidden.iter().any(|&pair| pair == (entry, other) || pair == (other, entry)) {
                return Err(Refusal::Forbidden(other, entry).into());
            }
        }
    }
    Ok(())
}
