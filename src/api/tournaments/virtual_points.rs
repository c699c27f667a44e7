//! The virtual points of a round in JSON.

use serde::Serialize;
use utoipa::ToSchema;

use super::round::number;
use lapidary_contest::event::virtual_points::VirtualPoints;

/// Points that count in the pairing of one round only, never in standings.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = VirtualPoints)]
pub struct VirtualPointsBody {
    /// The points of each of the entries.
    #[schema(example = 4.0)]
    points: f64,
    /// The same in twelfths of a point.
    #[schema(example = 48)]
    points_twelfths: i64,
    /// The numbers of the entries that have them.
    #[schema(example = json!([1, 2]))]
    entries: Vec<u32>,
}

impl VirtualPointsBody {
    /// Returns virtual points; none if nobody has any.
    pub fn new(of_round: &VirtualPoints) -> Option<VirtualPointsBody> {
        let body = VirtualPointsBody {
            points: number(of_round.points()),
            points_twelfths: of_round.points().twelfths(),
            entries: of_round.entries().iter().map(|entry| entry.0).collect(),
        };
        (!body.entries.is_empty()).then_some(body)
    }
}
