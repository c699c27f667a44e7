//! The use cases of games and accounts. The server and the commands of the operator share them.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::start_error::StartError;
use lapidary_database::embedded::Cluster;
use lapidary_database::sharding::{self, Placement};
use lapidary_database::{Connector, Pool, Source};
use lapidary_engine::kids::sides::Sides;
use lapidary_model::settings::Settings;
use lapidary_service::erased::ErasedList;
use lapidary_service::games::Reader;
use lapidary_service::stream::Watchers;
use lapidary_service::{Access, Accounts, Games, Writer};

/// The use cases of games and accounts on a database, with what the others share with them.
pub struct Foundation {
    pub pool: Pool,
    /// Whether the games are distributed over shards.
    pub placed: Placement,
    pub access: Arc<Access>,
    pub watchers: Watchers,
    pub games: Games,
    pub accounts: Arc<Accounts>,
}

impl Foundation {
    /// Opens the use cases on a database that is up to date. What they do ends when `stopping` is cancelled.
    pub async fn open(
        source: &Source,
        connector: Connector,
        boards: Sides,
        settings: &Settings,
        stopping: &CancellationToken,
    ) -> Result<Foundation, StartError> {
        let batches = Pool::for_batches(connector.clone(), &settings.database)?;
        let read_batches = Pool::for_batches(connector.clone(), &settings.database)?;
        let mut pool = Pool::new(connector.clone(), &settings.database)?;
        let placed = sharding::find_placement(&mut *pool.get().await?).await?;
        let access = Arc::new(Access::open(&pool, &settings.access).await?);
        let watchers = Watchers::default();
        let (mut writer_settings, mut reader_settings) = (settings.writer, settings.reader);
        if placed == Placement::Sharded {
            tracing::info!(
                "the games are distributed over shards: every turn is stored alone, every game loaded alone"
            );
            pool = pool.with_workers(connector, &settings.database).await?;
            writer_settings.batch_turns_max = 1;
            reader_settings.batch_reads_max = 1;
        }
        let writer = Writer::start(batches, pool.clone(), watchers.clone(), &writer_settings);
        let reader =
            Reader::start(read_batches, pool.clone(), reader_settings, settings.database.database_wait);
        let games = Games::new(
            pool.clone(),
            writer,
            reader,
            watchers.clone(),
            boards,
            settings.games.clone(),
            stopping.clone(),
        );
        let erased = settings.erased_file.clone().or_else(|| source.cluster().map(Cluster::erased_file));
        let erased = erased.map(ErasedList::new);
        let accounts =
            Accounts::new(pool.clone(), access.clone(), games.find.clone(), watchers.clone(), erased);
        Ok(Foundation { pool, placed, access, watchers, games, accounts: Arc::new(accounts) })
    }
}
