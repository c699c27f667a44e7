//! The database for commands that work whether the server is running or stopped.

use std::error::Error;

use tokio_util::sync::CancellationToken;

use crate::maps;
use crate::startup::Foundation;
use lapidary_database::{Connector, Source, migrations};
use lapidary_model::settings::{DatabaseSettings, Settings};
use lapidary_service::Accounts;
use lapidary_store::Postgres;

/// The result of a command.
pub type Done = Result<(), Box<dyn Error + Send + Sync>>;

/// Runs an act on a database that is up to date.
pub fn on_database(settings: &DatabaseSettings, act: impl AsyncFnOnce(&mut Postgres) -> Done) -> Done {
    on_source(settings, async |_, _, mut connection| act(&mut connection).await)
}

/// Runs use cases of accounts on a database that is up to date. A running server learns of ended sessions as
/// it does of those that another server ends.
pub fn on_accounts(database: &DatabaseSettings, act: impl AsyncFnOnce(&Accounts) -> Done) -> Done {
    on_source(database, async |source, connector, _| {
        let settings = Settings { database: database.clone(), ..Settings::from_environment()? };
        let (boards, _) = maps::load(settings.games.kids_boards.as_deref())?;
        let stopping = CancellationToken::new();
        act(&Foundation::open(source, connector, boards, &settings, &stopping).await?.accounts).await
    })
}

fn on_source(
    settings: &DatabaseSettings,
    act: impl AsyncFnOnce(&Source, Connector, Postgres) -> Done,
) -> Done {
    tokio::runtime::Runtime::new()?.block_on(async {
        let source = Source::open(settings).await?;
        let done = async {
            let connector = Connector::new(source.address())?;
            let mut connection = connector.open().await?;
            migrations::refuse_newer(&mut connection).await?;
            match migrations::pending(&mut connection).await.is_ok_and(|pending| pending.is_empty()) {
                true => act(&source, connector, connection).await,
                false => Err("the database is older than this version: run `lapidary migrate` first".into()),
            }
        }
        .await;
        source.close().await;
        done
    })
}
