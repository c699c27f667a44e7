//! Seating other entries at a table: while it waits for the ready check, or while nothing has happened in its
//! game. Then that game is aborted and replaced.

use std::collections::BTreeSet;
use std::slice::from_ref;

use crate::games::StartedDeal;
use crate::tournaments::act::LockedEvent;
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::team::TeamId;
use lapidary_contest::pairing::request::Refusal;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::GameId;
use lapidary_model::log::AbortReason;
use lapidary_model::tournaments::entry::Entry;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::{Round, RoundStatus, Stage, TableStatus, TournamentTable};

impl Tournaments {
    /// Seats these entries at a table of the last round.
    ///
    /// The rows are locked in this order: the players, the game, the table.
    pub(in crate::tournaments) async fn seat_table(
        &self,
        act: &mut LockedEvent<'_>,
        table: &TournamentTable,
        seats: &[EntryId],
    ) -> Result<(), TournamentRefusal> {
        act.lock_entries(seats).await?;
        let Some(round) = act.event.last_round().cloned() else {
            return Err(TournamentRefusal::NothingPaired);
        };
        check_seats(&act.event, &round, table, seats)?;
        let creator = act.event.tournament.creator.player;
        let unplayed = match (table.status, table.game) {
            (TableStatus::Playing, Some(game)) => Some(game),
            // The game of a void table was ended with it; over the board there is none.
            (TableStatus::Waiting | TableStatus::Playing, None) | (TableStatus::Void, _) => None,
            (other, _) => return Err(TournamentRefusal::Table(other)),
        };
        let held = self.games.lock_games(&mut act.db, unplayed.into_iter().collect(), creator).await?;
        held.are_unplayed()?;
        // What was played at a void table is not known here, so it has met.
        if table.status == TableStatus::Playing {
            act.forget_meetings(from_ref(table)).await?;
        }
        take_back_byes(&mut act.event, round.number, seats);
        let mut seated = [table.seated_again(seats.to_vec())];
        if round.status == RoundStatus::Open {
            let deal = match unplayed {
                Some(unplayed) => self.deal_to_keep(act, table, seats, unplayed).await?,
                None => None,
            };
            let game = self.begin_tables(act, &mut seated, deal.as_ref()).await?.pop();
            // The deal gets this game before it loses the other one: its last game reveals it.
            if let Some((deal, game)) = deal.zip(game) {
                deal.add(&mut act.db, game).await?;
            }
        }
        // The ending game is no longer the game of the table, so its end does not change the table.
        act.put(seated.into());
        act.save().await?;
        let ended = self.games.end_held(&mut act.db, &held, AbortReason::Organizer).await?;
        act.changes.changed.extend(ended);
        Ok(())
    }

    /// Returns the deal that a table shares with others of the round, if the new game there can have it too.
    /// The number of players must be the same, and none of them may have played with this deal at a table
    /// that no longer counts.
    async fn deal_to_keep(
        &self,
        act: &mut LockedEvent<'_>,
        table: &TournamentTable,
        seats: &[EntryId],
        unplayed: GameId,
    ) -> Result<Option<StartedDeal>, TournamentRefusal> {
        let Some(round) = act.event.last_round() else { return Ok(None) };
        let deal = round.deals.iter().find(|deal| table.game.is_some_and(|game| deal.games.contains(&game)));
        let Some(deal) = deal.filter(|deal| usize::from(deal.seats) == seats.len()) else { return Ok(None) };
        let of_seats = |entry: &&Entry| seats.contains(&entry.id);
        let players: Vec<PlayerId> =
            act.event.entries.iter().filter(of_seats).map(|entry| entry.player.player).collect();
        let counting: Vec<GameId> = round
            .tables
            .iter()
            .filter(|table| table.status != TableStatus::Void)
            .filter_map(|table| table.game)
            .collect();
        for &game in deal.games.iter().filter(|game| !counting.contains(game)) {
            let creator = act.event.tournament.creator.player;
            if self.games.knows_deal(&mut act.db, game, creator, &players).await? {
                return Ok(None);
            }
        }
        Ok(Some(StartedDeal::of(&mut act.db, unplayed).await?))
    }
}

/// Takes back the byes of entries that play in a round after all.
pub(in crate::tournaments) fn take_back_byes(event: &mut Event, round: u16, seats: &[EntryId]) {
    for round in event.rounds.iter_mut().filter(|own| own.number == round) {
        round.byes.retain(|bye| !seats.contains(bye));
        round.requested_byes.retain(|bye| !seats.contains(bye));
    }
}

/// Checks that entries can sit at a table: they take part, and sit at no other one of the round.
fn check_seats(
    event: &Event,
    round: &Round,
    table: &TournamentTable,
    seats: &[EntryId],
) -> Result<(), TournamentRefusal> {
    // Nobody is free to sit there: players without a game wait for a table that the server makes.
    if round.stage == Stage::Arena {
        return Err(TournamentRefusal::ArenaRound);
    }
    let settings = &event.tournament.settings;
    settings.seats.check(settings.odd, seats.len())?;
    for (place, &entry) in seats.iter().enumerate() {
        if !event.takes_part(entry) {
            return Err(Refusal::NotInRound(entry).into());
        }
        if seats[..place].contains(&entry) {
            return Err(Refusal::SeatedTwice(entry).into());
        }
        for &other in &seats[..place] {
            let are_kept_apart =
                round.forbidden.iter().any(|&pair| pair == (entry, other) || pair == (other, entry))
                    || round.stage != Stage::KnockOut && event.are_teammates(entry, other);
            if are_kept_apart {
                return Err(Refusal::Forbidden(other, entry).into());
            }
        }
    }
    let teams = |entries: &[EntryId]| -> BTreeSet<Option<TeamId>> {
        entries.iter().map(|&entry| event.entry(entry).and_then(|entry| entry.team)).collect()
    };
    if settings.boards().is_some() && teams(seats) != teams(&table.paired) {
        return Err(TournamentRefusal::field(
            "/entries",
            "must be a member of each of the two teams that meet at this board",
        ));
    }
    if round.stage == Stage::KnockOut && round.status == RoundStatus::Open {
        return check_match(round, table, seats);
    }
    sit_nowhere_else(round, table, seats)
}

/// Checks that a match in play stays the match of its entries. After a table that does not count, another one
/// follows automatically.
fn check_match(round: &Round, table: &TournamentTable, seats: &[EntryId]) -> Result<(), TournamentRefusal> {
    if table.status == TableStatus::Void {
        return Err(TournamentRefusal::Table(TableStatus::Void));
    }
    let first = round.tables.iter().find(|first| first.match_number == table.match_number);
    let stranger = seats.iter().find(|entry| !first.is_some_and(|first| first.seats.contains(entry)));
    match stranger {
        Some(&stranger) => Err(Refusal::NotInRound(stranger).into()),
        None => Ok(()),
    }
}

/// Checks that entries sit at no other table of a round that counts or may count. The games of a knock-out
/// match are tables of the same entries; one that follows a void table replaces it.
pub(in crate::tournaments) fn sit_nowhere_else(
    round: &Round,
    table: &TournamentTable,
    seats: &[EntryId],
) -> Result<(), TournamentRefusal> {
    let mut later = round.tables.iter().filter(|other| {
        let is_of_match = other.match_number == table.match_number && round.stage == Stage::KnockOut;
        is_of_match && other.number > table.number && other.status != TableStatus::Void
    });
    if let Some(other) = later.next().filter(|_| table.status == TableStatus::Void) {
        return Err(TournamentRefusal::Replaced(other.number));
    }
    let is_other = |other: &&TournamentTable| match round.stage {
        // There everybody sits at many tables, one after the other.
        Stage::Arena => false,
        Stage::KnockOut => other.match_number != table.match_number,
        _ => other.number != table.number,
    };
    let others = round.tables.iter().filter(is_other).filter(|other| other.status != TableStatus::Void);
    let taken: Vec<EntryId> = others.flat_map(|other| other.seats.iter().copied()).collect();
    match seats.iter().find(|entry| taken.contains(entry)) {
        Some(&twice) => Err(Refusal::SeatedTwice(twice).into()),
        None => Ok(()),
    }
}
