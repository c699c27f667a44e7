//! The PostgreSQL that the server uses: a configured one, or an embedded one.
//!
//! This module knows where the database comes from and how to release it. It runs no queries.

use std::sync::Arc;

use diesel::result::Error as DieselError;
use diesel_async::{AsyncConnection, AsyncPgConnection};

use super::address::{self, Address, UnusableAddress};
use super::embedded::{Cluster, ClusterRequest, Durability, LaunchError, Watch, default_data_dir};
use super::roles;
use lapidary_model::settings::DatabaseSettings;

/// The source of the database.
pub struct Source {
    address: Address,
    own: Option<Own>,
}

/// An embedded cluster.
struct Own {
    cluster: Arc<Cluster>,
    watch: Option<Watch>,
}

/// Why no database is available.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The settings do not give a valid address.
    #[error(transparent)]
    Address(#[from] UnusableAddress),
    /// The embedded PostgreSQL cannot be started.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// The embedded PostgreSQL is running but refuses the connection.
    #[error("cannot connect to the embedded database: {0}")]
    Connect(#[from] diesel::ConnectionError),
    /// The database cannot be created in the embedded PostgreSQL.
    #[error("cannot set up the embedded database: {0}")]
    SetUp(#[from] DieselError),
    /// The start was interrupted.
    #[error("the start of the embedded database was interrupted: {0}")]
    Interrupted(#[from] tokio::task::JoinError),
}

impl Source {
    /// Returns the configured database, or starts the embedded one.
    pub async fn open(settings: &DatabaseSettings) -> Result<Self, SourceError> {
        match address::named(settings)? {
            Some(address) => Ok(Source { address, own: None }),
            None => start(request(settings)?).await,
        }
    }

    /// Returns the address for connections.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Returns the cluster, if the database is embedded.
    pub fn cluster(&self) -> Option<&Cluster> {
        self.own.as_ref().map(|own| own.cluster.as_ref())
    }

    /// Restarts the embedded cluster whenever it dies, until [`Source::close`].
    pub fn keep_alive(&mut self) {
        if let Some(own) = &mut self.own {
            own.watch.get_or_insert_with(|| Watch::over(own.cluster.clone()));
        }
    }

    /// Releases the database. Stops an embedded one, unless another process uses it.
    pub async fn close(self) {
        let Some(Own { cluster, watch }) = self.own else { return };
        if let Some(watch) = watch {
            watch.end().await;
        }
        // The watch has ended. It held the only other reference to the cluster.
        let Some(cluster) = Arc::into_inner(cluster) else { return };
        match tokio::task::spawn_blocking(|| cluster.leave()).await {
            Ok(Ok(departure)) => tracing::info!(?departure, "left the embedded database"),
            Ok(Err(reason)) => tracing::error!(%reason, "the embedded database did not stop"),
            Err(reason) => tracing::error!(%reason, "the embedded database was not stopped"),
        }
    }
}

fn request(settings: &DatabaseSettings) -> Result<ClusterRequest, LaunchError> {
    let data_dir = settings.data_dir.clone().map_or_else(default_data_dir, Ok)?;
    let bin_dir = settings.bin_dir.clone();
    Ok(ClusterRequest { data_dir, programs_dir: None, bin_dir, durability: Durability::Durable })
}

async fn start(request: ClusterRequest) -> Result<Source, SourceError> {
    let cluster = tokio::task::spawn_blocking(move || Cluster::start(&request)).await??;
    tracing::info!(origin = ?cluster.origin(), version = cluster.major(), "the embedded database is running");
    roles::make(&mut AsyncPgConnection::establish(&cluster.url("postgres")).await?).await?;
    roles::give(&mut AsyncPgConnection::establish(&cluster.url(roles::ROLE)).await?).await?;
    let address = Address::read(&cluster.url_as(roles::ROLE, roles::ROLE))?;
    Ok(Source { address, own: Some(Own { cluster: Arc::new(cluster), watch: None }) })
}
