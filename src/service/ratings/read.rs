//! Reading ladders: pools, leaderboards, the public log, and the ratings of a player.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::RatingRefusal;
use super::start::ratings_in;
use lapidary_contest::rating::conditions::Unrated;
use lapidary_contest::rating::leaderboard::ListingRules;
use lapidary_contest::rating::pool::Pool as PoolName;
use lapidary_model::auth::PlayerId;
use lapidary_model::club::ClubId;
use lapidary_model::game::{GameId, Status};
use lapidary_model::rating::{
    Annulment, Ladder, LoggedSeat, RatedGame, RatingCorrection, Record, SeatRating, Standing, StandingKey,
    pool_of,
};
use lapidary_model::season::{Season, SeasonId};
use lapidary_model::settings::{RatingSettings, Switch};
use lapidary_store::clubs::seasons;
use lapidary_store::games::GameRecord;
use lapidary_store::ratings::{Board, PageStart};
use lapidary_store::{Failure, Pool, Postgres, ratings};

/// The use cases of ratings.
pub struct Ratings {
    pub(super) pool: Pool,
    /// Whether the daily limits apply.
    pub(super) limits: Switch,
    rules: ListingRules,
}

/// A ladder: the players and games of a pool, within which ratings are compared.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Ladder)]
pub struct ListedLadder {
    #[serde(flatten)]
    ladder: Ladder,
    /// What a player needs to be listed on the leaderboard.
    listing: ListingRules,
}

/// A part of the log of a pool.
pub struct LogPage {
    /// The number of later changes of the log. Pages with different numbers do not fit together.
    pub revision: u64,
    /// The seats of some games, in order.
    pub seats: Vec<LoggedSeat>,
    /// The number of the last game of the page, if more follow.
    pub next: Option<u64>,
}

#[boxed]
impl Ratings {
    /// Returns the ratings in this database, with leaderboards and limits according to the operator's rules.
    pub fn new(pool: Pool, settings: &RatingSettings, limits: Switch) -> Ratings {
        let rules = ListingRules {
            rd_max: settings.listed_rd_max,
            opponents_min: settings.listed_opponents_min,
            days_idle_max: settings.listed_days_idle_max,
        };
        Ratings { pool, limits, rules }
    }

    /// Returns every pool of the server with a rated game, and the conditions for being listed there.
    pub async fn ladders(&self) -> Result<Vec<ListedLadder>, Failure> {
        let pools = ratings::pools(&mut *self.pool.get().await?).await?;
        Ok(pools.into_iter().map(|ladder| ListedLadder { ladder, listing: self.rules }).collect())
    }

    /// Returns the pools of the seasons of a club with a rated game, the newest seasons first, and the
    /// conditions for being listed there.
    pub async fn ladders_of_club(&self, club: ClubId) -> Result<Vec<ListedLadder>, Failure> {
        let mut connection = self.pool.get().await?;
        let pools = ratings::pools_of_club(&mut connection, club).await?;
        let names: Vec<String> = pools.iter().map(|ladder| ladder.pool.clone()).collect();
        let seasons = seasons::with_pools(&mut connection, &names).await?;
        let rules: HashMap<String, ListingRules> =
            seasons.into_iter().map(|season| (season.pool, season.listing)).collect();
        let listed = |ladder: Ladder| {
            let listing = *rules.get(&ladder.pool)?;
            Some(ListedLadder { ladder, listing })
        };
        Ok(pools.into_iter().filter_map(listed).collect())
    }

    /// Returns a pool; none before its first rated game.
    pub async fn ladder(&self, pool: &PoolName) -> Result<Option<Ladder>, Failure> {
        ratings::pool(&mut *self.pool.get().await?, &pool.to_string()).await
    }

    /// Returns a page of a leaderboard, the best first. A season's leaderboard follows the rules of the club,
    /// and is final after its end.
    pub async fn standings(
        &self,
        pool: &PoolName,
        after: Option<StandingKey>,
        limit: u8,
    ) -> Result<Vec<Standing>, RatingRefusal> {
        let mut connection = self.pool.get().await?;
        let board = self.board(&mut connection, pool).await?;
        Ok(ratings::standings(&mut connection, &pool.to_string(), &board, after, limit.into()).await?)
    }

    /// Returns the start of the leaderboard page that has this many players before this one; none for the
    /// first page.
    pub async fn start_around(
        &self,
        pool: &PoolName,
        player: PlayerId,
        before: u8,
    ) -> Result<Option<PageStart>, RatingRefusal> {
        let mut connection = self.pool.get().await?;
        let board = self.board(&mut connection, pool).await?;
        let start = ratings::start_around(&mut connection, &pool.to_string(), &board, player, before).await?;
        start.ok_or(RatingRefusal::NotListed)
    }

    async fn board(&self, connection: &mut Postgres, pool: &PoolName) -> Result<Board, RatingRefusal> {
        Ok(match season(connection, pool).await? {
            Some(season) => Board::Season(season.listing, season.ended_at),
            None => Board::Server(self.rules),
        })
    }

    /// Returns up to this many games of the log after a game number.
    pub async fn log(&self, pool: &PoolName, after: u64, games: u32) -> Result<LogPage, RatingRefusal> {
        let mut connection = self.pool.get().await?;
        season(&mut connection, pool).await?;
        let pool = pool.to_string();
        // The revision is read first, so an annulment between the two reads shows in the next page.
        let ladder = ratings::pool(&mut connection, &pool).await?;
        let seats = ratings::games_after(&mut connection, &pool, after, games).await?;
        let last = seats.last().map(|seat| seat.game.pool_seq);
        let (all, revision) = ladder.map_or((0, 0), |ladder| (ladder.games, ladder.revision));
        Ok(LogPage { revision, seats, next: last.filter(|&last| last < all) })
    }

    /// Returns a page of the annulled games of a pool.
    pub async fn annulments(
        &self,
        pool: &PoolName,
        after: u64,
        limit: u8,
    ) -> Result<Vec<Annulment>, RatingRefusal> {
        let mut connection = self.pool.get().await?;
        season(&mut connection, pool).await?;
        Ok(ratings::annulments(&mut connection, &pool.to_string(), after, limit.into()).await?)
    }

    /// Returns the rating changes by the annulment of a game, the largest changes first.
    pub async fn corrections(&self, game: GameId, limit: u8) -> Result<Vec<RatingCorrection>, Failure> {
        ratings::corrections(&mut *self.pool.get().await?, game, limit.into()).await
    }

    /// Returns the ratings of a player in all pools of the server, or in the seasons of a club.
    pub async fn of_player(
        &self,
        player: PlayerId,
        club: Option<ClubId>,
    ) -> Result<Vec<(String, Record)>, Failure> {
        let mut connection = self.pool.get().await?;
        match club {
            Some(club) => ratings::of_player_in_club(&mut connection, player, club).await,
            None => ratings::of_player(&mut connection, player).await,
        }
    }

    /// Returns a page of the rated games of a player in a pool, the newest first.
    pub async fn history(
        &self,
        player: PlayerId,
        pool: &PoolName,
        before: Option<u64>,
        limit: u8,
    ) -> Result<Vec<RatedGame>, Failure> {
        let mut connection = self.pool.get().await?;
        ratings::history(&mut connection, player, &pool.to_string(), before, limit.into()).await
    }
}

/// Returns the season to which the games of a pool belong; none for a pool of the server.
async fn season(connection: &mut Postgres, pool: &PoolName) -> Result<Option<Season>, RatingRefusal> {
    let Some(id) = SeasonId::of(pool) else { return Ok(None) };
    let found = seasons::find(connection, id).await?.filter(|season| season.pool == pool.to_string());
    found.map(Some).ok_or(RatingRefusal::NotFound)
}

/// The ratings of the seats of a game, and why it changed none if it should have changed them.
pub struct GameRatings {
    /// The ratings in the order of seats.
    pub seats: Vec<SeatRating>,
    /// Why the ended game changed no rating.
    pub unrated: Option<Unrated>,
}

/// Returns the ratings of the seats of a started rated game: those before and after it, or the current ones
/// before its end.
pub async fn game_ratings(
    connection: &mut Postgres,
    record: &GameRecord,
) -> Result<Option<GameRatings>, Failure> {
    let Some(pool) = pool_of(&record.terms, &record.occupants).filter(|_| record.game.is_some()) else {
        return Ok(None);
    };
    let seats = ratings::of_game(connection, record.id).await?;
    if !seats.is_empty() {
        let rating = |LoggedSeat { game, .. }: &LoggedSeat| SeatRating {
            seat: game.seat,
            before: game.before,
            after: Some(game.after),
            annulled: game.annulled,
        };
        let seats = seats.iter().map(rating).collect();
        return Ok(Some(GameRatings { seats, unrated: None }));
    }
    let players: Vec<PlayerId> = record.occupants.iter().map(|occupant| occupant.player).collect();
    let current = ratings_in(connection, &pool, &players).await?;
    let rating = |(seat, player)| {
        let before = current.get(player).copied().unwrap_or_default();
        SeatRating { seat, before, after: None, annulled: false }
    };
    let seats = (0..).zip(&players).map(rating).collect();
    let unrated = match record.status {
        Status::Finished => ratings::unrated_among(connection, &[record.id]).await?.remove(&record.id),
        _ => None,
    };
    Ok(Some(GameRatings { seats, unrated }))
}
