//! The list of public tournaments, by names, rulesets, organizers and players.

use serde_json::{Value, json};

use super::scene::{Scene, settings};
use crate::app::{Caller, TestApp};

/// Returns the names of the listed tournaments, the newest first.
async fn listed(caller: &Caller<'_>, query: &str) -> Vec<String> {
    let page = caller.get(&format!("/v1/tournaments?{query}")).await.expect(200).json;
    let name = |item: &Value| item["name"].as_str().expect("a name").to_owned();
    page["items"].as_array().expect("items").iter().map(name).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn tournaments_are_found_by_words_rulesets_organizers_and_players() {
    let app = TestApp::spawn().await;
    let (ada, grace) = (app.user("ada").await, app.user("grace").await);
    let mut paths = Vec::new();
    for (organizer, changed) in [
        (&ada, json!({"name": "Friday Swiss, No. 7"})),
        (&ada, json!({"name": "Émeraude d'été", "ruleset": "splendor"})),
        (&grace, json!({"name": "Friday 100% Orient", "ruleset": "splendor", "modules": ["orient"]})),
        (&grace, json!({"name": "Friday in private", "visibility": "private"})),
        (&grace, json!({"name": "Friday at first", "open": false})),
    ] {
        let made = organizer.post("/v1/tournaments", settings(&changed)).await.expect(201).json;
        paths.push(format!("/v1/tournaments/{}", made["id"].as_str().expect("an id")));
    }
    let [swiss, summer, orient] = ["Friday Swiss, No. 7", "Émeraude d'été", "Friday 100% Orient"];
    let anybody = app.anonymous();
    for (query, expected) in [
        ("name=friday", vec![orient, swiss]),
        ("name=FRI", vec![orient, swiss]),
        ("name=swi%20fri", vec![swiss]),
        ("name=7", vec![swiss]),
        ("name=day", vec![]),
        ("name=100%25", vec![orient]),
        ("name=%C3%A9mer", vec![summer]),
        ("name=fri%20%26%20!swiss%20:*%20'%20%5C", vec![swiss]),
        ("name=nothing", vec![]),
        ("name=%25%20!", vec![]),
        ("ruleset=splendor", vec![orient, summer]),
        ("ruleset=kids", vec![swiss]),
        ("ruleset=chess", vec![]),
        ("organizer=ADA", vec![summer, swiss]),
        ("organizer=grace", vec![orient]),
        ("organizer=nobody", vec![]),
        ("organizer=ada&name=friday", vec![swiss]),
        ("organizer=ada&ruleset=kids&status=registration", vec![swiss]),
        ("status=running&name=friday", vec![]),
        ("player=ada", vec![]),
    ] {
        assert_eq!(listed(&anybody, query).await, expected, "{query}");
    }
    // Whoever accepts to organize is listed, and nobody before.
    grace.patch(&paths[2], json!({"organizers": ["ada"]})).await.expect(200);
    assert_eq!(listed(&anybody, "organizer=ada").await, [summer, swiss]);
    ada.post_empty(&format!("{}/organizers/accept", paths[2])).await.expect(200);
    assert_eq!(listed(&anybody, "organizer=ada").await, [orient, summer, swiss]);
    let first = anybody.get("/v1/tournaments?organizer=ada&limit=2").await.expect(200);
    let cursor = first.json["next_cursor"].as_str().expect("a cursor");
    assert_eq!(listed(&anybody, &format!("organizer=ada&limit=2&cursor={cursor}")).await, [swiss]);
    assert!(first.header("link").contains("organizer=ada"), "{}", first.header("link"));
    for wrong in [
        "name=",
        &format!("name={}", "a".repeat(81)),
        "name=a%00b",
        "ruleset=a%00b",
        "player=a%00",
        "organiser=ada",
    ] {
        anybody.get(&format!("/v1/tournaments?{wrong}")).await.expect_problem(400, "malformed");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_public_tournaments_of_a_player_are_listed_past_and_coming() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({"name": "Past"}), 3).await;
    scene.start().await;
    scene.post("/close", json!({"cancel": true})).await.expect(200);
    for (name, visibility) in [("Coming", "public"), ("Hidden", "private"), ("By link", "unlisted")] {
        let invited = if visibility == "private" { vec![app.name("player1")] } else { Vec::new() };
        let changed = json!({"name": name, "visibility": visibility, "invited": invited});
        let made = scene.organizer.post("/v1/tournaments", settings(&changed)).await.expect(201).json;
        let path = format!("/v1/tournaments/{}/enter", made["id"].as_str().expect("an id"));
        scene.players[&1].post_empty(&path).await.expect(200);
    }
    let [first, second] = ["player1", "player2"].map(|name| format!("player={}", app.name(name)));
    for caller in [&app.anonymous(), &scene.players[&1], &scene.organizer] {
        assert_eq!(listed(caller, &first).await, ["Coming", "Past"]);
        assert_eq!(listed(caller, &format!("{first}&status=registration")).await, ["Coming"]);
        assert_eq!(listed(caller, &format!("{first}&status=cancelled")).await, ["Past"]);
        assert_eq!(listed(caller, &second).await, ["Past"]);
    }
    scene.players[&2].erase().await.expect(204);
    assert_eq!(listed(&app.anonymous(), &second).await, Vec::<String>::new());
}
