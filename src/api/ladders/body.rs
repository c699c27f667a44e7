//! Ratings in JSON.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::instant;
use lapidary_contest::rating::skill::Rating;
use lapidary_model::rating::{Record, SeatRating};

/// A rating as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Rating)]
pub struct RatingBody {
    /// The rating; 1500 for a new player. Differences read like those of Elo points.
    #[schema(example = 1612)]
    pub rating: i64,
    /// The deviation, in the same points.
    #[schema(example = 58)]
    pub rd: i64,
    /// Whether the rating is uncertain: `rd` is above 75.
    pub provisional: bool,
}

impl From<Rating> for RatingBody {
    fn from(rating: Rating) -> Self {
        RatingBody {
            rating: rating.shown(),
            rd: rating.shown_deviation(),
            provisional: rating.is_provisional(),
        }
    }
}

/// What a player has reached in a pool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RatingRecord)]
pub struct RecordBody {
    #[serde(flatten)]
    rating: RatingBody,
    /// The number of rated games.
    games: u64,
    /// The number of distinct opponents.
    opponents: u64,
    /// The end of the last rated game.
    #[serde(serialize_with = "instant::serialize")]
    last_game_at: DateTime<Utc>,
}

impl From<&Record> for RecordBody {
    fn from(record: &Record) -> Self {
        RecordBody {
            rating: record.rating.into(),
            games: record.games,
            opponents: record.opponents,
            last_game_at: record.last_at,
        }
    }
}

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
