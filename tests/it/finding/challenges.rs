//! Challenges: their course, what each player sees of them, and their refusals.

use diesel_async::{AsyncConnection, AsyncPgConnection};
use lapidary::store::folding::fold_batch;
use reqwest::Method;
use serde_json::{Value, json};

use super::{block, challenge, id, ids, terms, to};
use crate::app::{Answer, SOON, TestApp};
use crate::games::stored::{Stored, shift};

#[tokio::test]
async fn the_game_starts_when_the_challenged_player_accepts() {
    let app = TestApp::spawn().await;
    let (ada, bob, eve) = (app.user("ada").await, app.user("bob").await, app.user("eve").await);
    let made = ada.post("/v1/challenges", to(json!("BOB"), 2)).await.expect(201);
    let path = format!("/v1/challenges/{}", id(&made));
    assert_eq!(made.header("location"), path);
    assert_eq!((&made.json["status"], &made.json["visibility"]), (&json!("open"), &json!("public")));
    assert_eq!(made.json["to"][0]["player"]["username"], "bob");
    let game = format!("/v1/games/{}", id(&made));
    // Until it starts, only the players see the game.
    assert_eq!(bob.get(&game).await.expect(200).json["commitment"], made.json["commitment"]);
    for hidden in [&path, &game] {
        eve.get(hidden).await.expect_problem(404, "not_found");
    }
    app.anonymous().get(&game).await.expect_problem(404, "not_found");
    assert_eq!(ids(&app.anonymous(), "/v1/games").await, Vec::<String>::new());

    let accepted = bob.post(&format!("{path}/accept"), json!({"entropy": "00ff"})).await.expect(200).json;
    assert_eq!((&accepted["status"], &accepted["to"][0]["accepted"]), (&json!("accepted"), &json!(true)));
    let view = app.anonymous().get(&game).await.expect(200).json;
    assert_eq!((&view["status"], &view["visibility"]), (&json!("active"), &json!("public")));
    assert_eq!(view["commitment"], made.json["commitment"]);
    let events = app.anonymous().get(&format!("{game}/events")).await.expect(200).json;
    let given = &events["events"][0]["data"]["contributions"];
    assert_eq!(
        (&given[1]["entropy"], &given[1]["after_commitment"]),
        (&json!("00ff"), &json!(true)),
        "{given}"
    );
    // Accepting again changes nothing.
    assert_eq!(bob.post_empty(&format!("{path}/accept")).await.expect(200).json, accepted);
    for refused in
        [ada.delete(&path).await, bob.post(&format!("{path}/decline"), json!({"reason": "later"})).await]
    {
        refused.expect_problem(409, "challenge_ended");
    }
}

#[tokio::test]
async fn all_challenged_players_accept_before_a_larger_game_starts() {
    let app = TestApp::spawn().await;
    let (ada, bob, eve) = (app.user("ada").await, app.user("bob").await, app.user("eve").await);
    let path = challenge(&ada, json!(["bob", "eve"]), 3).await;
    let half = bob.post_empty(&format!("{path}/accept")).await.expect(200).json;
    let accepted: Vec<&Value> = half["to"].as_array().unwrap().iter().map(|to| &to["accepted"]).collect();
    assert_eq!((&half["status"], accepted), (&json!("open"), vec![&json!(true), &json!(false)]));
    let whole = eve.post_empty(&format!("{path}/accept")).await.expect(200).json;
    assert_eq!(whole["status"], "accepted");
    // A private game stays private.
    let mut secret = to(json!(["bob"]), 2);
    secret["visibility"] = json!("private");
    let path = format!("/v1/challenges/{}", id(&ada.post("/v1/challenges", secret).await.expect(201)));
    bob.post_empty(&format!("{path}/accept")).await.expect(200);
    eve.get(&path.replace("challenges", "games")).await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn a_declined_challenge_ends_for_all_with_its_reason() {
    let app = TestApp::spawn().await;
    let (ada, bob, eve) = (app.user("ada").await, app.user("bob").await, app.user("eve").await);
    let path = challenge(&ada, json!(["bob", "eve"]), 3).await;
    bob.post_empty(&format!("{path}/accept")).await.expect(200);
    // Only the server says that an account is erased.
    for reason in ["because", "account_erased"] {
        eve.post(&format!("{path}/decline"), json!({"reason": reason}))
            .await
            .expect_problem(422, "validation_failed");
    }
    let declined =
        eve.post(&format!("{path}/decline"), json!({"reason": "too_many_games"})).await.expect(200);
    assert_eq!(
        (&declined.json["status"], &declined.json["declined"]["reason"]),
        (&json!("declined"), &json!("too_many_games"))
    );
    assert_eq!(eve.post_empty(&format!("{path}/decline")).await.expect(200).json, declined.json);
    for seen_by in [&ada, &bob] {
        assert_eq!(seen_by.get(&path).await.expect(200).json["declined"], declined.json["declined"]);
    }
    bob.post_empty(&format!("{path}/decline")).await.expect_problem(409, "challenge_ended");
    bob.post_empty(&format!("{path}/accept")).await.expect_problem(409, "challenge_ended");
    ada.delete(&path).await.expect(204);
    let events = ada.get(&path.replace("challenges", "games")).await.expect(200).json;
    assert_eq!(events["status"], "aborted");
    let log = ada.get(&format!("{}/events", path.replace("challenges", "games"))).await.expect(200).json;
    let data = &log["events"][0]["data"];
    assert_eq!((&data["by"], &data["reason"]), (&json!("player"), &json!("declined")));
}

#[tokio::test]
async fn only_the_challenger_withdraws_and_only_the_challenged_answer() {
    let app = TestApp::spawn().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let path = challenge(&ada, json!("bob"), 2).await;
    for answer in ["accept", "decline"] {
        ada.post_empty(&format!("{path}/{answer}")).await.expect_problem(403, "forbidden");
    }
    bob.delete(&path).await.expect_problem(403, "forbidden");
    for _ in 0..2 {
        ada.delete(&path).await.expect(204);
    }
    assert_eq!(bob.get(&path).await.expect(200).json["status"], "withdrawn");
    bob.post_empty(&format!("{path}/accept")).await.expect_problem(409, "challenge_ended");
    // The game of a challenge can be left and joined like any other, with the same result.
    let other = challenge(&ada, json!("bob"), 2).await;
    ada.post_empty(&format!("{}/leave", other.replace("challenges", "games"))).await.expect(200);
    assert_eq!(bob.get(&other).await.expect(200).json["status"], "withdrawn");
    let third = challenge(&ada, json!("bob"), 2).await;
    bob.post_empty(&format!("{}/join", third.replace("challenges", "games"))).await.expect(200);
    assert_eq!(ada.get(&third).await.expect(200).json["status"], "accepted");
}

#[tokio::test]
async fn a_challenge_names_other_players_one_for_each_seat() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    app.user("bob").await;
    app.user("eve").await;
    block(&ada, "eve").await;
    for (names, seats, pointer) in [
        (json!("nobody"), 2, "/to"),
        (json!(["nobody"]), 2, "/to/0"),
        (json!(["bob", "ada"]), 3, "/to/1"),
        (json!(["bob", "Bob"]), 3, "/to/1"),
        (json!("eve"), 2, "/to"),
        (json!("bob"), 3, "/to"),
        (json!(["bob", "eve"]), 2, "/to"),
        (json!("x"), 2, "/to"),
    ] {
        let refused = ada.post("/v1/challenges", to(names.clone(), seats)).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), [pointer], "{names}");
    }
    assert_eq!(ids(&ada, "/v1/challenges").await, Vec::<String>::new());
    for clock in [
        json!({"kind": "live", "initial_ms": 60_000, "increment_ms": 0}),
        json!({"kind": "correspondence", "per_turn_ms": 60_000}),
    ] {
        let (mut challenge, mut game) = (to(json!("bob"), 2), terms(2));
        (challenge["clock"], game["clock"]) = (clock.clone(), clock);
        // A challenge is refused exactly if the game is.
        let (game, challenge) =
            (ada.post("/v1/games", game).await, ada.post("/v1/challenges", challenge).await);
        assert_eq!((game.status, &game.json["code"]), (challenge.status, &challenge.json["code"]));
    }
    let mut unknown = to(json!("bob"), 2);
    unknown["ruleset"] = json!("chess");
    ada.post("/v1/challenges", unknown).await.expect_problem(422, "not_available");
}

#[tokio::test]
async fn nobody_learns_from_a_challenge_who_has_blocked_them() {
    let app = TestApp::spawn().await;
    let (ada, bob, eve) = (app.user("ada").await, app.user("bob").await, app.user("eve").await);
    block(&bob, "ada").await;
    let to_bob = challenge(&ada, json!("bob"), 2).await;
    let to_eve = challenge(&ada, json!("eve"), 2).await;
    let shape = |answer: Answer| answer.json.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(shape(ada.get(&to_bob).await.expect(200)), shape(ada.get(&to_eve).await.expect(200)));
    assert_eq!(ada.get(&to_bob).await.expect(200).json["status"], "open");
    for path in [&to_bob, &to_bob.replace("challenges", "games")] {
        assert!(!bob.get(path).await.text.contains("\"declined\""));
    }
    bob.get(&to_bob).await.expect_problem(404, "not_found");
    for answer in ["accept", "decline"] {
        bob.post_empty(&format!("{to_bob}/{answer}")).await.expect_problem(404, "not_found");
    }
    for list in ["/v1/challenges", "/v1/me/invitations"] {
        assert_eq!(ids(&bob, list).await, Vec::<String>::new(), "{list}");
        assert_eq!(ids(&eve, list).await.len(), 1, "{list}");
    }
    bob.delete("/v1/me/blocks/ada").await.expect(204);
    assert_eq!(ids(&bob, "/v1/challenges").await.len(), 1);
    // A player whom the challenger blocks afterwards finds a full game, as when they join any other game.
    block(&ada, "bob").await;
    bob.post_empty(&format!("{to_bob}/accept")).await.expect_problem(409, "game_full");
}

#[tokio::test]
async fn open_challenges_are_limited_like_waiting_games() {
    let app = TestApp::spawn_with(|settings| {
        settings.games.waiting_games_per_account = 2;
        settings.games.games_per_account = 3;
    })
    .await;
    let (ada, bob, eve) = (app.user("ada").await, app.user("bob").await, app.user("eve").await);
    for _ in 0..2 {
        challenge(&ada, json!("bob"), 2).await;
    }
    ada.post("/v1/challenges", to(json!("bob"), 2)).await.expect_problem(409, "too_many_games");
    let of_eve = challenge(&eve, json!("bob"), 2).await;
    for _ in 0..2 {
        bob.post("/v1/games", terms(2)).await.expect(201);
    }
    challenge(&eve, json!("bob"), 2).await;
    let joined = eve.post("/v1/games", terms(2)).await.expect_problem(409, "too_many_games");
    assert!(joined.text.contains("wait for players"), "{}", joined.text);
    let third = app.user("dan").await.post("/v1/games", terms(2)).await.expect(201);
    bob.post_empty(&format!("/v1/games/{}/join", id(&third))).await.expect(200);
    bob.post_empty(&format!("{of_eve}/accept")).await.expect_problem(409, "too_many_games");
}

#[tokio::test]
async fn a_challenge_expires_with_its_game() {
    let app = TestApp::spawn_with(|settings| {
        settings.games.expiry_interval = SOON;
    })
    .await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let path = challenge(&ada, json!("bob"), 2).await;
    let game = path.replace("challenges", "games");
    let expires: chrono::DateTime<chrono::Utc> =
        ada.get(&path).await.expect(200).json["expires_at"].as_str().unwrap().parse().unwrap();
    assert!(expires > chrono::Utc::now() + chrono::TimeDelta::hours(23));
    let earlier = shift("created_at", "- interval '25 hours'");
    Stored::of(&app).await.execute(&format!("UPDATE games SET {earlier}")).await;
    ada.get(&format!("{game}?wait=my_turn")).await.expect(200);
    assert_eq!(ada.get(&path).await.expect(200).json["status"], "expired");
    bob.post_empty(&format!("{path}/accept")).await.expect_problem(409, "challenge_ended");
    ada.delete(&path).await.expect(204);
}

#[tokio::test]
async fn one_key_challenges_once_and_no_stored_response_names_another_player() {
    let app = TestApp::spawn().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let send = |name: &'static str| {
        let request = ada.request(Method::POST, "/v1/challenges").header("idempotency-key", "k1");
        Answer::to(request.json(&to(json!(name), 2)))
    };
    let first = send("bob").await.expect(201);
    let again = send("bob").await.expect(201);
    assert_eq!((again.header("idempotency-replayed"), &again.json), ("true", &first.json));
    send("eve").await.expect_problem(422, "idempotency_key_reused");
    assert_eq!(ids(&bob, "/v1/challenges").await.len(), 1);
    let stored = Stored::of(&app).await.texts("SELECT body FROM idempotency_keys").await;
    assert!(stored.len() == 1 && !stored[0].contains("bob"), "{stored:?}");
}

#[tokio::test]
async fn an_erased_account_has_no_open_challenges() {
    let app = TestApp::spawn().await;
    let (ada, bob, eve) = (app.user("ada").await, app.user("bob").await, app.user("eve").await);
    let to_bob = challenge(&ada, json!("bob"), 2).await;
    let of_bob = challenge(&bob, json!("eve"), 2).await;
    let hidden = challenge(&eve, json!("bob"), 2).await;
    block(&bob, "eve").await;
    bob.erase().await.expect(204);
    for (caller, path) in [(&ada, &to_bob), (&eve, &hidden)] {
        let seen = caller.get(path).await.expect(200).json;
        assert_eq!(
            (&seen["status"], &seen["declined"]["reason"]),
            (&json!("declined"), &json!("account_erased"))
        );
        assert_eq!(seen["to"], json!([]));
    }
    let seen = eve.get(&of_bob).await.expect(200).json;
    assert_eq!((&seen["status"], &seen["challenger"]["username"]), (&json!("withdrawn"), &Value::Null));
}

#[tokio::test]
async fn challenges_are_listed_by_direction_and_page_by_page_until_they_are_folded() {
    let app = TestApp::spawn().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let mut made = Vec::new();
    for number in 0..6 {
        let (from, name) = if number % 2 == 0 { (&ada, "bob") } else { (&bob, "ada") };
        made.insert(0, challenge(from, json!(name), 2).await.replace("/v1/challenges/", ""));
    }
    let by = |direction: usize| made.iter().skip(direction).step_by(2).cloned().collect::<Vec<_>>();
    assert_eq!(ids(&ada, "/v1/challenges").await, made);
    assert_eq!(ids(&ada, "/v1/challenges?direction=in").await, by(0));
    assert_eq!(ids(&ada, "/v1/challenges?direction=out").await, by(1));
    let (mut found, mut path) = (Vec::new(), "/v1/challenges?limit=4".to_owned());
    loop {
        let page = ada.get(&path).await.expect(200);
        found.extend(
            page.json["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap().to_owned()),
        );
        let Some(cursor) = page.json["next_cursor"].as_str() else { break };
        path = format!("/v1/challenges?limit=4&cursor={cursor}");
        assert_eq!(page.header("link"), format!("<{path}>; rel=\"next\""));
    }
    assert_eq!(found, made);
    for wrong in ["?limit=0", "?limit=101", "?direction=up", "?cursor=x"] {
        ada.get(&format!("/v1/challenges{wrong}")).await.expect_problem(400, "malformed");
    }
}

#[tokio::test]
async fn a_challenge_is_listed_until_the_log_of_its_game_is_folded() {
    let app = TestApp::spawn().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let declined = challenge(&ada, json!("bob"), 2).await;
    bob.post_empty(&format!("{declined}/decline")).await.expect(200);
    let open = challenge(&ada, json!("bob"), 2).await;
    let mut connection = AsyncPgConnection::establish(&app.database_url).await.unwrap();
    assert_eq!(ids(&bob, "/v1/challenges").await.len(), 2);
    fold_batch(&mut connection, std::time::Duration::ZERO, None, 10).await.expect("the log is folded");
    for caller in [&ada, &bob] {
        caller.get(&declined).await.expect_problem(404, "not_found");
        caller.delete(&declined).await.expect_problem(404, "not_found");
        assert_eq!(ids(caller, "/v1/challenges").await, [open.replace("/v1/challenges/", "")]);
    }
    let marked = "SELECT folded::text FROM invitations ORDER BY 1";
    assert_eq!(Stored::of(&app).await.texts(marked).await, ["false", "true"]);
}

#[tokio::test]
async fn a_second_request_with_the_same_key_waits_for_the_first() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let player = ada.get("/v1/me").await.expect(200).json["id"].as_str().expect("an id").to_owned();
    app.user("bob").await;
    let mut stored = Stored::of(&app).await;
    let event = json!({"name": "Friday", "ruleset": "splendor", "format": "round_robin", "seats": 2});
    let first = ada.post("/v1/tournaments", &event).await.expect(201).json;
    let id = first["id"].as_str().expect("an id");
    let copy = format!("/v1/tournaments/{id}/copy");
    let created = [
        ("/v1/challenges", to(json!("bob"), 2)),
        ("/v1/seeks", terms(2)),
        ("/v1/tournaments", event),
        (copy.as_str(), json!({})),
    ];
    for (path, body) in created {
        // Claims are named by the pattern of the path.
        let pattern = path.replace(id, "{id}");
        let claim = format!("hashtextextended('{player} POST {pattern} k1', 0)");
        stored.execute(&format!("SELECT pg_advisory_lock({claim})")).await;
        let send = || {
            let request = ada.request(Method::POST, path).header("idempotency-key", "k1");
            Answer::to(request.json(&body))
        };
        send().await.expect_problem(409, "idempotency_in_progress");
        stored.execute(&format!("SELECT pg_advisory_unlock({claim})")).await;
        send().await.expect(201);
    }
}
