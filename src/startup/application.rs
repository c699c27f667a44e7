//! Builds and runs the application: the database, the HTTP server, and a graceful shutdown.
//!
//! This module knows the order in which parts start and stop. It does not know what they do.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::web;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, join_all};
use tokio::task::{AbortHandle, JoinHandle};
use tokio_util::sync::CancellationToken;

use super::foundation::Foundation;
use super::open_files::raise_open_files;
use super::server::{Shared, listen};
use super::signals::{Signal, Signals};
use super::start_error::StartError;
use crate::jobs::{self, Plan};
use crate::maps;
use lapidary_api::alerts::push;
use lapidary_api::document;
use lapidary_api::endpoints::{answer, question};
use lapidary_api::limit::Limiter;
use lapidary_api::play::rulesets::Catalogues;
use lapidary_api::site::health::Leaving;
use lapidary_api::webhooks::message;
use lapidary_database::sharding::Placement;
use lapidary_database::{Channel, Connector, Failure, Pool, Source, migrations, needs};
use lapidary_model::jobs::Jobs;
use lapidary_model::settings::{HttpSettings, Settings, Switch};
use lapidary_service::broker::Broker;
use lapidary_service::games::{Calling, OpenSeeks, Opponents, Playing, Protocol};
use lapidary_service::mail::{Mailer, Post};
use lapidary_service::outbox::Sender;
use lapidary_service::{
    Alerts, Carrier, Clubs, Digests, OAuth, Push, Puzzles, Ratings, Recovery, Relay, Reports, Series,
    Sessions, Site, Statistics, Tournaments, Webhooks,
};

/// The puzzles of the program, described in docs/puzzles.md.
const PUZZLES: &str = include_str!("../../data/puzzles.txt");
/// How long the jobs may take to store their remaining work after the server has stopped.
const JOBS_END_MAX: Duration = Duration::from_secs(2);

/// A server with a bound port and a database, ready to run.
pub struct Application {
    server: Server,
    address: SocketAddr,
    drain: Duration,
    stop_delay: Duration,
    playing: Arc<Playing>,
    /// The jobs beside the requests. Each ends when the server stops.
    jobs: Vec<BoxFuture<'static, ()>>,
    /// Cancelled when the server is about to stop.
    leaving: CancellationToken,
    stopping: CancellationToken,
    pool: Pool,
    source: Source,
}

impl Application {
    /// Opens the database, runs the migrations and binds the port. Requests wait until [`Application::run`].
    pub async fn build(settings: Settings) -> Result<Application, StartError> {
        if let Err(cause) = raise_open_files() {
            tracing::warn!(%cause, "the limit on open files cannot be raised");
        }
        document::contract();
        let (boards, maps) = maps::load(settings.games.kids_boards.as_deref())?;
        let mailer = Mailer::new(&settings.mail, settings.http.public_url.as_ref())?;
        let sender = Sender::new(&settings.webhooks)?;
        check_port(settings.http.listen)?;
        let mut source = Source::open(&settings.database).await?;
        let connector = Connector::new(source.address())?;
        needs::check(&connector, &source.address().encryption, &settings.database).await?;
        match settings.migrate {
            Switch::On => drop(migrations::run(&connector).await?),
            Switch::Off => refuse_pending_migrations(&connector).await?,
        }
        let carrier = match Broker::new(&settings.broker)? {
            Some(broker) => Carrier::Broker(broker),
            None => Carrier::Database(Box::new(Channel::new(connector.clone()))),
        };
        let (catalogues, stopping) = (Catalogues::new(&boards, maps), CancellationToken::new());
        let Foundation { pool, placed, access, watchers, games, accounts } =
            Foundation::open(&source, connector, boards, &settings, &stopping).await?;
        let again = accounts.repeat_erasures().await?;
        if again > 0 {
            tracing::warn!(
                again,
                "a restored backup had brought back erased accounts; they are erased again"
            );
        }
        source.keep_alive();
        let (leaving, every) = (stopping.child_token(), settings.games.clone());
        let series = Arc::new(Series::new(pool.clone(), settings.games.clone(), watchers.clone()));
        let tables = games.tables.clone();
        let limits = settings.games.rating_limits;
        let tournaments =
            Tournaments::new(pool.clone(), tables, access.clone(), settings.games, stopping.clone());
        let tournaments = Arc::new(tournaments);
        let clubs = Arc::new(Clubs::new(pool.clone(), limits));
        let reports = Reports {
            pool: pool.clone(),
            games: games.read.clone(),
            clubs: clubs.clone(),
            tournaments: tournaments.clone(),
            series: series.clone(),
        };
        let relay = Relay::new(carrier, pool.clone(), watchers.clone());
        let opponents = Opponents::start(pool.clone(), watchers.clone(), games.clone(), settings.opponents)
            .map_err(StartError::Threads)?;
        let sessions = Sessions::new(pool.clone(), access.clone(), watchers.clone());
        let oauth = OAuth::new(pool.clone(), access.clone(), watchers.clone());
        let post = mailer.zip(settings.http.public_url.clone());
        let post = post.map(|(mailer, server)| Arc::new(Post::new(mailer, server)));
        let digests = Arc::new(Digests::new(pool.clone(), post.clone(), settings.alerts.digest_wait));
        let (recovery, reset_requests) = Recovery::new(pool.clone(), access.clone(), watchers.clone(), post);
        let recovery = Arc::new(recovery);
        let public_url = settings.http.public_url.as_ref().map(|url| url.as_str().to_owned());
        let browsers = Push::open(pool.clone(), sender.clone(), &settings.push, public_url).await?;
        let browsers = Arc::new(browsers);
        let protocol = Protocol { write: question::text, read: answer::read };
        let calling = Arc::new(Calling::new(pool.clone(), games.clone(), sender.clone(), protocol));
        let webhooks = Arc::new(Webhooks::new(pool.clone(), sender, message::text));
        let alerts = Alerts::new(
            pool.clone(),
            watchers.clone(),
            games.read.clone(),
            digests.clone(),
            settings.alerts.clone(),
            every.waiting_expiry,
            push::text,
        );
        let alerts = Arc::new(alerts);
        let statistics = Arc::new(Statistics::new(pool.clone()));
        let health = Jobs::new(settings.http.job_behind_after);
        let (activity, quiet_pause) = (watchers.activity().clone(), settings.http.quiet_pause);
        let plan = Plan::new(health.clone(), activity.clone(), quiet_pause, stopping.clone());
        let [all_seeks, rated_seeks] = [
            (OpenSeeks::All, plan.every("pairing", every.expiry_interval)),
            (OpenSeeks::Rated, plan.while_active("rated_pairing", every.pairing_interval)),
        ]
        .map(|(which, rounds)| jobs::pair_seeks(games.find.clone(), which, rounds).boxed());
        let mut jobs = vec![
            jobs::advance_tournaments(
                tournaments.clone(),
                plan.while_active("tournaments", every.tournament_interval),
            )
            .boxed(),
            jobs::cancel_orphans(tournaments.clone(), plan.every("orphans", every.expiry_interval)).boxed(),
            jobs::advance_bot_matches(
                games.bot_matches.clone(),
                plan.while_active("bot_matches", every.bot_match_interval),
            )
            .boxed(),
            jobs::match_bots(
                games.bot_matches.clone(),
                plan.while_active("bot_ladder", every.bot_ladder.bot_ladder_interval),
            )
            .boxed(),
            jobs::expire_tables(games.open.clone(), plan.every("expiry", every.expiry_interval)).boxed(),
            jobs::fold_logs(games.play.clone(), plan.every("folding", every.fold_interval)).boxed(),
            jobs::keep_name_words(pool.clone(), plan.every("name_words", every.expiry_interval)).boxed(),
            jobs::count_games(statistics.clone(), plan.every("statistics", every.statistics_interval))
                .boxed(),
            jobs::mail_resets(recovery.clone(), reset_requests, plan.when_asked("mails")).boxed(),
            jobs::relay(relay, plan.every("relay", jobs::STABLE)).boxed(),
            jobs::beat(games.play.clone(), plan.every("heartbeat", jobs::BEAT_EVERY)).boxed(),
            jobs::end_overdue(games.play.clone(), plan.while_active("time_outs", every.time_out_interval))
                .boxed(),
            all_seeks,
            rated_seeks,
            jobs::send_messages(
                webhooks.clone(),
                plan.while_active("webhooks", settings.webhooks.webhook_interval),
            )
            .boxed(),
            jobs::send_messages(
                browsers.clone(),
                plan.while_active("push", settings.webhooks.webhook_interval),
            )
            .boxed(),
            jobs::ask_bots(calling.clone(), plan.every("endpoints", settings.webhooks.endpoint_interval))
                .boxed(),
            jobs::tell_players(alerts.clone(), plan.while_active("alerts", settings.alerts.alert_interval))
                .boxed(),
            jobs::send_messages(
                digests.clone(),
                plan.while_active("digests", settings.alerts.alert_interval),
            )
            .boxed(),
            jobs::share_presence(games.read.clone(), plan.while_active("presence", jobs::ROUND_EVERY))
                .boxed(),
            jobs::keep_profiles(accounts.clone(), plan.while_active("profiles", jobs::LEARN_EVERY)).boxed(),
            jobs::record_token_uses(access.clone(), plan.every("token_uses", jobs::RECORD_EVERY)).boxed(),
        ];
        if placed == Placement::Sharded {
            let rounds = plan.every("ended_ids", jobs::FORGET_EVERY);
            jobs.push(jobs::forget_ended(pool.clone(), rounds).boxed());
            jobs.push(jobs::ask_workers(pool.clone(), plan.every("workers", jobs::ASK_EVERY)).boxed());
        }
        if let Some(opponents) = opponents {
            let every = settings.opponents.opponent_interval;
            let analyses = plan.long_while_active("analyses", every);
            jobs.push(jobs::analyze_games(opponents.clone(), analyses).boxed());
            jobs.push(jobs::play_opponents(opponents, plan.every("opponents", every)).boxed());
        }
        let playing = games.play.clone();
        let shared = Shared {
            site: web::Data::new(Site::new(pool.clone(), health, every.fold_after)),
            access: access.into(),
            games,
            tournaments: tournaments.into(),
            accounts: accounts.into(),
            sessions: web::Data::new(sessions),
            recovery: recovery.into(),
            oauth: web::Data::new(oauth),
            ratings: web::Data::new(Ratings::new(pool.clone(), &settings.ratings, limits)),
            clubs: clubs.into(),
            series: series.into(),
            reports: web::Data::new(reports),
            puzzles: web::Data::new(Puzzles::new(pool.clone(), PUZZLES)?),
            statistics: statistics.into(),
            webhooks: webhooks.into(),
            calling: calling.into(),
            alerts: alerts.into(),
            digests: digests.into(),
            push: browsers.into(),
            limiter: web::Data::new(Limiter::new(&settings.limits)),
            catalogues: web::Data::new(catalogues),
            leaving: web::Data::new(Leaving(leaving.clone())),
            activity: web::Data::new(activity),
        };
        let (server, address) = listen(&settings.http, shared, stopping.clone())
            .map_err(|cause| StartError::Listen { address: settings.http.listen, cause })?;
        let HttpSettings { drain, stop_delay, .. } = settings.http;
        Ok(Application { server, address, drain, stop_delay, playing, jobs, leaving, stopping, pool, source })
    }

    /// The address on which the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The port on which the server listens.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// The token that stops the server. Cancelling it ends event streams and starts a graceful shutdown.
    pub fn stopping(&self) -> CancellationToken {
        self.stopping.clone()
    }

    /// The token that announces the end of the server. Cancelling it makes `/readyz` fail and ends
    /// connections after their next response. Requests are still served.
    pub fn leaving(&self) -> CancellationToken {
        self.leaving.clone()
    }

    /// Serves until SIGINT, or until some time after SIGTERM. Calls `announce` once a signal stops the server
    /// in good order, so that nobody who was told of the server kills it.
    pub async fn run_until_signal(self, announce: impl FnOnce()) -> std::io::Result<()> {
        let (leaving, stopping, delay) = (self.leaving(), self.stopping(), self.stop_delay);
        let mut signals = Signals::listen();
        announce();
        tokio::spawn(async move {
            if signals.next().await == Signal::Terminate && !delay.is_zero() {
                tracing::info!(
                    delay_ms = delay.as_millis() as u64,
                    "about to stop: not ready, but requests are still served"
                );
                leaving.cancel();
                // A second signal ends the delay.
                let _ = tokio::time::timeout(delay, signals.next()).await;
            }
            tracing::info!("stopping");
            stopping.cancel();
        });
        self.run().await
    }

    /// Serves until [`Application::stopping`] is cancelled, drains requests, then releases the database.
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
        // If the server failed, the token is not cancelled yet. The jobs end and store their remaining work.
        self.stopping.cancel();
        let aborts: Vec<AbortHandle> = jobs.iter().map(JoinHandle::abort_handle).collect();
        let _ = tokio::time::timeout(JOBS_END_MAX, join_all(jobs)).await;
        aborts.iter().for_each(AbortHandle::abort);
        self.playing.drain().await;
        self.pool.close();
        self.source.close().await;
        ended.map_err(std::io::Error::other)?
    }
}

/// Checks that the port is free before it creates or starts a database. The server binds it at the end of the
/// start: until then, clients are refused instead of waiting.
fn check_port(address: SocketAddr) -> Result<(), StartError> {
    TcpListener::bind(address).map(drop).map_err(|cause| StartError::Listen { address, cause })
}

/// Refuses a database that lacks migrations.
async fn refuse_pending_migrations(connector: &Connector) -> Result<(), StartError> {
    let mut connection = connector.open().await.map_err(Failure::from)?;
    migrations::refuse_newer(&mut connection).await?;
    let pending = migrations::pending(&mut connection).await?;
    if pending.is_empty() { Ok(()) } else { Err(StartError::MigrationsPending(pending)) }
}
