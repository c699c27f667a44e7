//! How a season of a ladder begins with the ratings of the one before.

use super::skill::{Rating, SIGMA_START, Skill};

/// By how much a soft reset widens the deviation, as the deviation of an independent error: 100 shown points.
pub const WIDENING: f64 = 5.0;

/// Returns the rating with which a player begins a season who had this one some seasons before and has not
/// played since. The mean stays; the deviation is widened once for each season, up to that of a new player.
pub fn carried(rating: Rating, seasons: u32) -> Rating {
    let mut carried = rating;
    for _ in 0..seasons {
        let widened = widened(carried);
        if widened == carried {
            break;
        }
        carried = widened;
    }
    carried
}

fn widened(rating: Rating) -> Rating {
    let variance = rating.skill().sigma * rating.skill().sigma;
    let most = f64::max(variance, SIGMA_START * SIGMA_START);
    let sigma = libm::sqrt(f64::min(variance + WIDENING * WIDENING, most));
    let Rating { sigma_micro, .. } = Skill { sigma, ..rating.skill() }.stored();
    Rating { sigma_micro, ..rating }
}
