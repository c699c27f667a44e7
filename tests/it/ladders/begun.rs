//! A player of a table for three or four may have an accomplice at it: nobody drops its result by games with
//! the accomplice that begin when the result is known.

use serde_json::{Value, json};

use super::evenings::{Club, TABLES, id};
use crate::app::{Caller, TestApp};

/// Makes an evening of this many rounds, plays it without closing it, and returns its path.
async fn played(club: &Club<'_>, rounds: u64, players: [&Caller<'_>; 3]) -> String {
    let path = club.open(json!({"seats": 3, "rounds": rounds}), &players).await;
    club.olga.post_empty(&format!("{path}/start")).await.expect(200);
    for round in 0..rounds {
        // In turns, so that nobody gains much.
        club.play(&path, |entry| (entry + round) % 3).await;
    }
    path
}

/// A player with their name.
type Named<'a> = (&'static str, &'a Caller<'a>);

/// Begins a game of the ladder, and returns its path.
async fn begin(club: &Club<'_>, players: [Named<'_>; 3]) -> String {
    let clock = json!({"kind": "live", "initial_ms": 600_000, "increment_ms": 5_000});
    let names: Vec<&str> = players[1..].iter().map(|(name, _)| *name).collect();
    let terms =
        json!({"ruleset": "splendor", "seats": 3, "clock": clock, "ladder": club.ladder, "to": names});
    let made = players[0].1.post("/v1/challenges", terms).await.expect(201).json;
    for (_, player) in &players[1..] {
        player.post_empty(&format!("/v1/challenges/{}/accept", id(&made))).await.expect(200);
    }
    format!("/v1/games/{}", id(&made))
}

/// Plays a game of three until everybody has had three turns and all but the first player resign, and returns
/// why it is not rated.
async fn end(game: &str, players: [Named<'_>; 3]) -> Value {
    let first = players[0].1;
    for _ in 0..9 {
        let view = first.get(game).await.expect(200).json;
        let seat = view["to_act"]["seat"].as_u64().expect("a seat") as usize;
        let name = &view["seats"][seat]["player"]["username"];
        let (_, mover) = players.iter().find(|(own, _)| name == own).expect("a player");
        let seen = mover.get(&format!("{game}?include=legal_actions")).await.expect(200).json;
        let turn = json!({"version": seen["version"], "actions": [seen["legal_actions"][0]["action"]]});
        mover.post(&format!("{game}/actions"), turn).await.expect(200);
    }
    for (_, loser) in &players[1..] {
        loser.post_empty(&format!("{game}/resign")).await.expect(200);
    }
    first.get(game).await.expect(200).json["unrated_because"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_that_are_paired_later_drop_no_result_and_earlier_ones_count_before_they_are_rated() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, TABLES).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let (cleo, dora) = (club.member("cleo").await, club.member("dora").await);
    let rated = |tables: &str| format!("rated in {}: {tables}", club.pool());
    let limit = "pair_limit (two players were rated against each other 6 times in 24 hours)";

    let lost = played(&club, 1, [&ada, &bob, &cleo]).await;
    let later = played(&club, 6, [&ada, &dora, &cleo]).await;
    club.close(&later).await;
    // The table that is still open counts.
    let told = [format!("{limit}: table 6; {}", rated("tables 1, 2, 3, 4, 5"))];
    assert_eq!(club.audit(&later).await, told);
    club.close(&lost).await;
    assert_eq!(club.audit(&lost).await, [rated("table 1")]);
    // It stays rated when it is rated again.
    let stored = club.olga.get(&format!("{lost}/rounds/1")).await.expect(200).json["tables"][0].clone();
    let places = stored["seats"].as_array().expect("seats").iter().map(|seat| seat["place"].as_u64());
    let opposite: Vec<u64> = places.map(|place| 4 - place.expect("a place")).collect();
    let correction = json!({"places": opposite, "reason": "typed wrong"});
    club.olga.post(&format!("{lost}/tables/1/correct"), correction).await.expect(200);
    assert_eq!(club.logged().await.iter().filter(|game| !game.3).count(), 6);
    club.check().await;

    // Another pair, the other way round: what is rated first began last.
    let (eva, finn, gus) = (club.member("eva").await, club.member("finn").await, club.member("gus").await);
    let earlier = played(&club, 6, [&eva, &finn, &gus]).await;
    let last = played(&club, 1, [&eva, &finn, &ada]).await;
    club.close(&last).await;
    assert_eq!(club.audit(&last).await, [format!("{limit}: table 1")]);
    club.close(&earlier).await;
    assert_eq!(club.audit(&earlier).await, [rated("tables 1, 2, 3, 4, 5, 6")]);
    club.check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_begin_later_drop_no_result_and_earlier_ones_count_while_they_are_played() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, TABLES).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let (cleo, dora) = (club.member("cleo").await, club.member("dora").await);
    let [ada, bob, cleo, dora] = [("ada", &ada), ("bob", &bob), ("cleo", &cleo), ("dora", &dora)];
    let lost = begin(&club, [bob, cleo, ada]).await;
    for number in 1..=6 {
        // In turns, so that nobody gains much.
        let players = if number % 2 == 0 { [ada, dora, cleo] } else { [cleo, dora, ada] };
        let reason = if number < 6 { Value::Null } else { json!("pair_limit") };
        assert_eq!(end(&begin(&club, players).await, players).await, reason, "game {number}");
    }
    assert_eq!(end(&lost, [bob, cleo, ada]).await, Value::Null);
    club.check().await;
}
