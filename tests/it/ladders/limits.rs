//! What accounts cannot do to ratings, whatever they call: farms, events for friends, and organizers who
//! play.

use lapidary::settings::{RatedEvents, Settings};
use serde_json::{Value, json};

use super::{DUELS, assert_equal, log, promote};
use crate::app::{Caller, TestApp};
use crate::games::stored::Stored;

fn event(changed: &Value) -> Value {
    let mut body = json!({"name": "Farm", "ruleset": "splendor", "format": "swiss", "seats": 2, "rounds": 20, "open": true,
        "ready_check_ms": 0, "rated": true, "clock": {"kind": "live", "initial_ms": 600_000, "increment_ms": 0}});
    for (name, value) in changed.as_object().expect("an object") {
        body[name] = value.clone();
    }
    body
}

async fn create(caller: &Caller<'_>, changed: Value) -> String {
    let made = caller.post("/v1/tournaments", event(&changed)).await.expect(201).json;
    format!("/v1/tournaments/{}", made["id"].as_str().expect("an id"))
}

async fn bot<'a>(app: &'a TestApp, owner: &Caller<'_>, name: &str) -> Caller<'a> {
    owner.post("/v1/me/bots", json!({"username": name})).await.expect(201);
    let body = json!({"name": "t", "scopes": ["read", "play", "tournaments"]});
    let token = owner.post(&format!("/v1/me/bots/{name}/tokens"), body).await.expect(201).json;
    app.with_token(token["token"].as_str().expect("a token"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_friend_who_resigns_at_once_gives_one_game_a_day() {
    let app = TestApp::spawn().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    for visibility in ["private", "unlisted"] {
        let refused = ada.post("/v1/tournaments", event(&json!({"visibility": visibility}))).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/rated"]);
    }
    let path = create(&ada, json!({})).await;
    let hidden = ada.patch(&path, json!({"visibility": "private"})).await;
    assert_eq!(hidden.expect_problem(422, "validation_failed").pointers(), ["/rated"]);
    for player in [&ada, &bob] {
        player.post_empty(&format!("{path}/enter")).await.expect(200);
    }
    ada.post_empty(&format!("{path}/start")).await.expect(200);
    let mut reasons = Vec::new();
    for _ in 0..20 {
        let round = ada.post_empty(&format!("{path}/rounds/next")).await.expect(201).json;
        let game = format!("/v1/games/{}", round["tables"][0]["game"].as_str().expect("a game"));
        bob.post_empty(&format!("{game}/resign")).await.expect(200);
        let view = app.anonymous().get(&game).await.expect(200).json;
        assert_eq!(view["rated"], true);
        assert_eq!(view["ratings"][0]["change"].is_null(), view["unrated_because"].is_string(), "{view}");
        reasons.push(view["unrated_because"].clone());
    }
    let mut expected = vec![json!("pair_limit"); 20];
    expected[..6].fill(json!("left_early"));
    expected[0] = Value::Null;
    assert_eq!(reasons, expected);
    assert_eq!(log(&app, DUELS).await.len(), 2);
    let ratings = app.anonymous().get("/v1/players/ada/ratings").await.expect(200).json;
    let rating = ratings["items"][0]["rating"].as_i64().expect("a rating");
    assert!((1501..1560).contains(&rating), "{ratings}");
    let ladders = app.anonymous().get("/v1/ladders").await.expect(200).json;
    assert_eq!(ladders["items"][0]["games"], 1);
    assert_equal(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pair_has_six_rated_games_a_day_whatever_starts_them() {
    let app = TestApp::spawn().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let path = create(&ada, json!({"rounds": 8})).await;
    for player in [&ada, &bob] {
        player.post_empty(&format!("{path}/enter")).await.expect(200);
    }
    ada.post_empty(&format!("{path}/start")).await.expect(200);
    for number in 1..=8 {
        let round = ada.post_empty(&format!("{path}/rounds/next")).await.expect(201).json;
        let game = format!("/v1/games/{}", round["tables"][0]["game"].as_str().expect("a game"));
        // Three turns of each, then one resigns.
        for _ in 0..6 {
            let view = ada.get(&game).await.expect(200).json;
            let seat = view["to_act"]["seat"].as_u64().expect("a seat") as usize;
            let mover = if view["seats"][seat]["player"]["username"] == "ada" { &ada } else { &bob };
            let seen = mover.get(&format!("{game}?include=legal_actions")).await.expect(200).json;
            let turn = json!({"version": seen["version"], "actions": [seen["legal_actions"][0]["action"]]});
            mover.post(&format!("{game}/actions"), turn).await.expect(200);
        }
        bob.post_empty(&format!("{game}/resign")).await.expect(200);
        let view = ada.get(&game).await.expect(200).json;
        let reason = if number <= 6 { Value::Null } else { json!("pair_limit") };
        assert_eq!(view["unrated_because"], reason, "game {number}");
    }
    assert_eq!(log(&app, DUELS).await.len(), 12);
    assert_equal(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_and_bots_enter_the_events_that_are_for_them() {
    let app = TestApp::spawn().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let bots = [
        bot(&app, &ada, "ada-bot").await,
        bot(&app, &ada, "ada-bot-2").await,
        bot(&app, &bob, "bob-bot").await,
    ];
    let refused = ada.post("/v1/tournaments", event(&json!({"players": "any"}))).await;
    assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/rated"]);
    let people = create(&ada, json!({})).await;
    assert_eq!(ada.get(&people).await.expect(200).json["players"], "human");
    bots[0].post_empty(&format!("{people}/enter")).await.expect_problem(403, "player_kind");
    let programs = create(&ada, json!({"players": "bot"})).await;
    let enter = format!("{programs}/enter");
    assert_eq!(ada.get(&programs).await.expect(200).json["pool"], "splendor.duel.live.bot");
    bob.post_empty(&enter).await.expect_problem(403, "player_kind");
    bots[0].post_empty(&enter).await.expect(200);
    bots[1].post_empty(&enter).await.expect_problem(409, "same_owner");
    bots[2].post_empty(&enter).await.expect(200);
    // An unrated event is for everybody, and becomes rated only with players who fit.
    let mixed = create(&ada, json!({"rated": false})).await;
    assert_eq!(ada.get(&mixed).await.expect(200).json["players"], "any");
    for player in [&ada, &bots[0], &bots[1]] {
        player.post_empty(&format!("{mixed}/enter")).await.expect(200);
    }
    let refused = ada.patch(&mixed, json!({"rated": true})).await;
    assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/rated"]);
    ada.post_empty(&format!("{mixed}/withdraw")).await.expect(204);
    let refused = ada.patch(&mixed, json!({"rated": true, "players": "bot"})).await;
    assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/rated"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn organizers_do_not_judge_organizers_in_a_rated_event_and_everybody_reads_the_audit() {
    let app = TestApp::spawn().await;
    let (ada, bob, helper) = (app.user("ada").await, app.user("bob").await, app.user("helper").await);
    let path = create(&ada, json!({"organizers": ["helper"], "rounds": 3})).await;
    helper.post_empty(&format!("{path}/organizers/accept")).await.expect(200);
    for player in [&ada, &bob] {
        player.post_empty(&format!("{path}/enter")).await.expect(200);
    }
    let forbidden = json!({"forbidden_pairs": [{"a": 1, "b": 2}]});
    ada.patch(&path, &forbidden).await.expect_problem(403, "organizer_seated");
    ada.post_empty(&format!("{path}/start")).await.expect(200);
    let manual = json!({"manual": [{"entries": [2, 1]}]});
    helper.post(&format!("{path}/rounds/next"), manual).await.expect_problem(403, "organizer_seated");
    ada.post_empty(&format!("{path}/rounds/next")).await.expect(201);
    for (rest, body) in [
        ("result", json!({"places": [1, 2], "reason": "mine"})),
        ("correct", json!({"places": [1, 2], "reason": "mine"})),
        ("void", json!({"reason": "mine"})),
        ("substitute", json!({"entries": [2, 1], "reason": "a better market"})),
        ("pause", json!({"reason": "mine"})),
        ("resume", json!({"reason": "mine"})),
        ("clock", json!({"seat": 0, "add_ms": 3_600_000, "reason": "mine"})),
    ] {
        for caller in [&ada, &helper] {
            let refused = caller.post(&format!("{path}/tables/1/{rest}"), &body).await;
            refused.expect_problem(403, "organizer_seated");
        }
    }
    for caller in [&ada, &helper] {
        let refused = caller.post(&format!("{path}/close"), json!({"cancel": true})).await;
        refused.expect_problem(403, "organizer_seated");
    }
    let give = json!({"give": 10, "reason": "mine"});
    helper.post(&format!("{path}/entries/1/adjust"), &give).await.expect_problem(403, "organizer_seated");
    helper.post(&format!("{path}/entries/2/adjust"), json!({"take": 1, "reason": "late"})).await.expect(204);
    // Whoever plays decides nothing about rivals either, and does not end the event.
    let close = format!("{path}/close");
    for (rest, body) in [
        ("entries/2/remove", json!({"reason": "a rival"})),
        ("entries/2/adjust", json!({"take": 1, "reason": "a rival"})),
    ] {
        ada.post(&format!("{path}/{rest}"), &body).await.expect_problem(403, "organizer_seated");
    }
    ada.patch(&path, json!({"rounds": 1})).await.expect_problem(403, "organizer_seated");
    let audit = app.anonymous().get(&format!("{path}/audit")).await.expect(200).json;
    let newest = &audit["items"][0];
    assert_eq!((&newest["kind"], &newest["note"]), (&json!("points_adjusted"), &json!("late")));
    // What was written when only organizers read it stays theirs.
    Stored::of(&app).await.execute("UPDATE tournament_events SET note_public = false").await;
    let audit = app.anonymous().get(&format!("{path}/audit")).await.expect(200).json;
    assert_eq!((&audit["items"][0]["kind"], &audit["items"][0]["note"]), (&newest["kind"], &Value::Null));
    let own = helper.get(&format!("{path}/audit")).await.expect(200).json;
    assert_eq!(own["items"][0], *newest);
    // The lead is not kept by ending the event, unless it gives up its rating first.
    let round = app.anonymous().get(&format!("{path}/rounds/1")).await.expect(200).json;
    let game = round["tables"][0]["game"].as_str().expect("a game");
    bob.post_empty(&format!("/v1/games/{game}/resign")).await.expect(200);
    ada.post_empty(&format!("{path}/rounds/close")).await.expect(200);
    ada.post_empty(&close).await.expect_problem(403, "organizer_seated");
    ada.patch(&path, json!({"rated": true})).await.expect_problem(409, "tournament_state");
    let unrated = ada.patch(&path, json!({"rated": false})).await.expect(200).json;
    assert_eq!((&unrated["rated"], &unrated["players"]), (&json!(false), &json!("human")));
    ada.patch(&path, json!({"rated": true})).await.expect_problem(409, "tournament_state");
    let again = ada.post_empty(&format!("{path}/rounds/next")).await.expect(201).json;
    let game = format!("/v1/games/{}", again["tables"][0]["game"].as_str().expect("a game"));
    assert_eq!(app.anonymous().get(&game).await.expect(200).json["rated"], false);
    bob.post_empty(&format!("{game}/resign")).await.expect(200);
    ada.post_empty(&format!("{path}/rounds/close")).await.expect(200);
    ada.post_empty(&close).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_decides_who_makes_rated_events() {
    let strict = |settings: &mut Settings| settings.games.rated_events = RatedEvents::Administrators;
    let games = |settings: &mut Settings| settings.games.rated_event_games = 1;
    let age = |settings: &mut Settings| {
        settings.games.rated_event_account_age = std::time::Duration::from_secs(86_400);
    };
    for change in [strict as fn(&mut Settings), games, age] {
        let app = TestApp::spawn_with(change).await;
        let ada = app.user("ada").await;
        let body = event(&json!({}));
        ada.post("/v1/tournaments", &body).await.expect_problem(403, "forbidden");
        let path = create(&ada, json!({"rated": false})).await;
        ada.patch(&path, json!({"rated": true})).await.expect_problem(403, "forbidden");
        promote(&app, "ada").await;
        ada.post("/v1/tournaments", &body).await.expect(201);
        ada.patch(&path, json!({"rated": true})).await.expect(200);
    }
}
