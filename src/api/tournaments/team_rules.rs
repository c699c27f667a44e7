//! The rules for teams, as requests send them and as a tournament shows them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Problem;
use crate::problems::problem::Fault;
use lapidary_model::tournaments::team::{TEAM_SIZE_MIN_DEFAULT, TeamRules};

/// Teams, whose results count together; only for `swiss`, `heats` and `arena`.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewTeams, example = json!({"size_max": 4, "size_min": 2, "counted": 3}))]
pub struct NewTeamRules {
    /// How many members a team can have.
    #[schema(minimum = 2, maximum = 8, example = 4)]
    size_max: u8,
    /// How many members a team needs at the start, at most `size_max`; 2 if left out.
    #[schema(minimum = 1, maximum = 8, nullable = false, example = 2)]
    size_min: Option<u8>,
    /// How many of the best members count, at most `size_max`; `size_max` if it is null or left out.
    #[schema(minimum = 1, maximum = 8, example = 3)]
    counted: Option<u8>,
}

impl TryFrom<NewTeamRules> for TeamRules {
    type Error = Problem;

    fn try_from(new: NewTeamRules) -> Result<Self, Problem> {
        let NewTeamRules { size_max, counted, .. } = new;
        let size_min = new.size_min.unwrap_or(TEAM_SIZE_MIN_DEFAULT);
        let too_many = [("/teams/size_min", Some(size_min)), ("/teams/counted", counted)];
        match too_many.into_iter().find(|(_, number)| number.is_some_and(|number| number > size_max)) {
            Some((pointer, _)) => {
                Err(Problem::validation(vec![Fault::at(pointer, "must not be above `size_max`")]))
            }
            None => Ok(TeamRules { size_min, size_max, counted }),
        }
    }
}

/// The rules for teams of a tournament.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TeamRules)]
pub struct TeamRulesBody {
    /// How many members a team can have.
    #[schema(example = 4)]
    size_max: u8,
    /// How many members a team needs at the start.
    #[schema(example = 2)]
    size_min: u8,
    /// How many of the best members count; null for `size_max`.
    #[schema(example = 3)]
    counted: Option<u8>,
}

impl From<TeamRules> for TeamRulesBody {
    fn from(TeamRules { size_min, size_max, counted }: TeamRules) -> Self {
        TeamRulesBody { size_max, size_min, counted }
    }
}
