//! The rules for requested byes, in requests and in a tournament.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Problem;
use crate::problems::problem::Fault;
use lapidary_model::tournaments::settings::RequestedByes;

/// Half of the points of a bye.
const HALF: &str = "half";
/// No points.
const NONE: &str = "none";

/// Byes that players request; only for `swiss` and `heats`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"max": 2, "points": "half"}))]
pub struct NewByes {
    /// The maximum number of them for a player; 0 for none.
    #[schema(minimum = 0, maximum = 50, example = 2)]
    max: u8,
    /// Their points: `half` of the points of a bye, or `none`; `half` if left out.
    #[schema(pattern = "^[A-Za-z0-9_-]*$", max_length = 4, nullable = false, example = "half")]
    points: Option<String>,
}

impl TryFrom<&NewByes> for RequestedByes {
    type Error = Problem;

    fn try_from(new: &NewByes) -> Result<Self, Problem> {
        let half = match new.points.as_deref() {
            None | Some(HALF) => true,
            Some(NONE) => false,
            Some(_) => {
                let fault = Fault::at("/byes/points", "must be `half` or `none`");
                return Err(Problem::validation(vec![fault]));
            }
        };
        Ok(RequestedByes { max: new.max, half: half && new.max > 0 })
    }
}

/// Byes that players request.
#[derive(Debug, Serialize, ToSchema)]
pub struct ByeRules {
    /// The maximum number of them for a player; 0 for none.
    max: u8,
    /// Their points: `half` of the points of a bye, or `none`. Values may be added.
    #[schema(example = "none")]
    points: &'static str,
}

impl From<RequestedByes> for ByeRules {
    fn from(byes: RequestedByes) -> Self {
        ByeRules { max: byes.max, points: if byes.half { HALF } else { NONE } }
    }
}
