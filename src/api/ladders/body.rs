//! Ratings in JSON.

use serde::Serialize;
use utoipa::ToSchema;

pub use lapidary_contest::rating::skill::ShownRating as RatingBody;
use lapidary_model::rating::SeatRating;

/// The rating of a seat of a rated game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SeatRating)]
pub struct SeatRatingBody {
    seat: u8,
    /// The rating before the game; before its end, the current one.
    #[serde(flatten)]
    rating: RatingBody,
    /// The change of the shown rating by this game; null before its end, and if the game changed no rating.
    change: Option<i64>,
    /// Whether an administrator has annulled the game, so that it changes no rating.
    annulled: bool,
}

impl From<&SeatRating> for SeatRatingBody {
    fn from(seat: &SeatRating) -> Self {
        SeatRatingBody {
            seat: seat.seat,
            rating: seat.before.into(),
            change: seat.after.map(|after| after.shown() - seat.before.shown()),
            annulled: seat.annulled,
        }
    }
}
