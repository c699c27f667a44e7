//! Nobody waits for a tournament while its next round is computed.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::timeout;

use super::scene::{Scene, seatings};
use crate::app::{Answer, Caller, TestApp};
use crate::line::{Answers, Line};

/// How long a test waits for an act that must not wait, on a slow machine.
const PATIENCE: Duration = Duration::from_secs(120);
/// How often a round is computed for one request, if the tournament changes meanwhile.
const TRIES: usize = 4;

/// The first server with a tournament over the board, of which a round is over.
async fn one_round(app: &TestApp) -> Scene<'_> {
    let changed = json!({"ruleset": "splendor", "seats": 2, "rounds": 3, "play": "over_the_board"});
    let scene = Scene::new(app, changed, 6).await;
    scene.start().await;
    for table in scene.next().await["tables"].as_array().expect("tables") {
        let result = json!({"places": [1, 2], "reason": "x"});
        scene.post(&format!("/tables/{}/result", table["table"]), result).await.expect(204);
    }
    scene.until("/rounds/1", |round| round["status"] == "closed").await;
    scene
}

/// Corrects the result of the first table.
async fn correct(scene: &Scene<'_>, places: [u8; 2]) {
    let act = scene.post("/tables/1/correct", json!({"places": places, "reason": "wrong"}));
    timeout(PATIENCE, act).await.expect("it does not wait").expect(200);
}

async fn preview(scene: &Scene<'_>) -> Value {
    scene.organizer.post_empty(&scene.at("/rounds/next?dry_run=true")).await.expect(200).json
}

/// Pairs the next round, and does something each time when that is being computed.
async fn next_while(
    line: &Line,
    organizer: &Caller<'_>,
    path: &str,
    times: usize,
    mut act: impl AsyncFnMut(usize),
) -> Answer {
    line.set(Answers::WaitAt("ROLLBACK"));
    let next = organizer.post_empty(path);
    let meanwhile = async {
        for time in 0..times {
            timeout(PATIENCE, line.holds(1)).await.expect("the transaction ends without the round");
            act(time).await;
            line.set(if time + 1 < times { Answers::WaitAt("ROLLBACK") } else { Answers::Pass });
        }
    };
    futures_util::future::join(next, meanwhile).await.0
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_changes_while_its_next_round_is_computed() {
    let direct = TestApp::spawn().await;
    let scene = one_round(&direct).await;
    let line = Line::to(&direct.database_url).await;
    let address = line.address.clone();
    let app = TestApp::spawn_with(|settings| settings.database.database_url = Some(address)).await;
    let organizer = app.with_token(scene.organizer.token());
    let path = scene.at("/rounds/next");
    let before = preview(&scene).await;
    // What was computed for the result before is thrown away.
    let round = next_while(&line, &organizer, &path, 1, async |_| correct(&scene, [2, 1]).await).await;
    let round = round.expect(201).json;
    assert_ne!(seatings(&round), seatings(&before));
    scene.post("/rounds/2/unpair", json!({"reason": "x"})).await.expect(200);
    assert_eq!(seatings(&round), seatings(&preview(&scene).await));
    // Of two who pair, one pairs the round.
    let pair = async |_| drop(scene.organizer.post_empty(&path).await.expect(201));
    let late = next_while(&line, &organizer, &path, 1, pair).await;
    late.expect_problem(409, "round_unfinished");
    scene.post("/rounds/2/unpair", json!({"reason": "x"})).await.expect(200);
    // A tournament that changes all the time has no round in the end.
    let change = async |time: usize| correct(&scene, [[1, 2], [2, 1]][time % 2]).await;
    let refused = next_while(&line, &organizer, &path, TRIES + 1, change).await;
    assert_eq!(refused.expect_problem(503, "unavailable").header("retry-after"), "1");
    scene.organizer.get(&scene.at("/rounds/2")).await.expect_problem(404, "not_found");
    organizer.post_empty(&path).await.expect(201);
}
