//! How a season of a ladder begins with the ratings of the previous one.

use super::skill::{Rating, SIGMA_START, Skill};

/// The deviation of the independent error that a soft reset adds: 100 shown points.
pub const WIDENING: f64 = 5.0;

/// Returns the first rating in a season for a player with this rating some seasons before and no games since.
/// The mean stays. Each season widens the deviation once, up to that of a new player.
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
