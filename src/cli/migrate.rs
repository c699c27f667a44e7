//! `lapidary migrate`: brings the database up to date, for operators who do not want `serve` to do so.
//!
//! This module prints the result; the migrations are in `database/migrations`.

use std::error::Error;

use crate::database::{Connector, Source, migrations};
use crate::settings::DatabaseSettings;

/// Runs the pending migrations and prints their names.
pub fn run(settings: DatabaseSettings) -> Result<(), Box<dyn Error + Send + Sync>> {
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let source = Source::open(&settings).await?;
        let connector = Connector::to(source.config().clone(), settings.database_ca.as_deref())?;
        let done = migrations::run(&connector).await?;
        match done.as_slice() {
            [] => println!("The database is up to date."),
            done => println!("Migrations run: {}.", done.join(", ")),
        }
        source.close().await;
        Ok(())
    })
}
