//! Acts that take back what was done before.

use diesel_async::AsyncPgConnection;

use super::access::{CHANGEABLE_AFTER_END, lock_organized, no_entry, running};
use super::fairness::judges_no_organizer;
use super::look::TournamentView;
use super::open::lock_players;
use super::team_members::team_takes_back;
use super::{TournamentRefusal, Tournaments};
use crate::audit::record_audit;
use crate::games::GameRefusal;
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::seed::EventSeed;
use lapidary_model::auth::Identity;
use lapidary_model::game::GameId;
use lapidary_model::settings::GameSettings;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::audit::{AuditEntry, AuditKind};
use lapidary_model::tournaments::entry::EntryStatus;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::{Round, RoundStatus, Stage, TableStatus};
use lapidary_model::tournaments::settings::{Format, Status};
use lapidary_store::games;
use lapidary_store::tournaments::{self, arena, audit, entries, rounds};

impl Tournaments {
    /// Takes the end of a tournament back: a finished one runs again, and one that was cancelled before its
    /// start takes entries again.
    ///
    /// # Errors
    /// [`TournamentRefusal::State`] for one that is not over; [`TournamentRefusal::StaysCancelled`] and
    /// [`TournamentRefusal::EndedLongAgo`] for an end that stays; [`TournamentRefusal::TooMany`]; why the
    /// caller may not.
    pub async fn reopen(
        &self,
        id: TournamentId,
        caller: &Identity,
        reason: &str,
    ) -> Result<TournamentView, TournamentRefusal> {
        self.act(async |connection, changes| {
            let event = lock_organized(connection, id, caller).await?;
            let status = status_after_end(connection, &event).await?;
            may_have_another(connection, &self.settings, &event).await?;
            // Of a tournament that never started nothing was drawn, so it gets a seed that nobody knows.
            let was_drawn = event.tournament.started_at.is_some();
            if !was_drawn {
                let mut seed = [0; 32];
                getrandom::fill(&mut seed)?;
                let commitment = EventSeed::new(seed).commitment();
                tournaments::replace_seed(connection, id, &seed, commitment).await?;
            }
            tournaments::reopen(connection, id, status, was_drawn).await?;
            let audit = AuditEntry::new(id, AuditKind::Reopened).by(caller.player);
            record_audit(connection, &audit.note(reason)).await?;
            changes.everybody(&event);
            Ok::<_, TournamentRefusal>(())
        })
        .await?;
        self.look(id, Some(caller)).await
    }

    /// Takes the last round back, in which nothing was played: its games are aborted. The same entries are
    /// paired in the same way again, because all lots follow from the seed.
    ///
    /// # Errors
    /// [`TournamentRefusal::NoRound`]; [`TournamentRefusal::RoundClosed`]; [`TournamentRefusal::ArenaRound`];
    /// [`TournamentRefusal::Table`] for a table that was decided; [`GameRefusal::Started`] once something has
    /// happened in one of its games, or somebody was seated at a table anew; why the caller may not.
    pub async fn unpair(
        &self,
        id: TournamentId,
        caller: &Identity,
        number: u32,
        reason: &str,
    ) -> Result<TournamentView, TournamentRefusal> {
        self.act(async |connection, changes| {
            let mut event = lock_organized(connection, id, caller).await?;
            let round = round_to_unpair(&event, number)?;
            // A table can be void or seated anew after a game of it was played.
            if audit::is_decided(connection, id, round.number).await? {
                return Err(GameRefusal::Started.into());
            }
            judges_no_organizer(connection, &event, caller.player, &round.everybody()).await?;
            // The players come first, then the games, then their tables.
            lock_players(connection, &mut event).await?;
            let mut ids: Vec<GameId> = round.tables.iter().filter_map(|table| table.game).collect();
            ids.sort_unstable();
            let mut unplayed = Vec::with_capacity(ids.len());
            for game in ids {
                let creator = event.tournament.creator.player;
                unplayed.push(self.games.lock_unplayed(connection, game, creator).await?);
            }
            // The games are not those of tables any more, so their ends decide nothing.
            rounds::unpair(connection, id, round.number).await?;
            for game in &unplayed {
                changes.changed.push(self.games.abort_unplayed(connection, game).await?);
            }
            let audit = AuditEntry::new(id, AuditKind::RoundUnpaired).by(caller.player).round(round.number);
            record_audit(connection, &audit.note(reason)).await?;
            changes.everybody(&event);
            Ok::<_, TournamentRefusal>(())
        })
        .await?;
        self.look(id, Some(caller)).await
    }
}

/// Returns how far a tournament is after its end is taken back.
async fn status_after_end(
    connection: &mut AsyncPgConnection,
    event: &Event,
) -> Result<Status, TournamentRefusal> {
    let tournament = &event.tournament;
    let Some(end) = tournament.ended_at.filter(|_| tournament.status.is_over()) else {
        return Err(TournamentRefusal::State(tournament.status));
    };
    if games::now(connection).await? >= end + CHANGEABLE_AFTER_END {
        return Err(TournamentRefusal::EndedLongAgo);
    }
    match (tournament.status, tournament.started_at) {
        (Status::Finished, _) => Ok(Status::Running),
        // Its games were aborted, and its tables voided.
        (_, Some(_)) => Err(TournamentRefusal::StaysCancelled),
        (_, None) => {
            let id = tournament.id;
            let was_open = audit::has_happened(connection, id, AuditKind::RegistrationOpened).await?;
            Ok(if was_open { Status::Registration } else { Status::Draft })
        }
    }
}

/// Checks that the creator has room for another tournament that is not over.
async fn may_have_another(
    connection: &mut AsyncPgConnection,
    settings: &GameSettings,
    event: &Event,
) -> Result<(), TournamentRefusal> {
    let (creator, limit) = (event.tournament.creator.player, settings.tournaments_per_account);
    games::lock_account(connection, creator).await?;
    match tournaments::unfinished_count(connection, creator).await? >= limit.into() {
        true => Err(TournamentRefusal::TooMany(limit)),
        false => Ok(()),
    }
}

/// Returns the last round, if it has this number and no table of it was decided.
fn round_to_unpair(event: &Event, number: u32) -> Result<Round, TournamentRefusal> {
    running(&event.tournament)?;
    let known = event.rounds.iter().find(|round| u32::from(round.number) == number);
    let Some(round) = known else {
        return Err(TournamentRefusal::NoRound { round: number, rounds: event.rounds.len() });
    };
    if round.status == RoundStatus::Closed {
        return Err(TournamentRefusal::RoundClosed);
    }
    if round.stage == Stage::Arena {
        return Err(TournamentRefusal::ArenaRound);
    }
    // A table whose players did not come is void without a game.
    let is_decided = |status: TableStatus, game: Option<GameId>| match status {
        TableStatus::Waiting | TableStatus::Playing => false,
        TableStatus::Void => game.is_some(),
        TableStatus::Done => true,
    };
    match round.tables.iter().find(|table| is_decided(table.status, table.game)) {
        Some(table) => Err(TournamentRefusal::Table(table.status)),
        None => Ok(round.clone()),
    }
}

/// Lets an entry take part again that has left, was dropped or was removed; for one that takes part, nothing
/// changes. The caller must hold the lock of the tournament.
///
/// # Errors
/// [`TournamentRefusal::NoEntry`]; [`TournamentRefusal::Erased`]; if the database fails.
pub(super) async fn reinstate(
    connection: &mut AsyncPgConnection,
    event: &Event,
    entry: EntryId,
) -> Result<(), TournamentRefusal> {
    let known = event.entry(entry).ok_or_else(|| no_entry(event, entry))?;
    if known.is_erased() {
        return Err(TournamentRefusal::Erased(entry));
    }
    if known.status == EntryStatus::Active {
        return Ok(());
    }
    team_takes_back(event, known)?;
    let tournament = &event.tournament;
    entries::set_status(connection, tournament.id, entry, EntryStatus::Active).await?;
    if tournament.settings.format == Format::Arena && tournament.status == Status::Running {
        arena::wait(connection, tournament.id, entry).await?;
    }
    Ok(())
}
