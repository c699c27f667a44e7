//! Reading tournaments: one, lists, rounds, entries, and the audit.

use uuid::Uuid;

use crate::tournaments::access::{is_administrator, leaving, load_visible, organizes};
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_contest::event::points::{Points, PointsTable};
use lapidary_contest::event::seed::EventSeed;
use lapidary_model::audit::{Audience, StoredAuditEntry};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::player::Occupant;
use lapidary_model::series::SeriesOf;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::Entry;
use lapidary_model::tournaments::event::{Event, Tournament};
use lapidary_model::tournaments::listing::{ListedTournament, PublicFilter};
use lapidary_model::tournaments::round::Round;
use lapidary_model::tournaments::settings::ENTRIES_MAX;
use lapidary_store::tournaments::audit::Notes;
use lapidary_store::tournaments::list::{Which, counted, list};
use lapidary_store::tournaments::members::Role;
use lapidary_store::tournaments::{self, audit, entries, members, rounds};
use lapidary_store::{Failure, Postgres, series};

/// A tournament as a caller sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentView {
    /// The tournament with its counts.
    pub listed: ListedTournament,
    /// The organizers besides the creator.
    pub organizers: Vec<Occupant>,
    /// Players who are invited to organize it and have not answered. Organizers see all of them; other
    /// players see only themselves.
    pub invited_organizers: Vec<Occupant>,
    /// The last round, without its tables.
    pub round: Option<Round>,
    /// The seed, once the tournament is over.
    pub seed: Option<EventSeed>,
    /// The caller's entry.
    pub entry: Option<Entry>,
    /// The series to which it belongs.
    pub series: Option<SeriesOf>,
}

/// A round with the names of its entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundView {
    pub round: Round,
    /// All entries of the tournament.
    pub entries: Vec<Entry>,
    /// The points for places.
    pub points: PointsTable,
    /// The points of a bye that was requested.
    pub requested_bye: Points,
}

impl RoundView {
    /// Returns a round of a loaded event.
    pub(in crate::tournaments) fn of(event: &Event, number: u16) -> Result<RoundView, TournamentRefusal> {
        let round = event.rounds.iter().find(|round| round.number == number);
        let settings = &event.tournament.settings;
        Ok(RoundView {
            round: round.ok_or(TournamentRefusal::NothingPaired)?.clone(),
            entries: event.entries.clone(),
            points: settings.points.clone(),
            requested_bye: settings.requested_bye_points(),
        })
    }
}

/// Returns a tournament as the caller sees it. The access was checked before.
pub(in crate::tournaments) async fn view(
    connection: &mut Postgres,
    tournament: Tournament,
    caller: Option<&Identity>,
) -> Result<TournamentView, TournamentRefusal> {
    let id = tournament.id;
    let organizers = members::load(connection, id, Role::Organizer).await?;
    let invited_organizers = asked(connection, &tournament, &organizers, caller).await?;
    let seed = match tournament.is_seed_public() {
        true => Some(tournaments::secret(connection, id).await?.0),
        false => None,
    };
    let listed = counted(connection, vec![tournament]).await?.pop().ok_or(TournamentRefusal::NotFound)?;
    let round = rounds::find(connection, id, listed.rounds).await?;
    let entry = match caller {
        Some(caller) => entries::of(connection, id, caller.player).await?,
        None => None,
    };
    let series = series::of_event(connection, id).await?;
    Ok(TournamentView { listed, organizers, invited_organizers, round, seed, entry, series })
}

/// Returns the players invited to organize a tournament, as far as the caller may see them: a missing answer
/// is private.
async fn asked(
    connection: &mut Postgres,
    tournament: &Tournament,
    organizers: &[Occupant],
    caller: Option<&Identity>,
) -> Result<Vec<Occupant>, TournamentRefusal> {
    let Some(player) = caller.map(|caller| caller.player) else { return Ok(Vec::new()) };
    let mut asked = members::load(connection, tournament.id, Role::InvitedOrganizer).await?;
    if asked.is_empty() {
        return Ok(asked);
    }
    let organizes = tournament.creator.player == player
        || organizers.iter().any(|organizer| organizer.player == player)
        || is_administrator(connection, player).await?;
    if !organizes {
        let is_asked = members::is_asked(connection, tournament.id, player).await?;
        asked.retain(|one| is_asked && one.player == player);
    }
    Ok(asked)
}

#[boxed]
impl Tournaments {
    /// Returns a tournament.
    pub async fn look(
        &self,
        id: TournamentId,
        caller: Option<&Identity>,
    ) -> Result<TournamentView, TournamentRefusal> {
        let mut connection = self.pool.get().await?;
        let tournament = load_visible(&mut connection, id, caller).await?;
        view(&mut connection, tournament, caller).await
    }

    /// Returns a page of public tournaments that pass a filter, the newest first.
    pub async fn list(
        &self,
        filter: &PublicFilter,
        after: Option<TournamentId>,
        limit: u8,
    ) -> Result<Vec<ListedTournament>, Failure> {
        list(&mut *self.pool.get().await?, Which::Public(filter), after, limit.into()).await
    }

    /// Returns a page of the tournaments that the caller organizes, has entered or is invited to, the newest
    /// first.
    pub async fn mine(
        &self,
        caller: &Identity,
        after: Option<TournamentId>,
        limit: u8,
    ) -> Result<Vec<ListedTournament>, Failure> {
        list(&mut *self.pool.get().await?, Which::Of(caller.player), after, limit.into()).await
    }

    /// Returns a page of entries after a number, in the order of numbers.
    pub async fn entries(
        &self,
        id: TournamentId,
        caller: Option<&Identity>,
        after: u32,
        limit: u8,
    ) -> Result<Vec<Entry>, TournamentRefusal> {
        let mut connection = self.pool.get().await?;
        let tournament = load_visible(&mut connection, id, caller).await?;
        let entries = entries::load(&mut connection, id, after, limit.into()).await?;
        Ok(leaving(&tournament, entries))
    }

    /// Returns a round with its tables.
    pub async fn round(
        &self,
        id: TournamentId,
        caller: Option<&Identity>,
        number: u16,
    ) -> Result<RoundView, TournamentRefusal> {
        let mut connection = self.pool.get().await?;
        let tournament = load_visible(&mut connection, id, caller).await?;
        let Some(round) = rounds::find(&mut connection, id, number).await? else {
            let rounds = counted(&mut connection, vec![tournament]).await?.pop().map_or(0, |one| one.rounds);
            return Err(TournamentRefusal::NoRound { round: number.into(), rounds: rounds.into() });
        };
        let requested_bye = tournament.settings.requested_bye_points();
        let points = tournament.settings.points;
        let entries = entries::load(&mut connection, id, 0, ENTRIES_MAX.into()).await?;
        Ok(RoundView { round, entries, points, requested_bye })
    }

    /// Returns a page of the audit, the newest first, for everybody who sees the tournament. Notes from
    /// before the audit was public are only for organizers.
    pub async fn audit(
        &self,
        id: TournamentId,
        caller: Option<&Identity>,
        after: Option<Uuid>,
        limit: u8,
    ) -> Result<Vec<StoredAuditEntry>, TournamentRefusal> {
        let mut connection = self.pool.get().await?;
        let tournament = load_visible(&mut connection, id, caller).await?;
        let reader = match caller {
            Some(caller) => reader(&mut connection, &tournament, caller.player).await?,
            None => (Notes::Public, Audience::Everybody),
        };
        Ok(audit::list(&mut connection, Some(id.into()), reader, after, limit.into()).await?)
    }
}

/// Returns what a player may read of an audit. What happened in a draft or in private is limited.
async fn reader(
    connection: &mut Postgres,
    tournament: &Tournament,
    player: PlayerId,
) -> Result<(Notes, Audience), Failure> {
    let id = tournament.id;
    if organizes(connection, tournament, player).await? {
        return Ok((Notes::All, Audience::Organizers));
    }
    if members::is_asked(connection, id, player).await? {
        return Ok((Notes::Public, Audience::Organizers));
    }
    let takes_part = entries::has(connection, id, player).await?
        || members::has(connection, id, player, Role::Invited).await?;
    Ok((Notes::Public, if takes_part { Audience::Members } else { Audience::Everybody }))
}
