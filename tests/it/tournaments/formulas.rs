//! No spreadsheet runs what people have written, whatever separates cells there.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use super::csv_reader::read_csv;
use super::scene::Scene;
use crate::app::{Answer, TestApp};

/// Names and reasons that are formulas behind a separator or a quote.
const NAMES: [&str; 5] = ["Ada;=1+1;", "\"=1", "x, -1", "Joan;\"@SUM(1)", "＝1"];
/// The letters with which formulas begin.
const BEGINNINGS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
/// What ends cells in some program.
const SEPARATORS: [char; 5] = [',', ';', '\t', '\r', '\n'];

/// The operations with a response in CSV, each with the rest of its path below a tournament or a series.
const TABLES: [(&str, &str); 5] = [
    ("/v1/tournaments/{id}/rounds/{n}", "/rounds/1"),
    ("/v1/tournaments/{id}/standings", "/standings"),
    ("/v1/tournaments/{id}/standings/teams", "/standings/teams"),
    ("/v1/tournaments/{id}/export", "/export"),
    ("/v1/series/{id}/standings", "/standings"),
];

/// Returns the paths of the contract whose responses can be CSV.
fn offered() -> BTreeSet<String> {
    let document = lapidary::api::document::contract().document();
    let document = serde_json::to_value(document).expect("JSON");
    let has_csv = |path: &Value| path["get"]["responses"]["200"]["content"].get("text/csv").is_some();
    let paths = document["paths"].as_object().expect("paths");
    paths.iter().filter(|(_, path)| has_csv(path)).map(|(path, _)| path.clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_cell_of_any_csv_is_a_formula_whatever_separates_cells() {
    assert_eq!(offered(), TABLES.map(|(path, _)| path.to_owned()).into_iter().collect());
    let app = TestApp::shared().await;
    let organizer = app.user("organizer").await;
    let series =
        organizer.post("/v1/series", json!({"name": "Town", "points": [10, 6, 4]})).await.expect(201);
    let series = series.json["id"].as_str().expect("an id").to_owned();
    let changed = json!({"ruleset": "splendor", "seats": 2, "rounds": 1, "play": "over_the_board",
        "teams": {"size_max": 3, "size_min": 1}, "series": series});
    let scene = Scene::new(&app, changed, 0).await;
    for name in NAMES {
        let entry = json!({"guest": name, "team": format!("Rubies{name}")});
        scene.post("/entries", entry).await.expect(201);
    }
    scene.post("/entries", json!({"guest": "x\t=1"})).await.expect_problem(422, "validation_failed");
    scene.start().await;
    let round = scene.next().await;
    for (table, reason) in round["tables"].as_array().expect("tables").iter().zip(NAMES) {
        let result = json!({"places": [1, 2], "reason": reason});
        scene.post(&format!("/tables/{}/result", table["table"]), result).await.expect(204);
    }
    for (entry, reason) in (1..).zip(NAMES) {
        let points = json!({"take": 1, "reason": reason});
        scene.post(&format!("/entries/{entry}/adjust"), points).await.expect(204);
    }
    scene.until("/rounds/1", |round| round["status"] == "closed").await;
    let mut texts = Vec::new();
    for (path, rest) in TABLES {
        if path.starts_with("/v1/series") {
            scene.post("/close", json!({})).await.expect(200);
            texts.push(
                app.anonymous().get(&format!("/v1/series/{series}{rest}?format=csv")).await.expect(200),
            );
        } else {
            texts.push(scene.organizer.get(&format!("{}?format=csv", scene.at(rest))).await.expect(200));
        }
    }
    for ((path, _), Answer { text, .. }) in TABLES.iter().zip(&texts) {
        assert!(text.contains("Ada;'=1+1;"), "{path}: {text}");
        assert!(!read_csv(text).is_empty(), "{path}");
        for cell in text.split(SEPARATORS) {
            let cell = cell.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '"');
            let is_formula = cell.starts_with(BEGINNINGS) && cell.parse::<f64>().is_err();
            assert!(!is_formula, "{path}: {cell:?} in {text}");
        }
    }
    // The file of a round is read again.
    let list = scene.organizer.request(Method::POST, &scene.at("/rounds/1/results"));
    let sent = Answer::to(list.header("content-type", "text/csv").body(texts[0].text.clone())).await;
    sent.expect_problem(409, "tournament_state");
}
