//! Acts that undo earlier ones.

use super::refusal::DecideRefusal;
use crate::games::GameRefusal;
use crate::tournaments::access::{CHANGEABLE_AFTER_END, has_not_organized, no_entry, running};
use crate::tournaments::act::{LockedEvent, organize};
use crate::tournaments::entries::refusal::EntryRefusal;
use crate::tournaments::manage::create::has_room;
use crate::tournaments::read::look::TournamentView;
use crate::tournaments::teams::members::team_takes_back;
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::seed::EventSeed;
use lapidary_model::audit::AuditKind;
use lapidary_model::auth::Identity;
use lapidary_model::game::GameId;
use lapidary_model::log::AbortReason;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::EntryStatus;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::{Round, RoundStatus, Stage, TableStatus};
use lapidary_model::tournaments::settings::{Format, Status};
use lapidary_store::tournaments::{self, arena, audit, entries, shared_deals};

#[boxed]
impl Tournaments {
    /// Undoes the end of a tournament. A finished one runs again. One that was cancelled before its start
    /// accepts entries again.
    pub async fn reopen(
        &self,
        id: TournamentId,
        caller: &Identity,
        reason: &str,
    ) -> Result<TournamentView, DecideRefusal> {
        organize!(self, id, caller, async |act| -> DecideRefusal {
            let status = status_after_end(&mut act).await?;
            let (creator, club) = (act.event.tournament.creator.player, act.event.tournament.settings.club);
            has_room(&mut act.db, &self.settings, creator, club).await?;
            // A tournament that never started has drawn nothing, so it gets a new secret seed.
            let was_drawn = act.event.tournament.started_at.is_some();
            if !was_drawn {
                let mut seed = [0; 32];
                getrandom::fill(&mut seed)?;
                tournaments::replace_seed(&mut act.db, &seed).await?;
                act.event.tournament.commitment = EventSeed::new(seed).commitment();
            }
            act.event.tournament.status = status;
            act.event.tournament.ended_at = None;
            act.event.tournament.seed_revealed = was_drawn;
            act.record(act.audit(AuditKind::Reopened).by(caller.player).note(reason));
            act.tell_everybody();
            Ok(())
        })?;
        Ok(self.look(id, Some(caller)).await?)
    }

    /// Undoes the last round, if nothing was played in it: its games are aborted. The same entries would be
    /// paired in the same way again, because all lots follow from the seed.
    pub async fn unpair(
        &self,
        id: TournamentId,
        caller: &Identity,
        number: u32,
        reason: &str,
    ) -> Result<TournamentView, DecideRefusal> {
        organize!(self, id, caller, async |act| -> DecideRefusal {
            let round = round_to_unpair(&act.event, number)?;
            // A table may have been voided or seated anew after a game was played there.
            let is_rated = act.event.tournament.settings.rated;
            if audit::is_decided(&mut act.db, id, round.number, is_rated).await? {
                return Err(GameRefusal::Started.into());
            }
            act.judges_no_organizer(caller.player, &round.everybody()).await?;
            // The players come first, then the games, then their tables.
            act.lock_players().await?;
            let ids: Vec<GameId> = round.tables.iter().filter_map(|table| table.game).collect();
            let creator = act.event.tournament.creator.player;
            let held = self.games.lock_games(&mut act.db, ids, creator).await?;
            held.are_unplayed()?;
            act.forget_meetings(&round.tables).await?;
            // The games no longer belong to tables, so their ends decide nothing.
            act.event.rounds.pop();
            act.save().await?;
            shared_deals::unpair(&mut act.db, round.number).await?;
            let ended = self.games.end_held(&mut act.db, &held, AbortReason::Organizer).await?;
            act.changes.changed.extend(ended);
            act.end_rating(Some(caller.player), self.settings.rating_limits).await?;
            let audit = act.audit(AuditKind::RoundUnpaired).by(caller.player).round(round.number);
            act.record(audit.note(reason));
            act.tell_everybody();
            Ok(())
        })?;
        Ok(self.look(id, Some(caller)).await?)
    }
}

/// Returns the status of a tournament after its end is undone.
async fn status_after_end(act: &mut LockedEvent<'_>) -> Result<Status, DecideRefusal> {
    let tournament = &act.event.tournament;
    let Some(end) = tournament.ended_at.filter(|_| tournament.status.is_over()) else {
        return Err(TournamentRefusal::State(tournament.status).into());
    };
    if act.now >= end + CHANGEABLE_AFTER_END {
        return Err(DecideRefusal::EndedLongAgo);
    }
    match (tournament.status, tournament.started_at) {
        (Status::Finished, _) => Ok(Status::Running),
        // Its games were aborted, and its tables voided.
        (_, Some(_)) => Err(DecideRefusal::StaysCancelled),
        (_, None) => {
            let id = tournament.id;
            let was_open = audit::has_happened(&mut act.db, id, AuditKind::RegistrationOpened).await?;
            Ok(if was_open { Status::Registration } else { Status::Draft })
        }
    }
}

/// Returns the last round, if it has this number and no table of it was decided.
fn round_to_unpair(event: &Event, number: u32) -> Result<Round, DecideRefusal> {
    running(&event.tournament)?;
    let known = event.rounds.iter().find(|round| u32::from(round.number) == number);
    let Some(round) = known else {
        return Err(TournamentRefusal::NoRound { round: number, rounds: event.rounds.len() }.into());
    };
    if round.status == RoundStatus::Closed {
        return Err(TournamentRefusal::RoundClosed.into());
    }
    if round.stage == Stage::Arena {
        return Err(TournamentRefusal::ArenaRound.into());
    }
    // A table whose players were missing is void without a game.
    let is_decided = |status: TableStatus, game: Option<GameId>| match status {
        TableStatus::Waiting | TableStatus::Playing => false,
        TableStatus::Void => game.is_some(),
        TableStatus::Done => true,
    };
    match round.tables.iter().find(|table| is_decided(table.status, table.game)) {
        Some(table) => Err(TournamentRefusal::Table(table.status).into()),
        None => Ok(round.clone()),
    }
}

/// Lets an entry take part again that has left, was dropped or was removed. Nothing changes for an entry that
/// takes part.
pub(in crate::tournaments) async fn reinstate(
    act: &mut LockedEvent<'_>,
    entry: EntryId,
) -> Result<(), DecideRefusal> {
    let known = act.event.entry(entry).ok_or_else(|| no_entry(&act.event, entry))?;
    if known.is_erased() {
        return Err(DecideRefusal::Erased(entry));
    }
    if known.status == EntryStatus::Active {
        return Ok(());
    }
    let (event, most) = (&act.event, act.event.tournament.settings.entries_max);
    // Before the start, another entry may have taken a place that was left.
    let taken = match event.tournament.without_place().contains(&known.status) {
        true => event.places_taken(),
        false => event.present().len(),
    };
    if taken >= most.into() {
        return Err(EntryRefusal::Full(most).into());
    }
    team_takes_back(&act.event, known)?;
    // Whoever has an entry of their own was bound all the time. The owner of a typed name was not.
    for player in entries::reserved(&mut act.db, &[entry]).await? {
        has_not_organized(&mut act.db, &act.event.tournament, player).await?;
    }
    if let Some(own) = act.event.entry_mut(entry) {
        own.status = EntryStatus::Active;
        own.removed_in = None;
    }
    let tournament = &act.event.tournament;
    if tournament.settings.format == Format::Arena && tournament.status == Status::Running {
        arena::wait(&mut act.db, entry).await?;
    }
    Ok(())
}
