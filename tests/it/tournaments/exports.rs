//! Exports at every moment of a tournament: what they say agrees with the standings.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::arena::recompute;
use super::csv_reader::{Line, read_csv};
use super::scene::{Scene, entries, settings};
use crate::app::TestApp;

/// Checks that no cell of these columns is a formula, and returns the sum of a column of whole numbers by
/// entries.
fn sums(lines: &[Line], column: &str) -> BTreeMap<u64, i64> {
    let mut sums = BTreeMap::new();
    for line in lines {
        for text in ["player", "reason"] {
            assert!(!line[text].starts_with(['=', '+', '-', '@', '\t', '\r']), "{line:?}");
        }
        let points = if line[column].is_empty() { 0 } else { line[column].parse().expect("a whole number") };
        *sums.entry(line["entry"].parse().expect("an entry")).or_default() += points;
    }
    sums
}

/// Checks that all exports of a tournament agree, whatever moment it is, and returns the one in JSON.
pub async fn agree(scene: &Scene<'_>) -> Value {
    let export = scene.get("/export").await;
    assert!(recompute(&export).is_none_or(|verdict| verdict == Ok(())), "{:?} {export}", recompute(&export));
    check_results(&export, &scene.organizer.get(&scene.at("/export?format=csv")).await.expect(200).text);
    let standings = read_csv(&scene.organizer.get(&scene.at("/standings?format=csv")).await.expect(200).text);
    let lines = export["standings"].as_array().expect("standings");
    assert_eq!(standings.len(), lines.len());
    for (line, csv) in lines.iter().zip(&standings) {
        same_standing(line, csv);
    }
    // Every game of a table is listed once.
    let games = export["games"].as_array().expect("games");
    let tables = export["rounds"].as_array().expect("rounds").iter();
    for table in tables.flat_map(|round| round["tables"].as_array().expect("tables")) {
        let own = games.iter().filter(|game| game["table"] == table["table"]);
        let own: Vec<&Value> = own.map(|game| &game["game"]).collect();
        assert_eq!(own.len(), usize::from(table["game"].is_string()), "{table}");
        assert!(own.iter().all(|&game| *game == table["game"]), "{table}");
    }
    export
}

/// Checks that the lines of results of each entry add up to its standing in an export of the same moment.
pub fn check_results(export: &Value, results: &str) {
    let results = read_csv(results);
    let sums = sums(&results, "points_twelfths");
    for line in export["standings"].as_array().expect("standings") {
        let entry = line["entry"].as_u64().expect("an entry");
        let points = line["points_twelfths"].as_i64().expect("points");
        assert_eq!(sums.get(&entry).copied().unwrap_or_default(), points, "{line} {results:?}");
        let own = results.iter().filter(|own| own["entry"] == entry.to_string());
        let sum: f64 = own.filter_map(|own| own["points"].parse::<f64>().ok()).sum();
        assert!((sum * 12.0 - points as f64).abs() < 1e-6, "{line} {results:?}");
    }
}

fn same_standing(line: &Value, csv: &Line) {
    let text = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    for name in ["place", "entry", "status", "points_twelfths", "games", "byes", "knock_out", "decided_by"] {
        assert_eq!(csv[name], text(&line[name]), "{name} {line}");
    }
    assert_eq!(csv["player"].trim_start_matches('\''), text(&line["player"]["username"]));
    for value in line["values"].as_array().expect("values") {
        let name = format!("tie_break_{}", value["tie_break"].as_str().expect("a name"));
        let millionths =
            csv[&name].parse::<f64>().map_or(Value::Null, |value| json!((value * 1e6).round() as i64));
        assert_eq!(millionths, value["value"], "{name} {line}");
    }
}

/// Returns the cells of the rounds of each player in a tournament report file, and checks that they add up to
/// the points.
async fn reported(scene: &Scene<'_>) -> Vec<Vec<String>> {
    let text = scene.organizer.get(&scene.at("/export?format=trf")).await.expect(200).text;
    let players = text.lines().filter(|line| line.starts_with("001"));
    players
        .map(|line| {
            let cells = line.as_bytes()[89..].chunks(10);
            let cells: Vec<String> =
                cells.map(|cell| String::from_utf8_lossy(cell).trim_start().to_owned()).collect();
            let halves = cells.iter().map(|cell| match cell.chars().last() {
                Some('1' | '+' | 'U' | 'F') => 2,
                Some('=') => 1,
                _ => 0,
            });
            let halves: u32 = halves.sum();
            assert_eq!(line[80..84].trim(), format!("{}.{}", halves / 2, halves % 2 * 5), "{text}");
            cells
        })
        .collect()
}

#[tokio::test]
async fn the_lines_of_each_entry_add_up_to_its_standing_at_every_moment() {
    let app = TestApp::spawn().await;
    for seats in [2, 3, 4] {
        let draft = json!({"seats": seats, "rounds": 4, "open": false, "tie_breaks": ["points", "wins",
            "head_to_head", "sonneborn_berger", "buchholz_average", "buchholz_cut_1", "opponents_win_share",
            "prestige_ratio", "prestige_sum", "fewest_cards", "rating_performance", "lot"]});
        let scene = Scene::new(&app, draft, 0).await;
        agree(&scene).await;
        scene.organizer.patch(&scene.path, json!({"open": true})).await.expect(200);
        let mut scene = scene;
        for number in 1..=9 {
            // A username may begin like a formula.
            let name = if number == 1 { "-1-1".to_owned() } else { format!("player{number}") };
            let player = app.user(&name).await;
            player.post_empty(&scene.at("/enter")).await.expect(200);
            scene.players.insert(number, player);
        }
        agree(&scene).await;
        scene.start().await;
        let early = json!({"give": 1, "reason": "before the first round"});
        scene.post("/entries/9/adjust", early).await.expect(204);
        agree(&scene).await;

        let round = scene.next().await;
        agree(&scene).await;
        let tables = round["tables"].as_array().expect("tables");
        let size = |table: &Value| entries(table).len();
        let shared = vec![1; size(&tables[0])];
        scene.post("/tables/1/result", json!({"places": shared, "reason": "a draw"})).await.expect(204);
        scene.post("/tables/2/void", json!({"reason": "a test"})).await.expect(204);
        agree(&scene).await;
        let formula = json!({"take": 3, "reason": "=HYPERLINK(\"http://example.org\", \"late, twice\")"});
        scene.post("/entries/2/adjust", formula).await.expect(204);
        scene.play_round(&scene.get("/rounds/1").await).await;
        agree(&scene).await;

        let round = scene.next().await;
        let size = size(&round["tables"][0]);
        let number = round["tables"][0]["table"].as_u64().expect("a number");
        let (places, forfeits): (Vec<usize>, Vec<usize>) = (vec![1; size], (0..size).collect());
        let nobody = json!({"places": places, "forfeits": forfeits, "reason": "nobody came"});
        scene.post(&format!("/tables/{number}/result"), nobody).await.expect(204);
        scene.play_round(&scene.get("/rounds/2").await).await;
        scene.post("/entries/3/remove", json!({"reason": "@late"})).await.expect(204);
        agree(&scene).await;

        let last = scene.next().await;
        let places: Vec<usize> = (1..=size).rev().collect();
        let right = json!({"places": places, "reason": "typed wrong"});
        scene.post(&format!("/tables/{number}/correct"), right).await.expect(200);
        agree(&scene).await;
        scene.play_round(&last).await;
        scene.next().await;
        scene.post("/close", json!({"cancel": seats == 3})).await.expect(if seats == 3 { 200 } else { 409 });
        agree(&scene).await;
        let results = scene.organizer.get(&scene.at("/export?format=csv")).await.expect(200);
        let kinds = |kind: &str| read_csv(&results.text).iter().filter(|line| line["kind"] == kind).count();
        assert_eq!((kinds("adjustment"), kinds("bye") > 0), (2, seats == 2));
        assert!(
            results.text.contains("\"'=HYPERLINK(\"\"http://example.org\"\", \"\"late, twice\"\")\",,,\r\n")
        );
        assert!(results.text.contains(",'-1-1,"), "{}", results.text);
    }
}

#[tokio::test]
async fn a_report_has_only_rounds_that_are_over() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({"seats": 2, "rounds": 2}), 5).await;
    assert_eq!(reported(&scene).await, vec![Vec::<String>::new(); 5]);
    scene.start().await;
    let first = scene.next().await;
    assert_eq!(reported(&scene).await, vec![Vec::<String>::new(); 5], "nobody is taken for absent");
    let bye = first["byes"][0]["entry"].as_u64().expect("a bye") as usize;
    scene.play_round(&first).await;
    let one_round = reported(&scene).await;
    assert_eq!(one_round[bye - 1], ["0000 - U"]);
    assert!(one_round.iter().all(|cells| cells.len() == 1 && !cells[0].ends_with('Z')), "{one_round:?}");
    let ranks = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.starts_with("001")).map(|line| line[85..89].to_owned()).collect()
    };
    let path = scene.at("/export?format=trf");
    let before = ranks(&scene.organizer.get(&path).await.expect(200).text);
    let second = scene.next().await;
    scene.play(&second["tables"][0], &entries(&second["tables"][0])).await;
    assert_eq!(reported(&scene).await, one_round, "the second round is played");
    let now = ranks(&scene.organizer.get(&path).await.expect(200).text);
    assert_eq!(now, before, "the ranks are those of the rounds in the report");
    scene.post("/close", json!({"cancel": true})).await.expect(200);
    let cancelled = reported(&scene).await;
    assert!(cancelled.iter().all(|cells| cells.len() == 2));
    assert_eq!(cancelled.iter().filter(|cells| cells[1] == "0000 - Z").count(), 2, "{cancelled:?}");
}

#[tokio::test]
async fn a_report_has_one_result_for_each_match() {
    let app = TestApp::shared().await;
    let scene = Scene::new(
        &app,
        json!({"format": "single_elimination", "seats": 2, "rounds": null, "best_of": 3}),
        2,
    )
    .await;
    scene.start().await;
    let round = scene.next().await;
    let game_of = |number: usize| {
        scene.until("/rounds/1", move |now| {
            now["tables"]
                .as_array()
                .is_some_and(|all| all.len() == number && all[number - 1]["status"] == "playing")
        })
    };
    for (number, winner) in [(1, [1, 2]), (2, [2, 1]), (3, [1, 2])] {
        let now = game_of(number).await;
        assert_eq!(reported(&scene).await, vec![Vec::<String>::new(); 2], "the match goes on");
        scene.play(&now["tables"][number - 1], &winner).await;
        agree(&scene).await;
    }
    let white = entries(&round["tables"][0])[0];
    let [one, two] = if white == 1 { ["0002 w 1", "0001 b 0"] } else { ["0002 b 1", "0001 w 0"] };
    assert_eq!(reported(&scene).await, [[one], [two]]);
    scene.organizer.post_empty(&scene.at("/close")).await.expect(200);
    agree(&scene).await;
}

#[tokio::test]
async fn what_a_report_cannot_say_is_refused_with_the_other_formats() {
    let app = TestApp::shared().await;
    let refused = async |scene: &Scene<'_>| {
        let path = scene.at("/export?format=trf");
        let answer = scene.organizer.get(&path).await;
        answer.expect_problem(422, "not_available").json["detail"].as_str().expect("a detail").to_owned()
    };
    for (seats, players) in [(3, 3), (4, 4), (4, 0)] {
        let scene = Scene::new(&app, json!({"seats": seats}), players).await;
        let detail = refused(&scene).await;
        let names = [format!("tables of {seats}"), "`json`".into(), "`csv`".into()];
        assert!(names.iter().all(|name| detail.contains(name)), "{detail}");
    }
    let scene = Scene::new(&app, json!({"seats": 2, "odd": "three"}), 5).await;
    assert_eq!(reported(&scene).await.len(), 5, "no table has three seats yet");
    scene.start().await;
    let round = scene.next().await;
    let three = round["tables"].as_array().expect("tables").iter().find(|table| entries(table).len() == 3);
    let named = format!("table {} of round 1 has 3 seats", three.expect("a table of three")["table"]);
    assert!(refused(&scene).await.contains(&named));
    scene.play_round(&round).await;
    assert!(refused(&scene).await.contains(&named));
    agree(&scene).await;
}

#[tokio::test]
async fn standings_after_a_round_stay_whoever_comes_and_goes_later() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({"seats": 2, "rounds": 4, "late_entries": true}), 4).await;
    scene.start().await;
    let round = scene.next().await;
    scene.play_round(&round).await;
    let first = scene.get("/standings?after=1").await;
    let best = first["items"][0]["entry"].as_u64().expect("an entry");
    let round = scene.next().await;
    scene.play_round(&round).await;
    let why = json!({"reason": "a test"});
    scene.post(&format!("/entries/{best}/remove"), why.clone()).await.expect(204);
    let order = |standings: &Value| -> Vec<(Value, Value)> {
        let items = standings["items"].as_array().expect("items").iter();
        items.map(|line| (line["place"].clone(), line["entry"].clone())).collect()
    };
    let then = scene.get("/standings?after=1").await;
    assert_eq!(order(&then), order(&first), "they are as they were counted");
    assert_eq!(then["items"][0]["status"], "removed", "and say who is removed now");
    for after in ["", "?after=2"] {
        assert_eq!(scene.get(&format!("/standings{after}")).await["items"][3]["entry"], best);
    }
    let export = agree(&scene).await;
    let own = |export: &Value| export["entries"][best as usize - 1]["removed_in"].clone();
    assert_eq!(own(&export), 2);
    // A second removal changes nothing. An entry that is taken back once another round is paired has its
    // place from that round on.
    scene.next().await;
    let second = order(&scene.get("/standings?after=2").await);
    scene.post(&format!("/entries/{best}/remove"), why.clone()).await.expect(204);
    assert_eq!(own(&scene.get("/export").await), 2);
    scene.post(&format!("/entries/{best}/reinstate"), why.clone()).await.expect(204);
    assert_eq!(own(&scene.get("/export").await), Value::Null);
    assert_eq!(order(&scene.get("/standings?after=1").await), order(&first));
    assert_eq!(order(&scene.get("/standings?after=2").await), second);
    assert_ne!(scene.get("/standings").await["items"][3]["entry"], best);
    scene.post(&format!("/entries/{best}/remove"), why).await.expect(204);
    assert_eq!(order(&scene.get("/standings?after=2").await), second);
    assert_eq!(scene.get("/standings").await["items"][3]["entry"], best);
    app.user("late").await.post(&scene.at("/enter"), json!({})).await.expect(200);
    assert_eq!(scene.get("/standings").await["items"].as_array().map(Vec::len), Some(5));
    for (after, known) in [("1", &order(&first)), ("2", &second)] {
        assert_eq!(&order(&scene.get(&format!("/standings?after={after}")).await), known);
    }
    agree(&scene).await;
}

#[tokio::test]
async fn standings_are_chosen_as_csv_by_the_query_or_the_header() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({"seats": 2, "rounds": 1}), 3).await;
    let path = scene.at("/standings");
    let ask = async |accept: &str, query: &str| {
        let request = app.anonymous().request(reqwest::Method::GET, &format!("{path}{query}"));
        crate::app::Answer::to(request.header("accept", accept)).await.expect(200)
    };
    let csv = ask("text/csv", "").await;
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    assert!(csv.header("vary").split(", ").any(|name| name == "accept"), "{}", csv.header("vary"));
    assert!(csv.text.starts_with("place,entry,player,status,points,points_twelfths,"), "{}", csv.text);
    assert_eq!(ask("image/png", "?format=csv").await.text, csv.text);
    assert_eq!(ask("image/png", "?format=csv&after=0").await.text, csv.text);
    // Standings were JSON whatever a client accepted, before there was another format.
    for (accept, query) in [("image/png", ""), ("*/*", ""), ("text/csv", "?format=json")] {
        assert!(ask(accept, query).await.json["items"].is_array());
    }
    app.anonymous().get(&scene.at("/standings?format=trf")).await.expect_problem(400, "malformed");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_export_has_all_games_and_why_one_is_unrated() {
    let app = TestApp::spawn().await;
    let changed = json!({"ruleset": "splendor", "format": "single_elimination", "seats": 2, "rounds": null, "best_of": 3,
        "ready_check_ms": 0, "rated": true, "clock": {"kind": "live", "initial_ms": 600_000, "increment_ms": 0}});
    let scene = Scene::new(&app, changed, 2).await;
    scene.start().await;
    let round = scene.next().await;
    let turned: Vec<u64> = entries(&round["tables"][0]).into_iter().rev().collect();
    let body = json!({"entries": turned, "reason": "other seats"});
    scene.post("/tables/1/substitute", body).await.expect(204);
    for number in [1, 2] {
        let now = scene
            .until("/rounds/1", |now| {
                let tables = now["tables"].as_array().expect("tables");
                tables.len() == number && tables[number - 1]["status"] == "playing"
            })
            .await;
        scene.play(&now["tables"][number - 1], &[1, 2]).await;
    }
    let export = agree(&scene).await;
    let games: Vec<_> = export["games"].as_array().expect("games").iter().collect();
    let said = |game: &Value| {
        json!([
            game["table"],
            game["status"],
            game["rated"],
            game["changed_ratings"],
            game["annulled"],
            game["unrated_because"]
        ])
    };
    assert_eq!(
        said(games[0]),
        json!([null, "aborted", true, false, false, null]),
        "another game replaced it"
    );
    assert_eq!(games[0]["game"], round["tables"][0]["game"]);
    assert_eq!(said(games[1]), json!([1, "finished", true, true, false, null]));
    // The second game that they leave early against the same opponent.
    assert_eq!(said(games[2]), json!([2, "finished", true, false, false, "left_early"]));
    let view =
        app.anonymous().get(&format!("/v1/games/{}", games[2]["game"].as_str().expect("a game"))).await;
    assert_eq!(view.json["unrated_because"], games[2]["unrated_because"]);
    assert_eq!(games.len(), 3);

    let unrated =
        scene.organizer.post("/v1/tournaments", settings(&json!({"seats": 2}))).await.expect(201).json;
    let path = format!("/v1/tournaments/{}/export", unrated["id"].as_str().expect("an id"));
    assert_eq!(app.anonymous().get(&path).await.expect(200).json["games"], json!([]));
}
