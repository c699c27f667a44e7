//! `lapidary migrate`: updates the database, for operators who do not want `serve` to do so.
//!
//! This module prints the result. `database/migrations` has the migrations, and `database/sharding`
//! distributes tables.

use std::error::Error;

use clap::Args;

use super::output;
use crate::telemetry;
use lapidary_database::{Connector, Source, migrations, needs, sharding};
use lapidary_model::settings::{DatabaseSettings, LogSettings};

/// The command opens no pool of connections.
const POOLED: usize = 0;

/// The database, and how it is stored.
#[derive(Args)]
pub struct MigrateCommand {
    #[command(flatten)]
    database: DatabaseSettings,
    #[command(flatten)]
    log: LogSettings,
    /// Then distribute the tables over the workers of a Citus cluster. Stop all servers first.
    #[arg(long)]
    citus: bool,
}

/// Runs the pending migrations and prints their names.
pub fn run(command: MigrateCommand) -> Result<(), Box<dyn Error + Send + Sync>> {
    telemetry::start(&command.log);
    let settings = DatabaseSettings { database_connections: POOLED, ..command.database };
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let source = Source::open(&settings).await?;
        let connector = Connector::new(source.address())?;
        needs::check(&connector, &source.address().encryption, &settings).await?;
        let done = migrations::run(&connector).await?;
        match done.as_slice() {
            [] => output::tell("The database is up to date.")?,
            done => output::tell(format_args!("Migrations run: {}.", done.join(", ")))?,
        }
        if command.citus {
            match sharding::distribute(&connector).await?.as_slice() {
                [] => output::tell("The tables are distributed already.")?,
                tables => output::tell(format_args!("Tables distributed: {}.", tables.join(", ")))?,
            }
        }
        source.close().await;
        Ok(())
    })
}
