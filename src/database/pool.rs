//! The connections to the database.
//!
//! It knows time-outs and where connections run; it knows no table.

use std::time::Duration;

use deadpool::Runtime;
use diesel::{ConnectionError, ConnectionResult};
use diesel_async::AsyncPgConnection;
use diesel_async::pooled_connection::{
    AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod, deadpool as pooled,
};
use futures_util::FutureExt;
use tokio::runtime::Handle;
use tokio_postgres::{Config, NoTls};

use super::Failure;
use crate::settings::DatabaseSettings;

/// How long opening a connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// A connection lent by the pool.
pub type Connection = pooled::Object<AsyncPgConnection>;

/// The connections of one server.
#[derive(Clone)]
pub struct Pool(pooled::Pool<AsyncPgConnection>);

impl Pool {
    /// Prepares the connections; the first is opened when it is needed.
    ///
    /// Must be called on the main runtime: connections run there, because on the thread of a worker they would stand
    /// still whenever that worker is busy.
    ///
    /// # Errors
    ///
    /// When the address is none PostgreSQL knows.
    pub fn new(url: &str, settings: &DatabaseSettings) -> Result<Self, Failure> {
        let config = configuration(url, settings)?;
        let main = Handle::current();
        let manager = AsyncDieselConnectionManager::new_with_config(url, {
            let mut manager = ManagerConfig::default();
            manager.recycling_method = RecyclingMethod::Fast;
            manager.custom_setup = Box::new(move |_| {
                let opening = main.spawn(open(config.clone()));
                async { opening.await.map_err(|error| ConnectionError::BadConnection(error.to_string()))? }
                    .boxed()
            });
            manager
        });
        let pool = pooled::Pool::builder(manager)
            .max_size(settings.database_connections)
            .wait_timeout(Some(settings.database_wait))
            .create_timeout(Some(CONNECT_TIMEOUT))
            .recycle_timeout(Some(CONNECT_TIMEOUT))
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| Failure::Away(error.to_string()))?;
        Ok(Pool(pool))
    }

    /// Lends a connection; it goes back when it is dropped.
    ///
    /// # Errors
    ///
    /// [`Failure::Away`] when none is free or can be opened in time.
    pub async fn get(&self) -> Result<Connection, Failure> {
        Ok(self.0.get().await?)
    }

    /// Closes the idle connections and lends no more.
    pub fn close(&self) {
        self.0.close();
    }
}

/// The address with the time-outs that every connection asks for.
fn configuration(url: &str, settings: &DatabaseSettings) -> Result<Config, Failure> {
    let mut config: Config =
        url.parse().map_err(|error: tokio_postgres::Error| Failure::Away(error.to_string()))?;
    let options = format!(
        "{} -c statement_timeout={} -c lock_timeout={} -c idle_in_transaction_session_timeout={}",
        config.get_options().unwrap_or_default(),
        settings.statement_timeout.as_millis(),
        settings.lock_timeout.as_millis(),
        settings.idle_transaction_timeout.as_millis(),
    );
    config.options(options.trim());
    config.application_name("lapidary");
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECT_TIMEOUT);
    }
    Ok(config)
}

async fn open(config: Config) -> ConnectionResult<AsyncPgConnection> {
    let (client, connection) =
        config.connect(NoTls).await.map_err(|error| ConnectionError::BadConnection(reason(&error)))?;
    AsyncPgConnection::try_from_client_and_connection(client, connection).await
}

/// The error with its cause, which tokio-postgres leaves out of its own text.
fn reason(error: &tokio_postgres::Error) -> String {
    match std::error::Error::source(error) {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}
