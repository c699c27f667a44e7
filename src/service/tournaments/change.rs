//! Changing a tournament before it starts, opening its registration, and pairs that must not meet.

use diesel_async::AsyncPgConnection;

use super::access::lock_organized;
use super::entry_lock::store_lock;
use super::fairness::{fits_ladder, judges_no_organizer, manages_club, may_rate};
use super::fit::{entries_fit, rate_again};
use super::in_series::keeps_no_series;
use super::invite::invite;
use super::look::{TournamentView, view};
use super::organizers::invite_organizers;
use super::pace::{change_waits, dates_fit};
use super::{TournamentRefusal, Tournaments};
use crate::access::Client;
use crate::audit::record_audit;
use lapidary_contest::event::entry::EntryId;
use lapidary_model::auth::{Identity, NewPassword};
use lapidary_model::settings::GameSettings;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::audit::{AuditEntry, AuditKind};
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::Stage;
use lapidary_model::tournaments::settings::Patch;
use lapidary_model::tournaments::settings::{Format, Status};
use lapidary_store::tournaments;

/// A change of a tournament.
#[derive(Default)]
pub struct Change {
    /// Whether to open the registration.
    pub open: bool,
    /// The change of settings.
    pub settings: Patch,
    /// The new password with which players enter.
    pub entry_password: Option<NewPassword>,
    /// Names of further organizers.
    pub organizers: Vec<String>,
    /// Names of further players who may see and enter a private tournament.
    pub invited: Vec<String>,
    /// All pairs that must not meet.
    pub forbidden: Option<Vec<(EntryId, EntryId)>>,
}

impl Tournaments {
    /// Changes a tournament. Once it has started, only settings that concern nothing played can change;
    /// organizers, invitations and pairs that must not meet can change until its end.
    ///
    /// # Errors
    /// Why the caller cannot change it.
    pub async fn change(
        &self,
        id: TournamentId,
        caller: &Identity,
        client: &Client,
        mut change: Change,
    ) -> Result<TournamentView, TournamentRefusal> {
        let hash = match change.entry_password.take() {
            Some(password) => Some(self.hash_changed_password(id, caller, client, password).await?),
            None => None,
        };
        self.act(async |connection, changes| {
            let event = lock_organized(connection, id, caller).await?;
            apply(connection, &self.settings, &event, caller, change, hash.as_deref()).await?;
            changes.everybody(&event);
            changes.invited(connection, id).await?;
            let found = tournaments::find(connection, id).await?.ok_or(TournamentRefusal::NotFound)?;
            view(connection, found, Some(caller)).await
        })
        .await
    }
}

async fn apply(
    connection: &mut AsyncPgConnection,
    limits: &GameSettings,
    event: &Event,
    caller: &Identity,
    change: Change,
    entry_hash: Option<&str>,
) -> Result<(), TournamentRefusal> {
    let (id, status) = (event.tournament.id, event.tournament.status);
    let has_started = !matches!(status, Status::Draft | Status::Registration);
    if status.is_over() {
        return Err(TournamentRefusal::State(status));
    }
    if change.open && status != Status::Draft {
        return Err(TournamentRefusal::AlreadyOpen(status));
    }
    let fixed = if has_started { fixed(event, &change.settings) } else { Vec::new() };
    if !fixed.is_empty() {
        return Err(TournamentRefusal::SettingsFixed(fixed));
    }
    let format = change.settings.format.unwrap_or(event.tournament.settings.format);
    match &change.forbidden {
        Some(pairs) => check_forbidden(event, format, pairs)?,
        None => can_keep_apart(format, &event.tournament.forbidden)?,
    }
    if change.settings != Patch::default() {
        let settings = change.settings.apply(event.tournament.settings.clone());
        if let Some((pointer, fault)) = settings.fault() {
            return Err(TournamentRefusal::Field { pointer: pointer.to_owned(), fault });
        }
        if settings.rated && !event.tournament.settings.rated {
            may_rate(connection, limits, caller).await?;
        }
        if settings.visibility != event.tournament.settings.visibility {
            keeps_no_series(connection, id).await?;
        }
        if let Some(club) = settings.club.filter(|_| settings.club != event.tournament.settings.club) {
            manages_club(connection, club, caller.player).await?;
        }
        fits_ladder(connection, &settings).await?;
        dates_fit(connection, event, &settings).await?;
        entries_fit(connection, event, &settings).await?;
        rate_again(connection, event, &settings).await?;
        tournaments::update(connection, id, &settings).await?;
        change_waits(connection, event, &settings).await?;
        store_lock(connection, id, event.tournament.settings.entry, settings.entry, entry_hash).await?;
    }
    invite_organizers(connection, &event.tournament, caller.player, &change.organizers).await?;
    invite(connection, id, caller.player, &change.invited).await?;
    if let Some(forbidden) = &change.forbidden {
        let is_new = |pair: &&(EntryId, EntryId)| !event.tournament.forbidden.contains(pair);
        let touched: Vec<EntryId> = forbidden.iter().filter(is_new).flat_map(|&(a, b)| [a, b]).collect();
        judges_no_organizer(connection, event, caller.player, &touched).await?;
        tournaments::set_forbidden(connection, id, forbidden).await?;
        // The round of an arena is paired all the time.
        if let Some(round) = event.last_round().filter(|round| round.stage == Stage::Arena) {
            tournaments::rounds::set_forbidden(connection, id, round.number, forbidden).await?;
        }
    }
    record_audit(connection, &AuditEntry::new(id, AuditKind::Changed).by(caller.player)).await?;
    if change.open {
        tournaments::set_status(connection, id, Status::Registration).await?;
        record_audit(connection, &AuditEntry::new(id, AuditKind::RegistrationOpened).by(caller.player))
            .await?;
    }
    Ok(())
}

/// Returns the names of the settings of a change that stay after the start. The name, who pairs, who can
/// still enter, and the number of rounds, if none of those that it leaves out is paired, concern nothing that
/// was played.
fn fixed(event: &Event, settings: &Patch) -> Vec<&'static str> {
    let knocks_out = event.last_round().is_some_and(|round| round.stage == Stage::KnockOut);
    let paired = event.rounds.len();
    let is_possible =
        settings.rounds.flatten().is_none_or(|rounds| !knocks_out && usize::from(rounds) >= paired);
    let rounds = (!is_possible).then_some("rounds");
    settings.fixed_names().into_iter().chain(rounds).collect()
}

/// Checks that a format can keep pairs apart.
fn can_keep_apart(format: Format, pairs: &[(EntryId, EntryId)]) -> Result<(), TournamentRefusal> {
    let is_fixed = matches!(format, Format::RoundRobin | Format::SingleElimination);
    match is_fixed && !pairs.is_empty() {
        true => Err(TournamentRefusal::Field {
            pointer: "/forbidden_pairs".to_owned(),
            fault: "is not possible in a schedule or a bracket, where opponents are fixed",
        }),
        false => Ok(()),
    }
}

/// Checks pairs that must not meet: two entries each, which exist, in a format that can keep them apart.
fn check_forbidden(
    event: &Event,
    format: Format,
    pairs: &[(EntryId, EntryId)],
) -> Result<(), TournamentRefusal> {
    can_keep_apart(format, pairs)?;
    let refused = |pointer: String, fault| Err(TournamentRefusal::Field { pointer, fault });
    for (place, &(a, b)) in pairs.iter().enumerate() {
        if a == b {
            return refused(format!("/forbidden_pairs/{place}/b"), "must be another entry than `a`");
        }
        for (name, entry) in [("a", a), ("b", b)] {
            if event.entry(entry).is_none() {
                return refused(format!("/forbidden_pairs/{place}/{name}"), "is not the number of an entry");
            }
        }
    }
    Ok(())
}
