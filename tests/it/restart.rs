//! The end of a server while clients go on: first it is not ready, then it stops.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use reqwest::Client;
use rustix::process::Signal;

use crate::app::{TestApp, look_again};
use crate::process::Process;
use crate::test_database;

/// The number of clients, each of which sends its next request as soon as it has a response.
const CLIENTS: usize = 8;
/// How often the servers are replaced.
const RESTARTS: usize = 6;

/// The address to which a load balancer sends requests, and what the clients have done.
struct Balancer {
    target: Mutex<String>,
    /// For each client, how many requests it has sent and seen answered.
    done: [AtomicU64; CLIENTS],
    ended: AtomicU64,
}

impl Balancer {
    fn target(&self) -> String {
        self.target.lock().unwrap().clone()
    }

    /// Sends requests until the end; every one must be answered with success.
    async fn keep_busy(&self, client: Client, number: usize) {
        while self.ended.load(Ordering::SeqCst) == 0 {
            let target = self.target();
            let path = if number.is_multiple_of(2) { "/v1/games" } else { "/v1/rulesets" };
            let response = client.get(format!("{target}{path}")).send().await;
            let response = response.unwrap_or_else(|error| panic!("{target}: {error:?}"));
            assert_eq!(response.status(), 200);
            response.text().await.expect("the response arrives whole");
            self.done[number].fetch_add(1, Ordering::SeqCst);
        }
    }

    /// Waits until every client has sent a request after this moment and has its response.
    async fn everybody_goes_on(&self) {
        let before = self.done.each_ref().map(|done| done.load(Ordering::SeqCst));
        // One request may have been sent before.
        while self.done.iter().zip(before).any(|(done, before)| done.load(Ordering::SeqCst) < before + 2) {
            tokio::task::yield_now().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_at_full_speed_see_no_error_while_servers_are_replaced() {
    let database = test_database::create().await;
    let start = async || {
        let url = database.url.clone();
        TestApp::spawn_with(move |settings| settings.database.database_url = Some(url)).await
    };
    let mut current = start().await;
    let balancer = Balancer {
        target: Mutex::new(current.address.clone()),
        done: Default::default(),
        ended: AtomicU64::new(0),
    };
    let client = Client::new();
    let clients = (0..CLIENTS).map(|number| balancer.keep_busy(client.clone(), number));
    let operator = async {
        for _ in 0..RESTARTS {
            let next = start().await;
            balancer.everybody_goes_on().await;
            current.leave();
            // The balancer notices by the readiness of the old server alone.
            while current.anonymous().get("/readyz").await.status == 200 {
                look_again().await;
            }
            *balancer.target.lock().unwrap() = next.address.clone();
            balancer.everybody_goes_on().await;
            // When it is dropped, it stops.
            current = next;
        }
        balancer.everybody_goes_on().await;
        balancer.ended.store(1, Ordering::SeqCst);
    };
    tokio::join!(futures_util::future::join_all(clients), operator);
    database.remove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_sigterm_a_server_is_not_ready_and_serves_until_a_second_signal() {
    let database = test_database::create().await;
    let server = Process::serve(&["--database-url", &database.url, "--stop-delay=3600000"]);
    let app = TestApp::elsewhere(server.address(), database.url.clone());
    let before = app.anonymous().get("/v1/games").await.expect(200);
    assert_eq!(before.header("connection"), "");
    server.signal(Signal::TERM);
    server.wait_for("about to stop");
    let unready = app.anonymous().get("/readyz").await.expect_problem(503, "not_ready");
    assert_eq!(unready.json["detail"], "The server is about to stop.");
    let ada = app.user("ada").await;
    assert_eq!(ada.get("/v1/me").await.expect(200).header("connection"), "close");
    let (status, _, log) = server.stop();
    assert!(status.success(), "{log:#?}");
    database.remove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hangup_without_a_terminal_neither_ends_a_server_nor_changes_it() {
    let database = test_database::create().await;
    let server = Process::serve(&["--database-url", &database.url]);
    let app = TestApp::elsewhere(server.address(), database.url.clone());
    let ada = app.user("ada").await;
    for _ in 0..2 {
        server.signal(Signal::HUP);
        server.wait_for("SIGHUP changes nothing");
        ada.get("/v1/me").await.expect(200);
    }
    let (status, _, log) = server.stop();
    assert!(status.success(), "{log:#?}");
    database.remove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupt_stops_a_server_without_a_delay() {
    let database = test_database::create().await;
    let mut server = Process::serve(&["--database-url", &database.url, "--stop-delay=3600000"]);
    // Once it serves, it listens for signals.
    let app = TestApp::elsewhere(server.address(), database.url.clone());
    app.anonymous().get("/livez").await.expect(200);
    server.signal(Signal::INT);
    let (status, _, log) = server.ended();
    assert!(status.success(), "{log:#?}");
    database.remove().await;
}
