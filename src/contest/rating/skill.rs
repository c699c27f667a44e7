//! The knowledge about a player in a pool: mean and deviation as stored integers, and their shown form.

/// The mean of a new player.
pub const MU_START: f64 = 25.0;
/// The deviation of a new player.
pub const SIGMA_START: f64 = 25.0 / 3.0;
/// Units of the stored integers in one unit of the mean.
pub const MICRO: f64 = 1e6;

/// The shown rating of a new player.
const SHOWN_START: f64 = 1500.0;
/// Shown points per unit of the mean. With `BETA` 6.25, a shown gap reads like one in Elo points.
const SHOWN_UNIT: f64 = 20.0;
/// Millionths of the mean in one shown point.
pub const MICRO_PER_SHOWN_POINT: i64 = 50_000;
/// A rating is provisional while its shown deviation is above this value.
pub const PROVISIONAL_ABOVE_RD: i64 = 75;

/// A rating as it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "contract", derive(serde::Serialize, utoipa::ToSchema), schema(as = Rating))]
pub struct ShownRating {
    /// The rating; 1500 for a new player. Differences read like those of Elo points.
    #[cfg_attr(feature = "contract", schema(example = 1612))]
    pub rating: i64,
    /// The deviation, in the same points.
    #[cfg_attr(feature = "contract", schema(example = 58))]
    pub rd: i64,
    /// Whether the rating is uncertain: `rd` is above 75.
    pub provisional: bool,
}

impl From<Rating> for ShownRating {
    fn from(rating: Rating) -> Self {
        let (points, rd) = (rating.shown(), rating.shown_deviation());
        ShownRating { rating: points, rd, provisional: rating.is_provisional() }
    }
}

/// A rating as it is stored: mean and deviation in millionths.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "contract", derive(serde::Serialize), serde(into = "ShownRating"))]
pub struct Rating {
    /// The mean in millionths.
    pub mu_micro: i64,
    /// The deviation in millionths.
    pub sigma_micro: i64,
}

impl Rating {
    /// The rating of a player without a rated game.
    pub const START: Rating = Rating { mu_micro: 25_000_000, sigma_micro: 8_333_333 };

    /// Returns mean and deviation as numbers.
    pub fn skill(self) -> Skill {
        Skill { mu: self.mu_micro as f64 / MICRO, sigma: self.sigma_micro as f64 / MICRO }
    }

    /// Returns the rating that is shown: 1500 for a new player.
    pub fn shown(self) -> i64 {
        libm::round(SHOWN_START + SHOWN_UNIT * (self.skill().mu - MU_START)) as i64
    }

    /// Returns the shown deviation, in the points of the rating.
    pub fn shown_deviation(self) -> i64 {
        libm::round(SHOWN_UNIT * self.skill().sigma) as i64
    }

    /// Returns whether the rating is marked as provisional.
    pub fn is_provisional(self) -> bool {
        self.shown_deviation() > PROVISIONAL_ABOVE_RD
    }
}

impl Default for Rating {
    fn default() -> Self {
        Rating::START
    }
}

/// A rating while it is computed: mean and deviation as numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Skill {
    /// The mean.
    pub mu: f64,
    /// The deviation.
    pub sigma: f64,
}

impl Skill {
    /// The skill of a new player.
    pub const START: Skill = Skill { mu: MU_START, sigma: SIGMA_START };

    /// Returns the stored rating: rounded to millionths, halves away from zero.
    pub fn stored(self) -> Rating {
        let micro = |value: f64| libm::round(value * MICRO) as i64;
        Rating { mu_micro: micro(self.mu), sigma_micro: micro(self.sigma) }
    }
}
