//! Series of games between bots: who may start them, what stays hidden, and what came of them.

use std::time::Duration;

use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::interval;

use crate::api_tokens::issue;
use crate::app::{Answer, Caller, SOON, TestApp};
use crate::games::table::dice;
use crate::opponents::player::{hurry, play_out};

/// An application that looks at its series often.
async fn app() -> TestApp {
    TestApp::spawn_with(|settings| {
        hurry(settings);
        settings.games.bot_match_interval = SOON;
    })
    .await
}

/// Creates a bot that accepts what it accepts by default, and returns a caller with its token.
async fn bot<'a>(app: &'a TestApp, owner: &Caller<'_>, name: &str, concurrent_games: u32) -> Caller<'a> {
    let accepts = json!({"concurrent_games": concurrent_games});
    owner.post("/v1/me/bots", json!({"username": name, "accepts": accepts})).await.expect(201);
    let issued = issue(owner, &format!("/v1/me/bots/{name}/tokens"), &["read", "play", "challenge"]).await;
    app.with_token(issued["token"].as_str().expect("a token"))
}

/// The body of a series of these bots.
fn series(games: u32, bots: &[&str]) -> Value {
    let bots: Vec<Value> = bots.iter().map(|name| json!({"bot": name})).collect();
    json!({"games": games, "bots": bots, "ruleset": "splendor"})
}

/// Creates a series and returns its path.
async fn create(caller: &Caller<'_>, body: Value) -> String {
    let made = caller.post("/v1/bot-matches", body).await.expect(201);
    let path = format!("/v1/bot-matches/{}", made.json["id"].as_str().expect("an id"));
    assert_eq!(made.header("location"), path);
    path
}

/// Returns what is at this path as soon as it is so.
async fn when(caller: &Caller<'_>, path: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    let mut looks = interval(Duration::from_millis(10));
    loop {
        looks.tick().await;
        let found = caller.get(path).await.expect(200).json;
        if is_so(&found) {
            return found;
        }
    }
}

/// Returns the games of a series that have started, as soon as there are so many.
async fn games(caller: &Caller<'_>, path: &str, count: usize) -> Vec<Value> {
    let has = |page: &Value| page["items"].as_array().is_some_and(|items| items.len() >= count);
    let page = when(caller, &format!("{path}/games"), has).await;
    page["items"].as_array().expect("a list").clone()
}

/// Blocks a player.
async fn block(caller: &Caller<'_>, name: &str) {
    Answer::to(caller.request(Method::PUT, &format!("/v1/me/blocks/{name}"))).await.expect(204);
}

fn game_path(game: &Value) -> String {
    format!("/v1/games/{}", game["game"].as_str().expect("an id"))
}

#[tokio::test]
async fn a_bot_plays_each_deal_in_every_seat_and_the_deals_stay_hidden_until_the_end() {
    let (app, mut dice) = (app().await, dice(411));
    let (ada, stranger) = (app.user("ada").await, app.user("bob").await);
    let own = bot(&app, &ada, "adabot", 8).await;
    let path = create(&ada, series(1, &["adabot", "random"])).await;
    let begun = ada.get(&path).await.expect(200).json;
    assert_eq!(
        (&begun["status"], &begun["games"], &begun["secret"]),
        (&json!("playing"), &json!(2), &json!(null))
    );
    let both = games(&ada, &path, 2).await;
    assert_eq!(both.iter().map(|game| game["deal"].as_u64()).collect::<Vec<_>>(), [Some(1); 2]);
    let [first, second] = [&both[0]["seats"], &both[1]["seats"]];
    assert_eq!((&first[0], &first[1]), (&second[1], &second[0]));
    let over = play_out(&own, both[0]["game"].as_str().expect("an id"), &mut dice).await;
    assert_eq!((&over["status"], &over["rated"]), (&json!("finished"), &json!(false)));
    when(&ada, &path, |series| series["finished"] == 1).await;
    // The other game has the same deal: nobody but its seats sees the first one, and even they see no secret.
    for rest in ["", "/events", "/export"] {
        let hidden = format!("{}{rest}", game_path(&both[0]));
        for caller in [&ada, &stranger, &app.anonymous()] {
            caller.get(&hidden).await.expect_problem(404, "not_found");
        }
        let seen = own.get(&hidden).await;
        assert!(!seen.text.contains("server_seed"), "{rest}: {}", seen.text);
    }
    play_out(&own, both[1]["game"].as_str().expect("an id"), &mut dice).await;
    let done = when(&stranger, &path, |series| series["status"] == "finished").await;
    assert_eq!((&done["finished"], &done["aborted"], &done["running"]), (&json!(2), &json!(0), &json!(0)));
    let results = done["results"].as_array().expect("results");
    let shares: f64 = results.iter().filter_map(|result| result["win_share"].as_f64()).sum();
    assert!((shares - 1.0).abs() < 1e-9, "{results:?}");
    for result in results {
        let [low, share, high] =
            ["low", "win_share", "high"].map(|name| result[name].as_f64().expect("a number"));
        assert!(low <= share && share <= high && result["games"] == 2, "{result}");
    }
    assert_eq!(done["secret"].as_str().map(str::len), Some(64));
    let mut seeds = Vec::new();
    for game in &both {
        let export = stranger.get(&format!("{}/export", game_path(game))).await.expect(200).json;
        seeds.push(export["deal"]["server_seed"].as_str().expect("a seed").to_owned());
    }
    assert_eq!(seeds[0], seeds[1]);
    ada.post_empty(&format!("{path}/cancel")).await.expect_problem(409, "bot_match_ended");
    ada.post_empty(&format!("{path}/accept")).await.expect_problem(409, "bot_match_ended");
}

#[tokio::test]
async fn bots_of_others_must_accept_and_any_of_them_may_stop_the_match() {
    let app = app().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    bot(&app, &ada, "adabot", 8).await;
    let theirs = bot(&app, &bob, "bobbot", 8).await;
    let path = create(&ada, series(4, &["adabot", "bobbot"])).await;
    assert_eq!(ada.get(&path).await.expect(200).json["status"], "waiting");
    app.user("eve").await.get(&path).await.expect_problem(404, "not_found");
    let listed = theirs.get("/v1/bot-matches").await.expect(200).json;
    assert_eq!(listed["items"].as_array().map(Vec::len), Some(1));
    assert_eq!(listed["items"][0]["bots"][1]["accepted"], false);
    // The creator owns no other bot of the match, so accepting changes nothing.
    assert_eq!(ada.post_empty(&format!("{path}/accept")).await.expect(200).json["status"], "waiting");
    let accepted = bob.post_empty(&format!("{path}/accept")).await.expect(200).json;
    assert_eq!(accepted["status"], "playing");
    let started = games(&bob, &path, 4).await;
    let stopped = theirs.post_empty(&format!("{path}/cancel")).await.expect(200).json;
    let state = [&stopped["status"], &stopped["stopped_because"], &stopped["aborted"], &stopped["running"]];
    assert_eq!(state, [&json!("stopped"), &json!("cancelled"), &json!(4), &json!(0)]);
    assert_eq!(bob.post_empty(&format!("{path}/cancel")).await.expect(200).json["status"], "stopped");
    let aborted = app.anonymous().get(&game_path(&started[0])).await.expect(200).json;
    assert_eq!(aborted["status"], "aborted");
}

#[tokio::test]
async fn a_match_that_waits_is_not_shown_to_an_owner_who_has_blocked_its_creator() {
    let app = app().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    bot(&app, &ada, "adabot", 8).await;
    bot(&app, &bob, "bobbot", 8).await;
    block(&bob, "ada").await;
    let path = create(&ada, series(2, &["adabot", "bobbot"])).await;
    bob.get(&path).await.expect_problem(404, "not_found");
    bob.post_empty(&format!("{path}/accept")).await.expect_problem(404, "not_found");
    assert_eq!(bob.get("/v1/bot-matches").await.expect(200).json["items"], json!([]));
}

#[tokio::test]
async fn who_blocks_the_creator_during_a_match_stops_it_and_so_does_an_erased_bot() {
    let app = app().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    bot(&app, &ada, "adabot", 8).await;
    bot(&app, &bob, "bobbot", 8).await;
    let path = create(&ada, series(2, &["adabot", "bobbot"])).await;
    bob.post_empty(&format!("{path}/accept")).await.expect(200);
    block(&bob, "ada").await;
    let stopped = when(&ada, &path, |series| series["status"] == "stopped").await;
    assert_eq!(stopped["stopped_because"], "blocked");
    let path = create(&ada, series(2, &["adabot", "random"])).await;
    games(&ada, &path, 2).await;
    ada.delete("/v1/me/bots/adabot").await.expect(204);
    let stopped = when(&ada, &path, |series| series["status"] == "stopped").await;
    assert_eq!((&stopped["stopped_because"], &stopped["running"]), (&json!("bot_erased"), &json!(0)));
    assert_eq!(stopped["bots"][0]["player"]["username"], json!(null));
}

#[tokio::test]
async fn a_bot_never_plays_more_games_than_it_accepts() {
    let app = app().await;
    let ada = app.user("ada").await;
    let one = bot(&app, &ada, "adabot", 1).await;
    let path = create(&ada, series(6, &["adabot", "random"])).await;
    let first = games(&ada, &path, 1).await;
    assert_eq!(first.len(), 1);
    one.post_empty(&format!("{}/resign", game_path(&first[0]))).await.expect(200);
    games(&ada, &path, 2).await;
    // The look that starts the next game may not yet know how the one before it ended; the next look does.
    let now = when(&ada, &path, |found| found["finished"] == 1).await;
    assert_eq!(now["running"], 1);
    assert_eq!((&now["results"][0]["losses"], &now["results"][1]["wins"]), (&json!(1), &json!(1)));
}

#[tokio::test]
async fn a_match_is_refused_with_the_bot_that_is_wrong() {
    let app = app().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    bot(&app, &ada, "adabot", 8).await;
    bot(&app, &bob, "bobbot", 8).await;
    for (bots, pointer) in [
        (["adabot", "nobody"], "/bots/1/bot"),
        (["adabot", "bob"], "/bots/1/bot"),
        (["adabot", "greedy-2"], "/bots/1/bot"),
        (["adabot", "AdaBot"], "/bots/1/bot"),
        (["bobbot", "greedy"], "/bots"),
        (["greedy", "master"], "/bots"),
    ] {
        let refused = ada.post("/v1/bot-matches", series(2, &bots)).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), [pointer], "{bots:?}");
    }
    let mut body = series(2, &["adabot", "bobbot"]);
    body["bots"][1]["strength"] = json!(50);
    let refused = ada.post("/v1/bot-matches", &body).await.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/bots/1/strength"]);
    let accepts = json!({"accepts": {"clocks": ["none", "correspondence"]}});
    ada.patch("/v1/me/bots/adabot", accepts).await.expect(200);
    let mut body = series(2, &["adabot", "greedy"]);
    body["clock"] = json!({"kind": "live", "initial_ms": 60_000, "increment_ms": 0});
    let refused = ada.post("/v1/bot-matches", &body).await.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/bots/0/bot"]);
    block(&ada, "bob").await;
    let refused = ada.post("/v1/bot-matches", series(2, &["adabot", "bobbot"])).await;
    assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/bots/1/bot"]);
    for _ in 0..5 {
        create(&ada, series(2, &["adabot", "random"])).await;
    }
    let refused = ada.post("/v1/bot-matches", series(2, &["adabot", "random"])).await;
    refused.expect_problem(409, "too_many_games");
}

#[tokio::test]
async fn a_match_is_created_once_for_one_key() {
    let app = app().await;
    let ada = app.user("ada").await;
    bot(&app, &ada, "adabot", 1).await;
    let create = async |games: u32, ruleset: &str| {
        let mut body = series(games, &["adabot", "random"]);
        body["ruleset"] = json!(ruleset);
        let request = ada.request(Method::POST, "/v1/bot-matches").header("idempotency-key", "k1");
        Answer::to(request.json(&body)).await
    };
    let player = ada.get("/v1/me").await.expect(200).json["id"].as_str().unwrap().to_owned();
    let mut other = AsyncPgConnection::establish(&app.database_url).await.unwrap();
    let (lock, unlock) = ("SELECT pg_advisory_lock", "SELECT pg_advisory_unlock");
    let name = format!("(hashtextextended('{player} POST /v1/bot-matches k1', 0))");
    diesel::sql_query(format!("{lock}{name}")).execute(&mut other).await.unwrap();
    create(2, "splendor").await.expect_problem(409, "idempotency_in_progress");
    diesel::sql_query(format!("{unlock}{name}")).execute(&mut other).await.unwrap();
    create(2, "chess").await.expect_problem(422, "not_available");
    let first = create(2, "splendor").await.expect(201);
    assert_eq!(create(2, "splendor").await.expect(201).json["id"], first.json["id"]);
    create(4, "splendor").await.expect_problem(422, "idempotency_key_reused");
    let listed = ada.get("/v1/bot-matches?limit=1").await.expect(200).json;
    assert_eq!((listed["items"].as_array().map(Vec::len), &listed["next_cursor"]), (Some(1), &json!(null)));
}

const GUIDE: &str = include_str!("../../docs/bots.md");

#[tokio::test]
async fn the_match_of_the_guide_is_one_for_a_new_bot() {
    let app = app().await;
    let ada = app.user("ada").await;
    ada.post("/v1/me/bots", json!({"username": "mybot"})).await.expect(201);
    let (_, rest) = GUIDE.split_once("post $api/bot-matches -d '").expect("the guide has a match");
    let body: Value = serde_json::from_str(rest.split('\'').next().unwrap_or_default()).expect("a body");
    create(&ada, body).await;
}
