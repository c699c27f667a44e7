//! Rated seeks: what is refused, who is near enough, and pairing on two servers at once.

use std::collections::BTreeMap;

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{DUELS, rated, seek};
use crate::app::{Caller, SOON, TestApp};
use crate::games::stored::Stored;

/// Gives players this rating.
async fn rate(app: &TestApp, rating: i64, names: &[&str]) {
    let mu = 25_000_000 + (rating - 1_500) * 50_000;
    let names = names.join("', '");
    let sql = format!(
        "INSERT INTO ratings SELECT id, '{DUELS}', {mu}, 3000000, 20, 10, now() FROM players WHERE username IN ('{names}')"
    );
    Stored::of(app).await.execute(&sql).await;
}

fn with_range(min: Value, max: Value) -> Value {
    let mut terms = rated(2);
    terms["rating_range"] = json!({"min": min, "max": max});
    terms
}

#[tokio::test]
async fn a_rated_seek_needs_a_clock_and_a_range_that_can_be_met() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let refused = async |terms: Value, pointer: &str| {
        let answer = ada.post("/v1/seeks", terms).await.expect_problem(422, "validation_failed");
        assert_eq!(answer.pointers(), [pointer]);
    };
    refused(json!({"ruleset": "splendor", "seats": 2, "rated": true}), "/clock").await;
    refused(json!({"ruleset": "splendor", "seats": 2, "rating_range": {"min": 1}}), "/rating_range").await;
    refused(with_range(json!(1_600), json!(1_599)), "/rating_range/max").await;
    refused(with_range(json!(-1), json!(null)), "/rating_range/min").await;
    assert_eq!(ada.get("/v1/seeks?mine=true").await.expect(200).json["items"], json!([]));
    let made = seek(&ada, &with_range(json!(1_400), json!(null))).await;
    assert_eq!(
        (&made["rated"], &made["pool"], &made["rating_range"]),
        (&json!(true), &json!(DUELS), &json!({"min": 1_400, "max": null}))
    );
    let unknown = json!({"ruleset": "chess", "seats": 2, "rated": true, "clock": made["clock"]});
    ada.post("/v1/seeks", unknown).await.expect_problem(422, "not_available");
    // A game that was made without a seek is not rated.
    let game = json!({"ruleset": "splendor", "seats": 2, "rated": true});
    ada.post("/v1/games", game).await.expect_problem(422, "validation_failed");
}

#[tokio::test]
async fn the_nearest_rating_plays_and_the_window_widens_while_a_seek_waits() {
    let app = TestApp::spawn_with(|settings| {
        settings.games.pairing_interval = SOON;
    })
    .await;
    let names = ["ada", "bob", "eve", "dan", "kim"];
    let mut players: BTreeMap<&str, Caller<'_>> = BTreeMap::new();
    for name in names {
        players.insert(name, app.user(name).await);
    }
    rate(&app, 1_800, &["ada"]).await;
    rate(&app, 2_400, &["bob"]).await;
    rate(&app, 1_700, &["eve", "dan"]).await;
    // Ada is nearer to Dan than to Bob, although Bob seeks first. Unrated seeks on the same terms are others.
    let mut unrated = rated(2);
    unrated["rated"] = json!(false);
    assert_eq!(seek(&players["kim"], &unrated).await["status"], "open");
    let of_bob = seek(&players["bob"], &rated(2)).await;
    let of_ada = seek(&players["ada"], &rated(2)).await;
    assert_eq!((&of_bob["status"], &of_ada["status"]), (&json!("open"), &json!("open")));
    // Eve takes nobody as strong as Ada.
    let of_eve = seek(&players["eve"], &with_range(json!(null), json!(1_750))).await;
    assert_eq!(of_eve["status"], "open");
    let of_dan = seek(&players["dan"], &with_range(json!(1_750), json!(null))).await;
    let of_ada =
        players["ada"].get(&format!("/v1/seeks/{}", of_ada["id"].as_str().unwrap())).await.expect(200);
    assert_eq!((&of_dan["status"], &of_dan["game"]), (&json!("paired"), &of_ada.json["game"]));
    // Bob has waited for a minute and is paired by the next look with whoever is 700 points weaker.
    let mut stored = Stored::of(&app).await;
    stored.execute("UPDATE seeks SET rating_max = NULL WHERE status = 'open'").await;
    let path = format!("/v1/seeks/{}", of_bob["id"].as_str().unwrap());
    assert_eq!(players["bob"].get(&path).await.expect(200).json["status"], "open");
    stored
        .execute(
            "UPDATE seeks SET created_at = created_at - interval '1 minute' WHERE status = 'open' AND rated",
        )
        .await;
    let paired = loop {
        let now = players["bob"].get(&path).await.expect(200).json;
        if now["status"] != "open" {
            break now;
        }
    };
    let of_eve =
        players["eve"].get(&format!("/v1/seeks/{}", of_eve["id"].as_str().unwrap())).await.expect(200);
    assert_eq!((&paired["status"], &paired["game"]), (&json!("paired"), &of_eve.json["game"]));
}

/// The number of players who seek at once.
const SEEKERS: usize = 24;

#[tokio::test(flavor = "multi_thread")]
async fn on_two_servers_nobody_is_paired_twice_or_with_a_far_rating() {
    let roomy = |settings: &mut lapidary::settings::Settings| {
        settings.database.database_connections = 12;
    };
    let one = TestApp::spawn_with(roomy).await;
    let url = one.database_url.clone();
    let other = TestApp::spawn_with(|settings| {
        roomy(settings);
        settings.database.database_url = Some(url);
    })
    .await;
    let names: Vec<String> = (0..SEEKERS).map(|number| format!("seeker{number}")).collect();
    let players = join_all(names.iter().map(|name| one.user(name))).await;
    // Two strengths, too far from each other to meet: the window would have to grow for half a minute and
    // more, and the ranges hold even then.
    let (strong, weak): (Vec<&str>, Vec<&str>) = (
        names.iter().step_by(2).map(String::as_str).collect(),
        names.iter().skip(1).step_by(2).map(String::as_str).collect(),
    );
    rate(&one, 2_200, &strong).await;
    rate(&one, 1_200, &weak).await;
    let seeks = join_all(players.iter().enumerate().map(|(number, player)| {
        let server = if number % 3 == 0 { &other } else { &one };
        let terms = match number % 2 {
            0 => with_range(json!(1_700), json!(null)),
            _ => with_range(json!(null), json!(1_700)),
        };
        let caller = server.with_token(player.token());
        async move { seek(&caller, &terms).await["id"].as_str().expect("an id").to_owned() }
    }))
    .await;
    let mut games: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (number, (player, id)) in players.iter().zip(&seeks).enumerate() {
        let seek = player.get(&format!("/v1/seeks/{id}")).await.expect(200).json;
        assert_eq!(seek["status"], "paired", "an even number of players seeks: {seek}");
        games.entry(seek["game"].as_str().expect("a game").to_owned()).or_default().push(number);
    }
    assert_eq!(games.len(), SEEKERS / 2);
    for pair in games.values() {
        assert!(pair.len() == 2 && pair[0] % 2 == pair[1] % 2, "{games:?}");
    }
}
