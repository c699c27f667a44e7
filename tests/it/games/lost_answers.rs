//! Answers that are lost between the database and the server: whether a turn was stored is then told by its log.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_postgres::Config;

use super::stored::Stored;
use super::table::{Table, dice, terms};
use crate::app::TestApp;
use crate::line::{Stream, address_over, dial};

/// How many turns lose an answer.
const TURNS: usize = 12;

/// How a turn is taken: in a game that the server remembers, or in one on which another server has played on.
#[derive(Clone, Copy)]
enum Way {
    Short,
    Long,
}

/// A way to the database that can lose what comes back.
struct Line {
    /// Its own address, for the settings.
    address: String,
    /// How many pieces still pass before the connection breaks; none breaks while it is 0.
    passing: Arc<AtomicUsize>,
}

impl Line {
    /// Lays a line to a database.
    async fn to(url: &str) -> Line {
        let config: Config = url.parse().expect("an address");
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let passing = Arc::new(AtomicUsize::new(0));
        let address = address_over(&config, port);
        let broken = Arc::clone(&passing);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(between(client, dial(&config).await, Arc::clone(&broken)));
            }
        });
        Line { address, passing }
    }

    /// Loses the answer to the write of a turn: the first in a game that the server remembers, else the second, after
    /// the answer to the question that begins the turn.
    fn lose_the_answer_of_the_write(&self, way: Way) {
        let piece = match way {
            Way::Short => 1,
            Way::Long => 2,
        };
        self.passing.store(piece, Ordering::SeqCst);
    }
}

/// Carries both ways until one of the two ends, or an answer is to be lost.
async fn between(client: TcpStream, server: Box<dyn Stream>, passing: Arc<AtomicUsize>) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = tokio::io::split(server);
    let answers = async {
        let mut piece = vec![0; 65_536];
        while let Ok(length @ 1..) = from_server.read(&mut piece).await {
            let left = passing.load(Ordering::SeqCst);
            if left > 0 {
                passing.store(left - 1, Ordering::SeqCst);
                if left == 1 {
                    return;
                }
            }
            if to_client.write_all(&piece[..length]).await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        _ = tokio::io::copy(&mut from_client, &mut to_server) => {}
        () = answers => {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_whose_commit_response_was_lost_is_found_in_the_log() {
    let direct = TestApp::spawn().await;
    let line = Line::to(&direct.database_url).await;
    let address = line.address.clone();
    let app = TestApp::spawn_with(|settings| {
        settings.database.database_url = Some(address);
        // One connection, so that it is known which answer is which.
        settings.database.database_connections = 1;
    })
    .await;
    let table = Table::started(&app, terms(2)).await;
    let seats = vec![direct.user("ada").await, direct.user("bob").await];
    let elsewhere = Table { app: &direct, id: table.id.clone(), seats };
    let mut dice = dice(95);
    let mut looked_up = [0, 0];
    for number in 0..TURNS {
        let way = if number % 2 == 0 { Way::Short } else { Way::Long };
        // The way is gone once before, so that its statements are prepared and every answer is one piece.
        for _ in 0..2 {
            if let Way::Long = way {
                elsewhere.play_some(&mut dice, 1).await;
            }
            table.play_some(&mut dice, 1).await;
        }
        if let Way::Long = way {
            elsewhere.play_some(&mut dice, 1).await;
        }
        let before = table.public_view().await;
        let Some(seat) = before["to_act"]["seat"].as_u64() else { break };
        let legal = table.legal(seat as usize).await;
        let action = json!([legal[dice.usize(..legal.len())]]);
        line.lose_the_answer_of_the_write(way);
        let answer = table.post(seat as usize, &before["version"], action.clone()).await;
        looked_up[number % 2] += usize::from(answer.status == 200);
        if answer.status != 200 {
            answer.expect_problem(503, "unavailable");
        }
        let again = table.post(seat as usize, &before["version"], action).await.expect(200);
        assert_eq!(table.public_view().await["version"], again.json["version"]);
        assert!(Stored::of(&direct).await.is_gapless(&table.id).await);
    }
    assert!(looked_up.iter().all(|&turns| turns > 0), "no turn was looked up: {looked_up:?}");
}
