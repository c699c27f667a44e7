//! Leaderboards, the pages of the log, and histories.

use reqwest::Method;
use serde_json::{Value, json};

use super::{DUELS, event, log};
use crate::app::{Answer, TestApp};
use crate::games::stored::Stored;

/// Twelve players who are listed, and others who are not, each for one reason.
const FILL: &str = "\
INSERT INTO players (id, username, password_hash, erased_at)
SELECT lpad(to_hex(n), 32, '0')::uuid, CASE WHEN n <> 16 THEN 'player' || n END, CASE WHEN n <> 16 THEN 'none' END,
       CASE WHEN n = 16 THEN now() END FROM generate_series(1, 16) AS n;
INSERT INTO ratings (player_id, pool, mu, sigma, games, opponents, last_at)
SELECT lpad(to_hex(n), 32, '0')::uuid, 'splendor.duel.live.human', 30000000 - 100000 * (n - n % 3 / 2), 
       CASE WHEN n = 13 THEN 3025000 ELSE 3024999 END, 40, CASE WHEN n = 14 THEN 9 ELSE 10 END,
       now() - interval '1 day' * CASE WHEN n = 15 THEN 31 ELSE 30 END FROM generate_series(1, 16) AS n";

#[tokio::test]
async fn a_leaderboard_lists_certain_active_players_in_shared_places() {
    let app = TestApp::spawn().await;
    let mut stored = Stored::of(&app).await;
    for statement in FILL.split(";\n") {
        stored.execute(statement).await;
    }
    let path = format!("/v1/ladders/{DUELS}/standings");
    let whole = app.anonymous().get(&path).await.expect(200);
    let items = whole.json["items"].as_array().expect("items");
    let places: Vec<u64> = items.iter().map(|item| item["place"].as_u64().unwrap()).collect();
    // Each third player has the same rating as the one before.
    assert_eq!(places, [1, 1, 3, 4, 4, 6, 7, 7, 9, 10, 10, 12]);
    assert_eq!(items[0]["player"]["username"], "player1");
    assert_eq!(
        (&items[0]["rating"], &items[0]["rd"], &items[0]["provisional"]),
        (&json!(1598), &json!(60), &json!(false))
    );
    assert_eq!(whole.json["next_cursor"], Value::Null);
    // The pages of any size together are the whole list.
    for limit in [1, 2, 5, 11, 12] {
        let (mut read, mut next) = (Vec::new(), Some(format!("{path}?limit={limit}")));
        while let Some(page) = next {
            let page = app.anonymous().get(&page).await.expect(200);
            read.extend(page.json["items"].as_array().expect("items").iter().cloned());
            next = page.json["next_cursor"]
                .as_str()
                .map(|cursor| format!("{path}?limit={limit}&cursor={cursor}"));
            assert_eq!(page.headers.contains_key("link"), next.is_some());
        }
        assert_eq!(read, *items);
    }
    // A player is in the middle of the page around them, unless it is the first one.
    for (at, item) in items.iter().enumerate() {
        let name = item["player"]["username"].as_str().expect("a name").to_uppercase();
        for limit in [1, 2, 5, 12] {
            let first = at.saturating_sub(limit / 2);
            let page =
                app.anonymous().get(&format!("{path}?limit={limit}&around={name}")).await.expect(200).json;
            assert_eq!(page["items"], json!(items[first..items.len().min(first + limit)]), "{name} {limit}");
            assert_eq!(page["next_cursor"].is_null(), first + limit >= items.len(), "{name} {limit}");
        }
    }
    for unlisted in ["player13", "player14", "player15", "nobody"] {
        let around = format!("{path}?around={unlisted}");
        app.anonymous().get(&around).await.expect_problem(404, "not_found");
    }
    let both = format!("{path}?around=player1&cursor=0_00000000-0000-0000-0000-000000000001_1_1");
    app.anonymous().get(&both).await.expect_problem(400, "malformed");
    let known = app.anonymous().request(Method::GET, &path).header("if-none-match", whole.header("etag"));
    assert_eq!(Answer::to(known).await.status, 304);
    for query in ["cursor=1", "cursor=x", "limit=0", "limit=101", "page=2"] {
        app.anonymous().get(&format!("{path}?{query}")).await.expect_problem(400, "malformed");
    }
    for pool in ["splendor", "chess.duel.live.human", "splendor.duel.live.people"] {
        app.anonymous().get(&format!("/v1/ladders/{pool}/standings")).await.expect_problem(404, "not_found");
        app.anonymous().get(&format!("/v1/ladders/{pool}/log")).await.expect_problem(404, "not_found");
        app.anonymous().get(&format!("/v1/ladders/{pool}/annulments")).await.expect_problem(404, "not_found");
    }
    let empty = app.anonymous().get("/v1/ladders/kids.table.live.bot/standings").await.expect(200).json;
    assert_eq!(empty, json!({"items": [], "next_cursor": null}));
}

#[tokio::test]
async fn the_operator_chooses_who_is_listed_and_the_pools_say_so() {
    let app = TestApp::spawn_with(|settings| {
        settings.ratings.listed_rd_max = 61;
        settings.ratings.listed_opponents_min = 9;
        settings.ratings.listed_days_idle_max = 31;
    })
    .await;
    let mut stored = Stored::of(&app).await;
    let pools = "INSERT INTO rating_pools (pool, games, players, last_at) VALUES ('splendor.duel.live.human', 1, 16, now())";
    for statement in FILL.split(";\n").chain([pools]) {
        stored.execute(statement).await;
    }
    let listed = async |app: &TestApp| {
        let page = app.anonymous().get(&format!("/v1/ladders/{DUELS}/standings")).await.expect(200).json;
        page["items"].as_array().expect("items").len()
    };
    // All but the erased player.
    assert_eq!(listed(&app).await, 15);
    let ladders = app.anonymous().get("/v1/ladders").await.expect(200).json;
    let rules = json!({"rd_max": 61, "opponents_min": 9, "days_idle_max": 31});
    assert_eq!(ladders["items"][0]["listing"], rules);
    let database = app.database_url.clone();
    let usual = TestApp::spawn_with(|settings| settings.database.database_url = Some(database)).await;
    assert_eq!(listed(&usual).await, 12);
}

/// The log of 25 games of two players.
const FILL_LOG: &str = "\
INSERT INTO players (id, username, password_hash)
SELECT lpad(to_hex(n), 32, '0')::uuid, 'player' || n, 'none' FROM generate_series(1, 2) AS n;
INSERT INTO rating_pools (pool, games, players, last_at) VALUES ('splendor.duel.live.human', 25, 2, now());
INSERT INTO rating_events (pool, pool_seq, seat, seats, game_id, player_id, place, mu_before, sigma_before, mu_after, sigma_after,
                           algorithm, finished_at)
SELECT 'splendor.duel.live.human', n, seat, 2, lpad(to_hex(n), 32, '0')::uuid, lpad(to_hex(seat + 1), 32, '0')::uuid, seat + 1,
       25000000, 8333333, 25000000 + n, 8000000, 'weng-lin-bt-full-1', date_trunc('second', now()) + n * interval '1 second'
FROM generate_series(1, 25) AS n, generate_series(0, 1) AS seat";

#[tokio::test]
async fn a_log_and_a_history_are_read_in_pages_or_whole() {
    let app = TestApp::spawn().await;
    let mut stored = Stored::of(&app).await;
    for statement in FILL_LOG.split(";\n") {
        stored.execute(statement).await;
    }
    let whole = log(&app, DUELS).await;
    assert_eq!(
        whole.iter().map(|event| event.pool_seq).collect::<Vec<_>>(),
        (2..=51).map(|n| n / 2).collect::<Vec<_>>()
    );
    let path = format!("/v1/ladders/{DUELS}/log");
    let (mut read, mut next, mut pages) = (Vec::new(), Some(format!("{path}?limit=10")), 0);
    while let Some(page) = next {
        let page = app.anonymous().get(&page).await.expect(200).json;
        read.extend(page["items"].as_array().expect("items").iter().map(event));
        next = page["next_cursor"].as_str().map(|cursor| format!("{path}?limit=10&cursor={cursor}"));
        pages += 1;
    }
    assert_eq!((read, pages), (whole, 3));
    let history = format!("/v1/players/player1/rating-history?pool={DUELS}&limit=20");
    let first = app.anonymous().get(&history).await.expect(200).json;
    let numbers = |page: &Value| -> Vec<u64> {
        page["items"]
            .as_array()
            .expect("items")
            .iter()
            .map(|item| item["pool_seq"].as_u64().unwrap())
            .collect()
    };
    assert_eq!(numbers(&first), (6..=25).rev().collect::<Vec<_>>());
    let rest = format!("{history}&cursor={}", first["next_cursor"].as_str().expect("a cursor"));
    let rest = app.anonymous().get(&rest).await.expect(200).json;
    assert_eq!((numbers(&rest), &rest["next_cursor"]), ((1..=5).rev().collect(), &Value::Null));
    for query in ["", "?pool=chess", &format!("?pool={DUELS}&cursor=-1"), &format!("?pool={DUELS}&limit=0")] {
        let path = format!("/v1/players/player1/rating-history{query}");
        app.anonymous().get(&path).await.expect_problem(400, "malformed");
    }
    for path in ["ratings".to_owned(), format!("rating-history?pool={DUELS}")] {
        app.anonymous().get(&format!("/v1/players/nobody/{path}")).await.expect_problem(404, "not_found");
        app.anonymous().get(&format!("/v1/players/no%00body/{path}")).await.expect_problem(404, "not_found");
    }
    for query in ["limit=0", "cursor=+1", "cursor=99999999999999999999"] {
        app.anonymous().get(&format!("{path}?{query}")).await.expect_problem(400, "malformed");
        let annulments = format!("/v1/ladders/{DUELS}/annulments?{query}");
        app.anonymous().get(&annulments).await.expect_problem(400, "malformed");
    }
    let image = app.anonymous().request(Method::GET, &path).header("accept", "image/png");
    Answer::to(image).await.expect_problem(406, "not_acceptable");
}
