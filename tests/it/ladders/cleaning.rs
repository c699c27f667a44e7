//! A club cleans up: who is too new to be rated in its ladders, and bans that annul games.

use serde_json::{Value, json};

use super::evenings::{Club, id};
use super::{DUELS, log, rated};
use crate::app::Caller;
use crate::app::TestApp;
use crate::games::stored::{Stored, shift};

fn fixture(club: &Club<'_>, to: &str) -> Value {
    let mut body = rated(2);
    body.as_object_mut().expect("an object").remove("rated");
    body["to"] = json!(to);
    body["ladder"] = json!(club.ladder);
    body
}

/// Plays a game that `other` loses.
async fn beat(club: &Club<'_>, one: &Caller<'_>, other: &Caller<'_>, name: &str) {
    let made = one.post("/v1/challenges", fixture(club, name)).await.expect(201).json;
    other.post_empty(&format!("/v1/challenges/{}/accept", id(&made))).await.expect(200);
    other.post_empty(&format!("/v1/games/{}/resign", id(&made))).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_too_new_is_not_rated() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    let (ada, bob) = (club.member("ada").await, club.member("bob").await);
    let path = format!("{}/ladders/{}", club.path, club.ladder);
    let rules = json!({"member_days_min": 7, "account_days_min": 30});
    let changed = club.olga.patch(&path, rules).await.expect(200).json;
    assert_eq!((&changed["member_days_min"], &changed["account_days_min"]), (&json!(7), &json!(30)));
    let too_many = club.olga.patch(&path, json!({"member_days_min": 3_651})).await;
    assert_eq!(too_many.expect_problem(422, "validation_failed").pointers(), ["/member_days_min"]);
    let refused = ada.post("/v1/challenges", fixture(&club, "bob")).await;
    assert!(refused.expect_problem(403, "condition_unmet").text.contains("at least 7 days"));
    let mut seek = rated(2);
    seek["ladder"] = json!(club.ladder);
    ada.post("/v1/seeks", seek).await.expect_problem(403, "condition_unmet");
    // Nobody is kept from an evening, but its results do not count.
    let made = club.open(json!({"seats": 2, "rounds": 2}), &[&ada, &bob]).await;
    club.olga.post_empty(&format!("{made}/start")).await.expect(200);
    club.play(&made, |entry| entry).await;
    club.close(&made).await;
    let audit = club.olga.get(&format!("{made}/audit?limit=100")).await.expect(200).json;
    let acts = audit["items"].as_array().expect("acts").iter();
    let notes: Vec<&Value> =
        acts.filter(|act| act["kind"] == "results_rated").map(|act| &act["note"]).collect();
    assert_eq!(notes, ["fewer than two players to rate: table 1"]);
    let mut stored = Stored::of(&app).await;
    stored.execute(&format!("UPDATE club_members SET {}", shift("since", "- interval '8 days'"))).await;
    ada.post("/v1/challenges", fixture(&club, "bob")).await.expect_problem(403, "condition_unmet");
    stored.execute(&format!("UPDATE players SET {}", shift("created_at", "- interval '31 days'"))).await;
    beat(&club, &ada, &bob, "bob").await;
    assert_eq!(log(&app, club.pool()).await.len(), 2);
    club.check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ban_annuls_all_games_of_a_player_but_those_of_the_owner() {
    let app = TestApp::spawn().await;
    let club = Club::new(&app, DUELS).await;
    let (ada, bob, eve) = (club.member("ada").await, club.member("bob").await, club.member("eve").await);
    beat(&club, &ada, &eve, "eve").await;
    beat(&club, &ada, &bob, "bob").await;
    beat(&club, &bob, &eve, "eve").await;
    beat(&club, &eve, &club.olga, "olga").await;
    club.olga.patch(&format!("{}/members/bob", club.path), json!({"role": "manager"})).await.expect(200);
    let ban = format!("{}/bans/eve", club.path);
    let body = |ladder: &str| json!({"annul": {"ladder": ladder, "reason": "A second account"}});
    bob.put(&ban, body(&club.ladder)).await.expect_problem(403, "club_role");
    club.olga.put(&ban, body(&id(&club.season))).await.expect_problem(404, "not_found");
    let none = club.olga.get(&format!("{}/bans", club.path)).await.expect(200).json;
    assert_eq!(none["items"], json!([]), "a ban that is refused changes nothing");
    for _ in 0..2 {
        club.olga.put(&ban, body(&club.ladder)).await.expect(204);
    }
    let annulled: Vec<bool> = log(&app, club.pool()).await.iter().map(|event| event.annulled).collect();
    assert_eq!(annulled, [true, true, false, false, true, true, false, false], "never a loss of the owner");
    club.check().await;
    let record = format!("/v1/ladders/{}/annulments", club.pool());
    let record = app.anonymous().get(&record).await.expect(200).json;
    let items = record["items"].as_array().expect("items");
    assert_eq!(items.iter().map(|item| &item["reason"]).collect::<Vec<_>>(), ["A second account"; 2]);
    let audit = bob.get(&format!("{}/audit", club.path)).await.expect(200).json;
    let acts = audit["items"].as_array().expect("acts").iter();
    let notes: Vec<&Value> =
        acts.filter(|act| act["kind"] == "game_annulled").map(|act| &act["note"]).collect();
    assert_eq!(notes, ["2 games of one player, Evenings: A second account"]);
    club.olga.post_empty(&format!("{}/seasons/{}/end", club.path, id(&club.season))).await.expect(200);
    let late = format!("{}/bans/ada", club.path);
    club.olga.put(&late, body(&club.ladder)).await.expect_problem(409, "season_over");
    let older = format!("UPDATE sessions SET {}", shift("created_at", "- interval '601 seconds'"));
    Stored::of(&app).await.execute(&older).await;
    club.olga.put(&late, body(&club.ladder)).await.expect_problem(403, "fresh_login_needed");
    club.olga.put(&late, json!({})).await.expect(204);
}
