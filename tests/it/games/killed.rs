//! `kill -9` of PostgreSQL and of a server, while the turns of many games are stored together: each turn that
//! was accepted is in the log, and none is there twice.

use std::fs::File;
use std::io::Write;
use std::sync::RwLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use fastrand::Rng;
use futures_util::future::join_all;
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use tokio::time::{interval, timeout};

use super::table::{Table, dice, terms, turn};
use crate::app::TestApp;
use crate::database::Scratch;
use crate::process::Process;
use crate::revival::kill_postmaster;

/// The number of games that are played at the same time.
const GAMES: usize = 12;
/// How many turns are accepted until each kill.
const KILLS: [usize; 3] = [100, 250, 400];
/// Each commit takes ten milliseconds, so that the other turns of this time are stored together.
const SLOW_COMMITS: &str = "commit_delay = 10000\ncommit_siblings = 0\n";
/// How long a client waits before it sends a request again.
const RETRY_EVERY: Duration = Duration::from_millis(50);
/// How long all games together may take. It is much longer than they take.
const TIME_MAX: Duration = Duration::from_secs(300);

/// Two servers, one of which may be dead, and what their clients count.
pub struct Servers {
    pub client: Client,
    pub addresses: RwLock<[String; 2]>,
    pub turns: AtomicUsize,
}

impl Servers {
    /// Sends a request to the two servers in turn, `first` first, until it is served.
    async fn served(
        &self,
        first: usize,
        method: Method,
        path: &str,
        token: &str,
        body: Option<&Value>,
    ) -> Value {
        let mut tries = interval(RETRY_EVERY);
        for number in first.. {
            tries.tick().await;
            let address = self.addresses.read().unwrap()[number % 2].clone();
            let request = self.client.request(method.clone(), format!("{address}{path}")).bearer_auth(token);
            let request = body.into_iter().fold(request, |request, body| request.json(body));
            // Whoever gets no whole response does not know what has happened.
            let Ok(response) = request.send().await else { continue };
            let status = response.status();
            let Ok(text) = response.text().await else { continue };
            match status {
                StatusCode::OK => return serde_json::from_str(&text).expect("JSON"),
                StatusCode::SERVICE_UNAVAILABLE => {}
                _ => panic!("{status}: {text}"),
            }
        }
        unreachable!("the numbers do not end")
    }

    /// Plays a game to its end by random actions, and returns the entries that the responses to the turns
    /// showed.
    pub async fn play(&self, first: usize, table: &Table<'_>, mut dice: Rng) -> Vec<Value> {
        let (mut shown, path) = (Vec::new(), table.path("/actions"));
        let mut game = self.served(first, Method::GET, &table.path(""), table.seats[0].token(), None).await;
        while let Some(seat) = game["to_act"]["seat"].as_u64() {
            let token = table.seats[seat as usize].token();
            let legal = self.served(first, Method::GET, &table.path("/legal-actions"), token, None).await;
            assert_eq!(legal["version"], game["version"], "nobody else plays");
            let actions = legal["actions"].as_array().expect("a list");
            let body = turn(&game["version"], json!([actions[dice.usize(..actions.len())]["action"]]));
            let mut played = self.served(first, Method::POST, &path, token, Some(&body)).await;
            self.turns.fetch_add(1, Ordering::Relaxed);
            shown.extend(played["events"].as_array().expect("a list").iter().cloned());
            game = played["game"].take();
        }
        shown
    }

    /// Returns when so many turns were accepted.
    pub async fn until(&self, turns: usize) {
        let mut looks = interval(Duration::from_millis(1));
        while self.turns.load(Ordering::Relaxed) < turns {
            looks.tick().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn kills_in_the_middle_of_batches_lose_and_double_no_turn() {
    let scratch = Scratch::new("killed");
    let dir = format!("--data-dir={}", scratch.0.display());
    let serve = || Process::serve(&[&dir, "--access-log=off"]);
    let (mortal, other) = (serve(), serve());
    // From the first restart on.
    let settings = scratch.0.join("data/postgresql.auto.conf");
    let mut settings = File::options().append(true).open(settings).expect("the cluster has settings");
    settings.write_all(SLOW_COMMITS.as_bytes()).expect("they can be changed");
    let app = TestApp::elsewhere(other.address(), String::new());
    let mut tables = Vec::new();
    for _ in 0..GAMES {
        tables.push(Table::started(&app, terms(2)).await);
    }
    let servers = Servers {
        client: Client::new(),
        addresses: RwLock::new([mortal.address(), other.address()]),
        turns: AtomicUsize::new(0),
    };
    let mut dice = dice(97);
    let games = tables.iter().enumerate().map(|(place, table)| servers.play(place % 2, table, dice.fork()));
    let games = join_all(games);
    let kills = async {
        let [first, second, third] = KILLS;
        servers.until(first).await;
        kill_postmaster(&scratch.0);
        servers.until(second).await;
        drop(mortal);
        let heir = serve();
        servers.addresses.write().unwrap()[0] = heir.address();
        servers.until(third).await;
        kill_postmaster(&scratch.0);
        heir
    };
    let both = async { tokio::join!(games, kills) };
    let (shown, heir) = timeout(TIME_MAX, both).await.expect("all games come to their end");

    for (table, shown) in tables.iter().zip(shown) {
        let log = app.anonymous().get(&table.path("/events")).await.expect(200).json;
        let log = log["events"].as_array().expect("a list");
        assert_eq!(log.len(), shown.len() + 1, "the start and every entry that a response showed");
        for (place, (logged, shown)) in log[1..].iter().zip(&shown).enumerate() {
            assert_eq!(logged["seq"], place + 2);
            for field in ["seq", "type", "seat", "by"] {
                assert_eq!(logged[field], shown[field]);
            }
        }
        // At the end of the game the server has compared the log with the position, and a difference would
        // have frozen the game.
        assert_eq!(table.public_view().await["status"], "finished");
        app.anonymous().get(&table.path("/export")).await.expect(200);
    }
    let metrics = app.anonymous().get("/metrics").await.expect(200).text;
    let batches = metrics.lines().find_map(|line| line.strip_prefix("lapidary_turn_batches_total "));
    assert!(batches.and_then(|number| number.parse::<u64>().ok()) > Some(0), "no turns were stored together");
    for process in [heir, other] {
        assert!(process.stop().0.success());
    }
}
