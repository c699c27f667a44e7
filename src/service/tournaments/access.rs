//! Access control of tournaments: who may see one, and who organizes it.

use chrono::{DateTime, TimeDelta, Utc};

use super::TournamentRefusal;
use super::playing::{Harmless, does_not_play, is_not_rated};
use crate::clubs::role_in;
use lapidary_contest::event::entry::EntryId;
use lapidary_model::audit::AuditKind;
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::club::{ClubId, ClubRole};
use lapidary_model::game::Visibility;
use lapidary_model::player::Role as AccountRole;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::{Entry, EntryStatus};
use lapidary_model::tournaments::event::{Event, Tournament};
use lapidary_model::tournaments::round::{Round, RoundStatus, TournamentTable};
use lapidary_model::tournaments::settings::{ENTRIES_MAX, Play, Status};
use lapidary_store::tournaments::members::{self, Role};
use lapidary_store::tournaments::{self, Locked, adjustments, audit, entries, rounds, teams};
use lapidary_store::{Failure, Postgres, accounts, bots, clubs, sessions};

/// How long after the end of a tournament its results can be corrected and its end undone.
pub(super) const CHANGEABLE_AFTER_END: TimeDelta = TimeDelta::days(14);

/// Returns a tournament that the caller may see. Only its organizers and players invited to organize see a
/// draft. Its entries and the players invited to enter also see a private one.
pub(super) async fn load_visible(
    connection: &mut Postgres,
    id: TournamentId,
    caller: Option<&Identity>,
) -> Result<Tournament, TournamentRefusal> {
    let found = tournaments::find(connection, id).await?.ok_or(TournamentRefusal::NotFound)?;
    let is_draft = is_draft(connection, &found).await?;
    if !is_draft && found.settings.visibility != Visibility::Private {
        return Ok(found);
    }
    let Some(player) = caller.map(|caller| caller.player) else { return Err(TournamentRefusal::NotFound) };
    let sees = is_organizer(connection, &found, player).await?
        || is_administrator(connection, player).await?
        || members::is_asked(connection, id, player).await?
        || !is_draft
            && (members::has(connection, id, player, Role::Invited).await?
                || entries::has(connection, id, player).await?);
    if sees { Ok(found) } else { Err(TournamentRefusal::NotFound) }
}

/// Returns whether a tournament is a draft, or was one when it was cancelled. Whoever did not see it then
/// never does.
async fn is_draft(connection: &mut Postgres, tournament: &Tournament) -> Result<bool, Failure> {
    match (tournament.status, tournament.started_at) {
        (Status::Draft, _) => Ok(true),
        (Status::Cancelled, None) => {
            let was_open =
                audit::has_happened(connection, tournament.id, AuditKind::RegistrationOpened).await?;
            Ok(!was_open)
        }
        _ => Ok(false),
    }
}

pub(crate) async fn lock_visible<'t>(
    connection: &'t mut Postgres,
    id: TournamentId,
    caller: &Identity,
) -> Result<(Locked<'t>, Tournament), TournamentRefusal> {
    sessions::lock(connection, caller).await??;
    // Nobody can lock a tournament that is hidden from them.
    load_visible(connection, id, Some(caller)).await?;
    let mut db = tournaments::lock(connection, id).await?.ok_or(TournamentRefusal::NotFound)?;
    let tournament = load_visible(&mut db, id, Some(caller)).await?;
    Ok((db, tournament))
}

/// Locks a tournament that the caller organizes, and returns it. `may` says why an organizer who plays there
/// may do the act; without it they may not.
pub(crate) async fn lock_organized<'t>(
    connection: &'t mut Postgres,
    id: TournamentId,
    caller: &Identity,
    may: Option<Harmless>,
) -> Result<(Locked<'t>, Tournament), TournamentRefusal> {
    sessions::lock(connection, caller).await??;
    // Others neither wait for the lock nor load the event, which takes long for a large one.
    load_organized(connection, id, caller).await?;
    if !caller.may_organize() {
        return Err(TournamentRefusal::NotOrganizer);
    }
    let mut db = tournaments::lock(connection, id).await?.ok_or(TournamentRefusal::NotFound)?;
    let tournament = load_organized(&mut db, id, caller).await?;
    match may {
        None => does_not_play(&mut db, &tournament, caller.player).await?,
        Some(Harmless::OwnEntry) => {}
        Some(_) => is_not_rated(&mut db, &tournament, caller.player).await?,
    }
    Ok((db, tournament))
}

/// Returns a tournament that the caller organizes.
pub(super) async fn load_organized(
    connection: &mut Postgres,
    id: TournamentId,
    caller: &Identity,
) -> Result<Tournament, TournamentRefusal> {
    let tournament = load_visible(connection, id, Some(caller)).await?;
    match organizes(connection, &tournament, caller.player).await? {
        true => Ok(tournament),
        false => Err(TournamentRefusal::NotOrganizer),
    }
}

/// Returns whether a player is a bot and the tournament a rated one over the board, which no bot organizes:
/// what a bot does would be its owner's, who plays.
async fn is_barred_bot(
    connection: &mut Postgres,
    tournament: &Tournament,
    player: PlayerId,
) -> Result<bool, Failure> {
    let settings = &tournament.settings;
    Ok(settings.rated
        && settings.play == Play::OverTheBoard
        && !bots::owners(connection, &[player]).await?.is_empty())
}

/// Returns whether the caller acts as an organizer of an event: they organize it, and the token of the
/// request allows it.
pub(super) async fn acts_as_organizer(
    connection: &mut Postgres,
    event: &Event,
    caller: &Identity,
) -> Result<bool, Failure> {
    Ok(caller.may_organize()
        && (event.is_organizer(caller.player) || is_administrator(connection, caller.player).await?)
        && !is_barred_bot(connection, &event.tournament, caller.player).await?)
}

/// Locks and returns a tournament for an automatic act of the server; none if another server or an organizer
/// holds it at this moment.
pub(super) async fn lock_unless_held(
    connection: &mut Postgres,
    id: TournamentId,
) -> Result<Option<(Locked<'_>, Tournament)>, TournamentRefusal> {
    let Some(mut db) = tournaments::try_lock(connection, id).await? else { return Ok(None) };
    let tournament = tournaments::find(&mut db, id).await?.ok_or(TournamentRefusal::NotFound)?;
    Ok(Some((db, tournament)))
}

/// Returns whether a player has the rights of an organizer.
pub(crate) async fn organizes(
    connection: &mut Postgres,
    tournament: &Tournament,
    player: PlayerId,
) -> Result<bool, Failure> {
    let has_rights =
        is_organizer(connection, tournament, player).await? || is_administrator(connection, player).await?;
    Ok(has_rights && !is_barred_bot(connection, tournament, player).await?)
}

/// Returns whether a player is the creator or another organizer of a tournament, or manages its club now.
pub(super) async fn is_organizer(
    connection: &mut Postgres,
    tournament: &Tournament,
    player: PlayerId,
) -> Result<bool, Failure> {
    Ok(is_named_organizer(connection, tournament, player).await?
        || managers(connection, tournament).await?.contains(&player))
}

/// Returns whether a player has created a tournament, or organizes it by name.
pub(super) async fn is_named_organizer(
    connection: &mut Postgres,
    tournament: &Tournament,
    player: PlayerId,
) -> Result<bool, Failure> {
    Ok(tournament.creator.player == player
        || members::has(connection, tournament.id, player, Role::Organizer).await?)
}

/// Checks that nobody who has organized a rated tournament since its start gets an entry there later, by
/// themselves or by others, and no organizer of one that keeps pairs apart or has teams. A bot and its owner
/// count as one person.
pub(super) async fn has_not_organized(
    db: &mut Locked<'_>,
    tournament: &Tournament,
    player: PlayerId,
) -> Result<(), TournamentRefusal> {
    if !tournament.settings.rated {
        return Ok(());
    }
    // Members of a team do not meet either.
    if !tournament.forbidden.is_empty() || tournament.settings.teams.is_some() {
        let creator = tournament.creator.player;
        let owners = bots::owners(db, &[player, creator]).await?;
        let person = |player: PlayerId| owners.get(&player).copied().unwrap_or(player);
        let organizes =
            person(player) == person(creator) || is_organizer(db, tournament, person(player)).await?;
        // Whoever has set the pairs does not stop organizing in order to enter.
        if organizes
            || audit::has_acted_since(db, player, tournament.created_at, Some(AuditKind::Changed)).await?
        {
            return Err(TournamentRefusal::HasOrganized);
        }
    }
    let Some(start) = tournament.started_at else { return Ok(()) };
    match audit::has_acted_since(db, player, start, None).await? {
        true => Err(TournamentRefusal::HasOrganized),
        false => Ok(()),
    }
}

/// Returns the owner and the managers of the club of a tournament.
pub(super) async fn managers(
    connection: &mut Postgres,
    tournament: &Tournament,
) -> Result<Vec<PlayerId>, Failure> {
    match tournament.settings.club {
        Some(club) => clubs::members::managers(connection, club).await,
        None => Ok(Vec::new()),
    }
}

/// Returns whether a player is an administrator of the server. Administrators have the rights of organizers,
/// because all organizers may be gone.
pub(super) async fn is_administrator(connection: &mut Postgres, player: PlayerId) -> Result<bool, Failure> {
    let found = accounts::by_id(connection, player).await?;
    Ok(found.is_some_and(|player| player.role == AccountRole::Administrator))
}

/// Checks that a player may do irreversible acts on a tournament. Once the account of the creator is erased,
/// every organizer may do them.
pub(super) async fn is_made_by(
    connection: &mut Postgres,
    Tournament { creator, settings, .. }: &Tournament,
    player: PlayerId,
) -> Result<(), TournamentRefusal> {
    let is_gone = creator.username.is_none();
    match is_gone || has_made(connection, creator.player, settings.club, player).await? {
        true => Ok(()),
        false => Err(TournamentRefusal::NotCreator),
    }
}

/// Returns whether a player may do irreversible acts on something that a maker has made: it is theirs, or
/// belongs to a club that they own, or they are an administrator.
pub(crate) async fn has_made(
    connection: &mut Postgres,
    maker: PlayerId,
    club: Option<ClubId>,
    player: PlayerId,
) -> Result<bool, Failure> {
    let owns = match club {
        Some(club) => role_in(connection, club, player).await? == Some(ClubRole::Owner),
        None => false,
    };
    Ok(owns || maker == player || is_administrator(connection, player).await?)
}

/// Returns a tournament with everything that belongs to it.
pub(crate) async fn load_event(connection: &mut Postgres, tournament: Tournament) -> Result<Event, Failure> {
    let (mut event, _) = load_with_time(connection, tournament).await?;
    event.entries = leaving(&event.tournament, event.entries);
    Ok(event)
}

/// Returns a tournament with everything that belongs to it, as stored, and the time of the database.
pub(super) async fn load_with_time(
    connection: &mut Postgres,
    tournament: Tournament,
) -> Result<(Event, DateTime<Utc>), Failure> {
    let id = tournament.id;
    let organizers = members::load(connection, id, Role::Organizer).await?;
    let organizers = organizers.into_iter().map(|organizer| organizer.player).collect();
    let managers = managers(connection, &tournament).await?;
    let entries = entries::load(connection, id, 0, ENTRIES_MAX.into()).await?;
    let teams = match tournament.settings.teams {
        Some(_) => teams::load(connection, id, 0, ENTRIES_MAX.into()).await?,
        None => Vec::new(),
    };
    let rounds = rounds::load(connection, id, tournament.settings.duplicate).await?;
    let adjustments = adjustments::load(connection, id).await?;
    let (seed, now) = tournaments::secret(connection, id).await?;
    Ok((Event { tournament, seed, organizers, managers, entries, teams, rounds, adjustments }, now))
}

/// Returns the current entries of a tournament: until its end, an erased account counts as having left.
pub(super) fn leaving(tournament: &Tournament, mut entries: Vec<Entry>) -> Vec<Entry> {
    if !tournament.status.is_over() {
        let erased = entries.iter_mut().filter(|entry| entry.is_erased());
        for entry in erased.filter(|entry| entry.status != EntryStatus::Removed) {
            entry.status = EntryStatus::Dropped;
        }
    }
    entries
}

/// Returns a tournament that the caller may see with everything that belongs to it, all read at one moment:
/// tables may end and rounds may be paired meanwhile.
pub(super) async fn load_seen(
    connection: &mut Postgres,
    id: TournamentId,
    caller: Option<&Identity>,
) -> Result<Event, TournamentRefusal> {
    connection
        .build_transaction()
        .read_only()
        .repeatable_read()
        .run(async |connection| {
            let tournament = load_visible(connection, id, caller).await?;
            Ok(load_event(connection, tournament).await?)
        })
        .await
}

pub(super) fn running(tournament: &Tournament) -> Result<(), TournamentRefusal> {
    match tournament.status {
        Status::Running => Ok(()),
        other => Err(TournamentRefusal::State(other)),
    }
}

pub(super) const fn not_over(tournament: &Tournament) -> Result<(), TournamentRefusal> {
    match tournament.status.is_over() {
        true => Err(TournamentRefusal::State(tournament.status)),
        false => Ok(()),
    }
}

/// Returns the refusal of a request about a table that does not exist.
pub(super) fn no_table(event: &Event, table: u32) -> TournamentRefusal {
    let last = event.last_round().map(|round| {
        let numbers = || round.tables.iter().map(|table| table.number);
        (round.number, numbers().min().zip(numbers().max()))
    });
    TournamentRefusal::NoTable { table, last }
}

/// Returns the refusal of a request about an entry that does not exist.
pub(super) fn no_entry(event: &Event, entry: EntryId) -> TournamentRefusal {
    TournamentRefusal::NoEntry { entry, last: event.entries.last().map(|last| last.id) }
}

/// Returns a table of the last round, and the round, which must be open.
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

pub(super) fn table_of_last_round(
    event: &Event,
    table: u32,
) -> Result<(Round, TournamentTable), TournamentRefusal> {
    running(&event.tournament)?;
    let mut known = event.rounds.iter().flat_map(|round| &round.tables);
    let known = known.find(|known| known.number == table).ok_or_else(|| no_table(event, table))?;
    let round = event.last_round().filter(|round| round.number == known.round);
    Ok((round.ok_or(TournamentRefusal::RoundClosed)?.clone(), known.clone()))
}
