//! Seasons of leagues in JSON, and the bodies of requests about them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Problem;
use crate::accounts::player_ref::PlayerRef;
use crate::contract::items::PlayerName;
use crate::problems::problem::Fault;
use crate::tournaments::new::CreateTournament;
use lapidary_contest::series::promotion::Movement;
use lapidary_model::series::LeftBecause;
use lapidary_service::series::{
    FirstSeason, GroupMember, LeftLeague, NextSeason, SeasonGroupView, SeasonView,
};
use lapidary_service::tournaments::NewTournament;

/// The players of a group.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"players": ["ada", "grace"]}))]
pub struct GroupPlayers {
    /// The names of the players who can enter the event of the group.
    #[schema(value_type = Vec<PlayerName>, inline, max_items = 64)]
    players: Vec<String>,
}

/// The first season of a league.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"settings": {"name": "Ruby League, spring", "ruleset": "splendor", "format": "round_robin", "seats": 2, "open": true},
    "groups": [{"players": ["ada", "grace"]}, {"players": ["joan", "edith"]}]}))]
pub struct StartLeagueSeason {
    /// The settings of the event of each group, as those of a tournament. The name of the group is added to
    /// `name`. `entries_max` is the size of the group, and `invited`, `entry` and `series` are left out.
    settings: CreateTournament,
    /// The players of each group, from the top: only they can enter its event. If it is left out, everybody
    /// can enter each group.
    #[schema(max_items = 8, nullable = false)]
    groups: Option<Vec<GroupPlayers>>,
}

impl TryFrom<StartLeagueSeason> for FirstSeason {
    type Error = Problem;

    fn try_from(body: StartLeagueSeason) -> Result<Self, Problem> {
        if let Some(field) = body.settings.not_in_leagues() {
            let fault = Fault::at(field, "is decided by the league: leave it out");
            return Err(within_settings(Problem::validation(vec![fault])));
        }
        let new = NewTournament::try_from(body.settings).map_err(within_settings)?;
        Ok(FirstSeason {
            settings: new.settings,
            open: new.open,
            organizers: new.organizers,
            players: body.groups.map(|groups| groups.into_iter().map(|group| group.players).collect()),
        })
    }
}

/// Moves the faults of settings to where these stand in the body.
pub(super) fn within_settings(problem: Problem) -> Problem {
    if problem.faults().is_empty() {
        return problem;
    }
    let faults = problem.faults().iter();
    let moved = faults.map(|fault| Fault::at(format!("/settings{}", fault.pointer), fault.detail.clone()));
    Problem::validation(moved.collect())
}

/// Options for the next season; the body may be left out.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ruby League, autumn", "leaving": ["joan"], "new_players": ["barbara"]}))]
pub struct NextLeagueSeason {
    /// The name of the events, to which that of the group is added; if it is left out, they keep theirs.
    #[schema(
        format = "text",
        pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$",
        min_length = 1,
        max_length = 78,
        nullable = false,
        example = "Ruby League, autumn"
    )]
    name: Option<String>,
    /// Whether players can enter at once; `true` if left out. Otherwise the events are drafts.
    #[schema(nullable = false)]
    open: Option<bool>,
    /// The names of players who leave the league. Whoever has left the event of the last season, or was
    /// removed from it, leaves anyway.
    #[serde(default)]
    #[schema(value_type = Vec<PlayerName>, inline, max_items = 64, required = false)]
    leaving: Vec<String>,
    /// The names of players who come into the free places of the lowest group.
    #[serde(default)]
    #[schema(value_type = Vec<PlayerName>, inline, max_items = 64, required = false)]
    new_players: Vec<String>,
}

impl From<NextLeagueSeason> for NextSeason {
    fn from(body: NextLeagueSeason) -> Self {
        NextSeason {
            name: body.name,
            open: body.open.unwrap_or(true),
            leaving: body.leaving,
            new_players: body.new_players,
        }
    }
}

/// A player of a group.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeagueMember)]
pub struct MemberBody {
    player: PlayerRef,
    /// How they have come into the group; values may be added.
    movement: Movement,
    /// The number of their group in the season before; null for new players.
    #[schema(example = 2)]
    from_group: Option<u16>,
    /// Their place in the final standings of that group; null for new players, and if its event was
    /// cancelled.
    #[schema(example = 1)]
    from_place: Option<u32>,
    /// What separated them there from the one before: a tie-break, `lot` for those who share a place, or
    /// `knock_out`; null for the first one. Values may be added.
    #[schema(example = "points")]
    decided_by: Option<&'static str>,
}

impl From<&GroupMember> for MemberBody {
    fn from(member: &GroupMember) -> Self {
        let from = member.from.as_ref();
        MemberBody {
            player: (&member.player).into(),
            movement: member.movement,
            from_group: from.map(|from| from.group),
            from_place: from.and_then(|from| from.place),
            decided_by: from.and_then(|from| from.decided_by),
        }
    }
}

/// A group of a season.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeagueSeasonGroup)]
pub struct SeasonGroupBody {
    /// Its number, from 1 at the top.
    #[schema(example = 1)]
    group: u16,
    #[schema(example = "Rubies")]
    name: String,
    /// The id of its tournament; null in a dry run.
    tournament: Option<Uuid>,
    /// Whether only these players can enter.
    invited_only: bool,
    /// The players: those who come down, those who stay, those who come up, and new ones.
    players: Vec<MemberBody>,
}

impl From<&SeasonGroupView> for SeasonGroupBody {
    fn from(group: &SeasonGroupView) -> Self {
        SeasonGroupBody {
            group: group.number,
            name: group.name.clone(),
            tournament: group.event.map(|event| event.0),
            invited_only: group.invited_only,
            players: group.members.iter().map(MemberBody::from).collect(),
        }
    }
}

/// Somebody who was in the season before and does not stay in the league.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeftLeague)]
pub struct LeftBody {
    player: PlayerRef,
    /// The number of the group in which they were.
    #[schema(example = 2)]
    from_group: u16,
    /// Why; values may be added.
    reason: LeftBecause,
}

impl From<&LeftLeague> for LeftBody {
    fn from(left: &LeftLeague) -> Self {
        LeftBody { player: (&left.player).into(), from_group: left.group, reason: left.because }
    }
}

/// A season of a league.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeagueSeason {
    /// The id of the league.
    series: Uuid,
    /// The number of the season, from 1.
    #[schema(example = 2)]
    season: u16,
    /// The groups, from the top.
    groups: Vec<SeasonGroupBody>,
    /// Those who were in the season before and do not stay.
    left: Vec<LeftBody>,
}

impl From<&SeasonView> for LeagueSeason {
    fn from(view: &SeasonView) -> Self {
        LeagueSeason {
            series: view.series.0,
            season: view.season,
            groups: view.groups.iter().map(SeasonGroupBody::from).collect(),
            left: view.left.iter().map(LeftBody::from).collect(),
        }
    }
}
