//! The points for places in requests.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::Problem;
use crate::contract::items::TablePoints;
use crate::problems::problem::Fault;
use lapidary_contest::event::points::PointsTable;

/// Points that are ready to use.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PointsPreset {
    /// 4/0, 4/2/0 and 4/2/1/0, and 4 for a bye.
    Standard,
    /// 1 for the first place and for a bye.
    WinsOnly,
}

/// Points for places: either a preset, or a list for each size of table, and the points of a bye.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WantedPoints {
    /// Points that are ready to use.
    #[schema(nullable = false)]
    preset: Option<PointsPreset>,
    /// For two seats, the first place first.
    #[schema(value_type = Option<Vec<TablePoints>>, inline, max_items = 4, nullable = false)]
    two: Option<Vec<u8>>,
    /// For three seats.
    #[schema(value_type = Option<Vec<TablePoints>>, inline, max_items = 4, nullable = false)]
    three: Option<Vec<u8>>,
    /// For four seats.
    #[schema(value_type = Option<Vec<TablePoints>>, inline, max_items = 4, nullable = false)]
    four: Option<Vec<u8>>,
    /// For a bye.
    #[schema(minimum = 0, maximum = 100, nullable = false)]
    bye: Option<u8>,
}

impl WantedPoints {
    /// Returns the points.
    pub fn table(&self) -> Result<PointsTable, Problem> {
        let fault = |detail: String| Problem::validation(vec![Fault::at("/points", detail)]);
        let list = |list: &Vec<u8>| list.iter().copied().map(u32::from).collect();
        match (self.preset, &self.two, &self.three, &self.four, self.bye) {
            (Some(PointsPreset::Standard), None, None, None, None) => Ok(PointsTable::standard()),
            (Some(PointsPreset::WinsOnly), None, None, None, None) => Ok(PointsTable::wins_only()),
            (None, Some(two), Some(three), Some(four), Some(bye)) => {
                PointsTable::custom([list(two), list(three), list(four)], bye.into())
                    .map_err(|error| fault(error.to_string()))
            }
            _ => Err(fault("must have either `preset`, or `two`, `three`, `four` and `bye`".to_owned())),
        }
    }
}
