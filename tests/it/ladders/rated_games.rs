//! One rated game: what its view shows, what its players cannot do, and what its end changes.

use lapidary::settings::Switch;
use serde_json::{Value, json};

use super::{DUELS, assert_equal, game_of, log, rated, seek};
use crate::app::TestApp;
use crate::games::stored::Stored;

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_game_shows_its_pool_and_changes_the_ratings_of_its_players() {
    let app = TestApp::spawn().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let path = game_of(&[&ada, &bob]).await;
    let view = ada.get(&path).await.expect(200).json;
    assert_eq!(
        (&view["rated"], &view["pool"], &view["tournament"]),
        (&json!(true), &json!(DUELS), &json!(null))
    );
    let new = |seat| json!({"seat": seat, "rating": 1500, "rd": 167, "provisional": true, "change": null, "annulled": false});
    assert_eq!(view["ratings"], json!([new(0), new(1)]));
    // Only the server aborts a rated game.
    for rest in ["/abort", "/abort?dry_run=true"] {
        ada.post_empty(&format!("{path}{rest}")).await.expect_problem(409, "game_rated");
    }
    assert_eq!(app.anonymous().get("/v1/ladders").await.expect(200).json["items"], json!([]));
    bob.post_empty(&format!("{path}/resign")).await.expect(200);
    let over = app.anonymous().get(&path).await.expect(200).json;
    let ratings = over["ratings"].as_array().expect("ratings");
    let winner = over["result"]["winners"][0].as_u64().expect("a winner") as usize;
    let change = |seat: usize| ratings[seat]["change"].as_i64().expect("a change");
    assert!(change(winner) > 0 && change(1 - winner) == -change(winner), "{ratings:?}");
    let ladders = app.anonymous().get("/v1/ladders").await.expect(200);
    assert_eq!(
        (&ladders.json["items"][0]["pool"], &ladders.json["items"][0]["players"]),
        (&json!(DUELS), &json!(2))
    );
    assert!(ladders.header("cache-control").starts_with("public"));
    let of_ada = app.anonymous().get("/v1/players/ADA/ratings").await.expect(200).json;
    assert_eq!(of_ada["items"][0]["rating"], json!(1500 + change(winner)));
    assert_eq!((&of_ada["items"][0]["games"], &of_ada["items"][0]["opponents"]), (&json!(1), &json!(1)));
    let history = format!("/v1/players/ada/rating-history?pool={DUELS}");
    let item = app.anonymous().get(&history).await.expect(200).json["items"][0].clone();
    assert_eq!(
        (&item["change"], &item["place"], &item["pool_seq"]),
        (&json!(change(winner)), &json!(1), &json!(1))
    );
    assert_eq!(format!("/v1/games/{}", item["game"].as_str().unwrap()), path);
    // A rematch is arranged by the players, so nothing depends on it.
    let offered = ada.post_empty(&format!("{path}/rematch")).await.expect(200).json;
    let next = format!(
        "/v1/games/{}",
        offered["rematch"]["challenge"].as_str().expect("a challenge, which is a game")
    );
    let next = ada.get(&next).await.expect(200).json;
    assert_eq!((&next["rated"], &next["pool"], next.get("ratings")), (&json!(false), &json!(null), None));
    assert_equal(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_ranks_by_the_rulings_and_an_erased_player_stays_in_the_log_only() {
    let app = TestApp::spawn().await;
    let players = [app.user("ada").await, app.user("bob").await, app.user("eve").await];
    let path = game_of(&players.each_ref()).await;
    let pool = "splendor.table.live.human";
    // The one who leaves first is last (B19); an erased account leaves its games.
    players[2].post_empty(&format!("{path}/resign")).await.expect(200);
    players[1].erase().await.expect(204);
    let log = log(&app, pool).await;
    let mut places: Vec<u8> = log.iter().map(|event| event.place).collect();
    places.sort_unstable();
    assert_eq!(places, [1, 2, 3]);
    let erased = log.iter().find(|event| event.place == 2).expect("the second");
    assert!(erased.after.sigma_micro < erased.before.sigma_micro);
    app.anonymous().get("/v1/players/bob/ratings").await.expect_problem(404, "not_found");
    app.anonymous()
        .get(&format!("/v1/players/bob/rating-history?pool={pool}"))
        .await
        .expect_problem(404, "not_found");
    // Everybody would be listed, if the account were not erased.
    let mut stored = Stored::of(&app).await;
    stored.execute("UPDATE ratings SET sigma = 2000000, opponents = 10").await;
    let listed = app.anonymous().get(&format!("/v1/ladders/{pool}/standings")).await.expect(200).json;
    let names: Vec<&Value> =
        listed["items"].as_array().unwrap().iter().map(|item| &item["player"]["username"]).collect();
    assert_eq!(names, [&json!("ada"), &json!("eve")]);
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_have_pools_of_their_own_and_two_players_meet_six_times_a_day() {
    let app = TestApp::spawn_with(|settings| settings.games.rating_limits = Switch::Off).await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let mut bots = Vec::new();
    for (owner, name) in [(&ada, "ada-bot"), (&ada, "ada-bot-2"), (&bob, "bob-bot")] {
        owner.post("/v1/me/bots", json!({"username": name})).await.expect(201);
        let body = json!({"name": "t", "scopes": ["read", "play"]});
        let token = owner.post(&format!("/v1/me/bots/{name}/tokens"), body).await.expect(201).json;
        bots.push(app.with_token(token["token"].as_str().expect("a token")));
    }
    // Neither two bots of an owner nor a person and a bot meet.
    for caller in [&bots[0], &bots[1], &bob] {
        assert_eq!(seek(caller, &rated(2)).await["status"], "open");
    }
    let of_bots = seek(&bots[2], &rated(2)).await;
    assert_eq!((&of_bots["status"], &of_bots["pool"]), (&json!("paired"), &json!("splendor.duel.live.bot")));
    bots[2].post_empty(&format!("/v1/games/{}/resign", of_bots["game"].as_str().unwrap())).await.expect(200);
    assert_eq!(log(&app, "splendor.duel.live.bot").await.len(), 2);
    let mut first = Some(seek(&ada, &rated(2)).await);
    for number in 0..6 {
        let own = match first.take() {
            Some(own) => own,
            None => {
                seek(&bob, &rated(2)).await;
                seek(&ada, &rated(2)).await
            }
        };
        let game = own["game"].as_str().unwrap_or_else(|| panic!("game {number} starts"));
        // Each wins as often as the other, so that their ratings stay near.
        let loser = if number % 2 == 0 { &bob } else { &ada };
        loser.post_empty(&format!("/v1/games/{game}/resign")).await.expect(200);
    }
    assert_eq!(seek(&bob, &rated(2)).await["status"], "open");
    assert_eq!(seek(&ada, &rated(2)).await["status"], "open", "the seventh game of a day");
    let eve = app.user("eve").await;
    assert_eq!(seek(&eve, &rated(2)).await["status"], "paired", "another opponent may be met");
    assert_eq!(log(&app, DUELS).await.len(), 12);
    assert_equal(&app).await;
}
