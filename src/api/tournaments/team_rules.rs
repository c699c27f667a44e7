//! The rules for teams, in requests and in a tournament.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Problem;
use crate::problems::problem::Fault;
use lapidary_model::tournaments::team::{TEAM_SIZE_MIN_DEFAULT, TeamRules};

/// Teams, whose results count together; only for `swiss`, `heats` and `arena`, and with `boards` for
/// `round_robin`.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewTeams, example = json!({"size_max": 4, "size_min": 2, "counted": 3}))]
pub struct NewTeamRules {
    /// How many members a team can have.
    #[schema(minimum = 2, maximum = 8, example = 4)]
    size_max: u8,
    /// How many members a team needs at the start, at most `size_max`; if left out 2, or as many as `boards`.
    #[schema(minimum = 1, maximum = 8, nullable = false, example = 2)]
    size_min: Option<u8>,
    /// How many of the best members count, at most `size_max`; `size_max` if it is null or left out.
    #[schema(minimum = 1, maximum = 8, example = 3)]
    counted: Option<u8>,
    /// Teams play matches at this many boards, at most `size_min`: team against team, board 1 against board 1
    /// and so on, at tables of two. Only for `swiss` without `cut` and for `round_robin`. If it is null or
    /// left out, members are paired alone.
    #[schema(minimum = 2, maximum = 8, example = 4)]
    boards: Option<u8>,
}

impl TryFrom<NewTeamRules> for TeamRules {
    type Error = Problem;

    fn try_from(new: NewTeamRules) -> Result<Self, Problem> {
        let NewTeamRules { size_max, counted, boards, .. } = new;
        let size_min = new.size_min.or(boards).unwrap_or(TEAM_SIZE_MIN_DEFAULT);
        let refused = |pointer, fault| Err(Problem::validation(vec![Fault::at(pointer, fault)]));
        let too_many =
            [("/teams/boards", boards), ("/teams/size_min", Some(size_min)), ("/teams/counted", counted)];
        if let Some((pointer, _)) =
            too_many.into_iter().find(|(_, number)| number.is_some_and(|number| number > size_max))
        {
            return refused(pointer, "must not be above `size_max`");
        }
        if boards.is_some_and(|boards| size_min < boards) {
            return refused("/teams/size_min", "must be at least `boards`: a match needs a player for each");
        }
        if boards.is_some() && counted.is_some() {
            return refused("/teams/counted", "must be left out with `boards`: every board counts");
        }
        Ok(TeamRules { size_min, size_max, counted, boards })
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
    /// The number of boards of a match of two teams; absent if members are paired alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = 4)]
    boards: Option<u8>,
}

impl From<TeamRules> for TeamRulesBody {
    fn from(TeamRules { size_min, size_max, counted, boards }: TeamRules) -> Self {
        TeamRulesBody { size_max, size_min, counted, boards }
    }
}
