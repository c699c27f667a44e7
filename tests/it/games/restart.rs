//! An orderly restart of an external PostgreSQL, while two servers have open streams, waiting long polls and
//! turns in flight: the streams go on, every other request gets 503 at worst, and everybody ends with the
//! same log.

use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use futures_util::future::join_all;
use lapidary::database::embedded::{Cluster, Origin};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::spawn_blocking;
use tokio::time::{interval, timeout};

use super::listed_presence::{LOOK_EVERY, until_listed};
use super::reader::{LINES, Reader, SSE, entry};
use super::table::{Table, dice, terms, turn};
use crate::app::{Answer, Caller, TestApp, look_again};
use crate::database::{Scratch, execute};
use crate::process::Process;

/// The versions of the game before the first restart, after it, and after the second one.
const VERSIONS: [u64; 3] = [6, 14, 22];
/// How long the whole game may take. It is much longer than it takes, so that whoever waits for ever fails
/// the test.
const TIME_MAX: Duration = Duration::from_secs(300);
/// The limit that ends the players.
const NO_LIMIT: u64 = u64::MAX;

/// Repeats a request until it is served. While the database is away, it gets 503 and nothing else.
async fn served(mut request: impl AsyncFnMut() -> Answer) -> Value {
    let mut tries = interval(LOOK_EVERY);
    loop {
        tries.tick().await;
        let answer = request().await;
        if answer.status.is_success() {
            return answer.json;
        }
        assert_eq!(answer.expect_problem(503, "unavailable").header("retry-after"), "1");
    }
}

/// Plays a seat while the version is below the limit: waits for its turn, and repeats each turn until it is
/// accepted. It reserves nothing blind, so that everybody sees the same entries.
async fn play(caller: &Caller<'_>, path: &str, mut dice: Rng, mut limit: watch::Receiver<u64>) {
    loop {
        let view = served(async || caller.get(&format!("{path}?wait=my_turn")).await).await;
        let version = view["version"].as_u64().expect("a version");
        let limit = *limit.wait_for(|limit| *limit > version).await.expect("the test goes on");
        if limit == NO_LIMIT {
            return;
        }
        // The wait ends without a turn after a minute.
        let legal = served(async || caller.get(&format!("{path}/legal-actions")).await).await;
        let mut actions = legal["actions"].as_array().expect("a list").clone();
        actions.retain(|legal| legal["action"]["type"] != "reserve_blind");
        if !actions.is_empty() {
            let action = &actions[dice.usize(..actions.len())]["action"];
            let body = turn(&legal["version"], json!([action]));
            served(async || caller.post(&format!("{path}/actions"), &body).await).await;
        }
    }
}

/// Follows a game by one stream until it is over, and returns its entries.
async fn follow(caller: &Caller<'_>, path: &str, transport: &'static str) -> Vec<Value> {
    let mut reader = Reader::open(caller, &format!("{path}/events?since=0"), transport).await;
    reader.expect("snapshot").await;
    let mut frames = reader.rest().await;
    let end = frames.pop().expect("a frame");
    assert_eq!((&end["type"], &end["data"]["reason"]), (&json!("stream_end"), &json!("game_over")));
    frames.into_iter().filter(|frame| frame["seq"].is_u64()).map(entry).collect()
}

/// Follows a game by one long poll after another until it is over, and returns its entries.
async fn poll(caller: &Caller<'_>, path: &str) -> Vec<Value> {
    let (mut entries, mut since) = (Vec::<Value>::new(), json!(0));
    while entries.last().is_none_or(|entry| entry["type"] != "finished") {
        let next = format!("{path}/events?since={since}&wait=20000");
        let part = served(async || caller.get(&next).await).await;
        entries.extend(part["events"].as_array().expect("a list").iter().cloned());
        since = part["version"].clone();
    }
    entries
}

/// Returns when the game has this version.
async fn until_version(caller: &Caller<'_>, path: &str, version: u64) {
    while served(async || caller.get(path).await).await["version"].as_u64() < Some(version) {
        look_again().await;
    }
}

/// Reads a stream until it has kept the connection alive so often, about every five seconds.
async fn keeps_alive(reader: &mut Reader, times: usize) {
    let mut kept = 0;
    while kept < times {
        let piece = reader.piece(b"\n").await.expect("the stream goes on");
        kept += usize::from(piece.is_empty());
    }
}

/// Reads a stream until a frame of this type is about this game.
async fn until_told(reader: &mut Reader, kind: &str, game: &Value) {
    loop {
        let frame = reader.frame().await.expect("the stream goes on");
        if frame["type"] == kind && frame["data"]["id"] == *game {
            return;
        }
    }
}

/// Returns when both servers listen to what the other one announces.
async fn until_both_listen(cluster: &Cluster) {
    let listeners = "SELECT FROM pg_stat_activity WHERE application_name = 'lapidary listener'";
    let mut looks = interval(LOOK_EVERY);
    while execute(cluster, listeners).await != 2 {
        looks.tick().await;
    }
}

/// Does this with PostgreSQL, which takes some time.
async fn order(cluster: &Arc<Cluster>, work: fn(&Cluster)) {
    let cluster = Arc::clone(cluster);
    spawn_blocking(move || work(&cluster)).await.expect("PostgreSQL obeys");
}

/// Stops and starts PostgreSQL twice while the game goes on: at once, and after some seconds.
async fn restart_twice(
    cluster: &Arc<Cluster>,
    table: &Table<'_>,
    [one, other]: &[Caller<'_>; 2],
    limits: &watch::Sender<u64>,
) {
    let stop = |cluster: &Cluster| cluster.interrupt().expect("it stops");
    let start = |cluster: &Cluster| assert_eq!(cluster.revive().expect("it starts"), Origin::Started);
    let mut lobby = Reader::open(one, "/v1/lobby/events", LINES).await;
    lobby.expect("snapshot").await;
    let path = table.path("");
    let [before, between, after] = VERSIONS;
    until_version(one, &path, before).await;
    until_both_listen(cluster).await;
    limits.send_replace(between);
    order(cluster, stop).await;
    order(cluster, start).await;
    until_version(other, &path, between).await;
    until_both_listen(cluster).await;

    limits.send_replace(after);
    order(cluster, stop).await;
    for server in [one, other] {
        server.get(&path).await.expect_problem(503, "unavailable");
    }
    keeps_alive(&mut lobby, 2).await;
    order(cluster, start).await;
    until_version(one, &path, after).await;
    until_both_listen(cluster).await;

    // What has no log is up to date again too: the lobby, and who is connected.
    let made = served(async || table.seats[1].post("/v1/games", terms(3)).await).await;
    until_told(&mut lobby, "game", &made["id"]).await;
    for server in [one, other] {
        until_listed(server, "/v1/games", &table.id, &json!([0, 1])).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_orderly_restart_of_the_database_interrupts_no_stream_and_loses_nothing() {
    let scratch = Scratch::new("restart");
    let cluster = Arc::new(scratch.start());
    execute(&cluster, "CREATE DATABASE lapidary").await;
    let url = format!("--database-url={}", cluster.url("lapidary"));
    let options = [url.as_str(), "--access-log=off"];
    let processes = [Process::serve(&options), Process::serve(&options)];
    let servers = processes.each_ref().map(|one| TestApp::elsewhere(one.address(), String::new()));
    let table = Table::started(&servers[0], terms(2)).await;
    let path = table.path("");
    let nobodies = servers.each_ref().map(TestApp::anonymous);
    // The first player uses one server, the second one the other.
    let [ada, bob] = [0, 1].map(|seat| servers[seat].with_token(table.seats[seat].token()));
    let viewers = [(&ada, LINES), (&bob, SSE), (&nobodies[0], SSE), (&nobodies[1], LINES)];
    let streams = viewers.map(|(viewer, transport)| follow(viewer, &path, transport));
    let polls = viewers.map(|(viewer, _)| poll(viewer, &path));
    let (limits, limit) = watch::channel(VERSIONS[0]);
    let mut dice = dice(96);
    let players = [&ada, &bob].map(|player| play(player, &path, dice.fork(), limit.clone()));
    let faults = async {
        let mut own = Reader::open(&bob, "/v1/me/events", LINES).await;
        own.expect("snapshot").await;
        restart_twice(&cluster, &table, &nobodies, &limits).await;
        served(async || ada.post_empty(&table.path("/resign")).await).await;
        until_told(&mut own, "game_gone", &json!(table.id)).await;
        limits.send_replace(NO_LIMIT);
    };
    let all = async { tokio::join!(join_all(streams), join_all(polls), join_all(players), faults) };
    let (streamed, polled, _, ()) = timeout(TIME_MAX, all).await.expect("all come to the end of the game");
    for ((viewer, _), (streamed, polled)) in viewers.into_iter().zip(streamed.into_iter().zip(polled)) {
        let log = served(async || viewer.get(&table.path("/events")).await).await;
        assert_eq!(json!(streamed), log["events"]);
        assert_eq!(json!(polled), log["events"]);
    }
    for process in processes {
        let (status, _, lines) = process.stop();
        let errors: Vec<_> = lines.iter().filter(|line| line.contains("ERROR")).collect();
        assert!(status.success() && errors.is_empty(), "{lines:#?}");
    }
}
