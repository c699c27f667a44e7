//! The groups of a season: how callers see them, and their events.

use serde::Serialize;
use utoipa::ToSchema;

use super::SeriesRefusal;
use crate::tournaments::{self, NewTournament, NotAddable};
use lapidary_contest::series::promotion::Movement;
use lapidary_model::auth::Identity;
use lapidary_model::player::Occupant;
use lapidary_model::series::{EVENTS_MAX, EventSeries, LeftBecause, SeasonGroup, SeriesEvent, SeriesId};
use lapidary_model::settings::GameSettings;
use lapidary_model::tournament::TournamentId;
use lapidary_store::Postgres;
use lapidary_store::series;
use lapidary_store::tournaments::members::{self, Role};

/// The maximum number of characters of the name of an event.
const NAME_CHARS_MAX: usize = 80;

/// Where somebody was in the season before; nowhere for new players.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct CameFrom {
    /// The number of their group in the season before; null for new players.
    #[schema(example = 2)]
    pub from_group: Option<u16>,
    /// Their place in the final standings of that group; null for new players, and if its event was
    /// cancelled.
    #[schema(example = 1)]
    pub from_place: Option<u32>,
    /// What separated them there from the one before: a tie-break, `lot` for those who share a place, or
    /// `knock_out`; null for the first one. Values may be added.
    #[schema(example = "points")]
    pub decided_by: Option<&'static str>,
}

/// A player of a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = LeagueMember)]
pub struct GroupMember {
    pub player: Occupant,
    /// How they have come into the group; values may be added.
    pub movement: Movement,
    #[serde(flatten)]
    pub from: CameFrom,
}

/// A group of a season.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = LeagueSeasonGroup)]
pub struct SeasonGroupView {
    /// Its number, from 1 at the top.
    #[schema(example = 1)]
    pub group: u16,
    #[schema(example = "Rubies")]
    pub name: String,
    /// The id of its tournament; null in a dry run.
    pub tournament: Option<TournamentId>,
    /// Whether only these players can enter.
    pub invited_only: bool,
    /// The players: those who come down, those who stay, those who come up, and new ones.
    pub players: Vec<GroupMember>,
}

impl SeasonGroupView {
    pub(super) fn new(group: u16, name: &str, players: Vec<GroupMember>) -> SeasonGroupView {
        SeasonGroupView { group, name: name.to_owned(), tournament: None, invited_only: true, players }
    }
}

/// Somebody who was in the season before and does not stay in the league.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LeftLeague {
    pub player: Occupant,
    /// The number of the group in which they were.
    #[schema(example = 2)]
    pub from_group: u16,
    /// Why; values may be added.
    pub reason: LeftBecause,
}

/// A season of a league.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = LeagueSeason)]
pub struct SeasonView {
    /// The id of the league.
    pub series: SeriesId,
    /// The number of the season, from 1.
    #[schema(example = 2)]
    pub season: u16,
    /// The groups, from the top.
    pub groups: Vec<SeasonGroupView>,
    /// Those who were in the season before and do not stay.
    pub left: Vec<LeftLeague>,
}

/// Returns the name of a group whose event of the last season is unfinished.
pub(super) fn unfinished_group(league: &EventSeries, events: &[SeriesEvent]) -> Option<String> {
    let open = of_season(league, events).into_iter().find(|(_, event)| !event.status.is_over());
    open.map(|(place, _)| group_name(league, place.group))
}

fn group_name(league: &EventSeries, number: u16) -> String {
    let group = league.settings.groups.get(usize::from(number).saturating_sub(1));
    group.map(|group| group.name.clone()).unwrap_or_default()
}

/// Returns the events of the last season, the upper groups first.
pub(super) fn of_season<'a>(
    league: &EventSeries,
    events: &'a [SeriesEvent],
) -> Vec<(SeasonGroup, &'a SeriesEvent)> {
    let own = events.iter().filter_map(|event| Some((event.place?, event)));
    let mut own: Vec<_> = own.filter(|(place, _)| place.season == league.season).collect();
    own.sort_by_key(|(place, _)| place.group);
    own
}

/// Checks that a league has room for the events of another season.
pub(super) async fn season_fits(
    connection: &mut Postgres,
    league: &EventSeries,
) -> Result<(), SeriesRefusal> {
    if !league.settings.is_league() {
        return Err(SeriesRefusal::NoLeague);
    }
    let more = i64::try_from(league.settings.groups.len()).unwrap_or(i64::MAX);
    match series::event_count(connection, league.id).await?.saturating_add(more) > EVENTS_MAX {
        true => Err(NotAddable::Full(EVENTS_MAX).into()),
        false => Ok(()),
    }
}

pub(super) fn event_name(pointer: &str, name: &str, group: &str) -> Result<String, SeriesRefusal> {
    let whole = format!("{name}, {group}");
    match whole.chars().count() > NAME_CHARS_MAX {
        true => Err(SeriesRefusal::Field {
            pointer: pointer.to_owned(),
            fault: "is too long: with the name of the group it has more than 80 characters",
        }),
        false => Ok(whole),
    }
}

/// Makes the event of a group, and lets its players see and enter it.
pub(super) async fn add_event(
    connection: &mut Postgres,
    limits: &GameSettings,
    caller: &Identity,
    league: &EventSeries,
    season: u16,
    group: &mut SeasonGroupView,
    new: NewTournament,
) -> Result<(), SeriesRefusal> {
    // Making a tournament uses much memory while it waits.
    let made = Box::pin(tournaments::make(connection, limits, caller, new, None)).await?;
    let id = made.listed.tournament.id;
    for member in &group.players {
        members::insert(connection, id, member.player.player, Role::Invited, None).await?;
    }
    let place = SeasonGroup { season, group: group.group, invited_only: group.invited_only };
    series::add_event(connection, league.id, id, Some(place)).await?;
    group.tournament = Some(id);
    Ok(())
}
