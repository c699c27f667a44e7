//! Builds and runs the application: the database, the HTTP server, and a graceful shutdown.
//!
//! This module knows the order in which parts start and stop, not what they do.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use actix_cors::Cors;
use actix_http::HttpService;
use actix_http::error::DispatchError;
use actix_service::{IntoServiceFactory, ServiceFactoryExt, map_config};
use actix_web::dev::{AppConfig, Server, fn_service};
use actix_web::http::header;
use actix_web::middleware::{Compress, from_fn};
use actix_web::rt::net::TcpStream;
use actix_web::{App, web};
use rustix::net::sockopt;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::api::contract::openapi::Contract;
use crate::api::http::read_ahead::{ReadAhead, follow};
use crate::api::http::{admit, caching, endure, idempotency, observe};
use crate::api::limit::Limiter;
use crate::api::play::rulesets::{BoardOrigin, Catalogues};
use crate::api::webhooks::message;
use crate::api::{extract, routes};
use crate::boards::{self, BoardsError};
use crate::broker::{Broker, UnusableBroker};
use crate::database::connector::{AddressError, Connector};
use crate::database::{Channel, Failure, Pool, Source, migrations, sharding, source};
use crate::jobs;
use crate::mail::{Mailer, UnusableMail};
use crate::service::access::{Access, AccessError};
use crate::service::games::OpenSeeks;
use crate::service::recovery::Requests;
use crate::service::{
    Accounts, Carrier, Games, OAuth, Ratings, Recovery, Relay, Sessions, Site, Tournaments, Webhooks, Writer,
};
use crate::settings::{HttpSettings, PublicUrl, Settings};
use crate::stream::Watchers;
use crate::webhook::{Sender, UnusableWebhooks};

/// The maximum time to receive the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// How long an unused connection stays open.
const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// The number of unanswered probes after which the client of a silent connection is considered gone.
const PROBES: u32 = 3;
/// How long a browser may cache the permission for a cross-origin request, in seconds.
const PREFLIGHT_SECONDS: usize = 86_400;

/// A server with a bound port and a database, ready to run.
pub struct Application {
    server: Server,
    address: SocketAddr,
    drain: Duration,
    games: Arc<Games>,
    tournaments: Arc<Tournaments>,
    tournament_interval: Duration,
    relay: Relay,
    expiry_interval: Duration,
    pairing_interval: Duration,
    fold_interval: Duration,
    time_out_interval: Duration,
    recovery: Arc<Recovery>,
    reset_requests: Requests,
    webhooks: Arc<Webhooks>,
    webhook_interval: Duration,
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
    /// Opens the database, runs the migrations and binds the port. No request is processed before [`Application::run`].
    ///
    /// # Errors
    /// When the database cannot be used or the port cannot be bound.
    pub async fn build(settings: Settings) -> Result<Application, StartError> {
        Contract::shared();
        let boards = boards::load(settings.games.kids_boards.as_deref())?;
        let mailer = Mailer::new(&settings.mail, settings.http.public_url.as_ref())?;
        let sender = Sender::new(&settings.webhooks)?;
        let origin = match &settings.games.kids_boards {
            Some(_) => BoardOrigin::Operators,
            None => BoardOrigin::Ours,
        };
        let mut source = Source::open(&settings.database).await?;
        let connector = Connector::to(source.config().clone(), settings.database.database_ca.as_deref())?;
        migrations::run(&connector).await?;
        let batches = Pool::for_batches(connector.clone(), &settings.database)?;
        let carrier = match Broker::new(&settings.broker)? {
            Some(broker) => Carrier::Broker(broker),
            None => Carrier::Database(Channel::new(connector.clone())),
        };
        let pool = Pool::new(connector, &settings.database)?;
        let access = Arc::new(Access::open(&pool, &settings.access).await?);
        source.keep_alive();
        let watchers = Watchers::default();
        let stopping = CancellationToken::new();
        let catalogues = Catalogues::new(&boards, origin);
        let pairing_interval = settings.games.pairing_interval;
        let (expiry_interval, fold_interval) = (settings.games.expiry_interval, settings.games.fold_interval);
        let time_out_interval = settings.games.time_out_interval;
        let mut writer_settings = settings.writer;
        if sharding::is_sharded(&mut *pool.get().await?).await? {
            tracing::info!("the games are distributed over shards: every turn is stored alone");
            writer_settings.batch_turns_max = 1;
        }
        let writer = Writer::start(batches, pool.clone(), watchers.clone(), &writer_settings);
        let game_settings = settings.games.clone();
        let games =
            Games::new(pool.clone(), writer, watchers.clone(), boards, settings.games, stopping.clone());
        let games = Arc::new(games);
        let tournament_interval = game_settings.tournament_interval;
        let tournaments = Tournaments::new(pool.clone(), games.clone(), game_settings, stopping.clone());
        let tournaments = Arc::new(tournaments);
        let accounts = Accounts::new(pool.clone(), access.clone(), games.clone(), watchers.clone());
        let relay = Relay::new(carrier, pool.clone(), watchers.clone());
        let sessions = Sessions::new(pool.clone(), access.clone(), watchers.clone());
        let oauth = OAuth::new(pool.clone(), access.clone(), watchers.clone());
        let post = mailer.zip(settings.http.public_url.clone());
        let (recovery, reset_requests) = Recovery::new(pool.clone(), access.clone(), watchers, post);
        let recovery = Arc::new(recovery);
        let webhooks = Arc::new(Webhooks::new(pool.clone(), sender, message::text));
        let shared = Shared {
            site: web::Data::new(Site::new(pool.clone())),
            access: access.into(),
            games: games.clone().into(),
            tournaments: tournaments.clone().into(),
            accounts: web::Data::new(accounts),
            sessions: web::Data::new(sessions),
            recovery: recovery.clone().into(),
            oauth: web::Data::new(oauth),
            ratings: web::Data::new(Ratings::new(pool.clone())),
            webhooks: webhooks.clone().into(),
            limiter: web::Data::new(Limiter::new(&settings.limits)),
            catalogues: web::Data::new(catalogues),
            stopping: web::Data::new(stopping.clone()),
        };
        let (server, address) = listen(&settings.http, shared, stopping.clone())
            .map_err(|cause| StartError::Listen { address: settings.http.listen, cause })?;
        Ok(Application {
            server,
            address,
            drain: settings.http.drain,
            games,
            tournaments,
            tournament_interval,
            relay,
            expiry_interval,
            pairing_interval,
            fold_interval,
            time_out_interval,
            recovery,
            reset_requests,
            webhooks,
            webhook_interval: settings.webhooks.webhook_interval,
            stopping,
            pool,
            source,
        })
    }

    /// The address on which the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The port on which the server listens.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// The token that stops the server: canceling it ends event streams and starts a graceful shutdown.
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

    /// Serves until [`Application::stopping`] is canceled, then drains requests, then releases the database.
    ///
    /// # Errors
    /// When the server fails.
    pub async fn run(self) -> std::io::Result<()> {
        let handle = self.server.handle();
        let mut server = tokio::spawn(self.server);
        let expiry =
            jobs::expire_tables(Arc::clone(&self.games), self.expiry_interval, self.stopping.clone());
        let pairing = |which, every| {
            tokio::spawn(jobs::pair_seeks(Arc::clone(&self.games), which, every, self.stopping.clone()))
        };
        let fold = jobs::fold_logs(Arc::clone(&self.games), self.fold_interval, self.stopping.clone());
        let mail = jobs::mail_resets(self.recovery, self.reset_requests, self.stopping.clone());
        let relay = jobs::relay(self.relay, self.stopping.clone());
        let beat = jobs::beat(Arc::clone(&self.games), self.stopping.clone());
        let overdue =
            jobs::end_overdue(Arc::clone(&self.games), self.time_out_interval, self.stopping.clone());
        let advancing =
            jobs::advance_tournaments(self.tournaments, self.tournament_interval, self.stopping.clone());
        let webhooks = jobs::send_webhooks(self.webhooks, self.webhook_interval, self.stopping.clone());
        let presence = jobs::share_presence(Arc::clone(&self.games), self.stopping.clone());
        let jobs = [
            tokio::spawn(advancing),
            tokio::spawn(expiry),
            tokio::spawn(fold),
            tokio::spawn(mail),
            tokio::spawn(relay),
            tokio::spawn(beat),
            tokio::spawn(overdue),
            pairing(OpenSeeks::All, self.expiry_interval),
            pairing(OpenSeeks::Rated, self.pairing_interval),
            tokio::spawn(webhooks),
            tokio::spawn(presence),
        ];
        let ended = tokio::select! {
            ended = &mut server => ended,
            () = self.stopping.cancelled() => {
                if tokio::time::timeout(self.drain + Duration::from_secs(1), handle.stop(true)).await.is_err() {
                    handle.stop(false).await;
                }
                server.await
            }
        };
        // The tasks end when the token is canceled; but if the server failed, the token is not canceled.
        jobs.iter().for_each(JoinHandle::abort);
        self.games.drain().await;
        self.pool.close();
        self.source.close().await;
        ended.map_err(std::io::Error::other)?
    }
}

/// State that all request threads share.
#[derive(Clone)]
struct Shared {
    site: web::Data<Site>,
    access: web::Data<Access>,
    limiter: web::Data<Limiter>,
    catalogues: web::Data<Catalogues>,
    games: web::Data<Games>,
    tournaments: web::Data<Tournaments>,
    accounts: web::Data<Accounts>,
    sessions: web::Data<Sessions>,
    recovery: web::Data<Recovery>,
    oauth: web::Data<OAuth>,
    ratings: web::Data<Ratings>,
    webhooks: web::Data<Webhooks>,
    stopping: web::Data<CancellationToken>,
}

fn listen(
    settings: &HttpSettings,
    shared: Shared,
    stopping: CancellationToken,
) -> std::io::Result<(Server, SocketAddr)> {
    let proxies = web::Data::new(extract::TrustedProxies(settings.trusted_proxies.clone()));
    let listener = TcpListener::bind(settings.listen)?;
    let address = listener.local_addr()?;
    let public_url = settings.public_url.clone().unwrap_or_else(|| PublicUrl::of_listener(address));
    let public_url = web::Data::new(public_url);
    let write_timeout = settings.write_timeout;
    let mut server = Server::build().disable_signals().shutdown_timeout(settings.drain.as_secs());
    if let Some(workers) = settings.workers {
        server = server.workers(workers.max(1));
    }
    let server = server.listen("api", listener, move || {
        let app = App::new()
            .app_data(shared.site.clone())
            .app_data(shared.access.clone())
            .app_data(shared.limiter.clone())
            .app_data(shared.catalogues.clone())
            .app_data(shared.games.clone())
            .app_data(shared.tournaments.clone())
            .app_data(shared.accounts.clone())
            .app_data(shared.sessions.clone())
            .app_data(shared.recovery.clone())
            .app_data(shared.oauth.clone())
            .app_data(shared.ratings.clone())
            .app_data(shared.webhooks.clone())
            .app_data(shared.stopping.clone())
            .app_data(proxies.clone())
            .app_data(public_url.clone())
            .app_data(extract::path_config())
            .app_data(extract::query_config())
            .wrap(from_fn(endure::endure))
            .wrap(from_fn(admit::admit))
            .wrap(Compress::default())
            .wrap(from_fn(caching::describe))
            .wrap(cross_origin())
            .wrap(from_fn(observe::observe))
            .wrap(from_fn(follow))
            .configure(routes::all)
            .into_factory()
            .map_err(|error| error.error_response());
        let stopping = stopping.clone();
        let http = HttpService::build()
            .graceful_shutdown_signal(move || stopping.clone().cancelled_owned())
            .client_request_timeout(HEAD_TIMEOUT)
            .keep_alive(KEEP_ALIVE)
            // When a client closes its side, it has left: its reads and waits are dropped, and their places become
            // free.
            .h1_allow_half_closed(false)
            .on_connect_ext(move |connection: &ReadAhead<TcpStream>, data| {
                watch_over(connection.stream(), write_timeout);
                data.insert(connection.answers().clone());
            })
            .h1(map_config(app, |()| AppConfig::default()));
        fn_service(|connection: TcpStream| {
            let peer = connection.peer_addr().ok();
            std::future::ready(Ok::<_, DispatchError>((ReadAhead::new(connection), peer)))
        })
        .and_then(http)
    })?;
    Ok((server.run(), address))
}

/// Makes the kernel close the connection when the client reads nothing of a response for this long, or has vanished.
///
/// The HTTP layer has no write timeout. A client that vanishes during a wait sends nothing that would show it.
fn watch_over(socket: &TcpStream, timeout: Duration) {
    // The kernel uses whole seconds between probes, at least one.
    let between = (timeout / (PROBES + 1)).max(Duration::from_secs(1));
    let set = sockopt::set_socket_keepalive(socket, true)
        .and_then(|()| sockopt::set_tcp_keepidle(socket, between))
        .and_then(|()| sockopt::set_tcp_keepintvl(socket, between))
        .and_then(|()| sockopt::set_tcp_keepcnt(socket, PROBES));
    #[cfg(target_os = "linux")]
    let set = set.and_then(|()| {
        sockopt::set_tcp_user_timeout(socket, u32::try_from(timeout.as_millis()).unwrap_or(u32::MAX))
    });
    if let Err(cause) = set {
        tracing::warn!(%cause, "a connection has no write timeout");
    }
}

/// Allows requests from any origin. This is safe because clients send tokens explicitly: there are no cookies that
/// another site could use.
fn cross_origin() -> Cors {
    Cors::default()
        .allow_any_origin()
        .send_wildcard()
        .allow_any_method()
        .allow_any_header()
        .expose_headers([
            header::DATE,
            header::ETAG,
            header::LINK,
            header::LOCATION,
            header::RETRY_AFTER,
            header::WWW_AUTHENTICATE,
            header::HeaderName::from_static("preference-applied"),
            idempotency::REPLAYED,
            admit::POLICY,
            admit::LEFT,
            observe::REQUEST_ID,
        ])
        .max_age(PREFLIGHT_SECONDS)
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
