//! Tournaments over HTTP, with real games that players end by resigning.

mod acceleration;
mod advance;
mod arbiter;
pub mod arena;
mod byes;
mod champions;
mod changes;
mod clubs;
mod copies;
mod corrections;
mod csv_reader;
mod cuts;
mod deleting;
mod double_eliminations;
mod duplicate_ends;
mod duplicate_secrecy;
mod duplicates;
mod entering;
mod every_pair;
mod exports;
mod first_turns;
mod formats;
mod formulas;
mod hall;
mod invariants;
mod invitations;
mod leavers;
mod lists;
mod organizer_chooses;
mod organizer_plays;
mod organizers;
mod organizing;
mod orphans;
mod over_the_board;
mod pace;
mod pairing_alone;
mod races;
mod rated;
mod remedies;
mod reopened;
mod reporting;
mod results;
pub mod scene;
mod seeds;
mod starting;
pub mod statements;
mod streams;
mod swiss;
mod table_acts;
mod team_matches;
mod teams;
mod third_place;
mod undo;
mod unpaired;
mod waiting;

use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};

use crate::app::TestApp;

/// Changes the database of an application.
pub async fn execute(app: &TestApp, sql: &str) {
    let mut connection = AsyncPgConnection::establish(&app.database_url).await.expect("the database answers");
    diesel::sql_query(sql).execute(&mut connection).await.expect("the statement is right");
}

/// Counts the rows that a statement selects from the database of an application.
pub async fn count(app: &TestApp, select: &str) -> u64 {
    let mut connection = AsyncPgConnection::establish(&app.database_url).await.expect("the database answers");
    let rows = diesel::sql_query(select).execute(&mut connection).await.expect("the statement is right");
    rows as u64
}
