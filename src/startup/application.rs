//! Builds and runs the application: the database, the HTTP server, and a graceful shutdown.
//!
//! This module knows the order in which parts start and stop, not what they do.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::web;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::open_files::raise_open_files;
use super::server::{Shared, listen};
use crate::boards::{self, BoardsError};
use crate::jobs;
use lapidary_api::contract::openapi::Contract;
use lapidary_api::limit::Limiter;
use lapidary_api::play::rulesets::Catalogues;
use lapidary_api::webhooks::message;
use lapidary_model::settings::Settings;
use lapidary_service::access::{Access, AccessError};
use lapidary_service::broker::{Broker, UnusableBroker};
use lapidary_service::games::{OpenSeeks, Playing, Reader};
use lapidary_service::mail::{Mailer, UnusableMail};
use lapidary_service::stream::Watchers;
use lapidary_service::webhook::{Sender, UnusableWebhooks};
use lapidary_service::{
    Accounts, Carrier, Games, OAuth, Ratings, Recovery, Relay, Sessions, Site, Tournaments, Webhooks, Writer,
};
use lapidary_store::database::connector::{AddressError, Connector};
use lapidary_store::database::{Channel, Failure, Pool, Source, migrations, sharding, source};

/// A server with a bound port and a database, ready to run.
pub struct Application {
    server: Server,
    address: SocketAddr,
    drain: Duration,
    playing: Arc<Playing>,
    /// What runs beside the requests; each job ends when the server stops.
    jobs: Vec<BoxFuture<'static, ()>>,
    stopping: CancellationToken,
    pool: Pool,
    source: Source,
}

/// Why the server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// No database is available.
    #[error("{0}")]
    Source(#[from] source::SourceError),
    /// The address of the database is not valid.
    #[error("{0}")]
    Address(#[from] AddressError),
    /// The migrations failed.
    #[error("{0}")]
    Migrations(#[from] migrations::MigrationError),
    /// A database call failed.
    #[error("{0}")]
    Database(#[from] Failure),
    /// The keys or password hashing cannot be set up.
    #[error("{0}")]
    Access(#[from] AccessError),
    /// The settings for mail cannot be used.
    #[error("{0}")]
    Mail(#[from] UnusableMail),
    /// The settings for webhooks cannot be used.
    #[error("{0}")]
    Webhooks(#[from] UnusableWebhooks),
    /// The settings for the message broker cannot be used.
    #[error("{0}")]
    Broker(#[from] UnusableBroker),
    /// The operator's boards are not valid.
    #[error("{0}")]
    Boards(#[from] BoardsError),
    /// The port cannot be bound.
    #[error("cannot listen on {address}: {cause}")]
    Listen {
        /// The configured address.
        address: SocketAddr,
        /// The error from the system.
        cause: std::io::Error,
    },
}

impl Application {
    /// Opens the database, runs the migrations and binds the port. No request is processed before
    /// [`Application::run`].
    ///
    /// # Errors
    /// When the database cannot be used or the port cannot be bound.
    pub async fn build(settings: Settings) -> Result<Application, StartError> {
        if let Err(cause) = raise_open_files() {
            tracing::warn!(%cause, "the limit on open files cannot be raised");
        }
        Contract::shared();
        let boards = boards::load(settings.games.kids_boards.as_deref())?;
        let mailer = Mailer::new(&settings.mail, settings.http.public_url.as_ref())?;
        let sender = Sender::new(&settings.webhooks)?;
        let mut source = Source::open(&settings.database).await?;
        let connector = Connector::to(source.config().clone(), settings.database.database_ca.as_deref())?;
        migrations::run(&connector).await?;
        let batches = Pool::for_batches(connector.clone(), &settings.database)?;
        let read_batches = Pool::for_batches(connector.clone(), &settings.database)?;
        let carrier = match Broker::new(&settings.broker)? {
            Some(broker) => Carrier::Broker(broker),
            None => Carrier::Database(Channel::new(connector.clone())),
        };
        let pool = Pool::new(connector, &settings.database)?;
        let access = Arc::new(Access::open(&pool, &settings.access).await?);
        source.keep_alive();
        let watchers = Watchers::default();
        let stopping = CancellationToken::new();
        let catalogues = Catalogues::new(&boards);
        let (mut writer_settings, mut reader_settings) = (settings.writer, settings.reader);
        if sharding::is_sharded(&mut *pool.get().await?).await? {
            tracing::info!(
                "the games are distributed over shards: every turn is stored alone, every game loaded alone"
            );
            writer_settings.batch_turns_max = 1;
            reader_settings.batch_reads_max = 1;
        }
        let writer = Writer::start(batches, pool.clone(), watchers.clone(), &writer_settings);
        let reader =
            Reader::start(read_batches, pool.clone(), reader_settings, settings.database.database_wait);
        let every = settings.games.clone();
        let games = Games::new(
            pool.clone(),
            writer,
            reader,
            watchers.clone(),
            boards,
            every.clone(),
            stopping.clone(),
        );
        let tournaments =
            Tournaments::new(pool.clone(), games.tables.clone(), settings.games, stopping.clone());
        let tournaments = Arc::new(tournaments);
        let accounts = Accounts::new(pool.clone(), access.clone(), games.find.clone(), watchers.clone());
        let relay = Relay::new(carrier, pool.clone(), watchers.clone());
        let sessions = Sessions::new(pool.clone(), access.clone(), watchers.clone());
        let oauth = OAuth::new(pool.clone(), access.clone(), watchers.clone());
        let post = mailer.zip(settings.http.public_url.clone());
        let (recovery, reset_requests) = Recovery::new(pool.clone(), access.clone(), watchers, post);
        let recovery = Arc::new(recovery);
        let webhooks = Arc::new(Webhooks::new(pool.clone(), sender, message::text));
        let stop = || stopping.clone();
        let jobs = vec![
            jobs::advance_tournaments(tournaments.clone(), every.tournament_interval, stop()).boxed(),
            jobs::expire_tables(games.open.clone(), every.expiry_interval, stop()).boxed(),
            jobs::fold_logs(games.play.clone(), every.fold_interval, stop()).boxed(),
            jobs::mail_resets(recovery.clone(), reset_requests, stop()).boxed(),
            jobs::relay(relay, stop()).boxed(),
            jobs::beat(games.play.clone(), stop()).boxed(),
            jobs::end_overdue(games.play.clone(), every.time_out_interval, stop()).boxed(),
            jobs::pair_seeks(games.find.clone(), OpenSeeks::All, every.expiry_interval, stop()).boxed(),
            jobs::pair_seeks(games.find.clone(), OpenSeeks::Rated, every.pairing_interval, stop()).boxed(),
            jobs::send_webhooks(webhooks.clone(), settings.webhooks.webhook_interval, stop()).boxed(),
            jobs::share_presence(games.read.clone(), stop()).boxed(),
            jobs::record_token_uses(access.clone(), stop()).boxed(),
        ];
        let playing = games.play.clone();
        let shared = Shared {
            site: web::Data::new(Site::new(pool.clone())),
            access: access.into(),
            games,
            tournaments: tournaments.into(),
            accounts: web::Data::new(accounts),
            sessions: web::Data::new(sessions),
            recovery: recovery.into(),
            oauth: web::Data::new(oauth),
            ratings: web::Data::new(Ratings::new(pool.clone(), &settings.ratings)),
            webhooks: webhooks.into(),
            limiter: web::Data::new(Limiter::new(&settings.limits)),
            catalogues: web::Data::new(catalogues),
            stopping: web::Data::new(stopping.clone()),
        };
        let (server, address) = listen(&settings.http, shared, stopping.clone())
            .map_err(|cause| StartError::Listen { address: settings.http.listen, cause })?;
        Ok(Application { server, address, drain: settings.http.drain, playing, jobs, stopping, pool, source })
    }

    /// The address on which the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The port on which the server listens.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// The token that stops the server: cancelling it ends event streams and starts a graceful shutdown.
    pub fn stopping(&self) -> CancellationToken {
        self.stopping.clone()
    }

    /// Serves until SIGTERM or SIGINT.
    ///
    /// # Errors
    /// When the server fails.
    pub async fn run_until_signal(self) -> std::io::Result<()> {
        let stopping = self.stopping();
        tokio::spawn(async move {
            signal().await;
            tracing::info!("stopping");
            stopping.cancel();
        });
        self.run().await
    }

    /// Serves until [`Application::stopping`] is cancelled, then drains requests, then releases the database.
    ///
    /// # Errors
    /// When the server fails.
    pub async fn run(self) -> std::io::Result<()> {
        let handle = self.server.handle();
        let mut server = tokio::spawn(self.server);
        let jobs: Vec<JoinHandle<()>> = self.jobs.into_iter().map(tokio::spawn).collect();
        let ended = tokio::select! {
            ended = &mut server => ended,
            () = self.stopping.cancelled() => {
                if tokio::time::timeout(self.drain + Duration::from_secs(1), handle.stop(true)).await.is_err() {
                    handle.stop(false).await;
                }
                server.await
            }
        };
        // The tasks end when the token is cancelled; but if the server failed, the token is not cancelled.
        jobs.iter().for_each(JoinHandle::abort);
        self.playing.drain().await;
        self.pool.close();
        self.source.close().await;
        ended.map_err(std::io::Error::other)?
    }
}

/// Waits for SIGTERM or SIGINT.
async fn signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let interrupted = tokio::signal::ctrl_c();
    match signal(SignalKind::terminate()) {
        Ok(mut terminated) => {
            tokio::select! {
                _ = terminated.recv() => {}
                _ = interrupted => {}
            }
        }
        Err(_) => {
            let _ = interrupted.await;
        }
    }
}
