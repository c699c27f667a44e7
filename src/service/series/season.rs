//! The next season of a league: promotion and relegation by the final standings of the groups, and the events
//! of the groups.

use std::collections::BTreeSet;

use serde::Deserialize;
use utoipa::ToSchema;

use super::access::{load_organized, lock_organized};
use super::groups::{
    CameFrom, GroupMember, SeasonGroupView, SeasonView, add_event, event_name, of_season, season_fits,
    unfinished_group,
};
use super::season_end::SeasonEnd;
use super::{Series, SeriesRefusal};
use crate::audit::record_audit;
use crate::tournaments::{NewTournament, load_event};
use crate::transaction::act;
use lapidary_contest::series::promotion::Movement;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::items::PlayerName;
use lapidary_model::player::Occupant;
use lapidary_model::series::{EventSeries, SeriesId};
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::settings::{EntryLock, TournamentSettings};
use lapidary_store::Postgres;
use lapidary_store::tournaments::members::{self, Role};
use lapidary_store::{accounts, games, series, tournaments};

/// Options for the next season; the body may be left out.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ruby League, autumn", "leaving": ["joan"], "new_players": ["barbara"]}))]
pub struct NextLeagueSeason {
    /// The name of the events, to which that of the group is added; if it is left out, they keep theirs.
    #[schema(
        format = "text",
        min_length = 1,
        max_length = 78,
        nullable = false,
        example = "Ruby League, autumn"
    )]
    pub name: Option<String>,
    /// Whether players can enter at once; `true` if left out. Otherwise the events are drafts.
    #[schema(nullable = false)]
    pub open: Option<bool>,
    /// The names of players who leave the league. Whoever has left the event of the last season, or was
    /// removed from it, leaves anyway.
    #[serde(default)]
    #[schema(value_type = Vec<PlayerName>, inline, max_items = 64, required = false)]
    pub leaving: Vec<String>,
    /// The names of players who come into the free places of the lowest group.
    #[serde(default)]
    #[schema(value_type = Vec<PlayerName>, inline, max_items = 64, required = false)]
    pub new_players: Vec<String>,
}

#[boxed]
impl Series {
    /// Returns the next season of a league as it would begin, without changing anything.
    pub async fn preview_season(
        &self,
        id: SeriesId,
        caller: &Identity,
        new: &NextLeagueSeason,
    ) -> Result<SeasonView, SeriesRefusal> {
        let mut connection = self.pool.get().await?;
        connection
            .build_transaction()
            .read_only()
            .repeatable_read()
            .run(async |connection| {
                let league = load_organized(connection, id, caller).await?;
                Ok(plan(connection, &league, new).await?.0)
            })
            .await
    }

    /// Begins the next season of a league: makes an event for each group, with the settings of the group's
    /// event in the last season.
    pub async fn start_next_season(
        &self,
        id: SeriesId,
        caller: &Identity,
        new: &NextLeagueSeason,
    ) -> Result<SeasonView, SeriesRefusal> {
        let season = act!(self.pool, caller, async |connection| {
            games::lock_account(connection, caller.player).await?;
            let league = load_organized(connection, id, caller).await?;
            // From here on, the standings do not change.
            let events = series::events(connection, id).await?;
            let mut ended: Vec<TournamentId> =
                of_season(&league, &events).iter().map(|(_, event)| event.tournament).collect();
            ended.sort_unstable_by_key(|event| event.0);
            for event in ended {
                tournaments::lock(connection, event).await?;
            }
            let league = lock_organized(connection, id, caller).await?;
            let (mut view, settings) = plan(connection, &league, new).await?;
            if let Some(group) = view.groups.iter().find(|group| group.players.len() < 2) {
                return Err(SeriesRefusal::GroupTooSmall(group.name.clone()));
            }
            for (group, settings) in view.groups.iter_mut().zip(settings) {
                let settings = next_settings(settings, group, new)?;
                let event = NewTournament {
                    settings,
                    series: None,
                    open: new.open.unwrap_or(true),
                    entry_password: None,
                    organizers: Vec::new(),
                    invited: Vec::new(),
                };
                add_event(connection, &self.settings, caller, &league, view.season, group, event).await?;
            }
            series::set_season(connection, id, view.season).await?;
            let started =
                AuditEntry::new(id, AuditKind::SeasonStarted).by(caller.player).note(view.season.to_string());
            record_audit(connection, &started).await?;
            Ok::<_, SeriesRefusal>(view)
        })?;
        self.tell_invited(&season);
        Ok(season)
    }
}

/// Returns the settings of a group's event, based on those of the last season.
fn next_settings(
    old: TournamentSettings,
    group: &SeasonGroupView,
    new: &NextLeagueSeason,
) -> Result<TournamentSettings, SeriesRefusal> {
    let name = match &new.name {
        Some(name) => event_name("/name", name, &group.name)?,
        None => old.name.clone(),
    };
    // These times have passed, and the league defines who enters.
    Ok(TournamentSettings {
        name,
        starts_at: None,
        registration_closes_at: None,
        round_dates: Vec::new(),
        entry: EntryLock::Open,
        ..old
    })
}

/// Returns the next season of a league, and the settings of the events of the last one.
async fn plan(
    connection: &mut Postgres,
    league: &EventSeries,
    new: &NextLeagueSeason,
) -> Result<(SeasonView, Vec<TournamentSettings>), SeriesRefusal> {
    season_fits(connection, league).await?;
    if league.season == 0 {
        return Err(SeriesRefusal::NoSeason);
    }
    let events = series::events(connection, league.id).await?;
    if let Some(group) = unfinished_group(league, &events) {
        return Err(SeriesRefusal::SeasonUnfinished(group));
    }
    let leaving = named(connection, "/leaving", &new.leaving).await?;
    let leaving_ids: BTreeSet<PlayerId> = leaving.iter().map(|player| player.player).collect();
    let (mut end, mut settings) = (SeasonEnd::default(), Vec::new());
    for ((place, event), group) in of_season(league, &events).into_iter().zip(&league.settings.groups) {
        let found = tournaments::find(connection, event.tournament).await?;
        let event = load_event(connection, found.ok_or(SeriesRefusal::NoEvent)?).await?;
        let invited = match place.invited_only {
            true => members::load(connection, event.tournament.id, Role::Invited).await?,
            false => Vec::new(),
        };
        end.add(place.group, group.size, &event, &invited, &leaving_ids);
        settings.push(event.tournament.settings);
    }
    for (place, player) in leaving.iter().enumerate() {
        if !end.left.iter().any(|left| left.player.player == player.player) {
            let pointer = format!("/leaving/{place}");
            return Err(SeriesRefusal::Field { pointer, fault: "is not in the league" });
        }
    }
    let mut groups = end.next(league);
    welcome(connection, league, &mut groups, &new.new_players).await?;
    let view = SeasonView { series: league.id, season: league.season + 1, groups, left: end.left };
    Ok((view, settings))
}

/// Adds new players to the lowest group.
async fn welcome(
    connection: &mut Postgres,
    league: &EventSeries,
    groups: &mut [SeasonGroupView],
    names: &[String],
) -> Result<(), SeriesRefusal> {
    for (place, player) in named(connection, "/new_players", names).await?.into_iter().enumerate() {
        let refused = |fault| Err(SeriesRefusal::Field { pointer: format!("/new_players/{place}"), fault });
        let mut members = groups.iter().flat_map(|group| &group.players);
        if members.any(|member| member.player.player == player.player) {
            return refused("is in the league");
        }
        let Some((group, size)) = groups.last_mut().zip(league.settings.groups.last()) else {
            return Err(SeriesRefusal::NoLeague);
        };
        if group.players.len() >= size.size.into() {
            return refused("has no place: the lowest group is full");
        }
        group.players.push(GroupMember { player, movement: Movement::New, from: CameFrom::default() });
    }
    Ok(())
}

async fn named(
    connection: &mut Postgres,
    list: &str,
    names: &[String],
) -> Result<Vec<Occupant>, SeriesRefusal> {
    let mut players = Vec::with_capacity(names.len());
    for (place, name) in names.iter().enumerate() {
        let Some(player) = accounts::by_username(connection, name).await? else {
            let pointer = format!("{list}/{place}");
            return Err(SeriesRefusal::Field { pointer, fault: "is not the name of a player" });
        };
        players.push(Occupant { player: player.id, username: player.username, bot: player.bot });
    }
    Ok(players)
}
