//! Whole games of people against built-in opponents.

use serde_json::{Value, json};

use super::player::{against, app, create, events, names, own_turn, play_out, watch_out};
use crate::app::TestApp;
use crate::games::table::dice;

#[tokio::test]
async fn a_newcomer_plays_each_opponent_to_the_end() {
    let (app, mut dice) = (app().await, dice(301));
    let ada = app.user("ada").await;
    for bot in ["random", "greedy", "apprentice", "master"] {
        let terms = against(json!([{"bot": bot, "strength": 40}]));
        let created = ada.post("/v1/games", terms).await.expect(201).json;
        assert_eq!((&created["status"], &created["version"]), (&json!("active"), &json!(1)), "{bot}");
        assert_eq!(names(&created), ["ada", bot]);
        assert_eq!(created["seats"][1]["player"]["bot"], true);
        let id = created["id"].as_str().expect("an id");
        let over = play_out(&ada, id, &mut dice).await;
        assert_eq!((&over["status"], &over["rated"]), (&json!("finished"), &json!(false)), "{bot}");
        let of_bot = |event: &&Value| event["data"]["seat"] == 1 && event["data"]["by"] == "player";
        assert!(events(&ada, id).await.iter().filter(of_bot).count() > 5, "{bot}");
    }
}

#[tokio::test]
async fn opponents_play_kids_with_several_seats() {
    let (app, mut dice) = (app().await, dice(302));
    let ada = app.user("ada").await;
    let mut terms = against(json!([{"bot": "random"}, {"bot": "greedy"}]));
    terms["ruleset"] = json!("kids");
    terms["modules"] = json!(["mysteries"]);
    let id = create(&ada, terms).await;
    assert_eq!(play_out(&ada, &id, &mut dice).await["status"], "finished");
}

#[tokio::test]
async fn the_same_opponent_takes_several_seats_with_all_modules() {
    let (app, mut dice) = (app().await, dice(303));
    let ada = app.user("ada").await;
    let mut terms = against(json!([{"bot": "greedy"}, {"bot": "random"}, {"bot": "greedy", "strength": 0}]));
    terms["modules"] = json!(["orient", "strongholds", "trading_posts", "cities"]);
    let id = create(&ada, terms).await;
    let over = play_out(&ada, &id, &mut dice).await;
    assert_eq!(names(&over), ["ada", "greedy", "random", "greedy-2"]);
    assert_eq!(over["status"], "finished");
    let strengths = [0, 1, 2, 3].map(|seat| over["seats"][seat]["strength"].clone());
    assert_eq!(strengths, [Value::Null, json!(100), json!(100), json!(0)]);
}

#[tokio::test]
async fn others_may_take_the_seats_that_opponents_leave_free() {
    let app = app().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let mut terms = against(json!([{"bot": "random"}]));
    terms["seats"] = json!(3);
    let created = ada.post("/v1/games", terms).await.expect(201).json;
    assert_eq!((&created["status"], names(&created)), (&json!("waiting"), vec!["ada", "random"]));
    let id = created["id"].as_str().expect("an id");
    let joined = bob.post_empty(&format!("/v1/games/{id}/join")).await.expect(200).json;
    assert_eq!((&joined["status"], names(&joined)), (&json!("active"), vec!["ada", "random", "bob"]));
    let (mine, mut dice) = (own_turn(&ada, id).await, dice(304));
    assert_eq!(mine["to_act"]["seat"], 0);
    // Whoever leaves the game leaves the others to their game.
    ada.post_empty(&format!("/v1/games/{id}/resign")).await.expect(200);
    assert_eq!(play_out(&bob, id, &mut dice).await["status"], "finished");
}

#[tokio::test]
async fn a_person_may_watch_opponents_play_each_other() {
    let app = app().await;
    let ada = app.user("ada").await;
    let terms = json!({"ruleset": "splendor", "seats": 3, "seated": ["greedy", "random", "greedy-2"]});
    let id = create(&ada, terms).await;
    let over = watch_out(&ada, &id).await;
    assert_eq!((&over["status"], names(&over)), (&json!("finished"), vec!["greedy", "random", "greedy-2"]));
    assert_eq!(over["organized"], true);
}

#[tokio::test]
async fn an_opponent_plays_with_a_clock_and_does_not_run_out_of_time() {
    let (app, mut dice) = (app().await, dice(305));
    let ada = app.user("ada").await;
    let mut terms = against(json!([{"bot": "master"}]));
    terms["clock"] = json!({"kind": "live", "initial_ms": 600_000, "increment_ms": 0});
    let id = create(&ada, terms).await;
    let over = play_out(&ada, &id, &mut dice).await;
    assert_eq!(over["status"], "finished");
    let kinds: Vec<Value> = events(&ada, &id).await.iter().map(|event| event["type"].clone()).collect();
    assert!(!kinds.contains(&json!("timed_out")), "{kinds:?}");
}

#[tokio::test]
async fn opponents_are_listed_online_with_what_they_accept() {
    let app = app().await;
    let anonymous = app.anonymous();
    let listed = online(&app).await;
    let names: Vec<&str> = listed.iter().filter_map(|bot| bot["username"].as_str()).collect();
    assert_eq!(names, ["master", "apprentice", "greedy", "random"]);
    for bot in &listed {
        assert_eq!((&bot["owner"], &bot["bot"]), (&Value::Null, &json!(true)));
        assert_eq!(bot["accepts"]["rulesets"], json!(["splendor", "kids"]));
        assert_eq!(bot["accepts"]["seats"], json!([2, 3, 4]));
        assert_eq!(bot["accepts"]["clocks"], json!(["none", "live", "correspondence"]));
    }
    let profile = anonymous.get("/v1/players/Master-2").await.expect(200).json;
    assert_eq!((&profile["username"], &profile["bot"]), (&json!("master-2"), &json!(true)));
}

/// Returns the bots that are online, once the first server has said that it plays opponents.
async fn online(app: &TestApp) -> Vec<Value> {
    let mut looks = tokio::time::interval(std::time::Duration::from_millis(20));
    loop {
        looks.tick().await;
        let page = app.anonymous().get("/v1/bots?online=true").await.expect(200).json;
        let items = page["items"].as_array().expect("a list").clone();
        if !items.is_empty() {
            return items;
        }
    }
}
