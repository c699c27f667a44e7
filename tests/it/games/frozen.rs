//! A game whose log and position disagree is frozen, and stays visible.

use serde_json::json;

use super::reader::{LINES, Reader, beside};
use super::stored::Stored;
use super::table::{Table, dice, terms};
use crate::app::{Answer, TestApp};

#[tokio::test]
async fn a_game_that_contradicts_its_log_is_frozen_at_its_end_at_the_latest() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    table.play_some(&mut dice(61), 10).await;
    let mut stored = Stored::of(&app).await;
    let id = &table.id;
    stored.execute(&format!("UPDATE game_log SET action = 'pass' WHERE game_id = '{id}' AND seq = 4")).await;

    let other = beside(&app).await;
    let mut followers = Vec::new();
    for viewer in [table.seats[1].clone(), other.anonymous()] {
        let mut reader = Reader::open(&viewer, &table.path("/events"), LINES).await;
        reader.expect("snapshot").await;
        followers.push(reader);
    }
    let before = table.public_view().await;
    table.seats[0].post_empty(&table.path("/resign")).await.expect_problem(409, "game_frozen");
    let after = table.public_view().await;
    for mut reader in followers {
        let end = reader.expect("stream_end").await;
        assert_eq!(end["data"], json!({"reason": "game_frozen", "resume": after["version"]}));
        assert_eq!(reader.frame().await, None);
    }
    assert_eq!(after["status"], "frozen");
    assert_eq!((&after["version"], &after["seats"]), (&before["version"], &before["seats"]));
    assert!(stored.is_gapless(id).await, "nothing was stored of the turn");

    let take = json!([{"type": "take", "gems": ["white", "blue", "green"]}]);
    for seat in [0, 1] {
        table.post(seat, &after["version"], take.clone()).await.expect_problem(409, "game_frozen");
    }
    for route in ["/resign", "/abort"] {
        table.seats[1].post_empty(&table.path(route)).await.expect_problem(409, "game_frozen");
    }
    for path in ["?at=5", "/events", "/export", "/lines"] {
        let answer = app.anonymous().get(&table.path(path)).await.expect_problem(409, "game_frozen");
        assert!(!answer.text.contains("seed"));
    }
    app.anonymous().get(&table.path("/replay")).await.expect_problem(409, "game_frozen");
    let merged = format!("/v1/events?games={id}:5");
    let request = app.anonymous().request(reqwest::Method::GET, &merged).header("accept", LINES);
    Answer::to(request).await.expect_problem(409, "game_frozen");
    let stranger = app.user("stranger").await;
    stranger.post_empty(&table.path("/join")).await.expect_problem(409, "game_frozen");
    table.seats[1].post_empty(&table.path("/leave")).await.expect_problem(409, "game_frozen");
    let (invite, body) = (table.path("/invitations"), json!({"username": "stranger"}));
    table.seats[0].post(&invite, &body).await.expect_problem(409, "game_frozen");
    table.seats[0].post(&table.path("/kick"), &body).await.expect_problem(409, "game_frozen");
    table.seats[0].delete(&format!("{invite}/stranger")).await.expect_problem(409, "game_frozen");
}
