//! The server under measurement: the real application on a free port, with its own durable cluster.
//!
//! It starts both and removes everything afterwards.

use std::error::Error;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio_util::sync::CancellationToken;

use crate::database::embedded::{Cluster, ClusterRequest, Durability, default_data_dir};
use crate::settings::Settings;
use crate::startup::Application;

/// The database, which the server and `pgbench` share.
const DATABASE: &str = "bench";
/// The lifetime of an access token: longer than the longest measurement.
const ACCESS_LIFETIME: Duration = Duration::from_secs(24 * 3_600);

/// A running server with its cluster.
pub struct Server {
    cluster: Cluster,
    address: SocketAddr,
    stopping: CancellationToken,
    running: JoinHandle<std::io::Result<()>>,
    // The last field, so that the directory is removed after the cluster in it has stopped.
    directory: Directory,
}

impl Server {
    /// Starts a fresh cluster in a new directory below `place`, and the application on it.
    ///
    /// # Errors
    /// When either cannot be started.
    pub async fn start(place: &Path, mut settings: Settings) -> Result<Server, Box<dyn Error + Send + Sync>> {
        let directory = Directory(place.join(format!("lapidary-bench-{}", std::process::id())));
        let request = ClusterRequest {
            data_dir: directory.0.clone(),
            programs_dir: default_data_dir().ok().map(|dir| dir.join("programs")).filter(|dir| dir.is_dir()),
            bin_dir: settings.database.bin_dir.clone(),
            durability: Durability::Durable,
        };
        let cluster = spawn_blocking(move || Cluster::start(&request)).await??;
        AsyncPgConnection::establish(&cluster.url("postgres"))
            .await?
            .batch_execute(&format!("CREATE DATABASE {DATABASE}"))
            .await?;
        settings.database.database_url = Some(cluster.url(DATABASE));
        settings.http.listen = ([127, 0, 0, 1], 0).into();
        settings.access.access_lifetime = ACCESS_LIFETIME;
        let application = Application::build(settings).await?;
        let (address, stopping) = (application.address(), application.stopping());
        Ok(Server { cluster, address, stopping, running: tokio::spawn(application.run()), directory })
    }

    /// The address of the application.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the database.
    pub fn database_url(&self) -> String {
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

    /// Stops the application and the cluster, and removes the directory.
    ///
    /// # Errors
    /// When one of them does not stop.
    pub async fn stop(self) -> Result<(), Box<dyn Error + Send + Sync>> {
        self.stopping.cancel();
        self.running.await??;
        let (cluster, directory) = (self.cluster, self.directory);
        spawn_blocking(move || cluster.leave()).await??;
        drop(directory);
        Ok(())
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
