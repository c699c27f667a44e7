//! Rating a game, in the transaction that ends it, and a result over the board.
//!
//! This decides whether a game is rated, no matter how it started, under the lock of the pool: no other game
//! of the pool ends meanwhile.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use futures_util::try_join;

use super::start::starts;
use lapidary_contest::rating::conditions::{
    Contender, EARLY_TURNS, LastDay, Unrated, check_limits, check_table, rises_too_far,
};
use lapidary_contest::rating::ladder::Form;
use lapidary_contest::rating::pool::{PlayerKind, Pool};
use lapidary_contest::rating::skill::Rating;
use lapidary_contest::rating::update::{Rated, update};
use lapidary_engine::game::Game;
use lapidary_engine::outcome::Outcome;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::{GameId, Visibility};
use lapidary_model::player::Occupant;
use lapidary_model::rating::{RatedTable, Record, pool_of};
use lapidary_model::settings::Switch;
use lapidary_store::games::GameRecord;
use lapidary_store::ratings::{self, NewEvent, Sitting};
use lapidary_store::{Failure, Postgres, bots};

/// The end of a game that may change ratings.
pub struct RatedEnd<'a> {
    /// When, by the time of the database.
    pub at: DateTime<Utc>,
    /// The result.
    pub outcome: &'a Outcome,
    /// The last position.
    pub position: &'a Game,
    /// Whether the daily limits apply.
    pub limits: Switch,
}

/// A result to rate.
pub struct RatedResult {
    pub pool: Pool,
    /// The game; over the board, a new id.
    pub game: GameId,
    /// The table over the board; none for a game of the server.
    pub table: Option<RatedTable>,
    /// When its table began; for a game of the server when it was created, which is not after its begin.
    pub made_at: DateTime<Utc>,
    /// When it ended.
    pub at: DateTime<Utc>,
    /// Whether everybody may see it.
    pub is_public: bool,
    /// Its seats, in order.
    pub seats: Vec<RatedSeat>,
    /// Who sat there otherwise, such as somebody whose account was erased since: they have met all the same.
    pub others: Vec<PlayerId>,
}

/// A seat of a result to rate.
pub struct RatedSeat {
    pub player: PlayerId,
    /// The place; 1 is the best.
    pub place: u8,
    /// If the player left the game early: whom they had left early in the day before, once for each game.
    pub left_early: Option<Vec<PlayerId>>,
}

/// Rates an ended game, or stores why it is not rated. The caller must have written the end of the game in
/// the same transaction, so that a game is rated once.
pub async fn rate(connection: &Postgres, record: &GameRecord, end: &RatedEnd<'_>) -> Result<(), Failure> {
    let Some(pool) = pool_of(&record.terms, &record.occupants) else { return Ok(()) };
    let seat =
        |(occupant, &place): (&Occupant, &u8)| RatedSeat { player: occupant.player, place, left_early: None };
    let mut result = RatedResult {
        pool,
        game: record.id,
        table: None,
        made_at: record.created_at,
        at: end.at,
        is_public: record.terms.visibility == Visibility::Public,
        seats: record.occupants.iter().zip(&end.outcome.ranks).map(seat).collect(),
        others: Vec::new(),
    };
    let early = async {
        let left = match end.position.seats_in_play().len() < record.occupants.len() {
            true => ratings::early_leavers(connection, record.id, EARLY_TURNS).await?,
            false => Vec::new(),
        };
        let mut before = Vec::new();
        for (seat, at) in left {
            let Some(own) = result.seats.get(seat) else { continue };
            let left = ratings::left_early_before(connection, &result.pool, own.player, at).await?;
            before.push((seat, left));
        }
        Ok(before)
    };
    let (early, known) = try_join!(early, LockedPool::lock(connection, &result))?;
    for (seat, before) in early {
        if let Some(rated) = result.seats.get_mut(seat) {
            rated.left_early = Some(before);
        }
    }
    match known.rate(connection, &result, end.limits).await? {
        Some(reason) => ratings::insert_unrated(connection, record.id, reason).await,
        None => Ok(()),
    }
}

/// Rates a result, and adds it to the log of its pool. Returns the reason if the result is not rated.
pub async fn rate_result(
    connection: &Postgres,
    result: &RatedResult,
    limits: Switch,
) -> Result<Option<Unrated>, Failure> {
    let known = LockedPool::lock(connection, result).await?;
    known.rate(connection, result, limits).await
}

/// What is known of a pool and the players of a result, read together under the lock of the pool.
struct LockedPool {
    /// The number of the result in the log, and the time of its end.
    number: (i64, DateTime<Utc>),
    records: HashMap<PlayerId, Record>,
    last_day: LastDay,
    /// The owners of bots; empty where people play.
    owners: HashMap<PlayerId, PlayerId>,
}

impl LockedPool {
    /// Locks the pool and the ratings of the players of a result, and takes a number for it.
    async fn lock(connection: &Postgres, result: &RatedResult) -> Result<LockedPool, Failure> {
        let (pool, name) = (&result.pool, result.pool.to_string());
        let players: Vec<PlayerId> = result.seats.iter().map(|seat| seat.player).collect();
        // The log has milliseconds, and the next game counts the days from that time.
        let ended_at = DateTime::from_timestamp_millis(result.at.timestamp_millis()).unwrap_or(result.at);
        let owners = async {
            match pool.players() {
                PlayerKind::Bot | PlayerKind::Endpoint => bots::owners(connection, &players).await,
                PlayerKind::Human => Ok(HashMap::new()),
            }
        };
        let all = [players.as_slice(), &result.others].concat();
        // Whoever knows a result must not change whether it is rated by games that they begin or end.
        let key = pool.clone().met_in();
        let own = (result.table.is_none().then_some(result.game), result.made_at);
        let (number, records, mut last_day, owners, met) = try_join!(
            ratings::next_number(connection, &name, ended_at),
            ratings::lock_records(connection, &name, &players),
            ratings::last_day(connection, pool, &players),
            owners,
            ratings::sittings_before(connection, &key, &all, own),
        )?;
        let place = |player: &PlayerId| all.iter().position(|own| own == player);
        let table = |met: &Sitting| {
            let mut seats: Vec<usize> = met.players.iter().filter_map(place).collect();
            seats.sort_unstable();
            (seats, met.before.num_milliseconds().max(1))
        };
        last_day.count_begun(met.iter().map(table));
        Ok(LockedPool { number, records, last_day, owners })
    }

    /// Adds the result to the log, or returns why it is not rated.
    async fn rate(
        &self,
        connection: &Postgres,
        result: &RatedResult,
        limits: Switch,
    ) -> Result<Option<Unrated>, Failure> {
        let name = result.pool.to_string();
        if let Err(reason) = self.check(result, limits) {
            ratings::give_number_back(connection, &name, self.number.0).await?;
            return Ok(Some(reason));
        }
        let players = self.before(connection, result).await?;
        let event = |(seat, (rated, free)): (usize, (&Rated, Rating))| {
            let (before, of) = (rated.rating, &result.seats[seat]);
            let capped = limits == Switch::On && rises_too_far(before, free, self.last_day.lowest(seat));
            let after = if capped { before } else { free };
            let left_early = of.left_early.is_some();
            NewEvent { player: of.player, place: of.place, before, after, left_early, capped }
        };
        let seats: Vec<NewEvent> = players.iter().zip(update(&players)).enumerate().map(event).collect();
        let game = (result.game, result.table);
        ratings::append(connection, &name, self.number, game, &seats).await?;
        Ok(None)
    }

    /// Returns the players as the formula sees them before the game.
    async fn before(&self, connection: &Postgres, result: &RatedResult) -> Result<Vec<Rated>, Failure> {
        let players = result.seats.iter().map(|seat| seat.player);
        let new: Vec<PlayerId> = players.filter(|player| !self.records.contains_key(player)).collect();
        let starts = starts(connection, &result.pool, &new).await?;
        let rated = |seat: &RatedSeat| {
            let rating = starts.get(&seat.player).copied().unwrap_or_default();
            let form = self.records.get(&seat.player);
            let form = form.map_or(Form { rating, ..Form::default() }, Record::form);
            let days_idle = form.days_idle(self.number.1.timestamp_millis());
            Rated { rating: form.rating, place: seat.place, days_idle }
        };
        Ok(result.seats.iter().map(rated).collect())
    }

    /// Checks whether a result is rated.
    fn check(&self, result: &RatedResult, limits: Switch) -> Result<(), Unrated> {
        let contender = |seat: &RatedSeat| {
            let owner = self.owners.get(&seat.player).unwrap_or(&seat.player);
            Contender { owner: owner.0.as_u128(), left_early: seat.left_early.is_some() }
        };
        let contenders: Vec<Contender> = result.seats.iter().map(contender).collect();
        check_table(result.is_public, &contenders)?;
        if limits == Switch::Off {
            return Ok(());
        }
        let mut last_day = self.last_day.clone();
        for (seat, own) in result.seats.iter().enumerate() {
            for left in own.left_early.iter().flatten() {
                if let Some(other) = result.seats.iter().position(|other| other.player == *left) {
                    last_day.note_early(seat, other);
                }
            }
        }
        check_limits(&contenders, &last_day)
    }
}
