//! Starting a tournament: by an organizer, or by the server at the time in the settings.

use super::plan::Planned;
use super::plans::{Plans, with_plan};
use super::refusal::RoundRefusal;
use crate::access::Client;
use crate::tournaments::access::lock_unless_held;
use crate::tournaments::act::{LockedEvent, Reads, change, organize};
use crate::tournaments::impartial::Harmless;
use crate::tournaments::read::look::TournamentView;
use crate::tournaments::teams::members::teams_are_complete;
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_contest::event::entry::EntryId;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::{Entry, EntryStatus};
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::settings::{Format, NextRound, Status, TournamentSettings};
use lapidary_store::tournaments::{arena, entries};

#[boxed]
impl Tournaments {
    /// Starts a tournament. If the server pairs the rounds, it pairs the first, unless that has a later date.
    /// In an arena everybody waits for a table from now on.
    pub async fn start(
        &self,
        id: TournamentId,
        caller: &Identity,
        client: &Client,
    ) -> Result<TournamentView, RoundRefusal> {
        with_plan!(plans = self.pairings.turn(caller, client).await? => organize!(self, id, caller, may Harmless::Pairing, async |act| -> RoundRefusal {
            if act.event.tournament.status != Status::Registration {
                return Err(TournamentRefusal::State(act.event.tournament.status).into());
            }
            let first = first_round(&act.event, &plans)?;
            self.begin(&mut act, first, Some(caller.player)).await
        }))?;
        Ok(self.look(id, Some(caller)).await?)
    }

    /// Starts a tournament whose time has come. If another server or an organizer holds it at this moment,
    /// the next look does it.
    pub(in crate::tournaments) async fn start_at_its_time(
        &self,
        id: TournamentId,
    ) -> Result<(), RoundRefusal> {
        with_plan!(plans = Plans::default() => change!(self, async |connection, changes| -> RoundRefusal {
            let Some((db, found)) = lock_unless_held(connection, id).await? else { return Ok(()) };
            let mut act = LockedEvent::new(db, found, Reads::Whole, changes).await?;
            let tournament = &act.event.tournament;
            let at = tournament.settings.starts_at;
            if tournament.status != Status::Registration || at.is_none_or(|at| at > act.now) {
                return Ok(());
            }
            match first_round(&act.event, &plans) {
                Ok(first) => self.begin(&mut act, first, None).await?,
                Err(refusal @ RoundRefusal::NotPlanned) => return Err(refusal),
                Err(refusal) => not_started(&mut act, &refusal),
            }
            act.done(()).await
        }))
    }

    /// Marks a tournament as running, with this first round. `by` is the organizer who starts it; none for
    /// the server.
    async fn begin(
        &self,
        act: &mut LockedEvent<'_>,
        first: Planned,
        by: Option<PlayerId>,
    ) -> Result<(), RoundRefusal> {
        // Entries that still wait for a place do not play.
        let waits = |entry: &&Entry| entry.status == EntryStatus::Waiting;
        let waiting: Vec<EntryId> = act.event.entries.iter().filter(waits).map(|entry| entry.id).collect();
        for entry in waiting {
            entries::delete(&mut act.db, entry).await?;
            // A late entry can get its number.
            act.event.tournament.forbidden.retain(|&(a, b)| a != entry && b != entry);
        }
        act.tell_everybody();
        act.event.entries.retain(|entry| entry.status != EntryStatus::Waiting);
        act.event.tournament.status = Status::Running;
        act.event.tournament.started_at = Some(act.now);
        act.record(AuditEntry { by, note: repeats(&act.event), ..act.audit(AuditKind::Started) });
        if act.event.tournament.settings.next_round == NextRound::Automatic {
            match act.event.next_date().filter(|&date| date > act.now) {
                Some(date) => act.event.tournament.first_round_at = Some(date),
                None => self.make_round(act, first, by).await?,
            }
        }
        if act.event.tournament.settings.format == Format::Arena {
            arena::begin(&mut act.db).await?;
        }
        Ok(())
    }
}

/// Returns the first round of a tournament, so that an obstacle shows before players wait for it.
fn first_round(event: &Event, plans: &Plans) -> Result<Planned, RoundRefusal> {
    match event.present().len() {
        0 | 1 => Err(RoundRefusal::TooFew),
        _ => {
            teams_are_complete(event)?;
            plans.next_round(event, &[])
        }
    }
}

/// Returns a warning for organizers if more rounds are planned than there are opponents; otherwise none.
fn repeats(event: &Event) -> Option<String> {
    let TournamentSettings { format, rounds, seats, .. } = &event.tournament.settings;
    let players = match event.tournament.settings.boards() {
        Some(_) => event.teams.len(),
        None => event.present().len(),
    };
    let rounds = usize::from(rounds.filter(|_| matches!(format, Format::Swiss | Format::Heats))?);
    // With an odd number, one player has a bye in each round.
    let most = (players.saturating_sub(1) + players % 2) / (seats.count() - 1);
    (rounds > most).then(|| format!("{players} meet again in {rounds} rounds: with {most}, nobody has to"))
}

/// Keeps a tournament that cannot start in registration, and tells its organizers why. The server tries once:
/// they start it themselves, or set another time.
fn not_started(act: &mut LockedEvent<'_>, refusal: &RoundRefusal) {
    act.event.tournament.settings.starts_at = None;
    act.record(act.audit(AuditKind::StartFailed).note(refusal.to_string()));
    act.tell_everybody();
    act.changes.organizers(&act.event);
}
