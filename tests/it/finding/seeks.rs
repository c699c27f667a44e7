//! Seeks: who is paired with whom, what others see, and the refusals.

use lapidary::model::seek::SeekId;
use reqwest::Method;
use serde_json::{Value, json};

use super::{block, id, ids, terms};
use crate::api_tokens::with_api_token;
use crate::app::{Answer, Caller, SOON, TestApp};
use crate::games::stored::Stored;
use crate::games::table::NAMES;

/// Makes a seek, and returns it.
async fn seek(caller: &Caller<'_>, seats: usize) -> Value {
    caller.post("/v1/seeks", terms(seats)).await.expect(201).json
}

fn path(seek: &Value) -> String {
    format!("/v1/seeks/{}", seek["id"].as_str().expect("an id"))
}

#[tokio::test]
async fn equal_terms_make_a_game_of_any_size() {
    let app = TestApp::spawn().await;
    for seats in 2..=4 {
        let mut made = Vec::new();
        for name in &NAMES[..seats] {
            let caller = app.user(name).await;
            let own = seek(&caller, seats).await;
            made.push((caller, own));
        }
        let (last, before) = made.split_last().expect("there are seeks");
        assert!(before.iter().all(|(_, seek)| seek["status"] == "open" && seek["game"].is_null()));
        let game = last.1["game"].as_str().expect("the last seek starts the game").to_owned();
        for (caller, own) in &made {
            let now = caller.get(&path(own)).await.expect(200).json;
            assert_eq!((&now["status"], &now["game"]), (&json!("paired"), &json!(game)));
            caller.delete(&path(own)).await.expect_problem(409, "seek_paired");
            let view = caller.get(&format!("/v1/games/{game}")).await.expect(200).json;
            assert_eq!((&view["status"], view["seats"].as_array().unwrap().len()), (&json!("active"), seats));
            assert!(view["viewer_seat"].is_u64());
            // The server committed to the secret of the oldest seek.
            assert_eq!(view["commitment"], made[0].1["commitment"]);
        }
    }
}

#[tokio::test]
async fn other_terms_are_not_paired() {
    let app = TestApp::spawn().await;
    let all = [
        terms(2),
        terms(3),
        json!({"ruleset": "splendor", "modules": ["orient"], "seats": 2}),
        json!({"ruleset": "splendor", "modules": ["cities", "orient"], "seats": 2}),
        json!({"ruleset": "kids", "seats": 2}),
        json!({"ruleset": "kids", "seats": 2, "options": {"board": "short"}}),
    ];
    for (number, terms) in all.iter().enumerate() {
        let caller = app.user(&format!("player{number}")).await;
        assert_eq!(caller.post("/v1/seeks", terms).await.expect(201).json["status"], "open");
    }
    // The same terms in other words are equal.
    let same = json!({"ruleset": "splendor", "modules": ["orient", "cities"], "seats": 2, "clock": {"kind": "none"}});
    assert_eq!(app.user("eve").await.post("/v1/seeks", same).await.expect(201).json["status"], "paired");
}

#[tokio::test]
async fn the_deal_of_paired_seeks_can_be_verified() {
    let app = TestApp::spawn().await;
    let (ada, bob, eve) = (app.user("ada").await, app.user("bob").await, app.user("eve").await);
    let body = |entropy: &str| json!({"ruleset": "splendor", "seats": 3, "entropy": entropy});
    let first = ada.post("/v1/seeks", body("aa")).await.expect(201).json;
    // Bob can read the commitment before they send their entropy.
    assert_eq!(bob.get("/v1/seeks").await.expect(200).json["items"][0]["commitment"], first["commitment"]);
    bob.post("/v1/seeks", body("bb")).await.expect(201);
    let game = seek(&eve, 3).await["game"].as_str().expect("a game").to_owned();
    let events = ada.get(&format!("/v1/games/{game}/events")).await.expect(200).json;
    let given = &events["events"][0]["data"]["contributions"];
    let read = |place: usize| (given[place]["entropy"].as_str(), given[place]["after_commitment"].as_bool());
    assert_eq!((read(0), read(1)), ((Some("aa"), Some(false)), (Some("bb"), Some(true))), "{given}");
    let secrets = Stored::of(&app).await.texts("SELECT seek_id::text FROM seek_secrets").await;
    assert_eq!(secrets, Vec::<String>::new());
    for caller in [&ada, &bob] {
        caller.post_empty(&format!("/v1/games/{game}/resign")).await.expect(200);
    }
    let export = ada.get(&format!("/v1/games/{game}/export")).await.expect(200).text;
    let file = std::env::temp_dir().join(format!("seek-{}.json", SeekId::generate()));
    std::fs::write(&file, export).unwrap();
    let verify = std::process::Command::new(env!("CARGO_BIN_EXE_lapidary")).arg("verify").arg(&file).output();
    std::fs::remove_file(&file).unwrap();
    let verify = verify.unwrap();
    assert!(verify.status.success(), "{verify:?}");
}

#[tokio::test]
async fn players_who_block_each_other_are_not_paired_and_do_not_see_each_other() {
    let app = TestApp::spawn().await;
    for (number, blocker_seeks_first) in [true, false].into_iter().enumerate() {
        let ada = app.user(&format!("ada{number}")).await;
        let bob = app.user(&format!("bob{number}")).await;
        block(&ada, &format!("bob{number}")).await;
        let (first, second) = if blocker_seeks_first { (&ada, &bob) } else { (&bob, &ada) };
        let open = seek(first, 2).await;
        assert_eq!(seek(second, 2).await["status"], "open");
        second.get(&path(&open)).await.expect_problem(404, "not_found");
        assert_eq!(ids(second, "/v1/seeks").await.len(), 1, "only the own one");
        // A third player is paired with the older one, a fourth with the other one.
        for (name, partner) in [("eve", first), ("dan", second)] {
            let caller = app.user(&format!("{name}{number}")).await;
            let game = seek(&caller, 2).await["game"].as_str().expect("a game").to_owned();
            let view = partner.get(&format!("/v1/games/{game}")).await.expect(200).json;
            assert!(view["viewer_seat"].is_u64(), "{name} plays with the partner");
        }
    }
}

#[tokio::test]
async fn a_player_is_paired_neither_with_themself_nor_with_their_bots() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let mut bots = Vec::new();
    for name in ["ada-bot-1", "ada-bot-2"] {
        ada.post("/v1/me/bots", json!({"username": name})).await.expect(201);
        let body = json!({"name": "t", "scopes": ["read", "play"]});
        let token = ada.post(&format!("/v1/me/bots/{name}/tokens"), body).await.expect(201).json;
        bots.push(app.with_token(token["token"].as_str().expect("a token")));
    }
    for caller in [&ada, &ada, &bots[0], &bots[1]] {
        assert_eq!(seek(caller, 2).await["status"], "open");
    }
    let eve = app.user("eve").await;
    let paired = seek(&eve, 2).await;
    let view = ada.get(&format!("/v1/games/{}", paired["game"].as_str().expect("a game"))).await.expect(200);
    assert!(view.json["viewer_seat"].is_u64());
}

#[tokio::test]
async fn a_player_without_room_for_a_game_is_passed_over() {
    let app = TestApp::spawn_with(|settings| settings.games.games_per_account = 1).await;
    let (ada, bob, eve) = (app.user("ada").await, app.user("bob").await, app.user("eve").await);
    let of_ada = seek(&ada, 2).await;
    ada.post("/v1/games", terms(3)).await.expect(201);
    ada.post("/v1/seeks", terms(2)).await.expect_problem(409, "too_many_games");
    assert_eq!(seek(&bob, 2).await["status"], "open");
    assert_eq!(ada.get(&path(&of_ada)).await.expect(200).json["status"], "open");
    let paired = seek(&eve, 2).await;
    let game = format!("/v1/games/{}", paired["game"].as_str().expect("a game"));
    assert!(bob.get(&game).await.expect(200).json["viewer_seat"].is_u64());
}

/// Waits until a seek is not open any more, and returns it. Reading again is all that a client can do either.
async fn settled(caller: &Caller<'_>, seek: &Value) -> Value {
    loop {
        let now = caller.get(&path(seek)).await.expect(200).json;
        if now["status"] != "open" {
            return now;
        }
    }
}

#[tokio::test]
async fn seeks_are_paired_when_the_obstacle_is_gone() {
    let app = TestApp::spawn_with(|settings| {
        settings.games.games_per_account = 1;
        settings.games.expiry_interval = SOON;
    })
    .await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let of_ada = seek(&ada, 2).await;
    let made = ada.post("/v1/games", terms(3)).await.expect(201);
    let of_bob = seek(&bob, 2).await;
    assert_eq!(of_bob["status"], "open");
    ada.post_empty(&format!("/v1/games/{}/leave", id(&made))).await.expect(200);
    let (of_ada, of_bob) = (settled(&ada, &of_ada).await, settled(&bob, &of_bob).await);
    assert_eq!((&of_ada["status"], &of_ada["game"]), (&json!("paired"), &of_bob["game"]));
}

#[tokio::test]
async fn a_live_game_ends_other_seeks_for_live_games() {
    let app = TestApp::spawn_with(|settings| {
        settings.games.expiry_interval = SOON;
    })
    .await;
    let (ada, bob, mut stored) = (app.user("ada").await, app.user("bob").await, Stored::of(&app).await);
    let (pair, larger, slow) = (seek(&ada, 2).await, seek(&ada, 3).await, seek(&ada, 4).await);
    stored.execute("UPDATE seeks SET clock = 'live 60000 0' WHERE seats < 4").await;
    let of_bob = seek(&bob, 3).await;
    stored
        .execute("UPDATE seeks SET clock = 'live 60000 0', seats = 2 WHERE seats = 3 AND clock = 'none'")
        .await;
    assert_eq!(settled(&bob, &of_bob).await["status"], "paired");
    assert_eq!(settled(&ada, &pair).await["status"], "paired");
    assert_eq!(settled(&ada, &larger).await["status"], "withdrawn");
    assert_eq!(ada.get(&path(&slow)).await.expect(200).json["status"], "open");
}

#[tokio::test]
async fn a_seek_is_withdrawn_by_its_owner_only() {
    let app = TestApp::spawn().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let own = seek(&ada, 2).await;
    bob.delete(&path(&own)).await.expect_problem(404, "not_found");
    assert_eq!(bob.get(&path(&own)).await.expect(200).json["status"], "open");
    for _ in 0..2 {
        ada.delete(&path(&own)).await.expect(204);
    }
    assert_eq!(ada.get(&path(&own)).await.expect(200).json["status"], "withdrawn");
    bob.get(&path(&own)).await.expect_problem(404, "not_found");
    assert_eq!(seek(&bob, 2).await["status"], "open");
    assert_eq!(ids(&ada, "/v1/seeks").await.len(), 1);
    assert_eq!(ids(&ada, "/v1/seeks?mine=true").await, [own["id"].as_str().unwrap()]);
}

#[tokio::test]
async fn only_the_players_of_a_seek_learn_its_game() {
    let app = TestApp::spawn().await;
    let (ada, bob, eve) = (app.user("ada").await, app.user("bob").await, app.user("eve").await);
    let own = seek(&ada, 2).await;
    seek(&bob, 2).await;
    eve.get(&path(&own)).await.expect_problem(404, "not_found");
    assert_eq!(ids(&eve, "/v1/seeks").await, Vec::<String>::new());
    bob.delete(&path(&own)).await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn an_expired_seek_is_not_paired_and_disappears_a_day_later() {
    let app = TestApp::spawn().await;
    let (ada, bob, eve) = (app.user("ada").await, app.user("bob").await, app.user("eve").await);
    let own = seek(&ada, 2).await;
    let time = |name: &str| own[name].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap();
    assert_eq!(time("expires_at") - time("created_at"), chrono::TimeDelta::hours(24));
    let mut stored = Stored::of(&app).await;
    stored.execute("UPDATE seeks SET expires_at = now()").await;
    assert_eq!(seek(&bob, 2).await["status"], "open");
    assert_eq!(ada.get(&path(&own)).await.expect(200).json["status"], "expired");
    assert_eq!(ids(&eve, "/v1/seeks").await.len(), 1);
    ada.delete(&path(&own)).await.expect(204);
    stored.execute("UPDATE seeks SET expires_at = now() - interval '25 hours'").await;
    seek(&eve, 2).await;
    ada.get(&path(&own)).await.expect_problem(404, "not_found");
    assert_eq!(stored.texts("SELECT id::text FROM seeks").await.len(), 1);
}

#[tokio::test]
async fn open_seeks_are_limited_even_with_parallel_requests() {
    let app = TestApp::spawn_with(|settings| settings.games.seeks_per_account = 3).await;
    let ada = app.user("ada").await;
    let body = terms(2);
    let answers = futures_util::future::join_all((0..12).map(|_| ada.post("/v1/seeks", &body))).await;
    let (made, refused): (Vec<Answer>, Vec<Answer>) =
        answers.into_iter().partition(|answer| answer.status == 201);
    assert_eq!(made.len(), 3);
    for refused in refused {
        refused.expect_problem(409, "too_many_seeks");
    }
    ada.delete(&path(&made[0].json)).await.expect(204);
    seek(&ada, 2).await;
}

#[tokio::test]
async fn one_key_makes_one_seek() {
    let app = TestApp::spawn().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let send = |seats: usize| {
        let request = ada.request(Method::POST, "/v1/seeks").header("idempotency-key", "k1");
        Answer::to(request.json(&terms(seats)))
    };
    let first = send(2).await.expect(201);
    seek(&bob, 2).await;
    let again = send(2).await.expect(201);
    assert_eq!((again.header("idempotency-replayed"), &again.json), ("true", &first.json));
    assert_eq!(again.header("location"), format!("/v1/seeks/{}", id(&first)));
    send(3).await.expect_problem(422, "idempotency_key_reused");
    assert_eq!(ids(&ada, "/v1/seeks?mine=true").await.len(), 1);
}

#[tokio::test]
async fn what_does_not_exist_yet_is_not_available() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let with = |name: &str, value: Value| {
        let mut body = terms(2);
        body[name] = value;
        body
    };
    for clock in [
        json!({"kind": "live", "initial_ms": 60_000, "increment_ms": 0}),
        json!({"kind": "correspondence", "per_turn_ms": 60_000}),
    ] {
        // A seek is refused exactly if the game is.
        let game = ada.post("/v1/games", with("clock", clock.clone())).await;
        let seek = ada.post("/v1/seeks", with("clock", clock)).await;
        assert_eq!((game.status, &game.json["code"]), (seek.status, &seek.json["code"]));
    }
    ada.post("/v1/seeks", with("visibility", json!("private")))
        .await
        .expect_problem(422, "validation_failed");
    ada.post("/v1/seeks", with("seats", json!(5))).await.expect_problem(422, "validation_failed");
    ada.get("/v1/seeks?limit=0").await.expect_problem(400, "malformed");
    ada.get("/v1/seeks?mine=perhaps").await.expect_problem(400, "malformed");
}

#[tokio::test]
async fn an_erased_account_seeks_nobody() {
    let app = TestApp::spawn().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    seek(&ada, 2).await;
    ada.erase().await.expect(204);
    assert_eq!(ids(&bob, "/v1/seeks").await, Vec::<String>::new());
    assert_eq!(seek(&bob, 2).await["status"], "open");
    let stored = Stored::of(&app).await.texts("SELECT player_id::text FROM seeks").await;
    assert_eq!(stored.len(), 1);
}

#[tokio::test]
async fn a_token_needs_the_scope_to_play() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let reader = with_api_token(&app, &ada, &["read"]).await;
    reader.post("/v1/seeks", terms(2)).await.expect_problem(403, "forbidden");
    reader.get("/v1/seeks").await.expect(200);
}

#[tokio::test]
async fn seeks_are_listed_page_by_page() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let mut made = Vec::new();
    for _ in 0..5 {
        made.insert(0, seek(&ada, 2).await["id"].as_str().unwrap().to_owned());
    }
    for list in ["/v1/seeks?limit=2", "/v1/seeks?limit=2&mine=true"] {
        let (mut found, mut next) = (Vec::new(), list.to_owned());
        loop {
            found.extend(ids(&ada, &next).await);
            let page = ada.get(&next).await.expect(200).json;
            let Some(cursor) = page["next_cursor"].as_str() else { break };
            next = format!("{list}&cursor={cursor}");
        }
        assert_eq!(found, made, "{list}");
    }
}
