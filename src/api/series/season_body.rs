//! The bodies of requests about seasons of leagues.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::Problem;
use crate::contract::items::PlayerName;
use crate::problems::problem::Fault;
use crate::tournaments::new::CreateTournament;
use lapidary_operation::body;
use lapidary_service::series::FirstSeason;
use lapidary_service::tournaments::NewTournament;

/// The players of a group.
#[body]
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

/// Moves the faults of settings to their place in the body.
pub(super) fn within_settings(problem: Problem) -> Problem {
    if problem.faults().is_empty() {
        return problem;
    }
    let faults = problem.faults().iter();
    let moved = faults.map(|fault| Fault::at(format!("/settings{}", fault.pointer), fault.detail.clone()));
    Problem::validation(moved.collect())
}
