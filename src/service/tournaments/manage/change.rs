//! Changing a tournament before it starts, opening its registration, and pairs that must not meet.

use super::create::has_room;
use super::fairness::{fits_ladder, manages_club, may_rate, no_bot_organizes};
use super::in_series::keeps_no_series;
use super::invite::invite;
use super::organizers::invite_organizers;
use super::refusal::ManageRefusal;
use crate::access::Client;
use crate::outdated::is_seen;
use crate::tournaments::access::{is_made_by, not_over};
use crate::tournaments::act::{LockedEvent, change};
use crate::tournaments::entries::enter::move_up;
use crate::tournaments::entries::entry_lock::store_lock;
use crate::tournaments::entries::fit::{entries_fit, rate_again};
use crate::tournaments::impartial::Harmless;
use crate::tournaments::read::look::{TournamentView, view};
use crate::tournaments::rounds::pace::{change_waits, dates_to_come};
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_contest::event::entry::EntryId;
use lapidary_model::audit::AuditKind;
use lapidary_model::auth::{Identity, NewPassword};
use lapidary_model::field_change::Fields;
use lapidary_model::settings::GameSettings;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::event::{Event, Tournament};
use lapidary_model::tournaments::round::{RoundStatus, Stage};
use lapidary_model::tournaments::settings::{Format, Patch, Play, Status};
use lapidary_store::tournaments::{audit, setting_differences};

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
    /// The version of these pairs that the organizer has seen; none to replace any.
    pub forbidden_version: Option<u32>,
}

#[boxed]
impl Tournaments {
    /// Changes a tournament. Once it has started, only settings that affect nothing played can change.
    /// Organizers, invitations and pairs that must not meet can change until its end.
    pub async fn change(
        &self,
        id: TournamentId,
        caller: &Identity,
        client: &Client,
        mut change: Change,
    ) -> Result<TournamentView, ManageRefusal> {
        let hash = match change.entry_password.take() {
            Some(password) => Some(self.hash_changed_password(id, caller, client, password).await?),
            None => None,
        };
        change!(self, async |connection, changes| -> ManageRefusal {
            let mut act =
                LockedEvent::organized(connection, changes, id, caller, Harmless::Describing).await?;
            if !is_harmless(&change, hash.as_deref()) {
                act.does_not_play(caller.player).await?;
            }
            if change.settings.rated == Some(false) {
                self.finish_round(&mut act, None).await?;
            }
            apply(&mut act, &self.settings, caller, change, hash.as_deref()).await?;
            act.tell_everybody();
            act.changes.invited(&mut act.db, id).await?;
            act.save().await?;
            let LockedEvent { mut db, event, .. } = act;
            Ok(view(&mut db, event.tournament, Some(caller)).await?)
        })
    }
}

async fn apply(
    act: &mut LockedEvent<'_>,
    limits: &GameSettings,
    caller: &Identity,
    mut change: Change,
    entry_hash: Option<&str>,
) -> Result<(), ManageRefusal> {
    let (id, status) = (act.event.tournament.id, act.event.tournament.status);
    let has_started = !matches!(status, Status::Draft | Status::Registration);
    not_over(&act.event.tournament)?;
    if change.open && status != Status::Draft {
        return Err(ManageRefusal::AlreadyOpen(status));
    }
    let fixed = if has_started { fixed(&act.event, &change.settings) } else { Vec::new() };
    if !fixed.is_empty() {
        return Err(ManageRefusal::SettingsFixed(fixed));
    }
    is_seen(&act.event.tournament, change.forbidden_version)?;
    let before = act.event.tournament.clone();
    let old = before.settings.clone();
    let format = change.settings.format.unwrap_or(old.format);
    // An organizer who ends the rating of a running tournament cannot choose which results count.
    let gives_up = has_started && old.rated && change.settings.rated.take_if(|rated| !*rated).is_some();
    if gives_up {
        is_made_by(&mut act.db, &before, caller.player).await?;
    }
    match &change.forbidden {
        Some(pairs) => check_forbidden(&act.event, format, pairs)?,
        None => can_keep_apart(format, &act.event.tournament.forbidden)?,
    }
    if change.settings != Patch::default() || gives_up {
        let mut settings = change.settings.apply(old.clone());
        if gives_up {
            settings.rating_ended_at = old.rating_ended_at.or(Some(act.now));
        }
        if let Some((pointer, fault)) = settings.fault() {
            return Err(TournamentRefusal::field(pointer, fault).into());
        }
        if settings.rated && !old.rated {
            may_rate(&mut act.db, limits, caller).await?;
        }
        if settings.visibility != old.visibility {
            keeps_no_series(&mut act.db, id).await?;
        }
        if settings.club != old.club {
            if let Some(club) = settings.club {
                manages_club(&mut act.db, club, caller.player).await?;
            }
            has_room(&mut act.db, limits, act.event.tournament.creator.player, settings.club).await?;
        }
        if !has_started || (settings.ladder, settings.club) != (old.ladder, old.club) {
            fits_ladder(&mut act.db, &settings).await?;
            let becomes_rated = settings.rated && !old.rated && settings.play == Play::OverTheBoard;
            if becomes_rated && !act.event.teams.is_empty() {
                // Members of a team do not meet, and whoever has organized them may play.
                return Err(TournamentRefusal::field("/rated", "must stay false once there are teams").into());
            }
            if settings.ladder.is_some() {
                let organizers = audit::organizing(&mut act.db).await?;
                no_bot_organizes(&mut act.db, &settings, &organizers).await?;
            }
        }
        dates_to_come(&settings.round_dates, &old.round_dates, act.event.rounds.len(), act.now)?;
        entries_fit(&mut act.db, &act.event, &settings).await?;
        rate_again(act, &settings).await?;
        change_waits(act, &settings);
        store_lock(&mut act.db, old.entry, settings.entry, entry_hash).await?;
        act.event.tournament.settings = settings;
        if !has_started {
            move_up(act);
        }
    }
    invite_organizers(&mut act.db, &act.event.tournament, caller.player, &change.organizers).await?;
    invite(&mut act.db, caller.player, &change.invited).await?;
    if let Some(forbidden) = change.forbidden {
        // The round of an arena is paired all the time.
        if let Some(round) = act.event.rounds.last_mut().filter(|round| round.stage == Stage::Arena) {
            round.forbidden.clone_from(&forbidden);
        }
        act.event.tournament.forbidden = forbidden;
    }
    let Tournament { settings, forbidden, .. } = &act.event.tournament;
    // Members of a team do not meet either.
    let keeps_apart = !forbidden.is_empty() || settings.teams.is_some();
    let becomes_rated = settings.rated && !old.rated && keeps_apart;
    let gets_teams = settings.teams.is_some() && old.teams.is_none();
    if becomes_rated || gets_teams || forbidden.iter().any(|pair| !before.forbidden.contains(pair)) {
        act.chooses_no_opponents(caller.player).await?;
    }
    let mut differences = setting_differences(&old, &act.event.tournament.settings)?;
    differences.extend(before.differences(&act.event.tournament));
    let changed = act.audit(AuditKind::Changed).by(caller.player).changes(differences);
    act.record(changed.only_for(before.audience()));
    let is_open = act.event.last_round().is_some_and(|round| round.status != RoundStatus::Closed);
    if gives_up && !is_open {
        act.end_rating(Some(caller.player), limits.rating_limits).await?;
    }
    if change.open {
        act.event.tournament.status = Status::Registration;
        act.record(act.audit(AuditKind::RegistrationOpened).by(caller.player));
    }
    Ok(())
}

/// Returns whether a change leaves results, pairings and entries alone. Ending the rating does: the current
/// round is rated first, and nothing makes the tournament rated again.
fn is_harmless(change: &Change, entry_hash: Option<&str>) -> bool {
    let rest = Patch { name: None, description: None, rated: None, ..change.settings.clone() };
    rest == Patch::default()
        && change.forbidden.is_none()
        && change.invited.is_empty()
        && entry_hash.is_none()
}

/// Returns the names of the changed settings that are fixed after the start. The name, who pairs and who can
/// still enter are not fixed. The number of rounds can change unless that drops a paired one. The rating can
/// be ended: then later rounds are not rated.
fn fixed(event: &Event, settings: &Patch) -> Vec<&'static str> {
    let knocks_out = event.last_round().is_some_and(|round| round.stage == Stage::KnockOut);
    let paired = event.rounds.len();
    let is_possible =
        settings.rounds.flatten().is_none_or(|rounds| !knocks_out && usize::from(rounds) >= paired);
    let rounds = (!is_possible).then_some("rounds");
    let loses_rating = settings.rated == Some(false);
    let names = settings.fixed_names().into_iter().filter(|&name| name != "rated" || !loses_rating);
    names.chain(rounds).collect()
}

fn can_keep_apart(format: Format, pairs: &[(EntryId, EntryId)]) -> Result<(), ManageRefusal> {
    let is_fixed = format == Format::RoundRobin || format.is_bracket();
    match is_fixed && !pairs.is_empty() {
        true => Err(TournamentRefusal::field(
            "/forbidden_pairs",
            "is not possible in a schedule or a bracket, where opponents are fixed",
        )
        .into()),
        false => Ok(()),
    }
}

/// Checks pairs that must not meet: two existing entries each, in a format that can keep them apart.
fn check_forbidden(event: &Event, format: Format, pairs: &[(EntryId, EntryId)]) -> Result<(), ManageRefusal> {
    can_keep_apart(format, pairs)?;
    let refused = |pointer: String, fault| Err(TournamentRefusal::field(pointer, fault).into());
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
