//! The filters that all lists of games share, as query parameters.

use lapidary_contest::rating::pool::Pool;
use lapidary_engine::seat::SeatCount;
use lapidary_model::game::Status;
use lapidary_model::listing::{Filter, Order};
use lapidary_model::tournament::TournamentId;
use lapidary_service::Accounts;

use crate::http::paging::PAGE_ITEMS_MAX;
use crate::play::rulesets::played;
use crate::{Code, Problem};
use lapidary_model::text;

/// Defines a query that filters games: its first parameters, the common filters, then its last ones.
macro_rules! query_with_filters {
    ($(#[$about:meta])* $public:vis struct $query:ident { $($first:tt)* } then { $($last:tt)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, serde::Deserialize, utoipa::IntoParams)]
        #[serde(deny_unknown_fields)]
        #[into_params(parameter_in = Query)]
        $public struct $query {
            $($first)*
            /// Only games of this ruleset, with any modules.
            #[param(nullable = false, example = "splendor")]
            ruleset: Option<String>,
            /// Only games with exactly these modules, separated by commas; an empty value stands for none. It
            /// needs `ruleset`.
            #[param(nullable = false, example = "orient,cities")]
            modules: Option<String>,
            /// Only games with this many seats.
            #[param(minimum = 2, maximum = 4, nullable = false)]
            seats: Option<u8>,
            /// Only games whose results change ratings, or only others.
            #[param(nullable = false)]
            rated: Option<bool>,
            /// Only rated games of this pool.
            #[param(nullable = false, example = "splendor.duel.live.human")]
            pool: Option<String>,
            /// Only games of the tournament with this id.
            #[param(nullable = false)]
            tournament: Option<uuid::Uuid>,
            /// Only games that were created at this time or later.
            #[serde(default, deserialize_with = "crate::instant::parameter")]
            #[param(value_type = Option<String>, format = "date-time", nullable = false)]
            since: Option<chrono::DateTime<chrono::Utc>>,
            /// Only games that were created before this time.
            #[serde(default, deserialize_with = "crate::instant::parameter")]
            #[param(value_type = Option<String>, format = "date-time", nullable = false)]
            until: Option<chrono::DateTime<chrono::Utc>>,
            $($last)*
        }

        impl $query {
            /// Takes the parameters by which games are chosen everywhere.
            fn filters(&self) -> $crate::games::filter::SharedQuery<'_> {
                $crate::games::filter::SharedQuery {
                    ruleset: self.ruleset.as_deref(),
                    modules: self.modules.as_deref(),
                    seats: self.seats,
                    rated: self.rated,
                    pool: self.pool.as_deref(),
                    tournament: self.tournament,
                    since: self.since,
                    until: self.until,
                    ..Default::default()
                }
            }
        }
    };
}

/// Defines the query of a list of games: its own parameters, then the common ones.
macro_rules! query_of_games {
    ($(#[$about:meta])* $public:vis struct $query:ident { $($own:tt)* }) => {
        $crate::games::filter::query_with_filters! {
            $(#[$about])*
            $public struct $query {
                $($own)*
                /// Only games with this status.
                #[param(inline, nullable = false)]
                status: Option<lapidary_model::game::Status>,
                /// Only games in which this player sits too, beside the player whose games are listed.
                #[param(nullable = false, example = "bob")]
                opponent: Option<String>,
                /// Only games with this label.
                #[param(nullable = false, example = "Spring Cup")]
                label: Option<String>,
            }
            then {
                /// The order by time of creation: the `newest` first, which is the default, or the `oldest`.
                /// There is no order by the last change, because then every turn would have to change an
                /// index.
                #[param(inline, nullable = false)]
                sort: Option<lapidary_model::listing::Order>,
                /// The maximum number of games on the page, 1 to 100.
                #[param(minimum = 1, maximum = 100, nullable = false)]
                limit: Option<u8>,
                /// The `next_cursor` of the previous page.
                #[serde(default, deserialize_with = "crate::http::paging::cursor")]
                #[param(value_type = Option<String>, nullable = false)]
                cursor: Option<uuid::Uuid>,
            }
        }

        impl $query {
            /// Takes the parameters that all lists of games share.
            fn shared(&self) -> $crate::games::filter::SharedQuery<'_> {
                $crate::games::filter::SharedQuery {
                    status: self.status,
                    opponent: self.opponent.as_deref(),
                    label: self.label.as_deref(),
                    sort: self.sort.unwrap_or_default(),
                    limit: self.limit,
                    ..self.filters()
                }
            }
        }
    };
}

pub(crate) use {query_of_games, query_with_filters};

/// The parameters that all lists of games share.
#[derive(Default)]
pub(crate) struct SharedQuery<'a> {
    pub(crate) status: Option<Status>,
    pub(crate) ruleset: Option<&'a str>,
    pub(crate) modules: Option<&'a str>,
    pub(crate) seats: Option<u8>,
    pub(crate) rated: Option<bool>,
    pub(crate) pool: Option<&'a str>,
    pub(crate) opponent: Option<&'a str>,
    pub(crate) tournament: Option<uuid::Uuid>,
    pub(crate) label: Option<&'a str>,
    pub(crate) since: Option<chrono::DateTime<chrono::Utc>>,
    pub(crate) until: Option<chrono::DateTime<chrono::Utc>>,
    pub(crate) sort: Order,
    pub(crate) limit: Option<u8>,
}

impl SharedQuery<'_> {
    /// Returns the filter. None if the named opponent does not exist, because then no game matches.
    pub(crate) async fn filter(&self, accounts: &Accounts) -> Result<Option<Filter>, Problem> {
        let within = self.limit.is_none_or(|limit| (1..=PAGE_ITEMS_MAX).contains(&limit))
            && self.seats.is_none_or(|seats| SeatCount::new(seats).is_some());
        if !within {
            return Err(Problem::new(Code::Malformed, "`limit` must be from 1 to 100, `seats` from 2 to 4."));
        }
        let (played, pool) = (self.played()?, self.pool()?);
        let opponent = match self.opponent {
            Some(name) => match accounts.find(name).await? {
                Some(player) => Some(player.id),
                None => return Ok(None),
            },
            None => None,
        };
        Ok(Some(Filter {
            status: self.status,
            ruleset: self.ruleset.filter(|_| played.is_none()).map(str::to_owned),
            played,
            seats: self.seats.and_then(SeatCount::new),
            rated: self.rated,
            pool,
            opponent,
            tournament: self.tournament.map(TournamentId),
            label: self.label.map(text::normal),
            since: self.since,
            until: self.until,
            order: self.sort,
            ..Filter::default()
        }))
    }

    /// Returns the stored form of the ruleset with exactly the named modules.
    fn played(&self) -> Result<Option<String>, Problem> {
        let Some(modules) = self.modules else { return Ok(None) };
        let Some(ruleset) = self.ruleset else {
            return Err(Problem::new(Code::Malformed, "`modules` needs `ruleset`, which has the modules."));
        };
        played(ruleset, modules).map(Some)
    }

    fn pool(&self) -> Result<Option<Pool>, Problem> {
        let pool = self.pool.map(str::parse::<Pool>).transpose();
        pool.map_err(|fault| Problem::new(Code::Malformed, format!("`pool`: {fault}.")))
    }
}
