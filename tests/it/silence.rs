//! A database that stops responding on connections that stay open.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::join_all;
use tokio::io::{copy, copy_bidirectional, sink};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_postgres::Config;
use tokio_util::sync::CancellationToken;

use crate::app::TestApp;
use crate::line::{address_over, dial};
use crate::test_database::{self, TestDatabase};

/// The statement timeout in these tests, and the additional time that the database may be silent.
const LIMIT: Duration = Duration::from_secs(2);

/// The maximum time of any request, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// A proxy to the database that can stop forwarding.
struct Line {
    address: String,
    stuck: Arc<Mutex<CancellationToken>>,
    /// The number of silent connections that the server has closed.
    closed: watch::Sender<usize>,
}

impl Line {
    async fn to(database: &TestDatabase) -> Line {
        let database: Config = database.url.parse().expect("an address");
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let closed = watch::Sender::new(0);
        let line =
            Line { address: address_over(&database, port), stuck: Arc::default(), closed: closed.clone() };
        let stuck = line.stuck.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let stuck = stuck.lock().expect("nobody panics").clone();
                tokio::spawn(carry(client, database.clone(), stuck, closed.clone()));
            }
        });
        line
    }

    /// Stops forwarding on all connections.
    fn get_stuck(&self) {
        self.stuck.lock().expect("nobody panics").cancel();
    }

    /// Returns when the server has closed a silent connection.
    async fn loses_one(&self) {
        self.closed.subscribe().wait_for(|closed| *closed > 0).await.expect("the sender exists");
    }

    /// Forwards new connections again; old connections stay silent.
    fn work_again(&self) {
        *self.stuck.lock().expect("nobody panics") = CancellationToken::new();
    }
}

async fn carry(
    mut client: TcpStream,
    database: Config,
    stuck: CancellationToken,
    closed: watch::Sender<usize>,
) {
    let mut server = dial(&database).await;
    tokio::select! {
        biased;
        () = stuck.cancelled() => {
            let _ = copy(&mut client, &mut sink()).await;
            closed.send_modify(|closed| *closed += 1);
        }
        _ = copy_bidirectional(&mut client, &mut server) => {}
    }
}

async fn app_over(line: &Line, limit: Duration) -> TestApp {
    let address = line.address.clone();
    TestApp::spawn_with(|settings| {
        settings.database.database_url = Some(address);
        settings.database.statement_timeout = limit;
        settings.database.database_silence = limit;
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_connections_are_closed_and_replaced() {
    let database = test_database::create().await;
    let line = Line::to(&database).await;
    let app = app_over(&line, LIMIT).await;
    let ada = app.user("ada").await;
    let everybody = || timeout(PATIENCE, join_all((0..8).map(|_| ada.get("/v1/me"))));
    for answer in everybody().await.expect("all are answered") {
        answer.expect(200);
    }

    line.get_stuck();
    line.work_again();
    // How many are refused depends on the jobs: whoever first waits in vain makes the server close the rest.
    for answer in everybody().await.expect("nobody waits for ever") {
        if answer.status != 200 {
            assert_eq!(answer.expect_problem(503, "unavailable").header("retry-after"), "1");
        }
    }
    timeout(PATIENCE, line.loses_one()).await.expect("silent connections are closed");
    ada.get("/v1/me").await.expect(200);
    drop(app);
    database.remove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_silent_connection_costs_only_one_request() {
    let database = test_database::create().await;
    let line = Line::to(&database).await;
    let app = app_over(&line, LIMIT).await;
    let ada = app.user("ada").await;
    join_all((0..8).map(|_| ada.get("/v1/me"))).await;

    line.get_stuck();
    line.work_again();
    let mut refused = 0;
    for _ in 0..8 {
        let answer = timeout(PATIENCE, ada.get("/v1/me")).await.expect("it is answered");
        if answer.status != 200 {
            answer.expect_problem(503, "unavailable");
            refused += 1;
        }
    }
    // A job that was first may have saved even this one.
    assert!(refused <= 1, "{refused} were refused");
    timeout(PATIENCE, line.loses_one()).await.expect("silent connections are closed");
    drop(app);
    database.remove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn readiness_fails_at_once_if_the_database_is_silent() {
    /// Longer than the readiness timeout of one second, and shorter than the five seconds that the pool
    /// waits.
    const SOON: Duration = Duration::from_secs(4);
    let database = test_database::create().await;
    let line = Line::to(&database).await;
    let app = app_over(&line, PATIENCE).await;
    app.anonymous().get("/livez").await.expect(200);

    line.get_stuck();
    let anybody = app.anonymous();
    let both = async { tokio::join!(anybody.get("/readyz"), anybody.get("/metrics")) };
    let (ready, metrics) = timeout(SOON, both).await.expect("both answer soon");
    ready.expect_problem(503, "not_ready");
    assert!(metrics.expect(200).text.contains("lapidary_database_up 0"));
    drop(app);
    database.remove().await;
}
