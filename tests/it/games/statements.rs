//! How much the beginning and the end of a game cost the database: the statements of each act in its
//! transaction. Those that do not depend on each other go out together, so the round trips are fewer.

use serde_json::{Value, json};

use crate::app::{Caller, TestApp};
use crate::line::Line;
use crate::tournaments::statements::CLOCKS_APART;

/// The acts, and how many statements the transaction of each takes.
const ACTS: [(&str, usize); 12] = [
    ("create", 10),
    ("join and wait", 13),
    ("join and start", 17),
    ("resign", 3),
    ("create with clocks", 10),
    ("join with clocks", 18),
    ("resign with clocks", 5),
    ("seek", 13),
    ("seek and start", 36),
    ("resign and rate", 13),
    ("challenge", 14),
    ("accept", 23),
];

/// Returns the id of a game in an answer.
fn id(answer: &Value) -> String {
    answer["id"].as_str().expect("an id").to_owned()
}

async fn resign(caller: &Caller<'_>, game: &str) {
    caller.post_empty(&format!("/v1/games/{game}/resign")).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_begins_and_ends_in_few_statements() {
    let direct = TestApp::spawn().await;
    let line = Line::to(&direct.database_url).await;
    let address = line.address.clone();
    let app = TestApp::spawn_with(|settings| settings.database.database_url = Some(address)).await;
    let (ada, grace, alan) = (app.user("ada").await, app.user("grace").await, app.user("alan").await);
    let mut counts = Vec::new();
    let mut count = || counts.push(line.longest_transaction());
    let terms = |seats: u8, clock: Value| json!({"ruleset": "splendor", "seats": seats, "clock": clock});
    let live = json!({"kind": "live", "initial_ms": 600_000, "increment_ms": 5_000});

    line.longest_transaction();
    let game = id(&ada.post("/v1/games", terms(3, json!({"kind": "none"}))).await.expect(201).json);
    count();
    grace.post_empty(&format!("/v1/games/{game}/join")).await.expect(200);
    count();
    alan.post_empty(&format!("/v1/games/{game}/join")).await.expect(200);
    count();
    resign(&alan, &game).await;
    line.longest_transaction();
    resign(&grace, &game).await;
    count();
    let game = id(&ada.post("/v1/games", terms(2, live.clone())).await.expect(201).json);
    count();
    grace.post_empty(&format!("/v1/games/{game}/join")).await.expect(200);
    count();
    assert_eq!(crate::tournaments::count(&direct, CLOCKS_APART).await, 0);
    resign(&grace, &game).await;
    count();
    let rated = json!({"ruleset": "splendor", "seats": 2, "clock": live, "rated": true});
    ada.post("/v1/seeks", rated.clone()).await.expect(201);
    count();
    let seek = grace.post("/v1/seeks", rated).await.expect(201).json;
    count();
    resign(&grace, seek["game"].as_str().expect("a game")).await;
    count();
    let challenge = json!({"ruleset": "splendor", "seats": 2, "to": ["grace"]});
    let challenge = id(&ada.post("/v1/challenges", challenge).await.expect(201).json);
    count();
    grace.post_empty(&format!("/v1/challenges/{challenge}/accept")).await.expect(200);
    count();
    let counted: Vec<(&str, usize)> = ACTS.iter().map(|(act, _)| *act).zip(counts).collect();
    assert_eq!(counted, ACTS, "an act takes another number of statements");
}
