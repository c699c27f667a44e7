//! The requirements of a tournament for entering: a password or a code, and conditions.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Problem;
use crate::accounts::password::new_password;
use crate::extract::Act;
use crate::http::outcome::Created;
use crate::problems::problem::Fault;
use lapidary_model::auth::NewPassword;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::settings::{Conditions, EntryLock, HighestRating};
use lapidary_operation::operation;
use lapidary_service::Tournaments;

/// What a player sends to enter: either `password`, or a code with `link`. Without both, players need
/// nothing. It has no `Debug`, so that no log shows the password.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"link": true}))]
pub struct NewEntryLock {
    /// A password that all players send. It is never shown again. The most common passwords are refused.
    #[schema(pattern = "^[^\\x00]*$", min_length = 8, max_length = 128, format = Password)]
    password: Option<String>,
    /// Whether players send a code, which organizers make with `POST …/entry-code` and hand out.
    link: Option<bool>,
}

impl NewEntryLock {
    /// Returns the kind of lock.
    pub fn kind(&self) -> EntryLock {
        match (&self.password, self.link) {
            (Some(_), _) => EntryLock::Password,
            (None, Some(true)) => EntryLock::Link,
            (None, _) => EntryLock::Open,
        }
    }

    /// Returns the new password.
    pub fn password(&self) -> Result<Option<NewPassword>, Problem> {
        if self.password.is_some() && self.link == Some(true) {
            let fault = Fault::at("/entry/link", "must not be true beside `password`");
            return Err(Problem::validation(vec![fault]));
        }
        self.password.clone().map(|password| new_password(password, "/entry/password")).transpose()
    }
}

/// What a player needs to enter, beside `players` and `rating`. What is left out is not needed.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"games_min": 10, "account_days_min": 30}))]
pub struct NewConditions {
    /// The minimum number of rated games in the pool of the tournament; null for any.
    #[schema(minimum = 1, maximum = 100_000)]
    games_min: Option<u32>,
    /// Whether the rating in this pool must not be provisional.
    #[schema(nullable = false)]
    rating_established: Option<bool>,
    /// The minimum age of the account, in days; null for any.
    #[schema(minimum = 1, maximum = 3650)]
    account_days_min: Option<u16>,
    /// How high the rating in this pool may have been; null for any.
    highest_max: Option<WantedHighestRating>,
}

/// The highest rating that a player may have had for some days, whatever it is now.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"rating": 1600, "days": 90}))]
pub struct WantedHighestRating {
    /// The rating.
    #[schema(minimum = 0, maximum = 10000)]
    rating: u16,
    /// The number of days until now.
    #[schema(minimum = 1, maximum = 730)]
    days: u16,
}

impl From<NewConditions> for Conditions {
    fn from(new: NewConditions) -> Self {
        Conditions {
            games_min: new.games_min,
            rating_established: new.rating_established.unwrap_or_default(),
            account_days_min: new.account_days_min,
            highest_max: new.highest_max.map(|new| HighestRating { rating: new.rating, days: new.days }),
        }
    }
}

/// What a player needs to enter, beside `players` and `rating`. It is checked when the player enters, and not
/// again.
#[derive(Debug, Serialize, ToSchema)]
pub struct EntryConditions {
    /// The minimum number of rated games in the pool of the tournament; null for any.
    #[schema(example = 10)]
    games_min: Option<u32>,
    /// Whether the rating in this pool must not be provisional.
    rating_established: bool,
    /// The minimum age of the account, in days; null for any.
    #[schema(example = 30)]
    account_days_min: Option<u16>,
    /// How high the rating in this pool may have been; null for any.
    highest_max: Option<HighestRating>,
}

impl From<Conditions> for EntryConditions {
    fn from(conditions: Conditions) -> Self {
        let Conditions { games_min, rating_established, account_days_min, highest_max } = conditions;
        EntryConditions { games_min, rating_established, account_days_min, highest_max }
    }
}

/// A code with which players enter a tournament.
#[derive(Serialize, ToSchema)]
pub struct EntryCode {
    /// The code. It is shown once. Small letters, dashes and spaces make no difference.
    #[schema(example = "BCDF-GHJK-LMNP")]
    code: String,
}

/// Create an entry code
///
/// For organizers of a tournament with `entry` `link`: players send the code with `POST …/enter`, also in a
/// private tournament without an invitation. It can be used any number of times, until another code replaces
/// it or `entry` changes. Nobody can enter before the first code.
#[operation(post "/v1/tournaments/{id}/entry-code", tag = "tournaments", returns = "The code")]
pub async fn create_entry_code(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
) -> Result<Created<EntryCode>, Problem> {
    let code = tournaments.make_entry_code(id, &caller).await?;
    Ok(Created(EntryCode { code: code.to_string() }))
}
