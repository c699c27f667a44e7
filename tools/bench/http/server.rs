//! The server under measurement: the real application on a free port, with its own durable cluster.
//!
//! It starts both and removes everything afterwards.

use std::error::Error;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio_util::sync::CancellationToken;

use super::connection::{Connection, line_and_host};
use lapidary::startup::Application;
use lapidary_database::embedded::{Cluster, ClusterRequest, Durability, default_data_dir};
use lapidary_model::settings::Settings;

/// The database, which the server and `pgbench` share.
const DATABASE: &str = "bench";
/// The lifetime of an access token: longer than the longest measurement.
const ACCESS_LIFETIME: Duration = Duration::from_secs(24 * 3_600);

/// A fresh cluster with an empty database, in a new directory.
pub struct Database {
    cluster: Cluster,
    // The last field, so that the directory is removed after the cluster in it has stopped.
    directory: Directory,
}

impl Database {
    /// Starts it below `place`, in a directory that ends with a name.
    pub async fn start(
        place: &Path,
        name: &str,
        bin_dir: Option<PathBuf>,
    ) -> Result<Database, Box<dyn Error + Send + Sync>> {
        let directory = Directory(place.join(format!("lapidary-bench-{}{name}", std::process::id())));
        let request = ClusterRequest {
            data_dir: directory.0.clone(),
            programs_dir: default_data_dir().ok().map(|dir| dir.join("programs")).filter(|dir| dir.is_dir()),
            bin_dir,
            durability: Durability::Durable,
        };
        let cluster = spawn_blocking(move || Cluster::start(&request)).await??;
        AsyncPgConnection::establish(&cluster.url("postgres"))
            .await?
            .batch_execute(&format!("CREATE DATABASE {DATABASE}"))
            .await?;
        Ok(Database { cluster, directory })
    }

    /// The address of the database.
    pub fn url(&self) -> String {
        self.cluster.url(DATABASE)
    }

    /// The directory of the PostgreSQL programs.
    pub fn bin_dir(&self) -> &Path {
        self.cluster.bin_dir()
    }

    /// The directory with all temporary files.
    pub fn directory(&self) -> &Path {
        &self.directory.0
    }

    /// Stops the cluster, and removes the directory.
    pub async fn stop(self) -> Result<(), Box<dyn Error + Send + Sync>> {
        let (cluster, directory) = (self.cluster, self.directory);
        spawn_blocking(move || cluster.leave()).await??;
        drop(directory);
        Ok(())
    }
}

/// A running server with its cluster.
pub struct Server {
    database: Database,
    settings: Settings,
    address: SocketAddr,
    stopping: CancellationToken,
    running: JoinHandle<std::io::Result<()>>,
}

impl Server {
    /// Starts a fresh cluster in a new directory below `place`, and the application on it.
    pub async fn start(place: &Path, settings: Settings) -> Result<Server, Box<dyn Error + Send + Sync>> {
        Server::start_named(place, "", settings).await
    }

    /// Returns the same, for a process with several servers: each has a name, with which its directory ends.
    pub async fn start_named(
        place: &Path,
        name: &str,
        mut settings: Settings,
    ) -> Result<Server, Box<dyn Error + Send + Sync>> {
        let database = Database::start(place, name, settings.database.bin_dir.clone()).await?;
        settings.database.database_url = Some(database.url());
        settings.http.listen = ([127, 0, 0, 1], 0).into();
        settings.access.access_lifetime = ACCESS_LIFETIME;
        let application = Application::build(settings.clone()).await?;
        let (address, stopping) = (application.address(), application.stopping());
        let running = tokio::spawn(application.run());
        Ok(Server { database, settings, address, stopping, running })
    }

    /// Starts a second application on the same database and stops it; returns how long the start took, up to
    /// the first response.
    pub async fn start_again(&self) -> Result<Duration, Box<dyn Error + Send + Sync>> {
        let began = Instant::now();
        let application = Application::build(self.settings.clone()).await?;
        let (address, stopping) = (application.address(), application.stopping());
        let running = tokio::spawn(application.run());
        let ready = format!("GET {}\r\n", line_and_host("/readyz", None));
        Connection::open(address).await?.send(ready.as_bytes()).await?.expect_success()?;
        let taken = began.elapsed();
        stopping.cancel();
        running.await??;
        Ok(taken)
    }

    /// The address of the application.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the database.
    pub fn database_url(&self) -> String {
        self.database.url()
    }

    /// The directory of the PostgreSQL programs.
    pub fn bin_dir(&self) -> &Path {
        self.database.bin_dir()
    }

    /// The directory with all temporary files.
    pub fn directory(&self) -> &Path {
        self.database.directory()
    }

    /// Stops the application and the cluster, and removes the directory.
    pub async fn stop(self) -> Result<(), Box<dyn Error + Send + Sync>> {
        self.stopping.cancel();
        self.running.await??;
        self.database.stop().await
    }
}

/// A directory that is removed when it is dropped.
struct Directory(PathBuf);

impl Drop for Directory {
    fn drop(&mut self) {
        if let Err(reason) = std::fs::remove_dir_all(&self.0) {
            tracing::warn!(%reason, directory = %self.0.display(), "the directory could not be removed");
        }
    }
}
