//! Players who take many games to the same state, and the end of their logs. It measures nothing.

use std::error::Error;
use std::net::SocketAddr;
use std::time::Duration;

use diesel_async::AsyncPgConnection;
use futures_util::future::try_join_all;

use super::connection::Connection;
use super::tables::{Table, TurnKind};
use lapidary_store::folding::{Batch, fold_batch};

/// The number of clients that play at the same time.
const CLIENTS: usize = 8;
/// The number of logs that are folded in one transaction, as the server does.
const FOLDED_AT_ONCE: i64 = 100;

type Failure = Box<dyn Error + Send + Sync>;

/// Takes this number of turns at each table, one after the other at all of them.
pub async fn play(address: SocketAddr, tables: &mut [Table], turns: usize) -> Result<(), Failure> {
    for _ in 0..turns {
        at_each(address, tables, 1, |table, _, request| table.write_turn(TurnKind::Turn, request)).await?;
    }
    Ok(())
}

/// Ends the games that are not over: all seats but the last resign.
pub async fn resign(address: SocketAddr, tables: &mut [Table], seats: usize) -> Result<(), Failure> {
    let resign = |table: &mut Table, seat: usize, request: &mut Vec<u8>| {
        table.write_resignation(seat, request);
        table.turns_left() > 0
    };
    at_each(address, tables, seats - 1, resign).await
}

/// Sends up to so many requests for each table, as `write` writes them, with some clients at the same time.
async fn at_each(
    address: SocketAddr,
    tables: &mut [Table],
    requests: usize,
    write: impl Fn(&mut Table, usize, &mut Vec<u8>) -> bool,
) -> Result<(), Failure> {
    let share = tables.len().div_ceil(CLIENTS).max(1);
    let client = async |tables: &mut [Table]| -> Result<(), Failure> {
        let (mut http, mut request) = (Connection::open(address).await?, Vec::new());
        for table in tables {
            for number in 0..requests {
                if write(table, number, &mut request) {
                    http.send(&request).await?.expect_success()?;
                }
            }
        }
        Ok(())
    };
    try_join_all(tables.chunks_mut(share).map(client)).await?;
    Ok(())
}

/// Folds the logs of all games that are over.
pub async fn fold(connection: &mut AsyncPgConnection) -> Result<(), Failure> {
    let mut after = None;
    loop {
        match fold_batch(connection, Duration::ZERO, after, FOLDED_AT_ONCE).await? {
            Batch::Stored { next: Some(next), .. } => after = Some(next),
            Batch::Stored { next: None, left, .. } if left.is_empty() => return Ok(()),
            other => return Err(format!("not all logs were folded: {other:?}").into()),
        }
    }
}
