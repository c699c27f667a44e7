//! `lapidary ratings`: recomputes the ratings of all pools from their logs.
//!
//! This module prints the results. `service/ratings` recomputes them.

use std::error::Error;

use clap::{Args, Subcommand};

use super::connected::on_database;
use super::output;
use lapidary_model::settings::DatabaseSettings;
use lapidary_service::ratings as service;
use lapidary_store::{Failure, Postgres, ratings};

/// The number of pool names that one statement reads.
const POOLS_AT_ONCE: i64 = 1_000;

/// The arguments: an action and a database.
#[derive(Args)]
pub struct RatingsCommand {
    #[command(subcommand)]
    act: RatingsAct,
}

/// Actions of the operator on ratings. They work while the server is running and while it is stopped.
#[derive(Subcommand)]
pub enum RatingsAct {
    /// Recompute the ratings of every pool from its log, and store what differs.
    Recompute(Recompute),
}

/// What is recomputed.
#[derive(Args)]
pub struct Recompute {
    /// Only compare: print the first difference of each pool, and fail if there is one. Nothing is changed.
    #[arg(long)]
    check: bool,
    /// Only this pool, such as `splendor.duel.live.human`.
    #[arg(long)]
    pool: Option<String>,
    #[command(flatten)]
    database: DatabaseSettings,
}

/// Recomputes or checks the ratings.
pub fn run(command: &RatingsCommand) -> Result<(), Box<dyn Error + Send + Sync>> {
    let RatingsAct::Recompute(recompute) = &command.act;
    on_database(&recompute.database, async |connection| on(connection, recompute).await)
}

async fn on(connection: &mut Postgres, command: &Recompute) -> Result<(), Box<dyn Error + Send + Sync>> {
    let pools = match &command.pool {
        None => all_pools(connection).await?,
        Some(pool) if ratings::pool(connection, pool).await?.is_some() => vec![pool.clone()],
        Some(pool) => return Err(format!("no game was rated in a pool named {pool}").into()),
    };
    let mut differences = 0;
    for pool in &pools {
        if !one(connection, pool, command.check).await? {
            differences += 1;
        }
    }
    match differences {
        0 => Ok(()),
        _ => Err(format!("the ratings of {differences} pools differ from their logs").into()),
    }
}

/// Returns the names of all pools with a rated game. A season of a club comes after the earlier seasons,
/// whose ratings it may continue.
async fn all_pools(connection: &mut Postgres) -> Result<Vec<String>, Failure> {
    let mut pools: Vec<String> = Vec::new();
    loop {
        let page = ratings::pool_names(connection, pools.last().map(String::as_str), POOLS_AT_ONCE).await?;
        if page.is_empty() {
            return Ok(pools);
        }
        pools.extend(page);
    }
}

/// Recomputes or checks a pool, and prints the result. Returns whether it is in order.
async fn one(
    connection: &mut Postgres,
    pool: &str,
    check: bool,
) -> Result<bool, Box<dyn Error + Send + Sync>> {
    let done = match check {
        true => service::check(connection, pool).await,
        false => service::recompute(connection, pool).await,
    };
    let word = if check { "equal" } else { "recomputed" };
    match done {
        Ok(Some(ladder)) => {
            output::tell(format_args!("{pool}: {} games, {} players: {word}", ladder.games, ladder.players))?
        }
        Ok(None) => {}
        Err(service::RecomputeError::Storage(failure)) => return Err(failure.into()),
        Err(difference) => {
            output::tell(format_args!("{pool}: {difference}"))?;
            return Ok(false);
        }
    }
    Ok(true)
}
