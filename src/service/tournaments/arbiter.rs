//! Acts of organizers on tables and entries. Each is stored in the audit with its reason. The rated result of
//! a game that has ended never changes by them.

use diesel_async::AsyncPgConnection;

use super::access::{lock_organized, no_entry, no_table, running};
use super::end_games::reopen_if_undecided;
use super::fairness::judges_no_organizer;
use super::open::reload;
use super::seat::{sit_nowhere_else, take_back_byes};
use super::undo::reinstate;
use super::{TournamentRefusal, Tournaments};
use crate::audit::record_audit;
use crate::games::HeldGames;
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::points::Points;
use lapidary_contest::event::round::SeatResult;
use lapidary_engine::ruleset::Ruleset;
use lapidary_model::auth::Identity;
use lapidary_model::log::AbortReason;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::audit::{AuditEntry, AuditKind};
use lapidary_model::tournaments::event::{Adjustment, Event};
use lapidary_model::tournaments::round::{DecidedBy, Round, RoundStatus, TableStatus, TournamentTable};
use lapidary_model::tournaments::settings::Status;
use lapidary_store::games;
use lapidary_store::tournaments::{adjustments, entries, tables};

/// A result that an organizer sets, in the order of seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultBySeat {
    /// The places.
    pub places: Vec<u8>,
    /// The prestige; if it is left out, what is known stays.
    pub prestige: Option<Vec<u8>>,
    /// The number of bought cards; if it is left out, what is known stays.
    pub cards: Option<Vec<u8>>,
    /// The seats that forfeit, from 0. Their places come after those of all others.
    pub forfeits: Vec<u8>,
}

/// What an organizer does with a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableAct {
    /// Its result is set, and its game ends.
    Result(ResultBySeat),
    /// It does not count, and its game ends.
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
    /// Does something with a table of the last round. A result is set or a table is voided also after the
    /// round has closed, as long as there is no later one; other entries are seated only before.
    pub async fn act_on_table(
        &self,
        id: TournamentId,
        caller: &Identity,
        table: u32,
        act: &TableAct,
        reason: &str,
    ) -> Result<(), TournamentRefusal> {
        self.act(async |connection, changes| {
            let mut event = lock_organized(connection, id, caller).await?;
            let (round, known) = match act {
                TableAct::Seat(_) => table_to_act_on(&event, table)?,
                TableAct::Result(_) | TableAct::Void => table_of_last_round(&event, table)?,
            };
            let seated = match act {
                TableAct::Seat(seats) => [known.seats.as_slice(), seats].concat(),
                TableAct::Result(_) | TableAct::Void => known.seats.clone(),
            };
            judges_no_organizer(connection, &event, caller.player, &seated).await?;
            // The game comes before its table: whoever ends it locks them in this order.
            let held = match act {
                TableAct::Seat(_) => HeldGames::default(),
                TableAct::Result(_) | TableAct::Void => self.lock_game_of(connection, &event, &known).await?,
            };
            self.ends_no_rated_game(connection, &event, caller.player, &held).await?;
            let kind = match act {
                TableAct::Seat(_) => AuditKind::TableSeated,
                TableAct::Result(set) => {
                    set_result(connection, &event, &round, &known, set).await?;
                    AuditKind::ResultSet
                }
                TableAct::Void => {
                    void(connection, id, table).await?;
                    AuditKind::TableVoided
                }
            };
            let audit = AuditEntry::new(id, kind).by(caller.player).table(known.round, table);
            record_audit(connection, &audit.note(reason)).await?;
            if let TableAct::Seat(seats) = act {
                self.seat_table(connection, &mut event, &known, seats, changes).await?;
            }
            // The table is decided, so the end of its game changes nothing of it.
            let ended = self.games.end_held(connection, &held, AbortReason::TableDecided).await?;
            changes.changed.extend(ended);
            changes.everybody(&event);
            reload(connection, &mut event).await?;
            reopen_if_undecided(connection, &mut event).await?;
            // Perhaps everybody who is left is ready.
            self.open_if_due(connection, &mut event, changes).await
        })
        .await
    }

    /// Does something with an entry.
    pub async fn act_on_entry(
        &self,
        id: TournamentId,
        caller: &Identity,
        entry: EntryId,
        act: &EntryAct,
        reason: &str,
    ) -> Result<(), TournamentRefusal> {
        self.act(async |connection, changes| {
            let mut event = lock_organized(connection, id, caller).await?;
            let own = event.entry(entry).ok_or_else(|| no_entry(&event, entry))?.player.player;
            if event.tournament.status.is_over() {
                return Err(TournamentRefusal::State(event.tournament.status));
            }
            let kind = match act {
                EntryAct::Remove => {
                    self.close_finished(connection, &event.tournament, changes).await?;
                    let round = event.last_round().map_or(0, |round| round.number);
                    entries::remove(connection, id, entry, round).await?;
                    AuditKind::EntryRemoved
                }
                EntryAct::Reinstate => {
                    reinstate(connection, &event, entry).await?;
                    AuditKind::EntryReinstated
                }
                EntryAct::Adjust(points) => {
                    running(&event.tournament)?;
                    judges_no_organizer(connection, &event, caller.player, &[entry]).await?;
                    let round = event.last_round().map_or(1, |round| round.number);
                    let new = Adjustment { entry, round, points: *points, reason: reason.to_owned() };
                    adjustments::insert(connection, id, &new).await?;
                    AuditKind::PointsAdjusted
                }
            };
            changes.players.insert(own);
            let audit = AuditEntry::new(id, kind).by(caller.player).entry(entry).note(reason);
            record_audit(connection, &audit).await?;
            if *act == EntryAct::Remove && event.tournament.status == Status::Running {
                event = super::access::load_event(connection, event.tournament).await?;
                self.open_if_due(connection, &mut event, changes).await?;
            }
            Ok::<_, TournamentRefusal>(())
        })
        .await
    }
}

/// Returns a table of the last round, and the round, which must not be closed.
///
/// # Errors
/// [`TournamentRefusal::State`], [`TournamentRefusal::NoTable`], [`TournamentRefusal::RoundClosed`].
pub(super) fn table_to_act_on(
    event: &Event,
    table: u32,
) -> Result<(Round, TournamentTable), TournamentRefusal> {
    let (round, known) = table_of_last_round(event, table)?;
    match round.status {
        RoundStatus::Closed => Err(TournamentRefusal::RoundClosed),
        RoundStatus::Paired | RoundStatus::Open => Ok((round, known)),
    }
}

/// Returns a table of the last round, and the round.
///
/// # Errors
/// [`TournamentRefusal::State`], [`TournamentRefusal::NoTable`]; [`TournamentRefusal::RoundClosed`] if there
/// is a later round.
fn table_of_last_round(event: &Event, table: u32) -> Result<(Round, TournamentTable), TournamentRefusal> {
    running(&event.tournament)?;
    let mut known = event.rounds.iter().flat_map(|round| &round.tables);
    let known = known.find(|known| known.number == table).ok_or_else(|| no_table(event, table))?;
    let round = event.last_round().filter(|round| round.number == known.round);
    Ok((round.ok_or(TournamentRefusal::RoundClosed)?.clone(), known.clone()))
}

/// Locks a table, whose game may be ending at this moment, and returns how far it is.
pub(super) async fn lock_table(
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
    table: &TournamentTable,
    set: &ResultBySeat,
) -> Result<(), TournamentRefusal> {
    let id = event.tournament.id;
    match lock_table(connection, id, table.number).await? {
        TableStatus::Waiting => return Err(TournamentRefusal::Table(TableStatus::Waiting)),
        // Others of the round may have been seated with its entries.
        TableStatus::Void => {
            sit_nowhere_else(round, table, &table.seats)?;
            take_back_byes(connection, id, round, &table.seats).await?;
        }
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
    match lock_table(connection, id, table).await? {
        over @ TableStatus::Void => Err(TournamentRefusal::Table(over)),
        _ => Ok(tables::void(connection, id, table, Some(DecidedBy::Arbiter)).await?),
    }
}

/// Returns the result as it is set. What is known stays where nothing else is given: a game that has ended
/// was measured.
///
/// # Errors
/// [`TournamentRefusal::Field`] if it is impossible at this table; if the database fails.
pub(super) async fn result(
    connection: &mut AsyncPgConnection,
    event: &Event,
    table: &TournamentTable,
    set: &ResultBySeat,
) -> Result<Vec<SeatResult>, TournamentRefusal> {
    check_result(event, table.seats.len(), set)?;
    let places = places_with_forfeits(set)?;
    let now = tables::load(connection, event.tournament.id, Some(table.round)).await?;
    let now = now.into_iter().find(|now| now.number == table.number).and_then(|now| now.result);
    let given = |list: &Option<Vec<u8>>, seat: usize| list.as_ref()?.get(seat).copied().map(u16::from);
    let of_seat = |(seat, (&entry, place)): (usize, (&EntryId, u8))| {
        let measured = now.as_ref().and_then(|result| result.get(seat));
        SeatResult {
            entry,
            place,
            prestige: given(&set.prestige, seat).or(measured.and_then(|seat| seat.prestige)),
            cards: given(&set.cards, seat).or(measured.and_then(|seat| seat.cards)),
            tokens: measured.and_then(|seat| seat.tokens),
            forfeit: set.has_forfeited(seat),
        }
    };
    Ok(table.seats.iter().zip(places).enumerate().map(of_seat).collect())
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

impl ResultBySeat {
    fn has_forfeited(&self, seat: usize) -> bool {
        self.forfeits.iter().any(|&own| usize::from(own) == seat)
    }
}

/// Returns the places, of which those that forfeit share the last one.
///
/// # Errors
/// [`TournamentRefusal::Field`] if the table has no such seats, or if one of them comes before a seat that
/// does not forfeit.
fn places_with_forfeits(set: &ResultBySeat) -> Result<Vec<u8>, TournamentRefusal> {
    let refused = |fault| TournamentRefusal::Field { pointer: "/forfeits".to_owned(), fault };
    let (places, forfeits) = (&set.places, &set.forfeits);
    let is_seat = |&seat: &u8| usize::from(seat) < places.len();
    let is_twice = |(at, seat): (usize, &u8)| forfeits[..at].contains(seat);
    if !forfeits.iter().all(is_seat) || forfeits.iter().enumerate().any(is_twice) {
        return Err(refused("must name seats of the table, each once"));
    }
    let numbered = || places.iter().enumerate();
    let last = numbered().filter(|(seat, _)| !set.has_forfeited(*seat)).map(|(_, &place)| place).max();
    let after = (places.len() - forfeits.len() + 1) as u8;
    if numbered().any(|(seat, &place)| set.has_forfeited(seat) && last.is_some_and(|last| place <= last)) {
        return Err(refused("must have worse places than the other seats"));
    }
    Ok(numbered().map(|(seat, &place)| if set.has_forfeited(seat) { after } else { place }).collect())
}
