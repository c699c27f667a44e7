//! Acts of organizers on tables and entries. Each is stored in the audit with its reason. The rated result of
//! a game that has ended never changes by them.

use super::access::{no_entry, no_table, running};
use super::act::Act;
use super::end_games::reopen_if_undecided;
use super::enter::Leave;
use super::seat::{sit_nowhere_else, take_back_byes};
use super::undo::reinstate;
use super::{TournamentRefusal, Tournaments};
use crate::games::HeldGames;
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::points::Points;
use lapidary_contest::event::round::SeatResult;
use lapidary_engine::ruleset::Ruleset;
use lapidary_model::audit::AuditKind;
use lapidary_engine::splendor::module::Module;
use lapidary_model::auth::Identity;
use lapidary_model::log::AbortReason;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::EntryStatus;
use lapidary_model::tournaments::event::{Adjustment, Event};
use lapidary_model::tournaments::round::{DecidedBy, Round, RoundStatus, TableStatus, TournamentTable};
use lapidary_model::tournaments::settings::{Format, Status};

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

/// What an organizer orders for a table.
#[derive(Debug, Clone, Copy)]
pub struct TableOrder<'a> {
    /// The number of the table.
    pub table: u32,
    /// The version of the table that the organizer has seen; none to act on any.
    pub version: Option<u32>,
    /// What is done.
    pub act: &'a TableAct,
    /// Why.
    pub reason: &'a str,
}

/// What an organizer does with an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryAct {
    /// It takes no part any more, and comes last.
    Remove,
    /// It leaves or pauses, as if its player had; its place stays what it has earned.
    Withdraw(Leave),
    /// It takes part again.
    Reinstate,
    /// It gets points, or loses some.
    Adjust(Points),
}

impl Tournaments {
    /// Does something with a table of the last round. A result is set or a table is voided also after the
    /// round has closed, as long as there is no later one; other entries are seated only before.
    ///
    /// # Errors
    /// [`TournamentRefusal::TableChanged`] if the table has another version than the organizer has seen; why
    /// the caller may not.
    pub async fn act_on_table(
        &self,
        id: TournamentId,
        caller: &Identity,
        TableOrder { table, version, act: order, reason }: TableOrder<'_>,
    ) -> Result<(), TournamentRefusal> {
        self.act(async |connection, changes| {
            let mut act = Act::organized(connection, changes, id, caller).await?;
            let (round, known) = match order {
                TableAct::Seat(_) => table_to_act_on(&act.event, table)?,
                TableAct::Result(_) | TableAct::Void => table_of_last_round(&act.event, table)?,
            };
            let seated = match order {
                TableAct::Seat(seats) => [known.seats.as_slice(), seats].concat(),
                TableAct::Result(_) | TableAct::Void => known.seats.clone(),
            };
            act.judges_no_organizer(caller.player, &seated).await?;
            act.does_not_play(caller.player).await?;
            // The game comes before its table: whoever ends it locks them in this order.
            let (held, before) = match order {
                TableAct::Seat(_) => (HeldGames::default(), known),
                TableAct::Result(_) | TableAct::Void => {
                    let held = self.lock_game_of(&mut act, &known).await?;
                    self.ends_no_rated_game(&mut act, caller.player, &held).await?;
                    (held, act.lock_table(table).await?)
                }
            };
            is_seen(&before, version)?;
            let (kind, after) = decide(&mut act, &round, &before, order)?;
            let audit = act.audit(kind).by(caller.player).table(round.number, table).note(reason);
            act.record(audit.changes(before.differences(&after)));
            match order {
                TableAct::Seat(seats) => self.seat_table(&mut act, &before, seats).await?,
                TableAct::Result(_) | TableAct::Void => act.put(vec![after]),
            }
            // The table is decided, so the end of its game changes nothing of it.
            act.save().await?;
            let ended = self.games.end_held(&mut act.db, &held, AbortReason::TableDecided).await?;
            act.changes.changed.extend(ended);
            act.tell_everybody();
            reopen_if_undecided(&mut act);
            // Perhaps everybody who is left is ready.
            self.open_if_due(&mut act).await?;
            act.done(()).await
        })
        .await
    }

    /// Does something with an entry.
    pub async fn act_on_entry(
        &self,
        id: TournamentId,
        caller: &Identity,
        entry: EntryId,
        order: &EntryAct,
        reason: &str,
    ) -> Result<(), TournamentRefusal> {
        self.act(async |connection, changes| {
            let mut act = Act::organized(connection, changes, id, caller).await?;
            let own = act.event.entry(entry).ok_or_else(|| no_entry(&act.event, entry))?.player.player;
            if act.event.tournament.status.is_over() {
                return Err(TournamentRefusal::State(act.event.tournament.status));
            }
            let round = act.event.last_round().map(|round| round.number);
            let leaves = matches!(order, EntryAct::Remove | EntryAct::Withdraw(_));
            if leaves && own != caller.player {
                act.does_not_play(caller.player).await?;
            }
            let kind = match order {
                EntryAct::Withdraw(how) => {
                    running(&act.event.tournament)?;
                    self.close_finished(&mut act).await?;
                    if let Some(own) = act.event.entry_mut(entry) {
                        own.status = how.after(own.status).unwrap_or(own.status);
                    }
                    AuditKind::Withdrawn
                }
                EntryAct::Remove => {
                    self.close_finished(&mut act).await?;
                    if let Some(own) = act.event.entry_mut(entry).filter(|own| own.removed_in.is_none()) {
                        own.status = EntryStatus::Removed;
                        own.removed_in = round.or(Some(0));
                    }
                    AuditKind::EntryRemoved
                }
                EntryAct::Reinstate => {
                    reinstate(&mut act, entry).await?;
                    AuditKind::EntryReinstated
                }
                EntryAct::Adjust(points) => {
                    running(&act.event.tournament)?;
                    act.judges_no_organizer(caller.player, &[entry]).await?;
                    act.does_not_play(caller.player).await?;
                    let (round, reason) = (round.unwrap_or(1), reason.to_owned());
                    act.event.adjustments.push(Adjustment { entry, round, points: *points, reason });
                    AuditKind::PointsAdjusted
                }
            };
            act.changes.players.insert(own);
            act.record(act.audit(kind).by(caller.player).entry(entry).note(reason));
            if leaves && act.event.tournament.status == Status::Running {
                self.open_if_due(&mut act).await?;
            }
            act.done(()).await
        })
        .await
    }

    /// Closes the last round of a knock-out if it is over and nobody has noticed yet, so that whoever leaves
    /// now took part until its end.
    pub(super) async fn close_finished(&self, act: &mut Act<'_>) -> Result<(), TournamentRefusal> {
        let knocks_out =
            matches!(act.event.tournament.settings.format, Format::Heats | Format::SingleElimination);
        match knocks_out && act.event.tournament.status == Status::Running {
            true => self.finish_round(act, None).await,
            false => Ok(()),
        }
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

/// Checks that a table has the version that the caller has seen, if they say which.
///
/// # Errors
/// [`TournamentRefusal::TableChanged`], with what stands there.
pub(super) fn is_seen(table: &TournamentTable, version: Option<u32>) -> Result<(), TournamentRefusal> {
    if version.is_none_or(|seen| seen == table.version) {
        return Ok(());
    }
    let places = table.result.as_ref().map(|result| format!(" with the places {}", places(result)));
    let by = match table.decided_by {
        None => "",
        Some(DecidedBy::Game) => ", by its game",
        Some(DecidedBy::Arbiter) => ", set by an organizer",
        Some(DecidedBy::Players) => ", reported by its players",
    };
    let now = format!("it is `{}`{}{by}", table.status.name(), places.unwrap_or_default());
    Err(TournamentRefusal::TableChanged { version: table.version, now })
}

/// Returns the places of a result in words, in the order of seats.
pub(super) fn places(result: &[SeatResult]) -> String {
    let place = |seat: &SeatResult| if seat.forfeit { "forfeit".to_owned() } else { seat.place.to_string() };
    result.iter().map(place).collect::<Vec<_>>().join(", ")
}

/// Returns what a table of the last round becomes by an act, and what the audit says. Whoever had a bye loses
/// it.
fn decide(
    act: &mut Act<'_>,
    round: &Round,
    table: &TournamentTable,
    order: &TableAct,
) -> Result<(AuditKind, TournamentTable), TournamentRefusal> {
    let mut after = table.clone();
    let kind = match (order, table.status) {
        (TableAct::Seat(_), _) => AuditKind::TableSeated,
        (TableAct::Result(_), TableStatus::Waiting) | (TableAct::Void, TableStatus::Void) => {
            return Err(TournamentRefusal::Table(table.status));
        }
        (TableAct::Result(set), status) => {
            if status == TableStatus::Void {
                // Others of the round may have been seated with its entries.
                sit_nowhere_else(round, table, &table.seats)?;
                take_back_byes(&mut act.event, round.number, &table.seats);
            }
            after.decide(result(&act.event, table, set)?, DecidedBy::Arbiter, act.now);
            AuditKind::ResultSet
        }
        (TableAct::Void, _) => {
            after.void(Some(DecidedBy::Arbiter), act.now);
            AuditKind::TableVoided
        }
    };
    Ok((kind, after))
}

/// Returns the result as it is set at a table that is locked. What is known stays where nothing else is
/// given: a game that has ended was measured.
///
/// # Errors
/// [`TournamentRefusal::Field`] if it is impossible at this table.
pub(super) fn result(
    event: &Event,
    table: &TournamentTable,
    set: &ResultBySeat,
) -> Result<Vec<SeatResult>, TournamentRefusal> {
    check_result(event, table.seats.len(), set)?;
    let places = places_with_forfeits(set)?;
    let given = |list: &Option<Vec<u8>>, seat: usize| list.as_ref()?.get(seat).copied().map(u16::from);
    let of_seat = |(seat, (&entry, place)): (usize, (&EntryId, u8))| {
        let measured = table.result.as_ref().and_then(|result| result.get(seat));
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
        Ruleset::Splendor(_) if set.has_prestige_without_cards() => {
            refused("/prestige", "must be 0 for a seat without bought cards")
        }
        // A fulfilled city comes before prestige (C3).
        Ruleset::Splendor(modules) if !modules.has(Module::Cities) && set.contradicts_prestige() => refused(
            "/places",
            "must follow from `prestige` and `cards`: most prestige first, then fewest cards; name seats that lost otherwise in `forfeits`, or leave `prestige` out",
        ),
        _ => Ok(()),
    }
}

impl ResultBySeat {
    fn has_forfeited(&self, seat: usize) -> bool {
        self.forfeits.iter().any(|&own| usize::from(own) == seat)
    }

    fn has_prestige_without_cards(&self) -> bool {
        let seats = self.prestige.iter().flatten().zip(self.cards.iter().flatten());
        seats.into_iter().any(|(&prestige, &cards)| prestige > 0 && cards == 0)
    }

    /// Returns whether two seats that do not forfeit have other places than by their prestige and then by the
    /// fewest cards, as far as these are given (B16, B17).
    fn contradicts_prestige(&self) -> bool {
        let Some(prestige) = &self.prestige else { return false };
        let cards = |seat: usize| self.cards.as_ref().map(|cards| cards[seat]);
        let seats = (0..self.places.len()).filter(|&seat| !self.has_forfeited(seat));
        let seats: Vec<usize> = seats.collect();
        let is_wrong = |&one: &usize, &other: &usize| {
            let order = prestige[other].cmp(&prestige[one]).then(cards(one).cmp(&cards(other)));
            // Equal prestige without cards may be any order.
            let is_known = self.cards.is_some() || order.is_ne();
            is_known && self.places[one].cmp(&self.places[other]) != order
        };
        seats.iter().any(|one| seats.iter().any(|other| is_wrong(one, other)))
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
