//! The bodies of requests about ladders of clubs and their seasons.

use uuid::Uuid;

use crate::Problem;
use crate::problems::problem::Fault;
use lapidary_contest::rating::pool::Pool;
use lapidary_model::rating::known_pool;
use lapidary_model::season::{LISTING_OF_CLUBS, LadderId, LadderSettings, NewSeason, SeasonReset};
use lapidary_operation::body;
use lapidary_service::clubs::{NewListing, UpdateLadder};

/// A ladder to create.
#[body]
#[schema(example = json!({"name": "Duels", "base_pool": "splendor.duel.live.human"}))]
pub struct CreateLadder {
    /// The name.
    #[schema(format = "text", min_length = 1, max_length = 80, example = "Duels")]
    name: String,
    /// The games that it rates, as the pool of the server with the same games: ruleset with modules, size of
    /// the table, pace, and kind of players.
    #[schema(min_length = 1, max_length = 120, example = "splendor.duel.live.human")]
    base_pool: String,
    /// Whether only members of the club play in it; `true` if left out.
    #[schema(nullable = false)]
    members_only: Option<bool>,
    /// For how many days a player must be a member before their games count; 0 if left out. It is asked when
    /// a game is offered, in a tournament when it starts, over the board when a round is paired.
    #[schema(minimum = 0, maximum = 3650, nullable = false)]
    member_days_min: Option<u16>,
    /// For how many days a player must have their account before their games count; 0 if left out.
    #[schema(minimum = 0, maximum = 3650, nullable = false)]
    account_days_min: Option<u16>,
    /// What a player needs to be listed.
    #[schema(nullable = false)]
    listing: Option<NewListing>,
}

impl CreateLadder {
    /// Returns the pool of the server with the same games, and the settings.
    pub(super) fn parts(self) -> Result<(Pool, LadderSettings), Problem> {
        let base = known_pool(&self.base_pool).filter(|pool| pool.season().is_none());
        let fault = "must be a pool of the server such as splendor.duel.live.human";
        let base = base.ok_or_else(|| Problem::validation(vec![Fault::at("/base_pool", fault)]))?;
        let usual = LadderSettings {
            name: self.name,
            members_only: true,
            member_days_min: 0,
            account_days_min: 0,
            listing: LISTING_OF_CLUBS,
        };
        let change = UpdateLadder {
            members_only: self.members_only,
            member_days_min: self.member_days_min,
            account_days_min: self.account_days_min,
            listing: self.listing,
            ..UpdateLadder::default()
        };
        Ok((base, change.apply(usual)))
    }
}

/// A season to start.
#[body]
#[schema(example = json!({"ladder": "0190a000-0000-7000-8000-00000000001a", "name": "Spring", "reset": "soft"}))]
pub struct StartSeason {
    /// The ladder.
    #[schema(value_type = Uuid, min_length = 36, max_length = 36,
        pattern = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$")]
    ladder: Uuid,
    /// The name; without one, clients show the number.
    #[schema(format = "text", min_length = 1, max_length = 80, nullable = false, example = "Spring")]
    name: Option<String>,
    /// With which ratings it begins: `soft` keeps the means of the season before and widens the deviations,
    /// `hard` makes everybody new. `soft` if left out.
    #[schema(max_length = 16, nullable = false, example = "soft")]
    reset: Option<String>,
}

impl TryFrom<StartSeason> for NewSeason {
    type Error = Problem;

    fn try_from(body: StartSeason) -> Result<Self, Problem> {
        let reset = match body.reset.as_deref() {
            None => SeasonReset::Soft,
            Some(name) => SeasonReset::named(name)
                .ok_or_else(|| Problem::validation(vec![Fault::at("/reset", "must be `hard` or `soft`")]))?,
        };
        Ok(NewSeason { ladder: LadderId(body.ladder), name: body.name, reset })
    }
}
