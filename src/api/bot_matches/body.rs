//! A bot match in JSON, with its bots, its result and its games.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::accounts::player_ref::PlayerRef;
use crate::games::clock::ClockBody;
use crate::instant;
use crate::play::rulesets::PlayedBody;
use lapidary_model::bot_match::{BotMatch, BotMatchStatus, BotTally, MatchBot, MatchGame, StopReason};
use lapidary_model::game::Visibility;
use lapidary_service::games::MatchView;

/// The states of a game of a bot match.
pub const MATCH_GAME_STATUSES: [&str; 3] = [RUNNING, FINISHED, ABORTED];
const RUNNING: &str = "running";
const FINISHED: &str = "finished";
const ABORTED: &str = "aborted";

/// A bot match without its result.
#[derive(Debug, Serialize, ToSchema)]
pub struct BotMatchItem {
    id: Uuid,
    creator: PlayerRef,
    #[serde(flatten)]
    played: PlayedBody,
    /// The number of seats, which is that of the bots.
    seat_count: u8,
    /// Who may see the games once the match is over.
    visibility: Visibility,
    clock: ClockBody,
    /// The number of games.
    #[schema(example = 100)]
    games: u32,
    /// The maximum number of games that are played at the same time.
    #[schema(example = 4)]
    concurrent_games: u8,
    /// The bots, in the order of their seats in the first game of each deal. The next game of a deal moves
    /// every bot to the seat before, the first one to the last seat.
    bots: Vec<MatchBot>,
    /// Whether the server made the match by itself, for the ladder of bots. Then its result changes ratings,
    /// and nobody can cancel it.
    ladder: bool,
    /// `waiting` until all bots, or their owners, have accepted; `playing`; `finished` after the last game;
    /// `stopped` if it ended before that. Values may be added.
    status: BotMatchStatus,
    /// Why it was stopped: `cancelled` by its creator, by a bot or by its owner; `expired` before all had
    /// accepted; `bot_erased`; `blocked`, because a bot or its owner has blocked the creator. Null unless it
    /// was stopped. Values may be added.
    stopped_because: Option<StopReason>,
    /// The commitment to the secret from which all deals follow: SHA-256 in hexadecimal.
    commitment: String,
    #[serde(serialize_with = "instant::serialize")]
    created_at: DateTime<Utc>,
    /// When all bots had accepted; null before.
    #[serde(serialize_with = "instant::serialize_option")]
    started_at: Option<DateTime<Utc>>,
    /// When it ended; null before.
    #[serde(serialize_with = "instant::serialize_option")]
    ended_at: Option<DateTime<Utc>>,
}

/// A bot match with its result so far.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BotMatch)]
pub struct MatchBody {
    #[serde(flatten)]
    item: BotMatchItem,
    /// The number of games with a result.
    finished: u32,
    /// The number of games that ended without a result, which do not count.
    aborted: u32,
    /// The number of games that are played now.
    running: u32,
    /// The results of the bots, in their order.
    results: Vec<ResultBody>,
    /// The secret from which all deals follow, in hexadecimal; null until the match is over.
    secret: Option<String>,
}

/// The result of a bot, from the games that have one.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MatchResult)]
pub struct ResultBody {
    games: u64,
    /// The number of games won alone.
    wins: u32,
    /// The number of games won together with others.
    shared: u32,
    losses: u64,
    /// The mean share: 1 for a win, divided among those who win together; 0 without games.
    win_share: f64,
    /// The lower end of the interval of 95 %: the score interval of Wilson, for as many games as the games
    /// with common deals are worth (`docs/arena.md`).
    low: f64,
    /// The upper end of the interval.
    high: f64,
}

/// A game of a bot match.
#[derive(Debug, Serialize, ToSchema)]
pub struct BotMatchGame {
    /// Its number in the match, from 1.
    number: u32,
    /// The number of its deal, from 1.
    deal: u32,
    /// The id of the game. Until the match is over, only its seats see it.
    game: Uuid,
    /// The ids of the players, seat 0 first.
    seats: Vec<Uuid>,
    /// `running`, `finished`, or `aborted` if it ended without a result. Values may be added.
    #[schema(example = "finished")]
    status: &'static str,
    /// The ranks of the seats, from 1; null unless it is finished.
    ranks: Option<Vec<u8>>,
}

impl From<&BotMatch> for BotMatchItem {
    fn from(series: &BotMatch) -> Self {
        BotMatchItem {
            id: series.id.0,
            creator: (&series.creator).into(),
            played: series.terms.ruleset.into(),
            seat_count: series.terms.seats.get() as u8,
            visibility: series.terms.visibility,
            clock: series.terms.clock.into(),
            games: series.games,
            concurrent_games: series.at_once,
            bots: series.bots.clone(),
            ladder: series.ladder,
            status: series.status,
            stopped_because: series.reason.filter(|_| series.ended_at.is_some()),
            commitment: hex::encode(series.commitment),
            created_at: series.created_at,
            started_at: series.started_at,
            ended_at: series.ended_at,
        }
    }
}

impl From<&MatchView> for MatchBody {
    fn from(view: &MatchView) -> Self {
        MatchBody {
            item: (&view.series).into(),
            finished: view.finished,
            aborted: view.aborted,
            running: view.running,
            results: view.tallies.iter().map(ResultBody::from).collect(),
            secret: view.secret.map(|secret| hex::encode(secret.0)),
        }
    }
}

impl From<&BotTally> for ResultBody {
    fn from(tally: &BotTally) -> Self {
        let (games, share) = (tally.scores.games(), tally.scores.share());
        ResultBody {
            games,
            wins: tally.wins,
            shared: tally.shared,
            losses: games.saturating_sub(u64::from(tally.wins) + u64::from(tally.shared)),
            win_share: share.mean,
            low: share.low,
            high: share.high,
        }
    }
}

impl BotMatchGame {
    /// Returns a game of this match.
    pub fn new(series: &BotMatch, game: &MatchGame) -> BotMatchGame {
        let seats = series.seats_of(game.number).into_iter().filter_map(|place| series.bots.get(place));
        BotMatchGame {
            number: game.number,
            deal: series.deal_of(game.number),
            game: game.game.0,
            seats: seats.map(|bot| bot.player.player.0).collect(),
            status: match (&game.ranks, game.ended_at) {
                (Some(_), _) => FINISHED,
                (None, Some(_)) => ABORTED,
                (None, None) => RUNNING,
            },
            ranks: game.ranks.clone(),
        }
    }
}
