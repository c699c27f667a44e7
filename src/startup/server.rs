//! The HTTP server: the state that its threads share, and the steps for every connection and request.

use std::net::{SocketAddr, TcpListener};
use std::num::NonZero;
use std::time::Duration;

use actix_http::error::DispatchError;
use actix_http::{HttpService, Protocol};
use actix_service::{IntoServiceFactory, ServiceFactoryExt, map_config};
use actix_web::dev::{AppConfig, Server, fn_service};
use actix_web::middleware::{Compress, from_fn};
use actix_web::rt::net::TcpStream;
use actix_web::{App, web};
use rustix::net::sockopt;
use tokio::io::AsyncWriteExt;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use super::open_files::connections_per_worker;
use lapidary_api::games::bodies::Bodies;
use lapidary_api::games::list::PagesOfGames;
use lapidary_api::games::png::Pngs;
use lapidary_api::games::replay::Films;
use lapidary_api::http::connection_refusal::ConnectionRefusal;
use lapidary_api::http::connections::Connections;
use lapidary_api::http::read_ahead::{ReadAhead, follow};
use lapidary_api::http::wire::{Multiplexed, Wire, begins_http2};
use lapidary_api::http::{admit, caching, cross_origin, endure, head_size, in_words, linger, observe};
use lapidary_api::limit::Limiter;
use lapidary_api::play::rulesets::Catalogues;
use lapidary_api::site::health::Leaving;
use lapidary_api::streams::reconnect;
use lapidary_api::{extract, pages, routes};
use lapidary_model::counters::{Counters, Limit};
use lapidary_model::settings::{HttpSettings, PublicUrl, Switch};
use lapidary_service::access::Access;
use lapidary_service::games::Calling;
use lapidary_service::stream::Activity;
use lapidary_service::{
    Accounts, Alerts, Clubs, Digests, Games, OAuth, Push, Puzzles, Ratings, Recovery, Reports, Series,
    Sessions, Site, Statistics, Tournaments, Webhooks,
};

/// How long an idle connection stays open.
const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// The number of unanswered probes before the client of a silent connection is considered gone.
const PROBES: u32 = 3;
/// The slots for refused connections that may still read their refusal.
static REFUSED: Semaphore = Semaphore::const_new(64);

/// State that all request threads share.
#[derive(Clone)]
pub(super) struct Shared {
    pub(super) site: web::Data<Site>,
    pub(super) access: web::Data<Access>,
    pub(super) limiter: web::Data<Limiter>,
    pub(super) catalogues: web::Data<Catalogues>,
    pub(super) games: Games,
    pub(super) tournaments: web::Data<Tournaments>,
    pub(super) accounts: web::Data<Accounts>,
    pub(super) reports: web::Data<Reports>,
    pub(super) sessions: web::Data<Sessions>,
    pub(super) recovery: web::Data<Recovery>,
    pub(super) oauth: web::Data<OAuth>,
    pub(super) ratings: web::Data<Ratings>,
    pub(super) clubs: web::Data<Clubs>,
    pub(super) series: web::Data<Series>,
    pub(super) puzzles: web::Data<Puzzles>,
    pub(super) statistics: web::Data<Statistics>,
    pub(super) webhooks: web::Data<Webhooks>,
    pub(super) calling: web::Data<Calling>,
    pub(super) alerts: web::Data<Alerts>,
    pub(super) digests: web::Data<Digests>,
    pub(super) push: web::Data<Push>,
    pub(super) leaving: web::Data<Leaving>,
    pub(super) activity: web::Data<Activity>,
}

/// Binds the port and returns the server with its address. It serves requests once it is polled.
pub(super) fn listen(
    settings: &HttpSettings,
    shared: Shared,
    stopping: CancellationToken,
) -> std::io::Result<(Server, SocketAddr)> {
    let proxies = extract::TrustedProxies(settings.trusted_proxies.clone());
    let connections = Connections::new(settings.connections_per_address, proxies.clone());
    let multiplexing = match settings.http2 {
        Switch::On => proxies.clone(),
        Switch::Off => extract::TrustedProxies::default(),
    };
    let proxies = web::Data::new(proxies);
    let listener = TcpListener::bind(settings.listen)?;
    let address = listener.local_addr()?;
    let public_url = settings.public_url.clone().unwrap_or_else(|| PublicUrl::of_listener(address));
    let public_url = web::Data::new(public_url);
    let servers = web::Data::new(settings.servers());
    let bodies = web::Data::new(<Bodies>::default());
    let (films, pngs) = (web::Data::new(Films::default()), web::Data::new(Pngs::default()));
    let pages = web::Data::new(PagesOfGames::default());
    let write_timeout = settings.write_timeout;
    let mut server = Server::build().disable_signals().shutdown_timeout(settings.drain.as_secs());
    let workers = settings.workers.unwrap_or_else(default_workers).max(1);
    server = server.workers(workers).max_concurrent_connections(connections_per_worker(workers));
    let server = server.listen("api", listener, move || {
        let app = App::new()
            .app_data(shared.site.clone())
            .app_data(shared.access.clone())
            .app_data(shared.limiter.clone())
            .app_data(shared.catalogues.clone())
            .app_data(web::Data::from(shared.games.read.clone()))
            .app_data(web::Data::from(shared.games.play.clone()))
            .app_data(web::Data::from(shared.games.open.clone()))
            .app_data(web::Data::from(shared.games.find.clone()))
            .app_data(web::Data::from(shared.games.analyze.clone()))
            .app_data(web::Data::from(shared.games.follow.clone()))
            .app_data(web::Data::from(shared.games.bot_matches.clone()))
            .app_data(shared.tournaments.clone())
            .app_data(shared.accounts.clone())
            .app_data(shared.reports.clone())
            .app_data(shared.sessions.clone())
            .app_data(shared.recovery.clone())
            .app_data(shared.oauth.clone())
            .app_data(shared.ratings.clone())
            .app_data(shared.clubs.clone())
            .app_data(shared.series.clone())
            .app_data(shared.puzzles.clone())
            .app_data(shared.statistics.clone())
            .app_data(shared.webhooks.clone())
            .app_data(shared.calling.clone())
            .app_data(shared.alerts.clone())
            .app_data(shared.digests.clone())
            .app_data(shared.push.clone())
            .app_data(shared.leaving.clone())
            .app_data(shared.activity.clone())
            .app_data(proxies.clone())
            .app_data(public_url.clone())
            .app_data(servers.clone())
            .app_data(bodies.clone())
            .app_data(films.clone())
            .app_data(pngs.clone())
            .app_data(pages.clone())
            .app_data(extract::path_config())
            .app_data(extract::query_config())
            .wrap(from_fn(admit::serve))
            .wrap(from_fn(endure::endure))
            .wrap(from_fn(admit::admit))
            .wrap(from_fn(pages::show_people))
            .wrap(Compress::default())
            .wrap(from_fn(head_size::limit))
            .wrap(from_fn(reconnect::tell_browsers))
            .wrap(from_fn(caching::describe))
            .wrap(cross_origin::for_programs())
            .wrap(from_fn(in_words::in_words))
            .wrap(from_fn(cross_origin::not_for_people))
            .wrap(from_fn(observe::observe))
            .wrap(from_fn(follow))
            .configure(routes::pages)
            .into_factory()
            .map_err(|error| error.error_response());
        let stopping = stopping.clone();
        let http = HttpService::build()
            .graceful_shutdown_signal({
                let stopping = stopping.clone();
                move || stopping.clone().cancelled_owned()
            })
            // It would limit only the first head; `ReadAhead` limits every head.
            .client_request_timeout(Duration::ZERO)
            .keep_alive(KEEP_ALIVE)
            // A client that closes its side has left: its reads and waits are dropped, and free their slots.
            .h1_allow_half_closed(false)
            .on_connect_ext(move |connection: &Wire<TcpStream>, data| {
                set_up(connection.stream(), write_timeout);
                data.insert(connection.answers().clone());
            })
            .finish(map_config(app, |()| AppConfig::default()));
        let (connections, multiplexing) = (connections.clone(), multiplexing.clone());
        fn_service(move |connection: TcpStream| {
            let peer = connection.peer_addr().ok();
            let place = connections.open(peer.map(|peer| peer.ip()));
            let may_multiplex = peer.is_some_and(|peer| multiplexing.include(peer.ip().to_canonical()));
            let stopping = stopping.clone();
            async move {
                let Some(place) = place else { return Err(refuse(connection).await) };
                if may_multiplex && begins_http2(&connection, &stopping).await.map_err(DispatchError::Io)? {
                    let multiplexed = Multiplexed::new(connection, place, stopping);
                    return Ok((Wire::Http2(multiplexed), Protocol::Http2, peer));
                }
                Ok((Wire::Http1(ReadAhead::new(connection, Some(place))), Protocol::Http1, peer))
            }
        })
        .and_then(http)
    })?;
    Ok((server.run(), address))
}

/// Refuses a connection beyond the limit of its address, and closes it. While many are refused, each is
/// closed at once, so that they do not use up the slots of others. The system may then drop the response if
/// the client has already sent something. A response fits into the buffer of a new connection, so nothing
/// waits for the client.
async fn refuse(mut connection: TcpStream) -> DispatchError {
    Counters::shared().refuse(Limit::Connections);
    let sent = connection.write_all(&ConnectionRefusal::TooManyConnections.response()).await;
    let ended = match REFUSED.try_acquire() {
        Ok(_place) if sent.is_ok() => linger::end(&mut connection).await,
        _ => sent,
    };
    DispatchError::Io(ended.err().unwrap_or_else(|| std::io::ErrorKind::QuotaExceeded.into()))
}

/// Returns the number of processors plus one. A connection stays on its thread. With one thread per
/// processor, a busy thread and PostgreSQL often share a processor while another one is idle.
fn default_workers() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get) + 1
}

/// Sets up a connection that was accepted.
fn set_up(socket: &TcpStream, write_timeout: Duration) {
    // Many responses share an HTTP/2 connection. A small one must not wait for the confirmation of another.
    if let Err(cause) = sockopt::set_tcp_nodelay(socket, true) {
        tracing::warn!(%cause, "a connection sends small packets late");
    }
    watch_over(socket, write_timeout);
}

/// Makes the kernel close the connection if the client reads nothing of a response for this long, or has
/// vanished.
///
/// The HTTP layer has no write timeout. A client that vanishes during a wait gives no sign of it.
fn watch_over(socket: &TcpStream, timeout: Duration) {
    // The kernel counts whole seconds between probes, at least one.
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

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn a_connection_sends_at_once_and_notices_that_its_client_has_vanished() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let _client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (accepted, _) = listener.accept().await.unwrap();
        assert!(!accepted.nodelay().unwrap());
        set_up(&accepted, Duration::from_secs(40));
        assert!(accepted.nodelay().unwrap());
        assert!(sockopt::socket_keepalive(&accepted).unwrap());
        assert_eq!(sockopt::tcp_keepidle(&accepted).unwrap(), Duration::from_secs(40) / (PROBES + 1));
    }
}
