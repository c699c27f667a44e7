//! The database for commands that work whether the server is running or stopped.

use std::error::Error;

use lapidary_database::{Connector, Source, migrations};
use lapidary_model::settings::DatabaseSettings;
use lapidary_store::Postgres;

/// Runs an act on a database that is up to date.
pub fn on_database(
    settings: &DatabaseSettings,
    act: impl AsyncFnOnce(&mut Postgres) -> Result<(), Box<dyn Error + Send + Sync>>,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    tokio::runtime::Runtime::new()?.block_on(async {
        let source = Source::open(settings).await?;
        let done = async {
            let mut connection = Connector::new(source.address())?.open().await?;
            migrations::refuse_newer(&mut connection).await?;
            match migrations::pending(&mut connection).await.is_ok_and(|pending| pending.is_empty()) {
                true => act(&mut connection).await,
                false => Err("the database is older than this version: run `lapidary migrate` first".into()),
            }
        }
        .await;
        source.close().await;
        done
    })
}
