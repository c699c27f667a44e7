//! Annulled games: who may annul what, and what it changes.

use lapidary::contest::rating::replay::check_log;
use lapidary::settings::Switch;
use serde_json::{Value, json};

use super::{DUELS, assert_equal, game_of, log, promote};
use crate::app::{Caller, TestApp};
use crate::games::table::{Table, terms};

async fn resign(caller: &Caller<'_>, path: &str) {
    caller.post_empty(&format!("{path}/resign")).await.expect(200);
}

fn annul(path: &str) -> String {
    format!("{}/annul", path.replace("/v1/games", "/v1/admin/games"))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_annulled_game_keeps_its_number_and_changes_no_rating() {
    let app = TestApp::spawn_with(|settings| settings.games.rating_limits = Switch::Off).await;
    let (ada, bob, eve) = (app.user("ada").await, app.user("bob").await, app.user("eve").await);
    let admin = app.user("judge").await;
    let reason = json!({"reason": "Two of the players were one person"});
    let first = game_of(&[&ada, &bob]).await;
    ada.post(&annul(&first), &reason).await.expect_problem(403, "forbidden");
    promote(&app, "judge").await;
    admin.post(&annul(&first), &reason).await.expect_problem(409, "game_not_finished");
    resign(&bob, &first).await;
    // The only game of Eve, then another one of the others.
    let second = game_of(&[&ada, &eve]).await;
    resign(&ada, &second).await;
    let third = game_of(&[&bob, &ada]).await;
    resign(&bob, &third).await;
    let before = log(&app, DUELS).await;
    for wrong in [json!({}), json!({"reason": ""}), json!({"reason": "a\nb"}), json!({"reason": "a", "x": 1})]
    {
        admin.post(&annul(&second), wrong).await.expect_problem(422, "validation_failed");
    }
    admin.post("/v1/admin/games/x/annul", &reason).await.expect_problem(400, "malformed");
    assert_eq!(log(&app, DUELS).await, before);
    let done = admin.post(&annul(&second), &reason).await.expect(200).json;
    assert_eq!(
        (&done["pool"], &done["pool_seq"], &done["reason"]),
        (&json!(DUELS), &json!(2), &reason["reason"])
    );
    let changes = done["changes"].as_array().expect("changes");
    let of =
        |name: &str| changes.iter().find(|change| change["player"]["username"] == name).expect("a change");
    assert_eq!((of("eve")["after"]["rating"].as_i64(), changes.len()), (Some(1500), 3));
    assert!(of("ada")["after"]["rating"].as_i64() > of("ada")["before"]["rating"].as_i64());
    // Repeating it changes nothing, whatever the reason is now.
    let again = admin.post(&annul(&second), json!({"reason": "another one"})).await.expect(200).json;
    assert_eq!(again, done);
    let public = app.anonymous().get(&format!("/v1/ladders/{DUELS}/annulments")).await.expect(200).json;
    let mut listed = done.clone();
    listed.as_object_mut().unwrap().remove("changes");
    assert_eq!(public, json!({"items": [listed], "next_cursor": null}));
    let after = log(&app, DUELS).await;
    check_log(&after).expect("the log is consistent");
    assert_eq!(
        after.iter().map(|event| event.annulled).collect::<Vec<_>>(),
        [false, false, true, true, false, false]
    );
    assert_eq!(after[..2], before[..2]);
    assert_eq!(after[2].before, after[2].after);
    let view = app.anonymous().get(&second).await.expect(200).json;
    assert_eq!((&view["ratings"][0]["change"], &view["ratings"][0]["annulled"]), (&json!(0), &json!(true)));
    let of_eve = app.anonymous().get("/v1/players/eve/ratings").await.expect(200).json;
    assert_eq!(of_eve["items"], json!([]), "the annulled game was the only one");
    let of_ada = app.anonymous().get("/v1/players/ada/ratings").await.expect(200).json;
    assert_eq!((&of_ada["items"][0]["games"], &of_ada["items"][0]["opponents"]), (&json!(2), &json!(1)));
    assert_equal(&app).await;
    // The next game continues from there.
    let fourth = game_of(&[&eve, &bob]).await;
    resign(&eve, &fourth).await;
    check_log(&log(&app, DUELS).await).expect("the log is consistent");
    assert_equal(&app).await;
}

#[tokio::test]
async fn only_rated_games_that_are_over_can_be_annulled() {
    let app = TestApp::spawn().await;
    let admin = app.user("judge").await;
    promote(&app, "judge").await;
    let table = Table::started(&app, terms(2)).await;
    let reason = json!({"reason": "a test"});
    let path = annul(&table.path(""));
    admin.post(&path, &reason).await.expect_problem(409, "game_unrated");
    resign(&table.seats[0], &table.path("")).await;
    admin.post(&path, &reason).await.expect_problem(409, "game_unrated");
    let nothing = "/v1/admin/games/0190a000-0000-7000-8000-000000000000/annul";
    admin.post(nothing, &reason).await.expect_problem(404, "not_found");
    app.anonymous().post(&path, &reason).await.expect_problem(401, "unauthenticated");
    let none = app.anonymous().get(&format!("/v1/ladders/{DUELS}/annulments")).await.expect(200).json;
    assert_eq!(none["items"], Value::Array(Vec::new()));
}
