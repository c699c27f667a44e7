//! Which PostgreSQL the server uses: the one that is named, or one of our own.
//!
//! It knows where the database comes from and how it is let go; it asks it nothing but to exist.

use diesel::result::{DatabaseErrorKind, Error as DieselError};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};

use super::embedded::{Cluster, ClusterRequest, Durability, LaunchError, default_data_dir};
use crate::settings::DatabaseSettings;

/// The name of the database in a cluster of our own.
const NAME: &str = "lapidary";

/// Where the database comes from.
#[derive(Debug)]
pub enum Source {
    /// One that somebody else keeps, by its address.
    Url(String),
    /// A cluster of our own, and the address of the database in it.
    Own(Box<Cluster>, String),
}

/// Why there is no database to use.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// Our own PostgreSQL does not run.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// Our own PostgreSQL runs and does not let us in.
    #[error("cannot connect to the embedded database: {0}")]
    Connect(#[from] diesel::ConnectionError),
    /// Our own PostgreSQL does not make the database.
    #[error("cannot create the embedded database: {0}")]
    Create(#[from] DieselError),
    /// The start was interrupted.
    #[error("the start of the embedded database was interrupted: {0}")]
    Interrupted(#[from] tokio::task::JoinError),
}

impl Source {
    /// Returns the database that the settings name, or starts one of our own.
    ///
    /// # Errors
    ///
    /// When none is named and ours cannot be started.
    pub async fn open(settings: &DatabaseSettings) -> Result<Self, SourceError> {
        match &settings.database_url {
            Some(url) => Ok(Source::Url(url.clone())),
            None => start(request(settings)?).await,
        }
    }

    /// The address for connections: a URL or key=value pairs.
    pub fn url(&self) -> &str {
        match self {
            Source::Url(url) | Source::Own(_, url) => url,
        }
    }

    /// Lets the database go; one of our own is stopped, unless another process uses it.
    pub async fn close(self) {
        let Source::Own(cluster, _) = self else { return };
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
    tracing::info!(origin = ?cluster.origin(), version = cluster.major(), "the embedded database is up");
    create(&cluster.url("postgres")).await?;
    let url = cluster.url(NAME);
    Ok(Source::Own(Box::new(cluster), url))
}

/// Creates the database unless it is there.
async fn create(admin_url: &str) -> Result<(), SourceError> {
    let mut admin = AsyncPgConnection::establish(admin_url).await?;
    let query = "SELECT 1 FROM pg_database WHERE datname = $1";
    let found = diesel::sql_query(query).bind::<diesel::sql_types::Text, _>(NAME);
    if found.execute(&mut admin).await? > 0 {
        return Ok(());
    }
    match diesel::sql_query(format!("CREATE DATABASE {NAME}")).execute(&mut admin).await {
        Err(error) if lost_race(&error) => Ok(()),
        other => Ok(other.map(drop)?),
    }
}

/// Tells whether another starter has created it in the same moment, for which there are two errors.
fn lost_race(error: &DieselError) -> bool {
    let DieselError::DatabaseError(kind, information) = error else { return false };
    matches!(kind, DatabaseErrorKind::UniqueViolation) || information.message().contains("already exists")
}
